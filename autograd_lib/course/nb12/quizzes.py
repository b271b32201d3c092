"""The quizzes of notebook 12."""

from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz, Slip, right, wrong

loss_to_choices = NumberQuiz(
    id="12.q1",
    question="A model is as unsure at every character as if it had to guess among 8 that are equally likely. What is "
    "its loss, in nats a character?",
    answer=2.0794,
    why="Each character has the probability 1/8, and the loss is −log(1/8) = log(8), 2.08 nats. It works backwards, "
    "too: e to the loss is the number of equally likely characters that would be as hard to guess.",
    slips=[
        Slip(3, "That is the loss in *bits*, the logarithm to base 2. Nats have the natural logarithm."),
        Slip(0.125, "That is the probability. The loss is −log of it."),
        Slip(8, "That is e to the loss. The loss is the logarithm."),
        Slip(0.9031, "That is the logarithm to base 10. Nats have the natural logarithm."),
        Slip(-2.0794, "That is log(1/8). The loss is *minus* the logarithm: it is never below 0."),
    ],
    otherwise="Which probability has each of the 8? And what is −log of it, in natural logarithms?",
    tolerance=0.005,
)

too_good = ChoiceQuiz(
    id="12.q2",
    question="A colleague's model has a loss of 0.2 nats a character on held-out text. What it writes is nonsense. "
    "What is the likeliest reason?",
    choices=[
        wrong(
            "It has learned the training text by heart.",
            "Then the loss on the *training* text would be low. On held-out text, that does not help.",
        ),
        right(
            "Position t sees the character that it is to predict.",
            "A mask is missing, or one too late. It only has to copy, so the loss is low on "
            "any text, held out or not. When it writes, there is no next character to look at.",
        ),
        wrong(
            "It draws with too high a temperature.",
            "That would explain the nonsense and not the loss: 0.2 nats is below what English leaves open, for any "
            "model of this size.",
        ),
        wrong(
            "It has too few parameters.",
            "Then its loss would be high, on any text. A small model is unsure; it is not sure of the right letter.",
        ),
    ],
)

twice_the_window = NumberQuiz(
    id="12.q3",
    question="In one head, each position has a score for each position up to its own. The window grows from 32 "
    "characters to 64. How many times as many scores does the product of queries and keys compute, masked "
    "ones included?",
    answer=4,
    why="There are T × T scores: 4,096 instead of 1,024. All other work of a model grows in proportion to T, and this "
    "part with its square.",
    slips=[
        Slip(2, "Twice as many positions, and each of them has twice as many to look at."),
        Slip(32, "That is how many characters were added. A score belongs to a *pair* of positions."),
        Slip(8, "That would be T³. A score belongs to two positions, one that asks and one that answers."),
        Slip(1024, "That is how many there were before, 32 · 32. The question is how many *times* as many there are."),
        Slip(4096, "That is how many there are, 64 · 64. How many times as many is it?"),
    ],
    otherwise="How many scores are there for a window of T characters? One for each pair of positions.",
)

QUIZZES = (loss_to_choices, too_good, twice_the_window)
