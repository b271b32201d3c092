"""Files are written whole or not at all; a killed writer's leftovers go with the next save, a living one's stay."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograd_lib import atomic
from autograd_lib.atomic import write_text

KILLED_SAVE = """
import os, signal, sys
from autograd_lib.atomic import write_text
os.fsync = lambda file: os.kill(os.getpid(), signal.SIGKILL)
write_text(sys.argv[1], "never whole")
"""


def kill_a_save(path):
    subprocess.run([sys.executable, "-c", KILLED_SAVE, str(path)])


@pytest.mark.parametrize("name", ["progress.json", "[a]*.json", "n" * 250])
def test_the_next_save_clears_what_killed_saves_left_behind(tmp_path, name):
    path = tmp_path / name
    write_text(path, "one")
    for _ in range(2):
        kill_a_save(path)
    assert path.read_text() == "one" and len(os.listdir(tmp_path)) > 1
    write_text(path, "two")
    assert path.read_text() == "two" and os.listdir(tmp_path) == [name]


def test_what_a_killed_save_of_another_file_left_behind_is_left_to_that_file(tmp_path):
    kill_a_save(tmp_path / "progress.json")
    left = os.listdir(tmp_path)
    for name in ["progress", "other.json", "n" * 250]:
        write_text(tmp_path / name, "one")
    assert set(left) < set(os.listdir(tmp_path))


def test_a_save_does_not_take_the_file_of_a_save_that_is_still_going_on(tmp_path, monkeypatch):
    path = tmp_path / "progress.json"
    kill_a_save(path)  # or there would be nothing to clear

    def write_in_between(file, fsync=os.fsync):
        monkeypatch.setattr(os, "fsync", fsync)
        write_text(path, "the inner one")
        assert path.read_text() == "the inner one" and len(os.listdir(tmp_path)) == 2

    monkeypatch.setattr(os, "fsync", write_in_between)
    write_text(path, "the outer one")
    assert path.read_text() == "the outer one" and os.listdir(tmp_path) == ["progress.json"]


def test_a_save_whose_file_was_taken_before_it_was_locked_makes_another(tmp_path, monkeypatch):
    flock = atomic.fcntl.flock

    def take_it_first(file, how):
        monkeypatch.setattr(atomic.fcntl, "flock", flock)
        os.unlink(file.name)
        flock(file, how)

    monkeypatch.setattr(atomic.fcntl, "flock", take_it_first)
    write_text(tmp_path / "progress.json", "one")
    assert (tmp_path / "progress.json").read_text() == "one"


def no_locks(*args):
    raise OSError(errno.ENOLCK, "No locks available")


@pytest.mark.parametrize("owner, name, value", [(atomic, "fcntl", None), (atomic.fcntl, "flock", no_locks)])
def test_without_locks_leftovers_go_when_they_are_old(tmp_path, monkeypatch, owner, name, value):
    kill_a_save(tmp_path / "a")
    (left,) = os.listdir(tmp_path)
    monkeypatch.setattr(owner, name, value)
    write_text(tmp_path / "a", "one")
    assert sorted(os.listdir(tmp_path)) == [left, "a"]
    os.utime(tmp_path / left, (0, 0))
    write_text(tmp_path / "a", "two")
    assert os.listdir(tmp_path) == ["a"]


@pytest.mark.parametrize("letter", ["n", "ä", "𝜕"])
def test_a_name_that_the_disk_takes_is_not_too_long(tmp_path, letter):
    name = letter * (255 // len(letter.encode()))
    write_text(tmp_path / name, "one")
    assert os.listdir(tmp_path) == [name]


@pytest.mark.parametrize(
    "path, reason",
    [("n" * 256, "File name too long"), ("none/a.json", "No such file"), ("file/a.json", "Not a directory")],
)
def test_an_error_names_the_file_that_was_asked_for(tmp_path, path, reason):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match=f"could not be written .{reason}") as error:
        write_text(tmp_path / path, "one")
    assert error.value.filename == str(tmp_path / path)
    assert os.listdir(tmp_path) == ["file"]


def test_an_error_on_a_read_only_disk_names_the_file_that_was_asked_for(tmp_path, monkeypatch):
    def refuse(name, *args, **kwargs):
        raise OSError(errno.EROFS, "Read-only file system", str(name))

    monkeypatch.setattr(atomic, "open", refuse, raising=False)
    monkeypatch.setattr(os, "unlink", refuse)
    with pytest.raises(OSError, match="Read-only file system") as error:
        write_text(tmp_path / "a.json", "one")
    assert error.value.filename == str(tmp_path / "a.json")


def test_a_link_stays_and_what_it_points_to_is_replaced(tmp_path):
    (tmp_path / "link").symlink_to("file")
    write_text(tmp_path / "link", "one")
    assert (tmp_path / "link").readlink() == Path("file") and (tmp_path / "file").read_text() == "one"


def test_a_file_of_the_readers_own_with_a_similar_name_is_not_taken_for_a_leftover(tmp_path):
    mine = tmp_path / ".model.npz.backup01.tmp"
    mine.write_text("mine")
    write_text(tmp_path / "model.npz", "new")
    assert mine.read_text() == "mine"
