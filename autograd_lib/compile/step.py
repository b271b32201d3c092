"""`compile_step`: whole training steps, replayed. Batches are arguments, and each new shape is recorded by itself."""

import numpy as np

from autograd_lib.compile.calls import memory_of
from autograd_lib.compile.record import record
from autograd_lib.compile.signature import difference, signature
from autograd_lib.compile.update import FlatNumbers, Update
from autograd_lib.engine.graph import repr_and_type
from autograd_lib.engine.number_checks import leaf_number
from autograd_lib.engine.tensor import Tensor
from autograd_lib.engine.value import Value

# So many recordings are kept, the latest ones: a program whose shapes never repeat would keep them all.
MOST_RECORDINGS = 16


def compile_step(make_loss, model, optimizer, check_every=0, fast=False):
    """A function that takes a training step: `loss = step(xs, targets)`.

        def make_loss(model, xs, targets):
            return losses.softmax_cross_entropy(model(xs), targets)

        step = compile_step(make_loss, model, optimizer)
        for xs, targets in batches:
            loss = step(xs, targets)

    The first call with arguments of some shapes builds the graph with `make_loss`, records it, and records the
    optimiser's step with it. Later calls replay that recording, on the numbers of their arguments.

    Args:
        make_loss: a function of the model and a batch, of any number of arguments, that returns the loss, one node.
            Of a model of Tensors it gets arrays: copies of its own, floats in the parameters' dtype. Of a model of
            Values it gets Values, in lists like those that came. Texts, None, True, False, and for Tensors whole
            numbers, are passed on; another one is recorded by itself.
        model: what make_loss gets first.
        optimizer: its parameters are trained, by its rule. Setting `optimizer.lr` between steps works as ever.
        check_every: after so many steps, build the graph anew and compare it with the recording; 0 for never.
        fast: as for `record`: quicker, and equal to the eager engine up to rounding instead of to the last bit.

    What make_loss computes from a batch without nodes, such as `-targets` with NumPy, a recording cannot see. So it is
    called twice for each recording, the second time with the batch in another order: if the second graph is not the
    first one with other numbers in the inputs, an error says where they differ.

    Raises:
        TypeError, ValueError: as for `record`, and where the two graphs differ.
        FloatingPointError: a number is not finite, as in the eager engine; the parameters are as they were.
    """
    return CompiledStep(make_loss, model, optimizer, check_every, fast)


class CompiledStep:
    """See `compile_step`. `recordings` is a dictionary from the shapes of a batch to what was recorded for them."""

    def __init__(self, make_loss, model, optimizer, check_every, fast):
        if not callable(make_loss) or not hasattr(optimizer, "params"):
            raise TypeError(
                f"compile_step(make_loss, model, optimizer): a function and an optimizer of nn.optim, got "
                f"{repr_and_type(make_loss)} and {repr_and_type(optimizer)}"
            )
        self.make_loss, self.model, self.optimizer, self.check_every = make_loss, model, optimizer, check_every
        self.recordings, self.steps, self.fast = {}, 0, fast
        nodes = optimizer.params
        self.batch_of = ValueBatch if isinstance(nodes[0], Value) else TensorBatch
        if self.batch_of is ValueBatch and not isinstance(optimizer.groups[0], FlatNumbers):
            names = [node.label or f"params[{i}]" for i, node in enumerate(nodes)]
            optimizer.memory = [[np.array(numbers, float)] for numbers in optimizer.memory]
            optimizer.groups = [FlatNumbers(nodes, names)]

    def __call__(self, *batch):
        """Take a training step on a batch; returns the loss before it, as a float."""
        recorded = self.recorded(batch)
        if self.check_every and self.steps and self.steps % self.check_every == 0:
            recorded.compare()
        self.steps += 1
        return recorded.step()

    def recorded(self, batch):
        """The recording for a batch of these shapes, filled with its numbers."""
        key = self.batch_of.key(batch)
        recorded = self.recordings.get(key)
        if recorded is None or not recorded.is_in_place():
            while len(self.recordings) >= MOST_RECORDINGS:
                del self.recordings[next(iter(self.recordings))]
            recorded = self.recordings[key] = RecordedStep(self, self.batch_of(batch, self.optimizer.params[0]))
        else:
            recorded.batch.fill(batch)
        return recorded

    def check(self, *batch):
        """Build the graph for this batch anew, and raise a ValueError if it is not the one that was recorded.

        It differs where an `if` or a loop went by the data, or where a number that is no argument has changed.
        """
        self.recorded(batch).compare()

    def explain(self):
        """What each recording does, in words."""
        texts = [recorded.recording.explain() for recorded in self.recordings.values()]
        return "\n\n".join(texts) or "nothing is recorded yet: that happens in the first step"


