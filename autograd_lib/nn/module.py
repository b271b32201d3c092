"""`Module`: what has parameters. It can name them, hand them out, take them back, save and load them.

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
    """What has parameters: attributes that are a `Parameter`, a Module, or a list or tuple of these.

    A class whose parameters are something else, such as Values, says in `members` which they are.
    """

    def members(self):
        """(name, member) for each parameter and each module that this one is made of, in the order of their making."""
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
        """A dictionary from names, such as `hidden.weight`, to parameters. One that is used twice comes once."""
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
        """Write each parameter's name on it, for drawings and errors; returns the module."""
        for name, parameter in self.named_parameters().items():
            parameter.label = name
        return self

    def state_dict(self):
        """A dictionary from the names of the parameters to copies of their numbers, as arrays."""
        return {name: np.array(parameter.data) for name, parameter in self.named_parameters().items()}

    def load_state_dict(self, state):
        """Take over the arrays that `state_dict` gave, of a module with the same names and shapes; returns the module.

        Numbers are rounded to the dtype of this module's parameters.

        Raises:
            ValueError: names or shapes do not fit, or a number is NaN or infinite. The error lists them, and the
                module is as it was.
        """
        parameters = self.named_parameters()
        misfits = [f"{name} is missing" for name in parameters if name not in state]
        misfits += [f"{name} is not in this model" for name in state if name not in parameters]
        arrays = {}
        for name in [name for name in parameters if name in state]:
            before, array = np.asarray(parameters[name].data), np.asarray(state[name])
            if array.shape != before.shape:
                misfits.append(f"{name} has shape {array.shape}, wanted {before.shape}")
            elif array.dtype.kind not in "fiu" or not np.isfinite(array := rounded(array, before.dtype)).all():
                misfits.append(f"{name} holds something else than finite numbers")
            arrays[name] = array
        if misfits:
            raise ValueError(f"these parameters do not fit, and the model is as it was: {'; '.join(misfits)}")
        for name, array in arrays.items():
            is_array = isinstance(parameters[name].data, np.ndarray)
            parameters[name].data = array if is_array else array.item()
        return self

    def save(self, path):
        """Write the parameters to an .npz file, every digit of them, whole or not at all.

        Raises:
            ValueError: a parameter is NaN or infinite; nothing is written.
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
        """Take over the parameters that `save` wrote, if they are those of a module like this one; returns the module.

        Raises:
            ValueError: the file is damaged, or its parameters do not fit; the module is as it was.
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
        """What the repr says of this module besides its children and the number of its parameters."""
        return ""

    def __repr__(self):
        if not self.children():
            return self.repr_in_one_line()
        lines = [f"{name}: {child!r}".replace("\n", "\n  ") for name, child in self.named_children()]
        return "\n  ".join([f"{type(self).__name__}(", *lines, self.count_in_words() or "no parameters"]) + "\n)"

    def repr_in_one_line(self):
        return f"{type(self).__name__}({', '.join(filter(None, [self.extra_repr(), self.count_in_words()]))})"

    def count_in_words(self):
        """ "337 parameters"; "" if there are none."""
        size = sum(np.size(parameter.data) for parameter in self.parameters())
        return "1 parameter" if size == 1 else f"{size:,} parameters" if size else ""


def damaged_model(path, error):
    """The error, to be raised, for a file that `error` kept from being read as a saved model."""
    return ValueError(
        f"{path} is damaged, or is not a saved model ({type(error).__name__}: {error}). The model is as it was."
    )


def rounded(array, dtype):
    """`array` in this dtype. What is too large for it becomes infinite, without a warning."""
    with np.errstate(over="ignore"):
        return array.astype(dtype)
