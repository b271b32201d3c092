"""The segments explorer: how much must be kept at a time, and how much is computed, for checkpoints in a chain?"""

from numbers import Integral

from autograd_lib.plot.style import BLUE, ORANGE, in_our_style, new_figure
from autograd_lib.widgets.front import module
from autograd_lib.widgets.view import Front, errors_as_notice

BACKWARD = 2  # a layer backward takes about as long as two forward: one product for its weights, one for its input
MOST = 200  # layers


class SegmentsModel:
    """A training step of a chain of equal layers, with checkpoints between segments: what is kept at each moment.

    It counts outputs of layers. The graph of a layer keeps one, and so does a checkpoint, until the step is over.

    Args:
        layers: how many there are, from 1 to 200.
        size: the layers of a segment to begin with; the last segment may be shorter.

    Attributes: `layers`, `size`.

    Raises:
        TypeError, ValueError: an argument is not a whole number, or not in its range.
    """

    def __init__(self, layers=64, size=1):
        check("layers", layers, MOST)
        check("size", size, layers)
        self.layers, self.size = layers, size

    def choose(self, size):
        """Take segments of so many layers."""
        check("size", size, self.layers)
        self.size = size

    def segments(self, size):
        """The number of layers in each segment."""
        return [min(size, self.layers - start) for start in range(0, self.layers, size)]

    def kept(self, size):
        """The course of a step, as moments and what is kept at each: (times, counts); a layer forward takes 1."""
        now, checkpoints, times, counts = 0, 0, [0], [0]
        for length in self.segments(size):
            now, checkpoints = now + length, checkpoints + 1
            times += [now, now]
            counts += [checkpoints - 1, checkpoints]
        for length in reversed(self.segments(size)):
            for seconds, count in [(0, 0), (length, length), (BACKWARD * length, length), (0, 0)]:
                now += seconds
                times.append(now)
                counts.append(checkpoints + count)
        return times, counts

    def all_kept(self):
        """The same without checkpoints: each output is kept until the step is over."""
        return [0, self.layers, (1 + BACKWARD) * self.layers], [0, self.layers, self.layers]

    def peak(self, size):
        """The most that is kept at a time."""
        return max(self.kept(size)[1])

    moves = ("choose",)

    def scene(self):
        """What never changes, for the front: the peak of every size, the step without checkpoints, the limits."""
        return {
            **{"layers": self.layers, "peaks": [self.peak(size) for size in self.sizes()]},
            **{"plain": self.all_kept(), "limits": [(2 + BACKWARD) * self.layers, self.layers + 1]},
        }

    def state(self):
        return {"size": self.size, "kept": self.kept(self.size), "text": self.text()}

    def sizes(self):
        return range(1, self.layers + 1)

    def text(self):
        return f"{self.in_words(self.size)}; without checkpoints: {self.layers} kept, {self.layers} layers forward"

    def listing(self):
        """The same, and what other sizes come to, for pages where nothing moves."""
        least = min(map(self.peak, self.sizes()))
        best = [str(size) for size in self.sizes() if self.peak(size) == least]
        powers = [2**i for i in range(self.layers.bit_length())]
        lines = [self.in_words(size) for size in powers]
        return "\n".join([self.text(), *lines, f"the least is {least}, in segments of {', '.join(best)}"])

    def in_words(self, size):
        count = len(self.segments(size))
        graph = self.peak(size) - count
        return (
            f"segments of {size}: at most {self.peak(size)} outputs kept, {count} of checkpoints and {graph} of a "
            f"segment's graph; {2 * self.layers} layers forward"
        )

    @in_our_style
    def figure(self):
        figure = new_figure(8.4, 3.2, layout="constrained")
        course, peaks = figure.subplots(1, 2)
        middle = min(self.sizes(), key=self.peak)
        course.plot(*self.all_kept(), color=ORANGE, linestyle="--", label="all kept")
        course.plot(*self.kept(middle), color=BLUE, linewidth=1, label=f"segments of {middle}")
        course.set(xlabel="time, in layers forward", ylabel="outputs kept", ylim=(0, self.layers * 1.3))
        course.legend(loc="upper left", ncols=2, fontsize=10)
        peaks.plot(self.sizes(), [self.peak(size) for size in self.sizes()], color=BLUE)
        peaks.axhline(self.layers, color=ORANGE, linestyle="--")
        peaks.set(xlabel="layers in a segment", ylabel="outputs kept, at most", ylim=(0, self.layers * 1.3))
        return figure


def check(name, number, most):
    if not isinstance(number, Integral) or isinstance(number, bool):
        raise TypeError(f"{name} is a whole number, got {number!r:.60}")
    if not 1 <= number <= most:
        raise ValueError(f"{name} is from 1 to {most}, got {number}")


class SegmentsFront(Front):
    """A slider, the course of a step, and the peak for each size. Where nothing can move: the best size."""

    _esm = module("segments")


@errors_as_notice
def segments_explorer(layers=64, size=1):
    """A widget to cut a chain of layers into segments, and to see what is kept at each moment of a step.

    The arguments are those of `SegmentsModel`.
    """
    return SegmentsFront(SegmentsModel(layers, size))
