"""Tables that are filled in step by step, and slips in single steps: what follows from a slip is no other slip."""

from autograd_lib.course.answers import is_number, same


def filled_in(steps, own=None, **wrong):
    """The table that these steps compute, each from the entries before it.

    Args:
        steps: name -> a number, or a function of a dict with the entries before.
        own: a learner's table, whose entries are then the ones before, where they are numbers.
        wrong: name -> a step to take instead.
    """
    table, before = {}, {}
    for name, step in (steps | wrong).items():
        table[name] = step(before) if callable(step) else step
        before[name] = own[name] if own and is_number(own.get(name)) else table[name]
    return table


def slip_in(steps, sentence, **wrong):
    """A misconception: these steps are taken instead, and all the others are right."""

    def slip(own=None):
        return filled_in(steps, own, **wrong)

    slip.__doc__, slip.__name__, slip.wrong = sentence, "_and_".join(wrong), wrong
    return slip


def lone_slip_in(steps, name, sentence, known, among):
    """A misconception: this step goes wrong, no other of those `among` which it is, and in none of the known ways."""
    ways = [slip for slip in known if list(slip.wrong) == [name]]

    def lone_slip(own=None):
        if own is None:
            return filled_in(steps, **{name: 1234 + 100 * list(steps).index(name)})
        right, carried = filled_in(steps), filled_in(steps, own)

        def goes_wrong(key):
            return is_number(own.get(key)) and not any(same(t[key], own[key], 1e-9) for t in (right, carried))

        is_lone = [key for key in among if goes_wrong(key)] == [name]
        is_known = any(same(slip(own)[name], own[name], 1e-9) for slip in ways) if is_lone else False
        return carried | {name: own[name]} if is_lone and not is_known else carried

    lone_slip.__doc__, lone_slip.__name__ = sentence, f"{name}_alone"
    return lone_slip
