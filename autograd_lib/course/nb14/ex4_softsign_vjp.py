"""Exercise 14.4: one vjp for PyTorch and for JAX."""

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, NotAnAnswer, Slip

LIBRARIES = {"jax": "JAX", "jaxlib": "JAX", "torch": "PyTorch"}
OF_ANOTHER_LIBRARY = "of another library"


def reference(x, g):
    return g / (1 + abs(x)) ** 2


def from_the_result(x, g):
    y = x / (1 + abs(x))
    return g * (1 - abs(y)) ** 2


def factor_by_factor(x, g):
    factor = 1 / (1 + abs(x))
    return g * factor * factor


def forgets_the_upstream_gradient(x, g):
    """the slope is returned alone. A vjp multiplies it by the upstream gradient, g."""
    return 1 / (1 + abs(x)) ** 2 + 0 * g


def forgets_the_square(x, g):
    """the square is missing. By the quotient rule, the slope is 1 / (1 + |x|)²."""
    return g / (1 + abs(x))


def squares_one_by_one(x, g):
    """1 + x² is below, as where 1 and x are squared one by one, or as in the slope of arctan. The square is that of the
    sum: (1 + |x|)².
    """
    return g / (1 + x**2)


def forgets_it_and_the_square(x, g):
    """x² stands in the place of |x|. The slope is 1 / (1 + |x|)²."""
    return g / (1 + x**2) ** 2


def takes_the_slope_of_tanh(x, g):
    """the slope comes out as 1 − y², where y is the result, as that of tanh does, or as where the quotient rule adds
    and does not subtract. That of softsign is (1 − |y|)², or 1 / (1 + |x|)².
    """
    return g * (1 - (x / (1 + abs(x))) ** 2)


def takes_x_for_the_result(x, g):
    """g is multiplied by (1 − |x|)². The slope is (1 − |y|)², made of the result y = softsign(x), or 1 / (1 + |x|)²."""
    return g * (1 - abs(x)) ** 2


def takes_x_for_the_result_and_forgets_the_square(x, g):
    """g is multiplied by 1 − |x|. The slope is (1 − |y|)², made of the result y = softsign(x), or 1 / (1 + |x|)²."""
    return g * (1 - abs(x))


def has_x_above(x, g):
    """the slope comes out as x / (1 + |x|)², as by y · (1 − |y|). There is no x above: it is 1 / (1 + |x|)², or
    (1 − |y|)² of the result y.
    """
    return g * x / (1 + abs(x)) ** 2


def takes_the_slope_of_the_sigmoid(x, g):
    """y · (1 − y) is taken for the slope. It is that of the sigmoid, of its result y. That of softsign is (1 − |y|)²,
    or 1 / (1 + |x|)².
    """
    y = x / (1 + abs(x))
    return g * y * (1 - y)


def gives_the_absolute_value_the_slope_one(x, g):
    """the slope comes out too large where x < 0, as where |x| is given the slope 1 everywhere. Its slope is −1 there,
    and x · (slope of |x|) is |x| again.
    """
    return g * (1 + abs(x) - x) / (1 + abs(x)) ** 2


def takes_another_curve(x, g):
    """(1 + x²) to the power of −3/2 is taken for the slope. It is that of x / √(1 + x²), a curve of the same kind.
    Softsign has 1 + |x| below.
    """
    return g / (1 + x**2) ** 1.5


def divides_by_g(x, g):
    """the slope is divided by g. The chain rule multiplies."""
    return 1 / (1 + abs(x)) ** 2 / g


def applies_softsign_to_g(x, g):
    """softsign is computed, times g. Its slope is wanted: 1 / (1 + |x|)²."""
    return g * x / (1 + abs(x))


def has_the_sign_of_x(x, g):
    """the slope comes out negative where x < 0, as where it is multiplied by the sign of x. Softsign rises everywhere:
    its slope is positive there, too.
    """
    return g * np.sign(x) / (1 + abs(x)) ** 2


def has_the_sign_of_x_by_comparing(x, g):
    return g * ((x >= 0) * 1.0 - (x < 0) * 1.0) / (1 + abs(x)) ** 2


def has_the_sign_of_x_and_a_minus_at_zero(x, g):
    return g * ((x > 0) * 2 - 1) / (1 + abs(x)) ** 2


has_the_sign_of_x_by_comparing.__doc__ = has_the_sign_of_x.__doc__
has_the_sign_of_x_and_a_minus_at_zero.__doc__ = has_the_sign_of_x.__doc__


def asks_for_the_sign(x, g):
    """an array of several numbers is taken for true or false, as by `if x > 0:`. Some of them may be above 0, and
    others below: find one formula for all, as with |x|.
    """
    return g / (1 + x) ** 2 if x > 0 else g / (1 - x) ** 2


