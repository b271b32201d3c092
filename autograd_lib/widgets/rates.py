"""The numbers at which a slider for a learning rate stops."""


def rates(lowest, highest, digits=(1, 2, 3, 5, 7)):
    """The numbers from `lowest` to `highest` that are one of `digits` times a power of ten, from 1e-9 to 1e8.

    A slider over powers of ten in equal steps would offer a rate of 0.0708 instead of 0.07.
    """
    numbers = (float(f"{digit}e{exponent}") for exponent in range(-9, 9) for digit in digits)
    return [number for number in numbers if lowest <= number <= highest]
