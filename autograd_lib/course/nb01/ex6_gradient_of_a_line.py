"""Exercise 1.6: find the mistake in the gradient of a sum over data points."""

from numbers import Real

import numpy as np

from autograd_lib.course.answers import in_words, same, with_kind
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip


def stub(w, b, points):
    for x, y in points:
        e = w * x + b - y
        dw = 2 * e * x
        db = 2 * e
    return [dw, db]


def reference(w, b, points):
    dw, db = 0.0, 0.0
    for x, y in points:
        e = w * x + b - y
        dw += 2 * e * x
        db += 2 * e
    return [dw, db]


def with_two_sums(w, b, points):
    return (
        sum(2 * (w * x + b - y) * x for x, y in points),
        sum(2 * (w * x + b - y) for x, y in points),
    )


def two_at_the_end(w, b, points):
    errors = [w * x + b - y for x, y in points]
    return [2 * sum(e * x for e, (x, _) in zip(errors, points)), 2 * sum(errors)]


def with_arrays(w, b, points):
    xs, ys = np.array(points).T
    e = w * xs + b - ys
    return 2 * np.array([(e * xs).sum(), e.sum()])


def keeps_the_last_point(w, b, points):
    """only the last point counts. L depends on w and b through every point, so dw and db are sums: they start at 0
    *before* the loop, and each point adds to them, as with `+=`.
    """
    for x, y in points:
        dw, db = 0.0, 0.0
        e = w * x + b - y
        dw += 2 * e * x
        db += 2 * e
    return [dw, db]


def multiplies_after_the_loop(w, b, points):
    """the sum of all errors is multiplied by one x, that of the last point. Each error goes with the x of its own
    point: add up the products.
    """
    dw, db = 0.0, 0.0
    last, _ = points[-1]
    for x, y in points:
        e = w * x + b - y
        x = last
        dw += 2 * e * x
        db += 2 * e
    return [dw, db]


def multiplies_the_sums(w, b, points):
    """the sum of the errors is multiplied by the sum of the x. Each error belongs to its own x: multiply them point by
    point, and then add.
    """
    dw, db = 0.0, 0.0
    total = sum(x for x, _ in points)
    for x, y in points:
        e = w * x + b - y
        x = total
        dw += 2 * e * x
        db += 2 * e
    return [dw, db]


def squares_the_sum(w, b, points):
    """every error is multiplied by the x of every point, as where the sum of the errors is squared, or one loop stands
    in another. L is the sum of the squares: each error goes with the x of its own point alone.
    """
    dw, db = 0.0, 0.0
    mean = sum(x for x, _ in points) / len(points)
    for x, y in points:
        e = w * x + b - y
        e, x = e * len(points), mean
        dw += 2 * e * x
        db += 2 * e
    return [dw, db]


def takes_the_middle_of_the_points(w, b, points):
    """every error is multiplied by the mean of the x, as where the middle of the points stands for all of them. Each
    error goes with the x of its own point: multiply them point by point, and then add.
    """
    dw, db = 0.0, 0.0
    mean = sum(x for x, _ in points) / len(points)
    for x, y in points:
        e = w * x + b - y
        x = mean
        dw += 2 * e * x
        db += 2 * e
    return [dw, db]


def leaves_large_errors_out(w, b, points):
    """points are left out, those with the largest errors, as by a limit for outliers. Every point counts."""
    limit = 2 * sum(abs(w * x + b - y) for x, y in points) / len(points)
    return reference(w, b, [(x, y) for x, y in points if abs(w * x + b - y) <= limit])


def lacks_large_errors(case, answer):
    """Whether the answer is the gradient without the points whose errors are the largest: none, or some of them. In the
    last case one point is far off, and any limit leaves it out.
    """
    w, b, points = case.make()
    points.sort(key=lambda point: abs(w * point[0] + b - point[1]))
    kept = [reference(w, b, points[:number]) for number in range(1, len(points) + (case is not exercise.cases[-1]))]
    return any(same(dict(zip(("dw", "db"), gradient)), answer, 1e-9) for gradient in kept)


def cuts_off(w, b, points):
    """dw and db have nothing behind the point, as where `int`, `round`, `//` or an array of whole numbers takes it
    away. Keep all digits.
    """
    dw, db = 0, 0
    for x, y in points:
        e = w * x + b - y
        dw, db = int(dw + 2 * e * x), int(db + 2 * e)
    return [dw, db]


def is_cut_off(case, answer):
    """Whether both numbers are whole, and each less than 1 away from the right one for each point."""
    w, b, points = case.make()
    right = dict(zip(("dw", "db"), reference(w, b, points)))
    return all(n == round(n) and abs(n - right[name]) < len(points) for name, n in answer.items())


