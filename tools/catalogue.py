"""Write docs/mistakes.md, the mistakes that the checker knows, for teachers: `make catalogue`."""

import html
from pathlib import Path

from autograd_lib.atomic import write_text
from autograd_lib.course.contents import all_exercises, exercises_of, notebooks, title_of
from autograd_lib.course.diagnosis import BEGINNING, single_mistakes

PAGE = Path(__file__).resolve().parent.parent / "docs" / "mistakes.md"
TEST = "tests/test_guarantees.py::test_a_known_mistake_fails_and_is_called_by_its_name_and_no_other"

HEAD = """# The mistakes that the checker knows

For teachers: {mistakes:,} mistakes in {exercises} exercises, and the {sentences:,} sentences that name them. (The \
exercises ask for {demands} things, each in the list *Asked for* of its box; for each there is a solution that breaks \
only that, and fails.)

The sentences are what a learner reads, after "{beginning} …". They say what is wrong with an answer, and so give much \
of the solution away. A mistake is recognised by what the learner's code does, not by how it is written, and one \
sentence may stand for several ways to make it. If a solution has two of these mistakes, both are mostly named. Each \
is tested: number 3 of exercise 4.2 by

```
{test}[4.2-3]
```

The page is written by `make catalogue`, from the exercises in `autograd_lib/course`.
"""


def page():
    """The whole page, as Markdown."""
    exercises = all_exercises().values()
    head = HEAD.format(
        mistakes=sum(len(single_mistakes(exercise)) for exercise in exercises),
        sentences=sum(len(numbers_of_tests(exercise)) for exercise in exercises),
        exercises=len(exercises),
        demands=sum(len(exercise.demands) for exercise in exercises),
        beginning=BEGINNING.strip(),
        test=TEST,
    )
    return "\n".join([head, *map(section, notebooks())])


def section(notebook):
    """The part about one notebook, given its number."""
    return "\n".join([f"## {notebook} · {title_of(notebook)}\n", *map(box, exercises_of(notebook))])


def box(exercise):
    """The folded part about one exercise: each sentence, with the numbers of the tests that see it said."""
    numbers = numbers_of_tests(exercise)
    lines = [f"- … {words} `{''.join(tests)}`" for words, tests in numbers.items()]
    count = sum(map(len, numbers.values()))
    title = html.escape(f"{exercise.id} {exercise.title}: {count} mistakes", quote=False)
    return "\n".join(["<details>", f"<summary>{title}</summary>", "", *lines, "", "</details>", ""])


def numbers_of_tests(exercise):
    """A dict from each sentence to the tests that see it said, as pytest numbers them."""
    numbers = {}
    for number, mistake in enumerate(single_mistakes(exercise), start=1):
        numbers.setdefault(" ".join(mistake.sentences), []).append(f"[{exercise.id}-{number}]")
    return numbers


def main():
    write_text(PAGE, page())
    print(f"docs/{PAGE.name}")


if __name__ == "__main__":
    main()
