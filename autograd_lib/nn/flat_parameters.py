"""Many arrays as one: the parameters of a network as views of one flat array.

An optimiser does the same with every number. For the six arrays of a small network that is six times the work of one,
as NumPy takes longer to begin an operation than to do it; with all their numbers in one array it is done at once.
"""

from itertools import accumulate

import numpy as np


class FlatParameters:
    """Nodes that hold arrays, seen as one node that holds all their numbers in one flat array.

    `data` is that array, and `grad` a new one with all their gradients. The nodes' own arrays become views of `data`:
    who assigns to it moves all of them. A node that was given another array since is moved back in by the next look.

    Args:
        nodes: leaves whose `.data` are arrays of floats, all of one dtype.
        names: a name for each, for errors.

    Raises:
        ValueError: by `data` or `grad`, if an array or a gradient has another shape than the node's at first.
    """

    def __init__(self, nodes, names):
        self.nodes, self.names = nodes, names
        self.shapes = [node.data.shape for node in nodes]
        self.ends = list(accumulate(node.data.size for node in nodes))
        self.move_into_one()

    @property
    def data(self):
        for node, view in zip(self.nodes, self.views):
            if node.data is not view:
                self.move_into_one()
                break
        return self.flat

    @data.setter
    def data(self, numbers):
        self.flat[...] = numbers
        for node, view in self.copies:
            node.data = view

    @property
    def grad(self):
        return self.together("gradient", [node.grad for node in self.nodes])

    def move_into_one(self):
        """Copy the nodes' numbers into a new flat array, of which their arrays become views."""
        self.flat = self.together("array", [node.data for node in self.nodes])
        self.views = self.split(self.flat)
        for node, view in zip(self.nodes, self.views):
            if hasattr(node, "move_into"):  # a Parameter would copy what is assigned to its `data`
                node.move_into(view)
            else:
                node.data = view
        # A class may keep a copy of what it is given: such nodes are given it again after each change.
        self.copies = [(node, view) for node, view in zip(self.nodes, self.views) if node.data is not view]

    def together(self, what, arrays):
        """The numbers of `arrays`, one for each node, in a new flat array. A number stands for an array full of it."""
        flat = np.concatenate(arrays, axis=None)
        if flat.size == self.ends[-1]:
            return flat
        for i, (array, shape) in enumerate(zip(arrays, self.shapes)):
            if np.shape(array) not in ((), shape):
                raise ValueError(f"the {what} of {self.names[i]} has shape {np.shape(array)}, wanted {shape}")
        return np.concatenate([np.broadcast_to(array, shape) for array, shape in zip(arrays, self.shapes)], axis=None)

    def split(self, flat):
        """A view of `flat` for each node, of its shape."""
        starts = [0, *self.ends]
        return [flat[a:b].reshape(shape) for a, b, shape in zip(starts, self.ends, self.shapes)]

    def first(self, wrong):
        """The name of the first number that `wrong`, a flat array of booleans, marks: `1.weight[3, 2]`."""
        for name, part in zip(self.names, self.split(wrong)):
            if part.any():
                index = ", ".join(str(i) for i in np.argwhere(part)[0])
                return f"{name}[{index}]" if index else name
        return ""
