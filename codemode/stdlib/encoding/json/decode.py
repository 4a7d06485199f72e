"""json.Unmarshal: a reader for each Go type converts parsed values.

A reader gets the parsed value and the current Go value, and returns the new one. As in Go, structs and arrays are filled in place, and maps and
slices are reused. The first value that does not fit is recorded with its path, and reading continues.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.interpreter.machine.json_fields import Field, fields_of
from codemode.interpreter.machine.map_keys import key_encoder
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.slice_growth import grown_cap
from codemode.interpreter.machine.typeops import copier, int_range, is_byte, per_type, round32, zero_maker
from codemode.interpreter.machine.values import NIL_SLICE, Box, Ptr, Slice, new_error, slice_from, type_of
from codemode.stdlib.encoding.base64.text import STANDARD
from codemode.stdlib.encoding.json.input import KINDS, Input, any_value, text_bytes
from codemode.stdlib.encoding.json.parse import RawNumber, parse
from codemode.stdlib.encoding.json.quoted import from_text, unquoted
from codemode.stdlib.encoding.json.scan import JsonSyntaxError, check
from codemode.stdlib.encoding.json.types import INVALID_ERROR, NUMBER, RAW, TYPE_ERROR, syntax_error
from codemode.stdlib.encoding.json.unmarshalers import Read, by_json, by_text, call_method, has_method
from codemode.stdlib.reflect import type_value
from codemode.stdlib.strconv.package import ERR_SYNTAX
from codemode.stdlib.strconv.quoting import quote
from codemode.stdlib.time.base import RFC3339, TIME, local, utc
from codemode.stdlib.time.text import parsed
from codemode.types import model
from codemode.types.model import Type

# --- the entry -------------------------------------------------------------------------------------------------------


def unmarshal(run: Run, data: bytes, target: Any, use_number: bool = False, strict: bool = False) -> Any:
    """json.Unmarshal: return the error, or None."""
    if type(target) is not Box or not isinstance(target.t.underlying, model.Pointer) or target.v is None:
        return Box(INVALID_ERROR, [type_value(type_of(target))])
    try:
        value = parse(run, data, use_number)
    except JsonSyntaxError as failure:
        return syntax_error(failure)
    source = Input(run, data, use_number, strict)
    elem = target.t.underlying.elem
    into_pointer(source, elem, target.v, value)
    error = source.error
    if type(error) is Box and error.t is TYPE_ERROR and error.v[4] and isinstance(elem, model.Named):
        error.v[3] = elem.text("").rpartition(".")[2].encode()
    return error


def into_pointer(source: Input, elem: Type, pointer: Any, x: Any) -> None:
    if type(pointer) is Ptr:
        pointer.obj[pointer.idx] = reader(elem)(source, x, pointer.obj[pointer.idx])
    else:
        reader(elem)(source, x, pointer)


# --- by type ---------------------------------------------------------------------------------------------------------


@per_type
def reader(t: Type) -> Read:
    """Returns the reader for values of static type `t`."""
    special = _SPECIAL.get(t)
    if special is not None:
        return special
    under = t.underlying
    plain = _MAKERS[type(under)](t, under)
    if isinstance(under, model.Pointer | model.Interface):
        return plain
    pointer = model.pointer_to(t)
    if has_method(pointer, "UnmarshalJSON"):
        return by_json(t, pointer)
    return by_text(t, pointer) if has_method(pointer, "UnmarshalText") else plain


def _raw(source: Input, x: Any, old: Any) -> Any:
    data = source.raw()
    source.run.alloc(len(data))
    return slice_from(bytearray(data))


def _json_number(source: Input, x: Any, old: Any) -> Any:
    if x is None:
        return old
    if type(x) is str:
        text = x.encode("utf-8", "replace")
        try:
            if text != text.strip() or not (text[:1] == b"-" or text[:1].isdigit()):
                raise JsonSyntaxError("", 0)
            check(text)
        except JsonSyntaxError:
            source.mismatch(NUMBER, x, source.raw(), ERR_SYNTAX, placed=False)
            return old
        return text
    if type(x) is bool or type(x) in (dict, list):
        source.mismatch(NUMBER, x, placed=False)
        return old
    return x.encode() if type(x) is RawNumber else source.raw()


def _time(source: Input, x: Any, old: Any) -> Any:
    if x is None:
        return old
    if type(x) is not str:
        source.mismatch(TIME, x)
        return old
    source.run.charge(8)
    old[:], error = parsed(RFC3339.encode(), text_bytes(x), utc(source.run), local(source.run))
    if error is not None and source.error is None:
        source.error = error
    return old


# --- basic types -----------------------------------------------------------------------------------------------------


def _basic(t: Type, under: model.Basic) -> Read:
    if under.info == "string":
        return _only(t, str, text_bytes)
    if under.info == "boolean":
        return _only(t, bool, bool)
    if under.info == "float":
        return _float(t, under)
    return _integer(t) if under.info in ("integer", "unsigned") else _only(t)


def _only(t: Type, kind: type | None = None, convert: Callable[[Any], Any] = bool) -> Read:
    """Returns the reader for values of one kind, or of none at all."""

    def read(source: Input, x: Any, old: Any) -> Any:
        if type(x) is kind:
            return convert(x)
        if x is not None:
            source.mismatch(t, x)
        return old

    return read


def _integer(t: Type) -> Read:
    low, high = int_range(t)

    def read(source: Input, x: Any, old: Any) -> Any:
        if type(x) is int and low <= x <= high:
            return x
        if x is None:
            return old
        if type(x) in KINDS:
            source.mismatch(t, x)
            return old
        text = source.raw()
        if type(x) is not int and text.removeprefix(b"-").isdigit() and len(text) < 100 and low <= int(text) <= high:
            return int(text)
        source.mismatch(t, x, text)
        return old

    return read


def _float(t: Type, under: model.Basic) -> Read:
    narrow = under.bits == 32

    def read(source: Input, x: Any, old: Any) -> Any:
        if x is None:
            return old
        if type(x) in KINDS:
            source.mismatch(t, x)
            return old
        try:
            value = round32(float(x)) if narrow else float(x)
        except OverflowError:
            value = float("inf")
        if value - value != 0:
            source.mismatch(t, x, source.raw())
            return old
        return value

    return read


# --- composite types -------------------------------------------------------------------------------------------------


def _interface(t: Type, under: model.Interface) -> Read:
    def read(source: Input, x: Any, old: Any) -> Any:
        pointer = cast(Box, old)
        if type(old) is Box and isinstance(pointer.t.underlying, model.Pointer) and pointer.v is not None:
            elem = pointer.t.underlying.elem
            if x is not None or isinstance(elem.underlying, model.Pointer):
                into_pointer(source, elem, pointer.v, x)
                return old
        if x is None:
            return None
        if under.methods:
            source.mismatch(t, x)
            return None
        return any_value(source, x)

    return read


def _pointer(t: Type, under: model.Pointer) -> Read:
    elem = under.elem

    def read(source: Input, x: Any, old: Any) -> Any:
        if x is None:
            return None
        if old is None:
            source.run.alloc(64)
            fresh = zero_maker(elem)()
            old = fresh if copier(elem) is not None else Ptr([fresh], 0)
        into_pointer(source, elem, old, x)
        return old

    return read


def fold(name: str) -> str:
    """Folds a name so that names that differ only in case are equal."""
    if name.isascii():
        return name.lower()
    return "".join([u.lower() if len(u := c.upper()) == 1 else c for c in name])


@per_type
def _members(t: Type) -> tuple[dict[str, tuple[Field, Read]], dict[str, tuple[Field, Read]]]:
    """Returns the readers of a struct's fields by exact name and by folded name."""
    exact: dict[str, tuple[Field, Read]] = {}
    folded: dict[str, tuple[Field, Read]] = {}
    for member in fields_of(t):
        entry = (member, _quoted(member.typ) if member.quoted else reader(member.typ))
        exact[member.name] = entry
        folded.setdefault(fold(member.name), entry)
    return exact, folded


