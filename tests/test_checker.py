"""What the checker says: the gap first, then the mistake if exactly one explains every case."""

import subprocess
import sys
import tempfile
import time
from dataclasses import replace

import numpy as np
import pytest

from autograd_lib import Value, check
from autograd_lib.course.checker import BASIS, examine, fingerprint
from autograd_lib.course.contents import find_exercise
from autograd_lib.course.exercise import Case, Exercise
from autograd_lib.engine.graph import topological_order

ORDER = find_exercise("4.2")


def double(x):
    return 2 * x


def squares(x):
    """the number is squared. Add it to itself."""
    return x * x


def triples(x):
    """the number is taken three times. Twice is enough."""
    return 3 * x


DOUBLING = Exercise(
    id="0.1",
    title="Double it",
    name="double",
    reference=double,
    cases=[Case("x = 2", lambda: (2.0,)), Case("x = 3", lambda: (3.0,)), Case("x = 0", lambda: (0.0,))],
    misconceptions=[squares, triples],
)
TABLE = Exercise(
    id="0.2",
    title="Fill in",
    name="table",
    reference=lambda: {"a": 1.0, "b": 2.0},
    is_data=True,
    reveal=False,
)


def test_where_there_is_no_notebook_a_verdict_is_plain_text_with_the_graph_in_words():
    code = 'from autograd_lib import check; check("4.2", lambda root: [root])'
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=folder)
    assert run.stdout.startswith("Exercise 4.2 · not yet") and "graph of b: 2 nodes" in run.stdout
    assert "digraph" not in run.stdout


def test_a_wrong_answer_shows_the_smallest_failing_case_then_the_gap_then_the_mistake():
    verdict = examine(DOUBLING, lambda x: x**2)
    assert verdict.status == "not yet"
    assert verdict.details == (
        "First case that fails: x = 3.",
        "Expected 6. You returned 9.",
        "That is what you get when the number is squared. Add it to itself.",
        BASIS,
    )


def test_no_mistake_is_named_when_none_explains_every_case():
    assert examine(DOUBLING, lambda x: x + 2).details == (
        "First case that fails: x = 3.",
        "Expected 6. You returned 5.",
    )


def test_no_mistake_is_named_when_two_explain_every_case():
    twins = Exercise(
        id="0.3",
        title="",
        name="double",
        reference=double,
        cases=[Case("x = 3", lambda: (3.0,))],
        misconceptions=[squares, triples],
    )
    assert examine(twins, lambda x: 9.0).details == ("First case that fails: x = 3.", "Expected 6. You returned 9.")


def test_the_wrong_node_is_marked_in_the_graph():
    verdict = examine(ORDER, lambda root: [node for node in (*root._prev, root) if node])
    assert verdict.root is not None
    assert verdict.marked and all(node.label for node in verdict.marked)


def test_of_two_nodes_with_one_label_neither_is_marked():
    verdict = examine(find_exercise("2.6"), lambda a, b: a * b + Value(a.data, label="a"))
    assert "a" not in [node.label for node in verdict.marked]
    assert [node.label for node in topological_order(verdict.root)].count("a") == 2


def test_a_solution_that_returns_nothing_is_asked_about_return():
    def forgets(root):
        order = [root]
        order.reverse()

    assert "Did you forget `return`?" in " ".join(examine(ORDER, forgets).details)


def test_an_exception_is_shown_with_the_learners_own_line():
    def breaks(root):
        inputs = root._prev
        return inputs["a"]

    text = " ".join(examine(ORDER, breaks).details)
    assert "TypeError: tuple indices must be integers" in text
    assert '`return inputs["a"]`' in text


def test_a_wrong_number_of_parameters_is_a_gap_and_no_crash():
    assert "takes 0 positional arguments" in " ".join(examine(ORDER, lambda: []).details)


def endless(root):
    while True:
        pass


def endless_and_deaf(root):
    while True:
        try:
            len(root.label)
        except Exception:
            continue


def sleeps(root):
    time.sleep(60)


@pytest.mark.parametrize("solution", [endless, endless_and_deaf, sleeps])
def test_an_endless_loop_is_cut_off(solution, monkeypatch):
    monkeypatch.setattr("autograd_lib.course.trying.SECONDS", 0.3)
    began = time.monotonic()
    verdict = examine(ORDER, solution)
    assert time.monotonic() - began < 3
    assert verdict.status == "not yet"
    assert "did not finish within 0.3 seconds" in " ".join(verdict.details)


def test_after_a_cut_off_the_next_check_works(monkeypatch):
    monkeypatch.setattr("autograd_lib.course.trying.SECONDS", 0.3)
    examine(ORDER, endless)
    monkeypatch.undo()
    assert examine(ORDER, ORDER.reference).status == "passed"


