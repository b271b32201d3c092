"""Exercise 7.2: linear regression, a slope and an intercept found by descent."""

from autograd_lib.course.exercise import Case, Exercise, NotAnAnswer, is_number
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


def new_leaves(xs, ys, lr, steps):
    """A new leaf for each step begins with a gradient of 0."""
    m, b = Value(0.0), Value(0.0)
    for _ in range(steps):
        squared_error(m, b, xs, ys).backward()
        m, b = Value(m.data - lr * m.grad), Value(b.data - lr * b.grad)
    return m, b


def one_long_graph(xs, ys, lr, steps):
    """Right, and slower with every step: m is computed from all earlier ones."""
    m, b = Value(0.0), Value(0.0)
    for _ in range(steps):
        squared_error(m, b, xs, ys).backward()
        m, b = m - lr * m.grad, b - lr * b.grad
    return m.data, b.data


def keeps_the_gradients(xs, ys, lr, steps):
    """the gradients of all earlier steps are still there: nothing sets `m.grad` and `b.grad` to 0."""
    m, b = Value(0.0), Value(0.0)
    for _ in range(steps):
        squared_error(m, b, xs, ys).backward()
        m.data -= lr * m.grad
        b.data -= lr * b.grad
    return m.data, b.data


def only_the_slope_moves(xs, ys, lr, steps):
    """only m is moved. b has a gradient too."""
    m, b = Value(0.0), Value(0.0)
    for _ in range(steps):
        m.grad = 0.0
        squared_error(m, b, xs, ys).backward()
        m.data -= lr * m.grad
    return m.data, b.data


def zeroes_only_the_slope(xs, ys, lr, steps):
    """m.grad is set to 0 before each step, and b.grad is not."""
    m, b = Value(0.0), Value(0.0)
    for _ in range(steps):
        m.grad = 0.0
        squared_error(m, b, xs, ys).backward()
        m.data -= lr * m.grad
        b.data -= lr * b.grad
    return m.data, b.data


def takes_the_mean(xs, ys, lr, steps):
    """the sum is divided by the number of points. That makes every step that many times shorter. It leads to the same
    line in the end, but the exercise asks for the sum.
    """
    return reference(xs, ys, lr / len(xs), steps)


def goes_uphill(xs, ys, lr, steps):
    """the steps follow the gradient, uphill. Subtract it."""
    return reference(xs, ys, -lr, steps)


def builds_the_graph_once(xs, ys, lr, steps):
    """the loss is computed once, before the loop. Its graph holds the numbers of that moment: every `backward()` gives
    the gradient at (0, 0) again. Compute the loss again in each step.
    """
    m, b = Value(0.0), Value(0.0)
    loss = squared_error(m, b, xs, ys)
    for _ in range(steps):
        m.grad = b.grad = 0.0
        loss.backward()
        m.data -= lr * m.grad
        b.data -= lr * b.grad
    return m.data, b.data


def last_point_only(xs, ys, lr, steps):
    """only the last point counts. `loss = ...` in a loop over the points forgets the earlier ones: add them up."""
    return reference(xs[-1:], ys[-1:], lr, steps)


def stops_after_one_step(xs, ys, lr, steps):
    """there is one step only. `return` stands inside the loop; move it out, one level to the left."""
    return reference(xs, ys, lr, 1)


def intercept_first(xs, ys, lr, steps):
    """b comes first. Return the slope m, then the intercept b."""
    return reference(xs, ys, lr, steps)[::-1]


def run(solution, xs, ys, lr, steps):
    answer = solution(xs, ys, lr, steps)
    if not isinstance(answer, tuple | list) or len(answer) != 2:
        raise NotAnAnswer(f"You returned {answer!r}. Return two numbers, m and b.")
    m, b = (getattr(number, "data", number) for number in answer)
    if not is_number(m) or not is_number(b):
        raise NotAnAnswer(f"You returned {answer!r}. Return two numbers, m.data and b.data.")
    return {"m": m, "b": b}


def fit(xs, ys, lr, steps):
    count = "1 step" if steps == 1 else f"{steps} steps"
    return Case(f"xs = {xs}, ys = {ys}, lr = {lr}, {count}", lambda: (list(xs), list(ys), lr, steps))


exercise = Exercise(
    id="7.2",
    title="Fit a line",
    name="fit_line",
    reference=reference,
    cases=[
        fit([1, 2, 3], [2, 4, 6], 0.01, 1),
        fit([1, 2, 3], [2, 4, 6], 0.01, 2),
        fit([-1.0, 0.5, 2.0, 4.0], [3.0, 0.7, -1.3, -4.0], 0.02, 5),
        fit([1, 2, 3], [2, 4, 6], 0.01, 150),
    ],
    run=run,
    alternatives=[by_pencil, new_leaves, one_long_graph],
    misconceptions=[
        keeps_the_gradients,
        only_the_slope_moves,
        zeroes_only_the_slope,
        takes_the_mean,
        goes_uphill,
        builds_the_graph_once,
        last_point_only,
        stops_after_one_step,
        intercept_first,
    ],
)
