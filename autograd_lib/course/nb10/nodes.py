"""Answers of exercises that make a Tensor: its array, the gradients that come back, and whether anything is ruined."""

import numpy as np

from autograd_lib.course.answers import NOT_TRIED, in_words, with_kind
from autograd_lib.course.arrays import as_array, same_array
from autograd_lib.course.diagnosis import WHOLE
from autograd_lib.course.exercise import Drawn, NotAnAnswer
from autograd_lib.course.watch import watch
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.tensor import Constant, Tensor

G = "after the vjp, g"
GRAPH = "after the vjp, what the graph holds"
AGAIN = "the vjp's second answer to the same g"
TWICE = "the vjp's answer to twice the g"
ZERO = "the vjp's answer to a g of zeros"
HELD = "the vjp's answer where the inputs hold gradients already"
GOOD_MANNERS = {
    G: "as it was",
    GRAPH: "as it was",
    AGAIN: "the same",
    TWICE: "twice as much",
    ZERO: "zeros",
    HELD: "the same",
}

BARE_ARRAY = (
    "the numbers themselves are returned, without a node around them. `Tensor(array, inputs, op, vjps)` makes one."
)
A_LEAF = (
    "the Tensor has no inputs, as where it is made of the array alone. Inputs and vjps are what makes it a node: "
    "`Tensor(array, inputs, op, vjps)`."
)
HOLDS_A_TENSOR = (
    "a Tensor stands where the array of the result belongs. An operation on Tensors gives a Tensor; compute the array "
    "from their `.data`."
)
GIVES_A_TENSOR = (
    "a vjp returns a Tensor, as where it computes with one. It takes an array and returns an array: compute with "
    "`.data` of the inputs."
)
GIVES_NONE = (
    "a vjp returns nothing. Does it end in `return`? And functions that change an array, as `np.add.at` does, return "
    "None themselves."
)

SEVERAL_THINGS = (
    "several things are returned. The vjps belong into the Tensor, `Tensor(array, inputs, op, vjps)`, and it comes "
    "alone."
)
OTHER_INPUTS = (
    "the inputs of the node are other Tensors, such as copies of those that the function was given. Gradients go to "
    "the inputs, and those nobody else has."
)
NO_FUNCTION = (
    "no function stands where a vjp belongs, as where it is an array. A vjp is a function of g: `lambda g: ...`."
)
USES_GRADIENTS = (
    "what a vjp returns depends on the gradients that the inputs hold already, as where it adds their `.grad`. A vjp "
    "returns what comes of this g, and `backward()` adds it to `.grad`."
)


def changed_g(case, answer):
    """Recognises vjps that change what they are called with, whatever else is wrong."""
    return frozenset({G})


def changed_graph(case, answer):
    """Recognises solutions that change data or gradients of the graph, whatever else is wrong."""
    return frozenset({GRAPH})


def uses_gradients(case, answer):
    """Recognises vjps whose answer depends on the gradients of the inputs, whatever else is wrong."""
    return frozenset({HELD})


def changed_an_argument(case, answer):
    """Recognises solutions that change what they are given, whatever else is wrong."""
    return frozenset({WHOLE} if getattr(answer, "kind", "") == "changed an argument" else ())


def leaf(label, *shape):
    """A Tensor of this shape; its numbers are random, but the same each time for the same label."""
    return Tensor(np.random.default_rng(sum(map(ord, label))).standard_normal(shape), label=label)


def cotangent(*shape):
    """Random numbers for a backward pass to begin with: with ones, mistakes could hide."""
    return np.random.default_rng(10).standard_normal(shape)


def after_the_vjp(name):
    """What an answer calls an argument, after the vjps have been called."""
    return f"after the vjp, {name}"


def answer_of(node, leaves, gradient, name, holding=False, **others):
    """A node's array, the gradient of each of `leaves`, and whether the vjps leave everything else as it was.

    Args:
        node: what a solution returned. leaves: the Tensors that it was given.
        gradient: an array of the shape that the node should have. For a node of one number, shape () is any shape of
            one number.
        name: what to call the node in a drawing, and its array in the answer.
        holding: whether the vjps are also called while the leaves hold gradients.
        others: what the solution was given beside the leaves, which the vjps are to leave as it was.
    """
    is_changed = {after_the_vjp(other): watch(given) for other, given in others.items()}
    node.data = array_in(node, leaves)
    node.label = name
    if gradient.ndim == 0 and node.data.size == 1:
        gradient = gradient.reshape(node.data.shape)
        answer = {name: node.data.reshape(()).copy()}
    else:
        answer = {name: node.data.copy()}
    if node.data.shape != gradient.shape:
        # No vjp is called, so none of them changes anything.
        not_tried = {f"{given.label}.grad": NOT_TRIED for given in leaves} | GOOD_MANNERS
        return Drawn(answer | not_tried | dict.fromkeys(is_changed, "as it was"), node)
    order = topological_order(node)
    total, manners = passes(order, leaves, gradient)
    if holding and manners[AGAIN] == GOOD_MANNERS[AGAIN]:
        held = pass_beside_gradients(order, leaves, gradient)
        if not same_gradients(by_name(total, leaves), held):
            manners[HELD] = "another one"
    answer |= by_name(total, leaves) | manners
    answer |= {other: "changed" if changed() else "as it was" for other, changed in is_changed.items()}
    return Drawn(answer, copy_to_draw(order, total))


