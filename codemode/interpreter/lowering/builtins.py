"""Lowering of the builtin functions."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, constant_code, nil_of, zero_code
from codemode.interpreter.lowering.evalorder import Held
from codemode.interpreter.lowering.expr import allocated, map_key, read_key
from codemode.interpreter.lowering.index import array_of, int_code
from codemode.interpreter.lowering.slices import lower_append, lower_copy, lower_make_slice
from codemode.interpreter.machine import channels, gradual, gradual_operators
from codemode.interpreter.machine.assertions import is_data
from codemode.interpreter.machine.big_values import price_of_items
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.deferred import recover
from codemode.interpreter.machine.extremes import highest, lowest
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.gradual import box_value
from codemode.interpreter.machine.guest_to_host import to_json
from codemode.interpreter.machine.long_text import charge_reading
from codemode.interpreter.machine.panics import print_text
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import footprint, go_name, is_storage, is_text, overwriter, zero_maker
from codemode.interpreter.machine.values import PANIC_NIL_ERROR_PTR, PLAIN_RUNTIME_ERROR, Box, GoPanic
from codemode.types import model
from codemode.types.expression_text import expr_text
from codemode.types.objects import TypeName

Builtin = Callable[[Body, nodes.CallExpr], Code]


# --- len, cap ------------------------------------------------------------------------------------------------------


def _len(b: Body, e: nodes.CallExpr) -> Code:
    x = e.args[0]
    t = b.type_of(x)
    code = b.expr(x)
    if t is model.ANY:
        text = expr_text(x)

        def dynamic(f: Frame, at: int = e.pos) -> Any:
            return gradual.length(code(f), text)

        return dynamic
    under = t.underlying
    if isinstance(under, model.Slice):
        return lambda f: code(f).len
    if isinstance(under, model.Basic):
        return lambda f: len(code(f))
    if isinstance(under, model.Map):
        return lambda f: len(code(f) or ())
    if isinstance(under, model.Chan):
        return _channel_size(code, "len")
    return _array_len(code, array_of(t).len)


def _array_len(code: Code, n: int) -> Code:
    def array_len(f: Frame) -> Any:
        code(f)
        return n

    return array_len


def _channel_size(code: Code, what: str) -> Code:
    def size(f: Frame) -> Any:
        channel = code(f)
        return getattr(channel, what) if channel is not None else 0

    return size


def _cap(b: Body, e: nodes.CallExpr) -> Code:
    t = b.type_of(e.args[0])
    code = b.expr(e.args[0])
    if isinstance(t.underlying, model.Slice):
        return lambda f: code(f).cap
    if isinstance(t.underlying, model.Chan):
        return _channel_size(code, "cap")
    return _array_len(code, array_of(t).len)


# --- make, new -----------------------------------------------------------------------------------------------------


def _make(b: Body, e: nodes.CallExpr) -> Code:
    t = b.type_of(e)
    under = t.underlying
    sizes = [int_code(b, a) for a in e.args[1:]]
    if isinstance(under, model.Slice):
        return lower_make_slice(under.elem, sizes, e.pos)
    if isinstance(under, model.Map):

        def make_map(f: Frame, at: int = e.pos) -> Any:
            f[0].alloc(64)
            return {}

        return make_map
    elem = cast(model.Chan, under).elem
    zero, full, size = zero_maker(elem), footprint(elem), sizes[0] if sizes else constant_code(0)

    def make_channel(f: Frame, at: int = e.pos) -> Any:
        n = size(f)
        if n < 0:
            raise GoPanic(Box(PLAIN_RUNTIME_ERROR, b"makechan: size out of range"))
        f[0].alloc(channels.SIZE + 8 * n)
        f[0].expect(full * n >> 1)  # of what the program puts into it
        return channels.Channel(n, zero)

    return make_channel


def _new(b: Body, e: nodes.CallExpr) -> Code:
    """new(T), and Go 1.26's new(value)."""
    t = cast(model.Pointer, b.type_of(e).underlying).elem
    arg = e.args[0]
    return allocated(zero_code(t) if _is_type(arg) else b.value(arg, t), t)


