"""Exercise 4.3: the backward pass, given an order."""

from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise, Slip
from autograd_lib.course.graphs import gradients, graph_cases, named
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value


def reference(root):
    root.grad = 1.0
    for node in reversed(topological_order(root)):
        node._backward()


def slices(root):
    root.grad += 1.0
    for node in topological_order(root)[::-1]:
        node._backward()


def pays_by_hand(root):
    """Multiplies by the local gradients itself, and zeroes first."""
    order = topological_order(root)
    for node in order:
        node.grad = 0.0
    root.grad = 1.0
    for node in reversed(order):
        for node_input, local_gradient in zip(node._prev, node._local_gradients):
            node_input.grad += local_gradient * node.grad


def carries(root):
    """Walks every path, with the gradient that comes along it."""

    def visit(node, cotangent):
        node.grad += cotangent
        for node_input, local_gradient in zip(node._prev, node._local_gradients):
            visit(node_input, local_gradient * cotangent)

    visit(root, 1.0)


def counts(root):
    """Kahn's algorithm, with the turns as they come."""
    unpaid = {}
    for node in topological_order(root):
        for node_input in node._prev:
            unpaid[node_input] = unpaid.get(node_input, 0) + 1
    root.grad = 1
    ready = [root]
    while ready:
        node = ready.pop()
        node._backward()
        for node_input in node._prev:
            unpaid[node_input] -= 1
            if unpaid[node_input] == 0:
                ready.append(node_input)


def pays_nobody(root):
    """`root.grad` is set, and all other gradients are 0 at the end, as where nobody is paid, or where what is paid is
    set to 0 again. Is `root.grad` set before the sweep, is the root in the sweep, and is `_backward()` called, with its
    brackets?
    """
    root.grad = 1.0


def seeds_a_leaf(root):
    """the 1 is put into a leaf, the first node of `topological_order(root)`, and `root.grad` stays 0. ∂root/∂root is 1:
    the root is the last node of that order.
    """
    order = topological_order(root)
    order[0].grad = 1.0
    for node in reversed(order):
        node._backward()


def seeds_every_node(root):
    """there is a 1 in every node's gradient, beside the payments, as where each begins with 1. Only the root's does,
    ∂root/∂root; all others are sums that start at 0.
    """
    for node in topological_order(root)[::-1]:
        node.grad = 1.0
    for node in reversed(topological_order(root)):
        node._backward()


def sets_each_to_one(root):
    """every gradient is 1 at the end, as it is when each node is set to 1 in its turn. Only the root's 1 is set; all
    others are sums of what is paid into them, and a payment is the local gradient times `node.grad`.
    """
    for node in topological_order(root)[::-1]:
        node.grad = 1.0
        node._backward()


def lets_the_root_pay_twice(root):
    """everything below the root is twice what it should be, as where the root has its turn twice, once before the loop
    and once in it. Every node has one turn, and so has the root.
    """
    root.grad = 1
    root._backward()
    for node in topological_order(root)[::-1]:
        node._backward()


def calls_each_nodes_own_backward(root):
    """the leaves add up whole backward passes, one from each node, as where `node.backward()` is called for
    `node._backward()`. Each node only pays its own inputs, in its turn.
    """
    root.grad = float(True)
    for each in topological_order(root)[::-1]:
        each.backward()


def lets_inputs_pay_as_well(root):
    """a node below the root passes on more than once what it is paid, as where each node calls `_backward()` of its
    inputs as well as its own. Every node is in the order, and has its own turn there: one turn, when all that use it
    have paid.
    """
    root.grad = 1.0
    for node in topological_order(root)[::-1]:
        node._backward()
        for below in node._prev:
            below._backward()


def goes_nearest_first_and_forgets(root):
    """what is paid to a node with several paths to it is passed on more than once, as where the nodes are visited
    nearest first and it has a turn for each path. Sort first, so that every node has one turn, after all that use it.
    """
    root.grad = 1.0
    queue = [root]
    for node in queue:
        node._backward()
        queue.extend(node._prev)


def follows_first_input_only(root):
    """only the first input of each node is followed, from the root on. Every node has its turn, outputs first."""
    root.grad = 1.0
    node = root
    while node._prev:
        node._backward()
        node = node._prev[0]


def nearest_first(root):
    """on a detour, a node passes its gradient on before it is complete, as where the nodes are visited nearest first.
    Every node has its turn after all that use it.
    """
    root.grad = 1.0
    queue, seen = [root], {root}
    while queue:
        node = queue.pop(0)
        node._backward()
        for next_one in node._prev:
            if next_one not in seen:
                seen.add(next_one)
                queue.append(next_one)


def follows_each_path_down(root):
    """a node that is on two paths passes its gradient on before both have paid, as where one path is followed all the
    way down before the next one, each node having its turn when it is met for the first time. Let it wait for all that
    use it.
    """
    root.grad = 1.0
    seen = set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            node._backward()
            for below in node._prev:
                visit(below)

    visit(root)


