"""How many bytes a data-parallel step sends, and how long it should take: formulas to compare with measurements."""


def bytes_a_step(parameters, workers, shards, itemsize=8):
    """The bytes of numbers that a step of `DataParallel` sends, once the shards are where they are computed.

    Every worker that has a shard gets all parameters, and every shard's gradient comes back:
    (workers + shards) · parameters · itemsize.

    Args:
        parameters: how many numbers are learned.
        workers: how many workers there are. No more than `shards` of them have anything to do.
        shards: into how many shards a batch is cut.
        itemsize: the bytes of a number: 8 for float64, 4 for float32.
    """
    return (min(workers, shards) + shards) * parameters * itemsize


def seconds_a_step(compute, serial, sent, workers, shards, latency, bandwidth):
    """How long a step of `DataParallel` takes, if workers do not disturb each other.

    Args:
        compute: seconds for the gradients of all shards in one process.
        serial: seconds for what only the client does: adding up the gradients, and the optimiser's step.
        sent: bytes sent in a step, as by `bytes_a_step`.
        workers, shards: how many there are. The busiest worker computes ceil(shards / workers) shards.
        latency: seconds from asking a worker to its answer, with nothing to send and nothing to do.
        bandwidth: bytes a second through the client, which sends and receives everything.
    """
    busiest = -(-shards // workers)
    return compute * busiest / shards + serial + latency + sent / bandwidth
