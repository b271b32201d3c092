"""Exercise 6.1: a neuron with any number of inputs, tanh(b + w₁x₁ + w₂x₂ + …), as a graph of Values."""

import math
from functools import reduce

from autograd_lib.course.answers import in_words, kind, same, with_kind
from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise, NotAnAnswer, Slip
from autograd_lib.course.graphs import named
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value


def reference(weights, bias, xs):
    total = bias
    for w, x in zip(weights, xs):
        total = total + w * x
    return total.tanh()


def asks_pythons_tanh(weights, bias, xs):
    """a function of `math`, such as `math.tanh`, is given a Value, and takes plain numbers only. A Value has a tanh of
    its own: `total.tanh()`.
    """
    total = bias
    for w, x in zip(weights, xs):
        total = total + w * x
    return math.tanh(total)


def starts_from_nought(weights, bias, xs):
    total = 0
    for i in range(len(xs)):
        total += weights[i] * xs[i]
    return (total + bias).tanh()


def sums(weights, bias, xs):
    return sum((w * x for w, x in zip(weights, xs)), bias).tanh()


def in_one_node(weights, bias, xs):
    return Value.dot(weights, xs, bias).tanh()


def reduces(weights, bias, xs):
    return reduce(lambda total, pair: total + pair[0] * pair[1], zip(weights, xs), bias).tanh()


def one_by_one(weights, bias, xs):
    if not xs:
        return bias.tanh()
    return one_by_one(weights[1:], bias + weights[0] * xs[0], xs[1:])


def takes_the_bias_for_a_weight(weights, bias, xs):
    weights.append(bias)
    xs.append(1.0)
    return Value.sum([w * x for w, x in zip(weights, xs)]).tanh()


def adds_the_bias_each_time(weights, bias, xs):
    """the bias counts once for each input, as where it is added inside the loop. A neuron has one bias, added once."""
    total = Value(0.0)
    for w, x in zip(weights, xs):
        total = total + (w * x + bias)
    return total.tanh()


def bends_each_product(weights, bias, xs):
    """each product gets a tanh of its own, and the sum has none. There is one tanh, around the whole sum."""
    total = bias
    for w, x in zip(weights, xs):
        total = total + (w * x).tanh()
    return total


def bends_each_product_with_the_bias(weights, bias, xs):
    """each product is bent by itself, with the bias: tanh(w₁x₁ + b) + tanh(w₂x₂ + b) + … There is one tanh, around the
    sum of all products and one bias.
    """
    return Value.sum([(w * x + bias).tanh() for w, x in zip(weights, xs)])


def bends_each_product_and_the_bias(weights, bias, xs):
    """each product gets a tanh of its own, the bias another, and the sum has none. There is one tanh, around the whole
    sum.
    """
    return Value.sum([bias.tanh(), *((w * x).tanh() for w, x in zip(weights, xs))])


def bends_each_step(weights, bias, xs):
    """a tanh bends the sum after each input, as where it is inside the loop. It comes once, around the whole sum."""
    total = bias
    for w, x in zip(weights, xs):
        total = (total + w * x).tanh()
    return total


def bends_each_step_and_the_end(weights, bias, xs):
    """the sum is bent after each input, and once more at the end. The tanh comes once, around the whole sum."""
    total = bias
    for w, x in zip(weights, xs):
        total = (total + w * x).tanh()
    return Value.tanh(total)


def stops_at_a_zero(weights, bias, xs):
    """the inputs after one that is 0 are left out, as with `break`. A 0 adds nothing; those after it do."""
    total = bias
    for w, x in zip(weights, xs):
        if x == 0:
            break
        total = total + w * x
    return total.tanh()


def keeps_one_weight_for_equal_inputs(weights, bias, xs):
    """of inputs that are the same number only one counts, as where a dict has the inputs for its keys. Walk through
    both lists side by side, as `zip` does.
    """
    total = bias
    for x, w in dict(zip(xs, weights)).items():
        total = total + w * x
    return total.tanh()


def finds_the_weight_by_the_number(weights, bias, xs):
    """inputs that are the same number all get the weight of the first of them, as where its place is found by
    `xs.index(x)`. Walk through both lists side by side, as `zip` does.
    """
    total = bias
    for x in xs:
        total = total + weights[xs.index(x)] * x
    return total.tanh()


def pairs_every_weight_with_every_input(weights, bias, xs):
    """every weight is multiplied by every input, as with one loop inside another, or where two sums are multiplied.
    Weight 1 belongs to input 1, weight 2 to input 2: walk through both lists side by side, as `zip` does.
    """
    total = bias
    for w in weights:
        for x in xs:
            total = total + w * x
    return total.tanh()


def uses_the_numbers_only(weights, bias, xs):
    """neither the weights nor the bias are in the graph of the result, as where it is made of plain floats somewhere on
    the way: those do not remember where they came from. Compute with the Values themselves up to the end, the
    activation too.
    """
    return Value(reference(weights, bias, xs).data)


