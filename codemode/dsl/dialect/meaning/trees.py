"""Makes the Go that a reading puts in the place of something else. Each tree has the place of what it replaces."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, cast

from codemode.dsl import parse
from codemode.dsl.dialect import copies
from codemode.dsl.names import hidden
from codemode.dsl.syntax import nodes
from codemode.types.expression_text import unparen


def name(text: str, at: nodes.Node) -> nodes.Expr:
    """Makes a name, or a member of a package such as strings.Repeat."""
    place = {"pos": at.pos, "end": at.end}
    package, _, member = text.rpartition(".")
    ident = nodes.Ident(member, **place)
    return nodes.SelectorExpr(name(package, at), ident, **place) if package else ident


def call(function: str, *args: nodes.Expr, at: nodes.Node | None = None) -> nodes.CallExpr:
    """Makes a call of a function, at the place of its arguments unless another one is given."""
    place = at or nodes.Node(pos=args[0].pos, end=args[-1].end)
    return nodes.CallExpr(name(function, place), list(args), pos=place.pos, end=place.end)


def rewrite(e: nodes.CallExpr, function: str, args: list[nodes.Expr]) -> None:
    """Turns a call into one of another function."""
    e.fun, e.args = name(function, e.fun), args


def whole(value: int, at: nodes.Node) -> nodes.Expr:
    """Makes an integer behind `at`."""
    number = nodes.BasicLit("INT", str(abs(value)), abs(value), pos=at.end, end=at.end)
    return nodes.UnaryExpr("-", number, pos=at.end, end=at.end) if value < 0 else number


def text(value: str, at: nodes.Node) -> nodes.BasicLit:
    shown = value.encode("unicode_escape").decode()
    return nodes.BasicLit("STRING", f'"{shown}"', value.encode(), pos=at.pos, end=at.end)


def text_of(e: nodes.Node | None) -> str | None:
    """Returns the text of a string literal, or None for another expression."""
    return e.value.decode("utf-8", "replace") if isinstance(e, nodes.BasicLit) and e.kind == "STRING" else None


def first_name(e: nodes.Expr) -> nodes.Expr:
    """Returns the x of x.y.z, or the expression itself."""
    while isinstance(e, nodes.SelectorExpr):
        e = e.x
    return e


def any_map(elts: list[nodes.Expr], pos: int) -> nodes.CompositeLit:
    """Makes map[string]any{...}, whose type was not written."""
    at = {"pos": pos, "end": pos}
    typ = nodes.MapType(nodes.Ident("string", **at), nodes.Ident("any", **at), **at)
    return nodes.CompositeLit(typ, elts, pos=pos, end=elts[-1].end if elts else pos)


def any_list(elts: list[nodes.Expr], at: nodes.Node) -> nodes.CompositeLit:
    """Makes []any{...}, whose type was not written."""
    start = {"pos": at.pos, "end": at.pos}
    return nodes.CompositeLit(nodes.ArrayType(None, nodes.Ident("any", **start), **start), elts, pos=at.pos, end=at.end)


# --- templates ---------------------------------------------------------------------------------------------------------


def template(go: str, at: nodes.Node, **given: nodes.Expr) -> Any:
    """Makes the expression that a template is in Go. The expressions that are given take the places of its parameters.

    `__x` is a name that no program has. A parameter F is a function: it is called with as many arguments as it declares.
    """
    return _copied(_parsed(go), given, at.pos, at.end)


@lru_cache(500)
def _parsed(go: str) -> nodes.Expr:
    """Returns the tree of a template. Callers copy it before use."""
    stmt = parse(go).file.stmts[0]
    assert isinstance(stmt, nodes.ExprStmt)
    return stmt.x


def _copied(node: Any, given: dict[str, nodes.Expr], pos: int, end: int) -> Any:
    """Copies a template's tree to another place and replaces its parameters with the `given` expressions."""
    if isinstance(node, nodes.Ident):
        put = given.get(node.name)
        if isinstance(put, nodes.Ident):
            return nodes.Ident(put.name, pos=put.pos, end=put.end)  # it may stand in several places
        if put is not None:
            return put
        return nodes.Ident(hidden(node.name), pos=pos, end=end)
    if isinstance(node, list):
        return [_copied(part, given, pos, end) for part in cast("list[Any]", node)]
    if not isinstance(node, nodes.Node):
        return node
    if isinstance(node, nodes.CallExpr) and isinstance(node.fun, nodes.Ident) and node.fun.name == "F":
        return _called(node, given, pos, end)
    values = {name: _copied(part, given, pos, end) for name, part in copies.parts_of(node).items()}
    if isinstance(node, nodes.BinaryExpr):
        values["op_pos"] = pos
    return cast(Any, type(node))(**values, pos=pos, end=end)


def _called(node: nodes.CallExpr, given: dict[str, nodes.Expr], pos: int, end: int) -> nodes.Expr:
    """Makes a call of F with as many arguments as it declares. For Boolean, bool and None it returns the argument itself."""
    f = given["F"]
    inner = unparen(f)
    count = sum(max(1, len(p.names)) for p in inner.type.params) if isinstance(inner, nodes.FuncLit) else 1
    if not isinstance(inner, nodes.FuncLit) and len(node.args) == 3:
        count = 2  # reduce passes the result so far and the element
    args = [_copied(arg, given, pos, end) for arg in node.args[:count]]
    if isinstance(inner, nodes.Ident) and inner.name in ("Boolean", "None", "bool") and len(args) == 1:
        return args[0]
    return nodes.CallExpr(f, args, pos=pos, end=end)
