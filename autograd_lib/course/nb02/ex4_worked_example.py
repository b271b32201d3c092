"""Exercise 2.4: fix a worked example, c = a + b; d = c·a; e = c·d, that has lost a path."""

from autograd_lib.course.exercise import Case, Exercise


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


def with_gradients(a, b, de_dc, de_da=None, de_db=None):
    """The example with this ∂e/∂c; the gradients of a and b follow from it unless they are given."""
    c = a + b
    d = c * a
    return {
        "e": c * d,
        "de/dd": c,
        "de/dc": de_dc,
        "de/da": de_dc + c * c if de_da is None else de_da,
        "de/db": de_dc if de_db is None else de_db,
    }


def counts_d_twice(a, b):
    """The same number in another form: d is c·a, so each of the two uses of c pays d."""
    c = a + b
    return with_gradients(a, b, 2 * c * a)


def by_school_calculus(a, b):
    """e = c²a, and c = a + b."""
    c = a + b
    return {"e": c * c * a, "de/dd": c, "de/dc": 2 * c * a, "de/da": 2 * c * a + c * c, "de/db": 2 * c * a}


def sums_over_paths(a, b):
    """Each gradient as the sum over all paths, longest first."""
    c = a + b
    d = c * a
    through_d = c * a * 1
    return with_gradients(a, b, c * a + d, through_d + c * c + d * 1, through_d + d * 1)


def still_pays_c_once(a, b):
    """c is paid by one of its uses only. Here both pay the same number, so taking one *instead* of the other changes
    nothing. ∂e/∂c is the sum of what both pay.
    """
    return stub(a, b)


def fixes_a_alone(a, b):
    """the lost path is added for `a` but not for `b`. It is lost before it reaches either of them, in ∂e/∂c."""
    c = a + b
    return with_gradients(a, b, c * a, de_da=2 * c * a + c * c, de_db=c * a)


def fixes_b_alone(a, b):
    """the lost path is added for `b` but not for `a`. It is lost before it reaches either of them, in ∂e/∂c."""
    c = a + b
    return with_gradients(a, b, c * a, de_da=c * a + c * c, de_db=2 * c * a)


def fixes_the_leaves_only(a, b):
    """the leaves are right, but the node that lost the path is not: ∂e/∂c is still what one of its uses pays. Fix that
    line, and the two lines below it need no change.
    """
    c = a + b
    return with_gradients(a, b, c * a, de_da=2 * c * a + c * c, de_db=2 * c * a)


def multiplies_by_the_wrong_input(a, b):
    """the path through d is multiplied by c. d = c·a grows by a for each unit of c: the local gradient is the *other*
    input.
    """
    c = a + b
    return with_gradients(a, b, c * a + c * c)


def forgets_the_local_gradient(a, b):
    """∂e/∂d is added as it is. Between d and c lies a product: multiply by its local gradient."""
    c = a + b
    return with_gradients(a, b, c * a + c)


def pays_a_for_it_twice(a, b):
    """the lost path is added twice on its way to `a`: once in ∂e/∂c, and once more in ∂e/∂a, which is made from it."""
    c = a + b
    return with_gradients(a, b, 2 * c * a, de_da=3 * c * a + c * c)


def types_the_numbers(a, b):
    """the right numbers for a = 2, b = 3 are written down. Fix the line that computes them, so that it is right at
    other numbers too.
    """
    c = a + b
    return with_gradients(a, b, 20, de_da=45, de_db=20) | {"e": c * c * a}


def is_right_at_one_point_only(case, answer):
    """Whether an answer is right in the first case and gives the same gradients in the others."""
    return isinstance(answer, dict) and (answer.get("de/da"), answer.get("de/db")) == (45, 20)


exercise = Exercise(
    id="2.4",
    title="Find the mistake",
    name="worked_example",
    reference=reference,
    stub=stub,
    cases=[
        Case("a = 2, b = 3", lambda: (2.0, 3.0)),
        Case("a = 1, b = -3", lambda: (1.0, -3.0)),
        Case("a = 0.5, b = 1.2", lambda: (0.5, 1.2)),
    ],
    alternatives=[counts_d_twice, by_school_calculus, sums_over_paths],
    misconceptions=[
        still_pays_c_once,
        fixes_a_alone,
        fixes_b_alone,
        fixes_the_leaves_only,
        multiplies_by_the_wrong_input,
        forgets_the_local_gradient,
        pays_a_for_it_twice,
        types_the_numbers,
    ],
    recognise={types_the_numbers: is_right_at_one_point_only},
    reveal=False,
)
