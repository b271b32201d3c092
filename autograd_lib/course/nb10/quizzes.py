"""The quizzes of notebook 10."""

from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz, Slip, right, wrong

bias_of_twos = NumberQuiz(
    id="10.q1",
    question=(
        "`y = x + b`, with x of shape (4, 3) and b of shape (3,). The backward pass begins with a 2 for every number "
        "of y. What is `b.grad[0]`?"
    ),
    answer=8,
    why="b[0] was added to each of the 4 rows, and each row pays 2. b.grad has the shape of b, (3,): g is summed over "
    "the rows, axis 0.",
    slips=[
        Slip(2, "That is what *one* row pays. b[0] was used in every row, and what comes back for the copies adds up."),
        Slip(
            6,
            "That is a sum over the 3 columns. Each column has a number of b of its own; b was copied along the rows.",
        ),
        Slip(24, "That is the sum over all of g. Three numbers of b share it, a column each."),
        Slip(4, "That is how often b[0] was used. Each of these uses pays 2, not 1."),
    ],
    otherwise="How many numbers of y contain b[0]? Each of them pays its gradient on.",
)

forgotten_transpose = ChoiceQuiz(
    id="10.q2",
    question="`c = a @ b`, and the vjp for a says `g @ b`: the transpose is forgotten. What happens?",
    choices=[
        wrong(
            "An error in the forward pass, since the shapes do not fit.",
            "The forward pass is right, and never calls a vjp. Vjps run in `backward()`.",
        ),
        right(
            "An error in backward(), unless b is square: then wrong numbers.",
            "g is (n, m) and b is (k, m): `g @ b` fits only if m = k. A layer from 16 to 16 neurons is square, so test "
            "with sizes that are all different, or against measured slopes.",
        ),
        wrong(
            "Always an error in backward(): shapes catch such mistakes.",
            "They catch most. With a square b everything fits, and the gradients are wrong without a word.",
        ),
        wrong(
            "Nothing, once a is transposed in the other vjp.",
            "Each vjp answers for its own input. A mistake in one is not fixed by the other.",
        ),
    ],
)

hundred_times_the_points = ChoiceQuiz(
    id="10.q3",
    question="With arrays, an update on 20 points takes 22 nodes. What does one on 2,000 points take?",
    choices=[
        wrong(
            "2,200 nodes: there are 100 times as many points.",
            "That is how it was with numbers, where each point had nodes of its own. Here a point is a row of an "
            "array.",
        ),
        wrong(
            "22 nodes, and no more time than before.",
            "The arrays have 100 times as many rows, and NumPy has to go through them. What stays is Python's work.",
        ),
        wrong(
            "22 nodes in the forward pass, more in the backward pass.",
            "The backward pass visits the same nodes. Each of them calls a vjp for each of its inputs, once.",
        ),
        right(
            "22 nodes, each with 100 times as much arithmetic.",
            "The graph is the same, its arrays are longer. Python's share stays, and becomes small beside the "
            "arithmetic: that is why large batches are cheap for each point.",
        ),
    ],
)

masked_too_late = ChoiceQuiz(
    id="10.q4",
    question=(
        "`where(condition, a, b)` takes the numbers of a where the condition holds, and those of b elsewhere. So "
        "`y = where(x.data > 0, x.log(), 0.0)` is to leave out the logarithm of 0. The Tensor x holds 2 and 0. After "
        "`y.sum().backward()`, what is the gradient of that 0?"
    ),
    choices=[
        wrong(
            "0, since the logarithm of that 0 is not in y.",
            "It is not in y, but its node is in the graph. `where` passes it a gradient of 0, and the vjp of log "
            "divides that by x: 0/0 is NaN.",
        ),
        wrong(
            "∞, since log has no finite slope at 0.",
            "The slope is infinite, but a gradient of 0 arrives there, and 0 · ∞ is NaN.",
        ),
        wrong(
            "There is none: log raises an error at 0.",
            "The `log` of a Value does. That of a Tensor gives −∞, as NumPy's does, and y holds no trace of it.",
        ),
        right(
            "NaN, although y holds only finite numbers.",
            "`where` passes a gradient of 0 on to log, whose vjp divides it by x, and 0/0 is NaN. Mask the *input*: "
            "`safe = where(x.data > 0, x, 1.0)`, then `where(x.data > 0, safe.log(), 0.0)`. It is the same in PyTorch "
            "and JAX.",
        ),
    ],
)

QUIZZES = (bias_of_twos, forgotten_transpose, hundred_times_the_points, masked_too_late)
