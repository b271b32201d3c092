"""Exercise 3.4: division as one operation, with its two local gradients."""

from functools import partial

from autograd_lib.course.answers import plain_data, same
from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise, Slip
from autograd_lib.course.nb03 import mistakes
from autograd_lib.course.nb03.values import Value, as_value, paid
from autograd_lib.engine.graph import topological_order


def reference(self, other):
    other = as_value(other)
    slopes = (1 / other.data, -self.data / other.data**2)
    return Value(self.data / other.data, (self, other), "/", slopes)


def in_steps(self, other):
    """The same, with a name for each step, for the slips below."""
    other = as_value(other)
    a, b = self.data, other.data
    quotient = a / b
    for_self = 1 / b
    for_other = -1 * a / b**2
    return Value(quotient, (self, other), "/", (for_self, for_other))


def reuses_the_quotient(self, other):
    other = as_value(other)
    q = self.data / other.data
    return Value(q, (self, other), "/", [1 / other.data, -q / other.data])


def by_powers(self, other):
    other = other if isinstance(other, Value) else Value(other)
    inverse = other.data**-1
    out = Value(self.data * inverse, [self, other], "/")
    out._local_gradients = (inverse, -self.data * inverse**2)
    return out


def in_the_first_form(self, other):
    """the node pays by a closure, as in the first form. In the new form it stores two numbers, its local gradients, as
    the fourth argument of `Value`, and the `_backward` of the class pays.
    """
    other = as_value(other)
    a, b = self.data, other.data
    quotient = a / b
    out = Value(quotient, (self, other), "/")

    def _backward():
        for_self = 1 / b
        for_other = -1 * a / b**2
        self.grad += for_self * out.grad
        other.grad += for_other * out.grad

    out._backward = _backward
    return out


def puts_it_together(self, other):
    """division is put together from other operations. Its values and gradients are right, but it costs several nodes.
    Make it one node with the inputs a and b, that knows its own two local gradients.
    """
    other = as_value(other)
    return self * other**-1


def is_composed(case, answer):
    """Whether the numbers are right, and a node stands between c and its leaves (where b is a node, not a number)."""
    right, (_, other, *_) = exercise.right_answer(case), case.make()
    numbers = [key for key in right if key.endswith((".data", ".grad")) and key != f"{other}.grad"]
    is_deep = answer["number of nodes"] > right["number of nodes"] or not isinstance(other, str)
    return is_deep and all(same(right[key], answer[key], 1e-9) for key in numbers)


def overrides_the_class(self, other):
    """a `_backward` of the node's own replaces what was there, as by `=` where `+=` is needed. Leave it out: the
    `_backward` of the class pays by the local gradients.
    """
    out = reference(self, other)

    def _backward():
        for node, slope in zip(out._prev, out._local_gradients):
            node.grad = slope * out.grad

    out._backward = _backward
    return out


def keeps_the_number_among_the_inputs(self, other):
    """a plain number stands among the inputs, where a node belongs. `self` is one, and `other = as_value(other)` makes
    one of a number.
    """
    a, b = self.data, as_value(other).data
    return Value(a / b, (self, other), "/", (1 / b, -a / b**2))


def keeps_one_input_for_a_number(self, other):
    """a quotient with a plain number has only one input. The number becomes a leaf, which is an input as well:
    `as_value`.
    """
    if isinstance(other, Value):
        return reference(self, other)
    return Value(self.data / other, (self,), "/", (1 / other,))


def multiplies_by_the_reciprocal_of_a_number(self, other):
    """a quotient with a plain number is a product with 1/b: the number itself is not among the inputs, and the
    operation is `"*"`. It becomes a leaf, `as_value`, and then all goes as with two nodes.
    """
    return reference(self, other) if isinstance(other, Value) else self * (1 / other)


def makes_a_leaf_of_a_over_a(self, other):
    """a / a is a leaf, which knows no inputs and pays nobody. It is a quotient like any other, with the inputs a and a
    and two local gradients: make no exception.
    """
    return Value(1.0, (), "/") if self is other else reference(self, other)


