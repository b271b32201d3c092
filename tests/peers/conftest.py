"""Everything here compares with other libraries: it is marked `peers`, and left alone where they are missing."""

from importlib.util import find_spec
from pathlib import Path

import pytest

if not (find_spec("torch") and find_spec("jax")):
    collect_ignore_glob = ["test_*.py"]


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.peers)
