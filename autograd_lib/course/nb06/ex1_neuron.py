"""Exercise 6.1: a neuron with any number of inputs, tanh(b + w₁x₁ + w₂x₂ + …), as a graph of Values."""

from autograd_lib.course.exercise import Case, Drawn, Exercise, NotAnAnswer
from autograd_lib.course.graphs import named
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value


def reference(weights, bias, xs):
    total = bias
    for w, x in zip(weights, xs):
        total = total + w * x
    return total.tanh()


def starts_from_nought(weights, bias, xs):
    total = 0
    for i in range(len(xs)):
        total += weights[i] * xs[i]
    return (total + bias).tanh()


def sums(weights, bias, xs):
    return sum((w * x for w, x in zip(weights, xs)), bias).tanh()


def in_one_node(weights, bias, xs):
    return Value.dot(weights, xs, bias).tanh()


def forgets_the_bias(weights, bias, xs):
    """the bias is left out. A neuron without one says tanh(0) = 0 to inputs of 0, whatever its weights are."""
    total = 0
    for w, x in zip(weights, xs):
        total = total + w * x
    return total.tanh()


def adds_the_bias_each_time(weights, bias, xs):
    """the bias is added with every product. A neuron has one bias, added once: take it out of the loop."""
    total = 0
    for w, x in zip(weights, xs):
        total = total + w * x + bias
    return total.tanh()


def forgets_the_tanh(weights, bias, xs):
    """the weighted sum is returned as it is. A tanh goes around the whole of it."""
    total = bias
    for w, x in zip(weights, xs):
        total = total + w * x
    return total


def bends_each_product(weights, bias, xs):
    """each product gets a tanh of its own. There is one tanh, around the whole sum."""
    total = bias
    for w, x in zip(weights, xs):
        total = total + (w * x).tanh()
    return total


def bends_each_product_and_the_sum(weights, bias, xs):
    """each product gets a tanh of its own, and the sum another. There is one tanh, around the whole sum."""
    return bends_each_product(weights, bias, xs).tanh()


def adds_the_bias_last(weights, bias, xs):
    """the bias is added after the tanh. It belongs to the sum, inside: it says where the neuron turns from no to yes.
    Outside, it would lift the whole curve above 1.
    """
    total = 0
    for w, x in zip(weights, xs):
        total = total + w * x
    return total.tanh() + bias


def pairs_every_weight_with_every_input(weights, bias, xs):
    """every weight is multiplied by every input. Weight 1 belongs to input 1, weight 2 to input 2: walk through both
    lists side by side, with one `zip`, and not with one loop inside another.
    """
    total = bias
    for w in weights:
        for x in xs:
            total = total + w * x
    return total.tanh()


def uses_the_numbers_only(weights, bias, xs):
    """the number is right but made of `.data`: plain floats, which do not remember where they came from. No weight can
    be paid. Multiply and add the Values themselves.
    """
    return Value(reference(weights, bias, xs).data)


def run(solution, weights, bias, xs):
    """The neuron's output, and the gradient of each leaf for a loss further on with ∂L/∂out = -1.3."""
    out = solution(list(weights), bias, list(xs))
    if not hasattr(out, "_prev"):
        raise NotAnAnswer(
            f"You returned {out!r} ({type(out).__name__}). Expected a Value, computed from `weights`, `bias` and `xs` "
            "with + and * and .tanh(), and without `.data`."
        )
    leaves = [leaf for leaf in [*weights, *xs, bias] if isinstance(leaf, Value)]
    for leaf in leaves:
        leaf.grad = 0.0
    in_graph = topological_order(out)
    if out not in leaves:
        out.label = "out"
    (out * -1.3).backward()
    answer = {"out": out.data} | {f"{leaf.label}.grad": leaf.grad for leaf in leaves}
    return Drawn(answer, out) if len(in_graph) < 20 else answer


def values(letter, numbers):
    """A labelled leaf for each number: w1, w2, …"""
    return [Value(number, label=f"{letter}{i}") for i, number in enumerate(numbers, start=1)]


def inputs(*numbers):
    return lambda: list(numbers)


def case(text, weights, bias, xs):
    return Case(text, lambda: (values("w", weights), named("b", Value(bias)), xs()))


exercise = Exercise(
    id="6.1",
    title="A neuron of any size",
    name="neuron",
    reference=reference,
    cases=[
        case("one input: w = 0.5, b = 0.25, x = 2", [0.5], 0.25, inputs(2.0)),
        case("two inputs: w = 0.3 and -0.4, b = 0.1, x = 1 and 2", [0.3, -0.4], 0.1, inputs(1.0, 2.0)),
        case("three inputs", [0.5, -0.2, 0.7], -0.3, inputs(-1.0, 2.0, 0.5)),
        case("two inputs that are Values", [-0.6, 0.8], 0.2, lambda: values("x", [0.9, 0.4])),
    ],
    run=run,
    alternatives=[starts_from_nought, sums, in_one_node],
    misconceptions=[
        forgets_the_bias,
        adds_the_bias_each_time,
        forgets_the_tanh,
        bends_each_product,
        bends_each_product_and_the_sum,
        adds_the_bias_last,
        pairs_every_weight_with_every_input,
        uses_the_numbers_only,
    ],
)
