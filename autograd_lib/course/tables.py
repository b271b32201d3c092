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


def wrong_entry(reference, name, wrong, words):
    """A mistake that shows in one entry of a table, with the sentence about it."""

    def mistake():
        return reference() | {name: wrong}

    mistake.__doc__ = words
    return mistake


def but(reference, name, wrong):
    """A table that is right but for one entry: a breaker for a demand."""
    return lambda: reference() | {name: wrong}


def in_small_letters(solution):
    """A `run` for tables with words in them: "Refused " is an answer like "refused"."""
    answer = solution()
    if not isinstance(answer, dict):
        return answer
    return {name: entry.strip().lower() if isinstance(entry, str) else entry for name, entry in answer.items()}
