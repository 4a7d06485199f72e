"""Translates expressions. The generated code does the same as the tree-walker's closures for the same node (lowering/expr, lowering/arith,
lowering/index, ...)."""

from __future__ import annotations

import ast
from typing import Any, cast

from codemode.dsl.names import VALUES
from codemode.dsl.syntax import nodes
from codemode.interpreter.compiled import bridges, intervals
from codemode.interpreter.compiled.intervals import LENGTH, OPERATIONS, Interval
from codemode.interpreter.compiled.operations import alike, allocate, compare_texts, concat, join, receive
from codemode.interpreter.compiled.units import Unsupported
from codemode.interpreter.compiled.writer import (
    EXPRESSIONS,
    MAX_NESTING,
    Value,
    Writer,
    expression,
    is_int,
    is_read,
)
from codemode.interpreter.lowering.arith import LONG_CHAIN
from codemode.interpreter.lowering.body import nil_of, runtime_value
from codemode.interpreter.machine import arithmetic, big_values
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.typeops import copier, footprint, int_range, is_iface, is_storage, is_text, wrap
from codemode.interpreter.machine.values import BARE_TYPES, NIL_SLICE, Box, Ptr, box, boxer
from codemode.types import model
from codemode.types.expression_text import unparen
from codemode.types.model import Type
from codemode.types.objects import Nil, Var

_SMALL_CONSTANTS = (bool, int, float, bytes)


def translate(w: Writer, e: nodes.Expr, at: int) -> Value:
    """Translates `e`, like the tree-walker's `Body.expr`."""
    w.look()
    if e.const is not None:
        return constant(w, runtime_value(e.const, w.b.type_of(e)), at)
    if w.nesting >= MAX_NESTING:
        raise Unsupported("nested too deeply")
    before = bridges.State.of(w)
    handler = EXPRESSIONS.get(e.__class__)
    try:
        if handler is None:
            raise Unsupported(e.__class__.__name__)
        w.nesting += 1
        value = handler(w, e, at)
    except Unsupported:
        before.restore(w)
        return bridges.expression(w, e, at)
    w.nesting -= 1
    return value


def constant(w: Writer, v: Any, at: int) -> Value:
    w.place(at)
    kind: Any = v.__class__
    if kind is int:
        return Value(w.t.const(v), (v, v))
    if kind in _SMALL_CONSTANTS or v is None:
        return Value(w.t.const(v))
    return Value(w.bound(v))


def stored(w: Writer, e: nodes.Expr, target: Type | None, at: int) -> Value:
    """Translates `e` for a place of type `target`, like the tree-walker's `Body.value`."""
    source = w.b.type_of(e)
    if target is None:
        target = source
    if source is model.STRING and target is model.SLICE_BYTE:
        raise Unsupported("text as bytes")
    if e.const is not None:
        if is_iface(target) and not is_iface(source):
            return constant(w, box(source, runtime_value(e.const, source)), at)
        return constant(w, runtime_value(e.const, source if is_iface(source) else target), at)
    if w.b.is_nil(e):
        if isinstance(target.underlying, model.Struct):
            raise Unsupported("a nil time")
        return constant(w, nil_of(target), at)
    if is_iface(target) and not is_iface(source):
        return Value(_boxed(w, e, source, at))
    value = _own(w, e, source, at)
    if source is target:
        return value
    if w.b.adapter(source, target, e) is not None:
        raise Unsupported("an adapted value")
    return value


def _own(w: Writer, e: nodes.Expr, t: Type, at: int) -> Value:
    """Translates `e` to a value without another owner, like the tree-walker's `Body.own`."""
    value = translate(w, e, at)
    copy = copier(t)
    if copy is None or w.b.is_fresh(e):
        return value
    if big_values.weight(t) > big_values.BIG:
        raise Unsupported("a large copy")
    w.place(at)
    return Value(w.t.call(w.bound(copy), value.tree))


def _boxed(w: Writer, e: nodes.Expr, source: Type, at: int) -> ast.expr:
    """A value for a place of an interface type."""
    if source in BARE_TYPES and not isinstance(source, model.Map):
        return _own(w, e, source, at).tree
    if isinstance(source, model.Map):
        tree = translate(w, e, at).tree
        w.place(at)
        return w.t.call(w.bound(boxer(source)), tree)
    w.loud()
    value = _own(w, e, source, at).tree
    w.place(at)
    size = 144 + (footprint(source) if is_storage(source) else 0)
    return w.t.either(w.operate(allocate, w.t.const(size)), w.t.call(w.bound(Box), w.bound(source), value))


