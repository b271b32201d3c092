"""What the notebooks say of PyTorch and JAX is so: each claim is run here, under the number of its notebook."""

import functools
import importlib
import inspect
import math
import pickle
import random
import re
import warnings
from pathlib import Path

import jax
import jax.numpy as jnp
import jax.test_util
import micrograd.engine
import nbformat
import numpy as np
import optax
import pytest
import scipy.optimize
import torch
from torch import nn
from torch.nn import functional

from autograd_lib import Tensor
from autograd_lib.nn import Conv2d, convolution
from autograd_lib.nn import functional as our_functional

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"


@pytest.fixture(autouse=True)
def jax_as_it_comes():
    """JAX in float32, as a reader has it: other tests switch it to float64."""
    before = jax.config.jax_enable_x64
    jax.config.update("jax_enable_x64", False)
    yield
    jax.config.update("jax_enable_x64", before)


def leaf(number):
    return torch.tensor(number, dtype=torch.float64, requires_grad=True)


def on_the_page(notebook, words):
    """The block of a notebook's prose, between ```, that has these words in it."""
    cells = nbformat.read(NOTEBOOKS / f"{notebook}.ipynb", as_version=4).cells
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    (found,) = [block for block in re.findall(r"^```\n(.*?)\n```$", prose, re.DOTALL | re.MULTILINE) if words in block]
    return found


# 01 · The chain rule


def test_01_both_find_minus_4_for_the_loss_and_one_step_of_sgd_leads_to_0_4():
    w = leaf(0.0)
    ((w * 1.0 - 2.0) ** 2).backward()
    assert w.grad == -4
    torch.optim.SGD([w], lr=0.1).step()
    assert w.item() == pytest.approx(0.4)
    assert jax.grad(lambda w: (w * 1.0 - 2.0) ** 2)(0.0) == -4


def test_01_gradcheck_fails_in_float32_for_a_cube_at_2_and_passes_in_float64():
    gradcheck = torch.autograd.gradcheck
    assert inspect.signature(gradcheck).parameters["eps"].default == 1e-6
    x = torch.tensor(2.0, requires_grad=True)
    with warnings.catch_warnings(), pytest.raises(RuntimeError, match=r"11\.4441"):
        warnings.simplefilter("ignore")
        gradcheck(lambda x: x * x * x, (x,))
    assert gradcheck(lambda x: x * x * x, (leaf(2.0),))


def test_01_pytorchs_gradcheck_moves_one_input_after_the_other_by_1e_6():
    asked = []

    def f(x):
        asked.append(x.tolist())
        return (x * x).sum()

    start = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    torch.autograd.gradcheck(f, start)
    assert asked[1:5] == [[1 - 1e-6, 2], [1 + 1e-6, 2], [1, 2 - 1e-6], [1, 2 + 1e-6]]


def test_01_gradcheck_warns_of_float32_and_float32_is_what_both_calculate_in():
    with pytest.warns(UserWarning, match="not a double precision"):
        torch.autograd.gradcheck(lambda x: x, torch.tensor(0.0, requires_grad=True))
    assert torch.tensor(2.0).dtype == torch.float32 and jnp.array(2.0).dtype == jnp.float32


def test_01_jaxs_check_grads_goes_1e_4_along_one_direction_through_all_inputs():
    def points(**options):
        asked = []

        def f(x, y):
            if not isinstance(x, jax.core.Tracer):
                asked.append((float(x), float(y)))
            return x * y

        jax.test_util.check_grads(f, (2.0, 3.0), order=1, modes=["rev"], **options)
        return asked

    at, ahead, behind = points()
    assert at == (2, 3) and ahead[0] != 2 and ahead[1] != 3
    assert (ahead[0] + behind[0], ahead[1] + behind[1]) == pytest.approx((4, 6), rel=1e-7)
    assert points(eps=1e-4) == [at, ahead, behind] != points(eps=2e-4)


def test_01_scipys_minimize_steps_by_the_root_of_epsilon_or_its_third_root():
    for jac, steps in ((None, [1.5e-8]), ("3-point", [-6.1e-6, 6.1e-6])):
        asked = []

        def f(x, asked=asked):
            asked.append(float(x[0]))
            return float((x[0] - 0.3) ** 2)

        scipy.optimize.minimize(f, [0.5], jac=jac)
        assert [asked[i + 1] - 0.5 for i in range(len(steps))] == pytest.approx(steps, rel=0.01)


# 02 · Computational graphs


def names(edges):
    return [type(node).__name__ for node, _ in edges]


def test_02_pytorchs_nodes_are_the_operations_and_a_leaf_is_where_a_gradient_is_accumulated():
    a, b, c, d = (leaf(number) for number in (2.0, 3.0, 4.0, 5.0))
    root = ((a * b + c) * (a + d)).grad_fn
    assert type(root).__name__ == "MulBackward0" and names(root.next_functions) == ["AddBackward0", "AddBackward0"]
    assert names(root.next_functions[1][0].next_functions) == ["AccumulateGrad", "AccumulateGrad"]


