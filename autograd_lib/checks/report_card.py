"""`check_engine(MyValue)`: a report card for anybody's scalar engine, held against autograd_lib's own.

Each case is a small computation, written once and run on both classes: it passes if the number and all gradients agree.
"""

import html
import math
import operator
from collections.abc import Callable
from typing import NamedTuple

from autograd_lib.checks.time_limit import OutOfTime, time_limit
from autograd_lib.engine.value import Value

SECONDS = 2.0
TOLERANCE = 1e-9


class Case(NamedTuple):
    """A computation `compute(*leaves)` on leaves with these numbers; `code` is how the learner reads it."""

    code: str
    numbers: tuple
    compute: Callable
    calls: int = 1  # of backward()


class Part(NamedTuple):
    """What an engine can do, in words, the cases that show it, smallest first, and whether a network needs it."""

    name: str
    cases: tuple[Case, ...]
    needed: bool = True


def binary(symbol, operation, numbers=(3.0, 2.0)):
    """The cases of one operator: on two nodes, and with a number on either side."""
    x, y = numbers
    return (
        Case(f"a {symbol} b", numbers, operation),
        Case(f"a {symbol} {y:g}", (x,), lambda a: operation(a, y)),
        Case(f"{x:g} {symbol} b", (y,), lambda b: operation(x, b)),
    )


def function(name, *numbers):
    """The cases of one function, at several numbers."""
    return tuple(Case(f"Value({x:g}).{name}()", (x,), operator.methodcaller(name)) for x in numbers)


def detour(a):
    b = a * 2
    return b + b * 3


def twice_twice(a):
    b = a + a
    return b + b


def square_of_three(c):
    d = c * 3
    return d * d


def chain(a):
    for _ in range(5_000):
        a = a + a * -0.001
    return a


PARTS = (
    Part("holds a number", (Case("Value(2.0)", (2.0,), lambda a: a),)),
    Part("+", binary("+", operator.add)),
    Part("*", binary("*", operator.mul)),
    Part("-", (*binary("-", operator.sub), Case("-a", (3.0,), operator.neg))),
    Part("/", binary("/", operator.truediv)),
    Part("** with a number", tuple(Case(f"a ** {n}", (2.0,), lambda a, n=n: a**n) for n in (2, 3, 0.5, -1))),
    Part("a node used twice", (Case("a + a", (3.0,), lambda a: a + a), Case("a * a", (3.0,), lambda a: a * a))),
    Part("the right order", (Case("b + b * 3, with b = a * 2", (3.0,), detour),)),
    Part("one turn for each node", (Case("b + b, with b = a + a", (1.0,), twice_twice),)),
    Part("sum() of a list", (Case("sum([a, b])", (3.0, 2.0), lambda a, b: sum([a, b])),)),
    Part("tanh", function("tanh", 0.5, -1.0), needed=False),
    Part("relu", function("relu", 2.0, -2.0, 0.0), needed=False),
    Part("exp", function("exp", 0.5, -1.0), needed=False),
    Part("log", function("log", 2.0), needed=False),
    Part("sigmoid", function("sigmoid", 0.5, -1.0), needed=False),
    Part("two calls of backward()", (Case("d * d, with d = c * 3, twice", (2.0,), square_of_three, 2),), needed=False),
    Part("tanh of large numbers", function("tanh", 1000.0, -1000.0), needed=False),
    Part("deep graphs", (Case("a = a + a * -0.001, 5,000 times", (1.0,), chain),), needed=False),
)


def check_engine(engine):
    """Try a Value class on what an engine has to do, and say what is missing and what is wrong.

    Args:
        engine: a class. `engine(number)` is a leaf, with `data` and `grad`; results of arithmetic have `backward()`.

    Returns:
        A ReportCard, which shows itself in a notebook. `card.passed` are the names of the parts that are right,
        `card.usable` says whether a network can be trained on the class.

    Raises:
        TypeError: `engine` is not a class.
    """
    if not isinstance(engine, type):
        raise TypeError(f"check_engine takes the class itself, got {engine!r} ({type(engine).__name__})")
    return ReportCard(engine.__name__, [(part, first_problem(engine, part)) for part in PARTS])


