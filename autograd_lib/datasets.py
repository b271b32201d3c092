"""Small data sets, and two steps that come before training: holding out some points, and cutting the rest into batches.

Points are lists of floats and targets are floats, so that they can be printed and passed to a model as they are.
Images are arrays, for models that take a whole batch at once.
Everything random takes a seed or a generator. `read_points` reads points of the reader's own from a file.
"""

import csv
import io
import math
import random
from numbers import Integral, Real
from pathlib import Path

import numpy as np


def four_samples():
    """Four points of three numbers each, and their targets, -1 or 1: few enough to follow the training by hand."""
    xs = [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]]
    return xs, [1.0, -1.0, -1.0, 1.0]


def xor():
    """The corners of a square; the target is 1 where exactly one of the two numbers is 1, else -1.

    No straight line separates the two classes, so one neuron cannot learn them. The targets are -1 and 1, as for the
    other sets of points, which suits tanh and the hinge loss; (y + 1) / 2 turns them into the 0 and 1 that a
    cross-entropy takes.
    """
    return [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]], [-1.0, 1.0, 1.0, -1.0]


def moons(n=100, noise=0.1, seed=0):
    """Two interleaving half circles: n points in the plane, with targets -1 and 1.

    Args:
        n: how many points, half of them on each moon.
        noise: the standard deviation of the normal noise that is added to both coordinates.
        seed: the same seed gives the same points.

    Raises:
        ValueError: n is not a whole number >= 2, or noise is not a finite number >= 0.
    """
    check_cloud(n, noise)
    # Imported only here, because it takes longer than all other imports together.
    from sklearn.datasets import make_moons

    points, moon = make_moons(n_samples=n, noise=noise, random_state=seed)
    return points.tolist(), [float(2 * which - 1) for which in moon]


def circles(n=100, noise=0.08, seed=0):
    """Two concentric circles, of radius 0.5 (target 1) and 1 (target -1): n points, half of them on each.

    The arguments and errors are those of `moons`.
    """
    check_cloud(n, noise)
    rng, xs, ys = random.Random(seed), [], []
    for i in range(n):
        inner, angle = i % 2, rng.uniform(0, 2 * math.pi)
        radius = 0.5 if inner else 1.0
        xs.append([radius * math.cos(angle) + rng.gauss(0, noise), radius * math.sin(angle) + rng.gauss(0, noise)])
        ys.append(1.0 if inner else -1.0)
    return xs, ys


def spirals(n=200, noise=0.03, seed=0):
    """Two arms that wind around each other, one turn and a quarter each: n points, with alternating targets -1 and 1.

    An arm begins at a distance of 0.25 from the centre and ends at 1.5. The arguments and errors are those of `moons`.
    """
    check_cloud(n, noise)
    rng, xs, ys = random.Random(seed), [], []
    for i in range(n):
        turn = rng.uniform(0.25, 1.5)
        angle = 2 * math.pi * turn + (math.pi if i % 2 else 0.0)
        x, y = turn * math.cos(angle), turn * math.sin(angle)
        xs.append([x + rng.gauss(0, noise), y + rng.gauss(0, noise)])
        ys.append(1.0 if i % 2 else -1.0)
    return xs, ys


def read_points(path):
    """Points of one's own, from a CSV file with two columns of numbers and one with the class, as `moons` returns them.

    The file is text in UTF-8, with commas between the fields of a line. Its first line may be a header: it is taken for
    one if neither of its first two fields is a number. Spaces around a field do not count, nor do empty lines.

    There are two classes. The one that comes first in the alphabet becomes -1 and the other 1; of two numbers, the
    smaller one becomes -1.

    Args:
        path: the file.

    Returns:
        xs, ys: a list of points [x, y], and a list of as many targets, -1.0 or 1.0.

    Raises:
        ValueError: a line is not two finite numbers and a class, or there are not two classes. The message names the
            file and the line, and says what was wanted and what came.
        OSError: the file cannot be read.
    """
    rows = numbered_rows(path)
    if rows and is_header(rows[0][1]):
        rows = rows[1:]
    xs, names, found = [], [], {}  # found: each class, and the line where it comes first
    for line, fields in rows:
        *point, name = checked_row(f"{path}, line {line}", fields)
        if name not in found and len(found) == 2:
            (a, line_a), (b, line_b) = found.items()
            raise ValueError(
                f"{path}, line {line}: wanted one of two classes, {a!r} (line {line_a}) or {b!r} (line {line_b}); "
                f"got a third, {name!r}"
            )
        found.setdefault(name, line)
        xs.append(point)
        names.append(name)
    if len(found) < 2:
        came = f"{len(xs)} of one class, {names[0]!r}" if xs else "none"
        raise ValueError(f"{path}: wanted points of two classes, got {came}")
    first = min(found, key=in_order)
    return xs, [-1.0 if name == first else 1.0 for name in names]


def in_order(name):
    """The key that sorts classes: numbers by size, and then names by the alphabet, where A and a are one letter."""
    return (1, name.casefold(), name) if isinstance(name, str) else (0, name)


