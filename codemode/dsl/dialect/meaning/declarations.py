"""Reads declarations: = and := in place of each other, variables that begin as nil or as an int, constants that are none."""

from __future__ import annotations

from typing import Any

from codemode.dsl.diagnostics import mend_of
from codemode.dsl.dialect.meaning import values
from codemode.dsl.dialect.meaning.notes import assumed, noted
from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker, Scope
from codemode.types.model import ANY, FLOAT64, INT, STRING, Type
from codemode.types.objects import Builtin, Func, Var
from codemode.types.operand import CONST, Operand
from codemode.types.spelling import expr_text, unparen
from codemode.types.untyped import update_type


def nil_variable(c: Checker, var: Var, x: Operand) -> bool:
    """Declares the variable of `cursor := nil` as any. Returns whether it did."""
    if not c.gradual:
        return False
    var.typ = x.typ = ANY
    update_type(c, x.expr, ANY)
    x.expr.typ = ANY
    c.mend("nil_as_any", x.expr, found=var.name)
    return True


def number_type(c: Checker, var: Var, x: Operand, typ: Type) -> Type:
    """Returns the type that a variable gets from a constant. An integer gives int, unless an earlier round found that its uses need another type."""
    if (typ is not INT and typ is not STRING) or x.mode is not CONST or not c.gradual:
        return typ
    if typ is INT and var.pos in assumed(c).floats:
        noted(c).float_vars.append(var)
        return assumed(c).durations.get(var.pos, FLOAT64)
    if var.pos in assumed(c).anys:
        noted(c).any_vars.append(var)
        return ANY
    (noted(c).number_vars if typ is INT else noted(c).text_vars).add(var)
    if typ is INT and not x.val:
        noted(c).zeros.add(var)
    return typ


def report_numbers(c: Checker) -> None:
    for var in noted(c).float_vars:
        at = nodes.Node(pos=var.pos, end=var.pos + len(var.name))
        typ = c.words.type(assumed(c).durations.get(var.pos, FLOAT64))
        c.mend("declared_by_use", at, found=var.name, meant=typ)
    for var in noted(c).any_vars:
        at = nodes.Node(pos=var.pos, end=var.pos + len(var.name))
        why = "is compared with nil" if var.pos in assumed(c).nilled else "takes numbers out of values of type any"
        c.mend("declared_as_any", at, found=var.name, meant=why)


def define_to_assign(c: Checker, s: nodes.AssignStmt) -> bool:
    """Reads `:=` without a new variable as `=`."""
    if not all(isinstance(left, nodes.Ident) for left in s.lhs):
        return False
    s.op = "="
    names = ", ".join([expr_text(left) for left in s.lhs])
    why = "assigns the one __out" if names == "__out" else "declares nothing new"
    c.mend("define_as_assign", s, found=names, meant=why)
    return True


def declare_missing(c: Checker, s: nodes.AssignStmt) -> None:
    """Reads `=` to undeclared names as `:=`."""
    missing: list[str] = []
    for left in s.lhs:
        if not isinstance(left, nodes.Ident):
            return
        if left.name != "_" and _is_free(c, left.name):
            missing.append(left.name)
    if missing:
        s.op = ":="
        values.as_texts(c, s.rhs)
        c.loose_defines.add(s)
        c.mend("declared_by_assignment", s, found=", ".join(missing))
        body = _body_around(c)
        if body is not None:
            assumed(c).loose_names.update(dict.fromkeys(missing, body))


def _is_free(c: Checker, name: str) -> bool:
    """Returns whether a name is undeclared, or denotes only a predeclared or host function such as `max` and `text`."""
    found = c.lookup(name)
    if isinstance(found, (Builtin, Func)):
        scope: Scope | None = c.scope
        while scope is not None and scope is not c.host:
            if name in scope.names:
                return False
            scope = scope.parent
        return True
    return found is None


def _body_around(c: Checker) -> list[nodes.Stmt] | None:
    """Returns the statements of the function being checked if it is a snippet or a declared function, else None."""
    fn = c.env.fn
    if c.env.top:
        return c.file.stmts
    if fn is None or fn.outer is not None:
        return None
    found = [
        d for d in c.file.decls if isinstance(d, nodes.FuncDecl) and d.recv is None and fn.name == f"main.{d.name.name}"
    ]
    return found[0].body.stmts if len(found) == 1 and found[0].body is not None else None


def hoist(c: Checker, names: set[str]) -> None:
    """Declares variables that a block assigns first and later code uses at the start of the function, as they would be in Python."""
    for s in list(c.loose_defines):
        written = [left.name for left in s.lhs if isinstance(left, nodes.Ident)]
        if not names.isdisjoint(written):
            s.op = "="
            c.loose_defines.discard(s)
            c.mends.pop(mend_of("declared_by_assignment", s.pos, s.end, found=", ".join(written)).key, None)
    bodies: dict[int, tuple[list[nodes.Stmt], list[Any]]] = {}
    for name in sorted(names):
        body = assumed(c).loose_names.pop(name)
        pos = body[0].pos
        spec = nodes.VarSpec(
            [nodes.Ident(name, pos=pos, end=pos)], nodes.Ident("any", pos=pos, end=pos), [], pos=pos, end=pos
        )
        bodies.setdefault(id(body), (body, []))[1].append(spec)
        c.mend("declared_before_block", nodes.Node(pos=pos, end=pos), found=name)
    for body, specs in bodies.values():
        pos = body[0].pos
        body.insert(0, nodes.DeclStmt(nodes.GenDecl("var", specs, pos=pos, end=pos), pos=pos, end=pos))


def variables(c: Checker, s: nodes.DeclStmt) -> nodes.Stmt:
    """Turns `const x = f()`, whose value is not a constant, into a variable declaration."""
    if not assumed(c).loose_consts or s.decl.tok != "const" or len(s.decl.specs) != 1:
        return s
    spec = s.decl.specs[0]
    if not isinstance(spec, nodes.ConstSpec) or not spec.values or all(_is_plain(v) for v in spec.values):
        return s
    c.mend("const_as_variable", s, found=", ".join([n.name for n in spec.names]))
    if spec.type is None:
        left: list[nodes.Expr] = [*spec.names]
        return nodes.AssignStmt(left, ":=", spec.values, pos=s.pos, end=s.end)
    made = nodes.VarSpec(spec.names, spec.type, spec.values, pos=spec.pos, end=spec.end)
    return nodes.DeclStmt(nodes.GenDecl("var", [made], pos=s.pos, end=s.end), pos=s.pos, end=s.end)


def _is_plain(e: nodes.Expr) -> bool:
    e = unparen(e)
    if isinstance(e, nodes.UnaryExpr):
        return _is_plain(e.x)
    return isinstance(e, nodes.BasicLit)
