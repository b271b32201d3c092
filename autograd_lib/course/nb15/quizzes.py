"""The quizzes of notebook 15."""

from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz, Slip, right, wrong

more_shards = ChoiceQuiz(
    id="15.q1",
    question="A batch is trained in 4 shards on 2 workers. Which change can change the last bits of the parameters?",
    choices=[
        wrong(
            "4 workers instead of 2.",
            "Another worker computes the same shard with the same numbers, and the gradients are added in the order of "
            "the shards.",
        ),
        right(
            "8 shards instead of 4.",
            "The rows are added up in other groups, and each sum is rounded. The result is as good, with other last "
            "bits.",
        ),
        wrong(
            "One worker dies, and its shards are computed again by the other.",
            "The other one gets the same rows and the same parameters, so the same bits come out.",
        ),
        wrong(
            "One worker is slow, and its gradients arrive last.",
            "They wait in their slots until all are there. Only then are they added, in the order of the shards.",
        ),
    ],
)

shards_of_a_sum = ChoiceQuiz(
    id="15.q2",
    question="The loss is the *sum* over the rows, instead of the mean. How are the gradients of unequal shards put "
    "together?",
    choices=[
        right("They are added.", "The gradient of a sum is the sum of the gradients, however the rows are dealt out."),
        wrong("They are averaged.", "That divides by the number of shards. A sum over the rows is divided by nothing."),
        wrong(
            "They are weighted by their sizes, and divided by the number of all rows.",
            "That is right for means. In a sum, a large shard has a large gradient already.",
        ),
        wrong(
            "It does not work: the shards have to be equal.",
            "Each row contributes its own term, wherever it is computed.",
        ),
    ],
)

bytes_a_step = NumberQuiz(
    id="15.q3",
    question="3 workers train a model of 1,000 parameters in float64, in 6 shards. All parameters go to each worker, "
    "and the gradient of each shard comes back. How many bytes is that in each step?",
    answer=72000,
    why="(3 + 6) · 1,000 numbers of 8 bytes. Parameters are sent once for each worker, gradients once for each shard.",
    slips=[
        Slip(9000, "That many *numbers* are sent. Each has 8 bytes."),
        Slip(24000, "Those are the parameters that go out. The gradients come back."),
        Slip(48000, "Those are the gradients that come back. The parameters go out to each worker, too."),
        Slip(96000, "The parameters go out to the 3 workers, not to the 6 shards."),
        Slip(144000, "The parameters go once to each *worker*, and 6 gradients come back: 3 + 6, not 3 · 6."),
        Slip(36000, "A float64 has 8 bytes. 4 are those of a float32."),
        Slip(16000, "That is one worker with one shard."),
    ],
    otherwise="Count the arrays that go out, then those that come back. Each has 1,000 numbers of 8 bytes.",
)

ring = ChoiceQuiz(
    id="15.q4",
    question="A ring all-reduce goes from 10 to 1,000 machines, with the same model. How many bytes does each machine "
    "send in a step?",
    choices=[
        wrong(
            "100 times as many.",
            "Each machine sends pieces of 1/W of the gradient, so more machines mean more pieces that are smaller.",
        ),
        right(
            "A little more: from 1.8 to 1.998 times the gradient.",
            "2 (W − 1)/W times the gradient. What grows is the number of messages, one after the other: 2 (W − 1).",
        ),
        wrong(
            "A hundredth.",
            "A piece is a hundredth as large, and each machine sends a hundred times as many of them.",
        ),
        wrong(
            "3 times as many: it grows with the logarithm.",
            "That is how the messages of a *tree* grow. In a ring, each piece passes through all machines.",
        ),
    ],
)

QUIZZES = [more_shards, shards_of_a_sum, bytes_a_step, ring]
