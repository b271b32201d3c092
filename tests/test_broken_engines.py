"""Exercise 5.6 says that six engines pass a textbook's test, and how small an expression exposes each: is that so?"""

from itertools import product

import pytest

from autograd_lib.course.nb05.engines import ENGINES, Engine
from autograd_lib.course.nb05.ex6_six_engines import SMALLEST, differ, gradients, others, reference
from autograd_lib.engine.graph import topological_order
from autograd_lib.engine.value import Value

A, B = 2.0, -3.0
EACH = pytest.mark.parametrize("name", ENGINES)
UNARY = [
    lambda x: -x,
    *(lambda x, n=n: x**n for n in (-1, 0, 1, 2, 3)),
    *(lambda x, f=f: getattr(x, f)() for f in ("exp", "log", "sin", "tanh", "sigmoid", "relu", "abs")),
]
BINARY = [lambda x, y: x + y, lambda x, y: x - y, lambda x, y: x * y, lambda x, y: x / y]


def gradients_on(cls, compute, a=A, b=B):
    """What a class gives for an expression: the gradients of a and b."""
    a, b = cls(a), cls(b)
    return gradients(compute(a, b), a, b)


def expressions(operations):
    """Every expression of so many operations on a, b and 1, as functions of a and b."""
    places = range(3 + operations - 1)
    steps = [(operation, (place,)) for operation in UNARY for place in places]
    steps += [(operation, pair) for operation in BINARY for pair in product(places, places)]

    def build(chosen, a, b):
        nodes = [a, b, type(a)(1.0)]
        for operation, inputs in chosen:
            nodes.append(operation(*(nodes[place] for place in inputs)))
        return nodes[-1]

    for chosen in product(steps, repeat=operations):
        if all(max(inputs) < 3 + turn for turn, (_, inputs) in enumerate(chosen)):
            yield lambda a, b, chosen=chosen: build(chosen, a, b)


def textbook_test(a, b):
    return (a * b + a**2).tanh()


@EACH
def test_a_broken_engine_passes_the_test_of_the_textbook(name):
    right, broken = (gradients_on(cls, textbook_test, 0.5, -0.4) for cls in (Engine, ENGINES[name]))
    assert not differ(right, broken)


@EACH
def test_the_solution_exposes_with_as_few_operations_as_we_say(name):
    root = reference(Engine(A), Engine(B))[name]
    assert len([node for node in topological_order(root) if node._prev]) == SMALLEST[name]
    assert differ(*(gradients_on(cls, lambda a, b: reference(a, b)[name]) for cls in (Engine, ENGINES[name])))


@pytest.mark.parametrize("name, at_least", [("C", 50), ("E", 50), ("F", 5000)])
def test_no_smaller_expression_exposes_it(name, at_least):
    tried = 0
    for operations in range(1, SMALLEST[name]):
        for compute in expressions(operations):
            try:
                right = gradients_on(Engine, compute)
            except (ArithmeticError, ValueError):
                continue
            tried += 1
            assert not differ(right, gradients_on(ENGINES[name], compute))
    assert tried > at_least


@pytest.mark.parametrize("solution", [reference, others])
@EACH
def test_the_engine_without_a_fault_is_right(name, solution):
    ours, library = (gradients_on(cls, lambda a, b: solution(a, b)[name]) for cls in (Engine, Value))
    assert not differ(ours, library)
