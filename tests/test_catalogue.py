"""The catalogue of mistakes, for teachers, is what the exercises say."""

import re

from catalogue import PAGE, TEST, box, page
from test_guarantees import MISTAKES

from autograd_lib.course.contents import all_exercises


def test_the_page_is_up_to_date():
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make catalogue`"


def test_the_page_counts_what_it_lists():
    text = page()
    items = [line for line in text.splitlines() if line.startswith("- … ")]
    tests = [found for item in items for found in re.findall(r"\[\d+\.\d+-\d+\]", item)]
    stated = int(re.search(r"([\d,]+) mistakes in", text)[1].replace(",", ""))
    assert stated == len(tests) == len(set(tests)) == len(MISTAKES)
    assert text.count("<summary>") == len(all_exercises())


def test_the_tests_that_it_names_are_there():
    file, name = TEST.split("::")
    assert file == "tests/test_guarantees.py" and hasattr(__import__("test_guarantees"), name)
    assert {f"[{each.id}]" for each in MISTAKES} == set(re.findall(r"\[\d+\.\d+-\d+\]", page())) - {TEST}


def test_an_exercise_is_folded_since_it_gives_solutions_away():
    exercise = all_exercises()["4.2"]
    lines = box(exercise).splitlines()
    assert lines[0] == "<details>" and exercise.title in lines[1] and lines[-1] == "</details>"
