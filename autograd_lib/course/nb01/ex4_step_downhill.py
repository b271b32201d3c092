"""Exercise 1.4: one step of gradient descent on L(w) = (wx - y)²."""

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip


def reference(w, x, y, lr):
    e = w * x - y
    return w - lr * 2 * e * x


def turned_round(w, x, y, lr):
    """With e = y - wx instead, two signs change and the step is the same."""
    e = y - w * x
    return w + lr * 2 * x * e


def multiplied_out(w, x, y, lr):
    return w - lr * (2 * w * x * x - 2 * x * y)


def by_local_derivatives(w, x, y, lr):
    z = w * x
    e = z - y
    dz_dw, dL_de = x, 2 * e  # noqa: N806
    w -= lr * dL_de * dz_dw
    return w


def goes_further(w, x, y, lr):
    """more than one step is made. A call makes one step only, with the derivative at the w that it is given: many steps
    are many calls.
    """
    for _ in range(10):
        w = w - lr * 2 * (w * x - y) * x
    return w


def is_several_steps(case, answer):
    """Whether two steps or more in a row lead from the case's w to the answer."""
    w, x, y, lr = case.make()
    steps = [w := reference(w, x, y, lr) for _ in range(1_000)]
    return any(abs(answer - w) <= 1e-9 for w in steps[1:])


def takes_the_sign_alone(w, x, y, lr):
    """w moves by the learning rate itself, up or down, as where only the sign of the derivative, or of e, is used. What
    is subtracted is lr times the whole derivative, 2ex, so that w moves far where the slope is steep.
    """
    slope = (w * x - y) * x
    return w - lr if slope > 0 else w + lr


def moves_by_the_rate(case, answer):
    """Whether w moves by lr, up or down. Where it should stay, it may."""
    w, _, _, lr = case.make()
    distance = abs(answer - w)
    return abs(distance - lr) <= 1e-9 or distance == 0 == reference(*case.make()) - w


def turns_x(w, x, y, lr):
    """x is moved and returned. x and y belong to the data, and w is what the machine can turn: w - lr * dL/dw."""
    return x - lr * 2 * (w * x - y) * w


def forgets_the_brackets(w, x, y, lr):
    """lr and the 2 reach wx alone, and not the y, as where the brackets around w * x - y are missing. They are
    multiplied with the whole of e, and so is x.
    """
    return w - lr * 2 * w * x - y * x


def subtracts_y_bare(w, x, y, lr):
    """y is subtracted as it is, as where the brackets around w * x - y are missing: neither lr nor 2x reaches it."""
    return w - lr * 2 * x * w * x - y


def measures(w, x, y, lr):
    """the new w is nearly right, as with a derivative that is measured, or a result that is rounded. What is subtracted
    is lr itself times the derivative itself, 2ex, with all digits.
    """

    def loss(w):
        return (w * x - y) ** 2

    return w - lr * (loss(w + 1e-4) - loss(w)) / 1e-4


def is_nearly_right(case, answer):
    w, right = case.make()[0], reference(*case.make())
    return abs(answer - right) <= 0.12 * abs(right - w)


def refuses_to_climb(w, x, y, lr):
    """a step that makes the loss larger is not made. One step is made in any case, also where the learning rate is too
    large for it.
    """
    new = reference(w, x, y, lr)
    return new if (new * x - y) ** 2 <= (w * x - y) ** 2 else w


def stops_at_the_bottom(w, x, y, lr):
    """w stops at the bottom, where the step would go past it. One step is made in any case: with too large a learning
    rate it ends on the other side.
    """
    new = reference(w, x, y, lr)
    return y / x if (w * x - y) * (new * x - y) < 0 else new


def goes_a_share_of_the_way(w, x, y, lr):
    """w goes the share lr of the way to y/x, the bottom, as where its place is worked out, or where the derivative has
    no 2 and is divided by x. A step of gradient descent takes lr times the derivative, 2ex, off w.
    """
    return w - lr * (w - y / x)


def goes_a_share_where_there_is_a_bottom(w, x, y, lr):
    return w - lr * (w - y / x) if x else w


goes_a_share_where_there_is_a_bottom.__doc__ = goes_a_share_of_the_way.__doc__


def returns_the_new_loss(w, x, y, lr):
    """the loss after the step is returned. Return the new w itself."""
    w = w - lr * 2 * (w * x - y) * x
    return (w * x - y) ** 2


def returns_w_and_more(w, x, y, lr):
    """several numbers are returned. Return one, the new w."""
    e = w * x - y
    return w - lr * 2 * e * x, e**2


def is_a_list(case, answer):
    return type(answer) in (list, tuple) and len(answer) > 1


def always_a_tenth(w, x, y, lr):
    return w - 0.1 * 2 * (w * x - y) * x


def forgets_x(w, x, y, lr):
    return w - lr * 2 * (w * x - y)


def goes_uphill(w, x, y, lr):
    return w + lr * 2 * (w * x - y) * x


