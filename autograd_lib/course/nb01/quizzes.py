"""The quizzes of notebook 01."""

from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz, Slip, right, wrong

a_thousandth_of_the_step = ChoiceQuiz(
    id="1.q1",
    question=(
        "A slope is measured by a central difference, with 16 digits and h = 1e-9. Somebody takes a thousandth of that "
        "h. What happens to the error, as a rule?"
    ),
    choices=[
        wrong(
            "It falls to a millionth.",
            "That is the truncation error, which goes like h². At 1e-9 it has long been far below the rounding error, "
            "and what you see is the larger of the two.",
        ),
        wrong(
            "It falls to a thousandth.",
            "That is how the truncation error of a *forward* difference goes. At 1e-9 neither formula is limited by "
            "what it leaves out.",
        ),
        wrong(
            "It stays as it is: there are no digits left to lose.",
            "At 1e-9 about half of the digits are still right. The last digit of f is divided by a smaller and "
            "smaller h, so more of them go.",
        ),
        right(
            "It becomes about a thousand times as large.",
            "1e-9 lies far to the left of the best step, near 1e-5. There the error is a rounding error, the last "
            "digit of f divided by 2h: a thousandth of h, a thousand times the error.",
        ),
    ],
)

two_machines = NumberQuiz(
    id="1.q2",
    question=(
        "A machine doubles what it is given and adds 1. Its output goes into a second machine, which squares it. The "
        "first machine is given 3: how many units does the result move for each unit of that input?"
    ),
    answer=28,
    why="The first machine has rate 2 and gives 7. The second has rate 2u, and it is given u = 7: 14. 14 · 2 is 28.",
    slips=[
        Slip(12, "12 is 2 · 6, and 6 is the second rate at 3, where the *first* machine stands. The second sees no 3."),
        Slip(14, "That is the rate of the second machine alone, for each unit of what *it* is given."),
        Slip(
            16, "16 is the sum of the two rates, 2 and 14. Along a chain a nudge is made larger by one, then the other."
        ),
        Slip(2, "That is the rate of the first machine alone. What it hands on is squared."),
        Slip(49, "That is the result itself. How fast does it move?"),
    ],
    otherwise="What does the first machine hand on? How steep is u² there, and how steep is the first machine?",
)

one_step = NumberQuiz(
    id="1.q3",
    question="w is 3, dL/dw is −0.5 there, and the learning rate is 0.1. What is w after one step of descent?",
    answer=3.05,
    why="w − 0.1 · (−0.5) is 3 + 0.05. The slope is negative: L falls as w grows, so w has to grow.",
    slips=[
        Slip(2.95, "That step goes uphill: L falls as w *grows*. The derivative is subtracted, and it is negative."),
        Slip(3.5, "The direction is right, but the whole derivative was subtracted, not a tenth of it."),
        Slip(2.5, "That step goes uphill, and with the whole derivative instead of a tenth of it."),
        Slip(0.05, "That is the length of the step. Where does it lead to from 3?"),
    ],
    otherwise="w ← w − learning rate · dL/dw. Mind the two minus signs.",
    tolerance=1e-6,
)

what_the_chain_rule_is_for = ChoiceQuiz(
    id="1.q4",
    question="What does the chain rule do in backpropagation?",
    choices=[
        wrong(
            "It finds the weights for which the loss is lowest.",
            "That is what all of it together is for. The chain rule gives a slope, and nothing else; it is the step "
            "against the slope, taken many times, that gets lower.",
        ),
        right(
            "It makes the slope of the whole out of the slopes of the steps.",
            "Each step knows only its own rate. Multiplied along the chain, from the end, they tell how fast the loss "
            "moves with any number on the way.",
        ),
        wrong(
            "It hands out the loss: each weight gets its share, by how much it is to blame.",
            "What goes back is not the loss but a slope, and nothing is shared out: each step multiplies by its own "
            "rate. Where the loss is highest, on the top of a hill, everybody gets 0.",
        ),
        wrong(
            "It turns the formula of the loss into the formula of its derivative.",
            "That is how it was used at school. Here no formula is made: the numbers of one run are multiplied, step "
            "by step.",
        ),
    ],
)

two_paths = NumberQuiz(
    id="1.q5",
    question="b is a², and L = a · b. With a = 2, b is 4 and L is 8. What is dL/da?",
    answer=12,
    why=(
        "There are two paths from a to L. Directly, L moves b = 4 times as fast as a. Through b, it moves a · 2a = 8 "
        "times as fast. The paths add."
    ),
    slips=[
        Slip(4, "That is the direct path, with b held still. But b moves when a does."),
        Slip(8, "That is the path through b alone. (It is the value of L, too.) L also uses a directly."),
        Slip(32, "32 is the product of the two paths, 4 and 8. Rates multiply along a path; over the paths they add."),
        Slip(6, "Those are the local gradients of the product, b + a. On the path through b one more rate is due."),
    ],
    otherwise="Two paths lead from a to L. Multiply along each, then add.",
)

QUIZZES = (a_thousandth_of_the_step, two_machines, one_step, what_the_chain_rule_is_for, two_paths)