def moves_within_the_loop(w, b, points, lr=0.05):
    """each error is taken at the line that the points before it have moved, as where w and b move inside the loop. The
    gradient is that at the w and b that are passed in: leave both as they are.
    """
    dw, db = 0.0, 0.0
    for x, y in points:
        e = w * x + b - y
        dw += 2 * e * x
        db += 2 * e
        w -= lr * 2 * e * x
        b -= lr * 2 * e
    return [dw, db]


def is_moved_within_the_loop(case, answer):
    """Whether w and b were moved by one of the usual learning rates, or by half of it, as where the 2 is left out."""
    rates = [size * lr for lr in (0.001, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0) for size in (1, 0.5)]
    tables = [moves_within_the_loop(*case.make(), lr) for lr in rates]
    return any(same(dict(zip(("dw", "db"), table)), answer, 1e-9) for table in tables)


def measures(w, b, points, h=1e-5):
    """dw and db are nearly right, as where they are measured, or rounded. dw is the sum of 2ex, and db that of 2e, over
    all points and with all digits.
    """

    def loss(w, b):
        return sum((w * x + b - y) ** 2 for x, y in points)

    return [(loss(w + h, b) - loss(w, b)) / h, (loss(w, b + h) - loss(w, b)) / h]


def is_nearly_right(case, answer):
    right = dict(zip(("dw", "db"), reference(*case.make())))
    is_near = all(abs(answer[name] - n) <= 1e-2 * max(1, abs(n)) for name, n in right.items())
    return same(right, answer, 1e-9) or (is_near and not is_moved_within_the_loop(case, answer))


def counts_to_three(w, b, points):
    """exactly three points are asked for, by their places in the list. There may be fewer or more: go through them with
    `for x, y in points:`.
    """
    dw, db = 0.0, 0.0
    for place in range(3):
        x, y = points[place]
        e = w * x + b - y
        dw += 2 * e * x
        db += 2 * e
    return [dw, db]


def unpacks_three(w, b, points):
    """exactly three points are expected. There may be fewer or more: go through them with `for x, y in points:`."""
    (_, _), (_, _), (_, _) = points
    return reference(w, b, points)


def returns_dw_alone(w, b, points):
    """one number is returned. A gradient has an entry for each number that can be turned: return [dw, db]."""
    return sum(2 * (w * x + b - y) * x for x, y in points)


def lists_the_points(w, b, points):
    """the result has lists in it, and not two numbers. dw is one number, the sum over all points, and so is db."""
    return [[2 * (w * x + b - y) * x for x, y in points], [2 * (w * x + b - y) for x, y in points]]


def names_them(w, b, points):
    """a dict is returned. Return the two numbers by themselves, as the list [dw, db]."""
    dw, db = reference(w, b, points)
    return {"dw": dw, "db": db}


def returns_the_step(w, b, points):
    """w and b come out as they are after a step, as where the step is made here. Return the gradient itself, [dw, db]:
    the cell below makes the steps.
    """
    dw, db = reference(w, b, points)
    return [w - 0.05 * dw, b - 0.05 * db]


def returns_a_step_without_rate(w, b, points):
    dw, db = reference(w, b, points)
    return [w - dw, b - db]


returns_a_step_without_rate.__doc__ = returns_the_step.__doc__


def is_a_step(case, answer):
    w, b, points = case.make()
    dw, db = reference(w, b, points)
    lr = (w - answer["dw"]) / dw
    return lr > 0 and abs(b - lr * db - answer["db"]) < 1e-9


def pops_the_points(w, b, points):
    dw, db = 0.0, 0.0
    while points:
        x, y = points.pop()
        dw, db = dw + 2 * (w * x + b - y) * x, db + 2 * (w * x + b - y)
    return [dw, db]


def divides_by_the_number(w, b, points):
    return [entry / len(points) for entry in reference(w, b, points)]


def kind_of(answer):
    if isinstance(answer, Real):
        return "one number"
    if isinstance(answer, dict):
        return "a dict"
    has_lists = isinstance(answer, list | tuple) and any(isinstance(entry, list | tuple) for entry in answer)
    return "lists" if has_lists else "not two numbers"


def run(solution, w, b, points):
    answer = solution(w, b, points)
    if not isinstance(answer, list | tuple) or len(answer) != 2 or not all(isinstance(n, Real) for n in answer):
        text = f"You returned {with_kind(answer, in_words(answer))}. Expected a list of two numbers, [dw, db]."
        raise NotAnAnswer(text, kind_of(answer))
    return {"dw": float(answer[0]), "db": float(answer[1])}


