"""Exercise 1.6: find the mistake in the gradient of a sum over data points."""

from numbers import Real

from autograd_lib.course.exercise import Case, Exercise, NotAnAnswer


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


def changes_nothing(w, b, points):
    """only the last point counts: each pass through the loop throws away what the one before it found. L depends on w
    through every point: start dw and db at 0 *before* the loop, and add to them inside.
    """
    return stub(w, b, points)


def returns_too_soon(w, b, points):
    """only the first point counts: the function returns inside the loop. Move `return` to the left, under `for`."""
    dw, db = 0.0, 0.0
    for x, y in points:
        e = w * x + b - y
        dw += 2 * e * x
        db += 2 * e
        return [dw, db]


def takes_the_mean(w, b, points):
    """the sum is divided by the number of points. That is the gradient of the *mean* of the squares; here L is their
    sum.
    """
    dw, db = reference(w, b, points)
    return [dw / len(points), db / len(points)]


def adds_up_only_dw(w, b, points):
    """dw is added up, but db still holds the last point alone. b is used once for each point, as w is."""
    return [reference(w, b, points)[0], stub(w, b, points)[1]]


def adds_up_only_db(w, b, points):
    """db is added up, but dw still holds the last point alone. w is used once for each point, as b is."""
    return [stub(w, b, points)[0], reference(w, b, points)[1]]


def multiplies_after_the_loop(w, b, points):
    """the errors are added up first and multiplied by x after the loop, where x is that of the last point. Each path
    has its own x: multiply inside the loop.
    """
    total = 0.0
    for x, y in points:
        total += w * x + b - y
    return [2 * total * x, 2 * total]


def forgets_the_two(w, b, points):
    """the 2 has been lost. The slope of e² is 2e."""
    dw, db = reference(w, b, points)
    return [dw / 2, db / 2]


def run(solution, w, b, points):
    answer = solution(w, b, points)
    if not isinstance(answer, list | tuple) or len(answer) != 2 or not all(isinstance(n, Real) for n in answer):
        raise NotAnAnswer(f"You returned {answer!r} ({type(answer).__name__}). Expected two numbers, [dw, db].")
    return {"dw": float(answer[0]), "db": float(answer[1])}


exercise = Exercise(
    id="1.6",
    title="Find the mistake: a line that misses",
    name="gradient",
    reference=reference,
    stub=stub,
    cases=[
        Case("w = 0.5, b = -1, one point (2, 3)", lambda: (0.5, -1.0, [(2.0, 3.0)])),
        Case("w = 0, b = 0, points (-1, 0) and (2, 3)", lambda: (0.0, 0.0, [(-1.0, 0.0), (2.0, 3.0)])),
        Case("w = 0.7, b = -1.3, four points", lambda: (0.7, -1.3, [(1.0, 2.0), (-2.0, 0.5), (0.5, -1.0), (3.0, 2.0)])),
    ],
    run=run,
    alternatives=[with_two_sums, two_at_the_end],
    misconceptions=[
        changes_nothing,
        returns_too_soon,
        takes_the_mean,
        adds_up_only_dw,
        adds_up_only_db,
        multiplies_after_the_loop,
        forgets_the_two,
    ],
)
