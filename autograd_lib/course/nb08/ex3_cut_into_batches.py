"""Exercise 8.3: shuffling the data and cutting them into batches."""

import random
from itertools import islice, pairwise

import numpy as np

from autograd_lib.course.answers import in_words, is_number, kind, plain_data, with_kind
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip

# With fewer points than this, a shuffle may well leave the order as it was.
ENOUGH = 20
SOME = 7  # the points of the first case


def reference(xs, ys, size, rng):
    order = list(range(len(xs)))
    rng.shuffle(order)
    batches = []
    for start in range(0, len(order), size):
        places = order[start : start + size]
        batches.append(([xs[i] for i in places], [ys[i] for i in places]))
    return batches


def shuffles_pairs(xs, ys, size, rng):
    """One by one, as a generator."""
    pairs = list(zip(xs, ys))
    rng.shuffle(pairs)
    for start in range(0, len(pairs), size):
        some = pairs[start : start + size]
        yield [x for x, _ in some], [y for _, y in some]


def samples_an_order(xs, ys, size, rng):
    order = rng.sample(range(len(xs)), len(xs))
    batches = []
    while order:
        places, order = order[:size], order[size:]
        batches.append([[xs[i] for i in places], [ys[i] for i in places]])
    return batches


def with_arrays(xs, ys, size, rng):
    order = np.argsort([rng.random() for _ in xs])
    xs, ys = np.array(xs)[order], np.array(ys)[order]
    return [(xs[start : start + size], ys[start : start + size]) for start in range(0, len(xs), size)]


def never_shuffles(xs, ys, size, rng):
    return [(xs[start : start + size], ys[start : start + size]) for start in range(0, len(xs), size)]


def ignores_rng(xs, ys, size, rng):
    return reference(xs, ys, size, random.SystemRandom())


def shuffles_in_place(xs, ys, size, rng):
    pairs = list(zip(xs, ys))
    rng.shuffle(pairs)
    xs[:], ys[:] = [x for x, _ in pairs], [y for _, y in pairs]
    return never_shuffles(xs, ys, size, rng)


def returns_points_only(xs, ys, size, rng):
    """batches of points are returned, without their targets. Return a pair for each batch: a list of points and a list
    of targets.
    """
    return [points for points, _ in reference(xs, ys, size, rng)]


def returns_lists_of_pairs(xs, ys, size, rng):
    """a batch is a list of pairs, point and target. It should be one pair of lists: the points, and their targets."""
    return [list(zip(points, targets)) for points, targets in reference(xs, ys, size, rng)]


def returns_two_lists(xs, ys, size, rng):
    """two lists are returned, one of the batches of points and one of the batches of targets. Return one list, with a
    pair for each batch.
    """
    batches = reference(xs, ys, size, rng)
    return [points for points, _ in batches], [targets for _, targets in batches]


def returns_targets_first(xs, ys, size, rng):
    """the targets come first. A batch is a list of points, and then the list of their targets."""
    return [(targets, points) for points, targets in reference(xs, ys, size, rng)]


def returns_places(xs, ys, size, rng):
    """lists of numbers are returned, such as the places of points. A batch is a pair: a list of points, `xs[i]`, and
    the list of their targets, `ys[i]`.
    """
    order = rng.sample(range(len(xs)), len(xs))
    return [order[start : start + size] for start in range(0, len(xs), size)]


def loses_some_places(xs, ys, size, rng):
    """some points are in no batch, as where each gets a random number for a key, and a later one with the same number
    takes its place, or where a batch does not begin where the one before it ends. All places from 0 to len(xs) - 1
    belong into one.
    """
    keyed = {rng.randrange(5 * len(xs)): i for i in range(len(xs))}
    order = [keyed[key] for key in sorted(keyed)]
    batches = []
    for start in range(0, len(order), size):
        places = order[start : start + size]
        batches.append(([xs[i] for i in places], [ys[i] for i in places]))
    return batches


def draws_the_batch_of_each_point(xs, ys, size, rng):
    """every point is in one batch, and some batches hold more than `size` points, and others fewer, as where each point
    draws the number of its batch. Each batch has `size` points, and the last one what is left over.
    """
    batches = [([], []) for _ in range(0, len(xs), size)]
    for x, y in zip(xs, ys):
        points, targets = rng.choice(batches)
        points.append(x)
        targets.append(y)
    return batches


