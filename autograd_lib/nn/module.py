"""`Module`: the base of everything that has parameters. It names them, copies their numbers, saves and loads them.

A module is a class with parameters, or smaller modules, as attributes; there is nothing to register:

    class Classifier(Module):
        def __init__(self, rng):
            self.hidden = Linear(64, 32, rng=rng)
            self.scores = Linear(32, 10, rng=rng)

        def __call__(self, x):
            return self.scores(self.hidden(x).relu())
"""

import io
from pathlib import Path

import numpy as np

from autograd_lib import atomic
from autograd_lib.nn.parameter import Parameter


class Module:
    """The base of everything that has parameters.

    They are found in the attributes: each `Parameter`, each Module, and those in a list or a tuple. A class whose
    parameters are something else, such as Values, names them in a `members` of its own.
    """

    def members(self):
        """(name, member) for each parameter and each module that this one is made of, in the order they were made."""
        for name, value in vars(self).items():
            if isinstance(value, (Parameter, Module)):
                yield name, value
            elif isinstance(value, (list, tuple)):
                yield from ((f"{name}.{i}", v) for i, v in enumerate(value) if isinstance(v, (Parameter, Module)))

    def named_children(self):
        """(name, module) for each module that this one is made of."""
        return [(name, member) for name, member in self.members() if isinstance(member, Module)]

    def children(self):
        """The modules that this one is made of."""
        return [child for _, child in self.named_children()]

    def named_parameters(self):
        """A dictionary from names, such as `hidden.weight`, to parameters. One that is used twice is there once."""
        named, seen = {}, set()
        for name, member in self.members():
            inner = member.named_parameters() if isinstance(member, Module) else {"": member}
            for inner_name, parameter in inner.items():
                if id(parameter) not in seen:
                    seen.add(id(parameter))
                    named[f"{name}.{inner_name}" if inner_name else name] = parameter
        return named

    def parameters(self):
        """The parameters as a list, always in the same order, each once."""
        found = {}
        for _, member in self.members():
            for parameter in member.parameters() if isinstance(member, Module) else [member]:
                found[id(parameter)] = parameter
        return list(found.values())

    def zero_grad(self):
        """Forget the gradients of the last backward pass, which would otherwise be added to those of the next."""
        for parameter in self.parameters():
            parameter.grad = 0.0

    def label_parameters(self):
        """Give each parameter its name as a label, for drawings and errors; returns the module."""
        for name, parameter in self.named_parameters().items():
            parameter.label = name
        return self

    def state_dict(self):
        """A dictionary from the names of the parameters to copies of their numbers, as arrays.

        Raises:
            TypeError: a parameter has no name, because a subclass has a `parameters` of its own and no `members`.
        """
        return {name: np.array(parameter.data) for name, parameter in self.all_named_parameters().items()}

    def load_state_dict(self, state):
        """Take over the arrays from the `state_dict` of a module with the same names and shapes; returns the module.

        Numbers are rounded to the dtype of this module's parameters.

        Raises:
            ValueError: names or shapes do not fit, or a number is NaN or infinite. The error lists them, and the
                module is as it was.
            TypeError: as for `state_dict`.
        """
        parameters = self.all_named_parameters()
        misfits = [f"{name} is missing" for name in parameters if name not in state]
        misfits += [f"{name} is not in this model" for name in state if name not in parameters]
        arrays = {}
        for name in [name for name in parameters if name in state]:
            numbers, array = parameters[name].data, np.asarray(state[name])
            if array.shape != np.shape(numbers):
                misfits.append(f"{name} has shape {array.shape}, wanted {np.shape(numbers)}")
                continue
            arrays[name] = finite_array(array, numbers.dtype if isinstance(numbers, np.ndarray) else float)
            if arrays[name] is None:
                misfits.append(f"{name} holds something else than finite numbers")
        if misfits:
            raise ValueError(f"these parameters do not fit, and the model is as it was: {'; '.join(misfits)}")
        for name, array in arrays.items():
            is_array = isinstance(parameters[name].data, np.ndarray)
            parameters[name].data = array if is_array else array.item()
        return self

    def all_named_parameters(self):
        """`named_parameters()`, once it is known to hold all of `parameters()`: what has no name would not be saved."""
        named, parameters = self.named_parameters(), self.parameters()
        unnamed = {id(parameter) for parameter in parameters} - {id(parameter) for parameter in named.values()}
        if unnamed:
            raise TypeError(
                f"{len(unnamed)} of the {len(parameters)} parameters of this {type(self).__name__} have no name, and "
                "would be left out. A module with a parameters() of its own needs a members() too, which gives "
                "(name, member) for each parameter and each module that it is made of"
            )
        return named

    def save(self, path):
        """Write the parameters to an .npz file, every digit of them, whole or not at all.

        Raises:
            ValueError: a parameter is NaN or infinite; nothing is written.
            TypeError: as for `state_dict`.
            OSError: the file cannot be written; what was there is as it was.
        """
        state = self.state_dict()
        for name, array in state.items():
            if not np.isfinite(array).all():
                raise ValueError(f"{name} holds NaN or infinity: this model has diverged and was not saved")
        contents = io.BytesIO()
        np.savez(contents, **state)
        atomic.write_bytes(path, contents.getvalue())

    def load(self, path):
        """Take over the parameters that `save` wrote, of a module with the same names and shapes; returns the module.

        Raises:
            ValueError: the file is damaged, or its parameters do not fit; the module is as it was.
            TypeError: as for `state_dict`.
            FileNotFoundError: there is no such file.
        """
        contents = Path(path).read_bytes()
        try:
            # A pickle may run any program when it is read: such files are refused.
            with np.load(io.BytesIO(contents), allow_pickle=False) as file:
                state = {name: file[name] for name in file}
        except Exception as error:  # a damaged archive has a dozen ways to fail, OSError and RuntimeError among them
            raise damaged_model(path, error) from error
        try:
            return self.load_state_dict(state)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None

    def extra_repr(self):
        """Words for the repr, besides its children and the number of its parameters: a layer's sizes, for example."""
        return ""

    def __repr__(self):
        if not self.children():
            return self.repr_in_one_line()
        lines = [f"{name}: {child!r}".replace("\n", "\n  ") for name, child in self.named_children()]
        return "\n  ".join([f"{type(self).__name__}(", *lines, self.count_in_words() or "no parameters"]) + "\n)"

    def repr_in_one_line(self):
        return f"{type(self).__name__}({', '.join(filter(None, [self.extra_repr(), self.count_in_words()]))})"

    def count_in_words(self):
        """The number of parameters as text, "337 parameters", or "" if there are none."""
        size = sum(np.size(parameter.data) for parameter in self.parameters())
        return "1 parameter" if size == 1 else f"{size:,} parameters" if size else ""


def damaged_model(path, error):
    """The error to raise for a file that could not be read as a saved model, because of `error`."""
    return ValueError(
        f"{path} is damaged, or is not a saved model ({type(error).__name__}: {error}). The model is as it was."
    )


def finite_array(array, dtype):
    """`array` in this dtype, or None if it then holds anything else than finite numbers."""
    if array.dtype.kind not in "fiu":
        return None
    with np.errstate(over="ignore"):  # a number that is too large becomes infinite
        array = array.astype(dtype)
    return array if np.isfinite(array).all() else None