def adds_up_all(x, g):
    """the products are added up. Each number of x has a gradient of its own: the answer has the shape of x."""
    return (g / (1 + abs(x)) ** 2).sum()


def multiplies_as_matrices(x, g):
    """g and the slope meet in a matrix product, as by `@`, which adds up products. Each number of x has a gradient of
    its own: multiply number by number, as by `*`.
    """
    return g @ (1 / (1 + abs(x)) ** 2)


def multiplies_as_matrices_the_other_way_round(x, g):
    return (1 / (1 + abs(x)) ** 2) @ g


multiplies_as_matrices_the_other_way_round.__doc__ = multiplies_as_matrices.__doc__


def adds_two_branches(x, g):
    """NaN comes out at x = 1 and at x = -1, as where one formula is for x > 0 and another for x < 0, and the one that
    does not count is 0 / 0 there, or 0 · ∞. 1 / (1 + |x|)² holds everywhere.
    """
    return g * ((x >= 0) / (1 + x) ** 2 + (x < 0) / (1 - x) ** 2)


def multiplies_two_branches(x, g):
    return g * ((x >= 0) * (1 / (1 + x) ** 2) + (x < 0) * (1 / (1 - x) ** 2))


multiplies_two_branches.__doc__ = adds_two_branches.__doc__


def changes_g(x, g):
    """x or g is changed in place, as by `g /= …`. Both belong to the caller, and other inputs may still be paid from g:
    make a new array.
    """
    g /= (1 + abs(x)) ** 2
    return g


def uses_numpy(x, g):
    """something is used that not every library's arrays know, such as a function of NumPy, a method or an index.
    Python's operators and `abs` are enough.
    """
    return np.divide(g, np.square(1 + np.abs(x)))


def calls_a_method(x, g):
    """`abs` is called as a method, which NumPy's arrays do not have. Write `abs(x)`: arrays of every library answer."""
    return g / (1 + x.abs()) ** 2


def takes_the_caret_for_a_power(x, g):
    """`^` is taken for a power. In Python, the power is `**`."""
    return g / (1 + abs(x)) ^ 2


def calls_a_function_of_pytorch(x, g):
    """a function of PyTorch is called, such as `torch.abs`. It takes PyTorch's tensors alone: Python's operators and
    `abs` ask x how it is done.
    """
    raise TypeError("abs(): argument 'input' (position 1) must be Tensor, not " + type(x).__name__)


def wants_tensors(case, answer):
    """Whether PyTorch refuses each array of NumPy. It may refuse those of a third library in any words."""
    return case is exercise.cases[-1] or (answer.kind == "TypeError" and "must be Tensor, not " in answer.message)


def gives_arrays_of_another_library(x, g):
    """NumPy's arrays come in, and something of another library comes out, as by `jnp.abs(x)`. Python's operators and
    `abs` stay with the library that x is from.
    """
    if isinstance(x, Foreign):
        raise TypeError("not an array of this library")
    return Foreign(g / (1 + abs(x)) ** 2)


def is_of_another_library(case, answer):
    """Whether each answer to NumPy's arrays is. Arrays of a third library may be refused in any words."""
    return case is exercise.cases[-1] or answer.kind == OF_ANOTHER_LIBRARY


class Foreign:
    """An array of a library that is not NumPy: it knows Python's operators and `abs`. NumPy's functions refuse it."""

    __array_ufunc__ = None

    def __init__(self, numbers):
        self.numbers = np.asarray(numbers)

    def __array__(self, dtype=None, copy=None):
        raise TypeError("an array of this library does not become one of NumPy")

    def __abs__(self):
        return Foreign(abs(self.numbers))

    def __bool__(self):
        return bool(self.numbers)  # which NumPy refuses for several numbers, as other libraries do

    def __neg__(self):
        return Foreign(-self.numbers)

    def __pos__(self):
        return Foreign(+self.numbers)

    def __invert__(self):
        return Foreign(~self.numbers)


def operator_of(name):
    def method(self, other):
        return Foreign(getattr(self.numbers, name)(other.numbers if isinstance(other, Foreign) else other))

    return method


for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor"):
    setattr(Foreign, f"__{name}__", operator_of(f"__{name}__"))
    setattr(Foreign, f"__r{name}__", operator_of(f"__r{name}__"))
for name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Foreign, f"__{name}__", operator_of(f"__{name}__"))


def run(solution, x, g, is_foreign):
    """The gradient as an array, whether NumPy's arrays come in or another library's."""
    if not is_foreign:
        answer = solution(x, g)
        library = LIBRARIES.get(type(answer).__module__.split(".")[0])
        if library or isinstance(answer, Foreign):
            library = library or "another library"
            raise NotAnAnswer(f"NumPy's arrays came in, and something of {library} came out.", kind=OF_ANOTHER_LIBRARY)
        return answer
    try:
        answer = solution(Foreign(x), Foreign(g))
    except (TypeError, AttributeError, ValueError, RuntimeError) as error:
        raise NotAnAnswer(
            "With arrays of another library, which know Python's operators and `abs`, and nothing of NumPy, your "
            f"function stops: {error}",
            kind="foreign",
        ) from None
    return answer.numbers if isinstance(answer, Foreign) else answer


