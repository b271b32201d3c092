"""Exercise 3.7: one backward step that serves every operation, by its local gradients."""

from autograd_lib.course.answers import plain_data
from autograd_lib.course.diagnosis import WHOLE
from autograd_lib.course.exercise import Case, Demand, Drawn, Exercise, Slip
from autograd_lib.course.nb03 import mistakes
from autograd_lib.course.nb03.values import Value, methods, names_seen_by


def reference(self):
    for node, local_gradient in zip(self._prev, self._local_gradients):
        node.grad += local_gradient * self.grad


def by_number(self):
    for i in range(len(self._prev)):
        self._prev[i].grad += self._local_gradients[i] * self.grad


def in_full(self):
    """The same, with names for what is multiplied, for the slips below."""
    upstream = self.grad
    for i, node in enumerate(self._prev):
        payment = upstream * self._local_gradients[i]
        node.grad = node.grad + payment


def works_out_all_payments_first(self):
    payments = [self.grad * each for each in self._local_gradients]
    for node, payment in zip(self._prev, payments):
        node.grad += payment


def pays_nobody(self):
    """the gradients of the inputs have not changed. Add to the attribute itself, `node.grad += …`: a payment that is
    only computed or returned, added to a name of your own, or left in a function that nobody calls reaches nobody.
    """
    for node, local_gradient in zip(self._prev, self._local_gradients):
        payment = node.grad
        payment += local_gradient * self.grad


def pays_itself(self):
    """the payments go into `self.grad`, and the inputs get nothing. They belong into `node.grad`, for each node in
    `self._prev`.
    """
    for local_gradient in self._local_gradients:
        self.grad += local_gradient * self.grad


def pays_itself_what_the_inputs_should_get(self):
    upstream = self.grad
    for local_gradient in self._local_gradients:
        self.grad += local_gradient * upstream


pays_itself_what_the_inputs_should_get.__doc__ = pays_itself.__doc__


def lets_the_inputs_pay_it(self):
    """the roles are swapped: the node is paid by its inputs, from `node.grad`. In a backward pass it is the node that
    pays, from `self.grad` into `node.grad`.
    """
    for node, local_gradient in zip(self._prev, self._local_gradients):
        self.grad += local_gradient * node.grad


def pays_all_to_each(self):
    """each input is paid by every local gradient, as two loops do, one within the other. The two tuples go in step:
    `zip` hands out one input together with its own local gradient.
    """
    for node in self._prev:
        for local_gradient in self._local_gradients:
            node.grad += local_gradient * self.grad


def looks_the_place_up(self):
    """a node that stands in `_prev` twice is paid by its first local gradient both times, as where `index` looks its
    place up, and finds the first only. Go through both tuples in step, with `zip`.
    """
    for node in self._prev:
        node.grad += self._local_gradients[self._prev.index(node)] * self.grad


def keeps_one_entry_for_each(self):
    """a node that stands in `_prev` twice is paid only once, where it should be paid for each use: as when a dict keeps
    one entry for each node, or all sums are made before the first is written. Pay one by one, with `+=`.
    """
    for node, local_gradient in dict(zip(self._prev, self._local_gradients)).items():
        node.grad += local_gradient * self.grad


def goes_further_back(self):
    """the inputs pay as well, at once. `pay_inputs` is the turn of one node: an input that pays now may not have all of
    its gradient yet.
    """
    for node, local_gradient in zip(self._prev, self._local_gradients):
        node.grad += local_gradient * self.grad
        node._backward()


def lets_the_inputs_pay_afterwards(self):
    for node, local_gradient in zip(self._prev, self._local_gradients):
        node.grad += local_gradient * self.grad
    for node in self._prev:
        node._backward()


lets_the_inputs_pay_afterwards.__doc__ = goes_further_back.__doc__


def empties_itself(self):
    """`self.grad` is 0 after the payments. It stays as it is: it is the gradient of this node, and paying takes nothing
    away.
    """
    for node, local_gradient in zip(self._prev, self._local_gradients):
        node.grad += local_gradient * self.grad
    self.grad = 0.0


def empties_itself_at_once(self):
    """`self.grad` is 0 afterwards, and only the first input is paid, as where it is set to 0 within the loop. It stays
    as it is: it is the gradient of this node.
    """
    for node, local_gradient in zip(self._prev, self._local_gradients):
        node.grad += local_gradient * self.grad
        self.grad = 0.0


