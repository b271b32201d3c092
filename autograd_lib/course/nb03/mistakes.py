"""Mistakes that several exercises of notebook 03 share: their sentences, and how they are recognised."""

from autograd_lib.course.diagnosis import WHOLE
from autograd_lib.course.exercise import Slip

NOT_STORED = (
    "the new node still has the `_backward` of a leaf, which pays nobody. Write the payments into a function, and "
    "store it: `out._backward = _backward`."
)
CALLED_AT_ONCE = (
    "None is stored as the node's `_backward`, as by `out._backward = _backward()`, which calls it on the spot. Store "
    "the function itself, without the brackets: it is called later, when `out.grad` is known."
)
PAYS_NOTHING = (
    "`c._backward()` runs and changes no gradient, as where `out.grad` is read while the node is made, when it is "
    "still 0, or where a payment is computed and not added. It is added to the attributes themselves: `self.grad += "
    "…`, `other.grad += …`."
)
REPLACES = (
    "a payment replaces what was there, as by `=` where `+=` is needed, so that only the last one is left. A node is "
    "paid once for each use, and the payments add up."
)
LOSES_EARLIER = (
    "what other uses have paid is lost: a gradient is set, to 0 or to the payment, where the payment is only to be "
    "added. A node is paid once for each use, and the payments add up."
)
WITHOUT_UPSTREAM = (
    "a local gradient is paid as it is, without what has arrived at the result. A payment is local gradient × "
    "`out.grad`: that is the chain rule."
)
NUMBER_OF_THE_RESULT = (
    "the *number* of the result stands where its gradient is needed. A payment is local gradient × `out.grad`."
)
ONE_INPUT = (
    "the new node is told only one of its inputs. It was computed from two, so pass `(self, other)` on to `Value`."
)
ONE_INPUT_UNPAID = "only one of the two inputs is paid. `_backward` pays both, `self` and `other`."
NO_INPUTS = (
    "the new node is not told its inputs, so no drawing and no backward pass will find them. Pass `(self, other)` on "
    "to `Value`."
)
NO_PLAIN_NUMBERS = "`other` is a plain number, which has no `.data`. Begin with `other = as_value(other)`."
ONE_TYPE_OF_NUMBERS = (
    "numbers of only one type are made into nodes. An int and a float are both plain numbers: `as_value` takes either."
)
ONE_PAYMENT_OF_TWO = (
    "only one of the two payments is left where both inputs are the same node, as where that is treated by itself, or "
    "a dict keeps one entry for each node. Each use has a payment of its own: pay one after the other, with `+=`."
)
ONE_FOR_ZERO = (
    "an `out.grad` of 0 is taken for 1, as by `out.grad or 1.0`. If nothing has arrived at the result, the payments "
    "are 0."
)
A_NEW_NODE_FOR_EACH = (
    "a new node is made of `other` even where it is a node already: the old one is no input, and is not paid. Wrap "
    "plain numbers only: `other = as_value(other)`."
)
LEAF_UNPAID = (
    "a plain number has become a leaf, and this leaf is not paid, or another one is that was made of the same number. "
    "Make one, `other = as_value(other)`, store it among the inputs and pay it."
)


def either(words, *edits, of):
    """Slips with the same words: all edits together, and each by itself."""
    return [Slip(words, *edits, of=of), *[Slip(words, edit, of=of) for edit in edits if len(edits) > 1]]


def returns_a_number(self, other):
    """a plain number comes back, not a node. A number does not know what it was computed from: return the new Value."""
    return float(self.data)


def returns_another_thing(self, other):
    """something other than a node comes back. Return the new Value itself."""
    return self, other


def changes_self(self, other):
    """the operation changes a node that it was given. It makes a *new* node: others still need `a` as it is."""
    self.data = float("nan")
    return self


def computes_with_nodes(self, other):
    """a Value itself stands in a formula where a number is needed, with an operator that does not know Values. Compute
    with the numbers in the nodes, such as `self.data`, `other.data` or `out.grad`.
    """
    return self @ other


def says(answer, *pieces):
    """Whether an answer is a failure whose text has all these pieces."""
    return all(piece in getattr(answer, "text", "") for piece in pieces)


def is_refused_a_node(answer):
    """Whether Python has refused to carry out an operator on a Value."""
    return says(answer, "unsupported operand type(s) for", "'Value'")


def has_a_number_among_the_inputs(case, answer):
    """A `recognise`: whether a plain number stands among the inputs of the new node."""
    return frozenset([WHOLE] if says(answer, "Among the inputs of your node is", "(a number)") else [])
