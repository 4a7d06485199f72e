"""Conditions of policy rules: one Python expression about a call, checked when the rule is made.

    args['amount'] > 1000 and tool.read_only is False
    any(to not in ['ann', 'bob'] for to in args['to'])

An expression may use `args` (the arguments, plain JSON), `tool` (id, name, source, owner, tags, read_only), `agent`, `session`, `context` (what the
host gave with the session, as far as it is plain data) and the functions of `condition_guards`. There are two fences: a list of what
is allowed here, and RestrictedPython, which compiles the rest and routes every attribute, index and loop through our guards. It does not limit work
(`'x' * 10**9`, `'%999999999d' % 1`, f-strings), so operators go through our guards as well.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import CodeType
from typing import Any, Final, cast

from RestrictedPython.compile import compile_restricted_eval
from RestrictedPython.transformer import RestrictingNodeTransformer

from codemode.catalog.condition_guards import FACTS, FUNCTIONS, Guards, ToolFacts
from codemode.catalog.names import nearest
from codemode.errors import ConfigError
from codemode.python_ast import parsed

MAX_LENGTH: Final = 2000
MAX_NESTING: Final = 40
MAX_LOOPS: Final = 3  # each may double its input, so that their number limits growth

NAMES: Final = ("args", "tool", "agent", "session", "context")
_KNOWN: Final = (*NAMES, *FUNCTIONS)

# fmt: off
_ALLOWED: Final = (
    ast.Expression, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.UAdd, ast.IfExp,
    ast.BinOp, ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod,
    ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Is, ast.IsNot, ast.In, ast.NotIn,
    ast.Name, ast.Load, ast.Store, ast.Constant, ast.Attribute, ast.Subscript, ast.Slice, ast.Call,
    ast.List, ast.Tuple, ast.Set, ast.ListComp, ast.GeneratorExp, ast.comprehension,
)
# fmt: on
_INSTEAD: Final[dict[type[ast.AST], str]] = {
    ast.Pow: "powers (**) are not allowed; write the number",
    ast.LShift: "shifts are not allowed; write the number",
    ast.RShift: "shifts are not allowed; use // instead",
    ast.BitAnd: "& is not allowed; write and",
    ast.BitOr: "| is not allowed; write or",
    ast.Invert: "~ is not allowed; write not",
    ast.Lambda: "functions cannot be made here; pass a Python callable as when instead",
    ast.NamedExpr: "nothing can be assigned in a condition; repeat the expression",
    ast.JoinedStr: "f-strings are not allowed; compare with == or in",
    ast.Dict: "maps cannot be made in a condition",
    ast.DictComp: "maps cannot be made in a condition; use any(...) or all(...)",
    ast.SetComp: "sets of computed values are not allowed; write [... for ...]",
    ast.Starred: "* is not allowed here; name the values",
    ast.keyword: "named arguments are not allowed here",
    ast.Await: "await is not allowed in a condition",
}


class _Refused(Exception):
    def __init__(self, node: ast.AST, message: str) -> None:
        super().__init__(message)
        self.node = node


class Condition:
    """A checked expression. Calling it gives True or False, or raises whatever the expression raises."""

    __slots__ = ("_code", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._code = _compiled(text)

    def __call__(self, args: Any, tool: ToolFacts, agent: str, session: str, context: Any, guards: Guards) -> bool:
        """Returns whether the condition is met; its work is charged to `guards`."""
        given = {"args": args, "tool": tool, "agent": agent, "session": session, "context": context}
        names = guards.names() | given
        return eval(self._code, names)  # names holds empty builtins; what can be reached is in condition_guards


@lru_cache(maxsize=1024)
def _compiled(text: str) -> CodeType:
    if len(text) > MAX_LENGTH:
        raise ConfigError(f"a condition of {len(text)} characters is too long; the limit is {MAX_LENGTH}")
    tree = _parsed(text)
    try:
        _check(tree)
    except _Refused as refused:
        raise ConfigError(_placed(text, refused.node, str(refused))) from None
    made = compile_restricted_eval(cast(Any, tree), filename="<condition>", policy=_Guarded)
    if made.errors or made.code is None:
        raise ConfigError(_placed(text, None, "; ".join(made.errors)))
    return made.code


def _parsed(text: str) -> ast.Expression:
    try:
        with warnings.catch_warnings():
            # things that Python only warns about ('\d', 1if) are mistakes as well
            warnings.simplefilter("error")
            return parsed(text.strip(), "eval", "<condition>")
    except SyntaxError as wrong:
        at = ast.Constant(None, lineno=wrong.lineno or 1, col_offset=max(0, (wrong.offset or 1) - 1))
        raise ConfigError(_placed(text, at, f"not a Python expression: {wrong.msg}")) from None
    except (ValueError, RecursionError, MemoryError) as wrong:
        raise ConfigError(
            _placed(text, None, f"not a Python expression: {wrong or 'it is nested too deeply'}")
        ) from None


def _placed(text: str, node: ast.AST | None, message: str) -> str:
    """The problem with its place, the line and a caret under it."""
    line, offset = getattr(node, "lineno", 1), getattr(node, "col_offset", 0)
    shown = (text.strip().splitlines() or [""])[line - 1 :][:1] or [""]
    column = len(shown[0].encode("utf-8", "replace")[:offset].decode("utf-8", "replace"))
    return f"condition, line {line}, column {column + 1}: {message}\n\t{shown[0]}\n\t{' ' * column}^"


# --- what is allowed ---------------------------------------------------------------------------------------------------


def _check(tree: ast.Expression) -> None:
    """Raises _Refused. Not recursive, so that depth is refused before anything recurses into it."""
    order = list(_outer_first(tree))
    bound = {n.id for n in order if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    loops = [n for n in order if isinstance(n, ast.comprehension)]
    if len(loops) > MAX_LOOPS:
        raise _Refused(loops[MAX_LOOPS].iter, f"at most {MAX_LOOPS} loops are allowed")
    called = {id(n.func) for n in order if isinstance(n, ast.Call)}
    for node in order:
        check = _CHECKS.get(type(node))
        if check is not None:
            check(node)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            _check_name(node, bound, called=id(node) in called)


def _outer_first(tree: ast.AST) -> Iterator[ast.AST]:
    work: list[tuple[ast.AST, ast.AST, int]] = [(tree, tree, 0)]
    while work:
        node, near, depth = work.pop()
        # operators and the like have no place of their own
        near = node if hasattr(node, "lineno") else near
        if not isinstance(node, _ALLOWED):
            told = _INSTEAD.get(type(node), f"{type(node).__name__} is not allowed in a condition")
            raise _Refused(near, told)
        if depth > MAX_NESTING:
            raise _Refused(near, f"nested too deeply; the limit is {MAX_NESTING}")
        yield node
        work += [(child, near, depth + 1) for child in reversed(list(ast.iter_child_nodes(node)))]


def _check_name(node: ast.Name, bound: set[str], *, called: bool) -> None:
    name = node.id
    if name in FUNCTIONS and not called:
        raise _Refused(node, f"{name} is a function: call it, {name}(...)")
    if name in bound or name in _KNOWN:
        return
    near = nearest(name, [*_KNOWN, *bound], 1)
    hint = (
        f'did you mean "{near[0]}"?'
        if near
        else f"there are {', '.join(NAMES)} and the functions {', '.join(FUNCTIONS)}"
    )
    raise _Refused(node, f"unknown name {name!r}; {hint}")


def _check_stored(node: ast.Name) -> None:
    if isinstance(node.ctx, ast.Store) and (node.id in _KNOWN or node.id.startswith("_")):
        raise _Refused(node, f"the loop variable may not be called {node.id}")


def _check_call(node: ast.Call) -> None:
    if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS:
        told = f"only these functions can be called: {', '.join(FUNCTIONS)}"
        if isinstance(node.func, ast.Attribute):
            told += "; there are no methods, compare texts with == and in"
        raise _Refused(node.func, told)
    if node.keywords:
        raise _Refused(node, _INSTEAD[ast.keyword])
    if len(node.args) != 1 and not (node.args and node.func.id in ("min", "max")):
        raise _Refused(node, f"{node.func.id} takes one value, not {len(node.args)}")


def _check_attribute(node: ast.Attribute) -> None:
    if not isinstance(node.value, ast.Name) or node.value.id != "tool":
        raise _Refused(node, f"only tool has attributes; read a member of a map with x[{node.attr!r}]")
    if node.attr not in FACTS:
        raise _Refused(node, f"tool has no {node.attr!r}; it has {', '.join(FACTS)}")


def _check_constant(node: ast.Constant) -> None:
    if not isinstance(node.value, str | int | float | bool | None):
        raise _Refused(
            node, f"a constant must be a text, a number, True, False or None, not {type(node.value).__name__}"
        )


def _check_compare(node: ast.Compare) -> None:
    for op, right in zip(node.ops, node.comparators):
        plain = isinstance(right, ast.Constant) and (right.value is None or isinstance(right.value, bool))
        if isinstance(op, ast.Is | ast.IsNot) and not plain:
            raise _Refused(right, "is compares only with None, True and False; use == here")


def _check_set(node: ast.Set) -> None:
    # hashing nested tuples may take time that nothing charges for
    for each in node.elts:
        if not isinstance(each, ast.Constant):
            raise _Refused(each, "a set may contain only constants; write a list: [...]")


def _check_loop(node: ast.comprehension) -> None:
    if not isinstance(node.target, ast.Name) or node.is_async:
        raise _Refused(node.target, "a loop has one variable: for x in ...")


_CHECKS: Final[dict[type[ast.AST], Callable[[Any], None]]] = {
    ast.Name: _check_stored,
    ast.Call: _check_call,
    ast.Attribute: _check_attribute,
    ast.Constant: _check_constant,
    ast.Compare: _check_compare,
    ast.Set: _check_set,
    ast.comprehension: _check_loop,
}


# --- compiling ---------------------------------------------------------------------------------------------------------


class _Guarded(RestrictingNodeTransformer):
    """RestrictedPython guards attributes, indexes and loops; here operators get guards too."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        guard = "_term_" if isinstance(node.op, ast.Add) else "_number_"
        node = self.node_contents_visit(node)
        node.left, node.right = _through(guard, node.left), _through(guard, node.right)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        signed = not isinstance(node.op, ast.Not)
        node = self.node_contents_visit(node)
        if signed:
            node.operand = _through("_number_", node.operand)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        identity = all(isinstance(op, ast.Is | ast.IsNot) for op in node.ops)
        node = self.node_contents_visit(node)
        if not identity:
            node.left = _through("_compared_", node.left)
            node.comparators = [_through("_compared_", each) for each in node.comparators]
        return node


def _through(guard: str, operand: ast.expr) -> ast.expr:
    made = ast.Call(ast.Name(guard, ast.Load()), [operand], [])
    return ast.fix_missing_locations(ast.copy_location(made, operand))
