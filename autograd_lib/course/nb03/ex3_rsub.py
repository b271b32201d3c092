"""Exercise 3.3: a number minus a Value."""

import math

from autograd_lib.course.answers import in_words, plain_data
from autograd_lib.course.diagnosis import WHOLE
from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise, NotAnAnswer
from autograd_lib.course.nb03 import mistakes
from autograd_lib.course.nb03.values import Value, as_value, class_seen_by, methods, pay_from, result_node
from autograd_lib.engine.graph import topological_order


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


def with_two_inputs(self, other):
    left = Value(other)
    return Value(left.data - self.data, [self, left], "-", [-1, 1])


def with_a_closure(self, other):
    out = Value(other - self.data, (self,), "-")

    def _backward():
        self.grad -= out.grad

    out._backward = _backward
    return out


def takes_the_order_from_radd(self, other):
    """the difference is taken the wrong way round: `self` is the a in 1 - a, so this is a - 1. Addition forgives that,
    subtraction does not. In a node of your own, the local gradients have to change with it.
    """
    return self - other


def turns_only_the_number_round(self, other):
    """the number is that of a - 1. In 1 - a, `self` is the a: it is `other - self`, with the number on the left."""
    return Value(self.data - other, (self,), "-", (-1.0,))


def pays_with_a_plus(self, other):
    """`a` is paid as if it stood on the left. In 1 - a it stands on the right: raise a, and the result goes down. The
    local gradient is -1. In a node of your own, the local gradients stand in the order of the inputs.
    """
    left = as_value(other)
    return Value(left.data - self.data, (self, left), "-", (1.0, -1.0))


def adds(self, other):
    """the two are added. In 1 - a the result goes down as a goes up."""
    return self + other


def subtracts_both(self, other):
    """both are subtracted: -a - 1 comes out. In 1 - a only the a has a minus."""
    return -self - other


def leaves_out_the_number(self, other):
    """`other` is left out, and -a comes out. It is the number on the left: `other - self`."""
    return -self


def takes_one_for_the_number(self, other):
    """`other` is left out, and 1 - a comes out whatever number stands on the left. Python hands that number over as
    `other`.
    """
    return Value(1.0) - self


def asks_python_again(self, other):
    """the function ends up in itself again, without end, as by `other - self` with a number as `other`: that is the
    very question that Python has just passed on to `__rsub__`. Make a Value of the number first.
    """
    return other - self


def takes_the_number_for_a_node(self, other):
    """`other` is a plain number, and has no `.data`. Make a node of it first, `other = as_value(other)`."""
    return Value(other.data - self.data, (other, self), "-", (1.0, -1.0))


def wants_data_of_a_number(case, answer):
    """Whether a number was asked for its `.data`; another AttributeError is another mistake."""
    return any(mistakes.says(answer, f"'{kind}' object has no attribute 'data'") for kind in ("int", "float"))


def keeps_the_number_among_the_inputs(self, other):
    """a plain number stands among the inputs, where a node belongs. `self` is one, and `as_value(other)` makes one of
    the number on the left.
    """
    return Value(other - self.data, (other, self), "-", (1.0, -1.0))


def leaves_the_graph(self, other):
    """nothing leads from the result back to `a`, as where only the number in it is used, `self.data`. Subtract `self`
    itself, not a copy of it; in a node of your own, `self` has to be among the inputs.
    """
    return Value(other - self.data)


def pays_nothing(self, other):
    """`a` belongs to the graph of the result, and is paid nothing, as where the node made of it has no local gradient
    for it, or 0. In 1 - a it is -1.
    """
    return Value(other - self.data, (self,), "-")


def replaces(self, other):
    """a payment replaces what was there (as by `=` for `-=`): what another use of `a` has paid is lost."""
    out = Value(other - self.data, (self,), "-")

    def _backward():
        self.grad = -out.grad

    out._backward = _backward
    return out


def pays_without_upstream(self, other):
    """`a` is paid -1 as it is, without what has arrived at the result. A payment is local gradient × `out.grad`."""
    out = Value(other - self.data, (self,), "-")

    def _backward():
        self.grad -= 1.0

    out._backward = _backward
    return out


