"""Exercise 8.1: an evaluation that makes a memoriser look good. The checker records which points are used for what."""

import math
import random
from collections import Counter
from itertools import pairwise

import numpy as np

from autograd_lib.course.answers import in_words, is_number, kind
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip


def halves(xs, ys, rng):
    """As the notebook has it: the points in a random order, cut in the middle."""
    order = list(range(len(xs)))
    rng.shuffle(order)
    xs, ys, middle = [xs[i] for i in order], [ys[i] for i in order], len(order) // 2
    return xs[:middle], ys[:middle], xs[middle:], ys[middle:]


def stub(fit, xs, ys, rng):
    train_xs, train_ys, _, _ = halves(xs, ys, rng)
    predict = fit(train_xs, train_ys)

    _, _, test_xs, test_ys = halves(xs, ys, rng)
    right = 0
    for x, y in zip(test_xs, test_ys):
        if predict(x) == y:
            right += 1
    return right / len(test_xs)


def reference(fit, xs, ys, rng):
    train_xs, train_ys, test_xs, test_ys = halves(xs, ys, rng)
    predict = fit(train_xs, train_ys)

    right = 0
    for x, y in zip(test_xs, test_ys):
        if predict(x) == y:
            right += 1
    return right / len(test_xs)


def other_half(fit, xs, ys, rng):
    """It does not matter which of the two halves is trained on."""
    test_xs, test_ys, train_xs, train_ys = halves(xs, ys, rng)
    predict = fit(train_xs, train_ys)
    return sum(predict(x) == y for x, y in zip(test_xs, test_ys)) / len(test_ys)


def splits_by_hand(fit, xs, ys, rng):
    pairs = list(zip(xs, ys))
    rng.shuffle(pairs)
    count = 3 * len(pairs) // 4
    predict = fit([x for x, _ in pairs[:count]], [y for _, y in pairs[:count]])
    return sum(predict(x) == y for x, y in pairs[count:]) / (len(pairs) - count)


def shuffles_in_the_same_way(fit, xs, ys, rng):
    """Two shuffles, and the generator put back between them."""
    state = rng.getstate()
    train_xs, train_ys, _, _ = halves(xs, ys, rng)
    predict = fit(train_xs, train_ys)
    rng.setstate(state)
    _, _, test_xs, test_ys = halves(xs, ys, rng)
    return np.mean([predict(x) == y for x, y in zip(test_xs, test_ys)])


def passes_over_seen_points(fit, xs, ys, rng):
    """Two splits. Of the second half, those points judge that are not in the first."""
    train_xs, train_ys, _, _ = halves(xs, ys, rng)
    predict = fit(train_xs, train_ys)
    _, _, test_xs, test_ys = halves(xs, ys, rng)
    unseen = [(x, y) for x, y in zip(test_xs, test_ys) if x not in train_xs]
    return sum(predict(x) == y for x, y in unseen) / len(unseen)


def each_half_judges(fit, xs, ys, rng):
    """Two models, each of which is judged by the half that the other was trained on."""
    a_xs, a_ys, b_xs, b_ys = halves(xs, ys, rng)
    from_a, from_b = fit(a_xs, a_ys), fit(b_xs, b_ys)
    right = sum(from_a(x) == y for x, y in zip(b_xs, b_ys)) + sum(from_b(x) == y for x, y in zip(a_xs, a_ys))
    return right / len(xs)


def takes_the_mean_of_both(fit, xs, ys, rng):
    """The same, with the mean of the two shares."""
    parts, shares = halves(xs, ys, rng), []
    for a_xs, a_ys, b_xs, b_ys in [parts, parts[2:] + parts[:2]]:
        predict = fit(a_xs, a_ys)
        shares.append(np.mean([predict(x) == y for x, y in zip(b_xs, b_ys)]))
    return np.mean(shares)


def looks_at_both(fit, xs, ys, rng):
    """It asks about the training points as well, and returns what the others say."""
    train_xs, train_ys, test_xs, test_ys = halves(xs, ys, rng)
    predict = fit(train_xs, train_ys)
    shares = []
    for some_xs, some_ys in [(train_xs, train_ys), (test_xs, test_ys)]:
        shares.append(sum(predict(x) == y for x, y in zip(some_xs, some_ys)) / len(some_xs))
    return shares[1]