exercise = Exercise(
    id="1.6",
    title="Find the mistake: a line that misses",
    name="gradient",
    reference=reference,
    stub=stub,
    demands=[
        Demand("`gradient(w, b, points)` returns [dw, db], that is ∂L/∂w and ∂L/∂b", returns_dw_alone),
        Demand("L is the sum of the squared errors", divides_by_the_number),
        Demand("every point counts, however many there are", keeps_the_last_point),
        Demand("the list `points` stays as it is", pops_the_points),
    ],
    cases=[
        Case("w = 0.5, b = -1, one point (2, 3)", lambda: (0.5, -1.0, [(2.0, 3.0)])),
        Case("w = 0, b = 0, points (-1, 0) and (2, 3)", lambda: (0.0, 0.0, [(-1.0, 0.0), (2.0, 3.0)])),
        Case(
            "w = 0.6, b = 0.3, points (-1, 0), (0, 1) and (2, 3)",
            lambda: (0.6, 0.3, [(-1.0, 0.0), (0.0, 1.0), (2.0, 3.0)]),
        ),
        Case(
            "w = 0.7, b = -1.3, three points, two at x = 2", lambda: (0.7, -1.3, [(2.0, 3.0), (0.0, 1.0), (2.0, -1.0)])
        ),
        Case(
            "w = 0.7, b = -1.3, three points, two of them the same",
            lambda: (0.7, -1.3, [(2.0, 3.0), (0.375, 1.0), (2.0, 3.0)]),
        ),
        Case(
            "w = -20, b = 50, points (-1, 0), (0, 1) and (2, 3)",
            lambda: (-20.0, 50.0, [(-1.0, 0.0), (0.0, 1.0), (2.0, 3.0)]),
        ),
        Case(
            "w = 0.7, b = -1.3, eight points, one of them far off",
            lambda: (
                0.7,
                -1.3,
                [(1.0, 2.0), (-2.0, 0.5), (0.5, -1.0), (3.0, 2.0), (-1.0, -3.0), (2.0, 1.0), (0.0, -1.5), (1.5, 20.0)],
            ),
        ),
    ],
    run=run,
    alternatives=[with_two_sums, two_at_the_end, with_arrays],
    misconceptions=[
        keeps_the_last_point,
        multiplies_after_the_loop,
        multiplies_the_sums,
        squares_the_sum,
        takes_the_middle_of_the_points,
        leaves_large_errors_out,
        cuts_off,
        moves_within_the_loop,
        measures,
        counts_to_three,
        unpacks_three,
        returns_dw_alone,
        lists_the_points,
        names_them,
        returns_the_step,
        returns_a_step_without_rate,
    ],
    recognise={
        returns_the_step: is_a_step,
        moves_within_the_loop: is_moved_within_the_loop,
        leaves_large_errors_out: lacks_large_errors,
        cuts_off: is_cut_off,
        measures: is_nearly_right,
    },
    slips=[
        Slip("b is left out of e. The line answers w * x + b.", ("w * x + b - y", "w * x - y")),
        Slip("y is left out of e. The error is the answer minus y.", ("w * x + b - y", "w * x + b")),
        Slip("x is left out of e. The line answers w * x + b.", ("w * x + b - y", "w + b - y")),
        Slip("y is added in e. The error is a difference, w * x + b - y.", ("w * x + b - y", "w * x + b + y")),
        Slip(
            "b has the same sign as y beside w * x, as where the brackets in y - (w * x + b) are opened wrongly. The "
            "line answers w * x + b.",
            ("w * x + b - y", "w * x - b - y"),
        ),
        Slip("w and b are the wrong way round in e. The line answers w * x + b.", ("w * x + b - y", "w + b * x - y")),
        Slip(
            "e has no sign, as with `abs`. Where the line is too low, e is negative.",
            ("w * x + b - y", "abs(w * x + b - y)"),
        ),
        Slip(
            "e is divided by √(1 + w²), as for the distance at right angles to the line. Here the error is the line's "
            "answer minus y, w * x + b - y.",
            ("w * x + b - y", "(w * x + b - y) / (1 + w * w) ** 0.5"),
        ),
        Slip(
            "the sum is divided by the number of points. That is the gradient of the *mean* of the squares; here L is "
            "their sum.",
            ("w * x + b - y", "(w * x + b - y) / len(points)"),
        ),
        Slip("x and y are the wrong way round. A point is (x, y).", ("for x, y in", "for y, x in")),
        Slip(
            "points that are equal count once, as where they go through a set or a dict. Every point counts.",
            ("in points:", "in dict.fromkeys(map(tuple, points)):"),
        ),
        Slip(
            "of points with the same x only the last counts, as in a dict with x as the key. Every point counts.",
            ("in points:", "in dict(points).items():"),
        ),
        Slip(
            "points at x = 0 are left out. They bring nothing to dw, and they count in db.",
            ("in points:", "in [p for p in points if p[0]]:"),
        ),
        Slip(
            "points at y = 0 are left out. Every point counts.",
            ("in points:", "in [p for p in points if p[1]]:"),
        ),
        Slip("the first point is left out. Every point counts.", ("in points:", "in points[1:]:")),
        Slip(
            "the last point is left out, as with `range(len(points) - 1)`. Every point counts.",
            ("in points:", "in points[:-1]:"),
        ),
        Slip("only every second point counts. Every point does.", ("in points:", "in points[::2]:")),
        Slip("only the first three points count. There may be more.", ("in points:", "in points[:3]:")),
        Slip(
            "only the first point counts, as with a `return` inside the loop. Every point does: return after all of "
            "them have been added.",
            ("    return", "        return"),
        ),
        Slip("1 is added to dw and to db, as where both sums start at 1. Start them at 0.", ("0.0, 0.0", "1.0, 1.0")),
        Slip(
            "the first point itself stands where the sums start, as by `reduce` without a start. Start both at 0, and "
            "add what each point brings.",
            ("dw, db = 0.0, 0.0", "(dw, db), *points = points"),
        ),
        Slip(
            "w is added to dw, and b to db, as where the two sums start at them. Start both at 0.",
            ("0.0, 0.0", "w, b"),
        ),
        Slip(
            "both signs are wrong, as with e = y − wx − b. The error is wx + b − y, and the gradient points uphill: "
            "the cell below subtracts it.",
            ("return [dw, db]", "return [-dw, -db]"),
        ),
        Slip(
            "both signs are wrong, as with e = y − wx − b. The error is wx + b − y, and the gradient points uphill: "
            "the cell below subtracts it.",
            ("w * x + b - y", "y - (w * x + b)"),
        ),
        Slip(
            "dw has the wrong sign. It goes like 2e, as db does, and not like -2e.",
            ("return [dw, db]", "return [-dw, db]"),
        ),
        Slip(
            "db has the wrong sign. It goes like 2e, as dw does, and not like -2e.",
            ("return [dw, db]", "return [dw, -db]"),
        ),
        Slip(
            "dw and db are the wrong way round. dw comes first, and it is dw that has the factor x.",
            ("return [dw, db]", "return [db, dw]"),
        ),
        Slip(
            "the 2 is lost. The slope of e² is 2e.",
            ("dw += 2 * e * x\n        db += 2 * e", "dw += e * x\n        db += e"),
        ),
        Slip("the 2 is lost in db. The slope of e² is 2e, there as well as in dw.", ("db += 2 * e", "db += e")),
        Slip(
            "the 2 is lost in dw. The slope of e² is 2e, there as well as in db.",
            ("dw += 2 * e * x\n        db += 2", "dw += e * x\n        db += 2"),
        ),
        Slip(
            "dw is added up, but db still holds the last point alone. b is used once for each point, as w is.",
            ("db += 2 * e", "db = 2 * e"),
        ),
        Slip(
            "db is added up, but dw still holds the last point alone. w is used once for each point, as b is.",
            ("dw += 2 * e * x\n        db +=", "dw = 2 * e * x\n        db +="),
        ),
        Slip(
            "db comes out as dw should, with a factor x. Turn b one up, and e goes up by 1.",
            ("db += 2 * e", "db += 2 * e * x"),
        ),
        Slip("db is multiplied by w. Turn b one up, and e goes up by 1.", ("db += 2 * e", "db += 2 * e * w")),
        Slip("db is multiplied by b. Turn b one up, and e goes up by 1.", ("db += 2 * e", "db += 2 * e * b")),
        Slip("dw comes out as db should, without the x. Turn w one up, and e goes up by x.", ("e * x\n", "e\n")),
        Slip("dw is multiplied by w instead of x. Turn w one up, and e goes up by x.", ("e * x\n", "e * w\n")),
        Slip("dw is multiplied by y instead of x. Turn w one up, and e goes up by x.", ("e * x\n", "e * y\n")),
        Slip("dw is multiplied by x twice. Turn w one up, and e goes up by x.", ("e * x\n", "e * x * x\n")),
        Slip(
            "e² stands where its slope belongs. How fast e² changes is 2e.",
            ("dw += 2 * e * x\n        db += 2 * e", "dw += e**2 * x\n        db += e**2"),
        ),
        Slip(
            "e is squared in the slopes. The slope of e² is 2e, not 2e².",
            ("dw += 2 * e * x\n        db += 2 * e", "dw += 2 * e**2 * x\n        db += 2 * e**2"),
        ),
    ],
)
