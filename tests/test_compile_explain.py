"""A recording says what it does: in words and shapes, and as a drawing with a box for each group."""

import numpy as np

from autograd_lib.compile import compile_step, record
from autograd_lib.draw import draw_graph
from autograd_lib.engine.tensor import Tensor
from autograd_lib.engine.value import Value
from autograd_lib.nn import Linear, ReLU, Sequential, optim


def recording_of_values():
    w, b, x = Value(2.0, label="w"), Value(1.0, label="b"), [Value(1.0), Value(2.0), Value(3.0)]
    loss = Value.sum([(w * each + b).tanh() for each in x])
    return record(loss, [w, b], x)


def test_a_recording_of_values_lists_its_groups():
    assert recording_of_values().explain().splitlines() == [
        "A replay of 10 nodes in 4 groups, from 2 parameters, 3 inputs and 0 constants.",
        "Forward, level by level; backward, the other way round:",
        "  level  operation  nodes  inputs each  how",
        "  1      *          3      2            gathered",
        "  2      +          3      2            gathered",
        "  3      tanh       3      1            gathered",
        "  4      sum        1      3            gathered",
    ]


def test_a_drawing_of_it_has_a_box_for_each_group():
    recording = recording_of_values()
    recording.step()
    listing = str(draw_graph(recording))
    lines = [line.split() for line in listing.splitlines()[1:]]
    boxes = [" ".join(line[1:4]) for line in lines if "×" in line]
    assert boxes == ["3 × *", "3 × +", "3 × tanh", "1 × sum"]
    assert "2 parameters" in listing and "3 inputs" in listing and "constants" not in listing


def recording_of_tensors():
    model = Sequential(Linear(2, 3, rng=0), ReLU(), Linear(3, 1, rng=0))
    xs = np.arange(8.0).reshape(4, 2)
    loss = (model(xs) * Tensor(np.ones((4, 1)), label="signs").exp()).mean()
    return record(loss, model.parameters())


def test_a_recording_of_tensors_lists_its_calls_and_those_made_once():
    assert recording_of_tensors().explain().splitlines() == [
        "A replay of 8 calls forward and 7 backward, for 4 parameters and 0 inputs; 2 calls made once, when this was "
        "recorded.",
        "Made once:",
        "  #5 mean(#4)         (4, 1)  divide",
        "  #4 #3 * exp(signs)  (4, 1)  multiply",
        "Forward, in each step:",
        "  #1 linear(0.weight, 0.bias)      (4, 3)  dot, add",
        "  #2 relu(#1)                      (4, 3)  maximum",
        "  #3 linear(#2, 2.weight, 2.bias)  (4, 1)  dot, add",
        "  #4 #3 * exp(signs)               (4, 1)  multiply",
        "  #5 mean(#4)                      ()      add.reduce, divide",
        "Backward, in each step:",
        "  #3 linear(#2, 2.weight, 2.bias)  (1,)    3 × dot",
        "  #2 relu(#1)                      (4, 3)  greater, multiply",
        "  #1 linear(0.weight, 0.bias)      (3,)    2 × dot",
    ]


def test_a_drawing_of_it_leaves_out_what_is_computed_once():
    listing = str(draw_graph(recording_of_tensors()))
    assert "exp(signs), once" in listing and "leaf" in listing
    assert not any(line.split()[-1].startswith("exp(") for line in listing.splitlines())


def test_a_compiled_step_explains_each_of_its_recordings():
    model = Sequential(Linear(2, 1, rng=0))
    step = compile_step(lambda model, xs: model(xs).mean(), model, optim.SGD(model.parameters(), 0.1))
    assert step.explain().startswith("nothing is recorded yet")
    for size in (3, 4):
        step(np.ones((size, 2)))
    assert step.explain().count("A replay of") == 2 and "(4, 1)" in step.explain()
