"""Progress is kept in a small file: nothing is lost when it is damaged or cannot be written, and it is said."""

import contextlib
import json
import os
import subprocess
import sys
import time

import pytest

from autograd_lib import check, progress
from autograd_lib.atomic import one_at_a_time
from autograd_lib.course.contents import find_exercise
from autograd_lib.course.progress import (
    FIRST,
    LATER,
    WRONG,
    ProgressError,
    outcome_after,
    passed,
    record,
    record_answer,
    stored,
)


@pytest.fixture
def file(tmp_path, monkeypatch):
    path = tmp_path / "progress.json"
    monkeypatch.setenv("AUTOGRAD_LIB_PROGRESS", str(path))
    return path


def test_a_file_that_an_editor_of_windows_has_saved_is_read(file):
    file.write_text('{"passed": ["4.2"]}', encoding="utf-8-sig")
    assert stored().passed == {"4.2"}


def test_without_a_file_nothing_has_been_passed(file):
    assert passed() == set()


def test_a_passed_exercise_is_remembered_and_counted(file, capsys):
    check("4.2", find_exercise("4.2").reference)
    assert passed() == {"4.2"}
    assert "Notebook 04: □■□□□□ 1 of 6 done. Next: 4.3, " in capsys.readouterr().out
    check("4.2", find_exercise("4.2").reference)
    assert json.loads(file.read_text())["passed"] == ["4.2"]


def test_the_next_exercise_is_the_one_that_stands_next_on_the_page(file, capsys):
    check("3.1", find_exercise("3.1").reference)
    assert "Notebook 03: ■□□□□□□ 1 of 7 done. Next: 3.7, " in capsys.readouterr().out


def test_the_title_of_the_next_exercise_keeps_its_question_mark(file, capsys):
    check("9.2", find_exercise("9.2").reference)
    assert capsys.readouterr().out.strip().endswith("Next: 9.3, Which way round?")


def test_who_has_done_the_main_road_is_told_so(file, capsys):
    for number in (1, 3, 4, 6):
        check(f"1.{number}", find_exercise(f"1.{number}").reference)
    line = capsys.readouterr().out.splitlines()[-1]
    assert "Notebook 01: ■■■■□□ 4 of 6 done. The main road is done. On a side road: 1.5, " in line


def test_a_wrong_solution_is_not_remembered(file):
    check("4.2", find_exercise("4.2").misconceptions[0])
    assert passed() == set()


def test_the_map_shows_a_filled_square_for_each_exercise_passed(file, capsys):
    record("4.2")
    record("4.5")
    progress()
    assert "04  Topological sort" in capsys.readouterr().out.split("■■□□□□")[0]


def test_without_the_variable_the_file_lies_beside_the_notebook(tmp_path, monkeypatch):
    monkeypatch.delenv("AUTOGRAD_LIB_PROGRESS")
    monkeypatch.chdir(tmp_path)
    record("4.1")
    assert (tmp_path / "progress.json").exists()


DAMAGES = [
    *("", "{", "[]", '{"passed": 3}', '{"passed": [1]}', "\x00"),
    *('{"quizzes": {}}', '{"passed": [], "quizzes": 3}', '{"passed": [], "quizzes": {"4.q1": "won"}}'),
    *('{"passed": ["colour", "99.99"]}', '{"passed": ["4.q1"]}', '{"passed": "4.2"}', '{"passed": {"4.2": 1}}'),
    *('{"passed": ["4.٢"]}', '{"passed": [], "quizzes": {"4.2": "right later"}}', '{"passed": [], "quizzes": []}'),
    *(f'{{"passed": ["{"9" * 5000}.1"]}}', f'{{"passed": {"9" * 5000}}}'),
    *("[" * 100_000, f'{{"passed": [], "more": {"[" * 100_000}{"]" * 100_000}}}'),
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage[:60])
def test_a_damaged_file_is_kept_under_another_name_and_a_new_one_begun(file, damage, capsys):
    file.write_text(damage)
    with pytest.raises(ProgressError, match="damaged"):
        passed()
    check("4.2", find_exercise("4.2").reference)
    said = capsys.readouterr().out
    assert "Exercise 4.2 · passed" in said
    assert "It is kept as progress.damaged-1.json, and a new one is begun." in said
    assert (file.parent / "progress.damaged-1.json").read_text() == damage
    assert passed() == {"4.2"}


def test_a_file_of_bytes_that_are_no_text_counts_as_damaged(file):
    file.write_bytes(b'{"passed": ["\xe9"]}')
    with pytest.raises(ProgressError, match=r"is damaged .* It is kept as progress\.damaged-1\.json"):
        record("4.2")
    assert passed() == {"4.2"}


def test_what_a_later_version_has_stored_is_kept(file):
    """Its exercises and quizzes, the name of its format, and keys that we do not know."""
    later = {
        "format": "autograd_lib progress 2",
        "passed": ["99.99"],
        "quizzes": {"99.q9": LATER},
        "days": {"4.2": [1]},
    }
    file.write_text(json.dumps(later))
    record("4.2")
    record_answer("4.q1", FIRST)
    later["passed"], later["quizzes"] = ["4.2", "99.99"], {"4.q1": FIRST, "99.q9": LATER}
    assert json.loads(file.read_text()) == later


