"""Exercise 15.2: gradients that arrive in any order, some of them twice, added up to the same bits."""

import math

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip


def reference(arrivals, count):
    slots = {}
    for shard, gradient in arrivals:
        slots[shard] = gradient
    if len(slots) < count:
        return None
    total = slots[0]
    for shard in range(1, count):
        total = total + slots[shard]
    return total


def by_a_dict(arrivals, count):
    slots = dict(arrivals)
    if any(shard not in slots for shard in range(count)):
        return None
    return sum(slots[shard] for shard in range(count))


def sorted_first(arrivals, count):
    came, total = set(), np.zeros_like(arrivals[0][1]) if arrivals else None
    for shard, gradient in sorted(arrivals, key=lambda arrival: arrival[0]):
        if shard not in came:
            came.add(shard)
            total = total + gradient
    return total if len(came) == count else None


def in_a_list(arrivals, count):
    slots = [None] * count
    for shard, gradient in arrivals:
        slots[shard] = gradient
    if any(slot is None for slot in slots):
        return None
    total = np.array(slots[0])
    for gradient in slots[1:]:
        total += gradient
    return total


def sorted_in_place(arrivals, count):
    arrivals.sort(key=lambda arrival: arrival[0])
    slots = dict(arrivals)
    return sum(slots.values()) if len(slots) == count else None


def once_each(arrivals):
    """The arrivals without those of a shard that has come before."""
    seen = set()
    return [(i, g) for i, g in arrivals if not (i in seen or seen.add(i))]


def is_whole(arrivals, count):
    return len({i for i, _ in arrivals}) == count


def adds_as_they_come(arrivals, count):
    """the gradients are added in the order in which they arrive. Rounding depends on the order, and so do the bits:
    add in the order of the shards.
    """
    if not is_whole(arrivals, count):
        return None
    return sum(gradient for _, gradient in once_each(arrivals))


def adds_backwards(arrivals, count):
    """the sum begins with the last shards, as by `reversed`, or where the rest is added up first and then shard 0. Any
    fixed order gives the same bits each time; the one that was asked for begins with shard 0.
    """
    if not is_whole(arrivals, count):
        return None
    return sum(dict(arrivals)[shard] for shard in reversed(range(count)))


def counts_twice(arrivals, count):
    """a shard that arrives twice is counted twice. Keep one gradient for each shard."""
    if not is_whole(arrivals, count):
        return None
    return sum(gradient for _, gradient in sorted(arrivals, key=lambda arrival: arrival[0]))


def adds_all_that_come(arrivals, count):
    """what arrives is added, in this order, each time that it arrives. Keep one gradient for each shard, and add in
    the order of the shards.
    """
    if not is_whole(arrivals, count):
        return None
    return sum(gradient for _, gradient in arrivals)


def counts_the_arrivals(arrivals, count):
    """as many *arrivals* as there are shards pass for all of them, though one shard has come twice and another is
    missing. Count the different shards.
    """
    if len(arrivals) < count:
        return None
    slots = dict(arrivals)
    return sum(slots[shard] for shard in sorted(slots))


def counts_the_arrivals_and_reaches_for_all(arrivals, count):
    if len(arrivals) < count:
        return None
    slots = dict(arrivals)
    return sum(slots[shard] for shard in range(count))


def wants_as_many_arrivals(arrivals, count):
    if len(arrivals) != count:
        return None
    slots = dict(arrivals)
    return sum(slots[shard] for shard in sorted(slots))


def wants_as_many_arrivals_and_reaches_for_all(arrivals, count):
    if len(arrivals) != count:
        return None
    slots = dict(arrivals)
    return sum(slots[shard] for shard in range(count))


counts_the_arrivals_and_reaches_for_all.__doc__ = counts_the_arrivals.__doc__
wants_as_many_arrivals.__doc__ = wants_as_many_arrivals_and_reaches_for_all.__doc__ = counts_the_arrivals.__doc__


def reaches_for_a_missing_one(arrivals, count):
    """the gradient of a shard is used that has not come, which raises an error. Ask first whether all are there, and
    return None if not.
    """
    slots = dict(arrivals)
    return sum(slots[shard] for shard in range(count))


def adds_an_empty_slot(arrivals, count):
    slots = [None] * count
    for shard, gradient in arrivals:
        slots[shard] = gradient
    return sum(slots)


