"""The far end of data-parallel training: a copy of the model on a worker, and the shards that it computes."""

import pickle
from typing import NamedTuple

import numpy as np

from autograd_lib.nn.optim import parameter_groups


class Failure(NamedTuple):
    """What went wrong with a shard, in words.

    `not_finite`: whether a number was NaN or infinite. `row`: the first row of the shard that goes wrong by itself.
    """

    text: str
    not_finite: bool = True
    row: int | None = None


class Replica:
    """A copy of the model, and shards by their names. It lives on a worker, and is asked from afar.

    Args:
        pickled: the model, the list of its parameters that are trained, and make_loss, in one pickle, so that the
            parameters are the model's own.
    """

    def __init__(self, pickled):
        self.model, self.params, self.make_loss = pickle.loads(pickled)
        self.groups = parameter_groups(self.params)
        self.shards = {}

    def gradients(self, flats, wanted, new, dropped):
        """The loss and the gradients of each wanted shard, at the parameters `flats`.

        Args:
            flats: for each group of parameters, its numbers in one flat array.
            wanted: the names of shards, as a list.
            new: shards that this replica has not had yet, by their names: tuples of arguments for make_loss.
            dropped: names of shards that nobody will ask for again.

        Returns:
            For each name the pair of the loss and a list of flat arrays, one for each group; or a Failure.
        """
        for name in dropped:
            self.shards.pop(name, None)
        # Arrays that come over the wire are read-only, and lie where they happen to lie in a message.
        self.shards.update({name: tuple(map(own_copy, shard)) for name, shard in new.items()})
        for group, flat in zip(self.groups, flats):
            group.data = flat
        return {name: self.answer(self.shards[name]) for name in wanted}

    def answer(self, shard):
        """The loss and the gradients of one shard, or a Failure."""
        try:
            loss, gradients = self.loss_and_gradients(shard)
        except FloatingPointError as error:
            return self.failure_of_row(shard, str(error))
        except Exception as error:  # whatever make_loss raises is the client's to show, and this worker goes on
            return Failure(f"{type(error).__name__}: {error}", not_finite=False)
        wrong = self.first_not_finite(gradients)
        return self.failure_of_row(shard, wrong) if wrong else (loss, gradients)

    def loss_and_gradients(self, shard):
        for parameter in self.params:
            parameter.grad = 0.0
        node = self.make_loss(self.model, *shard)
        node.backward()
        return node.item(), [group.grad for group in self.groups]

    def first_not_finite(self, gradients):
        """A clause that names the first number of a gradient that is not finite, or ""."""
        for group, gradient in zip(self.groups, gradients):
            wrong = ~np.isfinite(gradient)
            if wrong.any():
                return f"the gradient of {group.first_name(wrong)} is {gradient[wrong][0]}"
        return ""

    def failure_of_row(self, shard, text):
        """A Failure that names the first row which goes wrong when it is taken alone, if there is one."""
        rows = max(len(x) for x in shard if isinstance(x, np.ndarray))
        for i in range(rows):
            alone = tuple(x[i : i + 1] if isinstance(x, np.ndarray) else x for x in shard)
            try:
                wrong = self.first_not_finite(self.loss_and_gradients(alone)[1])
            except FloatingPointError as error:
                wrong = str(error)
            except Exception:  # a make_loss that cannot take a single row says nothing about this one
                continue
            if wrong:
                return Failure(wrong, row=i)
        return Failure(text)


def own_copy(x):
    return np.array(x) if isinstance(x, np.ndarray) else x
