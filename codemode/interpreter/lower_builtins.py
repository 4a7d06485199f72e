"""Lowering of the builtin functions."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, cast

from codemode.dsl import nodes
from codemode.interpreter import channels, gradual
from codemode.interpreter.body import Body, constant_code, is_storage, nil_of, unparen
from codemode.interpreter.evalorder import Held
from codemode.interpreter.frames import Code, Frame
from codemode.interpreter.growth import appended, grower
from codemode.interpreter.long_text import LONG, charge_reading
from codemode.interpreter.lower_defer import recover
from codemode.interpreter.lower_expr import allocated, map_key, read_key
from codemode.interpreter.lower_index import array_of, int_code
from codemode.interpreter.panics import print_text
from codemode.interpreter.typeops import copier, elem_size, footprint, go_name, is_byte, zero_const, zero_maker
from codemode.interpreter.values import PLAIN_RUNTIME_ERROR, Box, GoPanic, Slice, runtime_panic
from codemode.types import model
from codemode.types.objects import Func, Var
from codemode.types.wording import expr_text

Builtin = Callable[[Body, nodes.CallExpr], Code]


# --- len, cap ------------------------------------------------------------------------------------------------------


def _len(b: Body, e: nodes.CallExpr) -> Code:
    x = e.args[0]
    t = b.type_of(x)
    slot = b.plain_slot(x)
    code = b.expr(x)
    if t is model.ANY:
        text = expr_text(x)

        def dynamic(f: Frame, at: int = e.pos) -> Any:
            return gradual.length(code(f), text)

        return dynamic
    under = t.underlying
    if isinstance(under, model.Slice):
        if slot is not None:
            i = slot
            return lambda f: f[i].len
        return lambda f: code(f).len
    if isinstance(under, model.Basic):
        if slot is not None:
            i = slot
            return lambda f: len(f[i])
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


# --- append, copy --------------------------------------------------------------------------------------------------


def _append(b: Body, e: nodes.CallExpr) -> Code:
    t = b.type_of(e)
    if t is model.ANY:
        return _append_any(b, e)
    elem = cast(model.Slice, t.underlying).elem
    base = b.value(e.args[0], t)
    if len(e.args) == 1:
        return base
    if e.ellipsis:
        return _append_slice(b, e, base, elem)
    room = _stack_room(b, e, elem)
    if room:
        return _append_on_stack(b, e, base, elem, room)
    if len(e.args) == 2:
        return _append_one(b, e, base, elem)
    items = [b.value(a, elem) for a in e.args[1:]]

    def append_items(f: Frame, at: int = e.pos) -> Any:
        s = base(f)
        return appended(f[0], s, [item(f) for item in items], elem)

    return append_items


_STACK = 32  # bytes that Go reserves on the stack for a slice that stays in its function


def _stack_room(b: Body, e: nodes.CallExpr, elem: model.Type) -> int:
    """How many elements Go keeps on the stack when this append makes the first ones; 0 if they go to the heap at once."""
    escape, size = b.builder.escape, elem_size(elem)
    if escape is None or not 0 < size <= _STACK:
        return 0
    x = unparen(e.args[0])
    if isinstance(x, nodes.Ident) and isinstance(x.obj, Var) and (x.obj.kind == "global" or b.is_cell(x.obj)):
        return 0
    return _STACK // size if not b.has_stack_slot(x) and escape.stays(e) else 0


def _append_on_stack(b: Body, e: nodes.CallExpr, base: Code, elem: model.Type, room: int) -> Code:
    """Each variable has one such place in each call of its function."""
    items = [b.value(a, elem) for a in e.args[1:]]
    used = b.stack_slot(unparen(e.args[0]))
    as_bytes = is_byte(elem)

    def append_items(f: Frame, at: int = e.pos) -> Any:
        s = base(f)
        values = [item(f) for item in items]
        if s.len == 0 and f[used] is None and s.cap < len(values) <= room:
            f[used] = True
            return Slice(bytearray(values) if as_bytes else values, 0, len(values), room)
        return appended(f[0], s, values, elem)

    return append_items


def _append_one(b: Body, e: nodes.CallExpr, base: Code, elem: model.Type) -> Code:
    item = b.value(e.args[1], elem)
    grow = grower(elem)
    if is_storage(elem):
        return _append_storage(base, item, elem, e.pos)

    def append_one(f: Frame, at: int = e.pos) -> Any:
        s = base(f)
        v = item(f)
        n = s.len
        if n < s.cap:
            arr = s.arr
            end = s.off + n
            if len(arr) == end:
                arr.append(v)
            else:
                arr[end] = v
            return Slice(arr, s.off, n + 1, s.cap)
        made = grow(f[0], s, 1)
        made.arr.append(v)
        return made

    return append_one


def _append_storage(base: Code, item: Code, elem: model.Type, pos: int) -> Code:
    size = footprint(elem)

    def append_storage(f: Frame, at: int = pos) -> Any:
        s = base(f)
        run = f[0]
        run.alloc(size)
        return appended(run, s, [item(f)], elem)

    return append_storage


def _append_slice(b: Body, e: nodes.CallExpr, base: Code, elem: model.Type) -> Code:
    source = e.args[1]
    t = b.type_of(source)
    text = isinstance(t.underlying, model.Basic)
    code = b.value(source, b.type_of(e) if t is model.ANY or b.is_nil(source) else None)
    copy = copier(elem)

    def append_slice(f: Frame, at: int = e.pos) -> Any:
        s = base(f)
        items: Any = code(f)
        if not text:
            items = items.arr[items.off : items.off + items.len]
        count = len(items)
        run = f[0]
        if count > 16:
            run.charge(count >> 4)
            run.alloc(count if is_byte(elem) else 8 * count)
        if copy is not None:
            items = [copy(v) for v in items]
        return appended(run, s, items, elem)

    return append_slice


def _append_any(b: Body, e: nodes.CallExpr) -> Code:
    """append to an any, which has to hold a slice."""
    base, text = b.expr(e.args[0]), expr_text(e.args[0])
    items = [b.value(a, model.ANY) for a in e.args[1:]]
    spread = e.ellipsis

    def append_items(f: Frame, at: int = e.pos) -> Any:
        s = base(f)
        values = [item(f) for item in items]
        return gradual.append(f[0], s, values, spread, text)

    return append_items


def _copy(b: Body, e: nodes.CallExpr) -> Code:
    elem = cast(model.Slice, b.type_of(e.args[0]).underlying).elem
    to = b.expr(e.args[0])
    source = b.value(e.args[1], b.type_of(e.args[0]) if b.type_of(e.args[1]) is model.ANY else None)
    copy = copier(elem)

    def copy_items(f: Frame, at: int = e.pos) -> Any:
        dst = to(f)
        src: Any = source(f)
        if isinstance(src, bytes):
            count = min(dst.len, len(src))
            dst.arr[dst.off : dst.off + count] = src[:count]
            return count
        count = min(dst.len, src.len)
        if count > 16:
            f[0].charge(count >> 4)
        items = src.arr[src.off : src.off + count]
        if copy is None:
            dst.arr[dst.off : dst.off + count] = items
        else:
            for i, v in enumerate([copy(item) for item in items], dst.off):
                dst.arr[i][:] = v
        return count

    return copy_items


# --- make, new -----------------------------------------------------------------------------------------------------


def _make(b: Body, e: nodes.CallExpr) -> Code:
    t = b.type_of(e)
    under = t.underlying
    sizes = [int_code(b, a) for a in e.args[1:]]
    if isinstance(under, model.Slice):
        return _make_slice(under.elem, sizes, e.pos)
    if isinstance(under, model.Map):

        def make_map(f: Frame, at: int = e.pos) -> Any:
            f[0].alloc(64)
            return {}

        return make_map
    elem = cast(model.Chan, under).elem
    zero, size = zero_maker(elem), sizes[0] if sizes else constant_code(0)

    def make_channel(f: Frame, at: int = e.pos) -> Any:
        n = size(f)
        if n < 0:
            raise GoPanic(Box(PLAIN_RUNTIME_ERROR, b"makechan: size out of range"))
        f[0].alloc(96 + 8 * n)
        return channels.Channel(n, zero)

    return make_channel


def _make_slice(elem: model.Type, sizes: list[Code], pos: int) -> Code:
    shared, zero = zero_const(elem)
    make = zero_maker(elem)
    width = 1 if is_byte(elem) else max(elem_size(elem), 8)
    as_bytes = is_byte(elem)
    length, capacity = sizes[0], sizes[1] if len(sizes) > 1 else None

    def make_slice(f: Frame, at: int = pos) -> Any:
        n = length(f)
        cap = capacity(f) if capacity is not None else n
        if not 0 <= n <= cap or cap > 1 << 46:
            raise runtime_panic(_bad_size(n, cap, elem))
        run = f[0]
        run.alloc(56 + cap * width)
        if n > 64:
            run.charge(n >> (6 if shared else 2))
        if as_bytes:
            return Slice(bytearray(n), 0, n, cap)
        return Slice([zero] * n if shared else [make() for _ in range(n)], 0, n, cap)

    return make_slice


def _bad_size(n: int, cap: int, elem: model.Type) -> str:
    limit = (1 << 47) // max(elem_size(elem), 1)
    if n < 0 or n > limit or (n <= cap and n > 1 << 46):
        return "makeslice: len out of range"
    return "makeslice: cap out of range"


def _new(b: Body, e: nodes.CallExpr) -> Code:
    """new(T), and Go 1.26's new(value)."""
    t = cast(model.Pointer, b.type_of(e).underlying).elem
    arg = e.args[0]
    if not _is_type(arg):
        return allocated(b.value(arg, t), t)
    make = zero_maker(t)
    return allocated(lambda f: make(), t)