def test_02_a_number_used_twice_is_listed_twice_and_a_plain_number_as_none():
    x = leaf(3.0)
    (first, _), (second, _) = (x * x).grad_fn.next_functions
    assert first is second and first.variable is x
    assert (x * 2).grad_fn.next_functions[1][0] is None
    assert names((1 - x).grad_fn.next_functions) == ["AccumulateGrad"]


def test_02_pytorchs_graph_has_the_turns_of_a_loop_and_the_branch_that_ran():
    i = leaf(2.0)
    node = (i + 1 + 1 + 1).grad_fn
    turns = []
    while type(node).__name__ != "AccumulateGrad":
        turns.append(type(node).__name__)
        node = node.next_functions[0][0]
    assert turns == ["AddBackward0"] * 3
    assert type((i * i if i > 0 else -i).grad_fn).__name__ == "MulBackward0"


def test_02_the_slope_of_tanh_is_made_of_its_result_and_that_of_relu_at_0_is_0():
    x = leaf(0.7)
    t = x.tanh()
    assert t.grad_fn._saved_result == t and not hasattr(t.grad_fn, "_saved_self")
    x = leaf(0.0)
    x.relu().backward()
    assert x.grad == 0 and jax.grad(jax.nn.relu)(0.0) == 0


def test_02_jaxs_record_is_the_list_on_the_page():
    record = jax.make_jaxpr(lambda a, b, c, d: ((a * b) + c) * (a + d))(2.0, 3.0, 4.0, 5.0)
    assert str(record) == on_the_page("02_computational_graphs", "a:f32[] b:f32[] c:f32[] d:f32[]")


def test_02_in_jax_a_loop_leaves_its_turns_and_an_if_on_a_stand_in_is_refused():
    def three_times(i):
        for _ in range(3):
            i = i + 1
        return i

    assert [step.primitive.name for step in jax.make_jaxpr(three_times)(2.0).eqns] == ["add"] * 3
    with pytest.raises(jax.errors.TracerBoolConversionError):
        jax.jit(lambda x: x * x if x > 0 else -x)(3.0)


def test_02_micrograd_makes_a_product_and_a_sum_of_a_difference():
    a, b = micrograd.engine.Value(2.0), micrograd.engine.Value(3.0)
    difference = a - b
    (product,) = difference._prev - {a}
    assert (difference._op, product._op) == ("+", "*") and b in product._prev


# 03 · The Value class


def test_03_a_product_of_tensors_keeps_two_inputs_and_the_numbers_that_its_gradients_need():
    a, b = leaf(2.0), leaf(-3.0)
    c = a * b
    assert type(c.grad_fn).__name__ == "MulBackward0" and len(c.grad_fn.next_functions) == 2
    assert (c.grad_fn._saved_self.item(), c.grad_fn._saved_other.item()) == (2.0, -3.0)
    assert "__rsub__" in vars(torch.Tensor)


def test_03_a_saved_factor_that_is_changed_is_noticed_unless_it_is_changed_through_data():
    a, b = leaf(2.0), leaf(-3.0)
    kept = b * 1.0
    product = a * kept
    kept.add_(1.0)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        product.backward()
    kept, number = b * 1.0, torch.tensor(5.0)
    product = kept * number  # the gradient will not need `kept`
    kept.add_(1.0)
    product.backward()
    assert b.grad == 5
    b.grad = None
    product = a * b
    b.data.fill_(100.0)
    product.backward()
    assert (product.item(), a.grad.item()) == (-6.0, 100.0)


def test_03_jax_passes_a_tracer_through_the_function_and_its_arrays_cannot_be_changed():
    assert [step.primitive.name for step in jax.make_jaxpr(lambda a, b: 1 - a * b)(2.0, -3.0).eqns] == ["mul", "sub"]
    seen = []
    jax.grad(lambda x: seen.append(x) or x * x)(2.0)
    assert isinstance(seen[0], jax.core.Tracer)
    with pytest.raises(TypeError):
        jnp.ones(2)[0] = 1


def test_03_micrograd_keeps_a_set_of_inputs_and_has_five_nodes_in_a_minus_b():
    a, b = micrograd.engine.Value(2.0), micrograd.engine.Value(3.0)
    assert (a + a)._prev == {a}
    nodes, todo = set(), [a - b]
    while todo:
        node = todo.pop()
        nodes.add(node)
        todo += node._prev
    assert len(nodes) == 5


# 04 · Topological sort


def test_04_what_backward_has_used_up_is_freed_where_numbers_were_saved():
    a = leaf(3.0)
    product, total = a * a, a + a
    product.backward()
    with pytest.raises(RuntimeError, match="a second time"):
        product.backward()
    a.grad = None
    total.backward()
    total.backward()
    assert a.grad == 4


def test_04_leaves_add_up_and_inner_nodes_start_afresh_and_forget():
    c = leaf(2.0)
    d = 3 * c
    d.retain_grad()
    e = d * d
    e.backward(retain_graph=True)
    e.backward()
    assert (c.grad, d.grad) == (72, 24)
    d = 3 * c
    (d * d).backward()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert d.grad is None
    x = leaf(5.0)
    x.backward()
    x.backward()
    assert x.grad == 2


