"""Predicates on types. All of them accept any type and also work at run time.

Type identity is `is`, because composite types are interned. `identical` also compares types that are not interned (constraint interfaces).
"""

from __future__ import annotations

from typing import Final

from codemode.types.lookup import missing_method
from codemode.types.model import (
    ANY,
    BOOL,
    COMPLEX128,
    ERROR,
    FLOAT64,
    INT,
    INT32,
    INVALID,
    STRING,
    UINT8,
    UNTYPED_BOOL,
    UNTYPED_COMPLEX,
    UNTYPED_FLOAT,
    UNTYPED_INT,
    UNTYPED_RUNE,
    UNTYPED_STRING,
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
    Union,
)
from codemode.types.substitute import without_tags
from codemode.types.typeset import (
    comparable_cause,
    constraint_of,
    equal,
    intersect,
    terms_of,
    type_set,
    under_is,
    union_terms,
)

BOOLEAN: Final = frozenset({"boolean"})
INTEGER: Final = frozenset({"integer", "unsigned"})
FLOAT: Final = frozenset({"float"})
COMPLEX: Final = frozenset({"complex"})
STRING_KIND: Final = frozenset({"string"})
REAL: Final = INTEGER | FLOAT
NUMERIC: Final = REAL | COMPLEX
ORDERED: Final = REAL | STRING_KIND
NUMERIC_OR_STRING: Final = NUMERIC | STRING_KIND
CONSTANT: Final = NUMERIC_OR_STRING | BOOLEAN

Infos = frozenset[str]


def is_basic(t: Type, infos: Infos) -> bool:
    """Returns whether the underlying type is a basic type of one of these kinds. False for type parameters."""
    under = t.underlying
    return isinstance(under, Basic) and under.info in infos


def all_basic(t: Type, infos: Infos) -> bool:
    """Like `is_basic`, but for a type parameter all types of its type set must be of these kinds."""
    if t.__class__ is TypeParam:
        return under_is(t, lambda under: under is not None and is_basic(under, infos))
    return is_basic(t, infos)


def is_untyped(t: Type | None) -> bool:
    return t is not None and t.untyped


def has_name(t: Type) -> bool:
    return isinstance(t, (Basic, Named, TypeParam))


def is_interface(t: Type) -> bool:
    """Returns whether `t` is an interface type; False for type parameters."""
    return t.__class__ is not TypeParam and isinstance(t.underlying, Interface)


def is_interface_pointer(t: Type) -> bool:
    under = t.underlying
    return isinstance(under, Pointer) and isinstance(under.elem.underlying, Interface)


def is_generic(t: Type) -> bool:
    """Returns whether `t` is a generic type that is not instantiated."""
    return isinstance(t, Named) and bool(t.type_params) and t.origin is None


def is_bytes_or_runes(t: Type) -> bool:
    under = t.underlying
    return isinstance(under, Slice) and under.elem.underlying in (UINT8, INT32)


def has_nil(t: Type) -> bool:
    under = t.underlying
    if isinstance(t, TypeParam):
        return under_is(t, lambda u: u is not None and has_nil(u))
    return isinstance(under, (Slice, Pointer, Signature, Map, Chan, Interface))


def default_type(t: Type) -> Type:
    """Returns the type that an untyped constant has if its context does not set one."""
    return _DEFAULT_TYPES.get(t, t)


_DEFAULT_TYPES: Final[dict[Type, Type]] = {
    UNTYPED_BOOL: BOOL,
    UNTYPED_INT: INT,
    UNTYPED_RUNE: INT32,
    UNTYPED_FLOAT: FLOAT64,
    UNTYPED_COMPLEX: COMPLEX128,
    UNTYPED_STRING: STRING,
}
_RANK: Final[dict[Type, int]] = {UNTYPED_INT: 0, UNTYPED_RUNE: 1, UNTYPED_FLOAT: 2, UNTYPED_COMPLEX: 3}


def wider_untyped(x: Type, y: Type) -> Type | None:
    """Returns the kind of an operation on two untyped operands, or None if they do not match."""
    if x is y:
        return x
    if x in _RANK and y in _RANK:
        return x if _RANK[x] > _RANK[y] else y
    return None


# --- identity ----------------------------------------------------------------------------------------------------


