"""Exercise 4.4: an expression that shows what `=` does instead of `+=`."""

from autograd_lib.course.exercise import Case, Drawn, Exercise, Gap, NotAnAnswer
from autograd_lib.course.graphs import named
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value


def backward_overwriting(root):
    """A backward pass with one character missing: each payment replaces what was there."""
    order = topological_order(root)
    root.grad = 1.0
    for node in reversed(order):
        for node_input, local_gradient in zip(node._prev, node._local_gradients):
            node_input.grad = local_gradient * node.grad


def reference(a):
    return a + a


def squares(a):
    return a * a


def uses_it_at_two_depths(a):
    return a.tanh() + a


def three_uses(a):
    return (a * a) * a


def uses_a_once(a):
    """`a` is used only once: it is paid once, and a single payment comes out the same with `=` and with `+=`. Use it
    twice.
    """
    return (a * 2).tanh() + 1


def shares_only_a_number(a):
    """`a` itself is used only once, however long the expression. Other nodes may well be paid twice, and would show the
    fault in *their* gradients; look for one that shows in `a`.
    """
    k = Value(2.0)
    return a * k + k


def never_uses_a(a):
    """`a` is not in the expression at all, so its gradient is 0 with either engine."""
    return Value(3.0) + Value(3.0)


def run(solution, a):
    root = solution(a)
    if not isinstance(root, Value):
        raise NotAnAnswer(f"You returned {root!r} ({type(root).__name__}). Expected a Value computed from `a`.")
    root.backward()
    right, uses = a.grad, sum(node._prev.count(a) for node in topological_order(root))
    others = sum(len(node._prev) for node in topological_order(root)) > len(topological_order(root)) - 1
    for node in topological_order(root):
        node.grad = 0.0
    backward_overwriting(root)
    return Drawn({"adding": right, "overwriting": a.grad, "uses": uses, "shares": others}, root)


def judge(case, answer):
    if answer["adding"] != answer["overwriting"]:
        return None
    return Gap(
        f"Both engines say that a.grad is {answer['adding']:.6g}: this expression does not show the fault.", ("a",)
    )


def by_uses(uses, shares=None):
    """Recognises a harmless expression by how often it uses `a`, and by whether it uses any node twice."""

    def recognise(case, answer):
        return (
            isinstance(answer, dict)
            and answer["adding"] == answer["overwriting"]
            and answer["uses"] == uses
            and (shares is None or answer["shares"] == shares)
        )

    return recognise


exercise = Exercise(
    id="4.4",
    title="Expose the engine that overwrites",
    name="expose",
    reference=reference,
    cases=[Case("a = 3", lambda: (named("a", Value(3.0)),))],
    run=run,
    judge=judge,
    alternatives=[squares, uses_it_at_two_depths, three_uses],
    misconceptions=[uses_a_once, shares_only_a_number, never_uses_a],
    recognise={
        uses_a_once: by_uses(1, shares=False),
        shares_only_a_number: by_uses(1, shares=True),
        never_uses_a: by_uses(0),
    },
)
