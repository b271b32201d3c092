"""Losses: one number that says how wrong the predictions are, as a node to call `backward()` on.

The predictions come in one of two ways. Most often they are a list of nodes, with a list of as many numbers as targets;
a loss then uses nothing but operators and methods, so it works on a class of the reader's own too. Or they are one
Tensor, with an array of its shape as targets. Each loss is the mean over all of them.

Lengths or shapes that differ, and targets that a loss cannot take, raise a ValueError; what is no list of nodes raises
a TypeError.
"""

import math
from numbers import Real

import numpy as np

from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn.functional import cross_entropy
from autograd_lib.nn.mlp import weighted_sum


def mean_squared_error(predictions, targets):
    """The mean of (prediction - target)². The targets are numbers, or nodes that get a gradient too."""
    if isinstance(predictions, Tensor):
        targets = targets_like(predictions, targets)
        if not isinstance(targets, Tensor) and not (holds_numbers(targets) and np.isfinite(targets).all()):
            raise not_finite(targets)
        differences = predictions - targets
        return (differences * differences).mean()

    predictions, targets = paired(predictions, targets)
    for target in targets:
        if not hasattr(target, "grad") and not (isinstance(target, Real) and math.isfinite(target)):
            raise not_finite(target)
    differences = [prediction - target for prediction, target in zip(predictions, targets)]
    return sum_of_squares(differences) * (1 / len(differences))


def hinge(scores, targets):
    """The mean of max(0, 1 - target·score), for targets -1 and 1.

    A point costs nothing once its score is on the right side of 0 by 1 or more (Cortes and Vapnik 1995).
    """
    if isinstance(scores, Tensor):
        targets = targets_like(scores, targets)
        check_target_array("hinge", targets, (-1, 1))
        return (1 - scores * targets).relu().mean()

    scores, targets = paired(scores, targets)
    check_targets("hinge", targets, (-1, 1))
    needs(scores[0], "hinge", "relu")
    return mean([(score * -target + 1).relu() for score, target in zip(scores, targets)])


def binary_cross_entropy(logits, targets):
    """The mean of -log p(target), with p(1) = sigmoid(logit), for targets 0 and 1.

    It takes logits, not probabilities: softplus(logit) - target·logit is the same number, and stays finite where
    the sigmoid has rounded to 0 or 1.
    """
    if isinstance(logits, Tensor):
        targets = targets_like(logits, targets)
        check_target_array("binary_cross_entropy", targets, (0, 1))
        return (logits.softplus() - logits * targets).mean()

    logits, targets = paired(logits, targets)
    check_targets("binary_cross_entropy", targets, (0, 1))
    if not hasattr(logits[0], "softplus"):
        needs(logits[0], "binary_cross_entropy", "exp", "log")
    return mean([softplus(logit) - logit * target for logit, target in zip(logits, targets)])


def softmax_cross_entropy(logits, targets):
    """The mean of -log softmax(logits)[target], for targets that are the indices of classes.

    Args:
        logits: for each example a list of nodes, one for each class; or a Tensor with a row for each example.
        targets: for each example the index of its class, from 0.

    The largest logit is subtracted first, as a number: it changes neither the softmax nor its gradient, and no
    exponential overflows.
    """
    if isinstance(logits, Tensor):
        return cross_entropy(logits, targets)

    logits, targets = paired(logits, targets, of_rows=True)
    classes = len(logits[0])
    if any(len(row) != classes for row in logits):
        raise ValueError(f"as many logits for each example: got rows of {sorted({len(row) for row in logits})}")
    check_targets("softmax_cross_entropy", targets, range(classes))
    needs(logits[0][0], "softmax_cross_entropy", "exp", "log")
    costs = []
    for row, target in zip(logits, targets):
        largest = max(logit.data for logit in row)
        shifted = [logit - largest for logit in row]
        costs.append(add_up([logit.exp() for logit in shifted]).log() - shifted[int(target)])
    return mean(costs)


def l2(parameters, strength):
    """strength · Σ parameter²: added to a loss, it keeps the parameters small."""
    parameters = list(parameters) if hasattr(parameters, "__iter__") else []
    if not parameters or not all(hasattr(parameter, "grad") for parameter in parameters):
        raise TypeError("l2 takes a list of parameters, as model.parameters() gives it")
    if not isinstance(strength, Real) or not 0 <= strength < math.inf:
        raise ValueError(f"the strength of l2 is a number >= 0, got {strength!r}")
    if isinstance(parameters[0], Tensor):
        return add_up([(parameter * parameter).sum() for parameter in parameters]) * strength
    return sum_of_squares(parameters) * strength


