"""The types that random programs are made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class GoType:
    """A type by its Go text. Subclasses know what it is made of."""

    name: str


@dataclass(frozen=True, slots=True)
class Int(GoType):
    bits: int
    signed: bool

    @property
    def low(self) -> int:
        return -(1 << (self.bits - 1)) if self.signed else 0

    @property
    def high(self) -> int:
        return (1 << (self.bits - self.signed)) - 1


@dataclass(frozen=True, slots=True)
class Float(GoType):
    pass


@dataclass(frozen=True, slots=True)
class Slice(GoType):
    elem: GoType


@dataclass(frozen=True, slots=True)
class Array(GoType):
    elem: GoType
    length: int


@dataclass(frozen=True, slots=True)
class Map(GoType):
    key: GoType
    elem: GoType


@dataclass(frozen=True, slots=True)
class Struct(GoType):
    fields: tuple[tuple[str, GoType], ...]


@dataclass(frozen=True, slots=True)
class Func(GoType):
    """`pure` functions neither print, panic nor change anything: they may stand anywhere in an expression."""

    params: tuple[GoType, ...]
    result: GoType
    pure: bool
    cost: int


INTS = tuple(
    Int(name, bits, signed)
    for name, bits, signed in (
        ("int", 64, True),
        ("int8", 8, True),
        ("uint8", 8, False),
        ("int16", 16, True),
        ("uint16", 16, False),
        ("int32", 32, True),
        ("uint32", 32, False),
        ("int64", 64, True),
        ("uint64", 64, False),
        ("uint", 64, False),
    )
)
INT = INTS[0]
FLOAT = Float("float64")
FLOAT32 = Float("float32")
STRING = GoType("string")
BOOL = GoType("bool")
ANY = GoType("any")
BASIC: tuple[GoType, ...] = (INT, STRING, *INTS[1:], BOOL, FLOAT, FLOAT32)
KEYS: tuple[GoType, ...] = (INT, STRING, INTS[1], INTS[6])


def slice_of(elem: GoType) -> Slice:
    return Slice(f"[]{elem.name}", elem)


def array_of(length: int, elem: GoType) -> Array:
    return Array(f"[{length}]{elem.name}", elem, length)


def map_of(key: GoType, elem: GoType) -> Map:
    return Map(f"map[{key.name}]{elem.name}", key, elem)
