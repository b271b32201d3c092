"""The quizzes of notebook 04."""

from autograd_lib.course.quiz import ChoiceQuiz, right, wrong

where_nearest_first_fails = ChoiceQuiz(
    id="4.q1",
    question=(
        "a is a leaf, and `b = a * 2`. An engine gives nodes their turns nearest first. "
        "For which of these results is `a.grad` wrong?"
    ),
    choices=[
        wrong(
            "b * b",
            "b is used twice, and that alone does no harm: the product pays both shares in its one turn, before b "
            "has its own.",
        ),
        wrong(
            "b.tanh() * b.exp()",
            "Both ways to b are equally long. tanh and exp have their turns before b, which is further away than "
            "either. A walk that goes from tanh straight on to b, and only then to exp, is wrong here.",
        ),
        right(
            "b + b.tanh()",
            "b and tanh are both one step away, and b stands first in the sum. So it has its turn before tanh has "
            "paid, and what tanh pays later stays in `b.grad`. With b.tanh() + b it comes out right, by luck.",
        ),
        wrong(
            "a * b",
            "a, too, is one step away and two. But it is a leaf: it passes nothing on, so it does not matter that its "
            "turn comes early. Both payments are in at the end.",
        ),
    ],
)

two_losses = ChoiceQuiz(
    id="4.q2",
    question=(
        "Two losses use the same leaf w. All gradients are 0, then `first.backward()` and "
        "`second.backward()` are called. What is in `w.grad`?"
    ),
    choices=[
        right(
            "The derivative of first + second.",
            "Leaves add up what they are paid, over calls as over paths. That is how several losses, or the samples of "
            "a batch one after another, are trained together.",
        ),
        wrong(
            "The derivative of second alone.",
            "That would be so if a call began by setting the leaves to 0. It resets the *inner* nodes only; leaves add "
            "up.",
        ),
        wrong(
            "Twice the derivative of second.",
            "Two calls on the *same* loss make twice its derivative. These are two losses, and each pays its own.",
        ),
        wrong(
            "Nothing of use: a second call spoils the first.",
            "It does in the engine of this notebook that leaves stale gradients in inner nodes, if the losses share "
            "one. An engine that resets those is right.",
        ),
    ],
)

a_list_for_a_set = ChoiceQuiz(
    id="4.q3",
    question=(
        "In `topological_order`, somebody makes `seen` a list: `seen = []`, `seen.append(node)`. "
        "The graph has 100,000 nodes. What changes?"
    ),
    choices=[
        wrong(
            "Nothing: a list can be asked just as well.",
            "It can, and the order is the same. But a list is searched from its beginning, each time.",
        ),
        wrong(
            "Nodes that are used twice come twice.",
            "The question `node not in seen` has the same answer for a list. It only takes longer.",
        ),
        wrong(
            "Two nodes with the same number are taken for one.",
            "`in` compares by `==`, in a list as in a set, and a Value is equal only to itself. An engine whose `==` "
            "compares numbers has that trouble with both.",
        ),
        right(
            "The order is the same, and it takes far longer to find.",
            "Each question goes through all nodes seen so far: about 5,000,000,000 comparisons, where a set looks in "
            "one place. A bug that shows only on large graphs is hard to notice.",
        ),
    ],
)

begin_with_two = ChoiceQuiz(
    id="4.q4",
    question="Somebody writes `root.grad = 2.0` instead of 1.0. What gradients come out?",
    choices=[
        wrong(
            "The same: it is only a start.",
            "Everything that is paid, anywhere, is a multiple of this number: it is a factor on each path.",
        ),
        right(
            "All of them twice as large.",
            "Each gradient is a sum of products, and each of the products begins with `root.grad`. With 2.0 you get "
            "the gradients of 2 · root. With 1.0, which is ∂root/∂root, those of root.",
        ),
        wrong(
            "Twice as large at the root, the others as they were.",
            "The root passes on what it holds. Its inputs get twice as much, and theirs from them.",
        ),
        wrong(
            "The deeper a node, the larger: 2ⁿ times after n steps.",
            "The factor 2 comes in once, at the root, and is handed on. Only local gradients are multiplied at each "
            "step.",
        ),
    ],
)

QUIZZES = (where_nearest_first_fails, two_losses, a_list_for_a_set, begin_with_two)
