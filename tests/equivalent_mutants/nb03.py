"""Mutants of notebook 03's solutions that are as right as the solutions themselves, with the reason for each."""

ANY_NAME = "Exercise 3.3 does not ask for a name of the operation."

EQUIVALENT = {
    "3.2": {
        "in_steps: self.grad += for_self * out.grad -> self.grad += out.grad": "`for_self` is 1.",
    },
    "3.3": {
        "as_one_operation: return Value(other - self.data, (self,), 'rsub', (-1.0,)) -> "
        "return Value(other - self.data, (self,), 'rsub?', (-1.0,))": ANY_NAME,
        "with_a_closure: out = Value(other - self.data, (self,), '-') -> "
        "out = Value(other - self.data, (self,), '-?')": ANY_NAME,
        "with_two_inputs: return Value(left.data - self.data, [self, left], '-', [-1, 1]) -> "
        "return Value(left.data - self.data, [self, left], '-?', [-1, 1])": ANY_NAME,
    },
    "3.6": {
        "reference: return (a - 3) ** 2 -> return (3 - a) ** 2": "This is flat at 3, and not at 5, as well.",
        "reference: return (a - 3) ** 2 -> return (a - 3) ** 3": "This is flat at 3, and not at 5, as well.",
    },
}
