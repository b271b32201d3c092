"""Exercise 15.3: the batch from which on several workers are faster than one process."""

import math

from autograd_lib.course.exercise import Case, Demand, Exercise, Slip


def reference(workers, per_row, per_step, parameters, bandwidth):
    if workers == 1:
        return math.inf
    sent = 2 * workers * parameters * 8
    lost = per_step + sent / bandwidth
    saved = per_row * (1 - 1 / workers)
    return lost / saved


def both_sides(workers, per_row, per_step, parameters, bandwidth):
    """per_row · B = per_row · B / W + overhead, solved for B."""
    overhead = per_step + 16 * workers * parameters / bandwidth
    slope = per_row - per_row / workers
    return overhead / slope if workers > 1 else float("inf")


def multiplied_out(workers, per_row, per_step, parameters, bandwidth):
    if workers < 2:
        return math.inf
    numbers = workers * parameters + workers * parameters
    return workers * (per_step * bandwidth + 8 * numbers) / (per_row * (workers - 1) * bandwidth)


def forgets_the_work_that_stays(workers, per_row, per_step, parameters, bandwidth):
    """the whole computation counts as saved, as where nothing is subtracted from `per_row`, or `1 // workers`, which is
    0. Each worker still does its share, so only 1 − 1/W of it is saved.
    """
    if workers == 1:
        return math.inf
    sent = 2 * workers * parameters * 8
    lost = per_step + sent / bandwidth
    saved = per_row
    return lost / saved


def counts_what_stays(workers, per_row, per_step, parameters, bandwidth):
    """the answer is as large as if what is lost were divided by per_row / W, the share that each worker *keeps*. Saved
    is the rest, 1 − 1/W.
    """
    if workers == 1:
        return math.inf
    return (per_step + 16 * workers * parameters / bandwidth) / (per_row / workers)


def sends_one_way(workers, per_row, per_step, parameters, bandwidth):
    """half of the bytes are missing. Parameters go out to each worker *and* a gradient comes back from each, and a
    float64 has 8 bytes.
    """
    if workers == 1:
        return math.inf
    return (per_step + 8 * workers * parameters / bandwidth) / (per_row * (1 - 1 / workers))


def saves_half(workers, per_row, per_step, parameters, bandwidth):
    """half of a row's time counts as saved, which is right for two workers. W workers leave 1/W of it, and save
    1 - 1/W.
    """
    if workers == 1:
        return math.inf
    return (per_step + 16 * workers * parameters / bandwidth) / (per_row / 2)


def sends_to_all_but_one(workers, per_row, per_step, parameters, bandwidth):
    """the bytes of W - 1 workers are counted, as where one of them does the adding, or as in a ring. Here the program
    that adds is none of the W: the parameters go to each of them, and W gradients come back.
    """
    if workers == 1:
        return math.inf
    return (per_step + 16 * (workers - 1) * parameters / bandwidth) / (per_row * (1 - 1 / workers))


def sends_the_parameters_once(workers, per_row, per_step, parameters, bandwidth):
    """W + 1 messages are counted, as if the parameters went out once, or a single gradient came back. They go to each
    of the W workers, and from each comes a gradient.
    """
    if workers == 1:
        return math.inf
    return (per_step + 8 * (workers + 1) * parameters / bandwidth) / (per_row * (1 - 1 / workers))


def sends_to_one_worker(workers, per_row, per_step, parameters, bandwidth):
    """sending takes W times too little, as where the bytes of one worker are counted, or all workers send at the same
    time. The parameters go to each of the W workers, and W gradients come back, all through the one program that adds
    them, one after the other.
    """
    if workers == 1:
        return math.inf
    return (per_step + 16 * parameters / bandwidth) / (per_row * (1 - 1 / workers))


def counts_numbers(workers, per_row, per_step, parameters, bandwidth):
    """numbers are counted, not bytes. A float64 has 8 bytes."""
    if workers == 1:
        return math.inf
    return (per_step + 2 * workers * parameters / bandwidth) / (per_row * (1 - 1 / workers))


def forgets_what_is_sent(workers, per_row, per_step, parameters, bandwidth):
    """only the fixed time of a step counts. Sending takes time, too: the bytes, divided by the bandwidth."""
    if workers == 1:
        return math.inf
    return per_step / (per_row * (1 - 1 / workers))


def forgets_the_fixed_time(workers, per_row, per_step, parameters, bandwidth):
    """only the sending counts. Each step also costs its fixed time, `per_step`."""
    if workers == 1:
        return math.inf
    return 16 * workers * parameters / bandwidth / (per_row * (1 - 1 / workers))


def fails_for_one(workers, per_row, per_step, parameters, bandwidth):
    """one worker saves nothing, and the quotient divides by 0. No batch is large enough: return `math.inf` there."""
    return (per_step + 16 * workers * parameters / bandwidth) / (per_row * (1 - 1 / workers))


def zero_for_one(workers, per_row, per_step, parameters, bandwidth):
    """Breaks the last demand."""
    return 0.0 if workers == 1 else reference(workers, per_row, per_step, parameters, bandwidth)


def rounds_up(workers, per_row, per_step, parameters, bandwidth):
    """whole numbers come out, as where the answer is rounded, or a search goes up in steps of 1. Both ways may take the
    same time at a number between two whole ones: leave it as it is.
    """
    answer = reference(workers, per_row, per_step, parameters, bandwidth)
    return answer if math.isinf(answer) else math.ceil(answer)


def rounds_to_the_nearest(workers, per_row, per_step, parameters, bandwidth):
    answer = reference(workers, per_row, per_step, parameters, bandwidth)
    return answer if math.isinf(answer) else round(answer)