def multiplies_plain_floats(weights, bias, xs):
    """no weight gets a gradient: none is in the graph of the result, as where its `.data` is multiplied, a plain float,
    which does not remember where it came from. Each input is multiplied by the very Value in `weights`, and
    not by a copy.
    """
    total = bias
    for w, x in zip(weights, xs):
        total = total + w.data * x
    return total.tanh()


def returns_a_number(weights, bias, xs):
    """a plain number is returned. It does not remember where it came from, so no weight could be paid: compute with the
    Values themselves up to the end, without `.data`, and return the last one.
    """
    return reference(weights, bias, xs).data


def takes_the_first_and_the_last(weights, bias, xs):
    """the first and the last input count, and no others. That is right for two inputs: of one it makes two, and of
    three it leaves out the middle one. Every input counts, and counts once.
    """
    return (weights[0] * xs[0] + weights[-1] * xs[-1] + bias).tanh()


def takes_the_first_two(weights, bias, xs):
    """the inputs are taken by their places 0 and 1. A list of one has no place 1, and of three one is left out. Take as
    many as there are.
    """
    return (weights[0] * xs[0] + weights[1] * xs[1] + bias).tanh()


def takes_exactly_two(weights, bias, xs):
    """the code fits lists of two, as `w1, w2 = weights` does, and no others. Let a loop go through them."""
    (w1, w2), (x1, x2) = weights, xs
    return (w1 * x1 + w2 * x2 + bias).tanh()


PAIRS = "zip(weights, xs)"
SUM = "total = total + w * x"

SLIPS = [
    Slip(
        "the bias is added outside the activation. It belongs to the sum, inside: it says where the neuron turns from "
        "no to yes. Outside, it moves the whole curve up or down, past 1 or -1.",
        ("total = bias", "total = Value(0.0)"),
        ("total.tanh()", "bias + (total).tanh()"),
    ),
    Slip(
        "the bias is left out. A neuron without one says tanh(0) = 0 to inputs of 0, whatever its weights are.",
        ("total = bias", "total = Value(0.0)"),
    ),
    Slip("the bias is subtracted. Add it.", ("total = bias", "total = -bias")),
    Slip(
        "the bias comes in once by itself, and again with each product. A neuron has one bias, added once.",
        ("total = bias", "total = 1 * bias"),  # not together with a bias that is left out
        (SUM, "total = bias + (total + w * x)"),
    ),
    Slip(
        "the bias is in the sum, and is added once more outside the activation. It belongs to the sum only.",
        ("total = bias", "total = 1 * bias"),
        ("total.tanh()", "total.tanh() + bias"),
    ),
    Slip(
        "the bias gets no gradient: it is not in the graph of the result, as where its `.data` is added, a plain "
        "float, which does not remember where it came from. Add the Value itself.",
        ("total = bias", "total = Value(bias.data)"),
        ("w * x", "x * w"),  # not together with weights that are left out: nothing but numbers would be left
    ),
    Slip(
        "no product is added: the result is that of the bias alone, as where an iterator such as a `zip` has been used "
        "up before. Each weight is multiplied by its input, and all of these are added.",
        ("total = bias", "total = 1 * bias"),
        (PAIRS, "zip(weights[:0], xs)"),
    ),
    Slip("the weighted sum is returned as it is. A tanh goes around the whole of it.", ("total.tanh()", "total")),
    Slip("a sigmoid is at the end. The activation of this neuron is tanh.", (".tanh()", ".sigmoid()")),
    Slip("a relu is at the end. The activation of this neuron is tanh.", (".tanh()", ".relu()")),
    Slip("the tanh is taken twice, one around the other. There is one.", ("total.tanh()", "total.tanh().tanh()")),
    Slip(
        "each product gets a tanh of its own, and then the sum another. There is one tanh, around the whole sum.",
        (SUM, "total = total + (w * x).tanh()"),
        ("total.tanh()", "(total).tanh()"),
    ),
    Slip(
        "the whole sum is divided by the number of inputs. A neuron adds up, and takes no mean.",
        ("total = bias", "total = 1 * bias"),
        ("total.tanh()", "(total / len(xs)).tanh()"),
    ),
    Slip(
        "the mean of the products is taken, before the bias is added. A neuron adds them up.",
        ("total = bias", "total = 1 * bias"),
        ("w * x", "w * x / len(xs)"),
    ),
    Slip("the bias is added twice. A neuron has one bias, added once.", ("total = bias", "total = bias + bias")),
    Slip(
        "the first product counts twice, as where the sum begins with it, and the loop adds it once more. Each product "
        "is added once.",
        (PAIRS, "zip(weights[:1] + weights, xs[:1] + xs)"),
    ),
    Slip(
        "only the last product counts beside the bias, as where each round forgets the ones before. Add up all of "
        "them.",
        (SUM, "total = bias + w * x"),
    ),
    Slip(
        "only the last product counts, and not even the bias, as where each round forgets all that came before. Add "
        "them up.",
        (SUM, "total = w * x"),
    ),
    Slip("the products are subtracted. Add them.", (SUM, "total = total - w * x")),
    Slip("the bias and the products are multiplied with one another. Add them.", (SUM, "total = total * w * x")),
    Slip("weights and inputs are added. Multiply each weight by its input.", ("w * x", "w + x")),
    Slip("each input is divided by its weight. Multiply them.", ("w * x", "x / w")),
    Slip("each weight is divided by its input. Multiply them.", ("w * x", "w / x")),
    Slip("the weights are left out: the inputs alone are added up. Multiply each by its weight.", ("w * x", "x")),
    Slip("the inputs are left out: the weights alone are added up. Multiply each by its input.", ("w * x", "w")),
    *(
        Slip(
            f"only the first {words} inputs count, and there may be more. Every input counts.",
            (PAIRS, f"zip(weights[:{number}], xs)"),
        )
        for number, words in [(2, "two"), (3, "three"), (4, "four")]
    ),
    Slip("the last input is left out.", (PAIRS, "zip(weights[:-1], xs)")),
    Slip("the first input is left out.", (PAIRS, "zip(weights[1:], xs[1:])")),
    Slip(
        "only the first input counts, as where a `return` inside the loop ends it in its first round. Add up all "
        "products.",
        (PAIRS, "zip(weights[:1], xs)"),
    ),
    Slip(
        "the first weight is multiplied by the last input, and so on. Weight 1 belongs to input 1.",
        (PAIRS, "zip(weights, xs[::-1])"),
    ),
]