def simple_int(w: Writer, e: nodes.Expr) -> Interval | None:
    """The interval of an integer expression that costs nothing to evaluate: a variable, a constant, a length."""
    e = unparen(e)
    t = w.b.type_of(e)
    if not is_int(t) or w.env is None:
        return None
    if e.const is not None:
        v = runtime_value(e.const, t)
        return (v, v)
    slot = w.plain(e)
    if slot is not None:
        return w.known(slot, t)
    if isinstance(e, nodes.CallExpr) and e.info.kind == "builtin" and e.info.builtin == "len":
        return LENGTH
    return int_range(t)


def learn(w: Writer, e: nodes.Expr, true: bool) -> None:
    """Records what follows for variables from a condition that is true, or false."""
    e = unparen(e)
    if e.const is not None or w.env is None:
        return
    if isinstance(e, nodes.UnaryExpr) and e.op == "!":
        learn(w, e.x, not true)
        return
    if not isinstance(e, nodes.BinaryExpr):
        return
    if e.op == ("&&" if true else "||"):
        learn(w, e.x, true)
        learn(w, e.y, true)
        return
    if e.op not in intervals.NEGATED:
        return
    op = e.op if true else intervals.NEGATED[e.op]
    _learn_side(w, e.x, op, e.y)
    _learn_side(w, e.y, intervals.MIRRORED[op], e.x)


def _learn_side(w: Writer, x: nodes.Expr, op: str, y: nodes.Expr) -> None:
    slot = w.plain(x)
    mine, other = simple_int(w, x), simple_int(w, y)
    if slot is None or mine is None or other is None or w.env is None:
        return
    found = intervals.narrowed(mine, op, other)
    if found[0] <= found[1]:
        w.env[slot] = found


# --- operands ------------------------------------------------------------------------------------------------------


@expression(nodes.ParenExpr)
def _paren(w: Writer, e: nodes.ParenExpr, at: int) -> Value:
    return translate(w, e.x, at)


@expression(nodes.Ident)
def _ident(w: Writer, e: nodes.Ident, at: int) -> Value:
    w.place(at)
    var = e.obj
    if isinstance(var, Nil):
        return constant(w, nil_of(w.b.type_of(e)), at)
    if not isinstance(var, Var) or var.native is not None:
        raise Unsupported("no variable")
    t = w.b.typ(var.typ)
    if var.kind == "global":
        globals_ = w.t.attr(w.t.name("run"), "globals")
        return Value(w.t.item(globals_, w.t.const(w.b.builder.global_slot(var))), int_range(t) if is_int(t) else None)
    slot = w.slot_of(var)
    name = w.t.name(w.variable(slot))
    if w.b.is_cell(var):
        return Value(w.t.item(name, w.t.const(0)), int_range(t) if is_int(t) else None)
    return Value(name, w.known(slot, t))


@expression(nodes.SelectorExpr)
def _selector(w: Writer, e: nodes.SelectorExpr, at: int) -> Value:
    """A field; nested fields are walked from the first operand."""
    if e.selection.kind != "field":
        raise Unsupported("a selector")
    path = cast("tuple[int, ...]", e.selection.path)
    x = unparen(e.x)
    while isinstance(x, nodes.SelectorExpr) and x.selection.kind == "field":
        path = (*x.selection.path, *path)
        x = unparen(x.x)
    tree = translate(w, x, at).tree
    w.place(at)
    for i in path:
        tree = w.t.item(tree, w.t.const(i))
    t = w.b.type_of(e)
    return Value(tree, int_range(t) if is_int(t) else None)


# --- operators -----------------------------------------------------------------------------------------------------


