"""The page is told, in time, when a solution runs; and where there is no page, nobody notices anything."""

import queue
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from jupyter_client.manager import start_new_kernel
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook

from autograd_lib.course import running_notice
from autograd_lib.course.check import check, will_run
from autograd_lib.course.contents import find_exercise
from autograd_lib.course.running_notice import page_watches

RIGHT = """
from autograd_lib import check, topological_order
check("4.2", topological_order)
"""
STUB = """
def topological_order(root): ...
check("4.2", topological_order)
"""
HANGS = """
from autograd_lib import check
def topological_order(root):
    return sum(iter(int, 1))
check("4.2", topological_order)
"""


class Kernel:
    """A kernel that is driven as a page does it."""

    def __init__(self):
        self.manager, self.client = start_new_kernel(kernel_name="python3", extra_arguments=["--log-level=ERROR"])

    def send(self, code, **metadata):
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False}
        message = self.client.session.msg("execute_request", content, metadata=metadata)
        self.client.shell_channel.send(message)
        return message["header"]["msg_id"]

    def said(self, request, enough=lambda message: False):
        """The messages that answer a request, up to the end of the run or the first one that is `enough`."""
        messages = []
        while True:
            message = self.client.get_iopub_msg(timeout=30)
            if message["parent_header"].get("msg_id") != request:
                continue
            messages.append(message)
            if enough(message) or message["content"].get("execution_state") == "idle":
                return messages

    def run(self, code, **metadata):
        return self.said(self.send(code, **metadata))

    def stop(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


@pytest.fixture
def kernel():
    kernel = Kernel()
    yield kernel
    kernel.stop()


def told(message):
    """What a message tells our model in the page: "4.2" begins to run, or None runs; "" for all other messages."""
    content = message["content"].get("data", {}).get("content", {}) if message["msg_type"] == "comm_msg" else {}
    return content.get("running", "")


def kinds(messages):
    """The messages in words: "comm_open", "4.2" or None for what the model is told, "display_data" for the verdict."""
    kinds = [told(message) if message["msg_type"] == "comm_msg" else message["msg_type"] for message in messages]
    return [kind for kind in kinds if kind in ("comm_open", "4.2", None, "display_data", "error")]


def test_the_page_hears_of_the_beginning_and_of_the_end_and_its_model_is_made_once(kernel):
    first, second = kernel.run(RIGHT, cellId="a"), kernel.run(RIGHT, cellId="a")
    assert kinds(first) == ["comm_open", "comm_open", "4.2", None, "display_data"]  # the other one is its layout
    assert kinds(second) == ["4.2", None, "display_data"]
    opened = [message["content"]["data"]["state"] for message in first if message["msg_type"] == "comm_open"]
    assert "initialize" in opened[-1]["_esm"] and "render" not in opened[-1]["_esm"]


def test_the_message_leaves_the_kernel_before_a_call_stops_all_its_threads(kernel):
    request = kernel.send(HANGS, cellId="a")
    assert kinds(kernel.said(request, enough=lambda message: told(message) == "4.2"))[-1] == "4.2"
    with pytest.raises(queue.Empty):
        kernel.client.get_iopub_msg(timeout=1)


def test_the_end_is_told_after_an_endless_loop_and_after_an_interrupt(kernel):
    loop = "def order(root):\n    while True: pass\n"
    begun = "from autograd_lib import check\nfrom autograd_lib.course import trying\ntrying.SECONDS = 0.2\n"
    assert kinds(kernel.run(f'{begun}{loop}check("4.2", order)', cellId="a"))[-2:] == [None, "display_data"]
    request = kernel.send(f'trying.SECONDS = 30\n{loop}check("4.2", order)', cellId="a")
    kernel.said(request, enough=lambda message: told(message) == "4.2")
    kernel.manager.interrupt_kernel()
    assert kinds(kernel.said(request)) == [None, "error"]


def test_a_stub_data_and_a_call_from_no_page_tell_nothing(kernel):
    data, page = 'check("2.1", {"c": 1.0})', {"cellId": "a"}
    for code, metadata in [(STUB, page), (data, page), (RIGHT, {}), (RIGHT, {"deletedCells": []})]:
        assert kinds(kernel.run(f"from autograd_lib import check\n{code}", **metadata)) == ["display_data"]


def test_a_model_that_was_closed_is_made_anew(kernel):
    kernel.run(RIGHT, cellId="a")
    kernel.run("import ipywidgets; ipywidgets.Widget.close_all()", cellId="b")
    assert kinds(kernel.run(RIGHT, cellId="a")) == ["comm_open", "comm_open", "4.2", None, "display_data"]


@pytest.mark.parametrize(
    "trouble",
    [
        # anywidget is not installed; there are no comms; the script cannot be read; the messages cannot be waited for
        "import sys; sys.modules['anywidget'] = None",
        "import comm\ndef refuse(*args, **named): raise RuntimeError('no comms')\ncomm.create_comm = refuse",
        "from autograd_lib.course import running_notice\nrunning_notice.SCRIPT = running_notice.SCRIPT / 'missing'",
        "from autograd_lib.course import running_notice\nrunning_notice.wait_until_sent = None",
    ],
)
def test_without_anywidget_or_comms_the_verdict_is_the_same(kernel, trouble):
    messages = kernel.run(trouble + RIGHT, cellId="a")
    shown = [message["content"]["data"]["text/plain"] for message in messages if message["msg_type"] == "display_data"]
    assert shown[0].startswith("Exercise 4.2 · passed") and "stream" not in [m["msg_type"] for m in messages]


def test_a_notebook_that_a_program_runs_holds_nothing_of_it():
    notebook = new_notebook(cells=[new_code_cell(RIGHT)])
    NotebookClient(notebook, kernel_name="python3").execute()
    assert "widgets" not in notebook.metadata
    assert [output.output_type for output in notebook.cells[0].outputs] == ["display_data"]
    assert "esm" not in nbformat.writes(notebook)


def test_in_plain_python_a_check_does_not_even_import_it():
    code = f"{RIGHT}import sys; print(*sys.modules)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.startswith("Exercise 4.2 · passed")
    assert not set(printed.split()) & {"anywidget", "ipywidgets"}


def test_what_the_solution_raises_goes_through():
    with pytest.raises(KeyboardInterrupt), page_watches("4.2"):
        raise KeyboardInterrupt


def test_only_a_function_of_the_learners_will_run():
    function, data = find_exercise("4.2"), find_exercise("2.1")
    assert will_run(function, lambda root: [root]) and will_run(function, len)
    assert not will_run(function, lambda root: ...) and not will_run(function, ...) and not will_run(function, [1])
    assert not will_run(data, {"c": 1.0}) and not will_run(data, lambda: 1)


def test_whatever_is_handed_in_is_only_looked_at_by_the_checker(capsys):
    class Hostile:
        def __getattribute__(self, name):
            raise SystemExit

    check("4.2", Hostile())
    assert capsys.readouterr().out.startswith("Exercise 4.2")


def test_the_script_stands_beside_the_module_and_a_wheel_takes_it_along():
    import tomllib

    project = tomllib.loads((Path(running_notice.__file__).parents[2] / "pyproject.toml").read_text())
    assert running_notice.SCRIPT.is_file()
    assert "*.js" in project["tool"]["setuptools"]["package-data"]["*"]
