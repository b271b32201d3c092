"""Exercise 7.2: linear regression, a slope and an intercept found by descent."""

from functools import partial
from types import FunctionType

import numpy as np

from autograd_lib.course.answers import in_words, is_number, kind, same, with_kind
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip
from autograd_lib.engine.value import Value


def reference(xs, ys, lr, steps):
    m, b = Value(0.0), Value(0.0)
    for _ in range(steps):
        loss = Value.sum([(m * x + b - y) ** 2 for x, y in zip(xs, ys)])
        m.grad = b.grad = 0.0
        loss.backward()
        m.data -= lr * m.grad
        b.data -= lr * b.grad
    return m.data, b.data


def squared_error(m, b, xs, ys):
    return Value.sum([(m * x + b - y) ** 2 for x, y in zip(xs, ys)])


def by_pencil(xs, ys, lr, steps):
    """With the two derivatives worked out by hand."""
    m, b = 0.0, 0.0
    for _ in range(steps):
        errors = [m * x + b - y for x, y in zip(xs, ys)]
        dm, db = 0.0, 0.0
        for error, x in zip(errors, xs):
            dm, db = dm + 2 * error * x, db + 2 * error
        m, b = m - lr * dm, b - lr * db
    return m, b


def with_arrays(xs, ys, lr, steps):
    x, y = np.array(xs), np.array(ys)
    line = np.zeros(2)
    for _ in range(steps):
        errors = line[0] * x + line[1] - y
        line -= lr * 2 * np.array([np.dot(errors, x), np.sum(errors)])
    return line


def new_leaves(xs, ys, lr, steps):
    """A new leaf for each step begins with a gradient of 0."""
    m, b = Value(0.0), Value(0.0)
    for _ in range(steps):
        squared_error(m, b, xs, ys).backward()
        m, b = Value(m.data - lr * m.grad), Value(b.data - lr * b.grad)
    return m.data, b.data


def one_long_graph(xs, ys, lr, steps):
    """Right, and slower with every step: m is computed from all earlier ones."""
    m, b = Value(0.0), Value(0.0)
    for _ in range(steps):
        squared_error(m, b, xs, ys).backward()
        m, b = m - lr * m.grad, b - lr * b.grad
    return m.data, b.data


def starts_at_one(xs, ys, lr, steps):
    m, b = Value(1.0), Value(1.0)
    for _ in range(steps):
        squared_error(m, b, xs, ys).backward()
        m, b = Value(m.data - lr * m.grad), Value(b.data - lr * b.grad)
    return m.data, b.data


def returns_values(xs, ys, lr, steps):
    m, b = reference(xs, ys, lr, steps)
    return Value(m), Value(b)


def takes_the_mean(xs, ys, lr, steps):
    return reference(xs, ys, lr / len(xs), steps)


def stops_early(xs, ys, lr, steps):
    """m and b are those of an earlier step in a run of many steps, as where it ends once a step is small. The exercise
    asks for those after all `steps`.
    """
    m, b = Value(0.0), Value(0.0)
    for _ in range(steps):
        loss = squared_error(m, b, xs, ys)
        if loss.data < 1e-3:
            break
        m.grad = b.grad = 0.0
        loss.backward()
        m.data -= lr * m.grad
        b.data -= lr * b.grad
    return m.data, b.data


def stops_when_it_rises(xs, ys, lr, steps):
    """m and b are those of an earlier step in a run whose loss rises, as where it ends there, or where the best step is
    kept. The exercise asks for those after all `steps`, wherever they lead.
    """
    m, b, last = Value(0.0), Value(0.0), float("inf")
    for _ in range(steps):
        loss = squared_error(m, b, xs, ys)
        if loss.data > last:
            break
        m.grad = b.grad = 0.0
        loss.backward()
        m.data -= lr * m.grad
        b.data -= lr * b.grad
        last = loss.data
    return m.data, b.data


