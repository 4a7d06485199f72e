"""Lowering of switch, type switch and select."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.block import alternatives, block, condition, in_order, nothing, with_init
from codemode.interpreter.lowering.body import Body, Lowered, nil_of, slot_code, statement
from codemode.interpreter.lowering.places import place
from codemode.interpreter.lowering.stores import declare_var, store_var, write
from codemode.interpreter.machine.assertions import Asserter, asserter, has_type
from codemode.interpreter.machine.channels import select
from codemode.interpreter.machine.frames import BREAK, Code, Frame
from codemode.interpreter.machine.typeops import copier, equal, iface_equal, is_iface
from codemode.interpreter.machine.values import JsonInt
from codemode.types import model
from codemode.types.expression_text import unparen
from codemode.types.model import Type
from codemode.types.objects import Nil, Var

Match = Callable[[Frame, Any], bool]


def _clause_bodies(b: Body, clauses: list[nodes.CaseClause]) -> tuple[list[Code], bool]:
    """The bodies of a switch, each with those to which it falls through; and whether any may signal."""
    bodies, signals = alternatives([block(b, clause.body) for clause in clauses])
    for i in range(len(clauses) - 2, -1, -1):
        last = clauses[i].body[-1] if clauses[i].body else None
        if isinstance(last, nodes.BranchStmt) and last.tok == "fallthrough":
            bodies[i] = _fall(bodies[i], bodies[i + 1])
    return bodies, signals


def _fall(code: Code, following: Code) -> Code:
    return lambda f: code(f) or following(f)


def _ended(code: Code, signals: bool) -> Lowered:
    """A break inside ends the switch."""
    if not signals:
        return code, False

    def run(f: Frame) -> Any:
        signal = code(f)
        return None if signal is BREAK else signal

    return run, True


# --- switch --------------------------------------------------------------------------------------------------------


@statement(nodes.SwitchStmt)
def _switch(b: Body, s: nodes.SwitchStmt) -> Lowered:
    b.pending_label = ""
    init = b.stmt(s.init)[0] if s.init is not None else None
    bodies, signals = _clause_bodies(b, s.clauses)
    default = next((body for clause, body in zip(s.clauses, bodies) if clause.exprs is None), nothing)
    if s.tag is None:
        code = _conditions(b, s, bodies, default)
    else:
        code = _by_table(b, s, bodies, default) or _by_value(b, s, bodies, default)
    return _ended(with_init(init, code, s.pos), signals)


def _conditions(b: Body, s: nodes.SwitchStmt, bodies: list[Code], default: Code) -> Code:
    cases: list[tuple[Code, Code]] = []
    for clause, body in zip(s.clauses, bodies):
        cases.extend((condition(b, e), body) for e in clause.exprs or ())

    def run(f: Frame, at: int = s.pos) -> Any:
        for cond, body in cases:
            if cond(f):
                return body(f)
        return default(f)

    return run


def _by_table(b: Body, s: nodes.SwitchStmt, bodies: list[Code], default: Code) -> Code | None:
    """All cases are constants of a basic type: one lookup."""
    values = constants_of(b, s)
    if values is None:
        return None
    table: dict[Any, Code] = {}
    for found, body in zip(values, bodies):
        for value in found:
            table.setdefault(value, body)
    find = table.get
    code = b.expr(cast(nodes.Expr, s.tag))

    def run(f: Frame, at: int = s.pos) -> Any:
        return find(code(f), default)(f)

    return run


def constants_of(b: Body, s: nodes.SwitchStmt) -> list[list[Any]] | None:
    """The constants of each clause, if all cases are constants of a basic type."""
    under = b.type_of(cast(nodes.Expr, s.tag)).underlying
    if not isinstance(under, model.Basic) or under.info not in ("integer", "unsigned", "string", "boolean"):
        return None
    values: list[list[Any]] = []
    for clause in s.clauses:
        found = [b.constant(e) for e in clause.exprs or () if not is_iface(b.type_of(e))]
        if len(found) < len(clause.exprs or ()) or not all(known for known, _ in found):
            return None
        values.append([value for _, value in found])
    return values


def _by_value(b: Body, s: nodes.SwitchStmt, bodies: list[Code], default: Code) -> Code:
    tag = cast(nodes.Expr, s.tag)
    t = b.type_of(tag)
    code = b.own(tag)
    cases: list[tuple[Match, Code]] = []
    for clause, body in zip(s.clauses, bodies):
        cases.extend((_matcher(b, t, e), body) for e in clause.exprs or ())

    def run(f: Frame, at: int = s.pos) -> Any:
        v = code(f)
        for matches, body in cases:
            if matches(f, v):
                return body(f)
        return default(f)

    return run


def _matcher(b: Body, t: Type, e: nodes.Expr) -> Match:
    """Tests whether the tag, of type `t`, equals a case."""
    if b.is_nil(e):
        empty = nil_of(t)
        return lambda f, v: v is empty
    te = b.type_of(e)
    if is_iface(t):
        other = b.value(e, model.ANY)
        return lambda f, v: iface_equal(v, other(f))
    if is_iface(te):
        boxed = b.adapter(t, model.ANY, e)
        inner = b.expr(e)
        return lambda f, v: iface_equal(v if boxed is None else boxed(f[0], v), inner(f))
    same, plain = equal(t), b.expr(e)
    return lambda f, v: same(v, plain(f))


# --- type switch ---------------------------------------------------------------------------------------------------


@statement(nodes.TypeSwitchStmt)
def _type_switch(b: Body, s: nodes.TypeSwitchStmt) -> Lowered:
    b.pending_label = ""
    init = b.stmt(s.init)[0] if s.init is not None else None
    x = unparen(s.x)
    code = b.expr(x.x if isinstance(x, nodes.TypeAssertExpr) else x)
    cases: list[tuple[Asserter, Code]] = []
    default: Code = nothing
    bodies, signals = alternatives([block(b, clause.body) for clause in s.clauses])
    scratch = b.new_slot()
    for clause, body, tests in zip(s.clauses, bodies, type_cases(b, s)):
        if isinstance(clause.obj, Var):
            body = _bound(b, clause.obj, scratch, body, clause.pos)
        if clause.exprs is None:
            default = body
        cases.extend((test, body) for _, test in tests)

    def run(f: Frame, at: int = s.pos) -> Any:
        value = code(f)
        for test, body in cases:
            ok, v = test(value)
            if ok:
                f[scratch] = v
                return body(f)
        f[scratch] = value
        return default(f)

    return _ended(with_init(init, run, s.pos), signals)


def _type_of_case(b: Body, e: nodes.Expr) -> Type | None:
    inner = unparen(e)
    if isinstance(inner, nodes.Ident) and isinstance(inner.obj, Nil):
        return None
    return b.type_of(e)


def type_cases(b: Body, s: nodes.TypeSwitchStmt) -> list[list[tuple[Type | None, Asserter]]]:
    """The types of each clause, None for nil, each with a function that tells whether a value has it, and the value of the clause's variable."""
    types = [[_type_of_case(b, e) for e in clause.exprs or ()] for clause in s.clauses]
    # a number from a tool is an int as well as a float64; a clause for float64 takes precedence, as in Go
    floats = any(model.FLOAT64 in each for each in types)
    return [[(t, _type_test(t, len(each) == 1, floats)) for t in each] for each in types]


