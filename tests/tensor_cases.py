"""Operations on arrays with inputs that fit them, drawn by hypothesis: what several tests of `Tensor` try.

A case is a function of a library and of that library's arrays. Operators (`a + b`, `x ** 2`) are the same in every
library; for the rest a library has the functions of `Ours` below, and the peer tests have theirs.
"""

import array as arrays_of_python
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from autograd_lib.engine import joining
from autograd_lib.engine.tensor import Tensor


class Ours:
    """Tensor and its free functions, under names that other libraries can have, too."""

    concatenate = staticmethod(joining.concatenate)
    stack = staticmethod(joining.stack)
    where = staticmethod(joining.where)

    @staticmethod
    def function(name, x):
        return getattr(x, name)()

    @staticmethod
    def reduction(name, x, axis, keepdims):
        return getattr(x, name)(axis=axis, keepdims=keepdims)

    @staticmethod
    def softmax(name, x, axis):
        return getattr(x, name)(axis)

    @staticmethod
    def transpose(x, axes):
        return x.transpose(*axes)

    @staticmethod
    def index(x, index):
        return x[index]


class Case(NamedTuple):
    """An operation, `f(library, *arrays)`, and arrays for it."""

    op: str
    f: object
    arrays: list

    def __repr__(self):
        return f"{self.op} of shapes {[array.shape for array in self.arrays]}"

    def run(self, dtype=np.float64):
        """The result on Tensors, and those Tensors: leaves with arrays of this dtype, laid out as they came."""
        leaves = [leaf(array, dtype) for array in self.arrays]
        return self.f(Ours, *leaves), leaves


def leaf(array, dtype=np.float64):
    """A Tensor that holds the array as it is, in pieces or backwards, where `Tensor(array)` would copy it."""
    tensor = Tensor(array)
    tensor.data = array if array.dtype == dtype else array.astype(dtype)
    return tensor


# Elementwise functions, and where between -2 and 2 they may be tried: log wants numbers > 0, relu
# and abs numbers away from their kink at 0, or a central difference would step over it.
UNARY = {
    "exp": "any",
    "log": "positive",
    "sqrt": "positive",
    "tanh": "any",
    "sigmoid": "any",
    "relu": "away from 0",
    "softplus": "any",
    "abs": "away from 0",
    "neg": "any",
    "square": "any",
    "cube": "any",
    "inverse": "away from 0",
    "root": "positive",
    "constant": "any",
}
POWERS = {"square": 2, "cube": 3, "inverse": -1, "root": 0.5, "constant": 0}
BINARY = {"+": "any", "-": "any", "*": "any", "/": "away from 0", "**": "positive"}
REDUCTIONS = ("sum", "mean", "max")


def numbers(shape, rng, domain="any"):
    """An array of numbers between -2 and 2, in memory in row order, column order, with gaps, or backwards."""
    x = rng.uniform(-2.0, 2.0, shape) if domain == "any" else rng.uniform(0.3, 2.0, shape)
    if domain == "away from 0":
        x = x * rng.choice([-1.0, 1.0], shape)
    x = np.asarray(x)
    layouts = [np.ascontiguousarray, np.asfortranarray, with_gaps, backwards]
    return layouts[rng.integers(4)](x).reshape(shape)


def with_gaps(x):
    wide = np.zeros((*x.shape, 2))
    wide[..., 0] = x
    return wide[..., 0]


def backwards(x):
    everything = (slice(None, None, -1),) * x.ndim
    return np.ascontiguousarray(x[everything])[everything]


shapes = npst.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=3)
generators = st.integers(0, 2**32 - 1).map(np.random.default_rng)


@st.composite
def unary_cases(draw):
    op = draw(st.sampled_from(sorted(UNARY)))
    x = numbers(draw(shapes), draw(generators), UNARY[op])
    if op in POWERS:
        return Case(op, lambda lib, x: x ** POWERS[op], [x])
    return Case(op, (lambda lib, x: -x) if op == "neg" else lambda lib, x: lib.function(op, x), [x])


@st.composite
def binary_cases(draw):
    op = draw(st.sampled_from(sorted(BINARY)))
    both = draw(npst.mutually_broadcastable_shapes(num_shapes=2, max_dims=4, min_side=0, max_side=3)).input_shapes
    rng = draw(generators)
    a, b = (numbers(shape, rng, BINARY[op]) for shape in both)
    functions = {
        "+": lambda lib, a, b: a + b,
        "-": lambda lib, a, b: a - b,
        "*": lambda lib, a, b: a * b,
        "/": lambda lib, a, b: a / b,
        "**": lambda lib, a, b: a**b,
    }
    return Case(op, functions[op], [a, b])


@st.composite
def matmul_cases(draw):
    """All that NumPy multiplies: vectors, matrices, and stacks of matrices that broadcast."""
    rng = draw(generators)
    n, k, m = (draw(st.integers(0, 3)) for _ in range(3))
    stacks = draw(npst.mutually_broadcastable_shapes(num_shapes=2, max_dims=2, min_side=0, max_side=3)).input_shapes
    left = draw(st.sampled_from([(k,), (n, k), (*stacks[0], n, k)]))
    right = draw(st.sampled_from([(k,), (k, m), (*stacks[1], k, m)]))
    return Case("@", lambda lib, a, b: a @ b, [numbers(left, rng), numbers(right, rng)])


