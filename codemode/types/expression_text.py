"""Expressions on one line, as the Go compiler writes them in its messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from codemode.dsl.names import HIDDEN
from codemode.dsl.prelude import PRELUDE
from codemode.dsl.syntax import nodes


def expr_text(e: nodes.Node | None) -> str:
    """Returns an expression on one line. Bodies of function literals are left out."""
    return _EXPRESSIONS[e.__class__](e) if e is not None else ""


def exprs_text(exprs: Iterable[nodes.Expr]) -> str:
    return ", ".join([expr_text(e) for e in exprs])


def unparen(e: nodes.Expr) -> nodes.Expr:
    while e.__class__ is nodes.ParenExpr:
        e = cast(nodes.ParenExpr, e).x
    return e


def _binary(e: nodes.BinaryExpr) -> str:
    parts: list[str] = []
    left: nodes.Expr = e
    while isinstance(left, nodes.BinaryExpr):
        parts.append(f" {left.op} {expr_text(left.y)}")
        left = left.x
    return expr_text(left) + "".join(reversed(parts))


def _slice(e: nodes.SliceExpr) -> str:
    last = f":{expr_text(e.max)}" if e.max is not None else ""
    return f"{expr_text(e.x)}[{expr_text(e.lo)}:{expr_text(e.hi)}{last}]"


def _composite(e: nodes.CompositeLit) -> str:
    return f"{expr_text(e.type)}{{{'…' if e.elts else ''}}}"


def _call(e: nodes.CallExpr) -> str:
    if isinstance(e.fun, nodes.FuncLit) and HIDDEN in str([r.type for r in e.fun.type.results][:1]):
        return "[…]"  # a list or value made by a repair
    if isinstance(e.fun, nodes.Ident) and e.fun.name == "any" and [e.fun.pos] == [arg.pos for arg in e.args]:
        return expr_text(e.args[0])  # a conversion made by a reading, at the place of its operand
    count, shown = PRELUDE.get(e.fun.name, (0, "")) if isinstance(e.fun, nodes.Ident) else (0, "")
    if shown and count == len(e.args):
        args = [expr_text(arg) for arg in e.args]
        return shown.format(*args, name=args[0][1:-1])
    return f"{expr_text(e.fun)}({exprs_text(e.args)}{'...' if e.ellipsis else ''})"


def _field(f: nodes.Field) -> str:
    names = ", ".join([n.name for n in f.names])
    text = expr_text(f.type)
    text = f"{names} {text}" if names and not f.embedded else text
    return f"{text} `{f.tag.decode('utf-8', 'replace')}`" if f.tag else text


def _signature(e: nodes.FuncType) -> str:
    type_params = f"[{', '.join([_field(f) for f in e.type_params])}]" if e.type_params else ""
    text = f"{type_params}({', '.join([_field(f) for f in e.params])})"
    if len(e.results) == 1 and not e.results[0].names:
        return f"{text} {_field(e.results[0])}"
    return f"{text} ({', '.join([_field(f) for f in e.results])})" if e.results else text


def _method(f: nodes.Field) -> str:
    if f.names and isinstance(f.type, nodes.FuncType):
        return f.names[0].name + _signature(f.type)
    return expr_text(f.type)


def _array(e: nodes.ArrayType) -> str:
    return f"[{expr_text(e.len)}]{expr_text(e.elem)}"


CHAN_TEXT = {"both": "chan ", "recv": "<-chan ", "send": "chan<- "}


def _chan(e: nodes.ChanType) -> str:
    elem = expr_text(e.elem)
    if e.dir == "both" and isinstance(e.elem, nodes.ChanType) and e.elem.dir == "recv":
        elem = f"({elem})"
    return CHAN_TEXT[e.dir] + elem


_EXPRESSIONS: dict[type[nodes.Node], Callable[[Any], str]] = {
    nodes.Ident: lambda e: e.name if e.name[:1] != HIDDEN else "element",
    nodes.BasicLit: lambda e: e.raw,
    nodes.CompositeLit: _composite,
    nodes.FuncLit: lambda e: f"{expr_text(e.type)} {{{'…' if e.body.stmts else ''}}}",
    nodes.ParenExpr: lambda e: f"({expr_text(e.x)})",
    nodes.SelectorExpr: lambda e: f"{expr_text(e.x)}.{e.sel.name}",
    nodes.IndexExpr: lambda e: f"{expr_text(e.x)}[{exprs_text(e.indices)}]",
    nodes.SliceExpr: _slice,
    nodes.TypeAssertExpr: lambda e: f"{expr_text(e.x)}.({expr_text(e.type) if e.type else 'type'})",
    nodes.CallExpr: lambda e: _call(e),
    nodes.StarExpr: lambda e: f"*{expr_text(e.x)}",
    nodes.UnaryExpr: lambda e: e.op + expr_text(e.x),
    nodes.BinaryExpr: _binary,
    nodes.KeyValueExpr: lambda e: f"{expr_text(e.key)}: {expr_text(e.value)}",
    nodes.ArrayType: _array,
    nodes.StructType: lambda e: f"struct{{{'; '.join([_field(f) for f in e.fields])}}}",
    nodes.FuncType: lambda e: "func" + _signature(e),
    nodes.InterfaceType: lambda e: f"interface{{{'; '.join([_method(f) for f in e.elems])}}}",
    nodes.MapType: lambda e: f"map[{expr_text(e.key)}]{expr_text(e.value)}",
    nodes.ChanType: _chan,
    nodes.Ellipsis: lambda e: f"...{expr_text(e.elem)}",
}


def spells(kind: type[nodes.Node], how: Callable[[Any], str]) -> None:
    """Adds the spelling of a kind of node that only the lowering makes."""
    _EXPRESSIONS[kind] = how


def measure(count: int, unit: str) -> str:
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def named_function(fun: nodes.Expr) -> nodes.Ident | nodes.SelectorExpr | None:
    """Returns the identifier or selector that names a generic function; its type arguments are recorded there."""
    fun = unparen(fun)
    if isinstance(fun, nodes.IndexExpr):
        fun = unparen(fun.x)
    return fun if isinstance(fun, (nodes.Ident, nodes.SelectorExpr)) else None
