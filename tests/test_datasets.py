"""What data sets promise: plain lists, the same for the same seed, and no point lost on the way."""

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograd_lib.datasets import batches, circles, digits, four_samples, moons, read_points, spirals, split, xor


def test_the_four_samples_are_those_of_the_books_and_made_afresh():
    xs, ys = four_samples()
    assert xs == [[2.0, 3.0, -1.0], [3.0, -1.0, 0.5], [0.5, 1.0, 1.0], [1.0, 1.0, -1.0]] and ys == [
        1.0,
        -1.0,
        -1.0,
        1.0,
    ]
    xs[0][0] = 99.0
    assert four_samples()[0][0][0] == 2.0


def test_xor_is_one_where_the_inputs_differ():
    assert [y == 1.0 for y in xor()[1]] == [a != b for a, b in xor()[0]]
    assert set(xor()[1]) == {-1.0, 1.0}


def test_moons_are_pairs_of_floats_with_as_many_points_on_each():
    xs, ys = moons(50)
    assert len(xs) == len(ys) == 50
    assert all(type(number) is float for point in xs for number in point) and all(len(point) == 2 for point in xs)
    assert all(type(y) is float for y in ys) and ys.count(-1.0) == ys.count(1.0) == 25


def test_moons_without_noise_lie_on_two_half_circles():
    for (x, y), target in zip(*moons(40, noise=0)):
        centre, up = ((0.0, 0.0), 1) if target < 0 else ((1.0, 0.5), -1)
        assert (x - centre[0]) ** 2 + (y - centre[1]) ** 2 == pytest.approx(1.0)
        assert up * (y - centre[1]) >= -1e-12


def test_a_seed_gives_the_same_moons_and_another_seed_others():
    assert moons(20, seed=1) == moons(20, seed=1) != moons(20, seed=2)


def test_moons_of_a_seed_stay_what_they_are():
    assert [round(number, 4) for number in moons(100, 0.1, seed=0)[0][0]] == [-0.0535, 0.9926]


@pytest.mark.parametrize("n, noise, seed", [(100, 0.1, 0), (7, 0.25, 3), (2, 0, 1)])
def test_moons_are_those_of_scikit_learn_to_the_last_digit(n, noise, seed):
    from sklearn.datasets import make_moons

    points, moon = make_moons(n_samples=n, noise=noise, random_state=seed)
    assert moons(n, noise, seed) == (points.tolist(), [2.0 * which - 1 for which in moon])


@pytest.mark.parametrize("shape", [circles, spirals])
def test_circles_and_spirals_are_pairs_of_floats_half_of_each_class_by_their_seed(shape):
    xs, ys = shape(50, seed=1)
    assert len(xs) == 50 and ys.count(-1.0) == ys.count(1.0) == 25
    assert all(type(number) is float for point in xs for number in (*point, *ys))
    assert shape(20, seed=1) == shape(20, seed=1) != shape(20, seed=2)


def test_circles_without_noise_have_radius_one_half_and_one():
    for (x, y), target in zip(*circles(40, noise=0)):
        assert math.hypot(x, y) == pytest.approx(0.5 if target > 0 else 1.0)


def test_spirals_without_noise_are_one_arm_and_the_same_turned_by_half_a_circle():
    for (x, y), target in zip(*spirals(40, noise=0)):
        radius = math.hypot(x, y)
        assert 0.25 <= radius <= 1.5
        arm = (math.cos(2 * math.pi * radius), math.sin(2 * math.pi * radius))
        assert (x / radius, y / radius) == pytest.approx((-target * arm[0], -target * arm[1]))


def test_circles_and_spirals_of_a_seed_stay_what_they_are():
    assert [round(number, 4) for number in circles()[0][0]] == [0.5633, -0.9126]
    assert [round(number, 4) for number in spirals()[0][0]] == [-0.4447, 1.1956]


def test_digits_are_images_from_zero_to_one_with_a_class_each():
    (images, targets), (held_images, held_targets) = digits()
    assert images.shape == (1348, 8, 8) and held_images.shape == (449, 8, 8) and images.dtype == np.float64
    assert targets.shape == (1348,) and set(targets) == set(held_targets) == set(range(10))
    assert images.min() == held_images.min() == 0.0 and images.max() == held_images.max() == 1.0


def test_no_digit_is_in_both_parts_and_none_is_lost():
    from sklearn.datasets import load_digits

    parts = digits(held_out=0.3, seed=5)
    found = sorted((target, image.tobytes()) for images, targets in parts for image, target in zip(images, targets))
    data = load_digits()
    assert found == sorted((target, (image / 16).tobytes()) for image, target in zip(data.images, data.target))


