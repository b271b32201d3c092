"""Training live: watch a boundary bend while a network learns, and change the rules while it does.

`model.py` trains, `plane.py` knows the points and asks the network about the places around them, `live.py` draws that
many times a second, `view.py` puts controls to it.
"""

from autograd_lib.widgets.training.model import TrainingModel
from autograd_lib.widgets.training.view import training_live

__all__ = ["TrainingModel", "training_live"]
