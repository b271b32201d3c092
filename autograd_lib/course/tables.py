"""Exercises whose answer is a table: a dict of numbers, names or shapes that the learner fills in."""

from autograd_lib.course.exercise import Exercise


def table(*, reference, mistakes, others=None, **options):
    """An Exercise whose answer is a dict, `answer`. The gap names wrong entries without giving the right ones away.

    Args:
        reference: a function that computes the right entries.
        mistakes: misconceptions; each is recognised by the entries that it gets wrong, whatever the others are.
        others: {misconception: recognise}, for those with more than one spelling.
        options: as for `Exercise`.
    """
    others = others or {}
    return Exercise(
        name="answer",
        reference=reference,
        is_data=True,
        misconceptions=[*mistakes, *others],
        recognise=others,
        reveal=False,
        **options,
    )