def array_in(node, leaves):
    """The array that a new node holds.

    Raises:
        NotAnAnswer: it is not a Tensor that was computed from `leaves`.
    """
    if isinstance(node, list | tuple) and as_array(node) is None:
        raise NotAnAnswer(f"You returned {len(node)} things. Expected a Tensor, alone.", kind="several things")
    if not isinstance(node, Tensor):
        kind = "a bare array" if as_array(node) is not None else "not a Tensor"
        raise NotAnAnswer(f"You returned {with_kind(node, in_words(node))}. Expected a Tensor.", kind=kind)
    if any(node is given for given in leaves):
        raise NotAnAnswer(
            f"You returned `{node.label}`, the Tensor that your function was given. Expected a new one.", kind="no node"
        )
    if not node._prev:
        raise NotAnAnswer("Your Tensor has no inputs: it is a leaf, and no gradient can come back.", kind="a leaf")
    if not set(leaves) & set(topological_order(node)):
        names = " and ".join(f"`{given.label}`" for given in leaves)
        raise NotAnAnswer(
            f"Your Tensor has inputs, but does not depend on {names}: no gradient can come back.", kind="other inputs"
        )
    array = as_array(node.data)
    if array is None:
        words = with_kind(node.data, in_words(node.data))
        kind = "holds a Tensor" if isinstance(node.data, Tensor) else "holds no array"
        raise NotAnAnswer(f"Your Tensor holds {words}. Expected an array of numbers.", kind=kind)
    return array


def passes(order, leaves, gradient):
    """The gradients of all nodes that a backward pass reaches, and how the vjps behave (see `GOOD_MANNERS`)."""
    is_changed, manners = watch(order[-1]), dict(GOOD_MANNERS)
    thrice = (gradient, gradient, np.asarray(2 * gradient))
    total, *others = (backward_pass(order, g, manners) for g in thrice)
    first, second, third = (by_name(each, leaves) for each in (total, *others))
    if not same_gradients(first, second):
        manners[AGAIN] = "another one"
    if not all(np.allclose(2 * second[name], third[name], rtol=1e-6, equal_nan=True) for name in first):
        manners[TWICE] = "something else"
    if is_changed() or any(given.grad.any() for given in leaves):
        manners[GRAPH] = "changed"
    zeros = by_name(backward_pass(order, np.zeros_like(gradient), manners), leaves)
    if any(zeros[name].any() for name in first):
        manners[ZERO] = "something else"
    elif any(zeros[name].shape != first[name].shape for name in first):
        manners[ZERO] = "zeros, in another shape"
    return total, manners


def pass_beside_gradients(order, leaves, gradient):
    """The gradients of leaves by a pass that finds some there already, as an earlier one leaves them."""
    before = [given.grad for given in leaves]
    for given in leaves:
        given.grad = np.full(given.shape, 0.7)
    total = backward_pass(order, gradient, dict(GOOD_MANNERS))
    for given, grad in zip(leaves, before):
        given.grad = grad
    return by_name(total, leaves)


def same_gradients(one, other):
    return all(same_array(one[name], other[name], 1e-9) for name in one)


def by_name(total, leaves):
    """The gradients of leaves, by "a.grad" for a leaf called a."""
    return {f"{given.label}.grad": total.get(given, np.zeros(given.shape)) for given in leaves}


def backward_pass(order, gradient, manners):
    """A dict from nodes to their gradients, whatever shapes these have. `manners` is changed where a vjp changes its g.

    Args:
        order: the graph in topological order; the last node's gradient is `gradient`.
    """
    total = {order[-1]: gradient}
    for node in reversed(order):
        if not node._prev or node not in total:
            continue
        for given, vjp in zip(node._prev, node._vjps):
            if isinstance(given, Constant):
                continue
            if not callable(vjp):
                words = with_kind(vjp, in_words(vjp))
                raise NotAnAnswer(f"A vjp of your Tensor is {words}. Expected a function.", kind="no function")
            g = total[node].copy()
            before = g.tobytes()
            payment = array_from(vjp(g), given)
            total[given] = total[given] + payment if given in total else payment
            if g.tobytes() != before:
                manners[G] = "changed"
    return total


def copy_to_draw(order, total):
    """The root of a copy of the graph, whose nodes hold the gradients that came back, whatever shapes these have. The
    leaves are tried again: they themselves stay without.
    """
    copies = {}
    for node in order:
        inputs = tuple(copies[given] for given in node._prev)
        copies[node] = Tensor(node.data, inputs, node._op, [None] * len(inputs), node.label)
        if node in total:
            copies[node]._grad = total[node]
    return copies[order[-1]]


def array_from(payment, given):
    """What a vjp returned, as an array of its own: it may be one that the next call changes."""
    array = as_array(payment)
    if array is not None:
        return array.copy()
    name = f"The vjp of `{given.label}`" if given.label else "A vjp"
    kinds = {Tensor: "gives a Tensor", type(None): "gives None"}
    kind = next((kind for cls, kind in kinds.items() if isinstance(payment, cls)), "gives no array")
    raise NotAnAnswer(f"{name} returned {with_kind(payment, in_words(payment))}. Expected an array.", kind=kind)
