"""Draw the pictures of the README, with the project itself: `.venv/bin/python tools/readme_pictures.py`."""

import random
from pathlib import Path

from autograd_lib import MLP, Adam, Value, datasets, draw_graph, losses, plot

FOLDER = Path(__file__).resolve().parent.parent / "docs"


def neuron():
    """One neuron with two inputs, after `backward()`."""
    x1, w1 = Value(2.0, label="x1"), Value(-3.0, label="w1")
    x2, w2 = Value(0.0, label="x2"), Value(1.0, label="w2")
    n = x1 * w1 + x2 * w2 + Value(6.8813735870195432, label="b")
    n.label = "n"
    o = n.tanh()
    o.label = "o"
    o.backward()
    return draw_graph(o)


def boundary():
    """A network trained on two moons, and the line that it draws between them."""
    xs, ys = datasets.moons(100, noise=0.1, seed=1)
    model = MLP(2, [16, 16, 1], activation="relu", output="linear", rng=random.Random(1))
    optimizer = Adam(model.parameters(), lr=0.05)
    for _ in range(60):
        loss = losses.hinge([model(x) for x in xs], ys)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return plot.plot_boundary(model, xs, ys, title="After 60 steps")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, picture in {"neuron": neuron(), "moons": boundary()}.items():
        (FOLDER / f"{name}.png").write_bytes(picture.png)
        print(f"docs/{name}.png")