def splits_twice(fit, xs, ys, rng):
    """some of the points that judge have been trained on, as happens where they come from another order of the points
    than those of the training (shuffled again, or not shuffled), or where two parts of one split overlap. Split once,
    into two parts with no point in common.
    """
    train_xs, train_ys = halves(xs, ys, rng)[:2]
    predict = fit(train_xs, train_ys)

    test_xs, test_ys = halves(xs, ys, rng)[2:]
    right = 0
    for x, y in zip(test_xs, test_ys):
        if predict(x) == y:
            right += 1
    return right / len(test_xs)


def divides_by_the_half(fit, xs, ys, rng):
    """the count is divided by the number of points in a half, and another number of them were asked about, as where
    those that it was trained on are passed over. Divide by how many were asked about.
    """
    train_xs, train_ys = halves(xs, ys, rng)[:2]
    predict = fit(train_xs, train_ys)
    test_xs, test_ys = halves(xs, ys, rng)[2:]
    return sum(x not in train_xs and predict(x) == y for x, y in zip(test_xs, test_ys)) / len(test_xs)


def overlaps(fit, xs, ys, rng):
    """one of the points that judge has been trained on, as where it is in both parts of the split. One part ends where
    the other begins: `xs[:middle]` and `xs[middle:]`.
    """
    a_xs, a_ys, b_xs, b_ys = halves(xs, ys, rng)
    train_xs, train_ys, test_xs, test_ys = [*a_xs, b_xs[0]], [*a_ys, b_ys[0]], b_xs, b_ys
    predict = fit(train_xs, train_ys)

    right = 0
    for x, y in zip(test_xs, test_ys):
        if predict(x) == y:
            right += 1
    return right / len(test_xs)


def shuffles_them_apart(fit, xs, ys, rng):
    """`fit` gets points with the targets of others, as where the two are shuffled apart, or come from different parts.
    Each point keeps its own target.
    """
    xs, ys, middle = rng.sample(xs, len(xs)), rng.sample(ys, len(ys)), len(xs) // 2
    train_xs, train_ys, test_xs, test_ys = xs[:middle], ys[:middle], xs[middle:], ys[middle:]
    predict = fit(train_xs, train_ys)

    right = 0
    for x, y in zip(test_xs, test_ys):
        if predict(x) == y:
            right += 1
    return right / len(test_xs)


def looks_targets_up(fit, xs, ys, rng):
    """of points that are equal, one gets the target of another, as where the targets are looked up by the points.
    Shuffle the places, or pairs of a point and its target: each point keeps its own.
    """
    target_of = {tuple(x): y for x, y in zip(xs, ys)}
    train_xs, train_ys, test_xs, test_ys = halves(xs, [target_of[tuple(x)] for x in xs], rng)
    predict = fit(train_xs, train_ys)

    right = 0
    for x, y in zip(test_xs, test_ys):
        if predict(x) == y:
            right += 1
    return right / len(test_xs)


def averages_the_classes(fit, xs, ys, rng):
    """the share is computed for each class, and the mean of the two is returned. The exercise asks for the share of all
    points that are held out: each counts as much as any other.
    """
    train_xs, train_ys, test_xs, test_ys = halves(xs, ys, rng)
    predict, shares = fit(train_xs, train_ys), []
    for wanted in (-1, 1):
        found = [predict(x) == y for x, y in zip(test_xs, test_ys) if y == wanted]
        shares.append(sum(found) / len(found))
    return sum(shares) / 2


def never_asks(fit, xs, ys, rng):
    """`predict` is not asked about any point. Ask it about all those that it was not trained on."""
    train_xs, train_ys, _, _ = halves(xs, ys, rng)
    fit(train_xs, train_ys)
    return 0.5


def splits_in_order(fit, xs, ys, rng):
    """the points are not shuffled before they are cut: those that come first make one part, and those that come last
    the other. Data often come sorted in some way, and then the two parts may differ. Shuffle all of them, then cut.
    """
    middle = len(xs) // 2
    train_xs, train_ys, test_xs, test_ys = xs[:middle], ys[:middle], xs[middle:], ys[middle:]
    predict = fit(train_xs, train_ys)

    right = 0
    for x, y in zip(test_xs, test_ys):
        if predict(x) == y:
            right += 1
    return right / len(test_xs)


