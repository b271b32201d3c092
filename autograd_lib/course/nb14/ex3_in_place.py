"""Exercise 14.3: what becomes of a gradient of PyTorch when numbers are changed in place?"""

from functools import partial

from autograd_lib.course.exercise import Demand
from autograd_lib.course.tables import but, in_small_letters, table, wrong_entry

ADDED = "A: y = w * 3; y += 1"
RELU_OF_TANH = "B: y = w.tanh(); y.relu_()"
RELU_OF_PRODUCT = "C: y = w * 3; y.relu_()"
DATA_OF_RESULT = "D: y = w.exp(); y.data += 1"
SINE = "E: y = w.sin(); y += 1"
DATA_OF_FACTOR = "F: y = w * w; w.data += 1"
FACTOR = "G: y = w * w; w.detach().add_(1)"
NEW = "H: y = w.exp(); y = y + 1"
RIGHT, WRONG, REFUSED = "right", "wrong", "refused"


def reference():
    return {
        ADDED: RIGHT,
        RELU_OF_TANH: REFUSED,
        RELU_OF_PRODUCT: RIGHT,
        DATA_OF_RESULT: WRONG,
        SINE: RIGHT,
        DATA_OF_FACTOR: WRONG,
        FACTOR: REFUSED,
        NEW: RIGHT,
    }


entry = partial(wrong_entry, reference)

MISTAKES = [
    entry(
        ADDED,
        REFUSED,
        "A is said to be refused, as where the old y is thought to be needed, or any change of it to be refused. The "
        "slope of w * 3 is 3, and that of adding 1 is 1: nobody needs the old y.",
    ),
    entry(ADDED, WRONG, "A is said to be wrong. The slope of w * 3 is 3, whatever y is, and that of y + 1 is 1."),
    entry(
        RELU_OF_TANH,
        RIGHT,
        "B is said to be right, as where tanh is thought not to mind. Its slope, 1 - y², is computed from its result, "
        "which relu_ has overwritten.",
    ),
    entry(
        RELU_OF_TANH,
        WRONG,
        "B is said to be wrong, as where nobody is thought to notice. `relu_` raises the version of y, and tanh finds "
        "that y is not the one it kept.",
    ),
    entry(
        RELU_OF_PRODUCT,
        REFUSED,
        "C is said to be refused, as where something is thought to be needed that relu_ has overwritten, or any change "
        "of a result to be refused. The product needs its factors, which have not changed, and relu_ keeps what it "
        "needs.",
    ),
    entry(
        RELU_OF_PRODUCT,
        WRONG,
        "C is said to be wrong, as where the product is thought to need its result, or relu_ its input, or where the "
        "gradient is compared with that of w * 3 alone. y is computed from w by both, the product and relu_: the "
        "product needs its factors, which have not changed, and relu_ keeps what it needs itself.",
    ),
    entry(
        DATA_OF_RESULT,
        REFUSED,
        "D is said to be refused, as where the change is thought to be noticed. `.data` goes round the version "
        "counter: exp uses the changed result as its slope, without a word.",
    ),
    entry(
        DATA_OF_RESULT,
        RIGHT,
        "D is said to be right, as where exp is thought not to mind, `.data` to be a copy, or adding 1 to do no harm. "
        "The slope of exp is its result, and that has been changed behind its back.",
    ),
    entry(
        SINE,
        REFUSED,
        "E is said to be refused, as where sin is thought to keep its result, or any change of it to be refused. Its "
        "slope is cos w: it keeps w.",
    ),
    entry(SINE, WRONG, "E is said to be wrong. The slope of sin is cos w, whatever y is, and w has not changed."),
    entry(
        DATA_OF_FACTOR,
        REFUSED,
        "F is said to be refused, as where the change is thought to be noticed. `.data` goes round the version "
        "counter, and the new w is taken for the slope.",
    ),
    entry(
        DATA_OF_FACTOR,
        RIGHT,
        "F is said to be right, as where adding 1 is thought to do no harm, `.data` to be a copy, or where the "
        "gradient is compared with the slope at the new w. The product keeps w itself, and computes its slope from the "
        "new numbers, and y was computed from the old ones.",
    ),
    entry(
        FACTOR,
        WRONG,
        "G is said to be wrong, as where `detach()` is thought to go round the version counter like `.data`. Both "
        "share the numbers, but a detached tensor shares the version counter too.",
    ),
    entry(
        FACTOR,
        RIGHT,
        "G is said to be right, as where `detach()` is thought to make a copy. It shares its numbers with w, so that w "
        "has changed, and the product notices.",
    ),
    entry(
        NEW,
        REFUSED,
        "H is said to be refused, as where `y = y + 1` is taken for `y += 1`. It makes a new tensor and gives it the "
        "name y: the old one is as it was.",
    ),
    entry(
        NEW,
        WRONG,
        "H is said to be wrong, as where `y = y + 1` is thought to change the result of exp. It makes a new tensor, "
        "and the old one is as it was.",
    ),
]


def refuses_every_change():
    """every change in place that passes is said to be refused. `backward()` refuses a change only where it notices it,
    and where a gradient needs the old numbers.
    """
    return dict.fromkeys(reference(), REFUSED) | {NEW: RIGHT}


exercise = table(
    id="14.3",
    title="Which change is noticed?",
    reference=reference,
    run=in_small_letters,
    demands=[
        Demand(
            '`"right"` where the gradient of w is that of the y which was computed from w',
            but(reference, SINE, REFUSED),
        ),
        Demand('`"refused"` where `backward()` raises an error', but(reference, FACTOR, WRONG)),
        Demand('`"wrong"` where there is another gradient, and no error', but(reference, DATA_OF_RESULT, RIGHT)),
    ],
    mistakes=[*MISTAKES, refuses_every_change],
)
