"""Settings for every pytest run here, of tests and of notebooks."""

import os
import tempfile

import matplotlib
import pytest

from autograd_lib.course.contents import extra_of

# Two runs side by side, of two threads each, would wait for one another: kernels inherit that there is one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
# Kernels inherit these: the reader's progress, start-up files and choice of backend stay out of the runs.
_folder = tempfile.TemporaryDirectory(prefix="autograd_lib_tests_")
os.environ["AUTOGRAD_LIB_PROGRESS"] = os.path.join(_folder.name, "progress.json")
os.environ["IPYTHONDIR"] = os.path.join(_folder.name, "ipython")
os.environ.pop("MPLBACKEND", None)

# For this process only: a kernel shows its figures inline, a test has no screen.
matplotlib.use("agg")


def pytest_collection_modifyitems(items):
    """The cells of a notebook that needs an extra belong to `make test-peers`."""
    for item in items:
        if item.path.suffix == ".ipynb" and item.path.parent.name == "notebooks" and extra_of(item.path.name[:2]):
            item.add_marker(pytest.mark.peers)


def pytest_terminal_summary(terminalreporter):
    if skips_are_errors(terminalreporter):
        terminalreporter.write_line("SKIPS=error is set, and tests were skipped: this run has failed.", red=True)


def pytest_sessionfinish(session):
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if skips_are_errors(reporter) and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def skips_are_errors(reporter):
    return os.environ.get("SKIPS") == "error" and bool(reporter.stats.get("skipped"))
