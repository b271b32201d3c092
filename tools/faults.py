"""Functions with one fault: every small change that a program can make to the source of a right solution."""

import ast
import copy
import inspect
import textwrap
import warnings
from collections import Counter
from typing import NamedTuple

from autograd_lib.course.checker import fingerprint

OPERATORS = {
    ast.Add: [ast.Sub],
    ast.Sub: [ast.Add],
    ast.Mult: [ast.Div, ast.Add],
    ast.Div: [ast.Mult],
    ast.FloorDiv: [ast.Div, ast.Mult],
    ast.Mod: [ast.FloorDiv],
    ast.Pow: [ast.Mult],
    ast.MatMult: [ast.Mult],
    ast.BitAnd: [ast.BitOr],
    ast.BitOr: [ast.BitAnd],
}
COMMUTATIVE = (ast.Add, ast.Mult, ast.BitAnd, ast.BitOr, ast.BitXor)
COMPARISONS = {
    ast.Lt: [ast.LtE, ast.Gt],
    ast.LtE: [ast.Lt, ast.GtE],
    ast.Gt: [ast.GtE, ast.Lt],
    ast.GtE: [ast.Gt, ast.LtE],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
}
PAIRS = [("sum", "mean"), ("zeros", "ones"), ("zeros_like", "ones_like"), ("any", "all"), ("max", "min")]
PAIRS += [("argmax", "argmin"), ("maximum", "minimum")]
FUNCTIONS = dict(PAIRS) | {b: a for a, b in PAIRS} | {"exp": "expm1", "log": "log1p"}
BUILT_IN = {"max", "min", "any", "all"}  # the others are methods, or functions of a module
DROPPED_CALLS = {"abs", "reversed", "sorted", "set", "copy", "absolute"}  # f(x) or x.f() becomes x
SYMMETRIC = {"max", "min", "maximum", "minimum", "isinstance", "hasattr", "isclose", "add", "multiply", "array_equal"}


class Mutant(NamedTuple):
    """A changed function: what was changed, in words, and its source. `line` is the one that was changed."""

    text: str
    line: int
    source: str


def mutants_of(function, may_change=()):
    """All mutants of a function, none twice; an empty list for what is not a plain function.

    Args:
        function: a right solution. may_change: the names of the arguments that it is meant to change.
    """
    tree = parsed(function)
    if tree is None:
        return []
    original = fingerprint(compile(ast.unparse(tree), "<original>", "exec"))
    found, sources = [], set()
    for mutant in [*changed_trees(tree), *early_returns(tree), *kept(tree), *spoiled_arguments(tree, may_change)]:
        if mutant.source in sources or is_the_same(mutant.source, original):
            continue
        sources.add(mutant.source)
        found.append(mutant)
    times = Counter(mutant.text for mutant in found)
    found = [m._replace(text=f"{m.text} (line {m.line})") if times[m.text] > 1 else m for m in found]
    times, seen = Counter(mutant.text for mutant in found), Counter()
    for place, mutant in enumerate(found):  # several in one line
        if times[mutant.text] > 1:
            seen[mutant.text] += 1
            found[place] = mutant._replace(text=f"{mutant.text} ({seen[mutant.text]})")
    return found


def parsed(function):
    """The syntax tree of a plain function's source; None for anything else."""
    if not inspect.isfunction(function) or function.__closure__ or function.__name__ == "<lambda>":
        return None
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    return tree if isinstance(tree.body[0], ast.FunctionDef) else None


