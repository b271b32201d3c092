"""A finished graph can be computed again from `_prev` and `_op` alone, without its nodes' closures."""

import ast
import math
import operator
from itertools import accumulate
from pathlib import Path

import numpy as np
import pytest
from expressions import VALUES, programs
from hypothesis import given
from hypothesis import strategies as st
from tensor_cases import KINDS

import autograd_lib
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.operation import name_and_settings, with_settings
from autograd_lib.engine.tensor import Tensor
from autograd_lib.engine.value import Value
from autograd_lib.nn.convolution import conv2d, max_pool2d
from autograd_lib.nn.functional import causal_attention, cross_entropy, embedding, layer_norm, linear

PACKAGE = Path(autograd_lib.__file__).parent


def in_order(numbers):
    """A sum that rounds as the engine's does, on every version of Python."""
    return list(accumulate(numbers, initial=0.0))[-1]


def filled_in(template, nodes):
    """The arguments of an operation: the plain numbers of `template`, and the next node wherever it says None."""
    return [next(nodes) if number is None else number for number in template]


def value_sum(*nodes, values=None):
    return in_order(nodes if values is None else filled_in(values, iter(nodes)))


def value_dot(*nodes, weights=None, inputs=None, bias=None):
    """`weights`, `inputs` and `bias` are the plain numbers of each; where one is missing, all of it are nodes."""
    given = [setting for setting in (weights, inputs) if setting is not None]
    count = len(given[0]) if given else len(nodes) // 2
    nodes = iter(nodes)
    [bias] = filled_in([bias], nodes)
    weights = filled_in(weights or [None] * count, nodes)
    inputs = filled_in(inputs or [None] * count, nodes)
    return in_order([bias, *(w * x for w, x in zip(weights, inputs))])


# Each operation as a function of the data of its inputs and of its settings.
VALUE_OPERATIONS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "neg": operator.neg,
    "**": lambda base, other=None, exponent=None: base ** (other if exponent is None else exponent),
    "sum": value_sum,
    "dot": value_dot,
    "exp": math.exp,
    "log": math.log,
    "sqrt": math.sqrt,
    "sin": math.sin,
    "cos": math.cos,
    "tanh": math.tanh,
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
    "softplus": lambda x: math.log(1 + math.exp(x)),
    "relu": lambda x: max(x, 0.0),
    "leaky_relu": lambda x, slope: x if x > 0 else slope * x,
    "abs": abs,
}


def softmax(x, axis):
    e = np.exp(x - x.max(axis, keepdims=True, initial=-np.inf))
    return e / e.sum(axis, keepdims=True)


def numpy_linear(*nodes, x=None):
    x, weight, *bias = nodes if x is None else (x, *nodes)
    return sum(bias, x @ weight)


def numpy_layer_norm(x, gain, bias, eps):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred * centred).mean(-1, keepdims=True) + eps) * gain + bias


def numpy_attention(q, k, v):
    scores = q @ k.swapaxes(-1, -2) / math.sqrt(q.shape[-1])
    future = np.triu(np.ones(scores.shape[-2:], bool), 1)
    return softmax(np.where(future, -np.inf, scores), -1) @ v


def numpy_cross_entropy(logits, targets):
    p = softmax(logits, -1).reshape(-1, logits.shape[-1])
    return -np.log(p[np.arange(len(p)), targets.ravel()]).mean()


def windows(images, size, stride):
    views = np.lib.stride_tricks.sliding_window_view(images, size, axis=(2, 3))
    return views[:, :, ::stride, ::stride]


def numpy_conv2d(*nodes, x=None, stride, padding):
    x, weight, *bias = nodes if x is None else (x, *nodes)
    around = ((0, 0), (0, 0), (padding, padding), (padding, padding))
    out = np.einsum("ncijhw,fchw->nfij", windows(np.pad(x, around), weight.shape[2:], stride), weight)
    return sum((b[:, np.newaxis, np.newaxis] for b in bias), out)


TENSOR_OPERATIONS = {
    **{name: VALUE_OPERATIONS[name] for name in ("+", "-", "*", "/", "neg", "**")},
    "@": operator.matmul,
    "exp": np.exp,
    "log": np.log,
    "sqrt": np.sqrt,
    "tanh": np.tanh,
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "softplus": lambda x: np.log1p(np.exp(x)),
    "relu": lambda x: np.where(x > 0, x, 0),
    "abs": np.abs,
    "sum": lambda x, axis, keepdims: x.sum(axis, keepdims=keepdims),
    "mean": lambda x, axis, keepdims: x.mean(axis, keepdims=keepdims),
    "max": lambda x, axis, keepdims: x.max(axis, keepdims=keepdims),
    "softmax": softmax,
    "log_softmax": lambda x, axis: np.log(softmax(x, axis)),
    "reshape": lambda x, shape: x.reshape(shape),
    "transpose": lambda x, axes: x.transpose(axes),
    "[]": lambda x, index: x[index],
    "concatenate": lambda *xs, axis: np.concatenate(xs, axis),
    "stack": lambda *xs, axis: np.stack(xs, axis),
    "where": lambda a, b, condition: np.where(condition, a, b),
    "linear": numpy_linear,
    "cross_entropy": numpy_cross_entropy,
    "layer_norm": numpy_layer_norm,
    "embedding": lambda table, indices: table[indices],
    "causal_attention": numpy_attention,
    "conv2d": numpy_conv2d,
    "max_pool2d": lambda x, size, stride: windows(x, (size, size), stride).max((-2, -1)),
}


