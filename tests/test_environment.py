"""environment.yml, from which conda and Binder build, is read as meant; it and the browser take what is locked."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import rattler
import yaml

PROJECT = Path(__file__).resolve().parent.parent
KEYS = {"name", "channels", "dependencies", "prefix", "variables"}  # what `conda env create` reads; it skips others
PIN = re.compile(r"^([a-z0-9-]+)(?:\[[a-z,]+\])?==([^ ;\n]+)", re.MULTILINE)


@pytest.fixture
def environment():
    return yaml.safe_load((PROJECT / "environment.yml").read_text())


def test_it_has_only_keys_that_conda_knows(environment):
    assert set(environment) <= KEYS
    nested = [entry for entry in environment["dependencies"] if not isinstance(entry, str)]
    assert [set(entry) for entry in nested] == [{"pip"}]


def test_every_conda_spec_parses_strictly(environment):
    specs = [rattler.MatchSpec(entry, strict=True) for entry in environment["dependencies"] if isinstance(entry, str)]
    assert [spec.name.normalized for spec in specs] == ["python", "pip"]


def test_pip_takes_its_lines_together(environment):
    lines = environment["dependencies"][-1]["pip"]
    arguments = [word for line in lines for word in line.split()]
    assert arguments == ["-r", "requirements.lock", "-e", "."]
    # Without an index pip can only find that all is installed, in the locked versions, and that they fit each other.
    options = ["--dry-run", "--no-index", "--no-build-isolation", "--quiet"]
    subprocess.run([sys.executable, "-m", "pip", "install", *options, *arguments], cwd=PROJECT, check=True)


def test_binder_reads_it_and_copies_the_project_before_it_installs_it():
    # --no-build needs no Docker; the address makes sure that none is asked.
    result = subprocess.run(
        [sys.executable, "-m", "repo2docker", "--no-build", "--debug", str(PROJECT)],
        env=os.environ | {"DOCKER_HOST": "unix:///nowhere"},
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    dockerfile = result.stdout
    assert dockerfile.index("src/ ${REPO_DIR}/") < dockerfile.index('env update -p ${NB_PYTHON_PREFIX} --file "environ')


def test_the_wheels_for_the_browser_have_the_locked_versions():
    locked = dict(PIN.findall((PROJECT / "requirements.lock").read_text()))
    wheels = dict(PIN.findall((PROJECT / "tools/website/wheels.txt").read_text()))
    assert {name for name in wheels if name not in locked} == {"open-webui"}  # which is not installed anywhere
    assert wheels == {name: locked.get(name, version) for name, version in wheels.items()}
