"""text/template: typed values during execution, like Go's reflect.Value.

A `Val` may have an interface type, for example a field or map element of type any. None is Go's invalid reflect.Value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.interpreter.machine.calling import bound
from codemode.interpreter.machine.channels import Channel
from codemode.interpreter.machine.dispatch import implements, method_target
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import copier, copy_value, go_name
from codemode.interpreter.machine.values import NIL_SLICE, Box, JsonInt, Ptr, Slice, box, type_of
from codemode.stdlib.fmt.values import Printer
from codemode.types import lookup, model
from codemode.types.model import ERROR, STRINGER, Signature, Type, pointer_to
from codemode.types.predicates import has_name, identical


class Val:
    """A value of type `t`. `ref` is a pointer to it if it is addressable, otherwise None."""

    __slots__ = ("ref", "t", "v")

    def __init__(self, t: Type, v: Any, ref: Any = None) -> None:
        self.t = t
        self.v = v
        self.ref = ref


Value = Val | None
MISSING = Val(model.INVALID, None)  # stands for no final argument

_KINDS: dict[type, str] = {
    model.Pointer: "pointer",
    model.Slice: "slice",
    model.Array: "array",
    model.Map: "map",
    model.Struct: "struct",
    model.Interface: "interface",
    model.Signature: "func",
    model.Chan: "chan",
}
_BASICS = {"boolean": "bool", "integer": "int", "unsigned": "uint"}
NILABLE = frozenset(("chan", "func", "interface", "map", "pointer", "slice"))


def kind_of(t: Type) -> str:
    under = t.underlying
    if isinstance(under, model.Basic):
        return _BASICS.get(under.info, under.info)
    return _KINDS.get(type(under), "invalid")


def kind(value: Value) -> str:
    return "invalid" if value is None else kind_of(value.t)


def value_of(x: Any) -> Value:
    """reflect.ValueOf for an interface value."""
    t = type_of(x)
    return None if t is None else Val(t, x.v if type(x) is Box else x)


def iface_of(value: Val) -> Any:
    """Returns a value as an interface value."""
    if isinstance(value.t.underlying, model.Interface):
        return value.v
    return box(value.t, copy_value(value.t, value.v))


def is_nil(value: Value) -> bool:
    if value is None:
        return True
    if kind(value) == "slice":
        return value.v is NIL_SLICE
    return value.v is None and kind(value) in NILABLE


def is_storage(t: Type) -> bool:
    return isinstance(t.underlying, model.Struct | model.Array)


def placed(t: Type, container: Any, index: int, addressable: bool = True) -> Val:
    """Returns an element of a container."""
    v = container[index]
    if not addressable:
        return Val(t, v)
    return Val(t, v, v if is_storage(t) else Ptr(container, index))


# --- following ---------------------------------------------------------------------------------------------------


def elem(value: Val) -> Value:
    """Returns the value in an interface or behind a pointer."""
    under = value.t.underlying
    if isinstance(under, model.Interface):
        return value_of(value.v)
    pointer = value.v
    if pointer is None:
        return None
    t = cast(model.Pointer, under).elem
    return Val(t, pointer.obj[pointer.idx] if type(pointer) is Ptr else pointer, pointer)


def indirect(value: Value) -> tuple[Value, bool]:
    """Follows all pointers and interfaces. Returns the value and whether it is nil."""
    while value is not None and kind(value) in ("pointer", "interface"):
        if value.v is None:
            return value, True
        value = elem(value)
    return value, False


def indirect_interface(value: Value) -> Value:
    return value_of(value.v) if value is not None and kind(value) == "interface" else value


def truth(value: Value) -> bool:
    """Returns whether a template treats the value as true."""
    what = kind(value)
    if value is None or what == "struct":
        return value is not None
    if what in ("array", "map", "slice", "string"):
        return length(value) > 0
    return not is_nil(value) if what in NILABLE else bool(value.v)


def length(value: Val) -> int:
    v = value.v
    if v is None:
        return 0
    return v.len if isinstance(v, Slice | Channel) else len(v)


def elements(value: Val, index: int) -> Val:
    """Returns an element of a slice, array or string."""
    under, v = value.t.underlying, value.v
    if isinstance(under, model.Slice):
        return placed(under.elem, v.arr, v.off + index)
    if isinstance(under, model.Array):
        return placed(under.elem, v, index, value.ref is not None)
    return Val(model.UINT8, v[index])


# --- fields and methods ------------------------------------------------------------------------------------------


class Unreachable(Exception):
    """A field is behind a nil embedded pointer. `text` is reflect's message."""

    def __init__(self, text: bytes) -> None:
        super().__init__()
        self.text = text


