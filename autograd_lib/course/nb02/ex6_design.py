"""Exercise 2.6: an expression whose gradients are given: ∂f/∂a = b + 1 and ∂f/∂b = a."""

from autograd_lib.course.answers import compare, in_words, kind, same, with_kind
from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise, NotAnAnswer
from autograd_lib.course.graphs import named
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value


def reference(a, b):
    return a * b + a


def takes_a_out(a, b):
    return a * (b + 1)


def adds_a_constant(a, b):
    return a * (1 + b) - 7


def through_a_difference(a, b):
    return a - (-a) * b


def only_multiplies(a, b):
    """f is a·b: its gradients are b and a. The 1 in b + 1 needs a second path from `a` to f."""
    return a * b


def adds_one_to_the_result(a, b):
    """a number is added to the *value*. A constant shifts f and changes none of its slopes: the 1 in b + 1 needs a
    second path from `a` to f.
    """
    return a * b + 1


def gives_b_the_one(a, b):
    """it is b that gets the 1: ∂f/∂a is b, and ∂f/∂b is a + 1. It belongs to `a`."""
    return a * b + b


def gives_b_minus_one(a, b):
    """it is b that gets the 1, and with a minus: ∂f/∂a is b, and ∂f/∂b is a - 1. It belongs to `a`, with a plus."""
    return a * b - b


def gives_both_the_one(a, b):
    """∂f/∂b is a + 1: multiplied out, f has b by itself, besides a·b. Leave that out."""
    return (a + 1) * (b + 1)


def subtracts_b(a, b):
    """∂f/∂b is a - 1: multiplied out, f has -b by itself, besides a·b. Leave that out."""
    return a * b + a - b


def subtracts_a(a, b):
    """∂f/∂a is b - 1: the 1 is subtracted where it should be added."""
    return a * b - a


def adds_a_twice(a, b):
    """∂f/∂a is b + 2: besides the product with b, `a` is in f twice. Once is enough."""
    return a * b + a + a


def adds_the_square(a, b):
    """∂f/∂a is b + 2a: f has a² in it, and its slope is 2a. What has the slope 1 is `a` itself."""
    return a * b + a * a


def takes_the_product_twice(a, b):
    """∂f/∂a is 2b and ∂f/∂b is 2a: a·b is in f twice, and what it lacks is `a` by itself."""
    return a * b + a * b


def adds_both_integrals(a, b):
    """∂f/∂a is 2b + 1 and ∂f/∂b is 2a: a·b is in f twice. One product a·b gives both of its inputs what they need."""
    return a * (b + 1) + a * b


def doubles_it(a, b):
    """both gradients are twice what they should be."""
    return 2 * (a * b + a)


def multiplies_by_b_twice(a, b):
    """∂f/∂a is b² + 1 and ∂f/∂b is 2ab: b is in the product twice. Once is enough."""
    return a * b * b + a


def multiplies_the_product_by_the_gradient(a, b):
    """f is a·b·(b + 1): ∂f/∂a has a factor b too many."""
    return a * b * (b + 1)


def divides(a, b):
    """∂f/∂b is -a/b²: `a` is divided by b. In a product the slope by b is `a`."""
    return a / b + a


def is_right_at_one_point(a, b):
    """the gradients are right at a = 2, b = 5, and not at all other numbers. Compute f with `a` and b themselves: a
    gradient that is typed in as a number is right at one point only.
    """
    return a * 6 + b * 2


def has_the_wrong_sign(a, b):
    """both gradients have the wrong sign."""
    return -(a * b + a)


def exchanges_the_gradients(a, b):
    """the two gradients are exchanged: ∂f/∂a is `a`, and ∂f/∂b is b + 1."""
    return a * a / 2 + b * b / 2 + b


def builds_the_gradient_itself(a, b):
    """f grows with b as b + 1 does, and not at all with `a`. b + 1 is to be the *slope* by `a`: f climbs by b + 1 when
    `a` grows by 1.
    """
    return b + 1


def is_a_alone(a, b):
    """f grows with `a` as `a` itself does, and not at all with b. For ∂f/∂b = a, b has to be multiplied by `a`."""
    return a + 1


def only_adds(words, times_a, times_b):
    def wrong(a, b):
        return times_a * a + times_b * b

    wrong.__doc__, wrong.__name__ = words, f"adds_{times_a}_a_and_{times_b}_b"
    return wrong


SUMS = [
    only_adds(
        "`a` and b are only added or subtracted: their gradients are the same numbers whatever they are. For "
        "∂f/∂b = a, b has to be multiplied by `a`.",
        times_a,
        times_b,
    )
    for times_a, times_b in [(1, 1), (1, 2), (2, 1), (2, 2), (1, -1), (-1, 1)]
]


