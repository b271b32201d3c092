"""Nothing gets out of the checker: whatever is handed in, to any exercise, gets one short verdict."""

import functools
import itertools
import math
import re
import sys
from fractions import Fraction

import numpy as np
import pytest
from examined import EACH, EXERCISES
from nightly import NIGHTLY

from autograd_lib.course.checker import Verdict, examine
from autograd_lib.course.report import VerdictBox
from autograd_lib.draw import draw_graph


class Broken:
    """Every question that can be asked of it raises an error."""

    def refuse(self, *arguments):
        raise RuntimeError("no answer")

    __repr__ = __str__ = __eq__ = __hash__ = __len__ = __iter__ = __getitem__ = __bool__ = __contains__ = refuse
    __float__ = __int__ = __index__ = __format__ = __array__ = __add__ = __mul__ = __lt__ = __call__ = refuse


class Disguised:
    """Says that it is a list, and is none."""

    __class__ = list


class DisguisedNode:
    """Has the attributes of a node, and nothing that is right in them."""

    data, grad, label, _prev, _op, _local_gradients, tangent, shape = "data", None, 3, (1, "two"), None, 7, {}, "shape"


class ClassThatRaises:
    @property
    def __class__(self):
        raise RuntimeError("no class")


class LongName(str):
    """A text that does not hold still."""

    def __getitem__(self, place):
        return self * 2


class UnspeakableError(Exception):
    def __str__(self):
        raise RuntimeError("no words")


def raising(error):
    def solution(*arguments, **named):
        raise error

    return solution


def leaving(*arguments, **named):
    sys.exit()


def generating(*arguments, **named):
    yield 1.0
    yield 2.0


def holding_itself():
    thing = [1.0]
    thing.append(thing)
    return thing


def dict_holding_itself():
    thing = {"a": 1.0}
    thing["b"] = thing
    return thing


def deep(levels=5_000):
    thing = []
    for _ in range(levels):
        thing = [thing]
    return thing


THINGS = {
    "None": lambda: None,
    "broken": Broken,
    "list of broken": lambda: [Broken()] * 3,
    "a disguised list": Disguised,
    "a disguised node": DisguisedNode,
    "no class": ClassThatRaises,
    "a class": lambda: Broken,
    "a generator": generating,
    "holds itself": holding_itself,
    "dict holds itself": dict_holding_itself,
    "deep": deep,
    "long text": lambda: "a<b>`*" * 1_000_000,
    "strange text": lambda: LongName("text"),
    "many numbers": lambda: list(range(200_000)),
    "many floats": lambda: np.linspace(0, 1, 20_000),
    "nan": lambda: math.nan,
    "inf": lambda: -math.inf,
    "many nans": lambda: [math.nan] * 4,
    "10**5000": lambda: 10**5000,
    "list of 10**5000": lambda: [10**5000, 10**400],
    "complex": lambda: 1 + 2j,
    "array of complex": lambda: np.array([1j, 2.0]),
    "arrays as entries": lambda: [np.arange(3.0), np.ones((2, 2))],
    "array of objects": lambda: np.array([None, Broken, "a"], dtype=object),
    "text array": lambda: np.array(["a", "b"]),
    "structured array": lambda: np.zeros(2, dtype=[("a", float)]),
    "dates": lambda: np.array(["2020-01-01"], dtype="datetime64[D]"),
    "odd keys": lambda: {1.5: 2, (1, 2): [], None: {}, 10**5000: 1, np.float64(2): 2},
    "set": lambda: {1, 2, 3},
    "bytes": lambda: b"\xff" * 100_000,
    "a function": lambda: lambda *arguments: lambda *more: None,
    "text": lambda: "\x00\n\n\x1b[31m`*",
    "empty": list,
    "empty dict": dict,
    "module": lambda: math,
    "True": lambda: True,
    "Fraction": lambda: Fraction(10**400, 3),
    "memoryview": lambda: memoryview(b"abc"),
    "NotImplemented": lambda: NotImplemented,
}
SOLUTIONS = {
    "leaves": leaving,
    "SystemExit": raising(SystemExit("bye")),
    "unspeakable": raising(UnspeakableError()),
    "GeneratorExit": raising(GeneratorExit()),
    "StopIteration": raising(StopIteration(Broken())),
    "long error": raising(ValueError("x" * 5_000_000)),
    "odd error": raising(KeyError(Broken())),
    "generator": generating,
    "broken": Broken(),
    "no arguments": lambda: 1.0,
    "built-in": max,
    "class": Broken,
    "method": [].append,
    "partial": functools.partial(max, 1.0),
}


def hostile_solutions(exercise):
    """All that is handed in to an exercise, by names for those who read the failure."""
    if not exercise.is_data:
        for name, make in THINGS.items():
            yield f"returns {name}", lambda *arguments, make=make, **named: make()
        yield from SOLUTIONS.items()
        return
    right = exercise.reference()
    for name, make in THINGS.items():
        yield name, make()
        if isinstance(right, dict):
            yield f"{name} in all entries", {key: make() for key in right}
            yield f"{name} in the first entry", right | {next(iter(right)): make()}
    if isinstance(right, dict):
        first, *others = right
        yield "one entry open", right | {first: ...}
        yield "one entry missing", {key: right[key] for key in others}
        yield "one entry more", right | {"one more": 1.0}
        yield "all but one open and that one wrong", dict.fromkeys(others, ...) | {first: Broken()}


def some_of_them(exercise):
    """A third of what can be handed in, another one for the next exercise; all of it at night."""
    number = list(EXERCISES).index(exercise.id)
    return itertools.islice(hostile_solutions(exercise), 0 if NIGHTLY else number % 3, None, 1 if NIGHTLY else 3)


@pytest.mark.thorough
@EACH
def test_whatever_is_handed_in_gets_a_short_verdict(exercise):
    for name, solution in some_of_them(exercise):
        verdict = examine(exercise, solution)
        assert isinstance(verdict, Verdict), name
        assert len(verdict.headline) <= 500, name
        for part in verdict.parts:
            assert len(part.text) <= 2_500, (name, part.text)
            assert not re.search("cannot be (judged|compared)", part.text), (name, part.text)
        box = VerdictBox(verdict)
        assert len(repr(box)) <= 8_000, name
        assert len(box._repr_html_()) <= 30_000, name
        if verdict.root is not None:
            draw_graph(verdict.root, highlight=verdict.marked)


@pytest.mark.parametrize("engines", list(itertools.product((True, False), repeat=6)))
def test_exercise_5_6_has_a_verdict_for_every_part_of_an_answer(engines):
    exercise = EXERCISES["5.6"]

    def expose(a, b):
        expressions = exercise.reference(a, b)
        return {name: expressions[name] if is_there else ... for name, is_there in zip(expressions, engines)}

    verdict = examine(exercise, expose)
    assert verdict.status == ("passed" if all(engines) else "not yet")
    for name, is_there in zip("ABCDEF", engines):
        if not is_there:
            assert re.search(rf"\b{name}\b", "\n".join(verdict.details)), verdict.details
    assert not re.search("raised|cannot be", "\n".join(verdict.details)), verdict.details
