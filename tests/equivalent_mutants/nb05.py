"""Mutants of notebook 05's solutions that are right as well."""

H_IS_PASSED = "`slopes(f, point, h)` is always given its h: the default is a convenience."
AT_THE_BOUND = (
    "They differ at exactly the tolerance, where rounding decides; the exercise's own hint compares with `<`."
)
SIZE = "A difference has the same size either way round."
ANOTHER = "Another expression with as many operations that exposes the engine: any of them will do."
BOUND = "tolerance * max(1, abs(backward), abs(numeric))"
LARGEST = "max(1, abs(backward), abs(numeric))"
SIZES = "tolerance * size for size in (1, abs(backward), abs(numeric))))"


def expose(b="a ** 3", d="a + a", f="c + c.exp()"):
    return f"return {{'A': a.exp(), 'B': {b}, 'C': b * a.relu(), 'D': {d}, 'E': a.relu().relu(), 'F': {f}}}"


EQUIVALENT = {
    "5.4": {
        f"{name}: def {name}(f, point, h=1e-05): -> def {name}(f, point, h=1.00001):": H_IS_PASSED
        for name in ["on_one_copy", "reference", "restores_the_point", "with_rows_of_an_array", "with_the_librarys"]
    },
    "5.5": {
        f"any_of_three: return any((larger - smaller <= {SIZES}"
        f" -> return any((larger - smaller < {SIZES}": AT_THE_BOUND,
        f"divides_by_the_largest: return abs(backward - numeric) / {LARGEST} < tolerance"
        f" -> return abs(backward - numeric) / {LARGEST} <= tolerance": AT_THE_BOUND,
        f"divides_by_the_largest: return abs(backward - numeric) / {LARGEST} < tolerance"
        f" -> return abs(numeric - backward) / {LARGEST} < tolerance": SIZE,
        "reference: difference = abs(backward - numeric) -> difference = abs(numeric - backward)": SIZE,
        f"reference: return math.isfinite(difference) and difference <= {BOUND}"
        f" -> return math.isfinite(difference) and difference < {BOUND}": AT_THE_BOUND,
        "with_numpy: return np.isfinite(pair).all() and np.ptp(pair) <= tolerance * np.abs(pair).max(initial=1)"
        " -> return np.isfinite(pair).all() and np.ptp(pair) < tolerance * np.abs(pair).max(initial=1)": AT_THE_BOUND,
    },
    "5.6": {
        f"others: found['{name}'] = {old} -> found['{name}'] = {new}": ANOTHER
        for name, old, several in [
            ("F", "c * (c * 2)", ["c / (c * 2)", "c + c * 2", "c * (c / 2)", "c * (c + 2)", "c * (c * 3)"]),
            ("E", "a * 1 * 1", ["a * 1 / 1", "a / 1 * 1", "(a + 1) * 1", "a * 2 * 1"]),
            ("D", "a / a", ["a * a"]),
            ("C", "1 - a.relu()", ["2 - a.relu()", "0 - a.relu()"]),
            ("B", "b ** (-1)", ["b ** 1", "b ** (-2)"]),
        ]
        for new in several
    }
    | {
        f"reference: {expose()} -> {expose(**other)}": ANOTHER
        for other in [{"d": "a - a"}, {"f": "c - c.exp()"}, {"b": "a ** 4"}]
    }
    | {
        "reference: c = a + b -> c = a - b": ANOTHER,
        "others: c, found = (-a, {}) -> the same, but `{}` made once for all calls": "Each call writes all six.",
    },
}