def makes_many_steps(xs, ys, lr, steps):
    """more steps are made than `steps` says. The exercise asks for that many, wherever they lead."""
    return reference(xs, ys, lr, 100)


def rounds_the_results(xs, ys, lr, steps):
    """the results are rounded. Return m and b with all their digits."""
    m, b = reference(xs, ys, lr, steps)
    return round(m, 2), round(b, 2)


def takes_the_points_in_turn(xs, ys, lr, steps):
    """each step looks at one point only, the next one each time. The loss is the sum over all the points."""
    m, b = 0.0, 0.0
    for step in range(steps):
        x, y = xs[step % len(xs)], ys[step % len(xs)]
        error = m * x + b - y
        m, b = m - lr * 2 * error * x, b - lr * 2 * error
    return m, b


def steps_after_each_point(xs, ys, lr, steps):
    """m and b move after each point. A step on the sum looks at all the points first, and moves once."""
    m, b = Value(0.0), Value(0.0)
    for _ in range(steps):
        for x, y in zip(xs, ys):
            square = (m * x + b - y) ** 2
            m.grad = b.grad = 0.0
            square.backward()
            m.data -= lr * m.grad
            b.data -= lr * b.grad
    return m.data, b.data


def solves_it(xs, ys, lr, steps):
    """the best line of all is returned, that with the smallest sum of squares. The exercise asks for where `steps`
    steps at the rate `lr` lead.
    """
    return np.polyfit(xs, ys, 1)


def counts_x_from_its_mean(xs, ys, lr, steps):
    """the steps are those of m·(x − mean) + b, with the mean of the xs, turned into m·x + b in the end. Both lead to
    the best line, by different ways. The exercise asks for the steps of m·x + b.
    """
    mean = sum(xs) / len(xs)
    m, height = by_pencil([x - mean for x in xs], ys, lr, steps)
    return m, height - m * mean


def moves_one_after_the_other(xs, ys, lr, steps):
    """the gradient of b is computed when m has moved already. Both belong to one step: compute both gradients first,
    then move both.
    """
    m, b = 0.0, 0.0
    for _ in range(steps):
        m -= lr * sum(2 * (m * x + b - y) * x for x, y in zip(xs, ys))
        b -= lr * sum(2 * (m * x + b - y) for x, y in zip(xs, ys))
    return m, b


def starts_at_random(xs, ys, lr, steps):
    """m and b start at other numbers than 0. A layer starts its weights at random, so that neurons differ; a line has
    nothing to tell apart, and the exercise starts both at 0.
    """
    m, b = Value(0.688844), Value(0.515909)
    for _ in range(steps):
        squared_error(m, b, xs, ys).backward()
        m, b = Value(m.data - lr * m.grad), Value(b.data - lr * b.grad)
    return m.data, b.data


def starts_at_random_and_moves_one_after_the_other(xs, ys, lr, steps):
    """m and b start at other numbers than 0, and the gradient of b is computed when m has moved already. Start both at
    0, and compute both gradients before either moves.
    """
    m, b = 0.688844, 0.515909
    for _ in range(steps):
        m -= lr * sum(2 * (m * x + b - y) * x for x, y in zip(xs, ys))
        b -= lr * sum(2 * (m * x + b - y) for x, y in zip(xs, ys))
    return m, b


def both_at_once(change):
    """What a step multiplies the errors of m and b by, if `change` is lr times the curvatures."""
    return np.eye(2) - change


def one_after_the_other(change):
    """The same for a step in which the gradient of b is computed when m has moved."""
    return (np.eye(2) - np.diag([0, 1]) @ change) @ (np.eye(2) - np.diag([1, 0]) @ change)