def test_04_a_node_has_its_turn_once_and_its_gradient_is_complete_by_then():
    a, seen = leaf(3.0), []
    b = a * 2
    b.register_hook(lambda gradient: seen.append(gradient.item()))
    (b + b * 3).backward()
    assert (seen, a.grad) == ([4.0], 8)


def test_04_jax_records_in_running_order_and_sorts_only_small_pieces(monkeypatch):
    steps = jax.make_jaxpr(lambda a: jnp.exp(jnp.tanh(a)) * a + jnp.sin(a))(0.5).eqns
    assert [step.primitive.name for step in steps] == ["tanh", "exp", "mul", "sin", "add"]
    partial_eval = importlib.import_module("jax._src.interpreters.partial_eval")
    sort, sizes = partial_eval.toposort, []

    def counted(tails):
        found = sort(tails)
        sizes.append(len(found))
        return found

    monkeypatch.setattr(partial_eval, "toposort", counted)
    jax.grad(lambda a: sum(a**k for k in range(2, 12)))(0.5)
    assert len(sizes) > 10 and max(sizes) <= 3


# 05 · Functions and gradient checks


def test_05_pytorchs_functions_are_single_nodes_that_keep_their_input_or_their_result():
    assert hasattr(leaf(2.0).exp().grad_fn, "_saved_result") and hasattr(leaf(2.0).log().grad_fn, "_saved_self")
    for f in (torch.exp, torch.log, torch.sin, torch.tanh, torch.sigmoid, torch.relu, functional.softplus):
        assert len(f(leaf(2.0)).grad_fn.next_functions) == 1


def test_05_softplus_is_x_itself_above_20_in_pytorch_and_logaddexp_in_jax():
    assert functional.softplus(leaf(20.1)).item() == 20.1 and functional.softplus(leaf(19.9)).item() > 19.9
    assert jax.nn.softplus(3.0) == jnp.logaddexp(3.0, 0)


def test_05_a_tanh_made_of_pieces_is_nan_at_400():
    x = leaf(400.0)
    e = (2 * x).exp()
    y = (e - 1) / (e + 1)
    y.backward()
    assert y.isnan() and x.grad.isnan()


def test_05_at_the_corner_the_slope_depends_on_how_the_function_is_written():
    zero = torch.zeros((), dtype=torch.float64)
    slopes = []
    for f in (torch.relu, lambda x: x.clamp(min=0), lambda x: torch.maximum(x, zero), torch.abs):
        x = leaf(0.0)
        f(x).backward()
        slopes.append(x.grad.item())
    assert slopes == [0, 1, 0.5, 0]
    assert [jax.grad(f)(0.0) for f in (jax.nn.relu, lambda x: jnp.maximum(x, 0), jnp.abs)] == [0, 0.5, 1]


def test_05_a_loss_on_probabilities_clamps_and_one_on_logits_does_not():
    target = torch.ones((), dtype=torch.float64)
    z = leaf(-800.0)
    loss = functional.binary_cross_entropy(z.sigmoid(), target)
    loss.backward()
    assert (loss.item(), z.grad.item()) == (100, 0)
    z = leaf(-800.0)
    loss = functional.binary_cross_entropy_with_logits(z, target)
    loss.backward()
    assert (loss.item(), z.grad.item()) == (800, -1)


def test_05_gradcheck_has_two_tolerances_and_fails_at_a_corner():
    parameters = inspect.signature(torch.autograd.gradcheck).parameters
    assert (parameters["rtol"].default, parameters["atol"].default) == (1e-3, 1e-5)
    with pytest.raises(RuntimeError, match=r"0\.5"):
        torch.autograd.gradcheck(torch.relu, leaf(0.0))


def test_05_a_function_can_be_given_a_slope_of_its_own():
    assert isinstance(jax.nn.relu, jax.custom_jvp)
    own = jax.custom_jvp(lambda x: x * x)
    own.defjvp(lambda inputs, tangents: (inputs[0] ** 2, 7 * tangents[0]))
    assert jax.grad(own)(3.0) == 7
    own = jax.custom_vjp(lambda x: x * x)
    own.defvjp(lambda x: (x * x, None), lambda kept, g: (7 * g,))
    assert jax.grad(own)(3.0) == 7

    class Own(torch.autograd.Function):
        @staticmethod
        def forward(context, x):
            return x * x

        @staticmethod
        def backward(context, g):
            return 7 * g

    x = leaf(3.0)
    Own.apply(x).backward()
    assert x.grad == 7


# 06 · Neuron, layer, MLP


def test_06_a_linear_layer_and_the_network_of_41_numbers():
    layer = nn.Linear(3, 4)
    assert layer.weight.shape == (4, 3) and layer.bias.shape == (4,)
    network = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 1), nn.Tanh())
    assert [sum(p.numel() for p in network.parameters()), len(list(network.parameters()))] == [41, 6]


