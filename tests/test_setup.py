"""What the Makefile promises: the first command works, nothing is done twice, and what is missing is named."""

import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

PROJECT = Path(__file__).resolve().parent.parent
INSTALL = "--no-deps -r requirements.lock"
ANEW = "venv --"


@pytest.fixture
def clone(tmp_path):
    """A folder with the files that set-up reads, as in a fresh clone."""
    for name in ("Makefile", "requirements.lock", "pyproject.toml", "tools/lab_settings.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(PROJECT / name, tmp_path / name)
    return tmp_path


def make(folder, *arguments, programs=None):
    """Run make in `folder` as from a terminal; programs in the folder `programs` come before all others."""
    ours = ("MAKE", "MFLAGS", "PYTHON", "VENV")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    if programs:
        environment["PATH"] = f"{programs}{os.pathsep}{environment['PATH']}"
    return subprocess.run(["make", *arguments], cwd=folder, env=environment, capture_output=True, text=True)


def dry_run(folder, *arguments, programs=None):
    """The commands that make would run."""
    result = make(folder, "-n", *arguments, programs=programs)
    assert result.returncode == 0, result.stderr
    return result.stdout


def program(folder, name, lines):
    """A shell script of this name in `folder`, to stand in for a program."""
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / name
    script.write_text(f"#!/bin/sh\n{lines}\n")
    script.chmod(0o755)
    return script


@pytest.fixture
def finished(clone):
    """A clone in which set-up is done, as far as make can see."""
    program(clone / ".venv" / "bin", "python", f'exec "{sys.executable}" "$@"')
    version = ".".join(map(str, sys.version_info[:3]))
    (clone / ".venv" / "made").write_text(f"{os.path.realpath(clone)} {sys.base_prefix} {version}\n")
    (clone / ".venv" / "ready").touch()
    return clone


def positions(text, parts):
    return [text.index(part) for part in parts]


@pytest.mark.parametrize(
    ("target", "last"),
    [("lab", ["copy_notebooks.py", "-m jupyterlab"]), ("test", ["-m pytest"]), ("notebooks", ["run_notebooks.py"])],
)
def test_as_the_first_command_in_a_clone_each_target_sets_up_first(clone, target, last):
    commands = dry_run(clone, target)
    found = positions(commands, [ANEW, INSTALL, "-e .", *last])
    assert found == sorted(found)


def test_help_lists_every_target(clone):
    declared = re.search(r"^\.PHONY: (.*) \$\(stale\)$", (clone / "Makefile").read_text(), re.MULTILINE)[1].split()
    listed = [line.split()[1] for line in make(clone, "help").stdout.splitlines()]
    assert sorted(listed) == sorted(declared)


def test_make_alone_is_help(clone):
    assert make(clone).stdout == make(clone, "help").stdout


def test_set_up_once_is_enough(finished):
    assert INSTALL not in dry_run(finished, "setup")


@pytest.mark.parametrize("name", ["requirements.lock", "pyproject.toml"])
def test_a_changed_list_of_packages_is_installed_into_the_same_environment(finished, name):
    later = time.time() + 10
    os.utime(finished / name, (later, later))
    commands = dry_run(finished, "setup")
    assert INSTALL in commands and ANEW not in commands


def test_an_environment_that_was_not_finished_is_made_anew(finished):
    (finished / ".venv" / "ready").unlink()
    assert ANEW in dry_run(finished, "setup")


def test_an_installation_that_broke_off_is_not_taken_for_finished(finished):
    # Its pip fails, as it does without a network.
    program(finished / ".venv" / "bin", "python", f'case "$*" in *pip*) exit 1;; esac\nexec "{sys.executable}" "$@"')
    later = time.time() + 10
    os.utime(finished / "requirements.lock", (later, later))
    assert make(finished, "setup", "uv=").returncode != 0
    assert ANEW in dry_run(finished, "setup")


def test_an_environment_whose_python_is_gone_is_made_anew(finished):
    (finished / ".venv" / "bin" / "python").unlink()
    assert ANEW in dry_run(finished, "setup")


def test_an_environment_that_was_moved_is_made_anew(finished):
    moved = finished.parent / f"{finished.name} moved"
    finished.rename(moved)
    assert ANEW in dry_run(moved, "setup")


def test_another_python_gets_an_environment_made_anew_and_the_same_one_does_not(finished):
    other = program(finished / "other", "python3", 'echo "somewhere else 3.99.0"')
    assert ANEW in dry_run(finished, "setup", f"PYTHON={other}")
    assert ANEW not in dry_run(finished, "setup", f"PYTHON={sys.executable}")


def test_uv_is_used_where_it_is_and_pip_elsewhere(clone):
    uv = program(clone / "programs", "uv", "exit 0")
    targets = ("setup", "peers", ".venv-colab/ready", "slides")
    with_uv = dry_run(clone, *targets, programs=uv.parent)
    assert f'"{uv}" pip install' in with_uv and "-m pip install" not in with_uv
    assert "-m pip install" in dry_run(clone, *targets, "uv=")


def refused(clone, *arguments):
    """The lines, without make's own, with which `make setup` ends in failure; nothing may be left behind."""
    result = make(clone, "setup", *arguments)
    assert result.returncode != 0 and not (clone / ".venv").exists()
    return [line for line in result.stderr.splitlines() if not line.startswith("make: ")]


def test_a_python_that_is_too_old_gets_one_clear_line(clone):
    lines = f"""[ "$1" = --version ] && exec echo Python 3.10.13
exec "{sys.executable}" -c "import sys; sys.version_info = (3, 10, 13); $2\""""
    old = program(clone / "programs", "python3", lines)
    [line] = refused(clone, f"PYTHON={old}")
    assert "Python 3.11 or newer is needed" in line and "Python 3.10.13" in line and "PYTHON=" in line


def test_a_python_that_is_missing_gets_one_clear_line(clone):
    [line] = refused(clone, "PYTHON=python3.99")
    assert "Python 3.11 or newer is needed" in line and "python3.99" in line


def test_a_python_without_the_venv_module_gets_one_clear_line(clone):
    lines = f'case "$*" in *ensurepip*) exit 1;; esac\nexec "{sys.executable}" "$@"'
    bare = program(clone / "programs", "python3", lines)
    [line] = refused(clone, f"PYTHON={bare}", "uv=")
    assert str(bare) in line and "python3-venv" in line


@pytest.mark.parametrize(("user", "flags"), [("0", 1), ("1000", 0)])
def test_only_root_gets_the_flag_that_jupyter_asks_root_for(clone, user, flags):
    program(clone / "programs", "id", f"echo {user}")
    assert dry_run(clone, "lab", programs=clone / "programs").count("--allow-root") == flags


def test_the_notebook_that_lab_opens_is_there():
    name = re.search(r"default_url=/lab/tree/my_notebooks/(\S+)", (PROJECT / "Makefile").read_text())[1]
    assert (PROJECT / "notebooks" / name).is_file()


def locked():
    """The lines of the lock file that are not comments."""
    lines = (PROJECT / "requirements.lock").read_text().splitlines()
    return [line for line in lines if not line.lstrip().startswith("#")]


def test_the_lock_is_nothing_but_pinned_versions():
    for line in locked():
        assert re.fullmatch(r"[a-z0-9-]+==[0-9][0-9a-z.]*( ; [\w\s.<>=!'()]+)?", line), line


def test_the_lock_names_no_place():
    text = (PROJECT / "requirements.lock").read_text()
    assert not re.search(r"://|--|/\w+/", text)


def test_the_lock_has_a_version_that_fits_for_all_that_the_project_asks_for():
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    pins = [Requirement(line) for line in locked()]
    for wanted in map(Requirement, project["dependencies"] + project["optional-dependencies"]["dev"]):
        versions = [next(iter(pin.specifier)).version for pin in pins if pin.name == wanted.name.lower()]
        assert versions and all(version in wanted.specifier for version in versions), wanted


SKIPPED_TEST = "import pytest\n\ndef test_one():\n    pytest.skip()\n"
SKIPPED_FILE = "import pytest\n\npytest.skip(allow_module_level=True)\n"


@pytest.mark.parametrize(
    ("setting", "source", "status"), [("error", SKIPPED_TEST, 1), ("error", SKIPPED_FILE, 1), ("", SKIPPED_TEST, 0)]
)
def test_a_skipped_test_fails_the_run_if_skips_are_errors(tmp_path, setting, source, status):
    shutil.copy(PROJECT / "conftest.py", tmp_path)
    (tmp_path / "test_skips.py").write_text(source)
    (tmp_path / "test_passes.py").write_text("def test_two():\n    pass\n")
    settings = {"SKIPS": setting, "PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [sys.executable, "-m", "pytest", "--rootdir", str(tmp_path), str(tmp_path)]
    result = subprocess.run(command, cwd=tmp_path, env=os.environ | settings, capture_output=True, text=True)
    assert result.returncode == status
    assert ("this run has failed" in result.stdout) == bool(status)


def test_the_script_for_continuous_integration_tests_all_and_lets_no_test_be_skipped():
    script = PROJECT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    lines = script.read_text().splitlines()
    commands = [line.partition("#")[0].strip() for line in lines if line.strip().startswith(("make", "nice"))]
    assert commands == [
        *("make lint || failed=1", "make test"),
        *('make mutants >"$beside" 2>&1 &', "make .venv-colab/ready .venv-site/ready || failed=1"),
        *("make .venv/peers .venv/browser", "make test-peers || failed=1", 'make test-browser >"$beside" 2>&1 &'),
        *(f"nice -n 5 make test-{part} || failed=1" for part in ("site", "colab", "thorough")),
    ]
    assert lines.index("export SKIPS=error") < lines.index("make test")


LAST = ["test-peers", "test-browser", "test-site", "test-colab", "test-thorough"]  # each is run whatever fails


@pytest.mark.parametrize("failing", ["lint", "test", "mutants", *LAST, None])
def test_the_script_for_continuous_integration_fails_with_any_of_its_parts(tmp_path, failing):
    (tmp_path / ".ci").mkdir()
    shutil.copy(PROJECT / ".ci" / "run", tmp_path / ".ci")
    (tmp_path / "make").write_text(f'#!/bin/sh\necho "$*" >>done\n[ "$1" != "{failing}" ]\n')
    (tmp_path / "apt-get").write_text("#!/bin/sh\n")
    for name in ("make", "apt-get"):
        (tmp_path / name).chmod(0o755)
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run([tmp_path / ".ci" / "run"], env=os.environ | {"PATH": path}, capture_output=True)
    assert (result.returncode == 0) is (failing is None)
    if failing in [*LAST, None]:
        assert set(LAST) <= set((tmp_path / "done").read_text().splitlines())
