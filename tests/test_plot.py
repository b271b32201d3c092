"""What pictures promise: true facts as text, the right lines and points, and an output that everyone can read."""

import base64
import io
import math
import random
import threading
import time
from itertools import product

import matplotlib
import matplotlib.pyplot as plt
import nbconvert
import nbformat
import numpy as np
import pytest
from IPython.core.formatters import DisplayFormatter
from matplotlib.figure import Figure
from own_value import OwnValue
from PIL import Image

from autograd_lib.datasets import xor
from autograd_lib.engine.value import Value
from autograd_lib.nn.mlp import MLP
from autograd_lib.picture import Picture, from_figure
from autograd_lib.plot import boundary, curves
from autograd_lib.plot.boundary import plot_boundary
from autograd_lib.plot.curves import plot_curves, plot_losses
from autograd_lib.plot.style import in_our_style

CORNERS, TARGETS = xor()


@pytest.fixture
def figures(monkeypatch):
    """The figures that the pictures of a test are made from, so that their lines and points can be looked at."""
    seen = []

    def remember(figure, *args):
        seen.append(figure)
        return from_figure(figure, *args)

    for module in (boundary, curves):
        monkeypatch.setattr(module, "from_figure", remember)
    return seen


def split_by_first(point):
    """A model that gets two corners of XOR right: class 1 where x₁ > 0.5."""
    return point[0] - 0.5


# Loss curves and other lines.


def test_a_loss_curve_says_where_it_begins_and_ends():
    picture = plot_losses({"SGD": [2.0, 1.0, 0.123456], "Adam": [1.5]})
    assert picture.text.splitlines() == [
        "loss by step",
        "SGD: 2 at step 0, 0.1235 at step 2",
        "Adam: 1.5 at step 0, 1.5 at step 0",
    ]


@pytest.mark.parametrize("end", [math.inf, math.nan])
def test_a_diverging_curve_is_drawn_up_to_there_and_says_so(figures, end):
    picture = plot_losses({"too fast": [1.0, 10.0, end, 3.0]}, title="A race", log=True)
    assert picture.text == f"A race (logarithmic scale)\ntoo fast: 1 at step 0, 10 at step 1, then {end}"
    [line] = figures[0].axes[0].get_lines()
    assert list(line.get_ydata()) == [1.0, 10.0]


def test_curves_differ_in_colour_line_and_marker(figures):
    plot_losses({f"curve {i}": [3.0, 2.0, 1.0] for i in range(7)})
    lines = figures[0].axes[0].get_lines()
    assert len({line.get_color() for line in lines}) == 7
    assert len({line.get_marker() for line in lines}) == 7
    assert len({str(line._dash_pattern) for line in lines}) == 7


def test_losses_on_a_plain_scale_start_at_zero(figures):
    plot_losses({"SGD": [2.0, 1.0]})
    plot_losses({"SGD": [2.0, -1.0]})
    plot_losses({"SGD": [2.0, 0.0]}, log=True)
    (bottom, *_), (lower, *_), _ = (figure.axes[0].get_ylim() for figure in figures)
    assert bottom == 0 and lower < -1
    assert figures[2].axes[0].get_yscale() == "log"


def test_there_are_no_half_steps(figures):
    plot_losses({"SGD": [3.0, 2.0, 1.0]})
    assert all(tick == int(tick) for tick in figures[0].axes[0].get_xticks())


def test_curves_give_their_extent():
    picture = plot_curves({"square": ([0, 1, 2], [0, 1, 4])}, xlabel="w", ylabel="L")
    assert picture.text == "L against w\nsquare: 3 points, w 0 to 2, L 0 to 4"


@pytest.mark.parametrize(
    "curves, error, words",
    [
        ([1.0, 2.0], TypeError, "curves is a dict"),
        ({}, TypeError, "curves is a dict"),
        ({"a": []}, ValueError, "'a' is a list of at least one number"),
        ({"a": 1.0}, ValueError, "'a' is a list of at least one number"),
        ({"a": [Value(1.0)]}, TypeError, r"losses\.append\(loss\.data\)"),
        ({"a": ["1"]}, TypeError, "'a' holds '1'"),
        ({"a": [math.nan, 1.0]}, ValueError, "'a' begins with nan"),
        ({str(i): [1.0] for i in range(8)}, ValueError, "at most 7"),
    ],
)
def test_what_is_no_loss_curve_is_refused(curves, error, words):
    with pytest.raises(error, match=words):
        plot_losses(curves)


