"""unicode: case mappings of languages with their own rules, such as Turkish."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Slice, slice_from
from codemode.stdlib.runes import MAX_RUNE
from codemode.stdlib.unicode import letters
from codemode.stdlib.unicode.tables import unicode

UPPER, LOWER, TITLE = range(3)  # indexes of Delta

unicode.type("type d [MaxCase]rune")
unicode.type(
    "type CaseRange struct { Lo uint32; Hi uint32; Delta d }",
    "CaseRange represents a range of Unicode code points for simple case conversion: what is added for each case.",
)
SPECIAL_CASE = unicode.type(
    "type SpecialCase []CaseRange", "SpecialCase represents language-specific case mappings such as Turkish."
)

_TURKISH = ((0x49, (0, 232, 0)), (0x69, (199, 0, 199)), (0x130, (0, -199, 0)), (0x131, (-232, 0, -232)))


def _turkish(_: Run) -> Slice:
    return slice_from([[r, r, list(delta)] for r, delta in _TURKISH])


unicode.var("var TurkishCase SpecialCase", _turkish, run=True)
unicode.var("var AzeriCase SpecialCase", _turkish, run=True)


def _rune(n: int) -> int:
    """Wraps n to int32."""
    return ((n + (1 << 31)) & ((1 << 32) - 1)) - (1 << 31)


def _range_of(ranges: Slice, r: int) -> list[Any] | None:
    low, high = 0, ranges.len
    while low < high:
        middle = (low + high) // 2
        at = ranges.off + middle
        found: list[Any] = ranges.arr[at] if at < len(ranges.arr) else [0, 0, [0, 0, 0]]
        if _rune(found[0]) <= r <= _rune(found[1]):
            return found
        if r < _rune(found[0]):
            high = middle
        else:
            low = middle + 1
    return None


def changer(ranges: Slice, case: int) -> Callable[[int], int]:
    """Returns the function that maps a rune to a case. The special ranges take priority."""
    usual = (letters.to_upper, letters.to_lower, letters.to_title)[case]

    def change(r: int) -> int:
        found = _range_of(ranges, r)
        if found is None:
            return usual(r)
        low, delta = _rune(found[0]), found[2][case]
        if delta > MAX_RUNE:  # upper and lower case letters alternate
            return _rune(low + ((r - low) & ~1 | case & 1))
        return _rune(r + delta)

    return change


@unicode.method("func (special SpecialCase) ToUpper(r rune) rune", cost="8")
def to_upper(special: Slice, r: int) -> int:
    """ToUpper maps the rune to upper case giving priority to the special mapping."""
    return changer(special, UPPER)(r)


@unicode.method("func (special SpecialCase) ToLower(r rune) rune", cost="8")
def to_lower(special: Slice, r: int) -> int:
    """ToLower maps the rune to lower case giving priority to the special mapping."""
    return changer(special, LOWER)(r)


@unicode.method("func (special SpecialCase) ToTitle(r rune) rune", cost="8")
def to_title(special: Slice, r: int) -> int:
    """ToTitle maps the rune to title case giving priority to the special mapping."""
    return changer(special, TITLE)(r)
