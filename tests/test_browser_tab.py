"""What Python needs in a browser tab, as far as it can be tried elsewhere; the rest is in tests/site."""

import inspect

import pytest

from autograd_lib import browser_tab


@pytest.fixture
def made_here(monkeypatch):
    """A function that runs a source with the classes of nodes as they are made in a browser tab."""
    monkeypatch.setattr("builtins.__build_class__", browser_tab.build_class)

    def run(source):
        names = {"__name__": "a_cell"}
        exec(source, names)
        return names

    return run


WITH_DICT = """
class Node:
    def __init__(self, *inputs):
        self._prev = inputs
    def __add__(self, other):
        return Node(self, other)
"""
WITH_SLOTS = WITH_DICT.replace("    def __init__", "    __slots__ = ('_prev', 'never_set')\n    def __init__", 1)
WITH_A_SUBCLASS = WITH_DICT.replace("Node", "Base") + (
    "class Node(Base):\n    __slots__ = ('more',)\n    def __init__(self, *inputs):\n        self.more = inputs\n"
    "    def __add__(self, other): ...\n"
)


class Probe:
    """Notes, when it goes, how deep the calls nest, and whether the loop that frees one node at a time is at work."""

    def __init__(self, notes):
        self.notes = notes

    def __del__(self):
        self.notes.append((len(inspect.stack(0)), browser_tab._is_freeing))


@pytest.mark.parametrize("source", [WITH_DICT, WITH_SLOTS, WITH_A_SUBCLASS])
def test_a_long_chain_is_freed_no_deeper_than_a_short_one(made_here, source):
    node_class = made_here(source)["Node"]
    assert node_class.__del__.__module__ == browser_tab.__name__
    notes = []
    for length in (3, 30_000):
        node = node_class(Probe(notes))
        for _ in range(length):
            node = node_class(node)
        del node
    (shallow, in_loop), (deep, still_in_loop) = notes
    assert deep == shallow and in_loop and still_in_loop


def test_a_node_that_something_else_still_uses_stays_as_it_is(made_here):
    node_class = made_here(WITH_DICT)["Node"]
    leaf = node_class()
    kept = node_class(leaf)
    top = node_class(kept)
    del top
    assert kept._prev == (leaf,) and leaf._prev == ()


def test_a_class_that_answers_for_every_attribute_is_freed_without_being_asked(made_here):
    asked = []
    names = made_here(
        WITH_DICT + "    def __getattr__(self, name):\n        asked.append(name)\n        raise KeyError\n"
    )
    names["asked"] = asked
    names["Node"](1)
    assert not asked


def test_a_class_of_no_nodes_and_one_with_its_own_del_stay_as_they_are(made_here):
    names = made_here("class Plain:\n    pass\nclass Own:\n    def __add__(s, o): ...\n    def __del__(s): ...\n")
    assert not hasattr(names["Plain"], "__del__")
    assert names["Own"].__del__.__module__ == "a_cell"


@pytest.mark.parametrize(
    "path, is_a_library",
    [
        ("fractions.py", True),
        ("site-packages/pyparsing/results.py", True),
        ("site-packages/autograd_lib/engine/value.py", False),
    ],
)
def test_libraries_are_left_alone_but_not_ours(path, is_a_library):
    names = {}
    exec(compile("def body(): ...", f"{browser_tab.STANDARD_LIBRARY}/{path}", "exec"), names)
    assert browser_tab.is_a_library(names["body"]) == is_a_library


def test_none_is_sent_as_null_wherever_it_is_in_a_message_and_nothing_else_changes():
    sent = []

    class Comm:
        def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
            sent.append((msg_type, data, metadata, buffers, keys))

    browser_tab.send_none_as_null(Comm, "null")
    data = {"state": {"nodes": None, "sizes": [1, (2, None)], "text": "None"}}
    Comm().publish_msg("comm_msg", data=data, buffers=[b"1"], target_name="a")
    expected = {"state": {"nodes": "null", "sizes": [1, [2, "null"]], "text": "None"}}
    assert sent == [("comm_msg", expected, None, [b"1"], {"target_name": "a"})]
    assert data["state"]["nodes"] is None
