"""Which mistake was it: slips alone and in pairs, mistakes in part, and silence where it is not certain."""

import itertools
import sys
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest

from autograd_lib.course import diagnosis as diagnosis_module
from autograd_lib.course.answers import Gap
from autograd_lib.course.checker import examine
from autograd_lib.course.diagnosis import ELSEWHERE, FIRST, MORE
from autograd_lib.course.exercise import Case, Exercise, Slip


def line(x, slope, shift):
    product = slope * x
    return {"value": product + shift, "steepness": slope}


def gives_the_shift(x, slope, shift):
    """the shift is taken for the steepness. That is how far the line moves up."""
    return {"value": slope * x + shift, "steepness": shift}


def divides(x, slope, shift):
    """x is divided by the slope."""
    product = x / slope
    return {"value": product + shift, "steepness": slope}


LINE = Exercise(
    id="0.1",
    title="A line",
    name="line",
    reference=line,
    cases=[Case("1, 2, 3", lambda: (1.0, 2.0, 3.0)), Case("-2, 5, 0.5", lambda: (-2.0, 5.0, 0.5))],
    misconceptions=[gives_the_shift, divides],
    slips=[
        Slip("the shift is subtracted. Add it.", ("product + shift", "product - shift")),
        Slip("the slope is added to x.", ("slope * x", "slope + x")),
        Slip("the steepness has the wrong sign.", ('"steepness": slope', '"steepness": -slope')),
    ],
)
SHIFT = "That is what you get when the shift is subtracted. Add it."


def diagnosis(solution, exercise=LINE):
    return [part.text for part in examine(exercise, solution).parts if part.kind == "diagnosis"]


def test_a_slip_is_a_change_of_the_references_text_and_known_by_what_it_does():
    assert diagnosis(lambda x, slope, shift: dict(value=x * slope - shift, steepness=slope)) == [SHIFT]


def test_two_slips_together_are_both_named():
    found = diagnosis(lambda x, slope, shift: dict(value=slope + x - shift, steepness=slope))
    assert found == [FIRST + "the shift is subtracted. Add it.", "The second: the slope is added to x."]


def test_a_slip_on_top_of_a_misconception_is_named_too():
    found = diagnosis(lambda x, slope, shift: dict(value=x / slope - shift, steepness=slope))
    assert found == [
        FIRST + "x is divided by the slope.",
        "The second: the shift is subtracted. Add it.",
    ]


def test_what_is_known_is_named_although_something_else_is_wrong():
    found = diagnosis(lambda x, slope, shift: dict(value=slope * x - shift, steepness=slope**3 + 7))
    assert found == [SHIFT, MORE]


def test_nothing_is_said_that_does_not_hold_in_every_case():
    assert diagnosis(lambda x, slope, shift: dict(value=-1.0, steepness=slope)) == []


@pytest.mark.parametrize("most", [2, 5])
def test_where_time_does_not_suffice_to_try_all_nothing_is_said(monkeypatch, most):
    """The five mistakes are tried, and then their pairs: one that is left out may fit as well."""
    ticks = itertools.count()
    monkeypatch.setattr(diagnosis_module, "SECONDS", most)
    monkeypatch.setattr(diagnosis_module, "time", SimpleNamespace(process_time=lambda: next(ticks)))
    assert diagnosis(lambda x, slope, shift: dict(value=slope + x - shift, steepness=slope)) == []


def test_of_two_that_fit_only_what_both_say_is_said():
    one_case = replace(LINE, cases=[Case("2, 2, 3", lambda: (2.0, 2.0, 3.0))], misconceptions=[])
    both = replace(one_case, slips=[*LINE.slips, Slip("the shift is taken off twice.", ("product +", "product - 0 -"))])
    assert diagnosis(lambda x, slope, shift: dict(value=slope * x - shift, steepness=slope), both) == []


