"""`check_engine(MyValue)`: a report card for anybody's scalar engine, held against autograd_lib's own.

Each case is a small computation, written once and run on both classes: it passes if the number and all gradients agree.
"""

import html
import math
import operator
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from autograd_lib.checks.time_limit import OutOfTime, time_limit
from autograd_lib.engine.graph import shorten
from autograd_lib.engine.value import Value

SECONDS = 2.0  # for one case
SECONDS_IN_ALL = 6.0
TOLERANCE = 1e-9

# What an engine says of itself, such as its errors, is cut at so many characters.
WIDTH = 100

# The name of a class. Where a metaclass has a `__name__` of its own, `engine.__name__` is whatever that gives.
name_of = type.__dict__["__name__"].__get__


class Case(NamedTuple):
    """A computation `compute(*leaves)` on leaves with these names and numbers; `code` is how the learner reads it."""

    code: str
    leaves: dict[str, float]
    compute: Callable
    calls: int = 1  # of backward()


class Part(NamedTuple):
    """One thing that an engine can do: its name, the cases that show it, smallest first, and if a network needs it."""

    name: str
    cases: tuple[Case, ...]
    needed: bool = True


def binary(symbol, operation):
    """The cases of one operator: on two nodes, and with a number on either side."""
    return (
        Case(f"a {symbol} b", {"a": 3.0, "b": 2.0}, operation),
        Case(f"a {symbol} 2", {"a": 3.0}, lambda a: operation(a, 2.0)),
        Case(f"3 {symbol} b", {"b": 2.0}, lambda b: operation(3.0, b)),
    )


def function(name, *numbers):
    """The cases of one function, at several numbers."""
    return tuple(Case(f"Value({x:g}).{name}()", {"a": x}, operator.methodcaller(name)) for x in numbers)


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
    Part("holds a number", (Case("Value(2.0)", {"a": 2.0}, lambda a: a),)),
    Part("+", binary("+", operator.add)),
    Part("*", binary("*", operator.mul)),
    Part("-", (*binary("-", operator.sub), Case("-a", {"a": 3.0}, operator.neg))),
    Part("/", binary("/", operator.truediv)),
    Part("** with a number", tuple(Case(f"a ** {n}", {"a": 2.0}, lambda a, n=n: a**n) for n in (2, 3, 0.5, -1))),
    Part(
        "a node used twice",
        (Case("a + a", {"a": 3.0}, lambda a: a + a), Case("a * a", {"a": 3.0}, lambda a: a * a)),
    ),
    Part("the right order", (Case("b + b * 3, with b = a * 2", {"a": 3.0}, detour),)),
    Part("one turn for each node", (Case("b + b, with b = a + a", {"a": 1.0}, twice_twice),)),
    Part("sum() of a list", (Case("sum([a, b])", {"a": 3.0, "b": 2.0}, lambda a, b: sum([a, b])),)),
    Part("tanh", function("tanh", 0.5, -1.0), needed=False),
    Part("relu", function("relu", 2.0, -2.0, 0.0), needed=False),
    Part("exp", function("exp", 0.5, -1.0), needed=False),
    Part("log", function("log", 2.0), needed=False),
    Part("sigmoid", function("sigmoid", 0.5, -1.0), needed=False),
    Part(
        "two calls of backward()", (Case("d * d, with d = c * 3, twice", {"c": 2.0}, square_of_three, 2),), needed=False
    ),
    Part("tanh of large numbers", function("tanh", 1000.0, -1000.0), needed=False),
    Part("deep graphs", (Case("a = a + a * -0.001, 5,000 times", {"a": 1.0}, chain),), needed=False),
)


def check_engine(engine):
    """Try a Value class on what an engine has to do, and say what is missing and what is wrong.

    Args:
        engine: a class. `engine(number)` is a leaf, with `data` and `grad`; results of arithmetic have `backward()`.

    Returns:
        A ReportCard, which shows itself in a notebook. `card.passed` are the names of the parts that are right,
        `card.usable` says whether a network can be trained on the class. It returns whatever the class does, within
        a few seconds: parts that are not reached by then count as problems. Only what no interrupt can end, such as one
        long call of C code, can keep it waiting.

    Raises:
        TypeError: `engine` is not a class.
    """
    if not issubclass(type(engine), type):
        came = f"{one_line(repr, engine)} ({one_line(name_of, type(engine))})"
        raise TypeError(f"check_engine takes the class itself, got {came}")
    end = monotonic() + SECONDS_IN_ALL
    return ReportCard(one_line(name_of, engine), [(part, first_problem(engine, part, end)) for part in PARTS])