@st.composite
def reduction_cases(draw):
    """Over no axis, one, several or all, counted from either end, with and without keepdims."""
    op = draw(st.sampled_from(REDUCTIONS))
    shape = draw(npst.array_shapes(min_dims=0, max_dims=4, min_side=0 if op == "sum" else 1, max_side=3))
    axis = draw(st.none() | npst.valid_tuple_axes(len(shape), min_size=1) if shape else st.none())
    if axis is not None and len(axis) == 1 and draw(st.booleans()):
        [axis] = axis
    keepdims = draw(st.booleans())

    f = lambda lib, x: lib.reduction(op, x, axis, keepdims)  # noqa: E731
    return Case(f"{op} over {axis}, keepdims={keepdims},", f, [numbers(shape, draw(generators))])


@st.composite
def softmax_cases(draw):
    op = draw(st.sampled_from(["softmax", "log_softmax"]))
    shape = draw(npst.array_shapes(min_dims=1, max_dims=4, min_side=0, max_side=3))
    axis = draw(st.integers(-len(shape), len(shape) - 1))
    return Case(f"{op} over {axis}", lambda lib, x: lib.softmax(op, x, axis), [numbers(shape, draw(generators))])


@st.composite
def shape_cases(draw):
    shape = draw(shapes)
    x = numbers(shape, draw(generators))
    order = draw(st.permutations(range(len(shape))))
    signs = [axis - len(shape) if draw(st.booleans()) else axis for axis in order]
    other = draw(st.permutations(shape))
    choices = {
        f"reshape to {other}": lambda lib, x: x.reshape(tuple(other)),
        f"transpose {signs}": lambda lib, x: lib.transpose(x, signs),
    }
    if x.size:
        choices["reshape to one row"] = lambda lib, x: x.reshape(1, -1)
    op = draw(st.sampled_from(sorted(choices)))
    return Case(op, choices[op], [x])


@st.composite
def index_cases(draw):
    """Numbers, slices with steps, None, ..., and arrays of integers, often with the same index several times."""
    shape = draw(npst.array_shapes(min_dims=1, max_dims=4, min_side=1, max_side=4))
    rng = draw(generators)
    kind = draw(st.sampled_from(["basic", "integers", "booleans", "list", "tuples", "array.array"]))
    if kind == "basic":
        index = draw(npst.basic_indices(shape, allow_newaxis=True))
    elif kind == "integers":
        index = draw(
            npst.integer_array_indices(shape, result_shape=npst.array_shapes(max_dims=2, min_side=0, max_side=5))
        )
    elif kind == "booleans":
        index = rng.random(shape[: draw(st.integers(1, len(shape)))]) < 0.5
    elif kind == "tuples":  # as tuple(zip(*places)) gives them: a tuple for each axis
        index = tuple(tuple(rng.integers(0, size, 5).tolist()) for size in shape)
    elif kind == "array.array":
        index = arrays_of_python.array("q", rng.integers(0, shape[0], 5).tolist())
    else:
        index = rng.integers(-shape[0], shape[0], 5).tolist()
    return Case(f"[{index}]", lambda lib, x: lib.index(x, index), [numbers(shape, rng)])


@st.composite
def joining_cases(draw):
    rng = draw(generators)
    shape = draw(npst.array_shapes(min_dims=1, max_dims=3, min_side=0, max_side=3))
    axis = draw(st.integers(-len(shape), len(shape) - 1))
    op = draw(st.sampled_from(["concatenate", "stack", "where"]))
    if op == "stack":
        arrays = [numbers(shape, rng) for _ in range(draw(st.integers(1, 3)))]
        return Case(f"stack along {axis}", lambda lib, *xs: lib.stack(xs, axis), arrays)
    if op == "concatenate":
        sizes = draw(st.lists(st.integers(0, 3), min_size=1, max_size=3))
        at = axis % len(shape)
        arrays = [numbers((*shape[:at], size, *shape[at + 1 :]), rng) for size in sizes]
        return Case(f"concatenate along {axis}", lambda lib, *xs: lib.concatenate(xs, axis), arrays)
    three = draw(npst.mutually_broadcastable_shapes(num_shapes=3, max_dims=3, min_side=0, max_side=3)).input_shapes
    condition = np.asarray(rng.random(three[0]) < 0.5)
    f = lambda lib, a, b: lib.where(condition, a, b)  # noqa: E731
    return Case("where", f, [numbers(three[1], rng), numbers(three[2], rng)])


KINDS = {
    "unary": unary_cases(),
    "binary": binary_cases(),
    "matmul": matmul_cases(),
    "reductions": reduction_cases(),
    "softmax": softmax_cases(),
    "shapes": shape_cases(),
    "indices": index_cases(),
    "joining": joining_cases(),
}
