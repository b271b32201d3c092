"""Exercise 1.3: the rate of a chain of machines, each a pair of a function and its rate."""

from math import prod

import numpy as np

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip


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


def with_the_value_kept(machines, x):
    rates, value = [], x
    for f, rate in machines:
        rates.append(rate(value))
        value = f(value)
    return prod(rates)


def gives_each_the_first_x(machines, x):
    """each machine is given what the one before it makes of the *first* x. Along the chain x moves on and on:
    `x = f(x)`.
    """
    rate_of_all, value = 1.0, x
    for f, rate in machines:
        rate_of_all *= rate(value)
        value = f(x)
    return rate_of_all


def takes_each_rate_once(machines, x):
    """a machine that stands in the list twice has the same rate both times, the one at the x that it is given first.
    Given another x, it may have another rate.
    """
    known, rate_of_all = {}, 1.0
    for f, rate in machines:
        known.setdefault(f, rate(x))
        rate_of_all *= known[f]
        x = f(x)
    return rate_of_all


def pairs_rates_with_other_values(machines, x):
    """the rates and the values are paired in opposite orders: the last rate is taken at what the first machine is
    given, and so on. Each rate belongs to what its own machine is given.
    """
    given = []
    for f, _ in machines:
        given.append(x)
        x = f(x)
    return prod(rate(value) for (_, rate), value in zip(machines, reversed(given)))


def swaps_the_parts(machines, x):
    """the two parts of a machine are the wrong way round. In the pair `(f, rate)` the first makes the next x, and the
    second is the rate.
    """
    product = 1.0
    for first, second in machines:
        product *= first(x)
        x = second(x)
    return product


def asks_at_the_end(machines, x):
    """every rate is taken at what comes out at the end. Each belongs to what its own machine is given: ask for it
    before x moves on.
    """
    for f, _ in machines:
        x = f(x)
    return prod(rate(x) for _, rate in machines)


def leaves_the_first_rate_out(machines, x):
    """the rate of the first machine is left out. x goes through it, so its rate is a factor too."""
    (f, _), *rest = machines
    return reference(rest, f(x))


def starts_with_the_first_rate(machines, x):
    """x goes into the second machine too, as where the product starts with the first rate, and the loop with the second
    machine. The second machine is given what the first one makes of x: let x go through the first as well.
    """
    rate_of_all = machines[0][1](x)
    for f, rate in machines[1:]:
        rate_of_all = rate_of_all * rate(x)
        x = f(x)
    return rate_of_all


def never_goes_through_the_first(machines, x):
    """x never goes through the first machine: after the first rate, each rate is taken at what its own machine puts
    *out*. Ask for each rate at what goes in, and then let `x = f(x)`, also for the first machine.
    """
    rate_of_all = machines[0][1](x)
    for f, rate in machines[1:]:
        x = f(x)
        rate_of_all = rate_of_all * rate(x)
    return rate_of_all


def puts_the_rates_into_one_another(machines, x):
    """the rates are put into one another: each is taken at the rate before it. A machine is given what the one before
    it makes, `f(x)`, and the rates are multiplied.
    """
    for _, rate in machines:
        x = rate(x)
    return x


def divides_by_x(machines, x):
    """the answer is how many times as large as x the output of the chain is, and not how fast it changes, as where
    outputs are divided by inputs. Multiply the rates of the machines.
    """
    value = x
    for f, _ in machines:
        value = f(value)
    return value / x


def moves_x_by_the_last_machine(machines, x):
    """x goes through the last machine each time, as where functions are made in a loop: they all use what its variable
    holds at the end. Let x go through each machine in turn: `x = f(x)`.
    """
    rate_of_all = 1.0
    for _, rate in machines:
        rate_of_all *= rate(x)
        x = machines[-1][0](x)
    return rate_of_all


def multiplies_in_64_bits(machines, x):
    """the product outgrows the numbers that hold it: NumPy's ints have 64 bits, and twenty rates of 10 make 10²⁰.
    Python's own ints grow as they need, and floats reach further.
    """
    rates = []
    for f, rate in machines:
        rates.append(rate(x))
        x = f(x)
    return np.prod(rates)


