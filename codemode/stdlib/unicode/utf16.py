"""unicode/utf16: runes as sequences of 16-bit numbers."""

from __future__ import annotations

from codemode.interpreter.machine.growth import appended
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Slice, slice_from
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import MAX_RUNE, RUNE_ERROR
from codemode.types.model import UINT16

utf16 = Package("unicode/utf16", doc="encoding and decoding of UTF-16 sequences")

_HIGH, _LOW, _END = 0xD800, 0xDC00, 0xE000
_SELF = 0x10000


def _units(r: int) -> list[int]:
    if 0 <= r < _HIGH or _END <= r < _SELF:
        return [r]
    if _SELF <= r <= MAX_RUNE:
        return [_HIGH + (r - _SELF >> 10), _LOW + (r - _SELF & 0x3FF)]
    return [RUNE_ERROR]


def _pair(high: int, low: int) -> int:
    if _HIGH <= high < _LOW <= low < _END:
        return (high - _HIGH << 10 | low - _LOW) + _SELF
    return RUNE_ERROR


@utf16.func("func IsSurrogate(r rune) bool")
def is_surrogate(r: int) -> bool:
    """IsSurrogate reports whether the specified Unicode code point can appear in a surrogate pair."""
    return _HIGH <= r < _END


@utf16.func("func EncodeRune(r rune) (r1, r2 rune)")
def encode_rune(r: int) -> tuple[int, int]:
    """EncodeRune returns the UTF-16 surrogate pair for the given rune, or two U+FFFD if the rune has none."""
    units = _units(r)
    return (units[0], units[1]) if len(units) == 2 else (RUNE_ERROR, RUNE_ERROR)


@utf16.func("func DecodeRune(r1, r2 rune) rune")
def decode_rune(r1: int, r2: int) -> int:
    """DecodeRune returns the rune of a surrogate pair, or U+FFFD if the pair is invalid."""
    return _pair(r1, r2)


@utf16.func("func RuneLen(r rune) int")
def rune_len(r: int) -> int:
    """RuneLen returns the number of 16-bit words in the UTF-16 encoding of the rune, -1 if the rune is invalid."""
    units = _units(r)
    return -1 if units == [RUNE_ERROR] and r != RUNE_ERROR else len(units)


@utf16.func("func AppendRune(a []uint16, r rune) []uint16", run=True)
def append_rune(run: Run, a: Slice, r: int) -> Slice:
    """AppendRune appends the UTF-16 encoding of the rune to a."""
    return appended(run, a, _units(r), UINT16)


@utf16.func("func Encode(s []rune) []uint16", run=True, cost="len(s) // 4")
def encode(run: Run, s: Slice) -> Slice:
    """Encode returns the UTF-16 encoding of the Unicode code point sequence s."""
    run.alloc(16 * s.len)
    return slice_from([unit for r in _all(s) for unit in _units(r)])


@utf16.func("func Decode(s []uint16) []rune", run=True, cost="len(s) // 4")
def decode(run: Run, s: Slice) -> Slice:
    """Decode returns the Unicode code point sequence represented by the UTF-16 encoding s."""
    run.alloc(8 * s.len)
    units, out, at = _all(s), list[int](), 0
    while at < len(units):
        unit = units[at]
        at += 1
        if _HIGH <= unit < _END:
            unit = _pair(unit, units[at] if at < len(units) else 0)
            at += unit != RUNE_ERROR
        out.append(unit)
    return slice_from(out)


def _all(s: Slice) -> list[int]:
    items: list[int] = list(s.view())
    return items + [0] * (s.len - len(items))
