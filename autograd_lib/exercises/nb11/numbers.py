"""What exercises share whose answer is a table of numbers: recognising a slip by the entries that it gets wrong."""

from autograd_lib.exercises.exercise import is_number, same


def slip(misconception, reference, tolerance):
    """Recognises a misconception by the numbers that it gets wrong, whatever the others are."""
    entries, right = misconception(), reference()
    wrong = [key for key in entries if entries[key] != right[key]]

    def recognise(case, answer):
        return all(is_number(answer.get(key)) and same(entries[key], answer[key], tolerance) for key in wrong)

    return recognise
