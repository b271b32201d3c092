"""The quiz: commit to an answer first, then see why it is right or what is wrong with it."""

import html
import math
from time import monotonic

import ipywidgets

from autograd_lib.course import contents
from autograd_lib.course.checker import Verdict
from autograd_lib.course.progress import FIRST, LATER, ProgressError, outcome_after, record_answer, stored
from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz
from autograd_lib.course.report import COLOURS, Box, in_html
from autograd_lib.widgets.view import Shown, errors_as_notice

HOW_TO_ANSWER = "Run this cell to answer, and to see why."
# Set here because some pages have no style of their own for code.
CODE_STYLE = "margin: 4px 16px; font-family: var(--jp-code-font-family, monospace)"
# Seconds within which nobody can read a reply and act on it. The kernel may handle a press before the answer that was
# sent just before it, and a press may come twice.
OVERTAKING = 0.5


class QuizModel:
    """A quiz, and how far the reader has got with it in this cell.

    Args:
        quiz: a Quiz.

    Attributes: `chosen`, the answer that the reader has chosen or typed; `state`, "open" until they commit to it, then
    "wrong" or "right"; `said`, the reply to them, a Verdict of the checker or None.
    """

    def __init__(self, quiz):
        self.quiz = quiz
        self.chosen = quiz.untouched
        self.state = "open"
        self.tries = 0
        self.refused_at = self.judged_at = -math.inf
        self.before = None  # the outcome of all answers before this one
        self.said = None

    def choose(self, answer):
        """Take an answer, without committing to it.

        An answer that arrives after the commitment was chosen before it, and is the one that the reader meant: the page
        takes no other while it shows the reply, but the kernel can handle a press before the choice that was sent
        before it. An answer that arrives right after "choose an answer first" was overtaken in the same way.
        """
        if self.state == "open":
            self.chosen = answer
            if self.said and self.said.status == "refused":
                self.said = None
            if monotonic() - self.refused_at < OVERTAKING and self.problem_with(answer) is None:
                self.commit()
        elif answer != self.chosen and self.problem_with(answer) is None:
            self.chosen = answer
            self.judge()

    def problem_with(self, answer):
        """Why this cannot be read as an answer, or None if it can."""
        try:
            self.quiz.read(answer)
        except ValueError as problem:
            return str(problem)

    def press(self):
        """Commit to the answer or, after a wrong one, begin again. The reply to the last answer stays."""
        if self.state == "open":
            self.commit()
        elif self.state == "wrong" and monotonic() - self.judged_at > OVERTAKING:
            self.state, self.chosen = "open", self.quiz.untouched

    def commit(self):
        """Judge the answer. One that cannot be read gets a line that says why, and does not count."""
        problem = self.problem_with(self.chosen)
        if problem:
            self.refused_at = monotonic()
            self.said = Verdict("refused", f"Quiz {self.quiz.id} · {problem}")
            return
        self.tries += 1
        self.judged_at = monotonic()
        self.before = outcome_of(self.quiz.id)
        self.judge()

    def judge(self):
        """Judge and count the answer that the reader has committed to."""
        judgement = self.quiz.judge(self.quiz.read(self.chosen))
        self.state = "right" if judgement.is_right else "wrong"
        count, outcome = self.count(judgement.is_right)
        details = (f"Your answer: {judgement.answer}", judgement.why, count)
        status = "passed" if judgement.is_right else "not yet"
        self.said = Verdict(status, f"Quiz {self.quiz.id} · {self.result(outcome)}", details)

    def count(self, is_right):
        """Store the answer. Returns a line on the notebook's quizzes, and this one's outcome over all its answers."""
        outcome = outcome_after(self.before, is_right)
        try:
            record_answer(self.quiz.id, outcome)
            return count_of(self.quiz.notebook), outcome
        except ProgressError as error:
            return str(error), outcome

    def result(self, outcome):
        """The result of this answer in words, given the outcome over all answers."""
        if self.state == "wrong":
            return "not right"
        if self.tries > 1:
            return f"right, at try {self.tries}"
        if outcome == LATER:
            return "right; your first answer, some time ago, was not"
        return "right, at the first try"

    def text(self):
        """The whole reply to the answer, as text."""
        return "\n".join([self.said.headline, *self.said.details]) if self.said else ""

    def others(self):
        """The known wrong answers, each with what is wrong with it, once the quiz is answered."""
        return self.quiz.wrong_answers() if self.state == "right" else []

    def instead(self):
        """The question and the answers on offer, as text, with no hint at which is right."""
        code = [f"    {line}" for line in self.quiz.code.splitlines()]
        return "\n".join([f"Quiz {self.quiz.id}", self.quiz.question, *code, *offers(self.quiz), HOW_TO_ANSWER])