def recomputed(root, operations):
    """The data of every node, computed anew from those of the leaves: {node: data}."""
    data = {}
    for node in topological_order(root):
        if node._prev:
            name, settings = name_and_settings(node._op)
            data[node] = operations[name](*(data[node_input] for node_input in node._prev), **settings)
        else:
            data[node] = node.data
    return data


def assert_recomputed(root, operations):
    for node, data in recomputed(root, operations).items():
        np.testing.assert_allclose(data, node.data, rtol=1e-12, atol=1e-12, strict=True, err_msg=node._op)


@given(programs())
def test_any_graph_of_values_can_be_computed_again(program):
    leaves = [Value(number) for number in program.numbers]
    for node, number in recomputed(program.result(leaves, VALUES), VALUE_OPERATIONS).items():
        assert number == pytest.approx(node.data, rel=1e-12, abs=1e-12)


numbers_and_values = st.lists(st.tuples(*[st.integers(-9, 9).map(float) | st.integers(-9, 9).map(Value)] * 2))


@given(numbers_and_values, st.just(2.5) | st.builds(Value, st.just(2.5)))
def test_a_dot_and_a_sum_know_which_of_their_arguments_were_plain_numbers(pairs, bias):
    weights, inputs = [w for w, _ in pairs], [x for _, x in pairs]
    for root in (Value.dot(weights, inputs, bias), Value.sum([*weights, bias])):
        assert recomputed(root, VALUE_OPERATIONS)[root] == root.data


def test_a_neuron_of_a_first_layer_knows_its_inputs():
    """Its weights and bias are Values, and its inputs plain numbers: the most common dot of all."""
    neuron = Value.dot([Value(2.0), Value(3.0), Value(5.0)], [7.0, 11.0, 13.0], Value(17.0))
    assert name_and_settings(neuron._op) == ("dot", {"inputs": (7.0, 11.0, 13.0)})
    assert recomputed(neuron, VALUE_OPERATIONS)[neuron] == neuron.data == 129.0


def test_settings_are_kept_to_the_last_digit():
    a = Value(0.7)
    for root, settings in [
        (a**0.123456789, {"exponent": 0.123456789}),
        (Value(-2.0).leaky_relu(0.123456789), {"slope": 0.123456789}),
        (Tensor([2.0]) ** 0.123456789, {"exponent": 0.123456789}),
    ]:
        assert name_and_settings(root._op)[1] == settings
    assert (Tensor([2.0]) ** 0.123456789)._op == "**0.1235"
    assert (a**0.123456789)._op == "**0.1235" and name_and_settings((a**0.123456789)._op)[0] == "**"


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_any_operation_on_arrays_can_be_computed_again(kind, data):
    root, _ = data.draw(KINDS[kind]).run()
    assert_recomputed(root, TENSOR_OPERATIONS)


rng = np.random.default_rng(0)


def tensor(*shape):
    return Tensor(rng.standard_normal(shape))


FUSED = {
    "linear": lambda: linear(tensor(4, 3), tensor(3, 2), tensor(2)),
    "linear without a bias": lambda: linear(tensor(4, 3), tensor(3, 2)),
    "linear of an array": lambda: linear(rng.standard_normal((2, 4, 3)), tensor(3, 2), tensor(2)),
    "linear of an array without a bias": lambda: linear(rng.standard_normal((4, 3)), tensor(3, 2)),
    "cross_entropy": lambda: cross_entropy(tensor(4, 3), np.array([0, 2, 1, 1])),
    "layer_norm": lambda: layer_norm(tensor(4, 3), tensor(3), tensor(3), eps=0.1),
    "embedding": lambda: embedding(tensor(4, 3), np.array([[0, 3], [3, 1]])),
    "causal_attention": lambda: causal_attention(tensor(2, 5, 3), tensor(2, 5, 3), tensor(2, 5, 4)),
    "conv2d": lambda: conv2d(tensor(2, 3, 6, 5), tensor(4, 3, 3, 2), tensor(4), stride=2, padding=1),
    "conv2d of an array without a bias": lambda: conv2d(rng.standard_normal((2, 3, 6, 5)), tensor(4, 3, 3, 2)),
    "max_pool2d": lambda: max_pool2d(tensor(2, 3, 7, 5), 3, stride=2),
}


@pytest.mark.parametrize("name", FUSED)
def test_any_fused_operation_can_be_computed_again(name):
    assert_recomputed(FUSED[name](), TENSOR_OPERATIONS)


def names_of_operations(*files):
    """The names of operations in the source: the third argument of a node, or the first of a helper."""
    places = {"Value": 2, "Tensor": 2, "function_node": 0, "elementwise": 0, "with_settings": 0}
    for file in files:
        for call in ast.walk(ast.parse((PACKAGE / file).read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in places:
                place = places[call.func.id]
                operation = call.args[place] if len(call.args) > place else None
                if isinstance(operation, ast.Constant):
                    yield operation.value


def test_no_operation_is_left_out():
    """A new operation must be added above: else no test shows that its node says all that it depends on."""
    assert set(names_of_operations("engine/value.py")) | {"sum", "dot"} == set(VALUE_OPERATIONS)
    files = ["engine/tensor.py", "engine/joining.py", "nn/functional.py", "nn/convolution.py"]
    assert set(names_of_operations(*files)) == set(TENSOR_OPERATIONS)


def test_an_operation_with_settings_is_a_text_like_any_other():
    op = with_settings("sum", {"axis": 0})
    assert op == "sum" and {op: 1}["sum"] == 1 and f"{op}" == "sum" and repr(op) == "'sum'" and isinstance(op, str)
    assert name_and_settings("tanh") == ("tanh", {})
