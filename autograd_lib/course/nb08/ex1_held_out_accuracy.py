"""Exercise 8.1: an evaluation that makes a memoriser look good. The checker records which points are used for what."""

import random

from autograd_lib.course.exercise import Case, Exercise, Gap, NotAnAnswer, is_number


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


def splits_twice(fit, xs, ys, rng):
    """the points are shuffled again for the second split, so that about half of the points that judge have been trained
    on. Split once, and keep both parts.
    """
    return stub(fit, xs, ys, rng)


def judges_by_the_training_points(fit, xs, ys, rng):
    """the points that judge are the very points that it was trained on. Ask about the other half."""
    train_xs, train_ys, _, _ = halves(xs, ys, rng)
    predict = fit(train_xs, train_ys)
    return sum(predict(x) == y for x, y in zip(train_xs, train_ys)) / len(train_xs)


def trains_on_everything(fit, xs, ys, rng):
    """it is trained on all points, and those that judge are among them. `fit` may see only the training half."""
    predict = fit(xs, ys)
    _, _, test_xs, test_ys = halves(xs, ys, rng)
    return sum(predict(x) == y for x, y in zip(test_xs, test_ys)) / len(test_xs)


def judges_by_everything(fit, xs, ys, rng):
    """all points judge, the training points too. Ask only about those that it has not seen."""
    train_xs, train_ys, _, _ = halves(xs, ys, rng)
    predict = fit(train_xs, train_ys)
    return sum(predict(x) == y for x, y in zip(xs, ys)) / len(xs)


def divides_by_all(fit, xs, ys, rng):
    """the right answers are divided by the number of all points. Divide by how many were asked about."""
    train_xs, train_ys, test_xs, test_ys = halves(xs, ys, rng)
    predict = fit(train_xs, train_ys)
    return sum(predict(x) == y for x, y in zip(test_xs, test_ys)) / len(xs)


def cuts_without_shuffling(fit, xs, ys, rng):
    """the points are cut in the middle in the order in which they come. Data often come sorted by class: it then trains
    on one class and is judged by the other. Shuffle first.
    """
    middle = len(xs) // 2
    predict = fit(xs[:middle], ys[:middle])
    return sum(predict(x) == y for x, y in zip(xs[middle:], ys[middle:])) / (len(xs) - middle)


def points(count):
    """`count` different points, sorted by class."""
    return [[float(i), 0.5 * i] for i in range(count)], [-1.0] * (count // 2) + [1.0] * (count - count // 2)


def run(solution, count):
    """The use that a solution makes of the points, recorded by a model that knows its training points by heart."""
    xs, ys = points(count)
    place = {tuple(x): i for i, x in enumerate(xs)}
    trained, judged, right = set(), [], 0

    def fit(some_xs, some_ys):
        known = {tuple(x): y for x, y in zip(some_xs, some_ys)}
        trained.update(place[x] for x in known)

        def predict(x):
            nonlocal right
            judged.append(place[tuple(x)])
            answer = known.get(tuple(x), 1.0)
            right += answer == ys[judged[-1]]
            return answer

        return predict

    accuracy = solution(fit, [list(x) for x in xs], list(ys), random.Random(1))
    if not is_number(accuracy):
        raise NotAnAnswer(f"You returned {accuracy!r} ({type(accuracy).__name__}). Expected the share that is right.")
    return {
        "points": count,
        "trained": len(trained),
        "judged": len(judged),
        "both": len(trained & set(judged)),
        "classes": len({ys[i] for i in trained}),
        "right": right,
        "accuracy": float(accuracy),
    }


def judge(case, answer):
    trained, judged, both = answer["trained"], answer["judged"], answer["both"]
    if not trained or not judged:
        return Gap("fit was not called." if not trained else "predict was not called: no point was asked about.")
    if both:
        return Gap(f"It was trained on {trained} points and judged by {judged}, and {both} of these are among those.")
    if trained + judged != answer["points"]:
        return Gap(f"It was trained on {trained} points and judged by {judged}, of {answer['points']} in all.")
    if answer["points"] > 20 and answer["classes"] == 1:
        return Gap("All the points that it was trained on are of one class. The data are sorted by class.")
    if abs(answer["accuracy"] - answer["right"] / judged) > 1e-9:
        return Gap(f"{answer['right']} of {judged} answers were right. You returned {answer['accuracy']:.6g}.")
    return None


def by_use(overlap):
    """Recognises a leak by how many points were used twice: `overlap(answer)` says whether it is this one."""
    return lambda case, answer: isinstance(answer, dict) and bool(overlap(answer))


exercise = Exercise(
    id="8.1",
    title="An evaluation that leaks",
    name="held_out_accuracy",
    reference=reference,
    stub=stub,
    cases=[Case(f"{count} points", lambda count=count: (count,)) for count in (8, 40, 41)],
    run=run,
    judge=judge,
    alternatives=[other_half, splits_by_hand],
    misconceptions=[
        splits_twice,
        judges_by_the_training_points,
        trains_on_everything,
        judges_by_everything,
        divides_by_all,
        cuts_without_shuffling,
    ],
    recognise={
        splits_twice: by_use(lambda a: 0 < a["both"] < a["judged"] < a["points"]),
        judges_by_the_training_points: by_use(lambda a: a["both"] == a["judged"] == a["trained"] < a["points"]),
        trains_on_everything: by_use(lambda a: a["trained"] == a["points"]),
        judges_by_everything: by_use(lambda a: a["judged"] == a["points"] > a["trained"]),
        divides_by_all: by_use(lambda a: not a["both"] and a["accuracy"] == a["right"] / a["points"]),
    },
)
