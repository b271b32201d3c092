"""Exercise 1.3: the rate of a chain of machines, each a pair of a function and its rate."""

from autograd_lib.course.exercise import Case, Exercise


def tenfold():
    return lambda x: 10 * x, lambda x: 10.0


def square():
    return lambda x: x * x, lambda x: 2 * x


def shift():
    return lambda x: x - 1, lambda x: 1.0


def reciprocal():
    return lambda x: 1 / x, lambda x: -1 / (x * x)


def reference(machines, x):
    rate_of_all = 1.0
    for f, rate in machines:
        rate_of_all = rate_of_all * rate(x)
        x = f(x)
    return rate_of_all


def from_the_end(machines, x):
    """Runs forward first, remembering what each machine was given, then multiplies from the last rate to the first."""
    given = []
    for f, _ in machines:
        given.append(x)
        x = f(x)
    rate_of_all = 1.0
    for (_, rate), value in zip(reversed(machines), reversed(given)):
        rate_of_all *= rate(value)
    return rate_of_all


def by_recursion(machines, x):
    if not machines:
        return 1.0
    (f, rate), *rest = machines
    return rate(x) * by_recursion(rest, f(x))


def adds_the_rates(machines, x):
    """the rates are added. Each machine makes the nudge that reaches it larger or smaller by its rate, so the rates
    are multiplied.
    """
    total = 0.0
    for f, rate in machines:
        total += rate(x)
        x = f(x)
    return total


def takes_every_rate_at_the_start(machines, x):
    """every rate is taken at the first x. Only the first machine is given x: the others are given what the one before
    them made of it. Move x on with `x = f(x)`.
    """
    rate_of_all = 1.0
    for _, rate in machines:
        rate_of_all *= rate(x)
    return rate_of_all


def moves_on_too_soon(machines, x):
    """x moves on before the rate is taken, so that each rate is taken at what its machine puts *out*. Take the rate
    first, then let `x = f(x)`.
    """
    rate_of_all = 1.0
    for f, rate in machines:
        x = f(x)
        rate_of_all *= rate(x)
    return rate_of_all


def starts_at_zero(machines, x):
    """the product starts at 0, and 0 times anything is 0. Start it at 1."""
    return 0.0


def forgets_the_machines_inside(machines, x):
    """only the last machine's rate is counted. The nudge that arrives at it has already been through all the others:
    multiply by their rates too.
    """
    last_rate = 1.0
    for f, rate in machines:
        last_rate = rate(x)
        x = f(x)
    return last_rate


def forgets_the_machines_outside(machines, x):
    """only the first machine's rate is counted. Its output goes through all the others: multiply by their rates too."""
    return machines[0][1](x)


def multiplies_what_they_make(machines, x):
    """the outputs are multiplied instead of the rates. `f(x)` is what a machine makes of x; how fast that changes is
    `rate(x)`.
    """
    product = 1.0
    for f, _ in machines:
        x = f(x)
        product *= x
    return product


def runs_the_chain_backwards(machines, x):
    """the machines run in the wrong order, the last one first. x goes into the first of the list."""
    return reference(machines[::-1], x)


exercise = Exercise(
    id="1.3",
    title="A chain of any length",
    name="chain_rate",
    reference=reference,
    cases=[
        Case("[square] at 3", lambda: ([square()], 3.0)),
        Case("[tenfold, square] at 0.7", lambda: ([tenfold(), square()], 0.7)),
        Case("[square, shift, reciprocal] at 2", lambda: ([square(), shift(), reciprocal()], 2.0)),
        Case(
            "[shift, square, tenfold, reciprocal] at -1.3",
            lambda: ([shift(), square(), tenfold(), reciprocal()], -1.3),
        ),
    ],
    alternatives=[from_the_end, by_recursion],
    misconceptions=[
        adds_the_rates,
        takes_every_rate_at_the_start,
        moves_on_too_soon,
        starts_at_zero,
        forgets_the_machines_inside,
        forgets_the_machines_outside,
        multiplies_what_they_make,
        runs_the_chain_backwards,
    ],
)
