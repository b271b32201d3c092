"""Exercise 5.4: the slopes of a function of several inputs, measured one input at a time."""

from autograd_lib.course.exercise import Case, Exercise, NotAnAnswer


def cube(a):
    return a * a * a


def square_times(a, b):
    return a * a * b


def error(w, x, b):
    return (w * x + b - 1) ** 3


def reference(f, point, h=1e-5):
    found = {}
    for name, number in point.items():
        above = f(**{**point, name: number + h})
        below = f(**{**point, name: number - h})
        found[name] = (above - below) / (2 * h)
    return found


def on_one_copy(f, point, h=1e-5):
    """Shifts in place, in a copy, and puts back."""
    moved, found = dict(point), {}
    for name in point:
        moved[name] = point[name] + h
        above = f(**moved)
        moved[name] = point[name] - h
        found[name] = (above - f(**moved)) / (2 * h)
        moved[name] = point[name]
    return found


def restores_the_point(f, point, h=1e-5):
    """Shifts the caller's own point, and puts it back each time."""
    found = {}
    for name in list(point):
        original = point[name]
        point[name] = original + h
        above = f(**point)
        point[name] = original - h
        below = f(**point)
        point[name] = original
        found[name] = (above - below) / (2 * h)
    return found


def forgets_to_put_back(f, point, h=1e-5):
    """an input is shifted and not put back: all inputs after it are measured somewhere else, and the point that was
    handed in has moved as well. Shift a copy.
    """
    found = {}
    for name in point:
        point[name] += h
        above = f(**point)
        point[name] -= 2 * h
        found[name] = (above - f(**point)) / (2 * h)
    return found


def leaves_it_shifted_up(f, point, h=1e-5):
    """an input stays shifted by +h after its turn. Whatever is shifted in the caller's own point has to be put back, or
    better: shift a copy.
    """
    found = {}
    for name, number in list(point.items()):
        below = f(**{**point, name: number - h})
        point[name] = number + h
        found[name] = (f(**point) - below) / (2 * h)
    return found


def shifts_them_all(f, point, h=1e-5):
    """all inputs are shifted at once. What is measured then is the sum of all slopes, under every name."""
    above = f(**{name: number + h for name, number in point.items()})
    below = f(**{name: number - h for name, number in point.items()})
    return {name: (above - below) / (2 * h) for name in point}


def returns_after_the_first(f, point, h=1e-5):
    """the `return` stands inside the loop and ends it after the first input. Move it four spaces to the left."""
    found = {}
    for name, number in point.items():
        above, below = f(**{**point, name: number + h}), f(**{**point, name: number - h})
        found[name] = (above - below) / (2 * h)
        return found


def divides_by_one_step(f, point, h=1e-5):
    """the rise is divided by h. From x - h to x + h is two steps: every slope is twice what it should be."""
    return {name: 2 * slope for name, slope in reference(f, point, h).items()}


def looks_ahead_only(f, point, h=1e-5):
    """only f(x + h) - f(x) is measured, and divided by h: the forward difference, whose error is as large as h."""
    here = f(**point)
    return {name: (f(**{**point, name: number + h}) - here) / h for name, number in point.items()}


def looks_ahead_and_divides_by_two(f, point, h=1e-5):
    """the rise goes from x to x + h, and the run from x - h to x + h. Measure the rise over the same distance as the
    run.
    """
    here = f(**point)
    return {name: (f(**{**point, name: number + h}) - here) / (2 * h) for name, number in point.items()}


def takes_a_step_of_its_own(f, point, h=1e-5):
    """the step is written into the function, and the `h` that comes in is not used."""
    return reference(f, point)


def run(solution, f, point, h):
    point = dict(point)
    names = list(point)
    found = solution(f, point, h)
    if found is not None and not isinstance(found, dict):
        raise NotAnAnswer(f"You returned {found!r} ({type(found).__name__}). Expected a dict: for each name its slope.")
    slopes = {f"slope by {name}": slope for name, slope in (found or {}).items()}
    return slopes | {f"{name} afterwards": point[name] for name in names}


exercise = Exercise(
    id="5.4",
    title="Measure every slope",
    name="slopes",
    reference=reference,
    cases=[
        Case("f(a) = a·a·a at a = 2, with h = 0.1", lambda: (cube, {"a": 2.0}, 0.1)),
        Case("f(a, b) = a·a·b at a = 2, b = -3, with h = 0.1", lambda: (square_times, {"a": 2.0, "b": -3.0}, 0.1)),
        Case(
            "f(w, x, b) = (w·x + b - 1)³ at w = 0.5, x = -2, b = 4, with h = 0.01",
            lambda: (error, {"w": 0.5, "x": -2.0, "b": 4.0}, 0.01),
        ),
    ],
    run=run,
    alternatives=[on_one_copy, restores_the_point],
    misconceptions=[
        forgets_to_put_back,
        leaves_it_shifted_up,
        shifts_them_all,
        returns_after_the_first,
        divides_by_one_step,
        looks_ahead_only,
        looks_ahead_and_divides_by_two,
        takes_a_step_of_its_own,
    ],
)
