"""Gradual any at run time: operations on an `any` whose value allows them; otherwise a panic that names the expression.

This module has indexing, selecting, ranging and calling; `gradual_operators` has the operators.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from codemode.dsl.missing_keys import shown_key
from codemode.interpreter.machine.bounds import index_panic, slice_slice, slice_string
from codemode.interpreter.machine.calling import bound, call_with
from codemode.interpreter.machine.coercion import coercer, described, failure, holds, kind_of, loose, number_in
from codemode.interpreter.machine.comparing import LONG, pay_for_key
from codemode.interpreter.machine.conversions import runes
from codemode.interpreter.machine.dispatch import method_target
from codemode.interpreter.machine.map_keys import key_decoder, key_encoder
from codemode.interpreter.machine.missing_keys import Place, spelled
from codemode.interpreter.machine.panic_hints import for_method, if_nil, panic_hint
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.slice_growth import appended
from codemode.interpreter.machine.typeops import copy_value, iface_equal, is_byte, is_text, zero_maker
from codemode.interpreter.machine.values import NIL_SLICE, Slice, box, nil_deref, type_of, unbox
from codemode.types import model
from codemode.types.lookup import lookup
from codemode.types.model import Type
from codemode.types.predicates import receiver_kind

# --- index, selector, slice, len -------------------------------------------------------------------------------------


def index(run: Run, x: Any, k: Any, text: str, at: Place | None = None) -> Any:
    """x[k]: an entry of a map (nil if missing), an element of a slice or array, a byte of a string.

    `at` is the place of k in the program: if a tool's map has no such key, a warning points there.
    """
    if type(x) is dict:
        if type(k) is bytes:
            entries = cast("dict[bytes, Any]", x)
            if len(k) > LONG:
                pay_for_key(k)
            v = entries.get(k)
            if v is None and at is not None and k not in entries:
                run.shapes.missed(entries, k, at)
            return v
        raise failure(f"cannot index {text} with {described(k)}: it is a map[string]any")
    if type(x) is Slice:
        i = _position(x, k, text)
        if 0 <= i < x.len:
            return x.arr[x.off + i]
        raise index_panic(i, x.len)
    return _index_typed(x, k, text)[1]


def index_ok(run: Run, x: Any, k: Any, text: str) -> tuple[Any, bool]:
    """v, ok := x[k]"""
    if type(x) is dict:
        entries = cast("dict[Any, Any]", x)
        pay_for_key(k)
        return (entries[k], True) if type(k) is bytes and k in entries else (None, False)
    t = type_of(x)
    if t is None or not isinstance(t.underlying, model.Map):
        return index(run, x, k, text), True
    ok, v = _index_typed(x, k, text)
    return v, ok


def _index_typed(x: Any, k: Any, text: str) -> tuple[bool, Any]:
    t = type_of(x)
    if t is None:
        raise failure(f"cannot index {text}: it is nil", panic_hint("missing_value"))
    v, under = unbox(x), t.underlying
    if isinstance(under, model.Pointer) and isinstance(under.elem.underlying, model.Array):
        under = under.elem.underlying
    if isinstance(under, model.Map):
        ok, key = loose(under.key)(cast(Run, None), k)
        if not ok:
            raise failure(f"cannot index {text} with {described(k)}: it is a {kind_of(x)}")
        key = _encoded(under.key, key)
        if v is None or key not in v:
            return False, box_value(under.elem, zero_maker(under.elem)())
        return True, box_value(under.elem, v[key])
    if isinstance(under, model.Slice):
        i = _position(x, k, text)
        if 0 <= i < v.len:
            return True, box_value(under.elem, v.arr[v.off + i])
        raise index_panic(i, v.len)
    if isinstance(under, model.Array) or is_text(under):
        i = _position(x, k, text)
        if 0 <= i < len(v):
            return True, box_value(under.elem if isinstance(under, model.Array) else model.UINT8, v[i])
        raise index_panic(i, len(v))
    # a letter of a text is one of these: the program ranged over JSON text, or indexed it
    reason = "key_of_text" if kind_of(x) in ("int32", "uint8") else "no_container"
    raise failure(f"cannot index {text}: it is {holds(x)}, not a map or list", panic_hint(reason))


def _encoded(t: Type, key: Any) -> Any:
    """A value of key type `t` as the key of the Python dict."""
    encode = key_encoder(t)
    if encode is not None:
        return encode(key)
    pay_for_key(key)
    return key


def box_value(t: Type, v: Any) -> Any:
    """Boxes a value of static type `t` as an any; copies structs and arrays."""
    if isinstance(t.underlying, model.Interface):
        return v
    return box(t, copy_value(t, v))


def _position(x: Any, k: Any, text: str) -> int:
    at = integral(number_in(k))
    if at is None:
        raise failure(
            f"cannot index {text} with {described(k)}: the index must be an integer",
            panic_hint("key_of_text" if kind_of(x) == "string" else "key_of_list") if kind_of(k) == "string" else None,
        )
    return at


def integral(number: float | None) -> int | None:
    """The number as an integer; None if it is none."""
    return int(number) if number is not None and number - number == 0 and int(number) == number else None


def select(run: Run, x: Any, name: bytes, text: str, at: Place | None = None) -> Any:
    """x.name: an entry of a map (also if `name` is the Go name of its key), or a field or method of a struct."""
    if type(x) is dict:
        entries = cast("dict[bytes, Any]", x)
        if name not in entries:
            return _respelled(run, entries, name, at)
        return entries[name]
    t = type_of(x)
    label = name.decode()
    if t is None:
        raise failure(f"cannot select .{label}: {text} is nil", panic_hint("missing_value"))
    owner, struct = _fields(x, t)
    if struct is not None and label in struct.index:
        if owner is None:
            raise nil_deref()
        i = struct.index[label]
        return box_value(struct.fields[i].type, owner[i])
    target = method_target(run.program, t, label)
    if target is not None:
        v = unbox(x)
        return box(cast(Type, lookup(t, label).typ), bound(target, run, v))
    if isinstance(t.underlying, model.Map):
        return _index_typed(x, name, text)[1]
    if label == "message":
        method = method_target(run.program, t, "Error")
        if method is not None:
            return bound(method, run, unbox(x))()
    if label in _LENGTHS and (isinstance(t.underlying, model.Slice | model.Array) or isinstance(unbox(x), bytes)):
        held = unbox(x)
        if isinstance(held, bytes) and not held.isascii():
            return len(held.decode("utf-8", "replace").encode("utf-16-be")) // 2  # as JavaScript and Java count
        return length(x, text)
    raise failure(
        f"cannot select .{label}: {text} is {holds(x)}, which has no such field",
        for_method(label, receiver_kind(t), text),
    )


_LENGTHS = ("length", "len", "size", "Length")


def _respelled(run: Run, entries: dict[bytes, Any], name: bytes, at: Place | None) -> Any:
    """The map entry of whose key `name` is the Go name."""
    run.charge(len(entries) >> 3)
    key = spelled(entries, name)
    if key is not None:
        return entries[key]
    if at is not None:
        run.shapes.missed(entries, name, at)
    return None


def entry(run: Run, x: Any, key: bytes, text: str, at: Place | None = None) -> Any:
    """x["key"], with a constant key."""
    if type(x) is dict and key not in x:
        entries = cast("dict[bytes, Any]", x)
        run.charge(len(entries) >> 3)
        there = spelled(entries, key)
        shown = shown_key(key.decode("utf-8", "replace"))
        if there is not None:  # nil would be a wrong result that nobody notices
            raise failure(
                f'cannot index {text} with "{shown}": it has no entry "{shown}", but "{shown_key(there.decode("utf-8", "replace"))}"',
                panic_hint("respelled_key"),
            )
        if at is not None:
            run.shapes.missed(entries, key, at)
        return None
    return index(run, x, key, text)


def _fields(x: Any, t: Type) -> tuple[Any, model.Struct | None]:
    under = t.underlying
    if isinstance(under, model.Pointer):
        under = under.elem.underlying
    return unbox(x), under if isinstance(under, model.Struct) else None


def store_field(run: Run, x: Any, name: bytes, v: Any, text: str) -> None:
    """x.name = v; stores where reading x.name finds it."""
    if type(x) is dict and name not in x:
        name = spelled(cast("dict[bytes, Any]", x), name) or name
    store(run, x, name, v, text)


def store(run: Run, x: Any, k: Any, v: Any, text: str) -> None:
    """x[k] = v"""
    t = type_of(x)
    if t is model.MAP_STRING_ANY and type(k) is bytes:
        entries = cast("dict[bytes, Any]", unbox(x))
        pay_for_key(k)
        if k not in entries:
            run.alloc(80)
        entries[k] = v
    elif t is None:
        raise failure(f"cannot store into {text}: it is nil", panic_hint("missing_value"))
    else:
        _store_typed(run, x, t, k, v, text)


def _store_typed(run: Run, x: Any, t: Type, k: Any, v: Any, text: str) -> None:
    under, held = t.underlying, unbox(x)
    if isinstance(under, model.Map):
        key = coercer(under.key, "the key")(run, k)
        if held is None:
            raise failure("assignment to entry in nil map", panic_hint("nil_map"))
        held[_encoded(under.key, key)] = coercer(under.elem, "the value")(run, v)
        return
    if isinstance(under, model.Slice):
        i = _position(x, k, text)
        if not 0 <= i < held.len:
            raise index_panic(i, held.len)
        held.arr[held.off + i] = coercer(under.elem, "the value")(run, v)
        return
    owner, struct = _fields(x, t)
    if struct is not None and isinstance(under, model.Pointer) and type(k) is bytes and k.decode() in struct.index:
        i = struct.index[k.decode()]
        owner[i] = coercer(struct.fields[i].type, "the value")(run, v)
        return
    raise failure(f"cannot store into {text}: it is {holds(x)}, not a map or list", panic_hint("no_container"))


def slice_of(x: Any, lo: int, hi: int | None, text: str) -> Any:
    """x[lo:hi] of a string or slice."""
    if type(x) is bytes:
        return slice_string(x, lo, hi)
    if type(x) is Slice:
        return slice_slice(x, lo, hi, None, lambda: None)
    t = type_of(x)
    if t is not None and isinstance(t.underlying, model.Slice):
        return box(t, slice_slice(unbox(x), lo, hi, None, zero_maker(t.underlying.elem)))
    if t is not None and is_text(t):
        return box(t, slice_string(unbox(x), lo, hi))
    raise failure(f"cannot slice {text}: it is {holds(x)}", if_nil(x))


def length(x: Any, text: str) -> int:
    if type(x) is Slice:
        return x.len
    if type(x) is bytes or type(x) is dict:
        return len(cast(bytes, x))
    if x is None:
        raise failure(f"cannot take len of {text}: it is nil", panic_hint("missing_value"))
    v, under = unbox(x), cast(Type, type_of(x)).underlying
    if isinstance(under, model.Slice | model.Chan):
        return v.len if v is not None else 0
    if isinstance(under, model.Map | model.Array) or isinstance(v, bytes):
        return len(v) if v is not None else 0
    raise failure(f"cannot take len of {text}: it is {holds(x)}")


def is_empty(x: Any) -> bool:
    """Whether an any contains an empty list or map."""
    return x.len == 0 if type(x) is Slice else isinstance(x, dict) and not x


def back(x: Any, n: int, text: str) -> int:
    """The position n elements (or characters of a text) before the end; the start if there are fewer."""
    held = unbox(x) if x is not None else None
    if isinstance(held, bytes) and not held.isascii():
        return len(held.decode("utf-8", "surrogateescape")[:-n].encode("utf-8", "surrogateescape"))
    return max(length(x, text) - n, 0)


# --- range -----------------------------------------------------------------------------------------------------------


def pairs(run: Run, x: Any, text: str, single: bool) -> Iterator[tuple[Any, Any]]:
    """Keys and values of a range over an any, as anys."""
    t = type_of(x)
    if t is None:
        raise failure(f"cannot range over {text}: it is nil", panic_hint("missing_value"))
    v, under = unbox(x), t.underlying
    if isinstance(under, model.Slice):
        return _over_slice(v, under.elem)
    if isinstance(under, model.Map):
        return _over_map(v, under)
    n = integral(number_in(x))
    if n is not None and single:
        return zip(range(n), range(n))
    if isinstance(v, bytes):
        if len(v) > LONG:
            run.charge(len(v) >> 3)
            run.alloc(200 * len(v))
        return ((i, box(model.INT32, rune)) for i, rune in runes(v))
    if isinstance(under, model.Array):
        return iter([(i, box_value(under.elem, item)) for i, item in enumerate(v)])
    raise failure(f"cannot range over {text}: it is {holds(x)}")


def elements(run: Run, x: Any, text: str) -> Slice:
    """What `for v in x` ranges over: the elements of a list, the keys of a map."""
    t = type_of(x)
    if type(x) is Slice:
        return x
    if t is None:
        raise failure(f"cannot range over {text}: it is nil", panic_hint("missing_value"))
    under = t.underlying
    if isinstance(under, model.Slice | model.Array):
        items = [v for _, v in pairs(run, x, text, False)]
    elif isinstance(under, model.Map):
        items = [k for k, _ in pairs(run, x, text, False)]
    else:
        told = panic_hint("characters") if kind_of(x) == "string" else None
        raise failure(f"cannot range over the elements of {text}: it is {holds(x)}", told)
    run.charge(len(items))
    run.alloc(24 + 8 * len(items))
    return Slice(items, 0, len(items), len(items))


def _over_slice(s: Slice, elem: Type) -> Iterator[tuple[Any, Any]]:
    bare = isinstance(elem.underlying, model.Interface)
    for i in range(s.len):
        v = s.arr[s.off + i]
        yield i, (v if bare else box_value(elem, v))


def _over_map(m: dict[Any, Any] | None, t: model.Map) -> Iterator[tuple[Any, Any]]:
    decode = key_decoder(t.key)
    for k in list(m or ()):
        if m is not None and k in m:
            yield box_value(t.key, k if decode is None else decode(k)), box_value(t.elem, m[k])


# --- calls, append, delete, contains -----------------------------------------------------------------------------------


def call(run: Run, fun: Any, args: list[Any], text: str) -> Any:
    """Calls the func in an any; panics if it is not a func whose parameters fit."""
    t = type_of(fun)
    if t is None or not isinstance(t.underlying, model.Signature):
        raise failure(
            f"cannot call {text}: it is {holds(fun)}",
            if_nil(t, "method_of_map" if "." in text else "missing_value"),
        )
    return _call_with(run, unbox(fun), t.underlying, args, text)


def _call_with(run: Run, target: Any, sig: model.Signature, args: list[Any], text: str) -> Any:
    fixed = len(sig.params) - (1 if sig.variadic else 0)
    if len(args) < fixed or (len(args) > fixed and not sig.variadic):
        raise failure(f"cannot call {text}: it takes {len(sig.params)} arguments, not {len(args)}")
    values = [coercer(p, f"argument {i + 1}")(run, a) for i, (p, a) in enumerate(zip(sig.params[:fixed], args))]
    if sig.variadic:
        elem = cast(model.Slice, sig.params[-1]).elem
        rest = [coercer(elem, "an argument")(run, a) for a in args[fixed:]]
        values.append(Slice(bytearray(rest) if is_byte(elem) else rest, 0, len(rest), len(rest)) if rest else NIL_SLICE)
    if target is None:
        raise nil_deref()
    result = call_with(target, values)
    if len(sig.results) == 1:
        return box_value(sig.results[0], result)
    return box_value(sig.results[0], result[0]) if sig.results else None


def call_method(run: Run, x: Any, name: str, args: list[Any], text: str) -> Any:
    """x.name(...): a method of the value in an any, or a func under that key of a map."""
    t = type_of(x)
    target = method_target(run.program, t, name) if t is not None else None
    if target is None:
        return call(run, select(run, x, name.encode(), text.rpartition(".")[0] or text), args, text)
    sig = cast(model.Signature, lookup(cast(Type, t), name).typ)
    v = unbox(x)
    return _call_with(run, bound(target, run, v), sig, args, text)


def append(run: Run, s: Any, items: list[Any], spread: bool, text: str) -> Any:
    """append to an any that contains a slice (or nil, which becomes []any)."""
    if s is None:
        s = NIL_SLICE
    t = type_of(s)
    if t is None or not isinstance(t.underlying, model.Slice):
        raise failure(f"cannot append to {text}: it is {holds(s)}")
    elem = t.underlying.elem
    if spread:
        if items[0] is not None and not isinstance(unbox(items[0]), Slice):
            raise failure(f"cannot append the elements of {holds(items[0])}: it is not a list")
        items = [v for _, v in pairs(run, items[0], text, False)] if items[0] is not None else []
    run.charge(len(items) >> 4)
    convert_item = coercer(elem, "the new element") if not isinstance(elem.underlying, model.Interface) else None
    values = items if convert_item is None else [convert_item(run, item) for item in items]
    return box(t, appended(run, unbox(s), values, elem))


def delete(x: Any, k: Any, text: str) -> None:
    t = type_of(x)
    if t is None or not isinstance(t.underlying, model.Map):
        raise failure(f"cannot delete from {text}: it is {holds(x)}", if_nil(t))
    entries = unbox(x)
    ok, key = loose(t.underlying.key)(cast(Run, None), k)
    if entries is not None and ok:
        entries.pop(_encoded(t.underlying.key, key), None)


def contains(run: Run, m: Any, x: Any, text: str) -> bool:
    """`x in m`: whether x is a key of a map, an element of a slice, or a part of a string."""
    if type(m) is bytes and type(x) is bytes:
        run.charge(len(m) >> 6)
        return x in m
    t = type_of(m)
    if t is not None and isinstance(t.underlying, model.Map):
        return index_ok(run, m, x, text)[1] if t is model.MAP_STRING_ANY else _index_typed(m, x, text)[0]
    if t is not None and isinstance(t.underlying, model.Slice):
        run.charge(unbox(m).len >> 2)
        return any(iface_equal(v, x) or _same_number(v, x) for _, v in pairs(run, m, text, False))
    raise failure(f"cannot look for a value in {text}: it is {holds(m)}", if_nil(t))


def _same_number(a: Any, b: Any) -> bool:
    x, y = number_in(a), number_in(b)
    return x is not None and x == y
