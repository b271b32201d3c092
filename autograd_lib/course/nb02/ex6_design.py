"""Exercise 2.6: an expression whose gradients are given: ∂f/∂a = b + 1 and ∂f/∂b = a."""

from autograd_lib.course.exercise import Case, Drawn, Exercise, NotAnAnswer, compare, same
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


def gives_b_the_second_path(a, b):
    """it is `b` that has two paths to f. The gradient with the 1 in it is that of `a`: give `a` the second path."""
    return a * b + b


def builds_the_gradient_itself(a, b):
    """f is b + 1 itself. That is what the *slope* with respect to `a` has to be; f must climb by b + 1 when `a` grows
    by 1.
    """
    return b + 1


def builds_a_sum(a, b):
    """f is the sum of the two gradients. Each of them should be a slope of f, not a part of it."""
    return (b + 1) + a


def gives_the_second_path_the_wrong_sign(a, b):
    """the second path from `a` subtracts 1 where it should add 1."""
    return a * b - a


def run(solution, a, b):
    root = solution(a, b)
    if not hasattr(root, "_prev"):
        raise NotAnAnswer(f"You returned {root!r} ({type(root).__name__}). Expected a Value computed from `a` and `b`.")
    for node in topological_order(root):
        node.grad = 0.0
    root.backward()
    return Drawn({"a.grad": a.grad, "b.grad": b.grad, "f": root.data}, root)


def judge(case, answer):
    """The gradients decide; the value of f may be anything."""
    a, b = case.make()
    wanted = {"a.grad": b.data + 1, "b.grad": a.data}
    return compare(wanted, {name: answer[name] for name in wanted}, 1e-9)


def is_the_product(case, answer):
    """Whether f has the gradients of a·b, and its value."""
    a, b = case.make()
    return same({"a.grad": b.data, "b.grad": a.data, "f": a.data * b.data}, answer, 1e-9)


def is_the_product_and_a_constant(case, answer):
    """Whether f has the gradients of a·b, but another value."""
    if not isinstance(answer, dict):
        return False
    a, b = case.make()
    shifted = a.data * b.data != answer["f"]
    return shifted and same({"a.grad": b.data, "b.grad": a.data, "f": answer["f"]}, answer, 1e-9)


def at(a, b):
    return Case(f"a = {a:g}, b = {b:g}", lambda: (named("a", Value(a)), named("b", Value(b))))


exercise = Exercise(
    id="2.6",
    title="Build it from its gradients",
    name="design",
    reference=reference,
    cases=[at(2.0, 3.0), at(-1.5, 0.25), at(0.5, -4.0)],
    run=run,
    judge=judge,
    alternatives=[takes_a_out, adds_a_constant, through_a_difference],
    misconceptions=[
        only_multiplies,
        adds_one_to_the_result,
        gives_b_the_second_path,
        builds_the_gradient_itself,
        builds_a_sum,
        gives_the_second_path_the_wrong_sign,
    ],
    recognise={
        only_multiplies: is_the_product,
        adds_one_to_the_result: is_the_product_and_a_constant,
    },
)