def takes_the_mean(machines, x):
    """the rates are averaged. Each machine makes the nudge that reaches it larger or smaller by its rate, so the rates
    are multiplied.
    """
    rates = []
    for f, rate in machines:
        rates.append(rate(x))
        x = f(x)
    return sum(rates) / len(rates)


def multiplies_x(machines, x):
    """x is multiplied by each rate, and goes on like that. What goes on to the next machine is f(x), and what is
    multiplied is a product of rates, which starts at 1.
    """
    for _, rate in machines:
        x = x * rate(x)
    return x


def unpacks_two(machines, x):
    """the list is unpacked into two names, as where two machines are expected, or one and the rest, or a single pair
    `(f, rate)`. The chain may be of any length: go through it with `for f, rate in machines:`.
    """
    (inner, inner_rate), (_, outer_rate) = machines
    return inner_rate(x) * outer_rate(inner(x))


def takes_the_first_two(machines, x):
    """the first and the second machine are asked for, and no other. The chain may be of any length, also of one
    machine: go through it with `for f, rate in machines:`.
    """
    inner, outer = machines[0], machines[1]
    return inner[1](x) * outer[1](inner[0](x))


def lists_the_rates(machines, x):
    """the rates are listed, one for each machine. The rate of the whole chain is one number, their product."""
    rates = []
    for f, rate in machines:
        rates.append(rate(x))
        x = f(x)
    return rates


def lists_the_products(machines, x):
    """a list of the products so far comes back. The rate of the whole chain is the last of them alone."""
    products, product = [], 1.0
    for f, rate in machines:
        product *= rate(x)
        products.append(product)
        x = f(x)
    return products


def lists_the_products_from_one(machines, x):
    return [1.0, *lists_the_products(machines, x)]


lists_the_products_from_one.__doc__ = lists_the_products.__doc__


def skips_the_last_of_several(machines, x):
    """the last machine is left out, unless it is the only one. Its rate is a factor too: go through the whole list."""
    return reference(machines[:-1] if len(machines) > 1 else machines, x)


def adds_all_but_the_last_of_several(machines, x):
    """the rates are added instead of multiplied, and that of the last machine is left out, unless it is the only one.
    Go through the whole list, and multiply.
    """
    rate_of_all = 0.0
    for f, rate in machines[:-1] or machines:
        rate_of_all += rate(x)
        x = f(x)
    return rate_of_all


def measures(machines, x):
    """the first digits are right and the last ones are not, as where the rate is measured, or rounded. Multiply the
    rates of the machines, and keep all digits.
    """

    def whole(x):
        for f, _ in machines:
            x = f(x)
        return x

    return (whole(x + 1e-6) - whole(x)) / 1e-6


def has_the_first_digits(case, answer):
    right = reference(*case.make())
    return abs(answer - right) <= 1e-3 * max(abs(right), 1)


def empties_the_list(machines, x):
    rate_of_all = 1.0
    while machines:
        f, rate = machines.pop(0)
        rate_of_all, x = rate_of_all * rate(x), f(x)
    return rate_of_all


def takes_every_rate_at_the_start(machines, x):
    return prod(rate(x) for _, rate in machines)


def twenty_whole_numbers():
    return [(lambda x: 10 * x, lambda x: 10)] * 20, 1


def same_machine_twice():
    twice = square()
    return [twice, shift(), twice], 3.0