def makes_a_leaf_of_a_over_a_without_operation(self, other):
    return Value(1.0) if self is other else reference(self, other)


makes_a_leaf_of_a_over_a_without_operation.__doc__ = makes_a_leaf_of_a_over_a.__doc__


def makes_a_leaf_of_zero(self, other):
    """a quotient that is 0 is a leaf, which knows no inputs and pays nobody. It is a quotient like any other: with
    a = 0 it still moves by 1/b for each unit of a. Make no exception.
    """
    return reference(self, other) if self.data else Value(0.0, (), "/")


def makes_a_leaf_of_zero_without_operation(self, other):
    return reference(self, other) if self.data else Value(0.0)


makes_a_leaf_of_zero_without_operation.__doc__ = makes_a_leaf_of_zero.__doc__


def stores_nodes(self, other):
    """a Value stands where a number belongs, as where a local gradient is computed from the nodes. Store numbers:
    compute with `self.data` and `other.data`.
    """
    other = as_value(other)
    return Value(self.data / other.data, (self, other), "/", (other**-1, -self * other**-2))


def has_nodes_for_numbers(case, answer):
    """Whether a Value stands where a number should; all numbers are right."""
    right = exercise.right_answer(case)
    nodes = [key for key in answer if hasattr(answer[key], "_prev")]
    return all(same(right[key], getattr(answer[key], "data", answer[key]), 1e-9) for key in nodes) and frozenset(nodes)


def multiplies_by_a_plain_number(self, other):
    """1/b is a plain number, by which a is multiplied: `b` is not among the inputs, and is paid nothing. The inputs are
    `self` and `other`.
    """
    return self * (1 / as_value(other).data)


def measures(self, other):
    """the numbers are nearly right, as where local gradients are measured with a nudge, something is rounded, or
    something small is added to b. 1/b and -a/b² are exact.
    """
    other = as_value(other)
    a, b = self.data, other.data
    return Value(a / b, (self, other), "/", (1 / b, (a / (b + 1e-6) - a / b) / 1e-6))


def is_nearly_right(case, answer):
    """Whether an answer is right up to a hundredth."""
    return same(exercise.right_answer(case), answer, 1e-2)


def gives_a_bare_number(self, other):
    """a bare number stands where `Value` takes a tuple. The inputs come together, `(self, other)`, and so do the local
    gradients, `(…, …)`, with one number for each input.
    """
    other = as_value(other)
    return Value(self.data / other.data, (self, other), "/", 1 / other.data)


def is_not_iterable(case, answer):
    return any(mistakes.says(answer, f"'{kind}' object is not iterable") for kind in ("int", "float"))


def is_refused_a_node(case, answer):
    return mistakes.is_refused_a_node(answer) or not exercise.gap(case, answer)


def has_another_name(self, other):
    """the operation has another name than `"/"`."""
    out = reference(self, other)
    out._op = "div"
    return out


def is_another_name(case, answer):
    """Whether the operation has a name that none of the slips gives it, whatever else is wrong."""
    return answer["c's operation"] not in ("/", "*", "none") and frozenset({"c's operation"})


def is_called_a_product(self, other):
    out = reference(self, other)
    out._op = "*"
    return out


def takes_values_only(self, other):
    slopes = (1 / other.data, -self.data / other.data**2)
    return Value(self.data / other.data, (self, other), "/", slopes)


def run(solution, *details):
    c, answer = paid(solution, ["__truediv__", "__rtruediv__"], *details, in_new_form=True)
    first, second = [*c._local_gradients, None, None][:2]
    answer["number of nodes"] = len(topological_order(c))
    answer["number of local gradients"] = len(c._local_gradients)
    return Drawn(plain_data(answer | {"the first local gradient": first, "the second local gradient": second}), c)


slip = partial(Slip, of=in_steps)
either = partial(mistakes.either, of=in_steps)

