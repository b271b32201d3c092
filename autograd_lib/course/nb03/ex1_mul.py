"""Exercise 3.1: multiplication, with a closure for its backward step."""

from functools import partial

from autograd_lib.course.answers import plain_data
from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise, Slip
from autograd_lib.course.nb03 import mistakes
from autograd_lib.course.nb03.values import Value, as_value, backward_of, paid


def reference(self, other):
    other = as_value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad

    out._backward = _backward
    return out


def in_steps(self, other):
    """The same, with a name for each step, for the slips below."""
    other = as_value(other)
    product = self.data * other.data
    out = Value(product, (self, other), "*")

    def _backward():
        for_self = other.data
        for_other = self.data
        self.grad += for_self * out.grad
        other.grad += for_other * out.grad

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


def treats_a_square_by_itself(self, other):
    """The inputs in the other order, which a product allows, and one payment for both uses of a."""
    other = other if isinstance(other, Value) else Value(other)
    out = Value(other.data * self.data, [other, self], "*")

    def pay():
        if other is self:
            self.grad += 2 * self.data * out.grad
        else:
            for node, slope in [(self, other.data), (other, self.data)]:
                node.grad += slope * out.grad

    out._backward = pay
    return out


def in_the_later_form(self, other):
    """For readers who come back: the local gradients as numbers, as from the middle of the notebook on."""
    other = as_value(other)
    return Value(self.data * other.data, (self, other), "*", (other.data, self.data))


def multiplies_by_the_number_itself(self, other):
    """beside a plain number something that is no node stands among the inputs, such as the number as it is. Begin with
    `other = as_value(other)`, which makes a leaf of it, and pass that on.
    """
    factor = as_value(other)
    out = Value(self.data * factor.data, (self, other), "*")

    def _backward():
        self.grad += factor.data * out.grad
        factor.grad += self.data * out.grad

    out._backward = _backward
    return out


def makes_a_leaf_for_a_number(self, other):
    """a product with a plain number is a leaf, which knows no inputs and pays nobody. Make a node of the number first,
    `other = as_value(other)`, and then do the same for both.
    """
    return reference(self, other) if isinstance(other, Value) else Value(self.data * other)


def makes_a_leaf_of_zero(self, other):
    """a product that is 0 is a leaf, which knows no inputs and pays nobody. It is a product like any other: with a = 0
    it still moves by b for each unit of a. Make no exception.
    """
    other = as_value(other)
    if self.data == 0 or other.data == 0:
        return Value(0.0, (), "*")
    return reference(self, other)


def makes_a_leaf_of_zero_without_operation(self, other):
    other = as_value(other)
    return reference(self, other) if self.data and other.data else Value(0.0)


makes_a_leaf_of_zero_without_operation.__doc__ = makes_a_leaf_of_zero.__doc__


def has_another_name(self, other):
    """the operation has another name than `"*"`."""
    out = reference(self, other)
    out._op = "mul"
    return out


def is_another_name(case, answer):
    """Whether the operation has a name that none of the slips gives it, whatever else is wrong."""
    return answer["c's operation"] not in ("*", "+", "none") and frozenset({"c's operation"})


def is_refused_a_node(case, answer):
    return mistakes.is_refused_a_node(answer) or not exercise.gap(case, answer)


def remembers_what_inputs_hold(self, other):
    """an input loses what else it has been paid since the new node was made, as where its gradient is remembered then,
    and the payment is added to that. Add a payment to what the input holds when `_backward()` runs: with `+=`.
    """
    other = as_value(other)
    out = Value(self.data * other.data, (self, other), "*")
    held_by_self, held_by_other = self.grad, other.grad

    def _backward():
        self.grad = held_by_self + other.data * out.grad
        other.grad = held_by_other + self.data * out.grad

    out._backward = _backward
    return out


def remembers_and_treats_a_square_by_itself(self, other):
    other = as_value(other)
    out = Value(self.data * other.data, (self, other), "*")
    held = self.grad, other.grad

    def _backward():
        self.grad = held[0] + other.data * out.grad
        other.grad = (self.grad if other is self else held[1]) + self.data * out.grad

    out._backward = _backward
    return out


remembers_and_treats_a_square_by_itself.__doc__ = remembers_what_inputs_hold.__doc__


def loses_an_input(self, other):
    out = reference(self, other)
    out._prev = tuple(dict.fromkeys(out._prev))
    return out


def overwrites(self, other):
    other = as_value(other)
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad = other.data * out.grad
        other.grad = self.data * out.grad

    out._backward = _backward
    return out


