"""Translates switch statements whose cases are conditions, or constants of a basic type (lowering/switch)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence

from codemode.dsl.syntax import nodes
from codemode.dsl.syntax.depth import children
from codemode.interpreter.compiled.expressions import constant, learn, stored, translate
from codemode.interpreter.compiled.statements import joined, write, write_all
from codemode.interpreter.compiled.units import Unsupported
from codemode.interpreter.compiled.writer import Writer, statement
from codemode.interpreter.lowering.evalorder import is_late
from codemode.interpreter.lowering.switch import constants_of
from codemode.types import model

MAX_CLAUSES = 40
FEW = 3  # constants of one clause that are compared one by one
# a condition, the statements that run if it is true, and the expression from which intervals are learned, if there is one
Case = tuple[Callable[[], ast.expr], Sequence[nodes.Stmt], nodes.Expr | None]


@statement(nodes.SwitchStmt)
def _switch(w: Writer, s: nodes.SwitchStmt, at: int) -> None:
    """A chain of if statements."""
    if len(s.clauses) > MAX_CLAUSES or any(map(_leaves, s.clauses)):
        raise Unsupported("a switch")
    if s.init is not None:
        write(w, s.init, s.pos)
    cases = _conditions(w, s) if s.tag is None else _constants(w, s, s.tag)
    default = [each for clause in s.clauses if clause.exprs is None for each in clause.body]
    _chain(w, cases, default, s.pos)
    w.dead = []


def _leaves(clause: nodes.CaseClause) -> bool:
    """Whether a break or fallthrough of the switch is in the clause."""
    work: list[nodes.Node] = list(clause.body)
    while work:
        node = work.pop()
        if isinstance(node, nodes.BranchStmt) and node.tok in ("break", "fallthrough") and node.label is None:
            return True
        if not isinstance(node, _OTHERS):
            work += children(node)
    return False


# what a break in it ends instead, or what it cannot leave
_OTHERS = (nodes.ForStmt, nodes.RangeStmt, nodes.SwitchStmt, nodes.TypeSwitchStmt, nodes.SelectStmt, nodes.FuncLit)


def _conditions(w: Writer, s: nodes.SwitchStmt) -> list[Case]:
    cases: list[Case] = []
    for clause in s.clauses:
        for e in clause.exprs or ():
            if is_late(w.b, [e]) or w.b.type_of(e) is model.ANY:
                raise Unsupported("a condition of any")
        if clause.exprs:
            known = clause.exprs[0] if len(clause.exprs) == 1 else None
            cases.append((lambda exprs=clause.exprs: _any_of(w, exprs, s.pos), clause.body, known))
    return cases


def _any_of(w: Writer, exprs: Sequence[nodes.Expr], at: int) -> ast.expr:
    w.out.extend(w.forget())
    w.dead = []
    return w.t.either(*(stored(w, e, model.BOOL, at).tree for e in exprs))


def _constants(w: Writer, s: nodes.SwitchStmt, tag: nodes.Expr) -> list[Case]:
    table = constants_of(w.b, s)
    if table is None or is_late(w.b, [tag]):
        raise Unsupported("a switch")
    value = w.kept(translate(w, tag, s.pos).tree, w.b.type_of(tag))

    def equals(values: Sequence[object]) -> ast.expr:
        if len(values) > FEW:
            return w.t.compare(value, ("in", w.bound(frozenset(values))))
        return w.t.either(*(w.t.compare(value, ("==", constant(w, each, s.pos).tree)) for each in values))

    found = [values for clause, values in zip(s.clauses, table) if clause.exprs is not None]
    bodies = [clause.body for clause in s.clauses if clause.exprs is not None]
    return [(lambda values=values: equals(values), body, None) for values, body in zip(found, bodies)]


def _chain(w: Writer, cases: Sequence[Case], default: Sequence[nodes.Stmt], at: int) -> None:
    if not cases:
        w.out.extend(w.forget())
        write_all(w, default, at)
        return
    condition, body, known = cases[0]
    test = condition()

    def then() -> None:
        w.out.extend(w.forget())
        if known is not None:
            learn(w, known, True)
        write_all(w, body, at)

    def otherwise() -> None:
        if known is not None:
            learn(w, known, False)
        _chain(w, cases[1:], default, at)

    before, dead = dict(w.env or {}), list(w.dead)
    yes = w.gathered(then)
    after, w.env, w.dead = w.env, before, dead
    no = w.gathered(otherwise)
    w.env = joined(after, w.env)
    w.place(at)
    w.out.append(w.t.when(test, yes, no))
