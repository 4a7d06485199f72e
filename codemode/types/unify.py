"""Unification: finds type arguments that make two types identical (or assignable)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from codemode.types.lookup import lookup
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
    Tuple,
    Type,
    TypeParam,
)
from codemode.types.predicates import identical
from codemode.types.typeset import common_under, equal, type_set

ASSIGN = 1  # the outermost types may differ as assignability allows
EXACT = 2  # types must be identical
_DEPTH = 50


class _Handle:
    """The type found for a group of type parameters that must be equal."""

    __slots__ = ("type",)

    def __init__(self, type: Type | None) -> None:
        self.type = type


def _interface(t: Type) -> Interface | None:
    under = t.underlying
    return under if isinstance(under, Interface) and not isinstance(t, TypeParam) else None


class Unifier:
    """Type parameters and the types found for them."""

    def __init__(self, params: Sequence[TypeParam], args: Sequence[Type | None]) -> None:
        self.handles = {p: _Handle(args[i] if i < len(args) else None) for i, p in enumerate(params)}
        self.depth = 0

    def at(self, param: TypeParam) -> Type | None:
        return self.handles[param].type

    def set(self, param: TypeParam, t: Type) -> None:
        self.handles[param].type = t

    def unknowns(self) -> int:
        return sum(h.type is None for h in self.handles.values())

    def unify(self, x: Type, y: Type, mode: int) -> bool:
        if x is y:
            return True
        if self.depth > _DEPTH:
            return False
        self.depth += 1
        try:
            return self._unify(x, y, mode)
        finally:
            self.depth -= 1

    def _bound(self, t: Type) -> TypeParam | None:
        return t if isinstance(t, TypeParam) and t in self.handles else None

    def _join(self, x: TypeParam, y: TypeParam) -> bool:
        hx, hy = self.handles[x], self.handles[y]
        if hx is hy:
            return True
        if hx.type is not None and hy.type is not None:
            return False
        kept, gone = (hx, hy) if hx.type is not None else (hy, hx)
        for param, handle in self.handles.items():
            if handle is gone:
                self.handles[param] = kept
        return True

    def _unify(self, x: Type, y: Type, mode: int) -> bool:
        if isinstance(x, Named) or self._bound(y) is not None:
            x, y = y, x
        literal = not isinstance(x, (Named, TypeParam))
        if not mode & EXACT and isinstance(y, Named) and literal and not isinstance(x.underlying, Interface):
            y = y.underlying
            if x is y:
                return True
        px, py = self._bound(x), self._bound(y)
        if px is not None and py is not None:
            if self._join(px, py):
                return True
            tx, ty = self.at(px), self.at(py)
            return tx is not None and ty is not None and self.unify(tx, ty, mode)
        if px is not None:
            return self._param(px, y, mode)
        if not mode & EXACT:
            answer = self._interfaces(x, y)
            if answer is not None:
                return answer
        if isinstance(y, TypeParam):
            x, y = y, x
        return self._structural(x, y, mode)

    def _param(self, px: TypeParam, y: Type, mode: int) -> bool:
        x = self.at(px)
        if x is None:
            self.set(px, y)
            return True
        if not self.unify(x, y, mode):
            return False
        xi, yi = _interface(x), _interface(y)
        if xi is not None and yi is not None:
            if isinstance(x, Named) and isinstance(y, Named):
                return identical(x, y)
            if len(xi.methods) != len(yi.methods):
                return False
        elif xi is not None or yi is not None:
            return False
        if not mode & EXACT and not isinstance(x, Named):
            directed = isinstance(y.underlying, Chan) and y.underlying.dir != "both"
            if isinstance(y, Named) or directed:
                self.set(px, y)
        return True

    def _interfaces(self, x: Type, y: Type) -> bool | None:
        """Unifies types of which one is an interface, in inexact mode. Returns None if neither is."""
        xi, yi = _interface(x), _interface(y)
        if xi is not None and yi is not None:
            sx, sy = type_set(xi), type_set(yi)
            if sx.comparable != sy.comparable or not equal(sx.terms, sy.terms):
                return False
            few, many = sorted((xi.methods, yi.methods), key=len)
            return all(name in many and self.unify(sig, many[name], EXACT) for name, sig in few.items())
        if yi is not None:
            xi, y = yi, x
        if xi is None:
            return None
        for name, sig in xi.methods.items():
            found = lookup(y, name, addressable=False)
            if (
                found.kind not in ("method", "interface_method")
                or found.typ.type_params
                or not self.unify(sig, found.typ, EXACT)
            ):
                return False
        return True

    def _structural(self, x: Type, y: Type, mode: int) -> bool:
        if isinstance(x, TypeParam):
            core, _ = common_under(x)
            return core is not None and self.unify(core, y, ASSIGN)
        if x.__class__ is not y.__class__:
            return False
        return _STRUCTURES[x.__class__](self, x, y, mode | EXACT if mode & ASSIGN else mode, mode)

    def all(self, xs: Sequence[Type], ys: Sequence[Type], mode: int) -> bool:
        return len(xs) == len(ys) and all(self.unify(x, y, mode) for x, y in zip(xs, ys))


def _struct(u: Unifier, x: Struct, y: Struct, inner: int, mode: int) -> bool:
    if len(x.fields) != len(y.fields):
        return False
    for f, g in zip(x.fields, y.fields):
        if (f.name, f.embedded, f.tag) != (g.name, g.embedded, g.tag) or not u.unify(f.type, g.type, inner):
            return False
    return True


def _signature(u: Unifier, x: Signature, y: Signature, inner: int, mode: int) -> bool:
    same = x.variadic == y.variadic
    return same and u.all(x.params, y.params, inner) and u.all(x.results, y.results, inner)


def _interface_pair(u: Unifier, x: Interface, y: Interface, inner: int, mode: int) -> bool:
    sx, sy = type_set(x), type_set(y)
    if sx.comparable != sy.comparable or not equal(sx.terms, sy.terms) or x.methods.keys() != y.methods.keys():
        return False
    return all(u.unify(sig, y.methods[name], EXACT) for name, sig in x.methods.items())


def _named(u: Unifier, x: Named, y: Named, inner: int, mode: int) -> bool:
    if (x.origin or x) is not (y.origin or y):
        return False
    return u.all(x.type_args, y.type_args, mode)


_STRUCTURES: dict[type[Type], Callable[[Unifier, Any, Any, int, int], bool]] = {
    Basic: lambda u, x, y, inner, mode: False,
    Array: lambda u, x, y, inner, mode: x.len == y.len and u.unify(x.elem, y.elem, inner),
    Slice: lambda u, x, y, inner, mode: u.unify(x.elem, y.elem, inner),
    Pointer: lambda u, x, y, inner, mode: u.unify(x.elem, y.elem, inner),
    Map: lambda u, x, y, inner, mode: u.unify(x.key, y.key, inner) and u.unify(x.elem, y.elem, inner),
    Chan: lambda u, x, y, inner, mode: (not mode & EXACT or x.dir == y.dir) and u.unify(x.elem, y.elem, inner),
    Tuple: lambda u, x, y, inner, mode: u.all(x.types, y.types, mode),
    Struct: _struct,
    Signature: _signature,
    Interface: _interface_pair,
    Named: _named,
}
