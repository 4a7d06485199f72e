"""Translates switch statements whose cases are conditions, constants of a basic type, or types (lowering/switch)."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from functools import partial

from codemode.dsl.syntax import nodes
from codemode.dsl.syntax.depth import children
from codemode.interpreter.compiled.expressions import constant, learn, stored, translate
from codemode.interpreter.compiled.statements import joined, write, write_all
from codemode.interpreter.compiled.units import Unsupported
from codemode.interpreter.compiled.writer import Value, Writer, is_int, statement
from codemode.interpreter.lowering.evalorder import is_late
from codemode.interpreter.lowering.switch import constants_of, type_cases
from codemode.interpreter.machine.assertions import Asserter, python_type
from codemode.interpreter.machine.typeops import int_range
from codemode.types import model
from codemode.types.expression_text import unparen
from codemode.types.model import Type
from codemode.types.objects import Var

MAX_CLAUSES = 40
MAY_DIFFER = (model.INT, model.FLOAT64, model.MAP_STRING_ANY)  # types of which a tool's values have another form
FEW = 3  # constants of one clause that are compared one by one
# a condition, what writes the statements that run if it is true, and the expression from which intervals are learned, if there is one
Case = tuple[Callable[[], ast.expr], Callable[[], None], nodes.Expr | None]


@statement(nodes.SwitchStmt)
def _switch(w: Writer, s: nodes.SwitchStmt, at: int) -> None:
    """A chain of if statements."""
    if len(s.clauses) > MAX_CLAUSES or any(map(_leaves, s.clauses)):
        raise Unsupported("a switch")
    if s.init is not None:
        write(w, s.init, s.pos)
    cases = _conditions(w, s) if s.tag is None else _constants(w, s, s.tag)
    default = [each for clause in s.clauses if clause.exprs is None for each in clause.body]
    _chain(w, cases, _writing(w, default, s.pos), s.pos)
    w.dead = []


def _writing(w: Writer, body: Sequence[nodes.Stmt], at: int) -> Callable[[], None]:
    def write_it() -> None:
        w.out.extend(w.forget())
        write_all(w, body, at)

    return write_it


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
            body = _writing(w, clause.body, s.pos)
            cases.append((lambda exprs=clause.exprs: _any_of(w, exprs, s.pos), body, known))
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
    bodies = [_writing(w, clause.body, s.pos) for clause in s.clauses if clause.exprs is not None]
    return [(lambda values=values: equals(values), body, None) for values, body in zip(found, bodies)]


def _chain(w: Writer, cases: Sequence[Case], default: Callable[[], None], at: int) -> None:
    if not cases:
        default()
        return
    condition, body, known = cases[0]
    test = condition()

    def then() -> None:
        if known is not None:
            learn(w, known, True)
        body()

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


# --- types -----------------------------------------------------------------------------------------------------------


@statement(nodes.TypeSwitchStmt)
def _type_switch(w: Writer, s: nodes.TypeSwitchStmt, at: int) -> None:
    b, x = w.b, unparen(s.x)
    tested = x.x if isinstance(x, nodes.TypeAssertExpr) else x
    variables = [clause.obj for clause in s.clauses if isinstance(clause.obj, Var)]
    if len(s.clauses) > MAX_CLAUSES or any(map(_leaves, s.clauses)) or any(map(b.is_shared, variables)):
        raise Unsupported("a type switch")
    if s.init is not None:
        write(w, s.init, s.pos)
    if is_late(b, [tested]):
        raise Unsupported("an order of calls")
    value = w.kept(translate(w, tested, s.pos).tree, model.ANY)
    w.place(s.pos)
    cases: list[Case] = []
    default = _writing(w, (), s.pos)
    for clause, tests in zip(s.clauses, type_cases(b, s)):
        if clause.exprs is None:
            default = _binding(w, s, clause, value)
            continue
        taken = _taken(w, tests[0], value) if len(tests) == 1 else value
        cases.append((partial(_has_one, w, tests, value), _binding(w, s, clause, taken), None))
    _chain(w, cases, default, s.pos)
    w.dead = []


def _has_one(w: Writer, tests: Sequence[tuple[Type | None, Asserter]], value: ast.expr) -> ast.expr:
    """Whether the value has one of the types."""
    tr, found = w.t, list[ast.expr]()
    for t, test in tests:
        if t is None:
            found.append(tr.compare(value, ("is", tr.const(None))))
            continue
        bare = python_type(t)
        if bare is not None:
            found.append(tr.compare(tr.call(w.bound(type), value), ("is", w.bound(bare))))
        if bare is None or t in MAY_DIFFER:
            found.append(tr.item(tr.call(w.bound(test), value), tr.const(0)))
    return tr.either(*found)


def _taken(w: Writer, test: tuple[Type | None, Asserter], value: ast.expr) -> ast.expr:
    """The value as one of the type, which it has."""
    tr, (t, take) = w.t, test
    bare = None if t is None else python_type(t)
    if t is None or (bare is not None and t not in MAY_DIFFER):
        return value
    slow = tr.item(tr.call(w.bound(take), value), tr.const(1))
    if bare is None:
        return slow
    return tr.choose(tr.compare(tr.call(w.bound(type), value), ("is", w.bound(bare))), value, slow)


def _binding(w: Writer, s: nodes.TypeSwitchStmt, clause: nodes.CaseClause, taken: ast.expr) -> Callable[[], None]:
    """Writes a clause: its variable, which is `taken`, and its statements."""

    def write_it() -> None:
        if isinstance(clause.obj, Var):
            t = w.b.typ(clause.obj.typ)
            w.set(w.slot_of(clause.obj), Value(taken, int_range(t) if is_int(t) else None), t)
        w.out.extend(w.forget())
        write_all(w, clause.body, s.pos)

    return write_it
