"""`DataParallel`: one optimiser here, gradients from many workers, added up in an order that no worker changes."""

from itertools import count, pairwise
from numbers import Integral, Number

import numpy as np

from autograd_lib.nn.flat_parameters import FlatParameters
from autograd_lib.parallel.cluster import ClusterLostError, Team, pickled_for_workers
from autograd_lib.parallel.replica import Failure

# So many workers in a row may be lost over the same shards before these are taken for the reason.
MOST_LOST = 4


class ShardError(RuntimeError):
    """make_loss raised an error on a worker; the message says for which rows, and which error."""


class Batch:
    """A batch, cut. `shards[i]` holds copies of the rows from `starts[i]` up to but not including `starts[i + 1]`."""

    numbers = count()

    def __init__(self, arguments, shards):
        rows = number_of_rows(arguments, shards)
        self.number = next(self.numbers)
        self.starts = [rows * i // shards for i in range(shards + 1)]
        self.shards = [
            tuple(x[a:b].copy() if isinstance(x, np.ndarray) else x for x in arguments)
            for a, b in pairwise(self.starts)
        ]

    @property
    def weights(self):
        """The part of the batch's rows that each shard has: they add up to 1, but for rounding."""
        return [(b - a) / self.starts[-1] for a, b in pairwise(self.starts)]


class DataParallel:
    """Training steps whose gradients are computed by the workers of a cluster, each on its part of the batch.

        parallel = DataParallel(model, make_loss, optimizer, client, shards=4)
        batch = parallel.place(xs, targets)
        for _ in range(100):
            loss = parallel.step(batch)

    The batch is cut into shards. Each worker has a replica of the model, computes the gradients of some shards, and
    sends them back. Here they are added up, shard by shard, weighted by their rows, and the optimiser takes its step.
    So all numbers depend on how many shards there are, and not on how many workers: the bits are the same for any of
    them (on processors of one kind), and also if workers die, hang or join while it runs. A step is taken whole or not
    at all.

    Args:
        model: what make_loss gets first. It is sent to the workers once.
        make_loss: a function of the model and a batch that returns the loss, one node: a mean over the batch's rows
            (plus, if you like, something of the parameters alone). What it draws at random comes from its arguments,
            as each replica goes its own way otherwise. Functions and classes of a notebook travel along.
        optimizer: its parameters are trained, by its rule: Tensors. Setting `optimizer.lr` between steps works as ever.
        client: a `distributed.Client`, such as `local_cluster` gives.
        shards: into how many a batch is cut. More than workers let a faster worker not wait long; each costs a
            gradient to be sent.
        patience: a worker that has not answered after so many seconds is given up, and its shards go to others; if
            none is left, and none joins, for so long, training stops. So it must be longer than a step.
        save_to: a file to which the model is saved if training stops so; None for none.

    Attributes:
        steps: how many steps were taken.
        events: what happened to workers, in words.
        bytes_sent, bytes_received: the bytes of numbers in all messages so far.

    Raises:
        TypeError: the optimizer's parameters are not Tensors, or the model or make_loss cannot be pickled.
        ValueError: `shards` or `patience` is not a number > 0.
        ClusterLostError: no worker can be used.
    """

    def __init__(self, model, make_loss, optimizer, client, shards=4, patience=30.0, save_to=None):
        if not callable(make_loss) or not hasattr(optimizer, "groups"):
            raise TypeError(
                "DataParallel(model, make_loss, optimizer, client): make_loss is a function and optimizer one of "
                f"nn.optim, got {type(make_loss).__name__} and {type(optimizer).__name__}"
            )
        if not all(isinstance(group, FlatParameters) for group in optimizer.groups):
            raise TypeError("DataParallel trains models of Tensors, whose parameters are arrays; these are numbers")
        if not isinstance(shards, Integral) or shards < 1:
            raise ValueError(f"shards is a whole number > 0, got {shards!r}")
        if not isinstance(patience, Number) or not patience > 0:
            raise ValueError(f"patience is a number of seconds > 0, got {patience!r}")
        self.model, self.optimizer, self.shards, self.save_to = model, optimizer, shards, save_to
        self.steps = self.bytes_sent = self.bytes_received = 0
        self.held = {}  # by worker: the names of the shards that it has
        self.placed = set()  # the numbers of batches that workers keep
        self.team = Team(client, pickled_for_workers(model, optimizer.params, make_loss), patience)
        self.or_stop(self.team.look)

    @property
    def events(self):
        return self.team.events

    def place(self, *batch):
        """Cut a batch into shards that stay on the workers: for `step` and `backward`, which send each of them once.

        Args:
            batch: the arguments of make_loss after the model. Arrays are cut along their first axis, into parts that
                differ by one row at most. Numbers, texts and None go to every shard as they are.

        Raises:
            TypeError, ValueError: another kind of argument, arrays of different lengths, or fewer rows than shards.
        """
        placed = Batch(batch, self.shards)
        self.placed.add(placed.number)
        return placed

    def step(self, *batch):
        """Take a training step on a batch, placed or fresh; returns the loss before it, as a float.

        Raises:
            FloatingPointError: a number is NaN or infinite; the message names the shard, and the row if it can.
            ShardError: make_loss raised an error.
            ClusterLostError: there is nobody left to ask.
            In all these cases the parameters are as they were.
        """
        loss = self.backward(*batch)
        self.optimizer.step()
        self.steps += 1
        return loss

    def backward(self, *batch):
        """The same without the optimiser's step: leaves the gradients in the parameters, and returns the loss."""
        is_cut = len(batch) == 1 and isinstance(batch[0], Batch)
        batch = batch[0] if is_cut else Batch(batch, self.shards)
        answers = self.or_stop(self.collect, batch)
        for shard, answer in enumerate(answers):
            if isinstance(answer, Failure):
                raise failure_of_shard(answer, shard, batch.starts)
        return self.add_up(answers, batch.weights)

    def collect(self, batch):
        """The answers for all shards of a batch, in their order, whoever gives them."""
        self.team.begin()
        names = [(batch.number, i) for i in range(len(batch.shards))]
        flats, answers, missing = [group.data for group in self.optimizer.groups], {}, names
        for _ in range(MOST_LOST):
            if not self.team.replicas:
                self.team.look()
            workers = list(self.team.replicas)
            deal = {worker: missing[k :: len(workers)] for k, worker in enumerate(workers[: len(missing)])}
            calls = {worker: self.message(worker, flats, wanted, batch) for worker, wanted in deal.items()}
            for worker, found in self.team.ask(calls).items():
                self.held[worker].update(deal[worker])
                answers.update(found)
            missing = [name for name in names if name not in answers]
            if not missing:
                self.bytes_received += sum(map(bytes_in, answers.values()))
                return [answers[name] for name in names]
        lost = ", ".join(str(shard) for _, shard in missing)
        raise ClusterLostError(
            f"{MOST_LOST} times in a row, workers were lost over the shards {lost} (are they too large for a worker's "
            f"memory, or is the patience of {self.team.patience:g} s too short?)"
        )

    def message(self, worker, flats, wanted, batch):
        """The arguments for a replica: with the shards that it lacks, and the names of those that nobody needs now."""
        held = self.held.setdefault(worker, set())
        new = {name: batch.shards[name[1]] for name in wanted if name not in held}
        dropped = [name for name in held if name[0] not in {*self.placed, batch.number}]
        held.difference_update(dropped)
        self.bytes_sent += bytes_in(flats) + sum(map(bytes_in, new.values()))
        return flats, wanted, new, dropped

    def add_up(self, answers, weights):
        """The weighted sum of the losses; that of the gradients goes into the parameters."""
        loss, totals = 0.0, None
        for weight, (shard_loss, gradients) in zip(weights, answers):
            loss += weight * shard_loss
            parts = [weight * gradient for gradient in gradients]
            totals = [total + part for total, part in zip(totals, parts)] if totals else parts
        for group, total in zip(self.optimizer.groups, totals):
            for node, gradient in zip(group.nodes, group.unflatten(total)):
                node.grad = gradient
        return loss

    def or_stop(self, function, *arguments):
        """What the function returns. If the cluster is lost: an error that says where the model is, saved if asked."""
        try:
            return function(*arguments)
        except ClusterLostError as error:
            where = f"The model has taken {self.steps} steps"
            if self.save_to is not None:
                self.model.save(self.save_to)
                where += f", and is saved in {self.save_to}"
            raise ClusterLostError(f"{error}. {where}.") from None


def number_of_rows(arguments, shards):
    """How many rows the arrays of a batch have, if they can be cut into so many shards."""
    for i, x in enumerate(arguments):
        if not isinstance(x, (np.ndarray, Number, str, type(None))):
            raise TypeError(
                f"a batch is made of arrays, numbers, texts and None; argument {i} is a {type(x).__name__}. "
                "np.array(…) makes an array of a list"
            )
        if isinstance(x, np.ndarray) and not x.ndim:
            raise TypeError(f"an array of a batch has rows: argument {i} is a single number in an array, {x}")
    rows = {len(x) for x in arguments if isinstance(x, np.ndarray)}
    if len(rows) != 1:
        raise ValueError(
            f"the arrays of a batch have one row for each example, all the same number: got {sorted(rows)}"
        )
    [count] = rows
    if count < shards:
        raise ValueError(f"a batch of {count} rows cannot be cut into {shards} shards: each needs a row at least")
    return count


def bytes_in(thing):
    """The bytes of all arrays in nested lists and tuples."""
    if isinstance(thing, (list, tuple)):
        return sum(map(bytes_in, thing))
    return thing.nbytes if isinstance(thing, np.ndarray) else 0


def failure_of_shard(failure, shard, starts):
    """The error to raise for what a replica said about a shard."""
    rows = f"rows {starts[shard]} to {starts[shard + 1] - 1}"
    if not failure.not_finite:
        return ShardError(f"shard {shard} ({rows} of the batch): {failure.text}")
    if failure.row is not None:
        rows = f"row {starts[shard] + failure.row}"
    return FloatingPointError(
        f"shard {shard}, {rows} of the batch: {failure.text}. No step was taken: all parameters are as they were"
    )
