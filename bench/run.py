"""`make bench`: measure, print the tables, and write them to bench/results.md.

A table is a module with `report()`, which returns a section in Markdown. Add a new one to TABLES.
"""

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
from report import facts

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
    for table in TABLES:
        sections.append(table.report())
        print(sections[-1], flush=True)
    RESULTS.write_text("\n".join(sections), encoding="utf-8")
    print(f"Written to {RESULTS.parent.name}/{RESULTS.name}.")


if __name__ == "__main__":
    main()