@expression(nodes.UnaryExpr)
def _unary(w: Writer, e: nodes.UnaryExpr, at: int) -> Value:
    t = w.b.type_of(e)
    if e.op == "&":
        return Value(address(w, e.x, at))
    if e.op == "<-":
        w.loud()
        channel = translate(w, e.x, e.pos).tree
        w.place(e.pos)
        return Value(w.operate(receive, channel), int_range(t) if is_int(t) else None)
    if e.op not in ("!", "-", "+", "^") or w.b.type_of(e.x) is model.ANY or not isinstance(t.underlying, model.Basic):
        raise Unsupported("a unary operator")
    x = translate(w, e.x, at)
    w.place(at)
    if e.op == "+":
        return x
    if e.op == "!":
        return Value(w.t.unary("not", x.tree))
    if not is_int(t):
        if e.op == "-":
            return Value(w.t.unary("-", x.tree))
        raise Unsupported("a unary operator")
    known = cast(Interval, x.known)
    if e.op == "-":
        return w.fitted(w.t.unary("-", x.tree), intervals.negate(known), t)
    low, high = int_range(t)
    if low < 0:
        return Value(w.t.unary("~", x.tree), (~known[1], ~known[0]))
    return Value(w.t.binary(x.tree, "^", w.t.const(high)), (low, high))


def address(w: Writer, x: nodes.Expr, at: int) -> ast.expr:
    """&x"""
    x = unparen(x)
    t = w.b.type_of(x)
    if isinstance(x, nodes.StarExpr):
        return translate(w, x.x, at).tree
    if isinstance(x, nodes.Ident) and not is_storage(t) and isinstance(x.obj, Var) and x.obj.kind != "global":
        cell = w.t.name(w.variable(w.slot_of(x.obj)))
        return w.t.call(w.bound(Ptr), cell, w.t.const(0))
    if not is_storage(t):
        raise Unsupported("an address")
    tree = translate(w, x, at).tree
    if not isinstance(x, nodes.CompositeLit):
        return tree
    w.loud()
    return w.t.either(w.operate(allocate, w.t.const(footprint(t))), tree)


@expression(nodes.BinaryExpr)
def _binary(w: Writer, e: nodes.BinaryExpr, at: int) -> Value:
    b = w.b
    tx, ty = b.type_of(e.x), b.type_of(e.y)
    if e.op in ("==", "!=") and (is_iface(tx) or is_iface(ty)) and not (b.is_nil(e.x) or b.is_nil(e.y)):
        return _interfaces(w, e)
    if e.op in VALUES or model.ANY in (tx, ty) or b.type_of(e) is model.ANY:
        raise Unsupported("an operator of other languages")
    if e.op in ("&&", "||"):
        return _logical(w, e, at)
    if e.op in arithmetic.COMPARE:
        return _comparison(w, e, at)
    if e.op in ("<<", ">>"):
        return _shift(w, e, at)
    t = b.type_of(e)
    if not isinstance(t.underlying, model.Basic):
        raise Unsupported("an operator")
    if t.underlying.info == "string":
        return _texts(w, e, at)
    if _length_of_chain(e) > LONG_CHAIN:
        raise Unsupported("a long chain")
    if is_int(t):
        return _divided(w, e, t, at) if e.op in "/%" else _integers(w, e, t, at)
    if t.underlying.info == "float" and t.underlying.bits == 64:
        return _floats(w, e, at)
    raise Unsupported("an operator")


def _length_of_chain(e: nodes.BinaryExpr) -> int:
    count, left = 1, unparen(e.x)
    while isinstance(left, nodes.BinaryExpr) and left.const is None:
        count, left = count + 1, unparen(left.x)
    return count


def _logical(w: Writer, e: nodes.BinaryExpr, at: int) -> Value:
    x = stored(w, e.x, model.BOOL, at)
    before = dict(w.env or {})
    learn(w, e.x, e.op == "&&")
    y = stored(w, e.y, model.BOOL, at)
    w.env = before
    w.place(at)
    return Value(w.t.both(x.tree, y.tree) if e.op == "&&" else w.t.either(x.tree, y.tree))


def _comparison(w: Writer, e: nodes.BinaryExpr, at: int) -> Value:
    b, op = w.b, e.op
    if op in ("==", "!="):
        for side, other in ((e.x, e.y), (e.y, e.x)):
            if b.is_nil(side):
                return _against_nil(w, other, op == "!=", at)
    tx, ty = b.type_of(e.x).underlying, b.type_of(e.y).underlying
    if not isinstance(tx, model.Basic) or not isinstance(ty, model.Basic):
        raise Unsupported("a comparison")
    known, k = b.constant(e.y)
    x = translate(w, e.x, at)
    looks = w.looks
    y = constant(w, k, at) if known else translate(w, e.y, at)
    w.place(at)
    if known or e.x.const is not None or not is_text(b.type_of(e.x)):
        return Value(w.t.compare(x.tree, (op, y.tree)))
    if w.looks != looks and not is_read(x.tree):
        raise Unsupported("a made text that waits")
    w.loud()
    paid = w.operate(compare_texts(op), x.tree, y.tree)
    if not (isinstance(x.tree, ast.Name) and isinstance(y.tree, ast.Name)):
        return Value(paid)
    long = w.t.compare(w.t.call(w.bound(len), x.tree), (">", w.t.const(LONG)))
    return Value(w.t.choose(long, paid, w.t.compare(x.tree, (op, y.tree))))