def takes_two_for_granted(self):
    """two inputs are taken for granted. A node has as many as its operation takes, one, two or more, and a leaf has
    none: go through `_prev` in a loop.
    """
    self._prev[0].grad += self._local_gradients[0] * self.grad
    self._prev[1].grad += self._local_gradients[1] * self.grad


def unpacks_two(self):
    left, right = self._prev
    left.grad += self._local_gradients[0] * self.grad
    right.grad += self._local_gradients[1] * self.grad


def unpacks_two_local_gradients(self):
    for_left, for_right = self._local_gradients
    self._prev[0].grad += for_left * self.grad
    self._prev[1].grad += for_right * self.grad


unpacks_two.__doc__ = unpacks_two_local_gradients.__doc__ = takes_two_for_granted.__doc__


def asks_for_out(self):
    """there is no `out` here. That was the node that pays, in the closure of `add`: here it is `self`, and what has
    arrived at it is `self.grad`.
    """
    for node, local_gradient in zip(self._prev, self._local_gradients):
        node.grad += local_gradient * out.grad  # noqa: F821


def knows_no_out(case, answer):
    return frozenset([WHOLE] if mistakes.says(answer, "NameError: name 'out' is not defined") else [])


def pays_first_and_last(self):
    """only the first input and the last are paid, and where there is only one, that one twice. Go through `_prev` in a
    loop: each input has one payment.
    """
    for place in (0, -1) if self._prev else ():
        self._prev[place].grad += self._local_gradients[place] * self.grad


def overwrites(self):
    """Breaks the second demand."""
    for node, local_gradient in zip(self._prev, self._local_gradients):
        node.grad = local_gradient * self.grad


def passes_on_unchanged(self):
    """Breaks the first demand."""
    for node in self._prev:
        node.grad += self.grad


def class_of_the_section(solution):
    """The class called Value where a solution was written, if its nodes have local gradients, otherwise ours."""
    found = names_seen_by(solution).get("Value")
    try:
        leaf = found(2.0, label="a")
        node = found(6.0, (leaf,), "triple", (3.0,))
        if (leaf.grad, tuple(node._prev), tuple(node._local_gradients)) == (0.0, (leaf,), (3.0,)):
            return found
    except Exception:  # not a class of this section, or none at all
        pass
    return Value


def run(solution, leaves, inputs, local_gradients, before, grad):
    """The gradients after c has paid its inputs.

    Args:
        leaves: {"a": 2.0, "b": -5.0}. inputs: the labels of c's inputs, in order. before: {label: gradient}.
    """
    value_class = class_of_the_section(solution)
    nodes = {label: value_class(number, label=label) for label, number in leaves.items()}
    if "a" in nodes:  # made of a node further back, which is not paid now
        further = value_class(nodes["a"].data / 2, label="z")
        nodes["a"] = value_class(nodes["a"].data, (further,), "twice", (2.0,), "a")
        nodes["z"] = further
    for label, gradient in before.items():
        nodes[label].grad = gradient
    c = value_class(17.0, tuple(nodes[label] for label in inputs), "an operation", local_gradients, "c")
    c.grad = grad
    with methods(value_class, _backward=lambda self: solution(self)):
        solution(c)
    return Drawn(plain_data({f"{label}.grad": node.grad for label, node in {"c": c, **nodes}.items()}), c)


