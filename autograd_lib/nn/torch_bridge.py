"""A model of ours as a module of PyTorch, and the numbers of such a module back.

PyTorch is imported when one of the two functions is called, not before.
"""

import pickle
from collections.abc import Mapping
from importlib.util import find_spec
from os import PathLike

from autograd_lib.nn.torch_names import our_state, torch_state


def to_torch(model):
    """A module of PyTorch that computes what `model` computes, with copies of its numbers and in their dtype.

    An `MLP` and a `Sequential` become an `nn.Sequential`, and each layer its counterpart; a `GPT` is made of PyTorch's
    `TransformerEncoder`. The outputs agree up to rounding.

    Args:
        model: an MLP of Values, a GPT, a layer of `autograd_lib.nn`, or a Sequential of such.

    Raises:
        TypeError: there is no counterpart for the model or one of its layers.
        ImportError: PyTorch is not installed.
    """
    check_that_torch_is_there("to_torch")
    from autograd_lib.nn.torch_modules import as_tensors, empty_module

    module = empty_module(model)
    module.load_state_dict(as_tensors(torch_state(model)), assign=True)
    return module


def from_torch(source, model):
    """Take over the numbers of a module of PyTorch into `model`; returns the model.

    Numbers are rounded to the dtype of the model's parameters.

    Args:
        source: a module, its `state_dict()`, or the path of a file into which `torch.save` wrote a state_dict. A file
            is read with `weights_only=True`, so that nothing in it is run.
        model: as for `to_torch`, of the same shape: `from_torch(to_torch(model), model)` changes nothing.

    Raises:
        ValueError: names or shapes do not fit, a number is NaN or infinite, or the file is damaged or holds something
            else than tensors. The model is as it was.
        TypeError: the source is none of the three, or the model is none that `to_torch` knows.
        FileNotFoundError: there is no such file.
        ImportError: PyTorch is not installed.
    """
    check_that_torch_is_there("from_torch")
    from autograd_lib.nn.torch_modules import as_arrays, empty_module

    empty_module(model)  # refuses what has no counterpart
    return model.load_state_dict(our_state(model, as_arrays(state_of(source))))


def state_of(source):
    """The state_dict of a module, of a file, or itself."""
    import torch

    if isinstance(source, torch.nn.Module):
        return source.state_dict()
    if isinstance(source, (str, PathLike)):
        try:
            source = torch.load(source, map_location="cpu", weights_only=True)
        except (pickle.UnpicklingError, RuntimeError, EOFError) as error:
            raise ValueError(
                f"{source} is damaged, or holds more than tensors: a whole module, say, which would run code when it "
                "is read. Save the numbers alone: torch.save(module.state_dict(), path). The model is as it was."
            ) from error
    if not isinstance(source, Mapping) or not all(isinstance(value, torch.Tensor) for value in source.values()):
        raise TypeError(
            "from_torch takes a module of PyTorch, its state_dict(), or the path of a file with one: got a "
            f"{type(source).__name__}, not a dictionary from names to tensors"
        )
    return source


def check_that_torch_is_there(name):
    if find_spec("torch") is None:
        raise ImportError(
            f"{name} needs PyTorch, which is not installed: pip install torch, or `make peers` in a clone"
        )
