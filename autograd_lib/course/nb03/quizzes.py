"""The quizzes of notebook 03."""

from autograd_lib.course.quiz import ChoiceQuiz, NumberQuiz, Slip, right, wrong

written_twice = NumberQuiz(
    id="3.q1",
    question="a and b are leaves. How many nodes are in the graph of f?",
    code="f = (a + b) + (a + b)",
    answer=5,
    why="a and b, two sums a + b, and the sum of these. Python computes `a + b` each time it is written; a sum that "
    "should be there only once needs a name: s = a + b, and s + s has 4 nodes.",
    slips=[
        Slip(
            4, "It would be 4 if the two `a + b` were one node. They look alike, but Python calls `__add__` for each."
        ),
        Slip(7, "It would be 7 with two nodes each for a and b. They are written twice, and are the same two objects."),
        Slip(3, "Three is the number of sums. The leaves are nodes as well."),
        Slip(6, "Six is the number of arrows, two for each sum. How many boxes do they join?"),
    ],
    otherwise="Count the leaves, then one node for each `+` that Python carries out.",
)

why_plus_equals = ChoiceQuiz(
    id="3.q2",
    question="Why does even a *single* backward pass need `+=` and not `=`?",
    choices=[
        wrong(
            "Because a sum passes its gradient on unchanged.",
            "It does, but that is a matter of its local gradients, 1 and 1. A product needs `+=` just as much: in a·a "
            "the node is paid 3 and 3 at a = 3, and 6 is right.",
        ),
        right(
            "Because a node is paid once for each use, and all of it counts.",
            "Every use is a path of its own to the result, and the sum over paths is what the chain rule asks for. "
            "Where each node is used once, `=` would do, and nobody would notice.",
        ),
        wrong(
            "Because .grad starts at 0.0, and = would leave it there.",
            "`=` would write the payment into it. What `=` loses is the payment that was there before.",
        ),
        wrong(
            "Because training calls backward() many times.",
            "Then the gradients of many steps would pile up, and that is not wanted: they are set to 0 before each "
            "step. The reason lies within a single pass.",
        ),
    ],
)

through_tanh = NumberQuiz(
    id="3.q3",
    question="o = tanh(n), and o is 0.8. Later operations have paid 2.0 into `o.grad`. What does o pay to n?",
    answer=0.72,
    why="The local gradient of tanh is 1 − o², here 0.36. Times the upstream gradient, 2.0, that is 0.72.",
    slips=[
        Slip(0.36, "That is the local gradient, 1 − o². The 2.0 that o has been paid is a factor as well."),
        Slip(0.4, "0.4 is 2.0 · (1 − o). The slope of tanh is 1 − o²."),
        Slip(1.6, "1.6 is 2.0 · o. That o itself is the slope is the rule for exp. For tanh it is 1 − o²."),
        Slip(2, "Passed on unchanged: that is what a sum does. tanh is flatter than 1 nearly everywhere."),
        Slip(1.1181, "1.1181 is 2.0 · (1 − tanh²(0.8)). The 0.8 is already the result of tanh: the slope is 1 − 0.8²."),
    ],
    otherwise="Local gradient × what o has been paid. The local gradient of tanh is 1 − o².",
)

the_turn_of_a_leaf = ChoiceQuiz(
    id="3.q4",
    question="An engine calls `_backward()` on every node, on the leaves as well. What happens at a leaf's turn?",
    choices=[
        wrong(
            "The leaf adds its gradient to itself once more.",
            "A node pays its *inputs*, never itself. A leaf has none.",
        ),
        wrong(
            "Its gradient goes back to 0, ready for the next pass.",
            "Paying does not empty anything: a node keeps its gradient. And the gradients of the leaves are what the "
            "whole pass was for.",
        ),
        right(
            "Nothing: it has no inputs to pay.",
            "The loop over the inputs never runs (in the first form, `lambda: None` did as little). So a sweep need "
            "not ask each node whether it is a leaf.",
        ),
        wrong(
            "An error: a leaf has no local gradients.",
            "There is one local gradient for each input. No inputs, no local gradients: the two agree.",
        ),
    ],
)

a_gradient_of_zero = ChoiceQuiz(
    id="3.q5",
    question="After a backward pass `w.grad` is 0. What do you know?",
    choices=[
        wrong(
            "w does not matter: it could be left out.",
            "Here and now it makes no difference. In the neuron above w2 got 0 at x2 = 0, and 0.0887 at x2 = 1.",
        ),
        wrong(
            "w is 0, or something that it is multiplied by is.",
            "That is one way. relu(w) at w = −1 is another: nothing is multiplied by w, and relu is flat there. And a "
            "weight of 0 can have a large gradient.",
        ),
        wrong(
            "w is as good as it can be.",
            "That may be so, at the bottom of a valley. A gradient is 0 on a hilltop and on a plain as well.",
        ),
        right(
            "Near here, a small change of w changes the result by next to nothing.",
            "A gradient speaks about here, now, and small changes. For another input, or after a large change, it may "
            "be different.",
        ),
    ],
)

QUIZZES = (written_twice, why_plus_equals, through_tanh, the_turn_of_a_leaf, a_gradient_of_zero)