def test_a_crash_elsewhere_hides_nothing_that_was_seen_before_it():
    def solution(x, slope, shift):
        return {"value": slope * x - shift, "steepness": {2.0: 2.0, 5.0: 5.0}[slope]}

    three = replace(LINE, cases=[*LINE.cases, Case("1, 1, 1", lambda: (1.0, 1.0, 1.0))])
    assert diagnosis(solution, three) == [SHIFT, MORE]


def test_where_several_answers_are_right_a_mistake_is_compared_where_it_is_wrong():
    def is_a_root(case, answer):
        (number,) = case.make()
        return None if answer**2 == number else Gap(f"{answer} is no root.")

    def root(number):
        return number**0.5

    def halves(number):
        """the number is halved."""
        return number / 2

    cases = [Case("16", lambda: (16.0,)), Case("4", lambda: (4.0,)), Case("36", lambda: (36.0,))]
    exercise = Exercise(
        id="0.2",
        title="",
        name="root",
        reference=root,
        cases=cases,
        judge=is_a_root,
        misconceptions=[halves],
    )
    assert diagnosis(lambda n: -2.0 if n == 4 else n / 2, exercise) == [
        "That is what you get when the number is halved."
    ]


def test_a_learners_recursion_limit_does_not_reach_our_own_mistakes():
    def endless(x, slope, shift):
        """it calls itself for ever."""
        return endless(x, slope, shift)

    before = sys.getrecursionlimit()
    sys.setrecursionlimit(10**6)
    try:
        exercise = replace(LINE, misconceptions=[endless])
        began = time.monotonic()
        assert diagnosis(lambda x, slope, shift: dict(value=slope * x - shift, steepness=slope), exercise) == [SHIFT]
        assert time.monotonic() - began < 2 and sys.getrecursionlimit() == 10**6
    finally:
        sys.setrecursionlimit(before)


def test_every_piece_of_text_that_a_slip_changes_is_found_once():
    fits_nowhere = replace(LINE, slips=[Slip("no such text.", ("product / shift", "0"))])
    assert diagnosis(lambda x, slope, shift: dict(value=0.0, steepness=slope), fits_nowhere) == []


def test_of_two_slips_the_one_that_shows_in_the_case_that_is_shown_is_named_first():
    no_shift = replace(LINE, cases=[Case("1, 2, 0", lambda: (1.0, 2.0, 0.0)), *LINE.cases])
    found = diagnosis(lambda x, slope, shift: dict(value=slope + x - shift, steepness=slope), no_shift)
    assert found == [
        FIRST + "the slope is added to x.",
        "The second: the shift is subtracted. Add it.",
    ]


def test_what_two_pairs_share_is_said_of_another_case_if_the_one_that_is_shown_has_it_right():
    no_shift = replace(
        LINE,
        cases=[Case("1, 2, 0", lambda: (1.0, 2.0, 0.0)), *LINE.cases],
        slips=[*LINE.slips, Slip("x is added to the slope.", ("slope * x", "x + slope"))],
    )
    found = diagnosis(lambda x, slope, shift: dict(value=slope + x - shift, steepness=slope), no_shift)
    assert found == [ELSEWHERE + "the shift is subtracted. Add it.", MORE]


def test_of_two_mistakes_in_part_the_one_in_the_case_that_is_shown_is_named_first():
    def divided(case, answer):
        x, slope, shift = case.make()
        return answer["value"] == x / slope + shift and frozenset({"value"})

    def steep_as_the_shift(case, answer):
        return answer["steepness"] == case.make()[2] and frozenset({"steepness"})

    shift_is_slope = [Case("1, 2, 2", lambda: (1.0, 2.0, 2.0)), *LINE.cases]
    known = {gives_the_shift: steep_as_the_shift, divides: divided}
    found = diagnosis(
        lambda x, slope, shift: dict(value=x / slope + shift, steepness=shift),
        replace(LINE, cases=shift_is_slope, recognise=known),
    )
    assert [text.split(".")[0] for text in found[:2]] == [
        "That is what you get when x is divided by the slope",
        "Another case fails as it does when the shift is taken for the steepness",
    ]