def first_problem(engine, part):
    """What is wrong with the first case of a part that is not right, in one line, or None."""
    for case in part.cases:
        problem = problem_of(engine, case)
        if problem:
            return f"{case.code}: {problem}"
    return None


def problem_of(engine, case):
    """What is wrong in one case, or None. Whatever the engine does, this returns."""
    expected = outcome(Value, case)
    try:
        with time_limit(SECONDS):
            got = outcome(engine, case)
    except OutOfTime:
        return f"did not finish within {SECONDS:g} seconds"
    except RecursionError:
        return "RecursionError: too deep for an order found by recursion"
    except (Exception, SystemExit) as error:
        return missing_or_raised(engine, error)
    for name, right in expected.items():
        if not is_close(right, got[name]):
            return f"{name} is {shown(got[name])}, expected {shown(right)}"
    return None


def outcome(engine, case):
    """The result's number and the gradients of the leaves, by name."""
    leaves = [engine(number) for number in case.numbers]
    root = case.compute(*leaves)
    for _ in range(case.calls):
        root.backward()
    gradients = {f"{name}.grad": leaf.grad for name, leaf in zip(names(case), leaves)}
    return {"the result": root.data, **gradients}


def names(case):
    """What the code of a case calls its leaves."""
    return [name for name in "abcd" if f"{name} " in f"{case.code} ".replace(")", " ").replace(",", " ")] or ["a"]


def missing_or_raised(engine, error):
    """An exception in one line; an operation that is not there is called missing."""
    words = str(error).splitlines()[0] if str(error) else ""
    if isinstance(error, AttributeError) and getattr(error, "obj", None).__class__ is engine:
        return f"missing ({engine.__name__} has no `{error.name}`)"
    if isinstance(error, TypeError) and ("unsupported operand" in words or "bad operand" in words):
        return f"missing ({words})"
    return f"{type(error).__name__}: {words}"


def is_close(right, got):
    try:
        return math.isclose(right, got, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    except TypeError:
        return False


def shown(number):
    return f"{number:.6g}" if isinstance(number, int | float) else repr(number)


class ReportCard:
    """What `check_engine` found. Shows itself as a table; see `passed`, `problems` and `usable`."""

    def __init__(self, name, results):
        self.name = name
        self.results = results

    @property
    def passed(self):
        """The names of the parts that are right."""
        return [part.name for part, problem in self.results if problem is None]

    @property
    def problems(self):
        """The name of each part that is missing or wrong, and its smallest example in words."""
        return {part.name: problem for part, problem in self.results if problem}

    @property
    def usable(self):
        """Whether all is right that a network needs: the arithmetic, and tanh or relu to bend it."""
        arithmetic = not any(problem for part, problem in self.results if part.needed)
        return arithmetic and ("tanh" in self.passed or "relu" in self.passed)

    @property
    def summary(self):
        ready = "A network can be trained on it." if self.usable else "It is not ready for a network yet."
        return f"{self.name}: {len(self.passed)} of {len(self.results)} parts are right. {ready}"

    def rows(self):
        for part, problem in self.results:
            yield part.name + ("" if part.needed else " (extra)"), problem or "right"

    def __repr__(self):
        rows = list(self.rows())
        width = max(len(name) for name, _ in rows)
        return "\n".join([self.summary, *(f"{name.ljust(width)}  {words}" for name, words in rows)])

    def _repr_html_(self):
        cells = "".join(
            f'<tr><td style="text-align: left">{html.escape(name)}</td>'
            f'<td style="text-align: left">{html.escape(words)}</td></tr>'
            for name, words in self.rows()
        )
        return f"<p>{html.escape(self.summary)}</p><table>{cells}</table>"