def has_another_start(case, answer, one_step=both_at_once):
    """Whether such steps lead to the answer from a start where neither m nor b is 0, and that is not far away."""
    xs, ys, lr, steps = case.make()
    x, y = np.array(xs, dtype=float), np.array(ys, dtype=float)
    curvatures = 2 * np.array([[x @ x, x.sum()], [x.sum(), len(x)]])
    best = np.linalg.solve(curvatures, 2 * np.array([x @ y, y.sum()]))
    step = np.linalg.matrix_power(one_step(lr * curvatures), steps)
    start = best + np.linalg.solve(step, np.array([answer["m"], answer["b"]]) - best)
    is_so = all(1e-6 < abs(number) < 5 and abs(number - round(number)) > 1e-6 for number in start)
    return NUMBERS if is_so else None


NUMBERS = frozenset({"m", "b"})
MANY = 2_000  # steps are followed
TOO_LARGE = 0.09  # a rate with which the loss rises

MOVE_M, MOVE_B = "        m.data -= lr * m.grad\n", "        b.data -= lr * b.grad\n"
BOTH = MOVE_M + MOVE_B
LOSS = "        loss = Value.sum([(m * x + b - y) ** 2 for x, y in zip(xs, ys)])\n"
LOOP = "    for _ in range(steps):\n"