def _struct(t: Type, under: model.Struct) -> Read:
    def read(source: Input, x: Any, old: Any) -> Any:
        if type(x) is not dict:
            if x is not None:
                source.mismatch(t, x)
            return old
        exact, folded = _members(t)
        path = source.path
        path.append(None)
        for key, item in cast("dict[str, Any]", x).items():
            path[-1] = key
            found = exact.get(key) or folded.get(fold(key))
            if found is None:
                if source.strict and source.error is None:
                    source.error = new_error(b"json: unknown field " + quote(text_bytes(key)))
                continue
            member, put = found
            holder = old if len(member.path) == 1 else member.holder(old)
            at = member.path[-1]
            holder[at] = put(source, item, holder[at])
        path.pop()
        source.run.charge(1 + len(exact))
        return old

    return read


def _quoted(t: Type) -> Read:
    """Returns the reader for the `string` option: the value is inside a JSON string."""
    base = t.underlying.elem if isinstance(t.underlying, model.Pointer) else t
    under = base.underlying
    put = reader(t)
    if not isinstance(under, model.Basic) or has_method(model.pointer_to(base), "UnmarshalJSON"):
        return put

    def read(source: Input, x: Any, old: Any) -> Any:
        if x is None or (type(x) is str and x == "null"):
            return put(source, None, old)
        if base is NUMBER and type(x) is not str:
            source.mismatch(NUMBER, x if type(x) in KINDS else 0, placed=False)
            return old
        if type(x) is not str:
            source.mismatch(base, x)
            return old
        value = x if base is NUMBER else unquoted(source, base, under, text_bytes(x))
        return old if value is None else put(source, value, old)

    return read