def field_of(value: Val, name: str) -> Value:
    """Returns the field of a struct, also an unexported or promoted one, or None. Raises Unreachable."""
    found = lookup.lookup(value.t, name)
    if found.kind != "field":
        return None
    current = value
    for index in found.path:
        if kind(current) == "pointer":
            target = elem(current)
            if target is None:
                t = cast(model.Pointer, current.t.underlying).elem
                raise Unreachable(
                    f"reflect: indirection through nil pointer to embedded struct field {_name(t)}".encode()
                )
            current = target
        field = cast(model.Struct, current.t.underlying).fields[index]
        current = placed(field.type, current.v, index, current.ref is not None)
    return current


def _name(t: Type) -> str:
    return t.name if isinstance(t, model.Named) else go_name(t)


def method_of(run: Run, value: Val, name: str) -> tuple[Signature, Callable[..., Any]] | None:
    """Returns an exported method of a value or of its address, bound to it, or None."""
    if not name[:1].isupper():
        return None
    t, v = value.t, value.v
    if value.ref is not None and kind(value) != "pointer":
        t, v = pointer_to(t), value.ref
    found = lookup.lookup(t, name, addressable=False)
    if found.kind not in ("method", "interface_method"):
        return None
    target = method_target(run.program, t, name)
    return None if target is None else (found.typ, bound(target, run, v))


# --- types -------------------------------------------------------------------------------------------------------


def assignable(v: Type, t: Type) -> bool:
    """Returns whether Go can assign a value of type `v` to type `t`."""
    if v is t:
        return True
    if isinstance(t.underlying, model.Interface):
        return implements(v, t)
    if has_name(v) and has_name(t):
        return False
    vu, tu = v.underlying, t.underlying
    if isinstance(vu, model.Chan) and isinstance(tu, model.Chan):
        return vu.elem is tu.elem and vu.dir in ("both", tu.dir)
    return identical(vu, tu)


def as_type(value: Val, t: Type) -> Any:
    """Returns a copy of an assignable value in the representation of `t`."""
    if isinstance(t.underlying, model.Interface):
        return iface_of(value)
    return copy_value(t, value.v) if copier(t) is not None else _plain(value.v, t)


def _plain(v: Any, t: Type) -> Any:
    return float(v) if type(v) is JsonInt and kind_of(t) == "float" else v


# --- printing ----------------------------------------------------------------------------------------------------


def printable(value: Value) -> tuple[Any, bool]:
    """Returns what fmt should print for a value, and whether it can be printed at all."""
    if kind(value) == "pointer":
        value, _ = indirect(value)
    if value is None:
        return b"<no value>", True
    t = value.t
    if not implements(t, ERROR) and not implements(t, STRINGER):
        address = pointer_to(t)
        if value.ref is not None and (implements(address, ERROR) or implements(address, STRINGER)):
            return box(address, value.ref), True
        if kind(value) in ("chan", "func"):
            return None, False
    return iface_of(value), True


def shown(run: Run, value: Value) -> bytes:
    """Formats a value with %v."""
    printer = Printer(run)
    if value is None:
        return b"<invalid reflect.Value>"
    printer.argument(iface_of(value), "v")
    return bytes(printer.out)


def type_name(value: Val) -> bytes:
    return go_name(value.t).encode()
