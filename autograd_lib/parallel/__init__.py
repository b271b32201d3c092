"""Training on several processes or machines, by dask.distributed: data parallelism, and sweeps of settings.

The gradient of a sum is the sum of the gradients. So `data_parallel.py` cuts a batch into shards, and adds up what the
replicas of the model (`replica.py`) say about them. `sweep.py` runs a function for many settings at once. `costs.py`
says how many bytes a step sends and when it pays. All that knows dask is in `cluster.py`; `fingerprint.py` is what a
worker is asked before it may join.

dask.distributed is imported by what needs it, when it is called.
"""

from autograd_lib.parallel.cluster import ClusterLostError, local_cluster
from autograd_lib.parallel.costs import bytes_a_step, seconds_a_step
from autograd_lib.parallel.data_parallel import DataParallel, ShardError
from autograd_lib.parallel.sweep import sweep

__all__ = ["ClusterLostError", "DataParallel", "ShardError", "bytes_a_step", "local_cluster", "seconds_a_step", "sweep"]