def draws_each_batch_anew(xs, ys, size, rng):
    """in one epoch some points come more than once and others not at all, as happens where they are drawn, or shuffled,
    anew for each batch or point. Each point comes exactly once: cut one order of all of them.
    """
    batches = []
    for start in range(0, len(xs), size):
        places = rng.choices(range(len(xs)), k=min(size, len(xs) - start))
        batches.append(([xs[i] for i in places], [ys[i] for i in places]))
    return batches


def begins_with_the_rest(xs, ys, size, rng):
    """the smaller batch does not come last. What is left over makes the last batch."""
    order = rng.sample(range(len(xs)), len(xs))
    batches, stop = [], len(order)
    while stop > 0:
        places = order[max(0, stop - size) : stop]
        batches.insert(0, ([xs[i] for i in places], [ys[i] for i in places]))
        stop -= size
    return batches


def joins_the_rest(xs, ys, size, rng):
    """what is left over is put into a whole batch, which then holds more than `size` points. It makes a batch of its
    own.
    """
    batches = reference(xs, ys, size, rng)
    if len(batches) > 1 and len(batches[-1][0]) < size:
        (more_xs, more_ys), (last_xs, last_ys) = batches.pop(), batches.pop()
        batches.append((last_xs + more_xs, last_ys + more_ys))
    return batches


def keeps_a_point_once(xs, ys, size, rng):
    """of points that are equal, some are lost, or come too often, as where points are the keys of a dict, or entries of
    a set. Equal points are points of their own: shuffle the places.
    """
    found = {tuple(x): y for x, y in zip(xs, ys)}
    return reference([list(x) for x in found], list(found.values()), size, rng)


def looks_places_up(xs, ys, size, rng):
    """of points that are equal, one gets the target of another, as where its place is looked up with `xs.index`.
    Shuffle the places, and pick both by them.
    """
    batches = reference(xs, ys, size, rng)
    return [(points, [ys[xs.index(x)] for x in points]) for points, _ in batches]


def shuffles_the_batches(xs, ys, size, rng):
    """the batches come in a new order, but each holds points that were neighbours, in the order in which they came.
    Shuffle the points, then cut.
    """
    batches = []
    for start in range(0, len(xs), size):
        batches.append((xs[start : start + size], ys[start : start + size]))
    rng.shuffle(batches)
    return batches


def shuffles_within_batches(xs, ys, size, rng):
    """each batch holds points that were neighbours, as where each batch is shuffled by itself. Shuffle all points
    first, then cut.
    """
    batches = []
    for start in range(0, len(xs), size):
        places = list(range(start, min(start + size, len(xs))))
        rng.shuffle(places)
        batches.append(([xs[i] for i in places], [ys[i] for i in places]))
    return batches


def begins_somewhere(xs, ys, size, rng):
    """many points still stand near those that they came with. In a shuffle of all of them, any point may come to stand
    beside any other.
    """
    first = rng.randrange(len(xs))
    return never_shuffles(xs[first:] + xs[:first], ys[first:] + ys[:first], size, rng)


def fills_the_last_batch(xs, ys, size, rng):
    """some points come again, so that the last batch is full. It may be smaller."""
    order = rng.sample(range(len(xs)), len(xs))
    order += order[: -len(order) % size]
    batches = []
    for start in range(0, len(order), size):
        places = order[start : start + size]
        batches.append(([xs[i] for i in places], [ys[i] for i in places]))
    return batches


def returns_one_pair(xs, ys, size, rng):
    """one pair is returned, of points and targets. The exercise asks for a list of such pairs, with `size` points in
    each.
    """
    order = rng.sample(range(len(xs)), len(xs))
    return [xs[i] for i in order], [ys[i] for i in order]


def returns_a_dict(xs, ys, size, rng):
    """a dict is returned. The exercise asks for a list of batches."""
    return dict(enumerate(reference(xs, ys, size, rng)))


def makes_as_many_batches(xs, ys, size, rng):
    """there are as many batches as `size` says. It is the number of points in each."""
    order = rng.sample(range(len(xs)), len(xs))
    return [([xs[i] for i in order[first::size]], [ys[i] for i in order[first::size]]) for first in range(size)]


