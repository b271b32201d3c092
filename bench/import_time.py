"""Table: the seconds and the memory that an import costs, each in a fresh Python.

A worker of a cluster and a tab of a browser pay this before they do anything.
"""

import json
import subprocess
import sys
from statistics import median

from report import digits, markdown_table

ROUNDS = 9
WANTED = 0.15  # seconds, of `from autograd_lib import Value`

IMPORTS = [
    "from autograd_lib import Value",
    "from autograd_lib import Tensor",
    "from autograd_lib import MLP, SGD, losses",
    "from autograd_lib import check",
    "from autograd_lib import draw_graph",
    "from autograd_lib import *",
    "from autograd_lib.widgets import quiz",
    "import numpy",
    "import micrograd.engine",
    "import torch",
]

# What a fresh Python runs: the seconds are those of the statement, the memory is that of the whole process.
MEASURE = """
import json, sys, time
start = time.perf_counter()
exec(sys.argv[1])
seconds = time.perf_counter() - start
modules = len(sys.modules)
# Not what `resource` says: that begins with the memory of the process that has started this one.
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps([seconds, modules, int(peak.split()[1]) / 1024]))
"""

TEXT = f"""\
## Imports

Each statement in a fresh Python, median of {ROUNDS} runs that take turns: seconds of wall time that the statement took
(and the smallest), the number of modules then loaded, and the largest memory of the process in MB. Wanted: `from
autograd_lib import Value` in at most {WANTED} s.
"""


def report():
    """Run everything; the section as Markdown."""
    runs = {statement: [] for statement in ["pass", *IMPORTS]}
    for _ in range(ROUNDS + 1):  # the first round fills the caches of the system, and does not count
        for statement, results in runs.items():
            results.append(measure(statement))
    rows = []
    for statement, results in runs.items():
        seconds, modules, memory = zip(*results[1:])
        name = "nothing: Python alone" if statement == "pass" else f"`{statement}`"
        rows.append([name, f"{median(seconds):.3f} ({min(seconds):.3f})", modules[0], digits(median(memory))])
    return f"{TEXT}\n{markdown_table(['statement', 'seconds', 'modules', 'MB'], rows)}\n"


def measure(statement):
    """Seconds, modules and MB of one import."""
    run = subprocess.run([sys.executable, "-c", MEASURE, statement], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


if __name__ == "__main__":
    print(report())