def is_called_plus(self, other):
    out = reference(self, other)
    out._op = "+"
    return out


def takes_values_only(self, other):
    out = Value(self.data * other.data, (self, other), "*")

    def _backward():
        self.grad += other.data * out.grad
        other.grad += self.data * out.grad

    out._backward = _backward
    return out


def run(solution, *details):
    c, answer = paid(solution, ["__mul__", "__rmul__"], *details)
    labels_first = sorted(answer["c's list of inputs"].split(", "), key=lambda words: words if words.isalpha() else "~")
    in_any_order = ", ".join(labels_first)
    return Drawn(plain_data(answer | {"c's list of inputs": in_any_order, "c._backward": backward_of(c)}), c)


OWN_NUMBER = (
    "a payment is multiplied by the number of the input that gets it. How fast a * b moves with `a` is decided by the "
    "*other* input: the local gradient for `a` is b, and for `b` it is a."
)
AS_IN_A_SUM = "a local gradient is that of `+`, which is 1. Nudge a in a * b: the product moves b times as far."
SUBTRACTS = (
    "a payment arrives with the opposite sign. The local gradients of a * b are b and a, without a minus, and what "
    "they pay is added: `+=`."
)
GRADIENT_OF_AN_INPUT = (
    "a payment is multiplied by the gradient of an input. What has arrived at the *result* counts: `out.grad`."
)
GRADIENT_FOR_NUMBER = (
    "the *gradient* of the other input stands where its number is needed. A payment is `other.data`, or `self.data`, "
    "times `out.grad`."
)
PRODUCT_AS_SLOPE = (
    "the product itself is taken for the local gradient. Nudge a by 1: a * b moves by b, and not by a * b."
)
BOTH_TO_ONE = "both payments go to the same input. One belongs to `self.grad` and the other to `other.grad`."
ADDS_UPSTREAM = (
    "`out.grad` and the local gradient are added to each other. Along a path rates multiply: a payment is local "
    "gradient × `out.grad`."
)
DIVIDES_THE_PRODUCT = (
    "a local gradient fails, or is 0, where the input's own number is 0, as where the product is divided by that. It "
    "is the number of the *other* input, whatever the input's own is."
)
INPUTS_IN_A_SET = (
    "`a` stands only once among the inputs in a * a, as in a set. Pass a tuple, `(self, other)`, with an entry for "
    "each use."
)
ONE_INPUT_BESIDE_A_NUMBER = (
    "a product with a plain number has only one input. As in `add`, the number becomes a node as well: `as_value`."
)
OPERATION_FOR_INPUTS = (
    "a text stands where `Value` takes the inputs, as where the operation comes second. The order is number, inputs, "
    'operation: `Value(…, (self, other), "*")`.'
)
STILL_PLUS = 'the operation is called `"+"`, as in `add`. A product is `"*"`.'
NO_OPERATION = 'the operation is left out. Pass `"*"` on to `Value`, after the inputs: drawings show it.'

slip = partial(Slip, of=in_steps)
either = partial(mistakes.either, of=in_steps)

