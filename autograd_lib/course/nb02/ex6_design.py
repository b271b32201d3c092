"""Exercise 2.6: an expression whose gradients are given: ∂f/∂a = b + 1 and ∂f/∂b = a."""

from functools import partial

from autograd_lib.course.answers import compare, in_words, kind, same, with_kind
from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise, NotAnAnswer, Slip
from autograd_lib.course.graphs import named
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value


def reference(a, b):
    return a * b + a


def takes_a_out(a, b):
    return a * (b + 1)


def in_two_terms(a, b):
    """The same, with a name for each term, for the slips below."""
    product = a * b
    alone = a
    return product + alone


def adds_a_constant(a, b):
    return a * (1 + b) - 7


def through_a_difference(a, b):
    return a - (-a) * b


def only_multiplies(a, b):
    """f is a·b: its gradients are b and a. The 1 in b + 1 can come by a second path from `a` to f."""
    return a * b


def adds_one_to_the_result(a, b):
    """f has the gradients of a·b and another value, as where a number or a new Value is added. A constant shifts
    f and changes none of its slopes: the 1 in b + 1 can come by a second path from `a` to f.
    """
    return a * b + 1


def takes_the_product_twice(a, b):
    """∂f/∂a is 2b and ∂f/∂b is 2a: a·b is in f twice, and what it lacks is `a` by itself."""
    return a * b + a * b


def doubles_it(a, b):
    """both gradients are twice what they should be."""
    return 2 * (a * b + a)


def multiplies_the_product_by_the_gradient(a, b):
    """f is a·b·(b + 1), but for a constant: ∂f/∂a has a factor b too many."""
    return a * b * (b + 1)


def takes_a_once_more(a, b):
    """all of it has one factor `a` too many, as in (b + 1)·a·a, the product of both gradients. Only one `a` belongs
    before the bracket.
    """
    return (b + 1) * a * a


def takes_a_square_alone(a, b):
    """f is a²·b, but for a constant: ∂f/∂a is 2ab, and ∂f/∂b is a². Once is enough for each, and the 1 in b + 1 can
    come from `a`, added to the product.
    """
    return a * a * b


def subtracts_the_product_alone(a, b):
    """f is -a·b, but for a constant: ∂f/∂a is -b, and ∂f/∂b is -a. The product comes in with a plus, and the 1 in
    b + 1 can come from `a`, added to it.
    """
    return -a * b


def has_no_value_everywhere(a, b):
    """f has no value, or no slope, at some numbers, as with a logarithm or a quotient. Sums and products have one at
    all numbers.
    """
    return (a.log() + (b + 1).log()).exp()


def cannot_be_computed(case, answer):
    """It explains the cases without a value, and nothing that is wrong at the first numbers, where there is one."""
    if isinstance(answer, dict):
        return (case is CASES[0] or judge(case, answer) is None) and frozenset()
    return says_no_value(answer)


def says_no_value(answer):
    return answer.kind == "ZeroDivisionError" or (answer.kind == "ValueError" and "no finite value" in answer.text)


