"""Exercise 11.2: noisy copies that are made before the split. What each image is used for is written down."""

import numpy as np

from autograd_lib.exercises.exercise import Case, Exercise, Gap, NotAnAnswer

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
    """All copies first, and then each with its original: also right."""
    number = np.tile(np.arange(len(images)), COPIES + 1)
    copies = np.concatenate([images, *[noisy(images, rng) for _ in range(COPIES)]])
    labels = np.tile(targets, COPIES + 1)
    held = rng.permutation(len(images))[: len(images) // 4]
    train = ~np.isin(number, held)
    return copies[train], labels[train], images[held], targets[held]


def copies_before_the_split(images, targets, rng):
    """the copies are made before the split, so that copies of one image fall on both sides. Split first, then copy what
    is to be trained on.
    """
    return stub(images, targets, rng)


def copies_all_and_holds_out_originals(images, targets, rng):
    """the images that judge are as they were written, but noisy copies of them are among those to train on. Copy only
    `images[train]`.
    """
    order = rng.permutation(len(images))
    held, train = np.split(order, [len(order) // 4])
    more = np.concatenate([images[train], *[noisy(images, rng) for _ in range(COPIES)]])
    labels = np.concatenate([targets[train], np.tile(targets, COPIES)])
    return more, labels, images[held], targets[held]


def repeats_the_targets(images, targets, rng):
    """each target comes five times in a row, and the images come as five whole sets: they no longer belong together.
    `np.tile` repeats a whole array, `np.repeat` each of its entries.
    """
    more, labels, held_images, held_targets = reference(images, targets, rng)
    return more, np.repeat(labels[: len(labels) // (COPIES + 1)], COPIES + 1), held_images, held_targets


def copies_the_judges_too(images, targets, rng):
    """the held-out images are copied as well. They stand for the images that will come, so they stay as they are, and
    each judges once.
    """
    order = rng.permutation(len(images))
    held, train = np.split(order, [len(order) // 4])
    more = [np.concatenate([images[p], *[noisy(images[p], rng) for _ in range(COPIES)]]) for p in (train, held)]
    labels = [np.tile(targets[part], COPIES + 1) for part in (train, held)]
    return more[0], labels[0], more[1], labels[1]


def copies_nothing(images, targets, rng):
    """nothing is copied any more. The leak is gone, and the copies too: copy the training images, after the split."""
    order = rng.permutation(len(images))
    held, train = np.split(order, [len(order) // 4])
    return images[train], targets[train], images[held], targets[held]


def run(solution, count):
    """What a solution does with images that can be told apart, noise or no noise."""
    images = np.random.default_rng(11).uniform(0, 1, (count, 8, 8))
    targets = np.arange(count) * 3 % 10
    parts = solution(images.copy(), targets.copy(), np.random.default_rng(5))
    if not isinstance(parts, tuple | list) or len(parts) != 4 or not all(isinstance(p, np.ndarray) for p in parts):
        raise NotAnAnswer(
            "Expected four arrays: images and targets to train on, and images and targets that are held out."
        )
    train, held = uses(*parts[:2], images, targets), uses(*parts[2:], images, targets)
    places, held_places = [use[0] for use in train], [use[0] for use in held]
    return {
        "images": count,
        "train": len(set(places)),
        "held": len(set(held_places)),
        "both": len(set(places) & set(held_places)),
        "wrong targets": [right for _, right, _ in (*train, *held)].count(False),
        "copies": [original for _, _, original in train].count(False),
        "held copies": [original for _, _, original in held].count(False) + len(held) - len(set(held_places)),
    }


def uses(some, labels, images, targets):
    """For each of some images: which it is, whether its target is right, and whether it is as it was written."""
    if some.shape[1:] != images.shape[1:] or labels.shape != some.shape[:1]:
        raise NotAnAnswer(
            f"Images of shape {some.shape} and targets of shape {labels.shape}: expected (n, 8, 8) and (n,)."
        )
    found = []
    for image, label in zip(some, labels):
        place = np.square(images - image).sum(axis=(1, 2)).argmin()
        found.append((int(place), bool(label == targets[place]), bool(np.array_equal(image, images[place]))))
    return found


def judge(case, answer):
    if answer["both"]:
        return Gap(f"Of the {answer['images']} images, {answer['both']} are on both sides, as they are or as a copy.")
    if answer["wrong targets"]:
        return Gap(f"{answer['wrong targets']} images have the target of another one.")
    if answer["held copies"]:
        return Gap(f"{answer['held copies']} of the images that judge are copies. Expected none.")
    if answer["train"] + answer["held"] != answer["images"] or not answer["held"]:
        return Gap(f"{answer['train']} images to train on and {answer['held']} held out, of {answer['images']}.")
    if answer["copies"] != COPIES * answer["train"]:
        wanted = COPIES * answer["train"]
        return Gap(f"{answer['train']} images to train on, and {answer['copies']} noisy copies. Expected {wanted}.")
    return None


def by_use(fits):
    """Recognises a mistake by what the images were used for."""
    return lambda case, answer: isinstance(answer, dict) and bool(fits(answer))


exercise = Exercise(
    id="11.2",
    title="Too good",
    name="prepare",
    reference=reference,
    stub=stub,
    cases=[Case(f"{count} images", lambda count=count: (count,)) for count in (8, 40)],
    run=run,
    judge=judge,
    alternatives=[image_by_image, keeps_copies_together_by_their_number],
    misconceptions=[
        copies_before_the_split,
        copies_all_and_holds_out_originals,
        repeats_the_targets,
        copies_the_judges_too,
        copies_nothing,
    ],
    recognise={
        copies_before_the_split: by_use(lambda a: a["both"] and a["held copies"]),
        copies_all_and_holds_out_originals: by_use(lambda a: a["both"] and not a["held copies"]),
        repeats_the_targets: by_use(lambda a: not a["both"] and a["wrong targets"]),
        copies_the_judges_too: by_use(lambda a: not a["both"] and not a["wrong targets"] and a["held copies"]),
        copies_nothing: by_use(lambda a: not a["both"] and not a["copies"] and not a["wrong targets"]),
    },
)
