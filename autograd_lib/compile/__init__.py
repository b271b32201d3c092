"""Record a finished graph once, and replay it: the same numbers as the eager engine, many times as fast.

`record.py` is the way in. Values: `values.py` replays them in groups, with the functions in `kinds.py`; `lattice.py`
finds matrices among them. Tensors: `tensors.py` makes one flat list of calls (`calls.py`) of what `elementwise.py`,
`reductions.py`, `shapes.py`, `products.py` and `images.py` say of each operation; `buffers.py` lays out the memory.
Training: `step.py` replays whole steps, the optimiser's too (`update.py`), and `signature.py` finds out whether a graph
is still the recorded one. `explain.py` says what a recording does. `checkpoint.py` gives time for memory.
"""

from autograd_lib.compile.calls import OPERATIONS, operation
from autograd_lib.compile.checkpoint import checkpoint, checkpoint_chain
from autograd_lib.compile.kinds import KINDS
from autograd_lib.compile.record import record
from autograd_lib.compile.step import compile_step

__all__ = ["KINDS", "OPERATIONS", "checkpoint", "checkpoint_chain", "compile_step", "operation", "record"]
