"""What notebook 15 says of PyTorch and JAX."""

import inspect
import subprocess
import sys

import jax
import numpy as np
import pytest
import torch
import torch.distributed.fsdp
from jax.sharding import Mesh, NamedSharding, PartitionSpec

pytestmark = pytest.mark.peers

TWO_PROCESSES = """
import sys, torch
from torch import distributed, multiprocessing
from torch.nn.parallel import DistributedDataParallel

def gradient(rank, file):
    distributed.init_process_group("gloo", init_method=f"file://{file}", rank=rank, world_size=2)
    torch.manual_seed(0)
    layer = torch.nn.Linear(1, 1, bias=False)
    rows = [torch.tensor([[1.0], [2.0], [3.0]]), torch.tensor([[8.0]])][rank]
    parallel = DistributedDataParallel(layer)
    parallel(rows).mean().backward()
    if rank == 0:
        print(layer.weight.grad.item())
    distributed.destroy_process_group()

if __name__ == "__main__":
    multiprocessing.spawn(gradient, (sys.argv[1],), nprocs=2)
"""


def test_torch_takes_the_plain_mean_over_processes_of_unequal_size(tmp_path):
    program = tmp_path / "two.py"
    program.write_text(TWO_PROCESSES)
    command = [sys.executable, str(program), str(tmp_path / "meeting")]
    printed = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    of_shards, of_all = (2 + 8) / 2, (1 + 2 + 3 + 8) / 4
    assert float(printed) == of_shards != of_all


def test_torch_sends_gradients_in_buckets():
    assert "bucket_cap_mb" in inspect.signature(torch.nn.parallel.DistributedDataParallel).parameters


def test_torchrun_starts_processes_again():
    command = [sys.executable, "-m", "torch.distributed.run", "--help"]
    assert "--max-restarts" in subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_torch_has_a_class_that_cuts_the_model():
    assert inspect.isclass(torch.distributed.fsdp.FullyShardedDataParallel)


def test_jax_adds_over_devices_within_shard_map():
    mesh = Mesh(np.array(jax.devices()[:1]), ("workers",))
    x = jax.device_put(np.array([1.0, 2.0]), NamedSharding(mesh, PartitionSpec("workers")))

    def total(part):
        return jax.lax.psum(part.sum(), "workers"), jax.lax.pmean(part.sum(), "workers")

    sums = jax.jit(jax.shard_map(total, mesh=mesh, in_specs=PartitionSpec("workers"), out_specs=PartitionSpec()))(x)
    assert [float(s) for s in sums] == [3.0, 3.0]
