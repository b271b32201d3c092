"""The quizzes of notebook 05."""

from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz, Slip, right, wrong

what_a_check_leaves_open = ChoiceQuiz(
    id="5.q1",
    question=(
        "tanh(w·x + b) is checked where it is steep, at w = 0.5, x = −2, b = 0.6, and all three gradients agree. "
        "Which of these faults can the engine still have?"
    ),
    choices=[
        wrong(
            "The slope of tanh is 1 − t, not 1 − t².",
            "All three gradients go through the tanh, and here t is about −0.38. They would be wrong by the same "
            "factor.",
        ),
        wrong(
            "A product pays each input its own number.",
            "Then w would get what x should get, and they differ: −2 and 0.5.",
        ),
        right(
            "A node that is used twice is paid only once.",
            "Nothing is used twice in this expression, so the fault cannot show. A check proves something about what "
            "it uses.",
        ),
        wrong(
            "A sum pays only its first input.",
            "b is the second input. It would get 0, and its slope is not 0 here.",
        ),
    ],
)

the_eleventh_digit = ChoiceQuiz(
    id="5.q2",
    question=(
        "`backward()` and a central difference with h = 1e-5 agree in ten digits and differ in the eleventh. "
        "Which of them is nearer to the truth, as a rule?"
    ),
    choices=[
        right(
            "backward()",
            "It multiplies exact local gradients, so it is right up to the rounding of a few products. It is not an "
            "approximation. The measurement leaves out a term of size h² and divides rounding errors by h.",
        ),
        wrong(
            "The measurement: it asks the function itself, and trusts no rules.",
            "It asks at two points that are not x, and subtracts two numbers that are nearly equal. That is why it is "
            "a good witness against a wrong rule, and a bad one for digits.",
        ),
        wrong(
            "Neither: both are approximations, and this is their common error.",
            "Only one of them approximates. There is no h in `backward()` that could be made smaller.",
        ),
        wrong(
            "There is a bug: two right slopes agree in all digits.",
            "About ten digits is all that a measurement has. If two slopes agree in those, they have passed.",
        ),
    ],
)

slope_of_the_sigmoid = NumberQuiz(
    id="5.q3",
    question="The sigmoid of some x is 0.9. How steep is it there?",
    answer=0.09,
    why="s(1 − s) is 0.9 · 0.1. You need not know x: the result alone gives the slope.",
    slips=[
        Slip(0.19, "1 − s² is the slope of tanh. That of the sigmoid is s(1 − s)."),
        Slip(0.9, "The slope is the result itself for exp, and for nothing else."),
        Slip(0.1, "That is 1 − s. The slope is s times that."),
        Slip(0.25, "That is its largest slope, at x = 0, where s is 0.5. At 0.9 it is flatter."),
        Slip(-0.09, "The size is right. The sigmoid climbs everywhere, so its slope is positive."),
    ],
    otherwise="The slope is s(1 − s), with the result s.",
)

at_the_corner = ChoiceQuiz(
    id="5.q4",
    question="Which slope may an engine use for relu at 0?",
    choices=[
        wrong(
            "0, and no other: that is its derivative there.",
            "relu has no derivative at 0: from the left the slope is 0, from the right it is 1. 0 is what engines have "
            "agreed on.",
        ),
        wrong(
            "0.5, the mean of both sides, since that is what is measured.",
            "A central difference takes one point from each side, and so reports the mean. That says more about the "
            "measurement than about the corner.",
        ),
        wrong(
            "None: it has to raise an error.",
            "Then many networks could not be trained: a relu is often given 0, for instance behind another relu.",
        ),
        right(
            "Any from 0 to 1; engines have agreed on 0.",
            "Each of them is the slope of a line that touches relu at 0 and stays below it: a subgradient. Which one "
            "is taken is a convention, and training hardly ever notices.",
        ),
    ],
)

QUIZZES = (what_a_check_leaves_open, the_eleventh_digit, slope_of_the_sigmoid, at_the_corner)