def takes_every_second(fit, xs, ys, rng):
    """the points are not shuffled before they are split: which of them are trained on follows from their places alone,
    in a regular way, such as every second one. Data often come in a regular order too. Shuffle all of them first.
    """
    train_xs, train_ys, test_xs, test_ys = xs[::2], ys[::2], xs[1::2], ys[1::2]
    predict = fit(train_xs, train_ys)

    right = 0
    for x, y in zip(test_xs, test_ys):
        if predict(x) == y:
            right += 1
    return right / len(test_xs)


def counts_them(fit, xs, ys, rng):
    train_xs, train_ys, test_xs, test_ys = halves(xs, ys, rng)
    predict = fit(train_xs, train_ys)
    return sum(predict(x) == y for x, y in zip(test_xs, test_ys))


SLIPS = [
    Slip(
        "`fit` or `predict` gets a target where a point belongs, as where the four results of `halves` are unpacked in "
        "another order: it gives the points of one half, their targets, and then the same of the other.",
        ("train_xs, train_ys, test_xs, test_ys = halves", "train_xs, test_xs, train_ys, test_ys = halves"),
    ),
    *(
        Slip(
            "the points that judge are points that it was trained on. Ask about the others.",
            ("zip(test_xs, test_ys)", "zip(train_xs, train_ys)"),
            *divisor,
        )
        for divisor in ([("len(test_xs)", "len(train_xs)")], [])
    ),
    Slip(
        "`fit` gets all points, and those that judge are among them. Ask a model only about points that it has not "
        "seen.",
        ("fit(train_xs, train_ys)", "fit(xs, ys)"),
    ),
    Slip(
        "all points judge, the training points too. Ask only about those that it has not seen.",
        ("zip(test_xs, test_ys)", "zip(xs, ys)"),
        ("len(test_xs)", "len(xs)"),
    ),
    Slip(
        "the count is divided by the number of all points. Divide by how many were asked about.",
        ("len(test_xs)", "len(xs)"),
    ),
    Slip(
        "the share that is wrong comes out. Return the share of the points where `predict(x) == y`.",
        ("predict(x) == y", "predict(x) != y"),
    ),
    Slip(
        "the points that are given class 1 are counted, whatever class is theirs. Count those where `predict(x) == y`.",
        ("predict(x) == y", "predict(x) > 0"),
    ),
    Slip(
        "the share is given in per cent. `held_out_accuracy` returns a number from 0 to 1.",
        ("right /", "100 * right /"),
    ),
    Slip("the count is not divided by how many were asked about.", (" / len(test_xs)", "")),
    Slip(
        "the count is divided by the number of the training points. Divide by how many were asked about.",
        ("len(test_xs)", "len(train_xs)"),
    ),
    Slip(
        "what `predict` says of the points that judge is compared with the targets of the training points. Each point "
        "has a target of its own.",
        ("zip(test_xs, test_ys)", "zip(test_xs, train_ys)"),
    ),
    *(
        Slip(
            "what `predict` says of the points that judge is compared with the targets in the order in which they "
            "came, so with those of other points. Shuffled points need the targets that were shuffled with them.",
            ("zip(test_xs, test_ys)", f"zip(test_xs, {targets})"),
        )
        for targets in ("ys", "ys[len(ys) // 2 :]")
    ),
    Slip(
        "only one point is asked about, as where a `return` inside the loop ends it. Ask about all that are held out.",
        ("    return", "        return"),
    ),
    Slip(
        "0 comes out, as where `//` divides, or where two whole lists are compared with `==`. Count the points that "
        "are right, and divide with `/`.",
        ("right / len(test_xs)", "0.0"),
    ),
    Slip(
        "the share that is wrong is subtracted from the share that is right, as in a mean of target · prediction. "
        "Return the share that is right, from 0 to 1.",
        ("right / len(test_xs)", "2 * right / len(test_xs) - 1"),
    ),
    Slip(
        "every point counts as right, whatever `predict` says, or the count is divided by itself. Count those where "
        "`predict(x) == y`, and divide by how many were asked about.",
        ("predict(x) == y", "predict(x) and y"),
    ),
    Slip("the share is rounded. Return all of its digits.", ("right / len(test_xs)", "round(right / len(test_xs), 2)")),
]


def points(count):
    """`count` different points. Two in five are of class -1, in either half of them."""
    return [[float(i), 0.5 * i] for i in range(count)], [-1.0 if i % 5 in (0, 3) else 1.0 for i in range(count)]


