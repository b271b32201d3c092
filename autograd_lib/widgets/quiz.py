"""The quiz: commit to an answer first, then see why it is right or what is wrong with it."""

import html
import math
from time import monotonic

import anywidget
import ipywidgets

from autograd_lib.course import contents
from autograd_lib.course.checker import Part, Verdict
from autograd_lib.course.progress import ProgressError, outcome_after, record_answer, stored
from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz
from autograd_lib.course.report import COLOURS, Box, in_html
from autograd_lib.widgets.view import Shown, errors_as_notice

HOW_TO_ANSWER = "Run this cell to answer, and to see why."
# Set here because some pages have no style of their own for code.
CODE_STYLE = "margin: 4px 16px; font-family: var(--jp-code-font-family, monospace)"
DOUBLE_CLICK = 0.5  # seconds: nobody can read a reply, and press again because of it, in less
PATIENCE = 10  # seconds after which a page that has not said so will have shown a reply


class QuizModel:
    """A quiz, and how far the reader has got with it in this cell.

    Args:
        quiz: a Quiz.

    Attributes: `chosen`, the answer that the reader has chosen or typed; `state`, "wrong" or "right" once they have
    committed to it, else "open"; `said`, the reply to their last answer, a Verdict of the checker or None; `replies`,
    how many there were; `shown`, how many of these the page has shown, as far as it has said so.
    """

    def __init__(self, quiz):
        self.quiz = quiz
        self.chosen = quiz.untouched
        self.state = "open"
        self.said = None
        self.replies = self.shown = 0
        self.replied_at = -math.inf
        self.before = None  # the outcome of all answers before this one

    def choose(self, answer):
        """Take an answer, without committing to it. After a wrong one, another answer opens the quiz again.

        The kernel can handle a press before the choice that was sent just before it. So an answer that comes before
        the page has shown the reply to a press was chosen before the press, and is the one that the reader meant. After
        a right answer that is true of whatever comes: the page takes no other while it shows the reply.
        """
        is_readable, was_refused = self.problem_with(answer) is None, bool(self.said) and self.said.status == "refused"
        if self.state == "open":
            self.chosen = answer
            self.said = None if was_refused else self.said
            if was_refused and self.is_unseen() and is_readable:
                self.commit()
        elif answer != self.chosen and (self.state == "right" or self.is_unseen()):
            if is_readable:
                self.chosen = answer
                self.judge()
        elif answer != self.chosen:
            self.state, self.chosen = "open", answer

    def problem_with(self, answer):
        """Why this cannot be read as an answer, or None if it can."""
        try:
            self.quiz.read(answer)
        except ValueError as problem:
            return str(problem)

    def press(self):
        """Commit to the answer or, after a right one, begin again. A press that comes twice counts once."""
        if self.is_unseen() or monotonic() - self.replied_at < DOUBLE_CLICK:
            return
        if self.state == "right":
            self.state, self.chosen = "open", self.quiz.untouched
            self.reply(None)
        else:
            self.commit()

    def is_unseen(self):
        """Whether what comes now was sent by a page that did not yet show the last reply."""
        return self.shown < self.replies and monotonic() - self.replied_at < PATIENCE

    def reply(self, verdict):
        self.said = verdict
        self.replies += 1
        self.replied_at = monotonic()

    def commit(self):
        """Judge the answer. One that cannot be read gets a line that says why, and does not count."""
        problem = self.problem_with(self.chosen)
        if problem:
            self.reply(Verdict("refused", f"Quiz {self.quiz.id} · {problem}"))
        else:
            self.before = outcome_of(self.quiz.id)
            self.judge()

    def judge(self):
        """Judge and count the answer that the reader has committed to."""
        judgement = self.quiz.judge(self.quiz.read(self.chosen))
        self.state = "right" if judgement.is_right else "wrong"
        status, result = ("passed", "right") if judgement.is_right else ("not yet", "not yet")
        details = (f"Your answer: {judgement.answer}", judgement.why, self.count(judgement.is_right))
        self.reply(Verdict(status, f"Quiz {self.quiz.id} · {result}", tuple(map(Part, details))))

    def count(self, is_right):
        """Store the answer. Returns a line on the notebook's quizzes."""
        try:
            record_answer(self.quiz.id, outcome_after(self.before, is_right))
            return count_of(self.quiz.notebook)
        except ProgressError as error:
            return str(error)

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
    """A line such as "Notebook 04: 2 of 4 quizzes answered."."""
    ids = {quiz.id for quiz in contents.quizzes_of(notebook)}
    return f"Notebook {notebook}: {len(ids & set(stored().quizzes))} of {len(ids)} quizzes answered."


def offers(quiz):
    """The answers on offer, a line for each choice."""
    if isinstance(quiz, NumberQuiz):
        return ["Your answer: a number"]
    return [f"○ {choice.text}" for choice in quiz.choices]


class OwnKeys(anywidget.AnyWidget):
    """Nothing to be seen: it keeps the keys of a quiz from JupyterLab, where `x` would cut the cell."""

    _esm = """
    const keep = (event) => { if (!["Escape", "Tab"].includes(event.key)) event.stopPropagation(); };
    export default {
      render({ el }) {
        let box, isOver = false;
        const begin = () => {
          box = el.closest(".widget-vbox");
          if (box) box.addEventListener("keydown", keep);
          else if (!isOver) requestAnimationFrame(begin); // it is drawn before it is put into the page
        };
        begin();
        return () => { isOver = true; box?.removeEventListener("keydown", keep); };
      },
    };
    """


class QuizView(Shown):
    """A question, a control to answer it, a button to commit to the answer, and the reply to it."""

    def __init__(self, model):
        self.model = model
        self.answer = control_for(model.quiz)
        self.button = ipywidgets.Button(description="Answer")
        self.words = ipywidgets.HTML()
        question = ipywidgets.HTML(question_in_html(model.quiz))
        parts = [question, self.answer, self.button, self.words, OwnKeys()]
        super().__init__(parts, layout={"max_width": "700px"})
        self.answer.observe(self.chosen, "value")
        self.button.on_click(self.pressed)
        self.answer.on_msg(self.entered)
        # The page copies the number of the reply that it shows, and so says that it shows it. (An HTML widget keeps its
        # `placeholder` to itself.)
        self.echo = ipywidgets.jsdlink((self.words, "placeholder"), (question, "placeholder"))
        question.observe(self.page_has_shown, "placeholder")

    def close(self):
        self.echo.close()
        super().close()

    def page_has_shown(self, change):
        if change["new"].isdigit():
            self.model.shown = int(change["new"])

    def chosen(self, change):
        self.model.choose(change["new"])
        self.refresh()

    def entered(self, _, content, buffers):
        """Treat Enter, pressed in a field, as a press of *Answer*."""
        if content.get("event") == "submit" and self.model.state != "right":
            self.pressed(self.button)

    def pressed(self, _):
        self.model.press()
        self.refresh()

    def refresh(self):
        """Show the model as it is now."""
        is_right = self.model.state == "right"
        self.answer.value = self.model.chosen
        self.answer.disabled = is_right
        self.button.description = "Ask me again" if is_right else "Answer"
        said = self.model.said
        box = Box(said.headline, said.details, COLOURS[said.status])._repr_html_() if said else ""
        self.words.value = box + closed_list("And the other answers?", self.model.others())
        self.words.placeholder = str(self.model.replies)

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
