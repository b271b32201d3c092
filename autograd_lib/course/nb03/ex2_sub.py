"""Exercise 3.2: find what is wrong with a subtraction that was copied from an addition."""

from functools import partial

from autograd_lib.course.answers import plain_data
from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise, Slip
from autograd_lib.course.nb03 import mistakes
from autograd_lib.course.nb03.values import Value, as_value, backward_of, paid


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


def in_steps(self, other):
    """The same, with a name for each step, for the slips below."""
    other = as_value(other)
    difference = self.data - other.data
    out = Value(difference, (self, other), "-")

    def _backward():
        for_self = 1.0
        for_other = -1.0
        self.grad += for_self * out.grad
        other.grad += for_other * out.grad

    out._backward = _backward
    return out


def in_a_loop(self, other):
    inputs = [self, as_value(other)]
    out = Value(inputs[0].data - inputs[1].data, inputs, "-")

    def _backward():
        for node, sign in zip(inputs, (1, -1)):
            node.grad = node.grad + sign * out.grad

    out._backward = _backward
    return out


def in_the_later_form(self, other):
    """For readers who come back: the local gradients as numbers, as from the middle of the notebook on."""
    other = as_value(other)
    return Value(self.data - other.data, (self, other), "-", (1.0, -1.0))


def pays_nobody_in_a_minus_a(self, other):
    """Right as well: the two payments to the one node of a - a cancel."""
    other = as_value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        if self is not other:
            self.grad += out.grad
            other.grad -= out.grad

    out._backward = _backward
    return out


def fixes_only_the_overwriting(self, other):
    other = as_value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        self.grad += out.grad
        other.grad += out.grad

    out._backward = _backward
    return out


def fixes_only_the_sign(self, other):
    other = as_value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        self.grad += out.grad
        other.grad = -out.grad

    out._backward = _backward
    return out


def overwrites_but_for_a_minus_a(self, other):
    """in a - b, what another use of b has paid into `other.grad` is lost, as by `=`, and a - a comes out right all the
    same, as where it is treated by itself. With `-=` no case needs a treatment of its own.
    """
    other = as_value(other)
    out = Value(self.data - other.data, (self, other), "-")

    def _backward():
        if self is not other:
            self.grad += out.grad
            other.grad = -out.grad

    out._backward = _backward
    return out


def remembers_what_inputs_hold(self, other):
    """an input loses what else it has been paid since the new node was made, as where its gradient is remembered then,
    and the payment is added to that. Add a payment to what the input holds when `_backward()` runs: with `+=`.
    """
    other = as_value(other)
    out = Value(self.data - other.data, (self, other), "-")
    held_by_self, held_by_other = self.grad, other.grad

    def _backward():
        self.grad = held_by_self + out.grad
        other.grad = held_by_other - out.grad

    out._backward = _backward
    return out


def remembers_but_for_a_minus_a(self, other):
    other = as_value(other)
    out = Value(self.data - other.data, (self, other), "-")
    held = self.grad, other.grad

    def _backward():
        if self is not other:
            self.grad = held[0] + out.grad
            other.grad = held[1] - out.grad

    out._backward = _backward
    return out


remembers_but_for_a_minus_a.__doc__ = remembers_what_inputs_hold.__doc__


def adds_a_new_leaf(self, other):
    """-b becomes a node of its own, and `b` is not among the inputs and is paid nothing. The inputs stay `(self,
    other)`.
    """
    negative = Value(-as_value(other).data)
    out = Value(self.data + negative.data, (self, negative), "-")

    def _backward():
        self.grad += out.grad
        negative.grad += out.grad

    out._backward = _backward
    return out


def subtracts_from_a_new_leaf(self, other):
    negative = Value(-as_value(other).data)
    out = Value(self.data + negative.data, (self, negative), "-")

    def _backward():
        self.grad += out.grad
        negative.grad -= out.grad

    out._backward = _backward
    return out


subtracts_from_a_new_leaf.__doc__ = adds_a_new_leaf.__doc__