def test_however_deep_a_file_is_nested_it_is_kept_or_set_aside(file):
    """At some depth it can just not be read, and what could be read can be written."""
    for depth in [*range(900, 1000), 100_000]:
        file.write_text(f'{{"passed": [], "more": {"[" * depth}{"]" * depth}}}')
        with contextlib.suppress(ProgressError):
            record("4.2")
        assert passed() == {"4.2"}


def test_a_damaged_file_with_a_long_name_is_kept_under_a_shorter_one(tmp_path, monkeypatch):
    file = tmp_path / f"{'p' * 245}.json"
    monkeypatch.setenv("AUTOGRAD_LIB_PROGRESS", str(file))
    file.write_text("{")
    with pytest.raises(ProgressError, match=r"It is kept as p{50}\.damaged-1\.json"):
        record("4.2")
    assert passed() == {"4.2"}


def test_a_file_name_that_is_too_long_is_said_and_the_verdict_still_shown(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("AUTOGRAD_LIB_PROGRESS", str(tmp_path / ("p" * 300)))
    check("4.2", find_exercise("4.2").reference)
    said = capsys.readouterr().out
    assert "Exercise 4.2 · passed" in said
    assert f"{'p' * 300} cannot be read (File name too long). It cannot be moved (File name too long)" in said


def test_a_damaged_file_that_cannot_be_moved_is_said_and_the_verdict_still_shown(file, monkeypatch, capsys):
    file.write_text("{")

    def read_only(*args):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(os, "replace", read_only)
    check("4.2", find_exercise("4.2").reference)
    said = capsys.readouterr().out
    assert "Exercise 4.2 · passed" in said
    assert "is damaged" in said and "It cannot be moved (Read-only file system): progress is not kept." in said
    assert file.read_text() == "{"


def test_a_second_damaged_file_does_not_replace_the_first(file):
    for damage in ["one", "two"]:
        file.write_text(damage)
        with pytest.raises(ProgressError):
            record("4.1")
    assert [(file.parent / f"progress.damaged-{n}.json").read_text() for n in (1, 2)] == ["one", "two"]


def test_progress_says_in_one_line_that_the_file_is_damaged(file, capsys):
    file.write_text("{")
    progress()
    assert "is damaged" in capsys.readouterr().out
    assert file.read_text() == "{"


def test_a_file_that_cannot_be_written_is_said_and_the_verdict_still_shown(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("AUTOGRAD_LIB_PROGRESS", str(tmp_path / "no such folder" / "progress.json"))
    check("4.2", find_exercise("4.2").reference)
    said = capsys.readouterr().out
    assert "Exercise 4.2 · passed" in said
    assert "cannot be written" in said


def test_a_write_that_fails_half_way_leaves_the_old_file(file, monkeypatch):
    record("4.1")
    before = file.read_bytes()

    def full_disk(*args):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full_disk)
    with pytest.raises(ProgressError, match="cannot be written"):
        record("4.2")
    assert file.read_bytes() == before
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    "before, is_right, after",
    [
        *((None, True, FIRST), (None, False, WRONG), (WRONG, True, LATER), (WRONG, False, WRONG)),
        *((FIRST, False, FIRST), (FIRST, True, FIRST), (LATER, False, LATER), (LATER, True, LATER)),
    ],
)
def test_the_first_answer_to_a_quiz_decides_for_good_whether_it_was_right_at_the_first_try(before, is_right, after):
    assert outcome_after(before, is_right) == after


def test_answers_are_kept_beside_the_exercises(file):
    record("4.2")
    record_answer("4.q10", FIRST)
    record_answer("4.q1", WRONG)
    record_answer("4.q1", LATER)
    record("4.1")
    assert stored() == ({"4.1", "4.2"}, {"4.q1": LATER, "4.q10": FIRST})
    assert list(json.loads(file.read_text())["quizzes"]) == ["4.q1", "4.q10"]


def test_a_file_from_before_there_were_quizzes_can_be_read_and_gets_them(file):
    file.write_text('{"format": "autograd_lib progress 1", "passed": ["4.2"]}\n')
    assert stored() == ({"4.2"}, {})
    record_answer("4.q1", FIRST)
    assert stored() == ({"4.2"}, {"4.q1": FIRST})


def test_two_notebooks_at_a_time_lose_nothing(file):
    """Two processes write twenty-five things each, as quickly as they can."""
    program = """
import sys
from autograd_lib.course.progress import FIRST, record, record_answer
for number in range(25):
    record(f"{sys.argv[1]}.{number}") if number % 5 == 0 else record_answer(f"{sys.argv[1]}.q{number}", FIRST)
"""
    writers = [subprocess.Popen([sys.executable, "-c", program, name]) for name in ("1", "2")]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    exercises, quizzes = stored()
    assert exercises == {f"{name}.{number}" for name in "12" for number in range(0, 25, 5)}
    assert set(quizzes) == {f"{name}.q{number}" for name in "12" for number in range(25) if number % 5}
    assert list(file.parent.iterdir()) == [file]


def test_whoever_keeps_the_lock_for_too_long_is_not_waited_for(file):
    began = time.monotonic()
    with one_at_a_time(file), one_at_a_time(file, seconds=0.05):
        assert 0.05 <= time.monotonic() - began < 1
