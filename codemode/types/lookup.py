"""Finding fields and methods, also through embedded fields. Used by the checker, and at run time for type assertions and dynamic calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple, cast

from codemode.types.model import Interface, Named, Pointer, Signature, Struct, StructField, Type, TypeParam
from codemode.types.objects import Func
from codemode.types.substitute import substitute_receiver
from codemode.types.typeset import constraint_of

Kind = Literal["field", "method", "interface_method", "missing", "ambiguous", "needs_pointer"]


class Found:
    """The result of looking up a name on a type.

    `path` contains field positions, like `objects.Selection.path`. `typ` is the field's type or the method's signature without receiver, with
    the receiver's type arguments substituted. `func` is the declared method (None for fields and interface methods). `holder` is the named type that
    declares it (an instance if the type is generic). `indirect`: a pointer was followed on the way, including the operand's own.
    """

    __slots__ = ("field", "func", "holder", "indirect", "kind", "name", "path", "typ")

    def __init__(
        self,
        kind: Kind,
        name: str,
        typ: Any = None,
        path: tuple[int, ...] = (),
        indirect: bool = False,
        func: Func | None = None,
        holder: Named | None = None,
    ) -> None:
        self.kind: Kind = kind
        self.name = name
        self.typ = typ
        self.path = path
        self.indirect = indirect
        self.func = func
        self.holder = holder
        self.field: StructField | None = None

    def __bool__(self) -> bool:
        return self.typ is not None


def method_of(named: Named, name: str) -> Func | None:
    """Returns the method declared on a named type, or on the generic type of an instance. A callable in `methods` makes its method on first use."""
    origin = named.origin or named
    method: Any = origin.methods.get(name)
    if method is None and not origin.methods:
        origin.settled()  # the methods of a lazy library type are made with its underlying type
        method = origin.methods.get(name)
    if method is None or isinstance(method, Func):
        return method
    return cast(Func, method())


def method_names(named: Named) -> list[str]:
    origin = named.origin or named
    origin.settled()
    return list(origin.methods)


def method_signature(func: Func, holder: Named) -> Signature:
    """Returns the signature of a method for `holder`, an instance of the type that declares it."""
    if holder.origin is None:
        return cast(Signature, func.typ)
    params = func.recv_params or holder.origin.type_params
    return substitute_receiver(cast(Signature, func.typ), dict(zip(params, holder.type_args)))


def deref(t: Type) -> tuple[Type, bool]:
    return (t.elem, True) if isinstance(t, Pointer) else (t, False)


def lookup(t: Type, name: str, *, addressable: bool = True, fold: bool = False) -> Found:
    """Returns the field or method `name` of `t`, by Go's rules of depth. `fold` ignores case (for hints only).

    If there is none, the result's kind is "missing", "ambiguous" or "needs_pointer" (a pointer method on a value that is not addressable).
    """
    if isinstance(t, Named):
        under = t.underlying
        if isinstance(under, Pointer):
            found = _search(under, name, False, fold)
            return Found("missing", name) if found.func is not None else found
    return _search(t, name, addressable, fold)


class _Embedded:
    __slots__ = ("indirect", "multiple", "path", "typ")

    def __init__(self, typ: Type, path: tuple[int, ...], indirect: bool, multiple: bool) -> None:
        self.typ = typ
        self.path = path
        self.indirect = indirect
        self.multiple = multiple


def _search(t: Type, name: str, addressable: bool, fold: bool) -> Found:
    if name == "_":
        return Found("missing", name)
    base, is_pointer = deref(t)
    if is_pointer and isinstance(base.underlying, Interface):
        return Found("missing", name)
    current = [_Embedded(base, (), is_pointer, False)]
    seen: set[Named] = set()
    while current:
        found: Found | None = None
        following: list[_Embedded] = []
        for entry in current:
            hit = _at(entry, name, fold, seen, following if found is None else None)
            if hit is not None:
                if found is not None or entry.multiple:
                    return Found("ambiguous", name, path=hit.path)
                found = hit
        if found is not None:
            if found.func is not None and found.func.pointer_recv and not found.indirect and not addressable:
                return Found("needs_pointer", name)
            return found
        current = _merge(following)
    return Found("missing", name)


def _at(entry: _Embedded, name: str, fold: bool, seen: set[Named], following: list[_Embedded] | None) -> Found | None:
    """Looks the name up in one embedded type. If it is not there, the embedded fields of that type are added to `following`."""
    typ = entry.typ
    if isinstance(typ, Named):
        if typ in seen:
            return None
        seen.add(typ)
        method = method_of(typ, name) if not fold else _fold_method(typ, name)
        if method is not None:
            sig = method_signature(method, typ)
            return Found("method", method.name, sig, entry.path, entry.indirect, method, typ)
    under = constraint_of(typ) if isinstance(typ, TypeParam) else typ.underlying
    if isinstance(under, Struct):
        return _field(under, entry, name, fold, following)
    if isinstance(under, Interface):
        wanted = _same(under.methods, name, fold)
        if wanted is not None:
            return Found("interface_method", wanted, under.methods[wanted], entry.path, entry.indirect)
    return None


def _field(struct: Struct, entry: _Embedded, name: str, fold: bool, following: list[_Embedded] | None) -> Found | None:
    names = {f.name: i for i, f in enumerate(struct.fields)} if fold else struct.index
    wanted = _same(names, name, fold)
    if wanted is not None:
        index = names[wanted]
        field = struct.fields[index]
        found = Found("field", wanted, field.type, (*entry.path, index), entry.indirect)
        found.field = field
        return found
    if following is not None:
        for index, field in enumerate(struct.fields):
            if field.embedded:
                base, is_pointer = deref(field.type)
                path = (*entry.path, index)
                following.append(_Embedded(base, path, entry.indirect or is_pointer, entry.multiple))
    return None


def _same(names: dict[str, Any], name: str, fold: bool) -> str | None:
    if not fold:
        return name if name in names else None
    lower = name.lower()
    return next((n for n in names if n.lower() == lower), None)


def _fold_method(named: Named, name: str) -> Func | None:
    wanted = _same(dict.fromkeys(method_names(named)), name, True)
    return method_of(named, wanted) if wanted is not None else None


def _merge(entries: list[_Embedded]) -> list[_Embedded]:
    if len(entries) < 2:
        return entries
    kept: dict[int, _Embedded] = {}
    for entry in entries:
        first = kept.setdefault(id(entry.typ), entry)
        if first is not entry:
            first.multiple = True
    return list(kept.values())


# --- what an interface asks for ------------------------------------------------------------------------------------


class Missing(NamedTuple):
    """The first method of an interface that a type lacks, and why: "missing", "name", "signature", "ambiguous", "pointer" or "field"."""

    method: str
    why: str
    want: Signature
    have: Found | None = None


def _identical(x: Type, y: Type) -> bool:
    return x is y


def missing_method(
    t: Type, iface: Interface, *, static: bool = True, same: Callable[[Type, Type], bool] = _identical
) -> Missing | None:
    """Returns the first method of `iface` that `t` lacks, or None. Without `static`, an interface `t` may lack methods: its value may have them."""
    under = t.underlying
    if isinstance(under, Interface):
        have = constraint_of(t).methods if isinstance(t, TypeParam) else under.methods
        for name, want in iface.methods.items():
            sig = have.get(name)
            if sig is None:
                if static:
                    return Missing(name, "missing", want)
            elif not same(sig, want):
                return Missing(name, "signature", want, Found("interface_method", name, sig))
        return None
    for name, want in iface.methods.items():
        found = _search(t, name, False, False)
        if found.kind == "ambiguous":
            return Missing(name, "ambiguous", want)
        if found.kind == "needs_pointer":
            return Missing(name, "pointer", want)
        if found.kind == "missing":
            folded = _search(t, name, False, True)
            is_method = folded.func is not None and folded.name != name
            return Missing(name, "name" if is_method else "missing", want, folded if is_method else None)
        if found.kind == "field":
            return Missing(name, "field", want)
        if not same(found.typ, want):
            return Missing(name, "signature", want, found)
    return None


def implements(t: Type, iface: Type) -> str | None:
    """Returns the name of the first method of interface type `iface` that `t` lacks, or None if `t` implements it.

    For assertions at run time: `t` is a concrete dynamic type.
    """
    under = iface.underlying
    if not isinstance(under, Interface) or not under.methods:
        return None
    missing = missing_method(t, under)
    return missing.method if missing is not None else None
