"""Exercise 9.1: the quotient of two duals."""

from autograd_lib.course.answers import in_words, with_kind
from autograd_lib.course.diagnosis import WHOLE
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip
from autograd_lib.course.nb09.duals import Dual, as_dual, as_number, class_seen_by
from autograd_lib.course.trying import Failure


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
    """the tangent is a' / b' where the denominator moves. The rate of a quotient is not the quotient of the rates: from
    the table of notebook 02, the local gradients of a / b are 1/b and -a/b².
    """
    other = as_dual(other)
    return Dual(self.data / other.data, self.tangent / other.tangent)


def divides_part_by_part(self, other):
    other = as_dual(other)
    return Dual(self.data / other.data, self.tangent / (other.tangent or other.data))


divides_part_by_part.__doc__ = divides_the_tangents.__doc__


def divides_as_complex_numbers(self, other):
    """the two are divided as complex numbers are, where i² is -1. In a Dual, ε² is 0."""
    other = as_dual(other)
    quotient = complex(self.data, self.tangent) / complex(other.data, other.tangent)
    return Dual(quotient.real, quotient.imag)


def takes_ints_only(self, other):
    """an int such as 4 can be divided by, and a float such as -0.5 cannot, as where only an `int` is taken for a plain
    number. `as_dual` makes a Dual of whatever is none.
    """
    return does_not_take_numbers(self, Dual(other) if isinstance(other, int) else other)


def does_not_take_numbers(self, other):
    """`other` is expected to be a Dual. A plain number has no `data`: pass it through `as_dual` first."""
    return Dual(self.data / other.data, (self.tangent - self.data / other.data * other.tangent) / other.data)


def takes_floats_only(self, other):
    """a float such as -0.5 can be divided by, and an int such as 4 cannot, as where only a `float` is taken for a plain
    number. `as_dual` makes a Dual of whatever is none.
    """
    return does_not_take_numbers(self, Dual(other) if isinstance(other, float) else other)


def fails_for(kind):
    """Recognises a solution that fails, in whatever words, for plain numbers of one kind and for nothing else."""

    def is_it(case, answer):
        _, other = case.make()
        is_failure = isinstance(answer, Failure)
        return is_failure == isinstance(other, kind) and frozenset({WHOLE} if is_failure else ())

    return is_it


def divides_by_the_numerator(self, other):
    """there is a division by something that is 0 where the numerator is, such as a in a'/a - b'/b. The numerator may be
    0: divide by the denominator alone.
    """
    other = as_dual(other)
    quotient = self.data / other.data
    return Dual(quotient, quotient * (self.tangent / self.data - other.tangent / other.data))


def writes_into_self(self, other):
    other = as_dual(other)
    self.tangent = (self.tangent * other.data - self.data * other.tangent) / other.data**2
    self.data /= other.data
    return self


def run(solution, a, b):
    dual = class_seen_by(solution)
    result = solution(dual(*a), dual(*b) if isinstance(b, tuple) else b)
    if not (hasattr(result, "data") and hasattr(result, "tangent")):
        raise NotAnAnswer(f"Expected a Dual. You returned {with_kind(result, in_words(result))}.")
    return {"data": as_number(result.data, "data"), "tangent": as_number(result.tangent, "tangent")}


def dual_in_words(x):
    return "Dual({:g}, {:g})".format(*x) if isinstance(x, tuple) else f"{x!r}"


def of(a, b):
    return Case(f"{dual_in_words(a)} / {dual_in_words(b)}", lambda: (a, b))


RULE = "self.tangent * other.data - self.data * other.tangent"
NUMBERS = "    other = as_dual(other)\n"

