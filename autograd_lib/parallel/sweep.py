"""`sweep`: one function for many settings, each on whichever worker is free."""

from autograd_lib.parallel.cluster import as_they_come, pickled_for_workers


def sweep(make_run, settings, client, patience=30.0):
    """Run `make_run(setting)` for every setting, on the workers of a cluster; the results as they come.

        for setting, result in with_bar(sweep(make_run, settings, client), "runs"):
            results[setting] = result

    A run whose worker dies is begun again on another one. A run that raises an error, as one that diverges may, does
    not disturb the others: the error is its result.

    Args:
        make_run: a function of a setting that trains something, and returns what you want to know of it. It makes all
            its randomness from the setting, and so gives the same on every worker.
        settings: a list of settings: numbers, tuples, dictionaries.
        client: a `distributed.Client`, such as `local_cluster` gives.
        patience: seconds to wait for a worker to say which versions it has, before the runs begin.

    Returns:
        Something with a length, to be looped over once: pairs of a setting and its result. Runs that have not
        begun when the loop is left never begin.

    Raises:
        TypeError: make_run is not a function, or cannot be sent to a worker.
        ClusterLostError: from the loop: the scheduler has gone away, there is no worker, or one has other versions of
            Python, NumPy or autograd_lib.
    """
    if not callable(make_run):
        raise TypeError(f"sweep(make_run, settings, client): make_run is a function, got {type(make_run).__name__}")
    pickled_for_workers(make_run)
    return Sweep(make_run, list(settings), client, patience)


class Sweep:
    """What `sweep` returns. Its length makes it fit for `with_bar`; the runs begin when the loop does."""

    def __init__(self, make_run, settings, client, patience):
        self.make_run, self.settings, self.client, self.patience = make_run, settings, client, patience

    def __len__(self):
        return len(self.settings)

    def __iter__(self):
        return as_they_come(self.make_run, self.settings, self.client, self.patience)
