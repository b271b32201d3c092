"""The quizzes of notebook 14."""

from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz, Slip, right, wrong

accumulated = NumberQuiz(
    id="14.q1",
    question="A loop of PyTorch takes three steps, and nobody writes `optimizer.zero_grad()`. In each step, the "
    "gradient of w alone is 2, whatever w is. With rate 0.1 and plain SGD, by how much has w fallen after three steps?",
    answer=1.2,
    why="`.grad` adds up: 2, then 4, then 6. The steps are 0.2, 0.4 and 0.6.",
    slips=[
        Slip(
            0.6, "That is three steps of 0.2. Without `zero_grad`, the second step sees 2 + 2, and the third one more."
        ),
        Slip(0.2, "That is the first step alone."),
        Slip(12.0, "That is the sum of what the steps saw, 2 + 4 + 6. The rate is 0.1."),
        Slip(-1.2, "That is the change of w. It falls by 1.2."),
    ],
    otherwise="Write down what `.grad` says after each of the three calls of `backward()`.",
)

types = ChoiceQuiz(
    id="14.q2",
    question="An array of NumPy, with float64 numbers, is handed to `torch.tensor` and to `jnp.array`. Which "
    "type do the numbers have then?",
    choices=[
        wrong("float64 in both.", "JAX rounds to float32, unless `jax_enable_x64` is switched on."),
        right(
            "float64 in PyTorch, float32 in JAX.",
            "PyTorch takes the type of the array over; Python's floats become float32. JAX makes float32 of both.",
        ),
        wrong("float32 in PyTorch, float64 in JAX.", "It is the other way round: JAX is the one that rounds."),
        wrong(
            "float32 in both.",
            "That holds for a list of Python's floats. An array brings its type along, and PyTorch keeps it.",
        ),
    ],
)

traces = NumberQuiz(
    id="14.q3",
    question="How often does Python run the body of f?",
    code="f = jax.jit(lambda x: x * x)\nfor n in [3, 4, 3, 4, 5]:\n    for _ in range(10):\n        f(jnp.ones(n))",
    answer=3,
    why="Once for each shape: 3, 4 and 5. The recordings are kept, so the second turns of 3 and 4 find theirs.",
    slips=[
        Slip(1, "A recording holds for one shape. Another shape is traced anew."),
        Slip(5, "The recordings of 3 and 4 are kept and found again."),
        Slip(50, "That is how often the compiled program runs. The Python function runs only to be traced."),
        Slip(15, "A recording is kept for all later calls with that shape."),
    ],
    otherwise="Count the different shapes.",
)

retained = ChoiceQuiz(
    id="14.q4",
    question='`loss.backward()` raises "Trying to backward through the graph a second time" in the second step of a '
    "training loop. Nobody wants second derivatives. What is the likeliest cause?",
    choices=[
        wrong(
            "A retain_graph=True is missing.",
            "It may silence the error. Then every step goes back through the graphs of all the steps before it.",
        ),
        wrong(
            "A call of optimizer.zero_grad() is missing.",
            "Then gradients add up, without any error.",
        ),
        right(
            "Something of the first step's graph is used again.",
            "A hidden state, a running loss or a penalty computed before the loop, say: compute it anew, or detach it.",
        ),
        wrong(
            "The parameters were changed in place.",
            "That raises another error, which speaks of a version.",
        ),
    ],
)

QUIZZES = [accumulated, types, traces, retained]
