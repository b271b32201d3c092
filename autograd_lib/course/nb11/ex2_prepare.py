"""Exercise 11.2: noisy copies that are made before the split. The checker records what each image is used for."""

from typing import NamedTuple

import numpy as np

from autograd_lib.course.answers import Gap
from autograd_lib.course.arrays import as_array
from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer

COPIES = 4


def noisy(images, rng):
    """As the notebook has it: the images, with a little noise on every pixel."""
    return images + rng.normal(0, 0.1, images.shape)


def stub(images, targets, rng):
    images = np.concatenate([images, *[noisy(images, rng) for _ in range(4)]])
    targets = np.tile(targets, 5)

    order = rng.permutation(len(images))
    held, train = np.split(order, [len(order) // 4])
    return images[train], targets[train], images[held], targets[held]


def reference(images, targets, rng):
    order = rng.permutation(len(images))
    held, train = np.split(order, [len(order) // 4])

    more_images = np.concatenate([images[train], *[noisy(images[train], rng) for _ in range(4)]])
    more_targets = np.tile(targets[train], 5)
    return more_images, more_targets, images[held], targets[held]


def image_by_image(images, targets, rng):
    """Each image with its copies after it, its target five times."""
    order = rng.permutation(len(images))
    held, train = order[: len(order) // 4], order[len(order) // 4 :]
    more = [copy for i in train for copy in (images[i], *(noisy(images[i], rng) for _ in range(COPIES)))]
    return np.array(more), np.repeat(targets[train], COPIES + 1), images[held], targets[held]


def keeps_copies_together_by_their_number(images, targets, rng):
    """Makes all copies first, then keeps each with its original: also right."""
    number = np.tile(np.arange(len(images)), COPIES + 1)
    copies = np.concatenate([images, *[noisy(images, rng) for _ in range(COPIES)]])
    labels = np.tile(targets, COPIES + 1)
    held = rng.permutation(len(images))[: len(images) // 4]
    train = ~np.isin(number, held)
    return copies[train], labels[train], images[held], targets[held]


def copies_before_the_split(images, targets, rng):
    """an image and its copies fall on both sides, as where the copies are made before the split. Split the images as
    they were written, then copy those to train on.
    """
    return stub(images, targets, rng)


def copies_before_the_split_and_repeats_the_targets(images, targets, rng):
    """an image and its copies fall on both sides, and some images have the target of another. Split the images as they
    were written, copy those to train on, and give each copy the target of its image, as `np.tile` does for whole sets.
    """
    images = np.concatenate([images, *[noisy(images, rng) for _ in range(COPIES)]])
    targets = np.repeat(targets, COPIES + 1)
    held, train = np.split(rng.permutation(len(images)), [len(images) // 4])
    return images[train], targets[train], images[held], targets[held]


def copies_all_and_holds_out_originals(images, targets, rng):
    """the images that judge are as they were written, but noisy copies of them are among the training images. Copy only
    those that are trained on.
    """
    order = rng.permutation(len(images))
    held, train = np.split(order, [len(order) // 4])
    more = np.concatenate([images[train], *[noisy(images, rng) for _ in range(COPIES)]])
    labels = np.concatenate([targets[train], np.tile(targets, COPIES)])
    return more, labels, images[held], targets[held]


def repeats_the_targets(images, targets, rng):
    """each target comes five times in a row, and the images come in another order, such as five whole sets: they no
    longer belong together. `np.tile` repeats a whole array, `np.repeat` each of its entries.
    """
    more, labels, held_images, held_targets = reference(images, targets, rng)
    return more, np.repeat(labels[: len(labels) // (COPIES + 1)], COPIES + 1), held_images, held_targets


def copies_the_judges_too(images, targets, rng):
    """the held-out images are copied as well. They stand for the images to come, so they stay as they are, and each
    judges once.
    """
    order = rng.permutation(len(images))
    held, train = np.split(order, [len(order) // 4])
    more = [np.concatenate([images[p], *[noisy(images[p], rng) for _ in range(COPIES)]]) for p in (train, held)]
    labels = [np.tile(targets[part], COPIES + 1) for part in (train, held)]
    return more[0], labels[0], more[1], labels[1]


def splits_twice(images, targets, rng):
    """some images are on both sides as they were written, and some perhaps on none. One `order`, cut in two, puts each
    image on one side: cut it once, and use its two parts for everything.
    """
    train = rng.permutation(len(images))[len(images) // 4 :]
    held = rng.permutation(len(images))[: len(images) // 4]
    more = np.concatenate([images[train], *[noisy(images[train], rng) for _ in range(COPIES)]])
    return more, np.tile(targets[train], COPIES + 1), images[held], targets[held]


def trains_on_all(images, targets, rng):
    """all images are trained on, and those that judge are taken from among them. What is held out has to be missing
    from the other side.
    """
    held = rng.permutation(len(images))[: len(images) // 4]
    more = np.concatenate([images, *[noisy(images, rng) for _ in range(COPIES)]])
    return more, np.tile(targets, COPIES + 1), images[held], targets[held]


def trains_on_a_quarter(images, targets, rng):
    """a quarter of the images is trained on, and three quarters judge, as where the two parts of the split have changed
    places. A quarter is held out.
    """
    order = rng.permutation(len(images))
    train, held = np.split(order, [len(order) // 4])
    more = np.concatenate([images[train], *[noisy(images[train], rng) for _ in range(COPIES)]])
    return more, np.tile(targets[train], COPIES + 1), images[held], targets[held]


def holds_out_half(images, targets, rng):
    """neither three quarters nor one quarter, but another share of the images judges. A quarter is held out."""
    order = rng.permutation(len(images))
    held, train = np.split(order, [len(order) // 2])
    more = np.concatenate([images[train], *[noisy(images[train], rng) for _ in range(COPIES)]])
    return more, np.tile(targets[train], COPIES + 1), images[held], targets[held]


def leaves_the_targets_behind(images, targets, rng):
    """images and targets part ways: some images have the target of another. Whatever is done to the order of the one,
    a shuffle, a split or a repetition, has to be done to that of the other.
    """
    order = rng.permutation(len(images))
    held, train = np.split(order, [len(order) // 4])
    more = np.concatenate([images[train], *[noisy(images[train], rng) for _ in range(COPIES)]])
    cut = len(order) // 4
    return more, np.tile(targets[cut:], COPIES + 1), images[held], targets[:cut]


def makes_too_few_copies(images, targets, rng):
    """the number of noisy copies is another than four for each image that is trained on."""
    order = rng.permutation(len(images))
    held, train = np.split(order, [len(order) // 4])
    more = np.concatenate([images[train], *[noisy(images[train], rng) for _ in range(3)]])
    return more, np.tile(targets[train], 4), images[held], targets[held]


def loses_the_originals(images, targets, rng):
    """none of the images that are trained on is as it was written, as where only noisy copies are there. Each belongs
    there as it was written, beside its four noisy copies.
    """
    order = rng.permutation(len(images))
    held, train = np.split(order, [len(order) // 4])
    more = np.concatenate([noisy(images[train], rng) for _ in range(COPIES)])
    return more, np.tile(targets[train], COPIES), images[held], targets[held]


def adds_to_one_array(images, targets, rng):
    """the versions of an image that are trained on are all one and the same, and none is as it was written, as where
    `+=` adds noise to one array that stands in the list five times. Each noisy copy is an array of its own.
    """
    order = rng.permutation(len(images))
    held, train = np.split(order, [len(order) // 4])
    more = np.concatenate([noisy(images[train], rng)] * (COPIES + 1))
    return more, np.tile(targets[train], COPIES + 1), images[held], targets[held]


def splits_without_shuffling(images, targets, rng):
    """Nothing in the text asks for a random split."""
    cut = len(images) // 4
    more = np.concatenate([images[cut:], *[noisy(images[cut:], rng) for _ in range(COPIES)]])
    return more, np.tile(targets[cut:], COPIES + 1), images[:cut], targets[:cut]


def works_in_place(images, targets, rng):
    images += rng.normal(0, 1e-9, images.shape)
    return reference(images, targets, rng)


def returns_the_judges_first(images, targets, rng):
    """the two sides are returned in the other order. The images to train on come first, then those that judge."""
    train_images, train_targets, held_images, held_targets = reference(images, targets, rng)
    return held_images, held_targets, train_images, train_targets


def copies_the_judges_only(images, targets, rng):
    """the noisy copies are on the side that judges, and the side to train on has none. It is the other way round."""
    order = rng.permutation(len(images))
    held, train = np.split(order, [len(order) // 4])
    more = np.concatenate([images[held], *[noisy(images[held], rng) for _ in range(COPIES)]])
    return images[train], targets[train], more, np.tile(targets[held], COPIES + 1)


def adds_noise_to_all(images, targets, rng):
    """the held-out images are changed as well, as by noise. They stand for the images to come and stay as they were
    written: whatever is done to the others is done to them alone.
    """
    return reference(noisy(images, rng), targets, rng)


def copies_without_noise(images, targets, rng):
    """the copies have no noise. Exact copies tell a network nothing new: it is as if it took more steps with the same
    images.
    """
    order = rng.permutation(len(images))
    held, train = np.split(order, [len(order) // 4])
    return np.tile(images[train], (COPIES + 1, 1, 1)), np.tile(targets[train], COPIES + 1), images[held], targets[held]


def draws_with_replacement(images, targets, rng):
    """some images are held out more than once, as when they are drawn with replacement. Each judges once: take the two
    parts of one permutation, or draw with `replace=False`.
    """
    held = rng.integers(0, len(images), len(images) // 4)
    train = np.setdiff1d(np.arange(len(images)), held)
    more = np.concatenate([images[train], *[noisy(images[train], rng) for _ in range(COPIES)]])
    return more, np.tile(targets[train], COPIES + 1), images[held], targets[held]


def leaves_none_to_train_on(images, targets, rng):
    """all images are held out and none is left to train on, as when the number of the example is written into the code.
    A quarter of *these* images is `len(images) // 4`.
    """
    return images[:0], targets[:0], images.copy(), targets.copy()


IN_PAIRS = (
    "something with three axes stands where targets belong, as where images of both sides come first, then targets. "
    "The targets of a side come right after its images, one for each."
)


def returns_images_first(images, targets, rng):
    train_images, train_targets, held_images, held_targets = reference(images, targets, rng)
    return train_images, held_images, train_targets, held_targets


def returns_judges_images_first(images, targets, rng):
    train_images, train_targets, held_images, held_targets = reference(images, targets, rng)
    return held_images, train_images, held_targets, train_targets


def returns_targets_first(images, targets, rng):
    """targets are returned before the images that they belong to. The images of a side come first."""
    train_images, train_targets, held_images, held_targets = reference(images, targets, rng)
    return train_targets, train_images, held_targets, held_images


def knows_450_images(images, targets, rng):
    """the number of images in the example, 450, is written into the code. Ask the array: `len(images)`."""
    order = rng.permutation(450)
    held, train = order[: 450 // 4], order[450 // 4 :]
    more = np.concatenate([images[train], *[noisy(images[train], rng) for _ in range(COPIES)]])
    return more, np.tile(targets[train], COPIES + 1), images[held], targets[held]


returns_images_first.__doc__ = returns_judges_images_first.__doc__ = IN_PAIRS


def copies_nothing(images, targets, rng):
    """nothing is copied any more. The leak is gone, and so are the copies: copy the training images after the split."""
    order = rng.permutation(len(images))
    held, train = np.split(order, [len(order) // 4])
    return images[train], targets[train], images[held], targets[held]


def run(solution, count):
    """The use that a solution makes of images that can be told apart even with noise."""
    images = np.random.default_rng(11).uniform(0, 1, (count, 8, 8))
    targets = np.arange(count) * 3 % 10
    parts = solution(images, targets, np.random.default_rng(5))
    arrays = [as_array(part) for part in parts] if isinstance(parts, tuple | list) else []
    if len(arrays) != 4 or any(array is None for array in arrays):
        raise NotAnAnswer(
            "Expected four arrays: images and targets to train on, and images and targets that are held out."
        )
    parts = arrays
    train, held = uses(*parts[:2], images, targets), uses(*parts[2:], images, targets)
    sides = [{use.place for use in side} for side in (train, held)]
    in_order = targets[[use.place for use in train]]
    as_written = [{use.place for use in side if use.as_written} for side in (train, held)]
    copied = [use.place for use in train if not use.as_written]
    return {
        "images": count,
        "train": len(sides[0]),
        "held": len(sides[1]),
        "both": len(sides[0] & sides[1]),
        "both as written": len(as_written[0] & as_written[1]),
        "wrong targets": [use.right_target for use in (*train, *held)].count(False),
        "targets in fives": np.array_equal(parts[1], np.repeat(in_order[: len(train) // 5], 5)),
        "noisy": len(copied),
        "uneven": [copied.count(place) == COPIES for place in sides[0]].count(False),
        "different": len(np.unique(parts[0], axis=0)),
        "as often": len(train) / len(sides[0]) if train else 0,
        "written": len(as_written[0]),
        "held noisy": [use.as_written for use in held].count(False),
        "held copies": len(held) - len(as_written[1]),
    }


class Use(NamedTuple):
    """An image in an answer: which of the given ones it is, whether with its own target, and whether without noise."""

    place: int
    right_target: bool
    as_written: bool


def uses(some, labels, images, targets):
    """The Use of each of some images."""
    if some.shape[1:] != images.shape[1:] or labels.shape != some.shape[:1]:
        raise NotAnAnswer(
            f"Images of shape {some.shape} and targets of shape {labels.shape}: expected (n, 8, 8) and (n,).",
            kind=f"images of {some.ndim} axes and targets of {labels.ndim}",
        )
    found, given = [], without_brightness(images)
    for image, label, plain in zip(some, labels, without_brightness(some)):
        place = (given @ plain).argmax()
        found.append(Use(int(place), bool(label == targets[place]), bool(np.array_equal(image, images[place]))))
    return found


def without_brightness(images):
    """A row of length 1 for each image, the same however bright and full of contrast that is: it finds it again."""
    rows = images.reshape(len(images), 64).astype(float)
    rows = rows - rows.mean(axis=1, keepdims=True)
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)


def judge(case, answer):
    if answer["both"]:
        both = are(answer["both"])
        return Gap(f"Of the {answer['images']} images, {both} on both sides, as they are or as a copy.")
    if answer["wrong targets"]:
        wrong = answer["wrong targets"]
        return Gap(f"{wrong} image{' has' if wrong == 1 else 's have'} the target of another one.")
    if answer["held copies"]:
        copies = answer["held copies"]
        what = f"{'is' if copies == 1 else 'are'} not as written, or there twice"
        return Gap(f"{copies} of the images that judge {what}. Expected none.")
    quarter = answer["images"] // 4
    if answer["train"] + answer["held"] != answer["images"] or answer["held"] != quarter:
        return Gap(
            f"{counted(answer['train'])} to train on and {answer['held']} held out, of {answer['images']}. Expected "
            f"{answer['images'] - quarter} and {quarter}."
        )
    if answer["written"] < answer["train"]:
        written = are(answer["written"])
        return Gap(f"Of {counted(answer['train'])} to train on, {written} there as they were written.")
    if answer["noisy"] != COPIES * answer["train"]:
        wanted = COPIES * answer["train"]
        return Gap(f"{counted(answer['train'])} to train on, and noisy copies: {answer['noisy']}. Expected {wanted}.")
    if answer["uneven"]:
        return Gap(
            f"Of {counted(answer['train'])} to train on, {are(answer['uneven'])} there with more or fewer than "
            f"{COPIES} noisy copies."
        )
    return None


def are(number):
    return f"{number} {'is' if number == 1 else 'are'}"


def counted(number):
    return f"{number} image{'s' * (number != 1)}"


def by_use(fits):
    """Recognises a mistake by what the images were used for."""
    return lambda case, answer: isinstance(answer, dict) and bool(fits(answer))


def split_well(fits):
    """Recognises a mistake in an answer where every image is on one side only and has its own target."""
    return by_use(lambda a: not a["both"] and not a["wrong targets"] and fits(a))


def quarter(a):
    return a["images"] // 4


def whole(a):
    """Whether every image is on one side."""
    return a["train"] + a["held"] == a["images"]


def is_without_originals(a):
    return a["noisy"] and not a["held copies"] and a["held"] == quarter(a) and not a["written"]


def judges_more_than_once(case, answer):
    """Recognises images that are held out more than once. Of few images, it may happen that none is drawn twice."""
    recognise = split_well(
        lambda a: (
            a["held copies"]
            and not a["held noisy"]
            and a["held"] + a["held copies"] == quarter(a)
            and a["written"] == a["train"]
            and a["noisy"] == COPIES * a["train"]
        )
    )
    return recognise(case, answer) or (frozenset() if judge(case, answer) is None else None)


def is_repeated(a):
    """Whether each image that is trained on is there several times, and always the same."""
    return a["different"] == a["train"] < a["noisy"]


RECOGNISE = {
    copies_before_the_split: by_use(lambda a: a["both"] and a["held noisy"] and not a["wrong targets"]),
    copies_before_the_split_and_repeats_the_targets: by_use(
        lambda a: a["both"] and a["held noisy"] and a["wrong targets"]
    ),
    copies_all_and_holds_out_originals: by_use(
        lambda a: a["both"] and not a["held noisy"] and not a["both as written"] and not a["wrong targets"]
    ),
    splits_twice: by_use(
        lambda a: a["both as written"] and not a["held noisy"] and a["written"] < a["images"] and not a["wrong targets"]
    ),
    trains_on_all: by_use(
        lambda a: (
            a["both as written"] and not a["held noisy"] and a["written"] == a["images"] and not a["wrong targets"]
        )
    ),
    repeats_the_targets: by_use(lambda a: not a["both"] and a["wrong targets"] and a["targets in fives"]),
    leaves_the_targets_behind: by_use(lambda a: not a["both"] and a["wrong targets"] and not a["targets in fives"]),
    copies_the_judges_too: split_well(lambda a: a["noisy"] and a["held copies"] == COPIES * a["held"]),
    adds_noise_to_all: split_well(
        lambda a: a["held noisy"] == a["held"] == a["held copies"] and a["held"] == quarter(a)
    ),
    returns_the_judges_first: split_well(
        lambda a: not a["noisy"] and a["held noisy"] == COPIES * a["held"] and a["train"] == quarter(a)
    ),
    copies_the_judges_only: split_well(
        lambda a: not a["noisy"] and a["held noisy"] == COPIES * a["held"] and a["train"] != quarter(a)
    ),
    trains_on_a_quarter: split_well(lambda a: not a["held copies"] and whole(a) and a["train"] == quarter(a)),
    holds_out_half: split_well(
        lambda a: not a["held copies"] and whole(a) and a["train"] and a["train"] != quarter(a) != a["held"]
    ),
    leaves_none_to_train_on: split_well(lambda a: whole(a) and not a["train"]),
    draws_with_replacement: judges_more_than_once,
    copies_without_noise: split_well(
        lambda a: not a["noisy"] and not a["held copies"] and a["as often"] == COPIES + 1 and a["held"] == quarter(a)
    ),
    copies_nothing: split_well(
        lambda a: not a["noisy"] and not a["held copies"] and a["as often"] == 1 and a["held"] == quarter(a)
    ),
    makes_too_few_copies: split_well(
        lambda a: (
            a["noisy"]
            and not a["held copies"]
            and a["held"] == quarter(a)
            and a["written"] == a["train"]
            and a["noisy"] != COPIES * a["train"]
        )
    ),
    loses_the_originals: split_well(lambda a: is_without_originals(a) and not is_repeated(a)),
    adds_to_one_array: split_well(lambda a: is_without_originals(a) and is_repeated(a)),
}

exercise = Exercise(
    id="11.2",
    title="Too good",
    name="prepare",
    reference=reference,
    stub=stub,
    cases=[Case(f"{count} images", lambda count=count: (count,)) for count in (8, 40, 200)],
    run=run,
    keeps_arrays=True,
    demands=[
        Demand(
            "`prepare` returns images and targets to train on, then images and targets held out",
            returns_the_judges_first,
        ),
        Demand("a quarter of the images is held out, each as it was written, once", trains_on_a_quarter),
        Demand("no image is on both sides, not even as a copy", copies_before_the_split),
        Demand("each image to train on is there as it was written, with four noisy copies", copies_nothing),
        Demand("every image has its own target", leaves_the_targets_behind),
        Demand("`images` and `targets` stay as they are", works_in_place),
    ],
    judge=judge,
    alternatives=[image_by_image, keeps_copies_together_by_their_number, splits_without_shuffling],
    misconceptions=[
        *RECOGNISE,
        returns_images_first,
        returns_judges_images_first,
        returns_targets_first,
        knows_450_images,
    ],
    recognise=RECOGNISE,
)
