"""All that knows dask.distributed: a cluster on this machine, and workers that may die, hang, join late or not fit."""

import inspect
import logging
import time
import warnings
from contextlib import contextmanager
from numbers import Integral

from autograd_lib.parallel.fingerprint import fingerprint
from autograd_lib.parallel.replica import Replica

LOOK_EVERY = 1.0  # seconds between two looks at who has joined
WAIT = 0.25  # seconds between two looks at who has left, while answers are awaited

# Freed memory stays with a process. dask's own setting gives back everything above 64 kB, and a training step, which
# asks for the same arrays again and again, then takes up to twice as long.
KEEP_MEMORY = {f"distributed.nanny.pre-spawn-environ.MALLOC_{name}_THRESHOLD_": 2**30 for name in ("TRIM", "MMAP")}

# Runs the source of `fingerprint` where nothing of ours may be installed, on whatever Python is there.
SOURCE = inspect.getsource(fingerprint)
RUN_SOURCE = "[space := {}, exec(source, space), space['fingerprint']()][-1]"


class ClusterLostError(RuntimeError):
    """The scheduler does not answer, or there is no worker that can be used. Nothing that was learned is lost."""


def dask_distributed():
    """The module `distributed`, or one line that says how to get it."""
    try:
        import distributed
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            "autograd_lib.parallel needs dask.distributed, which is not installed. In the folder of the project, "
            '`make peers` installs it, or, without make, `python -m pip install -e ".[peers]"`'
        ) from None
    return distributed


@contextmanager
def local_cluster(workers=2, security=None):
    """A scheduler and some workers on this machine, as long as the `with` lasts; gives a client for them.

        with local_cluster(workers=2) as client:
            parallel = DataParallel(model, make_loss, optimizer, client)

    Every worker is a process with one thread (dask sets that of BLAS to one, too), and keeps freed memory. A script
    that calls this has to do so under `if __name__ == "__main__":`, as the workers import the script again.

    Elsewhere: `distributed.Client("tls://host:8786", security=…, direct_to_workers=True)` gives a client of a scheduler
    by its address, and `Client()` that of `DASK_SCHEDULER_ADDRESS`.

    Args:
        workers: how many workers to start.
        security: a `distributed.Security` with certificates, for TLS; None for plain TCP on this machine alone.

    Raises:
        ValueError: `workers` is not a whole number > 0.
        ModuleNotFoundError: dask.distributed is not installed.
    """
    if not isinstance(workers, Integral) or workers < 1:
        raise ValueError(f"workers is a whole number > 0, got {workers!r}")
    distributed = dask_distributed()
    import dask

    quiet = {"silence_logs": logging.CRITICAL, "dashboard_address": "127.0.0.1:0"}
    tls = {"security": security, "protocol": "tls://"} if security else {}
    with (
        dask.config.set(KEEP_MEMORY),  # as long as the cluster lasts: for workers that are started later, too
        distributed.LocalCluster(n_workers=workers, threads_per_worker=1, **quiet, **tls) as cluster,
        # Without direct_to_workers every byte goes through the scheduler, and so twice.
        distributed.Client(cluster, direct_to_workers=True) as client,
    ):
        yield client


def pickled_for_workers(*things):
    """These in one pickle. What is defined in a notebook or a script travels whole, the rest by its name."""
    dask_distributed()
    import cloudpickle  # a part of every dask

    try:
        return cloudpickle.dumps(things)
    except Exception as error:
        raise TypeError(f"what workers are sent must be picklable, and this is not: {error}") from None


