"""Exercise 3.1: multiplication, with a closure for its backward step."""

from autograd_lib.course.exercise import Case, Drawn, Exercise
from autograd_lib.course.nb03.values import Value, as_value, class_seen_by, inputs_in_words, result_node


def reference(self, other):
    other = as_value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad

    out._backward = _backward
    return out


def remembers_the_numbers(self, other):
    """Takes the two numbers when the product is made, not when it pays."""
    other = as_value(other)
    x, y = self.data, other.data
    out = Value(x * y, (self, other), "*")

    def _backward():
        self.grad = self.grad + out.grad * y
        other.grad = other.grad + out.grad * x

    out._backward = _backward
    return out


def captures_an_alias(self, other):
    """Looks dangerous but is right: another name for the same node is as good as the first."""
    captured = as_value(other)
    out = Value(self.data * captured.data, (self, captured), "*")

    def pay():
        self.grad += captured.data * out.grad
        captured.grad += self.data * out.grad

    out._backward = pay
    return out


def uses_its_own_number(self, other):
    """each input's payment is multiplied by that input's own number. How fast a * b moves with `a` is decided by the
    *other* one: the local gradient for `a` is b, and for `b` it is a.
    """
    other = as_value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += self.data * out.grad
        other.grad += other.data * out.grad

    out._backward = _backward
    return out


def forgets_out_grad(self, other):
    """the local gradients are paid as they are. What arrives is local gradient × `out.grad`: that is the chain rule."""
    other = as_value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += other.data
        other.grad += self.data

    out._backward = _backward
    return out


def keeps_the_gradients_of_a_sum(self, other):
    """the local gradients are still those of `+`, 1 and 1. Nudge a in a * b: the product moves b times as far."""
    other = as_value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += out.grad
        other.grad += out.grad

    out._backward = _backward
    return out


def overwrites(self, other):
    """a payment replaces what was there (`=` where `+=` is needed), so that only the last one is left."""
    other = as_value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad = other.data * out.grad
        other.grad = self.data * out.grad

    out._backward = _backward
    return out


def calls_it_at_once(self, other):
    """`_backward` is called on the spot, `out._backward = _backward()`, and what it returns, None, is kept. Keep the
    function itself, without the brackets: it is called later, when `out.grad` is known.
    """
    other = as_value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad

    out._backward = _backward()
    return out


def keeps_none(case, answer):
    """Whether an answer is the failure that a `_backward` of None gives; a plain number may fail before that."""
    words = getattr(answer, "text", "")
    (_, other), *_ = case.make()
    return "`_backward` of your node is None" in words or (isinstance(other, int) and "has no attribute" in words)


def never_stores_it(self, other):
    """nothing is paid when `c._backward()` is called: the new node still has the `_backward` that does nothing. Store
    your function in it: `out._backward = _backward`.
    """
    other = as_value(other)
    return Value(self.data * other.data, (self, other), "*")


def forgets_the_inputs(self, other):
    """the new node is not told its inputs. It still pays them, but no drawing and no backward pass will find them: pass
    `(self, other)` and `"*"` on to `Value`.
    """
    out = reference(self, other)
    out._prev, out._op = (), ""
    return out


def forgets_plain_numbers(self, other):
    """`other` is a plain number, which has no `.data`. Begin with `other = as_value(other)`."""
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad

    out._backward = _backward
    return out


def run(solution, numbers, before, grad):
    """`a * other`: `numbers` holds those of a and other, with None for a itself; `before` is in a.grad already."""
    value_class = class_seen_by(solution)
    a = value_class(numbers[0], label="a")
    a.grad = before
    inputs = {"a": a}
    if numbers[1] is None:
        other = a
    elif isinstance(numbers[1], int):
        other = numbers[1]
    else:
        other = inputs["b"] = value_class(numbers[1], label="b")
    c = result_node(solution(a, other), "c")
    c.grad = grad
    c._backward()
    answer = {"c.data": c.data, **{f"{name}.grad": node.grad for name, node in inputs.items()}}
    return Drawn(answer | {"c's list of inputs": inputs_in_words(c), "c's operation": c._op or "none"}, c)


exercise = Exercise(
    id="3.1",
    title="Multiplication",
    name="mul",
    reference=reference,
    cases=[
        Case("c = a * b, with a = 2, b = -3 and c.grad = 0.7", lambda: ((2.0, -3.0), 0.0, 0.7)),
        Case("c = a * a, with a = 3 and c.grad = 0.7", lambda: ((3.0, None), 0.0, 0.7)),
        Case("c = a * b, where a.grad holds 0.25 from another use of a", lambda: ((0.5, 4.0), 0.25, -1.3)),
        Case("c = a * 4, with a plain number", lambda: ((1.5, 4), 0.0, -1.3)),
    ],
    run=run,
    alternatives=[remembers_the_numbers, captures_an_alias],
    misconceptions=[
        uses_its_own_number,
        forgets_out_grad,
        keeps_the_gradients_of_a_sum,
        overwrites,
        calls_it_at_once,
        never_stores_it,
        forgets_the_inputs,
        forgets_plain_numbers,
    ],
    recognise={calls_it_at_once: keeps_none},
)
