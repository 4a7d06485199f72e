"""The sets of types that constraint interfaces describe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import cast

from codemode.types.model import (
    INVALID,
    UNTYPED_NIL,
    Array,
    Basic,
    Chan,
    Interface,
    Pointer,
    Struct,
    Term,
    Type,
    TypeParam,
    Union,
)

Terms = tuple[Term, ...] | None  # None is the set of all types
Show = Callable[[Type], str]
MAX_TERMS = 100


class TypeSet:
    """A set of types. If `terms` is None, it contains all types (only the comparable ones if `comparable`)."""

    __slots__ = ("comparable", "terms")

    def __init__(self, terms: Terms, comparable: bool) -> None:
        self.terms = terms
        self.comparable = comparable

    @property
    def empty(self) -> bool:
        return self.terms is not None and not self.terms


def type_set(iface: Interface) -> TypeSet:
    """Returns the type set of an interface; methods are ignored."""
    found = iface.terms
    if found is None:
        iface.terms = TypeSet(None, False)  # guards against cycles
        found = iface.terms = _compute(iface)
    return found


def _compute(iface: Interface) -> TypeSet:
    terms: Terms = None
    comparable = iface.comparable
    for union in iface.unions:
        terms = intersect(terms, union_terms(union))
    if comparable and terms is not None:
        terms = tuple(t for t in terms if comparable_cause(t.type, dynamic=False) is None)
        comparable = False
    return TypeSet(terms, comparable)


def union_terms(union: Union) -> Terms:
    collected: list[Term] = []
    for term in union.terms:
        under = term.type.underlying
        if isinstance(under, Interface):
            inner = type_set(under).terms
            if inner is None:
                return None
            collected += inner
        elif under is not INVALID and not (term.tilde and under is not term.type):
            collected.append(term)
    return normal(collected)


def constraint_of(param: TypeParam) -> Interface:
    """Returns the constraint as an interface; a bare type becomes an interface that embeds it."""
    return cast(Interface, param.underlying)


def each(t: Type) -> Iterator[tuple[Type | None, Type | None]]:
    """Yields (type, underlying type) of `t`, or of each term of a type parameter; (None, None) if that has no specific types."""
    if isinstance(t, TypeParam):
        terms = type_set(constraint_of(t)).terms
        if not terms:
            yield None, None
            return
        for term in terms:
            yield term.type, term.type.underlying
    else:
        yield t, t.underlying


def terms_of(param: TypeParam) -> tuple[Term, ...]:
    """Returns the specific terms of a type parameter, or () if it has none."""
    return type_set(constraint_of(param)).terms or ()


def under_is(t: Type, predicate: Callable[[Type | None], bool]) -> bool:
    return all(predicate(under) for _, under in each(t))


Condition = Callable[[Type, Type | None], str | None]


def common_under(
    t: Type, condition: Condition | None = None, show: Callable[[Type], str] = str
) -> tuple[Type | None, str]:
    """Returns the underlying type that all types of t's type set share, or None with the cause."""
    if not isinstance(t, TypeParam):
        under = t.underlying
        why = condition(t, under) if condition else None
        return (None, why) if why is not None else (under, "")
    first: Type | None = None
    common: Type | None = None
    for member, under in each(t):
        why = condition(member or t, under) if condition else None
        if why is not None:
            return None, why
        if under is None or member is None:
            return None, "no specific type"
        if common is None or first is None:
            first, common = member, under
        elif isinstance(common, Chan) and isinstance(under, Chan):
            if common.elem is not under.elem:
                return None, f"channels {show(first)} and {show(member)} have different element types"
            if common.dir == "both":
                first, common = member, under
            elif under.dir not in ("both", common.dir):
                return None, f"channels {show(first)} and {show(member)} have conflicting directions"
        elif common is not under:
            return None, f"{show(first)} and {show(member)} have different underlying types"
    return common, ""


# --- lists of terms ----------------------------------------------------------------------------------------------


def disjoint(x: Term, y: Term) -> bool:
    ux = x.type.underlying if y.tilde else x.type
    uy = y.type.underlying if x.tilde else y.type
    return ux is not uy


def includes(term: Term, t: Type) -> bool:
    return term.type is (t.underlying if term.tilde else t)


def normal(terms: Iterable[Term]) -> tuple[Term, ...]:
    """Returns the terms without those that others cover."""
    rest = list(terms)
    done: list[Term] = []
    while rest:
        term = rest.pop(0)
        kept: list[Term] = []
        for other in rest:
            if disjoint(term, other):
                kept.append(other)
            elif not term.tilde and other.tilde:
                term = other
        rest = kept
        done.append(term)
    return tuple(done)


def intersect(xs: Terms, ys: Terms) -> Terms:
    if xs is None:
        return ys
    if ys is None:
        return xs
    both = [(x if not x.tilde or y.tilde else y) for x in xs for y in ys if not disjoint(x, y)]
    return normal(both)


def subset(xs: Terms, ys: Terms) -> bool:
    if ys is None:
        return True
    if xs is None:
        return False
    return all(any(not disjoint(x, y) and (not x.tilde or y.tilde) for y in ys) for x in xs)


def equal(xs: Terms, ys: Terms) -> bool:
    return subset(xs, ys) and subset(ys, xs)


def comparable_cause(t: Type, dynamic: bool = True, show: Show = str, seen: set[Type] | None = None) -> str | None:
    """Returns why values of the type cannot be compared, or None if they can. Without `dynamic`, interfaces do not count as comparable."""
    seen = seen if seen is not None else set()
    if t in seen:
        return None
    seen.add(t)
    under = t.underlying
    if isinstance(under, Basic):
        return "" if under is UNTYPED_NIL else None
    if isinstance(under, (Pointer, Chan)):
        return None
    if isinstance(under, Struct):
        for field in under.fields:
            if comparable_cause(field.type, dynamic, show, seen) is not None:
                return f"struct containing {show(field.type)} cannot be compared"
        return None
    if isinstance(under, Array):
        return None if comparable_cause(under.elem, dynamic, show, seen) is None else f"{show(t)} cannot be compared"
    if isinstance(under, Interface):
        if dynamic and not isinstance(t, TypeParam):
            return None
        whole = type_set(constraint_of(t) if isinstance(t, TypeParam) else under)
        if whole.terms is None:
            return None if whole.comparable else "incomparable types in type set"
        if whole.empty:
            return "empty type set"
        fine = all(comparable_cause(term.type, False, show, seen) is None for term in whole.terms)
        return None if fine else "incomparable types in type set"
    return ""