def test_what_is_no_line_is_refused():
    with pytest.raises(TypeError, match="pair"):
        plot_curves({"a": [1.0, 2.0, 3.0]})
    with pytest.raises(ValueError, match="got 2 and 1"):
        plot_curves({"a": ([1.0, 2.0], [1.0])})
    with pytest.raises(ValueError, match="no y of the curve 'a' is > 0"):
        plot_curves({"a": ([1.0], [-1.0])}, log_y=True)
    with pytest.raises(ValueError, match="no x of the curve 'a' is > 0"):
        plot_curves({"a": ([0.0], [1.0])}, log_x=True)


# Decision boundaries.


def test_a_boundary_counts_the_points_on_the_right_side():
    assert plot_boundary(split_by_first, CORNERS, TARGETS).text == "decision boundary: 2 of 4 points on the right side"


def test_classes_differ_in_marker_and_wrong_points_are_ringed(figures):
    plot_boundary(split_by_first, CORNERS, TARGETS)
    axes = figures[0].axes[0]
    shown = {c.get_label(): c for c in axes.collections if not c.get_label().startswith("_")}
    assert set(shown) == {"class 1 (2)", "class −1 (2)", "wrong side (2)"}
    assert sorted(map(tuple, shown["wrong side (2)"].get_offsets())) == [(0.0, 1.0), (1.0, 1.0)]
    paths = [shown[name].get_paths()[0].vertices.shape for name in ("class 1 (2)", "class −1 (2)")]
    assert paths[0] != paths[1]


def test_the_line_is_drawn_where_the_score_is_the_threshold(figures):
    picture = plot_boundary(lambda p: 0.2 + 0.6 * p[0], CORNERS, [0, 0, 1, 1], threshold=0.5)
    assert "4 of 4" in picture.text
    [line] = [c for c in figures[0].axes[0].collections if list(getattr(c, "levels", [])) == [0.5]]
    assert line.get_paths()[0].vertices[:, 0] == pytest.approx(0.5)


def test_a_model_without_a_boundary_in_view_is_shown_without_a_line(figures):
    assert "2 of 4" in plot_boundary(lambda p: 1.0, CORNERS, TARGETS).text
    assert not figures[0].axes[0].get_lines()


@pytest.mark.parametrize("value", [Value, OwnValue])
def test_a_network_is_drawn_from_its_weights_and_a_function_of_it_is_the_same_picture(value):
    model = MLP(2, [4, 1], rng=random.Random(0), value=value)
    points = [[0.1 * i, 0.3 * (i % 4)] for i in range(20)]
    targets = [1 if model(p).data > 0.1 else -1 for p in points]
    assert plot_boundary(model, points, targets).text == plot_boundary(lambda p: model(p), points, targets).text


def test_the_grid_shows_the_scores_of_the_model(figures):
    """The colour under a point is that of the level its score falls in."""
    model = MLP(2, [4, 1], rng=random.Random(0))
    plot_boundary(model, CORNERS, TARGETS)
    [filled] = [c for c in figures[0].axes[0].collections if len(getattr(c, "levels", [])) > 1]
    for x, y in [(0.2, 0.3), (0.9, 0.1), (0.5, 0.8)]:
        inside = [i for i, path in enumerate(filled.get_paths()) if path.contains_point((x, y))]
        below, above = filled._levels[inside[-1]], filled._levels[inside[-1] + 1]
        assert below - 0.02 <= model([x, y]).data <= above + 0.02


@pytest.mark.parametrize(
    "model, xs, ys, error, words",
    [
        (split_by_first, [[1.0, 2.0, 3.0]], [1], ValueError, r"shape \(1, 3\)"),
        (split_by_first, [[1.0, 2.0]], [1, -1], ValueError, "and 2"),
        (split_by_first, [], [], ValueError, "n points"),
        (split_by_first, CORNERS, [0, 1, 2, 0], ValueError, r"-1 and 1, or 0 and 1; got \[0, 1, 2\]"),
        (split_by_first, CORNERS, [-1, 0, 1, 1], ValueError, "-1 and 1, or 0 and 1"),
        (MLP(2, [3, 2]), CORNERS, TARGETS, TypeError, "this model gives 2"),
        (lambda p: [1.0, 2.0], CORNERS, TARGETS, TypeError, r"the model gave \[1\.0, 2\.0\]"),
        (lambda p: math.nan, CORNERS, TARGETS, ValueError, "has diverged"),
    ],
)
def test_what_has_no_boundary_is_refused(model, xs, ys, error, words):
    with pytest.raises(error, match=words):
        plot_boundary(model, xs, ys)