def multiplies_by_its_number(self, other):
    """the number in `a` is a factor of what it is paid. However large a is, 1 - a goes down by 1 when a goes up by 1:
    the local gradient is -1.
    """
    return Value(other - self.data, (self,), "-", (-self.data,))


def pays_the_number_with_a_minus(self, other):
    """`a` is paid rightly, and the number on the left is not. It has become a node too: raise it, and the result goes
    up as fast. Its local gradient is 1.
    """
    left = as_value(other)
    return Value(left.data - self.data, (left, self), "-", (-1.0, -1.0))


def cuts_the_number(self, other):
    """the number on the left loses what stands behind its point, as by `int` or `round`. Use `other` as it is."""
    return as_value(int(other)) - self


def rounds_the_number_down(self, other):
    return as_value(math.floor(other)) - self


rounds_the_number_down.__doc__ = cuts_the_number.__doc__


def takes_one_for_zero(self, other):
    """the number 0 is taken for another, as by `other or 1`. 0 - a is asked for, too: use `other` as it is."""
    return as_value(other or 1) - self


def returns_self_for_zero(self, other):
    """0 - a comes out as a. It is -a: that a 0 changes nothing is true of a - 0, and of sums."""
    return as_value(other) - self if other else self


def declines_floats(self, other):
    """NotImplemented comes back, which tells Python to ask the other one. The number has been asked already, and there
    is nobody left to ask: return a Value, whatever number `other` is.
    """
    return as_value(other) - self if isinstance(other, int) else NotImplemented


def takes_floats_for_the_right(self, other):
    """a whole number stands on the left, as it should, and a number with a point does not: `self - other` comes out, as
    where only an int is looked for. Whatever number `other` is, it is the one on the left.
    """
    return as_value(other) - self if isinstance(other, int) else self - other


def declines(case, answer):
    return frozenset([WHOLE] if mistakes.says(answer, "You returned NotImplemented") else [])


def takes_its_size(self, other):
    """the sign of the number on the left is lost. Use `other` as it is."""
    return as_value(abs(other)) - self


def takes_the_distance(self, other):
    """the distance of the two is taken, which is never negative. other - self is negative where `self` is larger."""
    return as_value(other) - self if other > self.data else self - other


def has_the_number_of_the_distance(self, other):
    """the sign of the result is lost. other - self is negative where `self` is larger."""
    return Value(abs(other - self.data), (self,), "-", (-1.0,))


def multiplies_by_the_number(self, other):
    """the number on the left is a factor of what `a` is paid. However large it is, the result goes down by 1 when a
    goes up by 1: the local gradient is -1.
    """
    return Value(other - self.data, (self,), "-", (-other,))


def multiplies(self, other):
    """the two are multiplied. What is asked for is the difference, `other - self`."""
    return self * other


def subtracts_both_from_one(self, other):
    """both a minus and the number are wrong: -a - 1 comes out, whatever number stands on the left. Python hands that
    number over as `other`, and only the a has a minus.
    """
    return -self - 1


def takes_one_and_pays_with_a_plus(self, other):
    """the number is that of 1 - a whatever stands on the left, and `a` is paid with a plus. Use `other`, which Python
    hands over; and the local gradient of `a` is -1.
    """
    return Value(1 - self.data, (self,), "-", (1.0,))


def pays_one_for_zero(self, other):
    """an `out.grad` of 0 is taken for 1, as by `out.grad or 1.0`. If nothing has arrived at the result, nothing is
    paid.
    """
    out = Value(other - self.data, (self,), "-")

    def _backward():
        self.grad -= out.grad or 1.0

    out._backward = _backward
    return out