def test_a_seed_gives_the_same_split_of_the_digits_and_another_seed_another():
    first, again, other = (digits(seed=seed)[1][1].tolist() for seed in (1, 1, 2))
    assert first == again != other
    assert digits()[0][1][:8].tolist() == [6, 7, 3, 9, 4, 8, 2, 6]


@given(st.integers(2, 60), st.floats(0.01, 0.99), st.integers(0, 100))
def test_split_keeps_every_pair_and_each_once(n, held_out, seed):
    xs, ys = [[float(i)] for i in range(n)], [float(-i) for i in range(n)]
    (train_xs, train_ys), (held_xs, held_ys) = split(xs, ys, held_out, seed)
    assert sorted(train_xs + held_xs) == xs
    assert all(x == [-y] for x, y in zip(train_xs + held_xs, train_ys + held_ys))
    assert len(held_xs) == min(max(round(n * held_out), 1), n - 1)


def test_split_shuffles_by_its_seed():
    xs = ys = list(range(50))
    assert split(xs, ys, 0.2, seed=1) == split(xs, ys, 0.2, seed=1) != split(xs, ys, 0.2, seed=2)
    assert split(xs, ys, 0.2)[0][0] != sorted(split(xs, ys, 0.2)[0][0])


@given(st.integers(1, 40), st.integers(1, 50), st.integers(0, 100))
def test_batches_hold_every_pair_once_and_only_the_last_is_smaller(n, size, seed):
    xs, ys = list(range(n)), [-i for i in range(n)]
    parts = batches(xs, ys, size, random.Random(seed))
    assert sorted(x for part, _ in parts for x in part) == xs
    assert all(x == -y for part in parts for x, y in zip(*part))
    assert [len(part) for part, _ in parts[:-1]] == [size] * (len(parts) - 1) and 1 <= len(parts[-1][0]) <= size


def test_batches_come_in_another_order_each_time_and_a_seed_reproduces_them():
    xs = ys = list(range(30))
    rng = random.Random(3)
    first = batches(xs, ys, 10, rng)
    assert first != batches(xs, ys, 10, rng) and first == batches(xs, ys, 10, random.Random(3))
    random.seed(4)
    first = batches(xs, ys, 10)
    random.seed(4)
    assert batches(xs, ys, 10) == first


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: moons(1), ValueError, "at least 2: got 1"),
        (lambda: moons(10.0), ValueError, r"got 10\.0"),
        (lambda: moons(10, noise=-1), ValueError, "noise is a finite number >= 0, got -1"),
        (lambda: circles(1), ValueError, "at least 2: got 1"),
        (lambda: spirals(10, noise=float("nan")), ValueError, "noise is a finite number >= 0, got nan"),
        (lambda: split([1], [1]), ValueError, "one point alone"),
        (lambda: split([1, 2], [1]), ValueError, "got 2 and 1"),
        (lambda: split([], []), ValueError, "got 0 and 0"),
        (lambda: split([1, 2], [1, 2], held_out=1), ValueError, "between 0 and 1: got 1"),
        (lambda: split([1, 2], [1, 2], held_out=20), ValueError, "between 0 and 1: got 20"),
        (lambda: batches([1, 2], [1], 1), ValueError, "got 2 and 1"),
        (lambda: batches([1], [1], 0), ValueError, "size is a whole number of points > 0, got 0"),
        (lambda: batches([1], [1], 1, rng=42), TypeError, r"random\.Random\(42\).*got 42"),
    ],
)
def test_bad_input_is_refused(call, error, words):
    with pytest.raises(error, match=words):
        call()


def file_with(tmp_path, text):
    path = tmp_path / "points.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8"))
    return path