def test_06_how_pytorch_draws_its_first_weights():
    for parameter in nn.Linear(400, 1000).parameters():
        assert 0.98 < parameter.abs().max() * 20 <= 1.0001  # uniform up to 1/√400
        assert float(parameter.detach().var()) * 3 * 400 == pytest.approx(1, abs=0.2)
    weight = torch.empty(1000, 400)
    nn.init.xavier_uniform_(weight)
    assert float(weight.var()) * 700 == pytest.approx(1, abs=0.02)
    nn.init.kaiming_uniform_(weight, nonlinearity="relu")
    assert float(weight.var()) * 200 == pytest.approx(1, abs=0.02)


def test_06_layers_in_a_plain_list_are_not_found_and_a_layer_three_times_in_a_module_list_is_counted_once():
    class Plain(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = [nn.Linear(2, 2)]

    assert not list(Plain().parameters())
    many = nn.ModuleList([nn.Linear(2, 2)] * 3)
    assert len(many) == 3 and sum(p.numel() for p in many.parameters()) == 6


def test_06_in_jax_parameters_are_a_tree_and_random_numbers_come_from_a_key():
    gradient = jax.grad(lambda p, x: jnp.tanh(p["w"] @ x + p["b"]))({"w": jnp.ones(2), "b": 0.5}, jnp.ones(2))
    assert set(gradient) == {"w", "b"}
    draw, key = jax.nn.initializers.lecun_normal(), jax.random.key(0)
    assert (draw(key, (2, 2)) == draw(key, (2, 2))).all()
    assert float(draw(key, (400, 1000)).var()) * 400 == pytest.approx(1, abs=0.02)


# 07 · The training loop


def test_07_without_zero_the_losses_swing_as_ours_do():
    w, x, losses = torch.zeros(2, requires_grad=True), torch.tensor([1.0, 2.0, 3.0]), []
    optimizer = torch.optim.SGD([w], lr=0.01)
    for _ in range(9):
        loss = ((w[0] * x + w[1] - 2 * x) ** 2).sum()
        loss.backward()
        optimizer.step()
        losses.append(round(loss.item(), 1))
    assert losses == [56.0, 25.1, 0.9, 13.1, 46.6, 60.7, 38.0, 6.3, 4.2]


def test_07_zero_between_backward_and_step_leaves_the_parameter_where_it_is():
    w = leaf(3.0)
    optimizer = torch.optim.SGD([w], lr=0.1)
    (w * w).backward()
    optimizer.zero_grad()
    assert w.grad is None
    optimizer.step()
    assert w.item() == 3.0


def test_07_an_update_that_names_a_new_tensor_leaves_the_parameter_where_it_is_without_a_word():
    model = nn.Linear(2, 1)
    before = [p.detach().clone() for p in model.parameters()]
    model(torch.ones(2)).sum().backward()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for p in model.parameters():
            p = p - 0.1 * p.grad
    assert all(p.grad.abs().max() > 0 for p in model.parameters())
    assert all(torch.equal(p, old) for p, old in zip(model.parameters(), before))


def test_07_a_detached_loss_and_a_graph_used_twice_raise():
    w = leaf(3.0)
    with pytest.raises(RuntimeError, match="does not require grad"):
        (w.detach() - 1).square().backward()
    squared = w * w
    (squared - 1).square().backward()
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        (squared - 1).square().backward()


def test_07_a_total_of_losses_keeps_every_graph():
    w, total = leaf(3.0), 0.0
    for _ in range(60):
        loss = (w - 2) ** 2
        loss.backward()
        total = total + loss
    seen, todo = set(), [total.grad_fn]
    while todo:
        node = todo.pop()
        if node is not None and node not in seen:
            seen.add(node)
            todo += [following for following, _ in node.next_functions]
    assert len(seen) == 181


def test_07_a_leaf_is_changed_inside_no_grad_only_where_nothing_is_recorded():
    w = leaf(3.0)
    (w * w).backward()
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad is being used in an in-place operation"):
        w -= 0.1 * w.grad
    with torch.no_grad():
        w -= 0.1 * w.grad
        assert (w * w).grad_fn is None


def test_07_data_changes_behind_the_graphs_back():
    w = leaf(3.0)
    loss = w * w
    w.data.fill_(5.0)
    loss.backward()
    assert w.grad == 10


def test_07_a_step_between_forward_and_backward_is_noticed():
    network = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1))
    optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
    network(torch.ones(1, 2)).sum().backward()
    loss = network(torch.ones(1, 2)).sum()
    optimizer.step()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()


@pytest.mark.parametrize("kind", [torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW])
def test_07_a_step_of_a_fused_optimiser_is_not_noticed(kind):
    w = leaf(3.0)
    optimizer = kind([w], lr=0.1, fused=True)
    loss = w * w
    w.backward()
    optimizer.step()
    w.grad = None
    loss.backward()
    assert w.grad == pytest.approx(2 * w.item()) and w.item() < 3


def test_07_a_column_beside_a_row_is_stretched_with_a_warning_from_mse_loss_alone():
    column, row = torch.zeros(4, 1), torch.tensor([1.0, -1.0, -1.0, 1.0])
    with pytest.warns(UserWarning, match="size"):
        functional.mse_loss(column, row)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert ((column - row) ** 2).sum() == 16
    assert nn.MSELoss()(torch.zeros(4), torch.ones(4)) == 1
    assert nn.MSELoss(reduction="sum")(torch.zeros(4), torch.ones(4)) == 4


