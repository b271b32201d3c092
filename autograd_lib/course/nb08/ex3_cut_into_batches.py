"""Exercise 8.3: shuffling the data and cutting them into batches."""

import random
from itertools import pairwise

from autograd_lib.course.exercise import Case, Exercise, Gap, NotAnAnswer

# With fewer points than this, a shuffle may well leave the order as it was.
ENOUGH = 20


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


def drops_the_rest(xs, ys, size, rng):
    """only full batches are made, and the points that are left over are in none. Let the last batch be smaller: a slice
    that goes past the end of a list stops there by itself.
    """
    return [(bx, by) for bx, by in reference(xs, ys, size, rng) if len(bx) == size]


def shuffles_them_apart(xs, ys, size, rng):
    """points and targets are shuffled separately, so that a point gets the target of another. Shuffle the *indices*,
    and pick both by them.
    """
    xs, ys = xs.copy(), ys.copy()
    rng.shuffle(xs)
    rng.shuffle(ys)
    return [(xs[start : start + size], ys[start : start + size]) for start in range(0, len(xs), size)]


def never_shuffles(xs, ys, size, rng):
    """the points keep the order in which they came. Data often come sorted by class, and then whole batches are of one
    class.
    """
    return [(xs[start : start + size], ys[start : start + size]) for start in range(0, len(xs), size)]


def makes_the_same_order_each_time(xs, ys, size, rng):
    """the order is the same in each epoch: `rng` is made or seeded again inside the function. Use the one that is
    given, which continues from where it was.
    """
    return reference(xs, ys, size, random.Random(0))


def ignores_rng(xs, ys, size, rng):
    """the order does not come from `rng`, so that a run cannot be repeated. Ask `rng` for it."""
    return reference(xs, ys, size, random.SystemRandom())


def shuffles_the_batches(xs, ys, size, rng):
    """the batches come in a new order, but hold the same points each time. Shuffle the points, then cut."""
    batches = never_shuffles(xs, ys, size, rng)
    rng.shuffle(batches)
    return batches


def draws_each_batch_anew(xs, ys, size, rng):
    """each batch is drawn from all the points, so that in an epoch some come twice and others not at all. Shuffle once
    and cut.
    """
    batches = []
    for start in range(0, len(xs), size):
        places = rng.sample(range(len(xs)), min(size, len(xs) - start))
        batches.append(([xs[i] for i in places], [ys[i] for i in places]))
    return batches


def shuffles_in_place(xs, ys, size, rng):
    """the lists that were handed in are shuffled themselves, and their owner finds them in another order afterwards.
    Work on a list of indices, or on a copy.
    """
    pairs = list(zip(xs, ys))
    rng.shuffle(pairs)
    xs[:], ys[:] = [x for x, _ in pairs], [y for _, y in pairs]
    return never_shuffles(xs, ys, size, rng)


def run(solution, count, size):
    """Two epochs with one rng, and one with another rng of the same seed, as the numbers of points and targets."""
    xs, ys = [[float(i), -float(i)] for i in range(count)], [100.0 + i for i in range(count)]
    given_xs, given_ys = xs.copy(), ys.copy()

    def epoch(rng):
        batches = in_numbers(solution(given_xs, given_ys, size, rng))
        epoch.kept = epoch.kept and (given_xs, given_ys) == (xs, ys)
        given_xs[:], given_ys[:] = xs, ys
        return batches

    epoch.kept, rng = True, random.Random(5)
    answer = {"first": epoch(rng), "second": epoch(rng), "repeated": epoch(random.Random(5)), "kept": epoch.kept}
    return answer | {"count": count, "size": size}


def in_numbers(batches):
    """Batches as lists of (number of the point, number of the target)."""
    wanted = "Expected a list of batches, each a pair: a list of points and a list of their targets."
    if not hasattr(batches, "__iter__") or isinstance(batches, str | dict):
        raise NotAnAnswer(f"You returned {batches!r:.60} ({type(batches).__name__}). {wanted}")
    listed = []
    for batch in batches:
        if not isinstance(batch, list | tuple) or len(batch) != 2:
            raise NotAnAnswer(f"One of your batches is {batch!r:.60}. {wanted}")
        xs, ys = batch
        try:
            points, targets = [int(x[0]) for x in xs], [int(y) - 100 for y in ys]
        except (TypeError, ValueError, IndexError):
            raise NotAnAnswer(f"One of your batches is {batch!r:.60}. {wanted}") from None
        if len(points) != len(targets):
            raise NotAnAnswer(f"One of your batches has {len(points)} points and {len(targets)} targets.")
        listed.append(list(zip(points, targets)))
    return listed


