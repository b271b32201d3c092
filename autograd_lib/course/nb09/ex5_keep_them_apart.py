"""Exercise 9.5: a product that keeps the tangents of two derivatives apart, the cure for perturbation confusion."""

import inspect
from contextlib import contextmanager

from autograd_lib.course.answers import in_words, with_kind
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip

OPERATORS = ("__mul__", "__rmul__", "__add__", "__radd__")


class Tagged:
    """The class of the notebook: a number, how fast it moves, and for which derivative."""

    def __init__(self, data, tangent, level):
        self.data = data
        self.tangent = tangent
        self.level = level

    def __repr__(self):
        return f"Tagged({self.data}, {self.tangent}, level={self.level})"


class Nested:
    """Stands in an answer for a Tagged, whose own parts are listed as well."""

    def __eq__(self, other):
        return isinstance(other, Nested)

    def __repr__(self):
        return "a Tagged"


Nested.__name__ = "Tagged"  # as sentences call it


def level_of(x):
    return x.level if isinstance(x, Tagged) else 0


def reference(self, other):
    level = max(level_of(self), level_of(other))
    a, da = (self.data, self.tangent) if level_of(self) == level else (self, 0.0)
    b, db = (other.data, other.tangent) if level_of(other) == level else (other, 0.0)
    return Tagged(a * b, da * b + a * db, level)


def case_by_case(self, other):
    if level_of(self) > level_of(other):
        return Tagged(self.data * other, self.tangent * other, self.level)
    if level_of(other) > level_of(self):
        return Tagged(self * other.data, self * other.tangent, other.level)
    return Tagged(self.data * other.data, self.tangent * other.data + self.data * other.tangent, self.level)


def mixes_the_levels(self, other):
    """tangents of different levels are added to each other, as `mul` does it for the plain Duals: that is the confusion
    itself. Where the levels differ, only the tangent of the higher one belongs to the result's.
    """
    other = other if isinstance(other, Tagged) else Tagged(other, 0.0, self.level)
    tangent = self.tangent * other.data + self.data * other.tangent
    return Tagged(self.data * other.data, tangent, max(self.level, other.level))


def drops_the_lower_tangent(self, other):
    """of the factor on the lower level only its number enters the product, and its tangent is lost. It is a constant to
    *this* derivative; the one outside still waits for that tangent. Multiply by the whole factor.
    """
    level = max(level_of(self), level_of(other))
    a, da = (self.data, self.tangent) if level_of(self) == level else (innermost(self), 0.0)
    b, db = (other.data, other.tangent) if level_of(other) == level else (innermost(other), 0.0)
    return Tagged(a * b, da * b + a * db, level)


def innermost(x):
    while isinstance(x, Tagged):
        x = x.data
    return x


def strips_the_tangent(self, other):
    """the numbers are multiplied as they should be, but in the result's tangent only the bare number of the lower
    factor counts. It is a factor there as well, with the tangent that it has.
    """
    product, stripped = reference(self, other), drops_the_lower_tangent(self, other)
    return Tagged(product.data, stripped.tangent, product.level)


def takes_the_lower_level(self, other):
    """the lower of the two levels is worked on, and the factor on the higher one taken for a constant. It is the other
    way round: the inner derivative, with the higher level, is the one that is being taken right now.
    """
    level = min(level_of(self), level_of(other)) or max(level_of(self), level_of(other))
    a, da = (self.data, self.tangent) if level_of(self) == level else (self, 0.0)
    b, db = (other.data, other.tangent) if level_of(other) == level else (other, 0.0)
    return Tagged(a * b, da * b + a * db, level)


def takes_the_lower_level_and_strips(self, other):
    """the lower of the two levels is worked on, and of the factor on the higher one only its number counts. It is the
    other way round: the inner derivative, with the higher level, is the one that is being taken right now, and the
    other factor enters it whole.
    """
    if level_of(other) == 0 or level_of(other) == self.level:
        return reference(self, other)
    low, high = sorted([self, other], key=level_of)
    return Tagged(low.data * high.data, low.tangent * high.data, low.level)


