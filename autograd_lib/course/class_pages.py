"""Pages for a teacher, made from grades: one for the class, one for each learner, and a table of the mistakes.

The pages are files of HTML that need nothing else: no scripts, and no address but each other's.
"""

import csv
import html
import io
import re
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from autograd_lib.atomic import write_text
from autograd_lib.course.contents import find_exercise
from autograd_lib.course.grading import no_formula
from autograd_lib.course.grading_pipe import Told
from autograd_lib.course.progress import by_number
from autograd_lib.course.report import in_html

MARKS = {"passed": "✓", "not yet": "✗", "not attempted": "–", "": ""}
LEGEND = "✓ passed · ✗ not yet · – not attempted, or its cell was not reached · empty: not handed in"
UNKNOWN = "A mistake that the checker has no name for."
# A file's name without the notebook's own: `lovelace_04_topological_sort-1` is one of `lovelace`.
OWN_NAME = re.compile(r"(?P<learner>.*?)[\s_-]+\d\d_[a-z_]+(-\d+)?", re.DOTALL)

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 16px/1.5 system-ui, sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; font-size: 0.9em; }}
th, td {{ padding: 0.2em 0.6em; border-top: 1px solid #ccc; text-align: left; }}
td {{ text-align: center; }}
code {{ font-family: ui-monospace, monospace; overflow-wrap: anywhere; }}
li {{ margin: 0.3em 0; }}
</style>
<h1>{title}</h1>
{body}
</html>
"""


class Learner(NamedTuple):
    """Somebody whose notebooks were graded."""

    name: str
    grades: list

    def told(self, exercise_id):
        """What was Told of an exercise: the best of what was handed in; None if it was not handed in."""
        handed_in = [grade for grade in self.grades if exercise_id in grade.exercises]
        told = [grade.told.get(exercise_id, Told("not attempted")) for grade in handed_in]
        return min(told, key=lambda each: list(MARKS).index(status_of(each)), default=None)


def status_of(told):
    """A key of MARKS. What `check` has refused, such as a call where a function was wanted, is not yet right."""
    return "" if told is None else "not yet" if told.status == "refused" else told.status


def learners_of(grades):
    """The learners, in the order of their names.

    A folder of what was handed in is a learner's, and what is in it is theirs; a notebook beside the folders is of the
    learner in its name.
    """
    found = {}
    for grade in grades:
        found.setdefault(learner_in(grade.file), []).append(grade)
    return [Learner(name, found[name]) for name in sorted(found)]


def learner_in(file):
    folder, *rest = Path(file).parts
    if rest:
        return folder
    stem = Path(file).stem
    match = OWN_NAME.fullmatch(stem)
    return match["learner"] or stem if match else stem


def write_pages(folder, grades):
    """Write `index.html` for the class, a page for each learner, and `mistakes.csv` into `folder`, which is made.

    Returns the path of `index.html`.

    Raises:
        OSError: one of them cannot be written.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    learners = learners_of(grades)
    files = file_names(learners)
    for learner in learners:
        write_text(folder / files[learner.name], PAGE.format(title=html.escape(learner.name), body=own_page(learner)))
    write_text(folder / "mistakes.csv", as_csv(learners))
    write_text(folder / "index.html", PAGE.format(title="The class", body=class_page(learners, files)))
    return folder / "index.html"


def file_names(learners):
    """The name of each learner's page: plain letters of theirs, and a number where two would have the same."""
    names, taken = {}, {"index.html"}
    for learner in learners:
        plain = re.sub(r"[^\w-]+", "-", learner.name, flags=re.ASCII).strip("-").lower() or "learner"
        name, number = f"{plain}.html", 1
        while name in taken:
            number += 1
            name = f"{plain}-{number}.html"
        taken.add(name)
        names[learner.name] = name
    return names


def exercises_in(learners):
    """The ids of all exercises that somebody has handed in, in order."""
    return sorted({i for learner in learners for grade in learner.grades for i in grade.exercises}, key=by_number)


def own_page(learner):
    """What a learner has passed and not passed, exercise by exercise, with the mistakes by name."""
    ids = exercises_in([learner])
    told = {i: learner.told(i) for i in ids}
    passed = sum(each.status == "passed" for each in told.values())
    lines = [f"<p>{passed} of {len(ids)} exercises passed. {LEGEND}</p>", "<ul>"]
    for i in ids:
        title = f"{MARKS[status_of(told[i])]} {i} {html.escape(find_exercise(i).title)}"
        lines.append(f"<li>{title}{''.join(f'<br>{in_html(words)}' for words in mistakes_in(told[i]))}</li>")
    lines.append("</ul>")
    for grade in learner.grades:
        if grade.problem:
            lines.append(f"<p><code>{html.escape(grade.file)}</code>: {html.escape(grade.problem)}</p>")
    return "\n".join([*lines, '<p><a href="index.html">The class</a></p>'])


def mistakes_in(told):
    """The sentences on a wrong answer; one that says so, if its mistake is not known."""
    return (told.mistakes or (UNKNOWN,)) if status_of(told) == "not yet" else ()


def class_page(learners, files):
    """The table of learners and exercises, and for each exercise the mistakes in what was handed in."""
    ids = exercises_in(learners)
    head = "".join(f"<th>{i}</th>" for i in ids)
    rows = []
    for learner in learners:
        statuses = [status_of(learner.told(i)) for i in ids]
        link = f'<a href="{files[learner.name]}">{html.escape(learner.name)}</a>'
        marks = "".join(f"<td>{MARKS[status]}</td>" for status in statuses)
        count = f"{statuses.count('passed')} of {len(ids) - statuses.count('')}"
        rows.append(f"<tr><th>{link}</th>{marks}<td>{count}</td></tr>")
    table = f'<div class="wide"><table><tr><th></th>{head}<th>passed</th></tr>{"".join(rows)}</table></div>'
    talk = "\n".join(filter(None, (to_talk_about(i, learners) for i in ids)))
    return f"{table}\n<p>{LEGEND}</p>\n<h2>What to talk about</h2>\n{talk or '<p>No mistake was handed in.</p>'}"


def to_talk_about(exercise_id, learners):
    """The mistakes in the answers to an exercise, the most frequent first; "" if there are none."""
    told = [each for learner in learners if (each := learner.told(exercise_id))]
    counts = Counter(words for each in told for words in mistakes_in(each))
    if not counts:
        return ""
    passed = sum(each.status == "passed" for each in told)
    lines = "".join(f"<li>{count} × {in_html(words)}</li>" for words, count in counts.most_common())
    title = f"{exercise_id} {html.escape(find_exercise(exercise_id).title)}"
    return f"<h3>{title}</h3>\n<p>{passed} of {len(told)} have passed it.</p>\n<ul>{lines}</ul>"


def as_csv(learners):
    """A row for each mistake in what was handed in, and for each exercise that was not attempted."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["learner", "exercise", "status", "mistake"])
    for learner in learners:
        for i in exercises_in([learner]):
            told = learner.told(i)
            if told.status != "passed":
                # A notebook can tell the grader what it likes: it does not begin with a sign that starts a formula.
                words = [f"… {each}" for each in mistakes_in(told)] or [""]
                writer.writerows((no_formula(learner.name), i, status_of(told), each) for each in words)
    return text.getvalue()
