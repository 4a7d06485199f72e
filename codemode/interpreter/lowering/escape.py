"""Finds slices that never leave the function that makes them. Go keeps their first elements on the stack, which is visible in cap(): a slice that
grows by append starts with room for 32 bytes, and []byte(s) has room for 32 bytes.

This is a much smaller relative of cmd/compile's escape analysis: data flows are collected over the whole program, without regard to the order of
statements; whatever reaches the heap, a library function or a result of its own function escapes. The analysis runs only for programs that use
capacities.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.dsl.syntax.depth import children
from codemode.types import model
from codemode.types.checked import Checked
from codemode.types.expression_text import unparen
from codemode.types.objects import CallInfo, Func, FuncInfo, Var

_HEAP = object()
# library packages that keep no reference to their arguments
_HARMLESS = frozenset({"strings", "sort", "slices", "bytes", "strconv", "math", "unicode", "utf8", "maps", "cmp"})


class Escape:
    """The data flows of one program. `stays(site)`: the slice made by an append or a conversion does not leave its function."""

    def __init__(self, checked: Checked) -> None:
        self.flows: dict[Any, set[Any]] = {}
        self.owner: dict[nodes.Node, FuncInfo] = {}
        self.written: set[Any] = set()  # whose elements are assigned, or whose address is taken
        self.info: FuncInfo = cast(FuncInfo, checked.main)
        for func in checked.funcs:
            if func.info is not None and func.decl is not None and func.decl.body is not None:
                self.info = func.info
                self.visit(func.decl.body)
        if checked.file.form != "program" and checked.main is not None:
            self.info = checked.main
            for s in checked.file.stmts:
                self.visit(s)

    def reached(self, site: nodes.CallExpr) -> set[Any]:
        seen: set[Any] = {site}
        todo: list[Any] = [site]
        while todo:
            for following in self.flows.get(todo.pop(), ()):
                if following not in seen:
                    seen.add(following)
                    todo.append(following)
        return seen

    def stays(self, site: nodes.CallExpr) -> bool:
        info = self.owner.get(site)
        return info is not None and not any(
            node is _HEAP or (isinstance(node, Var) and node.kind == "result" and node.owner is info)
            for node in self.reached(site)
        )

    def is_written(self, site: nodes.CallExpr) -> bool:
        """Whether anything may write the elements of the slice made at the site."""
        return any(node in self.written for node in self.reached(site))

    # --- what is gathered ---------------------------------------------------------------------------------------

    def edge(self, sources: Iterable[Any], target: Any) -> None:
        if target is not None:
            for source in sources:
                self.flows.setdefault(source, set()).add(target)

    def visit(self, node: nodes.Node) -> None:
        if isinstance(node, nodes.FuncLit):
            outer, self.info = self.info, node.info
            self.visit(node.body)
            self.info = outer
            self.edge(node.info.captures, node)
            return
        gather = _GATHER.get(node.__class__)
        if gather is not None:
            gather(self, node)
        for child in children(node):
            self.visit(child)

    def transfer(self, lhs: list[Any], rhs: list[nodes.Expr]) -> None:
        if len(lhs) == len(rhs):
            for left, right in zip(lhs, rhs):
                self.edge(self.sources(right), self.target(left))
        elif len(rhs) == 1:
            results = self.results(rhs[0])
            for left, sources in zip(lhs, results):
                self.edge(sources, self.target(left))

    def note_write(self, e: nodes.Expr) -> None:
        """Records that an element of a slice is assigned, or its address taken."""
        e = unparen(e)
        if isinstance(e, nodes.IndexExpr) and isinstance(e.x.typ.underlying, model.Slice):
            self.written.update(self.sources(e.x))

    def assign(self, s: nodes.AssignStmt) -> None:
        for left in s.lhs:
            self.note_write(left)
        if s.op in ("=", ":="):
            self.transfer(s.lhs, s.rhs)

    def declare(self, spec: nodes.VarSpec) -> None:
        if spec.values:
            self.transfer(spec.names, spec.values)

    def give_back(self, s: nodes.ReturnStmt) -> None:
        results = self.info.results
        if len(results) == len(s.results):
            for var, e in zip(results, s.results):
                self.edge(self.sources(e), var)
        elif len(s.results) == 1:
            for var, sources in zip(results, self.results(s.results[0])):
                self.edge(sources, var)

    def send(self, s: nodes.SendStmt) -> None:
        self.edge(self.sources(s.value), _HEAP)

    def go(self, s: nodes.GoStmt) -> None:
        call = cast(nodes.CallExpr, s.call)
        for e in (call.fun, *call.args):
            self.edge(self.sources(e), _HEAP)

    def type_switch(self, s: nodes.TypeSwitchStmt) -> None:
        x = unparen(s.x)
        sources = self.sources(x.x if isinstance(x, nodes.TypeAssertExpr) else x)
        for clause in s.clauses:
            if isinstance(clause.obj, Var):
                self.edge(sources, clause.obj)

    def call(self, e: nodes.CallExpr) -> None:
        info = cast(CallInfo, e.info)
        if info.kind == "conversion":
            self.owner[e] = self.info
        elif info.kind == "builtin":
            self.builtin(e, info)
        elif info.func is not None and info.func.info is not None:
            self.guest_call(e, info.func)
        elif info.func is not None and info.func.package in _HARMLESS:
            if info.func.package in ("sort", "slices"):
                for arg in e.args:
                    self.written.update(self.sources(arg))
        else:
            fun = unparen(e.fun)
            receiver = [fun.x] if isinstance(fun, nodes.SelectorExpr) and fun.selection.kind != "package" else []
            for arg in (*receiver, *e.args):
                self.edge(self.sources(arg), _HEAP)

    def builtin(self, e: nodes.CallExpr, info: CallInfo) -> None:
        if info.builtin == "append":
            self.owner[e] = self.info
            self.written.update(self.sources(e.args[0]))
            for arg in e.args[:1] if e.ellipsis else e.args:
                self.edge(self.sources(arg), e)
        elif info.builtin in ("copy", "clear"):
            self.written.update(self.sources(e.args[0]))
        elif info.builtin == "panic":
            self.edge(self.sources(e.args[0]), _HEAP)

    def guest_call(self, e: nodes.CallExpr, func: Func) -> None:
        info = cast(FuncInfo, func.info)
        fun = unparen(e.fun)
        if info.recv is not None and isinstance(fun, nodes.SelectorExpr):
            self.edge(self.sources(fun.x), info.recv)
        if len(e.args) == 1 and len(info.params) > 1:
            for var, sources in zip(info.params, self.results(e.args[0])):
                self.edge(sources, var)
            return
        last = len(info.params) - 1
        for i, arg in enumerate(e.args):
            if info.params:
                self.edge(self.sources(arg), info.params[min(i, last)])

    # --- where values come from and go to -----------------------------------------------------------------------

    def target(self, left: nodes.Expr) -> Any:
        """The target of an assignment: a local variable, as a whole or in part, or the heap."""
        left = unparen(left)
        if isinstance(left, nodes.Ident):
            if left.name == "_" or not isinstance(left.obj, Var):
                return None
            return _HEAP if left.obj.kind == "global" else left.obj
        if isinstance(left, nodes.SelectorExpr) and left.selection.kind == "field":
            return _HEAP if isinstance(left.x.typ.underlying, model.Pointer) else self.target(left.x)
        if isinstance(left, nodes.IndexExpr) and isinstance(left.x.typ.underlying, model.Array):
            return self.target(left.x)
        return _HEAP

    def results(self, e: nodes.Expr) -> list[list[Any]]:
        """The sources of each of several results of a call."""
        e = unparen(e)
        if not isinstance(e, nodes.CallExpr):
            return [self.sources(e)]
        func = e.info.func
        if func is not None and func.info is not None:
            return [[var] for var in func.info.results]
        return []

    def sources(self, e: nodes.Expr) -> list[Any]:
        """The variables and sites whose slices may be part of an expression's value."""
        e = unparen(e)
        if e.const is not None or not isinstance(e.typ, model.Type) or isinstance(e.typ.underlying, model.Basic):
            return []
        if isinstance(e, nodes.Ident):
            return [e.obj] if isinstance(e.obj, Var) else []
        if isinstance(e, nodes.FuncLit):
            return [e]
        if isinstance(
            e, nodes.SliceExpr | nodes.SelectorExpr | nodes.TypeAssertExpr | nodes.StarExpr | nodes.UnaryExpr
        ):
            return self.sources(e.x) if getattr(e, "op", "&") == "&" else []
        if isinstance(e, nodes.IndexExpr):
            return self.sources(e.x) if isinstance(e.x.typ.underlying, model.Array) else []
        if isinstance(e, nodes.CompositeLit):
            parts = [elt.value if isinstance(elt, nodes.KeyValueExpr) else elt for elt in e.elts]
            return [source for part in parts for source in self.sources(part)]
        return self.call_sources(e) if isinstance(e, nodes.CallExpr) else []

    def call_sources(self, e: nodes.CallExpr) -> list[Any]:
        info = cast(CallInfo, e.info)
        if info.kind == "conversion":
            return [e, *self.sources(e.args[0])]
        if info.builtin == "append":
            return [e]
        if info.func is not None and info.func.info is not None:
            return list(info.func.info.results)
        if info.func is not None and info.func.package in _HARMLESS:
            return [source for arg in e.args for source in self.sources(arg)]
        return []


def _increment(escape: Escape, s: nodes.IncDecStmt) -> None:
    escape.note_write(s.x)


def _unary(escape: Escape, e: nodes.UnaryExpr) -> None:
    if e.op == "&":
        escape.note_write(e.x)


_GATHER: dict[type, Any] = {
    nodes.IncDecStmt: _increment,
    nodes.UnaryExpr: _unary,
    nodes.AssignStmt: Escape.assign,
    nodes.VarSpec: Escape.declare,
    nodes.ReturnStmt: Escape.give_back,
    nodes.SendStmt: Escape.send,
    nodes.GoStmt: Escape.go,
    nodes.TypeSwitchStmt: Escape.type_switch,
    nodes.CallExpr: Escape.call,
}
