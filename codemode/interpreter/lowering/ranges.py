"""Lowering of range loops. The operand becomes an iterator: of numbers for slices and counts, else of (key, value)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, Lowered, statement
from codemode.interpreter.lowering.loop import HOT, Loop, loop_of
from codemode.interpreter.lowering.range_func import range_over_func
from codemode.interpreter.lowering.targets import Target, target
from codemode.interpreter.machine import gradual
from codemode.interpreter.machine.channels import recv
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.conversions import runes
from codemode.interpreter.machine.frames import BREAK, CONTINUE, DECLINED, Code, Frame
from codemode.interpreter.machine.long_text import charge_reading
from codemode.interpreter.machine.map_keys import key_decoder
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import copier, is_storage
from codemode.interpreter.machine.values import Slice
from codemode.types import model
from codemode.types.expression_text import expr_text

Pairs = Callable[[Run, Any], Iterator[tuple[Any, Any]]]
Begin = Callable[[Run, Any], Iterator[Any]]
Read = Callable[[Any, int], Any]


@statement(nodes.RangeStmt)
def _range(b: Body, s: nodes.RangeStmt) -> Lowered:
    t = b.type_of(s.x)
    under = t.underlying
    if isinstance(under, model.Pointer):
        under = under.elem.underlying
    if t is model.ANY:
        return _over_any(b, s)
    if isinstance(under, model.Signature):
        return range_over_func(b, s, under)
    return _RANGES[under.__class__](b, s, under)


def _turns(
    b: Body, loop: Loop, code: Code, begin: Begin, targets: tuple[Target, Target], read: Read | None = None
) -> Lowered:
    """`begin(run, x)` is an iterator of pairs; with `read(x, i)`, the value at a number, of numbers."""
    put_key, put_value = (target.put() for target in targets)
    body, signals, brk, cont, weight, pos, hot = loop
    b.ranges[id(hot.s)] = begin, *targets

    def put(f: Frame, x: Any, item: Any) -> None:
        k, v = item if read is None else (item, None)
        if put_key is not None:
            put_key(f, k)
        if put_value is not None:
            put_value(f, v if read is None else read(x, k))

    def run_loop(f: Frame, at: int = pos) -> Any:
        run = f[0]
        x = code(f)  # a variable, so that the meter sees it
        turns = begin(run, x)
        compiled = hot.code
        if compiled is not None:
            signal = compiled(f, x, turns)
            if signal is not DECLINED:
                return signal
            compiled = None
        for arg in turns:
            put(f, x, arg)
            run.fuel -= weight
            if run.fuel < HOT:
                if run.fuel < 0.0:
                    run.refuel()
                compiled = hot.heat(f)
            if signals:
                signal = body(f)
                if signal is not None and signal is not CONTINUE and signal is not cont:
                    return None if signal is BREAK or signal is brk else signal
            else:
                body(f)
            if compiled is not None:
                arg = None
                signal = compiled(f, x, turns)
                if signal is not DECLINED:
                    return signal
                compiled = None
        return None

    return run_loop, loop.signals


# --- integers ------------------------------------------------------------------------------------------------------


def _over_int(b: Body, s: nodes.RangeStmt, under: model.Basic) -> Lowered:
    t = b.type_of(s.x)
    if under.info == "string":
        return _over_string(b, s)
    code = b.expr(s.x)
    key = target(b, s.key, s.define, t)
    return _turns(b, loop_of(b, s), code, lambda run, n: iter(range(n)), (key, Target()), _no_value)


def _no_value(x: Any, i: int) -> None:
    return None


# --- slices and arrays -----------------------------------------------------------------------------------------------


def _over_slice(b: Body, s: nodes.RangeStmt, under: model.Slice) -> Lowered:
    code = b.expr(s.x)
    key = target(b, s.key, s.define, model.INT)
    value = target(b, s.value, s.define, under.elem)
    copy = copier(under.elem)

    def read(x: Slice, i: int) -> Any:
        v = x.arr[x.off + i]
        return v if copy is None else copy(v)

    return _turns(b, loop_of(b, s), code, lambda run, x: iter(range(x.len)), (key, value), read)


def _over_array(b: Body, s: nodes.RangeStmt, under: model.Array) -> Lowered:
    """The values of an array are those at the start of the loop; through a pointer, or without a value variable, nothing is copied."""
    key = target(b, s.key, s.define, model.INT)
    value = target(b, s.value, s.define, under.elem)
    by_pointer = isinstance(b.type_of(s.x).underlying, model.Pointer)
    n = under.len
    if value.unused:
        pointer = b.expr(s.x)
        return _turns(b, loop_of(b, s), pointer, lambda run, v: iter(range(n)), (key, value), _no_value)
    code = b.expr(s.x) if by_pointer else b.own(s.x)
    copy = copier(under.elem)
    loop = loop_of(b, s)
    if copy is None and not by_pointer:
        return _turns(b, loop, code, _items, (key, value))

    def elements(run: Run, v: Any) -> Iterator[tuple[Any, Any]]:
        for i in range(n):
            yield i, (v[i] if copy is None else copy(v[i]))

    return _turns(b, loop, code, elements, (key, value))


def _items(run: Run, v: list[Any]) -> Iterator[tuple[int, Any]]:
    return enumerate(v)


# --- strings, maps, channels ---------------------------------------------------------------------------------------


def _over_string(b: Body, s: nodes.RangeStmt) -> Lowered:
    code = b.expr(s.x)
    key = target(b, s.key, s.define, model.INT)
    value = target(b, s.value, s.define, model.INT32)

    return _turns(b, loop_of(b, s), code, string_pairs, (key, value))


def string_pairs(run: Run, v: bytes) -> Iterator[tuple[int, int]]:
    """The runes of a string with their offsets."""
    if len(v) > LONG:
        charge_reading(run, len(v))
    return enumerate(v) if v.isascii() else runes(v)


def _over_map(b: Body, s: nodes.RangeStmt, under: model.Map) -> Lowered:
    code = b.expr(s.x)
    key = target(b, s.key, s.define, under.key)
    value = target(b, s.value, s.define, under.elem)
    return _turns(b, loop_of(b, s), code, map_pairs(under, not key.unused, not value.unused), (key, value))


def map_pairs(t: model.Map, keys: bool, values: bool) -> Pairs:
    """Ranges over the keys that exist when the loop begins and still exist in their turn."""
    decode = key_decoder(t.key) if keys else None
    copy = copier(t.elem) if values and is_storage(t.elem) else None

    def pairs(run: Run, m: dict[Any, Any] | None) -> Iterator[tuple[Any, Any]]:
        if not m:
            return
        if len(m) > 64:
            run.charge(len(m) >> 4)
            run.alloc(8 * len(m))
        for k in list(m):
            if k in m:
                v = m[k]
                yield (k if decode is None else decode(k)), (v if copy is None else copy(v))

    return pairs


def _over_channel(b: Body, s: nodes.RangeStmt, under: model.Chan) -> Lowered:
    code = b.expr(s.x)
    put = target(b, s.key, s.define, under.elem).put()
    loop = loop_of(b, s)
    body, signals, brk, cont, weight, _, _ = loop

    def receive_all(f: Frame, at: int = loop.pos) -> Any:
        run = f[0]
        channel = code(f)
        while True:
            run.fuel -= weight
            if run.fuel < 0.0:
                run.refuel()
            v, ok = recv(run, channel)
            if not ok:
                return None
            if put is not None:
                put(f, v)
            signal = body(f)
            if signals and signal is not None and signal is not CONTINUE and signal is not cont:
                if signal is BREAK or signal is brk:
                    return None
                return signal

    return receive_all, signals


# --- gradual any -----------------------------------------------------------------------------------------------------


def _over_any(b: Body, s: nodes.RangeStmt) -> Lowered:
    code, text = b.expr(s.x), expr_text(s.x)
    key = target(b, s.key, s.define, model.ANY)
    value = target(b, s.value, s.define, model.ANY)
    single = value.unused
    return _turns(b, loop_of(b, s), code, lambda run, v: gradual.pairs(run, v, text, single), (key, value))


_RANGES: dict[type, Callable[[Body, nodes.RangeStmt, Any], Lowered]] = {
    model.Basic: _over_int,
    model.Slice: _over_slice,
    model.Array: _over_array,
    model.Map: _over_map,
    model.Chan: _over_channel,
}
