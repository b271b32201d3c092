"""Small images side by side, and a confusion matrix, as Pictures."""

import numpy as np

from autograd_lib.picture import from_figure
from autograd_lib.plot.style import BLACK, in_our_style, new_figure, scores_map

PAPER_TO_INK = "Greys"
WIDTH = 6.8  # the width of a picture, in inches
LARGEST = 1.1  # the largest width of one image, in inches
PALE = 0.1  # a number below this share of the largest one looks nearly white


@in_our_style
def show_images(images, captions=None, columns=10, signed=False, title=""):
    """Show small images in rows, each with a caption below it, as a Picture; its text has the captions.

    Args:
        images: an array (n, height, width).
        captions: n short texts or numbers, or None.
        columns: images in a row.
        signed: whether 0 is the middle of the scale. If so, numbers above it are blue and those below it orange with a
            minus, stronger the farther they are from 0. Otherwise 0 is white and the largest number of all is black.
        title: the title of the picture.

    Raises:
        ValueError: `images` is not such an array, is empty, or does not hold as many images as there are captions.
    """
    images = np.asarray(images, float)
    captions = [""] * len(images) if captions is None else [str(caption) for caption in captions]
    if images.ndim != 3 or not images.size or len(captions) != len(images):
        raise ValueError(
            f"a gallery takes images of shape (n, height, width), and a caption for each if any: got shape "
            f"{images.shape} and {len(captions)} captions"
        )
    columns = min(columns, len(images))
    rows = -(-len(images) // columns)
    height, width = images.shape[1:]
    lines = max(caption.count("\n") for caption in captions) + 1 if any(captions) else 0
    size = min(WIDTH / columns, LARGEST)  # the width of one image, with its share of the gaps
    below, top = 0.2 * lines, 0.35 if title else 0.05
    figure = new_figure(WIDTH, top + rows * (size * height / width + below))
    cell = size / WIDTH, (size * height / width + below) / figure.get_figheight()
    for place, (image, caption) in enumerate(zip(images, captions)):
        row, column = divmod(place, columns)
        share = below / figure.get_figheight()
        box = (column * cell[0], 1 - top / figure.get_figheight() - (row + 1) * cell[1] + share)
        axes = figure.add_axes((box[0] + 0.06 * cell[0], box[1], 0.88 * cell[0], cell[1] - share))
        draw_image(axes, image, signed, np.abs(images).max())
        axes.text(0.5, -0.06, caption, transform=axes.transAxes, ha="center", va="top", fontsize=10)
    figure.suptitle(title, x=0.01, ha="left", fontsize=13, y=1 - 0.08 / figure.get_figheight(), va="top")
    heading = f"{title or 'images'}: {len(images)} of {height} × {width}"
    said = ", ".join(caption.replace("\n", " ") for caption in captions if caption)
    return from_figure(figure, f"{heading}\n{said}".strip())


def draw_image(axes, image, signed=False, largest=1.0, with_minus=True):
    """Draw one image on `axes`, without ticks.

    Args:
        signed: as for `show_images`.
        largest: the number that gets the strongest colour.
        with_minus: whether a signed image has a minus where it is clearly below 0, for readers who do not see colours.
    """
    largest = largest or 1.0
    axes.imshow(image, cmap=scores_map() if signed else PAPER_TO_INK, vmin=-largest if signed else 0, vmax=largest)
    axes.set(xticks=[], yticks=[])
    for spine in axes.spines.values():
        spine.set(visible=True, linewidth=0.5, color="#999999")
    if signed and with_minus:
        rows, columns = np.nonzero(image < -PALE * largest)
        cell = 72 / axes.figure.dpi * min(axes.bbox.size) / max(image.shape)  # a cell's side, in points
        axes.plot(columns, rows, "_", color=BLACK, markersize=0.4 * cell, markeredgewidth=0.8, linestyle="none")


def mosaic(images, columns, gap=1):
    """Arrange images of one size in rows, as one array; the gaps and the positions without an image are NaN."""
    images = np.asarray(images, float)
    count, height, width = images.shape
    rows = -(-count // columns)
    whole = np.full((rows * (height + gap) - gap, columns * (width + gap) - gap), np.nan)
    for place, image in enumerate(images):
        row, column = divmod(place, columns)
        top, left = row * (height + gap), column * (width + gap)
        whole[top : top + height, left : left + width] = image
    return whole


def confusion(targets, answers, classes=10):
    """The confusion matrix of a classifier: entry [i, j] counts the images of class i that were read as j.

    Args:
        targets, answers: for each image its true class and the one it was read as, integers from 0.
        classes: how many classes there are.
    """
    matrix = np.zeros((classes, classes), int)
    np.add.at(matrix, (np.asarray(targets), np.asarray(answers)), 1)
    return matrix


@in_our_style
def show_confusion(matrix, title=""):
    """Show a confusion matrix as a Picture: a row for each true class, a column for each answer; its text is the table.

    The mistakes, off the diagonal, are coloured by their number.

    Args:
        matrix: a square matrix, as `confusion` gives it.
        title: the title of the picture.

    Raises:
        ValueError: `matrix` is not square.
    """
    matrix = np.asarray(matrix)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not len(matrix):
        raise ValueError(f"a confusion matrix is square, a row and a column for each class: got shape {matrix.shape}")
    right = f"{np.trace(matrix)} of {matrix.sum()} right"
    mistakes = np.where(np.eye(len(matrix), dtype=bool), 0, matrix)
    figure = new_figure(5.2, 4.6, layout="constrained")
    axes = figure.add_subplot()
    axes.imshow(-mistakes, cmap=scores_map(), vmin=-max(mistakes.max(), 1) * 1.5, vmax=max(mistakes.max(), 1) * 1.5)
    for (i, j), count in np.ndenumerate(matrix):
        weight = "normal" if i == j or not count else "bold"
        axes.text(j, i, count or "·", ha="center", va="center", fontsize=11, fontweight=weight, color=BLACK)
    axes.set(title=f"{title or 'Confusion matrix'}: {right}", xlabel="read as", ylabel="is a")
    axes.set(xticks=range(len(matrix)), yticks=range(len(matrix)))
    wide = max(len(str(matrix.max())), 2) + 1
    lines = [f"{title or 'confusion matrix'}: {right}; rows: is a, columns: read as"]
    lines.append("  " + "".join(f"{j:{wide}}" for j in range(len(matrix))))
    lines += [f"{i:2}" + "".join(f"{count or '·':>{wide}}" for count in row) for i, row in enumerate(matrix)]
    return from_figure(figure, "\n".join(lines), f"{title or 'Confusion matrix'}: {right}.")
