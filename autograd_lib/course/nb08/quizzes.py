"""The quizzes of notebook 08."""

from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz, Slip, right, wrong

knows_nothing = NumberQuiz(
    id="8.q1",
    question=(
        "A network knows nothing yet: it gives every point the score 0. What is the mean of its cross-entropy, "
        "to two decimals?"
    ),
    answer=0.693147,
    why="log(1 + e⁰) is log 2, about 0.69: both classes are held to be equally likely. It is worth knowing by heart: a "
    "loss that starts well above it comes from a network that is sure of itself and wrong.",
    slips=[
        Slip(0, "It is undecided, not right. A loss of 0 would mean that the truth was given the probability 1."),
        Slip(0.5, "That is the probability of each class. Cross-entropy is −log of it."),
        Slip(1, "That is what the hinge and the squared error cost at margin 0. Cross-entropy costs log(1 + e⁰)."),
        Slip(0.30103, "That is the logarithm to base 10. `math.log`, and every engine, takes the natural one."),
        Slip(-0.693147, "The size is right. A probability is below 1, so −log of it is positive."),
    ],
    otherwise="The cost of a point is log(1 + e⁻ᵐ), and its margin m is target · 0.",
    tolerance=0.006,
)

best_of_forty = ChoiceQuiz(
    id="8.q2",
    question=(
        "You have trained with 40 different settings and keep the network with the best held-out accuracy, 97 %. "
        "What do you expect on points that it has never met?"
    ),
    choices=[
        wrong(
            "97 %: the held-out points took no part in training.",
            "They took part in the *choice*. The winner of forty is good and lucky, and lucky with these points.",
        ),
        right(
            "Somewhat less than 97 %.",
            "The best of forty results is partly the best luck, and luck does not carry over to new points. A third "
            "part of the data, looked at once, gives an honest number.",
        ),
        wrong(
            "Somewhat more than 97 %, since it was the best of forty.",
            "Being the best has been counted already: that is where the 97 % comes from.",
        ),
        wrong(
            "Anything: a number from held-out points says nothing.",
            "It says a great deal, only a little too much. The more settings and the fewer points, the more.",
        ),
    ],
)

batches_of_forty = ChoiceQuiz(
    id="8.q3",
    question="Batches of 40 instead of 20, the same number of epochs, the same learning rate. What changes?",
    choices=[
        wrong(
            "Training takes twice as long.",
            "Each update takes twice as long, and there are half as many: each point is still looked at once an epoch.",
        ),
        wrong(
            "Twice as much is learned: each update sees twice as much.",
            "What counts is how far the updates get. A gradient of 40 points is a little better than one of 20, and "
            "leads no further for the same rate.",
        ),
        right(
            "There are half as many updates, each with a gradient that is a little better.",
            "The work of an epoch is the same. Far from the goal 20 points know the way well enough, and half of the "
            "updates are lost; close to it the better gradients help.",
        ),
        wrong(
            "Nothing: an epoch is an epoch.",
            "An epoch is once through all points, and an update comes after each batch. Eight epochs with all 200 "
            "points at once got to 92 %, with batches of 20 to 99 %.",
        ),
    ],
)

fitted_too_well = ChoiceQuiz(
    id="8.q4",
    question="100 % of the training points are right, and 86 % of the held-out ones. Which of these makes it *worse*?",
    choices=[
        right(
            "Training longer on the same points, until the training loss is 0.",
            "From here on there is nothing to be learned from these points but the points themselves. Their loss falls "
            "and that of the others rises.",
        ),
        wrong(
            "Stopping at the step where the held-out loss was lowest.",
            "That helps: it takes the network as it was before it began to learn the points by heart.",
        ),
        wrong(
            "Adding an L2 penalty.",
            "That helps, if it is not too strong: a boundary that winds around single points needs large weights, and "
            "these now cost something.",
        ),
        wrong(
            "Getting more training points.",
            "That helps most: what holds for many points is harder to learn by heart, and is more often true.",
        ),
    ],
)

QUIZZES = (knows_nothing, best_of_forty, batches_of_forty, fitted_too_well)
