"""What the checker promises, tried on every exercise.

No right answer is refused, no wrong one passes, no diagnosis is untrue, mistakes are named as people make them, and the
box of an exercise asks for what is checked and nothing else. More is in `test_two_mistakes.py` and
`test_hostile_answers.py`.
"""

import functools
import inspect
import math
import re
import textwrap
from fractions import Fraction
from pathlib import Path

import nbformat
import numpy as np
import pytest
from examined import EACH, EXERCISES, examined, no_hurry, said  # noqa: F401

from autograd_lib.course import diagnosis
from autograd_lib.course.diagnosis import BEGINNING, single_mistakes

pytestmark = pytest.mark.usefixtures("no_hurry")
OF_A_NOTEBOOK = [exercise for exercise in EXERCISES.values() if exercise.notebook != "00"]
EACH_WITH_DEMANDS = pytest.mark.parametrize("exercise", OF_A_NOTEBOOK, ids=lambda exercise: exercise.id)


# No right answer is refused.


def numbers_of_numpy(thing):
    if isinstance(thing, bool):
        return np.bool_(thing)
    if isinstance(thing, int):
        return np.int64(thing) if abs(thing) < 2**63 else thing
    return np.float64(thing) if isinstance(thing, float) else entry_by_entry(numbers_of_numpy, thing)


def arrays_of_one_number(thing):
    return np.array(thing) if isinstance(thing, bool | float) else entry_by_entry(arrays_of_one_number, thing)


def arrays_for_lists(thing):
    if isinstance(thing, list | tuple) and len(thing) and is_rectangular(thing):
        return np.array(thing)
    return entry_by_entry(arrays_for_lists, thing)


def is_rectangular(thing):
    """Whether lists are numbers or truth values throughout, as an array has them."""
    if not all(isinstance(entry, bool | int | float) for entry in flat(thing)):
        return False
    try:
        return np.array(thing).dtype.kind in "bif"
    except ValueError:
        return False


def flat(thing):
    return [leaf for entry in thing for leaf in flat(entry)] if isinstance(thing, list | tuple) else [thing]


def lists_for_arrays(thing):
    return thing.tolist() if isinstance(thing, np.ndarray) else entry_by_entry(lists_for_arrays, thing)


def tuples_for_lists(thing):
    inside = entry_by_entry(tuples_for_lists, thing)
    if isinstance(thing, list | tuple):
        return tuple(inside) if isinstance(thing, list) else list(inside)
    return inside


def fractions_for_numbers(thing):
    if isinstance(thing, int | float) and not isinstance(thing, bool) and math.isfinite(thing):
        return Fraction(thing)
    return entry_by_entry(fractions_for_numbers, thing)


def ints_and_floats_swapped(thing):
    """2.0 for 2, and 2 for 2.0."""
    if isinstance(thing, int) and not isinstance(thing, bool):
        return float(thing) if abs(thing) < 2**53 else thing
    if isinstance(thing, float):
        return int(thing) if thing.is_integer() else thing
    return entry_by_entry(ints_and_floats_swapped, thing)


def entry_by_entry(dress, thing):
    """Containers of the same kinds, with each entry dressed; anything else as it is."""
    if isinstance(thing, dict):
        return {key: dress(entry) for key, entry in thing.items()}
    return type(thing)(map(dress, thing)) if type(thing) in (list, tuple) else thing


DRESSES = [
    numbers_of_numpy,
    arrays_of_one_number,
    arrays_for_lists,
    lists_for_arrays,
    tuples_for_lists,
    fractions_for_numbers,
    ints_and_floats_swapped,
]


def kinds(thing):
    """The types of a thing and of all its entries."""
    entries = list(thing.values()) if isinstance(thing, dict) else thing
    return type(thing), [kinds(entry) for entry in entries] if isinstance(entries, list | tuple) else None


def dressed(exercise, solution, dress):
    """A solution whose results go through `dress`."""
    if exercise.is_data:
        return lambda: dress(solution())

    @functools.wraps(solution)
    def other(*arguments, **named):
        return dress(solution(*arguments, **named))

    return other


@EACH
def test_right_solutions_pass_whatever_kinds_of_numbers_and_lists_they_return(exercise):
    for solution in [exercise.reference, *exercise.alternatives]:
        results = []

        def noted(result, results=results):
            results.append(result)
            return result

        verdict = examined(exercise, dressed(exercise, solution, noted))
        assert verdict.status == "passed", (solution.__name__, verdict.details)
        for dress in DRESSES:
            if any(kinds(dress(result)) != kinds(result) for result in results[:10]):  # the small cases come first
                verdict = examined(exercise, dressed(exercise, solution, dress))
                assert verdict.status == "passed", (solution.__name__, dress.__name__, verdict.details)


