"""`Model`: what has parameters that are arrays. It can name them, hand them out, take them back, save and load them.

A model is a class with parameters, or smaller models, as attributes; there is nothing to register:

    class Classifier(Model):
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
from autograd_lib.nn import Module
from autograd_lib.parameter import Parameter


class Model(Module):
    """What has parameters: attributes that are a `Parameter`, a model, or a list or tuple of these."""

    def parts(self):
        """(name, part) for each parameter and each model that this one is made of, in the order of their making."""
        for name, value in vars(self).items():
            if isinstance(value, (Parameter, Model)):
                yield name, value
            elif isinstance(value, (list, tuple)):
                yield from ((f"{name}.{i}", v) for i, v in enumerate(value) if isinstance(v, (Parameter, Model)))

    def named_parameters(self):
        """A dictionary from names, such as `hidden.weight`, to Parameters. One that is used twice comes once."""
        named, seen = {}, set()
        for name, part in self.parts():
            inner = part.named_parameters() if isinstance(part, Model) else {"": part}
            for inner_name, parameter in inner.items():
                if parameter not in seen:
                    seen.add(parameter)
                    named[f"{name}.{inner_name}" if inner_name else name] = parameter
        return named

    def parameters(self):
        return list(self.named_parameters().values())

    def label_parameters(self):
        """Write each parameter's name on it, for drawings and errors; returns the model."""
        for name, parameter in self.named_parameters().items():
            parameter.label = name
        return self

    def state_dict(self):
        """A dictionary from the names of the parameters to copies of their arrays."""
        return {name: parameter.data.copy() for name, parameter in self.named_parameters().items()}

    def load_state_dict(self, state):
        """Take over the arrays that `state_dict` gave, of a model with the same names and shapes; returns the model.

        Numbers are rounded to the dtype of this model's parameters.

        Raises:
            ValueError: names or shapes do not fit, or a number is NaN or infinite. The error lists them, and the model
                is as it was.
        """
        parameters = self.named_parameters()
        misfits = [f"{name} is missing" for name in parameters if name not in state]
        misfits += [f"{name} is not in this model" for name in state if name not in parameters]
        arrays = {}
        for name in [name for name in parameters if name in state]:
            parameter, array = parameters[name], np.asarray(state[name])
            if array.shape != parameter.shape:
                misfits.append(f"{name} has shape {array.shape}, wanted {parameter.shape}")
            elif array.dtype.kind not in "fiu" or not np.isfinite(array := rounded(array, parameter.dtype)).all():
                misfits.append(f"{name} holds something else than finite numbers")
            arrays[name] = array
        if misfits:
            raise ValueError(f"these parameters do not fit, and the model is as it was: {'; '.join(misfits)}")
        for name, array in arrays.items():
            parameters[name].data = array
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
        """Take over the parameters that `save` wrote, if they are those of a model like this one; returns the model.

        Raises:
            ValueError: the file is damaged, or its parameters do not fit; the model is as it was.
            FileNotFoundError: there is no such file.
        """
        contents = Path(path).read_bytes()
        try:
            # A pickle may run any program when it is read: such files are refused.
            with np.load(io.BytesIO(contents), allow_pickle=False) as file:
                state = {name: file[name] for name in file}
        except Exception as error:  # a damaged archive has a dozen ways to fail, OSError and RuntimeError among them
            raise ValueError(
                f"{path} is damaged, or is not a saved model ({type(error).__name__}: {error}). The model is as it was."
            ) from error
        try:
            return self.load_state_dict(state)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None

    def words(self):
        """What the repr says of this model besides its parts and the number of its parameters."""
        return ""

    def __repr__(self):
        size = sum(parameter.size for parameter in self.parameters())
        count = "1 parameter" if size == 1 else f"{size:,} parameters" if size else ""
        models = [(name, part) for name, part in self.parts() if isinstance(part, Model)]
        if not models:
            return f"{type(self).__name__}({', '.join(filter(None, [self.words(), count]))})"
        lines = [f"{name}: {part!r}".replace("\n", "\n  ") for name, part in models]
        return "\n  ".join([f"{type(self).__name__}(", *lines, count or "no parameters"]) + "\n)"


class Sequential(Model):
    """Layers one after the other: each takes what the one before gives.

    Args:
        layers: models, or any functions of one Tensor. The parameters are labelled by their place: `0.weight`.

    It has a length, can be gone through, and `model[i]` is its i-th layer.
    """

    def __init__(self, *layers):
        for i, layer in enumerate(layers):
            if not callable(layer) or isinstance(layer, type):
                hint = f"; make one: {layer.__name__}(…)" if isinstance(layer, type) else ""
                raise TypeError(f"layer {i} is to be a layer or a function, as in ReLU(): got {layer!r}{hint}")
        self.layers = layers
        self.label_parameters()

    def parts(self):
        return [(str(i), layer) for i, layer in enumerate(self.layers) if isinstance(layer, Model)]

    def __call__(self, x):
        """x: what the first layer takes, usually an array with one row, or one image, for each point."""
        for i, layer in enumerate(self.layers):
            try:
                x = layer(x)
            except (TypeError, ValueError) as error:
                error.add_note(f"in layer {i} of the Sequential, {layer!r}")
                raise
        return x

    def __len__(self):
        return len(self.layers)

    def __iter__(self):
        return iter(self.layers)

    def __getitem__(self, index):
        return self.layers[index]


def rounded(array, dtype):
    """`array` in this dtype. What is too large for it becomes infinite, without a warning."""
    with np.errstate(over="ignore"):
        return array.astype(dtype)