class Record:
    """A model that knows its training points by heart, and a record of which points were used for what.

    Of points that it does not know it gets one in four right, so that the result says which points were asked about.
    """

    def __init__(self, count):
        self.xs, self.ys = points(count)
        self.fits = []  # for each call of `fit`: the places of the points that it got, and of those that judged
        self.has_true_targets = True
        self.said = []  # all answers of all models

    def fit(self, xs, ys):
        trained, judged = [self.place(x) for x in xs], []
        known = dict(zip(trained, ys))
        self.fits.append((trained, judged))
        if len(xs) != len(ys) or any(self.ys[place] != y for place, y in known.items()):
            self.has_true_targets = False

        def predict(x):
            place = self.place(x)
            judged.append(place)
            self.said.append(known.get(place, self.guess(place)))
            return self.said[-1]

        return predict

    def place(self, x):
        try:
            return self.xs.index([float(number) for number in x])
        except (TypeError, ValueError):
            text = f"`fit` or `predict` got {in_words(x)} for a point. That is none of those in `xs`."
            raise NotAnAnswer(text, "a target" if is_number(x) and x in self.ys else "no point") from None

    def guess(self, place):
        return -self.ys[place] if place % 4 else self.ys[place]

    def answers(self):
        """For each model, two lists: whether each answer about an unseen point was right, and about a seen one."""
        found = []
        for trained, judged in self.fits:
            unseen = [self.guess(place) == self.ys[place] for place in judged if place not in trained]
            found.append((unseen, [True] * (len(judged) - len(unseen))))
        return found

    def mean_of_classes(self):
        """The mean of the shares of right answers in the two classes; None if one was not asked about."""
        places = [place for _, judged in self.fits for place in judged]
        classes = [[self.guess(place) == y for place in places if self.ys[place] == y] for y in (-1, 1)]
        return sum(sum(each) / len(each) for each in classes) / 2 if all(classes) else None

    def questions(self):
        return sum(len(judged) for _, judged in self.fits)

    def overlap(self):
        """In words, which of the points that judge have been trained on."""
        trained = {place for places, _ in self.fits for place in places}
        judged = [place for _, places in self.fits for place in places]
        seen = [place for places, judged in self.fits for place in judged if place in places]
        if not trained:
            return UNKNOWN[0]
        if not judged:
            return UNKNOWN[1]
        if not seen:
            return NOTHING
        if len(trained) == len(self.xs):
            return "all of the points that judge, for `fit` got every point"
        if len(set(judged)) == len(self.xs) and len(self.fits) == 1:
            return "all of the training points, for every point judges"
        share = len(seen) / len(judged)
        amount = "all" if share == 1 else "most" if share > 0.75 else "some" if len(set(seen)) > 1 else "one"
        return f"{amount} of the points that judge"


UNKNOWN = ["unknown, for `fit` got no points", "unknown, for `predict` was not called"]
NOTHING, SHARE = "nothing", "the share that is right"
EQUAL, OWN = "the target of a point that comes twice", "its own"
SOME = 24  # the points of the first case


def meaning(record, result):
    """What the result says, in words, and how the points that judge overlap with those of the training."""
    if not is_number(result):
        return kind(result), record.overlap()
    answers, count = record.answers(), len(record.xs)
    # Who asks about training points too, and returns the share of the others, does not leak.
    unseen = [unseen for unseen, _ in answers if unseen]
    if unseen and math.isclose(result, sum(sum(each) / len(each) for each in unseen) / len(unseen)):
        return SHARE, NOTHING  # the mean of several models
    words = form_of(result, [right for each in unseen for right in each], count)
    # Beside answers about training points, another form than the share would only be one by chance.
    if words == SHARE or (words and not any(seen for _, seen in answers)):
        return words, NOTHING
    classes = record.mean_of_classes()
    if classes is not None and not any(seen for _, seen in answers) and math.isclose(result, classes):
        return "the mean of the shares of the two classes", NOTHING
    words = form_of(result, [right for unseen, seen in answers for right in unseen + seen], count)
    if not words and record.said and math.isclose(result, sum(said > 0 for said in record.said) / len(record.said)):
        words = "a number as large as the share of points that are given class 1"
    return words or f"another number, {result:.4g}", record.overlap()


