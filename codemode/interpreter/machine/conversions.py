"""Explicit conversions `T(x)`, and text between bytes and runes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, cast

from codemode.interpreter.machine.array_view import ArrayView
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.slice_growth import round_up
from codemode.interpreter.machine.typeops import SLICE_HEAD, copier, footprint, is_byte, round32, wrap
from codemode.interpreter.machine.values import NIL_SLICE, Slice, bounds_panic, boxer
from codemode.types import constant, model
from codemode.types.model import Type

Conversion = Callable[[Any], Any]

_INT = ("integer", "unsigned")
_REPLACEMENT = "\ufffd".encode()
_ASCII = [bytes([byte]) for byte in range(0x80)]


def converter(src: Type, dst: Type) -> Conversion | None:
    """Returns a function that converts a value of static type `src` to `dst`, a conversion that Go allows; None if the representation stays the same.

    It does not copy structs and arrays, and does not charge: see `convert`.
    """
    s, d = src.underlying, dst.underlying
    if isinstance(d, model.Interface):
        return boxer(src)
    if isinstance(d, model.Basic) and isinstance(s, model.Basic):
        return _basic(s, d)
    if isinstance(s, model.Slice):
        return _from_slice(s, d)
    if isinstance(d, model.Slice) and isinstance(s, model.Basic) and s.info == "string":
        return bytes_of if is_byte(d.elem) else runes_of
    return None


def convert(run: Run, src: Type, dst: Type) -> Conversion:
    """Like `converter`, but always returns a function, which copies structs and arrays and charges `run` for what it makes."""
    convert_it = converter(src, dst)
    copy = copier(src)
    width, head = text_width(src, dst), slice_head(dst)

    def converted(v: Any) -> Any:
        if width:
            run.alloc(32 + head + width * (len(v) if isinstance(v, bytes) else v.len))
        if copy is not None:
            v = copy(v)
        return v if convert_it is None else convert_it(v)

    return converted


def slice_head(t: Type) -> int:
    """Bytes of a slice and its backing, without elements; 0 for other types."""
    return SLICE_HEAD if isinstance(t.underlying, model.Slice) else 0


def text_width(src: Type, dst: Type) -> int:
    """Bytes made for each byte or element of the source in a conversion between strings and slices; 0 for others."""
    s, d = src.underlying, dst.underlying
    if isinstance(s, model.Slice) and isinstance(d, model.Basic):
        return 1 if is_byte(s.elem) else 4
    if isinstance(d, model.Slice) and isinstance(s, model.Basic) and s.info == "string":
        return 1 if is_byte(d.elem) else 32
    if isinstance(s, model.Slice) and isinstance(d, model.Array):
        return 8 + footprint(d.elem)
    return 0


def _basic(s: model.Basic, d: model.Basic) -> Conversion | None:
    if d.info in _INT:
        if s.info in _INT:
            return None if _fits(s, d) else wrap(d)
        return _float_to_int(d) if s.info == "float" else None
    if d.info == "float":
        if s.info in _INT:
            return float if d.bits != 32 else int_to_float32
        return round32 if d.bits == 32 and s.bits != 32 else None
    if d.info == "complex":
        return wrap(d) if s.bits != d.bits else None
    if d.info == "string" and s.info in _INT:
        return encode_rune
    return None


def _fits(s: model.Basic, d: model.Basic) -> bool:
    """Whether every value of integer type `s` fits integer type `d`."""
    sb, db = s.bits or 64, d.bits or 64
    if s.info == d.info:
        return sb <= db
    return s.info == "unsigned" and sb < db


# --- numbers -----------------------------------------------------------------------------------------------------


def int_to_float32(v: int) -> float:
    """Rounds once: a large integer would be rounded twice via float64."""
    if -(1 << 53) <= v <= 1 << 53:
        return round32(v)
    rounded = constant.round_float32(Fraction(v))
    return float(rounded) if rounded is not None else float(v)


_MIN64 = -(1 << 63)


def _truncate(v: float, half: int) -> int:
    """Truncates toward zero; a value that does not fit becomes the smallest integer, as on the processor."""
    if -half - 1 < v < half:
        return int(v)
    return -half


def _float_to_int(d: model.Basic) -> Conversion:
    narrow = wrap(d)
    assert narrow is not None
    bits = d.bits or 64
    if d.info == "integer" and bits == 64:
        return _to_int64
    if d.info == "unsigned" and bits == 64:
        return _to_uint64
    half = 1 << (63 if d.info == "unsigned" and bits == 32 else 31)
    return lambda v: narrow(_truncate(v, half))


def _to_int64(v: float) -> int:
    return int(v) if -9.3e18 < v < 9.223372036854775807e18 and v >= _MIN64 else _MIN64


def _to_uint64(v: float) -> int:
    if -9.3e18 < v < 18446744073709551616.0 and v >= _MIN64:
        return int(v) & 0xFFFFFFFFFFFFFFFF
    return 1 << 63


# --- text --------------------------------------------------------------------------------------------------------


def encode_rune(r: int) -> bytes:
    """Encodes a rune as UTF-8; an invalid rune becomes U+FFFD."""
    if 0 <= r < 0x80:
        return _ASCII[r]
    if 0 <= r < 0xD800 or 0xDFFF < r <= 0x10FFFF:
        return chr(r).encode()
    return _REPLACEMENT


def bytes_of(v: bytes) -> Slice:
    """[]byte(v); the capacity is that of Go's allocator."""
    n = len(v)
    return Slice(bytearray(v), 0, n, round_up(n, False))