def recurses_and_pays_twice(root):
    """a node that is used twice passes on again what it has passed on already, as where it has a turn each time that a
    path leads to it. One turn is enough, when all that use it have paid.
    """
    root.grad = 1.0

    def visit(node):
        node._backward()
        for node_input in node._prev:
            visit(node_input)

    visit(root)


def ends_at_the_first_leaf(root):
    """nobody behind the first leaf of the sweep passes anything on, as where it ends there. There may be nodes behind
    that leaf that still have inputs to pay: a leaf pays nobody, so let its turn pass, and go on to the last node.
    """
    root.grad = 1.0
    for node in reversed(topological_order(root)):
        if not node._prev:
            break
        node._backward()


def ends_at_the_first_leaf_of_another_order(root):
    order = []

    def visit(node):
        if node not in order:
            for node_input in reversed(node._prev):
                visit(node_input)
            order.append(node)

    visit(root)
    root.grad = 1.0
    while order[-1]._prev:
        order.pop()._backward()


ends_at_the_first_leaf_of_another_order.__doc__ = ends_at_the_first_leaf.__doc__


def ends_at_the_first_gradient_of_0(root):
    """nobody behind the first node of the sweep whose gradient is 0 passes anything on, as where it ends there. There
    may be nodes behind that one that have something to pay: go on to the last node.
    """
    root.grad = 1.0
    for node in reversed(topological_order(root)):
        if node.grad == 0:
            break
        node._backward()


def ends_half_way(root):
    """the sweep ends half-way, as where each turn takes a node out of the list over which the loop runs: that list
    becomes shorter while the loop goes on. Every node has its turn, as in a loop over `reversed(…)`.
    """
    order = topological_order(root)
    root.grad = 1.0
    for _ in order:
        order.pop()._backward()


def gives_the_inputs_their_turns(root):
    """a node passes on all that it holds as often as it is used, as where it has a turn for each of its uses. Each node
    in the order has one turn of its own, when everything that uses it has paid in.
    """
    root.grad = 1.0
    root._backward()
    for node in reversed(topological_order(root)):
        for node_input in node._prev:
            node_input._backward()


def clears_behind_itself(root):
    """the gradients of all nodes but the leaves are 0 at the end, as where each is set to 0 once it has been passed on.
    `.grad` of every node is asked for, and `root.grad` is 1.
    """
    root.grad = 1.0
    for node in reversed(topological_order(root)):
        node._backward()
        if node._prev:
            node.grad = 0.0


def loops_over_none(root):
    """None stands where a list belongs, as in a loop over what `.reverse()` returns: that turns a list round where it
    is and returns None. `reversed(…)` returns what you can loop over.
    """
    for node in topological_order(root).reverse():
        node._backward()


def replaces_payments(root):
    """Breaks the first demand: each payment replaces what was there."""
    root.grad = 1.0
    for node in reversed(topological_order(root)):
        for node_input, local_gradient in zip(node._prev, node._local_gradients):
            node_input.grad = local_gradient * node.grad


def returns_the_order(root):
    """Breaks the second demand."""
    reference(root)
    return topological_order(root)


def run(solution, root):
    returned = "nothing" if solution(root) is None else "something"
    return Drawn(gradients(root) | {"what it returns": returned}, root)


FACTOR_OF_ZERO = "f = (a - 2) * 3, with a = 2"


def factor_of_zero():
    """A gradient of 0, that of the 3, comes before one that is not 0 in the sweep."""
    return named("f", (Value(2.0, label="a") - 2) * 3)


SMALL_FACTOR = "f = (a * b) * 0.001, with a = 2 and b = 3"


def small_factor():
    """The gradient of a * b is small, and is passed on all the same."""
    return named("f", (Value(2.0, label="a") * Value(3.0, label="b")) * 0.001)


def also(mistake, *edits):
    """The same mistake in another form."""
    return Slip(" ".join(mistake.__doc__.split()), *edits, of=mistake)


NO_SEED = (
    "every gradient is 0 at the end. Each is a product that begins with `root.grad`: that has to be 1.0 when the sweep "
    "begins, and nothing may be set to 0 afterwards."
)
OWN_NUMBER = (
    "the sweep starts with the root's own number. It starts with ∂root/∂root, which is 1 whatever the number is."
)
TWO = (
    "all gradients are twice as large, the root's too, as where the sweep starts with 2. It starts with ∂root/∂root, "
    "which is 1."
)