def adds_the_negative(self, other):
    """the result is put together from a sum and the negative of `b`: a second node stands between it and `b`, and
    `c._backward` pays that one and not b. The node stays one difference, with the inputs `(self, other)`.
    """
    negative = -as_value(other)
    out = Value(self.data + negative.data, (self, negative), "+")

    def _backward():
        self.grad += out.grad
        negative.grad += out.grad

    out._backward = _backward
    return out


def adds_the_product_with_minus_one(self, other):
    return self + as_value(other) * -1.0


adds_the_product_with_minus_one.__doc__ = adds_the_negative.__doc__


def makes_a_leaf_of_a_minus_a(self, other):
    """a - a is a leaf, which knows no inputs and pays nobody. It is a difference like any other, with the inputs a and
    a: make no exception.
    """
    return Value(0.0, (), "-") if self is other else reference(self, other)


def makes_a_leaf_of_a_minus_a_without_operation(self, other):
    return Value(0.0) if self is other else reference(self, other)


makes_a_leaf_of_a_minus_a_without_operation.__doc__ = makes_a_leaf_of_a_minus_a.__doc__


def clears_in_a_minus_a(self, other):
    """in a - a the gradient is 0 afterwards, whatever other uses have paid. The two payments of a - a cancel by
    themselves, and what was there before stays.
    """
    out = reference(self, other)
    if self is other:

        def _backward():
            self.grad = 0.0

        out._backward = _backward
    return out


def has_another_name(self, other):
    """the operation has another name than `"-"`."""
    out = reference(self, other)
    out._op = "sub"
    return out


def is_another_name(case, answer):
    """Whether the operation has a name that none of the slips gives it, whatever else is wrong."""
    return answer["c's operation"] not in ("-", "+", "none") and frozenset({"c's operation"})


def refuses_plain_numbers(self, other):
    return reference(self, other) if isinstance(other, Value) else NotImplemented


def run(solution, *details):
    c, answer = paid(solution, ["__sub__", "__rsub__"], *details)
    return Drawn(plain_data(answer | {"c._backward": backward_of(c)}), c)


PLUS_FOR_OTHER = (
    "`other` is paid +`out.grad`, as in a sum. Raise b, and a - b goes down: the local gradient for `other` is -1."
)
MINUS_FOR_SELF = "`self` is paid with a minus. Raise a, and a - b goes up: the local gradient for `self` is 1."
OVERWRITES = (
    "a gradient is overwritten, with the payment or with 0: what another use of that node has paid into it is lost. "
    "Payments are added, with `+=` or `-=`."
)
DEPENDS_ON_NUMBERS = (
    "the number of an input is a factor of a payment. How fast a - b moves does not depend on how large a and b are: "
    "the local gradients are 1 and -1 everywhere."
)

SIGN_OF_UPSTREAM = (
    "a payment has the wrong sign where `out.grad` is negative, as by `abs`. It is 1, or -1, times `out.grad`, "
    "whatever its sign."
)

slip = partial(Slip, of=in_steps)
either = partial(mistakes.either, of=in_steps)

