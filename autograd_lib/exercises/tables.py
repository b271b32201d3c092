"""Exercises whose answer is a table: a dict of numbers, names or shapes that the learner fills in."""

from autograd_lib.exercises.exercise import same


def slip(misconception, reference, tolerance=0.0):
    """Recognises a misconception by the entries that it gets wrong, whatever the others are."""
    entries, right = misconception(), reference()
    wrong = {key: entry for key, entry in entries.items() if entry != right[key]}

    def recognise(case, answer):
        return all(key in answer and same(entry, answer[key], tolerance) for key, entry in wrong.items())

    return recognise
