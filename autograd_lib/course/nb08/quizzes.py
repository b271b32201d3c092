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
    otherwise="The cost of a point is log(1 + e⁻ᶻ), and its margin z is target · 0.",
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

fitted_too_well = ChoiceQuiz(
    id="8.q3",
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

keeps_no_points = ChoiceQuiz(
    id="8.q4",
    question=(
        "After the run you save the network and delete its 200 training points. What of these points is in the file?"
    ),
    choices=[
        wrong(
            "The points themselves, each with its class: the network has stored them.",
            "That is the table at the beginning of this notebook, and it knew nothing about any other point. The file "
            "of the network holds 337 parameters, and would hold 337 after training on 200,000 points, too.",
        ),
        wrong(
            "An average point for each class, with which a new point is compared.",
            "One average for each class could only make a straight boundary, halfway between them. Nothing is "
            "compared: a score is computed from the 337 parameters and the two coordinates of the new point.",
        ),
        right(
            "None of them, only the 337 parameters that they have moved.",
            "In each update the points of a batch made a gradient, the gradient moved the parameters a little, and the "
            "graph was thrown away. Only the parameters are left. They can still be bent around single points, and "
            "large networks can even be made to give back some of their training data. But that, too, they compute "
            "from their parameters.",
        ),
        wrong(
            "Their gradients, one for each point.",
            "A gradient is used in one update and then set to 0. The file has no room for it: it holds one number for "
            "each parameter.",
        ),
    ],
)

learns_no_more = ChoiceQuiz(
    id="8.q5",
    question="The trained network gives scores to 2,000 new points, and some of them are wrong. What has it learned "
    "from them?",
    choices=[
        right(
            "Nothing: its parameters are the same as before.",
            "A score only reads the parameters. They change in `optimizer.step()` alone, and that needs a gradient, "
            "the gradient a loss, and the loss the right answers, which nobody gave. A product that seems to learn "
            "from its use is trained again, later, on what was collected.",
        ),
        wrong(
            "A little from each point: every use strengthens the connections that were used.",
            "That is an idea about nerve cells. Here a score is a computation that changes nothing: the same point "
            "gets the same score before and after the 2,000.",
        ),
        wrong(
            "Something from the points that were wrong: they made a gradient.",
            "The network cannot know that they were wrong. Nobody told it their classes, so there was no loss, and no "
            "call of `backward()`.",
        ),
        wrong(
            "Where the new points lie, though not their classes.",
            "That would have to be written somewhere, and there are only the 337 parameters. No line changed them.",
        ),
    ],
)

QUIZZES = (knows_nothing, best_of_forty, fitted_too_well, keeps_no_points, learns_no_more)