def test_07_in_jax_a_step_returns_new_parameters():
    gradient = jax.grad(lambda w, x, y: ((w * x - y) ** 2).sum())(0.0, 1.0, 2.0)
    assert gradient == -4
    parameters = {"w": 0.0}
    moved = jax.tree.map(lambda p, g: p - 0.1 * g, parameters, {"w": gradient})
    assert parameters == {"w": 0.0} and float(moved["w"]) == pytest.approx(0.4)


def test_07_numpy_pytorch_and_jax_go_on_with_what_is_not_finite():
    w = leaf(1e200)
    loss = (w * w) ** 2
    loss.backward()
    torch.optim.SGD([w], lr=0.1).step()
    assert loss.isinf() and not w.isfinite()
    assert jnp.isinf(jax.grad(lambda w: w**4)(1e30)) and jnp.isnan(jnp.inf - jnp.array(jnp.inf))
    with np.errstate(over="ignore"):
        assert np.isinf(np.array([1e200]) ** 2).all()


# 08 · A full training run


def test_08_the_losses_of_pytorch():
    z, target = leaf(0.4), torch.tensor(-1.0, dtype=torch.float64)
    assert functional.binary_cross_entropy_with_logits(z, target).item() == pytest.approx(1.3130, abs=5e-5)
    scores, targets = torch.tensor([0.4, -1.3], dtype=torch.float64), torch.tensor([1.0, -1.0])
    mean_of_logs = torch.log1p(torch.exp(-scores * targets)).mean()
    assert functional.soft_margin_loss(scores, targets).item() == pytest.approx(mean_of_logs.item())
    assert nn.BCELoss()(torch.tensor([0.0]), torch.tensor([1.0])) == 100


def test_08_a_data_loader_keeps_the_short_batch_unless_told_to_drop_it():
    loader = torch.utils.data.DataLoader
    assert len(loader(range(7), batch_size=3, shuffle=True)) == 3
    assert len(loader(range(7), batch_size=3, drop_last=True)) == 2


def moves(make_optimizer, gradients, start=0.0):
    """How far an optimiser of PyTorch moves a parameter in each step, given its gradients."""
    w = leaf(start)
    optimizer, steps = make_optimizer([w]), []
    for gradient in gradients:
        before = w.item()
        w.grad = torch.tensor(gradient, dtype=torch.float64)
        optimizer.step()
        steps.append(before - w.item())
    return steps


def test_08_momentum_adds_up_and_adam_adds_eps_outside_the_root():
    assert moves(lambda w: torch.optim.SGD(w, lr=0.1, momentum=0.9), [1, 1, 1]) == pytest.approx([0.1, 0.19, 0.271])
    [first] = moves(lambda w: torch.optim.Adam(w, lr=0.01, eps=1e-2), [4e-4])
    assert first == pytest.approx(0.01 * 4e-4 / (4e-4 + 1e-2))


def test_08_weight_decay_is_part_of_the_gradient_in_adam_and_beside_it_in_adamw():
    options = {"lr": 0.1, "weight_decay": 0.5}
    steps = []
    for kind in (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW):
        steps += moves(functools.partial(kind, **options), [0.0], start=4.0)
    assert steps == pytest.approx([0.2, 0.1, 0.2])


def test_08_a_state_of_another_shape_is_refused():
    with pytest.raises(RuntimeError, match="size mismatch"):
        nn.Linear(2, 1).load_state_dict(nn.Linear(2, 3).state_dict())


def test_08_optax_has_adam_schedules_and_the_loss_on_logits():
    state = optax.adam(0.01).init(jnp.zeros(1))
    step, _ = optax.adam(0.01).update(jnp.array([0.0004]), state, jnp.zeros(1))
    assert float(step[0]) == pytest.approx(-0.0099997, abs=1e-6)
    assert float(optax.linear_schedule(0.1, 0, 150)(75)) == pytest.approx(0.05)
    assert float(optax.sigmoid_binary_cross_entropy(jnp.array(0.4), jnp.array(1.0))) == pytest.approx(
        0.5130152, abs=1e-6
    )


def test_08_a_state_that_is_refused_may_have_been_loaded_in_part():
    model, other = (nn.Sequential(nn.Linear(2, 3), nn.Linear(3, outputs)) for outputs in (1, 2))
    with pytest.raises(RuntimeError, match="size mismatch"):
        model.load_state_dict(other.state_dict())
    assert torch.equal(model[0].weight, other[0].weight)


def test_08_python_runs_what_a_pickle_says():
    class Trap:
        def __reduce__(self):
            return sorted, ([3, 1, 2],)

    assert pickle.loads(pickle.dumps(Trap())) == [1, 2, 3]


def test_08_an_optimiser_of_optax_is_a_pair_of_functions_whose_memory_is_carried_along():
    optimizer = optax.adam(0.01)
    assert optimizer._fields == ("init", "update") and all(callable(function) for function in optimizer)
    _, state = optimizer.update(jnp.ones(1), optimizer.init(jnp.zeros(1)))
    assert {"mu", "nu"} <= set(state[0]._fields)