exercise = Exercise(
    id="3.1",
    title="Multiplication",
    name="mul",
    reference=reference,
    demands=[
        Demand('`mul(self, other)` returns a new node: its number is the product, its operation `"*"`', is_called_plus),
        Demand("the node knows its inputs, which are two in `a * a` as well", loses_an_input),
        Demand("its `_backward()` pays each input, on top of what other uses have paid it", overwrites),
        Demand("`other` may be a plain number, which becomes a leaf", takes_values_only),
    ],
    cases=[
        Case("c = a * b, with a = 2, b = -3 and c.grad = 0.7", lambda: ({"a": 2.0, "b": -3.0}, "b", {}, 0.7)),
        Case("c = a * a, with a = 3 and c.grad = 0.7", lambda: ({"a": 3.0}, "a", {}, 0.7)),
        Case(
            "c = a * b, where a.grad and b.grad hold 0.25 and -0.5 from other uses of a and b",
            lambda: ({"a": 0.5, "b": 4.0}, "b", {"a": 0.25, "b": -0.5}, -1.3),
        ),
        Case(
            "c = a * b, where other uses pay 0.25 to a and -0.5 to b after c was made",
            lambda: ({"a": 0.5, "b": 4.0}, "b", {}, -1.3, False, {"a": 0.25, "b": -0.5}),
        ),
        Case("c = a * b, with a = 0, b = 3", lambda: ({"a": 0.0, "b": 3.0}, "b", {}, 0.7)),
        Case("c = a * b, with c.grad = 0", lambda: ({"a": 2.0, "b": -3.0}, "b", {"a": 0.25}, 0.0)),
        Case("c = a * 4, with a plain number", lambda: ({"a": 1.5}, 4, {}, -1.3)),
        Case(
            "c = a * 0.25, with a plain number, where a.grad holds 0.5 from another use of a",
            lambda: ({"a": 1.5}, 0.25, {"a": 0.5}, -1.3),
        ),
        Case("c = a * 1, with a plain number", lambda: ({"a": 1.5}, 1, {}, -1.3)),
        Case("c = a * 0, with a plain number", lambda: ({"a": 1.5}, 0, {}, -1.3)),
        Case(
            "c = a * a, where a.grad holds 0.25, and another product is made before c pays",
            lambda: ({"a": -2.0}, "a", {"a": 0.25}, 0.7, True),
        ),
    ],
    run=run,
    alternatives=[
        remembers_the_numbers,
        captures_an_alias,
        in_steps,
        treats_a_square_by_itself,
        in_the_later_form,
    ],
    misconceptions=[
        mistakes.returns_a_number,
        mistakes.returns_another_thing,
        mistakes.computes_with_nodes,
        mistakes.changes_self,
        multiplies_by_the_number_itself,
        makes_a_leaf_for_a_number,
        makes_a_leaf_of_zero,
        makes_a_leaf_of_zero_without_operation,
        remembers_what_inputs_hold,
        remembers_and_treats_a_square_by_itself,
        has_another_name,
    ],
    recognise={has_another_name: is_another_name, mistakes.computes_with_nodes: is_refused_a_node},
    slips=[
        slip(mistakes.ONE_INPUT_UNPAID, ("self.grad += for_self * out.grad\n        other", "other")),
        slip(mistakes.ONE_INPUT_UNPAID, ("out.grad\n        other.grad += for_other * out.grad", "out.grad")),
        *either(
            OWN_NUMBER,
            ("for_self = other.data", "for_self = self.data"),
            ("for_other = self.data", "for_other = other.data"),
        ),
        *either(
            AS_IN_A_SUM,
            ("for_self = other.data", "for_self = 1.0"),
            ("for_other = self.data", "for_other = 1.0"),
        ),
        *either(
            mistakes.WITHOUT_UPSTREAM,
            ("for_self * out.grad", "for_self"),
            ("for_other * out.grad", "for_other"),
        ),
        slip(mistakes.REPLACES, ("self.grad +=", "self.grad ="), ("other.grad +=", "other.grad =")),
        slip(mistakes.REPLACES, ("other.grad +=", "other.grad =")),
        slip(mistakes.LOSES_EARLIER, ("self.grad +=", "self.grad =")),
        slip(mistakes.LOSES_EARLIER, ("self.grad +=", "self.grad = other.grad = 0.0\n        self.grad +=")),
        slip(
            mistakes.LOSES_EARLIER,
            ("self.grad +=", "if other is not self:\n            other.grad = 0.0\n        self.grad +="),
        ),
        *either(SUBTRACTS, ("self.grad +=", "self.grad -="), ("other.grad +=", "other.grad -=")),
        slip(BOTH_TO_ONE, ("other.grad += for_other", "self.grad += for_other")),
        slip(
            BOTH_TO_ONE,
            ("self.grad += for_self * out.grad\n        other", "other.grad += for_self * out.grad\n        other"),
        ),
        slip(
            GRADIENT_OF_AN_INPUT,
            ("for_self * out.grad", "for_self * self.grad"),
            ("for_other * out.grad", "for_other * other.grad"),
        ),
        slip(
            GRADIENT_OF_AN_INPUT,
            ("for_self * out.grad", "for_self * self.grad"),
            ("for_other * out.grad", "for_other * self.grad"),
        ),
        slip(GRADIENT_OF_AN_INPUT, ("for_other * out.grad", "for_other * self.grad")),
        slip(GRADIENT_OF_AN_INPUT, ("for_self * out.grad", "for_self * other.grad")),
        slip(GRADIENT_OF_AN_INPUT, ("for_self * out.grad", "for_self * self.grad")),
        slip(GRADIENT_OF_AN_INPUT, ("for_other * out.grad", "for_other * other.grad")),
        *either(
            DIVIDES_THE_PRODUCT,
            ("for_self = other.data", "for_self = out.data / self.data"),
            ("for_other = self.data", "for_other = out.data / other.data"),
        ),
        *either(
            DIVIDES_THE_PRODUCT,
            ("for_self = other.data", "for_self = out.data / self.data if self.data else 0.0"),
            ("for_other = self.data", "for_other = out.data / other.data if other.data else 0.0"),
        ),
        *either(
            "a payment is only half of what it should be. Each input gets its own local gradient × `out.grad`, whole.",
            ("for_self * out.grad", "for_self * out.grad / 2"),
            ("for_other * out.grad", "for_other * out.grad / 2"),
        ),
        slip(
            "`out.grad` is 0 after the payments. It stays as it is: it is the gradient of the result, and paying "
            "takes nothing away.",
            ("other.grad += for_other * out.grad", "other.grad += for_other * out.grad\n        out.grad = 0.0"),
        ),
        *either(
            mistakes.ONE_FOR_ZERO,
            ("for_self * out.grad", "for_self * (out.grad or 1.0)"),
            ("for_other * out.grad", "for_other * (out.grad or 1.0)"),
        ),
        slip(
            mistakes.ONE_PAYMENT_OF_TWO,
            (
                "self.grad += for_self * out.grad\n        other.grad += for_other * out.grad",
                "first, second = self.grad + for_self * out.grad, other.grad + for_other * out.grad\n"
                "        self.grad, other.grad = first, second",
            ),
        ),
        slip(
            mistakes.LEAF_UNPAID,
            ("other = as_value(other)\n", "given, other = other, as_value(other)\n"),
            ("other.grad += for_other", "if other is given:\n            other.grad += for_other"),
        ),
        slip(mistakes.A_NEW_NODE_FOR_EACH, ("as_value(other)", "Value(as_value(other).data)")),
        slip(
            "the number 0 is taken for 1, as by `other or 1`. It is a number like any other.",
            ("as_value(other)", "as_value(other or 1)"),
        ),
        slip(
            "a * 1 is `a` itself, and no new node. It is a product like any other, with two inputs: make no exception.",
            ("other = as_value(other)\n", "other = as_value(other)\n    if other.data == 1:\n        return self\n"),
        ),
        slip(
            GRADIENT_FOR_NUMBER,
            ("for_self = other.data", "for_self = other.grad"),
            ("for_other = self.data", "for_other = self.grad"),
        ),
        slip(
            mistakes.NUMBER_OF_THE_RESULT,
            ("for_self * out.grad", "for_self * out.data"),
            ("for_other * out.grad", "for_other * out.data"),
        ),
        slip(
            PRODUCT_AS_SLOPE,
            ("for_self = other.data", "for_self = out.data"),
            ("for_other = self.data", "for_other = out.data"),
        ),
        slip(
            ADDS_UPSTREAM,
            ("for_self * out.grad", "(for_self + out.grad)"),
            ("for_other * out.grad", "(for_other + out.grad)"),
        ),
        slip(
            mistakes.PAYS_NOTHING,
            ("for_self * out.grad", "for_self * 0.0"),
            ("for_other * out.grad", "for_other * 0.0"),
        ),
        slip(mistakes.NOT_STORED, ("out._backward = _backward\n", "pass\n")),
        slip(mistakes.CALLED_AT_ONCE, ("out._backward = _backward\n", "out._backward = _backward()\n")),
        slip(mistakes.NO_INPUTS, ("(self, other), ", "(), ")),
        slip(mistakes.ONE_INPUT, ("(self, other), ", "(self,), ")),
        slip(mistakes.ONE_INPUT, ("(self, other), ", "(other,), ")),
        slip(
            ONE_INPUT_BESIDE_A_NUMBER,
            ("other = as_value(other)\n", "given, other = other, as_value(other)\n"),
            ("(self, other), ", "(self, other) if other is given else (self,), "),
        ),
        slip(INPUTS_IN_A_SET, ("(self, other), ", "dict.fromkeys((self, other)), ")),
        slip(OPERATION_FOR_INPUTS, ('(self, other), "*"', '"*"')),
        slip(STILL_PLUS, ('"*"', '"+"')),
        slip(NO_OPERATION, (', "*"', "")),
        slip(
            "the number is that of a sum: `self.data * other.data` is the product.",
            ("self.data * other", "self.data + other"),
        ),
        slip(mistakes.NO_PLAIN_NUMBERS, ("other = as_value(other)\n", "pass\n")),
        slip(mistakes.ONE_TYPE_OF_NUMBERS, ("as_value(other)", "as_value(other) if isinstance(other, int) else other")),
        slip(
            mistakes.ONE_TYPE_OF_NUMBERS, ("as_value(other)", "as_value(other) if isinstance(other, float) else other")
        ),
    ],
)
