"""What the segments explorer promises: the engine's counts, a still with the best size, a line for misuse."""

import json
import tracemalloc

import numpy as np
import pytest

from autograd_lib.compile import checkpoint_chain
from autograd_lib.engine.tensor import Tensor
from autograd_lib.widgets.segments import SegmentsModel, segments_explorer


def test_a_segment_in_words_counts_its_checkpoints_and_its_graph():
    model = SegmentsModel(layers=64, size=8)
    assert model.text() == (
        "segments of 8: at most 16 outputs kept, 8 of checkpoints and 8 of a segment's graph; 128 layers forward; "
        "without checkpoints: 64 kept, 64 layers forward"
    )


def test_the_course_of_a_step_of_four_layers_in_segments_of_two():
    """Two checkpoints on the way forward; then each segment again, and backward, which takes twice as long."""
    times, counts = SegmentsModel(layers=4, size=2).kept(2)
    forward = [(0, 0), (2, 0), (2, 1), (4, 1), (4, 2)]
    backward = [(4, 2), (6, 4), (10, 4), (10, 2), (10, 2), (12, 4), (16, 4), (16, 2)]
    assert list(zip(times, counts)) == forward + backward


def test_the_last_segment_may_be_shorter():
    assert SegmentsModel(layers=7, size=3).segments(3) == [3, 3, 1]
    assert SegmentsModel(layers=7).kept(3)[0][-1] == 4 * 7


def test_the_least_is_kept_near_the_root_of_the_number_of_layers():
    model = SegmentsModel(layers=64)
    assert min(model.sizes(), key=model.peak) in (7, 8, 9)
    assert model.listing().splitlines()[-1].startswith("the least is 16, in segments of ")
    assert model.peak(1) == 65 == model.peak(64)


def test_the_counts_are_in_proportion_to_the_memory_that_the_engine_takes():
    """Chains of tanh: each keeps one output, and in the backward pass a gradient of the same size."""
    model, x = SegmentsModel(layers=36), Tensor(np.random.default_rng(0).normal(size=50_000))

    def peak_memory(size):
        tracemalloc.start()
        checkpoint_chain([Tensor.tanh] * 36, x, size).mean().backward()
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return peak

    bytes_each = [peak_memory(size) / model.peak(size) for size in (1, 3, 6, 12, 36)]
    assert max(bytes_each) < 1.5 * min(bytes_each)


def test_every_size_is_json_and_the_still_can_be_drawn():
    model = SegmentsModel(layers=10)
    for size in model.sizes():
        model.choose(size)
        json.dumps(model.scene() | model.state(), allow_nan=False)
    figure = model.figure()
    figure.canvas.draw()
    course, peaks = figure.axes
    assert list(peaks.lines[0].get_ydata()) == [model.peak(size) for size in model.sizes()]
    assert list(course.lines[1].get_ydata()) == model.kept(min(model.sizes(), key=model.peak))[1]


def test_the_page_moves_the_model_and_a_size_out_of_range_is_refused():
    view, told = segments_explorer(layers=10), []
    view.send = lambda content, buffers=None: told.append(content)
    view.asked(view, {"n": 1, "move": "choose", "args": [3]}, [])
    view.asked(view, {"n": 2, "move": "choose", "args": [11]}, [])
    assert told[0]["state"]["size"] == 3 and told[0]["state"]["kept"] == view.model.kept(3)
    assert told[1]["problem"] == "Not possible: size is from 1 to 10, got 11"
    assert told[1]["state"]["size"] == 3


@pytest.mark.parametrize(
    "arguments, line",
    [
        ({"layers": 0}, "segments_explorer: layers is from 1 to 200, got 0"),
        ({"layers": 2.5}, "segments_explorer: layers is a whole number, got 2.5"),
        ({"layers": 4, "size": 5}, "segments_explorer: size is from 1 to 4, got 5"),
    ],
)
def test_wrong_use_gives_a_line_in_its_place(arguments, line):
    assert repr(segments_explorer(**arguments)) == line
