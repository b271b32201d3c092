"""Exercise 3.3: a number minus a Value."""

from contextlib import contextmanager

from autograd_lib.course.exercise import Case, Drawn, Exercise
from autograd_lib.course.nb03.values import Value, as_value, class_seen_by, pay_from, result_node


def reference(self, other):
    return as_value(other) - self


def makes_the_leaf_itself(self, other):
    return Value(other) - self


def adds_the_negative(self, other):
    return -self + other


def turns_the_difference_round(self, other):
    return -(self - other)


def as_one_operation(self, other):
    return Value(other - self.data, (self,), "rsub", (-1.0,))


def takes_the_order_from_radd(self, other):
    """the difference is taken the wrong way round: `self` is the a in 1 - a, so this is a - 1. Addition forgives that,
    subtraction does not.
    """
    return self - other


def asks_python_again(self, other):
    """the function asks Python for the very thing that Python asked it for. `other - self`, with a number as `other`,
    comes back to `__rsub__`, and so on, without end. Make a Value of the number first.
    """
    return other - self


def leaves_the_graph(self, other):
    """the number is right but the graph is cut: the result was made from `self.data`, a plain number, which does not
    know `self`. Subtract the Values, not their numbers.
    """
    return Value(other - self.data)


def adds(self, other):
    """the two are added. In 1 - a the result goes down as a goes up."""
    return self + other


@contextmanager
def installed(function, cls):
    """A context in which `function` is the `__rsub__` of `cls`."""
    before = vars(cls).get("__rsub__")
    cls.__rsub__ = function
    try:
        yield
    finally:
        if before is None:
            del cls.__rsub__
        else:
            cls.__rsub__ = before


def run(solution, number, factor):
    """`number - a`, with the operator, which exposes a solution that calls itself; times `factor` if there is one."""
    value_class = class_seen_by(solution)
    a = value_class(3.0, label="a")
    with installed(lambda self, other: solution(self, other), value_class):
        result = number - a
        c = result_node(result if factor is None else result * factor, "c")
    pay_from(c, 0.7)
    return Drawn({"c.data": c.data, "a.grad": a.grad}, c)


exercise = Exercise(
    id="3.3",
    title="One minus a",
    name="rsub",
    reference=reference,
    cases=[
        Case("c = 1 - a, with a = 3 and c.grad = 0.7", lambda: (1, None)),
        Case("c = 10.5 - a, with a = 3 and c.grad = 0.7", lambda: (10.5, None)),
        Case("c = (1 - a) * 2, with a = 3 and c.grad = 0.7", lambda: (1, 2)),
    ],
    run=run,
    alternatives=[makes_the_leaf_itself, adds_the_negative, turns_the_difference_round, as_one_operation],
    misconceptions=[takes_the_order_from_radd, asks_python_again, leaves_the_graph, adds],
)
