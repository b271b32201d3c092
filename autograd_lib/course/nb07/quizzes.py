"""The quizzes of notebook 07."""

from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz, Slip, right, wrong

half_the_rate = NumberQuiz(
    id="7.q1",
    question=(
        "On some bowl, with lr = 0.3, the error is multiplied by −0.8 in each step. "
        "By what is it multiplied with lr = 0.15?"
    ),
    answer=0.1,
    why="1 − 0.3 · curvature is −0.8, so the curvature is 6, and 1 − 0.15 · 6 is 0.1. Half of a rate that nearly tips "
    "over is nearly the best one.",
    slips=[
        Slip(-0.4, "The factor was halved. In 1 − lr · curvature, only what is subtracted is halved."),
        Slip(0.4, "The factor was halved, and lost its sign. Only what is subtracted from 1 is halved."),
        Slip(-0.8, "The factor depends on the rate: 1 − lr · curvature. Only the curvature belongs to the bowl."),
        Slip(0.9, "That is what is subtracted: 0.15 · 6. The factor is 1 minus that."),
        Slip(0.8, "The size of the factor changes too. Find the curvature first, from −0.8."),
    ],
    otherwise="The factor is 1 − lr · curvature. Which curvature makes it −0.8 at lr = 0.3?",
)

the_mean_instead_of_the_sum = NumberQuiz(
    id="7.q2",
    question=(
        "A loop that descends on the *sum* of the squares of 50 samples runs well with lr = 0.002. Somebody changes "
        "the loss to the *mean*. Which learning rate gives the same steps as before?"
    ),
    answer=0.1,
    why="The mean is a fiftieth of the sum, and so are its gradients. A rate 50 times as large makes up for it.",
    slips=[
        Slip(0.00004, "The rate was divided by 50. The gradients have become smaller already, so it has to grow."),
        Slip(0.002, "With the same rate each step is a fiftieth as long as before."),
        Slip(0.01, "The loss is smaller by a factor of 50, and so are the gradients, not of 5."),
        Slip(
            0.0141421,
            "The root of 50 was taken. A gradient goes like the loss itself: half the loss, half the gradient.",
        ),
    ],
    otherwise="A step is lr · gradient. By what factor have the gradients changed?",
)

why_the_engine_does_not_zero = ChoiceQuiz(
    id="7.q3",
    question="Why is it left to you to set the gradients to zero? Why does `backward()` not do it?",
    choices=[
        wrong(
            "Going through all parameters would take too much time.",
            "It takes a small part of what the backward pass takes, and you do it anyway.",
        ),
        wrong(
            "Gradients have to add up from step to step, or nothing is learned.",
            "You have seen what that leads to: a ball without brakes. A step of plain descent needs the gradient of "
            "this step alone.",
        ),
        wrong(
            "There is no need: without it training is only a little slower.",
            "On the four samples it was even faster. It never found the straight line, and XOR was learned and lost.",
        ),
        right(
            "It cannot know whether a gradient has been used; adding up is wanted, too.",
            "Two losses that share parameters, or a batch that is taken in parts, each call `backward()` before one "
            "step is made. Only the loop knows when a step is over.",
        ),
    ],
)

gradients_and_no_move = ChoiceQuiz(
    id="7.q4",
    question=(
        "The loss is the same number in every step. There are large gradients in `.grad`, and no parameter has moved. "
        "Which line is to blame?"
    ),
    choices=[
        wrong(
            "zero_grad() stands between backward() and the update.",
            "Then `.grad` would be all zeros when you look.",
        ),
        right(
            "p = p - lr * p.grad",
            "It makes a new node and gives it the name `p`. The model keeps its own parameter, which nobody has "
            "touched: `p.data -= lr * p.grad`.",
        ),
        wrong(
            "The loss is made of model(x).data.",
            "Then the loss is a leaf, and pays nobody: there would be no gradients.",
        ),
        wrong(
            "The predictions are made once, before the loop.",
            "Then the loss stands still as well, but the parameters move: they are pushed by the same old graph each "
            "time.",
        ),
    ],
)

what_backward_changes = ChoiceQuiz(
    id="7.q5",
    question=(
        'Somebody says: "backpropagation updates the weights." What has changed in the model when `loss.backward()` '
        "returns?"
    ),
    choices=[
        wrong(
            "Each weight has moved a little against its gradient.",
            "That is done by the line after it, the update. Leave that line out, and no weight ever moves.",
        ),
        wrong(
            "Each weight has moved by its gradient, but not yet by the learning rate.",
            "The backward pass knows no rate, and moves nothing. Rate and movement both belong to the update.",
        ),
        right(
            "The gradients have changed. The weights are what they were.",
            "Backpropagation computes gradients, here into each `.grad`, and that is all. Whether they are used for "
            "a step, and for what kind of step, is up to the loop.",
        ),
        wrong(
            "Nothing: it returns the gradients, and the loop has to store them.",
            "It returns nothing. It adds to the `.grad` of each node, and that is where the update finds them.",
        ),
    ],
)

QUIZZES = (
    half_the_rate,
    the_mean_instead_of_the_sum,
    why_the_engine_does_not_zero,
    gradients_and_no_move,
    what_backward_changes,
)