AS_IT_IS = (
    "each input is paid `self.grad` as it is. That is right for a sum only: the input's own local gradient is a factor "
    "of the payment."
)
OWN_NUMBER = "the *number* of the node stands where its gradient is needed. A payment is local gradient × `self.grad`."
GRADIENT_OF_THE_INPUT = (
    "the gradient of the input is a factor of what it is paid. What has arrived at the node that pays counts: "
    "`self.grad`."
)
NUMBER_OF_THE_INPUT = (
    "the number of the input stands where its local gradient is needed. Those are in `self._local_gradients`, one for "
    "each input."
)
INPUT_FOR_UPSTREAM = (
    "the number of the input is a factor of what it is paid. What has arrived at the node that pays counts: "
    "`self.grad`."
)
ADDS = (
    "the local gradient and `self.grad` are added to each other. Along a path rates multiply: a payment is local "
    "gradient × `self.grad`."
)
SUBTRACTS = "a payment arrives with the opposite sign. It is added, `+=`, and the local gradient brings its own sign."
WRONG_ORDER = (
    "the inputs get each other's local gradients. Both tuples have the same order: the first local gradient belongs to "
    "the first input."
)
ONCE = (
    "a node that stands in `_prev` twice is paid only by its first local gradient, as where it counts as one input. "
    "It has two then, and is paid by each of them: go through `_prev` itself."
)
FIRST_ONLY = (
    "only the first input is paid. Does something end the loop early, such as a `return` in it? Each input has its "
    "payment."
)
FIRST_TWO = "only the first two inputs are paid. A node may have more: go through all of `_prev`."
TWO_ONLY = (
    "a node pays only where it has two inputs. It may have one, or more than two: go through all of `_prev`, however "
    "many there are."
)
LAST_ONLY = "only the last input is paid. Is the payment within the loop? Each input has one."
ZERO = "a `self.grad` of 0 is taken for 1, as by `self.grad or 1.0`. If nothing has arrived here, nothing is paid."
ONE_SET_FOR_ZERO = (
    "a `self.grad` of 0 is replaced by 1. If nothing has arrived here, nothing is paid, and `self.grad` stays 0."
)
ENDS_AT_ZERO = (
    "after a local gradient of 0 no input is paid, as by `break` or `return`. That input gets 0, and those after it "
    "have their payments."
)
ONE_FOR_A_FLAT_INPUT = (
    "a local gradient of 0 is taken for 1, as by `local_gradient or 1.0`. An input that has no effect is paid 0."
)
HELD_AS_WELL = (
    "what an input has been paid before is multiplied by `self.grad` as well, as where brackets stand round the sum. "
    "Only the local gradient is, and that product is added."
)
CHANGES_UPSTREAM = (
    "`self.grad` is multiplied by one local gradient after the other, and each product is paid: from the second on, "
    "the local gradients before it are factors as well. Let `self.grad` stay as it is: it serves for all payments."
)
WITHOUT_UPSTREAM = (
    "a local gradient is paid as it is, without what has arrived at the node. A payment is local gradient × "
    "`self.grad`: that is the chain rule."
)
TWO_TUPLES = "zip(self._prev, self._local_gradients)"
A_PAYMENT = "local_gradient * self.grad"

