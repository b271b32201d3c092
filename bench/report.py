"""Tables in Markdown, and the facts about a machine that a reader needs to judge them."""

import datetime
import importlib.metadata
import os
import platform
from pathlib import Path
from statistics import median

# BENCH_SHORT=1 takes the same rows with few steps, to see that each of them runs. The figures are not worth keeping.
SHORT = bool(os.environ.get("BENCH_SHORT"))

PACKAGES = ["micrograd", "torch", "jax", "autograd", "numpy"]


def markdown_table(header, rows):
    """A table whose columns line up as plain text too; all but the first are aligned at the right."""
    cells = [[str(cell) for cell in row] for row in [header, *rows]]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    lines = [
        "| " + " | ".join(c.rjust(w) if i else c.ljust(w) for i, (c, w) in enumerate(zip(row, widths))) + " |"
        for row in cells
    ]
    rule = "|" + "|".join(("-" * (w + 1) + ":") if i else "-" * (w + 2) for i, w in enumerate(widths)) + "|"
    return "\n".join([lines[0], rule, *lines[1:]])


def digits(number):
    """Three significant digits, without an exponent for numbers of a usual size."""
    return f"{float(f'{number:.3g}'):g}"


def spread(numbers):
    """The median of some numbers, and in brackets the smallest and the largest."""
    return f"{digits(median(numbers))} ({digits(min(numbers))} to {digits(max(numbers))})"


def facts():
    """Date, processor, Python and the packages compared, in one sentence."""
    versions = ", ".join(f"{name} {importlib.metadata.version(name)}" for name in PACKAGES)
    return (
        f"Measured on {datetime.date.today().isoformat()} on {processor()} ({os.cpu_count()} cores, one thread used), "
        f"{platform.system()}, Python {platform.python_version()}, {versions}."
    )


def processor():
    """The processor's name, as the system gives it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