_TYPE_NODES = (
    *(nodes.ArrayType, nodes.StructType, nodes.FuncType, nodes.InterfaceType, nodes.MapType, nodes.ChanType),
)


def _is_type(e: nodes.Expr) -> bool:
    from codemode.types.objects import TypeName

    while isinstance(e, nodes.ParenExpr):
        e = e.x
    if isinstance(e, _TYPE_NODES):
        return True
    if isinstance(e, nodes.StarExpr):
        return _is_type(e.x)
    if isinstance(e, nodes.IndexExpr):
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
            charge_reading(f, len(k))
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
    make, storage = zero_maker(elem), is_storage(elem)

    def clear_slice(f: Frame, at: int = e.pos) -> None:
        s = x(f)
        f[0].charge(s.len >> 4)
        for i in range(s.off, s.off + s.len):
            if storage:
                s.arr[i][:] = make()
            else:
                s.arr[i] = make()

    return clear_slice


def _close(b: Body, e: nodes.CallExpr) -> Code:
    x = b.expr(e.args[0])

    def close(f: Frame, at: int = e.pos) -> None:
        channels.close(f[0], x(f))

    return close


def _contains(b: Body, e: nodes.CallExpr) -> Code:
    """What a repair makes of `x in m`: a key of a map, an element of a slice, or a part of a string."""
    t = b.type_of(e.args[0])
    m, x, text = b.value(e.args[0], model.ANY), b.value(e.args[1], model.ANY), expr_text(e.args[0])
    assert t is not None

    def contains(f: Frame, at: int = e.pos) -> Any:
        return gradual.contains(f[0], m(f), x(f), text)

    return contains


