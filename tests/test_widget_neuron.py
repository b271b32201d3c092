"""What the neuron playground promises: a neuron's own scores, its line where they change sign, and true counts."""

import itertools
import json
import math

import numpy as np
import pytest

from autograd_lib.nn.mlp import ACTIVATIONS, Neuron
from autograd_lib.widgets.neuron import CORNERS, TASKS, NeuronModel, neuron_playground

TENTHS = [k / 10 for k in range(-40, 41, 4)]


def test_it_begins_with_a_neuron_that_is_or():
    assert NeuronModel().text() == (
        "OR: 4 of 4 right, best so far 4: (0, 0) no, (0, 1) yes, (1, 0) yes, (1, 1) yes\n"
        "sum = 1.0·x1 + 1.0·x2 − 0.5; the line is 0.35 from (0, 0), where the answer is no\n"
        "scores (tanh of the sum) in the same order: −0.4621, 0.4621, 0.4621, 0.9051"
    )


def test_tasks_are_what_their_names_say():
    for (x1, x2), (either, both, not_both, one) in zip(CORNERS, zip(*TASKS.values())):
        assert (either, both, not_both, one) == (bool(x1 or x2), bool(x1 and x2), not (x1 and x2), x1 != x2)


@pytest.mark.parametrize("activation", ACTIVATIONS)
def test_scores_are_those_of_a_neuron(activation):
    neuron = Neuron(2, activation)
    neuron.w[0].data, neuron.w[1].data, neuron.b.data = 1.5, -2.1, 0.6
    model = NeuronModel("OR", 0.5, -0.7, 0.2, activation)
    model.set_times(3.0)
    for corner in [*CORNERS, (-0.5, 1.5)]:
        assert model.score(model.sum(*corner)) == pytest.approx(neuron(corner).data, abs=1e-12)


def test_the_field_is_the_score_of_each_place():
    model = NeuronModel("AND", 2.0, -3.0, 0.7)
    [image] = model.figure().axes[0].get_images()
    field = np.asarray(image.get_array())
    places = np.linspace(-0.75, 1.75, len(field))
    for row, column in [(0, 0), (3, 41), (49, 20)]:
        assert field[row, column] == pytest.approx(math.tanh(2 * places[column] - 3 * places[row] + 0.7))


@pytest.mark.parametrize("numbers", [(1.0, 1.0, -0.5), (2.0, -3.0, 0.7), (0.0, 0.1, 4.0), (-4.0, 0.0, 0.0)])
def test_the_sum_is_zero_all_along_the_line_and_grows_along_the_arrow(numbers):
    model = NeuronModel("XOR", *numbers)
    axes = model.figure().axes[0]
    [line] = [line for line in axes.get_lines() if line.get_label() == "the line"]
    for x1, x2 in line.get_xydata():
        assert model.sum(x1, x2) == pytest.approx(0, abs=1e-9)
    [arrow] = axes.texts
    assert model.sum(*arrow.xy) > 0 and model.sum(*arrow.xyann) == pytest.approx(0, abs=1e-9)


def test_neither_the_activation_nor_a_common_factor_moves_the_line_or_an_answer():
    model = NeuronModel("XOR", 1.3, -0.4, 0.2)
    answers, words = model.answers(), model.line_in_words()
    for activation, times in itertools.product(ACTIVATIONS, (0.25, 3.0, 10.0)):
        model.bend(activation)
        model.set_times(times)
        assert (model.answers(), model.line_in_words()) == (answers, words)


def test_every_task_but_xor_can_be_done():
    best = dict.fromkeys(TASKS, 0)
    for w1, w2, b in itertools.product(TENTHS, repeat=3):
        model = NeuronModel("OR", w1, w2, b)
        for task in TASKS:
            model.choose(task)
        best = {task: max(best[task], model.best[task]) for task in TASKS}
    assert best == {"OR": 4, "AND": 4, "NAND": 4, "XOR": 3}


def test_the_best_is_kept_for_each_task():
    model = NeuronModel("XOR")
    assert model.best == {"XOR": 3}
    model.set_b(-4.0)
    assert (model.right().count(True), model.best["XOR"]) == (2, 3)
    model.choose("AND")
    assert model.best == {"XOR": 3, "AND": 3}


def test_a_corner_on_the_line_is_a_no_also_where_floats_are_a_little_off():
    assert 0.1 + 0.2 - 0.3 > 0
    assert NeuronModel("AND", 0.1, 0.2, -0.3).answers() == [False] * 4