# 09 · Forward and reverse


def test_09_jax_wants_floats_and_a_single_output_and_takes_the_first_input():
    for f, at in ((lambda x: x * x, 3), (lambda v: v, jnp.ones(2))):
        with pytest.raises(TypeError):
            jax.grad(f)(at)
    assert jax.grad(lambda x, y: x * y)(2.0, 3.0) == 3
    assert jax.grad(lambda x, y: x * y, argnums=(0, 1))(2.0, 3.0) == (3, 2)


def test_09_backward_of_several_outputs_wants_a_cotangent():
    x = torch.tensor([2.0, 0.5], dtype=torch.float64, requires_grad=True)

    def outputs():
        return torch.stack([x[0] * x[1].cos(), x[0] * x[1].sin()])

    with pytest.raises(RuntimeError, match="grad can be implicitly created only for scalar outputs"):
        outputs().backward()
    outputs().backward(torch.tensor([0.7, -1.3], dtype=torch.float64))
    assert x.grad.tolist() == pytest.approx([-0.0089, -2.9529], abs=5e-5)


def test_09_a_gradient_of_a_gradient_needs_create_graph():
    for create_graph in (True, False):
        x = leaf(3.0)
        (gradient,) = torch.autograd.grad(x**3, x, create_graph=create_graph)
        if create_graph:
            assert torch.autograd.grad(gradient, x)[0] == 18
        else:
            with pytest.raises(RuntimeError, match="does not require grad"):
                torch.autograd.grad(gradient, x)


def test_09_forward_mode_nests_in_functions_and_not_in_contexts():
    with torch.autograd.forward_ad.dual_level(), pytest.raises(RuntimeError, match="Nested forward mode"):
        with torch.autograd.forward_ad.dual_level():
            pass
    for library, one in ((jax, 1.0), (torch.func, torch.ones(()))):
        for name in ("jvp", "vjp", "grad", "jacfwd", "jacrev", "hessian"):
            assert hasattr(library, name)
        grad = library.grad

        def forward(f, library=library):
            return lambda x: library.jvp(f, (x,), (x / x,))[1]

        for outer in (grad, forward):
            for inner in (grad, forward):
                assert outer(lambda x, inner=inner: x * inner(lambda y: x + y)(x / x))(one) == 1
        assert "jacfwd(jacrev(" in inspect.getsource(library.hessian)


def test_09_the_record_of_a_jvp_is_the_list_on_the_page():
    def forward(a, b):
        return jax.jvp(lambda x: x * jnp.sin(x), (a,), (b,))

    assert str(jax.make_jaxpr(forward)(1.0, 1.0)) == on_the_page("09_forward_and_reverse", "cos a")


# 10 · Tensors


def test_10_what_is_not_a_scalar_asks_for_a_gradient_and_what_was_saved_is_watched():
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    with pytest.raises(RuntimeError, match="grad can be implicitly created only for scalar outputs"):
        (x * 2).backward()
    y = x * 1
    loss = (y * y).sum()
    y.mul_(10)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        loss.backward()
    loss = (x * x).sum()
    x.data.mul_(10)
    loss.backward()
    assert x.grad.tolist() == [20, 40, 60]


def test_10_a_linear_layer_multiplies_by_the_transposed_weight():
    layer, z = nn.Linear(2, 16), torch.rand(5, 2)
    assert layer.weight.shape == (16, 2)
    assert torch.allclose(layer(z), z @ layer.weight.T + layer.bias, atol=1e-6)


def test_10_cross_entropy_of_large_scores_is_finite_and_a_column_beside_a_row_is_warned_of():
    assert functional.cross_entropy(torch.tensor([[1000.0, 0.0]]), torch.tensor([1])) == 1000
    with pytest.warns(UserWarning, match="size"):
        functional.mse_loss(torch.zeros(20, 1), torch.zeros(20))


def test_10_a_place_that_is_picked_twice_is_paid_twice_and_an_assignment_adds_once():
    places, a = torch.tensor([0, 2, 2]), torch.zeros(4)
    a[places] += 1
    assert a.tolist() == [1, 0, 1, 0]
    assert torch.zeros(4).index_add_(0, places, torch.ones(3)).tolist() == [1, 0, 2, 0]
    b = torch.zeros(4, requires_grad=True)
    b[places].sum().backward()
    assert b.grad.tolist() == jnp.zeros(4).at[jnp.array([0, 2, 2])].add(1).tolist() == [1, 0, 2, 0]


def test_10_a_nan_that_is_masked_afterwards_is_still_in_the_gradient():
    for masked_before, expected in ((False, [0.5, math.nan]), (True, [0.5, 0.0])):

        def f(x, where, log, masked_before=masked_before):
            return where(x > 0, log(where(x > 0, x, 1.0) if masked_before else x), 0.0).sum()

        x = torch.tensor([2.0, 0.0], requires_grad=True)
        f(x, torch.where, torch.log).backward()
        in_jax = jax.grad(lambda x, f=f: f(x, jnp.where, jnp.log))(jnp.array([2.0, 0.0]))
        for gradient in (x.grad.tolist(), in_jax.tolist()):
            assert gradient == pytest.approx(expected, nan_ok=True)