@pytest.mark.parametrize(
    "text, xs, ys",
    [
        ("1,2,cat\n-0.5,3e1,dog\n", [[1.0, 2.0], [-0.5, 30.0]], [-1.0, 1.0]),
        ("0,0,dog\n1,1,cat", [[0.0, 0.0], [1.0, 1.0]], [1.0, -1.0]),  # by the alphabet, not by who comes first
        ("width,height,kind\n1,2,a\n3,4,b\n", [[1.0, 2.0], [3.0, 4.0]], [-1.0, 1.0]),
        ("\r\n1,2,a\r\n\r\n ,, \r\n3 , 4 , b\r\n", [[1.0, 2.0], [3.0, 4.0]], [-1.0, 1.0]),
        ('x,y,"the kind"\n"1", "2","a, or so"\n3,4,b\n', [[1.0, 2.0], [3.0, 4.0]], [-1.0, 1.0]),
        ("1,2,0\n3,4,1\n5,6,0.0\n", [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [-1.0, 1.0, -1.0]),
        ("1,2,10\n3,4,9\n", [[1.0, 2.0], [3.0, 4.0]], [1.0, -1.0]),  # numbers by size, not by their first digit
        ("1,2,ant\n3,4,Bee\n", [[1.0, 2.0], [3.0, 4.0]], [-1.0, 1.0]),
        ("1,2,7\n3,4,no\n", [[1.0, 2.0], [3.0, 4.0]], [-1.0, 1.0]),
        ("1,2,nan\n3,4,nan\n5,6,inf\n", [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [1.0, 1.0, -1.0]),
        ("\ufeff1,2,nö\n3,4,ja\n", [[1.0, 2.0], [3.0, 4.0]], [1.0, -1.0]),
    ],
)
def test_points_are_read_from_a_file_as_the_moons_are_made(tmp_path, text, xs, ys):
    assert read_points(file_with(tmp_path, text)) == (xs, ys)
    assert all(type(number) is float for number in [*ys, *(number for point in xs for number in point)])


def test_points_that_are_written_are_read_as_they_were(tmp_path):
    xs, ys = moons(40)
    rows = [f"{x!r},{y!r},{'lower' if target < 0 else 'upper'}" for (x, y), target in zip(xs, ys)]
    assert read_points(str(file_with(tmp_path, "\n".join(rows)))) == (xs, ys)


@pytest.mark.parametrize(
    "text, words",
    [
        ("1,2,a\n3,4\n", r"points\.csv, line 2: wanted two numbers and a class, with commas .*; got '3,4'\."),
        ("1,2,a\n3,4,b,5\n", "line 2: wanted two numbers and a class, .*got '3,4,b,5'"),
        ("x;y;kind\n1,5;2;a\n", r"line 1: .*got 'x;y;kind'\. Commas separate the fields, and decimals have a point"),
        ("x,y,kind\n1,2,a\nabc,4,b\n", "line 3: wanted a finite number in column 1, got 'abc'"),
        ("1,2,a\n\n3,,b\n", "line 3: wanted a finite number in column 2, got ''"),
        ("1,y,a\n3,4,b\n", "line 1: wanted a finite number in column 2, got 'y'"),  # half a header is a bad row
        ("nan,inf,a\n3,4,b\n", "line 1: wanted a finite number in column 1, got 'nan'"),
        ("1,2,a\n3,1e999,b\n", "line 2: wanted a finite number in column 2, got '1e999'"),
        ("1,2,a\n1_000,2,b\n", "line 2: wanted a finite number in column 1, got '1_000'"),
        ("x,y,kind\nx,y,kind\n", "line 2: wanted a finite number in column 1, got 'x'"),
        (",,a\n3,4,b\n", "line 1: wanted a finite number in column 1, got ''"),
        ("1,2,a\n3,4,\n", "line 2: wanted a class in column 3, got an empty field"),
        ("1,2,a\n3,4,b\n5,6,a\n7,8,c\n", r"line 4: wanted one of two classes, 'a' \(line 1\) or 'b' \(line 2\); .*'c'"),
        ("1,2,a\n3,4,a\n", r"points\.csv: wanted points of two classes, got 2 of one class, 'a'"),
        ("x,y,kind\n", r"points\.csv: wanted points of two classes, got none"),
        ("", r"points\.csv: wanted points of two classes, got none"),
        ('1,2,a\n3,4,"b\n5,6,a\n', "line 2: wanted fields separated by commas, got a broken line"),
        (b"1,2,a\n3,4,\xe4\n", "line 2: wanted text in UTF-8, got the byte 0xe4"),
        ("1,2,a\n3,4,b\n".encode("utf-16"), "line 1: wanted text in UTF-8, got the byte 0xff"),
        ('1,2,"a\nb"\n3,4,b\n5,x,b\n', "line 4: wanted a finite number in column 2, got 'x'"),
    ],
)
def test_a_bad_line_of_a_file_is_refused_by_its_number(tmp_path, text, words):
    with pytest.raises(ValueError, match=words):
        read_points(file_with(tmp_path, text))


def test_a_file_that_is_not_there_is_an_error_of_the_system(tmp_path):
    with pytest.raises(FileNotFoundError, match="nowhere"):
        read_points(tmp_path / "nowhere.csv")