def test_without_weights_there_is_no_line():
    model = NeuronModel("OR", 0.0, 0.0, 0.5)
    assert "w = (0, 0), so there is no line: the answer is the same everywhere" in model.text()
    assert "the line" not in [line.get_label() for line in model.figure().axes[0].get_lines()]


def test_wrong_answers_have_a_ring():
    model = NeuronModel("XOR")
    plane, scores = model.figure().axes
    for axes, at in ((plane, [[1, 1]]), (scores, [[1.5, math.tanh(1.5)]])):
        [rings] = [line for line in axes.get_lines() if line.get_label() == "wrong answer"]
        assert rings.get_xydata() == pytest.approx(np.array(at))


def test_numbers_from_a_hand_on_the_line_are_said_with_two_decimals():
    model = NeuronModel("OR", 0.11, -1.41, -0.075)
    model.set_times(1.2)
    assert "sum = 1.2 · (0.11·x1 − 1.41·x2 − 0.07); the line is 0.05" in model.text()


def told(view, *args):
    """What the page is told when it asks for this to be shown."""
    answers = []
    view.send = lambda content, buffers=None: answers.append(content)
    view.asked(view, {"n": 1, "move": "show", "args": list(args)}, [])
    return answers[0]


def test_the_page_moves_the_model_and_is_told_what_it_shows():
    view = neuron_playground("XOR")
    answer = told(view, "NAND", "sigmoid", -1.0, -1.0, 1.5, 2.0, 4)
    assert answer["problem"] == "" and answer["state"]["best"] == {"XOR": 3, "NAND": 4}
    assert view.model.text() == (
        "NAND: 4 of 4 right, best so far 4: (0, 0) yes, (0, 1) yes, (1, 0) yes, (1, 1) no\n"
        "sum = 2 · (−1.0·x1 − 1.0·x2 + 1.5); the line is 1.06 from (0, 0), where the answer is yes\n"
        "scores (sigmoid of the sum) in the same order: 0.9526, 0.7311, 0.7311, 0.2689"
    )


def test_the_best_on_the_way_counts_although_the_model_was_not_told_of_each_place():
    view = neuron_playground("AND")
    told(view, "AND", "tanh", 1.0, 1.0, -4.0, 1.0, 4)
    assert "AND: 3 of 4 right, best so far 4" in view.model.text()


def test_every_state_is_json():
    model = NeuronModel()
    json.dumps(model.scene(), allow_nan=False)
    for task, activation, w1, b, times in itertools.product(TASKS, ACTIVATIONS, (-4.0, 0.0), (0.0, 4.0), (0.25, 10.0)):
        model.show(task, activation, w1, 0.0, b, times, 0)
        assert json.loads(json.dumps(model.state(), allow_nan=False))["times"] == times


def test_the_still_says_which_bias_does_which_task():
    """The notebook asks which one number turns OR into AND, and how far it may go."""
    view = neuron_playground("OR", w1=1.0, w2=1.0, b=-0.5)
    text = view.still().text
    assert "With these two weights all four answers to AND are right for b from −1.9 to −1.0" in text
    assert "With these two weights all four answers to XOR are right for no b" in text
    for b, is_right in [(-2.0, False), (-1.9, True), (-1.0, True), (-0.9, False)]:
        assert all(NeuronModel("AND", 1.0, 1.0, b).right()) is is_right
    for activation in ACTIVATIONS:
        score = NeuronModel(activation=activation).score(-0.5)
        assert f"  with {activation}: {score:z.4f}".replace("-", "−") in text
    assert view.model.task == "OR" and view.model.best == {"OR": 4}


@pytest.mark.parametrize(
    "arguments, line",
    [
        ({"task": "NOR"}, "neuron_playground: task is one of OR, AND, NAND, XOR; got 'NOR'"),
        ({"activation": "step"}, "neuron_playground: activation is one of linear, tanh, relu"),
        ({"w2": 5}, "neuron_playground: w2 is a number from -4 to 4, got 5"),
        ({"b": math.nan}, "neuron_playground: b is a number from -4 to 4, got nan"),
        ({"task": ["XOR"]}, "neuron_playground: task is one of OR, AND, NAND, XOR; got ['XOR']"),
    ],
)
def test_wrong_use_gives_a_line_in_its_place(arguments, line):
    assert repr(neuron_playground(**arguments)).startswith(line)