def test_10_jax_returns_the_vjp_as_a_function():
    result, pull_back = jax.vjp(lambda x: x * x, 3.0)
    assert (result, *pull_back(1.0)) == (9, 6)


def test_10_a_fast_gradcheck_moves_all_inputs_at_once():
    asked = []

    def f(x):
        asked.append(x.tolist())
        return x * x

    start = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    torch.autograd.gradcheck(f, start, fast_mode=True)
    moved = [x for x in asked if x != [1, 2]]
    assert len(moved) == 2 and all(x[0] != 1 and x[1] != 2 for x in moved)


# 11 · Images


def test_11_a_convolution_takes_the_same_arguments_in_the_same_order_and_has_weights_of_the_same_shape():
    theirs, ours = (list(inspect.signature(layer).parameters) for layer in (nn.Conv2d, Conv2d))
    assert theirs[:5] == ["in_channels", "out_channels", "kernel_size", "stride", "padding"]
    assert ours[:5] == ["channels", "filters", "size", "stride", "padding"]
    assert nn.Conv2d(1, 16, 3, padding=1).weight.shape == Conv2d(1, 16, 3, padding=1).weight.shape == (16, 1, 3, 3)
    assert nn.Conv2d(1, 16, 3, padding="same")(torch.zeros(2, 1, 8, 8)).shape == (2, 16, 8, 8)


def test_11_neither_turns_the_filter_round():
    x, weight = np.arange(16.0).reshape(1, 1, 4, 4), np.arange(9.0).reshape(1, 1, 3, 3)
    expected = convolution.conv2d(x, Tensor(weight), padding=1).data
    assert expected[0, 0, 1, 1] == np.sum(x[0, 0, :3, :3] * weight[0, 0])
    assert functional.conv2d(torch.tensor(x), torch.tensor(weight), padding=1).numpy() == pytest.approx(expected)
    in_jax = jax.lax.conv_general_dilated(jnp.array(x), jnp.array(weight), window_strides=(1, 1), padding="SAME")
    assert np.asarray(in_jax) == pytest.approx(expected)


def test_11_where_the_weights_begin():
    layer, inputs = nn.Conv2d(40, 1000, 3), 40 * 9
    for parameter in layer.parameters():
        assert 0.98 < parameter.abs().max() * math.sqrt(inputs) <= 1.0001
        assert float(parameter.detach().var()) * 3 * inputs == pytest.approx(1, abs=0.2)
    ours = Conv2d(40, 1000, 3, rng=np.random.default_rng(0))
    assert ours.weight.data.std() / math.sqrt(2 / inputs) == pytest.approx(1, abs=0.01)
    assert not ours.bias.data.any()


def test_11_of_equal_pixels_a_max_pool_pays_the_first_and_amax_all_of_them():
    pixels = [[[[1.0, 3.0], [3.0, 3.0]]]]
    x = torch.tensor(pixels, requires_grad=True)
    nn.MaxPool2d(2)(x).sum().backward()
    assert x.grad.flatten().tolist() == [0, 1, 0, 0]

    def pool(x):
        return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID").sum()

    assert jax.grad(pool)(jnp.array(pixels)).flatten().tolist() == [0, 1, 0, 0]
    x = torch.tensor(pixels, requires_grad=True)
    x.amax(dim=(2, 3)).sum().backward()
    assert x.grad.flatten().tolist() == pytest.approx([0, 1 / 3, 1 / 3, 1 / 3])


def test_11_channels_last_changes_where_the_numbers_lie_and_not_the_shape():
    x = torch.zeros(2, 3, 4, 5)
    moved = x.to(memory_format=torch.channels_last)
    assert moved.shape == x.shape and (x.stride(), moved.stride()) == ((60, 20, 5, 1), (60, 1, 15, 3))


# 12 · A tiny GPT


def test_12_their_causal_attention_is_ours_with_heads_before_the_positions_or_behind_them():
    q, k, v = np.random.default_rng(0).normal(size=(3, 2, 4, 5, 3))  # batch, heads, T, d
    ours = our_functional.causal_attention(Tensor(q), Tensor(k), Tensor(v)).data
    theirs = functional.scaled_dot_product_attention(*map(torch.from_numpy, (q, k, v)), is_causal=True)
    assert np.allclose(theirs.numpy(), ours, rtol=0, atol=1e-12)
    behind = (jnp.asarray(x.swapaxes(1, 2)) for x in (q, k, v))
    in_jax = jax.nn.dot_product_attention(*behind, is_causal=True).swapaxes(1, 2)
    assert np.allclose(in_jax, ours, atol=1e-5)


