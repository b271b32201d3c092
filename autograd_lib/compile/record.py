"""`record`: from a finished graph, of Values or of Tensors, to a recording that computes it again and again."""

from autograd_lib.compile.checks import check_graph
from autograd_lib.compile.lattice import LatticeRecording
from autograd_lib.compile.values import ValueRecording
from autograd_lib.engine.tensor import Tensor


def record(loss, parameters, inputs=(), fast=False):
    """Record a finished graph, to compute it again without building it.

        loss = losses.hinge([model(x) for x in xs], ys)
        recording = record(loss, model.parameters())
        for _ in range(1000):
            recording.step()  # sets the gradients, as zero_grad() and backward() would
            optimizer.step()

    Args:
        loss: a node of one number, a Value or a Tensor.
        parameters: the leaves whose gradients are wanted, as `model.parameters()` gives them.
        inputs: what else will change from step to step: leaves, and of a graph of Tensors also arrays that are part of
            it, such as the x of `linear` or the targets of `cross_entropy`. All other numbers stay as they are.
        fast: lay out the arrays for speed (see `buffers.py`). The numbers are then the eager engine's up to rounding;
            otherwise a replay of Tensors has its very bits.

    Returns:
        A recording. `step()` computes the loss for what parameters and inputs hold now, sets the gradients of the
        parameters, and returns the loss. `explain()` says in words what it does.

    A recording repeats the operations that were recorded. It knows nothing of the program that built the graph: an `if`
    that would go the other way now, a loop that would run longer, a mask that would be drawn again.

    Raises:
        TypeError: the loss is not a node, or parameters or inputs are not leaves.
        ValueError: an operation of the graph cannot be replayed; the loss depends on none of the parameters.
    """
    parameters, inputs = check_graph(loss, parameters, inputs)
    if isinstance(loss, Tensor):
        from autograd_lib.compile.tensors import TensorRecording

        return TensorRecording(loss, parameters, inputs, fast)
    return (LatticeRecording if fast else ValueRecording)(loss, parameters, inputs)
