"""Exercise 5.4: the slopes of a function of several inputs, measured one input at a time."""

import math  # noqa: F401 (a slip needs it)

import numpy as np

from autograd_lib.checks.gradcheck import central_difference
from autograd_lib.course.answers import in_words, is_number, plain_data, same, with_kind
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip


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


def with_the_librarys(f, point, h=1e-5):
    return {
        name: central_difference(lambda moved, name=name: f(**{**point, name: moved}), point[name], h) for name in point
    }


def with_rows_of_an_array(f, point, h=1e-5):
    numbers, steps = np.array(list(point.values())), h * np.eye(len(point))
    above, below = ([f(**dict(zip(point, row))) for row in numbers + shift] for shift in (steps, -steps))
    return dict(zip(point, (np.array(above) - np.array(below)) / (2 * h)))


def forgets_to_put_back(f, point, h=1e-5):
    """an input is shifted in `point` itself and not put back: all inputs after it are measured somewhere else, and the
    caller's point has moved. Shift a new copy for each input.
    """
    found = {}
    for name in point:
        point[name] += h
        above = f(**point)
        point[name] -= 2 * h
        found[name] = (above - f(**point)) / (2 * h)
    return found


def leaves_it_shifted_up(f, point, h=1e-5):
    """an input stays shifted by +h in `point` itself after its turn: all inputs after it are measured somewhere else,
    and the caller's point has moved. Shift a new copy for each input.
    """
    found = {}
    for name, number in list(point.items()):
        below = f(**{**point, name: number - h})
        point[name] = number + h
        found[name] = (f(**point) - below) / (2 * h)
    return found


def looks_ahead_and_leaves_it_shifted(f, point, h=1e-5):
    """only the step upwards is measured, from where the point was at the start, and an input stays shifted by +h in
    `point` itself after its turn. Look to both sides, and shift a new copy for each input.
    """
    here, found = f(**point), {}
    for name in point:
        point[name] += h
        found[name] = (f(**point) - here) / h
    return found


def puts_back_by_adding(f, point, h=1e-5):
    """`point` is left with other last digits, as where each input is put back by adding or subtracting h: 0.9 + 0.3 -
    0.6 + 0.3 is not quite 0.9 in floats. Keep the number and put that back, or shift a copy.
    """
    found = {}
    for name in point:
        point[name] += h
        above = f(**point)
        point[name] -= 2 * h
        below = f(**point)
        point[name] += h
        found[name] = (above - below) / (2 * h)
    return found


def leaves_the_copy_shifted(f, point, h=1e-5):
    """an input stays shifted by -h while those after it are measured, as where one copy serves for all inputs. Make a
    new copy for each shift, or put the number back.
    """
    moved, found = dict(point), {}
    for name in point:
        moved[name] = point[name] + h
        above = f(**moved)
        moved[name] = point[name] - h
        found[name] = (above - f(**moved)) / (2 * h)
    return found


def leaves_the_copy_shifted_up(f, point, h=1e-5):
    """an input stays shifted by +h while those after it are measured, as where one copy serves for all inputs. Make a
    new copy for each shift, or put the number back.
    """
    moved, found = dict(point), {}
    for name in point:
        moved[name] = point[name] - h
        below = f(**moved)
        moved[name] = point[name] + h
        found[name] = (f(**moved) - below) / (2 * h)
    return found


def leaves_two_copies_shifted(f, point, h=1e-5):
    """all inputs before one move along with it, by +h and by -h, as where they stay shifted, up in one copy and down in
    another. Only one input moves at a time: all others keep their numbers.
    """
    up, down, found = dict(point), dict(point), {}
    for name in point:
        up[name], down[name] = point[name] + h, point[name] - h
        found[name] = (f(**up) - f(**down)) / (2 * h)
    return found


def moves_the_last_for_all(f, point, h=1e-5):
    """every name gets the slope by the last input, as where functions that are made in a loop are called after it:
    by then the name in them is the last one.
    """
    return dict.fromkeys(point, list(reference(f, point, h).values())[-1])


def moves_the_last_from_the_number_of_each(f, point, h=1e-5):
    """for every name it is the last input that moves, and from the number that belongs to the name, as where functions
    that are made in a loop are called after it: by then the name in them is the last one.
    """
    last = list(point)[-1]
    return {name: reference(f, {**point, last: number}, h)[last] for name, number in point.items()}


def names_them_one_further(f, point, h=1e-5):
    """the slopes stand under the names of other inputs, as where an index is off by one, or only the names are sorted.
    Each belongs under the name of the input that was moved for it.
    """
    found = list(reference(f, point, h).values())
    return dict(zip(point, found[-1:] + found[:-1]))