# --- numbers -------------------------------------------------------------------------------------------------------


def _extreme(b: Body, e: nodes.CallExpr, smallest: bool) -> Code:
    t = b.type_of(e)
    codes = [b.value(a, t) for a in e.args]
    under = t.underlying
    if isinstance(under, model.Basic) and under.info == "float":
        return _float_extreme(codes, smallest)
    pick = min if smallest else max
    if len(codes) == 1:
        return codes[0]
    if len(codes) == 2:
        x, y = codes
        if smallest:

            def lesser(f: Frame) -> Any:
                a = x(f)
                b = y(f)
                return a if a <= b else b

            return lesser

        def greater(f: Frame) -> Any:
            a = x(f)
            b = y(f)
            return a if a >= b else b

        return greater
    return lambda f: pick([code(f) for code in codes])


def _beats(v: float, best: float, smallest: bool) -> bool:
    if v == best == 0:
        return (math.copysign(1, v) < 0) == smallest
    return v < best if smallest else v > best


def _float_extreme(codes: list[Code], smallest: bool) -> Code:
    """NaN wins, and -0 is less than 0."""

    def extreme(f: Frame) -> Any:
        best = math.nan
        for n, code in enumerate(codes):
            v = code(f)
            if n == 0 or v != v:
                best = v if n == 0 or best == best else best
            elif best == best and _beats(v, best, smallest):
                best = v
        return best

    return extreme


