"""The quizzes of notebook 06."""

from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz, Slip, right, wrong

times_minus_one = ChoiceQuiz(
    id="6.q1",
    question="All three numbers of a neuron, w1, w2 and b, are multiplied by −1. What happens in the plane?",
    choices=[
        wrong(
            "The line moves to the other side of the origin.",
            "That takes the sign of b alone. Here both sides of w₁x₁ + w₂x₂ = −b change their sign, and it is the same "
            "line.",
        ),
        wrong(
            "The line turns by a right angle.",
            "The arrow (w₁, w₂) turns, by a *half* turn: it points the opposite way, and the line across it lies as "
            "it did.",
        ),
        right(
            "The line stays, and yes and no change places.",
            "Where the sum was 0 it still is; where it was above 0 it is now below. The arrow points to the other "
            "side of the same line.",
        ),
        wrong(
            "Nothing at all, as with a factor of 3.",
            "Three is positive and changes no sign. −1 changes the sign of every sum that is not 0.",
        ),
    ],
)

why_not_xor = ChoiceQuiz(
    id="6.q2",
    question="Why can a single neuron with tanh not compute XOR?",
    choices=[
        wrong(
            "It is linear: it needs a tanh.",
            "It has one. tanh changes how high the answer is, not where it is 0: with or without, the border is a "
            "straight line.",
        ),
        right(
            "No straight line separates the two yes corners from the two no corners.",
            "A neuron divides the plane by one line, and these four corners need two lines, or one that is bent.",
        ),
        wrong(
            "Four points are too few to learn it from.",
            "XOR consists of these four points and no others. And it is not a matter of learning: no three numbers w1, "
            "w2, b do it, however they were found.",
        ),
        wrong(
            "Descent gets stuck; another start or a longer run may find it.",
            "A hundred thousand random neurons found 14 ways to answer, never this one, and three lines of algebra "
            "say why. There is nothing to be found.",
        ),
    ],
)

numbers_of_a_neuron = NumberQuiz(
    id="6.q3",
    question="The output of `MLP(3, [4, 4, 1])` is one neuron. How many parameters does this neuron have?",
    answer=5,
    why="It looks at the 4 neurons of the layer before, with a weight for each, and it has a bias.",
    slips=[
        Slip(4, "Those are its weights. It has a bias as well."),
        Slip(3, "It does not see the 3 inputs of the network: it looks at what the layer before it says."),
        Slip(1, "It has one bias, and gives one number. What does it multiply its inputs by?"),
        Slip(41, "Those are the parameters of the whole network."),
        Slip(9, "It does not hear both hidden layers, only the one right before it."),
    ],
    otherwise="To which layer does it listen, and how many numbers does that give? A weight for each, and one more.",
)

twice_as_wide = ChoiceQuiz(
    id="6.q4",
    question=(
        "`MLP(10, [100, 100, 1])` has 11,301 parameters. Make both hidden layers twice as wide. Roughly how many "
        "parameters does it have then?"
    ),
    choices=[
        wrong(
            "Twice as many: there are twice as many neurons.",
            "Each neuron of the second hidden layer also has twice as many inputs, and a weight for each of them.",
        ),
        right(
            "Nearly four times as many.",
            "Most of them are weights between the two hidden layers, one for each pair: 100 · 100 becomes 200 · 200. "
            "In all it is 42,601.",
        ),
        wrong(
            "Eight times as many: two for each of the three layers.",
            "The layers are added, not multiplied. In one of them both sides have doubled, in the others only one.",
        ),
        wrong(
            "200 more: one for each new neuron.",
            "That counts the biases. A new neuron also brings a weight for each of its inputs.",
        ),
    ],
)

one_bias_differs = ChoiceQuiz(
    id="6.q5",
    question=(
        "A network starts with every parameter at 0.5, except for the bias of one of its four hidden neurons, which is "
        "0.6. It is trained for a long time. What happens to the four?"
    ),
    choices=[
        wrong(
            "They become four different neurons: one difference is enough to break the tie.",
            "It breaks the tie between this one and the rest. What tells the other three apart? They hear the same, "
            "and whoever listens to them listens in the same way.",
        ),
        wrong(
            "They stay four copies: so small a difference is trained away.",
            "Nothing pulls them together. The one with 0.6 says something else, so it is paid something else, and goes "
            "its own way.",
        ),
        wrong(
            "They do not move, as with all zeros.",
            "With zeros nothing was passed on. With 0.5 there are gradients; they are only the same for copies.",
        ),
        right(
            "One goes its own way, the other three stay copies of one another.",
            "Two neurons part ways only if their own numbers differ, or the weights that listen to them. "
            "For the three that is never so. The network is worth two hidden neurons, and two are enough for XOR.",
        ),
    ],
)

QUIZZES = (times_minus_one, why_not_xor, numbers_of_a_neuron, twice_as_wide, one_bias_differs)