adds_an_empty_slot.__doc__ = reaches_for_a_missing_one.__doc__


def adds_what_is_there(arrivals, count):
    """a sum is returned while a shard is missing. It is that of another batch: return None until all are there."""
    slots = dict(arrivals)
    return sum(slots[shard] for shard in sorted(slots)) if slots else None


def asks_for_zero(arrivals, count):
    """0 is returned while a shard is missing, or zeros. It would be taken for a gradient: return None."""
    whole = reference(arrivals, count)
    return np.zeros(2) if whole is None else whole


def asks_for_the_number_zero(arrivals, count):
    whole = reference(arrivals, count)
    return 0 if whole is None else whole


asks_for_the_number_zero.__doc__ = asks_for_zero.__doc__


def averages(arrivals, count):
    """the sum is divided by the number of shards. The sum was asked for."""
    whole = reference(arrivals, count)
    return None if whole is None else whole / count


def sums_more_exactly(arrivals, count):
    """the sum is formed with less rounding than by adding one after another, as `math.fsum` does. The bits that were
    asked for are those of adding in the order of the shards, with a rounding at each step.
    """
    if not is_whole(arrivals, count):
        return None
    slots = dict(arrivals)
    return np.array([math.fsum(entries) for entries in zip(*(slots[shard] for shard in range(count)))])


def takes_zeros_for_missing(arrivals, count):
    """a gradient of zeros is taken for one that is missing. It may well be 0: remember which shards have come."""
    slots = dict(arrivals)
    if any(shard not in slots or not np.any(slots[shard]) for shard in range(count)):
        return None
    return sum(slots[shard] for shard in range(count))


def adds_in_pairs(arrivals, count):
    """groups of shards are added first, such as pairs or halves, and then their sums, as `np.sum` may do it, too. That
    order is fixed, but it is another one: add one after another.
    """
    if not is_whole(arrivals, count):
        return None
    sums = [dict(arrivals)[shard] for shard in range(count)]
    while len(sums) > 1:
        sums = [sum(sums[k : k + 2]) for k in range(0, len(sums), 2)]
    return sums[0]


def adds_in_halves(arrivals, count):
    def tree(gradients):
        middle = len(gradients) // 2
        return tree(gradients[:middle]) + tree(gradients[middle:]) if middle else gradients[0]

    slots = dict(arrivals)
    return tree([slots[shard] for shard in range(count)]) if len(slots) == count else None


def adds_by_numpy(arrivals, count):
    slots = dict(arrivals)
    return np.sum([slots[shard] for shard in range(count)], axis=0) if len(slots) == count else None


adds_in_halves.__doc__ = adds_by_numpy.__doc__ = adds_in_pairs.__doc__


def sorts_the_pairs(arrivals, count):
    """an array is taken for true or false where a shard came twice, as by `sorted(arrivals)`, which compares two
    gradients then, or by `slots[shard] == None`. An array of several numbers is neither: go by the numbers of the
    shards, or ask `is None`.
    """
    slots = dict(sorted(arrivals))
    return reference(slots.items(), count)


def sorts_the_pairs_in_the_end(arrivals, count):
    return sorts_the_pairs(arrivals, count) if is_whole(arrivals, count) else None


sorts_the_pairs_in_the_end.__doc__ = sorts_the_pairs.__doc__


def takes_an_array_for_true_or_false(arrivals, count):
    """an array is taken for true or false, as by `None in slots`, `all(slots)` or `if not slots[shard]`. An array of
    several numbers is neither: go by the numbers of the shards, or ask `is None`.
    """
    slots = [None] * count
    for shard, gradient in arrivals:
        slots[shard] = gradient
    return None if None in slots else sum(slots)


def numbers_from_one(arrivals, count):
    """shard `count` is looked for, as where shards are taken to be numbered from 1, or by `range(count + 1)`. They are
    numbered from 0, and the last is `count` − 1.
    """
    slots = dict(arrivals)
    if len(slots) < count:
        return None
    return sum(slots[shard] for shard in range(1, count + 1))


def empties_the_list(arrivals, count):
    """`arrivals` no longer holds the gradients as they came, as where it is emptied by `arrivals.pop()`. It belongs to
    the caller: go through it with `for`, and change nothing in it.
    """
    slots = {}
    while arrivals:
        shard, gradient = arrivals.pop()
        slots[shard] = gradient
    return reference(slots.items(), count)