def _min(b: Body, e: nodes.CallExpr) -> Code:
    return _extreme(b, e, True)


def _max(b: Body, e: nodes.CallExpr) -> Code:
    return _extreme(b, e, False)


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


def _nil_panic_text(_: Any) -> bytes:
    return b"runtime error: panic called with nil argument"


PANIC_NIL_ERROR = model.Named("PanicNilError", "runtime", model.struct_of([]))
PANIC_NIL_POINTER = model.pointer_to(PANIC_NIL_ERROR)
PANIC_NIL_ERROR.methods["Error"] = Func(
    "Error",
    model.signature_of((), (model.STRING,)),
    recv=PANIC_NIL_ERROR,
    pointer_recv=True,
    native=_nil_panic_text,
    package="runtime",
)


def _panic(b: Body, e: nodes.CallExpr) -> Code:
    x = b.value(e.args[0], model.ANY)

    def panic(f: Frame, at: int = e.pos) -> Any:
        v = x(f)
        raise GoPanic(Box(PANIC_NIL_POINTER, []) if v is None else v)

    return panic


def _recover(b: Body, e: nodes.CallExpr) -> Code:
    return lambda f: recover(f[0])


def _print(b: Body, e: nodes.CallExpr, line: bool) -> Code:
    parts = [(b.own(a), b.type_of(a)) for a in e.args]

    def write(f: Frame) -> None:
        texts = [_shown(code(f), t) for code, t in parts]
        text = " ".join(texts) + "\n" if line else "".join(texts)
        f[0].print_err(text.encode("utf-8", "surrogateescape"))

    return write


def _shown(v: Any, t: model.Type) -> str:
    under = t.underlying
    if isinstance(under, model.Basic):
        if under.info == "string":
            return v.decode("utf-8", "surrogateescape")
        return "nil" if under.info == "nil" else print_text(v, under)
    return f"({go_name(t)})" if v is not nil_of(t) else "nil"


def _print_plain(b: Body, e: nodes.CallExpr) -> Code:
    return _print(b, e, False)


def _print_line(b: Body, e: nodes.CallExpr) -> Code:
    return _print(b, e, True)


BUILTINS: dict[str, Builtin] = {
    "append": _append,
    "cap": _cap,
    "clear": _clear,
    "close": _close,
    "complex": _complex,
    "copy": _copy,
    "delete": _delete,
    "imag": _imag,
    "len": _len,
    "make": _make,
    "max": _max,
    "min": _min,
    "new": _new,
    "panic": _panic,
    "print": _print_plain,
    "println": _print_line,
    "real": _real,
    "recover": _recover,
    "__contains": _contains,
}


def suspended_builtin(b: Body, e: nodes.CallExpr) -> Code:
    """go and defer of a builtin: its arguments are evaluated now, into slots of a frame of their own."""
    slots = [b.new_slot() for _ in e.args]
    codes = [b.own(a) if a.const is None and not _is_type(a) else None for a in e.args]
    held: list[nodes.Expr] = []
    for a, slot, code in zip(e.args, slots, codes):
        held.append(a if code is None else Held(slot, a.typ, a.pos, a.end))
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


__all__ = ["BUILTINS", "suspended_builtin"]
