"""reflect: only TypeOf, for a type's name and kind, and DeepEqual."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.interpreter.machine.comparing import pay_for_key
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import equal, go_name, is_comparable, per_type
from codemode.interpreter.machine.values import NIL_SLICE, Box, GoPanic, Ptr, nil_deref, type_of, unbox
from codemode.stdlib.registry import Package
from codemode.types import model
from codemode.types.model import Type

reflect = Package("reflect")

reflect.type("type Kind uint")
reflect.type(
    "type Type interface { String() string; Name() string; Kind() Kind; Elem() Type; Key() Type; Len() int; "
    "NumField() int; PkgPath() string; Comparable() bool }"
)
RTYPE = reflect.type("type rtype struct { t native }")
RTYPE_PTR = model.pointer_to(RTYPE)

_KINDS = (
    *("Invalid", "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "Uint", "Uint8", "Uint16", "Uint32", "Uint64"),
    *("Uintptr", "Float32", "Float64", "Complex64", "Complex128", "Array", "Chan", "Func", "Interface", "Map"),
    *("Pointer", "Slice", "String", "Struct", "UnsafePointer"),
)
for _i, _name in enumerate(_KINDS):
    reflect.const(f"const {_name} Kind = {_i}")
reflect.const("const Ptr Kind = 22")
_NAMES = tuple("ptr" if k == "Pointer" else "unsafe.Pointer" if k == "UnsafePointer" else k.lower() for k in _KINDS)
_COMPOSITES: dict[type, str] = {
    model.Array: "Array",
    model.Chan: "Chan",
    model.Signature: "Func",
    model.Interface: "Interface",
    model.Map: "Map",
    model.Pointer: "Pointer",
    model.Slice: "Slice",
    model.Struct: "Struct",
}

Storage = list[Any]

reflect.row("func (k Kind) String() string", lambda k: (f"{_NAMES[k]}" if k < len(_NAMES) else f"kind{k}").encode())


def kind_of(t: Type) -> int:
    under = t.underlying
    if isinstance(under, model.Basic):
        return _NAMES.index(under.name)
    return _KINDS.index(_COMPOSITES[type(under)])


@per_type
def _storage(t: Type) -> Storage:
    return [t]


def type_value(t: Type | None) -> Any:
    """Returns a reflect.Type: the same pointer for the same type, nil for None."""
    return None if t is None else Box(RTYPE_PTR, _storage(t))


reflect.row("func TypeOf(i any) Type", lambda i: type_value(type_of(i)))


def _type(r: Storage | None) -> Type:
    if r is None or r[0] is None:
        raise nil_deref()
    return r[0]


reflect.row("func (t *rtype) String() string", lambda t: go_name(_type(t)).encode())


@reflect.method("func (t *rtype) Name() string")
def rtype_name(t: Storage) -> bytes:
    typ = _type(t)
    if isinstance(typ, model.Named):
        return go_name(typ).rpartition(".")[2].encode() if not typ.type_args else typ.text("").encode()
    return typ.name.encode() if isinstance(typ, model.Basic) else b""


@reflect.method("func (t *rtype) PkgPath() string")
def rtype_pkg_path(t: Storage) -> bytes:
    typ = _type(t)
    return (typ.package or ("" if typ is model.ERROR else "main")).encode() if isinstance(typ, model.Named) else b""


reflect.row("func (t *rtype) Kind() Kind", lambda t: kind_of(_type(t)))
reflect.row("func (t *rtype) Comparable() bool", lambda t: is_comparable(_type(t)))


@reflect.method("func (t *rtype) Elem() Type")
def rtype_elem(t: Storage) -> Any:
    under = _type(t).underlying
    if isinstance(under, model.Pointer | model.Slice | model.Array | model.Map | model.Chan):
        return type_value(under.elem)
    raise GoPanic(f"reflect: Elem of invalid type {go_name(_type(t))}".encode())


def _only_of(kind: type, named: str, text: str, get: Callable[[Any], Any]) -> None:
    """Registers a method that only types of one kind have."""

    def method(t: Storage) -> Any:
        typ = _type(t)
        if not isinstance(typ.underlying, kind):
            raise GoPanic(f"reflect: {text.partition('(')[0]} of non-{named} type {go_name(typ)}".encode())
        return get(typ.underlying)

    reflect.method(f"func (t *rtype) {text}")(method)


_only_of(model.Map, "map", "Key() Type", lambda under: type_value(under.key))
_only_of(model.Array, "array", "Len() int", lambda under: under.len)
_only_of(model.Struct, "struct", "NumField() int", lambda under: len(under.fields))


# --- DeepEqual -------------------------------------------------------------------------------------------------------

Pair = tuple[Type, Any, Any]


@reflect.func("func DeepEqual(x, y any) bool", run=True)
def deep_equal(run: Run, x: Any, y: Any) -> bool:
    # a work list, because recursion would fail on deep data; `seen` ends cycles
    work: list[Pair] = [(model.ANY, x, y)]
    seen: set[tuple[int, int, int]] = set()
    while work:
        t, a, b = work.pop()
        run.charge(1)
        compare = _COMPARERS.get(type(t.underlying))
        if compare is None:
            if not equal(t)(a, b):
                return False
        elif not compare(run, t, a, b, work, seen):
            return False
    return True


Compare = Callable[[Run, Any, Any, Any, list[Pair], set[tuple[int, int, int]]], bool]


def _interfaces(run: Run, t: Type, a: Any, b: Any, work: list[Pair], seen: set[tuple[int, int, int]]) -> bool:
    dynamic = type_of(a)
    if dynamic is not type_of(b):
        return False
    if dynamic is not None:
        work.append((dynamic, unbox(a), unbox(b)))
    return True


def _met(t: Type, a: Any, b: Any, seen: set[tuple[int, int, int]]) -> bool:
    mark = (id(t), id(a), id(b))
    if mark in seen:
        return True
    seen.add(mark)
    return False


def _pointers(run: Run, t: Type, a: Any, b: Any, work: list[Pair], seen: set[tuple[int, int, int]]) -> bool:
    elem = cast(model.Pointer, t.underlying).elem
    if a is b or (type(a) is Ptr and a == b):
        return True
    if a is None or b is None:
        return False
    if type(a) is Ptr:
        work.append((elem, a.obj[a.idx], b.obj[b.idx]))
    elif not _met(t, a, b, seen):
        work.append((elem, a, b))
    return True


def _slices(run: Run, t: Type, a: Any, b: Any, work: list[Pair], seen: set[tuple[int, int, int]]) -> bool:
    if (a is NIL_SLICE) != (b is NIL_SLICE) or a.len != b.len:
        return False
    if (a.arr is b.arr and a.off == b.off) or _met(t, a, b, seen):
        return True
    elem = cast(model.Slice, t.underlying).elem
    run.charge(a.len // 8)
    run.alloc(64 * a.len)
    work.extend((elem, x, y) for x, y in zip(a.view(), b.view()))
    return True


def _arrays(run: Run, t: Type, a: Any, b: Any, work: list[Pair], seen: set[tuple[int, int, int]]) -> bool:
    elem = cast(model.Array, t.underlying).elem
    run.alloc(64 * len(a))
    work.extend((elem, x, y) for x, y in zip(a, b))
    return True


def _structs(run: Run, t: Type, a: Any, b: Any, work: list[Pair], seen: set[tuple[int, int, int]]) -> bool:
    fields = cast(model.Struct, t.underlying).fields
    work.extend((f.type, x, y) for f, x, y in zip(fields, a, b))
    return True


def _maps(run: Run, t: Type, a: Any, b: Any, work: list[Pair], seen: set[tuple[int, int, int]]) -> bool:
    if a is None or b is None:
        return a is b
    if len(a) != len(b):
        return False
    if a is b or _met(t, a, b, seen):
        return True
    elem = cast(model.Map, t.underlying).elem
    run.charge(len(a) // 4)
    run.alloc(64 * len(a))
    for key, value in a.items():
        pay_for_key(key)
        if key not in b:
            return False
        work.append((elem, value, b[key]))
    return True


def _functions(run: Run, t: Type, a: Any, b: Any, work: list[Pair], seen: set[tuple[int, int, int]]) -> bool:
    return a is None and b is None


_COMPARERS: dict[type, Compare] = {
    model.Interface: _interfaces,
    model.Pointer: _pointers,
    model.Slice: _slices,
    model.Array: _arrays,
    model.Struct: _structs,
    model.Map: _maps,
    model.Signature: _functions,
}
