"""What exercises 5.1 and 5.2 share: a function as one node, what is looked at in it, and mistakes about nodes."""

import math

from autograd_lib.course.answers import plain_data
from autograd_lib.course.exercise import Drawn
from autograd_lib.course.graphs import named
from autograd_lib.course.nb03.mistakes import says
from autograd_lib.course.nb03.values import inputs_in_words, pay_from, result_node
from autograd_lib.course.trying import Failure
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value

OPERATIONS = "number of operations"
GRADIENT = "x.grad"


def run(solution, label, number, grad):
    """The node that a solution makes of x, after it has paid."""
    x = named("x", Value(number))
    node = result_node(solution(x), label)
    for copy in [each for each in node._prev if each.label == "x" and each is not x]:
        copy.label = "a copy of x"
    pay_from(node, grad)
    answer = {
        data_of(label): node.data,
        GRADIENT: x.grad,
        inputs_of(label): inputs_in_words(node),
        OPERATIONS: sum(bool(each._prev) for each in topological_order(node)),
    }
    return Drawn(plain_data(answer), node)


def data_of(label):
    return f"{label}.data"


def inputs_of(label):
    return f"{label}'s list of inputs"


def label_of(answer):
    return next(iter(answer)).removesuffix(".data")


# How the mistakes below are recognised: each in its own parts of an answer, whatever the others are. An error that the
# solution raises in one case says nothing about the others.


def in_answers(recognise):
    """A recogniser that is asked only where there is an answer."""
    return lambda case, answer: frozenset() if isinstance(answer, Failure) else recognise(answer)


@in_answers
def is_a_leaf(answer):
    if answer[OPERATIONS] == 0:
        unpaid = [GRADIENT] if answer[GRADIENT] == 0 else []
        return frozenset([inputs_of(label_of(answer)), OPERATIONS, *unpaid])
    return None


@in_answers
def is_without_x(answer):
    if answer[OPERATIONS] == 1 and "x" not in inputs_among(answer) and answer[GRADIENT] == 0:
        return frozenset([inputs_of(label_of(answer)), GRADIENT])
    return None


@in_answers
def is_with_another(answer):
    if answer[OPERATIONS] == 1 and "x" in inputs_among(answer) and set(inputs_among(answer)) != {"x"}:
        return frozenset([inputs_of(label_of(answer))])
    return None


@in_answers
def is_doubled(answer):
    if answer[OPERATIONS] == 1 and len(inputs_among(answer)) > 1 and set(inputs_among(answer)) == {"x"}:
        return frozenset([inputs_of(label_of(answer))])
    return None


@in_answers
def is_composed(answer):
    # It may be a single one elsewhere, as where a branch returns x.exp().
    return frozenset([inputs_of(label_of(answer)), OPERATIONS] if answer[OPERATIONS] > 1 else [])


@in_answers
def holds_nodes(answer):
    keys = [data_of(label_of(answer)), GRADIENT]
    return frozenset(key for key in keys if hasattr(answer[key], "_prev")) or None


def inputs_among(answer):
    return answer[inputs_of(label_of(answer))].split(", ")


def has_no_slope(case, answer):
    return says(answer, "needs a local gradient for each input, got 0 for 1")


def has_no_comma(case, answer):
    return says(answer, "takes its inputs and its local gradients as tuples")


def is_refused_by_math(case, answer):
    return says(answer, "must be real number, not Value")


def has_a_number_for_an_input(case, answer):
    return getattr(answer, "kind", "") == "no node among the inputs"


def mistakes_around(right):
    """Mistakes about the node, whatever its numbers are: a dict from functions to the way to recognise them.

    Args:
        right: the reference of the exercise.
    """

    def stays_a_leaf(x):
        """the node that comes back has no inputs: it knows of no x that it was computed from, and pays nobody. Its
        inputs are the second argument of `Value`, `(x,)`, and its local gradients the fourth.
        """
        return Value(right(x).data)

    def takes_a_copy(x):
        """the node is computed from another Value than x, such as a copy of it: x itself is not among the inputs, and
        is paid nothing.
        """
        return right(Value(x.data))

    def has_another_input(x):
        """the node has other inputs besides x. A number that stays the same is part of the operation, and the only
        input is x.
        """
        node = right(x)
        return Value(node.data, (x, Value(1.0)), node._op, (*node._local_gradients, 0.0))

    def has_x_twice(x):
        """x is among the inputs more than once. It is the only input: `(x,)`, with one local gradient."""
        node = right(x)
        return Value(node.data, (x, x), node._op, (node._local_gradients[0], 0.0))

    def computes_with_nodes(x):
        """the new node holds a Value where a number belongs, as its data or as its local gradient. Both are plain
        numbers: compute with `x.data`, and only the result is made a Value, at the end, once.
        """
        node = right(x)
        return Value(Value(node.data), (x,), node._op, (Value(node._local_gradients[0]),))

    def passes_no_slope(x):
        """the local gradient is missing. It is the fourth argument of `Value`, right after the name: a tuple with one
        number for each input, here `(slope,)`.
        """
        return Value(right(x).data, (x,), "without a slope")

    def forgets_a_comma(x):
        """the inputs or the local gradients are no tuple. Write `(x,)` and `(slope,)`, each with its comma: `(x)` is x,
        and `(slope)` a number.
        """
        return Value(right(x).data, (x,), "without a comma", 1.0)

    def gives_a_node_to_math(x):
        """a function of `math` is given a node, such as x or -x, and wants a number: compute with `x.data`."""
        return math.exp(x)

    def takes_a_number_for_an_input(x):
        """something that is no node stands among the inputs, such as a number. Inputs are nodes: `(x,)`, and not
        `(x.data,)`.
        """
        return Value(right(x).data, (x.data,), "of a number", (1.0,))

    return {
        stays_a_leaf: is_a_leaf,
        takes_a_copy: is_without_x,
        has_another_input: is_with_another,
        has_x_twice: is_doubled,
        computes_with_nodes: holds_nodes,
        passes_no_slope: has_no_slope,
        forgets_a_comma: has_no_comma,
        gives_a_node_to_math: is_refused_by_math,
        takes_a_number_for_an_input: has_a_number_for_an_input,
    }


def pays_at_once(right):
    """The mistake to pay x in the forward pass. Args: right: the reference of the exercise."""

    def pays_in_the_forward_pass(x):
        """x is paid its local gradient once too often, as where `x.grad` is changed, or `backward()` called, while the
        node is made. A node pays in the backward pass only: store the local gradient, and leave `x.grad` alone.
        """
        node = right(x)
        x.grad += node._local_gradients[0]
        return node

    return pays_in_the_forward_pass


def returns_a_number(x):
    """a plain number comes back, not a node. A number does not know what it was computed from: return a Value."""
    return x.data