# No wrong answer passes. (`make mutants` tries many more.)


@EACH_WITH_DEMANDS
def test_whatever_breaks_one_demand_fails(exercise):
    assert exercise.demands, "this exercise has no `demands` yet"
    for demand in exercise.demands:
        verdict = examined(exercise, demand.breaker)
        assert verdict.status == "not yet", f"`{demand.breaker.__name__}` passes, and breaks: {demand.text}"


# No diagnosis is untrue.


MISTAKES = [
    pytest.param(exercise, mistake, id=f"{exercise.id}-{number}")
    for exercise in EXERCISES.values()
    for number, mistake in enumerate(single_mistakes(exercise), start=1)
]


@pytest.mark.parametrize(("exercise", "mistake"), MISTAKES)
def test_a_known_mistake_fails_and_is_called_by_its_name_and_no_other(exercise, mistake):
    assert mistake.function, f"a slip cannot be made, see the test of slips: {mistake.sentences}"
    verdict = examined(exercise, mistake.function)
    assert verdict.status == "not yet", f"passes: {mistake.sentences}"
    diagnosed = [part.text for part in verdict.parts if part.kind == "diagnosis"]
    assert diagnosed == [BEGINNING + words for words in mistake.sentences], (mistake.sentences, verdict.details)


@EACH
def test_each_slip_is_a_change_that_fits_its_function(exercise):
    for slip in exercise.slips:
        source = textwrap.dedent(inspect.getsource(diagnosis.base_of(exercise, slip)))
        for old, new in slip.edits:
            assert source.count(old) == 1, f"stands there {source.count(old)} times: {old!r}"
            assert old != new
        assert diagnosis.edited(diagnosis.base_of(exercise, slip), slip), f"is no Python: {slip.edits}"


# Mistakes are named as people make them.


@EACH
def test_every_exercise_knows_three_mistakes_or_more_and_says_each_in_a_sentence(exercise):
    sentences = [words for mistake in single_mistakes(exercise) for words in mistake.sentences]
    assert len(set(sentences)) >= 3
    for words in sentences:
        # It goes on from "That is what you get when".
        assert words.endswith((".", "?")) and not words.startswith(("That", "when", "What")), words


# The box asks for what is checked, and for nothing else.


FOLDER = Path(__file__).parent.parent / "notebooks"
LIST = "**Asked for**"
ASKING = (
    "Write|Return|Give|Use|Do not|Leave|Fill|Find|Make|Compute|Change|Add|Keep|Mend|Fix|Build|Design|Name|Choose|Put"
)
DEMANDING = r"\b(must|has to|have to|should|do not|needs? to|may not|not allowed)\b"


@functools.cache
def boxes():
    """A dict from each exercise's id to the text of its box, from the heading on."""
    found = {}
    for path in sorted(FOLDER.glob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            match = re.search(r"^### Exercise (\d+\.\d+) · .*?\n", cell.source, re.MULTILINE)
            if cell.cell_type == "markdown" and match:
                found[match[1]] = cell.source[match.end() :]
    return found


@EACH_WITH_DEMANDS
def test_the_list_in_the_box_is_that_of_the_demands(exercise):
    _, found, items = boxes()[exercise.id].partition(LIST)
    assert found, f"the box of {exercise.id} has no list {LIST}"
    listed = items.strip().splitlines()
    assert listed == [f"- {demand.text}" for demand in exercise.demands]
    assert 2 <= len(listed) <= 6
    for text in listed:
        assert not re.match(r"- [A-Z][a-z]|.*\.$", text), f"this should begin small and have no full stop: {text}"


@EACH_WITH_DEMANDS
def test_nothing_else_in_the_box_asks_for_anything(exercise):
    prose, _, _ = boxes()[exercise.id].partition(LIST)
    asking = [s for s in sentences_of(prose) if re.match(rf"(?:(?:Then|And|Now|So) )?(?:{ASKING})\b", s, re.IGNORECASE)]
    assert len(asking) <= 1, f"more than one sentence asks for something: {asking}"
    demanding = [s for s in sentences_of(prose) if re.search(DEMANDING, s, re.IGNORECASE)]
    assert not demanding, f"belongs to the list: {demanding}"


def sentences_of(text):
    """The sentences of Markdown, without questions, quotations and code blocks."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    text = re.sub(r"\"[^\"]*\"", "", text)
    found = re.split(r"(?<=[.:;!?])\s+|\n\n|\n(?:- |\d\. )", text)
    return [sentence.strip() for sentence in found if not sentence.strip().endswith("?")]
