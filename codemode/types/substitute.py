"""Replaces type parameters with type arguments, and makes instances of generic types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from codemode.types.limits import MAX_TEXT, TooComplex
from codemode.types.model import (
    Array,
    Basic,
    Chan,
    Interface,
    Map,
    Named,
    Pointer,
    Signature,
    Slice,
    Struct,
    StructField,
    Term,
    Tuple,
    Type,
    TypeParam,
    Union,
    array_of,
    chan_of,
    interface_of,
    map_of,
    pointer_to,
    signature_of,
    slice_of,
    struct_of,
    tuple_of,
    union_of,
)

Mapping_ = Mapping[TypeParam, Type]
T = TypeVar("T", bound=Type)


def substitute(t: T, mapping: Mapping_) -> T:
    """Returns `t` with every type parameter of `mapping` replaced. Returns `t` itself if nothing changes."""
    return _Substitution(mapping).apply(t) if mapping else t


def substitute_all(types: Iterable[Type], mapping: Mapping_) -> tuple[Type, ...]:
    apply = _Substitution(mapping).apply
    return tuple([apply(t) for t in types])


def instantiate(named: Named, args: Iterable[Type]) -> Named:
    """Returns the instance of a generic type. Equal arguments give the same object. Its underlying type is made on first use."""
    return _instance(named, tuple(args), local=False)


def _local_instance(named: Named, args: tuple[Type, ...]) -> Named:
    """Returns the instance of a local type that belongs to an instance of the generic function around it."""
    return named if args == named.outer_params else _instance(named, args, local=True)


def _instance(named: Named, args: tuple[Type, ...], *, local: bool) -> Named:
    key = tuple([-1] * local + [id(a) for a in args])
    if named.instances is None:
        named.instances = WeakValueDictionary()
    found = named.instances.get(key)
    if found is not None:
        return found
    made = Named(named.name, named.package)
    made.obj, made.origin, made.resolve = named.obj, named, _resolve
    made.size += sum([arg.size + 1 for arg in args])
    if made.size > MAX_TEXT:
        raise TooComplex
    made.outer_args, made.type_args = (args, ()) if local else ((), args)
    return named.instances.setdefault(key, made)


def _resolve(instance: Named) -> None:
    origin = instance.origin
    assert origin is not None
    underlying = origin.settled()
    if underlying is None:
        instance.resolve = _resolve  # the origin is still being declared; it is resolved at the next use
        return
    params, args = origin.type_params, instance.type_args
    if instance.outer_args:
        params, args = origin.outer_params, instance.outer_args
    instance.underlying = substitute(underlying, dict(zip(params, args)))


def instantiate_signature(sig: Signature, args: Iterable[Type]) -> Signature:
    """Returns a generic signature with its own type parameters replaced; the result is not generic."""
    mapping = dict(zip(sig.type_params, args))
    apply = _Substitution(mapping).apply
    return signature_of([apply(p) for p in sig.params], [apply(r) for r in sig.results], sig.variadic)


def substitute_receiver(sig: Signature, mapping: Mapping_) -> Signature:
    """Returns a method's signature for the type arguments of its receiver. The constraints of the method's type parameters may mention those."""
    made = substitute(sig, mapping)
    bounds = substitute_all([p.constraint for p in sig.type_params], mapping)
    if all(bound is p.constraint for bound, p in zip(bounds, sig.type_params)):
        return made
    fresh, types = rename(sig.type_params, (*made.params, *made.results), mapping)
    count = len(made.params)
    return signature_of(types[:count], types[count:], made.variadic, fresh)


def rename(
    params: Sequence[TypeParam], types: Iterable[Type], outer: Mapping_ | None = None
) -> tuple[tuple[TypeParam, ...], tuple[Type, ...]]:
    """Returns fresh type parameters for `params`, and `types` with the fresh ones. `outer` is also substituted in the constraints."""
    fresh = tuple([TypeParam(p.name, p.index) for p in params])
    mapping: dict[TypeParam, Type] = {**(outer or {}), **dict(zip(params, fresh))}
    for old, new in zip(params, fresh):
        new.pos = old.pos
        new.constraint = substitute(old.constraint, mapping)
    return fresh, substitute_all(types, mapping)


def without_tags(t: Type) -> Type:
    """Returns the type without the tags of its struct types. Named types are not changed."""
    return _Substitution({}, _UNTAGGED).apply(t)


class _Substitution:
    """One substitution. It caches results, because types share parts."""

    __slots__ = ("_done", "kinds", "mapping")

    def __init__(self, mapping: Mapping_, kinds: dict[type[Type], Callable[[Any, Any], Type]] | None = None) -> None:
        self.mapping = mapping
        self.kinds = kinds or _BY_KIND
        self._done: dict[Type, Type] = {}

    def apply(self, t: T) -> T:
        made: Any = self._done.get(t)
        if made is None:
            made = self.kinds[t.__class__](self, t)
            self._done[t] = made
        return made

    def list(self, types: tuple[Type, ...]) -> tuple[Type, ...]:
        return tuple([self.apply(t) for t in types])

    def signature(self, t: Signature) -> Type:
        return signature_of(self.list(t.params), self.list(t.results), t.variadic, t.type_params)

    def struct(self, t: Struct) -> Type:
        fields = [StructField(f.name, self.apply(f.type), f.embedded, f.tag, hidden=f.hidden) for f in t.fields]
        return struct_of(fields) if any(f.type is not g.type for f, g in zip(fields, t.fields)) else t

    def untagged(self, t: Struct) -> Type:
        return struct_of([StructField(f.name, self.apply(f.type), f.embedded, hidden=f.hidden) for f in t.fields])

    def union(self, t: Union) -> Type:
        return union_of([Term(term.tilde, self.apply(term.type)) for term in t.terms])

    def interface(self, t: Interface) -> Type:
        explicit = {name: self.apply(sig) for name, sig in t.explicit.items()}
        embeds = self.list(t.embeds)
        if embeds == t.embeds and all(explicit[name] is sig for name, sig in t.explicit.items()):
            return t
        return interface_of(explicit, embeds, comparable=t.comparable, implicit=t.implicit)

    def named(self, t: Named) -> Type:
        origin = t.origin
        if origin is None:
            if not t.outer_params or t.type_params:
                return t
            return _local_instance(t, self.list(t.outer_params))
        if t.outer_args:
            return _local_instance(origin, self.list(t.outer_args))
        args = self.list(t.type_args)
        return t if args == t.type_args else instantiate(origin, args)


_BY_KIND: dict[type[Type], Callable[[_Substitution, Any], Type]] = {
    Basic: lambda of, t: t,
    TypeParam: lambda of, t: of.mapping.get(t, t),
    Pointer: lambda of, t: pointer_to(of.apply(t.elem)),
    Slice: lambda of, t: slice_of(of.apply(t.elem)),
    Array: lambda of, t: array_of(of.apply(t.elem), t.len),
    Map: lambda of, t: map_of(of.apply(t.key), of.apply(t.elem)),
    Chan: lambda of, t: chan_of(of.apply(t.elem), t.dir),
    Tuple: lambda of, t: tuple_of(of.list(t.types)),
    Signature: _Substitution.signature,
    Struct: _Substitution.struct,
    Union: _Substitution.union,
    Interface: _Substitution.interface,
    Named: _Substitution.named,
}
_UNTAGGED: dict[type[Type], Callable[[Any, Any], Type]] = {**_BY_KIND, Struct: _Substitution.untagged}
