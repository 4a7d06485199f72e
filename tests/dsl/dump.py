"""A tree as text: like Go, with every grouping in brackets, so that a test can say in one line what a text was read as."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from codemode.dsl import nodes as n
from codemode.dsl import parse


def many(items: Sequence[n.Node]) -> str:
    return ", ".join(map(show, items))


def opt(node: n.Node | None) -> str:
    return "" if node is None else show(node)


def field(f: n.Field) -> str:
    names = ",".join(name.name for name in f.names)
    text = f"{names} {show(f.type)}" if names else f"embed {show(f.type)}" if f.embedded else show(f.type)
    return f"{text} tag={f.tag!r}" if f.tag is not None else text


def fields(items: list[n.Field]) -> str:
    return "; ".join(map(field, items))


def signature(t: n.FuncType) -> str:
    params = f"[{fields(t.type_params)}]" if t.type_params else ""
    return f"{params}({fields(t.params)})({fields(t.results)})"


def block(stmts: Sequence[n.Node]) -> str:
    return "{" + "; ".join(map(show, stmts)) + "}"


def clause(head: str | None, body: Sequence[n.Node]) -> str:
    return ("default" if head is None else f"case {head}") + ": " + block(body)


def func(d: n.FuncDecl) -> str:
    recv = f"({field(d.recv)}) " if d.recv else ""
    return f"func {recv}{d.name.name}{signature(d.type)}" + (block(d.body.stmts) if d.body else "")


def const(s: n.ConstSpec) -> str:
    return f"{many(s.names)} {opt(s.type)} = {many(s.values)} #{s.iota}"


def type_spec(s: n.TypeSpec) -> str:
    params = f"[{fields(s.type_params)}]" if s.type_params else ""
    return f"{s.name.name}{params} {'= ' if s.alias else ''}{show(s.type)}"


SHOW: dict[type, Callable[[Any], str]] = {
    n.Ident: lambda x: x.name,
    n.BasicLit: lambda x: x.raw,
    n.CompositeLit: lambda x: f"{opt(x.type)}{{{many(x.elts)}}}",
    n.FuncLit: lambda x: f"func{signature(x.type)}{block(x.body.stmts)}",
    n.ParenExpr: lambda x: f"P({show(x.x)})",
    n.SelectorExpr: lambda x: f"{show(x.x)}.{x.sel.name}",
    n.IndexExpr: lambda x: f"{show(x.x)}[{many(x.indices)}]",
    n.SliceExpr: lambda x: f"{show(x.x)}[{opt(x.lo)}:{opt(x.hi)}" + (f":{show(x.max)}]" if x.max else "]"),
    n.TypeAssertExpr: lambda x: f"{show(x.x)}.({opt(x.type) or 'type'})",
    n.CallExpr: lambda x: f"{show(x.fun)}({many(x.args)}{'...' if x.ellipsis else ''})",
    n.StarExpr: lambda x: f"(*{show(x.x)})",
    n.UnaryExpr: lambda x: f"({'!' if x.op == 'not' else x.op}{show(x.x)})",
    n.BinaryExpr: lambda x: f"({show(x.x)} {x.op} {show(x.y)})",
    n.KeyValueExpr: lambda x: f"{show(x.key)}: {show(x.value)}",
    n.ArrayType: lambda x: f"[{opt(x.len)}]{show(x.elem)}",
    n.StructType: lambda x: f"struct<{fields(x.fields)}>",
    n.FuncType: lambda x: f"func{signature(x)}",
    n.InterfaceType: lambda x: f"interface<{fields(x.elems)}>",
    n.MapType: lambda x: f"map[{show(x.key)}]{show(x.value)}",
    n.ChanType: lambda x: {"both": "chan", "recv": "<-chan", "send": "chan<-"}[x.dir] + f" {show(x.elem)}",
    n.Ellipsis: lambda x: f"...{opt(x.elem)}",
    n.ExprStmt: lambda x: show(x.x),
    n.SendStmt: lambda x: f"{show(x.chan)} <- {show(x.value)}",
    n.IncDecStmt: lambda x: f"{show(x.x)}{x.op}",
    n.AssignStmt: lambda x: f"{many(x.lhs)} {x.op} {many(x.rhs)}",
    n.GoStmt: lambda x: f"go {show(x.call)}",
    n.DeferStmt: lambda x: f"defer {show(x.call)}",
    n.ReturnStmt: lambda x: f"return {many(x.results)}".strip(),
    n.BranchStmt: lambda x: x.tok + (f" {x.label.name}" if x.label else ""),
    n.BlockStmt: lambda x: block(x.stmts),
    n.IfStmt: lambda x: (
        f"if {opt(x.init)}; {show(x.cond)} {show(x.body)}" + (f" else {show(x.orelse)}" if x.orelse else "")
    ),
    n.CaseClause: lambda x: clause(None if x.exprs is None else many(x.exprs), x.body),
    n.SwitchStmt: lambda x: f"switch {opt(x.init)}; {opt(x.tag)} {block(x.clauses)}",
    n.TypeSwitchStmt: lambda x: f"typeswitch {opt(x.init)}; {opt(x.bind)} := {show(x.x)} {block(x.clauses)}",
    n.CommClause: lambda x: clause(None if x.comm is None else show(x.comm), x.body),
    n.SelectStmt: lambda x: f"select {block(x.clauses)}",
    n.ForStmt: lambda x: f"for {opt(x.init)}; {opt(x.cond)}; {opt(x.post)} {show(x.body)}",
    n.RangeStmt: lambda x: (
        f"for {opt(x.key)},{opt(x.value)} {':=' if x.define else '='} range {show(x.x)} {show(x.body)}"
    ),
    n.LabeledStmt: lambda x: f"{x.label.name}: {show(x.stmt)}",
    n.EmptyStmt: lambda x: "<empty>",
    n.DeclStmt: lambda x: show(x.decl),
    n.GenDecl: lambda x: f"{x.tok} " + ("; ".join(map(show, x.specs))),
    n.ImportSpec: lambda x: f"{opt(x.name)} {x.path}".strip(),
    n.ConstSpec: const,
    n.VarSpec: lambda x: f"{many(x.names)} {opt(x.type)} = {many(x.values)}",
    n.TypeSpec: type_spec,
    n.FuncDecl: func,
}


def show(node: n.Node) -> str:
    return SHOW[type(node)](node)


def read(text: str, *, repair: bool = False) -> str:
    """What a snippet is read as: declarations first, then statements, each on a line."""
    file = parse(text, repair=repair).file
    return "\n".join(map(show, [*file.decls, *file.stmts]))


def read_type(text: str) -> str:
    """What a type is read as, both where only a type can stand and where an expression can."""
    alone = read(f"var x {text}").removeprefix("var x ").removesuffix(" = ")
    converted = read(f"_ = f[{text}]").removeprefix("_ = f[").removesuffix("]")
    assert alone == converted
    return alone