def empties_what_it_returns(xs, ys, size, rng):
    """each batch holds only as many points as are left over in the end, as where all are the same two lists, which
    `clear()` empties after they have been appended. Each batch has lists of its own, with `size` points; the last may
    have fewer.
    """
    batches, points, targets = [], [], []
    for i in rng.sample(range(len(xs)), len(xs)):
        points.append(xs[i])
        targets.append(ys[i])
        if len(points) == size:
            batches.append((points, targets))
            points.clear()
            targets.clear()
    return [*batches, (points, targets)] if points else batches


def spreads_them_evenly(xs, ys, size, rng):
    """the points are spread evenly over the batches. Each batch has `size` points, and the last one what is left
    over.
    """
    order = np.array(rng.sample(range(len(xs)), len(xs)))
    parts = np.array_split(order, -(-len(xs) // size))
    return [([xs[i] for i in places], [ys[i] for i in places]) for places in parts]


ONE_LOST = "one point is in no batch. All places from 0 to len(xs) - 1 belong into one."
PAIR = "([xs[i] for i in places], [ys[i] for i in places])"
SHUFFLE, CUT = "    rng.shuffle(order)\n", "order[start : start + size]"

SLIPS = [
    Slip(
        "the points keep the order in which they came. Data often come sorted by class, and then whole batches are of "
        "one class.",
        (SHUFFLE, ""),
    ),
    Slip(
        "the order is the same in each epoch, and neighbours stay together, as they do in a list that is reversed. "
        "Let `rng` shuffle the places.",
        (SHUFFLE, "    order.reverse()\n"),
    ),
    Slip(
        "the order is the same in each epoch, as it is where `rng` is made or seeded again inside the function, or "
        "where an order is kept from an earlier call. Ask the `rng` that is given, in each call: it continues from "
        "where it was.",
        (SHUFFLE, "    random.Random(0).shuffle(order)\n"),
    ),
    Slip(
        "the order does not come from `rng` alone, so that a run cannot be repeated. Ask `rng` for it, and nothing "
        "else.",
        (SHUFFLE, "    random.SystemRandom().shuffle(order)\n"),
    ),
    Slip(
        "the targets are those of other points. Each point keeps its own: pick both by the same places.",
        (SHUFFLE, SHUFFLE + "    ys = rng.sample(ys, len(ys))\n"),
    ),
    Slip(
        "the points are shuffled, and the targets are still in the order in which they came. Pick both by the same "
        "places.",
        (PAIR, "([xs[i] for i in places], ys[start : start + len(places)])"),
    ),
    Slip(
        "the targets are shuffled, and the points are still in the order in which they came. Pick both by the same "
        "places.",
        (PAIR, "(xs[start : start + len(places)], [ys[i] for i in places])"),
    ),
    Slip(
        "only full batches are made, and the points that are left over are in none. Let the last batch be smaller: a "
        "slice that goes past the end of a list stops there by itself.",
        ("len(order), size)", "len(order) - size + 1, size)"),
    ),
    Slip(
        "the last batch is missing, a full one as well as a smaller one, as where the loop ends before it. Go on until "
        "every point is in a batch.",
        ("len(order), size)", "len(order) - size, size)"),
    ),
    Slip(
        "the last batch is missing where `size` divides the number of points, although it is a full one. Go on until "
        "every point is in a batch.",
        ("return batches", "return batches if len(xs) % size else batches[:-1]"),
    ),
    Slip(
        "the batches have one point less than `size`, and some points are in none. A slice leaves its end out by "
        "itself.",
        (CUT, "order[start : start + size - 1]"),
    ),
    Slip(
        "the batches have one point more than `size`, and some points are in two of them. A slice leaves its end out "
        "by itself.",
        (CUT, "order[start : start + size + 1]"),
    ),
    Slip(
        "each batch holds the points of all those before it as well, as where its lists are never emptied. A new batch "
        "begins with new lists.",
        (CUT, "order[: start + size]"),
    ),
    Slip(
        "there is an empty batch at the end, where `size` divides the number of points. `range(0, len(xs), size)` "
        "ends in time.",
        ("len(order), size)", "len(order) + 1, size)"),
    ),
    Slip(
        "some points are in two batches, as where each begins with the last point of the one before it. The batches "
        "begin `size` places apart.",
        ("len(order), size)", "len(order), size - 1)"),
    ),
    Slip(ONE_LOST, ("range(len(xs))", "range(1, len(xs))")),
    Slip(ONE_LOST, ("range(len(xs))", "range(len(xs) - 1)")),
    Slip(
        "only one batch is returned, as where a `return` inside the loop ends it. Return all of them at the end.",
        ("    return batches", "        return batches"),
    ),
    Slip(
        "the lists that were handed in are changed: afterwards they are in another order, or have lost entries, or "
        "have others. Work on a list of places, or on a copy.",
        (
            "\n    return batches",
            "\n    xs[:], ys[:] = [xs[i] for i in order], [ys[i] for i in order]\n    return batches",
        ),
    ),
]


FIRST_TARGET = 100.0  # larger than any place

LOST, AGAIN = "the number of points in no batch", "how many times points come again, in all,"
TARGET, SIZES = "the target of a point", "the list of batch sizes, the largest first,"
SMALLER, EQUAL = "the smaller batch", "the state of equal points"
AS_THEY_CAME = "that in which they came, within each batch"
NEIGHBOURS = "a new one in batches that hold neighbours"

# Four points: the first twice, the second three times, with two targets of its own. Seven in all, as in the first case.
EQUALS = [(0, 0), (0, 0), (1, 1), (1, 2), (1, 2), (2, 3), (3, 4)]


def run(solution, count, size):
    """Two epochs with one rng, and one with another rng of the same seed: what there is to say of them, in words."""
    given = [[float(i), -float(i)] for i in range(count)], [FIRST_TARGET + i for i in range(count)]
    rng, epochs, are_kept = random.Random(5), [], True
    for each in (rng, rng, random.Random(5)):
        xs, ys = [list(x) for x in given[0]], list(given[1])
        epochs.append(in_numbers(solution(xs, ys, size, each), count))
        are_kept = are_kept and (xs, ys) == given
    first, second, repeated = epochs
    points = [point for points, _ in first for point in points]
    targets = [target for _, targets in first for target in targets]
    missing, repeats = count - len(set(points)), len(points) - len(set(points))
    answer = {
        LOST: "above 0" if missing and repeats else str(missing),
        AGAIN: "above 0" if missing and repeats else str(repeats),
        TARGET: whose(points, targets),
        SIZES: sorted((len(points) for points, _ in first), reverse=True),
        "the state of `xs` and `ys` afterwards": "as before" if are_kept else "changed",
        SMALLER: where_the_smaller_is(first, points, size),
    }
    is_sound = answer[LOST] == answer[AGAIN] == "0" and answer[TARGET] == "its own"
    answer[EQUAL] = what_becomes_of_equals(solution) if is_sound and count == SOME else "all there"
    if count < ENOUGH:
        return answer
    return answer | {
        "the order of the points": order_in_words(first, points),
        "the order in a second epoch": "the same" if first == second else "another",
        "the order with another `rng` of the same seed": "the same" if first == repeated else "another",
    }


def where_the_smaller_is(batches, points, size):
    sizes = [len(points) for points, _ in batches]
    if max(sizes) > size:  # then no batch is too small: what is left over is in the one that is too large
        return "the last"
    is_lost = len(sizes) > 1 and sizes.count(max(sizes)) == len(sizes) - 1 and sizes[-1] == max(sizes) != min(sizes)
    # Where whole batches are shuffled, its place is a matter of luck.
    is_by_luck = order_in_words(batches, points) in (AS_THEY_CAME, NEIGHBOURS)
    return "not the last" if is_lost and not is_by_luck else "the last"


def what_becomes_of_equals(solution):
    xs, ys = [[float(x), -float(x)] for x, _ in EQUALS], [FIRST_TARGET + y for _, y in EQUALS]
    batches = in_numbers(solution(xs, ys, 3, random.Random(5)), len(EQUALS))
    points = [point for points, _ in batches for point in points]
    pairs = [pair for points, targets in batches for pair in zip(points, targets)]
    if sorted(points) != [x for x, _ in EQUALS]:
        return "some lost, or there again"
    return "all there" if sorted(pairs) == EQUALS else "all there, some with another's target"


def in_numbers(batches, count):
    """Batches as pairs of lists: the numbers of the points, and those of the targets."""
    if not hasattr(batches, "__iter__") or isinstance(batches, str | dict):
        raise NotAnAnswer(
            f"You returned {with_kind(batches, in_words(batches))}. {WANTED}", kind=f"{kind(batches)} for a list"
        )
    batches = plain_data(list(islice(batches, 10 * count)))  # also those of a generator
    if not batches:
        raise NotAnAnswer(f"There is no batch in what you returned. {WANTED}", kind="no batch")
    if not all(is_batch(batch) for batch in batches):
        raise NotAnAnswer(f"You returned [{in_words(batches)}]. {WANTED}", kind=another_form(batches))
    numbers = [([x[0] for x in points], [y - FIRST_TARGET for y in targets]) for points, targets in batches]
    known = set(range(count))
    for points, targets in numbers:
        if len(points) != len(targets):
            text = f"One of your batches has {len(points)} points and {len(targets)} targets."
            raise NotAnAnswer(text, kind="another number of targets")
        if not known.issuperset(points) or not known.issuperset(targets):
            raise NotAnAnswer(
                "Your batches hold a point or a target that is none of those in `xs` and `ys`.", kind="strange"
            )
    return numbers


WANTED = "Expected a list of batches, each a pair: a list of points and a list of their targets."


def is_batch(thing):
    return is_list(thing) and len(thing) == 2 and are_points(thing[0]) and are_numbers(thing[1])


def another_form(batches):
    """A name for a form of answer that is often met and not asked for."""
    if is_batch(batches):
        return "one pair"
    if len(batches) == 2 and all(is_list(half) for half in batches):
        points, targets = batches
        if all(map(are_points, points)) and all(map(are_numbers, targets)):
            return "two lists"
    for name, has_form in FORMS.items():
        if all(is_list(batch) and has_form(batch) for batch in batches):
            return name
    return "another form"


FORMS = {
    "targets first": lambda batch: len(batch) == 2 and are_numbers(batch[0]) and are_points(batch[1]),
    "lists of pairs": lambda batch: all(is_list(pair) and len(pair) == 2 and are_points(pair[:1]) for pair in batch),
    "points only": lambda batch: are_points(batch),
    "places": lambda batch: are_numbers(batch) and all(number < FIRST_TARGET for number in batch),
}


def is_list(thing):
    return isinstance(thing, list | tuple)


def are_numbers(thing):
    return is_list(thing) and all(is_number(entry) for entry in thing)


def are_points(thing):
    return is_list(thing) and all(are_numbers(entry) and len(entry) == 2 for entry in thing)


def whose(points, targets):
    """In words, whose targets the points have."""
    if points == targets:
        return "its own"
    if targets == sorted(targets):
        return "the one at its place, as the targets are in the order in which they came"
    if points == sorted(points):
        return "the one at its place, as the points are in the order in which they came"
    return "that of another point"


def order_in_words(batches, points):
    if points == sorted(points):
        return "that in which they came"
    places = [points for points, _ in batches if points]
    if all(b - a == 1 for batch in places for a, b in pairwise(batch)):
        return AS_THEY_CAME
    if all(max(batch) - min(batch) < len(batch) for batch in places):
        return NEIGHBOURS
    neighbours = sum(abs(a - b) == 1 for a, b in pairwise(points))
    distance = sum(abs(place - point) for place, point in enumerate(points)) / len(points)
    if neighbours > len(points) / 5 or distance < len(points) / 6:
        return "still much like that in which they came"
    return "a new one"


def is_drawn_anew(case, answer):
    """Whether points are missing and others come again, in batches of the right sizes. Few points may all come by
    luck.
    """
    count, size = case.make()
    by_luck = count < ENOUGH and answer[LOST] == answer[AGAIN] == "0"
    is_so = by_luck or answer[LOST] == answer[AGAIN] == "above 0"
    is_so = is_so and answer[SIZES] == sizes(count, size) and answer[TARGET] == "its own"
    return frozenset({LOST, AGAIN, EQUAL}) if is_so else None


def are_full_but_some_are_lost(case, answer):
    """Whether more points are lost than any other mistake loses, and the batches of the others are as they should be.
    Few points may all come by luck.
    """
    count, size = case.make()
    lost = int(answer[LOST])
    is_enough = lost > 1 and lost % size not in (0, count % size) if count >= ENOUGH else lost < count
    is_so = answer[AGAIN] == "0" and answer[TARGET] == "its own" and answer[SIZES] == sizes(count - lost, size)
    return frozenset({LOST, SIZES}) if is_so and is_enough else None


def are_of_random_sizes(case, answer):
    """Whether every point comes once, and there are as many batches as are needed, some too large and some too small,
    wherever there are many.
    """
    count, size = case.make()
    found = answer[SIZES]
    is_so = answer[LOST] == answer[AGAIN] == "0" and answer[TARGET] == "its own" and len(found) == -(-count // size)
    is_so = is_so and (count < ENOUGH or (found[0] > size and sum(one < size for one in found) > 1))
    return frozenset({SIZES, SMALLER}) if is_so else None


def is_not_last(case, answer):
    """Its place may be right by luck in some cases."""
    return frozenset({SMALLER})


def have_the_last_size(case, answer):
    """Whether all batches are of the size of what is left over, in the number that is needed."""
    count, size = case.make()
    is_so = count <= size or answer[LOST] != "0"
    is_so = is_so and answer[SIZES] == [count % size] * -(-count // size) and answer[TARGET] == "its own"
    return frozenset({LOST, AGAIN, SIZES}) if is_so else None


def are_as_many(case, answer):
    """Whether there are `size` batches, wherever there are as many points, and every point comes once."""
    count, size = case.make()
    is_so = count < size or (len(answer[SIZES]) == size and answer[LOST] == "0")
    return frozenset({SIZES, SMALLER}) if is_so else None


def are_even(case, answer):
    """Whether every point comes once, in about as many batches as are needed, all of about the same size."""
    count, size = case.make()
    found = answer[SIZES]
    is_so = max(found) - min(found) < 2 and len(found) in (max(1, count // size), -(-count // size), count // size + 1)
    return frozenset({SIZES, SMALLER}) if is_so and answer[LOST] == answer[AGAIN] == "0" else None


def sizes(count, size):
    return sorted((min(size, count - start) for start in range(0, count, size)), reverse=True)


exercise = Exercise(
    id="8.3",
    title="Cut into batches",
    name="cut_into_batches",
    reference=reference,
    demands=[
        Demand(
            "`cut_into_batches(xs, ys, size, rng)` gives batches of `size` points, in a list or one by one; the last "
            "may be smaller",
            spreads_them_evenly,
        ),
        Demand("a batch is a pair: a list of points, and the list of their targets", returns_lists_of_pairs),
        Demand("every point comes exactly once", draws_each_batch_anew),
        Demand("the points are in a new random order at each call", never_shuffles),
        Demand("that order comes from `rng`, so that a run can be repeated", ignores_rng),
        Demand("`xs` and `ys` stay as they are", shuffles_in_place),
    ],
    cases=[
        Case(f"{count} points in batches of {size}", lambda count=count, size=size: (count, size))
        for count, size in [(SOME, 3), (8, 4), (5, 8), (100, 16)]
    ],
    run=run,
    may_change=("xs", "ys"),
    alternatives=[shuffles_pairs, samples_an_order, with_arrays],
    misconceptions=[
        returns_points_only,
        returns_lists_of_pairs,
        returns_two_lists,
        returns_targets_first,
        returns_places,
        loses_some_places,
        draws_the_batch_of_each_point,
        draws_each_batch_anew,
        shuffles_the_batches,
        begins_with_the_rest,
        joins_the_rest,
        keeps_a_point_once,
        looks_places_up,
        shuffles_within_batches,
        begins_somewhere,
        fills_the_last_batch,
        returns_one_pair,
        returns_a_dict,
        makes_as_many_batches,
        empties_what_it_returns,
        spreads_them_evenly,
    ],
    recognise={
        begins_with_the_rest: is_not_last,
        loses_some_places: are_full_but_some_are_lost,
        draws_the_batch_of_each_point: are_of_random_sizes,
        draws_each_batch_anew: is_drawn_anew,
        empties_what_it_returns: have_the_last_size,
        makes_as_many_batches: are_as_many,
        spreads_them_evenly: are_even,
    },
    slips=SLIPS,
)
