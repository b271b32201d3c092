"""The quizzes of notebook 09."""

from autograd_lib.course.quiz import ChoiceQuiz, right, wrong

three_inputs_two_hundred_outputs = ChoiceQuiz(
    id="9.q1",
    question="A function has 3 inputs and 200 outputs, and you want all of its derivatives. What is the least work?",
    choices=[
        wrong(
            "One backward pass: reverse mode gives them all at once.",
            "It gives the derivatives of *one* output, with respect to every input. For a loss, which is one number, "
            "that is all of them; here it is a row of 200.",
        ),
        wrong(
            "One forward pass, with a tangent of 1 in all three inputs.",
            "That moves the three inputs together, and the tangents that come out are sums of three derivatives. There "
            "is no telling which share is whose.",
        ),
        right(
            "Three forward passes.",
            "One for each input, a column of the Jacobian each. Passes are counted at the narrower end.",
        ),
        wrong(
            "200 backward passes.",
            "That is right, and 200 rows are the whole table. But 3 columns are the whole table as well.",
        ),
    ],
)

what_is_kept = ChoiceQuiz(
    id="9.q2",
    question="A loop takes many steps. What does a forward pass keep that a plain run does not?",
    choices=[
        wrong(
            "The whole chain, as a backward pass needs it.",
            "Reverse mode does need it: it begins at the end. A tangent walks along with its number.",
        ),
        right(
            "One tangent beside each number that is still in use.",
            "When a number is let go, its tangent goes with it. How many steps there are does not matter.",
        ),
        wrong(
            "The local gradients of all steps.",
            "Each is used at once, in the step that makes it, and then forgotten.",
        ),
        wrong(
            "The original inputs, to subtract from.",
            "That would be a finite difference. Nothing is subtracted here, and nothing is lost to rounding.",
        ),
    ],
)

ones_for_all_outputs = ChoiceQuiz(
    id="9.q3",
    question="f has 3 outputs. After `value, pull_back = vjp(f, inputs)` you call `pull_back([1.0, 1.0, 1.0])`. "
    "What comes back?",
    choices=[
        wrong(
            "The whole Jacobian, 3 rows.",
            "One backward pass gives one number for each input. Three rows take three passes, each with a single 1.",
        ),
        wrong(
            "One column of the Jacobian.",
            "A column belongs to one input, and comes from a forward pass. What comes back has an entry for each "
            "input.",
        ),
        wrong(
            "The gradient of the last output: each pass overwrites the one before.",
            "There is only one pass. It starts at all three outputs at once, and what reaches an input is added up.",
        ),
        right(
            "The three rows added up: the gradient of the sum of the outputs.",
            "Cotangents weigh the rows and add them up. From the sum alone the rows cannot be recovered.",
        ),
    ],
)

QUIZZES = (three_inputs_two_hundred_outputs, what_is_kept, ones_for_all_outputs)