OF_A_PRODUCT = (
    "a local gradient is that of a product, the number of the other input. In a / b it is 1/b for a, and -a/b² for b."
)
OF_A_SUM = "a local gradient is 1 or -1, as in a sum or a difference. How fast a / b moves depends on the numbers."
ONE_OVER_A = (
    "the second local gradient is 1/a or -1/a, as if a and b played the same part. Nudge b: a / b moves by -a/b² for "
    "each unit."
)
ONE_FOR_EACH_INPUT = "there is only one local gradient. `Value` takes a tuple with one for each input: `(…, …)`."
ONE_OVER_B = (
    "the second local gradient comes out as -1/b, as where the quotient is divided by a. It is the quotient divided by "
    "b, with a minus: -a/b²."
)
CLOSURE = "the node pays by a closure, as in the first form, "
NO_LOCAL_GRADIENTS = (
    "no local gradients reach the node. They are the fourth argument of `Value`, a tuple with one for each input."
)

exercise = Exercise(
    id="3.4",
    title="Division, as one node",
    name="div",
    reference=reference,
    demands=[
        Demand(
            "`div(self, other)` returns one node for `self / other`, with the inputs `self` and `other`, in this order",
            puts_it_together,
        ),
        Demand('its operation is `"/"`', is_called_a_product),
        Demand("it holds two local gradients, in the order of the inputs, by which it pays them", in_the_first_form),
        Demand("`other` may be a plain number, which becomes a leaf", takes_values_only),
    ],
    cases=[
        Case("c = a / b, with a = 6, b = 4 and c.grad = 0.7", lambda: ({"a": 6.0, "b": 4.0}, "b", {}, 0.7)),
        Case(
            "c = a / b, where a.grad and b.grad hold 0.25 and 2 from other uses of a and b",
            lambda: ({"a": -3.0, "b": -0.5}, "b", {"a": 0.25, "b": 2.0}, -1.3),
        ),
        Case("c = a / a, with a = 5 and c.grad = 0.7", lambda: ({"a": 5.0}, "a", {}, 0.7)),
        Case("c = a / b, with a = 0, b = 4", lambda: ({"a": 0.0, "b": 4.0}, "b", {}, 0.7)),
        Case("c = a / b, with the whole numbers a = 7, b = 2", lambda: ({"a": 7, "b": 2}, "b", {}, 0.7)),
        Case("c = a / 4, with a plain number", lambda: ({"a": 1.5}, 4, {}, -1.3)),
        Case("c = a / 0.25, with a plain number", lambda: ({"a": 1.5}, 0.25, {}, -1.3)),
        Case("c = a / 1, with a plain number", lambda: ({"a": 1.5}, 1, {}, -1.3)),
        Case(
            "c = a / b, where another quotient is made before c pays",
            lambda: ({"a": 0.5, "b": 3.0}, "b", {"b": 0.25}, 0.7, True),
        ),
    ],
    run=run,
    alternatives=[in_steps, reuses_the_quotient, by_powers],
    misconceptions=[
        in_the_first_form,
        overrides_the_class,
        puts_it_together,
        multiplies_by_a_plain_number,
        keeps_the_number_among_the_inputs,
        keeps_one_input_for_a_number,
        multiplies_by_the_reciprocal_of_a_number,
        makes_a_leaf_of_a_over_a,
        makes_a_leaf_of_a_over_a_without_operation,
        makes_a_leaf_of_zero,
        makes_a_leaf_of_zero_without_operation,
        stores_nodes,
        measures,
        gives_a_bare_number,
        has_another_name,
        mistakes.computes_with_nodes,
        mistakes.returns_a_number,
        mistakes.returns_another_thing,
        mistakes.changes_self,
    ],
    recognise={
        puts_it_together: is_composed,
        keeps_the_number_among_the_inputs: mistakes.has_a_number_among_the_inputs,
        stores_nodes: has_nodes_for_numbers,
        measures: is_nearly_right,
        gives_a_bare_number: is_not_iterable,
        has_another_name: is_another_name,
        mistakes.computes_with_nodes: is_refused_a_node,
    },
    slips=[
        *either(OF_A_PRODUCT, ("for_self = 1 / b", "for_self = b"), ("-1 * a / b**2", "a")),
        *either(OF_A_SUM, ("for_self = 1 / b", "for_self = 1.0"), ("-1 * a / b**2", "1.0")),
        slip(OF_A_SUM, ("for_self = 1 / b", "for_self = 1.0"), ("-1 * a / b**2", "-1.0")),
        slip(OF_A_SUM, ("-1 * a / b**2", "-1.0")),
        slip(
            "the first local gradient comes out as -1/b. Raise a, and a / b moves by 1/b for each unit.",
            ("for_self = 1", "for_self = -1"),
        ),
        slip(
            "the first local gradient comes out as a/b, the quotient itself. Raise a by 1, and a / b moves by 1/b, "
            "however large a is.",
            ("for_self = 1 / b", "for_self = a / b"),
        ),
        slip(
            "both local gradients are 0 in a / a. The quotient does not move with a, and yet it has two inputs: the "
            "local gradients are 1/b and -a/b², as always, and what they pay cancels.",
            ("for_self = 1 / b", "for_self = 0.0 if self is other else 1 / b"),
            ("-1 * a / b**2", "0.0 if self is other else -1 * a / b**2"),
        ),
        slip(
            "the first local gradient is 0 where a is 0. It is 1/b, whatever a is: raise a from 0, and a / b moves.",
            ("for_self = 1 / b", "for_self = 1 / b if a else 0.0"),
        ),
        slip(
            "the first local gradient comes out as 1/b². It is 1/b: only the second has a square.",
            ("for_self = 1 / b", "for_self = 1 / (b * b)"),
        ),
        slip(ONE_OVER_A, ("-1 * a / b**2", "1 / a")),
        slip(
            "the second local gradient is 0. b matters too: nudge it, and a / b moves by -a/b² for each unit.",
            ("-1 * a / b**2", "0.0"),
        ),
        slip("the second local gradient is twice what it should be. It is -a/b².", ("-1 * a", "-2 * a")),
        slip(
            "the first local gradient is 1/a. It is 1/b: raise a by 1, and a / b moves by 1/b.", ("1 / b\n", "1 / a\n")
        ),
        slip(
            "there is a division by 0 where a is 0, as where the first local gradient is the quotient over a. The two "
            "are 1/b and -a/b².",
            ("for_self = 1 / b", "for_self = quotient / a"),
        ),
        slip(ONE_OVER_A, ("-1 * a / b**2", "-1 / a")),
        *[
            slip(ONE_OVER_B, ("-1 * a / b**2", new))
            for new in ("-1 / b", "-quotient / a", "-quotient / a if a else 0.0")
        ],
        slip(
            "the second local gradient comes out as -a, whatever b is. It is -a/b²: a is divided by b twice, as by "
            "`-a / b**2`.",
            ("-1 * a / b**2", "-a / b * b"),
        ),
        slip(
            "the second local gradient comes out as -a · b². b² belongs below the line: -a/b².",
            ("/ b**2", "* b**2"),
        ),
        slip(
            "the second local gradient comes out as -a²/b². Only b is squared: -a/b², `-a / b**2`.",
            ("a / b**2", "(a / b)**2"),
        ),
        slip(
            "the second local gradient comes out as a²/b², as where the square stands outside brackets around -a / b. "
            "Only b is squared, and the minus stays: -a/b².",
            ("-1 * a / b**2", "(a / b) ** 2"),
        ),
        slip(
            "the second local gradient comes out as -b/a². It is -a/b².",
            ("a / b**2", "b / a**2"),
        ),
        slip(
            "the two local gradients come out as 1/a and -b/a². For a it is 1/b, and for b -a/b².",
            ("for_self = 1 / b", "for_self = 1 / a"),
            ("a / b**2", "b / a**2"),
        ),
        slip("the second local gradient comes out as -a/b³. It is -a/b², of the order 2.", ("b**2", "b**3")),
        slip(
            "the second local gradient comes out as -2a/b, as by `/ b * 2`. b is squared: -a / b**2.",
            ("b**2", "b * 2"),
        ),
        slip(
            "the sign of a is lost in the second local gradient. It is -a/b², which is positive for a negative a.",
            ("-1 * a", "-1 * abs(a)"),
        ),
        slip(
            "both local gradients come out as (b - a)/b², as by the quotient rule with a and b moving together. With "
            "b fixed, a/b moves by 1/b for each unit of a, and with a fixed by -a/b² for each unit of b.",
            ("for_self = 1 / b", "for_self = (b - a) / (b * b)"),
            ("-1 * a / b**2", "(b - a) / (b * b)"),
        ),
        slip(
            "the second local gradient comes out as -a/(2b). It is -a/b²: the power rule on b⁻¹ gives -1 · b⁻².",
            ("b**2", "(2 * b)"),
        ),
        slip(
            "the second local gradient comes out as a/b², without its minus. The more guests, the smaller the share: "
            "∂(a/b)/∂b is -a/b².",
            ("for_other = -1", "for_other = 1"),
        ),
        slip(
            "the second local gradient is that of 1/b and not of a/b: the factor a is missing.",
            ("* a /", "* 1 /"),
        ),
        slip(
            "the second local gradient comes out as -a/b. It is -a/b²: a/b is a · b⁻¹, and the slope of b⁻¹ is "
            "-1 · b⁻².",
            ("b**2", "b"),
        ),
        slip(
            "the local gradient for `other` stands first. Their order is that of the inputs: `self` comes first.",
            ("(for_self, for_other)", "(for_other, for_self)"),
        ),
        slip(
            "`other` stands first, among the inputs and among the local gradients: `c` would be drawn as b / a. The "
            "order is that of a / b, `(self, other)`.",
            ('(self, other), "/"', '(other, self), "/"'),
            ("(for_self, for_other)", "(for_other, for_self)"),
        ),
        slip(
            "the inputs have changed places: `c` would be drawn as b / a. The order is that of a / b, `(self, other)`.",
            ('(self, other), "/"', '(other, self), "/"'),
        ),
        slip(mistakes.NO_INPUTS, ('(self, other), "/"', '(), "/"')),
        slip(mistakes.ONE_INPUT, ('(self, other), "/"', '(self,), "/"')),
        slip(ONE_FOR_EACH_INPUT, ("(for_self, for_other)", "(for_self,)")),
        slip(ONE_FOR_EACH_INPUT, ("(for_self, for_other)", "(for_other,)")),
        slip(NO_LOCAL_GRADIENTS, (", (for_self, for_other)", "")),
        slip('the operation is called `"*"`. A quotient is `"/"`.', ('"/"', '"*"')),
        slip('the operation is left out. Pass `"/"` on to `Value`, after the inputs: drawings show it.', ('"/"', '""')),
        slip("the number is that of a product. It is a / b.", ("quotient = a / b", "quotient = a * b")),
        slip("the number is b / a. In a / b, `self` is on top.", ("quotient = a / b", "quotient = b / a")),
        slip(
            "the number has lost its digits behind the point, as by `//` or `int`. Divide with `/`, and keep them all.",
            ("quotient = a / b", "quotient = a // b"),
        ),
        slip(
            "two whole numbers are divided to a whole number, as by `//`. 7 / 2 is 3.5: divide with `/`, whatever the "
            "two numbers are.",
            ("quotient = a / b", "quotient = a // b if isinstance(a, int) and isinstance(b, int) else a / b"),
        ),
        slip(mistakes.NO_PLAIN_NUMBERS, ("other = as_value(other)\n", "pass\n")),
        slip(mistakes.ONE_TYPE_OF_NUMBERS, ("as_value(other)", "as_value(other) if isinstance(other, int) else other")),
        slip(
            mistakes.ONE_TYPE_OF_NUMBERS, ("as_value(other)", "as_value(other) if isinstance(other, float) else other")
        ),
        *mistakes.either(
            CLOSURE + "and a payment replaces what was there, as by `=` where `+=` is needed. Give the node two "
            "local gradients, and the `_backward` of the class pays.",
            ("self.grad +=", "self.grad ="),
            ("other.grad +=", "other.grad ="),
            of=in_the_first_form,
        ),
        *mistakes.either(
            CLOSURE + "and a payment lacks the factor `out.grad`. Give the node two local gradients, and the "
            "`_backward` of the class pays.",
            ("for_self * out.grad", "for_self"),
            ("for_other * out.grad", "for_other"),
            of=in_the_first_form,
        ),
    ],
)