def identical(x: Type, y: Type) -> bool:
    if x is y:
        return True
    if isinstance(x, Interface) and isinstance(y, Interface):
        sx, sy = type_set(x), type_set(y)
        return sx.comparable == sy.comparable and equal(sx.terms, sy.terms) and x.methods == y.methods
    if isinstance(x, Union) and isinstance(y, Union):
        return equal(union_terms(x), union_terms(y))
    return False


def identical_ignoring_tags(x: Type, y: Type) -> bool:
    return identical(x, y) or without_tags(x) is without_tags(y)


# --- comparison --------------------------------------------------------------------------------------------------


def comparable(t: Type) -> bool:
    """Returns whether == is defined on values of the type. Interfaces count; comparing their values may panic."""
    return comparable_cause(t) is None


# --- assignment and conversion -------------------------------------------------------------------------------------


def assignable(v: Type, t: Type) -> bool:
    """Returns whether a value of (typed) type `v` may be assigned to a variable of type `t`, by Go's rules."""
    if v is t or v is INVALID or t is INVALID or identical(v, t):
        return True
    vu, tu = v.underlying, t.underlying
    v_param, t_param = isinstance(v, TypeParam), isinstance(t, TypeParam)
    if not v_param and not t_param and identical(vu, tu) and not (has_name(v) and has_name(t)):
        return True
    if isinstance(tu, Interface) and not t_param:
        return satisfies(v, tu)
    if isinstance(vu, Chan) and isinstance(tu, Chan) and vu.dir == "both" and vu.elem is tu.elem:
        return not (has_name(v) and has_name(t))
    if isinstance(t, TypeParam) and not has_name(v):
        terms = terms_of(t)
        return bool(terms) and all(assignable(v, term.type) for term in terms)
    if isinstance(v, TypeParam) and not has_name(t):
        terms = terms_of(v)
        return bool(terms) and all(assignable(term.type, t) for term in terms)
    return False


def satisfies(v: Type, iface: Interface) -> bool:
    """Returns whether `v` has the methods of an ordinary interface, or is in the type set of a constraint."""
    if missing_method(v, iface) is not None:
        return False
    wanted = type_set(iface)
    if wanted.comparable and comparable_cause(v) is not None:
        return False
    if wanted.terms is None:
        return True
    under = v.underlying
    if isinstance(under, Interface):
        own = type_set(constraint_of(v) if isinstance(v, TypeParam) else under).terms
        return own is not None and equal(intersect(own, wanted.terms), own)
    return any(term.type is (under if term.tilde else v) for term in wanted.terms)


def convertible_concrete(v: Type, t: Type) -> bool:
    """Returns whether a conversion beyond assignability exists between two types that are not type parameters."""
    vu, tu = v.underlying, t.underlying
    if identical_ignoring_tags(vu, tu):
        return True
    if isinstance(v, Pointer) and isinstance(t, Pointer):
        params = isinstance(v.elem, TypeParam) or isinstance(t.elem, TypeParam)
        if not params and identical_ignoring_tags(v.elem.underlying, t.elem.underlying):
            return True
    if is_basic(vu, REAL) and is_basic(tu, REAL):
        return True
    if is_basic(vu, COMPLEX) and is_basic(tu, COMPLEX):
        return True
    if is_basic(tu, STRING_KIND) and (is_basic(vu, INTEGER) or is_bytes_or_runes(vu)):
        return True
    if is_basic(vu, STRING_KIND) and is_bytes_or_runes(tu):
        return True
    if isinstance(vu, Slice):
        target = tu.elem.underlying if isinstance(tu, Pointer) else tu
        return isinstance(target, Array) and vu.elem is target.elem
    return False


_COMPOSITE: Final[dict[type[Type], str]] = {
    **{kind: kind.__name__.lower() for kind in (Array, Slice, Struct, Pointer, Interface, Map, Chan, Tuple, Union)},
    Signature: "func",
}


def composite_kind(t: Type) -> str:
    """Returns "slice", "map", ... for composite types, "" for basic ones."""
    return _COMPOSITE.get(t.underlying.__class__, "")


def receiver_kind(t: Type) -> str:
    """Returns the kind of receivers of this type in the rows of dsl/foreign_names.py, or ""."""
    if t is ANY:
        return "any"
    if t is ERROR:
        return "error"
    under = t.underlying
    if isinstance(under, (Slice, Array)):
        return "list"
    if isinstance(under, Map):
        return "map"
    if isinstance(t, Named) and t.package == "regexp":
        return "pattern"
    if is_basic(t, STRING_KIND):
        return "text"
    return "number" if is_basic(t, NUMERIC) else ""