def test_ctrl_c_still_interrupts_a_check():
    import _thread

    def interrupts(root):
        _thread.interrupt_main()
        while True:
            pass

    with pytest.raises(KeyboardInterrupt):
        examine(ORDER, interrupts)


def test_what_the_code_printed_is_shown_for_the_failing_case():
    def talks(x):
        print("x is", x)
        return x

    assert examine(DOUBLING, talks).details[-1] == "Your code printed: x is 2.0"


def test_a_stub_is_told_from_a_solution_by_what_it_does_not_by_its_name_or_docstring():
    def stub(root): ...

    def stub_with_words(root):
        """To be written."""
        # your code
        ...

    def empty_list(root):
        return []

    assert examine(ORDER, stub).status == examine(ORDER, stub_with_words).status == "not attempted"
    assert examine(ORDER, empty_list).status == "not yet"
    assert fingerprint(stub.__code__) != fingerprint(empty_list.__code__)


@pytest.mark.parametrize(
    "line",
    [
        "return Value.sum([x])",
        "return Value.sum([x for _ in range(3)])",
        "return [Value.sum([y]) for y in x if y]",
        "return Value.sum(x) if x else 0",
    ],
)
def test_a_stub_is_the_same_where_a_name_is_imported_and_where_it_is_not(line):
    source = f"def f(x):\n    {line}\n"
    codes = []
    for head in ["", "from autograd_lib.engine.value import Value\n"]:
        names = {}
        exec(compile(head + source, "cell", "exec"), names)
        codes.append(names["f"].__code__)
    assert fingerprint(codes[0]) == fingerprint(codes[1])


def test_a_loop_that_ends_elsewhere_is_not_the_same():
    def at_the_end(xs):
        for x in xs:
            print(x)
        return xs

    def within(xs):
        for x in xs:
            print(x)
            return xs

    assert fingerprint(at_the_end.__code__) != fingerprint(within.__code__)


def test_data_is_told_wrong_without_being_given_away():
    assert examine(TABLE, {"a": ..., "b": ...}).status == "not attempted"
    assert examine(TABLE, {"a": 1.0, "b": ...}).details == ("All right so far. Still to fill in: b.",)
    assert examine(TABLE, {"a": 7.0, "b": ...}).details == ("a: 7 is not right. Still to fill in: b.",)
    assert examine(TABLE, {"a": 1.0, "b": 3.0}).details == ("b: 3 is not right.",)
    assert examine(TABLE, {"a": 1, "b": 2}).status == "passed"


@pytest.mark.parametrize(
    ("exercise_id", "solution", "words"),
    [
        ("99.9", double, "There is no exercise '99.9'. They go from 0.1 to"),
        (4.9, double, "There is no exercise 4.9. Those of notebook 04 are 4.1, 4.2,"),
        ("4.2", 3, "wants a function, here `topological_order`. You passed 3 (int)"),
        ("4.1", double, "wants the answer itself, not a function"),
        ("4.1", None, "wants a dict with the entries 'A', 'B', 'C', 'D', 'E'. You passed None (NoneType)"),
        ("7.3", [1.0, 2.0], "You passed [1, 2] (list)"),
    ],
)
def test_a_wrong_call_gets_one_line_and_no_traceback(exercise_id, solution, words, capsys):
    check(exercise_id, solution)
    printed = capsys.readouterr().out.strip()
    assert words in printed
    assert len(printed.splitlines()) == 1


def test_in_a_table_each_slip_that_is_recognised_gets_its_sentence():
    def halves():
        """the first is halved."""
        return {"a": 0.5, "b": 2.0}

    def counts():
        """the second is a count. It is a length."""
        return {"a": 1.0, "b": 5.0}

    table = replace(TABLE, misconceptions=[halves, counts])
    sentences = ("That is what you get when the first is halved.", "That is what you get when the second is a count.")
    one, two = examine(table, {"a": 0.5, "b": 7.0}), examine(table, {"a": 0.5, "b": 5.0})
    first, second = sentences
    assert one.details == ("a: 0.5 is not right; b: 7 is not right.", first, BASIS)
    assert two.details == ("a: 0.5 is not right; b: 5 is not right.", first, f"{second} It is a length.", BASIS)
    assert examine(table, {"a": 0.5}).details[1:] == (first, BASIS)


def test_what_is_no_number_is_told_its_type():
    assert examine(TABLE, {"a": "1,0", "b": 2.0}).details == ("a: '1,0' (a text) is not right.",)


