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
ANY_NAME = "The exercise does not ask for a name of the operation."
BOTH_FORMS = "At this number both forms say the same."


def other_names(*lines):
    """A line that gives an operation a name, with another name."""
    return {f"{function}: {line.format(name)} -> {line.format(name + '?')}": ANY_NAME for function, line, name in lines}


def expose(b="a ** 3", d="a + a", f="c + c.exp()"):
    return f"return {{'A': a.exp(), 'B': {b}, 'C': b * a.relu(), 'D': {d}, 'E': a.relu().relu(), 'F': {f}}}"


EQUIVALENT = {
    "5.1": {
        "in_steps: slope = 1 * s * (1 - s) -> slope = s * (1 - s)": "The factor is 1.",
        "in_two_forms: s = (1 if x.data >= 0 else e) / (1 + e) -> s = (1 if x.data > 0 else e) / (1 + e)": BOTH_FORMS,
        **other_names(
            ("by_the_quotient_rule", "return Value(1 / (1 + e), (x,), '{}', [e / (1 + e) ** 2])", "sigmoid"),
            ("by_way_of_tanh", "return Value((1 + t) / 2, (x,), '{}', ((1 - t * t) / 4,))", "σ"),
            ("in_steps", "return Value(value, (x,), '{}', (slope,))", "sigmoid"),
            ("in_two_forms", "return Value(s, (x,), '{}', (e / (1 + e) ** 2,))", "sigmoid"),
            ("reference", "return Value(s, (x,), '{}', (s * (1 - s),))", "sigmoid"),
        ),
    },
    "5.2": {
        "by_log_sum_exp: value = np.logaddexp(0.0, x.data) -> value = np.logaddexp(x.data, 0.0)": (
            "A sum is the same in either order."
        ),
        "reference: slope = (1.0 if x.data > 0 else small) / (1.0 + small) -> "
        "slope = (1.0 if x.data >= 0 else small) / (1.0 + small)": BOTH_FORMS,
        "two_cases: if number > 0: -> if number >= 0:": BOTH_FORMS,
        "two_cases: if number > 0: -> if number > 1:": "Between 0 and 1 both forms are right.",
        "with_a_threshold: if x.data > 20: -> if x.data >= 20:": "From 20 on both forms are right to eight digits.",
        "with_a_threshold: if x.data > 20: -> if x.data > 21:": "From 20 on both forms are right to eight digits.",
        **other_names(
            ("by_log_sum_exp", "return Value(value, (x,), '{}', (np.exp(x.data - value),))", "softplus"),
            ("catches_the_overflow", "return Value(x.data, (x,), '{}', (1.0,))", "softplus"),
            ("catches_the_overflow", "return Value(math.log1p(e), (x,), '{}', (e / (1 + e),))", "softplus"),
            ("reference", "return Value(data, (x,), '{}', (slope,))", "softplus"),
            ("two_cases", "return Value(value, (x,), '{}', (slope,))", "softplus"),
            ("with_a_threshold", "return Value(x.data, (x,), '{}', (1.0,))", "softplus"),
            ("with_a_threshold", "return Value(math.log1p(e), (x,), '{}', (e / (1 + e),))", "softplus"),
        ),
    },
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
