"""Exercise 3.4: division as one operation, with its two local gradients."""

from autograd_lib.course.exercise import Case, Drawn, Exercise
from autograd_lib.course.nb03.values import Value, as_value, class_seen_by, inputs_in_words, pay_from, result_node


def reference(self, other):
    other = as_value(other)
    slopes = (1 / other.data, -self.data / other.data**2)
    return Value(self.data / other.data, (self, other), "/", slopes)


def reuses_the_quotient(self, other):
    other = as_value(other)
    q = self.data / other.data
    return Value(q, (self, other), "/", [1 / other.data, -q / other.data])


def forgets_the_minus(self, other):
    """the second local gradient has the wrong sign. A larger divisor makes a smaller quotient (here, where a is
    positive): ∂(a/b)/∂b is -a/b².
    """
    other = as_value(other)
    slopes = (1 / other.data, self.data / other.data**2)
    return Value(self.data / other.data, (self, other), "/", slopes)


def forgets_the_square(self, other):
    """the square is missing. a/b is a · b⁻¹, and the slope of b⁻¹ is -1 · b⁻²."""
    other = as_value(other)
    slopes = (1 / other.data, -self.data / other.data)
    return Value(self.data / other.data, (self, other), "/", slopes)


def forgets_the_numerator(self, other):
    """the second local gradient is that of 1/b, not of a/b: the factor a is missing."""
    other = as_value(other)
    slopes = (1 / other.data, -1 / other.data**2)
    return Value(self.data / other.data, (self, other), "/", slopes)


def swaps_the_two(self, other):
    """the two local gradients stand in the wrong order. The first belongs to the first input, `self`."""
    other = as_value(other)
    slopes = (-self.data / other.data**2, 1 / other.data)
    return Value(self.data / other.data, (self, other), "/", slopes)


def divides_twice(self, other):
    """the second local gradient is taken to be 1/a, as if a and b played the same part. Nudge b in a/b and look."""
    other = as_value(other)
    slopes = (1 / other.data, 1 / self.data)
    return Value(self.data / other.data, (self, other), "/", slopes)


def gives_no_local_gradients(self, other):
    """no local gradients reach the node. They are its fourth argument: `Value(data, inputs, op, (…, …))`."""
    other = as_value(other)
    return Value(self.data / other.data, (self, other), "/")


def puts_it_together(self, other):
    """division is put together from `*` and `**`. All numbers are right, but each division costs one more node, and its
    inputs are not a and b. Make it one node that knows its own two local gradients.
    """
    other = as_value(other)
    return self * other**-1


def is_composed(case, answer):
    """Whether the numbers are right but the inputs of the node are not a and b."""
    if not isinstance(answer, dict):
        return False
    right = exercise.run(reference, *case.make()).answer
    return answer["c's list of inputs"] != right["c's list of inputs"] and all(
        abs(answer[key] - number) < 1e-9 for key, number in right.items() if key != "c's list of inputs"
    )


def run(solution, a_number, b_number, grad):
    value_class = class_seen_by(solution)
    a, b = value_class(a_number, label="a"), value_class(b_number, label="b")
    c = result_node(solution(a, b), "c")
    pay_from(c, grad)
    answer = {"c.data": c.data, "a.grad": a.grad, "b.grad": b.grad, "c's list of inputs": inputs_in_words(c)}
    return Drawn(answer, c)


exercise = Exercise(
    id="3.4",
    title="Division, as one node",
    name="div",
    reference=reference,
    cases=[
        Case("c = a / b, with a = 6, b = 4 and c.grad = 0.7", lambda: (6.0, 4.0, 0.7)),
        Case("c = a / b, with a = 3, b = -0.5 and c.grad = -1.3", lambda: (3.0, -0.5, -1.3)),
    ],
    run=run,
    alternatives=[reuses_the_quotient],
    misconceptions=[
        forgets_the_minus,
        forgets_the_square,
        forgets_the_numerator,
        swaps_the_two,
        divides_twice,
        gives_no_local_gradients,
        puts_it_together,
    ],
    recognise={puts_it_together: is_composed},
)
