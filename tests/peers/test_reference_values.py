"""The table of PyTorch's values that notebook 05 compares with: every row, computed again."""

import pytest
import torch

from autograd_lib.course.nb05.from_pytorch import PYTORCH

ROWS = [(name, *row) for name, rows in PYTORCH.items() for row in rows]


def computed(name, number):
    """The value and the slope of a function, as the table's docstring says that they were made."""
    function = getattr(torch, name, None) or getattr(torch.nn.functional, name)
    x = torch.tensor(number, dtype=torch.float64, requires_grad=True)
    y = function(x)
    y.backward()
    return y.item(), x.grad.item()


@pytest.mark.parametrize("name, x, value, slope", ROWS, ids=[f"{name} at {x:g}" for name, x, *_ in ROWS])
def test_pytorch_gives_what_the_table_says(name, x, value, slope):
    # The last digit of exp and its kin may differ from machine to machine.
    assert computed(name, x) == pytest.approx((value, slope), rel=1e-14, abs=0)
