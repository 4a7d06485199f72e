"""Lowering of range loops. What is ranged over becomes an iterator of (key, value); slices and counts, the commonest, have loops of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, Lowered, is_storage, statement
from codemode.interpreter.lowering.loop import Loop, loop_of
from codemode.interpreter.lowering.range_func import range_over_func
from codemode.interpreter.lowering.range_targets import Target, target
from codemode.interpreter.machine import gradual
from codemode.interpreter.machine.channels import recv
from codemode.interpreter.machine.conversions import decode_rune, runes
from codemode.interpreter.machine.frames import BREAK, CONTINUE, Code, Frame
from codemode.interpreter.machine.long_text import LONG, charge_reading
from codemode.interpreter.machine.typeops import copier, key_decoder
from codemode.interpreter.machine.values import Slice
from codemode.types import model
from codemode.types.wording import expr_text

Pairs = Callable[[Frame, Any], Iterator[tuple[Any, Any]]]


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


def _turns(loop: Loop, code: Code, pairs: Pairs, key: Target, value: Target) -> Lowered:
    """The loop over any iterator of pairs."""
    put_key, put_value = key.put(), value.put()
    body, weight = loop.body, loop.weight
    brk, cont = loop.break_label or BREAK, loop.continue_label or CONTINUE

    def run_loop(f: Frame, at: int = loop.pos) -> Any:
        run = f[0]
        x = code(f)  # a variable, so that the meter sees it
        for k, v in pairs(f, x):
            run.fuel -= weight
            if run.fuel < 0:
                run.refuel()
            if put_key is not None:
                put_key(f, k)
            if put_value is not None:
                put_value(f, v)
            signal = body(f)
            if signal is not None and signal is not CONTINUE and signal is not cont:
                if signal is BREAK or signal is brk:
                    return None
                return signal
        return None

    if loop.signals:
        return run_loop, True
    if key.slot is not None and value.slot is not None:
        return _turns_two(loop, code, pairs, key.slot, value.slot), False

    def run_plain(f: Frame, at: int = loop.pos) -> None:
        run = f[0]
        x = code(f)  # a variable, so that the meter sees it
        for k, v in pairs(f, x):
            run.fuel -= weight
            if run.fuel < 0:
                run.refuel()
            if put_key is not None:
                put_key(f, k)
            if put_value is not None:
                put_value(f, v)
            body(f)

    return run_plain, False


def _turns_two(loop: Loop, code: Code, pairs: Pairs, ki: int, vi: int) -> Code:
    body, weight = loop.body, loop.weight

    def run_two(f: Frame, at: int = loop.pos) -> None:
        run = f[0]
        x = code(f)  # a variable, so that the meter sees it
        for k, v in pairs(f, x):
            f[ki] = k
            f[vi] = v
            run.fuel -= weight
            if run.fuel < 0:
                run.refuel()
            body(f)

    return run_two


# --- integers ------------------------------------------------------------------------------------------------------


def _over_int(b: Body, s: nodes.RangeStmt, under: model.Basic) -> Lowered:
    t = b.type_of(s.x)
    if under.info == "string":
        return _over_string(b, s)
    code = b.expr(s.x)
    key = target(b, s.key, s.define, t)
    loop = loop_of(b, s)
    if key.store is not None:
        return _turns(loop, code, lambda f, n: zip(range(n), range(n)), key, Target())
    body, weight = loop.body, loop.weight
    slot = key.slot if key.slot is not None else b.new_slot()
    if not loop.signals:

        def count(f: Frame, at: int = loop.pos) -> None:
            run = f[0]
            for i in range(code(f)):
                f[slot] = i
                run.fuel -= weight
                if run.fuel < 0:
                    run.refuel()
                body(f)

        return count, False
    brk, cont = loop.break_label or BREAK, loop.continue_label or CONTINUE

    def count_signalling(f: Frame, at: int = loop.pos) -> Any:
        run = f[0]
        for i in range(code(f)):
            f[slot] = i
            run.fuel -= weight
            if run.fuel < 0:
                run.refuel()
            signal = body(f)
            if signal is not None and signal is not CONTINUE and signal is not cont:
                if signal is BREAK or signal is brk:
                    return None
                return signal
        return None

    return count_signalling, True


# --- slices and arrays -----------------------------------------------------------------------------------------------


def _over_slice(b: Body, s: nodes.RangeStmt, under: model.Slice) -> Lowered:
    code = b.expr(s.x)
    key = target(b, s.key, s.define, model.INT)
    value = target(b, s.value, s.define, under.elem)
    loop = loop_of(b, s)
    copy = copier(under.elem) if not value.unused else None
    if key.store is not None or value.store is not None or copy is not None:
        return _turns(loop, code, lambda f, v: _elements(v, copy), key, value)
    if value.unused:
        return _turns(loop, code, lambda f, v: zip(range(v.len), range(v.len)), key, Target())
    if key.slot is None and not loop.signals:
        return _value_loop(loop, code, cast(int, value.slot)), False
    ki = key.slot if key.slot is not None else b.new_slot()
    return _slice_loop(loop, code, ki, cast(int, value.slot)), loop.signals


def _value_loop(loop: Loop, code: Code, vi: int) -> Code:
    body, weight = loop.body, loop.weight

    def each_value(f: Frame, at: int = loop.pos) -> None:
        run = f[0]
        s = code(f)
        arr = s.arr
        for i in range(s.off, s.off + s.len):
            f[vi] = arr[i]
            run.fuel -= weight
            if run.fuel < 0:
                run.refuel()
            body(f)

    return each_value


def _elements(s: Slice, copy: Callable[[Any], Any] | None) -> Iterator[tuple[Any, Any]]:
    """The length is fixed when the loop begins; elements are read when it is their turn."""
    arr, off = s.arr, s.off
    for i in range(s.len):
        v = arr[off + i]
        yield i, (v if copy is None else copy(v))


def _slice_loop(loop: Loop, code: Code, ki: int, vi: int) -> Code:
    body, weight = loop.body, loop.weight
    if not loop.signals:

        def each(f: Frame, at: int = loop.pos) -> None:
            run = f[0]
            s = code(f)
            arr, off = s.arr, s.off
            for i in range(s.len):
                f[ki] = i
                f[vi] = arr[off + i]
                run.fuel -= weight
                if run.fuel < 0:
                    run.refuel()
                body(f)

        return each
    brk, cont = loop.break_label or BREAK, loop.continue_label or CONTINUE

    def each_signalling(f: Frame, at: int = loop.pos) -> Any:
        run = f[0]
        s = code(f)
        arr, off = s.arr, s.off
        for i in range(s.len):
            f[ki] = i
            f[vi] = arr[off + i]
            run.fuel -= weight
            if run.fuel < 0:
                run.refuel()
            signal = body(f)
            if signal is not None and signal is not CONTINUE and signal is not cont:
                if signal is BREAK or signal is brk:
                    return None
                return signal
        return None

    return each_signalling


def _over_array(b: Body, s: nodes.RangeStmt, under: model.Array) -> Lowered:
    """The values of an array are those it has when the loop begins; through a pointer, and without a value, nothing is copied."""
    key = target(b, s.key, s.define, model.INT)
    value = target(b, s.value, s.define, under.elem)
    by_pointer = isinstance(b.type_of(s.x).underlying, model.Pointer)
    n = under.len
    if value.unused:
        pointer = b.expr(s.x)
        loop = loop_of(b, s)
        return _turns(loop, pointer, lambda f, v: zip(range(n), range(n)), key, value)
    code = b.expr(s.x) if by_pointer else b.own(s.x)
    copy = copier(under.elem)
    loop = loop_of(b, s)
    if copy is None and not by_pointer:
        return _turns(loop, code, _items, key, value)

    def elements(f: Frame, v: Any) -> Iterator[tuple[Any, Any]]:
        for i in range(n):
            yield i, (v[i] if copy is None else copy(v[i]))

    return _turns(loop, code, elements, key, value)


def _items(f: Frame, v: list[Any]) -> Iterator[tuple[int, Any]]:
    return enumerate(v)


# --- strings, maps, channels ---------------------------------------------------------------------------------------


def _over_string(b: Body, s: nodes.RangeStmt) -> Lowered:
    code = b.expr(s.x)
    key = target(b, s.key, s.define, model.INT)
    value = target(b, s.value, s.define, model.INT32)

    def pairs(f: Frame, v: bytes) -> Iterator[tuple[Any, Any]]:
        if len(v) > LONG:
            charge_reading(f, len(v))
        if v.isascii():
            return enumerate(v)
        return iter([(i, rune) for i, rune, _ in runes(v)]) if len(v) <= LONG else _runes_of_long(v)

    return _turns(loop_of(b, s), code, pairs, key, value)


def _runes_of_long(v: bytes) -> Iterator[tuple[int, int]]:
    i, n = 0, len(v)
    while i < n:
        rune, width = decode_rune(v, i)
        yield i, rune
        i += width


def _over_map(b: Body, s: nodes.RangeStmt, under: model.Map) -> Lowered:
    code = b.expr(s.x)
    key = target(b, s.key, s.define, under.key)
    value = target(b, s.value, s.define, under.elem)
    decode = key_decoder(under.key) if not key.unused else None
    copy = copier(under.elem) if not value.unused and is_storage(under.elem) else None

    def pairs(f: Frame, m: dict[Any, Any] | None) -> Iterator[tuple[Any, Any]]:
        """Over the keys that are there when the loop begins and still there when it is their turn."""
        if not m:
            return
        if len(m) > 64:
            f[0].charge(len(m) >> 4)
            f[0].alloc(8 * len(m))
        for k in list(m):
            if k in m:
                v = m[k]
                yield (k if decode is None else decode(k)), (v if copy is None else copy(v))

    return _turns(loop_of(b, s), code, pairs, key, value)


def _over_channel(b: Body, s: nodes.RangeStmt, under: model.Chan) -> Lowered:
    code = b.expr(s.x)
    put = target(b, s.key, s.define, under.elem).put()
    loop = loop_of(b, s)
    body, weight = loop.body, loop.weight
    brk, cont = loop.break_label or BREAK, loop.continue_label or CONTINUE
    signals = loop.signals

    def receive_all(f: Frame, at: int = loop.pos) -> Any:
        run = f[0]
        channel = code(f)
        while True:
            run.fuel -= weight
            if run.fuel < 0:
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
    return _turns(loop_of(b, s), code, lambda f, v: gradual.pairs(f[0], v, text, single), key, value)


_RANGES: dict[type, Callable[[Body, nodes.RangeStmt, Any], Lowered]] = {
    model.Basic: _over_int,
    model.Slice: _over_slice,
    model.Array: _over_array,
    model.Map: _over_map,
    model.Chan: _over_channel,
}
