"""Grading a folder of handed-in notebooks: each gets its row, whatever is in it."""

import csv
import itertools
import os
import subprocess
import sys
import threading

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograd_lib.course import grading, grading_pipe
from autograd_lib.course.__main__ import main
from autograd_lib.course.contents import find_exercise
from autograd_lib.course.grading import Grade, grade_folder, run, write_csv
from autograd_lib.course.grading_pipe import Told, listening, tell
from autograd_lib.course.solutions import checked_ids, exercise_cells, solution_text, solved

PASSED = Told("passed")
SLOPE = solution_text(find_exercise("0.1"))
ORDER = solution_text(find_exercise("4.2"))
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}


def hand_in(folder, name, *cells, kernel=KERNEL):
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells], metadata=kernel)
    nbformat.write(notebook, folder / name)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("handed in")
    start = "from autograd_lib import check"
    right, wrong = f'{SLOPE}\n\ncheck("0.1", average_slope)', 'check("4.2", lambda root: [root])'
    quiz = (
        'from autograd_lib.widgets import quiz\nview = quiz("4.q1")\nview.answer.value = 2\nview.button.click()\nview'
    )
    hand_in(folder, "ada.ipynb", start, right, f'{ORDER}\n\ncheck("4.2", topological_order)', quiz)
    hand_in(folder, "ben.ipynb", start, wrong, "1 / 0", right)
    hand_in(folder, "eve.ipynb", start, right, "import os; os._exit(1)")
    hand_in(folder, "hal.ipynb", start, right, "while True: pass")
    (folder / "zoe.ipynb").write_text("not a notebook")
    return folder


TELL = "import os; pipe = int(os.environ['AUTOGRAD_LIB_GRADER'].split()[0]); os.write(pipe, {!r})"
# It stays when the kernel is gone, keeps the pipe open, and writes on and on to both pipe and folder.
LEFT_BEHIND = """
import os, time
if os.fork() == 0:
    try:
        os.setsid()
        pipe = int(os.environ["AUTOGRAD_LIB_GRADER"].split()[0])
        until = time.monotonic() + 5
        while time.monotonic() < until:
            open("progress.json", "w").write("{")
            os.write(pipe, b"junk" * 1000)
    finally:
        os._exit(0)
"""


@pytest.fixture(scope="module")
def rough(tmp_path_factory):
    """The grades of notebooks that do what no notebook should, by name; each has passed exercise 0.1."""
    folder = tmp_path_factory.mktemp("rough")
    passes = f"from autograd_lib import check\n{SLOPE}\n\ncheck('0.1', average_slope)"
    junk = "open('progress.json', 'w').write({!r})"
    hand_in(folder, "1 writes junk.ipynb", passes, junk.format("{"))
    hand_in(folder, "2 writes a number.ipynb", passes, junk.format('{"passed": 3}'))
    hand_in(
        folder, "3 makes a folder.ipynb", passes, "import os; os.remove('progress.json'); os.mkdir('progress.json')"
    )
    hand_in(folder, "4 leaves a process.ipynb", passes, LEFT_BEHIND)
    hand_in(
        folder,
        "5 writes into the pipe.ipynb",
        TELL.format(
            b'\xff\n["4.2", "passed", []]\n["99.99", "passed", []]\n["0.1", "passed", [3]]\n[["0.1"], 1, 1]\n0.'
        ),
        passes,
    )
    hand_in(folder, "=1+1.ipynb", passes)
    hand_in(folder, os.fsdecode(b"caf\xe9.ipynb"), passes)
    os.mkdir(folder / "a folder.ipynb")
    os.mkfifo(folder / "a pipe.ipynb")
    return {grade.file: grade for grade in grade_folder(folder, seconds=60)}


def test_no_notebook_stops_the_others(rough):
    assert sorted(rough) == [
        *("1 writes junk.ipynb", "2 writes a number.ipynb", "3 makes a folder.ipynb", "4 leaves a process.ipynb"),
        *("5 writes into the pipe.ipynb", "=1+1.ipynb", "a folder.ipynb", "a pipe.ipynb", r"caf\udce9.ipynb"),
    ]
    for name, grade in rough.items():
        if name in ["a folder.ipynb", "a pipe.ipynb"]:
            assert "cannot be read as a notebook" in grade.problem
        else:
            assert (grade.passed, grade.exercises, grade.problem) == (("0.1",), ("0.1",), "")


