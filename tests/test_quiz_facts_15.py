"""What the quizzes of notebook 15, and sentences around its exercises, say, computed: without any cluster."""

import itertools
import math

import numpy as np
import pytest

from autograd_lib import datasets
from autograd_lib.course.contents import find_exercise, quizzes_of
from autograd_lib.course.nb15 import ex1_whole_gradient, ex2_add_up, ex3_break_even, ex4_most_workers
from autograd_lib.nn import Linear, functional
from autograd_lib.parallel import bytes_a_step

(IMAGES, TARGETS), _ = datasets.digits()
IMAGES = IMAGES.reshape(-1, 64)


def gradient(rows, mean=True):
    model = Linear(64, 10, rng=np.random.default_rng(1))
    loss = functional.cross_entropy(model(IMAGES[rows]), TARGETS[rows])
    (loss if mean else loss * len(TARGETS[rows])).backward()
    return model.weight.grad.copy()


def cut(count):
    places = [len(IMAGES) * i // count for i in range(count + 1)]
    return [slice(a, b) for a, b in itertools.pairwise(places)]


def whole_of(shards, order):
    """The gradient of all rows, from shards that are computed and arrive in this order."""
    sizes = [shard.stop - shard.start for shard in shards]
    arrivals = [(i, sizes[i] / sum(sizes) * gradient(shards[i])) for i in order]
    return ex2_add_up.reference(arrivals, len(shards))


def test_15_q1_shards_decide_about_the_last_bits_and_who_computes_them_does_not():
    orders = [[0, 1, 2, 3], [2, 0, 3, 1], [3, 2, 2, 1, 0, 0]]
    first, *others = [whole_of(cut(4), order) for order in orders]
    assert all(np.array_equal(first, other) for other in others)
    eight = whole_of(cut(8), range(8))
    assert not np.array_equal(first, eight) and np.allclose(first, eight, rtol=0, atol=1e-14)


def test_15_q2_gradients_of_sums_add_up_however_the_rows_are_dealt_out():
    shards = [slice(0, 10), slice(10, 700), slice(700, 1348)]
    added = sum(gradient(shard, mean=False) for shard in shards)
    assert np.allclose(added, gradient(slice(0, 1348), mean=False), rtol=0, atol=1e-10)


def test_15_q3_the_bytes_of_three_workers_and_six_shards():
    [quiz] = [quiz for quiz in quizzes_of("15") if quiz.id == "15.q3"]
    assert quiz.answer == bytes_a_step(1000, workers=3, shards=6) == (3 + 6) * 1000 * 8


def test_15_q4_what_a_machine_sends_in_a_ring_hardly_grows():
    def sent(machines):
        """In 2 (W - 1) rounds, each machine sends one of W pieces."""
        return sum(1 / machines for _ in range(2 * (machines - 1)))

    assert sent(10) == pytest.approx(1.8) and sent(1000) == pytest.approx(1.998)


def test_a_ring_of_pieces_leaves_the_sum_with_everybody():
    """The ring as the notebook describes it: W - 1 rounds that add, and W - 1 that pass on."""
    count = 5
    pieces = np.random.default_rng(0).integers(0, 100, (count, count)).astype(float)
    total = pieces.sum(axis=0)
    for rounds, adds in [(range(count - 1), True), (range(count - 1, 2 * count - 2), False)]:
        for r in rounds:
            sent = [(i, (i - r) % count, pieces[i, (i - r) % count]) for i in range(count)]
            for i, k, number in sent:
                right = (i + 1) % count
                pieces[right, k] = pieces[right, k] + number if adds else number
    assert (pieces == total).all()


def test_15_3_at_the_break_even_batch_both_take_the_same_time():
    workers, per_row, per_step, parameters, bandwidth = 4, 0.0005, 0.002, 300, 2e6
    rows = ex3_break_even.reference(workers, per_row, per_step, parameters, bandwidth)
    sending = bytes_a_step(parameters, workers, workers) / bandwidth
    assert per_row * rows == pytest.approx(per_row * rows / workers + per_step + sending)


def test_15_4_beyond_the_last_worker_the_distance_grows():
    rate, curvatures = 0.05, [0.12, 0.5, 2.0]
    most = ex4_most_workers.reference(rate, curvatures)
    assert max(abs(1 - most * rate * c) for c in curvatures) < 1 <= abs(1 - (most + 1) * rate * max(curvatures))


def test_15_1_every_alternative_weights_by_rows():
    shards = [slice(0, 10), slice(10, 1348)]
    gradients, sizes = [gradient(shard) for shard in shards], [10, 1338]
    for solution in [ex1_whole_gradient.reference, *find_exercise("15.1").alternatives]:
        assert np.allclose(solution(gradients, sizes), gradient(slice(0, 1348)), rtol=0, atol=1e-13)


def test_the_slowest_of_ten_thousand_takes_about_twice_as_long():
    """The mean of the largest of n exponential delays is their mean times 1 + 1/2 + … + 1/n."""
    slowest = 1 + 0.1 * math.fsum(1 / i for i in range(1, 10_001))
    assert 1.9 < slowest < 2.1