def string_of_bytes(s: Slice) -> bytes:
    return bytes(s.arr[s.off : s.off + s.len])


def decode_runes(v: bytes) -> list[int]:
    """The runes of a string; each byte that is not valid UTF-8 becomes one U+FFFD."""
    if v.isascii():
        return list(v)
    text = v.decode("utf-8", "surrogateescape")  # what is not valid becomes surrogates
    return [0xFFFD if 0xD800 <= rune <= 0xDFFF else rune for rune in map(ord, text)]


def runes_of(v: bytes) -> Slice:
    items = decode_runes(v)
    n = len(items)
    return Slice(items, 0, n, round_up(4 * n, False) // 4)


def string_of_runes(s: Slice) -> bytes:
    items = s.arr[s.off : s.off + s.len]
    try:
        return "".join(map(chr, items)).encode()
    except (ValueError, UnicodeEncodeError, OverflowError):
        return b"".join(map(encode_rune, items))


def decode_rune(v: bytes | bytearray, i: int) -> tuple[int, int]:
    """Returns (rune, width) at byte `i` of a string; (U+FFFD, 1) if it is not valid UTF-8."""
    first = v[i]
    if first < 0x80:
        return first, 1
    width = 2 if 0xC2 <= first < 0xE0 else 3 if 0xE0 <= first < 0xF0 else 4 if 0xF0 <= first < 0xF5 else 0
    if width:
        try:
            return ord(v[i : i + width].decode()), width
        except (UnicodeDecodeError, TypeError):
            pass
    return 0xFFFD, 1


def runes(v: bytes) -> Iterator[tuple[int, int]]:
    """Yields (offset, rune) of every rune."""
    i, n = 0, len(v)
    while i < n:
        rune, width = decode_rune(v, i)
        yield i, rune
        i += width


# --- slices ------------------------------------------------------------------------------------------------------


def _from_slice(s: model.Slice, d: Type) -> Conversion | None:
    if isinstance(d, model.Basic) and d.info == "string":
        return string_of_bytes if is_byte(s.elem) else string_of_runes
    if isinstance(d, model.Array):
        return _to_array(d)
    if isinstance(d, model.Pointer) and isinstance(d.elem.underlying, model.Array):
        return _to_array_pointer(d.elem.underlying)
    return None


def _check_length(v: Slice, count: int) -> None:
    if v.len < count:
        raise bounds_panic(
            f"cannot convert slice with length {v.len} to array or pointer to array with length {count}", ""
        )


def _to_array(d: model.Array) -> Conversion:
    count, copy = d.len, cast("Callable[[Any], Any]", copier(d))

    def to_array(v: Slice) -> list[Any]:
        _check_length(v, count)
        return copy(list(v.arr[v.off : v.off + count]))

    return to_array


def _to_array_pointer(d: model.Array) -> Conversion:
    """The pointer shares the slice's elements: all of its storage, or a window of it."""
    count = d.len

    def to_array_pointer(v: Slice) -> Any:
        _check_length(v, count)
        if v is NIL_SLICE:
            return None
        if v.off == 0 and len(v.arr) == count:
            return v.arr
        return ArrayView(v.arr, v.off, count)

    return to_array_pointer
