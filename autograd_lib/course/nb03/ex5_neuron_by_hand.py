"""Exercise 3.5: the gradients of the labelled neuron, by hand. o = tanh(x1·w1 + x2·w2 + b)."""

import math

from autograd_lib.course.exercise import Demand, Exercise, Slip

X1, W1, X2, W2, B = 2.0, -3.0, 0.0, 1.0, 6.8813735870195432
N = X1 * W1 + X2 * W2 + B
O = math.tanh(N)  # noqa: E741 (o is its label)


def reference():
    for_n = 1 - O**2
    for_s, for_b = for_n, for_n
    for_p1, for_p2 = for_s, for_s
    for_x1, for_w1 = W1 * for_p1, X1 * for_p1
    for_x2, for_w2 = W2 * for_p2, X2 * for_p2
    return {"x1": for_x1, "w1": for_w1, "x2": for_x2, "w2": for_w2, "b": for_b}


def gives_the_numbers():
    """these are the numbers of the leaves. Asked for is how fast o moves with each of them."""
    return {"x1": X1, "w1": W1, "x2": X2, "w2": W2, "b": B}


def adds_where_rates_multiply():
    """in the products, the gradient that arrives and the number of the other factor are added. Along a path rates
    multiply: 0.5 *times* the other one's number.
    """
    return {"x1": W1 + 0.5, "w1": X1 + 0.5, "x2": W2 + 0.5, "w2": X2 + 0.5, "b": 0.5}


def turns_all_signs_round():
    """every sign is the wrong way round. Raise b, and o goes up: tanh climbs everywhere."""
    return {label: -gradient for label, gradient in reference().items()}


def lets_the_products_pay_first():
    """x1, w1 and x2 have 0, as where the two products have their turn before the sum s, and nothing has arrived there.
    From right to left, s comes first and hands its 0.5 to each of them.
    """
    return dict.fromkeys(reference(), 0.0) | {"b": reference()["b"]}


def nudges_by_one():
    """the numbers are how far o moves when a leaf is raised by a whole 1. The slope changes on so long a way: a
    gradient is a rate, for small nudges.
    """
    leaves = {"x1": X1, "w1": W1, "x2": X2, "w2": W2, "b": B}
    nudged = {label: leaves | {label: number + 1} for label, number in leaves.items()}
    return {label: math.tanh(v["x1"] * v["w1"] + v["x2"] * v["w2"] + v["b"]) - O for label, v in nudged.items()}


def wrong_first_product():
    return reference() | {"w1": 0.5}


def wrong_second_product():
    return reference() | {"x2": 0.25}


def wrong_bias():
    return reference() | {"b": 2.0}


WITHOUT_TANH = (
    "a factor 0.5 is missing, as where the local gradient of tanh, 1 - o², is left out. Every path from a leaf to o "
    "leads through the tanh, so it belongs to each gradient."
)
OWN_NUMBER = (
    "the two factors of a product have each other's gradients, as where each is paid by its own number. The local "
    "gradient for x1 in x1·w1 is w1, and the other way round."
)
SECOND_PRODUCT = (
    "x2 and w2 have each other's gradients, as where each is paid by its own number. x2 is paid by w2, which is 1, and "
    "w2 by x2, which is 0: as long as x2 is 0, o does not move with w2."
)
SHARES = (
    "gradients are a half or a quarter of what they should be, as where a sum shares its own out among its inputs. It "
    "hands all of it to each: raise one of them, and the sum moves as far."
)

