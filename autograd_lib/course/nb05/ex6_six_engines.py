"""Exercise 5.6: for each of six broken engines, the smallest expression that exposes it."""

import math

from autograd_lib.course.exercise import Case, Exercise, Gap, NotAnAnswer
from autograd_lib.course.nb05.engines import ENGINES, Engine
from autograd_lib.engine.graph import topological_order

# The operations that it takes. One is enough for a wrong slope, and for an input that is used twice and paid once.
# C is right as long as a positive gradient arrives, so something has to come after the relu. E always visits the root,
# so the node that it leaves out is another one. F needs a node with two paths to the root, a short one and a long one:
# the operations are that node, one on the long path, and the root.
SMALLEST = {"A": 1, "B": 1, "C": 2, "D": 1, "E": 2, "F": 3}
IN_THE_TEST = {"+", "*", "**2", "tanh"}


def stub(a, b):
    return {
        "A": ...,
        "B": ...,
        "C": ...,
        "D": ...,
        "E": ...,
        "F": ...,
    }


def reference(a, b):
    c = a + b
    return {
        "A": a.exp(),
        "B": a**3,
        "C": b * a.relu(),
        "D": a + a,
        "E": a.relu().relu(),
        "F": c + c.exp(),
    }


def others(a, b):
    c = -a
    return {
        "A": b.exp(),
        "B": b**-1,
        "C": 1 - a.relu(),
        "D": a / a,
        "E": a * 1 * 1,
        "F": c * (c * 2),
    }


def repeats_the_test(a, b):
    """the expressions are made of what the test had already: +, *, squares and tanh. All six engines get those right.
    Take the other operations, one at a time.
    """
    return {
        "A": (a * b + a**2).tanh(),
        "B": a * b,
        "C": a.tanh() * b.tanh(),
        "D": a**2 + b,
        "E": a + b,
        "F": a * b + a,
    }


def is_made_of_the_test(case, answer):
    return hidden(answer) == list(ENGINES) and all(set(entry["operations"]) <= IN_THE_TEST for entry in answer.values())


def tries_single_operations(a, b):
    """every fault is looked for in one operation by itself. Three of the engines get each operation right, and go wrong
    only where two or three follow one another: look for what can go wrong there but not in a single one.
    """
    return {"A": a.exp(), "B": a**3, "C": a.relu(), "D": a * a, "E": a / b, "F": a - b}


def has_only_single_operations(case, answer):
    return hidden(answer) == ["C", "E", "F"] and all(len(entry["operations"]) <= 1 for entry in answer.values())


def uses_nothing_twice(a, b):
    """no expression uses a node twice, so that every graph is a tree. Two of the faults cannot show on a tree."""
    return {"A": a.exp(), "B": a**3, "C": -a.relu(), "D": a - b, "E": a.relu().relu(), "F": (a + b).exp() + 1}


def has_only_trees(case, answer):
    return hidden(answer) == ["D", "F"] and not any(entry["shares"] for entry in answer.values())


def meets_it_in_a_harmless_order(a, b):
    """there are two paths in F's expression, but the long one is the first input of the last operation: by luck, the
    engine then takes the nodes in a right order. Swap the two inputs.
    """
    c = a + b
    return reference(a, b) | {"F": c.exp() + c}


def is_harmless_as_it_stands(case, answer):
    return hidden(answer) == ["F"] and answer["F"]["turned round"]


def leaves_in_what_is_not_needed(a, b):
    """an expression holds operations that its fault does not need. Take one away and try again: when nothing more can
    go, you are looking at the fault.
    """
    c = a + b
    return {
        "A": a.exp() * b,
        "B": (a**3 + b) * 2,
        "C": (b * a.relu()).tanh(),
        "D": a * a + b,
        "E": a.relu().relu().relu(),
        "F": (c + c.exp()) * c,
    }


def is_larger_than_needed(case, answer):
    return hidden(answer) == [] and judge(case, answer) is not None