def _slice(t: Type, under: model.Slice) -> Read:
    elem = under.elem
    as_bytes = is_byte(elem)

    def read(source: Input, x: Any, old: Any) -> Any:
        if x is None:
            return NIL_SLICE
        if type(x) is not list:
            if as_bytes and type(x) is str:
                return _base64(source, t, x, old)
            source.mismatch(t, x)
            return old
        items = cast("list[Any]", x)
        if not items:
            return slice_from(bytearray() if as_bytes else [])
        return _fill(source, elem, items, cast(Slice, old))

    return read


def _fill(source: Input, elem: Type, items: list[Any], old: Slice) -> Slice:
    """Reads the elements of an array into a slice. They are read over the old elements while the old backing array has room."""
    put, zero, count = reader(elem), zero_maker(elem), len(items)
    source.run.charge(count)
    source.run.alloc(32 * count)
    path = source.path
    path.append(0)
    cap = old.cap
    arr, off = old.arr, old.off
    if cap < count:
        arr, off = arr[off : off + cap], 0  # a copy, because Go copies when a slice grows
        while cap < count:
            cap = grown_cap(cap + 1, cap, elem)
    for i, item in enumerate(items):
        path[-1] = i
        at = off + i
        if at < len(arr):
            arr[at] = put(source, item, arr[at])
        else:
            arr.append(put(source, item, zero()))
    path.pop()
    return Slice(arr, off, count, cap)


def _base64(source: Input, t: Type, x: str, old: Any) -> Any:
    source.run.charge(len(x) // 16)
    source.run.alloc(len(x))
    data, bad = STANDARD.decode(text_bytes(x))
    if bad is not None:
        source.mismatch(t, x, err=bad)
        return old
    return slice_from(bytearray(data))


def _array(t: Type, under: model.Array) -> Read:
    elem, count = under.elem, under.len

    def read(source: Input, x: Any, old: Any) -> Any:
        if type(x) is not list:
            if x is not None:
                source.mismatch(t, x)
            return old
        items = cast("list[Any]", x)
        put, zero = reader(elem), zero_maker(elem)
        source.run.charge(count)
        path = source.path
        path.append(0)
        for i in range(count):
            path[-1] = i
            if i < len(items):
                old[i] = put(source, items[i], old[i])
            elif copier(elem) is not None:
                old[i][:] = zero()
            else:
                old[i] = zero()
        path.pop()
        return old

    return read


def _map(t: Type, under: model.Map) -> Read:
    key_type, elem = under.key, under.elem

    def read(source: Input, x: Any, old: Any) -> Any:
        if x is None:
            return None
        if type(x) is not dict:
            source.mismatch(t, x)
            return old
        entries = cast("dict[str, Any]", x)
        made: dict[Any, Any] = {} if old is None else old
        put, zero, encode = reader(elem), zero_maker(elem), key_encoder(key_type)
        name = _key_reader(key_type)
        source.run.charge(1 + len(entries))
        source.run.alloc(64 + 100 * len(entries))
        path = source.path
        path.append(None)
        for key, item in entries.items():
            path[-1] = key
            found = name(source, key)
            if found is not _NO_KEY:
                made[found if encode is None else encode(found)] = put(source, item, zero())
        path.pop()
        return made

    return read


_NO_KEY: Any = object()


@per_type
def _key_reader(t: Type) -> Callable[[Input, str], Any]:
    """Returns the function that converts a member's name to a map key. It returns _NO_KEY and records the error if that fails."""
    pointer = model.pointer_to(t)
    under = t.underlying
    if t is not NUMBER and has_method(pointer, "UnmarshalText"):

        def by_method(source: Input, name: str) -> Any:
            before = source.error
            source.error = None
            key = call_method(source, t, pointer, "UnmarshalText", text_bytes(name), zero_maker(t)())
            failed, source.error = source.error, before or source.error
            return key if failed is None else _NO_KEY

        return by_method
    if isinstance(under, model.Interface):
        return lambda source, name: text_bytes(name)
    if isinstance(under, model.Basic) and under.info == "string":
        return lambda source, name: text_bytes(name)
    if isinstance(under, model.Basic) and under.info in ("integer", "unsigned", "float"):
        return _number_key(t, under)
    return lambda source, name: source.mismatch(t, name) or _NO_KEY


def _number_key(t: Type, under: model.Basic) -> Callable[[Input, str], Any]:
    def read(source: Input, name: str) -> Any:
        value, reason = from_text(under, text_bytes(name))
        if reason is not None:
            source.mismatch(t, 0, text_bytes(name))
            return _NO_KEY
        return value

    return read


_SPECIAL: dict[Type, Read] = {NUMBER: _json_number, RAW: _raw, TIME: _time}
_MAKERS: dict[type, Callable[[Type, Any], Read]] = {
    model.Basic: _basic,
    model.Interface: _interface,
    model.Pointer: _pointer,
    model.Struct: _struct,
    model.Slice: _slice,
    model.Array: _array,
    model.Map: _map,
    model.Signature: lambda t, under: _only(t),
    model.Chan: lambda t, under: _only(t),
}
