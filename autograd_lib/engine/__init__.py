"""The two engines, `Value` for numbers and `Tensor` for arrays, which build graphs of the same kind."""
