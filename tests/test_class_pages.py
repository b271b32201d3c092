"""The pages for a teacher: who has passed what, and what to talk about."""

import csv
import re
import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from autograd_lib.course.__main__ import main
from autograd_lib.course.class_pages import UNKNOWN, file_names, learner_in, learners_of, write_pages
from autograd_lib.course.contents import find_exercise
from autograd_lib.course.grading import Grade
from autograd_lib.course.grading_pipe import Told
from autograd_lib.course.solutions import solution_text

PASSED, TWICE, ODD = Told("passed"), Told("not yet", ("`b` is paid *twice*.",)), Told("not yet", ("<b>=1</b>",))
GRADES = [
    Grade("ada/04_topological_sort.ipynb", {"4.1": PASSED, "4.2": TWICE}, ("4.1", "4.2")),
    Grade("ada/04_topological_sort-1.ipynb", {"4.2": PASSED}, ("4.2",)),
    Grade("ben/04.ipynb", {"4.1": Told("refused"), "4.2": TWICE}, ("4.1", "4.2", "4.3"), "the kernel died"),
    Grade("=1+1_04_topological_sort.ipynb", {"4.2": ODD}, ("4.2",)),
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages") / "of the class"
    assert write_pages(folder, GRADES) == folder / "index.html"
    return folder


@pytest.mark.parametrize(
    ("file", "learner"),
    [
        ("ada/04_topological_sort.ipynb", "ada"),
        ("ada/week 2/04_topological_sort.ipynb", "ada"),
        ("Ada Lovelace_731_assignsubmission_file_/04.ipynb", "Ada Lovelace_731_assignsubmission_file_"),
        ("lovelaceada_12_345_04_topological_sort-1.ipynb", "lovelaceada_12_345"),
        ("ada.ipynb", "ada"),
        ("04_topological_sort.ipynb", "04_topological_sort"),
    ],
)
def test_a_learner_is_known_by_the_folder_or_else_by_the_name_of_the_file(file, learner):
    assert learner_in(file) == learner


def test_of_several_tries_the_best_one_counts():
    ada, *_ = (learner for learner in learners_of(GRADES) if learner.name == "ada")
    assert ada.told("4.2") == PASSED and ada.told("4.3") is None


def test_the_page_of_the_class_has_a_row_for_each_learner_and_a_column_for_each_exercise(folder):
    page = (folder / "index.html").read_text()
    rows = [re.findall(r"<t[hd]>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", page)]
    assert [[re.sub("<.*?>", "", cell) for cell in row] for row in rows] == [
        ["", "4.1", "4.2", "4.3", "passed"],
        ["=1+1", "", "✗", "", "0 of 1"],
        ["ada", "✓", "✓", "", "2 of 2"],
        ["ben", "✗", "✗", "–", "0 of 3"],
    ]


def test_the_mistakes_of_the_class_are_counted_and_nobody_is_named_beside_them(folder):
    talk = (folder / "index.html").read_text().partition("<h2>What to talk about</h2>")[2]
    assert f"<h3>4.1 {find_exercise('4.1').title}</h3>\n<p>1 of 2 have passed it.</p>" in talk
    assert f"<li>1 × {UNKNOWN}</li>" in talk
    assert "<li>1 × &lt;b&gt;=1&lt;/b&gt;</li><li>1 × <code>b</code> is paid <em>twice</em>.</li>" in talk
    assert "ada" not in talk and "ben" not in talk


def test_each_learner_has_a_page_that_the_class_links_to(folder):
    links = re.findall(r'href="(.*?)"', (folder / "index.html").read_text())
    assert links == ["1-1.html", "ada.html", "ben.html"]
    ben = (folder / "ben.html").read_text()
    assert "0 of 3 exercises passed" in ben and "<code>b</code> is paid <em>twice</em>." in ben
    assert "the kernel died" in ben and f"– 4.3 {find_exercise('4.3').title}" in ben


def test_two_learners_whose_names_differ_only_in_signs_have_pages_of_their_own():
    learners = learners_of([Grade(f"{name}/a.ipynb", {}, ()) for name in ["a b", "a-b", "ж", "я", "index"]])
    assert list(file_names(learners).values()) == [
        "a-b.html",
        "a-b-2.html",
        "index-2.html",
        "learner.html",
        "learner-2.html",
    ]


def test_the_table_of_mistakes_has_a_row_for_each_and_no_formulas(folder):
    rows = list(csv.reader((folder / "mistakes.csv").read_text().splitlines()))
    assert rows == [
        ["learner", "exercise", "status", "mistake"],
        ["./=1+1", "4.2", "not yet", "… <b>=1</b>"],
        ["ben", "4.1", "not yet", f"… {UNKNOWN}"],
        ["ben", "4.2", "not yet", "… `b` is paid *twice*."],
        ["ben", "4.3", "not attempted", ""],
    ]


def test_the_pages_need_nothing_from_elsewhere(folder):
    for page in folder.glob("*.html"):
        assert not re.search(r"https?:|<script|src=|@import|url\(", page.read_text())


def test_from_a_handed_in_notebook_to_the_mistake_by_name(tmp_path, monkeypatch, capsys):
    start = "from autograd_lib import check"
    exercise = find_exercise("4.2")
    mistake = exercise.misconceptions[0]
    right = f'{solution_text(exercise)}\n\ncheck("4.2", topological_order)'
    wrong = "from autograd_lib.course.contents import find_exercise"
    wrong += '\ncheck("4.2", find_exercise("4.2").misconceptions[0])'
    for name, code in [("ada", right), ("ben", wrong), ("eve", 'check("4.2", ...)')]:
        (tmp_path / "all" / name).mkdir(parents=True)
        notebook = new_notebook(cells=[new_code_cell(start), new_code_cell(code)])
        nbformat.write(notebook, tmp_path / "all" / name / "04_topological_sort.ipynb")
    pages, table = tmp_path / "pages", tmp_path / "grades.csv"
    monkeypatch.setattr(sys, "argv", ["grade", *map(str, [tmp_path / "all", "--csv", table, "--pages", pages])])
    main()
    assert f"The page of the class is {pages / 'index.html'}" in capsys.readouterr().out
    rows = list(csv.DictReader((pages / "mistakes.csv").read_text().splitlines()))
    assert [(row["learner"], row["status"]) for row in rows] == [("ben", "not yet"), ("eve", "not attempted")]
    assert " ".join(mistake.__doc__.split())[:40] in rows[0]["mistake"]
