"""Mutants of notebook 06's solutions that are right as well."""

EITHER_WAY = "A weight and an input are multiplied, and either may be the first factor."

EQUIVALENT = {
    "6.1": {
        "reduces: return reduce(lambda total, pair: total + pair[0] * pair[1], zip(weights, xs), bias).tanh()"
        " -> return reduce(lambda total, pair: total + pair[0] * pair[1], zip(xs, weights), bias).tanh()": EITHER_WAY,
        "reference: for w, x in zip(weights, xs): -> for w, x in zip(xs, weights):": EITHER_WAY,
        "sums: return sum((w * x for w, x in zip(weights, xs)), bias).tanh()"
        " -> return sum((w * x for w, x in zip(xs, weights)), bias).tanh()": EITHER_WAY,
    },
}