def is_under_other_names(case, answer):
    """The wrong slopes, if the right ones are all there; where there is only one, it has to be right."""
    right = exercise.right_answer(case)
    keys = [key for key in right if key.startswith("slope by")]
    if any(key not in answer or not is_number(answer[key]) for key in keys):
        return None
    wrong = [key for key in keys if not same(right[key], answer[key], 1e-7)]
    if same(sorted(right[key] for key in keys), sorted(answer[key] for key in keys), 1e-7):
        return frozenset(wrong)
    return None


def sorts_the_names_only(f, point, h=1e-5):
    """the names are in another order than their numbers, as where `sorted` is applied to the names alone: the slopes
    are measured at another point. Take name and number from `point` together.
    """
    return reference(f, dict(zip(sorted(point), point.values())), h)


def cuts_off_the_step(f, point, h=1e-5):
    """numbers without a decimal point are shifted to whole numbers, as where they go into a NumPy array, which then
    holds integers and cuts off the rest. What an input is shifted to is a float, as in an array with `dtype=float`.
    """
    if any(isinstance(number, float) for number in point.values()):
        return reference(f, point, h)
    found = {}
    for name, number in point.items():
        above = f(**{**point, name: int(number + h)})
        found[name] = (above - f(**{**point, name: int(number - h)})) / (2 * h)
    return found


def shifts_two_names_of_one_dict(f, point, h=1e-5):
    """every slope is 0, and `point` has moved, as where `f` is asked at the same point both times. After `up = point`,
    `up` is another name for the same dict and not a copy: `dict(point)` makes one.
    """
    found = {}
    for name, number in list(point.items()):
        up, down = point, point
        up[name] = number + h
        down[name] = number - h
        found[name] = (f(**up) - f(**down)) / (2 * h)
    return found


def writes_into_the_point(f, point, h=1e-5):
    """the slope of an input is written into `point`, over the number of that input: all inputs after it are measured
    somewhere else, and the caller's point is lost. The slopes belong in a dict of their own.
    """
    for name, number in list(point.items()):
        rise = f(**{**point, name: number + h}) - f(**{**point, name: number - h})
        point[name] = rise / (2 * h)
    return dict(point)


def writes_into_the_point_at_the_end(f, point, h=1e-5):
    """the slopes are right, and have been written into `point`, over its numbers. They belong in a dict of their own,
    and nowhere else.
    """
    found = reference(f, point, h)
    point.update(found)
    return found


def looks_ahead_only(f, point, h=1e-5):
    """only f(x + h) - f(x) is measured, and divided by h: the forward difference, whose error grows with h. Look to
    both sides.
    """
    found = {}
    for name, number in point.items():
        above = f(**{**point, name: number + h})
        below = f(**point)
        found[name] = (above - below) / h
    return found


def looks_back_only(f, point, h=1e-5):
    """only f(x) - f(x - h) is measured, and divided by h: the backward difference, whose error grows with h. Look to
    both sides.
    """
    found = {}
    for name, number in point.items():
        above = f(**point)
        below = f(**{**point, name: number - h})
        found[name] = (above - below) / h
    return found


def looks_ahead_and_divides_by_two(f, point, h=1e-5):
    """the rise goes from x to x + h, and is divided by 2 * h, the run from x - h to x + h. Measure the rise over the
    same distance as the run.
    """
    return {name: slope / 2 for name, slope in looks_ahead_only(f, point, h).items()}


def looks_back_and_divides_by_two(f, point, h=1e-5):
    """the rise goes from x - h to x, and is divided by 2 * h, the run from x - h to x + h. Measure the rise over the
    same distance as the run.
    """
    return {name: slope / 2 for name, slope in looks_back_only(f, point, h).items()}


def takes_half_steps(f, point, h=1e-5):
    """the steps are h/2 to each side. That is a central difference too, with half the step; this exercise wants h to
    each side.
    """
    return reference(f, point, h / 2)


def takes_half_steps_over_the_whole_run(f, point, h=1e-5):
    """the steps are h/2 to each side, and the rise is divided by 2 * h, twice the run. Step by h to each side."""
    return {name: slope / 2 for name, slope in reference(f, point, h / 2).items()}


def takes_double_steps(f, point, h=1e-5):
    """the steps are 2 * h to each side. That is a central difference too, with twice the step; this exercise wants h to
    each side.
    """
    return reference(f, point, 2 * h)


def answers_from_memory(f, point, h=1e-5, memory={}):  # noqa: B006
    """the slopes of an earlier call come back. What is kept for later calls has to be kept for `f`, every number in
    `point` and `h` together; without them, measure afresh.
    """
    if len(memory) > 100:  # here it must not grow for ever
        memory.clear()
    key = f, tuple(point.items())
    if key not in memory:
        memory[key] = reference(f, point, h)
    return dict(memory[key])


