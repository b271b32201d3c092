"""Data parallelism without a cluster: cutting a batch, what a replica answers, the formulas, and dask's absence."""

import pickle
import sys

import numpy as np
import pytest
from parallel_training import make_loss, new_model, points

from autograd_lib import MLP, SGD
from autograd_lib.parallel import DataParallel, bytes_a_step, local_cluster, seconds_a_step, sweep
from autograd_lib.parallel.cluster import RUN_SOURCE, SOURCE
from autograd_lib.parallel.data_parallel import Batch
from autograd_lib.parallel.fingerprint import fingerprint
from autograd_lib.parallel.replica import Failure, Replica


def new_replica():
    model, optimizer = new_model()
    return Replica(pickle.dumps((model, optimizer.params, make_loss))), [group.data for group in optimizer.groups]


def test_a_batch_is_cut_into_parts_that_differ_by_one_row_and_leave_none_out():
    xs, targets = points()
    batch = Batch((xs, targets, "text", 3), 4)
    assert [len(shard[0]) for shard in batch.shards] == [9, 9, 9, 10] and sum(batch.weights) == 1
    assert np.array_equal(np.concatenate([shard[0] for shard in batch.shards]), xs)
    assert np.array_equal(np.concatenate([shard[1] for shard in batch.shards]), targets)
    assert [shard[2:] for shard in batch.shards] == [("text", 3)] * 4


def test_what_happens_to_the_readers_array_later_does_not_reach_the_shards():
    xs = np.zeros((4, 2))
    batch = Batch((xs,), 2)
    xs += 1
    assert not batch.shards[0][0].any()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1.0, 2.0],), "arrays, numbers, texts and None; argument 0 is a list"),
        ((np.zeros(3), np.zeros(4)), r"all the same number: got \[3, 4\]"),
        ((2.0,), r"all the same number: got \[\]"),
        ((np.zeros(3), np.array(1.0)), r"argument 1 is a single number in an array"),
        ((np.zeros(3),), "a batch of 3 rows cannot be cut into 4 shards"),
    ],
)
def test_a_batch_that_cannot_be_cut_is_refused(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        Batch(arguments, 4)


def test_a_replica_computes_at_the_parameters_that_it_is_sent():
    replica, flats = new_replica()
    moved = [flat + 0.1 for flat in flats]
    answer = replica.gradients(moved, ["a"], {"a": points()}, [])["a"]
    model, optimizer = new_model()
    optimizer.groups[0].data = moved[0]
    loss = make_loss(model, *points())
    loss.backward()
    assert answer[0] == loss.item() and np.array_equal(answer[1][0], optimizer.groups[0].grad)


def test_a_replica_keeps_shards_until_it_is_told_that_nobody_needs_them():
    replica, flats = new_replica()
    replica.gradients(flats, [], {"a": points(), "b": points()}, [])
    assert list(replica.gradients(flats, ["b"], {}, ["a"])) == ["b"] and list(replica.shards) == ["b"]


def test_a_replica_names_the_first_row_that_goes_wrong_by_itself():
    replica, flats = new_replica()
    xs, targets = points()
    targets[[5, 8]] = np.nan
    failure = replica.gradients(flats, ["a"], {"a": (xs, targets)}, [])["a"]
    assert failure.row == 5 and failure.not_finite


def test_a_number_of_a_gradient_that_is_not_finite_is_named():
    replica, _ = new_replica()
    assert replica.first_not_finite([np.zeros(147)]) == ""
    wrong = np.zeros(147)
    wrong[5 * 16 + 2] = np.nan
    assert replica.first_not_finite([wrong]) == "the gradient of 0.bias[2] is nan"


def test_an_error_of_make_loss_is_an_answer_like_any_other():
    replica, flats = new_replica()
    answers = replica.gradients(flats, ["a", "b"], {"a": (np.zeros((2, 7)), np.zeros((2, 3))), "b": points()}, [])
    assert isinstance(answers["a"], Failure) and not answers["a"].not_finite and "Error: " in answers["a"].text
    assert not isinstance(answers["b"], Failure)


def test_the_source_that_is_sent_says_the_same_as_the_function():
    assert eval(RUN_SOURCE, {"source": SOURCE}) == fingerprint()
    assert fingerprint()["NumPy"] == np.__version__


def test_the_fingerprint_changes_with_the_sources_alone(tmp_path, monkeypatch):
    package = tmp_path / "autograd_lib"
    package.mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    for name in [name for name in sys.modules if name.split(".")[0] == "autograd_lib"]:
        monkeypatch.delitem(sys.modules, name)
    seen = []
    for text in ["a = 1\n", "a = 1\r\n", "a = 2\n"]:
        (package / "__init__.py").write_bytes(text.encode())
        (package / "notes.txt").write_text(text)
        seen.append(fingerprint()["autograd_lib"])
    assert seen[0] == seen[1] != seen[2]


def test_bytes_grow_with_workers_and_shards_and_an_idle_worker_gets_none():
    assert bytes_a_step(parameters=1000, workers=2, shards=4, itemsize=4) == (2 + 4) * 1000 * 4
    assert bytes_a_step(1000, workers=9, shards=4) == bytes_a_step(1000, workers=4, shards=4)


def test_a_step_is_as_long_as_that_of_the_busiest_worker():
    costs = {"compute": 8.0, "serial": 1.0, "sent": 20.0, "latency": 0.5, "bandwidth": 10.0}
    assert seconds_a_step(**costs, workers=1, shards=8) == 8 + 1 + 0.5 + 2
    assert seconds_a_step(**costs, workers=3, shards=8) == 3 + 1 + 0.5 + 2
    assert seconds_a_step(**costs, workers=4, shards=8) == 2 + 1 + 0.5 + 2


def test_without_dask_one_line_says_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    model, optimizer = new_model()
    for call in [
        lambda: local_cluster().__enter__(),
        lambda: DataParallel(model, make_loss, optimizer, None),
        lambda: sweep(abs, [1], None),
    ]:
        with pytest.raises(ModuleNotFoundError, match=r"^autograd_lib.parallel needs dask.distributed, .*`make peers`"):
            call()


def test_wrong_arguments_are_refused_before_anything_is_sent():
    model, optimizer = new_model()
    with pytest.raises(TypeError, match=r"optimizer one of nn\.optim, got Adam and function"):
        DataParallel(model, optimizer, make_loss, None)
    with pytest.raises(ValueError, match="shards is a whole number > 0, got 0"):
        DataParallel(model, make_loss, optimizer, None, shards=0)
    with pytest.raises(ValueError, match="patience is a number of seconds > 0, got -1"):
        DataParallel(model, make_loss, optimizer, None, patience=-1)
    of_values = MLP(2, [1])
    with pytest.raises(TypeError, match="models of Tensors"):
        DataParallel(of_values, make_loss, SGD(of_values.parameters(), 0.1), None)
    with pytest.raises(ValueError, match="workers is a whole number > 0, got 0"):
        local_cluster(workers=0).__enter__()
    with pytest.raises(TypeError, match="make_run is a function, got list"):
        sweep([1, 2], abs, None)