def tells_shards_by_gradients(arrivals, count):
    """two shards with equal gradients are taken for one. A shard is told by its number: both of them count."""
    if not is_whole(arrivals, count):
        return None
    slots = dict(arrivals)
    different = {slots[shard].tobytes(): slots[shard] for shard in reversed(range(count))}
    return sum(reversed(different.values()))


def tells_shards_by_the_first_of_equal_gradients(arrivals, count):
    if not is_whole(arrivals, count):
        return None
    slots, different = dict(arrivals), {}
    for shard in range(count):
        different.setdefault(slots[shard].tobytes(), slots[shard])
    return sum(different.values())


tells_shards_by_the_first_of_equal_gradients.__doc__ = tells_shards_by_gradients.__doc__


def misses_one_of_equal_gradients(arrivals, count):
    """None is returned though all shards have come, where two of them have equal gradients: they are taken for one. A
    shard is told by its number: both of them count.
    """
    slots = dict(arrivals)
    different = {slots[shard].tobytes(): slots[shard] for shard in sorted(slots)}
    return None if len(different) < count else sum(different.values())


def throws_early_ones_away(arrivals, count):
    """None is returned though all have come, where one came before its turn, as where such a shard is thrown away. They
    come in any order: keep each until all are there.
    """
    total, turn = 0.0, 0
    for shard, gradient in arrivals:
        if shard == turn:
            total, turn = total + gradient, turn + 1
    return total if turn == count else None


def leaves_the_last_shard_out(arrivals, count):
    """the last shard is neither waited for nor added, as by `range(count - 1)`. Shards are numbered from 0 to
    `count` - 1, and `range(count)` goes through all of them.
    """
    slots = dict(arrivals)
    if any(shard not in slots for shard in range(count - 1)):
        return None
    return sum([slots[shard] for shard in range(count - 1)], np.zeros(np.shape(arrivals[0][1])))


def goes_by_the_highest(arrivals, count):
    """all shards are taken to be there as soon as the highest is. They come in any order: return None until each has
    come.
    """
    slots = dict(arrivals)
    if count - 1 not in slots:
        return None
    return sum(slots[shard] for shard in sorted(slots))


def changes_an_arrival(arrivals, count):
    """an array that arrived is changed, as where the sum is gathered in that of shard 0. It belongs to the caller: add
    with `total = total + …`, or begin with a copy.
    """
    slots = dict(arrivals)
    if len(slots) < count:
        return None
    total = slots[0]
    for shard in range(1, count):
        total += slots[shard]
    return total


def of_the_call_before(count):
    """As in a training, each step brings gradients of its own."""
    return [(shard, np.array([1.5 + shard, -0.75])) for shard in range(count)]


def run(solution, arrivals, count):
    solution(of_the_call_before(count), count)
    gradients = [gradient for _, gradient in arrivals]
    before = [gradient.copy() for gradient in gradients]
    try:
        found = {"answer": solution(arrivals, count)}
    except (KeyError, TypeError) as error:
        if is_whole(arrivals, count):
            raise
        kind = type(error).__name__
        raise NotAnAnswer(f"a shard is missing: wanted None, and a {kind} came ({error})", kind) from None
    same = all(map(np.array_equal, gradients, before))
    are_there = sorted(map(id, gradients)) == sorted(id(gradient) for _, gradient in arrivals)  # in any order
    return found | {"arrivals stay": same and are_there}


# In this order the sum of the first entries is 0.0; 1.0 is lost beside 1e16.
GRADIENTS = [[1e16, 3.0], [1.0, -0.5], [-1e16, 0.25], [2.5, 7.0]]
ZEROS = [[0.5, 2.0], [0.0, 0.0]]
ELEVEN = [[1.0], [1e16], *[[0.5]] * 4, [-1e16], *[[0.5]] * 3, [1.0]]  # each order that people take has its own sum
EQUAL = [[0.75, -2.0], [0.75, -2.0], [0.125, 4.0]]


def make(order, count, gradients):
    return [(shard, np.array(gradients[shard])) for shard in order], count