def takes_the_level_of_self(self, other):
    """the level of `self` is worked on, whatever that of `other` is. The higher of the two counts, and either may have
    it.
    """
    level = self.level
    b, db = (other.data, other.tangent) if level_of(other) == level else (other, 0.0)
    return Tagged(self.data * b, self.tangent * b + self.data * db, level)


def does_not_take_numbers(self, other):
    """`other` is expected to be Tagged. A plain number has no `data` and no `level`: `level_of` gives it 0."""
    if self.level == other.level:
        return reference(self, other)
    return case_by_case(self, other)


def takes_one_level_only(self, other):
    """only factors of one level are multiplied, or a factor with a plain number. Two levels meet as soon as one
    derivative stands inside another.
    """
    if isinstance(other, Tagged) and other.level != self.level:
        raise ValueError("different levels")
    return reference(self, other)


def knows_two_levels(self, other):
    """two levels above 2 count as one and the same. A level may be any number: the higher of the two counts."""
    ours, theirs = min(level_of(self), 2), min(level_of(other), 2)
    if ours == theirs:
        tangent = self.tangent * other.data + self.data * other.tangent
        return Tagged(self.data * other.data, tangent, max(self.level, other.level))
    return case_by_case(self, other)


def works_in_place(self, other):
    product = reference(self, other)
    self.data, self.tangent, self.level = product.data, product.tangent, product.level
    return self


def takes_the_second_for_a_constant(self, other):
    if level_of(self) != level_of(other):
        return reference(self, other)
    return Tagged(self.data * other.data, self.tangent * other.data, self.level)


def class_of(solution):
    """The class called Tagged where a solution was written, and the one here for our own."""
    found = getattr(inspect.unwrap(solution), "__globals__", {}).get("Tagged")
    return found if isinstance(found, type) else Tagged


@contextmanager
def multiplying_with(solution):
    """The class that a solution sees, whose products are for a while made by that solution."""
    tagged = class_of(solution)
    before = {name: tagged.__dict__[name] for name in OPERATORS if name in tagged.__dict__}
    tagged.__mul__ = tagged.__rmul__ = lambda self, other: solution(self, other)
    tagged.__add__ = tagged.__radd__ = lambda self, other: add(tagged, self, other)
    try:
        yield tagged
    finally:
        for name in OPERATORS:
            if name in before:
                setattr(tagged, name, before[name])
            else:
                delattr(tagged, name)


def add(tagged, self, other):
    """The sum, with the levels kept apart."""
    levels = [x.level if isinstance(x, tagged) else 0 for x in (self, other)]
    parts = [(x.data, x.tangent) if level == max(levels) else (x, 0.0) for x, level in zip((self, other), levels)]
    (a, da), (b, db) = parts
    return tagged(a + b, da + db, max(levels))


def derivative(tagged, f, at, level):
    """The derivative of f, computed with Tagged numbers of this level."""
    result = f(tagged(at, 1.0, level))
    return result.tangent if getattr(result, "level", 0) == level else 0.0


def of_a_product(tagged):
    """d/dx of x · (d/dy of x·y), at x = 2: the inner one is x, and the whole x²."""
    return derivative(tagged, lambda x: x * derivative(tagged, lambda y: x * y, 1.0, 2), 2.0, 1)


def of_a_cube(tagged):
    """The second derivative of x³ at 3."""
    return derivative(tagged, lambda x: derivative(tagged, lambda y: y * y * y, x, 2), 3.0, 1)


def of_a_stranger(tagged):
    """d/dx of (d/dy of x + y·y) at y = 1, times x: y·y has nothing of x."""
    return derivative(tagged, lambda x: x * derivative(tagged, lambda y: y * y + x, 1.0, 2), 2.0, 1)