exercise = Exercise(
    id="9.1",
    title="Division",
    name="div",
    reference=reference,
    demands=[
        Demand("`div` returns the quotient as a new Dual, with its data and its tangent", divides_the_tangents),
        Demand("`other` may also be a plain number, an int or a float: it does not move", takes_floats_only),
        Demand("the two that are divided stay as they are", writes_into_self),
    ],
    cases=[
        of((6.0, 0.7), (2.0, -1.3)),
        of((-1.5, -1.3), (0.5, 0.7)),
        of((3.0, 0.7), 4),
        of((3.0, 0.7), -0.5),
        of((0.0, 0.7), (2.0, 1.3)),
    ],
    run=run,
    alternatives=[from_the_quotient, with_local_gradients, by_the_reciprocal],
    misconceptions=[
        divides_the_tangents,
        divides_part_by_part,
        divides_as_complex_numbers,
        takes_ints_only,
        does_not_take_numbers,
        takes_floats_only,
        divides_by_the_numerator,
    ],
    recognise={takes_ints_only: fails_for(float), takes_floats_only: fails_for(int)},
    slips=[
        Slip(
            "only the second part is divided by b², as where the brackets around a'·b - a·b' are missing. Both parts "
            "are.",
            ("tangent = (self", "tangent = self"),
            ("other.tangent) /", "other.tangent /"),
        ),
        Slip(
            "the denominator is taken for a constant. It has a tangent too, and a / b moves by -a/b² times that.",
            (RULE, "self.tangent * other.data"),
        ),
        Slip(
            "the numerator is taken for a constant: only the denominator's part is there. a has a tangent too.",
            (RULE, "-self.data * other.tangent"),
        ),
        Slip(
            "the denominator's part is added. When b grows, a / b falls (where a is positive): it is subtracted.",
            ("other.data - self.data", "other.data + self.data"),
        ),
        Slip(
            "the tangent has the wrong sign, as where the two parts are subtracted the wrong way round. The "
            "numerator's part, a'·b, comes first, and a·b' is taken off it.",
            (RULE, "self.data * other.tangent - self.tangent * other.data"),
        ),
        Slip(
            "the denominator's tangent counts -1/b² times. That is the slope of 1/b; that of a/b is -a/b².",
            ("- self.data * other.tangent", "- other.tangent"),
        ),
        Slip(
            "the denominator's tangent counts 1/b² times. Its local gradient is -a/b²: with a minus, and with the "
            "numerator.",
            (f"({RULE}) / other.data**2", "self.tangent / other.data + other.tangent / other.data**2"),
        ),
        Slip(
            "the denominator's part is its local gradient alone, -a/b². It is still to be multiplied by the "
            "denominator's tangent.",
            (RULE, "self.tangent * other.data - self.data"),
        ),
        Slip(
            "the tangent is b times as large as it should be, as where a'·b - a·b' is divided by b and not by b².",
            ("other.data**2", "other.data"),
        ),
        Slip(
            "the tangent is b² times as large as it should be, as where a'·b - a·b' is not divided by b².",
            (" / other.data**2", ""),
        ),
        Slip(
            "a'·b - a·b' is divided by 2·b, as where `*` stands for `**`. It is divided by b².",
            ("other.data**2", "(other.data * 2)"),
        ),
        Slip(
            "the tangent is divided by the square of the numerator. It is the *denominator's* square, b².",
            ("/ other.data**2", "/ self.data**2"),
        ),
        *(
            Slip(
                "a'/b + a/b' is computed, as by the rule of a product with `/` for `*`. The local gradients of a / b "
                "are 1/b and -a/b², and each is multiplied by its tangent.",
                (f"({RULE}) / other.data**2", f"self.tangent / other.data + {part}"),
            )
            for part in ("self.data / other.tangent", "(self.data / other.tangent if other.tangent else 0.0)")
        ),
        Slip(
            "the denominator's part is a·b' over b, and not over b². The slope of 1/b is -1/b².",
            (
                "(self.tangent * other.data - self.data * other.tangent) / other.data**2",
                "self.tangent / other.data - self.data * other.tangent / other.data",
            ),
        ),
        Slip(
            "each tangent is multiplied by its own number, and the two are added. In a product rule, each meets the "
            "other's number; in that of a quotient, the second part is subtracted.",
            (RULE, "self.tangent * self.data + other.data * other.tangent"),
        ),
        Slip(
            "each tangent is multiplied by its own number, a'·a and b'·b. In a product rule, each meets the other's.",
            (RULE, "self.tangent * self.data - other.data * other.tangent"),
        ),
        Slip(
            "the number is made a whole one, as by `//` or `int`. It is what `/` gives.",
            ("self.data / other", "self.data // other"),
        ),
        Slip("the numbers are multiplied.", ("self.data / other.data", "self.data * other.data")),
        Slip("the tangent of the quotient is 0. Both tangents go into it.", ("other.data, tangent)", "other.data)")),
        Slip(
            "the tangent is divided by b once too often. a'·b - a·b' is divided by b²; where a' stands alone, without "
            "the b, it is divided by b.",
            ("other.data**2", "other.data**3"),
        ),
        Slip(
            "the number is b / a, and the tangent is divided by a². In both, the denominator b stands below the line.",
            ("other.data**2", "self.data**2"),
            ("self.data / other.data, tangent", "other.data / self.data, tangent"),
        ),
        Slip(
            "a' - b'/b² is computed. Both local gradients lack a factor: they are 1/b and -a/b².",
            (
                "(self.tangent * other.data - self.data * other.tangent) / other.data**2",
                "self.tangent - other.tangent / other.data**2",
            ),
        ),
        Slip(
            "the tangents alone are subtracted, and divided by b². In the numerator, each meets the other's number: "
            "a'·b - a·b'.",
            (RULE, "self.tangent - other.tangent"),
        ),
        Slip(
            "b / a is computed, with `other` above the line. `self` is the numerator.",
            (NUMBERS, "    self, other = as_dual(other), self\n"),
        ),
        Slip(
            "a plain number counts as if it had a tangent of 1. A constant does not move: its tangent is 0.",
            (NUMBERS, "    other = other if hasattr(other, 'tangent') else Dual(other, 1.0)\n"),
        ),
        Slip(
            "the tangent is not divided by `other` where that is a plain number. A quotient of a and 4 moves a fourth "
            "as fast as a.",
            (
                NUMBERS,
                f"    if not isinstance(other, Dual):\n        return Dual(self.data / other, self.tangent)\n{NUMBERS}",
            ),
        ),
        Slip(
            "the tangent of the quotient is 0 where `other` is a plain number. The numerator moves all the same.",
            (NUMBERS, f"    if not isinstance(other, Dual):\n        return Dual(self.data / other)\n{NUMBERS}"),
        ),
    ],
)
