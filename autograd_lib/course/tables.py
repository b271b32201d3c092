"""Exercises whose answer is a table: a dict of numbers, names or shapes that the learner fills in."""

from autograd_lib.course.exercise import Exercise, same


def table(*, reference, slips, others=None, tolerance=1e-9, **options):
    """An Exercise whose answer is a dict, `answer`, that is told wrong without being given away.

    Args:
        reference: a function that computes the right entries.
        slips: misconceptions that are recognised by the entries that they get wrong.
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
    """Recognises a misconception by the entries that it gets wrong, whatever the others are."""
    entries, right = misconception(), reference()
    wrong = {key: entry for key, entry in entries.items() if entry != right[key]}

    def recognise(case, answer):
        return all(key in answer and same(entry, answer[key], tolerance) for key, entry in wrong.items())

    return recognise
