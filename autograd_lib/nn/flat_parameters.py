"""Many arrays as one: the parameters of a network as views of one flat array.

An optimiser does the same with every number. For the six arrays of a small network that is six times the work of one,
as NumPy takes longer to begin an operation than to do it; with all their numbers in one array it is done at once.
"""

from itertools import accumulate

import numpy as np


class FlatParameters:
    """Nodes that hold arrays, seen as one node that holds all their numbers in one flat array.

    `data` is that array, and `grad` a new one with all their gradients. The nodes' own arrays become views of `data`,
    so assigning to `data` changes all of them. A node that has been given another array since is moved back in when
    `data` is next read. In a copy or a pickle, the copied nodes are views of a flat array of their own.

    Args:
        nodes: leaves whose `.data` are arrays of floats, all of one dtype.
        names: a name for each, for errors.

    Raises:
        ValueError: when `data` or `grad` is read, if an array or a gradient does not have the shape that the node's
            array had at first.
    """

    def __init__(self, nodes, names):
        self.nodes, self.names = nodes, names
        self.shapes = [node.data.shape for node in nodes]
        self.ends = list(accumulate(node.data.size for node in nodes))
        self.move_into_flat()

    def __reduce__(self):
        return type(self), (self.nodes, self.names)

    @property
    def data(self):
        for node, view in zip(self.nodes, self.views):
            if node.data is not view:
                self.move_into_flat()
                break
        return self.flat

    @data.setter
    def data(self, numbers):
        self.flat[...] = numbers
        for node, view in self.not_views:
            node.data = view

    @property
    def grad(self):
        return self.flatten("gradient", [node.grad for node in self.nodes])

    def move_into_flat(self):
        """Copy the nodes' numbers into a new flat array, of which their arrays become views."""
        self.flat = self.flatten("array", [node.data for node in self.nodes])
        self.views = self.unflatten(self.flat)
        for node, view in zip(self.nodes, self.views):
            if hasattr(node, "move_into"):  # a Parameter would copy what is assigned to its `data`
                node.move_into(view)
            else:
                node.data = view
        # A class may keep a copy of what it is given: such nodes are given it again after each change.
        self.not_views = [(node, view) for node, view in zip(self.nodes, self.views) if node.data is not view]

    def flatten(self, what, arrays):
        """The numbers of `arrays`, one for each node, in a new flat array. A number stands for an array full of it."""
        shapes = [getattr(array, "shape", ()) for array in arrays]
        if shapes == self.shapes:
            return np.concatenate(arrays, axis=None)
        for name, shape, wanted in zip(self.names, shapes, self.shapes):
            if shape not in ((), wanted):
                raise ValueError(f"the {what} of {name} has shape {shape}, wanted {wanted}")
        return np.concatenate([np.broadcast_to(array, shape) for array, shape in zip(arrays, self.shapes)], axis=None)

    def unflatten(self, flat):
        """A view of `flat` for each node, in the node's shape."""
        starts = [0, *self.ends]
        return [flat[a:b].reshape(shape) for a, b, shape in zip(starts, self.ends, self.shapes)]

    def first_name(self, wrong):
        """The name of the first number that `wrong`, a flat array of booleans, marks: `1.weight[3, 2]`."""
        for name, part in zip(self.names, self.unflatten(wrong)):
            if part.any():
                index = ", ".join(str(i) for i in np.argwhere(part)[0])
                return f"{name}[{index}]" if index else name
        return ""
