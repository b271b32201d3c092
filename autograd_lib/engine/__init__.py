"""The two engines: `Value` over numbers and `Tensor` over arrays, on graphs of one kind."""
