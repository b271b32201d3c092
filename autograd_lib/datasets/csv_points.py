"""Points of the reader's own, from a CSV file."""

import csv
import io
import math
from pathlib import Path


def read_points(path):
    """Points of one's own, from a CSV file with two columns of numbers and one with the class, as `moons` returns them.

    The file is text in UTF-8, with commas between the fields of a line. Its first line may be a header: it is taken for
    one if neither of its first two fields is a number. Spaces around a field do not count, nor do empty lines.

    There are two classes. The one that comes first in the alphabet becomes -1 and the other 1; of two numbers, the
    smaller one becomes -1.

    Args:
        path: the file.

    Returns:
        xs, ys: a list of points [x, y], and a list of as many targets, -1.0 or 1.0.

    Raises:
        ValueError: a line is not two finite numbers and a class, or there are not two classes. The message names the
            file and the line, and says what was wanted and what came.
        OSError: the file cannot be read.
    """
    rows = numbered_rows(path)
    if rows and is_header(rows[0][1]):
        rows = rows[1:]
    xs, names, found = [], [], {}  # found: each class, and the line where it comes first
    for line, fields in rows:
        *point, name = checked_row(f"{path}, line {line}", fields)
        if name not in found and len(found) == 2:
            (a, line_a), (b, line_b) = found.items()
            raise ValueError(
                f"{path}, line {line}: wanted one of two classes, {a!r} (line {line_a}) or {b!r} (line {line_b}); "
                f"got a third, {name!r}"
            )
        found.setdefault(name, line)
        xs.append(point)
        names.append(name)
    if len(found) < 2:
        came = f"{len(xs)} of one class, {names[0]!r}" if xs else "none"
        raise ValueError(f"{path}: wanted points of two classes, got {came}")
    first = min(found, key=in_order)
    return xs, [-1.0 if name == first else 1.0 for name in names]


def in_order(name):
    """The key that sorts classes: numbers by size, and then names by the alphabet, where A and a are one letter."""
    return (1, name.casefold(), name) if isinstance(name, str) else (0, name)


def numbered_rows(path):
    """The rows of a CSV file that are not empty, as (number of its first line, fields without spaces around them)."""
    data = Path(path).read_bytes()
    try:
        text = data.decode("utf-8-sig")  # Excel begins its UTF-8 with a mark
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise ValueError(
            f"{path}, line {line}: wanted text in UTF-8, got the byte {data[error.start]:#04x}. "
            "Spreadsheets call it CSV UTF-8."
        ) from None
    reader, rows, line = csv.reader(io.StringIO(text, newline=""), skipinitialspace=True, strict=True), [], 1
    try:
        for fields in reader:
            fields = [field.strip() for field in fields]
            if any(fields):
                rows.append((line, fields))
            line = reader.line_num + 1
    except csv.Error as error:
        raise ValueError(
            f"{path}, line {line}: wanted fields separated by commas, got a broken line: {error}"
        ) from None
    return rows


def is_header(fields):
    return len(fields) == 3 and all(fields) and as_number(fields[0]) is None is as_number(fields[1])


def checked_row(where, fields):
    """The two numbers and the class of one row."""
    if len(fields) != 3:
        hint = " Commas separate the fields, and decimals have a point." if ";" in "".join(fields) else ""
        raise ValueError(
            f"{where}: wanted two numbers and a class, with commas between them; got {','.join(fields)!r}.{hint}"
        )
    numbers = [as_number(field) for field in fields[:2]]
    for column, (number, field) in enumerate(zip(numbers, fields), start=1):
        if number is None or not math.isfinite(number):
            raise ValueError(f"{where}: wanted a finite number in column {column}, got {field!r}")
    name = fields[2]
    if not name:
        raise ValueError(f"{where}: wanted a class in column 3, got an empty field")
    number = as_number(name)
    return *numbers, name if number is None or math.isnan(number) else number


def as_number(field):
    """The number that a field holds, or None. Python also takes 1_000 for a number; a CSV file does not."""
    try:
        return None if "_" in field else float(field)
    except ValueError:
        return None