exercise = Exercise(
    id="3.2",
    title="A copy with two slips",
    name="sub",
    side_road=True,
    reference=reference,
    demands=[
        Demand("`sub(self, other)` pays `self` and `other` with the right signs", fixes_only_the_overwriting),
        Demand("its payments are added to what other uses have paid before", fixes_only_the_sign),
        Demand(
            "all else stays as it is: the number, the inputs, the operation, and plain numbers as `other`",
            refuses_plain_numbers,
        ),
    ],
    stub=stub,
    cases=[
        Case("c = a - b, with a = 2, b = -3 and c.grad = 0.7", lambda: ({"a": 2.0, "b": -3.0}, "b", {}, 0.7)),
        Case("c = a - a, with a = 2 and c.grad = 0.7", lambda: ({"a": 2.0}, "a", {}, 0.7)),
        Case(
            "c = a - b, where a.grad and b.grad hold 0.25 and -0.5 from other uses of a and b",
            lambda: ({"a": 0.5, "b": 4.0}, "b", {"a": 0.25, "b": -0.5}, -1.3),
        ),
        Case(
            "c = a - b, where other uses pay 0.25 to a and -0.5 to b after c was made",
            lambda: ({"a": 0.5, "b": 4.0}, "b", {}, -1.3, False, {"a": 0.25, "b": -0.5}),
        ),
        Case("c = a - b, with c.grad = 0", lambda: ({"a": 2.0, "b": -3.0}, "b", {"a": 0.25}, 0.0)),
        Case("c = a - 4, with a plain number", lambda: ({"a": 1.5}, 4, {}, -1.3)),
        Case(
            "c = a - 0.25, with a plain number, where a.grad holds 0.5 from another use of a",
            lambda: ({"a": 1.5}, 0.25, {"a": 0.5}, -1.3),
        ),
        Case("c = a - 0, with a plain number", lambda: ({"a": 1.5}, 0, {}, -1.3)),
        Case(
            "c = a - a, where a.grad holds 0.25, and another difference is made before c pays",
            lambda: ({"a": -2.0}, "a", {"a": 0.25}, 0.7, True),
        ),
    ],
    run=run,
    alternatives=[in_steps, in_a_loop, in_the_later_form, pays_nobody_in_a_minus_a],
    misconceptions=[
        overwrites_but_for_a_minus_a,
        remembers_what_inputs_hold,
        remembers_but_for_a_minus_a,
        adds_a_new_leaf,
        subtracts_from_a_new_leaf,
        adds_the_negative,
        adds_the_product_with_minus_one,
        makes_a_leaf_of_a_minus_a,
        makes_a_leaf_of_a_minus_a_without_operation,
        clears_in_a_minus_a,
        has_another_name,
        mistakes.returns_a_number,
        mistakes.returns_another_thing,
        mistakes.changes_self,
    ],
    recognise={has_another_name: is_another_name},
    slips=[
        slip(mistakes.ONE_INPUT_UNPAID, ("self.grad += for_self * out.grad\n        other", "other")),
        slip(mistakes.ONE_INPUT_UNPAID, ("out.grad\n        other.grad += for_other * out.grad", "out.grad")),
        slip(PLUS_FOR_OTHER, ("for_other = -1.0", "for_other = 1.0")),
        slip(MINUS_FOR_SELF, ("for_self = 1.0", "for_self = -1.0")),
        *either(OVERWRITES, ("self.grad +=", "self.grad ="), ("other.grad +=", "other.grad =")),
        slip(OVERWRITES, ("self.grad +=", "self.grad = other.grad = 0.0\n        self.grad +=")),
        slip(
            OVERWRITES,
            (
                "self.grad += for_self * out.grad\n        other.grad += for_other * out.grad",
                "other.grad += for_other * out.grad\n        self.grad = for_self * out.grad",
            ),
        ),
        slip(
            OVERWRITES,
            (
                "self.grad += for_self * out.grad\n        other.grad += for_other * out.grad",
                "other.grad = for_other * out.grad\n        self.grad += for_self * out.grad",
            ),
        ),
        slip(DEPENDS_ON_NUMBERS, ("for_other = -1.0", "for_other = -other.data")),
        slip(DEPENDS_ON_NUMBERS, ("for_other = -1.0", "for_other = other.data")),
        slip(DEPENDS_ON_NUMBERS, ("for_self = 1.0", "for_self = self.data"), ("-1.0", "other.data")),
        slip(DEPENDS_ON_NUMBERS, ("for_self = 1.0", "for_self = self.data"), ("-1.0", "-other.data")),
        slip(DEPENDS_ON_NUMBERS, ("for_self = 1.0", "for_self = other.data"), ("-1.0", "self.data")),
        slip(DEPENDS_ON_NUMBERS, ("for_self = 1.0", "for_self = other.data"), ("-1.0", "-self.data")),
        slip(DEPENDS_ON_NUMBERS, ("for_other = -1.0", "for_other = -self.data")),
        slip(DEPENDS_ON_NUMBERS, ("for_other = -1.0", "for_other = self.data")),
        slip(DEPENDS_ON_NUMBERS, ("for_self = 1.0", "for_self = self.data")),
        slip(DEPENDS_ON_NUMBERS, ("for_self = 1.0", "for_self = other.data")),
        slip(
            "in a - a only the payment to `self` arrives, and that to `other` is missing. Both are made there too, "
            "and cancel.",
            ("other.grad += for_other", "if other is not self:\n            other.grad += for_other"),
        ),
        slip(
            "both payments have the opposite sign where b is the larger number. Whichever is larger, a - b goes up "
            "with a and down with b: the local gradients are 1 and -1 everywhere.",
            ("for_self = 1.0", "for_self = 1.0 if self.data >= other.data else -1.0"),
            ("for_other = -1.0", "for_other = -for_self"),
        ),
        *either(
            SIGN_OF_UPSTREAM,
            ("for_self * out.grad", "for_self * abs(out.grad)"),
            ("for_other * out.grad", "for_other * abs(out.grad)"),
        ),
        slip(
            "`other.grad` is 0 afterwards, as where it is subtracted from itself. Subtract what has arrived at the "
            "result: `other.grad -= out.grad`.",
            ("other.grad += for_other * out.grad", "other.grad -= other.grad"),
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
            "numbers of only one type are made into nodes. An int and a float are both plain numbers.",
            ("as_value(other)", "as_value(other) if isinstance(other, int) else other"),
        ),
        slip('the operation is left out. It stays `"-"`: drawings show it.', (', "-"', "")),
        slip(
            "only one of the inputs is told to the new node. They stay `(self, other)`.",
            ("(self, other), ", "(self,), "),
        ),
        *either(
            mistakes.WITHOUT_UPSTREAM,
            ("for_self * out.grad", "for_self"),
            ("for_other * out.grad", "for_other"),
        ),
        *either(
            mistakes.NUMBER_OF_THE_RESULT,
            ("for_self * out.grad", "for_self * out.data"),
            ("for_other * out.grad", "for_other * out.data"),
        ),
        slip(
            "the sign of what is in `other.grad` is turned, and nothing is added to it. A payment is -1 × `out.grad`.",
            ("other.grad += for_other * out.grad", "other.grad = -other.grad"),
        ),
        slip(
            "in a - a only the payment to `self` arrives, and in a - b what another use of b has paid into "
            "`other.grad` is lost, as by `=`. With `-=`, no case needs a treatment of its own.",
            ("other.grad += for_other", "if other is not self:\n            other.grad = for_other"),
        ),
        slip(
            "`other` is paid out of `self.grad`. What has arrived at the *result* counts: `out.grad`.",
            ("for_other * out.grad", "for_other * self.grad"),
        ),
        slip(
            mistakes.PAYS_NOTHING,
            ("for_self * out.grad", "for_self * 0.0"),
            ("for_other * out.grad", "for_other * 0.0"),
        ),
        slip(mistakes.NOT_STORED, ("out._backward = _backward\n", "pass\n")),
        slip(mistakes.CALLED_AT_ONCE, ("out._backward = _backward\n", "out._backward = _backward()\n")),
        slip(
            "the sign of the number is lost, as by `abs`. a - b is negative where b is larger.",
            ("self.data - other.data", "abs(self.data - other.data)"),
        ),
        slip(
            "the number is b - a. In a - b, `self` comes first.", ("self.data - other.data", "other.data - self.data")
        ),
        slip("the number is that of a sum, and no longer a - b.", ("self.data - other.data", "self.data + other.data")),
        slip(mistakes.NO_INPUTS, ("(self, other), ", "(), ")),
        slip(
            "the inputs have changed places: `c` would be drawn as b - a. The order is that of a - b, `(self, other)`.",
            ("(self, other), ", "(other, self), "),
        ),
        slip(
            "the inputs have changed places, and the payments as well: `self` is paid with a minus, and `other` with a "
            "plus. The inputs stay `(self, other)`, and the local gradient for `self` is 1, for `other` -1.",
            ("(self, other), ", "(other, self), "),
            ("for_self = 1.0", "for_self = -1.0"),
            ("for_other = -1.0", "for_other = 1.0"),
        ),
        slip('the operation has become `"+"`. A difference is `"-"`.', ('"-"', '"+"')),
        slip(
            "beside a plain number something that is no node stands among the inputs, such as the number as it is. "
            "`other = as_value(other)` makes a leaf of it.",
            ("other = as_value(other)\n    difference", "difference"),
            ("self.data - other.data", "self.data - as_value(other).data"),
        ),
        slip(mistakes.NO_PLAIN_NUMBERS, ("other = as_value(other)\n", "pass\n")),
    ],
)