def test_12_true_in_a_mask_allows_here_and_forbids_there():
    x, future = torch.rand(1, 3, 4), torch.triu(torch.ones(3, 3, dtype=torch.bool), 1)
    masked = functional.scaled_dot_product_attention(x, x, x, attn_mask=~future)
    assert torch.allclose(masked, functional.scaled_dot_product_attention(x, x, x, is_causal=True))
    _, weights = nn.MultiheadAttention(4, 2, batch_first=True)(x, x, x, attn_mask=future)
    assert (weights[0][future] == 0).all() and (weights[0][~future] > 0).all()


def test_12_multihead_attention_cuts_its_width_by_a_view_and_a_transpose():
    source = inspect.getsource(functional.multi_head_attention_forward)
    assert re.search(r"q = q\.view\(tgt_len, bsz \* num_heads, head_dim\)\.transpose\(0, 1\)", source)


def test_12_cross_entropy_has_the_classes_on_axis_one():
    scores, targets = torch.rand(2, 5, 7), torch.randint(7, (2, 5))
    with pytest.raises(RuntimeError):
        functional.cross_entropy(scores, targets)
    flat = functional.cross_entropy(scores.flatten(0, 1), targets.flatten())
    ours = our_functional.cross_entropy(Tensor(scores.double().numpy()), targets.numpy())
    assert flat.item() == pytest.approx(ours.item(), rel=1e-5)


def test_12_a_layer_norms_gain_is_called_weight_and_an_embedding_begins_normal():
    assert [name for name, _ in nn.LayerNorm(4).named_parameters()] == ["weight", "bias"]
    table = nn.Embedding(500, 200).weight
    assert abs(table.mean()) < 0.02 and abs(table.std() - 1) < 0.02


def test_12_jax_draws_from_scores():
    scores = jnp.log(jnp.array([0.2, 0.8]))
    drawn = jax.random.categorical(jax.random.key(0), scores, shape=(10_000,))
    assert drawn.mean() == pytest.approx(0.8, abs=0.02)


# 13 · Record and replay


def keep_or_turn(x):
    return x if x.sum() > 0 else -x


def test_13_jit_trace_keeps_the_branch_that_was_taken_and_is_deprecated():
    with pytest.warns(torch.jit.TracerWarning), pytest.warns(DeprecationWarning, match="jit.trace"):
        traced = torch.jit.trace(keep_or_turn, torch.ones(2))
    assert traced(-torch.ones(2)).tolist() == [-1, -1]


def test_13_torch_compile_handles_an_if_by_a_graph_break_and_refuses_it_with_fullgraph():
    torch._dynamo.reset()
    compiled = torch.compile(keep_or_turn, backend="eager")
    assert compiled(-torch.ones(2)).tolist() == compiled(torch.ones(2)).tolist() == [1, 1]
    torch._dynamo.reset()
    with pytest.raises(torch._dynamo.exc.Unsupported, match=r"[Dd]ata-dependent branching"):
        torch.compile(keep_or_turn, backend="eager", fullgraph=True)(torch.ones(2))


def test_13_torch_compile_calls_its_compiler_again_for_a_new_shape():
    calls = []

    def backend(graph, inputs):
        calls.append(inputs)
        return graph.forward

    torch._dynamo.reset()
    compiled = torch.compile(lambda x: (2 * x).tanh(), backend=backend, dynamic=False)
    for x in (torch.ones(2), torch.zeros(2), torch.ones(3)):
        compiled(x)
    assert len(calls) == 2


def test_13_jit_refuses_an_if_and_has_cond_as_a_node():
    with pytest.raises(jax.errors.TracerBoolConversionError):
        jax.jit(keep_or_turn)(jnp.ones(2))
    turned = jax.jit(lambda x: jax.lax.cond(x.sum() > 0, lambda x: x, lambda x: -x, x))
    assert turned(-jnp.ones(2)).tolist() == [1, 1]


def test_13_jit_runs_the_function_once_for_each_shape_and_dtype_and_keeps_what_was_drawn():
    shapes = []
    doubled = jax.jit(lambda x: shapes.append((x.shape, x.dtype)) or 2 * x)
    for x in (jnp.ones(2), jnp.zeros(2), jnp.ones(3), jnp.ones(3, int)):
        doubled(x)
    assert len(shapes) == 3
    drawn = jax.jit(lambda x: x * random.random())
    assert drawn(jnp.ones(1)) == drawn(jnp.ones(1))


def test_13_checkpoint_has_these_names():
    x = torch.ones(3, requires_grad=True)
    layers = [torch.nn.Tanh() for _ in range(6)]
    torch.utils.checkpoint.checkpoint(layers[0], x, use_reentrant=False).sum().backward()
    torch.utils.checkpoint.checkpoint_sequential(layers, 3, x, use_reentrant=False)
    for again in (jax.checkpoint, jax.remat):
        assert "checkpoint" in str(jax.make_jaxpr(again(jnp.sin))(1.0)) or "remat" in str(
            jax.make_jaxpr(again(jnp.sin))(1.0)
        )
        assert jax.grad(again(jnp.sin))(0.5) == jax.grad(jnp.sin)(0.5)


def test_13_arrays_of_jax_cannot_be_changed_in_place():
    with pytest.raises(TypeError):
        jnp.ones(2)[0] = 1
    assert hasattr(torch, "cond")
