"""The tool behind `make mutants`: which faults it makes, what survives, and which lists it accepts."""

import os

import numpy as np
import pytest
from faults import mutants_of
from mutants import Judge, Outcome, Spoiler, all_tried, compiled, complaints, listed, main, spoil

from autograd_lib.course.exercise import Case, Exercise
from autograd_lib.engine.value import Value


def scaled(numbers, factor):
    """A list, each number times the factor."""
    result = []
    for number in numbers:
        if number > 0 and factor:
            result.append(number * factor)
    return result


def slope(a, b):
    def vjp(g):
        return g * b - a

    return vjp


def texts(function, **options):
    return [mutant.text for mutant in mutants_of(function, **options)]


def test_mutants_are_named_by_the_statement_before_and_after():
    found = texts(scaled)
    assert "if number > 0 and factor: -> if number >= 0 and factor:" in found
    assert "if number > 0 and factor: -> if number > 0 or factor:" in found
    assert "if number > 0 and factor: -> if number > 1 and factor:" in found
    assert "if number > 0 and factor: -> if number > 0:" in found
    assert "result.append(number * factor) -> result.append(number / factor)" in found
    assert "result.append(number * factor) -> result.append(number)" in found
    assert "result.append(number * factor) -> (dropped)" in found
    assert "for number in numbers: -> the same, with `return result` at the end of its body" in found
    assert "result = [] -> the same, but `[]` made once for all calls" in found
    assert "numbers -> changed in place" in found
    assert "return g * b - a -> return a - g * b" in texts(slope)
    assert "g of vjp -> changed in place" in texts(slope)


def test_no_two_mutants_of_a_function_have_one_name():
    def same_twice(a):
        a = a + 1
        a = a + 1
        return a + a + a

    for function in (scaled, slope, same_twice):
        found = texts(function)
        assert len(set(found)) == len(found)
    assert "a = a + 1 -> a = a - 1 (line 3)" in texts(same_twice)


def test_a_docstring_an_error_and_what_may_change_are_left_alone():
    def careful(numbers):
        """Words."""
        if not numbers:
            raise ValueError("no numbers")
        return numbers[0]

    found = texts(careful, may_change=["numbers"])
    assert not [text for text in found if "Words" in text or "no numbers?" in text or "in place" in text]
    assert "if not numbers: -> if numbers:" in found
    assert "raise ValueError('no numbers') -> (dropped)" in found


@pytest.mark.parametrize("function", [lambda a: a + 1, Value, max, texts])
def test_what_is_not_a_plain_function_has_no_mutants_and_what_is_has(function):
    assert bool(mutants_of(function)) == (function is texts)


def graph():
    return Value(2.0) * Value(3.0)


@pytest.mark.parametrize(
    "make", [lambda: np.ones(3), lambda: np.array([True]), lambda: [1.0], list, dict, lambda: {"a": 1}, graph]
)
def test_what_can_be_changed_in_place_is(make):
    before, thing = repr(make()), make()
    assert spoil(thing) and repr(thing) != before


@pytest.mark.parametrize("thing", [1.0, "text", (1, 2), np.ones(0), np.broadcast_to(1.0, 3), None, max])
def test_what_cannot_be_changed_is_left_as_it_is(thing):
    assert not spoil(thing)


def test_entries_are_changed_as_well():
    spoiler, row, node = Spoiler(), np.zeros(2), graph()
    spoiler.entry(3.0)
    assert not spoiler.has_spoilt
    spoiler.entry([row])
    spoiler.entry(node)
    assert spoiler.has_spoilt and row.tolist() == [1, 1] and node._prev[0].data == 3


def exercise_on(*arguments):
    return Exercise(
        id="4.2",
        title="",
        name="scaled",
        reference=scaled,
        cases=[Case("some numbers", lambda each=each: each()) for each in arguments],
    )


def survivors(exercise):
    judge, alive = Judge(exercise), []
    for mutant in mutants_of(scaled):
        changed, spoiler = compiled(scaled, mutant)
        if judge.passes(changed) and ("_spoil_" not in mutant.source or spoiler.has_spoilt):
            alive.append(mutant.text)
    return alive


def test_weak_cases_leave_mutants_alive_and_strong_ones_do_not():
    weak = survivors(exercise_on(lambda: ([2.0], 2.0)))
    assert "result.append(number * factor) -> result.append(number + factor)" in weak
    assert "for number in numbers: -> the same, with `return result` at the end of its body" in weak
    assert "numbers -> changed in place" not in weak
    assert "result = [] -> the same, but `[]` made once for all calls" not in weak
    assert not survivors(exercise_on(lambda: ([3.0, -1.0, 0.5, 0.0], 2.5), lambda: ([1.0], 0.0)))


def test_an_endless_mutant_has_failed():
    def endless(numbers, factor):
        while True:
            pass

    assert not Judge(exercise_on(lambda: ([2.0], 2.0))).passes(endless)


def test_survivors_and_the_list_must_agree():
    assert complaints("4.2", ["f: a -> b"], {"f: a -> b": "No number is negative."}) == []
    [unlisted] = complaints("4.2", ["f: a -> b"], {})
    [stale] = complaints("4.2", [], {"f: a -> b": "No number is negative."})
    [silent] = complaints("4.2", ["f: a -> b"], {"f: a -> b": " "})
    assert unlisted == "4.2  alive: f: a -> b"
    assert "does not survive" in stale and "without a reason" in silent


def test_lists_are_read_from_their_folder(tmp_path):
    (tmp_path / "nb04.py").write_text('EQUIVALENT = {"4.2": {"f: a -> b": "why"}}\n')
    assert listed("04", tmp_path) == {"4.2": {"f: a -> b": "why"}}
    assert listed("05", tmp_path) == {}


def test_the_program_says_how_many_failed_and_refuses_a_stale_list(capsys, monkeypatch):
    assert main(["0.1"]) == 0
    assert "0 alive" in capsys.readouterr().out
    monkeypatch.setattr("mutants.listed", lambda notebook: {"0.1": {"reference: a -> b": "why"}})
    assert main(["0"]) == 1
    assert "0.1  listed, but does not survive: reference: a -> b" in capsys.readouterr().out


def test_a_mutant_that_kills_its_process_is_named_and_the_others_go_on(monkeypatch):
    def tried(exercise_id, place, begun):
        begun("return a -> exit()")
        if place == 0:
            os._exit(7)
        return Outcome(exercise_id, "another", 5, [])

    monkeypatch.setattr("mutants.tried", tried)
    killed, fine = sorted(all_tried([("1.1", 0), ("1.1", 1)], jobs=2), key=lambda outcome: outcome.number)
    assert killed.error == "exit status 7 at the mutant: return a -> exit()"
    assert fine.number == 5 and not fine.error


def test_the_program_names_what_it_does_not_know():
    with pytest.raises(SystemExit, match=r"no exercise or notebook 4\.99"):
        main(["4.99"])