class Team:
    """The workers of a cluster that hold a replica, in the order in which they joined.

    Args:
        client: a `distributed.Client`.
        pickled: what `Replica` is made of.
        patience: after so many seconds without an answer, a worker counts as lost, and so does a cluster.

    Attributes:
        replicas: from addresses of workers to their replicas.
        refused: the addresses of workers that are not asked (again): lost, or with other versions.
        events: what happened to workers, in words.

    Raises:
        ClusterLostError: the scheduler does not answer, or no worker is left, for so long.
    """

    def __init__(self, client, pickled, patience):
        self.client, self.pickled, self.patience = client, pickled, patience
        self.replicas, self.names, self.refused, self.events = {}, {}, set(), []
        self.mine = fingerprint()
        self.last_look = 0.0
        self.last_answer = time.monotonic()

    def look(self):
        """Part with workers that have left, and give a replica to each that has joined. Waits for the first worker."""
        while True:
            there = self.registered()
            for worker in [worker for worker in self.replicas if worker not in there]:
                self.lose(worker, "it left the cluster")
            self.welcome([worker for worker in there if worker not in self.replicas and worker not in self.refused])
            self.last_look = time.monotonic()
            if self.replicas:
                return
            if self.last_look > self.last_answer + self.patience:
                last = f" (the last event: {self.events[-1]})" if self.events else ""
                raise ClusterLostError(f"no worker that could be used was there for {self.patience:g} s{last}")
            time.sleep(WAIT)

    def begin(self):
        """At the start of a step: patience begins now, and who has joined is seen once in a while."""
        self.last_answer = time.monotonic()
        if time.monotonic() - self.last_look > LOOK_EVERY:
            self.look()

    def wait_for_one(self):
        """Wait until there is a worker, fit or not."""
        while not self.registered():
            if time.monotonic() > self.last_answer + self.patience:
                raise ClusterLostError(f"there was no worker for {self.patience:g} s")
            time.sleep(WAIT)

    def registered(self):
        """The addresses of the workers that the scheduler knows."""
        if self.client.status != "running":
            raise ClusterLostError(f"the scheduler has gone away (the client's status is {self.client.status!r})")
        try:
            # `client.scheduler_info` is the same, and would wait for ever.
            ask = self.client.scheduler.identity
            workers = self.client.sync(ask, n_workers=-1, callback_timeout=self.patience)["workers"]
        except (OSError, TimeoutError) as error:
            raise ClusterLostError(f"the scheduler does not answer ({type(error).__name__})") from None
        self.names.update({address: worker["name"] for address, worker in workers.items()})
        return list(workers)

    def welcome(self, workers):
        """Give a replica to each of these workers that fits."""
        submit, how = self.client.submit, {"actor": True, "pure": False}
        made = {w: submit(Replica, self.pickled, workers=[w], **how) for w in self.fit(workers)}
        # What a future of an actor returns asks the client that was opened last, which may be another one.
        with self.client.as_current():
            self.replicas.update({w: dask_distributed().Actor(Replica, w, made[w].key) for w in self.results(made)})

    def fit(self, workers):
        """Those of the workers that would compute the same bits as this process; a warning names the others."""
        asked = {w: self.client.submit(eval, RUN_SOURCE, {"source": SOURCE}, workers=[w], pure=False) for w in workers}
        return [worker for worker, theirs in self.results(asked).items() if self.is_fit(worker, theirs)]

    def is_fit(self, worker, theirs):
        """Whether a worker's fingerprint is the one of this process. One with another is refused."""
        wrong = [f"{name} {theirs[name]} (here {mine})" for name, mine in self.mine.items() if theirs[name] != mine]
        if wrong:
            self.refused.add(worker)
            text = f"worker {self.names[worker]} is left out, as its versions differ: {', '.join(wrong)}"
            self.events.append(text)
            warnings.warn(text, stacklevel=2)
        return not wrong

    def ask(self, calls):
        """Ask many replicas at once for gradients.

        Args:
            calls: from addresses of workers to the arguments of `Replica.gradients`.

        Returns:
            A dictionary from the addresses to the answers. Workers that were lost meanwhile are not in it.
        """
        futures = {}
        for worker, arguments in calls.items():
            try:
                futures[worker] = self.replicas[worker].gradients(*arguments)
            except RuntimeError as error:  # dask has heard already that this worker is gone
                self.lose(worker, str(error))
        return self.results(futures)

    def results(self, futures):
        """The results of futures by worker, as far as they come before a worker is lost or patience ends."""
        found, waiting = {}, dict(futures)
        deadline = time.monotonic() + self.patience
        while waiting:
            there = None
            for worker, future in list(waiting.items()):
                try:
                    found[worker] = future.result(timeout=WAIT)
                    self.last_answer = time.monotonic()
                    del waiting[worker]
                except TimeoutError:
                    there = self.registered() if there is None else there
                    if worker not in there or time.monotonic() > deadline:
                        del waiting[worker]
                        late = f"it did not answer for {self.patience:g} s"
                        self.lose(worker, late if worker in there else "it left the cluster")
                except Exception as error:  # of the connection, or dask's own: a replica returns what make_loss raises
                    del waiting[worker]
                    self.lose(worker, f"{type(error).__name__}: {error}")
        return found

    def lose(self, worker, why):
        """Never ask this worker again. One that is started in its stead has another address."""
        self.replicas.pop(worker, None)
        self.refused.add(worker)
        self.events.append(f"worker {self.names.get(worker, worker)} was lost: {why}")


def as_they_come(make_run, settings, client, patience):
    """(setting, result or error) for each setting, in the order in which the runs end."""
    distributed = dask_distributed()
    team = Team(client, None, patience)
    team.wait_for_one()
    team.fit(team.registered())
    if team.refused:  # dask would give it runs all the same
        raise ClusterLostError(f"a sweep needs workers that all fit: {'; '.join(team.events)}")
    runs = client.map(make_run, settings, pure=False)
    setting_of = {run.key: setting for run, setting in zip(runs, settings)}
    try:
        for run, result in distributed.as_completed(runs, with_results=True, raise_errors=False):
            if run.cancelled():
                raise ClusterLostError("the scheduler has gone away; results that came before are yours")
            yield setting_of[run.key], result if run.status == "finished" else run.exception()
    finally:
        if client.status == "running":
            client.cancel(runs)
