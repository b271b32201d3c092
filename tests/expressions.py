"""Random expressions for the property tests.

A `Program` is a list of steps, each an operation on earlier nodes or plain numbers. It can be run on any *engine*, a
dictionary from the name of an operation to a function: on floats, on complex numbers, on Values, on PyTorch's or
JAX's numbers. The strategy `programs` makes them so that nodes are shared, sums and dots of many inputs are common,
and every number on the way is tame: far enough from poles, kinks and overflow that finite differences can be trusted.
"""

import cmath
import math
import operator
from dataclasses import dataclass

from hypothesis import strategies as st

from autograd_lib.engine.value import Value

ARITHMETIC = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "**": operator.pow}


def chain_of_sums(*terms):
    total = 0.0
    for term in terms:
        total = total + term
    return total


def chain_of_products(bias, *factors):
    total = bias
    for weight, x in zip(factors[::2], factors[1::2]):
        total = total + weight * x
    return total


COMMON = {**ARITHMETIC, "neg": operator.neg, "sum": chain_of_sums, "dot": chain_of_products}

FLOATS = {
    **COMMON,
    "exp": math.exp,
    "log": math.log,
    "sqrt": math.sqrt,
    "sin": math.sin,
    "cos": math.cos,
    "tanh": math.tanh,
    "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
    "softplus": lambda x: math.log(1 + math.exp(x)),
    "relu": lambda x: max(x, 0.0),
    "leaky_relu": lambda x: x if x > 0 else 0.01 * x,
    "abs": abs,
}

# relu, leaky_relu and abs are not analytic: the complex step says nothing about them.
COMPLEX = {
    **COMMON,
    "exp": cmath.exp,
    "log": cmath.log,
    "sqrt": cmath.sqrt,
    "sin": cmath.sin,
    "cos": cmath.cos,
    "tanh": cmath.tanh,
    "sigmoid": lambda x: 1 / (1 + cmath.exp(-x)),
    "softplus": lambda x: cmath.log(1 + cmath.exp(x)),
}

FUNCTIONS = [name for name in FLOATS if name not in COMMON] + ["neg"]
VALUES_EXPANDED = {**COMMON, **{name: operator.methodcaller(name) for name in FUNCTIONS if name != "neg"}}
VALUES = {
    **VALUES_EXPANDED,
    "sum": lambda *terms: Value.sum(terms),
    "dot": lambda bias, *factors: Value.dot(factors[::2], factors[1::2], bias),
}


@dataclass(frozen=True)
class Step:
    op: str
    operands: tuple  # an int is the index of an earlier node, a float is a plain number


@dataclass(frozen=True)
class Program:
    numbers: tuple
    steps: tuple

    def run(self, leaves, engine):
        """All nodes of the program on this engine, in order: the leaves come first, the result last."""
        nodes = list(leaves)
        for step in self.steps:
            nodes.append(apply(step, nodes, engine))
        return nodes

    def result(self, leaves, engine):
        return self.run(leaves, engine)[-1]


def apply(step, nodes, engine):
    return engine[step.op](*(nodes[x] if isinstance(x, int) else x for x in step.operands))


def is_tame(step, values):
    """Whether this step, on these numbers, stays away from poles, kinks and large numbers."""
    x, *more = (values[x] if isinstance(x, int) else x for x in step.operands)
    safe = {
        "/": lambda: abs(more[0]) >= 0.5,
        "**": lambda: is_tame_power(x, step.operands[1], more[0]),
        "exp": lambda: x <= 2,
        "log": lambda: x >= 0.2,
        "sqrt": lambda: x >= 0.2,
        "relu": lambda: abs(x) >= 0.05,
        "leaky_relu": lambda: abs(x) >= 0.05,
        "abs": lambda: abs(x) >= 0.05,
    }.get(step.op, lambda: True)
    return safe() and abs(apply(step, values, FLOATS)) <= 30


def is_tame_power(base, exponent_operand, exponent):
    if isinstance(exponent_operand, int):  # a node: the slope goes through log(base)
        return base >= 0.2 and abs(exponent) <= 3
    return abs(exponent) <= 3 and (base >= 0.2 or (exponent.is_integer() and (exponent >= 0 or abs(base) >= 0.5)))


numbers = st.integers(-300, 300).map(lambda n: n / 100)
plain_numbers = st.sampled_from([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0])


@st.composite
def steps(draw, values, functions):
    """One tame step on the nodes so far. Late nodes are drawn as often as early ones, so that graphs get deep."""
    last = len(values) - 1
    node = st.integers(0, last) | st.integers(0, last).map(lambda back: last - back)
    operand = node | plain_numbers
    kind = draw(st.sampled_from(["binary", "binary", "function", "function", "sum", "dot"]))
    first = draw(node)
    if kind == "binary":
        second = draw(operand)
        choices = [Step(op, pair) for op in ARITHMETIC for pair in [(first, second), (second, first)]]
    elif kind == "function":
        choices = [Step(op, (first,)) for op in functions]
    elif kind == "sum":
        choices = [Step("sum", (first, *draw(st.lists(operand, max_size=5))))]
    else:
        factors = draw(st.lists(st.tuples(operand, operand), max_size=4))
        choices = [Step("dot", (draw(operand), *(x for pair in [(first, draw(operand)), *factors] for x in pair)))]
    choices = [step for step in choices if is_tame(step, values)]
    return draw(st.sampled_from(choices)) if choices else Step("sin", (first,))


@st.composite
def programs(draw, functions=FUNCTIONS, max_steps=15):
    """A program in which every node contributes to the result."""
    leaves = draw(st.lists(numbers, min_size=1, max_size=4))
    values, made = list(leaves), []
    for _ in range(draw(st.integers(1, max_steps))):
        step = draw(steps(values, functions))
        made.append(step)
        values.append(apply(step, values, FLOATS))
    used = {x for step in made for x in step.operands if isinstance(x, int)}
    ends = tuple(i for i in range(len(values)) if i not in used)
    if len(ends) > 1:
        made.append(Step("sum", ends))
    return Program(tuple(leaves), tuple(made))


analytic_programs = programs(functions=[name for name in FUNCTIONS if name in COMPLEX])


def value_gradients(program, engine=VALUES):
    """The result of a program on Values, and the gradient of each leaf."""
    leaves = [Value(number) for number in program.numbers]
    result = program.result(leaves, engine)
    result.backward()
    return result.data, [leaf.grad for leaf in leaves]
