"""Reads declarations: = and := in place of each other, variables that start as nil or as an int, constants whose value is not constant."""

from __future__ import annotations

from typing import cast

from codemode.dsl.diagnostics import mend_of
from codemode.dsl.dialect.meaning import values
from codemode.dsl.dialect.meaning.notes import assumed, noted
from codemode.dsl.syntax import nodes
from codemode.dsl.syntax.depth import walk
from codemode.types.checker import Checker, Scope
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import ANY, FLOAT64, INT, STRING, Type
from codemode.types.objects import Builtin, Func, Var
from codemode.types.operand import CONST, Operand
from codemode.types.resolving import ObjectPlace
from codemode.types.untyped import update_type


def variable(c: Checker, var: Var, x: Operand, typ: Type | None) -> Type | None:
    """Returns the type of a variable that is declared with an untyped constant, whose type is `typ`; None for nil."""
    if not c.gradual:
        return typ
    return _declared_as_any(c, var, x) if typ is None else _by_use(c, var, x, typ)


def _declared_as_any(c: Checker, var: Var, x: Operand) -> Type:
    """Declares the variable of `cursor := nil` as any."""
    var.typ = x.typ = ANY
    update_type(c, x.expr, ANY)
    x.expr.typ = ANY
    c.mend("nil_as_any", x.expr, found=var.name)
    return ANY


def _by_use(c: Checker, var: Var, x: Operand, typ: Type) -> Type:
    """Returns int for an integer and string for a text, unless an earlier round found that the uses of the variable need another type."""
    if (typ is not INT and typ is not STRING) or x.mode is not CONST:
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
        typ = c.words.type(assumed(c).durations.get(var.pos, FLOAT64))
        c.mend("declared_by_use", ObjectPlace(var), found=var.name, meant=typ)
    for var in noted(c).any_vars:
        why = "is compared with nil" if var.pos in assumed(c).nilled else "takes numbers out of values of type any"
        c.mend("declared_as_any", ObjectPlace(var), found=var.name, meant=why)


def define_to_assign(c: Checker, s: nodes.AssignStmt) -> bool:
    """Reads `:=` without a new variable as `=`."""
    if not all(isinstance(left, nodes.Ident) for left in s.lhs):
        return False
    s.op = "="
    names = ", ".join([expr_text(left) for left in s.lhs])
    why = "assigns the one __out" if names == "__out" else "declares nothing new"
    c.mend("define_as_assign", s, found=names, meant=why)
    return True


def declare_missing(c: Checker, s: nodes.AssignStmt) -> bool:
    """Reads `=` to undeclared names as `:=`. Returns whether it did."""
    missing: list[str] = []
    for left in s.lhs:
        if not isinstance(left, nodes.Ident):
            return False
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
    return bool(missing)


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


def _body_around(c: Checker) -> nodes.File | nodes.BlockStmt | None:
    """Returns the body of the function being checked if it is a snippet or a declared function, else None."""
    fn = c.env.fn
    if c.env.top:
        return c.file
    if fn is None or fn.outer is not None:
        return None
    declared = [d for d in c.file.decls if isinstance(d, nodes.FuncDecl) and d.recv is None]
    found = [d for d in declared if fn.name == f"main.{d.name.name}"]
    return found[0].body if len(found) == 1 else None


def hoist(c: Checker, names: set[str]) -> None:
    """Declares variables that a block assigns first and later code uses at the start of the function, as they would be in Python."""
    trials = assumed(c).trials
    for s in c.loose_defines:
        if not names.isdisjoint(_names(s)):
            trials.put(s, "op", "=")
    for name in sorted(names, reverse=True):
        body = assumed(c).loose_names[name]
        at = {"pos": body.stmts[0].pos, "end": body.stmts[0].pos}
        spec = nodes.VarSpec([nodes.Ident(name, **at)], nodes.Ident("any", **at), [], **at)
        trials.put(body, "stmts", [nodes.DeclStmt(nodes.GenDecl("var", [spec], **at), **at), *body.stmts])


def report_hoisted(c: Checker, names: set[str]) -> None:
    for s in [s for s in c.loose_defines if s.op == "="]:
        c.loose_defines.discard(s)
        c.mends.pop(mend_of("declared_by_assignment", s.pos, s.end, found=", ".join(_names(s))).key, None)
    for name in sorted(names):
        pos = assumed(c).loose_names.pop(name).stmts[0].pos
        c.mend("declared_before_block", nodes.Node(pos=pos, end=pos), found=name)


def _names(s: nodes.AssignStmt) -> list[str]:
    return [left.name for left in s.lhs if isinstance(left, nodes.Ident)]


def as_variables(c: Checker) -> list[nodes.DeclStmt]:
    """Turns each `const x = f()`, whose value is not a constant, into a declaration of variables. Returns the statements."""
    found: list[nodes.DeclStmt] = []
    for node in walk(c.file):
        for holder in (getattr(node, "stmts", None), getattr(node, "body", None)):
            for i, s in enumerate(cast("list[nodes.Stmt]", holder) if isinstance(holder, list) else ()):
                made = _as_variables(s) if isinstance(s, nodes.DeclStmt) else None
                if made is not None:
                    assumed(c).trials.put(cast(object, holder), i, made)
                    found.append(cast(nodes.DeclStmt, s))
    return found


def report_variables(c: Checker, found: list[nodes.DeclStmt]) -> None:
    for s in found:
        spec = cast(nodes.ConstSpec, s.decl.specs[0])
        c.mend("const_as_variable", s, found=", ".join([n.name for n in spec.names]))


def _as_variables(s: nodes.DeclStmt) -> nodes.Stmt | None:
    spec = s.decl.specs[0] if s.decl.tok == "const" and len(s.decl.specs) == 1 else None
    if not isinstance(spec, nodes.ConstSpec) or not spec.values or all(_is_plain(v) for v in spec.values):
        return None
    if spec.type is None:
        return nodes.AssignStmt([*spec.names], ":=", spec.values, pos=s.pos, end=s.end)
    made = nodes.VarSpec(spec.names, spec.type, spec.values, pos=spec.pos, end=spec.end)
    return nodes.DeclStmt(nodes.GenDecl("var", [made], pos=s.pos, end=s.end), pos=s.pos, end=s.end)


def _is_plain(e: nodes.Expr) -> bool:
    e = unparen(e)
    if isinstance(e, nodes.UnaryExpr):
        return _is_plain(e.x)
    return isinstance(e, nodes.BasicLit)