SLIPS = [
    Slip(
        "the gradients of all earlier steps are still there. Those of m and b have to be 0 in each step before they "
        "are computed: with the engine, before `backward()`.",
        ("        m.grad = b.grad = 0.0\n", ""),
    ),
    Slip(
        "the gradient of b still holds those of all earlier steps, and that of m does not. Both begin at 0 in each "
        "step.",
        ("m.grad = b.grad", "m.grad"),
    ),
    Slip(
        "the gradient of m still holds those of all earlier steps, and that of b does not. Both begin at 0 in each "
        "step.",
        ("m.grad = b.grad", "b.grad"),
    ),
    Slip(
        "the steps follow the gradient, uphill, as where it is added, or where the error in it is y − m·x − b. The way "
        "down is against the gradient, with the error m·x + b − y.",
        ("m.data -= lr", "m.data += lr"),
        ("b.data -= lr", "b.data += lr"),
    ),
    Slip(
        "m goes uphill, along its gradient, and b downhill. Both have to go down, against their gradients.",
        (BOTH, f"{MOVE_M.replace('-', '+')}{MOVE_B}"),
    ),
    Slip(
        "b goes uphill, along its gradient, and m downhill. Both have to go down, against their gradients.",
        (BOTH, f"{MOVE_M}{MOVE_B.replace('-', '+')}"),
    ),
    Slip(
        "the whole gradient is subtracted. It holds only nearby: multiply it by lr.",
        ("lr * m.grad", "m.grad"),
        ("lr * b.grad", "b.grad"),
    ),
    Slip(
        "the steps are those of the *mean* of the squares, the sum divided by the number of points. It leads to the "
        "same line in the end, but the exercise asks for the sum.",
        ("zip(xs, ys)])", "zip(xs, ys)]) / len(xs)"),
    ),
    Slip(
        "the steps are half as long as those on the sum of squares, as where the 2 is missing in the derivative of "
        "error², 2 · error · …, or where the sum is halved. A step is lr times the gradient of the whole sum.",
        ("zip(xs, ys)])", "zip(xs, ys)]) / 2"),
    ),
    Slip(
        "b stays at 0. It belongs to the line, m·x + b, and it has a gradient and moves as m does.",
        (BOTH, MOVE_M),
    ),
    Slip(
        "m stays at 0. It belongs to the line, m·x + b, and it has a gradient and moves as b does.",
        (BOTH, MOVE_B),
    ),
    Slip(
        "both stay at 0: no step has moved them. Perhaps their gradients are 0 when they are used, or the new numbers "
        "do not get to m and b (with Values: to `m.data` and `b.data`).",
        ("        loss.backward()\n", ""),
    ),
    Slip(
        "every step has the gradient at (0, 0), as it has where the loss is computed once, before the loop. A graph "
        "holds the numbers of the moment at which it was built: compute loss and gradients again in each step.",
        (
            LOOP + LOSS,
            LOSS[4:] + LOOP,
        ),
    ),
    Slip(
        "only the last point counts, as where `loss = …` in a loop over the points forgets the earlier ones. Add up "
        "the squares of all.",
        ("in zip(xs, ys)", "in [*zip(xs, ys)][-1:]"),
    ),
    Slip(
        "only the first point counts. The loss is a sum over all of them.", ("in zip(xs, ys)", "in [*zip(xs, ys)][:1]")
    ),
    Slip(
        "m and b are those after the first step, as where a `return` inside the loop ends it. Make all `steps`, and "
        "then return.",
        ("    return", "        return"),
    ),
    Slip(
        "m and b are those before the last step, as where there is one step less than `steps`.",
        ("range(steps)", "range(steps - 1)"),
    ),
    Slip("there is one step more than `steps`.", ("range(steps)", "range(steps + 1)")),
    Slip("b comes first. Return the slope m, then the intercept b.", ("m.data, b.data", "b.data, m.data")),
    Slip(
        "the two Values are returned. The exercise asks for their numbers, `m.data` and `b.data`.",
        ("return m.data, b.data", "return m, b"),
    ),
    Slip(
        "m and b are those for −y in the place of y, as where y is added. The error of a point is m·x + b − y.",
        ("+ b - y", "+ b + y"),
    ),
    Slip("m and b are those of a line m·x − b. The line is m·x + b.", ("* x + b", "* x - b")),
    Slip("xs and ys have changed places. The line takes x and should say y.", ("for x, y in", "for y, x in")),
    Slip(
        "the steps are those on the sum of the errors as they are, not squared: one below its point makes up for one "
        "above. The loss is the sum of their squares.",
        (") ** 2", ")"),
    ),
    Slip(
        "it is the sum of the errors that is squared: one below its point makes up for one above. Square each error, "
        "then add.",
        (") ** 2", ")"),
        ("zip(xs, ys)])", "zip(xs, ys)]) ** 2"),
    ),
    Slip(
        "the *sizes* of the errors are added. The exercise asks for their squares.",
        ("(m * x + b - y) ** 2", "(m * x + b - y).abs()"),
    ),
    Slip(
        "the step is 0.01 · gradient, whatever `lr` is. Use the `lr` that is given.",
        ("lr * m.grad", "0.01 * m.grad"),
        ("lr * b.grad", "0.01 * b.grad"),
    ),
    Slip("b is moved by the gradient of m. Each has a gradient of its own.", ("lr * b.grad", "lr * m.grad")),
    Slip("m is moved by the gradient of b. Each has a gradient of its own.", ("lr * m.grad", "lr * b.grad")),
    Slip(
        "only the first three points count. There are as many points as `xs` has entries.",
        ("in zip(xs, ys)", "in [*zip(xs, ys)][:3]"),
    ),
    Slip("one number is returned. The exercise asks for two, m and b.", ("return m.data, b.data", "return m.data")),
    Slip(
        "a dict is returned. The exercise asks for the two numbers alone, m and b.",
        ("return m.data, b.data", "return {'m': m.data, 'b': b.data}"),
    ),
    Slip(
        "three things are returned. The exercise asks for two numbers, m and b.",
        ("return m.data, b.data", "return m.data, b.data, loss.data"),
    ),
    Slip("m starts at 1. Both start at 0.", ("m, b = Value(0.0)", "m, b = Value(1.0)")),
    Slip("b starts at 1. Both start at 0.", (", Value(0.0)", ", Value(1.0)")),
    Slip("b starts at the mean of ys. Both start at 0.", (", Value(0.0)", ", Value(sum(ys) / len(ys))")),
    Slip(
        "the number of the point stands where its x should, as `enumerate` counts them. The line takes x.",
        ("for x, y in zip(xs, ys)", "for x, y in enumerate(ys)"),
    ),
    Slip(
        "the number of the point, from 1 on, stands where its x should. The line takes x.",
        ("for x, y in zip(xs, ys)", "for x, y in enumerate(ys, start=1)"),
    ),
    Slip(
        "xs and ys are sorted, each by itself, so that points get the y of others. Each x has a y of its own.",
        ("zip(xs, ys)", "zip(sorted(xs), sorted(ys))"),
    ),
    Slip(
        "of points with the same x, only one counts, as in a dict. The loss is a sum over all points.",
        ("zip(xs, ys)", "dict(zip(xs, ys)).items()"),
    ),
    Slip(
        "of points that are equal, only one counts, as in a set. The loss is a sum over all points.",
        ("zip(xs, ys)", "dict.fromkeys(zip(xs, ys))"),
    ),
    Slip(
        "m and b are one and the same Value, under two names. Slope and intercept are two: make two.",
        ("m, b = Value(0.0), Value(0.0)", "m = b = Value(0.0)"),
    ),
    Slip("the gradient of b is divided by the number of points.", ("lr * b.grad", "lr * b.grad / len(xs)")),
    Slip("the gradient of m is divided by the number of points.", ("lr * m.grad", "lr * m.grad / len(xs)")),
    Slip(
        "the last point is left out. The loss is a sum over all of them.", ("in zip(xs, ys)", "in [*zip(xs, ys)][:-1]")
    ),
    Slip(
        "the first point is left out. The loss is a sum over all of them.", ("in zip(xs, ys)", "in [*zip(xs, ys)][1:]")
    ),
    Slip(
        "the steps are twice as long. One step is lr times the gradient, once.",
        ("lr * m.grad", "2 * lr * m.grad"),
        ("lr * b.grad", "2 * lr * b.grad"),
    ),
    Slip(
        "only the sign of a gradient counts: m and b move by lr, whether their gradients are small or large. They move "
        "by lr times these.",
        ("lr * m.grad", "lr * ((m.grad > 0) - (m.grad < 0))"),
        ("lr * b.grad", "lr * ((b.grad > 0) - (b.grad < 0))"),
    ),
    *(
        Slip(
            "the rate gets smaller from step to step. It is `lr` in each of them.",
            ("for _ in", "for step in"),
            ("lr * m.grad", f"lr * {factor} * m.grad"),
            ("lr * b.grad", f"lr * {factor} * b.grad"),
        )
        for factor in ("(1 - step / steps)", "1 / (1 + step)", "0.9**step")
    ),
    *(
        Slip(
            f"the sum is divided by the number of points less {number}, as in some formulas of statistics. The "
            "exercise asks for the sum itself.",
            ("zip(xs, ys)])", f"zip(xs, ys)]) / max(1, len(xs) - {number})"),
        )
        for number in (1, 2)
    ),
    *(
        Slip(f"points {words} are left out. 0 is a number like any other.", ("zip(xs, ys)", f"zip(xs, ys) if {kept}"))
        for words, kept in [("whose x is 0", "x"), ("whose y is 0", "y"), ("with a 0 in them", "x and y")]
    ),
]

