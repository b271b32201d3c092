"""The exercises of notebook 10."""

from autograd_lib.exercises.nb10 import cross_entropy, matmul, rows, shapes, softmax, unbroadcast

TITLE = "Tensors"
EXERCISES = tuple(module.exercise for module in (shapes, unbroadcast, matmul, rows, softmax, cross_entropy))