def _interfaces(w: Writer, e: nodes.BinaryExpr) -> Value:
    """== of interface values; the most common are texts."""
    at, t = e.op_pos or e.pos, w.t
    x, looks = stored(w, e.x, model.ANY, at).tree, w.looks
    y = stored(w, e.y, model.ANY, at).tree
    if w.looks != looks and not is_read(x):
        raise Unsupported("a made value that waits")
    w.loud()
    w.place(at)
    if isinstance(y, ast.Constant) and isinstance(y.value, bytes):
        name = w.temp_read() if isinstance(unparen(e.x), nodes.IndexExpr) else w.temp(None)
        is_text = t.compare(t.call(w.bound(type), t.named(name, x)), ("is", w.bound(bytes)))
        short = t.compare(t.call(w.bound(len), t.name(name)), ("<=", t.const(LONG)))
        plain = t.compare(t.name(name), ("==", y))
        tree = t.choose(t.both(is_text, short), plain, w.operate(alike, t.name(name), y))
    else:
        tree = w.operate(alike, x, y)
    return Value(tree if e.op == "==" else t.unary("not", tree))


def _against_nil(w: Writer, e: nodes.Expr, negated: bool, at: int) -> Value:
    t = w.b.type_of(e)
    x = translate(w, e, at)
    w.place(at)
    nil = w.bound(NIL_SLICE) if isinstance(t.underlying, model.Slice) else w.t.const(None)
    return Value(w.t.compare(x.tree, ("is not" if negated else "is", nil)))


def _integers(w: Writer, e: nodes.BinaryExpr, t: Type, at: int) -> Value:
    x, y = translate(w, e.x, at), translate(w, e.y, at)
    w.place(at)
    a, b = cast(Interval, x.known), cast(Interval, y.known)
    whole, op = int_range(t), e.op
    if op in OPERATIONS:
        return w.fitted(w.t.binary(x.tree, op, y.tree), OPERATIONS[op](a, b), t)
    if op == "&":
        return Value(w.t.binary(x.tree, "&", y.tree), intervals.bit_and(a, b, whole))
    if op == "|" or op == "^":
        return Value(w.t.binary(x.tree, op, y.tree), intervals.bit_or(a, b, whole))
    if op == "&^":
        inverted = w.t.unary("~", y.tree)
        return Value(w.t.binary(x.tree, "&", inverted), (0, a[1]) if a[0] >= 0 else whole)
    raise Unsupported(op)


def _divided(w: Writer, e: nodes.BinaryExpr, t: Type, at: int) -> Value:
    at = e.op_pos or e.pos
    x, y = translate(w, e.x, at), translate(w, e.y, at)
    w.place(at)
    return divided(w, e.op, x, y, t)


def divided(w: Writer, sign: str, x: Value, y: Value, t: Type) -> Value:
    """x / y or x % y of integers"""
    a, b = cast(Interval, x.known), cast(Interval, y.known)
    result = intervals.quotient(a, b) if sign == "/" else intervals.remainder(a, b)
    op = "//" if sign == "/" else "%"
    if a[0] >= 0 and b[0] > 0:
        return Value(w.t.binary(x.tree, op, y.tree), result)
    if isinstance(y.tree, ast.Constant) and b[0] > 0 and isinstance(x.tree, ast.Name):
        negative = w.t.unary("-", w.t.binary(w.t.unary("-", x.tree), op, y.tree))
        test = w.t.compare(x.tree, (">=", w.t.const(0)))
        return Value(w.t.choose(test, w.t.binary(x.tree, op, y.tree), negative), result)
    if sign == "%":
        return Value(_unless_odd(w, x, y, op, w.bound(arithmetic.remainder)), result)
    return w.fitted(_unless_odd(w, x, y, op, w.bound(arithmetic.quotient)), result, t)


