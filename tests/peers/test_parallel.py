"""Data-parallel training on real processes: the same bits for any number of workers, and the formula of bytes."""

import gc
import os
import threading
import time

import numpy as np
import pytest
from distributed.comm.tcp import TCP
from parallel_training import ROWS, SHARDS, STEPS, make_loss, new_model, numbers_of, points

from autograd_lib.nn import Module, Parameter
from autograd_lib.parallel import DataParallel, ShardError, bytes_a_step, local_cluster


@pytest.fixture(scope="module")
def client():
    with local_cluster(workers=2) as client:
        yield client


def test_workers_keep_freed_memory_and_use_one_thread(client):
    names = ["MALLOC_TRIM_THRESHOLD_", "MALLOC_MMAP_THRESHOLD_", "OPENBLAS_NUM_THREADS"]
    for environment in client.run(lambda: dict(os.environ)).values():
        assert [environment[name] for name in names] == [str(2**30), str(2**30), "1"]


def shard_by_shard():
    """In this process alone: the gradient of each shard, added up in their order with the weights of their rows."""
    model, optimizer = new_model()
    xs, targets = points()
    for _ in range(STEPS):
        sums = [np.zeros_like(parameter.data) for parameter in model.parameters()]
        for i in range(SHARDS):
            rows = slice(ROWS * i // SHARDS, ROWS * (i + 1) // SHARDS)
            optimizer.zero_grad()
            make_loss(model, xs[rows], targets[rows]).backward()
            weight = (rows.stop - rows.start) / ROWS
            sums = [total + weight * parameter.grad for total, parameter in zip(sums, model.parameters())]
        for parameter, total in zip(model.parameters(), sums):
            parameter.grad = total
        optimizer.step()
    return numbers_of(model)


def whole_batches():
    """Ordinary training, and its last loss."""
    model, optimizer = new_model()
    for _ in range(STEPS):
        loss = make_loss(model, *points())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return numbers_of(model), loss.item()


def trained(client, shards=SHARDS):
    model, optimizer = new_model()
    parallel = DataParallel(model, make_loss, optimizer, client, shards=shards)
    batch = parallel.place(*points())
    losses = [parallel.step(batch) for _ in range(STEPS)]
    return numbers_of(model), losses[-1]


@pytest.mark.parametrize("workers", [1, 3])
def test_the_bits_depend_on_the_shards_and_not_on_how_many_workers_compute_them(workers):
    with local_cluster(workers) as client:
        assert np.array_equal(trained(client)[0], shard_by_shard())


def test_unequal_shards_are_weighted_so_that_training_equals_that_on_whole_batches(client):
    numbers, loss = trained(client)
    assert np.array_equal(numbers, shard_by_shard())
    expected, expected_loss = whole_batches()
    assert np.abs(numbers - expected).max() < 1e-12 and abs(loss - expected_loss) < 1e-12


def test_a_fresh_batch_in_each_step_gives_the_same_as_one_that_stays_on_the_workers(client):
    model, optimizer = new_model()
    parallel = DataParallel(model, make_loss, optimizer, client, shards=SHARDS)
    for _ in range(STEPS):
        parallel.step(*points())
    assert np.array_equal(numbers_of(model), shard_by_shard())
    assert {len(names) for names in parallel.held.values()} == {SHARDS // 2}  # the workers keep the last batch alone


def test_backward_leaves_the_gradients_in_the_parameters_and_moves_nothing(client):
    model, optimizer = new_model()
    before = numbers_of(model)
    loss = DataParallel(model, make_loss, optimizer, client).backward(*points())
    gradients = [parameter.grad.copy() for parameter in model.parameters()]
    expected = make_loss(model, *points())
    optimizer.zero_grad()
    expected.backward()
    assert np.array_equal(numbers_of(model), before) and loss == pytest.approx(expected.item(), abs=1e-15)
    for gradient, parameter in zip(gradients, model.parameters()):
        assert np.abs(gradient - parameter.grad).max() < 1e-15


def test_classes_and_functions_of_a_notebook_travel_to_the_workers(client):
    class Scale(Module):
        def __init__(self):
            self.factor = Parameter(np.ones(5))

        def __call__(self, xs):
            return xs * self.factor

    def loss_of(model, xs):
        return (model(xs) ** 2).mean()

    model = Scale()
    _, optimizer = new_model()
    optimizer = type(optimizer)(model.parameters(), lr=0.1)
    DataParallel(model, loss_of, optimizer, client).step(points()[0])
    assert np.allclose(model.factor.data, 0.9)  # Adam's first step is one of the learning rate


def test_a_row_that_is_not_finite_is_named_with_its_shard_and_the_step_is_not_taken(client):
    model, optimizer = new_model()
    parallel = DataParallel(model, make_loss, optimizer, client, shards=SHARDS)
    before = numbers_of(model)
    xs, targets = points()
    targets[23] = np.nan
    with pytest.raises(FloatingPointError, match=r"^shard 2, row 23 of the batch: .* No step was taken"):
        parallel.step(xs, targets)
    assert np.array_equal(numbers_of(model), before) and parallel.steps == 0
    parallel.step(*points())


def test_an_error_of_make_loss_names_the_rows_and_the_workers_go_on(client):
    def picky(model, xs, targets, text):
        if text:
            raise OSError(f"no {text} here")  # as if the connection had broken
        return make_loss(model, xs, targets)

    model, optimizer = new_model()
    parallel = DataParallel(model, picky, optimizer, client, shards=SHARDS)
    with pytest.raises(ShardError, match=r"^shard 0 \(rows 0 to 8 of the batch\): OSError: no file here$"):
        parallel.step(*points(), "file")
    assert parallel.step(*points(), "") > 0 and not parallel.events


def test_replicas_go_when_nobody_holds_the_data_parallel_any_more(client):
    def held_by_workers():
        gc.collect()
        return sum(client.run(lambda dask_worker: len(dask_worker.state.actors)).values())

    def wait_for(number):
        for _ in range(200):
            if held_by_workers() == number:
                return
            time.sleep(0.1)
        raise AssertionError(f"after 20 s the workers hold {held_by_workers()} replicas, and not {number}")

    wait_for(0)  # those of other tests
    model, optimizer = new_model()
    parallel = DataParallel(model, make_loss, optimizer, client)
    wait_for(2)
    del parallel
    wait_for(0)


def test_what_cannot_be_sent_is_refused_where_it_comes_in(client):
    model, optimizer = new_model()
    lock = threading.Lock()
    with pytest.raises(TypeError, match=r"must be picklable, and this is not: .*lock"):
        DataParallel(model, lambda model, xs: lock.acquire(), optimizer, client)


@pytest.mark.parametrize("shards", [1, 2, 5])
def test_a_step_sends_what_the_formula_says(client, shards):
    model, optimizer = new_model()
    parallel = DataParallel(model, make_loss, optimizer, client, shards=shards)
    batch = parallel.place(*points())
    parallel.step(batch)
    data = sum(x.nbytes for x in points())
    expected = bytes_a_step(numbers_of(model).size, 2, shards)
    assert parallel.bytes_sent + parallel.bytes_received == expected + data
    for _ in range(10):
        parallel.step(batch)
    assert parallel.bytes_sent + parallel.bytes_received == 11 * expected + data


def test_on_the_wire_are_the_bytes_that_are_counted_and_a_kilobyte_for_each_message(client, monkeypatch):
    written, write = [], TCP.write

    async def counted_write(comm, *args, **kwargs):
        written.append(await write(comm, *args, **kwargs))
        return written[-1]

    model, optimizer = new_model()
    parallel = DataParallel(model, make_loss, optimizer, client, shards=2)
    batch = parallel.place(*points())
    parallel.step(batch)
    monkeypatch.setattr(TCP, "write", counted_write)
    sent = parallel.bytes_sent
    for _ in range(10):
        parallel.step(batch)
    sent = parallel.bytes_sent - sent
    large = [size for size in written if size > numbers_of(model).nbytes]
    assert len(large) == 20  # a message to each worker in each step
    assert 0 < sum(large) - sent < 20 * 1000
