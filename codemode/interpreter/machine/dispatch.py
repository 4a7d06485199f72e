"""Methods of dynamic types: finds the method of a value in an interface by Go's method sets, for guest and library types alike.

A *target* is a callable `(run, value, *args)`: `value` is what the interface contains (unboxed). The target adapts the receiver: it walks fields to
an embedded receiver, follows pointers, and copies value receivers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol, cast
from weakref import WeakKeyDictionary

from codemode.interpreter.machine.calling import bound, call_with
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import copier, is_storage
from codemode.interpreter.machine.values import PLAIN_RUNTIME_ERROR, Box, GoPanic, Ptr, nil_deref, type_of, unbox
from codemode.types import lookup as types_lookup
from codemode.types import model
from codemode.types.model import Named, Type
from codemode.types.objects import Func

Target = Callable[..., Any]


class Entries(Protocol):
    """Gives access to the lowered code of guest functions: the program of the run."""

    targets: dict[tuple[Type, str], Target | None]

    def entry(self, func: Func, type_args: tuple[Type, ...]) -> Target: ...


def find_method(run: Run, x: Any, name: str) -> Callable[..., Any] | None:
    """Returns the method `name` of an interface value, bound to it; None if its dynamic type has no such method, or it is nil."""
    t = type_of(x)
    if t is None:
        return None
    target = method_target(run.program, t, name)
    return None if target is None else bound(target, run, unbox(x))


def find_method_of(run: Run, x: Any, iface: Type, name: str) -> Callable[..., Any] | None:
    """Returns the method `name` if the dynamic type implements the interface that declares it: a method with another signature is another method."""
    t = type_of(x)
    return find_method(run, x, name) if t is not None and implements(t, iface) else None


def method_target(program: Entries | None, t: Type, name: str) -> Target | None:
    """Returns the method `name` of concrete type `t`. Without a program, only library methods are found."""
    if program is None:
        return _make_target(None, t, name)
    key = (t, name)
    targets = program.targets
    if key not in targets:
        targets[key] = _make_target(program, t, name)
    return targets[key]


_implementers: WeakKeyDictionary[Type, WeakKeyDictionary[Type, str]] = WeakKeyDictionary()


def missing_method(t: Type, iface: Type) -> str:
    """Returns the name of the first method of `iface` that concrete type `t` lacks, "" if it implements the interface."""
    known = _implementers.get(iface)
    if known is None:
        known = _implementers.setdefault(iface, WeakKeyDictionary())
    found = known.get(t)
    if found is None:
        found = known[t] = types_lookup.implements(t, iface) or ""
    return found


def implements(t: Type, iface: Type) -> bool:
    """Whether concrete type `t` has all methods of the interface type."""
    return not missing_method(t, iface)


# --- making targets ----------------------------------------------------------------------------------------------


def generic_method(program: Entries, t: Type, name: str, type_args: tuple[Type, ...]) -> Target:
    """Returns the method `name` of concrete type `t` for these type arguments; the method has type parameters of its own."""
    target = _make_target(program, t, name, type_args)
    assert target is not None
    return target


def _make_target(program: Entries | None, t: Type, name: str, type_args: tuple[Type, ...] = ()) -> Target | None:
    found = types_lookup.lookup(t, name, addressable=False)
    if found.kind == "interface_method":
        return _through_interface(program, walker(t, found.path), name)
    if found.kind != "method":
        return None
    func, holder = cast(Func, found.func), cast(Named, found.holder)
    if func.native is None and program is None:
        return None
    entry = native_callable(func, holder.type_args) if func.native is not None else None
    if entry is None:
        assert program is not None
        entry = program.entry(func, holder.type_args + type_args)
    adapt = receiver(t, found.path, func, holder)
    if adapt is None:
        return entry
    return _adapted(entry, adapt, len(func.signature.params))


def _adapted(call: Target, adapt: Callable[[Any], Any], params: int) -> Target:
    """The target with its receiver adapted first."""

    def adapted0(run: Run, v: Any) -> Any:
        return call(run, adapt(v))

    def adapted1(run: Run, v: Any, a: Any) -> Any:
        return call(run, adapt(v), a)

    def adapted2(run: Run, v: Any, a: Any, b: Any) -> Any:
        return call(run, adapt(v), a, b)

    def adapted(run: Run, v: Any, *args: Any) -> Any:
        return call_with(call, (run, adapt(v), *args))

    return (adapted0, adapted1, adapted2)[params] if params < 3 else adapted


def _through_interface(program: Entries | None, walk: Callable[[Any], Any] | None, name: str) -> Target:
    """A method promoted from an embedded interface: dispatches again on the value in that interface."""

    def call(run: Run, v: Any, *args: Any) -> Any:
        inner = v if walk is None else walk(v)
        t = type_of(inner)
        if t is None:
            raise nil_deref()
        target = method_target(run.program or program, t, name)
        assert target is not None
        depth = run.depth + 1
        if depth > run.room:
            run.deeper(depth, name)
        run.depth = depth
        result = call_with(target, (run, unbox(inner), *args))
        run.depth = depth - 1
        return result

    return call


def native_target(func: Func, type_args: tuple[Type, ...] = ()) -> Target:
    """A library function as a callable `(run, *args)` that charges for itself."""
    native, cost = cast("Callable[..., Any]", func.native), func.cost
    with_run, with_types, alone = func.wants_run, func.wants_types, func.stands_alone

    def call(run: Run, *args: Any) -> Any:
        is_long = run.charge(1 if cost is None else cost(*args))
        if with_types:
            args = (type_args, *args)
        if with_run:
            args = (run, *args)
        if is_long and alone:
            return run.aside(partial(call_with, native, args))
        return call_with(native, args)

    return call


def native_callable(func: Func, type_args: tuple[Type, ...] = ()) -> Target:
    """Like `native_target`, as guests call it through func values and interfaces: a variadic tail arrives as a slice."""
    target = native_target(func, type_args)
    if not func.signature.variadic:
        return target

    def call(run: Run, *args: Any) -> Any:
        return call_with(target, (run, *args[:-1], list(args[-1].view())))

    return call


# --- receivers ---------------------------------------------------------------------------------------------------


def _fields_of(t: Type) -> tuple[model.Struct, bool]:
    """The struct whose fields a value of type `t` gives access to, and whether that is through a pointer."""
    under = t.underlying
    if isinstance(under, model.Pointer):
        return cast(model.Struct, under.elem.underlying), True
    return cast(model.Struct, under), False


def field_type(t: Type, path: tuple[int, ...]) -> Type:
    """The type of the field reached by walking `path` from a value of type `t`."""
    for index in path:
        t = _fields_of(t)[0].fields[index].type
    return t


def walker(t: Type, path: tuple[int, ...]) -> Callable[[Any], Any] | None:
    """Walks from a value of type `t` to the field at `path`. A nil pointer on the way panics as a nil dereference."""
    if not path:
        return None
    if len(path) == 1:
        first = path[0]

        def step(v: Any) -> Any:
            if v is None:
                raise nil_deref()
            return v[first]

        return step

    def walk(v: Any) -> Any:
        for index in path:
            if v is None:
                raise nil_deref()
            v = v[index]
        return v

    return walk


def receiver(
    t: Type, path: tuple[int, ...], func: Func, holder: Type, static: bool = False
) -> Callable[[Any], Any] | None:
    """Returns the function from a value of type `t` to the receiver of `func` (declared on `holder`); None if they are the same.

    For a pointer receiver the value is a pointer or contains one, or is the addressable storage itself. In a `static` call, a value method through a
    nil pointer is a nil dereference; through an interface, the panic names the method, as in Go.
    """
    held = field_type(t, path)
    have_pointer = isinstance(held.underlying, model.Pointer) and held is not holder
    walk = walker(t, path)
    if func.pointer_recv:
        if have_pointer or is_storage(held):
            return walk
        return _field_pointer(t, path)
    if have_pointer:
        return _through_pointer(walk, holder, func, static)
    copy = copier(holder)
    if walk is None or copy is None:
        return walk or copy
    walk_it, copy_it = walk, copy
    return lambda v: copy_it(walk_it(v))


def _field_pointer(t: Type, path: tuple[int, ...]) -> Callable[[Any], Any] | None:
    """A pointer to a scalar field, for a pointer method promoted from it."""
    if not path:
        return None
    walk, last = walker(t, path[:-1]), path[-1]

    def pointer(v: Any) -> Any:
        owner = v if walk is None else walk(v)
        if owner is None:
            raise nil_deref()
        return Ptr(owner, last)

    return pointer


def _through_pointer(walk: Callable[[Any], Any] | None, holder: Type, func: Func, static: bool) -> Callable[[Any], Any]:
    copy = copier(holder)
    named = cast(Named, holder)

    def load(v: Any) -> Any:
        pointer = v if walk is None else walk(v)
        if pointer is None:
            if walk is not None or static:
                raise nil_deref()
            raise _nil_receiver(named, func.name)
        if type(pointer) is Ptr:
            return pointer.obj[pointer.idx]
        return pointer if copy is None else copy(pointer)

    return load


def _nil_receiver(named: Named, method: str) -> GoPanic:
    package = named.package or "main"
    text = f"value method {package}.{named.name}.{method} called using nil *{named.name} pointer"
    return GoPanic(Box(PLAIN_RUNTIME_ERROR, text.encode()))