_TYPE_NODES = (nodes.ArrayType, nodes.StructType, nodes.FuncType, nodes.InterfaceType, nodes.MapType, nodes.ChanType)


def _is_type(e: nodes.Expr) -> bool:
    while isinstance(e, nodes.ParenExpr):
        e = e.x
    if isinstance(e, _TYPE_NODES):
        return True
    if isinstance(e, nodes.StarExpr | nodes.IndexExpr):
        return _is_type(e.x)
    if isinstance(e, nodes.SelectorExpr):
        return isinstance(e.sel.obj, TypeName) or (e.selection is not None and isinstance(e.selection.obj, TypeName))
    return isinstance(e, nodes.Ident) and isinstance(e.obj, TypeName)


# --- maps, channels ------------------------------------------------------------------------------------------------


def _delete(b: Body, e: nodes.CallExpr) -> Code:
    t = b.type_of(e.args[0])
    x = b.expr(e.args[0])
    if t is model.ANY:
        any_key, text = b.value(e.args[1], model.ANY), expr_text(e.args[0])

        def dynamic(f: Frame, at: int = e.pos) -> None:
            gradual.delete(x(f), any_key(f), text)

        return dynamic
    key = map_key(b, e.args[1], cast(model.Map, t.underlying))
    read = read_key(b, e.args[1], cast(model.Map, t.underlying))

    def delete(f: Frame, at: int = e.pos) -> None:
        entries = x(f)
        k = key(f) if read is None else read(f, entries)
        if type(k) is bytes and len(k) > LONG:
            charge_reading(f[0], len(k))
        if entries is not None:
            entries.pop(k, None)

    return delete


def _clear(b: Body, e: nodes.CallExpr) -> Code:
    t = b.type_of(e.args[0]).underlying
    x = b.expr(e.args[0])
    if isinstance(t, model.Map):

        def clear_map(f: Frame, at: int = e.pos) -> None:
            entries = x(f)
            if entries is not None:
                entries.clear()

        return clear_map
    elem = cast(model.Slice, t).elem
    make, overwrite = zero_maker(elem), overwriter(elem) if is_storage(elem) else None

    def clear_slice(f: Frame, at: int = e.pos) -> None:
        s = x(f)
        f[0].charge(s.len >> 4 if overwrite is None else price_of_items(elem, s.len))
        for i in range(s.off, s.off + s.len):
            if overwrite is not None:
                overwrite(s.arr[i], make())
            else:
                s.arr[i] = make()

    return clear_slice


def _close(b: Body, e: nodes.CallExpr) -> Code:
    x = b.expr(e.args[0])

    def close(f: Frame, at: int = e.pos) -> None:
        channels.close(f[0], x(f))

    return close


# --- numbers -------------------------------------------------------------------------------------------------------


def _extreme(b: Body, e: nodes.CallExpr, smallest: bool) -> Code:
    t = b.type_of(e)
    codes = [b.value(a, t) for a in e.args]
    if t is model.ANY:
        return _dynamic_extreme(codes, smallest, expr_text(e), e.pos)
    under = t.underlying
    if isinstance(under, model.Basic) and under.info == "float":
        floats = lowest if smallest else highest
        return lambda f: floats(*[code(f) for code in codes])
    pick = min if smallest else max
    if len(codes) == 1:
        return codes[0]
    if is_text(t):
        return _text_extreme(codes, smallest)
    return lambda f: pick([code(f) for code in codes])


def _text_extreme(codes: list[Code], smallest: bool) -> Code:
    first, rest = codes[0], codes[1:]

    def extreme(f: Frame) -> Any:
        best = first(f)
        for code in rest:
            v = code(f)
            if len(v) > LONG and len(best) > LONG:
                charge_reading(f[0], min(len(v), len(best)))
            if v < best if smallest else v > best:
                best = v
        return best

    return extreme


def _dynamic_extreme(codes: list[Code], smallest: bool, text: str, pos: int) -> Code:
    def extreme(f: Frame, at: int = pos) -> Any:
        return gradual_operators.extreme(f[0], [code(f) for code in codes], smallest, text)

    return extreme


