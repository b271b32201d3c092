"""Two mistakes at once: no diagnosis of them is untrue, and most are named. All are tried while somebody waits.

That takes three minutes for all exercises, and is done at night. Whoever changes an exercise tries it on that one:
`pytest -m thorough -k "[4.2]" tests`.
"""

import functools
import gc
import itertools
import math
import time

import pytest
from examined import EXERCISES, examined, no_hurry, said  # noqa: F401

from autograd_lib.checks.time_limit import OutOfTime, time_limit
from autograd_lib.course import diagnosis
from autograd_lib.course.diagnosis import double_mistakes, single_mistakes

pytestmark = [pytest.mark.usefixtures("no_hurry"), pytest.mark.thorough, pytest.mark.nightly]
# All tests of an exercise go to one process, which remembers the verdicts and the costs.
EACH = pytest.mark.parametrize(
    "exercise", [pytest.param(each, id=id, marks=pytest.mark.xdist_group(id)) for id, each in EXERCISES.items()]
)


@functools.cache
def verdicts_on_pairs(exercise):
    """Each two mistakes that can be made together (of very many, some), and the verdict on them."""
    assert cost_of_all_mistakes(exercise) < MOST_COST, "first make the cases, or the mistakes, quicker"
    pairs = pairs_of(exercise)
    return [(pair, examined(exercise, pair.function)) for pair in pairs[:: 1 + len(pairs) // MOST_PAIRS]]


MOST_PAIRS = 30
MOST_COST = 80  # times a million passes through a loop: some four seconds on a machine that is quiet


def pairs_of(exercise):
    """Two mistakes at once: two pieces of text changed, or, in a table, the wrong entries of both."""
    if exercise.is_data:
        return [pair for pair in map(in_one_table, itertools.combinations(single_mistakes(exercise), 2)) if pair]
    return double_mistakes(exercise)


def in_one_table(pair):
    """Two mistakes in one table, if they get different entries of it wrong."""
    exercise, functions = pair[0].exercise, [mistake.function for mistake in pair]
    table = exercise.reference()
    if not isinstance(table, dict):
        return None
    made = set()
    for key in table:
        own = [dict(table)] if exercise.by_steps else []
        right, *entries = [each(*own)[key] for each in (exercise.reference, *functions)]
        wrong = {place: entry for place, entry in enumerate(entries) if entry != right}
        if len(wrong) == 2:
            return None
        made |= wrong.keys()
        table[key] = next(iter(wrong.values()), right)
    if len(made) < 2:  # an entry that follows from another one is no mistake of its own
        return None
    return diagnosis.Mistake(exercise, lambda: table, pair[0].sentences + pair[1].sentences)


@functools.cache
def cost_of_all_mistakes(exercise):
    """What all known mistakes take, alone and in pairs, on all cases: how many times a loop, run just before and after.

    Something else may slow one of the two down, so there are three tries.
    """
    costs = []
    while len(costs) < 3 and not (costs and min(costs) < MOST_COST):
        before, seconds, after = seconds_for_a_loop(), seconds_for_all_mistakes(exercise), seconds_for_a_loop()
        costs.append(seconds / max(before, after))
    return min(costs)


def seconds_for_a_loop():
    begin, total = time.process_time(), 0.0
    for i in range(1_000_000):
        total += i * 2.0
    return time.process_time() - begin


def seconds_for_all_mistakes(exercise):
    """The processor's seconds for them."""
    gc.collect()
    gc.freeze()  # what other tests have left in memory costs no learner any time
    begin = time.process_time()
    try:
        with time_limit(20):
            for mistakes in (single_mistakes, double_mistakes):
                mistakes.__wrapped__(exercise)  # nothing is remembered
                for mistake in mistakes(exercise):
                    mistake.answers.clear()
                    for place in range(len(exercise.cases)):
                        mistake.answer(place)
    except OutOfTime:
        return math.inf
    finally:
        gc.unfreeze()
    return time.process_time() - begin


@EACH
def test_two_mistakes_together_get_their_own_sentences_or_none(exercise):
    for pair, verdict in verdicts_on_pairs(exercise):
        known = set(pair.sentences)
        for single in single_mistakes(exercise):
            if acts_alike(single, pair):  # two changes can make a third: no answer tells that apart
                known |= set(single.sentences)
        strange = set(said(verdict)) - known
        assert not strange, f"two mistakes, {pair.sentences}, are told: {strange}"


@EACH
def test_most_pairs_of_mistakes_are_named(exercise):
    wrong = [verdict for pair, verdict in verdicts_on_pairs(exercise) if verdict.status != "passed"]
    named = [verdict for verdict in wrong if said(verdict)]
    print(f"{exercise.id}: {len(named)} of {len(wrong)} pairs of mistakes are named.")
    assert len(named) >= len(wrong) / 2


def acts_alike(one, other):
    """Whether two mistakes give the same answers in all cases."""
    exercise, places = one.exercise, range(len(one.exercise.cases))
    return all(diagnosis.same_outcome(exercise, one.answer(i)[0], other.answer(i)[0]) for i in places)


@EACH
def test_all_known_mistakes_are_tried_while_somebody_waits(exercise):
    cost = cost_of_all_mistakes(exercise)
    print(f"{exercise.id}: {cost:.0f}")
    assert cost < MOST_COST, f"the cases of {exercise.id} take too long: {cost:.0f} times a loop for all mistakes"