CASES = [
    ([0], 1, GRADIENTS),
    ([0, 1], 2, GRADIENTS),
    ([3, 1], 4, GRADIENTS),
    ([1, 0, 2], 3, GRADIENTS),
    ([2, 0, 1], 3, GRADIENTS),
    ([0, 1, 1], 2, GRADIENTS),
    ([0, 1, 2, 1], 3, GRADIENTS),
    ([0, 0], 2, GRADIENTS),
    ([], 1, GRADIENTS),
    ([0, 2, 3, 2], 4, GRADIENTS),
    ([1, 0], 2, EQUAL),
    ([2, 0, 1, 0], 3, EQUAL),
    ([1, 0], 2, ZEROS),
    ([10, *range(10)], 11, ELEVEN),
    ([3, 2, 3, 0, 1, 0], 4, GRADIENTS),
]

exercise = Exercise(
    id="15.2",
    title="A race in adding up",
    name="add_up",
    reference=reference,
    cases=[
        Case(
            f"{count} shard{'s' * (count > 1)}, arriving in the order {', '.join(map(str, order)) or 'none yet'}"
            + (f"; shard i brings entry i of {gradients[:count]}" if order else ""),
            lambda each=(order, count, gradients): make(*each),
        )
        for order, count, gradients in CASES
    ],
    run=run,
    keeps_arrays=True,
    tolerance=0.0,
    near_zero=0.0,
    may_change=["arrivals"],
    demands=[
        Demand(
            "`add_up(arrivals, count)` returns the sum of the gradients of shards 0 to `count` − 1, added one after "
            "another in this order, so that its bits do not depend on who was first",
            adds_as_they_come,
        ),
        Demand("a shard that arrives twice counts once", counts_twice),
        Demand("as long as a shard is missing, it returns `None`", adds_what_is_there),
        Demand("the gradients in `arrivals` stay as they are", changes_an_arrival),
    ],
    alternatives=[by_a_dict, sorted_first, sorted_in_place, in_a_list],
    misconceptions=[
        adds_as_they_come,
        adds_backwards,
        counts_twice,
        adds_all_that_come,
        counts_the_arrivals,
        counts_the_arrivals_and_reaches_for_all,
        wants_as_many_arrivals,
        wants_as_many_arrivals_and_reaches_for_all,
        reaches_for_a_missing_one,
        adds_an_empty_slot,
        adds_what_is_there,
        asks_for_zero,
        asks_for_the_number_zero,
        averages,
        sums_more_exactly,
        adds_in_pairs,
        adds_in_halves,
        adds_by_numpy,
        sorts_the_pairs,
        sorts_the_pairs_in_the_end,
        takes_an_array_for_true_or_false,
        numbers_from_one,
        takes_zeros_for_missing,
        tells_shards_by_gradients,
        tells_shards_by_the_first_of_equal_gradients,
        misses_one_of_equal_gradients,
        throws_early_ones_away,
        leaves_the_last_shard_out,
        goes_by_the_highest,
        empties_the_list,
        changes_an_arrival,
    ],
    slips=[
        Slip(
            " ".join(counts_twice.__doc__.split()),
            ("slots[shard] = gradient", "slots[shard] = slots.get(shard, 0) + gradient"),
        ),
        Slip(
            "a shard that arrives twice is counted twice, and an array that belongs to the caller is changed, as by "
            "`slots[shard] += gradient`. Keep one gradient for each shard.",
            (
                "slots[shard] = gradient",
                "slots[shard] = np.add(slots[shard], gradient, slots[shard]) if shard in slots else gradient",
            ),
        ),
        Slip(
            "shard 10 is added before shard 2, as where the numbers are sorted as texts. Add in the order of the "
            "numbers.",
            ("range(1, count)", "sorted(range(1, count), key=str)"),
        ),
        Slip(
            "gradients of the call before stand for shards that are missing now, as where slots outside of the "
            "function, or a default such as `slots={}`, are kept from call to call. Each call begins with empty slots.",
            ("slots = {}", "slots = dict(of_the_call_before(count))"),
        ),
        Slip("shard 0 is left out of the sum.", ("total = slots[0]", "total = 0 * slots[0]")),
        Slip("the last shard is left out of the sum.", ("range(1, count)", "range(1, count - 1)")),
        Slip("shard 0 is added twice.", ("range(1, count)", "range(count)")),
        Slip(
            "one missing shard is let pass, as by `< count - 1`. Return None until all are there.",
            ("< count", "< count - 1"),
        ),
        Slip("only the last shard is left, as where `total` is overwritten.", ("total + slots[shard]", "slots[shard]")),
        Slip("all gradients but that of shard 0 are subtracted. Add them.", ("total + slots", "total - slots")),
    ],
)
