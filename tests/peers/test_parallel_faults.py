"""Real processes that are really killed, stopped or wrong: training ends with the same bits, or with one line."""

import importlib
import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import dask
import distributed
import numpy as np
import pytest
from distributed.security import Security
from parallel_training import SHARDS, STEPS, make_loss, new_model, numbers_of, points, square

from autograd_lib.parallel import ClusterLostError, DataParallel, local_cluster, sweep

TESTS = Path(__file__).parent.parent


@pytest.fixture
def traps(tmp_path):
    folder = tmp_path / "traps"
    folder.mkdir()
    return folder


@pytest.fixture(scope="module")
def undisturbed():
    """The parameters at the end of a run in which nothing happens."""
    with local_cluster(workers=1) as client:
        return Run(client).to_the_end()


class Run:
    """STEPS steps of training on a cluster. `between` is called before a step, by its number."""

    def __init__(self, client, traps="", **settings):
        self.model, optimizer = new_model()
        self.parallel = DataParallel(self.model, make_loss, optimizer, client, shards=SHARDS, **settings)
        self.batch = self.parallel.place(*points(), str(traps))

    def to_the_end(self, between=None):
        while self.parallel.steps < STEPS:
            if between:
                between(self.parallel.steps)
            self.parallel.step(self.batch)
        return numbers_of(self.model)


@contextmanager
def ended_at_last(pids):
    """Stopped processes do not hear that they should end: kill them."""
    try:
        yield
    finally:
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass


@contextmanager
def process(*arguments):
    """A process of its own, killed in the end; its lines are at `stderr`."""
    environment = {**os.environ, "PYTHONPATH": str(TESTS)}
    with subprocess.Popen([sys.executable, *arguments], env=environment, stderr=subprocess.PIPE, text=True) as child:
        try:
            yield child
        finally:
            child.kill()
            child.stderr.close()


@contextmanager
def scheduler():
    """A scheduler in a process of its own: its process and its address."""
    command = ["-m", "distributed.cli.dask_scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1"]
    with process(*command) as child:
        for line in child.stderr:
            if "Scheduler at:" in line:
                yield child, line.split()[-1]
                return
        raise AssertionError("the scheduler did not start")


def worker(address, *before):
    """A worker in a process of its own, which first runs the lines `before`."""
    main = ["from distributed.cli.dask_worker import main", f"main([{address!r}, '--no-nanny', '--no-dashboard'])"]
    return process("-c", "\n".join([*before, *main]))


def test_a_worker_killed_in_the_middle_of_a_step_changes_no_bit(traps, undisturbed):
    with local_cluster(workers=2) as client:
        run = Run(client, traps, patience=20)
        begun = time.monotonic()
        numbers = run.to_the_end(lambda step: step == 2 and (traps / "SIGKILL-1").touch())
        assert time.monotonic() - begun < 10
    assert np.array_equal(numbers, undisturbed)
    assert len([event for event in run.parallel.events if "was lost" in event]) == 1


def test_all_workers_killed_at_once_are_waited_for(traps, undisturbed):
    with local_cluster(workers=2) as client:
        run = Run(client, traps, patience=20)

        def set_two_traps(step):
            if step == 2:
                (traps / "SIGKILL-1").touch()
                (traps / "SIGKILL-2").touch()

        assert np.array_equal(run.to_the_end(set_two_traps), undisturbed)
    assert not list(traps.iterdir())


def test_a_worker_that_hangs_is_given_up_after_the_patience(traps, undisturbed):
    with local_cluster(workers=2) as client, ended_at_last(client.run(os.getpid).values()):
        run = Run(client, traps, patience=2)
        begun = time.monotonic()
        numbers = run.to_the_end(lambda step: step == 2 and (traps / "SIGSTOP").touch())
        assert 2 < time.monotonic() - begun < 4
    assert np.array_equal(numbers, undisturbed)
    assert [event for event in run.parallel.events if event.endswith("was lost: it did not answer for 2 s")]


def test_if_every_worker_hangs_training_stops_and_the_model_is_saved(traps, tmp_path):
    with local_cluster(workers=1) as client, ended_at_last(client.run(os.getpid).values()):
        run = Run(client, traps, patience=2, save_to=tmp_path / "model.npz")
        begun = time.monotonic()
        with pytest.raises(ClusterLostError, match=r"has taken 3 steps, and is saved in .*model\.npz"):
            run.to_the_end(lambda step: step == 3 and (traps / "SIGSTOP").touch())
        assert time.monotonic() - begun < 2 + 2
    assert np.array_equal(numbers_of(new_model()[0].load(tmp_path / "model.npz")), numbers_of(run.model))


def test_a_shard_that_kills_every_worker_stops_training(traps):
    with local_cluster(workers=1) as client:
        run = Run(client, traps, patience=20)
        for k in range(9):
            (traps / f"SIGKILL-{k}").touch()
        with pytest.raises(ClusterLostError, match="4 times in a row, workers were lost over the shards 0, 1, 2, 3"):
            run.to_the_end()
    assert len(list(traps.iterdir())) == 5