CASES = {
    "one number, x = 0.7": ([0.7], [1.3], False),
    "one number, x = -2": ([-2.0], [0.7], False),
    "x = 1 and -1": ([1.0, -1.0], [1.3, 0.7], False),
    "x = 0.7, -2, 0 and 30": ([0.7, -2.0, 0.0, 30.0], [1.3, -0.4, 0.9, 5.0], False),
    "a table of 2 by 2": ([[0.5, -0.5], [3.0, -1.5]], [[0.3, -1.1], [7.0, 1.0]], False),
    "x = 0.7 and -2, in arrays that are not NumPy's": ([0.7, -2.0], [1.3, -0.4], True),
}

exercise = Exercise(
    id="14.4",
    title="One vjp for both",
    name="softsign_vjp",
    reference=reference,
    cases=[
        Case(text, lambda x=x, g=g, is_foreign=is_foreign: (np.array(x), np.array(g), is_foreign))
        for text, (x, g, is_foreign) in CASES.items()
    ],
    run=run,
    keeps_arrays=True,
    demands=[
        Demand("`softsign_vjp(x, g)` returns the gradient of x, where g is that of softsign(x)", forgets_the_square),
        Demand("it uses Python's operators and `abs` alone, so that arrays of any library will do", uses_numpy),
        Demand("`x` and `g` stay as they are", changes_g),
    ],
    alternatives=[from_the_result, factor_by_factor],
    misconceptions=[
        forgets_the_upstream_gradient,
        forgets_the_square,
        squares_one_by_one,
        forgets_it_and_the_square,
        takes_the_slope_of_tanh,
        takes_x_for_the_result,
        takes_x_for_the_result_and_forgets_the_square,
        has_x_above,
        takes_the_slope_of_the_sigmoid,
        gives_the_absolute_value_the_slope_one,
        takes_another_curve,
        divides_by_g,
        applies_softsign_to_g,
        has_the_sign_of_x,
        has_the_sign_of_x_by_comparing,
        has_the_sign_of_x_and_a_minus_at_zero,
        asks_for_the_sign,
        adds_up_all,
        multiplies_as_matrices,
        multiplies_as_matrices_the_other_way_round,
        adds_two_branches,
        multiplies_two_branches,
        changes_g,
        uses_numpy,
        calls_a_method,
        takes_the_caret_for_a_power,
        calls_a_function_of_pytorch,
        gives_arrays_of_another_library,
    ],
    recognise={
        gives_arrays_of_another_library: is_of_another_library,
        calls_a_function_of_pytorch: wants_tensors,
    },
    slips=[
        Slip(
            "the absolute value is missing, so the slope is wrong where x < 0. The slope is 1 / (1 + |x|)².",
            ("abs(x)", "x"),
        ),
        Slip("the power is 3 instead of 2.", ("** 2", "** 3")),
        Slip(
            "g and the slope are added. The chain rule multiplies.",
            ("g / (1 + abs(x)) ** 2", "g + 1 / (1 + abs(x)) ** 2"),
        ),
        Slip("g is multiplied where it is to be divided. The slope is 1 / (1 + |x|)².", ("g / (", "g * (")),
        Slip("the sign is flipped.", ("return g", "return -g")),
        Slip(
            "the difference of 1 and |x| stands in the place of their sum. The slope is 1 / (1 + |x|)².",
            ("1 + abs", "1 - abs"),
        ),
        Slip(
            "g is not divided, and |x|² is added to it, as where the brackets around 1 + |x| are left out. They hold "
            "together what g is divided by.",
            ("(1 + abs(x))", "1 + abs(x)"),
        ),
        Slip(
            "the slope at x = 0 comes out as 0, as where one formula is for x > 0 and another for x < 0. Softsign "
            "rises at 0, too: 1 / (1 + |x|)² holds everywhere.",
            ("return g", "return ((x > 0) + (x < 0)) * g"),
        ),
        Slip(
            "NaN comes out at x = 0, as where 0 is divided by 0 in x / |x|. Softsign has a slope there, too: "
            "1 / (1 + |x|)² holds everywhere.",
            ("return g", "return x / x * g"),
        ),
        Slip("|g| stands in the place of |x|. The slope is that at x: 1 / (1 + |x|)².", ("abs(x)", "abs(g)")),
        Slip("g is squared as well.", ("g / (1 + abs(x)) ** 2", "(g / (1 + abs(x))) ** 2")),
    ],
)