class RecordedStep:
    """One recording of a training step: for one shape of a batch."""

    def __init__(self, compiled, batch):
        self.compiled, self.batch = compiled, batch
        groups = compiled.optimizer.groups
        self.flats = [(group, group.data) for group in groups]
        parameters = [node for group in groups for node in group.nodes]
        loss = compiled.make_loss(compiled.model, *batch.arguments)
        self.recording = record(loss, parameters, batch.inputs, compiled.fast)
        self.leaves = [*parameters, *batch.leaves]
        self.signature = signature(loss, self.leaves, batch.arrays)
        batch.roll(1)
        self.compare()
        batch.roll(-1)
        self.update = Update(compiled.optimizer, *batch.flat_arrays(self.recording, [flat for _, flat in self.flats]))

    def compare(self):
        loss = self.compiled.make_loss(self.compiled.model, *self.batch.arguments)
        what = difference(self.signature, signature(loss, self.leaves, self.batch.arrays))
        if what:
            raise ValueError(
                f"compile_step: make_loss built another graph than the recorded one: {what}. A replay repeats what "
                "was recorded. So what depends on data must be computed with nodes, not by an if, a loop or NumPy; and "
                "what is drawn at random, or changes otherwise, must be an argument of the step"
            )

    def is_in_place(self):
        """Whether the parameters still hold the arrays that the update changes."""
        return self.batch.is_in_place(self.recording) or all([group.data is flat for group, flat in self.flats])

    def step(self):
        loss = self.recording.step()
        self.update.take()
        self.batch.write_back(self.recording)
        return loss


class TensorBatch:
    """The arguments of a step on Tensors: arrays of its own, which make_loss gets and the recording reads."""

    def __init__(self, batch, like):
        self.arguments = [as_argument(x, like.dtype) for x in batch]
        self.arrays = self.inputs = [x for x in self.arguments if isinstance(x, np.ndarray)]
        self.leaves = []

    @staticmethod
    def key(batch):
        return tuple([(x.shape, x.dtype) if isinstance(x, np.ndarray) else key_of(x) for x in batch])

    def fill(self, batch):
        for mine, given in zip(self.arguments, batch):
            if isinstance(mine, np.ndarray):
                np.copyto(mine, given)

    def roll(self, by):
        for array in self.arrays:
            if array.ndim:
                array[...] = np.roll(array, by, axis=0)

    @staticmethod
    def flat_arrays(recording, flats):
        """The numbers and the gradients of the parameters, for an update in place: a flat array of each for a dtype."""
        gradients = {array.dtype: memory_of(array) for array in recording.gradients}
        return flats, [gradients[flat.dtype] for flat in flats]

    @staticmethod
    def write_back(recording):
        """Nothing: the update was made in the parameters' own memory."""

    @staticmethod
    def is_in_place(recording):
        return all([leaf.data is array for leaf, array in recording.leaves])


def key_of(x):
    if isinstance(x, (list, tuple)):
        return np.shape(x)
    if isinstance(x, Tensor) or (not isinstance(x, (str, int, float, np.generic)) and x is not None):
        given = repr_and_type(x)
        raise TypeError(f"compile_step: an argument of a step is an array, a list of numbers or a number: got {given}")
    return () if isinstance(x, float) else (type(x), x)


def as_argument(x, dtype):
    """An array of its own for an argument, floats in the dtype of the parameters; what is no array as it is."""
    if x is None or isinstance(x, (str, int)):
        return x
    array = np.array(x)
    return array.astype(dtype) if array.dtype.kind == "f" else array


class ValueBatch:
    """The arguments of a step on Values: lists of leaves, which make_loss gets and the recording reads."""

    def __init__(self, batch, like):
        self.leaves, self.arrays = [], []
        self.arguments = [self.leaves_like(x) for x in batch]
        self.inputs = self.leaves

    def leaves_like(self, x):
        if is_list(x):
            return [self.leaves_like(part) for part in x]
        if x is None or isinstance(x, (str, bool)):
            return x
        self.leaves.append(Value(x))
        return self.leaves[-1]

    @staticmethod
    def key(batch):
        return tuple(map(shape_of, batch))

    def fill(self, batch):
        numbers = [x for x in flattened(batch) if not (x is None or isinstance(x, (str, bool)))]
        for leaf, number in zip(self.leaves, numbers):
            leaf.data = leaf_number(number)

    def roll(self, by):
        for argument in self.arguments:
            if is_list(argument) and len(argument) > 1:
                leaves = [x for x in flattened(argument) if isinstance(x, Value)]
                shift = by * len(leaves) // len(argument)
                numbers = [leaf.data for leaf in leaves]
                for leaf, number in zip(leaves, numbers[shift:] + numbers[:shift]):
                    leaf.data = number

    @staticmethod
    def flat_arrays(recording, _):
        return [recording.data[: recording.count]], [recording.grad[: recording.count]]

    @staticmethod
    def write_back(recording):
        """Give the parameters the numbers that an update left in the recording."""
        recording.held = recording.data[: len(recording.leaves)].tolist()
        for leaf, number in zip(recording.leaves, recording.held[: recording.count]):
            leaf.data = number

    @staticmethod
    def is_in_place(_):
        return True  # a step reads the numbers of all parameters


def is_list(x):
    return isinstance(x, (list, tuple, np.ndarray))


def flattened(x):
    """What is in a list of lists, in order."""
    return [inner for part in x for inner in flattened(part)] if is_list(x) else [x]


def shape_of(x):
    """What two arguments must share to be replayed by the same recording: their lists, and what is no number."""
    if is_list(x):
        return tuple(map(shape_of, x))
    return (x,) if x is None or isinstance(x, (str, bool)) else "number"
