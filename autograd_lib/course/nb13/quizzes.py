"""The quizzes of notebook 13."""

from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz, Slip, right, wrong

doubled = NumberQuiz(
    id="13.q1",
    question="Into how many groups do the nodes fall that are computed here?",
    code="x = Value(1.0)\nfor _ in range(10):\n    x = x + x",
    answer=10,
    why="Each sum needs the one before it, so there is one on each level. Such a chain gains nothing from a replay in "
    "groups.",
    slips=[
        Slip(1, "All are sums of two, but each needs the one before it: they are on different levels."),
        Slip(11, "That counts the leaf as well. It is not computed, and belongs to no group."),
        Slip(20, "Each sum uses x twice, and is still one node."),
        Slip(1024, "That is how many paths there are from the last x to the first. The nodes are counted here."),
        Slip(9, "The loop makes ten nodes, the first of them from the leaf."),
    ],
    otherwise="How many nodes does the loop make, and which of them can be computed at the same time?",
)

more_points = ChoiceQuiz(
    id="13.q2",
    question="The moons are recorded with 1,000 points instead of 100. What becomes of the groups?",
    choices=[
        wrong(
            "There are ten times as many groups, each as large as before.",
            "The new nodes are on the same levels as the old ones, and of the same operations: they join their groups.",
        ),
        right(
            "There are as many groups, and nearly all of them are larger.",
            "The levels come from the layers and the loss, and these are the same. The sum over the points is still "
            "one node, and so is the last product.",
        ),
        wrong(
            "There are as many groups, and each is ten times as large.",
            "The sum over all points is one node, with ten times as many inputs. The product that makes a mean of it "
            "is one node, too.",
        ),
        wrong(
            "The groups stay as they are: a replay does not see the points.",
            "Each point has nodes of its own, for each neuron one sum and one tanh. They have to be computed.",
        ),
    ],
)

kept_gradients = ChoiceQuiz(
    id="13.q3",
    question="A recording of Tensors writes gradients into buffers. After each of 100 steps, a program says "
    "`history.append(p.grad)`. What is in `history` at the end?",
    choices=[
        wrong(
            "The gradients of the 100 steps, in order.",
            "That would be so if each step made a new array. Here each step writes into the same one.",
        ),
        wrong(
            "100 arrays of zeros.",
            "Nothing sets the buffer to zero at the end. It holds what was last written into it.",
        ),
        right(
            "100 times the gradient of the last step.",
            "All entries are one array, the buffer. `p.grad.copy()` keeps what is in it.",
        ),
        wrong(
            "The first gradient, and then nothing that makes sense.",
            "Every step writes a whole gradient, and all entries show it: the first entry as well as the others.",
        ),
    ],
)

segments = NumberQuiz(
    id="13.q4",
    question="100 layers are trained with checkpoints, in segments of 10 layers. How many layers are computed in one "
    "step, the second time counted as well?",
    answer=200,
    why="Each layer once forward, and once more when the backward pass comes to its segment.",
    slips=[
        Slip(100, "That is the forward pass. The backward pass has to compute each segment again."),
        Slip(110, "A whole segment is computed again, not only its first layer."),
        Slip(190, "The last segment is computed again as well: `checkpoint` does not keep its graph either."),
        Slip(1000, "A segment is computed again from its own checkpoint, not from the beginning of the chain."),
        Slip(20, "Those are checkpoints and segments. Count the layers."),
        Slip(300, "Going backward through a layer is another piece of work: here the computing forward is counted."),
        Slip(550, "Each segment begins at its own checkpoint, so nothing in front of it is computed again."),
    ],
    otherwise="Count the forward pass first. Then ask what the backward pass has to compute once more.",
)

QUIZZES = [doubled, more_points, kept_gradients, segments]