def run(solution, *factors):
    """The parts of a product, or the derivative that a program computes with it."""
    with multiplying_with(solution) as tagged:
        if callable(factors[0]):
            return {"the derivative": as_number(factors[0](tagged))}
        made = [tagged(*factor) if isinstance(factor, tuple) else factor for factor in factors]
        return parts_of(solution(*made), tagged, "the product")


def parts_of(product, tagged, name):
    """Level, data and tangent of a product, by their names; where these have levels themselves, theirs too."""
    if not isinstance(product, tagged):
        raise NotAnAnswer(f"Expected a Tagged. You returned {with_kind(product, in_words(product))}.")
    parts = {f"level of {name}": product.level}
    for part in ("data", "tangent"):
        inner = getattr(product, part)
        name_of_it = f"{part} of {name}" if name != "the product" else part
        if isinstance(inner, tagged):
            parts[name_of_it] = Nested()
            parts |= parts_of(inner, tagged, name_of_it)
        else:
            parts[name_of_it] = as_number(inner, name_of_it)
    return parts


def as_number(x, name="The derivative"):
    if isinstance(x, int | float):
        return float(x)
    raise NotAnAnswer(f"{name} is {with_kind(x, in_words(x))}. Expected a number.")


LOW, HIGH = (2.0, 0.7, 1), (5.0, -1.3, 2)

