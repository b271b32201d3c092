"""Exercise 14.5: what has a program of JAX kept, a constant or a key?"""

from functools import partial

from autograd_lib.course.exercise import Demand
from autograd_lib.course.tables import but, table, wrong_entry

SCALE = "A: scale = 2.0; f = jax.jit(lambda x: scale * x); a = f(1.0); scale = 3.0; b = f(1.0)"
SHAPE = "B: scale = 2.0; f = jax.jit(lambda x: scale * x); a = f(ones(1)); scale = 3.0; b = f(ones(2))[:1]"
ARGUMENT = "C: f = jax.jit(lambda x, scale: scale * x); a = f(1.0, 2.0); b = f(1.0, 3.0)"
RANDOM = "D: f = jax.jit(lambda x: x * random.random()); a = f(1.0); b = f(1.0)"
KEY = "E: a = normal(key); b = normal(key)"
SPLIT = "F: one, two = jax.random.split(key); a = normal(one); b = normal(two)"
SPLIT_TWICE = "G: a = normal(jax.random.split(key)[0]); b = normal(jax.random.split(key)[0])"
ROWS = "H: a, b = jax.vmap(lambda x: x + normal(key))(zeros(2))"


def reference():
    return {
        SCALE: True,
        SHAPE: False,
        ARGUMENT: False,
        RANDOM: True,
        KEY: True,
        SPLIT: False,
        SPLIT_TWICE: True,
        ROWS: True,
    }


entry = partial(wrong_entry, reference)

MISTAKES = [
    entry(
        SCALE,
        False,
        "A is said to give two numbers, as where the new `scale` is thought to reach the compiled function. `jit` "
        "traces the function at the first call, and what a plain number is then stays a part of the program.",
    ),
    entry(
        SHAPE,
        True,
        "B is said to give one number twice, as where the first `scale` is thought to serve both calls. A new shape is "
        "traced anew, and the Python function then reads the new `scale`: the bug comes and goes with the shapes.",
    ),
    entry(
        ARGUMENT,
        True,
        "C is said to give one number twice, as where the second call is thought to keep the first `scale`. An "
        "argument is an input of the recorded program, and is read in each call.",
    ),
    entry(
        RANDOM,
        False,
        "D is said to give two numbers, as where `random.random()` is thought to be called each time. It is Python: "
        "under `jit` it is called once, while the function is traced.",
    ),
    entry(
        KEY,
        False,
        "E is said to give two numbers, as from a generator, which moves on. A key is a value: the same key gives the "
        "same numbers.",
    ),
    entry(
        SPLIT,
        True,
        "F is said to give one number twice, as where both keys are thought to be the first one, or what they give to "
        "be equal because it is drawn in the same way. `split` makes two new keys, and each gives numbers of its own.",
    ),
    entry(
        SPLIT_TWICE,
        False,
        "G is said to give two numbers, as where the key is thought to change with use, or `split` to be random "
        "itself. It is a function: the same key gives the same two keys.",
    ),
    entry(
        ROWS,
        False,
        "H is said to give two numbers, as where each row is thought to draw for itself. `vmap` maps the argument x "
        "alone, and all rows see one and the same key.",
    ),
]


def turns_them_round():
    """all answers are turned round. True means that a and b are the same number."""
    return {name: not value for name, value in reference().items()}


def finds_none_the_same():
    """every program that gives one number twice is said to give two, as where `is` asks whether a and b are one object.
    Two arrays may hold the same number: what counts is the number, as with `==`.
    """
    return dict.fromkeys(reference(), False)


def finds_all_the_same():
    """every program that gives two numbers is said to give one twice. What comes in anew makes another one:
    an argument, a key, or what Python reads while a new shape is traced.
    """
    return dict.fromkeys(reference(), True)


def of_one_number(solution):
    """The table, in which an array of one truth value, as `a == b` gives in B, stands for that truth value."""
    answer = solution()
    if not isinstance(answer, dict):
        return answer
    return {name: the_one_in(entry) for name, entry in answer.items()}


def the_one_in(entry):
    """The truth value in a list or array of one; anything else as it is."""
    try:
        number = entry.item() if getattr(entry, "shape", None) == (1,) else entry
    except Exception:  # it has a shape, and no number
        return entry
    if isinstance(number, list) and len(number) == 1:
        number = number[0]
    return number if type(number) is bool else entry


exercise = table(
    id="14.5",
    title="Twice the same?",
    reference=reference,
    run=of_one_number,
    demands=[
        Demand("`True` for each program in which a and b are the same number", but(reference, KEY, False)),
        Demand("`False` for each of the others", but(reference, SPLIT, True)),
    ],
    mistakes=[*MISTAKES, turns_them_round, finds_none_the_same, finds_all_the_same],
)