def form_of(result, answers, count):
    """How a number comes from the answers, each right or not, to questions about some of `count` points; "" if it does
    not.
    """
    right, asked = sum(answers), max(len(answers), 1)
    forms = {
        SHARE: right / asked,
        "the share that is wrong": 1 - right / asked,
        "the share that is right minus the share that is wrong": 2 * right / asked - 1,
        "that share in per cent": 100 * right / asked,
        "the number that is right": right,
        "the number that is right / the number of all points": right / count,
        "the number that is right / the number of points in a half": right / (count - count // 2),
    }
    close = [words for words, number in forms.items() if math.isclose(number, result, abs_tol=1e-9)]
    return close[0] if answers and close else ""


def what_becomes_of_equals(solution):
    """Which targets `fit` gets where most points come twice, once with each target."""
    xs, ys = ([*each, *each[:20]] for each in points(30))
    ys[30:] = [-y for y in ys[:20]]
    given, are_kept = pairs(xs, ys), []

    def fit(some_xs, some_ys):
        are_kept.append(pairs(some_xs, some_ys) <= given)
        return lambda _: 1.0

    solution(fit, xs, ys, random.Random(1))
    return OWN if all(are_kept) else "sometimes that of its double"


def pairs(xs, ys):
    """How often each point comes with each target."""
    return Counter((*map(float, x), float(y)) for x, y in zip(xs, ys))


def run(solution, count):
    """The use that a solution makes of the points, in words."""
    record, again = Record(count), Record(count)
    result = solution(record.fit, *points(count), random.Random(1))
    says, overlap = meaning(record, result)
    answer = {
        "what the points of `fit` and of `predict` have in common": overlap,
        "the targets that `fit` got": "those of its points" if record.has_true_targets else "those of other points",
        "the number of points that judge": "only one" if record.questions() == 1 else "more than one",
        "what is returned": says if record.has_true_targets and overlap not in UNKNOWN else SHARE,
        EQUAL: OWN,
    }
    if not record.fits:
        return answer
    solution(again.fit, *points(count), random.Random(2))
    trained, trained_again = record.fits[0][0], [trained for trained, _ in again.fits[:1]]
    size = len(trained)
    if count == SOME and overlap == NOTHING and says == SHARE and record.has_true_targets:
        answer[EQUAL] = what_becomes_of_equals(solution)
    order = "a new one"
    if size < count and [sorted(trained)] == [sorted(each) for each in trained_again]:
        as_they_came = sorted(trained) in (list(range(size)), list(range(count - size, count)))
        order = "that in which they came" if as_they_came else REGULAR if are_regular(trained, count) else order
    return answer | {"the order in which the points are cut": order}


REGULAR = "a regular one, by their places"


def are_regular(places, count):
    """Whether some of `count` places make a pattern that no shuffle makes: one that repeats, or a few blocks."""
    row = [place in places for place in range(count)]
    repeats = any(row[period:] == row[:-period] for period in range(2, count // 2 + 1))
    blocks = 1 + sum(a != b for a, b in pairwise(row))
    rare = min(sum(row), count - sum(row))
    return repeats or (blocks <= 3 and rare >= 3) or (blocks <= 6 and rare >= 8)


exercise = Exercise(
    id="8.1",
    title="An evaluation that leaks",
    side_road=True,
    name="held_out_accuracy",
    reference=reference,
    stub=stub,
    demands=[
        Demand("the points are shuffled before they are split", splits_in_order),
        Demand("each point keeps its own target", shuffles_them_apart),
        Demand("`predict` is asked about points that `fit` has not seen", splits_twice),
        Demand("`held_out_accuracy` returns the share of these points that `predict` gets right", counts_them),
    ],
    cases=[Case(f"{count} points", lambda count=count: (count,)) for count in (SOME, 44, 45)],
    run=run,
    may_change=("xs", "ys"),
    alternatives=[
        other_half,
        splits_by_hand,
        shuffles_in_the_same_way,
        passes_over_seen_points,
        each_half_judges,
        takes_the_mean_of_both,
        looks_at_both,
    ],
    misconceptions=[
        splits_twice,
        divides_by_the_half,
        overlaps,
        splits_in_order,
        takes_every_second,
        shuffles_them_apart,
        looks_targets_up,
        averages_the_classes,
        never_asks,
    ],
    slips=SLIPS,
)