exercise = Exercise(
    id="9.5",
    title="Keep them apart",
    name="tagged_mul",
    side_road=True,
    reference=reference,
    demands=[
        Demand(
            "`tagged_mul` returns a Tagged of the higher of the two levels, and leaves both factors alone",
            works_in_place,
        ),
        Demand("two factors of one level multiply as Duals do", takes_the_second_for_a_constant),
        Demand("a factor of a lower level, or a plain number, does not move for the higher one", mixes_the_levels),
        Demand("but it enters the product whole, with the tangent that it has", drops_the_lower_tangent),
    ],
    cases=[
        Case("Tagged(2, 0.7, level 1) · 3", lambda: (LOW, 3.0)),
        Case("Tagged(2, 0, level 1) · 3, which moves as little as the 3", lambda: ((2.0, 0.0, 1), 3.0)),
        Case("Tagged(2, 0.7, level 1) · Tagged(4, -0.5, level 1)", lambda: (LOW, (4.0, -0.5, 1))),
        Case("Tagged(2, 0.7, level 1) · Tagged(5, -1.3, level 2)", lambda: (LOW, HIGH)),
        Case("Tagged(5, -1.3, level 2) · Tagged(2, 0.7, level 1)", lambda: (HIGH, LOW)),
        Case("Tagged(2, 0.7, level 3) · Tagged(5, -1.3, level 7)", lambda: ((2.0, 0.7, 3), (5.0, -1.3, 7))),
        Case("Tagged(5, -1.3, level 4) · Tagged(2, 0.7, level 3)", lambda: ((5.0, -1.3, 4), (2.0, 0.7, 3))),
        Case("the derivative of x · (the derivative of x·y by y) by x, at x = 2", lambda: (of_a_product,)),
        Case("the second derivative of x³, at 3", lambda: (of_a_cube,)),
        Case("the derivative of x · (the derivative of y·y + x by y, at 1) by x, at x = 2", lambda: (of_a_stranger,)),
    ],
    run=run,
    alternatives=[case_by_case],
    misconceptions=[
        mixes_the_levels,
        drops_the_lower_tangent,
        strips_the_tangent,
        takes_the_lower_level,
        takes_the_lower_level_and_strips,
        takes_the_level_of_self,
        does_not_take_numbers,
        takes_one_level_only,
        knows_two_levels,
    ],
    slips=[
        Slip(
            "the two parts of the tangent are subtracted where the levels are equal. They add up.",
            ("other.data + self.data", "other.data + -1 * self.data"),
            of=case_by_case,
        ),
        Slip(
            "each tangent is multiplied by its own number where the levels are equal. In the product rule, each meets "
            "the *other* factor.",
            ("self.tangent * other.data", "self.tangent * self.data"),
            ("self.data * other.tangent", "other.data * other.tangent"),
            of=case_by_case,
        ),
        Slip(
            "the numbers are added instead of multiplied where the levels are equal.",
            ("Tagged(self.data * other.data", "Tagged(self.data + other.data"),
            of=case_by_case,
        ),
        Slip(
            "of the factor on the lower level only its number enters the product, and its tangent is lost. It is a "
            "constant to *this* derivative; the one outside still waits for that tangent. Multiply by the whole "
            "factor.",
            ("self.data * other, ", "self.data * innermost(other), "),
            ("self.tangent * other, ", "self.tangent * innermost(other), "),
            ("self * other.data", "innermost(self) * other.data"),
            ("self * other.tangent", "innermost(self) * other.tangent"),
            of=case_by_case,
        ),
        Slip(
            "in the data of the result, only the bare number of the lower factor counts. It is a factor there as well, "
            "with the tangent that it has.",
            ("self.data * other, ", "self.data * innermost(other), "),
            ("self * other.data", "innermost(self) * other.data"),
            of=case_by_case,
        ),
        Slip(
            "the numbers are multiplied as they should be, but in the result's tangent only the bare number of the "
            "lower factor counts. It is a factor there as well, with the tangent that it has.",
            ("self.tangent * other, ", "self.tangent * innermost(other), "),
            ("self * other.tangent", "innermost(self) * other.tangent"),
            of=case_by_case,
        ),
        Slip(
            "the levels are added up for the result where they differ. It has the higher of the two.",
            ("self.level)\n    if", "self.level + level_of(other))\n    if"),
            ("other.level)\n", "other.level + level_of(self))\n"),
            of=case_by_case,
        ),
        Slip(
            "the result has the lower of the two levels where they differ. It belongs to the derivative that is being "
            "taken: the higher.",
            ("self.level)\n    if", "level_of(other))\n    if"),
            ("other.level)\n", "level_of(self))\n"),
            of=case_by_case,
        ),
        Slip(
            "the tangent of the second factor is lost where its level is the higher one. It is the one that moves.",
            ("self * other.tangent, ", "0.0, "),
            of=case_by_case,
        ),
        Slip(
            "the tangent of the first factor is lost where its level is the higher one. It is the one that moves.",
            ("self.tangent * other, ", "0.0, "),
            of=case_by_case,
        ),
        Slip(
            "a plain number multiplies the number and not the tangent. Both are so many times as large.",
            ("self.tangent * other, ", "self.tangent * (other if isinstance(other, Tagged) else 1.0), "),
            of=case_by_case,
        ),
        Slip(
            "a plain number multiplies the tangent and not the number. Both are so many times as large.",
            ("self.data * other, ", "self.data * (other if isinstance(other, Tagged) else 1.0), "),
            of=case_by_case,
        ),
        Slip(
            "a product with a plain number has the tangent 0. The number does not move, and the other factor does.",
            ("self.tangent * other, ", "self.tangent * other if isinstance(other, Tagged) else 0.0, "),
            of=case_by_case,
        ),
        Slip(
            "the first factor is taken for a constant. On its own level it moves: its tangent times the "
            "other factor is a part of the result's.",
            ("da * b + a * db", "a * db"),
        ),
        Slip(
            "the second factor is taken for a constant. On its own level it moves: its tangent times the "
            "first factor is a part of the result's.",
            ("da * b + a * db", "da * b"),
        ),
        Slip(
            "each tangent is multiplied by its own number. In the product rule, each meets the *other* factor.",
            ("da * b + a * db", "da * a + b * db"),
        ),
        Slip(
            "the tangents are multiplied. The product rule adds two products: da·b + a·db.",
            ("da * b + a * db", "da * db"),
        ),
        Slip(
            "the tangents are multiplied where the levels are equal. The product rule is a'·b + a·b'.",
            ("self.tangent * other.data + self.data * other.tangent", "self.tangent * other.tangent"),
            of=case_by_case,
        ),
        Slip(
            "the product of the tangents is added as well where the levels are equal. Two moves at once are too small "
            "to count: ε² = 0.",
            (
                "self.tangent * other.data + self.data * other.tangent",
                "self.tangent * other.data + self.data * other.tangent + self.tangent * other.tangent",
            ),
            of=case_by_case,
        ),
        Slip(
            "a factor of a lower level multiplies the number and not the tangent. Both are so many times as large.",
            ("self.tangent * other, self.level", "self.tangent, self.level"),
            ("self * other.tangent, other.level", "other.tangent, other.level"),
            of=case_by_case,
        ),
        *(
            Slip(
                "two factors are multiplied as Duals of one level where the first has the lower level, and their "
                "tangents are mixed. A factor of a lower level does not move for the higher one, whichever it is.",
                (
                    "self * other.data, self * other.tangent, other.level",
                    f"self.data * other.data, self.data * other.tangent + other.data * self.tangent, {level}",
                ),
                of=case_by_case,
            )
            for level in ("other.level", "self.level")
        ),
        *(
            Slip(
                "of two factors on one level, one is taken for a constant and enters the product whole, so that a "
                "Tagged of that level holds another one. Both move: multiply them as Duals.",
                (f"level_of({one}) > level_of({other})", f"level_of({one}) >= level_of({other})"),
                of=case_by_case,
            )
            for one, other in [("self", "other"), ("other", "self")]
        ),
        Slip(
            "only the first factor moves where the levels are equal. Both do: a'·b + a·b'.",
            ("self.tangent * other.data + self.data * other.tangent", "self.tangent * other.data"),
            of=case_by_case,
        ),
        Slip(
            "only the second factor moves where the levels are equal. Both do: a'·b + a·b'.",
            ("self.tangent * other.data + self.data * other.tangent", "self.data * other.tangent"),
            of=case_by_case,
        ),
        Slip(
            "the tangents are added where the levels are equal, as for a sum. The product rule is a'·b + a·b'.",
            ("self.tangent * other.data + self.data * other.tangent", "self.tangent + other.tangent"),
            of=case_by_case,
        ),
        Slip(
            "the levels are added up for the result. It has the higher of the two.",
            ("db, level)", "db, level_of(self) + level_of(other))"),
        ),
        Slip(
            "the result has the lower of the two levels. It belongs to the derivative that is being taken: the higher.",
            ("db, level)", "db, min(level_of(self), level_of(other)))"),
        ),
        Slip(
            "the result has the level of the first factor, whatever that of the second is. It belongs to the higher of "
            "the two.",
            ("db, level)", "db, self.level)"),
        ),
        Slip("the tangents are added, as for a sum.", ("da * b + a * db", "da + db")),
        Slip(
            "the two parts of the tangent are subtracted. They add up.", ("da * b + a * db", "da * b + -1 * (a * db)")
        ),
        Slip("the numbers are added instead of multiplied.", ("Tagged(a * b,", "Tagged(a + b,")),
        Slip(
            "the result has a level of its own, one higher. It belongs to the higher of the two.",
            ("db, level)", "db, level + 1)"),
        ),
        Slip(
            "a plain number counts as if it had a tangent of 1. A constant does not move: its tangent is 0.",
            ("    return Tagged(a * b", "    db = db if isinstance(other, Tagged) else 1.0\n    return Tagged(a * b"),
        ),
        *(
            Slip(
                "the constant moves: its tangent is 1 where it should be 0.",
                *((f"else ({factor}, 0.0)", f"else ({factor}, 1.0)") for factor in factors),
            )
            for factors in (["other"], ["self"], ["self", "other"])
        ),
    ],
)