def test_a_worker_that_joins_late_takes_its_share(undisturbed):
    with local_cluster(workers=1) as client:
        run = Run(client)

        def hire(step):
            if step == 2:
                client.cluster.scale(2)
                client.wait_for_workers(2)
                run.parallel.team.last_look = 0.0  # do not wait for the next look

        assert np.array_equal(run.to_the_end(hire), undisturbed)
        assert [len(names) for names in run.parallel.held.values()] == [SHARDS, SHARDS // 2]


def test_a_scheduler_that_goes_away_stops_training_with_one_line_and_a_saved_model(tmp_path):
    with scheduler() as (child, address), worker(address):
        with distributed.Client(address, direct_to_workers=True) as client:
            client.wait_for_workers(1)
            run = Run(client, patience=3, save_to=tmp_path / "model.npz")

            def kill(step):
                if step == 3:
                    child.kill()
                    child.wait()
                    kill.when = time.monotonic()

            # Workers are asked without the scheduler: a step more may be done before anybody knows.
            with pytest.raises(ClusterLostError, match=r"(?s)^the scheduler .* [34] steps, and is saved in [^\n]*$"):
                run.to_the_end(kill)
            assert time.monotonic() - kill.when < 3 + 2
    assert np.array_equal(numbers_of(new_model()[0].load(tmp_path / "model.npz")), numbers_of(run.model))


WITHOUT_THE_PACKAGE = """
import sys
from pathlib import Path
sys.path = [folder for folder in sys.path if not Path(folder, "autograd_lib").exists()]
sys.meta_path = [finder for finder in sys.meta_path if "editable" not in repr(finder)]
"""


def test_a_worker_without_the_package_is_left_out_and_named(undisturbed):
    with scheduler() as (_, address), worker(address), worker(address, WITHOUT_THE_PACKAGE):
        with distributed.Client(address, direct_to_workers=True) as client:
            client.wait_for_workers(2)
            with pytest.warns(UserWarning, match=r"is left out, as its versions differ: autograd_lib none \(here"):
                run = Run(client)
            assert np.array_equal(run.to_the_end(), undisturbed)
            assert len(run.parallel.held) == 1


def test_if_no_worker_has_this_version_of_the_package_that_is_said(tmp_path):
    other = tmp_path / "autograd_lib" / "__init__.py"
    other.parent.mkdir()
    other.write_text("")
    with scheduler() as (_, address), worker(address, f"import sys; sys.path.insert(0, {str(tmp_path)!r})"):
        by_environment = dask.config.collect_env({"DASK_SCHEDULER_ADDRESS": address})
        with dask.config.set(by_environment), distributed.Client() as client:
            client.wait_for_workers(1)
            with pytest.warns(UserWarning, match="versions differ"), pytest.raises(ClusterLostError) as raised:
                Run(client, patience=1)
            assert "versions differ: autograd_lib" in str(raised.value)
            with pytest.warns(UserWarning), pytest.raises(ClusterLostError, match="versions differ"):
                list(sweep(square, [1, 2], client))


def test_a_function_from_a_file_that_workers_lack_is_named(tmp_path, monkeypatch):
    with local_cluster(workers=1) as client:
        (tmp_path / "only_here.py").write_text("def make_loss(model, xs, targets):\n    return model(xs).sum()\n")
        monkeypatch.syspath_prepend(tmp_path)
        only_here = importlib.import_module("only_here")
        model, optimizer = new_model()
        with pytest.raises(ClusterLostError, match="was lost: ModuleNotFoundError: No module named 'only_here'"):
            DataParallel(model, only_here.make_loss, optimizer, client, patience=1)


def test_with_certificates_nothing_changes(undisturbed):
    with local_cluster(workers=1, security=Security.temporary()) as client:
        assert client.scheduler.address.startswith("tls://")
        assert np.array_equal(Run(client).to_the_end(), undisturbed)


def test_another_client_beside_it_is_not_asked(undisturbed):
    with local_cluster(workers=1) as client, local_cluster(workers=1):
        assert np.array_equal(Run(client, patience=5).to_the_end(), undisturbed)


def test_a_sweep_survives_a_killed_worker_and_a_run_that_diverges(traps):
    (traps / "SIGKILL").touch()
    with local_cluster(workers=2) as client:
        runs = sweep(lambda setting: square(setting, traps), [3, 1, -1, 2], client)
        results = dict(runs)
    assert len(runs) == 4 and not list(traps.iterdir())
    assert repr(results.pop(-1)) == "FloatingPointError('the loss of setting -1 is NaN')"
    assert results == {1: 1, 2: 4, 3: 9}


def test_a_sweep_gives_results_as_they_come_and_begins_no_run_after_the_loop_is_left(tmp_path):
    def nap(seconds):
        (tmp_path / str(seconds)).touch()
        time.sleep(seconds)
        return seconds

    with local_cluster(workers=2) as client:
        for setting, result in sweep(nap, [2.1, 0.1, 2.2, 2.3, 2.4, 2.5], client):
            assert setting == result == 0.1
            break
        time.sleep(3)
    assert 2 <= len(list(tmp_path.iterdir())) <= 4


def test_a_sweep_without_its_scheduler_stops_with_one_line():
    with scheduler() as (child, address), worker(address):
        with distributed.Client(address, timeout=2) as client:
            runs = iter(sweep(square, [1, 2], client))
            next(runs)
            next(runs)
            child.kill()
            child.wait()
            with pytest.raises(ClusterLostError, match="scheduler"):
                list(sweep(square, [1, 2], client, patience=2))