def _unless_odd(w: Writer, x: Value, y: Value, op: str, slow: ast.expr) -> ast.expr:
    """Uses Python's operator if both operands are positive, the most common case."""
    if not (isinstance(x.tree, ast.Name | ast.Constant) and isinstance(y.tree, ast.Name | ast.Constant)):
        return w.t.call(slow, x.tree, y.tree)
    tests: list[ast.expr] = []
    if cast(Interval, x.known)[0] < 0:
        tests.append(w.t.compare(x.tree, (">=", w.t.const(0))))
    if cast(Interval, y.known)[0] <= 0:
        tests.append(w.t.compare(y.tree, (">", w.t.const(0))))
    test = tests[0] if len(tests) == 1 else w.t.both(*tests)
    return w.t.choose(test, w.t.binary(x.tree, op, y.tree), w.t.call(slow, x.tree, y.tree))


def _floats(w: Writer, e: nodes.BinaryExpr, at: int) -> Value:
    x, y = translate(w, e.x, at), translate(w, e.y, at)
    w.place(at)
    return float_result(w, x, e.op, y)


def float_result(w: Writer, x: Value, op: str, y: Value) -> Value:
    if op in "+-*":
        return Value(w.t.binary(x.tree, op, y.tree))
    if op != "/":
        raise Unsupported(op)
    if isinstance(y.tree, ast.Constant) and y.tree.value:
        return Value(w.t.binary(x.tree, "/", y.tree))
    slow = w.bound(arithmetic.divide)
    if isinstance(y.tree, ast.Name) and isinstance(x.tree, ast.Name | ast.Constant):
        return Value(w.t.choose(y.tree, w.t.binary(x.tree, "/", y.tree), w.t.call(slow, x.tree, y.tree)))
    return Value(w.t.call(slow, x.tree, y.tree))


def _shift(w: Writer, e: nodes.BinaryExpr, at: int) -> Value:
    t = w.b.type_of(e)
    if not is_int(t) or not is_int(w.b.type_of(e.y)):
        raise Unsupported("a shift")
    if e.y.const is None:
        at = e.pos
    x, y = translate(w, e.x, at), translate(w, e.y, at)
    w.place(at)
    return shifted(w, e.op, x, y, t)


def shifted(w: Writer, op: str, x: Value, y: Value, t: Type) -> Value:
    """x << y or x >> y"""
    bits, whole, a = cast(model.Basic, t.underlying).bits or 64, int_range(t), cast(Interval, x.known)
    if not isinstance(y.tree, ast.Constant):
        if op == ">>":
            return Value(w.t.call(w.bound(arithmetic.shift_right), x.tree, y.tree), (min(a[0], 0), max(a[1], 0)))
        return Value(w.t.call(w.bound(arithmetic.shift_left(t)), x.tree, y.tree), whole)
    k = cast(Interval, y.known)[0]
    if op == ">>":
        count = min(k, 64)
        return Value(w.t.binary(x.tree, ">>", w.t.const(count)), (a[0] >> count, a[1] >> count))
    if k >= bits:
        return Value(w.t.binary(x.tree, "*", w.t.const(0)), (0, 0))
    exact = a[0] << k, a[1] << k
    tree = w.t.binary(x.tree, "<<", w.t.const(k))
    if whole[0] <= exact[0] and exact[1] <= whole[1]:
        return Value(tree, exact)
    return Value(w.t.call(w.bound(wrap(t)), tree), whole)


def _texts(w: Writer, e: nodes.BinaryExpr, at: int) -> Value:
    """Joins a chain of + at once. Intermediate results would be on Python's stack, out of the meter's sight, so only the last part may make a
    value."""
    w.loud()
    parts = [unparen(e.y)]
    left = unparen(e.x)
    t = w.b.type_of(e)
    while isinstance(left, nodes.BinaryExpr) and left.const is None:
        if left.op != "+" or w.b.type_of(left) is not t:
            raise Unsupported("a mixed chain")
        parts.append(left.y)
        left = unparen(left.x)
    parts.append(left)
    parts.reverse()
    trees = [(translate if len(parts) == 2 else _stored_text)(w, part, at).tree for part in parts]
    if not all(is_read(tree) for tree in trees[:-1]):
        raise Unsupported("made texts that wait")
    w.place(at)
    return Value(w.operate(concat if len(trees) == 2 else join, *trees))


def _stored_text(w: Writer, e: nodes.Expr, at: int) -> Value:
    return stored(w, e, None, at)