def is_the_same(source, original):
    """Whether a mutant's source comes down to the original's bytecode, or to no program at all."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return fingerprint(compile(source, "<mutant>", "exec")) == original
    except SyntaxError:
        return True


def changed_trees(tree):
    """A mutant for each change of each node, in the order of the source."""
    statements = statement_of_each(tree)
    parents = parent_of_each(tree)
    nodes = [node for node in ast.walk(tree) if hasattr(node, "lineno") or isinstance(node, ast.comprehension)]
    for node in sorted(nodes, key=lambda node: (statements[node].lineno, getattr(node, "col_offset", 0))):
        if is_left_alone(node, parents):
            continue
        statement = statements[node]
        before = first_line(statement)
        for new in changes_of(node, parents):
            owner, name, place = parents[node]
            put(owner, name, place, new)
            after = "(dropped)" if new is DROPPED else first_line(new if node is statement else statement)
            source = ast.unparse(ast.fix_missing_locations(tree))
            put(owner, name, place, node)
            yield Mutant(f"{before} -> {after}", statement.lineno, source)


DROPPED = ast.Pass()


def put(owner, name, place, new):
    if place is None:
        setattr(owner, name, new)
    else:
        getattr(owner, name)[place] = new


def statement_of_each(tree):
    """A dict from each node to the smallest statement that holds it."""
    found = {}

    def visit(node, statement):
        statement = node if isinstance(node, ast.stmt) else statement
        found[node] = statement
        for child in ast.iter_child_nodes(node):
            visit(child, statement)

    visit(tree, None)
    return found


def parent_of_each(tree):
    """A dict from each node to where it stands: its parent, the field, and the place in the field if that is a list."""
    found = {}
    for owner in ast.walk(tree):
        for name, value in ast.iter_fields(owner):
            if isinstance(value, ast.AST):
                found[value] = owner, name, None
            elif isinstance(value, list):
                found.update({item: (owner, name, i) for i, item in enumerate(value) if isinstance(item, ast.AST)})
    return found


def is_left_alone(node, parents):
    """Whether a node is (in) a docstring, the message of an error, a part of an f-string, a decorator or a type."""
    while node in parents:
        owner, name, _ = parents[node]
        if isinstance(owner, ast.Raise | ast.JoinedStr | ast.FormattedValue):
            return True
        if (isinstance(owner, ast.Assert) and name == "msg") or name in ("annotation", "returns", "decorator_list"):
            return True
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return True
        node = owner
    return False


def first_line(statement):
    return ast.unparse(ast.fix_missing_locations(statement)).splitlines()[0]


def changes_of(node, parents):
    """All that a node can be changed into: one fault each."""
    for change in CHANGES.get(type(node), ()):
        yield from change(node)
    if isinstance(node, ast.expr) and is_condition(node, parents):
        yield from negated(node)
    if isinstance(node, ast.stmt) and can_be_dropped(node, parents):
        yield DROPPED


def with_fields(node, **fields):
    """A copy of a node with other fields."""
    new = copy.copy(node)
    for name, value in fields.items():
        setattr(new, name, value)
    return new


def of_operation(node):
    for operator in OPERATORS.get(type(node.op), []):
        yield with_fields(node, op=operator())
    yield node.left
    yield node.right
    listing = (ast.List, ast.Tuple, ast.ListComp)
    if not isinstance(node.op, COMMUTATIVE) or isinstance(node.left, listing) or isinstance(node.right, listing):
        yield with_fields(node, left=node.right, right=node.left)


def of_sign(node):
    if isinstance(node.op, ast.USub | ast.Not | ast.Invert):
        yield node.operand


def of_comparison(node):
    for place, operator in enumerate(node.ops):
        for other in COMPARISONS[type(operator)]:
            yield with_fields(node, ops=[*node.ops[:place], other(), *node.ops[place + 1 :]])


def of_and_or(node):
    yield with_fields(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    for place in range(len(node.values)):
        others = node.values[:place] + node.values[place + 1 :]
        yield others[0] if len(others) == 1 else with_fields(node, values=others)


def of_constant(node):
    value = node.value
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int | float):
        yield ast.Constant(value + 1)
        if value == 1:
            yield ast.Constant(value - 1)
    elif isinstance(value, str):
        yield ast.Constant(value + "?")


def of_payment(node):
    """`a += b`."""
    yield ast.Assign(targets=[node.target], value=node.value, lineno=node.lineno)
    for operator in OPERATORS.get(type(node.op), [])[:1]:
        yield with_fields(node, op=operator())


def of_call(node):
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    is_method = isinstance(node.func, ast.Attribute)
    if name in FUNCTIONS and (is_method or name in BUILT_IN):
        new = with_fields(node.func, **{"attr" if is_method else "id": FUNCTIONS[name]})
        yield with_fields(node, func=new)
    if name in DROPPED_CALLS and (node.args or is_method):
        yield node.args[0] if node.args else node.func.value
    for place in range(len(node.keywords)):
        yield with_fields(node, keywords=node.keywords[:place] + node.keywords[place + 1 :])
    if len(node.args) == 2 and name not in SYMMETRIC and not any(isinstance(a, ast.Starred) for a in node.args):
        yield with_fields(node, args=node.args[::-1])
    if name == "range" and not isinstance(node.args[min(1, len(node.args) - 1)], ast.Constant):
        place = min(1, len(node.args) - 1)
        less = ast.BinOp(left=node.args[place], op=ast.Sub(), right=ast.Constant(1))
        yield with_fields(node, args=[*node.args[:place], less, *node.args[place + 1 :]])


def of_slice(node):
    for name in ("lower", "upper", "step"):
        if getattr(node, name) is not None:
            yield with_fields(node, **{name: None})


def of_attribute(node):
    if node.attr == "T" and isinstance(node.ctx, ast.Load):
        yield node.value


def of_choice(node):
    """`a if test else b`."""
    yield node.body
    yield node.orelse


def of_branch(node):
    """An `if` statement, its `else` dropped."""
    if node.orelse:
        yield with_fields(node, orelse=[])


def of_comprehension(node):
    for place in range(len(node.ifs)):
        yield with_fields(node, ifs=node.ifs[:place] + node.ifs[place + 1 :])


CHANGES = {
    ast.BinOp: [of_operation],
    ast.UnaryOp: [of_sign],
    ast.Compare: [of_comparison],
    ast.BoolOp: [of_and_or],
    ast.Constant: [of_constant],
    ast.AugAssign: [of_payment],
    ast.Call: [of_call],
    ast.Slice: [of_slice],
    ast.Attribute: [of_attribute],
    ast.IfExp: [of_choice],
    ast.If: [of_branch],
    ast.comprehension: [of_comprehension],
    ast.Break: [lambda node: [ast.Continue()]],
    ast.Continue: [lambda node: [ast.Break()]],
}


def is_condition(node, parents):
    owner, name, _ = parents[node]
    return (name == "test" and isinstance(owner, ast.If | ast.While | ast.IfExp)) or name == "ifs"


def negated(node):
    """`not` in front of a condition; where it is `not` already or a plain comparison, the other changes do that."""
    if not isinstance(node, ast.UnaryOp | ast.Compare):
        yield ast.UnaryOp(op=ast.Not(), operand=node)


def can_be_dropped(node, parents):
    """Whether dropping a statement leaves something to run: a name that is not defined is no fault worth trying."""
    if isinstance(node, ast.FunctionDef | ast.Import | ast.ImportFrom | ast.Pass | ast.Nonlocal | ast.Global):
        return False
    owner, _, _ = parents[node]
    return not (isinstance(owner, ast.FunctionDef) and isinstance(node, ast.Return) and len(owner.body) == 1)


def early_returns(tree):
    """Mutants in which the `return` at a function's end stands at the end of a loop's body as well."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef) or not isinstance(function.body[-1], ast.Return):
            continue
        for loop in function.body[:-1]:
            if isinstance(loop, ast.For | ast.While):
                loop.body.append(function.body[-1])
                source = ast.unparse(ast.fix_missing_locations(tree))
                loop.body.pop()
                text = f"{first_line(loop)} -> the same, with `{first_line(function.body[-1])}` at the end of its body"
                yield Mutant(text, loop.lineno, source)


