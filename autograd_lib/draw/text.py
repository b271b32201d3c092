"""Numbers, arrays and labels as short text on one line, the same in every run.

A reader's class may hold anything: a drawing of it is how its author finds out. So nothing here raises an exception.
"""

import math
import re
from numbers import Integral, Real

from autograd_lib.engine.graph import shorten, text_of

# What XML, and so SVG, cannot hold: most control characters, halves of surrogate pairs, two noncharacters.
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# Names and numbers are cut, and columns of the listing lined up, at so many characters.
WIDTH = 24


def one_line(text):
    """`text` with each run of spaces and line ends as one space, and \ufffd for what SVG cannot hold."""
    return NOT_IN_XML.sub("\ufffd", " ".join(text.split()))


def attribute(node, name, default=None):
    """`node.name`; `default` where there is none, or where it is a property that fails."""
    try:
        return getattr(node, name)
    except Exception:
        return default


def number_text(number):
    """A number with up to four decimals, `2.0` or `0.7071`, and scientific where they would hide it, `1.25e-06`.

    Zeros at the end are left out whether the number is exact or rounded, so that 0.3 and 0.1 + 0.2 read the same.
    """
    number = item_of(number)
    try:
        if isinstance(number, Real) and not isinstance(number, Integral):
            return decimals(number)
    except Exception:
        pass  # a fraction that is too large for a float, or a number that is none after all, is shown as it is
    return shorten(one_line(text_of(number)), WIDTH)


def decimals(number):
    plain = number == 0 or 1e-3 <= abs(number) < 1e6
    digits, e, exponent = f"{float(number) or 0.0:.4{'f' if plain else 'e'}}".partition("e")
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return digits + (".0" if plain and "." not in digits else "") + e + exponent


def item_of(number):
    """The Python number in a number of NumPy or PyTorch; anything else as it is."""
    try:
        return number.item()
    except Exception:
        return number


def shape_of(data):
    """The shape of an array as a tuple, () for anything else."""
    try:
        return tuple(data.shape)
    except Exception:
        return ()


def constant_text(data):
    """The name of a leaf without a label: `2`, or the shape of an array, `(2,3)`."""
    return shape_text(data).replace(" ", "") if shape_of(data) else number_text(data).removesuffix(".0")


def data_text(data):
    return f"shape {shape_text(data)}" if shape_of(data) else f"data {number_text(data)}"


def gradient_text(grad):
    """`grad -1.5`; of an array its largest entry without the sign, `|grad| ≤ 1.5`, or its shape if it has none."""
    if not shape_of(grad):
        return f"grad {number_text(grad)}"
    size = size_of(grad)
    return f"grad of shape {shape_text(grad)}" if size is None else f"|grad| ≤ {number_text(size)}"


def gradient_size(grad):
    """How large a gradient is: the absolute value of a number, the largest one of an array, 0 if there is none."""
    return size_of(grad) or 0.0


def size_of(grad):
    """`gradient_size` as a float, infinity if it is too large for one; None if `grad` holds something else."""
    try:
        if 0 in shape_of(grad):
            return 0.0
        number = item_of(abs(grad).max() if shape_of(grad) else grad)
        return abs(float(number)) if isinstance(number, Real) else None
    except OverflowError:
        return math.inf
    except Exception:
        return None


def shape_text(data):
    return text_of(shape_of(data))
