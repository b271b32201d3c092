"""`check_engine` on micrograd's own class: what it lacks and what is known to be wrong, and nothing else."""

from micrograd.engine import Value as MicrogradValue

from autograd_lib import check_engine


def test_micrograd_is_right_but_for_what_it_lacks_and_its_two_known_faults():
    card = check_engine(MicrogradValue)
    assert card.usable
    missing = {"tanh", "exp", "log", "sigmoid", "tanh of large numbers"}
    assert {name for name, problem in card.problems.items() if "missing" in problem} == missing
    assert card.problems["two calls of backward()"].endswith("c.grad is 108, expected 72")
    assert "RecursionError" in card.problems["deep graphs"]
    assert set(card.problems) == missing | {"two calls of backward()", "deep graphs"}
