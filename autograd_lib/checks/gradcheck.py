"""Gradient checks: do the gradients of `backward()` agree with measured slopes?

A slope is measured by the central difference, (f(x + h) - f(x - h)) / 2h. Its truncation error falls with h², and its
rounding error grows with 1/h. So h near 1e-5 leaves about ten correct digits: plenty to catch a mistake. It is too
slow for training, as it takes two runs of f for each parameter.
"""

import math
from numbers import Real
from typing import NamedTuple

import numpy as np

from autograd_lib.engine.graph import four_decimals, shorten, topological_order
from autograd_lib.engine.tensor import Tensor
from autograd_lib.engine.value import Value

# The most rows that a report shows: of more gradients than this, only the wrong ones are listed.
SHOWN = 20


def central_difference(f, x, h=1e-5):
    """The slope of f at x, for a function from number to number: (f(x + h) - f(x - h)) / 2h."""
    check_step(h)
    return (f(x + h) - f(x - h)) / (2 * h)


def complex_step(f, x, h=1e-20):
    """The slope of f at x, right to the last digits: the imaginary part of f(x + ih), over h (Squire and Trapp 1998).

    Nothing is subtracted, so no digits are lost to rounding, and h can be tiny. f must be analytic and take a complex
    number: built from operators and the functions of `cmath`, not of `math`, without `abs`, `<` or `max`.

    Raises:
        TypeError: f does not take a complex number, or does not return one.
    """
    check_step(h)
    remedy = "Build it from operators and the functions of cmath: cmath.exp for math.exp."
    try:
        result = f(complex(x, h))
    except TypeError as error:
        raise TypeError(f"complex_step: f does not take a complex number ({error}). {remedy}") from error
    if not isinstance(result, complex):
        raise TypeError(f"complex_step: f gave {result!r}, which is not complex. {remedy}")
    return result.imag / h


def check_gradients(f, inputs, h=1e-5, tolerance=1e-5, value=Value):
    """Compare the gradients that `backward()` gives with central differences, one input at a time.

    Args:
        f: a function that takes as many nodes as there are inputs, and returns one node. It is called again for each
            shifted input, and must read the inputs' numbers each time. For a loss that uses a model's parameters
            without taking them: `check_gradients(lambda *_: loss(model), model.parameters())`. If the node is a
            Tensor of several numbers, a weighted sum of them is checked, with random weights that are the same in
            each run: in a plain sum, two mistakes could cancel.
        inputs: a list of leaves of any class with `data`, `grad` and `backward()`, of numbers, or of arrays, which
            become Tensors. The numbers of a Tensor are shifted one at a time, each with two calls of f.
        h: how far an input x is shifted: by h · max(1, |x|).
        tolerance: two slopes agree if they differ by no more than tolerance · max(1, |backward|, |numeric|). The
            tolerance is thus relative for slopes above 1, and absolute below, where rounding hides the digits.
            NaN and infinity agree with nothing. At a kink, such as that of relu at 0, the two slopes are different
            things, and may disagree.
        value: the class of node that a plain number among the inputs becomes.

    Returns:
        A `GradientReport`, which is true if all gradients agree. Afterwards the inputs, and every node below f's
        result, have the same numbers and gradients as before.

    Raises:
        TypeError: f does not return a node, or an input is neither a node nor a number.
        ValueError: f fails, or has no finite value, at a shifted point, or an input is float32.
    """
    check_step(h)
    leaves = as_leaves(inputs, value)
    names = [getattr(leaf, "label", "") or f"input {i}" for i, leaf in enumerate(leaves, start=1)]
    gradients, weights = gradients_of(f, leaves)

    def number():
        result = f(*leaves).data
        return result if weights is None else float((result * weights).sum())

    rows = []
    for leaf, name, gradient in zip(leaves, names, gradients):
        for index in np.ndindex(gradient.shape):  # a number has one index: ()
            entry = name + (str(list(index)) if index else "")
            numeric = measured_slope(number, leaf, index, entry, h)
            rows.append(Comparison(entry, float(gradient[index]), numeric, tolerance))
    return GradientReport(rows, tolerance)


class Comparison(NamedTuple):
    """One gradient, twice: as `backward()` gives it, and as measured."""

    name: str
    backward: float
    numeric: float
    tolerance: float

    @property
    def difference(self):
        return abs(self.backward - self.numeric)

    @property
    def agrees(self):
        # NaN and infinity agree with nothing. An infinite slope makes the bound infinite too, and inf <= inf.
        bound = self.tolerance * max(1.0, abs(self.backward), abs(self.numeric))
        return math.isfinite(self.difference) and self.difference <= bound