def _type_test(t: Type | None, single: bool, floats: bool) -> Asserter:
    if t is None:
        return lambda x: (x is None, x)
    test = has_type(t)
    if not single:
        if floats and t is not model.FLOAT64:
            return lambda x: (test(x), x)
        take = asserter(t)
        return lambda x: (take(x)[0], x)
    take = asserter(t)
    copy = copier(t)
    if copy is not None:
        copy_it = copy

        def copied(x: Any) -> tuple[bool, Any]:
            ok, v = take(x)
            return ok, copy_it(v) if ok else v

        return copied
    if floats and t is not model.FLOAT64:
        return lambda x: take(x) if type(x) is not JsonInt else (test(x), x)
    return take


def _bound(b: Body, var: Var, scratch: int, body: Code, pos: int) -> Code:
    bind = declare_var(b, var, slot_code(scratch), pos)

    def run(f: Frame) -> Any:
        bind(f)
        return body(f)

    return run


# --- select --------------------------------------------------------------------------------------------------------


@statement(nodes.SelectStmt)
def _select(b: Body, s: nodes.SelectStmt) -> Lowered:
    b.pending_label = ""
    makers: list[Code] = []
    arrivals: list[Code] = []
    lowered: list[Lowered] = []
    received, ok = b.new_slot(), b.new_slot()
    for clause in s.clauses:
        if clause.comm is not None:
            makers.append(_case_maker(b, clause.comm))
            arrivals.append(_arrival(b, clause.comm, received, ok))
        lowered.append(block(b, clause.body))
    codes, signals = alternatives(lowered)
    bodies = [code for clause, code in zip(s.clauses, codes) if clause.comm is not None]
    default = next((code for clause, code in zip(s.clauses, codes) if clause.comm is None), None)
    has_default = default is not None

    def run(f: Frame, at: int = s.pos) -> Any:
        cases = [make(f) for make in makers]
        index, f[received], f[ok] = select(f[0], cases, has_default)
        if index < 0:
            return default(f) if default is not None else None
        arrivals[index](f)
        return bodies[index](f)

    return _ended(run, signals)


def _receive_of(comm: nodes.Stmt) -> nodes.UnaryExpr | None:
    e = comm.x if isinstance(comm, nodes.ExprStmt) else comm.rhs[0] if isinstance(comm, nodes.AssignStmt) else None
    inner = unparen(e) if e is not None else None
    return inner if isinstance(inner, nodes.UnaryExpr) else None


def _case_maker(b: Body, comm: nodes.Stmt) -> Code:
    if isinstance(comm, nodes.SendStmt):
        channel = b.expr(comm.chan)
        value = b.value(comm.value, cast(model.Chan, b.type_of(comm.chan).underlying).elem)
        return lambda f: ("send", channel(f), value(f))
    receive = _receive_of(comm)
    assert receive is not None
    source = b.expr(receive.x)
    return lambda f: ("recv", source(f), None)


def _arrival(b: Body, comm: nodes.Stmt, received: int, ok: int) -> Code:
    """Stores a received value in the target of its case."""
    if not isinstance(comm, nodes.AssignStmt):
        return nothing
    receive = cast(nodes.UnaryExpr, _receive_of(comm))
    elem = cast(model.Chan, b.type_of(receive.x).underlying).elem
    targets = zip(comm.lhs, (received, ok), (elem, model.BOOL))
    return in_order([_store_received(b, comm, left, slot, source) for left, slot, source in targets])


def _store_received(b: Body, comm: nodes.AssignStmt, left: nodes.Expr, slot: int, source: Type) -> Code:
    take = slot_code(slot)
    inner = unparen(left)
    if isinstance(inner, nodes.Ident):
        var = inner.obj
        if inner.name == "_" or not isinstance(var, Var):
            return nothing
        value = b.convert_code(take, source, b.typ(var.typ), left)
        if comm.op == ":=" and var.pos == inner.pos:
            return declare_var(b, var, value, comm.pos)
        return store_var(b, var, value, comm.pos)
    return write(place(b, left), b.convert_code(take, source, b.type_of(left), left), comm.pos)
