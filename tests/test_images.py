"""What galleries and confusion matrices promise: every image with its caption, and tables whose rows are the truth."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

from autograd_lib.plot.images import confusion, draw_image, mosaic, show_confusion, show_images


def test_the_words_have_every_caption_in_order():
    picture = show_images(np.zeros((3, 8, 8)), [4, "9\nor 7", 1], title="Three digits")
    assert picture.text == "Three digits: 3 of 8 × 8\n4, 9 or 7, 1"


def test_images_become_rows_below_each_other():
    heights = [show_images(np.zeros((count, 8, 8)), range(count)).size[1] for count in (10, 20, 21)]
    assert heights[1] == pytest.approx(2 * heights[0], rel=0.05) and heights[2] > heights[1]
    assert all(show_images(np.zeros((count, 8, 8))).size[0] <= 700 for count in (1, 30))


@pytest.mark.parametrize("images", [np.zeros((0, 8, 8)), np.zeros((8, 8))])
def test_without_images_there_is_no_gallery(images):
    with pytest.raises(ValueError, match=r"takes images of shape \(n, height, width\).* got shape \(.*8, 8\)"):
        show_images(images)


def test_a_caption_for_each_image():
    with pytest.raises(ValueError, match=r"got shape \(2, 8, 8\) and 1 captions"):
        show_images(np.zeros((2, 8, 8)), ["one"])


def test_what_is_clearly_below_zero_has_a_minus_and_not_only_a_colour():
    axes = Figure().add_subplot()
    draw_image(axes, np.array([[-1.0, 0.5], [-0.05, -0.2]]), signed=True)
    [minus] = axes.lines
    assert minus.get_marker() == "_" and sorted(zip(*minus.get_data())) == [(0, 0), (1, 1)]
    plain = Figure().add_subplot()
    draw_image(plain, np.array([[0.0, 0.5]]))
    assert len(plain.lines) == 0


def test_a_mosaic_has_each_image_at_its_place_and_nan_between():
    whole = mosaic([np.full((2, 3), k) for k in range(5)], columns=3)
    assert whole.shape == (2 * 2 + 1, 3 * 3 + 2)
    assert np.all(whole[:2, 4:7] == 1) and np.all(whole[3:, :3] == 3)
    assert np.isnan(whole[2]).all() and np.isnan(whole[:, 3]).all() and np.isnan(whole[3:, 8:]).all()


def test_rows_are_what_was_written_and_columns_what_was_read():
    matrix = confusion([1, 1, 0, 2], [1, 2, 0, 2], classes=3)
    assert matrix.tolist() == [[1, 0, 0], [0, 1, 1], [0, 0, 1]]


def test_the_table_is_there_in_words():
    picture = show_confusion([[12, 0], [3, 9]], title="Two classes")
    assert picture.text.splitlines() == [
        "Two classes: 21 of 24 right; rows: is a, columns: read as",
        "    0  1",
        " 0 12  ·",
        " 1  3  9",
    ]


@pytest.mark.parametrize("matrix", [np.zeros((2, 3)), np.zeros(4), np.zeros((0, 0))])
def test_a_confusion_matrix_is_square(matrix):
    with pytest.raises(ValueError, match="a confusion matrix is square"):
        show_confusion(matrix)


def test_no_figure_is_left_open():
    show_images(np.ones((2, 3, 3)), signed=True)
    show_confusion(np.eye(3, dtype=int))
    assert plt.get_fignums() == []
