"""Tables: one training step of a small GPT, on each engine."""

from gpt_engines import ENGINES
from gpt_problems import CHARACTERS, SIZES
from report import markdown_table
from tensor_step import OURS, RATIO_TEXT, ROUNDS, TURN_SECONDS, in_microseconds, measure, ratio_cell

# The rows of the tables. How many times as long PyTorch should take, at least, where something is wanted.
WANTED = {("PyTorch eager", "small"): 1}

TEXT = f"""\
## One training step of a GPT

The model of notebook 12, float32, one thread, Adam, {CHARACTERS} characters, with {SIZES["small"].heads} heads in each
layer.
{{sizes}}
Measured and checked as the table above: processes take turns, {ROUNDS} rounds of about {TURN_SECONDS:g} s each. Times
are microseconds of processor time for a step, median over the rounds (smallest).
"""


def report():
    """Run everything; the section as Markdown."""
    seconds = {name: measure(f"GPT, {name}", "gpt_engines", ENGINES, {"name": name}) for name in SIZES}
    times = [[engine, *(in_microseconds(seconds[name][engine]) for name in SIZES)] for engine in ENGINES]
    ratios = [
        [engine, *(ratio_cell(seconds[name], engine, WANTED.get((engine, name))) for name in SIZES)]
        for engine in ENGINES
        if engine != OURS
    ]
    text = TEXT.format(sizes="\n".join(size_in_words(*item) for item in SIZES.items()))
    tables = [markdown_table(["engine", *SIZES], times), markdown_table(["autograd_lib and", *SIZES], ratios)]
    return f"{text}\n{tables[0]}\n\n{RATIO_TEXT}\n{tables[1]}\n"


def size_in_words(name, size):
    layers = "1 layer" if size.layers == 1 else f"{size.layers} layers"
    return f"*{name}*: {layers}, width {size.width}, context {size.context}, batch {size.batch}."
