"""Widgets: pictures that the reader can move, each for one question.

Each has a file or a folder of its own, with a plain model and a thin view.
"""

from autograd_lib.widgets.activation import activation_explorer
from autograd_lib.widgets.attention import attention_explorer
from autograd_lib.widgets.broadcasting import broadcasting_explorer
from autograd_lib.widgets.descent import descent_explorer
from autograd_lib.widgets.digit_pad import DigitPadModel, digit_pad
from autograd_lib.widgets.feature_maps import FeatureMapsModel, feature_maps
from autograd_lib.widgets.graph_explorer import graph_explorer
from autograd_lib.widgets.neuron import neuron_playground
from autograd_lib.widgets.orders import order_against_order
from autograd_lib.widgets.passes_explorer import passes_explorer
from autograd_lib.widgets.quiz import quiz
from autograd_lib.widgets.race import RaceModel, optimiser_race
from autograd_lib.widgets.sampler import text_sampler
from autograd_lib.widgets.segments import segments_explorer
from autograd_lib.widgets.stepper import graph_stepper
from autograd_lib.widgets.tangent import tangent_explorer
from autograd_lib.widgets.training import TrainingModel, training_live

__all__ = [
    "DigitPadModel",
    "FeatureMapsModel",
    "RaceModel",
    "TrainingModel",
    "activation_explorer",
    "attention_explorer",
    "broadcasting_explorer",
    "descent_explorer",
    "digit_pad",
    "feature_maps",
    "graph_explorer",
    "graph_stepper",
    "neuron_playground",
    "optimiser_race",
    "order_against_order",
    "passes_explorer",
    "quiz",
    "segments_explorer",
    "tangent_explorer",
    "text_sampler",
    "training_live",
]
