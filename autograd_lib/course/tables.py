"""Exercises whose answer is a table: a dict of numbers, names or shapes that the learner fills in."""

from autograd_lib.course.exercise import Exercise, same


def table(*, reference, slips, others=None, tolerance=1e-9, **options):
    """An Exercise whose answer is a dict, `answer`. The gap names wrong entries without giving the right ones away.

    Args:
        reference: a function that computes the right entries.
        slips: misconceptions that are recognised by their wrong entries.
        others: {misconception: recognise}, for those with more than one spelling.
        tolerance, options: as for `Exercise`.
    """
    others = others or {}
    return Exercise(
        name="answer",
        reference=reference,
        is_data=True,
        misconceptions=[*slips, *others],
        recognise={misconception: slip(misconception, reference, tolerance) for misconception in slips} | others,
        tolerance=tolerance,
        reveal=False,
        **options,
    )


def slip(misconception, reference, tolerance=0.0):
    """A `recognise` for a misconception: it looks for the entries that this one gets wrong, whatever the others are."""
    entries, right = misconception(), reference()
    wrong = {key: entry for key, entry in entries.items() if entry != right[key]}

    def recognise(case, answer):
        return all(key in answer and same(entry, answer[key], tolerance) for key, entry in wrong.items())

    return recognise
