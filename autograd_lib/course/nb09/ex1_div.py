"""Exercise 9.1: the quotient of two duals."""

from autograd_lib.course.exercise import Case, Exercise, NotAnAnswer
from autograd_lib.course.nb09.duals import Dual, as_dual, as_number, class_seen_by


def reference(self, other):
    other = as_dual(other)
    tangent = (self.tangent * other.data - self.data * other.tangent) / other.data**2
    return Dual(self.data / other.data, tangent)


def from_the_quotient(self, other):
    """q·b = a, so q'·b + q·b' = a', solved for q'."""
    other = as_dual(other)
    q = self.data / other.data
    return Dual(q, (self.tangent - q * other.tangent) / other.data)


def with_local_gradients(self, other):
    """Each input's local gradient, as in notebook 02, times its tangent."""
    other = as_dual(other)
    return Dual(
        self.data / other.data,
        1 / other.data * self.tangent - self.data / other.data**2 * other.tangent,
    )


def by_the_reciprocal(self, other):
    other = as_dual(other)
    return self * Dual(1 / other.data, -other.tangent / other.data**2)


def divides_the_tangents(self, other):
    """the tangents are divided like the numbers. The rate of a quotient is not the quotient of the rates: from the
    table of notebook 02, the local gradients of a / b are 1/b and -a/b².
    """
    other = as_dual(other)
    return Dual(self.data / other.data, self.tangent / other.tangent)


def forgets_that_the_denominator_moves(self, other):
    """the denominator is taken for a constant. It has a tangent too: the more b grows, the smaller a / b."""
    other = as_dual(other)
    return Dual(self.data / other.data, self.tangent / other.data)


def adds_the_two_parts(self, other):
    """the denominator raises the quotient. When b grows, a / b falls: its part is subtracted."""
    other = as_dual(other)
    tangent = (self.tangent * other.data + self.data * other.tangent) / other.data**2
    return Dual(self.data / other.data, tangent)


def subtracts_the_wrong_way_round(self, other):
    """the two parts are subtracted the wrong way round. The numerator's part, a'·b, comes first."""
    other = as_dual(other)
    tangent = (self.data * other.tangent - self.tangent * other.data) / other.data**2
    return Dual(self.data / other.data, tangent)


def forgets_the_numerator_in_the_second_part(self, other):
    """the local gradient of the denominator is taken to be -1/b². That is the slope of 1/b; that of a/b is -a/b²."""
    other = as_dual(other)
    tangent = self.tangent / other.data - other.tangent / other.data**2
    return Dual(self.data / other.data, tangent)


def divides_once(self, other):
    """a'·b - a·b' is divided by b. It has to be b²."""
    other = as_dual(other)
    tangent = (self.tangent * other.data - self.data * other.tangent) / other.data
    return Dual(self.data / other.data, tangent)


def lets_numbers_move(self, other):
    """a plain number is given a tangent of 1. A constant does not move: its tangent is 0."""
    other = other if hasattr(other, "tangent") else Dual(other, 1.0)
    return reference(self, other)


def does_not_take_numbers(self, other):
    """`other` is expected to be a Dual. A plain number has no `data`: pass it through `as_dual` first."""
    return Dual(self.data / other.data, (self.tangent - self.data / other.data * other.tangent) / other.data)


def run(solution, a, b):
    dual = class_seen_by(solution)
    result = solution(dual(*a), dual(*b) if isinstance(b, tuple) else b)
    if not (hasattr(result, "data") and hasattr(result, "tangent")):
        raise NotAnAnswer(f"You returned {result!r} ({type(result).__name__}). Expected a Dual.")
    return {"data": as_number(result.data, "data"), "tangent": as_number(result.tangent, "tangent")}


def dual_in_words(x):
    return "Dual({:g}, {:g})".format(*x) if isinstance(x, tuple) else f"{x:g}"


def of(a, b):
    return Case(f"{dual_in_words(a)} / {dual_in_words(b)}", lambda: (a, b))


exercise = Exercise(
    id="9.1",
    title="Division",
    name="div",
    reference=reference,
    cases=[of((6.0, 0.7), (2.0, -1.3)), of((-1.5, -1.3), (0.5, 0.7)), of((3.0, 0.7), 4.0)],
    run=run,
    alternatives=[from_the_quotient, with_local_gradients, by_the_reciprocal],
    misconceptions=[
        divides_the_tangents,
        forgets_that_the_denominator_moves,
        adds_the_two_parts,
        subtracts_the_wrong_way_round,
        forgets_the_numerator_in_the_second_part,
        divides_once,
        lets_numbers_move,
        does_not_take_numbers,
    ],
)