def outcome_of(quiz_id):
    """The stored outcome of a quiz; None if there is none, or if it cannot be read."""
    try:
        return stored().quizzes.get(quiz_id)
    except ProgressError:
        return None


def count_of(notebook):
    """A line such as "Notebook 04: 2 of 4 quizzes answered, 1 right at the first try."."""
    ids = [quiz.id for quiz in contents.quizzes_of(notebook)]
    outcomes = [outcome for quiz_id, outcome in stored().quizzes.items() if quiz_id in ids]
    first = outcomes.count(FIRST)
    return f"Notebook {notebook}: {len(outcomes)} of {len(ids)} quizzes answered, {first} right at the first try."


def offers(quiz):
    """The answers on offer, a line for each choice."""
    if isinstance(quiz, NumberQuiz):
        return ["Your answer: a number"]
    return [f"○ {choice.text}" for choice in quiz.choices]


class QuizView(Shown):
    """A question, a control to answer it, a button to commit, and the reply to the answer."""

    def __init__(self, model):
        self.model = model
        self.answer = control_for(model.quiz)
        self.button = ipywidgets.Button(description="Answer")
        self.words = ipywidgets.HTML()
        question = ipywidgets.HTML(question_in_html(model.quiz))
        super().__init__([question, self.answer, self.button, self.words], layout={"max_width": "700px"})
        self.answer.observe(self.chosen, "value")
        self.button.on_click(self.pressed)
        self.answer.on_msg(self.entered)

    def chosen(self, change):
        self.model.choose(change["new"])
        self.refresh()

    def entered(self, _, content, buffers):
        """Treat Enter, pressed in a field, as a press of the button."""
        if content.get("event") == "submit":
            self.pressed(self.button)

    def pressed(self, _):
        self.model.press()
        self.refresh()

    def refresh(self):
        """Show the model as it is now."""
        state = self.model.state
        self.answer.value = self.model.chosen
        self.answer.disabled = state != "open"
        self.button.description = {"open": "Answer", "wrong": "Try again", "right": "Answered"}[state]
        self.button.disabled = state == "right"
        said = self.model.said
        box = Box(said.headline, said.details, COLOURS[said.status])._repr_html_() if said else ""
        self.words.value = box + closed_list("And the other answers?", self.model.others())

    def instead(self):
        lines = "".join(f"<div>{html.escape(line)}</div>" for line in [*offers(self.model.quiz), HOW_TO_ANSWER])
        page = f'{question_in_html(self.model.quiz)}<div style="margin: 4px 16px">{lines}</div>'
        return {"text/plain": self.model.instead(), "text/html": page}, {}


def control_for(quiz):
    """The control to answer a quiz: a list to choose from, or a field to type a number into."""
    if isinstance(quiz, ChoiceQuiz):
        options = [(choice.text, place) for place, choice in enumerate(quiz.choices)]
        return ipywidgets.RadioButtons(
            options=options, value=quiz.untouched, description="Your answer", layout={"width": "auto"}
        )
    return ipywidgets.Text(quiz.untouched, description="Your answer", placeholder="a number", continuous_update=False)


def closed_list(title, pairs):
    """Pairs of an answer and its reason, in a list that a click on its title opens; "" if there are none."""
    items = "".join(f"<li><b>{html.escape(answer)}</b><br>{in_html(why)}</li>" for answer, why in pairs)
    listed = f'<ul style="margin: 4px 0; line-height: 1.5">{items}</ul>'
    return f"<details><summary>{title}</summary>{listed}</details>" if pairs else ""


def question_in_html(quiz):
    question = Box(f"Quiz {quiz.id}", [quiz.question], "#0072B2")._repr_html_()
    return question + (f'<pre style="{CODE_STYLE}">{html.escape(quiz.code)}</pre>' if quiz.code else "")


@errors_as_notice
def quiz(quiz_id):
    """A widget that asks one of the notebooks' quizzes, by its id, for example "4.q1"."""
    return QuizView(QuizModel(contents.find_quiz(quiz_id)))
