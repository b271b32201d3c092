"""Losses: one number that says how wrong a list of predictions is, as a node to call `backward()` on.

Each takes the predictions of a model, a list of nodes, and the targets, a list of numbers as long, and gives the mean
over the list. They use nothing but operators and methods, so they work on a class of the reader's own too. Predictions
that are one Tensor take targets that are an array of its shape.
"""

import math
from numbers import Real

import numpy as np

from autograd_lib.engine.tensor import Tensor
from autograd_lib.nn.functional import cross_entropy
from autograd_lib.nn.mlp import weighted_sum


def mean_squared_error(predictions, targets):
    """The mean of (prediction - target)², for targets that are numbers."""
    predictions, targets = paired(predictions, targets)
    for target in targets:
        if not (hasattr(target, "grad") or all_numbers(target, math.isfinite, np.isfinite)):
            raise ValueError(f"the targets of mean_squared_error are finite numbers, got {target!r}")
    differences = [prediction - target for prediction, target in zip(predictions, targets)]
    if isinstance(differences[0], Tensor):
        return mean([differences[0] * differences[0]])
    return sum_of_squares(differences) * (1 / len(differences))


def hinge(scores, targets):
    """The mean of max(0, 1 - target·score), for targets -1 and 1.

    A point costs nothing once its score is on the right side of 0 by 1 or more (Cortes and Vapnik 1995).
    """
    scores, targets = paired(scores, targets)
    check_targets("hinge", targets, (-1, 1))
    needs(scores[0], "hinge", "relu")
    return mean([(score * -target + 1).relu() for score, target in zip(scores, targets)])


def binary_cross_entropy(logits, targets):
    """The mean of -log p(target), with p(1) = sigmoid(logit), for targets 0 and 1.

    It takes logits, not probabilities: softplus(logit) - target·logit is the same number, and stays finite where
    the sigmoid has rounded to 0 or 1.
    """
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
    parameters = list(parameters)
    if not parameters or not all(hasattr(parameter, "grad") for parameter in parameters):
        raise TypeError("l2 takes a list of parameters, as model.parameters() gives it")
    if not isinstance(strength, Real) or not 0 <= strength < math.inf:
        raise ValueError(f"the strength of l2 is a number >= 0, got {strength!r}")
    return sum_of_squares(parameters) * strength


def sum_of_squares(nodes):
    """Σ node². As a weighted sum of the nodes by themselves it is two nodes where their class has `dot`."""
    if isinstance(nodes[0], Tensor):
        return add_up([(node * node).sum() for node in nodes])
    first, *rest = nodes
    return weighted_sum(type(first), rest, rest, first * first)


def mean(nodes):
    """Of a list of nodes; of one Tensor, in a list by itself, over its numbers."""
    if isinstance(nodes[0], Tensor):
        return nodes[0].mean()
    return add_up(nodes) * (1 / len(nodes))


def add_up(nodes):
    """The sum, as one node where the nodes' class has a `sum` of many."""
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


def paired(predictions, targets, of_rows=False):
    """Both as lists, once they are known to be as long as each other, and the predictions to be nodes.

    Of a Tensor and an array as its targets, the lists hold just the one and the other.
    """
    if isinstance(predictions, Tensor):
        return [predictions], [targets_like(predictions, targets)]
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


def all_numbers(target, of_a_number, of_an_array):
    """Whether a target, or each number of an array of targets, is one of which this is true."""
    if isinstance(target, np.ndarray):
        return target.dtype.kind in "fiub" and bool(of_an_array(target).all())
    return isinstance(target, Real) and of_a_number(target)


def check_targets(loss, targets, allowed):
    for target in targets:
        if not all_numbers(target, lambda number: number in allowed, lambda array: np.isin(array, list(allowed))):
            words = f"0 to {allowed[-1]}" if isinstance(allowed, range) else " or ".join(map(str, allowed))
            raise ValueError(f"the targets of {loss} are {words}, as plain numbers: got {target!r}")


def needs(node, loss, *methods):
    """An error, before anything is computed, where the nodes' class lacks one of these methods."""
    missing = [f"{method}()" for method in methods if not hasattr(node, method)]
    if missing:
        raise TypeError(f"{loss} needs {' and '.join(missing)}, which {type(node).__name__} does not have yet")
