"""Exercise 5.6: for each of six broken engines, the smallest expression that exposes it."""

import math
from collections import Counter

from autograd_lib.course.answers import Gap, in_words, kind, with_kind
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer
from autograd_lib.course.nb05.engines import ENGINES, Engine
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value

# The operations that it takes. One is enough for a wrong slope, and for an input that is used twice and paid once.
# C is right as long as a positive gradient arrives, so something has to come after the relu. E always visits the root,
# so the node that it leaves out is another one. F needs a node with two paths to the root, a short one and a long one:
# the operations are that node, one on the long path, and the root.
SMALLEST = {"A": 1, "B": 1, "C": 2, "D": 1, "E": 2, "F": 3}


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
    c, found = -a, {}
    found["F"] = c * (c * 2)
    found["E"] = a * 1 * 1
    found["D"] = a / a
    found["C"] = 1 - a.relu()
    found["B"] = b**-1
    found["A"] = b.exp()
    return found


# Each mistake is known by what it does to an engine: it explains the engines that are hidden for one reason.


def leaves_out_the_operation(a, b):
    """an expression does not contain the operation that its engine gets wrong. Go through a list: every function, every
    operator, and powers other than squares, by itself and then with another operation around it.
    """
    return reference(a, b) | {"A": a.sin()}


def takes_squares(a, b):
    """the powers in the expression for B are all squares, and squares are what B gets right. Take another exponent."""
    return reference(a, b) | {"B": a**2}


def gives_relu_a_negative_number(a, b):
    """each relu in the expression for C is at a number that is not above 0. There it lets no gradient through, in
    a right engine as well. Put one where its input is positive, and let its gradient be negative.
    """
    return reference(a, b) | {"C": -b.relu()}


def gives_relu_a_positive_gradient(a, b):
    """no negative gradient comes to a relu that would let it through, in the expression for C. By itself, a relu is
    given the gradient 1, and otherwise what comes back from all that follows it: let that be negative.
    """
    return reference(a, b) | {"C": a.relu()}


def uses_nothing_twice(a, b):
    """no operation in the expression for D has the same node as both of its inputs, and no node is used twice at all.
    Use one twice, in *one* operation.
    """
    return reference(a, b) | {"D": a + b}


def uses_a_node_in_two_operations(a, b):
    """a node in the expression for D is used by two different operations, and D pays it for both. Let *one* operation
    have the same node as both of its inputs.
    """
    return reference(a, b) | {"D": a + a.sin()}


def has_no_equal_numbers(a, b):
    """all nodes in the expression for E hold different numbers. E goes wrong only where two of them hold the same: look
    at the numbers of an expression that it gets wrong.
    """
    return reference(a, b) | {"E": a.exp().sin()}


def has_harmless_equal_numbers(a, b):
    """nodes in the expression for E hold the same number, but it does no harm: those that are passed over have nothing
    to pay to `a` or `b`, or what they have to pay cancels out. Let *one* computed node be passed over, and one that has
    something to pay: a gradient comes to it that is not 0, and its slope is not 0 either.
    """
    return reference(a, b) | {"E": b.relu().relu()}


def is_a_tree(a, b):
    """no node in the expression for F is used by two operations. Then every order from the root on is right: give a
    computed node a short and a long way to the root.
    """
    c = a + b
    return reference(a, b) | {"F": c.exp().sin()}


def has_two_ways_to_a_leaf(a, b):
    """only leaves, such as `a` or `b`, are used by two operations in the expression for F. A leaf pays nobody, so its
    turn may come early: let a computed node be used by two. Written twice, `a + b` makes two nodes: give one a name.
    """
    return reference(a, b) | {"F": a + a.sin()}


def has_two_ways_of_one_length(a, b):
    """a computed node has two ways to the root in the expression for F, but they are equally long. Make one longer."""
    c = a + b
    return reference(a, b) | {"F": c.sin() + c.exp()}


def takes_the_long_way_first(a, b):
    """a computed node has a short and a long way to the root in the expression for F, but the long one comes first: by
    luck, the nodes then have their turns in a right order. Swap the two inputs of the last operation.
    """
    c = a + b
    return reference(a, b) | {"F": c.exp() + c}


def swaps_two(a, b):
    """two expressions stand under each other's letter: each exposes the other engine, and not its own."""
    return reference(a, b) | {"A": a**3, "B": a.exp()}


def leaves_in_what_is_not_needed(a, b):
    """an engine is exposed by more operations than its fault needs. Take one away and try again. If
    none can go, ask what the engine gets wrong in this one, and look for another expression that has it.
    """
    return reference(a, b) | {"A": a.exp() * b, "D": a * a + b}


def computes_with_numbers(a, b):
    """a plain number stands where an expression belongs, as `a.data` or `math.exp` give. It does not remember where it
    comes from and has no gradient: use the operations and the functions of `a` and `b` themselves.
    """
    return reference(a, b) | {"B": 8.0, "D": 4.0}


