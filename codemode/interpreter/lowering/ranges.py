"""Lowering of range loops. The operand becomes an iterator of (key, value); slices and counts, the most common, have their own loops."""

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
from codemode.interpreter.machine.frames import BREAK, CONTINUE, DECLINED, Code, Frame
from codemode.interpreter.machine.long_text import LONG
from codemode.interpreter.machine.map_keys import key_decoder
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import copier
from codemode.interpreter.machine.values import Slice
from codemode.types import model
from codemode.types.wording import expr_text

Pairs = Callable[[Run, Any], Iterator[tuple[Any, Any]]]


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


def _turns(b: Body, loop: Loop, code: Code, pairs: Pairs, key: Target, value: Target) -> Lowered:
    """The loop over any iterator of pairs."""
    put_key, put_value = key.put(), value.put()
    body, signals, brk, cont, weight, pos, hot = loop
    b.pairs[id(hot.s)] = pairs, key, value

    def run_loop(f: Frame, at: int = pos) -> Any:
        run = f[0]
        x = code(f)  # a variable, so that the meter sees it
        turns = pairs(run, x)
        compiled = hot.code
        if compiled is not None:
            signal = compiled(f, x, turns)
            if signal is not DECLINED:
                return signal
            compiled = None
        for k, v in turns:
            run.fuel -= weight
            if run.fuel < 0:
                run.refuel()
                compiled = hot.heat(f)
            if put_key is not None:
                put_key(f, k)
            if put_value is not None:
                put_value(f, v)
            if signals:
                signal = body(f)
                if signal is not None and signal is not CONTINUE and signal is not cont:
                    return None if signal is BREAK or signal is brk else signal
            else:
                body(f)
            if compiled is not None:
                k = v = None
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
    loop = loop_of(b, s)
    if key.store is not None:
        return _turns(b, loop, code, lambda run, n: zip(range(n), range(n)), key, Target())
    return _numbers(loop, code, key.slot if key.slot is not None else _scratch(b, s), False), loop.signals


def _numbers(loop: Loop, code: Code, slot: int, of_slice: bool) -> Code:
    """Ranges over the integers below a number, or below the length of a slice."""
    body, signals, brk, cont, weight, pos, hot = loop

    def count(f: Frame, at: int = pos) -> Any:
        run = f[0]
        x = code(f)
        turns = iter(range(x.len if of_slice else x))
        compiled = hot.code
        if compiled is not None:
            signal = compiled(f, x, turns)
            if signal is not DECLINED:
                return signal
            compiled = None
        for i in turns:
            f[slot] = i
            run.fuel -= weight
            if run.fuel < 0:
                run.refuel()
                compiled = hot.heat(f)
            if signals:
                signal = body(f)
                if signal is not None and signal is not CONTINUE and signal is not cont:
                    return None if signal is BREAK or signal is brk else signal
            else:
                body(f)
            if compiled is not None:
                signal = compiled(f, x, turns)
                if signal is not DECLINED:
                    return signal
                compiled = None
        return None

    return count


def _scratch(b: Body, s: nodes.RangeStmt) -> int:
    """A slot for a value without a name in the program."""
    slot = b.new_slot()
    b.scratch[id(s)] = [slot]
    return slot


# --- slices and arrays -----------------------------------------------------------------------------------------------


def _over_slice(b: Body, s: nodes.RangeStmt, under: model.Slice) -> Lowered:
    code = b.expr(s.x)
    key = target(b, s.key, s.define, model.INT)
    value = target(b, s.value, s.define, under.elem)
    loop = loop_of(b, s)
    copy = copier(under.elem) if not value.unused else None
    if key.store is not None or value.store is not None or copy is not None:
        return _turns(b, loop, code, lambda run, v: _elements(v, copy), key, value)
    if value.unused:
        return _numbers(loop, code, key.slot if key.slot is not None else _scratch(b, s), True), loop.signals
    return _each(loop, code, key.slot if key.slot is not None else _scratch(b, s), cast(int, value.slot)), loop.signals


