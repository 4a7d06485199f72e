"""Lowering of the builtins that make and fill slices: append, copy and make."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body
from codemode.interpreter.machine import gradual
from codemode.interpreter.machine.big_values import price_of_items
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.long_text import charge_reading
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.slice_growth import appended, grower
from codemode.interpreter.machine.typeops import (
    copier,
    elem_size,
    footprint,
    is_byte,
    is_storage,
    overwriter,
    zero_const,
    zero_maker,
    zero_size,
)
from codemode.interpreter.machine.values import Slice, runtime_panic
from codemode.types import model
from codemode.types.expression_text import expr_text, unparen
from codemode.types.objects import Var


def lower_append(b: Body, e: nodes.CallExpr) -> Code:
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


_STACK = 32  # bytes that Go reserves on the stack for a slice that does not leave its function


def _stack_room(b: Body, e: nodes.CallExpr, elem: model.Type) -> int:
    """How many elements Go keeps on the stack if this append makes the first ones; 0 if they go to the heap at once."""
    escape, size = b.builder.escape, elem_size(elem)
    if escape is None or not 0 < size <= _STACK:
        return 0
    x = unparen(e.args[0])
    if isinstance(x, nodes.Ident) and isinstance(x.obj, Var) and (x.obj.kind == "global" or b.is_cell(x.obj)):
        return 0
    return _STACK // size if not b.has_stack_slot(x) and escape.stays(e) else 0


def _append_on_stack(b: Body, e: nodes.CallExpr, base: Code, elem: model.Type, room: int) -> Code:
    """Each variable has one such stack room in each call of its function."""
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
            run.charge(count >> 4 if copy is None else price_of_items(elem, count))
            run.alloc(count if is_byte(elem) else 8 * count)
        if copy is not None:
            items = [copy(v) for v in items]
        return appended(run, s, items, elem)

    return append_slice


def _append_any(b: Body, e: nodes.CallExpr) -> Code:
    """append to an any, which must contain a slice."""
    base, text = b.expr(e.args[0]), expr_text(e.args[0])
    items = [b.value(a, model.ANY) for a in e.args[1:]]
    spread = e.ellipsis

    def append_items(f: Frame, at: int = e.pos) -> Any:
        s = base(f)
        values = [item(f) for item in items]
        return gradual.append(f[0], s, values, spread, text)

    return append_items


def lower_copy(b: Body, e: nodes.CallExpr) -> Code:
    elem = cast(model.Slice, b.type_of(e.args[0]).underlying).elem
    to = b.expr(e.args[0])
    source = b.value(e.args[1], b.type_of(e.args[0]) if b.type_of(e.args[1]) is model.ANY else None)
    copy = copier(elem)
    overwrite = overwriter(elem) if copy is not None else None

    def copy_items(f: Frame, at: int = e.pos) -> Any:
        dst = to(f)
        src: Any = source(f)
        if isinstance(src, bytes):
            count = min(dst.len, len(src))
            charge_reading(f[0], count)
            dst.arr[dst.off : dst.off + count] = src[:count]
            return count
        count = min(dst.len, src.len)
        if count > 16:
            f[0].charge(count >> 4 if copy is None else price_of_items(elem, count))
        items = src.arr[src.off : src.off + count]
        if copy is None or overwrite is None:
            dst.arr[dst.off : dst.off + count] = items
        else:
            for i, v in enumerate([copy(item) for item in items], dst.off):
                overwrite(dst.arr[i], v)
        return count

    return copy_items


def lower_make_slice(elem: model.Type, sizes: list[Code], pos: int) -> Code:
    length, capacity = sizes[0], sizes[1] if len(sizes) > 1 else None
    make = slice_maker(elem)

    def make_slice(f: Frame, at: int = pos) -> Any:
        n = length(f)
        return make(f[0], n, capacity(f) if capacity is not None else n)

    return make_slice


def slice_maker(elem: model.Type) -> Callable[[Run, int, int], Slice]:
    shared, zero = zero_const(elem)
    make = zero_maker(elem)
    as_bytes = is_byte(elem)
    empty, full = zero_size(elem), 8 + footprint(elem)

    def make_slice(run: Run, n: int, cap: int) -> Slice:
        if not 0 <= n <= cap or cap > 1 << 46:
            raise runtime_panic(_bad_size(n, cap, elem))
        if as_bytes:
            run.alloc(56 + cap)
        else:
            run.alloc(56 + n * empty + 8 * (cap - n))
            # half of what the program may store into the elements, and a quarter of what it may append
            run.expect((full - empty) * (n + cap) >> 2)
        if n > 64:
            run.charge(n >> 6 if shared else price_of_items(elem, n))
        if as_bytes:
            return Slice(bytearray(n), 0, n, cap)
        return Slice([zero] * n if shared else [make() for _ in range(n)], 0, n, cap)

    return make_slice


def _bad_size(n: int, cap: int, elem: model.Type) -> str:
    limit = (1 << 47) // max(elem_size(elem), 1)
    if n < 0 or n > limit or (n <= cap and n > 1 << 46):
        return "makeslice: len out of range"
    return "makeslice: cap out of range"