def makes_its_own_leaves(a, b):
    """an expression is a Value of another engine, such as autograd_lib's, as where you make one yourself, or write
    `exp(a)` for `a.exp()`. It has to belong to the engine that is to be exposed: use the operators and the methods of
    `a` and `b`, as `expose` is given them.
    """
    c = Value(2.0)
    return reference(a, b) | {"A": c.exp(), "D": c + c}


def writes_texts(a, b):
    """an expression is a text. It has to be what Python computes from `a` and `b`: write it without quotes."""
    return reference(a, b) | {"A": "a.exp()", "D": "a + a"}


REASONS = {
    leaves_out_the_operation: "the operation is not in it",
    takes_squares: "squares only",
    gives_relu_a_negative_number: "relu is flat",
    gives_relu_a_positive_gradient: "no negative gradient",
    uses_nothing_twice: "nothing twice",
    uses_a_node_in_two_operations: "twice in two operations",
    has_no_equal_numbers: "no equal numbers",
    has_harmless_equal_numbers: "harmless equal numbers",
    is_a_tree: "a tree",
    has_two_ways_to_a_leaf: "two ways to a leaf",
    has_two_ways_of_one_length: "two ways of one length",
    takes_the_long_way_first: "the long way first",
    swaps_two: "swapped",
    leaves_in_what_is_not_needed: "larger than needed",
    computes_with_numbers: "a number",
    makes_its_own_leaves: "a Value",
    writes_texts: "a text",
}


def explains(reason):
    """What recognises a mistake: the engines of an answer that are wrong for this reason."""
    return lambda case, answer: frozenset(name for name, entry in answer.items() if entry["reason"] == reason)


def run(solution, a, b):
    """For each engine, whether its expression exposes it, with how many operations, and if not, why."""
    right = build(solution, Engine, a, b)
    broken = {name: build(solution, engine, a, b) for name, engine in ENGINES.items()}
    answer = {name: outcome(name, right, broken) for name in ENGINES}
    hidden = [name for name, entry in answer.items() if "says" in entry and not entry["exposes"]]
    for name in hidden:
        for other in hidden:
            if name != other and exposes(right, broken, name, other) and exposes(right, broken, other, name):
                answer[name]["reason"] = "swapped"
    return answer


def build(solution, engine, a, b):
    """The expressions, on nodes of the class `engine`, and its leaves: a dict with the roots, and a and b."""
    leaves = engine(a), engine(b)
    found = solution(*leaves)
    if not isinstance(found, dict):
        words = with_kind(found, in_words(found))
        raise NotAnAnswer(
            f"You returned {words}. Expected a dict with the keys A to F, as in the cell.", kind="no dict"
        )
    return found, leaves


def outcome(name, right, broken):
    """The entry of one engine: its reason is "smallest" where all is well, and "open" where there is no expression."""
    root = right[0].get(name, ...)
    if root is ...:
        return {"reason": "open", "exposes": False}
    if not isinstance(root, Engine):
        return {"reason": kind(root), "exposes": False, "instead": with_kind(root, in_words(root))}
    nodes = topological_order(root)
    size = len([node for node in nodes if node._prev])
    should, says = gradients_of(root, *right[1]), gradients_of(broken[name][0][name], *broken[name][1])
    entry = {"exposes": differ(should, says), "size": size, "says": says, "right": should}
    if entry["exposes"]:
        return entry | {"reason": "smallest" if size <= SMALLEST[name] else "larger than needed"}
    if name == "F" and differ(should, turned_round(*broken[name])):
        return entry | {"reason": "the long way first"}
    return entry | {"reason": WHY_HIDDEN[name](nodes) or "hidden"}


def turned_round(found, leaves):
    """What engine F gives with the inputs of the last operation swapped."""
    root = found["F"]
    swap(root)
    says = gradients_of(root, *leaves)
    swap(root)
    return says


def swap(root):
    root._prev, root._local_gradients = root._prev[::-1], root._local_gradients[::-1]


def exposes(right, broken, name, engine):
    """Whether the expression written for `name` exposes another engine."""
    should = gradients_of(right[0][name], *right[1])
    return differ(should, gradients_of(broken[engine][0][name], *broken[engine][1]))


def gradients_of(root, a, b):
    """The gradients that `root.backward()` gives, all of them being 0 before."""
    for node in [*topological_order(root), a, b]:
        node.grad = 0.0
    return gradients(root, a, b)


def gradients(root, a, b):
    root.backward()
    return {"a.grad": a.grad, "b.grad": b.grad}


def differ(right, says):
    return not all(math.isclose(right[leaf], says[leaf], rel_tol=1e-9, abs_tol=1e-12) for leaf in right)