def first_problem(engine, part, end):
    """The problem of the first case of a part that is not right, in one line; None if all are."""
    for case in part.cases:
        problem = problem_in_time(engine, case, end - monotonic())
        if problem:
            return f"{case.code}: {problem}"
    return None


def problem_in_time(engine, case, seconds_left):
    """The problem in one case, in one line, or None. To have no time left is a problem too."""
    no_time = f"no time was left (all parts together have {SECONDS_IN_ALL:g} seconds)"
    if seconds_left <= 0:
        return no_time
    expected = outcome(Value, case)
    try:
        with time_limit(min(SECONDS, seconds_left)):
            return problem_of(engine, case, expected)
    except OutOfTime:
        return f"did not finish within {SECONDS:g} seconds" if seconds_left >= SECONDS else no_time


def problem_of(engine, case, expected):
    """The problem in one case, or None. Whatever the engine raises, even a KeyboardInterrupt, this returns."""
    try:
        got = outcome(engine, case)
        for name, right in expected.items():
            if not is_close(right, got[name]):
                return f"{name} is {shown(got[name])}, expected {shown(right)}"
    except RecursionError:
        return "RecursionError: too deep for an order found by recursion"
    except BaseException as error:
        return missing_or_raised(engine, error)
    return None


def outcome(engine, case):
    """The result's number and the gradients of the leaves, by name."""
    leaves = {name: engine(number) for name, number in case.leaves.items()}
    root = case.compute(*leaves.values())
    for _ in range(case.calls):
        root.backward()
    return {"the result": root.data, **{f"{name}.grad": leaf.grad for name, leaf in leaves.items()}}


def missing_or_raised(engine, error):
    """An exception in one line; an operation that is not there is called missing."""
    words = one_line(str, error)
    # An AttributeError of Python's own, and not a class derived from it, says whose attribute it was without tricks.
    if type(error) is AttributeError and type(error.obj) is engine:
        return f"missing ({one_line(name_of, engine)} has no `{one_line(str, error.name)}`)"
    if type(error) is TypeError and ("unsupported operand" in words or "bad operand" in words):
        return f"missing ({words})"
    return ": ".join(filter(None, (one_line(name_of, type(error)), words)))


def is_close(right, got):
    try:
        return math.isclose(right, got, rel_tol=TOLERANCE, abs_tol=TOLERANCE)
    except (TypeError, ValueError, OverflowError):
        return False


def shown(number):
    """A number with six digits, anything else by its repr."""
    return one_line(six_digits, number)


def six_digits(number):
    try:
        return f"{number:.6g}" if isinstance(number, int | float) else repr(number)
    except OverflowError:  # an int that is too large for a float
        return repr(number)


def one_line(speak, thing):
    """`speak(thing)`, such as its repr, on one short line, whatever becomes of that."""
    try:
        return shorten(" ".join(speak(thing).split()), WIDTH)
    except BaseException:
        return "(it cannot be shown)"


class ReportCard:
    """The findings of `check_engine`. Shows itself as a table; see `passed`, `problems` and `usable`."""

    def __init__(self, name, results):
        self.name = name
        self.results = results

    @property
    def passed(self):
        """The names of the parts that are right."""
        return [part.name for part, problem in self.results if problem is None]

    @property
    def problems(self):
        """The name of each part that is missing, wrong or was not reached, and its smallest example in words."""
        return {part.name: problem for part, problem in self.results if problem}

    @property
    def usable(self):
        """Whether all is right that the networks of the course need."""
        return not self.needed

    @property
    def needed(self):
        """The parts that a class must have for any network of the course, and has not: arithmetic, and a bend."""
        parts = [part.name for part, problem in self.results if part.needed and problem]
        return parts + ["tanh or relu"] * (not {"tanh", "relu"} & {*self.passed})

    @property
    def summary(self):
        ready = "A network can be trained on it."
        if self.needed:
            ready = f"Before notebook 08 trains on it, it needs: {', '.join(self.needed)}."
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