class GradientReport:
    """The result of `check_gradients`: true if all gradients agree.

    Attributes: `rows`, a `Comparison` for each gradient; `disagreements`, the rows that do not agree; `tolerance`.
    """

    def __init__(self, rows, tolerance):
        self.rows = rows
        self.tolerance = tolerance
        self.disagreements = [row for row in rows if not row.agrees]

    def __bool__(self):
        return not self.disagreements

    def __repr__(self):
        agree = len(self.rows) - len(self.disagreements)
        heading = f"{agree} of {len(self.rows)} gradients agree with central differences (tolerance {self.tolerance:g})"
        rows = self.rows if len(self.rows) <= SHOWN else self.disagreements[:SHOWN]
        left_out = len(self.disagreements) - len(rows)
        lines = [("name", "backward", "numeric", "difference"), *(self._cells(row) for row in rows)] if rows else []
        widths = [max(len(line[i]) for line in lines) for i in range(4)] if lines else []
        table = [
            "  ".join([name.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(cells, widths[1:]))])
            for name, *cells in lines
        ]
        for i, row in enumerate(rows, start=1):
            table[i] += "" if row.agrees else "  disagrees"
        return "\n".join([heading, *table, *([f"… and {left_out} more that disagree"] if left_out > 0 else [])])

    def _cells(self, row):
        """A row as text, without digits below the tolerance: they are rounding, which differs between machines."""
        shown = [four_decimals(n) if not abs(n) < self.tolerance else "0.0000" for n in row[1:3]]
        difference = "0.0000" if row.agrees else four_decimals(row.difference)
        return shorten(row.name, 24), *shown, difference


def as_leaves(inputs, value):
    """The inputs as nodes: numbers become leaves of class `value`, arrays become Tensors."""
    if hasattr(inputs, "grad") or not hasattr(inputs, "__iter__") or isinstance(inputs, np.ndarray):
        raise TypeError(f"check_gradients takes a list of inputs, for one alone [x]: got {inputs!r}")
    leaves = []
    for given in inputs:
        if not (hasattr(given, "grad") or isinstance(given, (Real, np.ndarray))):
            raise TypeError(f"an input is a node, such as a Value, or a number: got {given!r} ({type(given).__name__})")
        if isinstance(given, np.ndarray):
            given = Tensor(given)
        leaves.append(given if hasattr(given, "grad") else value(float(given)))
        if getattr(leaves[-1].data, "dtype", float) == np.float32:
            raise ValueError("central differences need more digits than float32 has: check with inputs of float64")
    return leaves


def gradients_of(f, leaves):
    """The gradients that `backward()` gives, as an array for each leaf, and the weights of f's numbers (None for one).

    They start from zero; afterwards, every node has the gradient that it had before.
    """
    result = f(*leaves)
    if not (hasattr(result, "grad") and hasattr(result, "backward")):
        hint = " Did you forget the return?" if result is None else ""
        raise TypeError(f"f must return one node, such as a Value, got {result!r} ({type(result).__name__}).{hint}")
    shape = np.shape(result.data)
    weights = np.random.default_rng(0).standard_normal(shape) if shape else None
    nodes = [*leaves, *topological_order(result)]
    before = [node.grad for node in nodes]
    try:
        for node in nodes:
            node.grad = 0.0
        result.backward(*([] if weights is None else [weights]))
        return [np.array(leaf.grad, float) for leaf in leaves], weights
    finally:
        for node, grad in zip(nodes, before):
            node.grad = grad


def measured_slope(number, leaf, index, name, h):
    """The central difference of f's number with respect to one number of a leaf, which is restored afterwards."""
    is_array = hasattr(leaf.data, "shape")
    before = leaf.data.copy() if is_array else leaf.data
    x = float(before[index]) if is_array else before
    step = h * max(1.0, abs(x))
    above, below = x + step, x - step
    if above == below:
        raise ValueError(f"h = {h:g} is too small to shift {name} = {x:g} at all: choose a larger one")

    def number_at(shifted):
        leaf.data = with_entry(before, index, shifted) if is_array else shifted
        return finite(number, name, shifted)

    try:
        return (number_at(above) - number_at(below)) / (above - below)
    finally:
        leaf.data = before


def with_entry(array, index, number):
    """A copy of the array with `number` at `index`."""
    array = np.array(array)
    array[index] = number
    return array


def finite(number, name, x):
    """f's number where the input `name` is x, or a ValueError that says why there is none."""
    try:
        result = number()
        reason = f"it gives {result}"
    except (ArithmeticError, ValueError) as error:
        result, reason = math.nan, str(error)
    if not math.isfinite(result):
        raise ValueError(
            f"the slope for {name} cannot be measured: f has no value at {name} = {x:.10g} ({reason}). "
            "Choose a point further from the edge, or a smaller h."
        )
    return result


def check_step(h):
    if not isinstance(h, Real) or not 0 < h < math.inf:
        raise ValueError(f"the step h is a finite number > 0, got {h!r}")
