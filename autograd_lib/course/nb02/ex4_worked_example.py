"""Exercise 2.4: fix a worked example, c = a + b; d = c·a; e = c·d, that has lost a path."""

import functools

from autograd_lib.course.answers import same
from autograd_lib.course.diagnosis import edited
from autograd_lib.course.exercise import Case, Demand, Exercise, Slip


def stub(a, b):
    c = a + b
    d = c * a
    e = c * d
    de_dd = c
    de_dc = d
    de_da = de_dc * 1 + de_dd * c
    de_db = de_dc * 1
    return {"e": e, "de/dd": de_dd, "de/dc": de_dc, "de/da": de_da, "de/db": de_db}


def reference(a, b):
    c = a + b
    d = c * a
    e = c * d
    de_dd = c
    de_dc = d + de_dd * a
    de_da = de_dc * 1 + de_dd * c
    de_db = de_dc * 1
    return {"e": e, "de/dd": de_dd, "de/dc": de_dc, "de/da": de_da, "de/db": de_db}


def counts_d_twice(a, b):
    """The same number in another form: d is c·a, so each of the two uses of c pays d."""
    c = a + b
    d = c * a
    de_dc = 2 * d
    return {"e": c * d, "de/dd": c, "de/dc": de_dc, "de/da": de_dc + c * c, "de/db": de_dc}


def by_school_calculus(a, b):
    """e = c²a, and c = a + b."""
    c = a + b
    return {"e": c * c * a, "de/dd": c, "de/dc": 2 * c * a, "de/da": 2 * c * a + c * c, "de/db": 2 * c * a}


def sums_over_paths(a, b):
    """Each gradient as the sum over all paths, longest first."""
    c = a + b
    d = c * a
    through_both = c * a
    de_da = through_both + c * c + d
    return {"e": c * d, "de/dd": c, "de/dc": c * a + d, "de/da": de_da, "de/db": through_both + d}


def pays_in_turn(a, b):
    """As an engine does it: each node pays its inputs, from the root on."""
    c = a + b
    d = c * a
    local = {"e": {"c": d, "d": c}, "d": {"c": a, "a": c}, "c": {"a": 1, "b": 1}}
    gradient = {"e": 1, "d": 0, "c": 0, "a": 0, "b": 0}
    for node, slopes in local.items():
        for node_input, slope in slopes.items():
            gradient[node_input] += slope * gradient[node]
    return {"e": c * d} | {f"de/d{node}": gradient[node] for node in "dcab"}


def types_a_number(a, b):
    """the entries are right at a = 2, b = 3, and not at all other numbers, as where a number is typed in, such as 10 or
    20. Compute each of them from `a`, b and what is made from them, by a rule that holds at any numbers.
    """
    return reference(a, b) | {"de/dc": 20, "de/da": 45, "de/db": 20}


def is_right_at_one_point_only(case, answer):
    """False for an answer that is wrong in the first case."""
    return isinstance(answer, dict) and (case is not CASES[0] or same(reference(*case.make()), answer, 1e-9))


def types_a_number_at_the_leaves(a, b):
    """∂e/∂c still lacks a path, and the leaves are right at a = 2, b = 3 but not at all other numbers, as where 10 is
    typed in for what they lack. At any numbers, ∂e/∂c is the sum of what both uses of c pay, and each leaf gets all of
    that sum.
    """
    d = (a + b) * a
    return reference(a, b) | {"de/dc": d, "de/da": d + (a + b) ** 2 + 10, "de/db": d + 10}


def leaves_are_right_at_one_point_only(case, answer):
    """Whether only the leaves are right in the first case, and all but the leaves in the others."""
    a, b = case.make()
    patched = adds_the_path_at_the_leaves(a, b)
    is_patched = [same(patched[name], answer[name], 1e-9) for name in patched]
    return all(is_patched) if case is CASES[0] else all(is_patched[:3]) and not all(is_patched)


def leaves_entries_out(a, b):
    """entries are missing in the dict. It has the same five as before, under the same names."""
    return {name: gradient for name, gradient in reference(a, b).items() if name not in ("e", "de/dd")}


def lacks_entries(case, answer):
    return isinstance(answer, dict) and frozenset(reference(*case.make()).keys() - answer.keys())