def _elements(s: Slice, copy: Callable[[Any], Any] | None) -> Iterator[tuple[Any, Any]]:
    """The length is fixed when the loop begins; each element is read in its turn."""
    arr, off = s.arr, s.off
    for i in range(s.len):
        v = arr[off + i]
        yield i, (v if copy is None else copy(v))


def _each(loop: Loop, code: Code, ki: int, vi: int) -> Code:
    body, signals, brk, cont, weight, pos, hot = loop

    def each(f: Frame, at: int = pos) -> Any:
        run = f[0]
        s = code(f)
        turns = iter(range(s.len))
        compiled = hot.code
        if compiled is not None:
            signal = compiled(f, s, turns)
            if signal is not DECLINED:
                return signal
            compiled = None
        arr, off = s.arr, s.off
        for i in turns:
            f[ki] = i
            f[vi] = arr[off + i]
            run.fuel -= weight
            if run.fuel < 0:
                run.refuel()
                compiled = hot.heat(f)
            if signals:
                signal = body(f)
                if signal is not None and signal is not CONTINUE and signal is not cont:
                    return None if signal is BREAK or signal is brk else signal
            else:
                body(f)
            if compiled is not None:
                signal = compiled(f, s, turns)
                if signal is not DECLINED:
                    return signal
                compiled = None
        return None

    return each


def _over_array(b: Body, s: nodes.RangeStmt, under: model.Array) -> Lowered:
    """The values of an array are those at the start of the loop; through a pointer, or without a value variable, nothing is copied."""
    key = target(b, s.key, s.define, model.INT)
    value = target(b, s.value, s.define, under.elem)
    by_pointer = isinstance(b.type_of(s.x).underlying, model.Pointer)
    n = under.len
    if value.unused:
        pointer = b.expr(s.x)
        loop = loop_of(b, s)
        return _turns(b, loop, pointer, lambda run, v: zip(range(n), range(n)), key, value)
    code = b.expr(s.x) if by_pointer else b.own(s.x)
    copy = copier(under.elem)
    loop = loop_of(b, s)
    if copy is None and not by_pointer:
        return _turns(b, loop, code, _items, key, value)

    def elements(run: Run, v: Any) -> Iterator[tuple[Any, Any]]:
        for i in range(n):
            yield i, (v[i] if copy is None else copy(v[i]))

    return _turns(b, loop, code, elements, key, value)


def _items(run: Run, v: list[Any]) -> Iterator[tuple[int, Any]]:
    return enumerate(v)


# --- strings, maps, channels ---------------------------------------------------------------------------------------


def _over_string(b: Body, s: nodes.RangeStmt) -> Lowered:
    code = b.expr(s.x)
    key = target(b, s.key, s.define, model.INT)
    value = target(b, s.value, s.define, model.INT32)

    return _turns(b, loop_of(b, s), code, string_pairs, key, value)


def string_pairs(run: Run, v: bytes) -> Iterator[tuple[int, int]]:
    """The runes of a string with their offsets."""
    if len(v) > LONG:
        run.charge(len(v) >> 9)
    if v.isascii():
        return enumerate(v)
    return iter([(i, rune) for i, rune, _ in runes(v)]) if len(v) <= LONG else _runes_of_long(v)


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
    return _turns(b, loop_of(b, s), code, map_pairs(under, not key.unused, not value.unused), key, value)


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
    return _turns(b, loop_of(b, s), code, lambda run, v: gradual.pairs(run, v, text, single), key, value)


_RANGES: dict[type, Callable[[Body, nodes.RangeStmt, Any], Lowered]] = {
    model.Basic: _over_int,
    model.Slice: _over_slice,
    model.Array: _over_array,
    model.Map: _over_map,
    model.Chan: _over_channel,
}