def rounds_down(workers, per_row, per_step, parameters, bandwidth):
    answer = reference(workers, per_row, per_step, parameters, bandwidth)
    return answer if math.isinf(answer) else math.floor(answer)


rounds_to_the_nearest.__doc__ = rounds_down.__doc__ = rounds_up.__doc__


def returns_the_time(workers, per_row, per_step, parameters, bandwidth):
    """a time is returned, that of the overhead. The batch was asked for: divide by the seconds that each row saves."""
    if workers == 1:
        return math.inf
    return per_step + 16 * workers * parameters / bandwidth


def rows_of_one_worker(workers, per_row, per_step, parameters, bandwidth):
    """the answer is W times too small. It is the batch, not the rows of one worker; and each row saves 1 − 1/W of its
    time, not W − 1 times as much.
    """
    return reference(workers, per_row, per_step, parameters, bandwidth) / workers


def stops_at_a_million(workers, per_row, per_step, parameters, bandwidth):
    """large batches come out too small, as where a search stops at a limit. On a slow network there may be millions of
    rows: solve the equation for B, or go on until sharing pays.
    """
    answer = reference(workers, per_row, per_step, parameters, bandwidth)
    return answer if math.isinf(answer) else min(answer, 1e6)


def is_stopped_early(case, answer):
    """Whether small batches are right, and of those above some limit none is reached."""
    right = exercise.right_answer(case)
    return math.isclose(right, answer, rel_tol=1e-9) or (1000 < right < math.inf and 500 <= answer < 0.99 * right)


CASES = [
    (2, 0.001, 0.004, 0, 1e9),
    (2, 0.001, 0.003, 1000, 1e6),
    (4, 0.0005, 0.002, 300, 2e6),
    (1, 0.001, 0.004, 1000, 1e6),
    (3, 0.02, 0.0, 5000, 1e7),
    (8, 1e-5, 0.003, 85000, 1e9),
    (2, 1e-6, 0.004, 1_000_000, 1e7),
]

exercise = Exercise(
    id="15.3",
    title="The break-even batch",
    name="break_even",
    reference=reference,
    cases=[
        Case(
            f"workers = {w}, per_row = {r}, per_step = {s}, parameters = {p}, bandwidth = {b:g}",
            lambda c=(w, r, s, p, b): c,
        )
        for w, r, s, p, b in CASES
    ],
    demands=[
        Demand(
            "`break_even(workers, per_row, per_step, parameters, bandwidth)` returns the number of rows in a batch at "
            "which both take the same time",
            forgets_the_work_that_stays,
        ),
        Demand("all bytes pass one after the other through the program that adds", sends_to_one_worker),
        Demand("not rounded", rounds_up),
        Demand("`math.inf` for one worker", zero_for_one),
    ],
    alternatives=[both_sides, multiplied_out],
    misconceptions=[
        forgets_the_work_that_stays,
        counts_what_stays,
        sends_one_way,
        sends_to_one_worker,
        saves_half,
        sends_to_all_but_one,
        sends_the_parameters_once,
        counts_numbers,
        forgets_what_is_sent,
        forgets_the_fixed_time,
        fails_for_one,
        rounds_up,
        rounds_to_the_nearest,
        rounds_down,
        returns_the_time,
        rows_of_one_worker,
        stops_at_a_million,
    ],
    recognise={stops_at_a_million: is_stopped_early},
    slips=[
        Slip(
            "the bytes are multiplied by the bandwidth. Divide: bytes / (bytes a second).",
            ("sent / bandwidth", "sent * bandwidth"),
        ),
        Slip(
            "8 times too many bytes are counted, as where bits are taken for bytes. A float64 has 64 *bits*, which are "
            "8 bytes, and the bandwidth is in bytes a second.",
            ("parameters * 8", "parameters * 64"),
        ),
        Slip(
            "the answer is never below W, as where each worker is to have a row. At break-even both take the same "
            "time, however few rows that are.",
            ("lost / saved", "max(workers, lost / saved)"),
        ),
        Slip(
            "the fixed time counts W times. The workers work at the same time: it is paid once a step.",
            ("per_step +", "workers * per_step +"),
        ),
        Slip(
            "the saving is multiplied by. Divide what is lost by what each row saves.", ("lost / saved", "lost * saved")
        ),
        Slip(
            "the quotient is multiplied by 1 − 1/W, as where brackets are left out. Divide by all that a row saves.",
            ("per_row * (1", "per_row / (1"),
        ),
        Slip(
            "0 is returned for one worker, as if it paid always. One worker saves nothing and costs something: no "
            "batch is large enough, which is `math.inf`.",
            ("return math.inf", "return 0.0"),
        ),
        Slip(
            "the longer one counts, of the fixed time and the sending. They come one after the other: add them.",
            ("per_step + sent / bandwidth", "max(per_step, sent / bandwidth)"),
        ),
        Slip(
            "the answer is W times too large, as where it is multiplied by W in the end. B is the whole batch already.",
            ("lost / saved", "workers * lost / saved"),
        ),
        Slip(
            "W times too many bytes are counted. In all, W · P numbers go out, and as many come back.",
            ("2 * workers * parameters", "2 * workers**2 * parameters"),
        ),
        Slip(
            "the fixed time is not divided, as where brackets are left out. Divide all that is lost by what each row "
            "saves.",
            ("lost / saved", "per_step + sent / bandwidth / saved"),
        ),
        Slip(
            "the sign is flipped, as where one of two differences is taken the other way round.",
            ("lost / saved", "-lost / saved"),
        ),
        Slip("the quotient is upside down.", ("lost / saved", "saved / lost")),
        Slip(
            "the time of a row is left out. Each row saves a part of it: `per_row` times 1 − 1/W.", ("per_row * (", "(")
        ),
    ],
)