def measures(a, b):
    """entries are nearly right, as where they are measured or rounded. The rule gives them exactly."""
    return reference(a, b) | {"de/dc": 2 * (a + b) * a + 0.01 * a}


def is_nearly_right(case, answer):
    return same(reference(*case.make()), answer, 1e-2, 0.05)


def divides(a, b):
    """something is divided by a number that may be 0. e, d, c and `a` are 0 at some numbers, and no gradient here needs
    a division: in a product, multiply by the value of the other input.
    """
    return reference(a, b) | {"de/dd": reference(a, b)["e"] / ((a + b) * a)}


# Two ways to lose the path through d on its way to c, and ways to get one of its factors wrong.
AT_C = [
    Slip(
        "c gets what *one* of its uses pays, or the mean of both, which is the same here. ∂e/∂c is the sum of what "
        "both pay.",
        (" + de_dd * a", " * 1"),
    ),
    Slip(
        "∂e/∂c is d + c·c: the path through d brings ∂e/∂d·c. d = c·a grows by `a` for each unit of c: the local "
        "gradient is the *other* input.",
        ("+ de_dd * a", "+ de_dd * c"),
    ),
    Slip(
        "∂e/∂c is c·c, as where d + ∂e/∂d·b is computed, or ∂e/∂d·c alone. c gets d straight from e, and ∂e/∂d·a from "
        "d, which grows by `a` for each unit of c.",
        ("+ de_dd * a", "+ de_dd * b"),
    ),
    Slip(
        "d brings c·d, which is e itself. It should bring ∂e/∂d times the slope of d by c, and d = c·a grows by `a` "
        "for each unit of c.",
        ("+ de_dd * a", "+ de_dd * d"),
    ),
    Slip(
        "∂e/∂c is c + d: one of its two paths brings only c. Straight from e it gets the value of the "
        "other input, d, and from d it gets ∂e/∂d times the slope of d by c.",
        ("+ de_dd * a", "+ de_dd"),
    ),
    Slip(
        "`a` alone is added for the path through d. That is the local gradient of d by c: along the path from c "
        "through d to e, rates multiply.",
        ("+ de_dd * a", "+ a"),
    ),
    Slip(
        "∂e/∂c is d + c + a, as where upstream and local gradient are added on the path from c through d. Along a path "
        "rates multiply.",
        ("+ de_dd * a", "+ de_dd + a"),
    ),
    Slip("1 is added for the path through d. It brings ∂e/∂d times the slope of d by c.", ("+ de_dd * a", "+ 1")),
    Slip("b is added for the path through d. It brings ∂e/∂d times the slope of d by c.", ("+ de_dd * a", "+ b")),
    Slip(
        "∂e/∂c is d·d, as where what the two paths pay to c is multiplied. Along a path rates multiply; where paths "
        "meet, they add.",
        ("d + de_dd * a", "d * de_dd * a"),
    ),
    Slip(
        "one of the two paths of c is subtracted from the other, or ∂e/∂c is 0. Where paths meet, they add.",
        ("d + de_dd * a", "d - de_dd * a"),
    ),
    Slip(
        "∂e/∂c is -d. Two arrows leave c, to e and to d: add what each brings, once.",
        ("d + de_dd * a", "d - 2 * de_dd * a"),
    ),
    Slip(
        "∂e/∂c is three times d, as with a path too many. Two arrows leave c, to e and to d: add what each brings, "
        "once.",
        ("+ de_dd * a", "+ 2 * de_dd * a"),
    ),
]
AT_E = [
    Slip("e is c + d. The example was right in this: e = c·d.", ("e = c * d", "e = c + d")),
    Slip(
        "e is twice what it was, as where the lost path is put into d. Leave the values as they were: what a path "
        "brings belongs in a gradient, here in ∂e/∂c.",
        ("e = c * d", "e = 2 * c * d"),
    ),
    Slip(
        "∂e/∂d is d. In e = c·d each input is paid by the value of the *other* one.",
        ("de_dd = c", "de_dd = d"),
    ),
    Slip("∂e/∂d is 1. In e = c·d the local gradient of d is the value of the other input.", ("de_dd = c", "de_dd = 1")),
    Slip(
        "∂e/∂d is `a`. In e = c·d the local gradient of d is the value of the other input.", ("de_dd = c", "de_dd = a")
    ),
    Slip(
        "∂e/∂c is c. Two arrows leave c: straight from e it gets the value of the other input, d, and from d it gets "
        "∂e/∂d times the slope of d by c.",
        ("de_dd = c", "de_dd = 1 * c"),
        ("de_dc = d + de_dd * a", "de_dc = c"),
    ),
    Slip(
        "`a` is added to ∂e/∂d, which was right: only one arrow leaves d. Leave it as it was.",
        ('"de/dd": de_dd', '"de/dd": de_dd + a'),
    ),
    Slip(
        "`a` is added to ∂e/∂d, which was right: only one arrow leaves d. What is computed from it is wrong with it.",
        ("de_dd = c", "de_dd = c + a"),
    ),
    Slip(
        "`a` is added to ∂e/∂d, which was right, and ∂e/∂c still lacks its path through d. The lost path ends at c: "
        "add what it brings in ∂e/∂c.",
        ("de_dd = c", "de_dd = c + a"),
        ("de_dc = d + de_dd * a", "de_dc = d"),
    ),
    Slip(
        "∂e/∂d is twice what it was, which was right: only one arrow leaves d. What is computed from it is wrong with "
        "it.",
        ("de_dd = c", "de_dd = 2 * c"),
    ),
    Slip(
        "∂e/∂d is twice what it was, which was right, and ∂e/∂c still lacks its path through d. The lost path ends at "
        "c: add what it brings in ∂e/∂c.",
        ("de_dd = c", "de_dd = 2 * c"),
        ("de_dc = d + de_dd * a", "de_dc = d"),
    ),
    Slip(
        "in e = c·d each input is paid by its own value. The local gradient is the value of the *other* one.",
        ("de_dd = c", "de_dd = d"),
        ("d + de_dd * a", "c + a * de_dd"),
    ),
    Slip(
        "in e = c·d each input is paid by its own value, and the path from c through d is missing. The local gradient "
        "is the value of the *other* input, and c gets the sum over both of its paths.",
        ("de_dd = c", "de_dd = d"),
        ("d + de_dd * a", "c * 1"),
    ),
]
AT_A = [
    Slip(
        "∂e/∂a has what the lost path brings once too often, as where it is added in ∂e/∂c and once more in ∂e/∂a, "
        "which is made from it.",
        ("+ de_dd * a", "+ a * de_dd"),
        ("de_dc * 1 + de_dd * c", "de_dc + c * de_dd + a * de_dd"),
    ),
    Slip("`a` has lost its direct path to d. It is an input of c and of d.", ("de_dc * 1 + de_dd * c", "de_dc")),
    Slip("`a` has lost its path through c. It is an input of c and of d.", ("de_dc * 1 + de_dd * c", "de_dd * c")),
    Slip(
        "on the path from `a` through d one factor c is missing. It has two: ∂e/∂d, and the slope of d by `a`.",
        ("de_dc * 1 + de_dd * c", "de_dc + de_dd"),
    ),
    Slip(
        "the path from `a` through d brings ∂e/∂d·a, or d, and not ∂e/∂d·c. d = c·a grows by c for each unit of `a`.",
        ("de_dc * 1 + de_dd * c", "de_dc + a * de_dd"),
    ),
    Slip(
        "the path from `a` through d brings ∂e/∂d·d, or e, and not ∂e/∂d·c. d = c·a grows by c for each unit of `a`.",
        ("de_dc * 1 + de_dd * c", "de_dc + d * de_dd"),
    ),
    Slip(
        "what the paths pay to `a` is multiplied. Along a path rates multiply; where paths meet, they add.",
        ("de_dc * 1 + de_dd * c", "de_dc * c * de_dd"),
    ),
    Slip(
        "what d pays to `a` is subtracted. Where paths meet, they add.", ("de_dc * 1 + de_dd * c", "de_dc - c * de_dd")
    ),
    Slip(
        "∂e/∂a is 1 too large, as where it is measured from a - 1 to a + 1, and e bends on the way. `a` gets ∂e/∂c·1 "
        "from c and ∂e/∂d·c from d, and nothing else.",
        ("de_dc * 1 + de_dd * c", "de_dc + c * de_dd + 1"),
    ),
    Slip(
        "∂e/∂c is multiplied by `a` on its way to `a`. c = a + b is a sum: its local gradients are 1.",
        ("de_dc * 1 + de_dd * c", "de_dc * a + c * de_dd"),
    ),
    Slip(
        "∂e/∂c is multiplied by b on its way to `a`. c = a + b is a sum: its local gradients are 1.",
        ("de_dc * 1 + de_dd * c", "de_dc * b + c * de_dd"),
    ),
]
AT_B = [
    Slip(
        "∂e/∂c is doubled on its way to `a` and b. c = a + b is a sum: it passes its gradient on unchanged.",
        ("de_dc * 1 + de_dd * c", "2 * de_dc + c * de_dd"),
        ("de_db = de_dc * 1", "de_db = 2 * de_dc"),
    ),
    Slip(
        "∂e/∂b is as large as ∂e/∂a, as where b is paid by d as well. Only one arrow leaves b, and it leads to c: what "
        "comes through d is in ∂e/∂c already.",
        ("de_db = de_dc * 1", "de_db = de_dc + c * de_dd"),
    ),
    Slip(
        "∂e/∂b has what the lost path brings once too often, as where it is added in ∂e/∂c and once more in ∂e/∂b, "
        "which is made from it.",
        ("+ de_dd * a", "+ a * de_dd"),
        ("de_db = de_dc * 1", "de_db = de_dc + a * de_dd"),
    ),
    Slip(
        "∂e/∂c is multiplied by b on its way to b. c = a + b is a sum: its local gradients are 1.",
        ("de_db = de_dc * 1", "de_db = de_dc * b"),
    ),
    Slip(
        "∂e/∂c is multiplied by `a` on its way to b. c = a + b is a sum: its local gradients are 1.",
        ("de_db = de_dc * 1", "de_db = de_dc * a"),
    ),
    Slip("∂e/∂b is 0. b moves c, and c moves e along two paths.", ("de_db = de_dc * 1", "de_db = 0")),
    Slip("∂e/∂b is 1. That is the slope of c by b; it is multiplied by ∂e/∂c.", ("de_db = de_dc * 1", "de_db = 1")),
]
IN_ONE_LINE_TOO_LATE = [
    Slip(
        "∂e/∂c and ∂e/∂b still lack the lost path, as where it is added for `a` alone. It is lost before it reaches "
        "either of the leaves, in ∂e/∂c.",
        (" + de_dd * a", ""),
        ("+ de_dd * c", "+ de_dd * c + d"),
    ),
    Slip(
        "∂e/∂c and ∂e/∂a still lack the lost path, as where it is added for b alone. It is lost before it reaches "
        "either of the leaves, in ∂e/∂c.",
        (" + de_dd * a", ""),
        ("de_db = de_dc * 1", "de_db = de_dc * 1 + d"),
    ),
    Slip(
        "∂e/∂c is still what *one* use of c pays, as where the lost path is added at the leaves alone. It is the sum "
        "of what both uses pay, and each leaf gets all of that sum.",
        (" + de_dd * a", ""),
        ("+ de_dd * c", "+ de_dd * c + d"),
        ("de_db = de_dc * 1", "de_db = de_dc * 1 + d"),
    ),
    Slip(
        "∂e/∂b is only what *one* of the two paths from c to e brings. b gets all of ∂e/∂c.",
        ("de_db = de_dc * 1", "de_db = d"),
    ),
    Slip(
        "∂e/∂a lacks one d, as where `a` gets from c only what *one* of the two paths from c to e brings, or "
        "from d only ∂e/∂d·b. It gets all of ∂e/∂c from c, and ∂e/∂d·c from d.",
        ("de_dc * 1 + de_dd * c", "d + de_dd * c"),
    ),
    Slip(
        "∂e/∂a and ∂e/∂b lack one d each, as where ∂e/∂c is corrected after they are computed. Both leaves get "
        "all of ∂e/∂c, and `a` gets ∂e/∂d·c from d besides.",
        ("de_dc * 1 + de_dd * c", "d + de_dd * c"),
        ("de_db = de_dc * 1", "de_db = d"),
    ),
]


