"""Exercise 4.4: an expression that shows what `=` does instead of `+=`."""

from collections import Counter

from autograd_lib.course.answers import Gap, in_words, kind, with_kind
from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise, NotAnAnswer
from autograd_lib.course.graphs import named
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value

# An expression need not show the fault everywhere: one of these is enough. The notebook's example has the first.
NUMBERS = (0.5, 3.0, -1.7)


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


def uses_a_node_on_the_way_twice(a):
    b = a * 2
    return b * b


def shows_it_on_one_side_only(a):
    return (a + a - 2).relu()


def uses_a_once(a):
    """in the graph of what you return, `a` is used only once, and so is all that is computed from it: each is paid
    once, and a single payment comes out the same with `=` and with `+=`. (No second use is a power such as `a**2`, the
    number `a.data`, a copy of `a`, or a sum that is not part of the result.) Use `a`, or a node
    that is computed from it, more than once.
    """
    return (a * 2).tanh() + 1


def shares_only_a_number(a):
    """in the graph of what you return, `a` is used only once, and so is all that is computed from it. Another node
    is paid more than once, and may show the fault in *its* gradient; look for an expression that shows it in `a`.
    """
    k = Value(2.0)
    return a * k + k


def loses_only_nothing(a):
    """`a`, or a node that is computed from it, is paid more than once, and yet nothing is missing in `a.grad` with `=`:
    the payments that are lost are 0, or are multiplied by 0 on their way to `a`, or cancel out.
    """
    return a * 3 + a * 0


def never_uses_a(a):
    """`a` is not in the graph of what you return, so its gradient is 0 with either engine. Compute with `a` itself, not
    with its number or with a copy of it, and return what comes out.
    """
    return Value(3.0) + Value(3.0)


def returns_a_itself(a):
    """`a` itself comes back. There is no operation in it that could pay `a`."""
    return a


def returns_a_number(a):
    """a number comes back, and a number does not know how it was computed. Return a node that is computed from `a`
    itself, without `.data` anywhere.
    """
    return a.data + a.data


def run(solution, *leaves):
    found, errors = [], []
    for a in leaves:
        root = solution(a)
        if not isinstance(root, Value):
            came = with_kind(root, in_words(root))
            raise NotAnAnswer(
                f"You returned {came}. Expected a Value computed from `a`.", kind=f"no Value: {kind(root)}"
            )
        try:
            found.append(Drawn(both_engines(root, a), root))
        except ArithmeticError as error:
            errors.append(error)
    if not found:
        raise errors[0]
    return next((each for each in found if exposes(each.answer)), found[0])


def both_engines(root, a):
    """a.grad in both engines, and, where they agree, why."""
    order = topological_order(root)
    set_to_zero([a, *order])
    root.backward()
    adding = a.grad
    set_to_zero([a, *order])
    backward_overwriting(root)
    return {"adding": adding, "overwriting": a.grad, "why": why_they_agree(order, root, a).__name__}


def set_to_zero(nodes):
    for node in nodes:
        node.grad = 0.0


def exposes(answer):
    return answer["adding"] != answer["overwriting"]


def why_they_agree(order, root, a):
    """The mistake in an expression on which the two engines agree."""
    if root is a:
        return returns_a_itself
    from_a = {a}  # and all that is computed from it
    for node in order:
        if not from_a.isdisjoint(node._prev):
            from_a.add(node)
    if root not in from_a:
        return never_uses_a
    uses = Counter(node_input for node in order for node_input in node._prev)
    shared = {node for node in order if uses[node] > 1}
    if from_a & shared:
        return loses_only_nothing
    return shares_only_a_number if shared else uses_a_once


def judge(case, answer):
    if exposes(answer):
        return None
    return Gap(
        f"Both engines say that a.grad is {answer['adding']:.6g}: this expression does not show the fault.", ("a",)
    )


def by_reason(mistake):
    return lambda case, answer: not exposes(answer) and answer["why"] == mistake.__name__


REASONS = [uses_a_once, shares_only_a_number, loses_only_nothing, never_uses_a, returns_a_itself]

exercise = Exercise(
    id="4.4",
    title="Expose the engine that overwrites",
    name="expose",
    reference=reference,
    demands=[
        Demand("`expose(a)` returns a Value that is computed from `a`", returns_a_number),
        Demand("the two engines disagree about `a.grad` in that expression", uses_a_once),
    ],
    cases=[Case("a = 0.5", lambda: tuple(named("a", Value(number)) for number in NUMBERS))],
    run=run,
    judge=judge,
    alternatives=[
        squares,
        uses_it_at_two_depths,
        three_uses,
        uses_a_node_on_the_way_twice,
        shows_it_on_one_side_only,
    ],
    misconceptions=[*REASONS, returns_a_number],
    recognise={mistake: by_reason(mistake) for mistake in REASONS},
)
