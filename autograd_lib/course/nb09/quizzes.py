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

a_product_with_the_hessian = ChoiceQuiz(
    id="9.q3",
    question="A loss has a million parameters, and you want H·v for *one* vector v. What does it cost?",
    choices=[
        wrong(
            "A million gradients: H has a million rows.",
            "It has, and that would be the price of the whole matrix. A product with it is one direction, and one "
            "direction is one forward pass through the gradient.",
        ),
        wrong(
            "It cannot be done: nobody can store H.",
            "Nobody can, and nobody needs to. The tangent of the gradient in the direction v is H·v itself.",
        ),
        wrong(
            "Nothing: one gradient contains it.",
            "A gradient at one place says how the loss changes, and nothing of how the gradient does.",
        ),
        right(
            "A few times as much as one gradient.",
            "`jvp` of the gradient: each operation of the gradient's computation carries a tangent along, whatever the "
            "number of parameters.",
        ),
    ],
)

QUIZZES = (three_inputs_two_hundred_outputs, what_is_kept, a_product_with_the_hessian)