SLIPS = AT_C + AT_E + AT_A + AT_B + IN_ONE_LINE_TOO_LATE


def follows(answer, a, b):
    """The example, each line made right from the lines before it in an answer."""
    c = a + b
    return {
        "e": c * c * a,
        "de/dd": c,
        "de/dc": c * a + answer["de/dd"] * a,
        "de/da": answer["de/dc"] + answer["de/dd"] * c,
        "de/db": answer["de/dc"],
    }


@functools.cache
def with_slips():
    return [edited(reference, slip) for slip in SLIPS]


def one_wrong_line(name, sentence):
    """A mistake in one line that is none of the slips: all other lines are right, given this one."""

    def wrong_line(a, b):
        answer = reference(a, b) | {name: 7 * a - 3 * b + 0.5}
        if name == "de/dc":
            answer |= {"de/da": answer[name] + (a + b) ** 2, "de/db": answer[name]}
        return answer

    def is_it(case, answer):
        a, b = case.make()
        carried = follows(answer, a, b)
        wrong = [key for key in carried if not same(carried[key], answer[key], 1e-9)]
        if case is CASES[-1] and any(same(slipped(a, b), answer, 1e-9) for slipped in with_slips()):
            return False  # known by a name of its own
        return wrong == [name] or (not wrong and case is not CASES[0])

    wrong_line.__doc__, wrong_line.__name__ = sentence, f"wrong_line_of_{name}"
    return wrong_line, is_it