def numbered_rows(path):
    """The rows of a CSV file that are not empty, as (number of its first line, fields without spaces around them)."""
    data = Path(path).read_bytes()
    try:
        text = data.decode("utf-8-sig")  # Excel begins its UTF-8 with a mark
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ValueError(
            f"{path}, line {line}: wanted text in UTF-8, got the byte {data[error.start]:#04x}. "
            "Spreadsheets call it CSV UTF-8."
        ) from None
    reader, rows, line = csv.reader(io.StringIO(text, newline=""), skipinitialspace=True, strict=True), [], 1
    try:
        for fields in reader:
            fields = [field.strip() for field in fields]
            if any(fields):
                rows.append((line, fields))
            line = reader.line_num + 1
    except csv.Error as error:
        raise ValueError(
            f"{path}, line {line}: wanted fields separated by commas, got a broken line: {error}"
        ) from None
    return rows


def is_header(fields):
    return len(fields) == 3 and all(fields) and as_number(fields[0]) is None is as_number(fields[1])


def checked_row(where, fields):
    """The two numbers and the class of one row."""
    if len(fields) != 3:
        hint = " Commas separate the fields, and decimals have a point." if ";" in "".join(fields) else ""
        raise ValueError(
            f"{where}: wanted two numbers and a class, with commas between them; got {','.join(fields)!r}.{hint}"
        )
    numbers = [as_number(field) for field in fields[:2]]
    for column, (number, field) in enumerate(zip(numbers, fields), start=1):
        if number is None or not math.isfinite(number):
            raise ValueError(f"{where}: wanted a finite number in column {column}, got {field!r}")
    name = fields[2]
    if not name:
        raise ValueError(f"{where}: wanted a class in column 3, got an empty field")
    number = as_number(name)
    return *numbers, name if number is None or math.isnan(number) else number


def as_number(field):
    """The number that a field holds, or None. Python also takes 1_000 for a number; a CSV file does not."""
    try:
        return None if "_" in field else float(field)
    except ValueError:
        return None


def digits(held_out=0.25, seed=0):
    """1,797 handwritten digits of 8 × 8 pixels, by 13 people (Alpaydin and Kaynak 1998), from scikit-learn.

    The split is random, so the same people wrote digits in both parts.

    Args:
        held_out: the share of images to hold out, as for `split`.
        seed: the same seed gives the same split.

    Returns:
        (train_images, train_targets), (held_out_images, held_out_targets). Images are float64 arrays (n, 8, 8), from 0
        (paper) to 1 (ink); targets are arrays of n integers, 0 to 9. For a convolution, which needs channels:
        `images.reshape(-1, 1, 8, 8)`.
    """
    from sklearn.datasets import load_digits

    data = load_digits()
    images, targets = data.images / 16, data.target.astype(np.int64)
    indices = range(len(images))
    (train, _), (others, _) = split(indices, indices, held_out, seed)
    return (images[train], targets[train]), (images[others], targets[others])


def check_cloud(n, noise):
    if not isinstance(n, Integral) or n < 2:
        raise ValueError(f"n is a whole number of points, at least 2: got {n!r}")
    if not isinstance(noise, Real) or not 0 <= noise < math.inf:
        raise ValueError(f"noise is a finite number >= 0, got {noise!r}")


def split(xs, ys, held_out=0.25, seed=0):
    """Shuffle the data and split it in two parts: one to train on, and one that training never sees.

    Args:
        xs, ys: points and targets.
        held_out: the share to hold out, between 0 and 1; rounded to whole points, at least one in each part.
        seed: the same seed gives the same split.

    Returns:
        (train_xs, train_ys), (held_out_xs, held_out_ys)

    Raises:
        ValueError: there are not as many points as targets, fewer than two points, or `held_out` is not such a share.
    """
    check_paired(xs, ys)
    if not isinstance(held_out, Real) or not 0 < held_out < 1:
        raise ValueError(f"held_out is a share of the points, between 0 and 1: got {held_out!r}")
    if len(xs) < 2:
        raise ValueError("one point alone cannot be split in two parts")
    order = list(range(len(xs)))
    random.Random(seed).shuffle(order)
    count = min(max(round(held_out * len(xs)), 1), len(xs) - 1)
    return pick(xs, ys, order[count:]), pick(xs, ys, order[:count])


def batches(xs, ys, size, rng=None):
    """Shuffle the data and cut it into batches, a list of (xs, ys). Each point comes once.

    Args:
        xs, ys: points and targets.
        size: points in a batch; the last one may have fewer.
        rng: a `random.Random`, or None for the global `random`.

    Raises:
        ValueError: there are not as many points as targets, no points, or `size` is not a whole number > 0.
        TypeError: `rng` is not a generator.
    """
    check_paired(xs, ys)
    if not isinstance(size, Integral) or size < 1:
        raise ValueError(f"size is a whole number of points > 0, got {size!r}")
    rng = random if rng is None else rng
    if not hasattr(rng, "shuffle"):
        raise TypeError(f"rng is a generator such as random.Random(42), or None; got {rng!r}")
    order = list(range(len(xs)))
    rng.shuffle(order)
    return [pick(xs, ys, order[start : start + size]) for start in range(0, len(order), size)]


def pick(xs, ys, indices):
    return [xs[i] for i in indices], [ys[i] for i in indices]


def check_paired(xs, ys):
    if len(xs) != len(ys) or not len(xs):
        raise ValueError(f"as many points as targets, at least one: got {len(xs)} and {len(ys)}")
