"""Three optimisers that race on one surface: a plain model, without controls."""

import base64
import functools
import math
from dataclasses import dataclass
from numbers import Integral

import numpy as np

from autograd_lib.engine.value import Value
from autograd_lib.nn.optim import SGD, Adam
from autograd_lib.picture import from_figure
from autograd_lib.widgets.race.picture import map_of, roomy, side_by_side
from autograd_lib.widgets.race.surfaces import SURFACES
from autograd_lib.widgets.rates import rates

STEPS = 120
NEAR = 0.1  # a racer that stays within this distance of a minimum has arrived
FAR = 100.0  # a racer that is as far away as this has flown off
EDGE = 4.5  # x and y of a start lie between -EDGE and EDGE


@dataclass
class Racer:
    """An optimiser with its learning rate: `make(parameters, lr)` creates it."""

    make: object
    lr: float


@dataclass
class Walk:
    """The points (x, y) on an optimiser's path, the loss at each, and whether it flew off after the last one."""

    places: list
    losses: list
    flew_off: bool = False


def walk(f, start, racer, steps=STEPS):
    """Let an optimiser take `steps` steps on f from `start`, or fewer if it flies off."""
    x, y = Value(start[0], label="x"), Value(start[1], label="y")
    optimizer = racer.make([x, y], racer.lr)
    path = Walk([], [])
    for _ in range(steps + 1):
        path.flew_off = not (abs(x.data) < FAR and abs(y.data) < FAR)
        if path.flew_off:
            break
        loss = f(x, y)
        path.places.append((x.data, y.data))
        path.losses.append(loss.data)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return path


