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
        "the new `scale` is thought to reach the compiled function. It was a plain number when the function was "
        "traced, and what it was then has been part of the program since.",
    ),
    entry(
        SHAPE,
        True,
        "the first `scale` is thought to serve both calls. A new shape is traced anew, and the Python function then "
        "reads the new `scale`: the bug comes and goes with the shapes.",
    ),
    entry(
        ARGUMENT,
        True,
        "the second call is thought to keep the first `scale`. An argument is an input of the recorded program, and is "
        "read in each call.",
    ),
    entry(
        RANDOM,
        False,
        "`random.random()` is thought to be called each time. It is Python, so it was called once, while the function "
        "was traced.",
    ),
    entry(
        KEY,
        False,
        "the second draw is thought to give another number, as with a generator, which moves on. A key is a value: the "
        "same key gives the same numbers.",
    ),
    entry(
        SPLIT,
        True,
        "the two keys are thought to give the same number. `split` makes two new ones, and each gives numbers of "
        "its own.",
    ),
    entry(
        SPLIT_TWICE,
        False,
        "the key is thought to change with use, or `split` to be random itself. It is a function: the same key gives "
        "the same two keys.",
    ),
    entry(
        ROWS,
        False,
        "each row is thought to draw for itself. `vmap` maps the argument x alone, and all rows see one and the same "
        "key: map over `split(key, 2)` as well.",
    ),
]


def turns_them_round():
    """all answers are turned round. True means that a and b are the same number."""
    return {name: not value for name, value in reference().items()}


exercise = table(
    id="14.5",
    title="Twice the same?",
    reference=reference,
    demands=[
        Demand("`True` for each program in which a and b are the same number", but(reference, KEY, False)),
        Demand("`False` for each of the others", but(reference, SPLIT, True)),
    ],
    mistakes=[*MISTAKES, turns_them_round],
)