def is_from_another_case(case, answer):
    """The wrong slopes, if they are right in another case."""
    wrong = [key for key, slope in exercise.right_answer(case).items() if not same(slope, answer[key], 1e-7)]
    others = [exercise.right_answer(other) for other in exercise.cases if other is not case]
    if any(all(key in other and same(other[key], answer[key], 1e-9) for key in wrong) for other in others):
        return frozenset(wrong)
    return None


def empties_the_point(f, point, h=1e-5):
    """the slopes are right, and `point` is empty afterwards, as where `popitem` or `pop` takes the inputs out of it.
    Afterwards it has to hold what it held before: loop over it, or take them out of a copy.
    """
    found = reference(f, point, h)
    point.clear()
    return found


def gives_no_names(f, point, h=1e-5):
    """numbers come back without the names of the inputs. Put each slope into a dict, under the name of its input."""
    return list(reference(f, point, h).values())


ABOVE, BELOW = "f(**{**point, name: number + h})", "f(**{**point, name: number - h})"

SLIPS = [
    Slip("the rise is divided by one step. From x - h to x + h it is two: divide by 2 * h.", ("(2 * h)", "h")),
    Slip(
        "the rise is divided by 2 and *multiplied* by h, as by `/ 2 * h`, which Python reads from the left. Write "
        "`/ (2 * h)`.",
        ("(2 * h)", "2 * h"),
        ("found = {}", "found = dict()"),  # not together with a step of its own: that would come out as 0
    ),
    Slip(
        "the rise is divided by 2 and *multiplied* by h, as by `/ 2 * h`, which Python reads from the left: write "
        "`/ (2 * h)`. And an input stays shifted while those after it are measured: put its number back, or make a new "
        "copy for each.",
        ("(2 * h)", "2 * h"),
        of=leaves_the_copy_shifted,
    ),
    Slip(
        "only what `f` is at x - h is divided by 2 * h: `/` comes before `-`. Put the difference in brackets.",
        ("(above - below) / (2 * h)", "above - below / (2 * h)"),
    ),
    Slip("the rise is not divided by the run. From x - h to x + h that is 2 * h.", (" / (2 * h)", "")),
    Slip("the rise is divided by 2 and not by h. The run from x - h to x + h is 2 * h.", ("(2 * h)", "2")),
    Slip(
        "every slope has the wrong sign, as where what `f` is at x + h is subtracted from what it is at x - h. The "
        "rise goes from x - h to x + h, and so does the run.",
        ("above - below", "below - above"),
    ),
    Slip("the two values of `f` are added. The rise is their difference.", ("above - below", "above + below")),
    Slip(
        "the sign of a slope is lost, as by `abs`. A function that falls has a negative slope.",
        ("(above - below)", "abs(above - below)"),
    ),
    Slip(
        "every slope is 0, as where `f` is asked at the same point both times. Ask it at x + h and at x - h, and "
        "subtract; mind that `up = point` makes no copy, only another name.",
        (BELOW, ABOVE),
    ),
    Slip(
        "these are not the slopes for the step `h`, but for a much smaller one, or exact ones. Measure with the `h` "
        "that comes in: each slope is one central difference, with h to each side.",
        ("    found = {}\n", "    h, found = 1e-5, {}\n"),
    ),
    Slip(
        "h is taken as a fraction of each number: the input goes to x · (1 + h) and x · (1 - h). Add h itself.",
        (ABOVE, "f(**{**point, name: number * (1 + h)})"),
        (BELOW, "f(**{**point, name: number * (1 - h)})"),
    ),
    *(
        Slip(
            "the step depends on the number of the input, so it is not the same for all. The step is h itself.",
            (ABOVE, f"f(**{{**point, name: number + {step}}})"),
            (BELOW, f"f(**{{**point, name: number - {step}}})"),
            ("(2 * h)", f"(2 * {step}{at_0})"),
        )
        for step, at_0 in [
            ("h * number", ""),
            ("h * number", " or math.inf"),
            ("(h * number or h)", ""),
            ("(h * number or h * h)", ""),
            ("h * max(1.0, abs(number))", ""),
            ("h * (1.0 + abs(number))", ""),
        ]
    ),
    Slip(
        "all inputs are shifted at once. What is measured then is about the sum of all slopes, under every name.",
        (ABOVE, "f(**{key: x + h for key, x in point.items()})"),
        (BELOW, "f(**{key: x - h for key, x in point.items()})"),
    ),
    Slip(
        "the numbers are handed to `f` in the order of the dict. They belong to their names: `f(**moved)`.",
        (ABOVE, "f(*{**point, name: number + h}.values())"),
        (BELOW, "f(*{**point, name: number - h}.values())"),
    ),
    Slip(
        "only the first slope is there, as where a `return` inside the loop ends it. Return when all are measured.",
        ("    return found", "        return found"),
    ),
    Slip(
        "only the last slope is left, as where a new dict is made in each round. One dict holds the slopes of "
        "all inputs: it is made before the loop, and each round adds one, `found[name] = …`.",
        ("found[name] = (above - below) / (2 * h)", "found = {name: (above - below) / (2 * h)}"),
    ),
]