exercise = Exercise(
    id="3.7",
    title="One backward step for all",
    name="pay_inputs",
    reference=reference,
    demands=[
        Demand(
            "`pay_inputs(self)` pays each node in `self._prev` its own local gradient times `self.grad`",
            passes_on_unchanged,
        ),
        Demand("a payment is added to what the node's gradient holds already", overwrites),
        Demand("no other gradient changes, neither `self.grad` nor those of nodes further back", goes_further_back),
    ],
    cases=[
        Case(
            "c has the inputs a and b, the local gradients -3 and 2, and c.grad = 0.7",
            lambda: ({"a": 2.0, "b": -5.0}, "ab", (-3.0, 2.0), {}, 0.7),
        ),
        Case(
            "c has one input, b, the local gradient 12, and c.grad = 0.7", lambda: ({"b": 2.0}, "b", (12.0,), {}, 0.7)
        ),
        Case(
            "c has the inputs b and b, the local gradients 4 and -1, and c.grad = 0.7",
            lambda: ({"b": 3.0}, "bb", (4.0, -1.0), {}, 0.7),
        ),
        Case(
            "c has the inputs a and b, the local gradients 0.5 and 4, and c.grad = -1.3; a.grad and b.grad hold 0.25 "
            "and -0.5 from other uses",
            lambda: ({"a": 6.0, "b": 2.0}, "ab", (0.5, 4.0), {"a": 0.25, "b": -0.5}, -1.3),
        ),
        Case("c is a leaf, and c.grad = 0.7", lambda: ({}, "", (), {}, 0.7)),
        Case(
            "c has the inputs a, b and d, the local gradients 2, 2 and 5, and c.grad = -1.3",
            lambda: ({"a": 3.0, "b": 7.0, "d": 11.0}, "abd", (2.0, 2.0, 5.0), {}, -1.3),
        ),
        Case(
            "c has the inputs a and b, the local gradients 0.001 and -1e-5, and c.grad = 0.7",
            lambda: ({"a": 2.0, "b": -5.0}, "ab", (0.001, -1e-5), {}, 0.7),
        ),
        Case(
            "c has the inputs a and b, the local gradients 0 and 4, and c.grad = 0.7",
            lambda: ({"a": 2.0, "b": -5.0}, "ab", (0.0, 4.0), {}, 0.7),
        ),
        Case(
            "c has the inputs a and b, the local gradients -3 and 2, and c.grad = 0",
            lambda: ({"a": 2.0, "b": -5.0}, "ab", (-3.0, 2.0), {"a": 0.25}, 0.0),
        ),
    ],
    run=run,
    again=False,
    alternatives=[by_number, in_full, works_out_all_payments_first],
    misconceptions=[
        pays_nobody,
        pays_itself,
        pays_itself_what_the_inputs_should_get,
        lets_the_inputs_pay_it,
        pays_all_to_each,
        looks_the_place_up,
        keeps_one_entry_for_each,
        goes_further_back,
        lets_the_inputs_pay_afterwards,
        empties_itself,
        empties_itself_at_once,
        takes_two_for_granted,
        unpacks_two,
        unpacks_two_local_gradients,
        pays_first_and_last,
        asks_for_out,
    ],
    recognise={asks_for_out: knows_no_out},
    slips=[
        Slip(mistakes.REPLACES, ("node.grad +=", "node.grad =")),
        Slip(
            mistakes.LOSES_EARLIER,
            ("    for node, local", "    for node in self._prev:\n        node.grad = 0.0\n    for node, local"),
        ),
        Slip(SUBTRACTS, ("node.grad +=", "node.grad -=")),
        Slip(WITHOUT_UPSTREAM, (A_PAYMENT, "local_gradient")),
        Slip(AS_IT_IS, (A_PAYMENT, "self.grad")),
        Slip(OWN_NUMBER, (A_PAYMENT, "local_gradient * self.data")),
        Slip(GRADIENT_OF_THE_INPUT, (A_PAYMENT, "local_gradient * node.grad")),
        Slip(GRADIENT_OF_THE_INPUT, (A_PAYMENT, "local_gradient * self.grad * node.grad")),
        Slip(NUMBER_OF_THE_INPUT, (A_PAYMENT, "node.data * self.grad")),
        Slip(INPUT_FOR_UPSTREAM, (A_PAYMENT, "local_gradient * node.data")),
        Slip(ADDS, (A_PAYMENT, "local_gradient + self.grad")),
        Slip(WRONG_ORDER, (TWO_TUPLES, "zip(self._prev, reversed(self._local_gradients))")),
        Slip(ONCE, (TWO_TUPLES, "zip(dict.fromkeys(self._prev), self._local_gradients)")),
        Slip(FIRST_ONLY, (TWO_TUPLES, "zip(self._prev[:1], self._local_gradients)")),
        Slip(FIRST_TWO, (TWO_TUPLES, "zip(self._prev[:2], self._local_gradients)")),
        Slip(TWO_ONLY, ("    for node, local", "    if len(self._prev) != 2:\n        return\n    for node, local")),
        Slip(LAST_ONLY, (TWO_TUPLES, "zip(self._prev[-1:], self._local_gradients[-1:])")),
        Slip(ZERO, (A_PAYMENT, "local_gradient * (self.grad or 1.0)")),
        Slip(ONE_SET_FOR_ZERO, ("    for node, local", "    self.grad = self.grad or 1.0\n    for node, local")),
        Slip(
            ENDS_AT_ZERO,
            ("        node.grad +=", "        if local_gradient == 0:\n            break\n        node.grad +="),
        ),
        Slip(ONE_FOR_A_FLAT_INPUT, (A_PAYMENT, "(local_gradient or 1.0) * self.grad")),
        Slip(
            "from the second payment on, the local gradients before it are factors as well, as where one name is "
            "multiplied by one after the other. Each payment is the input's own local gradient × `self.grad`.",
            ("    for node, local", "    product = self.grad\n    for node, local"),
            ("self._local_gradients):", "self._local_gradients):\n        product *= local_gradient"),
            (A_PAYMENT, "product"),
        ),
        Slip(
            CHANGES_UPSTREAM,
            ("self._local_gradients):", "self._local_gradients):\n        self.grad *= local_gradient"),
            (A_PAYMENT, "self.grad"),
        ),
        Slip(
            HELD_AS_WELL,
            ("node.grad += local_gradient * self.grad", "node.grad = (node.grad + local_gradient) * self.grad"),
        ),
    ],
)