def returns_the_change(w, x, y, lr):
    return -lr * 2 * (w * x - y) * x


exercise = Exercise(
    id="1.4",
    title="One step downhill",
    name="step",
    reference=reference,
    demands=[
        Demand("`step(w, x, y, lr)` returns the new w", returns_the_change),
        Demand("it has made one step of gradient descent on L(w) = (wx − y)²", goes_further),
        Demand("x and y may be any numbers", forgets_x),
        Demand("the learning rate is `lr`", always_a_tenth),
    ],
    cases=[
        Case("w = 0, x = 1, y = 2, lr = 0.1", lambda: (0.0, 1.0, 2.0, 0.1)),
        Case("w = 5, x = 1, y = 2, lr = 0.1", lambda: (5.0, 1.0, 2.0, 0.1)),
        Case("w = 0.5, x = 3, y = -1, lr = 0.02", lambda: (0.5, 3.0, -1.0, 0.02)),
        Case("w = 0, x = 2, y = 1, lr = 0.5, too large a step", lambda: (0.0, 2.0, 1.0, 0.5)),
        Case("w = -1.3, x = -0.77, y = 0.4, lr = 0.3", lambda: (-1.3, -0.77, 0.4, 0.3)),
        Case("w = 5, x = 0, y = 2, lr = 0.1", lambda: (5.0, 0.0, 2.0, 0.1)),
        Case("w = 5, x = 1, y = 0, lr = 0.1", lambda: (5.0, 1.0, 0.0, 0.1)),
        Case("w = 5, x = 1, y = 2, lr = 0", lambda: (5.0, 1.0, 2.0, 0.0)),
        Case("w = 40, x = -5, y = 30, lr = 0.01", lambda: (40.0, -5.0, 30.0, 0.01)),
    ],
    alternatives=[turned_round, multiplied_out, by_local_derivatives],
    misconceptions=[
        goes_further,
        takes_the_sign_alone,
        turns_x,
        forgets_the_brackets,
        subtracts_y_bare,
        measures,
        refuses_to_climb,
        stops_at_the_bottom,
        goes_a_share_of_the_way,
        goes_a_share_where_there_is_a_bottom,
        returns_the_new_loss,
        returns_w_and_more,
    ],
    recognise={
        goes_further: is_several_steps,
        takes_the_sign_alone: moves_by_the_rate,
        measures: is_nearly_right,
        returns_w_and_more: is_a_list,
    },
    slips=[
        Slip(
            "one sign is wrong. The derivative points to where L *grows*: with e = wx − y it is 2ex, and it is "
            "subtracted.",
            ("return w - lr", "return w + lr"),
        ),
        Slip(
            "only the change of w is returned. Return where w is afterwards: the old w plus the change.",
            ("return w - lr", "return -lr"),
        ),
        Slip(
            "the change of w alone is returned, and with the wrong sign. Return the old w, minus lr times the "
            "derivative.",
            ("return w - lr", "return lr"),
        ),
        Slip(
            "x and y are 1 and 2, whatever is passed in. Those are the numbers of the section above; use the x and y "
            "of the call.",
            ("w * x - y", "w - 2"),
            ("2 * e * x", "2 * e"),
        ),
        Slip(
            "x has no effect, as if it were 1. It belongs into e, w * x - y, and it is a factor of dL/dw, 2ex.",
            ("w * x - y", "w - y"),
            ("2 * e * x", "2 * e"),
        ),
        Slip("y is 2, whatever is passed in. Use the y of the call.", ("w * x - y", "w * x - 2")),
        Slip(
            "lr is subtracted from w before the rest is multiplied, as by brackets around w - lr. Multiply first: "
            "w - lr * 2 * e * x.",
            ("return w - lr", "return (w - lr)"),
        ),
        Slip(
            "the derivative dL/dw is returned. That is half the work: return the new w, w - lr times the derivative.",
            ("return w - lr * 2", "return 2"),
        ),
        Slip(
            "the whole derivative is subtracted. A derivative holds for a small step: multiply it by lr.",
            ("lr * 2", "2"),
        ),
        Slip("the learning rate is 0.1, whatever lr is. Use the lr that is passed in.", ("lr * 2", "0.1 * 2")),
        Slip(
            "a learning rate of 0 is taken for 0.1, as by `lr or 0.1`. Use the lr that is passed in: with 0, w stays.",
            ("lr * 2", "(lr or 0.1) * 2"),
        ),
        Slip("lr is squared: it stands twice in the product. Multiply by it once.", ("lr * 2", "lr**2 * 2")),
        Slip("the derivative is divided by lr. A small lr makes a small step: multiply.", ("lr * 2", "1 / lr * 2")),
        Slip("the 2 is missing. dL/de is 2e, not e.", ("2 * e", "e")),
        Slip("there is a 2 too many. dL/de is 2e, and the other two rates are 1 and x.", ("2 * e", "4 * e")),
        Slip("the 2 is divided by. dL/de is 2e, not e/2.", ("2 * e", "e / 2")),
        Slip(
            "e² stands where its slope belongs. dL/de is 2e: how fast e² changes, not how large it is.",
            ("2 * e *", "e**2 *"),
        ),
        Slip("e is squared in the derivative. dL/de is 2e, not 2e².", ("2 * e *", "2 * e**2 *")),
        Slip(
            "the loss is subtracted, times lr. The loss says how wrong w is, not which way is better: that is in "
            "the derivative, with its sign.",
            ("lr * 2 * e * x", "lr * e**2"),
        ),
        Slip("the derivative has no e in it. dL/de is 2e: it depends on how wrong the answer is.", ("2 * e *", "2 *")),
        Slip(
            "2e² stands where the derivative belongs, as where the loss is taken twice, or where e is a factor in "
            "place of x. dL/dw is 2e times x.",
            ("2 * e * x", "2 * e**2"),
        ),
        Slip(
            "the 2 is multiplied with wx and not with y. It belongs to the whole of e: 2 * (w * x - y).",
            ("2 * e * x", "(2 * w * x - y) * x"),
        ),
        Slip(
            "the 2 is multiplied with y and not with wx. It belongs to the whole of e: 2 * (w * x - y).",
            ("2 * e * x", "(w * x - 2 * y) * x"),
        ),
        Slip(
            "the loss at the old w is returned. Return the new w.",
            ("return w - lr * 2 * e * x", "return e**2"),
        ),
        Slip(
            "the factor x is missing, as where the chain of rates ends at z, one machine too soon, or dz/dw is taken "
            "for 1. Between w and z lies z = wx: multiply by dz/dw = x.",
            ("e * x", "e"),
        ),
        Slip(
            "the factor w stands where x belongs: 2ew is dL/dx. dz/dw is x: turn w up by 1, and z = wx goes up by x.",
            ("e * x", "e * w"),
        ),
        Slip(
            "the factor y stands where x belongs. dz/dw is x: turn w up by 1, and z = wx goes up by x.",
            ("e * x", "e * y"),
        ),
        Slip(
            "the derivative is divided by x. Along the chain the rates are multiplied: times dz/dw = x.",
            ("e * x", "e / x"),
        ),
        Slip(  # where x is 0, w stays
            "the derivative is divided by x. Along the chain the rates are multiplied: times dz/dw = x.",
            ("return w - lr * 2 * e * x", "return w - lr * 2 * e / x if x else w"),
        ),
        Slip(
            "x² is added to the derivative, as where the slope of L is measured from w to w + 1, and L bends on the "
            "way. Take the derivative at w itself, 2ex.",
            ("2 * e * x", "(2 * e * x + x * x)"),
        ),
        *(
            Slip(
                "lr times x² is added to the derivative, as where the slope of L is measured from w to w + lr, and L "
                "bends on the way. Take the derivative at w itself, 2ex.",
                ("2 * e * x", slope),
            )
            for slope in ("((e + lr * x) ** 2 - e**2) / lr", "(2 * e * x + lr * x * x)")
        ),
        Slip("x is there twice. dz/dw is x, once.", ("e * x", "e * x * x")),
        Slip(
            "the sign of x is used, and not its size. dz/dw is x: turn w up by 1, and z = wx goes up by x.",
            ("e * x", "e * ((x > 0) - (x < 0))"),
        ),
        Slip("the size of x is used, and not its sign. dz/dw is x, also where x is negative.", ("e * x", "e * abs(x)")),
        Slip(
            "an x is missing beside the w, as where e is w - y, where (wx)² is given the slope 2wx, or where the x "
            "of dz/dw reaches y alone. The derivative is 2 * (w * x - y) * x.",
            ("w * x - y", "w - y"),
        ),
        Slip("the w is missing beside x, as where e is x - y. The machine answers w * x.", ("w * x - y", "x - y")),
        Slip("y is left out of e. The error is the answer minus what it should be, w * x - y.", ("w * x - y", "w * x")),
        Slip(
            "y has the same sign as w * x, as where e is w * x + y. The error is a difference, w * x - y.",
            ("w * x - y", "w * x + y"),
        ),
        Slip(
            "e is w * (x - y). Multiply first: the machine answers w * x, and y is what it should be.",
            ("w * x - y", "w * (x - y)"),
        ),
        Slip("w and x are added in e. The machine answers w * x.", ("w * x - y", "w + x - y")),
        Slip(
            "x and y are the wrong way round in e. The machine answers w * x, and y is what it should be.",
            ("w * x - y", "w * y - x"),
        ),
        Slip(
            "e has no sign, as with `abs`. If the answer is too small, e is negative, and w has to go the other way.",
            ("w * x - y", "abs(w * x - y)"),
        ),
        Slip(
            "w is a factor too many in what is subtracted, as where the step is a share of w, or dz/dw is taken as "
            "wx, which is z itself. Subtract lr · 2ex.",
            ("w * x - y\n    return w - lr * 2 * e * x", "w * x - y\n    return w - lr * 2 * e * w * x"),
        ),
    ],
)