def kept(tree):
    """Mutants in which something that a function makes to write into is made only once, outside the function."""
    parents, statements = parent_of_each(tree), statement_of_each(tree)
    for function in [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]:
        local = {argument.arg for argument in ast.walk(function.args) if isinstance(argument, ast.arg)}
        local |= {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        for node in [node for statement in function.body for node in ast.walk(statement) if is_container(node)]:
            names = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
            if names & local or not isinstance(statements[node], ast.Assign) or statements[node] not in function.body:
                continue
            (owner, name, place), outside, position = parents[node], *parents[function][::2]
            put(owner, name, place, ast.Name("_kept", ctx=ast.Load()))
            outside.body.insert(position, ast.Assign(targets=[ast.Name("_kept", ctx=ast.Store())], value=node))
            source = ast.unparse(ast.fix_missing_locations(tree))
            outside.body.pop(position)
            put(owner, name, place, node)
            text = f"{first_line(statements[node])} -> the same, but `{ast.unparse(node)}` made once for all calls"
            yield Mutant(text, node.lineno, source)


def is_container(node):
    """Whether an expression makes something that is there to be filled: an empty list, a set, an array of zeros."""
    if isinstance(node, ast.List | ast.Dict):
        return not (node.elts if isinstance(node, ast.List) else node.keys)
    name = getattr(node.func, "attr", getattr(node.func, "id", "")) if isinstance(node, ast.Call) else ""
    return name in {"set", "list", "dict", "deque", "defaultdict", "Counter", "zeros", "zeros_like", "ones_like"}


def spoiled_arguments(tree, may_change):
    """Mutants that give the right answer, and change an argument as they leave.

    Arguments are those of the function itself, and of each function in it that is handed on to others (a vjp).
    """
    handed_on = names_handed_on(tree)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and (function is tree.body[0] or function.name in handed_on):
            where = "" if function is tree.body[0] else f" of {function.name}"
            names = [argument.arg for argument in [*function.args.posonlyargs, *function.args.args]]
            for name in names if where else [name for name in names if name not in may_change]:
                for kind in ("whole", "entry"):
                    body = function.body
                    given = ast.parse(f"_given_{name} = {name}").body
                    leaving = ast.parse(f"_spoil_{kind}(_given_{name})").body
                    function.body = [*given, ast.Try(body=body, handlers=[], orelse=[], finalbody=leaving)]
                    source = ast.unparse(ast.fix_missing_locations(tree))
                    function.body = body
                    change = "changed in place" if kind == "whole" else "an entry of it changed in place"
                    yield Mutant(f"{name}{where} -> {change}", function.lineno, source)
        elif isinstance(function, ast.Lambda):
            for name in [argument.arg for argument in function.args.args]:
                body = function.body
                spoiling = ast.parse(f"_spoil_whole({name})", mode="eval").body
                pair = ast.Tuple(elts=[body, spoiling], ctx=ast.Load())
                function.body = ast.Subscript(value=pair, slice=ast.Constant(0), ctx=ast.Load())
                source = ast.unparse(ast.fix_missing_locations(tree))
                function.body = body
                yield Mutant(f"{name} of {ast.unparse(function)} -> changed in place", function.lineno, source)


def names_handed_on(tree):
    """The names that stand somewhere other than before the brackets of a call."""
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and id(node) not in called}
