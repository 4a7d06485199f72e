"""The IEEE 754 bits of floats."""

from __future__ import annotations

from struct import Struct

_DOUBLE = Struct("<d")
_QUAD = Struct("<Q")
_SINGLE = Struct("<f")
_LONG = Struct("<I")


def bits_of(x: float) -> int:
    """Returns the IEEE 754 bits of x."""
    return _QUAD.unpack(_DOUBLE.pack(x))[0]


def from_bits(bits: int) -> float:
    """Returns the float64 with these IEEE 754 bits."""
    return _DOUBLE.unpack(_QUAD.pack(bits))[0]


def bits_of_single(x: float) -> int:
    """Returns the IEEE 754 bits of x, which must be rounded to float32 already."""
    return _LONG.unpack(_SINGLE.pack(x))[0]


def from_bits_single(bits: int) -> float:
    """Returns the float32 with these IEEE 754 bits."""
    return _SINGLE.unpack(_LONG.pack(bits))[0]