def _complex(b: Body, e: nodes.CallExpr) -> Code:
    part = model.FLOAT32 if cast(model.Basic, b.type_of(e).underlying).bits == 64 else model.FLOAT64
    x, y = (b.value(a, part if a.const is not None else None) for a in e.args)
    return lambda f: complex(x(f), y(f))


def _real(b: Body, e: nodes.CallExpr) -> Code:
    code = b.expr(e.args[0])
    return lambda f: code(f).real


def _imag(b: Body, e: nodes.CallExpr) -> Code:
    code = b.expr(e.args[0])
    return lambda f: code(f).imag


# --- panic, recover, print -----------------------------------------------------------------------------------------


def _panic(b: Body, e: nodes.CallExpr) -> Code:
    x = b.value(e.args[0], model.ANY)

    def panic(f: Frame, at: int = e.pos) -> Any:
        v = x(f)
        raise GoPanic(Box(PANIC_NIL_ERROR_PTR, []) if v is None else v)

    return panic


def _recover(b: Body, e: nodes.CallExpr) -> Code:
    return lambda f: recover(f[0])


def _print(b: Body, e: nodes.CallExpr, line: bool) -> Code:
    parts = [(b.own(a), b.type_of(a)) for a in e.args]

    def write(f: Frame) -> None:
        texts = [_shown(f[0], code(f), t) for code, t in parts]
        text = " ".join(texts) + "\n" if line else "".join(texts)
        f[0].print(text.encode("utf-8", "surrogateescape"), "stderr")

    return write


def _shown(run: Run, v: Any, t: model.Type) -> str:
    under = t.underlying
    if isinstance(under, model.Basic):
        if under.info == "string":
            return v.decode("utf-8", "surrogateescape")
        return "nil" if under.info == "nil" else print_text(v, under)
    if v is nil_of(t):
        return "nil"
    if isinstance(under, model.Interface):
        return _content(run, v)
    return _content(run, box_value(t, v)) if isinstance(under, _READABLE) else f"({go_name(t)})"


_READABLE = (model.Map, model.Slice, model.Array, model.Struct)


def _content(run: Run, x: Any) -> str:
    """The value in an interface. Go prints two addresses instead, which do not help a reader."""
    if type(x) is Box and is_data(x.t):
        return cast(model.Named, x.t).methods["String"].native(x.v).decode("utf-8", "surrogateescape")
    made = to_json(run, x)
    if isinstance(made, str):
        return made
    text = json.dumps(made, ensure_ascii=False, separators=(",", ":"))
    run.charge(len(text) // 64)
    run.alloc(len(text))
    return text


BUILTINS: dict[str, Builtin] = {
    "append": lower_append,
    "cap": _cap,
    "clear": _clear,
    "close": _close,
    "complex": _complex,
    "copy": lower_copy,
    "delete": _delete,
    "imag": _imag,
    "len": _len,
    "make": _make,
    "max": partial(_extreme, smallest=False),
    "min": partial(_extreme, smallest=True),
    "new": _new,
    "panic": _panic,
    "print": partial(_print, line=False),
    "println": partial(_print, line=True),
    "real": _real,
    "recover": _recover,
}


def suspended_builtin(b: Body, e: nodes.CallExpr) -> Code:
    """go and defer of a builtin: its arguments are evaluated now, into slots of a separate frame."""
    slots = [b.new_slot() for _ in e.args]
    codes = [b.own(a) if a.const is None and not _is_type(a) else None for a in e.args]
    held = [a if code is None else Held(slot, a) for a, slot, code in zip(e.args, slots, codes)]
    later = BUILTINS[e.info.builtin](
        b, nodes.CallExpr(e.fun, held, e.ellipsis, e.info, pos=e.pos, end=e.end, typ=e.typ)
    )
    if e.info.builtin == "recover":
        return lambda f: lambda: None  # recover works only when a deferred function calls it
    pairs = [(slot, code) for slot, code in zip(slots, codes) if code is not None]

    def suspend(f: Frame) -> Any:
        values = [(slot, code(f)) for slot, code in pairs]

        def call() -> Any:
            frame = f.copy()
            for slot, v in values:
                frame[slot] = v
            return later(frame)

        return call

    return suspend