# Why an expression does not expose an engine: one of these reasons, or None. `nodes` are those of its graph, inputs
# first, with the gradients of an engine that is right.


def why_a_is_hidden(nodes):
    return None if any(node._op == "exp" for node in nodes) else "the operation is not in it"


def why_b_is_hidden(nodes):
    exponents = [float(node._op[2:]) for node in nodes if node._op.startswith("**")]
    if not exponents:
        return "the operation is not in it"
    return "squares only" if set(exponents) == {2.0} else None


def why_c_is_hidden(nodes):
    relus = [node for node in nodes if node._op == "relu"]
    if not relus:
        return "the operation is not in it"
    steep = [node for node in relus if node._prev[0].data > 0]
    if not steep:
        return "relu is flat"
    return "no negative gradient" if all(node.grad >= 0 for node in steep) else None


def why_d_is_hidden(nodes):
    if any(len(set(map(id, node._prev))) < len(node._prev) for node in nodes):
        return None
    return "twice in two operations" if used_twice(nodes) else "nothing twice"


def why_e_is_hidden(nodes):
    numbers = {node.data for node in nodes}
    return "no equal numbers" if len(numbers) == len(nodes) else "harmless equal numbers"


def why_f_is_hidden(nodes):
    twice = used_twice(nodes)
    if not twice:
        return "a tree"
    computed = [node for node in twice if node._prev]
    if not computed:
        return "two ways to a leaf"
    return "two ways of one length" if all(is_equally_far(node, nodes) for node in computed) else None


WHY_HIDDEN = {
    "A": why_a_is_hidden,
    "B": why_b_is_hidden,
    "C": why_c_is_hidden,
    "D": why_d_is_hidden,
    "E": why_e_is_hidden,
    "F": why_f_is_hidden,
}


def used_twice(nodes):
    """The nodes that are inputs of two operations or more."""
    times = Counter(id(node_input) for node in nodes for node_input in set(node._prev))
    return [node for node in nodes if times[id(node)] > 1]


def is_equally_far(target, nodes):
    """Whether all ways from the root to a node are equally long."""
    lengths = {id(node): set() for node in nodes}
    lengths[id(nodes[-1])] = {0}
    for node in reversed(nodes):
        for node_input in node._prev:
            lengths[id(node_input)] |= {length + 1 for length in lengths[id(node)]}
    return len(lengths[id(target)]) == 1


def judge(case, answer):
    if all(entry["reason"] == "smallest" for entry in answer.values()):
        return None
    wrong = [name for name, entry in answer.items() if entry["reason"] not in ("smallest", "open")]
    still_open = [name for name, entry in answer.items() if entry["reason"] == "open"]
    lines = [f"{name}: {entry_in_words(entry, SMALLEST[name])}" for name, entry in answer.items()]
    return Gap("\n".join(lines), parts=tuple(wrong or still_open))


def entry_in_words(entry, enough):
    """The line of the gap about one engine."""
    if entry["reason"] == "open":
        return f"no expression yet; a smallest one has {counted(enough)}."
    if entry["reason"] == "a Value":
        return f"{entry['instead']} is not computed from the `a` and `b` that `expose` was given."
    if "instead" in entry:
        return f"{entry['instead']} is no expression. It takes a node that is computed from `a` and `b`."
    if not entry["exposes"]:
        said = " and ".join(f"{leaf} = {number:.6g}" for leaf, number in entry["says"].items())
        return f"still hidden: it says {said}, which is right. A smallest expression has {counted(enough)}."
    leaf = next(leaf for leaf, number in entry["right"].items() if differ({leaf: number}, entry["says"]))
    gap = f"it says {leaf} = {entry['says'][leaf]:.6g}, right is {entry['right'][leaf]:.6g}"
    if entry["size"] > enough:
        return f"exposed with {counted(entry['size'])}: {gap}. {counted(enough)} would do."
    return f"exposed, and nothing smaller would do: {gap}."


def counted(number):
    return f"{number} operation" + "s" * (number != 1)


exercise = Exercise(
    id="5.6",
    title="Six broken engines",
    name="expose",
    patience=5,  # whoever lets the computer search for the expressions may do so
    reference=reference,
    stub=stub,
    demands=[
        Demand(
            "`expose(a, b)` returns a dict with an expression of `a` and `b` for each engine, A to F",
            lambda a, b: reference(a, b) | {"A": math.exp(a.data)},
        ),
        Demand("each engine has wrong gradients for its own expression, at a = 2 and b = −3", takes_squares),
        Demand("no expression has more operations than it takes to expose its engine", leaves_in_what_is_not_needed),
    ],
    cases=[Case("a = 2, b = -3", lambda: (2.0, -3.0))],
    run=run,
    judge=judge,
    alternatives=[others],
    misconceptions=list(REASONS),
    recognise={wrong: explains(reason) for wrong, reason in REASONS.items()},
)
