"""`make bench`: measure, print the tables, and write them to bench/results.md.

A table is a module with `report()`, which returns a section in Markdown. Add a new one to TABLES. `bench/run.py replay`
prints that table alone and writes nothing, and so does a run with BENCH_SHORT=1 (see `report.py`).
"""

import sys
from pathlib import Path

import chain
import data_parallel
import gpt_step
import import_time
import memory
import replay
import scalar_step
import tensor_memory
import tensor_step
import where_time_goes
from report import SHORT, facts

TABLES = [
    scalar_step,
    where_time_goes,
    chain,
    memory,
    tensor_step,
    gpt_step,
    tensor_memory,
    replay,
    data_parallel,
    import_time,
]

RESULTS = Path(__file__).with_name("results.md")


def main():
    sections = [f"# Benchmarks\n\n{facts()} `make bench` writes this page.\n"]
    print(sections[0], flush=True)
    names = sys.argv[1:] or [table.__name__ for table in TABLES]
    for table in [table for table in TABLES if table.__name__ in names]:
        sections.append(table.report())
        print(sections[-1], flush=True)
    if SHORT or sys.argv[1:]:
        return
    RESULTS.write_text("\n".join(sections), encoding="utf-8")
    print(f"Written to {RESULTS.parent.name}/{RESULTS.name}.")


if __name__ == "__main__":
    main()