def test_an_array_that_was_given_is_only_to_be_read():
    def doubled_in_place(numbers):
        numbers *= 2
        return numbers

    exercise = Exercise(
        id="0.6", title="", name="doubled", reference=double, cases=[Case("three numbers", lambda: (np.arange(3.0),))]
    )
    assert examine(exercise, double).status == "passed"
    assert examine(exercise, doubled_in_place).details == (
        "First case that fails: three numbers.",
        "After the call, `numbers` is not what it was before: your function has changed it.",
        "That is what you get when something that is only to be read is changed in place, as by `x -= ...`, "
        "`x[...] = ...`, `append`, `pop` or by setting an attribute. Others still need it as it was: leave it, or "
        "work on a copy.",
    )
    nameless = lambda *given: np.multiply(*given, 2, out=given[0])  # noqa: E731
    assert "`argument number 1` is not what it was" in examine(exercise, nameless).details[1]


def test_a_number_too_large_for_a_float_is_wrong_and_no_crash():
    assert examine(DOUBLING, lambda x: 10**400).details[1] == "Expected 4. You returned an int of 1329 bits."


ROWS = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


def test_a_mistake_is_named_by_the_array_that_it_gives():
    def keeps_the_axis(x):
        """the axis that is added up is kept. Let it go."""
        return x.sum(axis=0, keepdims=True)

    columns = Exercise(
        id="0.4",
        title="Add up the columns",
        name="columns",
        reference=lambda x: x.sum(axis=0),
        cases=[Case("two rows", lambda: (ROWS,))],
        misconceptions=[keeps_the_axis],
    )
    assert examine(columns, lambda x: np.ones(2) @ x).status == "passed"
    assert examine(columns, lambda x: (np.ones(2) @ x)[None]).details == (
        "First case that fails: two rows.",
        "Expected shape (3,), got (1, 3).",
        "That is what you get when the axis that is added up is kept. Let it go.",
        BASIS,
    )


def test_an_answer_of_the_wrong_kind_is_named(capsys):
    assert "You returned Value(" in " ".join(examine(ORDER, lambda root: Value(1.0)).details)
    assert "In yours is 'a' (a text)" in " ".join(examine(ORDER, lambda root: ["a"]).details)


def test_a_gradient_that_cannot_be_asked_for_is_not_called_missing():
    words = str(examine(find_exercise("12.5"), lambda x, heads: x.reshape(-1)))
    assert "expected shape (1, 2, 2, 2), got (8,)" in words and "grad" not in words


def test_a_node_of_another_graph_is_told_from_one_of_this_graph():
    a, found = Value(1.0), {}
    groups = find_exercise("13.1")

    def keeps_what_was_found(root):
        found.update(groups.reference(root))
        return found

    for solution in (lambda root: {(1, "+", 2): [a + a]}, keeps_what_was_found):
        assert "there is a Value that is none of them" in str(examine(groups, solution))


def test_what_a_call_leaves_behind_is_found_also_where_it_spoils_the_next_case():
    def remembers(x, seen=[]):  # noqa: B006
        seen.append(x)
        return 2 * sum(seen)

    words = "The same call gives another answer when it is made again: with x = 2"
    assert words in examine(DOUBLING, remembers).details[2]


def test_a_right_answer_that_is_not_right_the_second_time_does_not_pass():
    def once(x, calls=[]):  # noqa: B006
        calls.append(x)
        return 2 * x + (len(calls) > 3)

    details = examine(DOUBLING, once).details
    assert details[0] == "First case that fails: x = 2, at the second call." and "left over" in details[2]


def in_a_cell(source, name):
    """What a cell of a notebook defines under this name."""
    names = {}
    exec(compile(source, f"<ipython-input-{name}>", "exec"), names)
    return names[name]


def test_an_error_in_a_function_of_another_cell_is_not_looked_for_in_the_line_of_this_one():
    halve = in_a_cell("def halve(x):\n    return x / 0\n", "halve")
    doubled = in_a_cell("def doubled(x):\n    y = x / 0\n", "doubled")
    assert "in line 2 of the cell" in "\n".join(examine(DOUBLING, doubled).details)
    assert "in line 2 of another cell" in "\n".join(examine(DOUBLING, lambda x: halve(x)).details)


def test_the_corner_of_relu_may_be_met_by_a_difference_of_comparisons():
    """NumPy's float refuses it, and it is only our own zero that is one."""
    exercise = find_exercise("2.2")

    def local_gradients(a, b, n):
        return exercise.reference(float(a), b, n) | {"relu(a)": max(0, (a > 0) - (a < 0))}

    assert examine(exercise, local_gradients).status == "passed"


def test_words_in_a_table_may_begin_with_a_capital():
    exercise = find_exercise("14.3")
    loud = {line: f" {word.capitalize()} " for line, word in exercise.reference().items()}
    assert examine(exercise, loud).status == "passed"
