"""What Python needs in a browser tab (Pyodide). `autograd_lib` imports it there, and nowhere else.

A browser lets calls nest about 1 MB deep, and Python in WebAssembly does not know that limit: past it there is no
RecursionError, the kernel is dead. Two things come that deep in this course.

- *A graph is freed.* Freeing a node frees its inputs, each inside the call that frees the node, and a chain of 3,000
  nodes is too deep. So nodes hand over what they hold when they go, and that is freed one node at a time.
- *An operator calls itself for ever*, as in a `__radd__` that returns `other + self`. A function that calls itself
  meets Python's recursion limit in time; operators call through C. So Python is told of a smaller stack.

Besides, None comes to a widget's front as null, as it does from any other kernel. By itself it becomes undefined.
"""

import builtins
import os
import sys
import types

# Bytes of the stack that Python keeps in WebAssembly's memory. An operator in Python takes 480 of them for each call,
# and with a third more than this, Chromium raised RecursionError in time.
STACK = 192 * 1024

# A class with one of these may be that of the nodes of a graph.
METHODS_OF_NODES = {"__add__", "__mul__", "backward", "_backward"}

# Slots that hold no node.
PLAIN = {"data", "grad", "label", "_op", "__weakref__"}

STANDARD_LIBRARY = os.path.dirname(os.__file__)

_usual_build_class = builtins.__build_class__
_waiting = []  # what the nodes held that are gone
_is_freeing = False


def settle_in():
    """Do all this, for the classes that are defined and the messages that are sent from now on."""
    builtins.__build_class__ = build_class
    limit_the_stack()
    if "pyodide_kernel" in sys.modules:
        from pyodide.ffi import jsnull

        send_none_as_null(sys.modules["pyodide_kernel"].comm.Comm, jsnull)


def build_class(body, name, /, *bases, **keywords):
    """Python's own `__build_class__`, which also gives classes of nodes their `__del__`."""
    made = _usual_build_class(body, name, *bases, **keywords)
    if isinstance(made, type) and METHODS_OF_NODES & vars(made).keys() and not is_a_library(body):
        if getattr(made, "__del__", hands_over).__module__ == __name__:  # it has none, or inherits one of ours
            made.__del__ = hands_over(made)
    return made


def is_a_library(body):
    """Whether the body of a class is in Python's own library, or in any package but ours."""
    path = body.__code__.co_filename
    if "site-packages" in path:  # which is a folder of the standard library's
        return "autograd_lib" not in path
    return path.startswith(STANDARD_LIBRARY)


def hands_over(node_class):
    """The `__del__` of a class of nodes. It empties a node that goes; the first one of a graph then frees the rest."""
    slots = [each for base in node_class.__mro__ for each in vars(base).values()]
    slots = [each for each in slots if isinstance(each, types.MemberDescriptorType) and each.__name__ not in PLAIN]
    ways = [(slot.__get__, slot.__delete__) for slot in slots]
    # Asked of the class, because a class of the reader's may answer for anything in its `__getattr__`.
    has_dict = bool(node_class.__dictoffset__)

    def __del__(node):  # noqa: N807
        global _is_freeing
        for get, delete in ways:
            try:
                _waiting.append(get(node))
                delete(node)
            except AttributeError:  # the slot is empty
                pass
        if has_dict:
            attributes = object.__getattribute__(node, "__dict__")
            _waiting.append(attributes.copy())
            attributes.clear()
        if not _is_freeing:
            _is_freeing = True
            try:
                while _waiting:
                    _waiting.pop()
            finally:
                _is_freeing = False

    return __del__


def limit_the_stack():
    """Tell Python to raise RecursionError before the browser's own stack is full."""
    import pyodide_js

    wasm = pyodide_js._module
    here = wasm.stackSave()
    wasm._PyUnstable_ThreadState_SetStackProtection(wasm._PyThreadState_Get(), here - STACK, STACK)


def send_none_as_null(comm_class, null):
    """Let the messages of this class of comms say `null` to the page where Python says None."""
    publish = comm_class.publish_msg

    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        publish(self, msg_type, with_nulls(data or {}, null), metadata, buffers, **keys)

    comm_class.publish_msg = publish_msg


def with_nulls(data, null):
    """A copy of dicts, lists and tuples in one another, with `null` for each None in them."""
    if isinstance(data, dict):
        return {key: with_nulls(value, null) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [with_nulls(value, null) for value in data]
    return null if data is None else data