exercise = Exercise(
    id="3.5",
    title="The neuron, by hand",
    name="gradients",
    side_road=True,
    reference=reference,
    demands=[
        Demand("`x1` and `w1`: ∂o/∂x1 and ∂o/∂w1", wrong_first_product),
        Demand("`x2` and `w2`: ∂o/∂x2 and ∂o/∂w2", wrong_second_product),
        Demand("`b`: ∂o/∂b", wrong_bias),
    ],
    is_data=True,
    misconceptions=[
        gives_the_numbers,
        adds_where_rates_multiply,
        turns_all_signs_round,
        lets_the_products_pay_first,
        nudges_by_one,
    ],
    slips=[
        Slip(WITHOUT_TANH, ("1 - O**2", "1.0")),
        Slip(WITHOUT_TANH, ("for_p1, for_p2 = for_s, for_s", "for_p1, for_p2 = 1.0, 1.0")),
        Slip(
            "in b a factor 0.5 is missing, as where the local gradient of tanh, 1 - o², is left out. The path from b "
            "to o leads through the tanh as well.",
            ("for_s, for_b = for_n, for_n", "for_s, for_b = for_n, 1.0"),
        ),
        Slip(
            "the local gradient of tanh is taken as 0.7071, which is o, and also the root of 1 - o². It is 1 - o², "
            "without a root.",
            ("1 - O**2", "O"),
        ),
        Slip("the local gradient of tanh is taken as 1 - o. It is 1 - o².", ("1 - O**2", "1 - O")),
        Slip(
            "the local gradient of tanh is taken as 1 + o², with the plus of the tangent's. For tanh it is 1 - o².",
            ("1 - O**2", "1 + O**2"),
        ),
        Slip(
            "the local gradient of tanh is taken as 1 - n². It is 1 - o², with the number *after* the tanh.",
            ("1 - O**2", "1 - N**2"),
        ),
        Slip("the local gradient of tanh is taken as n, 0.8814. It is 1 - o².", ("1 - O**2", "N")),
        Slip("the local gradient of tanh is taken as 1 - n. It is 1 - o².", ("1 - O**2", "1 - N")),
        Slip(
            "the local gradient is taken as o·(1 - o), as for the sigmoid. For tanh it is 1 - o².",
            ("1 - O**2", "O * (1 - O)"),
        ),
        Slip(
            "tanh is applied once more: 1 - tanh(o)². The 0.7071 is the tanh already: 1 - o².",
            ("1 - O**2", "1 - math.tanh(O) ** 2"),
        ),
        Slip(
            "every gradient is half of what it should be. The tanh lets 0.5 through, once, and a sum hands all of that "
            "to each of its inputs.",
            ("1 - O**2", "0.25"),
        ),
        Slip(
            "every gradient is too small by the factor 0.7071, as where o starts with its own number. It starts with "
            "∂o/∂o, which is 1.",
            ("1 - O**2", "O * (1 - O**2)"),
        ),
        Slip(
            "every gradient is four times what it should be. What comes from o is *multiplied* by 1 - o² = 0.5.",
            ("1 - O**2", "2.0"),
        ),
        *[
            Slip(
                "all gradients are too small by the same power of ten, as forecasts for a small nudge are. A gradient "
                "is how far o moves for each *unit* of a leaf.",
                ("1 - O**2", f"(1 - O**2) * {nudge}"),
            )
            for nudge in (0.1, 0.01, 0.001)
        ],
        Slip(
            "a product hands its own number on to its factors. The local gradient for x1 in x1·w1 is w1, and the other "
            "way round.",
            ("W1 * for_p1, X1 * for_p1", "X1 * W1 * for_p1, X1 * W1 * for_p1"),
            ("W2 * for_p2, X2 * for_p2", "X2 * W2 * for_p2, X2 * W2 * for_p2"),
        ),
        Slip(SHARES, ("= for_n, for_n", "= for_n / 2, for_n / 2"), ("= for_s, for_s", "= for_s / 2, for_s / 2")),
        Slip(SHARES, ("= for_s, for_s", "= for_s / 2, for_s / 2")),
        Slip(
            OWN_NUMBER,
            ("W1 * for_p1, X1 * for_p1", "X1 * for_p1, W1 * for_p1"),
            ("W2 * for_p2, X2 * for_p2", "X2 * for_p2, W2 * for_p2"),
        ),
        Slip(OWN_NUMBER, ("W1 * for_p1, X1 * for_p1", "X1 * for_p1, W1 * for_p1")),
        Slip(SECOND_PRODUCT, ("W2 * for_p2, X2 * for_p2", "X2 * for_p2, W2 * for_p2")),
        Slip(
            "x2 is given 0. Its number is 0, and so is the product: but raise x2, and o moves. It is paid by w2, which "
            "is 1.",
            ("= W2 * for_p2", "= 0.0"),
        ),
        Slip(
            "w2 is given as much as arrives at the second product. It is paid by x2, which is 0: as long as x2 is 0, o "
            "does not move with w2.",
            ("X2 * for_p2", "1.0 * for_p2"),
        ),
        Slip(
            "x1 has the wrong sign. It is paid by w1, which is -3: raise x1, and o goes down.",
            ("= W1 * for_p1", "= -W1 * for_p1"),
        ),
        Slip(
            "w1 has a minus. It is paid by x1, which is 2: raise w1, and o goes up.",
            (", X1 * for_p1", ", -X1 * for_p1"),
        ),
        Slip(
            "b's own number is a factor of its gradient. b is added, so its local gradient is 1, whatever its number "
            "is.",
            ('"b": for_b', '"b": B * for_b'),
        ),
        Slip(
            "b is given its own number. Asked for is how fast o moves with it: b is added, so it gets what n gets.",
            ('"b": for_b', '"b": B'),
        ),
        Slip(
            "b is paid nothing. It is no factor, and it has an effect: raise b, and n rises as far.",
            ('"b": for_b', '"b": 0.0'),
        ),
    ],
    tolerance=5e-3,
    reveal=False,
)
