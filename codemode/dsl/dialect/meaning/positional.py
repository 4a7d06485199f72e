"""Reads codemode.CallTool("crm.move", item, 5): positional arguments for a tool, if it is certain which argument is which parameter.

An argument belongs to a parameter if it has the parameter's name, or if its type fits only this one of the parameters that are used. One
argument may be left over; it belongs to the parameter that is left. Everything else is refused, because a tool may have effects.
"""

from __future__ import annotations

from typing import Any, cast

from codemode.dsl.dialect.meaning import trees
from codemode.dsl.names import letters_of
from codemode.dsl.syntax import nodes
from codemode.types import expressions
from codemode.types.checker import Checker
from codemode.types.expression_text import unparen
from codemode.types.model import BOOL, Map, Slice, Struct, Type
from codemode.types.objects import ToolShape
from codemode.types.operand import BAD
from codemode.types.predicates import FLOAT, NUMERIC, STRING_KIND, all_basic


def read(c: Checker, e: nodes.CallExpr) -> None:
    """Replaces the positional arguments of a tool call with one map."""
    shape = _tool(c, e)
    if shape is None:
        return
    given, needed = shape.input_schema.get("properties"), shape.input_schema.get("required")
    properties = cast("dict[str, Any]", given) if isinstance(given, dict) else {}
    required = cast("list[str]", needed) if isinstance(needed, list) else []
    args = e.args[1:]
    names = list(properties)[: len(args)]
    if len(names) != len(args) or not set(required) <= set(names) or not _certain(c, args, names, properties):
        return
    elts: list[nodes.Expr] = []
    for name, arg in zip(names, args):
        key = trees.text(name, nodes.Node(pos=arg.pos, end=arg.pos))
        elts.append(nodes.KeyValueExpr(key, arg, pos=arg.pos, end=arg.end))
    e.args = [e.args[0], trees.any_map(elts, args[0].pos)]
    c.mend("arguments_as_parameters", args[0], found=shape.name, meant=", ".join(names))


def _tool(c: Checker, e: nodes.CallExpr) -> ToolShape | None:
    if not c.gradual or c.tools is None or len(e.args) < 3 or e.ellipsis:
        return None
    return c.tools.shape(trees.text_of(unparen(e.args[0])) or "")


def _certain(c: Checker, args: list[nodes.Expr], names: list[str], properties: dict[str, Any]) -> bool:
    folded = [letters_of(name) for name in names]
    called = [_called(arg) for arg in args]
    if len(set(folded)) != len(folded):
        return False
    for i, word in enumerate(called):
        if word in folded and folded.index(word) != i:
            return False  # it has the name of another parameter
    kinds = [_kind(c, arg) for arg in args]
    wanted = [_wanted(properties[name]) for name in names]
    if any(kind and types and not _fits(kind, types) for kind, types in zip(kinds, wanted)):
        return False
    named = {i for i, word in enumerate(called) if word == folded[i]}
    known = set(named)
    for i, kind in enumerate(kinds):
        others = [wanted[j] for j in range(len(args)) if j != i and j not in named]
        if kind and wanted[i] and all(types and not _fits(kind, types) for types in others):
            known.add(i)
    return len(known) >= len(args) - 1


def _called(e: nodes.Expr) -> str:
    """Returns the name of a value: that of the variable, field or key, without case and separators. "" if it has none."""
    e = unparen(e)
    if isinstance(e, nodes.Ident):
        return letters_of(e.name)
    if isinstance(e, nodes.SelectorExpr):
        return letters_of(e.sel.name)
    key = unparen(e.indices[0]) if isinstance(e, nodes.IndexExpr) and len(e.indices) == 1 else None
    return letters_of(trees.text_of(key) or "")


def _kind(c: Checker, e: nodes.Expr) -> str:
    """Returns the type of a value in the terms of JSON Schema, or "" if it is not known before the run."""
    inner = unparen(e)
    if isinstance(inner, nodes.UnaryExpr) and inner.op == "-":
        inner = unparen(inner.x)
    if not isinstance(inner, (nodes.BasicLit, nodes.Ident, nodes.CompositeLit)):
        return ""
    if isinstance(inner, nodes.CompositeLit):
        if isinstance(inner.type, nodes.MapType):
            return "object"
        return "array" if isinstance(inner.type, nodes.ArrayType) else ""
    x = expressions.looked_at(c, inner)
    return _of_type(x.typ) if x.mode is not BAD else ""


def _of_type(t: Type) -> str:
    if all_basic(t, STRING_KIND):
        return "string"
    if all_basic(t, NUMERIC):
        return "number" if all_basic(t, FLOAT) else "integer"
    under = t.underlying
    if under is BOOL or getattr(under, "info", "") == "boolean":
        return "boolean"
    return "array" if isinstance(under, Slice) else "object" if isinstance(under, (Map, Struct)) else ""


def _wanted(schema: Any) -> list[str]:
    """Returns the types that a parameter's schema allows; empty if it does not restrict them."""
    wanted = cast("dict[str, Any]", schema).get("type") if isinstance(schema, dict) else None
    if isinstance(wanted, str):
        return [wanted]
    return [t for t in cast("list[Any]", wanted) if isinstance(t, str)] if isinstance(wanted, list) else []


def _fits(kind: str, types: list[str]) -> bool:
    return kind in types or (kind == "integer" and "number" in types) or (kind == "number" and "integer" in types)
