"""Exercise 5.6: for each of six broken engines, the smallest expression that exposes it."""

import math

from autograd_lib.exercises.exercise import Case, Exercise, Gap, NotAnAnswer
from autograd_lib.exercises.nb05.engines import ENGINES, Engine
from autograd_lib.graph import topological_order

A, B = 2.0, -3.0
# How many operations it takes: one for a wrong slope, or for an input that is paid once for two uses. C is right as long
# as 1 arrives, so something must come after the relu. E visits the root first, so the node that it leaves out is another
# one. F needs a node to be reached twice on ways of different length: that node, the detour, and where they meet.
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
        "B": 2 * 1 / b if False else b**-1,
        "C": -(a.relu()),
        "D": a - a,
        "E": a * 1 * 1,
        "F": c * c.tanh(),
    }


def repeats_the_test(a, b):
    """the expressions are made of what the test had already: +, *, squares and tanh, which all six engines get right.
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
    return all(not entry["exposed"] and set(entry["operations"]) <= IN_THE_TEST for entry in tried(answer))


def tries_single_operations(a, b):
    """every fault is looked for in one operation by itself. Three of the engines get each operation right, and go wrong
    where two or three follow one another. What can happen between operations that cannot happen in one?
    """
    return {"A": a.exp(), "B": a**3, "C": a.relu(), "D": a * a, "E": a / b, "F": a - b}


def has_only_single_operations(case, answer):
    hidden = [name for name, entry in answer_by_name(answer).items() if not entry["exposed"]]
    return hidden == ["C", "E", "F"] and all(len(entry["operations"]) <= 1 for entry in tried(answer))


def uses_nothing_twice(a, b):
    """no expression uses a node twice, so every graph is a tree. Two of the faults cannot show on a tree."""
    return {"A": a.exp(), "B": a**3, "C": -a.relu(), "D": a - b, "E": a.relu().relu(), "F": (a + b).exp() + 1}


def has_only_trees(case, answer):
    hidden = [name for name, entry in answer_by_name(answer).items() if not entry["exposed"]]
    return hidden == ["D", "F"] and not any(entry["shares"] for entry in tried(answer))


def meets_it_in_a_harmless_order(a, b):
    """there is a detour in F's expression, and the last operation happens to have the long way as its first input, so
    that the engine takes the two in a right order. Swap its inputs.
    """
    c = a + b
    return reference(a, b) | {"F": c.exp() + c}


def is_harmless_as_it_stands(case, answer):
    entries = answer_by_name(answer)
    return [name for name, entry in entries.items() if not entry["exposed"]] == ["F"] and entries["F"]["turned round"]


def leaves_in_what_is_not_needed(a, b):
    """an expression holds operations that its fault does not need. Take one away and try again: where nothing more can
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
    entries = answer_by_name(answer)
    return all(entry["exposed"] for entry in entries.values()) and judge(case, answer) is not None


def answer_by_name(answer):
    return answer if isinstance(answer, dict) else {}


def tried(answer):
    """The entries of an answer. One entry that cannot fit stands for an answer that is no dict."""
    return answer_by_name(answer).values() or [{"exposed": None, "operations": "?", "shares": True}]


def run(solution, a, b):
    """For each engine, what it says about its expression, and what is right."""
    return {name: outcome(solution, name, engine, a, b) for name, engine in ENGINES.items()}


def outcome(solution, name, engine, a, b):
    if expression(solution, name, Engine, a, b)[0] is ...:
        return {"missing": True, "exposed": False, "operations": [], "shares": False}
    right, says = (gradients(*expression(solution, name, each, a, b)) for each in (Engine, engine))
    root = expression(solution, name, engine, a, b)[0]
    nodes = topological_order(root)
    return {
        "right": right,
        "says": says,
        "exposed": differ(right, says),
        "operations": [node._op for node in nodes if node._prev],
        "shares": sum(len(node._prev) for node in nodes) > len(nodes) - 1,
        "turned round": turned_round(solution, name, engine, a, b, right),
    }


def expression(solution, name, engine, a, b):
    """The expression for engine `name`, built on nodes of the class `engine`, with its leaves: (root, a, b)."""
    leaves = engine(a), engine(b)
    for leaf, label in zip(leaves, "ab"):
        leaf.label = label
    found = solution(*leaves)
    if not isinstance(found, dict) or set(found) != set(ENGINES):
        raise NotAnAnswer(f"You returned {found!r:.80}. Expected a dict with the keys A to F, one for each engine.")
    root = found[name]
    if root is not ... and not isinstance(root, engine):
        raise NotAnAnswer(
            f"The expression for {name} is {root!r} ({type(root).__name__}). Expected a node computed from `a` and `b`."
        )
    return root, *leaves


def gradients(root, a, b):
    root.backward()
    return {"a.grad": a.grad, "b.grad": b.grad}


def turned_round(solution, name, engine, a, b, right):
    """Whether the fault shows once the inputs of the last operation have changed places."""
    root, *leaves = expression(solution, name, engine, a, b)
    root._prev, root._local_gradients = root._prev[::-1], root._local_gradients[::-1]
    return differ(right, gradients(root, *leaves))


def differ(right, says):
    return not all(math.isclose(right[key], says[key], rel_tol=1e-9, abs_tol=1e-12) for key in right)


def judge(case, answer):
    lines = [line for name in ENGINES for line in report(name, answer[name])]
    done = all(entry["exposed"] and len(entry["operations"]) == SMALLEST[name] for name, entry in answer.items())
    return None if done else Gap("\n".join(lines))


def report(name, entry):
    """What is said about one engine, as a list of lines."""
    enough, used = operations(SMALLEST[name]), len(entry["operations"])
    if entry.get("missing"):
        return [f"{name}: nothing tried yet. {enough} is enough." if SMALLEST[name] == 1 else
                f"{name}: nothing tried yet. {enough} are enough."]
    if not entry["exposed"]:
        says = " and ".join(f"{key} = {number:.6g}" for key, number in entry["says"].items())
        return [f"{name}: still hidden. It says {says}, and that is right."]
    if used > SMALLEST[name]:
        return [f"{name}: exposed with {operations(used)}; {SMALLEST[name]} would do."]
    wrong = [key for key in entry["right"] if differ({key: entry["right"][key]}, entry["says"])][0]
    return [f"{name}: exposed, and nothing smaller will do: {wrong} is {entry['says'][wrong]:.6g}, not "
            f"{entry['right'][wrong]:.6g}."]


def operations(number):
    return f"{number} operation" + "s" * (number != 1)
