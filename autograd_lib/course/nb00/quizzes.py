"""The quizzes of notebook 00, which also show how a quiz behaves."""

from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz, Slip, right, wrong

what_a_gradient_says = ChoiceQuiz(
    id="0.q1",
    question=(
        "In the drawing with five boxes x is 2, y is 10, and the grad of x is 7. You raise x by 0.01. What happens to "
        "y, roughly?"
    ),
    choices=[
        wrong(
            "It becomes 7.",
            "7 is the grad, and not the new value of y. It is a rate: how much y moves for each unit that x moves.",
        ),
        wrong(
            "It becomes 7 times as large, 70.",
            "7 is no factor on y itself. It is a factor on the *change*: 0.01 more of x makes 7 · 0.01 more of y.",
        ),
        right(
            "It grows by 0.07, to 10.07.",
            "A grad is a rate: how much y moves for each unit that x moves, as long as the move is small. 7 · 0.01 is "
            "0.07, and 2.01² + 3 · 2.01 is indeed 10.0701.",
        ),
        wrong(
            "It grows by 7, to 17.",
            "That would be the change for a whole unit of x, if y stayed as steep all the way. x moves by a hundredth "
            "of a unit.",
        ),
    ],
)

the_gradient_at_five = NumberQuiz(
    id="0.q2",
    question=(
        "In the cell that draws the five boxes, replace the 2.0 with 5.0. What grad will the box of x show? Answer "
        "first, then run the cell and look."
    ),
    answer=13,
    why="The derivative of x² + 3x is 2x + 3, and at 5 that is 13. The grad belongs to the point where you ask.",
    slips=[
        Slip(7, "That is the grad at x = 2. The curve gets steeper as x grows, so at 5 it is a different number."),
        Slip(40, "That is y itself, 25 + 15. The grad says how fast y changes there."),
        Slip(10, "That is 2x, the slope of x² alone. The 3x has a slope as well."),
        Slip(3, "That is the slope of 3x alone. The x² has a slope as well, and it depends on x."),
    ],
    otherwise="What is the derivative of x² + 3x, from school? Put x = 5 into that.",
)

QUIZZES = (what_a_gradient_says, the_gradient_at_five)