def judge(case, answer):
    count, first = answer["count"], flat(answer["first"])
    for point, target in first:
        if point != target:
            return Gap(f"Point number {point} came with the target of point number {target}.")
    seen = [point for point, _ in first]
    missing = sorted(set(range(count)) - set(seen))
    repeated = sorted({point for point in seen if seen.count(point) > 1})
    if missing or repeated:
        again = f" More than once: {len(repeated)}." if repeated else ""
        return Gap(f"In no batch: {len(missing)} of the {count} points.{again}")
    sizes, wanted = [len(batch) for batch in answer["first"]], [len(places) for places in cut(count, answer["size"])]
    if sizes != wanted:
        return Gap(f"Expected batches of {in_short(wanted)} points. Yours have {in_short(sizes)}.")
    if not answer["kept"]:
        return Gap("The lists that were handed in are in another order afterwards.")
    if count >= ENOUGH:
        return order_gap(answer)
    return None


def order_gap(answer):
    """None if the order is new in each epoch, reaches into the batches, and comes from `rng`; else a Gap."""
    if is_sorted(answer["first"]):
        return Gap("The points come in the order in which they were handed in.")
    if answer["first"] == answer["second"]:
        return Gap("A second epoch gives the same batches in the same order.")
    if all(is_run(batch) for batch in answer["first"]):
        return Gap("In each batch the points stand as they were handed in: only the batches changed places.")
    if answer["first"] != answer["repeated"]:
        return Gap("With an `rng` seeded as before, the batches come out differently.")
    return None


def cut(count, size):
    """The numbers from 0 to `count`, in order, in batches of `size`."""
    return [range(start, min(start + size, count)) for start in range(0, count, size)]


def flat(batches):
    return [pair for batch in batches for pair in batch]


def is_sorted(batches):
    return flat(batches) == sorted(flat(batches))


def is_run(batch):
    return all(b[0] - a[0] == 1 for a, b in pairwise(batch))


def in_short(sizes, most=6):
    shown = ", ".join(str(size) for size in sizes[:most])
    return f"{shown}, …, {sizes[-1]}" if len(sizes) > most else shown or "no"


def where_it_shows(fits, below=lambda answer: True):
    """Recognises a mistake by `fits` where there are enough points for it to show, else by `below`."""

    def recognise(case, answer):
        return isinstance(answer, dict) and bool(fits(answer) if answer["count"] >= ENOUGH else below(answer))

    return recognise


def only_the_rest_is_missing(answer):
    pairs = flat(answer["first"])
    full = answer["count"] - answer["count"] % answer["size"]
    return len(set(pairs)) == full == len(pairs) and all(a == b for a, b in pairs)


def whole(answer):
    """Whether every point is there once, with its own target, in batches of the right sizes in any order."""
    sizes = sorted(len(batch) for batch in answer["first"])
    right_sizes = sorted(len(places) for places in cut(answer["count"], answer["size"]))
    return sorted(flat(answer["first"])) == [(i, i) for i in range(answer["count"])] and sizes == right_sizes


exercise = Exercise(
    id="8.3",
    title="Cut into batches",
    name="cut_into_batches",
    reference=reference,
    cases=[
        Case(f"{count} points in batches of {size}", lambda count=count, size=size: (count, size))
        for count, size in [(4, 2), (7, 3), (5, 8), (250, 32)]
    ],
    run=run,
    judge=judge,
    alternatives=[shuffles_pairs, samples_an_order],
    misconceptions=[
        drops_the_rest,
        shuffles_them_apart,
        never_shuffles,
        makes_the_same_order_each_time,
        ignores_rng,
        shuffles_the_batches,
        draws_each_batch_anew,
        shuffles_in_place,
    ],
    recognise={
        drops_the_rest: where_it_shows(only_the_rest_is_missing, only_the_rest_is_missing),
        shuffles_them_apart: where_it_shows(lambda a: any(x != y for x, y in flat(a["first"]))),
        never_shuffles: where_it_shows(lambda a: whole(a) and is_sorted(a["first"]), whole),
        makes_the_same_order_each_time: where_it_shows(
            lambda a: whole(a) and a["first"] == a["second"] and not is_sorted(a["first"]), whole
        ),
        ignores_rng: where_it_shows(lambda a: whole(a) and a["kept"] and a["first"] != a["repeated"], whole),
        shuffles_the_batches: where_it_shows(
            lambda a: whole(a) and all(is_run(b) for b in a["first"]) and not is_sorted(a["first"]), whole
        ),
        draws_each_batch_anew: where_it_shows(
            lambda a: len(set(flat(a["first"]))) < len(flat(a["first"])) and all(x == y for x, y in flat(a["first"]))
        ),
        shuffles_in_place: where_it_shows(lambda a: whole(a) and not a["kept"], whole),
    },
)