exercise = Exercise(
    id="4.3",
    title="Write backward()",
    name="backward",
    reference=reference,
    demands=[
        Demand(
            "after `backward(root)`, `root.grad` is 1, and `.grad` of every node that `root` depends on is the "
            "derivative of `root` with respect to it",
            replaces_payments,
        ),
        Demand("`backward` returns nothing", returns_the_order),
    ],
    cases=[
        *graph_cases(),
        Case(FACTOR_OF_ZERO, lambda: (factor_of_zero(),)),
        Case(SMALL_FACTOR, lambda: (small_factor(),)),
    ],
    run=run,
    again=False,
    alternatives=[slices, pays_by_hand, carries, counts],
    misconceptions=[
        pays_nobody,
        seeds_a_leaf,
        seeds_every_node,
        sets_each_to_one,
        lets_the_root_pay_twice,
        calls_each_nodes_own_backward,
        lets_inputs_pay_as_well,
        goes_nearest_first_and_forgets,
        follows_first_input_only,
        nearest_first,
        follows_each_path_down,
        recurses_and_pays_twice,
        ends_at_the_first_leaf,
        ends_at_the_first_leaf_of_another_order,
        ends_at_the_first_gradient_of_0,
        ends_half_way,
        gives_the_inputs_their_turns,
        clears_behind_itself,
        loops_over_none,
    ],
    slips=[
        *[Slip(NO_SEED, ("root.grad = 1.0", "pass"), of=right) for right in (reference, pays_by_hand)],
        *[
            Slip(OWN_NUMBER, ("root.grad = 1.0", "root.grad = root.data"), of=right)
            for right in (reference, pays_by_hand)
        ],
        *[Slip(TWO, ("root.grad = 1.0", "root.grad = 2.0"), of=right) for right in (reference, pays_by_hand)],
        *[
            Slip(
                "every gradient has the wrong sign, the root's too, as where the sweep starts with -1. It starts with "
                "∂root/∂root, which is 1; a step downhill takes its minus later.",
                ("root.grad = 1.0", "root.grad = -1.0"),
                of=right,
            )
            for right in (reference, pays_by_hand)
        ],
        *[
            Slip(
                "a root without inputs is left at 0. ∂root/∂root is 1 for a leaf as well.",
                ("root.grad = 1.0", "root.grad = 1.0 if root._prev else 0.0"),
                of=right,
            )
            for right in (reference, pays_by_hand)
        ],
        *[
            Slip(
                f"the {nodes} of the order {has} no turn, as where the sweep ends too soon. Every node may have inputs "
                "to pay: go on to the beginning of the list.",
                ("reversed(topological_order(root))", f"topological_order(root)[:{last}:-1]"),
            )
            for last, nodes, has in [(1, "second node", "has"), (2, "second and the third node", "have")]
        ],
        Slip(
            "no node but the root has passed on what it was paid, as where no other node's `_backward()` is called, "
            "or where the nodes are visited inputs first, and each has its turn before its users have paid it. Every "
            "node has its turn, in the order read backwards.",
            ("reversed(topological_order(root))", "topological_order(root)"),
        ),
        Slip(
            "the root pays its inputs as many times as there are nodes, and they pay nobody, as by `root._backward()` "
            "inside the loop. Each node pays in its own turn: `node._backward()`.",
            ("node._backward()", "root._backward()"),
        ),
        Slip(
            "each payment is twice what it should be, as where it is made twice: by hand, and then by `_backward()`, "
            "which pays too. A payment is the local gradient times `node.grad`, once.",
            ("node._backward()", "node._backward()\n        node._backward()"),
        ),
        Slip(
            "`backward` returns something. What it computes stands in `.grad` of the nodes, and nothing is left to "
            "return.",
            ("node._backward()", "node._backward()\n    return root"),
        ),
        Slip(
            "each payment replaces what was there. A node that is used more than once then keeps only the last: "
            "payments are added, with `+=`.",
            ("node_input.grad += local", "node_input.grad = local"),
            of=pays_by_hand,
        ),
        Slip(
            "a node is paid the local gradient alone. A payment is the local gradient times `node.grad`: that is the "
            "chain rule.",
            ("local_gradient * node.grad", "local_gradient"),
            of=pays_by_hand,
        ),
        Slip(
            "the local gradient and `node.grad` are added. A payment is their product: that is the chain rule.",
            ("local_gradient * node.grad", "local_gradient + node.grad"),
            of=pays_by_hand,
        ),
        Slip(
            "each node passes its gradient on as it is, without the local gradient as a factor.",
            ("local_gradient * node.grad", "node.grad"),
            of=pays_by_hand,
        ),
        Slip(
            "a payment is multiplied by the node's own number. It is multiplied by its gradient: local gradient times "
            "`node.grad`.",
            ("local_gradient * node.grad", "local_gradient * node.data"),
            of=pays_by_hand,
        ),
        also(nearest_first, ("next_one in node._prev", "next_one in reversed(node._prev)")),
        also(follows_each_path_down, ("below in node._prev", "below in reversed(node._prev)")),
        also(calls_each_nodes_own_backward, ("float(True)", "0.0")),
        also(
            calls_each_nodes_own_backward, ("each in topological_order(root)[::-1]", "each in topological_order(root)")
        ),
        also(
            calls_each_nodes_own_backward,
            ("float(True)", "0.0"),
            ("each in topological_order(root)[::-1]", "each in topological_order(root)"),
        ),
    ],
)
