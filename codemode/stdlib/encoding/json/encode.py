"""json.Marshal: one writer for each type, made at the first use, by the rules of encoding/json (Go 1.27)."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from typing import Any, cast

from codemode.interpreter.machine.dispatch import method_target
from codemode.interpreter.machine.json_fields import Field, fields_of, is_empty
from codemode.interpreter.machine.json_text import float_text, quoted, text_of
from codemode.interpreter.machine.json_values import has_method, is_zero
from codemode.interpreter.machine.map_keys import key_decoder
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import copier, go_name, is_byte, per_type
from codemode.interpreter.machine.values import NIL_SLICE, JsonInt, Ptr, Slice, new_error, type_of, unbox
from codemode.stdlib.encoding.json.scan import MAX_DEPTH, JsonSyntaxError, compacted, html_escaped
from codemode.stdlib.encoding.json.types import (
    NUMBER,
    marshaler_error,
    syntax_error,
    unsupported_type,
    unsupported_value,
)
from codemode.stdlib.failures import Failed
from codemode.stdlib.runes import paced_pieces
from codemode.stdlib.strconv.package import ERR_SYNTAX
from codemode.stdlib.strconv.quoting import quote
from codemode.stdlib.time.base import TIME
from codemode.stdlib.time.marshal import strict_text
from codemode.types import model
from codemode.types.model import Type

DETECT_AFTER = 999  # nesting at which the search for cycles begins


class MarshalError(Failed):
    """The value cannot be marshaled."""


class Output:
    """The output of one Marshal. `depth` counts open containers; `open` identifies those that a cycle could lead back to."""

    __slots__ = ("depth", "html", "open", "parts", "run")

    def __init__(self, run: Run, html: bool = True) -> None:
        self.run = run
        self.html = html
        self.parts: list[str] = []
        self.depth = 0
        self.open: set[Any] = set()

    def enter(self, t: Type, identity: Any) -> None:
        """Begins a container: a map, a slice, or the target of a pointer. Raises MarshalError for a cycle."""
        if self.depth > DETECT_AFTER:
            if identity in self.open:
                raise MarshalError(unsupported_value(f"encountered a cycle via {go_name(t)}"))
            self.open.add(identity)

    def leave(self, identity: Any) -> None:
        self.open.discard(identity)

    def nest(self, entries: int) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise MarshalError(syntax_error(JsonSyntaxError("exceeded max depth", 0)))
        self.run.charge(2 + 2 * entries)
        self.run.alloc(64 + 64 * entries)


# (output, value, address): the address is a pointer to the value, or None if it is not addressable
Write = Callable[[Output, Any, Any], None]


def marshal(run: Run, x: Any, html: bool = True) -> tuple[bytes, Any]:
    """Returns (JSON, error)."""
    out = Output(run, html)
    try:
        any_value(out, x, None)
    except MarshalError as failure:
        return b"", failure.error
    text = "".join(out.parts)
    out.parts.clear()
    run.charge(len(text) // 32)
    run.alloc(len(text))
    return text.encode("utf-8", "replace"), None


# --- values in interfaces --------------------------------------------------------------------------------------------


def any_value(out: Output, x: Any, address: Any) -> None:
    kind = cast("type[object]", type(x))
    if kind is bytes:
        string(out, x, None)
    elif x is None:
        out.parts.append("null")
    elif kind is bool:
        out.parts.append("true" if x else "false")
    elif kind is int or kind is JsonInt:
        out.parts.append(str(int(x)))
    elif kind is float:
        double(out, x, None)
    elif kind is dict:
        _map_of_any(out, x)
    elif kind is Slice:
        _slice_of_any(out, x)
    else:
        writer(x.t)(out, x.v, None)


def _map_of_any(out: Output, x: dict[bytes, Any]) -> None:
    parts = out.parts
    if not x:
        parts.append("{}")
        return
    out.enter(model.MAP_STRING_ANY, id(x))
    out.nest(len(x))
    before = "{"
    for key in sorted(x):
        parts.append(f"{before}{_quoted(out, key, html=out.html)}:")
        any_value(out, x[key], None)
        before = ","
    parts.append("}")
    out.depth -= 1
    out.leave(id(x))


def _slice_of_any(out: Output, x: Slice) -> None:
    parts = out.parts
    if not x.len:
        parts.append("null" if x is NIL_SLICE else "[]")
        return
    identity = (id(x.arr), x.off, x.len)
    out.enter(model.SLICE_ANY, identity)
    out.nest(x.len)
    before = "["
    for item in x.view():
        parts.append(before)
        any_value(out, item, None)
        before = ","
    parts.append("]")
    out.depth -= 1
    out.leave(identity)


# --- basic types -----------------------------------------------------------------------------------------------------


def string(out: Output, v: bytes, address: Any) -> None:
    out.parts.append(_quoted(out, v, html=out.html))


def _quoted(out: Output, v: bytes, *, html: bool) -> str:
    """Charges long texts, and quotes them piece by piece."""
    run = out.run
    if len(v) <= 64:
        return quoted(v, html)
    run.charge(len(v) // 32)
    run.alloc(2 * len(v))
    text = "".join(['"', *(quoted(piece, html)[1:-1] for piece in paced_pieces(run, v)), '"'])
    if len(text) > 2 * len(v) + 64:
        run.alloc(len(text))
    return text


def double(out: Output, v: float, address: Any) -> None:
    out.parts.append(_number(v, 64))


def _number(v: float, bits: int) -> str:
    if v - v != 0:
        raise MarshalError(unsupported_value("NaN" if v != v else "+Inf" if v > 0 else "-Inf"))
    return float_text(v, bits)


def single(out: Output, v: float, address: Any) -> None:
    out.parts.append(_number(v, 32))


def integer(out: Output, v: int, address: Any) -> None:
    out.parts.append(str(v))


def boolean(out: Output, v: bool, address: Any) -> None:
    out.parts.append("true" if v else "false")


def _unsupported(t: Type) -> Write:
    def write(out: Output, v: Any, address: Any) -> None:
        raise MarshalError(unsupported_type(t))

    return write


def _basic(t: Type, under: model.Basic) -> Write:
    if under.info == "string":
        return string
    if under.info == "boolean":
        return boolean
    if under.info == "float":
        return single if under.bits == 32 else double
    return integer if under.info in ("integer", "unsigned") else _unsupported(t)


# --- by type ---------------------------------------------------------------------------------------------------------


@per_type
def writer(t: Type) -> Write:
    """Returns the writer for values of static type `t`."""
    under = t.underlying
    special = _SPECIAL.get(t)
    if special is not None:
        return special
    plain = _MAKERS[type(under)](t, under)
    if isinstance(under, model.Pointer | model.Interface):
        return plain
    for name, call in (("MarshalJSON", _by_json), ("MarshalText", _by_text)):
        if has_method(t, name):
            return call(t, t, plain)
        if has_method(model.pointer_to(t), name):
            return call(t, model.pointer_to(t), plain)
    return plain


def _marshals(t: Type) -> bool:
    """Returns whether the type, or a pointer to it, has marshaling methods."""
    return any(has_method(owner, name) for owner in (t, model.pointer_to(t)) for name in ("MarshalJSON", "MarshalText"))


def wants_pointer(t: Type) -> bool:
    """Returns whether only the pointer type of a simple value has marshaling methods, so that writers need its address."""
    if copier(t) is not None or not isinstance(t, model.Named):
        return False
    return any(
        not has_method(t, name) and has_method(model.pointer_to(t), name) for name in ("MarshalJSON", "MarshalText")
    )


def _receiver(t: Type, owner: Type, v: Any, address: Any) -> tuple[bool, Any]:
    """Returns whether the method may be called on this value, and its receiver. Pointer methods need an addressable value."""
    return (True, v) if owner is t else (address is not None, address)


def _call(out: Output, t: Type, owner: Type, name: str, receiver: Any) -> bytes:
    target = method_target(out.run.program, owner, name)
    if target is None:
        raise AssertionError(f"{owner} lost its method {name}")
    data, error = target(out.run, receiver)
    if error is not None:
        raise MarshalError(marshaler_error(model.pointer_to(t), error, name))
    out.run.charge(data.len // 16)
    out.run.alloc(data.len)
    return bytes(data.view())


def _by_json(t: Type, owner: Type, plain: Write) -> Write:
    def write(out: Output, v: Any, address: Any) -> None:
        allowed, receiver = _receiver(t, owner, v, address)
        if not allowed:
            plain(out, v, address)
            return
        data = _call(out, t, owner, "MarshalJSON", receiver)
        try:
            data = compacted(data)
        except JsonSyntaxError as failure:
            raise MarshalError(marshaler_error(model.pointer_to(t), syntax_error(failure), "MarshalJSON")) from None
        out.parts.append(text_of(html_escaped(data) if out.html else data))

    return write


def _by_text(t: Type, owner: Type, plain: Write) -> Write:
    def write(out: Output, v: Any, address: Any) -> None:
        allowed, receiver = _receiver(t, owner, v, address)
        if allowed:
            string(out, _call(out, t, owner, "MarshalText", receiver), None)
        else:
            plain(out, v, address)

    return write


def _json_number(out: Output, v: bytes, address: Any) -> None:
    text = v or b"0"
    try:
        if not (text[:1] == b"-" or text[:1].isdigit()) or text != text.strip():
            raise JsonSyntaxError("", 0)
        compacted(text)
    except JsonSyntaxError:
        failure = new_error(b"cannot parse " + quote(text) + b" as JSON number: " + ERR_SYNTAX.v[0])
        raise MarshalError(marshaler_error(model.pointer_to(NUMBER), failure, "MarshalJSONTo")) from None
    out.parts.append(text.decode())


def _time(out: Output, v: list[Any], address: Any) -> None:
    text, error = strict_text(v)
    if error is not None:
        raise MarshalError(marshaler_error(model.pointer_to(TIME), error, "MarshalJSON"))
    out.parts.append(f'"{text.decode()}"')


# --- composite types -------------------------------------------------------------------------------------------------


def _interface(t: Type, under: model.Interface) -> Write:
    return any_value


def _pointer(t: Type, under: model.Pointer) -> Write:
    elem = under.elem

    def write(out: Output, v: Any, address: Any) -> None:
        if v is None:
            out.parts.append("null")
            return
        identity = (id(v.obj), v.idx) if type(v) is Ptr else id(v)
        out.enter(t, identity)
        writer(elem)(out, v.obj[v.idx] if type(v) is Ptr else v, v)
        out.leave(identity)

    return write


def _struct(t: Type, under: model.Struct) -> Write:
    def write(out: Output, v: list[Any], address: Any) -> None:
        members = _members(t)
        out.nest(len(members))
        before = "{"
        for member, put, pointed, through_pointer in members:
            value, present = member.get(v)
            if not present or (member.omit_empty and is_empty(member.typ, value)):
                continue
            if member.omit_zero and is_zero(out.run, member.typ, value):
                continue
            out.parts.append(f"{before}{quoted(member.key, out.html)}:")
            before = ","
            inner = None
            if address is not None or through_pointer:
                inner = Ptr(member.holder(v), member.path[-1]) if pointed else value
            put(out, value, inner)
        out.parts.append("}" if before == "," else "{}")
        out.depth -= 1

    return write


@per_type
def _members(t: Type) -> list[tuple[Field, Write, bool, bool]]:
    return [
        (m, _quoting(m.typ) if m.quoted else writer(m.typ), wants_pointer(m.typ), any(m.through)) for m in fields_of(t)
    ]


def _quoting(t: Type) -> Write:
    """Returns the writer for the `string` option: strings, numbers, booleans and pointers to them inside a JSON string."""
    put = writer(t)
    base = t.underlying.elem if isinstance(t.underlying, model.Pointer) else t
    elem = base.underlying
    if not isinstance(elem, model.Basic) or (base is not NUMBER and _marshals(base)):
        return put

    def write(out: Output, v: Any, address: Any) -> None:
        if v is None:
            out.parts.append("null")
            return
        parts, out.parts = out.parts, []
        put(out, v, address)
        text = "".join(out.parts)
        out.parts = parts
        parts.append(
            _quoted(out, text.encode(), html=False) if elem.info == "string" and base is not NUMBER else f'"{text}"'
        )

    return write


def _slice(t: Type, under: model.Slice) -> Write:
    elem = under.elem
    items = _items(elem)

    def write(out: Output, v: Slice, address: Any) -> None:
        if not v.len:
            out.parts.append("null" if v is NIL_SLICE else "[]")
            return
        identity = (id(v.arr), v.off, v.len)
        out.enter(t, identity)
        items(out, v.view(), v.arr, v.off, True)
        out.leave(identity)

    return _base64 if is_byte(elem) and not _marshals(elem) else write


def _base64(out: Output, v: Slice, address: Any) -> None:
    if v is NIL_SLICE:
        out.parts.append("null")
        return
    out.run.charge(v.len // 32)
    out.run.alloc(2 * v.len)
    out.parts.append(f'"{b64encode(bytes(v.view())).decode("ascii")}"')


def _array(t: Type, under: model.Array) -> Write:
    items = _items(under.elem)
    return lambda out, v, address: items(out, v, v, 0, address is not None)


def _items(elem: Type) -> Callable[[Output, Any, Any, int, bool], None]:
    """Returns the function that writes elements. `arr` and `off` locate them."""
    pointed = wants_pointer(elem)

    def write(out: Output, view: Any, arr: Any, off: int, addressable: bool) -> None:
        put = writer(elem)
        parts = out.parts
        out.nest(len(view))
        before = "["
        for i, item in enumerate(view):
            parts.append(before)
            before = ","
            put(out, item, None if not addressable else Ptr(arr, off + i) if pointed else item)
        parts.append("]" if before == "," else "[]")
        out.depth -= 1

    return write


def _map(t: Type, under: model.Map) -> Write:
    def write(out: Output, v: dict[Any, Any] | None, address: Any) -> None:
        parts = out.parts
        if not v:
            parts.append("null" if v is None else "{}")
            return
        out.enter(t, id(v))
        out.nest(len(v))
        put, decode = writer(under.elem), key_decoder(under.key)
        named = [(key_name(out, under.key, decode(key) if decode else key), value) for key, value in v.items()]
        named.sort(key=_first)
        before = "{"
        for name, value in named:
            parts.append(f"{before}{_quoted(out, name, html=out.html)}:")
            before = ","
            put(out, value, None)
        parts.append("}")
        out.depth -= 1
        out.leave(id(v))

    return write


def _first(pair: tuple[bytes, Any]) -> bytes:
    return pair[0]


def key_name(out: Output, t: Type, key: Any) -> bytes:
    """Returns a map key as a JSON name. Raises MarshalError."""
    under = t.underlying
    if isinstance(under, model.Interface):
        dynamic = type_of(key)
        if dynamic is None:
            raise _no_name(t)
        if dynamic is model.FLOAT64:
            raise _no_name(t)
        return key_name(out, dynamic, unbox(key))
    if isinstance(under, model.Basic) and under.info == "string":
        return key
    if isinstance(under, model.Pointer):
        if key is not None and has_method(t, "MarshalText"):
            return _call(out, t, t, "MarshalText", key)
        raise _no_name(t)
    if has_method(t, "MarshalText"):
        return _call(out, t, t, "MarshalText", key)
    if isinstance(under, model.Basic):
        if under.info in ("integer", "unsigned"):
            return str(key).encode()
        if under.info == "float":
            return _number(float(key), under.bits).encode()
    raise _no_name(t)


def _no_name(t: Type) -> MarshalError:
    if isinstance(t.underlying, model.Chan | model.Signature) or (
        isinstance(t.underlying, model.Basic) and t.underlying.info == "complex"
    ):
        return MarshalError(unsupported_type(t))
    return MarshalError(unsupported_value("jsontext: object member name must be a string after offset 2"))


_MAKERS: dict[type, Callable[[Type, Any], Write]] = {
    model.Basic: _basic,
    model.Interface: _interface,
    model.Pointer: _pointer,
    model.Struct: _struct,
    model.Slice: _slice,
    model.Array: _array,
    model.Map: _map,
    model.Signature: lambda t, _: _unsupported(t),
    model.Chan: lambda t, _: _unsupported(t),
}
_SPECIAL: dict[Type, Write] = {NUMBER: _json_number, TIME: _time}