def run(solution, f, point, h):
    before = dict(point)
    found = solution(f, point, h)
    if isinstance(found, list | tuple):
        raise NotAnAnswer(
            f"You returned {with_kind(found, in_words(found))}. Expected a dict: for each name its slope.",
            kind="a list of numbers" if all(map(is_number, found)) else "another list",
        )
    if found is not None and not isinstance(found, dict):
        raise NotAnAnswer(
            f"You returned {with_kind(found, in_words(found))}. Expected a dict: for each name its slope.",
            kind="no dict",
        )
    return (
        {f"slope by {in_words(name)}": slope for name, slope in (found or {}).items()}
        | {f"{in_words(name)} afterwards": number for name, number in plain_data(point).items()}
        | {"point afterwards": compared_to(before, plain_data(point))}
    )


def compared_to(before, point):
    """What has become of `point`, in words: it has to be the same to the last digit."""
    if point == before:
        return "as before"
    return "changed in its last digits" if same(before, point, 1e-9) else "changed"


exercise = Exercise(
    id="5.4",
    title="Measure every slope",
    name="slopes",
    reference=reference,
    demands=[
        Demand(
            "`slopes(f, point, h)` returns a dict: for each name in `point`, the slope of `f` with respect to that "
            "input",
            lambda f, point, h: reference(lambda **moved: f(*moved.values()), point, h),
        ),
        Demand("each slope is a central difference with the step `h`", looks_ahead_only),
        Demand("only one input moves at a time", leaves_the_copy_shifted),
        Demand("`point` is afterwards what it was before", puts_back_by_adding),
    ],
    cases=[
        Case("f(a) = a·a·a at a = 0.9, with h = 0.3", lambda: (cube, {"a": 0.9}, 0.3)),
        Case("f(a, b) = a·a·b at a = 0.9, b = -3, with h = 0.3", lambda: (square_times, {"a": 0.9, "b": -3.0}, 0.3)),
        Case("f(a, b) = a·a·b at b = -3, a = 0.9, with h = 0.3", lambda: (square_times, {"b": -3.0, "a": 0.9}, 0.3)),
        Case(
            "f(w, x, b) = (w·x + b - 1)³ at b = 4, w = 0.9, x = -2, with h = 0.7",
            lambda: (error, {"b": 4.0, "w": 0.9, "x": -2.0}, 0.7),
        ),
        Case("f(a) = a·a·a at a = 0, with h = 0.3", lambda: (cube, {"a": 0.0}, 0.3)),
        Case("f(a, b) = a·a·b at a = 2, b = 2, with h = 0.3", lambda: (square_times, {"a": 2.0, "b": 2.0}, 0.3)),
        Case("f(a) = a·a·a at a = 0.9, with h = 0.7", lambda: (cube, {"a": 0.9}, 0.7)),
        Case("f(a) = a·a·a at a = 2, a Python int, with h = 0.3", lambda: (cube, {"a": 2}, 0.3)),
    ],
    run=run,
    may_change=("point",),  # it may be shifted, if it is put back: `run` looks at that
    alternatives=[on_one_copy, restores_the_point, with_the_librarys, with_rows_of_an_array],
    misconceptions=[
        forgets_to_put_back,
        leaves_it_shifted_up,
        looks_ahead_and_leaves_it_shifted,
        puts_back_by_adding,
        leaves_the_copy_shifted,
        leaves_the_copy_shifted_up,
        leaves_two_copies_shifted,
        moves_the_last_for_all,
        moves_the_last_from_the_number_of_each,
        names_them_one_further,
        sorts_the_names_only,
        cuts_off_the_step,
        shifts_two_names_of_one_dict,
        writes_into_the_point,
        writes_into_the_point_at_the_end,
        looks_ahead_only,
        looks_back_only,
        looks_ahead_and_divides_by_two,
        looks_back_and_divides_by_two,
        takes_half_steps,
        takes_half_steps_over_the_whole_run,
        takes_double_steps,
        answers_from_memory,
        empties_the_point,
        gives_no_names,
    ],
    recognise={answers_from_memory: is_from_another_case, names_them_one_further: is_under_other_names},
    slips=SLIPS,
    tolerance=1e-7,
)
