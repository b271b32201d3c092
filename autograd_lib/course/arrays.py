"""Answers that are NumPy arrays: whether two are equal, and where they first differ. Shapes are compared first."""

import numpy as np

from autograd_lib.engine.graph import text_of


def same_array(expected, answer, tolerance):
    """Whether `answer` is an array of the same shape, with the same numbers, within the tolerance."""
    answer = as_array(answer)
    return answer is not None and answer.shape == expected.shape and not differing(expected, answer, tolerance)


def array_gap(name, expected, answer, tolerance, reveal=True):
    """How an answer differs from an array, in words: by its type, else its shape, else the first number that differs.

    Args:
        name: what the answer is called: "a.grad", or "" where there is only one.
        expected: an array; answer: anything that is not the same.
        tolerance, reveal: as for `Exercise`.
    """
    array = as_array(answer)
    prefix = f"{name}: " if name else ""
    if array is None:
        got = " ".join(text_of(answer[:9] if isinstance(answer, list | tuple | str) else answer, repr).split())
        return f"{prefix}expected an array of numbers, got {got:.60} ({type(answer).__name__})"
    if array.shape != expected.shape:
        words = f"expected shape {expected.shape}, got {array.shape}"
        return prefix + (words if reveal else f"shape {array.shape} is not right")
    places = differing(expected, array, tolerance)
    entry = f"{name}{list(places[0])}" if places[0] else name or "it"
    wanted, got = expected[places[0]] + 0.0, array[places[0]] + 0.0  # no -0
    digits = 17 if f"{wanted:.6g}" == f"{got:.6g}" else 6
    right = f"expected {wanted:.{digits}g}" if reveal else "which is not right"
    count = f" ({len(places)} of {expected.size} numbers differ)" if expected.size > 1 else ""
    return f"{entry} is {got:.{digits}g}, {right}{count}"


def as_array(answer):
    """`answer` as an array, if it is one of real numbers, or a number by itself, or a list of such; else None."""
    if isinstance(answer, list | tuple):
        try:
            answer = np.array(answer)
        except Exception:  # rows of several lengths, or objects of a class that refuses
            return None
    if isinstance(answer, (np.ndarray, np.generic, float, int)) and not isinstance(answer, bool):
        array = np.asarray(answer)
        if array.dtype == object:
            try:
                array = array.astype(float)
            except (TypeError, ValueError, OverflowError):
                return None
        return array if array.dtype.kind in "fiu" else None
    return None


def array_in_words(array, digits=6):
    """A number by itself, a short row as a list, and any other array by its shape."""
    if array.dtype.kind not in "fiu" or array.ndim > 1 or array.size > 8:
        return f"an array of shape {array.shape}"
    if array.ndim == 0:
        return f"{array.item() + 0.0:.{digits}g}"
    return f"[{', '.join(f'{number + 0.0:.{digits}g}' for number in array.tolist())}]"


def differing(expected, answer, tolerance):
    """The indices at which two arrays of one shape differ, row by row. NaN counts as equal to NaN."""
    with np.errstate(invalid="ignore", over="ignore"):
        largest = np.maximum(np.abs(expected), np.abs(answer))
        near = np.abs(expected - answer) <= tolerance * np.maximum(largest, 1)
    close = (expected == answer) | (near & np.isfinite(largest))
    close |= np.isnan(expected) & np.isnan(answer)
    return [tuple(map(int, place)) for place in np.argwhere(~close)]