# Rare ones, which are tried alone and with one another: pairs with all others would take too long.
BY_THEMSELVES = FunctionType(reference.__code__, globals(), reference.__name__)
for rare in SLIPS[-17:]:
    rare.of = BY_THEMSELVES


def is_short_of_steps(case, answer):
    """Whether a long run leads to an earlier one of its steps, and a short run to the last."""
    xs, ys, lr, steps = case.make()
    made = range(2, steps) if steps > 5 else [steps]
    return any(same(run(reference, xs, ys, lr, number), answer, 1e-9) for number in made)


def is_short_of_rising(case, answer):
    """Whether a run whose loss rises leads to an earlier one of its steps, and every other run to the last."""
    xs, ys, lr, steps = case.make()
    made = range(steps) if lr == TOO_LARGE else [steps]
    return any(same(run(reference, xs, ys, lr, number), answer, 1e-9) for number in made)


def is_far_down(case, answer):
    """Whether the answer is that of far more steps than were asked for."""
    xs, ys, lr, steps = case.make()
    if lr == TOO_LARGE:  # far more steps lead anywhere
        return True
    found, n, sum_x, sum_y = (answer["m"], answer["b"]), len(xs), sum(xs), sum(ys)
    sum_xx, sum_xy = sum(x * x for x in xs), sum(x * y for x, y in zip(xs, ys))
    m, b = 0.0, 0.0
    for made in range(MANY):
        if made > steps + 1 and same((m, b), found, 1e-9):
            return NUMBERS
        dm, db = 2 * (sum_xx * m + sum_x * b - sum_xy), 2 * (sum_x * m + n * b - sum_y)
        m, b = m - lr * dm, b - lr * db
    return None