def run(solution, numbers, before, grad, number_of_a=3.0):
    """`numbers[0] - a`, or (`numbers[0]` - (`numbers[1]` - a)), with the operator: that exposes what calls itself."""
    value_class = class_seen_by(solution, has_local_gradients=True)
    a = value_class(number_of_a, label="a")
    a.grad = before
    result = a
    with methods(value_class, __rsub__=lambda self, other: result_node(solution(self, other), "c")):
        for number in reversed(numbers):
            result = number - result
    pay_from(result, grad)
    if len(numbers) == 1 and (result.data, a.grad) == (numbers[0] - number_of_a, before - grad):
        look_at_the_number(result, a, grad)
    reaches_a = "yes" if a in topological_order(result) else "no"
    return Drawn(plain_data({"c.data": result.data, "a.grad": a.grad, "does c depend on a?": reaches_a}), result)


def look_at_the_number(c, a, grad):
    """If c, which is right otherwise, has two inputs, `a` and a leaf for the number: that has to be paid as well.

    Raises:
        NotAnAnswer: it is paid something else.
    """
    others = [node for node in c._prev if node is not a]
    if len(c._prev) == 2 and len(others) == 1 and not others[0]._prev and others[0].grad != grad:
        leaf = others[0]
        raise NotAnAnswer(
            f"The number on the left, {in_words(leaf.data)}, has become a node, and its gradient is "
            f"{in_words(leaf.grad)}, expected {grad:g}.",
            kind="the number is paid wrongly",
        )


exercise = Exercise(
    id="3.3",
    title="One minus a",
    name="rsub",
    reference=reference,
    demands=[
        Demand(
            "`rsub(self, other)` returns a Value for `other - self`, whatever number `other` is",
            takes_one_for_the_number,
        ),
        Demand(
            "in a backward pass `self` gets the right payment, and so does the number if it has become a node",
            pays_with_a_plus,
        ),
    ],
    cases=[
        Case("c = 1 - a, with a = 3 and c.grad = 0.7", lambda: ([1], 0.0, 0.7)),
        Case("c = 10.5 - a, with a = 3 and c.grad = -1.3", lambda: ([10.5], 0.0, -1.3)),
        Case("c = 1 - (2 - a), with a = 3 and c.grad = 0.7", lambda: ([1, 2], 0.0, 0.7)),
        Case("c = 0 - a, with a = 3 and c.grad = 0.7", lambda: ([0], 0.0, 0.7)),
        Case("c = 1 - a, with a = 0 and c.grad = 0.7", lambda: ([1], 0.0, 0.7, 0.0)),
        Case("c = -2.75 - a, with a = 3 and c.grad = 0.7", lambda: ([-2.75], 0.0, 0.7)),
        Case("c = 1 - a, where c.grad = 0 and a.grad holds 0.25 from another use of a", lambda: ([1], 0.25, 0.0)),
        Case("c = 1 - a, where a.grad holds 0.25 from another use of a", lambda: ([1], 0.25, -1.3)),
    ],
    run=run,
    alternatives=[
        makes_the_leaf_itself,
        adds_the_negative,
        turns_the_difference_round,
        as_one_operation,
        with_two_inputs,
        with_a_closure,
    ],
    misconceptions=[
        takes_the_order_from_radd,
        turns_only_the_number_round,
        pays_with_a_plus,
        pays_the_number_with_a_minus,
        pays_without_upstream,
        multiplies_by_its_number,
        adds,
        subtracts_both,
        leaves_out_the_number,
        takes_one_for_the_number,
        asks_python_again,
        takes_the_number_for_a_node,
        keeps_the_number_among_the_inputs,
        leaves_the_graph,
        pays_nothing,
        replaces,
        cuts_the_number,
        rounds_the_number_down,
        takes_one_for_zero,
        returns_self_for_zero,
        declines_floats,
        takes_floats_for_the_right,
        takes_its_size,
        takes_the_distance,
        has_the_number_of_the_distance,
        multiplies_by_the_number,
        multiplies,
        subtracts_both_from_one,
        takes_one_and_pays_with_a_plus,
        pays_one_for_zero,
        mistakes.returns_a_number,
        mistakes.returns_another_thing,
        mistakes.changes_self,
    ],
    recognise={
        takes_the_number_for_a_node: wants_data_of_a_number,
        keeps_the_number_among_the_inputs: mistakes.has_a_number_among_the_inputs,
        declines_floats: declines,
    },
)