class RaceModel:
    """Three optimisers that start together on one surface.

    Args:
        surface: "ravine", "saddle" or "Beale".
        step: how many steps are shown at first.
        momentum: the momentum of the second racer.
        lr: the learning rates of the three racers.

    Attributes: `name` and `surface`, `start`, `step`, `racers` ({name: Racer}), `walks` ({name: Walk}), and `window`,
    the part of the plane that is seen.

    Raises:
        ValueError: there is no such surface, there are not three learning rates, or a number is out of its range.
    """

    def __init__(self, surface="ravine", step=0, momentum=0.9, lr=(0.07, 0.07, 0.4)):
        check_step(step)
        if len(lr) != 3:
            raise ValueError(f"lr is three learning rates, one for each racer: got {lr!r}")
        makers = (SGD, functools.partial(SGD, momentum=momentum), Adam)
        names = ("plain descent", f"momentum {momentum:g}", "Adam")
        self.racers = {name: Racer(make, rate) for name, make, rate in zip(names, makers, lr)}
        self.momentum, self.step, self.rates = momentum, step, dict(zip(names, lr))
        self.choose(surface)

    def choose(self, surface):
        """Race on this surface, from its own start."""
        if surface not in SURFACES:
            raise ValueError(f"the surfaces are {', '.join(SURFACES)}; got {surface!r}")
        self.name, self.surface = surface, SURFACES[surface]
        self.start, self.window = self.surface.start, roomy(self.surface.window)
        self.run()

    def reset(self):
        """Go back to step 0, with the surface's own start and the learning rates of the beginning."""
        self.step = 0
        for name, lr in self.rates.items():
            self.racers[name].lr = lr
        self.choose(self.name)

    def move_x(self, x):
        self.start = (x, self.start[1])
        self.run()

    def move_y(self, y):
        self.start = (self.start[0], y)
        self.run()

    def set_rate(self, name, lr):
        self.racers[name].lr = lr
        self.run()

    def show(self, step):
        self.step = step

    def take(self, surface, start, rates, step):
        """All that the page can change, in one move: while many are on their way, the newest one is enough."""
        before = self.name, self.start, [racer.lr for racer in self.racers.values()]
        self.name, self.surface, self.start, self.step = surface, SURFACES[surface], tuple(start), step
        self.window = roomy(self.surface.window)
        for racer, lr in zip(self.racers.values(), rates, strict=True):
            racer.lr = lr
        if before != (self.name, self.start, list(rates)):
            self.run()

    def run(self):
        """Compute all steps of all three racers; `step` says how many of them are shown."""
        self.walks = {name: walk(self.surface.f, self.start, racer) for name, racer in self.racers.items()}

    def distance(self, place):
        """The distance from a point to the nearest minimum."""
        return min(math.dist(place, minimum) for minimum in self.surface.minima)

    def goal(self):
        return "the minimum" if len(self.surface.minima) == 1 else "a minimum"

    def arrival(self, name):
        """The step from which on a racer stays near a minimum, or None."""
        path = self.walks[name]
        far = [step for step, place in enumerate(path.places) if self.distance(place) > NEAR]
        if path.flew_off or far[-1:] == [len(path.places) - 1]:
            return None
        return far[-1] + 1 if far else 0

    def line(self, name):
        """In words, where a racer is now."""
        path, rate = self.walks[name], f"{name}, lr {self.racers[name].lr:.3g}"
        if self.step >= len(path.places):
            return f"{rate}: flew off in step {len(path.places)}"
        (x, y), loss = path.places[self.step], path.losses[self.step]
        away = self.distance((x, y))
        left, right, bottom, top = self.window
        seen = "" if left <= x <= right and bottom <= y <= top else ", outside the picture"
        return f"{rate}: at ({short(x)}, {short(y)}){seen}, loss {short(loss)}, {short(away)} from {self.goal()}"

    def ahead(self):
        """In words, which racer is nearest to a minimum now."""
        there = {name: path.places[self.step] for name, path in self.walks.items() if self.step < len(path.places)}
        if self.step == 0 or not there:
            return "all at the start" if there else "nobody is left"
        return f"nearest to {self.goal()} now: {min(there, key=lambda name: self.distance(there[name]))}"

    def arrivals(self):
        """In words, which racers arrived, and when."""
        arrived = sorted((step, name) for name in self.racers if (step := self.arrival(name)) is not None)
        words = [f"{name} from step {step} on" for step, name in arrived]
        return f"within {NEAR} of {self.goal()}: {', '.join(words) or 'nobody'}"

    def text(self):
        x, y = self.start
        heading = f"{self.name}, {self.surface.formula}, from ({x:g}, {y:g}), step {self.step}"
        last = self.arrivals() if self.step == STEPS else self.ahead()
        return "\n".join([heading, *map(self.line, self.racers), last])

    moves = ("take",)

    def scene(self):
        """What never changes, for the front: the surfaces with their maps, the racers and what is on offer."""
        surfaces = {
            name: {
                **{"formula": surface.formula, "start": surface.start, "minima": surface.minima},
                **{"window": roomy(surface.window), "lowest": min(surface.f(*place) for place in surface.minima)},
                "map": map_of(surface),
            }
            for name, surface in SURFACES.items()
        }
        offer = [sorted({*rates(0.0001, 3), lr}) for lr in self.rates.values()]
        return {
            **{"surfaces": surfaces, "names": list(self.racers), "usual": list(self.rates.values()), "offer": offer},
            **{"steps": STEPS, "near": NEAR, "edge": EDGE},
        }

    def state(self):
        """What the reader has chosen, and the walks from there. The front counts the steps itself."""
        return {
            **{"surface": self.name, "start": list(self.start), "step": self.step},
            "rates": [racer.lr for racer in self.racers.values()],
            "walks": [{"bytes": packed(path), "flew_off": path.flew_off} for path in self.walks.values()],
        }

    def still(self, step):
        """All three surfaces after `step` steps, with the current learning rates, as a Picture."""
        rates = [racer.lr for racer in self.racers.values()]
        races = [RaceModel(surface, step, self.momentum, rates) for surface in SURFACES]
        for race in races:
            race.window = race.surface.window
        figure = side_by_side([(race.surface, race.walks, f"{race.name}, {step} steps") for race in races], step)
        return from_figure(figure, "\n\n".join(f"{race.text()}\n{race.arrivals()}" for race in races))


def packed(path):
    """A walk for the page, half as long as in decimals: all x, all y and all losses, as 64-bit floats.

    A server lets a million bytes a second pass, and a drag asks for up to sixty walks of three racers.
    """
    return base64.b64encode(np.array([*zip(*path.places), path.losses], "<f8").tobytes()).decode()


def check_step(step):
    if not isinstance(step, Integral) or not 0 <= step <= STEPS:
        raise ValueError(f"a race has steps 0 to {STEPS}, got {step!r}")


def short(number):
    """A number with three decimals, and no minus before a zero."""
    return f"{round(number, 3) + 0.0:.3f}"
