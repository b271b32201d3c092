"""Numbers, arrays and labels as short text on one line, the same in every run."""

import re
from numbers import Integral, Real

from autograd_lib.engine.graph import shorten

# What XML, and so SVG, cannot hold: most control characters, halves of surrogate pairs, two noncharacters.
NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

# Names and numbers are cut, and columns of the listing lined up, at so many characters.
WIDTH = 24


def one_line(text):
    """`text` with each run of spaces and line ends as one space, and \ufffd for what SVG cannot hold."""
    return NOT_IN_XML.sub("\ufffd", " ".join(text.split()))


def number_text(number):
    """A number with up to four decimals, `2.0` or `0.7071`, and scientific where they would hide it, `1.25e-06`.

    Zeros at the end are left out whether the number is exact or rounded, so that 0.3 and 0.1 + 0.2 read the same.
    """
    if hasattr(number, "item"):
        number = number.item()
    if isinstance(number, Integral) or not isinstance(number, Real):
        return shorten(one_line(str(number)), WIDTH)
    plain = number == 0 or 1e-3 <= abs(number) < 1e6
    digits, e, exponent = f"{float(number) or 0.0:.4{'f' if plain else 'e'}}".partition("e")
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return digits + (".0" if plain and "." not in digits else "") + e + exponent


def is_array(data):
    return getattr(data, "shape", ()) != ()


def constant_text(data):
    """What a leaf without a label is called: `2`, or the shape of an array, `(2,3)`."""
    return shape_text(data).replace(" ", "") if is_array(data) else number_text(data).removesuffix(".0")


def data_text(data):
    return f"shape {shape_text(data)}" if is_array(data) else f"data {number_text(data)}"


def gradient_text(grad):
    """`grad -1.5`; of an array its largest entry without the sign, `|grad| ≤ 1.5`."""
    return f"|grad| ≤ {number_text(gradient_size(grad))}" if is_array(grad) else f"grad {number_text(grad)}"


def gradient_size(grad):
    """How large a gradient is: the absolute value of a number, the largest one of an array, 0 if there is none."""
    if is_array(grad):
        return float(abs(grad).max()) if 0 not in grad.shape else 0.0
    grad = grad.item() if hasattr(grad, "item") else grad
    return abs(float(grad)) if isinstance(grad, Real) else 0.0


def shape_text(data):
    return str(tuple(data.shape))
