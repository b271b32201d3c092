"""Exercise 3.2: find what is wrong with a subtraction that was copied from an addition."""

from autograd_lib.course.exercise import Case, Drawn, Exercise
from autograd_lib.course.nb03.values import Value, as_value, class_seen_by, result_node


def stub(self, other):
    other = as_value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        self.grad += out.grad
        other.grad = out.grad

    out._backward = _backward
    return out


def reference(self, other):
    other = as_value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        self.grad += out.grad
        other.grad -= out.grad

    out._backward = _backward
    return out


def spells_the_local_gradients_out(self, other):
    other = as_value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        self.grad += 1.0 * out.grad
        other.grad += -1.0 * out.grad

    out._backward = _backward
    return out


def changes_nothing(self, other):
    """both slips are still there. One shows in a single a - b: raise b a little, and which way does a - b go? The other
    shows where b, or a, has been paid before.
    """
    return stub(self, other)


def fixes_only_the_overwriting(self, other):
    """the payments add up now, but `other` still gets the local gradient of an addition, 1. In a - b, raising b lowers
    the result: its local gradient is -1.
    """
    other = as_value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        self.grad += out.grad
        other.grad += out.grad

    out._backward = _backward
    return out


def fixes_only_the_sign(self, other):
    """the sign is right now, but `other.grad` is still overwritten: what another use had paid into it is lost."""
    other = as_value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        self.grad += out.grad
        other.grad = -out.grad

    out._backward = _backward
    return out


def turns_both_signs(self, other):
    """both inputs get the minus. Raising a raises a - b: only the second local gradient is -1."""
    other = as_value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        self.grad -= out.grad
        other.grad -= out.grad

    out._backward = _backward
    return out


def turns_the_wrong_sign(self, other):
    """the minus went to the first input. In a - b it is b that lowers the result."""
    other = as_value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        self.grad -= out.grad
        other.grad += out.grad

    out._backward = _backward
    return out


def multiplies_by_the_number(self, other):
    """the number of `other` is taken for its local gradient. How fast a - b moves with b does not depend on how large b
    is: the rate is always -1.
    """
    other = as_value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        self.grad += out.grad
        other.grad += -other.data * out.grad

    out._backward = _backward
    return out


def run(solution, twice, before, grad):
    """`a - b`, or `a - a` if `twice`; `before` is what b.grad holds from another use."""
    value_class = class_seen_by(solution)
    a, b = value_class(2.0, label="a"), value_class(-3.0, label="b")
    b.grad = before
    c = result_node(solution(a, a if twice else b), "c")
    c.grad = grad
    c._backward()
    answer = {"c.data": c.data, "a.grad": a.grad}
    return Drawn(answer if twice else answer | {"b.grad": b.grad}, c)


exercise = Exercise(
    id="3.2",
    title="A copy with two slips",
    name="sub",
    reference=reference,
    stub=stub,
    cases=[
        Case("c = a - b, with c.grad = 0.7", lambda: (False, 0.0, 0.7)),
        Case("c = a - a, with c.grad = 0.7", lambda: (True, 0.0, 0.7)),
        Case("c = a - b, where b.grad holds 0.25 from another use of b", lambda: (False, 0.25, -1.3)),
    ],
    run=run,
    alternatives=[spells_the_local_gradients_out],
    misconceptions=[
        changes_nothing,
        fixes_only_the_overwriting,
        fixes_only_the_sign,
        turns_both_signs,
        turns_the_wrong_sign,
        multiplies_by_the_number,
    ],
)
