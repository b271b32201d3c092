"""Change the exercises' right solutions, one fault at a time, and see that the checker refuses each: `make mutants`.

    mutants.py [--jobs 2] [EXERCISE or NOTEBOOK ...]      "4.2" is an exercise, "4" or "04" a notebook; without any: all

A mutant is the reference of an exercise, or one of its alternatives, with one thing changed: an operator, a comparison
or a constant, operands swapped, a statement or a `not` dropped, `+=` turned into `=`, a `return` within the loop, an
argument changed in place, and so on (see `faults.py`). Each is judged as a learner's solution is. One that passes has
survived: either the cases are too weak, or the change makes no difference to what the exercise asks for. The second
kind is listed, with a reason, in `tests/equivalent_mutants/nb04.py`, for notebook 04:

    EQUIVALENT = {
        "4.2": {
            "kahn: return order[::-1] -> return order": "the reason, as a sentence",
        },
    }

The key is what this program prints for a survivor after the exercise's id: the function, and the first line of the
statement before and after the change; where two mutants would read the same, the line in the function is added. The
program fails if a survivor is not listed, and if a listed one does not survive (any more).

Not changed are solutions that are not plain functions, and exercises whose answer is data: there each entry is
compared with the reference's, and nothing else is looked at.
"""

import argparse
import dataclasses
import importlib.util
import multiprocessing
import sys
import time
import warnings
from collections import defaultdict
from multiprocessing.connection import wait
from pathlib import Path
from typing import NamedTuple

import numpy as np
from faults import mutants_of, parsed

from autograd_lib.course import checker, trying
from autograd_lib.course.contents import exercise_ids, find_exercise, notebooks

LISTS = Path(__file__).resolve().parent.parent / "tests" / "equivalent_mutants"
SECONDS = 0.5  # for all cases together; a mutant that takes longer has failed


class Outcome(NamedTuple):
    """The mutants of one function: how many there are, the texts of those alive, and what went wrong otherwise."""

    exercise_id: str
    function: str
    number: int
    alive: list
    error: str = ""


class Spoiler:
    """Changes what it is given, in place, if that can be done, and remembers whether it ever was."""

    def __init__(self):
        self.has_spoilt = False

    def whole(self, thing):
        self.has_spoilt |= spoil(thing)

    def entry(self, thing):
        entries = thing.values() if isinstance(thing, dict) else getattr(thing, "_prev", thing)
        if isinstance(entries, list | tuple) or isinstance(thing, dict):
            self.has_spoilt |= any(spoil(entry) for entry in entries)


def spoil(thing):
    """Change a thing in place; False if it is none of those that can be changed."""
    if isinstance(thing, np.ndarray):
        if thing.size == 0 or not thing.flags.writeable or thing.dtype.kind not in "biufc":
            return False
        np.copyto(thing, ~thing if thing.dtype.kind == "b" else thing + thing.dtype.type(1))
    elif isinstance(thing, list):
        thing.append(thing[-1] if thing else 0.0)
    elif isinstance(thing, dict):
        thing["one more"] = 0.0
    elif isinstance(thing, set):
        thing.add("one more")
    elif isinstance(getattr(thing, "data", None), np.ndarray) and hasattr(thing, "_prev"):
        return spoil(thing.data)
    elif hasattr(thing, "_prev") and isinstance(getattr(thing, "data", None), int | float):
        thing.data = thing.data + 1.0
    else:
        return False
    return True


def compiled(function, mutant):
    """The mutant as a function, with the names that the original sees; and what tells whether it spoils anything."""
    spoiler = Spoiler()
    names = dict(function.__globals__) | {"_spoil_whole": spoiler.whole, "_spoil_entry": spoiler.entry}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python's own, on odd code
        exec(compile(mutant.source, f"<a mutant of {function.__name__}>", "exec"), names)
    return names[function.__name__], spoiler


class Judge:
    """Says whether solutions of one exercise pass. The case that has failed most is tried first, to save time."""

    def __init__(self, exercise):
        self.exercise = exercise
        self.cases = [dataclasses.replace(exercise, cases=[case]) for case in exercise.cases]
        begin = time.perf_counter()
        self.passes(exercise.reference)
        self.seconds = max(SECONDS, 4 * (time.perf_counter() - begin))

    def passes(self, solution):
        trying.SECONDS = getattr(self, "seconds", trying.SECONDS)
        for place, case in enumerate(self.cases):
            if checker.examine(case, solution).status != "passed":
                self.cases.insert(0, self.cases.pop(place))
                return False
        return checker.examine(self.exercise, solution).status == "passed"


def solutions_of(exercise):
    """The right solutions that can be changed."""
    known = [] if exercise.is_data else [exercise.reference, *exercise.alternatives]
    return [solution for solution in known if parsed(solution)]


