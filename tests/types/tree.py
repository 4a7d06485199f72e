"""Walks over checked trees, and the invariants that the lowering relies on."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from codemode.dsl import nodes
from codemode.types import model
from codemode.types.model import INVALID, Basic, Named, Type
from codemode.types.objects import CallInfo, Func, FuncInfo, Selection, TypeName, Var

_SLOTS = {"typ", "const", "obj", "inst", "info", "selection", "repair"}
_TYPE_NODES = (
    nodes.ArrayType,
    nodes.StructType,
    nodes.FuncType,
    nodes.InterfaceType,
    nodes.MapType,
    nodes.ChanType,
    nodes.Ellipsis,
)


def walk(node: Any) -> Iterator[nodes.Node]:
    """The node and everything under it."""
    if isinstance(node, list):
        for item in node:
            yield from walk(item)
    elif isinstance(node, nodes.Node):
        yield node
        for field in dataclasses.fields(node):
            if field.name not in _SLOTS:
                yield from walk(getattr(node, field.name))


def is_type(e: nodes.Expr) -> bool:
    if isinstance(e, _TYPE_NODES):
        return True
    if isinstance(e, nodes.Ident):
        return isinstance(e.obj, TypeName)
    if isinstance(e, nodes.SelectorExpr):
        return isinstance(e.sel.obj, TypeName)
    if isinstance(e, (nodes.ParenExpr, nodes.StarExpr, nodes.IndexExpr)):
        return is_type(e.x)
    return isinstance(e, nodes.UnaryExpr) and e.op == "~"


def values(file: nodes.File) -> Iterator[nodes.Expr]:
    """The expressions that are evaluated: no types, no names of fields or labels, no constants' parts, no assignment targets `_`."""
    yield from _values(file.decls)
    yield from _values(file.stmts)


def _values(node: Any) -> Iterator[nodes.Expr]:
    if isinstance(node, list):
        for item in node:
            yield from _values(item)
        return
    if not isinstance(node, nodes.Node) or isinstance(node, (nodes.TypeSpec, nodes.ConstSpec, nodes.ImportSpec)):
        return
    if isinstance(node, nodes.Expr):
        if is_type(node) or (isinstance(node, nodes.Ident) and node.name == "_"):
            return
        if node.const is not None:
            yield node
            return
        if not isinstance(node, nodes.KeyValueExpr):
            yield node
    yield from _children(node)


def _children(node: nodes.Node) -> Iterator[nodes.Expr]:
    if isinstance(node, nodes.SelectorExpr):
        selection = node.selection
        if selection is None or selection.kind not in ("package", "method_expr"):
            yield from _values(node.x)
    elif isinstance(node, nodes.KeyValueExpr):
        if not (isinstance(node.key, nodes.Ident) and isinstance(node.key.obj, Var) and node.key.obj.kind == "field"):
            yield from _values(node.key)
        yield from _values(node.value)
    elif isinstance(node, nodes.CallExpr):
        if node.info.kind in ("call", "dynamic"):
            yield from _values(node.fun)
        skip = 1 if node.info.builtin == "make" or (node.info.builtin == "new" and is_type(node.args[0])) else 0
        yield from _values(node.args[skip:])
    elif isinstance(node, nodes.IndexExpr) and (node.x.typ is None or isinstance(node.x.typ, model.Signature)):
        yield from _values(node.x)
    elif isinstance(node, (nodes.LabeledStmt, nodes.BranchStmt)):
        yield from _values(getattr(node, "stmt", None))
    elif isinstance(node, nodes.FuncDecl):
        yield from _values(node.body)
    elif isinstance(node, nodes.TypeSwitchStmt):
        yield from _values([node.init, node.x.x if isinstance(node.x, nodes.TypeAssertExpr) else node.x])
        for clause in node.clauses:
            yield from _values([*(clause.exprs or []), *clause.body])
    else:
        for field in dataclasses.fields(node):
            if field.name not in _SLOTS and field.name not in ("label", "type"):
                yield from _values(getattr(node, field.name))


_CONST_CLASS = {
    "boolean": bool,
    "integer": int,
    "unsigned": int,
    "float": Fraction,
    "complex": tuple,
    "string": bytes,
}


def problems(file: nodes.File) -> list[str]:
    """What is wrong with a checked tree; empty if the lowering can rely on it."""
    found: list[str] = []
    for e in values(file):
        typ = e.typ
        where = f"{type(e).__name__} at {e.pos}"
        if not isinstance(typ, Type):
            found.append(f"{where}: no type")
        elif typ is INVALID:
            if not _without_type(e):
                found.append(f"{where}: invalid type")
        elif isinstance(typ, Basic) and typ.untyped:
            found.append(f"{where}: still {typ}")
        if e.const is not None:
            under = typ.underlying if isinstance(typ, Type) else None
            if isinstance(under, Basic) and type(e.const) is not _CONST_CLASS.get(under.info):
                found.append(f"{where}: {typ} constant is {e.const!r}")
        found += [f"{where}: {text}" for text in _slots(e)]
    return found


def _without_type(e: nodes.Expr) -> bool:
    builtin = isinstance(e, nodes.Ident) and type(e.obj).__name__ == "Builtin"
    return builtin


def _slots(e: nodes.Expr) -> Iterator[str]:
    if isinstance(e, nodes.Ident) and e.obj is None:
        yield f"{e.name} has no object"
    if isinstance(e, nodes.SelectorExpr) and not isinstance(e.selection, Selection):
        yield "no selection"
    if isinstance(e, nodes.CallExpr):
        info = e.info
        if not isinstance(info, CallInfo):
            yield "no call info"
        elif info.kind == "call" and info.signature is None:
            yield "no signature"
        elif info.kind == "call" and info.signature.type_params:
            yield "generic signature"
    if isinstance(e, nodes.FuncLit):
        if not isinstance(e.info, FuncInfo):
            yield "no func info"
        elif any(isinstance(v, Var) and v.typ is None for v in e.info.params):
            yield "parameter without type"


def named_types(file: nodes.File) -> dict[str, Named]:
    return {
        n.obj.name: n.obj.typ
        for n in walk([*file.decls, *file.stmts])
        if isinstance(n, nodes.Ident) and isinstance(n.obj, TypeName) and isinstance(n.obj.typ, Named)
    }


def functions(file: nodes.File) -> list[Func]:
    return [n.obj for n in walk(file.decls) if isinstance(n, nodes.Ident) and isinstance(n.obj, Func)]