def test_no_file_name_becomes_a_formula_in_a_spreadsheet(rough, tmp_path):
    names = ["=1+1.ipynb", "@a.ipynb", "+a.ipynb", "-a.ipynb", r"caf\udce9.ipynb"]
    write_csv(tmp_path / "grades.csv", [rough["=1+1.ipynb"]._replace(file=name) for name in names])
    rows = csv.DictReader((tmp_path / "grades.csv").read_text().splitlines())
    assert [row["file"] for row in rows] == [*(f"./{name}" for name in names[:4]), names[4]]


@pytest.fixture(scope="module")
def grades(folder):
    return {grade.file: grade for grade in grade_folder(folder, seconds=12)}


def test_what_is_right_passes_and_what_is_wrong_does_not(grades):
    assert grades["ada.ipynb"].passed == ("0.1", "4.2")
    assert grades["ben.ipynb"].passed == ("0.1",)
    assert grades["ben.ipynb"].exercises == ("4.2", "0.1")


def test_quizzes_are_not_graded(grades):
    assert grades["ada.ipynb"].exercises == ("0.1", "4.2") and not grades["ada.ipynb"].problem


def test_an_error_in_one_cell_does_not_stop_the_rest(grades):
    assert grades["ben.ipynb"].problem == "cells that raised an error: 1"


def test_a_notebook_that_crashes_or_hangs_or_is_none_gets_its_row(grades):
    assert grades["eve.ipynb"].passed == ("0.1",)
    assert grades["eve.ipynb"].problem == "the kernel died (code cell 3)"
    assert grades["hal.ipynb"].passed == ("0.1",)
    assert grades["hal.ipynb"].problem == "did not finish within 12 seconds (code cell 3)"
    assert "cannot be read as a notebook" in grades["zoe.ipynb"].problem


def test_the_csv_has_a_row_a_notebook_and_a_column_an_exercise(grades, tmp_path):
    write_csv(tmp_path / "grades.csv", list(grades.values()))
    rows = list(csv.DictReader((tmp_path / "grades.csv").read_text().splitlines()))
    assert [row["file"] for row in rows] == ["ada.ipynb", "ben.ipynb", "eve.ipynb", "hal.ipynb", "zoe.ipynb"]
    assert [(row["0.1"], row["4.2"]) for row in rows] == [("1", "1"), ("1", "0"), ("1", ""), ("1", ""), ("", "")]


def test_a_wrong_folder_gets_one_line_and_no_traceback(tmp_path):
    for folder, words in [(tmp_path / "none", "is not a folder"), (tmp_path, "holds no notebook")]:
        command = [sys.executable, "-m", "autograd_lib.course", str(folder)]
        run = subprocess.run(command, capture_output=True, text=True)
        assert run.returncode == 1
        assert words in run.stderr and len(run.stderr.splitlines()) == 1


def test_a_cell_that_prints_without_end_does_not_fill_the_memory(tmp_path):
    notebook = new_notebook(cells=[new_code_cell("print(1); 1 / 0")], metadata=KERNEL)
    assert run(notebook, str(tmp_path), seconds=60) == "cells that raised an error: 1"
    assert [output.output_type for output in notebook.cells[0].outputs] == ["error"]


@pytest.mark.parametrize("has_pipes", [True, False])
def test_what_is_told_is_heard_if_it_is_asked_for(monkeypatch, has_pipes):
    monkeypatch.setattr(grading_pipe, "HAS_PIPES", has_pipes)
    with listening(("0.1", "4.2")) as (heard, variables, descriptors):
        monkeypatch.setenv(*variables.popitem())
        for exercise_id in ["4.2", "4.5", "4.2"]:
            tell(exercise_id, "passed")
    assert heard == {"4.2": PASSED}
    assert len(descriptors) == has_pipes


def test_what_is_told_last_counts_but_a_pass_stays_a_pass(monkeypatch):
    with listening(("0.1", "4.2")) as (heard, variables, _):
        monkeypatch.setenv(*variables.popitem())
        for status, mistakes in [("not yet", ["a"]), ("not yet", ["b", "c"]), ("passed", []), ("not yet", ["d"])]:
            tell("4.2", status, mistakes)
            if status == "not yet":
                tell("0.1", status, mistakes)
    assert heard == {"4.2": PASSED, "0.1": Told("not yet", ("d",))}