WRONG_LINES = dict(
    [
        one_wrong_line(
            "de/dc",
            "∂e/∂c is wrong, and so are ∂e/∂a and ∂e/∂b, which follow from it. c gets d straight from e, and from d it "
            "gets ∂e/∂d times the slope of d by c.",
        ),
        one_wrong_line(
            "de/da",
            "only ∂e/∂a is wrong. `a` gets ∂e/∂c·1 from c and ∂e/∂d·c from d, and nothing else.",
        ),
        one_wrong_line(
            "de/db",
            "only ∂e/∂b is wrong. b gets ∂e/∂c·1 from c, and nothing else.",
        ),
    ]
)
CASES = [
    Case("a = 2, b = 3", lambda: (2.0, 3.0)),
    Case("a = 1, b = -3", lambda: (1.0, -3.0)),
    Case("a = 0, b = 1.5", lambda: (0.0, 1.5)),
    Case("a = 1.5, b = -1.5", lambda: (1.5, -1.5)),
    Case("a = 0.5, b = 1.2", lambda: (0.5, 1.2)),
]


def leaves_out_an_entry(a, b):
    return {name: gradient for name, gradient in reference(a, b).items() if name != "de/dc"}


def changes_what_was_right(a, b):
    return reference(a, b) | {"de/dd": 1}


def adds_the_path_at_the_leaves(a, b):
    return reference(a, b) | {"de/dc": (a + b) * a}


exercise = Exercise(
    id="2.4",
    title="Find the mistake",
    name="worked_example",
    reference=reference,
    demands=[
        Demand("`worked_example(a, b)` returns the dict with the same five entries", leaves_out_an_entry),
        Demand("`e` and `de/dd` keep their values", changes_what_was_right),
        Demand(
            "`de/dc`, `de/da` and `de/db` are the gradients, with no path lost",
            adds_the_path_at_the_leaves,
        ),
        Demand("all are right at any numbers `a` and `b`", types_a_number),
    ],
    stub=stub,
    cases=CASES,
    alternatives=[counts_d_twice, by_school_calculus, sums_over_paths, pays_in_turn],
    misconceptions=[types_a_number, types_a_number_at_the_leaves, leaves_entries_out, measures, divides, *WRONG_LINES],
    recognise={
        types_a_number: is_right_at_one_point_only,
        types_a_number_at_the_leaves: leaves_are_right_at_one_point_only,
        leaves_entries_out: lacks_entries,
        measures: is_nearly_right,
    }
    | WRONG_LINES,
    slips=SLIPS,
    reveal=False,
)