def hidden(answer):
    """The names of the engines that an answer does not expose; None if there is no answer."""
    return [name for name in ENGINES if not answer[name]["exposed"]] if isinstance(answer, dict) else None


def run(solution, a, b):
    """For each engine, the gradients that it gives for the expression written for it, and the right ones."""
    return {name: outcome(solution, name, a, b) for name in ENGINES}


def outcome(solution, name, a, b):
    root, *leaves = build(solution, name, Engine, a, b)
    if root is ...:
        return {"exposed": False, "operations": [], "shares": False}
    nodes = topological_order(root)
    right = gradients(root, *leaves)
    root, *leaves = build(solution, name, ENGINES[name], a, b)
    says = gradients(root, *leaves)
    root, *leaves = build(solution, name, ENGINES[name], a, b)
    root._prev, root._local_gradients = root._prev[::-1], root._local_gradients[::-1]
    return {
        "right": right,
        "says": says,
        "exposed": differ(right, says),
        "turned round": differ(right, gradients(root, *leaves)),
        "operations": [node._op for node in nodes if node._prev],
        "shares": sum(len(node._prev) for node in nodes) > len(nodes) - 1,
    }


def build(solution, name, engine, a, b):
    """The expression written for engine `name`, on nodes of the class `engine`: its root, a and b."""
    leaves = engine(a), engine(b)
    found = solution(*leaves)
    if not isinstance(found, dict) or list(found) != list(ENGINES):
        raise NotAnAnswer(f"You returned {found!r:.80}. Expected a dict with the keys A to F, as in the cell.")
    root = found[name]
    if root is not ... and not isinstance(root, engine):
        came = f"{root!r} ({type(root).__name__})"
        raise NotAnAnswer(f"The expression for {name} is {came}. Expected a node that is computed from `a` and `b`.")
    return root, *leaves


def gradients(root, a, b):
    root.backward()
    return {"a.grad": a.grad, "b.grad": b.grad}


def differ(right, says):
    return not all(math.isclose(right[leaf], says[leaf], rel_tol=1e-9, abs_tol=1e-12) for leaf in right)


def judge(case, answer):
    if all(entry["exposed"] and len(entry["operations"]) == SMALLEST[name] for name, entry in answer.items()):
        return None
    return Gap("\n".join(f"{name}: {expression_in_words(entry, SMALLEST[name])}" for name, entry in answer.items()))


def expression_in_words(entry, enough):
    """The line of the gap about one engine."""
    used = len(entry["operations"])
    if "says" not in entry:
        return f"no expression yet; a smallest one has {counted(enough)}."
    if not entry["exposed"]:
        said = " and ".join(f"{leaf} = {number:.6g}" for leaf, number in entry["says"].items())
        return f"still hidden: it says {said}, which is right. A smallest expression has {counted(enough)}."
    leaf = next(leaf for leaf, number in entry["right"].items() if differ({leaf: number}, entry["says"]))
    gap = f"it says {leaf} = {entry['says'][leaf]:.6g}, right is {entry['right'][leaf]:.6g}"
    if used > enough:
        return f"exposed with {counted(used)}: {gap}. {counted(enough)} would do."
    return f"exposed, and nothing smaller would do: {gap}."


def counted(number):
    return f"{number} operation" + "s" * (number != 1)


exercise = Exercise(
    id="5.6",
    title="Six broken engines",
    name="expose",
    reference=reference,
    stub=stub,
    cases=[Case("a = 2, b = -3", lambda: (2.0, -3.0))],
    run=run,
    judge=judge,
    alternatives=[others],
    misconceptions=[
        repeats_the_test,
        tries_single_operations,
        uses_nothing_twice,
        meets_it_in_a_harmless_order,
        leaves_in_what_is_not_needed,
    ],
    recognise={
        repeats_the_test: is_made_of_the_test,
        tries_single_operations: has_only_single_operations,
        uses_nothing_twice: has_only_trees,
        meets_it_in_a_harmless_order: is_harmless_as_it_stands,
        leaves_in_what_is_not_needed: is_larger_than_needed,
    },
)