def test_nobody_waits_at_a_full_pipe_and_junk_in_it_hides_nothing(monkeypatch):
    with listening(("0.1", "4.2")) as (heard, variables, (pipe,)):
        monkeypatch.setenv(*variables.popitem())
        tell("0.1", "passed")
        os.write(pipe, b"x" * 3_000_000)
        tell("4.2", "passed")
    assert heard == {"0.1": PASSED, "4.2": PASSED}


def test_whoever_keeps_the_pipe_open_and_goes_on_writing_is_not_waited_for(monkeypatch):
    program = "import os, sys; os.write(1, b'.')\nwhile True: os.write(int(sys.argv[1]), b'x' * 4096)"
    with listening(("0.1",)) as (heard, variables, (pipe,)):
        monkeypatch.setenv(*variables.popitem())
        tell("0.1", "passed")
        command = [sys.executable, "-c", program, str(pipe)]
        writer = subprocess.Popen(command, pass_fds=[pipe], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert writer.stdout.read(1) == b"."
    assert heard == {"0.1": PASSED}
    writer.communicate(timeout=60)  # nobody reads any more, which ends it


@pytest.mark.parametrize(
    "chunks",
    [[b"x", b'\n["0.', b'1", "passed", []]\n', b""], itertools.repeat(b'x\n["0.1", "passed", []]\nx' * 1000)],
    ids=["in pieces", "without end"],
)
def test_what_was_written_before_the_end_is_read_and_what_comes_later_is_not_waited_for(monkeypatch, chunks):
    over, heard, chunks = threading.Event(), {}, iter(chunks)
    over.set()
    monkeypatch.setattr(grading_pipe, "read_what_is_there", lambda pipe: next(chunks))
    grading_pipe.listen(None, over, ("0.1",), heard)
    assert heard == {"0.1": PASSED}


def test_a_process_that_did_not_get_the_pipe_writes_to_no_other_file(monkeypatch, tmp_path):
    with listening(("0.1",)) as (heard, variables, (pipe,)), open(tmp_path / "data", "wb") as file:
        name, address = variables.popitem()
        monkeypatch.setenv(name, address.replace(str(pipe), str(file.fileno()), 1))
        tell("0.1", "passed")
    assert heard == {} and (tmp_path / "data").read_bytes() == b""


@pytest.mark.parametrize("address", ["", " ", "junk", "9999 1 1", "0", "9" * 30])
def test_where_no_grader_listens_nothing_happens(monkeypatch, address):
    monkeypatch.setenv(grading_pipe.VARIABLE, address)
    tell("0.1", "passed")


CALLS = [
    *("check('4.2', f)", 'check ( "4.2" , f )', 'check(\n    "4.2",\n    f,\n)', 'check("4.2",f);', "check(4.2, f)"),
    *('autograd_lib.check("4.2", f)', '_ = check("4.2", f)', 'check(exercise_id="4.2", solution=f)'),
    *(
        'if True:\n    check("4.2", f)',
        'f = int; check("4.2", f)',
        '%time check("4.2", f)',
        'check("4.2", lambda: "#")',
    ),
]


@pytest.mark.parametrize("call", CALLS)
def test_an_exercise_is_found_however_its_check_is_called(call):
    notebook = new_notebook(cells=[new_code_cell(f"def f(root):\n    ...\n\n{call}")])
    assert checked_ids(notebook) == ["4.2"]
    assert [cell.id for cell in exercise_cells(notebook)] == ["4.2"]


@pytest.mark.parametrize(
    "text", ['# check("4.2", f)', "print('check(\"4.2\", f)')", 'recheck("4.2", f)', "check(4, f)"]
)
def test_what_only_looks_like_a_call_of_check_is_none(text):
    notebook = new_notebook(cells=[new_code_cell(text)])
    assert checked_ids(notebook) == [] and exercise_cells(notebook) == []


def test_an_exercise_counts_once_and_a_cell_may_have_several():
    cells = ['check("4.2", f)\ncheck("4.1", g)', 'check("4.2", h)']
    assert checked_ids(new_notebook(cells=[new_code_cell(cell) for cell in cells])) == ["4.2", "4.1"]


@pytest.mark.parametrize("call", ["check('4.2', f)", "if True:\n    check('4.2', f)"])
def test_the_solution_is_put_in_before_a_call_written_in_another_way(call):
    box = "<summary>Solution</summary>\n\n```python\ndef f():\n    return 1\n```"
    notebook = new_notebook(cells=[new_code_cell(f"def f():\n    ...\n\n{call}"), new_markdown_cell(box)])
    assert solved(notebook).cells[0].source == "def f():\n    return 1\n\ncheck('4.2', f)"


def grade_with(monkeypatch, *arguments):
    monkeypatch.setattr(sys, "argv", ["grade", *map(str, arguments)])
    main()


@pytest.fixture
def three(tmp_path, monkeypatch):
    """A folder of three notebooks, which are graded without being run."""
    for name in "abc":
        hand_in(tmp_path, f"{name}.ipynb")
    monkeypatch.setattr(grading, "grade", lambda path, name, seconds: Grade(name, {"0.1": PASSED}, ("0.1",)))
    return tmp_path


def test_a_kernel_that_is_not_installed_here_is_replaced_by_this_python(tmp_path):
    """On the learner's machine it may have had any name."""
    elsewhere = {"kernelspec": {"name": "conda-env-x-py", "display_name": "My Python", "language": "python"}}
    hand_in(
        tmp_path, "a.ipynb", f'from autograd_lib import check\n{SLOPE}\n\ncheck("0.1", average_slope)', kernel=elsewhere
    )
    (grade,) = grade_folder(tmp_path, seconds=60)
    assert grade.passed == ("0.1",) and not grade.problem


def test_the_table_grows_and_is_whole_after_each_notebook(three, monkeypatch, capsys):
    sizes = []

    def count_rows(path, name, seconds):
        sizes.append(len((three / "grades.csv").read_text().splitlines()))
        if name == "c.ipynb":
            raise KeyboardInterrupt
        return Grade(name, {"0.1": PASSED}, ("0.1",))

    monkeypatch.setattr(grading, "grade", count_rows)
    with pytest.raises(SystemExit) as ended:
        grade_with(monkeypatch, three, "--csv", three / "grades.csv")
    assert ended.value.code == 130
    assert "Interrupted. Done before that: 2 notebooks, see " in capsys.readouterr().err
    assert sizes == [1, 2, 3]
    rows = csv.DictReader((three / "grades.csv").read_text().splitlines())
    assert [(row["file"], row["0.1"]) for row in rows] == [("a.ipynb", "1"), ("b.ipynb", "1")]


def test_a_table_that_cannot_be_written_is_said_before_any_notebook_is_run(three, monkeypatch):
    monkeypatch.setattr(grading, "grade", lambda *_: pytest.fail("a notebook was run"))
    with pytest.raises(SystemExit, match=r"could not be written .No such file or directory.*no such folder"):
        grade_with(monkeypatch, three, "--csv", three / "no such folder" / "grades.csv")


def test_a_folder_without_notebooks_leaves_an_earlier_table_as_it_is(tmp_path, monkeypatch):
    (tmp_path / "grades.csv").write_text("of last year")
    with pytest.raises(SystemExit, match="holds no notebook"):
        grade_with(monkeypatch, tmp_path, "--csv", tmp_path / "grades.csv")
    assert (tmp_path / "grades.csv").read_text() == "of last year"


def test_a_table_that_cannot_be_written_for_a_while_does_not_stop_the_run(three, monkeypatch, capsys):
    written = []

    def refuse_the_second(path, text):
        written.append(text)
        if len(written) == 2:
            raise PermissionError("open in another program")

    monkeypatch.setattr(grading, "write_text", refuse_the_second)
    grade_with(monkeypatch, three)
    assert "3 notebooks" in capsys.readouterr().out
    assert len(written[-1].splitlines()) == 4


def test_a_terminal_that_cannot_show_a_name_does_not_stop_the_run(three):
    os.rename(three / "a.ipynb", three / "ä.ipynb")
    command = [
        sys.executable,
        "-c",
        "from autograd_lib.course import grading, __main__ as m\n"
        "grading.grade = lambda path, name, seconds: grading.Grade(name, {}, ())\nm.main()",
        str(three),
    ]
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    run = subprocess.run(command, capture_output=True, text=True, cwd=three, env=environment)
    assert run.returncode == 0 and r"\xe4.ipynb" in run.stdout