def cuts_off_b(a, b):
    """no path leads from b to f. Compute with b itself: `b.data` is only a number, and no arrow leads from it."""
    return a * b.data + a


def cuts_off_a(a, b):
    """no path leads from `a` to f. Compute with `a` itself: `a.data` is only a number, and no arrow leads from it."""
    return a.data * b


def cuts_off_a_in_the_product(a, b):
    """∂f/∂a is 1: nothing brings `a` the b of b + 1. Multiply `a` itself by b; `a.data` is only a number, and no arrow
    leads from it.
    """
    return a.data * b + a


def makes_a_new_leaf(a, b):
    """no path leads from `a` or b to f. Return the Value that is computed from `a` and b themselves: a new Value, and
    `.data`, know nothing of where the number came from.
    """
    return Value(a.data * b.data + a.data)


def returns_a_number(a, b):
    """a plain number comes back. Compute with `a` and b themselves, not with their `.data`: that gives a Value."""
    return a.data * b.data + a.data


def returns_the_gradients(a, b):
    """two or more things come back. Return one Value, f: b + 1 and `a` are to be its gradients."""
    return b + 1, a


def run(solution, a, b):
    root = solution(a, b)
    if not hasattr(root, "_prev"):
        words = with_kind(root, in_words(root))
        several = isinstance(root, list | tuple | dict) and len(root) > 1
        text = f"You returned {words}. Expected a Value computed from `a` and `b`."
        raise NotAnAnswer(text, kind="several things" if several else kind(root))
    for node in [*topological_order(root), a, b]:
        node.grad = 0.0
    root.backward()
    return Drawn({"a.grad": a.grad, "b.grad": b.grad, "f": root.data}, root)


def judge(case, answer):
    """The gradients decide; the value of f may be anything."""
    a, b = case.make()
    wanted = {"a.grad": b.data + 1, "b.grad": a.data}
    gap = compare(wanted, {name: answer[name] for name in wanted}, 1e-9)
    return gap and gap._replace(parts=tuple(name for name in wanted if not same(wanted[name], answer[name], 1e-9)))


def is_the_product(case, answer):
    """Whether f has the gradients of a·b, and its value."""
    a, b = case.make()
    return same({"a.grad": b.data, "b.grad": a.data, "f": a.data * b.data}, answer, 1e-9)


def is_the_product_and_a_constant(case, answer):
    """Whether f has the gradients of a·b, but another value."""
    if not isinstance(answer, dict):
        return False
    a, b = case.make()
    shifted = not same(a.data * b.data, answer["f"], 1e-9)
    return shifted and same({"a.grad": b.data, "b.grad": a.data, "f": answer["f"]}, answer, 1e-9)


def at(a, b):
    return Case(f"a = {a:g}, b = {b:g}", lambda: (named("a", Value(a)), named("b", Value(b))))


def is_right_in_the_first_case(case, answer):
    return isinstance(answer, dict) and (case is not CASES[0] or judge(case, answer) is None)


CASES = [at(2.0, 5.0), at(-1.5, 0.25), at(0.5, -4.0)]
exercise = Exercise(
    id="2.6",
    title="Build it from its gradients",
    name="design",
    reference=reference,
    demands=[
        Demand("`design(a, b)` returns one Value f, computed from the Values `a` and `b`", returns_a_number),
        Demand("∂f/∂a = b + 1, whatever `a` and `b` are", only_multiplies),
        Demand("∂f/∂b = a, whatever `a` and `b` are", cuts_off_b),
    ],
    cases=CASES,
    run=run,
    judge=judge,
    alternatives=[takes_a_out, adds_a_constant, through_a_difference],
    misconceptions=[
        only_multiplies,
        adds_one_to_the_result,
        gives_b_the_one,
        gives_b_minus_one,
        gives_both_the_one,
        subtracts_b,
        subtracts_a,
        adds_a_twice,
        adds_the_square,
        takes_the_product_twice,
        adds_both_integrals,
        doubles_it,
        multiplies_by_b_twice,
        multiplies_the_product_by_the_gradient,
        divides,
        is_right_at_one_point,
        has_the_wrong_sign,
        exchanges_the_gradients,
        builds_the_gradient_itself,
        is_a_alone,
        *SUMS,
        cuts_off_b,
        cuts_off_a,
        cuts_off_a_in_the_product,
        makes_a_new_leaf,
        returns_a_number,
        returns_the_gradients,
    ],
    recognise={
        only_multiplies: is_the_product,
        adds_one_to_the_result: is_the_product_and_a_constant,
        is_right_at_one_point: is_right_in_the_first_case,
    },
)