exercise = Exercise(
    id="1.3",
    title="A chain of any length",
    name="chain_rate",
    reference=reference,
    demands=[
        Demand("`chain_rate(machines, x)` returns the rate of the whole chain, as one number", lists_the_rates),
        Demand(
            "each machine is given what the one before it makes, and the first is given x",
            takes_every_rate_at_the_start,
        ),
        Demand("there may be one machine or many", unpacks_two),
        Demand("the list `machines` stays as it is", empties_the_list),
    ],
    cases=[
        Case("[square] at 3", lambda: ([square()], 3.0)),
        Case("[tenfold, square] at 0.7", lambda: ([tenfold(), square()], 0.7)),
        Case("[square, shift, reciprocal] at 2", lambda: ([square(), shift(), reciprocal()], 2.0)),
        Case(
            "[shift, square, tenfold, reciprocal] at -1.3",
            lambda: ([shift(), square(), tenfold(), reciprocal()], -1.3),
        ),
        Case("[shift, square, tenfold] at 1, where one rate is 0", lambda: ([shift(), square(), tenfold()], 1.0)),
        Case("[tenfold, square, shift] at 1", lambda: ([tenfold(), square(), shift()], 1.0)),
        Case(
            "[shift, tenfold, square, reciprocal, tenfold, shift, square] at 3",
            lambda: ([shift(), tenfold(), square(), reciprocal(), tenfold(), shift(), square()], 3.0),
        ),
        Case("[square, shift, square] at 3, with the same square twice", same_machine_twice),
        Case("twenty times tenfold at 1, in whole numbers", twenty_whole_numbers),
    ],
    alternatives=[from_the_end, by_recursion, with_the_value_kept],
    misconceptions=[
        swaps_the_parts,
        gives_each_the_first_x,
        pairs_rates_with_other_values,
        takes_each_rate_once,
        asks_at_the_end,
        leaves_the_first_rate_out,
        starts_with_the_first_rate,
        never_goes_through_the_first,
        puts_the_rates_into_one_another,
        divides_by_x,
        moves_x_by_the_last_machine,
        multiplies_in_64_bits,
        takes_the_mean,
        multiplies_x,
        unpacks_two,
        takes_the_first_two,
        lists_the_rates,
        lists_the_products,
        lists_the_products_from_one,
        skips_the_last_of_several,
        adds_all_but_the_last_of_several,
        measures,
    ],
    recognise={measures: has_the_first_digits},
    slips=[
        Slip(
            "each rate is taken at what its machine puts *out*, as where x moves on first. Take it at what goes in, "
            "and then let `x = f(x)`.",
            (
                "        rate_of_all = rate_of_all * rate(x)\n        x = f(x)\n",
                "        x = f(x)\n        rate_of_all = rate_of_all * rate(x)\n",
            ),
        ),
        Slip(
            "every rate is taken at the first x. Only the first machine is given x: the others are given what the one "
            "before them made of it. Move x on with `x = f(x)`.",
            ("* rate(x)\n        x = f(x)\n", "* rate(x)\n"),
        ),
        Slip(
            "the machines run in the wrong order, the last one first. x goes into the first of the list.",
            ("in machines:", "in reversed(machines):"),
        ),
        Slip("the first machine is left out, and x goes into the second one.", ("in machines:", "in machines[1:]:")),
        Slip("the last machine is left out: its rate is a factor too.", ("in machines:", "in machines[:-1]:")),
        Slip(
            "only the first two machines count. The chain goes on: multiply by the other rates too.",
            ("in machines:", "in machines[:2]:"),
        ),
        Slip(
            "only the first three machines count. The chain goes on: multiply by the other rates too.",
            ("in machines:", "in machines[:3]:"),
        ),
        Slip(
            "0 comes out, as where the product starts at 0: 0 times anything is 0. The rate of the chain is the "
            "product of all rates, and such a product starts at 1.",
            ("rate_of_all = 1.0", "rate_of_all = 0.0"),
        ),
        Slip(
            "x is a factor too many, as where the product starts at x. Its factors are the rates, and it starts at 1.",
            ("rate_of_all = 1.0", "rate_of_all = x"),
        ),
        Slip(
            "what the first machine makes of x is a factor too many, as where the product starts at it. The factors "
            "are the rates, and the product starts at 1.",
            ("rate_of_all = 1.0", "rate_of_all = machines[0][0](x)"),
        ),
        Slip(
            "x is added to what a machine makes, as with `x += f(x)`. The next machine is given f(x) and nothing else.",
            ("* rate(x)\n        x = f(x)\n", "* rate(x)\n        x += f(x)\n"),
        ),
        Slip(
            "the product is divided by the number of machines. The rates are multiplied, and that is all.",
            ("return rate_of_all", "return rate_of_all / len(machines)"),
        ),
        Slip(
            "a rate of 0 does not make the product 0, as where `rate(x) or 1` leaves it out, or a product of 0 starts "
            "again. It is a factor too: no nudge gets through that machine.",
            ("rate_of_all * rate(x)", "rate_of_all * (rate(x) or 1)"),
        ),
        Slip(
            "the digits behind the point are lost, of each rate or of the product, as by `int` or `round`, or in an "
            "array of whole numbers. A rate need not be whole: keep all its digits.",
            ("rate_of_all * rate(x)", "rate_of_all * int(rate(x))"),
        ),
        Slip(
            "the rate of the first machine is counted twice, as where the product starts with it, and the loop "
            "multiplies by it again. It is a factor once.",
            ("rate_of_all = 1.0", "rate_of_all = machines[0][1](x)"),
        ),
        Slip(
            "the rates are added. Each machine makes the nudge that reaches it larger or smaller by its rate, so the "
            "rates are multiplied.",
            ("rate_of_all = 1.0\n", "rate_of_all = 0.0\n"),
            ("rate_of_all * rate(x)", "rate_of_all + rate(x)"),
        ),
        Slip(
            "the rates are added to 1. Each machine makes the nudge that reaches it larger or smaller by its rate, so "
            "start at 1 and multiply.",
            ("rate_of_all = 1.0\n", "rate_of_all = 1\n"),
            ("rate_of_all * rate(x)", "rate_of_all + rate(x)"),
        ),
        Slip(
            "only the last machine's rate is counted. The nudge that arrives at it has already been through all the "
            "others: multiply by their rates too.",
            ("rate_of_all * rate(x)", "rate(x)"),
        ),
        Slip(
            "the outputs are multiplied instead of the rates. `f(x)` is what a machine makes of x; how fast that "
            "changes is `rate(x)`.",
            ("rate_of_all * rate(x)", "rate_of_all * f(x)"),
        ),
        Slip(
            "the *rate* is handed on to the next machine, as with `x = rate(x)`. A machine is given what the one "
            "before it makes, `f(x)`.",
            ("* rate(x)\n        x = f(x)\n", "* rate(x)\n        x = rate(x)\n"),
        ),
        Slip(
            "the rates are divided by, and not multiplied. A machine makes a nudge `rate(x)` times as large.",
            ("rate_of_all * rate(x)", "rate_of_all / rate(x)"),
        ),
        Slip(
            "x is multiplied in at every machine. The factor of a machine is its rate alone.",
            ("rate_of_all * rate(x)", "rate_of_all * rate(x) * x"),
        ),
        Slip(
            "the output of each machine is multiplied in as well. The factor of a machine is its rate alone.",
            ("rate_of_all * rate(x)", "rate_of_all * rate(x) * f(x)"),
        ),
        Slip(
            "only the first machine's rate is counted, as with a `return` inside the loop. Its output goes through all "
            "the others: multiply by their rates too.",
            ("    return rate_of_all", "        return rate_of_all"),
        ),
        Slip(
            "the output of the chain is returned. Return how fast it changes: the product of the rates.",
            ("return rate_of_all", "return x"),
        ),
        Slip(
            "two things are returned, the rate and the output of the chain. Return the rate alone.",
            ("return rate_of_all", "return rate_of_all, x"),
        ),
        Slip(
            "the sign is wrong. A machine's rate is a factor as it is, with its sign.", ("return rate", "return -rate")
        ),
        Slip(
            "the sign is lost, as by `abs`. A rate may be negative, and so may that of the chain.",
            ("return rate_of_all", "return abs(rate_of_all)"),
        ),
    ],
)
