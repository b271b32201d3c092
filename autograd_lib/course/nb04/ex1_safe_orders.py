"""Exercise 4.1: which orders keep the rule? The graph is b = a * a; p = tanh(b); q = exp(b); f = p * q; g = f + b."""

from autograd_lib.course.exercise import Demand, Exercise
from autograd_lib.course.graphs import named
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value

ORDERS = {
    "A": "g f p q b a",
    "B": "g f q p b a",
    "C": "g b f p q a",
    "D": "g f p b q a",
    "E": "a b p q f g",
}


def graph():
    """The graph of the exercise; returns its root g."""
    a = Value(0.5, label="a")
    b = named("b", a * a)
    p, q = named("p", b.tanh()), named("q", b.exp())
    f = named("f", p * q)
    return named("g", f + b)


def is_safe(order):
    """Whether every node comes after everything that uses it."""
    place = {label: i for i, label in enumerate(order.split())}
    return all(place[node.label] < place[i.label] for node in topological_order(graph()) for i in node._prev)


def reference():
    return {name: is_safe(order) for name, order in ORDERS.items()}


def calls_c_safe():
    """C is called safe. There `b` has its turn second, when only `g` has paid into it. What `p` and `q` pay into it
    later is passed on to nobody.
    """
    return reference() | {"C": True}


def calls_d_safe():
    """D is called safe. There `b` has its turn when `g` and `p` have paid into it, but not `q`: one path has been
    followed down to `b`.
    """
    return reference() | {"D": True}


def calls_c_and_d_safe():
    """C and D are called safe. It is not enough that `g` comes first and the leaf last: `b` has to wait as well, for
    all three that use it. In C it does not wait for `p` and `q`, in D not for `q`.
    """
    return reference() | {"C": True, "D": True}


def calls_e_safe():
    """E is called safe. It has inputs before outputs, which is how the values are computed; gradients need it the other
    way round.
    """
    return reference() | {"E": True}


def calls_only_e_safe():
    """E is called safe, and A and B are not, as where the forward order is taken for the backward one. E has inputs
    before outputs, which is how the values are computed; gradients need it the other way round.
    """
    return reference() | {"A": False, "B": False, "E": True}


def calls_a_unsafe():
    """A is called unsafe. `p` and `q` do not depend on each other, so either may go first: `p` too."""
    return reference() | {"A": False}


def calls_b_unsafe():
    """B is called unsafe. `p` and `q` do not depend on each other, so either may go first: `q` too."""
    return reference() | {"B": False}


def calls_a_and_b_unsafe():
    """A and B are both called unsafe. In both of them every node comes after all that use it, and that is the whole
    rule; `p` and `q` do not depend on each other, so either may go first.
    """
    return reference() | {"A": False, "B": False}


def turns_all_five_round():
    """each of the five answers is the opposite of the right one. `True` is for an order that keeps the rule."""
    return {name: not safe for name, safe in reference().items()}


def gives_words_or_numbers():
    """an answer is no truth value, but a text or a number, say. Write `True` or `False`, without quotes."""
    return reference() | {"A": "yes", "C": 0}


def are_no_truth_values(case, answer):
    """The entries that are something else."""
    return frozenset(name for name, entry in answer.items() if entry is not ... and not isinstance(entry, bool))


exercise = Exercise(
    id="4.1",
    title="Which orders are safe?",
    name="safe",
    reference=reference,
    is_data=True,
    demands=[
        Demand("`A`, `B` and `C`: `True` if the order keeps the rule, else `False`", calls_c_safe),
        Demand("`D` and `E`: the same", calls_e_safe),
    ],
    misconceptions=[
        calls_c_safe,
        calls_d_safe,
        calls_c_and_d_safe,
        calls_e_safe,
        calls_only_e_safe,
        calls_a_unsafe,
        calls_b_unsafe,
        calls_a_and_b_unsafe,
        turns_all_five_round,
        gives_words_or_numbers,
    ],
    recognise={gives_words_or_numbers: are_no_truth_values},
    reveal=False,
)