# Sums over a list of nodes, with few nodes where their class has one for many inputs.


def sum_of_squares(nodes):
    """Σ node². As a weighted sum of the nodes by themselves it is two nodes where their class has `dot`."""
    first, *rest = nodes
    return weighted_sum(type(first), rest, rest, first * first)


def mean(nodes):
    """The mean of a list of nodes, as one node."""
    return add_up(nodes) * (1 / len(nodes))


def add_up(nodes):
    """The sum, as one node where the nodes' class has a `sum` of many. (A Tensor's own `sum` is over its numbers.)"""
    cls = type(nodes[0])
    if hasattr(cls, "sum") and not issubclass(cls, Tensor):
        return cls.sum(nodes)
    total = nodes[0]
    for node in nodes[1:]:
        total = total + node
    return total


def softplus(node):
    """log(1 + eˣ). A class without that method gets it from exp and log, with no e to the power of a large number."""
    if hasattr(node, "softplus"):
        return node.softplus()
    if node.data > 0:
        return ((node * -1).exp() + 1).log() + node
    return (node.exp() + 1).log()


# Checks of what comes in.


def paired(predictions, targets, of_rows=False):
    """Both as lists, once they are known to be as long as each other, and the predictions to be nodes."""
    for name, given in (("predictions", predictions), ("targets", targets)):
        if hasattr(given, "grad") or not hasattr(given, "__len__") or isinstance(given, str):
            raise TypeError(f"the {name} are a list, for one alone [prediction], [target]: got {given!r}")
    predictions, targets = list(predictions), targets.tolist() if hasattr(targets, "tolist") else list(targets)
    if len(predictions) != len(targets) or not targets:
        raise ValueError(f"as many predictions as targets, at least one: got {len(predictions)} and {len(targets)}")
    rows = predictions if of_rows else [predictions]
    if not all(isinstance(row, (list, tuple)) and row for row in rows):
        raise TypeError("the logits are a list for each example, of one node for each class: [[z0, z1], …]")
    for node in (node for row in rows for node in row):
        if not hasattr(node, "grad"):
            raise TypeError(f"a prediction is a node, such as a Value, or there is nothing to learn: got {node!r}")
    return predictions, targets


def targets_like(predictions, targets):
    """The targets of a Tensor, once they are known to have its shape: (n, 1) and (n,) would broadcast to (n, n)."""
    targets = targets if isinstance(targets, Tensor) else np.asarray(targets)
    if targets.shape != predictions.shape or not predictions.size:
        raise ValueError(
            f"as many predictions as targets, in the same shape, at least one: got shapes {predictions.shape} and "
            f"{targets.shape}. predictions[:, 0], or targets.reshape(-1, 1), may be what is wanted"
        )
    return targets


def check_targets(loss, targets, allowed):
    """An error unless each of a list of targets is one of the numbers in `allowed`."""
    for target in targets:
        if not (isinstance(target, Real) and target in allowed):
            raise not_allowed(loss, target, allowed)


def check_target_array(loss, targets, allowed):
    """The same for an array of targets, all at once."""
    if not (holds_numbers(targets) and np.isin(targets, allowed).all()):
        raise not_allowed(loss, targets, allowed)


def holds_numbers(targets):
    return isinstance(targets, np.ndarray) and targets.dtype.kind in "fiub"


def not_finite(target):
    return ValueError(f"the targets of mean_squared_error are finite numbers, got {target!r}")


def not_allowed(loss, target, allowed):
    words = f"0 to {allowed[-1]}" if isinstance(allowed, range) else " or ".join(map(str, allowed))
    return ValueError(f"the targets of {loss} are {words}, as plain numbers: got {target!r}")


def needs(node, loss, *methods):
    """An error, before anything is computed, where the nodes' class lacks one of these methods."""
    missing = [f"{method}()" for method in methods if not hasattr(node, method)]
    if missing:
        raise TypeError(f"{loss} needs {' and '.join(missing)}, which {type(node).__name__} does not have yet")
