"""A separate process for one engine, so that Python's collector sees only that engine's objects.

`Worker` is the near end, used by the tables; run as a script, this file is the far end. They exchange lines of JSON:
first the problem, then requests for training steps, each answered with the seconds that every step took, the loss
before the last one, and the gradients of the last one; or the request to begin anew, answered with the seconds, by the
clock on the wall, that building the network and the first step took.
"""

import gc
import importlib
import json
import os
import subprocess
import sys
import time

ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL", "NUMEXPR")}

# Freed memory stays with the process. A C library that gives it back to the system, and asks for it again in the next
# step, can take most of the time of a step with arrays of a megabyte, and chance decides in which engine it does.
KEEP_MEMORY = {f"MALLOC_{name}_THRESHOLD_": str(2**29) for name in ("TRIM", "MMAP")}


class Worker:
    """A running engine.

    Args:
        engines: the module with the table ENGINES: "scalar_engines" or "tensor_engines".
        engine: the engine's name in that table.
        problem: the arguments of its builder, as a dictionary.
        imports: modules to load first, whose objects the collector then visits too. Nothing uses them.
    """

    def __init__(self, engines, engine, problem, imports=()):
        self.process = subprocess.Popen(
            [sys.executable, __file__, engines, engine, *imports],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **ONE_THREAD, **KEEP_MEMORY},
        )
        self.started = self.ask(problem)

    def ask(self, request):
        print(json.dumps(request), file=self.process.stdin, flush=True)
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"an engine stopped with status {self.process.wait()}: {self.process.args}")
        return json.loads(line)

    def take(self, steps, collector):
        return self.ask({"steps": steps, "collector": collector})

    def begin_anew(self):
        """Let the engine build its network again, from the first parameters, and take one step of it."""
        return self.ask("anew")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


def timed_steps(step, steps, collector):
    """The seconds of each consecutive step, and the last loss. If `collector` is false, it runs only after the last."""
    if not collector:
        gc.disable()
    seconds = []
    for _ in range(steps):
        start = time.process_time()
        loss = step()
        seconds.append(time.process_time() - start)
    if not collector:
        gc.enable()
        gc.collect()
    return seconds, loss


def main(engines, engine, *imports):
    for name in imports:
        importlib.import_module(name)
    builders = importlib.import_module(engines).ENGINES
    problem = json.loads(sys.stdin.readline())
    step, gradients, nodes = builders[engine](**problem)
    print(json.dumps({"nodes": nodes and nodes()}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        if request == "anew":
            start = time.perf_counter()
            step, gradients, nodes = builders[engine](**problem)
            step()
            print(json.dumps(time.perf_counter() - start), flush=True)
            continue
        seconds, loss = timed_steps(step, **request)
        print(json.dumps({"seconds": seconds, "loss": loss, "gradients": gradients()}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
