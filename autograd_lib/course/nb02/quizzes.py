"""The quizzes of notebook 02."""

from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz, Slip, right, wrong

deep_inside = NumberQuiz(
    id="2.q1",
    question=(
        "Deep inside a large graph there is a product c = a·b, with a = 2 and b = 5. The gradient of c has been found "
        "to be 0.1. How much does c pay to a?"
    ),
    answer=0.5,
    why="The local gradient for a is the value of the other input, 5. Times the upstream gradient 0.1 that is 0.5; "
    "nothing else in the large graph matters.",
    slips=[
        Slip(5, "That is the local gradient. The upstream gradient, 0.1, is a factor as well."),
        Slip(0.2, "That is a's own value times 0.1, which is what b gets. A product moves *b* times as fast as a."),
        Slip(0.1, "Passed on unchanged: that is what a sum does. A product has local gradients of its own."),
        Slip(0.02, "0.1 was divided by 5. If a moves by 1, c moves by 5, and the root by 5 · 0.1."),
        Slip(1, "That is 0.1 · 10, with the value of c. How far does c move when *a* moves by one?"),
    ],
    otherwise="Gradient of an input = local gradient × upstream gradient. What is the local gradient of a·b for a?",
)

three_uses = ChoiceQuiz(
    id="2.q2",
    question="A number x is used in three operations, and all three lead on to the loss. What is the gradient of x?",
    choices=[
        right(
            "The sum of what the three pay it.",
            "Moving x moves the loss through all three at once. Each path brings its own product of rates, and what "
            "arrives is added.",
        ),
        wrong(
            "The product of what the three pay it.",
            "Rates multiply *along* one path, where one step works through the next. These three lie side by side.",
        ),
        wrong(
            "The mean of the three, or x would count three times.",
            "It does count three times: x moves the loss along three paths, and all of them count. In x + x + x the "
            "gradient is 3.",
        ),
        wrong(
            "The last of the three payments.",
            "That is what an engine says that has `=` instead of `+=`: each payment wipes out the one before. The "
            "other two paths to the loss are still there.",
        ),
    ],
)

one_input_many_outputs = ChoiceQuiz(
    id="2.q3",
    question=(
        "One backward pass gave you the gradients of *all* leaves. Now take a function with *one* input and 1,000 "
        "outputs, and ask for the derivative of each output. How many backward passes does that take?"
    ),
    choices=[
        wrong(
            "One: a backward pass gives all derivatives.",
            "It gives all derivatives of *one* root: it begins with a 1 at that root. Every other output needs a pass "
            "that begins with a 1 there.",
        ),
        wrong(
            "Two, one for each end.",
            "A backward pass is about the root where it begins, and here there are 1,000 roots.",
        ),
        right(
            "1,000.",
            "A backward pass tells how everything moves *one* root. Here it would be better to go forward: one such "
            "pass tells how one leaf moves everything. A network has a million leaves and one loss, so it goes "
            "backward.",
        ),
        wrong(
            "2,000, two for each output.",
            "That counts like a measurement, which needs two runs. And a measurement would do here with two in all: "
            "both runs give every output.",
        ),
    ],
)

the_graph_of_an_if = ChoiceQuiz(
    id="2.q4",
    question="Which operations are in the graph of y?",
    code="x = Value(3.0)\ny = x * x if x.data > 0 else -x",
    choices=[
        wrong(
            "The product, the minus and the comparison.",
            "That would be so in a drawing of the *program*. The graph holds what was computed, and the minus never "
            "was.",
        ),
        wrong(
            "The product and the comparison.",
            "The comparison ran, but it computed no number that y is made of: `x.data > 0` gives Python a True, and "
            "Python chose.",
        ),
        wrong(
            "None: an if has no derivative.",
            "The if is gone by the time anybody asks for a derivative. What is left is x · x, whose slope is 6.",
        ),
        right(
            "The product only.",
            "A graph holds what was done. Python went through the if, one product was computed, and the gradient of x "
            "is 6. At x = −3 the same line would build another graph.",
        ),
    ],
)

QUIZZES = (deep_inside, three_uses, one_input_many_outputs, the_graph_of_an_if)
