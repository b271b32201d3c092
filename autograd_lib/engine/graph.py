"""The topological order of a computational graph, and nodes in words: for both engines, drawings and errors.

A *node* is anything with `_prev`, the tuple of its inputs, and `_op`, the operation that made it ("" for a leaf).
"""


def topological_order(root):
    """All nodes that `root` depends on, and `root` itself, each once, every node after its inputs.

    A depth-first post-order with a stack of its own, so that a chain of a million nodes does not meet Python's
    recursion limit. The order depends on nothing but the graph: the same graph gives the same order in every run.
    """
    order, seen, path = [], {root}, [(root, iter(root._prev))]
    while path:
        node, inputs = path[-1]
        for node_input in inputs:
            if node_input not in seen:
                seen.add(node_input)
                if seen.issuperset(node_input._prev):  # nothing new below it, as below a leaf: it need not be stacked
                    order.append(node_input)
                else:
                    path.append((node_input, iter(node_input._prev)))
                    break
        else:
            order.append(node)
            path.pop()
    return order


def expression(node, name=None, width=24):
    """A node in words: its label; without one, its operation on its inputs (`a * b`), or the number of a leaf.

    `name(input)` gives the words for an input: by default its label, else the number of a leaf, else "…".
    A text longer than `width` characters is cut, and ends in "…".
    """
    if node.label:
        return shorten(node.label, width)
    if not node._prev:
        return short_number(node.data)
    name = name or (lambda n: n.label or ("…" if n._prev else short_number(n.data)))
    return shorten(operation_in_words(node._op, [str(name(n)) for n in node._prev]), width)


def operation_in_words(op, inputs):
    """An operation in words, given the words for its inputs: `a * b`, `-a`, `(a + b)**2`, `tanh(a)`."""
    operands = [f"({words})" if needs_brackets(words, op) else words for words in inputs]
    if op == "neg":
        return f"-{operands[0]}"
    if op.startswith("**") and len(inputs) == 1:
        return f"{operands[0]}{op}"
    if op in {"+", "-", "*", "/", "**", "@"}:
        return f" {op} ".join(operands)
    return f"{op}({', '.join(inputs)})"


def needs_brackets(words, op):
    """Whether the words for an operand would read differently without brackets: a**b**c is a**(b**c) in Python."""
    return " " in words or words.startswith("-") or ("**" in words and op.startswith("**"))


def pairs_error(op, inputs, given, what, call):
    """The error to raise for a node that does not have one `what`, such as a local gradient, for each input."""
    for sequence in (inputs, given):
        if not hasattr(sequence, "__len__"):
            return TypeError(
                f"a node made by {op!r} takes its inputs and its {what}s as tuples, for one alone (x,): got "
                f"{repr_and_type(sequence)}. Write {call}"
            )
    return ValueError(
        f"a node made by {op!r} needs a {what} for each input, got {len(given)} for {len(inputs)}: {call}. "
        "A label goes by name, label='a'"
    )


def shorten(text, width):
    """`text`, or as much of it as fits into `width` characters with a final "…"."""
    return text if len(text) <= width else text[: width - 1] + "…"


def text_of(thing, speak=str):
    """`str(thing)`, or where that fails, as for an int of 5,000 digits, what Python's own tracebacks write then."""
    try:
        return speak(thing)
    except Exception:
        return f"<unprintable {type(thing).__name__}>"


def repr_and_type(thing):
    """A wrong argument, for an error: its repr, on one line and not too long, and its type."""
    return f"{shorten(' '.join(text_of(thing, repr).split()), 60)} ({type(thing).__name__})"


def short_number(number):
    """A number, short enough for a label: `2`, `0.5`, `6.881`. An array is shown by its shape, all else by its repr."""
    if isinstance(number, float):
        return f"{number:.4g}"
    if getattr(number, "shape", ()):
        return f"an array of shape {tuple(number.shape)}"
    return short_number(number.item()) if hasattr(number, "item") else repr(number)


def four_decimals(number):
    """`number` with four decimals, or in scientific notation where those do not suit it (below 1e-3, from 1e6)."""
    return f"{number:.4f}" if number == 0 or 1e-3 <= abs(number) < 1e6 else f"{number:.4e}"
