"""Lowering of type assertions, and of the `v, ok` forms."""

from __future__ import annotations

from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, expression
from codemode.interpreter.lowering.expr import map_key, read_key
from codemode.interpreter.machine import gradual
from codemode.interpreter.machine.assertions import asserter, came_in, failed_assertion, python_type
from codemode.interpreter.machine.channels import recv
from codemode.interpreter.machine.coercion import loose
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.long_text import charge_reading
from codemode.interpreter.machine.typeops import copier, is_iface, zero_maker
from codemode.types import model
from codemode.types.expression_text import expr_text, unparen


@expression(nodes.TypeAssertExpr)
def _assertion(b: Body, e: nodes.TypeAssertExpr) -> Code:
    t, static = b.type_of(e), b.type_of(e.x)
    if not is_iface(static):
        return b.own(e.x)  # already a T
    code = b.expr(e.x)
    test, bare = asserter(t), python_type(t)
    # to []string or map[string]float64 an []any or map[string]any from a tool can be asserted, if all its elements fit
    fit = loose(t) if static is model.ANY and e.loose and isinstance(t, model.Slice | model.Map) else None

    def assertion(f: Frame, at: int = e.pos) -> Any:
        x = code(f)
        if type(x) is bare:
            return x
        ok, v = test(x)
        if not ok and fit is not None and came_in(f[0], x):
            ok, v = fit(f[0], x)
        if ok:
            return v
        raise failed_assertion(x, t, static)

    return assertion


def comma_ok(b: Body, e: nodes.Expr) -> Code:
    """`v, ok` of a type assertion, a map index or a receive, as a tuple."""
    e = unparen(e)
    if isinstance(e, nodes.TypeAssertExpr):
        return _assertion_ok(b, e)
    if isinstance(e, nodes.UnaryExpr):
        code = b.expr(e.x)

        def receive(f: Frame, at: int = e.pos) -> Any:
            return recv(f[0], code(f))

        return receive
    assert isinstance(e, nodes.IndexExpr)
    return _index_ok(b, e)


def _assertion_ok(b: Body, e: nodes.TypeAssertExpr) -> Code:
    code = b.expr(e.x)
    t = b.type_of(e)
    test, zero, copy = asserter(t), zero_maker(t), copier(t)

    def assertion(f: Frame) -> Any:
        ok, v = test(code(f))
        if not ok:
            return zero(), False
        return (v if copy is None else copy(v)), True

    return assertion


def _index_ok(b: Body, e: nodes.IndexExpr) -> Code:
    t = b.type_of(e.x)
    if t is model.ANY:
        x, key, text = b.expr(e.x), b.value(e.indices[0], model.ANY), expr_text(e.x)

        def dynamic(f: Frame, at: int = e.pos) -> Any:
            return gradual.index_ok(f[0], x(f), key(f), text)

        return dynamic
    m = cast(model.Map, t.underlying)
    x, key = b.expr(e.x), map_key(b, e.indices[0], m)
    zero, copy = zero_maker(m.elem), copier(m.elem)
    read = read_key(b, e.indices[0], m)

    def look_up(f: Frame, at: int = e.pos) -> Any:
        entries = x(f)
        k = key(f) if read is None else read(f, entries)
        if type(k) is bytes and len(k) > LONG:
            charge_reading(f[0], len(k))
        if entries is None or k not in entries:
            return zero(), False
        v = entries[k]
        return (v if copy is None else copy(v)), True

    return look_up