def is_right_at_one_point(a, b):
    """the gradients are right at a = 2, b = 5, and not at all other numbers. Compute f with `a` and b themselves,
    by one formula for all numbers: a gradient that is typed in as a number is right at few points, and a function
    with a bend, such as relu, on one side only.
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
        "both gradients are the same numbers whatever `a` and b are, as where the two are only added or subtracted. "
        "For ∂f/∂b = a, b has to be multiplied by `a`.",
        times_a,
        times_b,
    )
    for times_a, times_b in [(1, 1), (1, 2), (2, 1), (2, 2), (1, -1), (-1, 1)]
]


def cuts_off_b(a, b):
    """b is paid nothing, as where no path leads from it to f. Compute with b itself: `b.data` is only a number, and no
    arrow leads from b to it.
    """
    return a * b.data + a


def cuts_off_a(a, b):
    """`a` is paid nothing, as where no path leads from it to f. Compute with `a` itself: `a.data` is only a number, and
    no arrow leads from `a` to it.
    """
    return a.data * b


def cuts_off_a_in_the_product(a, b):
    """∂f/∂a is 1: nothing brings `a` the b of b + 1. Multiply `a` itself by b; `a.data` is only a number, and no arrow
    leads from `a` to it.
    """
    return a.data * b + a


def makes_a_new_leaf(a, b):
    """`a` and b are paid nothing, as where no path leads from them to f. Return the Value that is computed from `a` and
    b themselves: a new Value, and `.data`, know nothing of where the number came from.
    """
    return Value(a.data * b.data + a.data)


def returns_a_number(a, b):
    """a plain number comes back. What is asked for is the Value that is computed from `a` and b: a `.data` is only a
    number, and does not know where it came from.
    """
    return a.data * b.data + a.data


def returns_the_gradients(a, b):
    """two or more things come back. Return one Value, f: b + 1 and `a` are to be its gradients."""
    return b + 1, a


def without_advice(solution, a, b):
    """f. An operation without a value says so, and not what usually helps: a constant would change the gradients."""
    try:
        return solution(a, b)
    except (ArithmeticError, ValueError) as error:
        said, no_value, _ = str(error).partition(" has no finite value or derivative.")
        if not no_value:
            raise
        raise type(error)(said + no_value).with_traceback(error.__traceback__) from None


def run(solution, a, b):
    root = without_advice(solution, a, b)
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
    shifted = not same(a.data * b.data, answer["f"], 1e-9) or not a.data  # at 0, where `a.data` is no shift
    return shifted and same({"a.grad": b.data, "b.grad": a.data, "f": answer["f"]}, answer, 1e-9)


def at(a, b):
    return Case(f"a = {a:g}, b = {b:g}", lambda: (named("a", Value(a)), named("b", Value(b))))


def is_right_in_the_first_case(case, answer):
    return isinstance(answer, dict) and (case is not CASES[0] or judge(case, answer) is None)


CASES = [at(2.0, 5.0), at(-1.5, 0.25), at(0.5, -4.0), at(0.0, 0.0), at(300.0, -1.0)]
slip = partial(Slip, of=in_two_terms)
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
    alternatives=[in_two_terms, takes_a_out, adds_a_constant, through_a_difference],
    misconceptions=[
        only_multiplies,
        adds_one_to_the_result,
        takes_the_product_twice,
        doubles_it,
        multiplies_the_product_by_the_gradient,
        takes_a_once_more,
        takes_a_square_alone,
        subtracts_the_product_alone,
        has_no_value_everywhere,
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
        has_no_value_everywhere: cannot_be_computed,
    },
    slips=[
        slip(
            "a·b is in f twice. Once is enough: it gives b all that it needs, and `a` its b.",
            ("product = a * b", "product = 2 * a * b"),
        ),
        slip(
            "a·b comes in with a minus. It is added: `a` gets b from it, and b gets `a`.",
            ("product = a * b", "product = -a * b"),
        ),
        slip("`a` is in the product twice, as a·a·b. Once is enough.", ("product = a * b", "product = a * a * b")),
        slip("b is in the product twice, as a·b·b. Once is enough.", ("product = a * b", "product = a * b * b")),
        slip("`a` is multiplied by itself. For ∂f/∂b = a, multiply it by b.", ("product = a * b", "product = a * a")),
        slip("b is multiplied by itself. For ∂f/∂b = a, multiply it by `a`.", ("product = a * b", "product = b * b")),
        slip(
            "`a` is divided by b. In a product the slope by b is `a`, in a quotient -a/b².",
            ("product = a * b", "product = a / b"),
        ),
        slip(
            "only half of a·b is in f. The slope of a·b by `a` is b, without a 2.",
            ("product = a * b", "product = a * b / 2"),
        ),
        slip(
            "the 1 is subtracted: f has `a` by itself with a minus. It is added, besides the product.",
            ("alone = a", "alone = -a"),
        ),
        slip(
            "multiplied out, f has b by itself where it should have `a`, as in (a + 1)·b: the 1 is in ∂f/∂b, and not "
            "in ∂f/∂a.",
            ("alone = a", "alone = b"),
        ),
        slip(
            "multiplied out, f has b by itself with a minus where it should have `a`, as in (a - 1)·b: it is b that "
            "gets a 1, and a negative one.",
            ("alone = a", "alone = -b"),
        ),
        slip(
            "multiplied out, f has b by itself, as in (a + 1)·(b + 1): that adds 1 to ∂f/∂b. Leave it out.",
            ("alone = a", "alone = a + b"),
        ),
        slip(
            "multiplied out, f has b by itself with a minus, as in (a - 1)·(b + 1): that takes 1 from ∂f/∂b. Leave it "
            "out.",
            ("alone = a", "alone = a - b"),
        ),
        slip(
            "multiplied out, f has `a` by itself twice, besides a·b: that makes 2 of the 1. Once is enough.",
            ("alone = a", "alone = 2 * a"),
        ),
        slip(
            "multiplied out, f has a² by itself, as in a·(a + b), and its slope is 2a. What has the slope 1 is `a` "
            "itself.",
            ("alone = a", "alone = a * a"),
        ),
        slip(
            "f has a²/2 by itself, and its slope is a. What has the slope 1 is `a` itself.",
            ("alone = a", "alone = a * a / 2"),
        ),
        slip(
            "multiplied out, f has 2b by itself, as in (a + 2)·(b + 1): that adds 2 to ∂f/∂b. Leave it out.",
            ("alone = a", "alone = a + 2 * b"),
        ),
        slip(
            "multiplied out, f has 2b by itself where it should have `a`, as in (a + 2)·b: b gets a 2.",
            ("alone = a", "alone = 2 * b"),
        ),
        slip(
            "multiplied out, f has b² by itself, as in b·(a + b). What has the slope 1 by `a` is `a` itself.",
            ("alone = a", "alone = b * b"),
        ),
    ],
    side_road=True,
)