def is_rounded(case, answer):
    """Whether both numbers are the right ones, rounded to some number of digits."""
    right = run(reference, *case.make())
    is_so = all(any(answer[key] == round(right[key], digits) for digits in range(1, 9)) for key in NUMBERS)
    return NUMBERS if is_so else None


def run(solution, xs, ys, lr, steps):
    answer = solution(xs, ys, lr, steps)
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        came = f"{len(answer)} entries" if isinstance(answer, tuple | list) else kind(answer)
        text = f"You returned {with_kind(answer, in_words(answer))}. Return two numbers, m and b."
        raise NotAnAnswer(text, kind=f"{came} for a pair")
    kinds = ["a tuple" if isinstance(entry, tuple) else kind(entry) for entry in answer]
    numbers = [getattr(entry, "data", entry) for entry in answer]
    if not all(is_number(number) for number in numbers):
        raise NotAnAnswer(f"You returned {kinds[0]} and {kinds[1]}. Return two numbers, m and b.", kind="not numbers")
    return dict(zip("mb", numbers)) | {"what is returned": " and ".join(kinds)}


def fit(xs, ys, lr, steps):
    count = "1 step" if steps == 1 else f"{steps} steps"
    return Case(f"xs = {xs}, ys = {ys}, lr = {lr}, {count}", lambda: (list(xs), list(ys), lr, steps))


exercise = Exercise(
    id="7.2",
    title="Fit a line",
    side_road=True,
    name="fit_line",
    reference=reference,
    demands=[
        Demand("`fit_line(xs, ys, lr, steps)` starts with m and b at 0", starts_at_one),
        Demand("it makes `steps` steps of gradient descent, at the rate `lr`", stops_early),
        Demand("the loss is the sum of (m·x + b − y)² over the points", takes_the_mean),
        Demand("it returns two numbers, m and b", returns_values),
    ],
    cases=[
        fit([1, 2, 3], [2, 4, 6], 0.01, 1),
        fit([1, 2, 3], [2, 4, 6], 0.01, 2),
        fit([-1.0, 0.0, 2.0, 4.0], [3.0, 0.7, 0.0, -4.0], 0.02, 5),
        fit([1.0, -1.0, 0.0], [0.5, 0.25, 0.375], 0.2, 9),
        fit([1, 1, 1, 2], [2, 2, 3, 1], 0.04, 3),
        fit([1, 2, 3], [2, 4, 6], TOO_LARGE, 4),
        fit([1, 2, 3], [2, 4, 6], 0.0, 1),
    ],
    run=run,
    alternatives=[by_pencil, with_arrays, new_leaves, one_long_graph],
    misconceptions=[
        stops_early,
        stops_when_it_rises,
        makes_many_steps,
        rounds_the_results,
        steps_after_each_point,
        takes_the_points_in_turn,
        solves_it,
        counts_x_from_its_mean,
        moves_one_after_the_other,
        starts_at_random,
        starts_at_random_and_moves_one_after_the_other,
    ],
    slips=SLIPS,
    recognise={
        stops_early: is_short_of_steps,
        stops_when_it_rises: is_short_of_rising,
        makes_many_steps: is_far_down,
        rounds_the_results: is_rounded,
        starts_at_random: has_another_start,
        starts_at_random_and_moves_one_after_the_other: partial(has_another_start, one_step=one_after_the_other),
    },
)