# Pictures.


def test_a_picture_shows_itself_as_png_with_text_alt_and_half_its_pixels_as_width():
    figure = plt.figure(figsize=(3, 2), dpi=100)
    picture = from_figure(figure, "the facts", alt="a sentence")
    data, metadata = DisplayFormatter().format(picture)
    assert set(data) == {"image/png", "text/plain"} and data["text/plain"] == repr(picture) == "the facts"
    assert base64.b64decode(data["image/png"]) == picture.png
    assert metadata["image/png"] == {"width": 300, "height": 200, "alt": "a sentence"}
    assert plt.imread(io.BytesIO(picture.png)).shape[:2] == (400, 600)


def test_a_stored_page_has_the_alt_text_and_the_width():
    data, metadata = plot_losses({"a < b": [1.0, 0.5]})._repr_mimebundle_()
    output = nbformat.v4.new_output("display_data", data=data, metadata=metadata)
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("", outputs=[output])])
    # Its default template, like JupyterLab, does not look at the alt text that the notebook holds; this one does.
    page, _ = nbconvert.HTMLExporter(template_name="classic").from_notebook_node(notebook)
    image = page[page.index("<img") :].split(">")[0]
    assert 'alt="Curves. loss by step: a &lt; b: 1 at step 0, 0.5 at step 1."' in image and 'width="680"' in image


def test_without_alt_the_text_stands_for_the_picture():
    assert from_figure(plt.figure(), "the facts").alt == "the facts"


def test_pictures_leave_no_figure_open_even_if_drawing_fails(monkeypatch):
    figure = plt.figure()
    plot_losses({"a": [1.0]})
    from_figure(figure, "")
    figure = plt.figure()
    monkeypatch.setattr(figure, "savefig", lambda *args, **options: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        from_figure(figure, "")
    assert plt.get_fignums() == []


def test_the_same_data_gives_the_same_bytes():
    assert plot_losses({"a": [2.0, 1.0]}).png == plot_losses({"a": [2.0, 1.0]}).png


def test_a_readers_own_style_neither_changes_the_pictures_nor_is_changed_by_them():
    before = plot_losses({"a": [2.0, 1.0]}).png
    with plt.rc_context({"figure.dpi": 40, "font.size": 30}):
        assert plot_losses({"a": [2.0, 1.0]}).png == before
        assert plt.rcParams["font.size"] == 30


def test_a_picture_is_made_from_a_png():
    begun = b"\x89PNG\r\n\x1a\n"
    for wrong, words in [(b"GIF89a..", "GIF89a"), (begun, "PNG"), ("text", "str"), (None, "NoneType")]:
        with pytest.raises(ValueError, match=f"bytes of a PNG file, got .*{words}"):
            Picture(wrong, "")


def test_a_picture_can_be_saved(tmp_path):
    picture = plot_losses({"a": [1.0]})
    picture.save(tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == picture.png
    assert np.asarray(plt.imread(tmp_path / "a.png")).shape[1] == 2 * picture.size[0]


def test_two_threads_may_draw_at_once_and_leave_no_style_behind():
    # JupyterLab answers widgets in a thread of their own while a cell draws in another.
    before, seen = dict(matplotlib.rcParams), []

    @in_our_style
    def draw(seconds):
        time.sleep(seconds)
        seen.append(matplotlib.rcParams["legend.frameon"])

    threads = [threading.Thread(target=draw, args=(seconds,)) for seconds in (0.1, 0.15)]
    for thread in threads:
        thread.start()
        time.sleep(0.02)
    for thread in threads:
        thread.join()
    assert seen == [False, False] and dict(matplotlib.rcParams) == before


def test_the_paper_of_a_figure_has_round_corners_through_which_the_page_is_seen():
    picture = Image.open(io.BytesIO(from_figure(Figure(), "text").png)).convert("RGBA")
    width, height = picture.size
    assert all(picture.getpixel(place)[3] == 0 for place in product((0, width - 1), (0, height - 1)))
    assert picture.getpixel((width // 2, 1)) == (255, 255, 255, 255)