def tried(exercise_id, place, begun):
    """The Outcome for one function, by the exercise's id and its place among the solutions.

    Args:
        begun: a function that is called with the text of each mutant before that is tried.
    """
    exercise = find_exercise(exercise_id)
    function = solutions_of(exercise)[place]
    checker.diagnose = lambda exercise, tries: []  # only the status is wanted
    warnings.simplefilter("ignore")
    number, alive, error = 0, [], ""
    with np.errstate(all="ignore"):
        judge = Judge(exercise)
        if not judge.passes(function):
            return Outcome(exercise_id, function.__name__, 0, [], "does not pass itself, so its mutants say nothing")
        for mutant in mutants_of(function, exercise.may_change):
            begun(mutant.text)
            changed, spoiler = compiled(function, mutant)
            is_alive = judge.passes(changed)
            if "_spoil_" in mutant.source and not spoiler.has_spoilt:
                continue  # there was nothing to change
            number += 1
            alive += [mutant.text] * is_alive
        if not judge.passes(function):
            error = "does not pass any more, after its mutants have been tried: are all cases made afresh?"
    return Outcome(exercise_id, function.__name__, number, alive, error)


def all_tried(tasks, jobs):
    """Yield the Outcome of each task, a pair (id, place), as it comes.

    Each task has a process of its own: a mutant that kills it, or stops it for a minute, does no harm to the others.
    """
    waiting, running = list(reversed(tasks)), {}
    while waiting or running:
        while waiting and len(running) < jobs:
            task = waiting.pop()
            here, there = multiprocessing.Pipe(duplex=False)
            process = multiprocessing.Process(target=send_outcome, args=(task, there), daemon=True)
            process.start()
            there.close()
            running[here] = process, task, ""
        ready = wait(list(running), timeout=60)
        if not ready:
            for process, _, _ in running.values():
                process.kill()
        for here in ready:
            process, task, text = running.pop(here)
            try:
                news = here.recv()
            except EOFError:
                process.join()
                name = solutions_of(find_exercise(task[0]))[task[1]].__name__
                news = Outcome(task[0], name, 0, [], f"exit status {process.exitcode} at the mutant: {text}")
            if isinstance(news, Outcome):
                yield news
            else:
                running[here] = process, task, news


def send_outcome(task, there):
    """Try the mutants of one function, and send the text of each, then the Outcome, to the other end of a pipe."""
    there.send(tried(*task, there.send))


def listed(notebook, folder=LISTS):
    """The survivors that a notebook's file accounts for: {id: {text: reason}}."""
    path = folder / f"nb{notebook}.py"
    if not path.exists():
        return {}
    spec = importlib.util.spec_from_file_location(f"equivalent_mutants_nb{notebook}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.EQUIVALENT


def complaints(exercise_id, alive, reasons):
    """The lines on survivors that are not listed, listed ones that do not survive, and reasons that are missing."""
    lines = [f"{exercise_id}  alive: {text}" for text in alive if text not in reasons]
    lines += [f"{exercise_id}  listed, but does not survive: {text}" for text in reasons if text not in alive]
    return lines + [
        f"{exercise_id}  listed without a reason: {text}" for text, why in reasons.items() if not why.strip()
    ]


def chosen(names):
    """The ids of the exercises that are meant by ids and numbers of notebooks; all, if there are none."""
    every = {each: number for number in notebooks() for each in exercise_ids(number)}
    unknown = [name for name in names if name not in every and name.zfill(2) not in every.values()]
    if unknown:
        sys.exit(f"There is no exercise or notebook {', '.join(unknown)}.")
    meant = [name.zfill(2) for name in names]
    return [each for each, number in every.items() if not names or each in names or number in meant]


def main(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="EXERCISE or NOTEBOOK")
    parser.add_argument("--jobs", type=int, default=2, help="processes that work at the same time")
    options = parser.parse_args(arguments)
    ids = chosen(options.names)
    tasks = [(each, place) for each in ids for place in range(len(solutions_of(find_exercise(each))))]
    outcomes = defaultdict(list)
    begin = time.perf_counter()
    for outcome in all_tried(tasks, options.jobs):
        outcomes[outcome.exercise_id].append(outcome)
    wrong, number, alive_in_all = [], 0, 0
    for each in ids:
        found = sorted(outcomes[each], key=lambda outcome: outcome.function)
        alive = [f"{outcome.function}: {text}" for outcome in found for text in outcome.alive]
        of_this = sum(outcome.number for outcome in found)
        wrong += [f"{each}  {outcome.function}: {outcome.error}" for outcome in found if outcome.error]
        wrong += complaints(each, alive, listed(find_exercise(each).notebook).get(each, {}))
        number, alive_in_all = number + of_this, alive_in_all + len(alive)
        if of_this:
            print(f"{each:>5}  {of_this:>4} mutants of {len(found)}, {len(alive)} alive")
    print(*wrong, sep="\n")
    seconds = time.perf_counter() - begin
    print(f"{number:,} mutants, {number - alive_in_all:,} failed, {alive_in_all} alive, in {seconds:.0f} s.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
