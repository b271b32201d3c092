"""The browser edition as a reader uses it: answers, endless loops, a widget, drawings, deep graphs, coming back."""

import json
import re

import pytest
from lite import NOTEBOOKS, LiteNotebook, text_of
from playwright.sync_api import expect
from website.serve import SITE, Server

SETUP = "from autograd_lib import Value, check, draw_graph, topological_order"
WRONG = """def topological_order(root):
    order, seen = [], set()

    def visit(node):
        if node not in seen:
            seen.add(node)
            order.append(node)
            for child in node._prev:
                visit(child)

    visit(root)
    return order

check("4.2", topological_order)"""
RIGHT = WRONG.replace("            order.append(node)\n", "").replace(
    "                visit(child)\n", "                visit(child)\n            order.append(node)\n"
)
ENDLESS = """def topological_order(root):
    while True:
        pass

check("4.2", topological_order)"""


@pytest.fixture(scope="module")
def shared(browser, address):
    """Notebook 04 in a browser of its own, for tests that leave nothing behind."""
    context = browser.new_context(viewport={"width": 1200, "height": 1000})
    notebook = LiteNotebook(address, context, "04")
    notebook.first_code = first_code_cell("04")
    notebook.run_cell(notebook.first_code, SETUP)
    yield notebook
    context.close()


def first_code_cell(name):
    [path] = NOTEBOOKS.glob(f"{name}*.ipynb")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return next(cell["id"] for cell in cells if cell["cell_type"] == "code")


def run(notebook, source):
    """Run this source in the notebook's first code cell; returns what it shows, as text."""
    return text_of(notebook.run_cell(notebook.first_code, f"{SETUP}\n{source}"))


def test_a_wrong_answer_is_told_its_mistake(shared):
    words = run(shared, WRONG)
    assert "Exercise 4.2 · not yet" in words and "the list is a pre-order" in words


def test_an_endless_loop_is_cut_off_and_the_kernel_goes_on(shared):
    assert "did not finish within 3 seconds" in run(shared, ENDLESS)
    assert run(shared, "print(1 + 1)") == "2\n"


def test_a_drawing_is_a_picture_with_its_listing(shared):
    outputs = shared.run_cell(shared.first_code, f"{SETUP}\ndraw_graph(Value(2.0) * 3)")
    assert outputs[0]["data"]["image/svg+xml"].startswith("<svg") and "2.0" in outputs[0]["data"]["text/plain"]


def test_a_drawing_that_graphviz_refuses_is_told_in_a_line_and_the_next_one_is_drawn(shared):
    source = "from autograd_lib.draw.render import svg_of\ntry: svg_of('digraph {')\nexcept Exception as e: print(e)"
    assert "Failed to parse" in run(shared, source)
    assert "<svg" in run(shared, "print(svg_of('digraph { a -> b }'))")


CHAIN = """
node = {start}
for _ in range(100_000):
    node = node.tanh()
print(len(topological_order(node)))
node = None
print("alive")"""
OWN_CLASS = """
class Mine:
    def __init__(self, data, inputs=()):
        self.data, self._prev = data, inputs
    def tanh(self):
        return Mine(self.data, (self,))
    def __add__(self, other):
        return Mine(self.data + other.data, (self, other))
"""


@pytest.mark.parametrize("start", ["Value(0.5)", "Mine(0.5)"])
def test_a_chain_of_100_000_nodes_is_built_walked_and_freed(shared, start):
    assert run(shared, OWN_CLASS + CHAIN.format(start=start)) == "100001\nalive\n"


def test_an_operator_that_calls_itself_for_ever_is_an_error_and_not_the_end_of_the_kernel(shared):
    source = "class A:\n    def __radd__(self, other):\n        return other + self\ntry:\n    1 + A()\n"
    assert run(shared, source + "except RecursionError:\n    print('RecursionError')") == "RecursionError\n"


def test_a_widget_answers_the_hand(shared):
    run(
        shared,
        "from autograd_lib.widgets import tangent_explorer\n"
        "tangent_explorer(lambda x: x * x * x, lambda x: 3 * x * x, x=2.0, name='x³')",
    )
    h = shared.output(shared.first_code).get_by_role("slider", name="h", exact=True).first
    h.press("Home")
    shared.expect_words(shared.first_code, "with h = 1e-14:")
    h.press("ArrowRight")
    shared.expect_words(shared.first_code, "with h = 1.8e-14:")


def test_the_playground_trains_in_the_page(shared):
    run(shared, "from autograd_lib.widgets import training_live\ntraining_live('moons', hidden=(8,))")
    shown = shared.output(shared.first_code)
    shown.get_by_role("button", name="one step").click()
    expect(shown.get_by_text(re.compile("a step is a graph of [0-9,]+ nodes"))).to_be_visible()
    assert not shared.errors


def test_what_only_our_own_functions_import_is_fetched_when_they_do(shared):
    source = "import sys\nfrom autograd_lib.datasets import digits\nprint('scipy' in sys.modules, len(digits()[0][0]))"
    assert run(shared, source) == "False 1348\n"


def test_a_pass_is_still_there_after_the_page_was_closed(open_notebook):
    notebook = open_notebook("04")
    first = first_code_cell("04")
    notebook.run_cell(first, f"{SETUP}\n{WRONG}")
    assert "Exercise 4.2 · passed" in text_of(notebook.run_cell(first, f"{SETUP}\n{RIGHT}"))
    notebook.command("docmanager:save")
    notebook.page.close()
    again = open_notebook("04")
    assert again.source(first) == f"{SETUP}\n{RIGHT}"
    shown = text_of(again.run_cell(first, "from autograd_lib.course.progress import passed\nprint(passed())"))
    assert shown == "{'4.2'}\n"


def test_a_new_edition_lies_beside_the_readers_copy(browser, tmp_path):
    """Two editions of the site, one after the other, at one address."""
    (tmp_path / "lite").symlink_to(SITE / "lite")
    server = Server(tmp_path).start()
    context = browser.new_context()
    notebook = LiteNotebook(server.address, context, "04")
    notebook.set_source(first_code_cell("04"), "mine = 1")
    notebook.command("docmanager:save")
    notebook.page.close()
    name = next(NOTEBOOKS.glob("04*.ipynb")).name
    editions = json.dumps({f"notebooks/{name}": "a newer one"})
    context.route("**/editions.json", lambda route: route.fulfill(body=editions))
    notebook = LiteNotebook(server.address, context, "04")
    assert notebook.source(first_code_cell("04")) == "mine = 1"
    new = name.replace(".ipynb", ".new.ipynb")
    expect(notebook.page.get_by_text(new)).to_be_visible()
    context.close()
    server.shutdown()