def run(solution, weights, bias, xs):
    """The neuron's output, and the gradient of each leaf for a loss further on with ∂L/∂out = -1.3."""
    out = solution(weights, bias, xs)
    if not hasattr(out, "_prev"):
        raise NotAnAnswer(
            f"You returned {with_kind(out, in_words(out))}. Expected a Value, computed from `weights`, `bias` and `xs` "
            "with + and * and .tanh(), and without `.data`.",
            kind=kind(out),
        )
    leaves = [*weights, bias]
    for leaf in leaves:
        leaf.grad = 0.0
    in_graph = topological_order(out)
    if not any(out is leaf for leaf in leaves):
        out.label = "out"
    (out * -1.3).backward()
    answer = {"out": out.data} | {f"{leaf.label}.grad": leaf.grad for leaf in leaves}
    return Drawn(answer, out) if len(in_graph) < 20 else answer


def pays_no_weight(case, answer):
    """Whether no weight has a gradient, and all else is right."""
    unpaid = exercise.right_answer(case) | {f"w{i}.grad": 0.0 for i in range(1, len(answer) - 1)}
    return same(unpaid, answer, 1e-9)


def case(text, numbers, bias, *xs):
    """The weights are labelled w1, w2, …, and the bias b."""

    def make():
        weights = [Value(number, label=f"w{i}") for i, number in enumerate(numbers, start=1)]
        return weights, named("b", Value(bias)), list(xs)

    return Case(text, make)


exercise = Exercise(
    id="6.1",
    title="A neuron of any size",
    name="neuron",
    reference=reference,
    demands=[
        Demand("`neuron(weights, bias, xs)` returns tanh(b + w₁x₁ + w₂x₂ + …)", adds_the_bias_each_time),
        Demand("there may be any number of inputs, as many as weights", takes_the_first_and_the_last),
        Demand("the result is a Value, and its `backward()` reaches every weight and the bias", uses_the_numbers_only),
        Demand("the lists `weights` and `xs` stay as they are", takes_the_bias_for_a_weight),
    ],
    cases=[
        case("one input: w = 0.5, b = 0.25, x = 2", [0.5], 0.25, 2.0),
        case("two inputs: w = 0.3 and -0.4, b = 0.1, x = 1 and 2", [0.3, -0.4], 0.1, 1.0, 2.0),
        case("three inputs", [0.5, -0.2, 0.7], -0.3, -1.0, 2.0, 0.5),
        case("two inputs again, with other weights", [-0.7, 0.2], 0.5, 1.0, 2.0),
        case("five inputs, two of them equal and one 0", [0.4, 0.3, 0.4, -0.8, 0.6], -0.1, 0.9, 0.0, 0.9, 0.5, -0.4),
        case("two inputs, both 0", [0.6, -0.9], 0.7, 0.0, 0.0),
        case("four inputs, one weight 0", [-0.6, 0.8, 0.0, -0.9], 0.2, 0.9, 0.4, -1.5, 0.7),
    ],
    run=run,
    alternatives=[starts_from_nought, sums, in_one_node, reduces, one_by_one],
    misconceptions=[
        asks_pythons_tanh,
        adds_the_bias_each_time,
        bends_each_product,
        bends_each_product_with_the_bias,
        bends_each_product_and_the_bias,
        bends_each_step,
        bends_each_step_and_the_end,
        keeps_one_weight_for_equal_inputs,
        finds_the_weight_by_the_number,
        pairs_every_weight_with_every_input,
        uses_the_numbers_only,
        multiplies_plain_floats,
        returns_a_number,
        takes_the_first_and_the_last,
        takes_the_first_two,
        takes_exactly_two,
        stops_at_a_zero,
    ],
    recognise={multiplies_plain_floats: pays_no_weight},
    slips=SLIPS,
)
