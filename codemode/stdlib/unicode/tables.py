"""unicode: categories and cases of runes, and the tables of categories, scripts and properties."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import slice_from
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import MAX_RUNE, RUNE_ERROR
from codemode.stdlib.unicode import letters
from codemode.stdlib.unicode.letters import Range

unicode = Package("unicode")

unicode.const("const MaxRune = '\\U0010FFFF'")
unicode.const("const ReplacementChar = '\\uFFFD'")
unicode.const("const MaxASCII = '\\u007F'")
unicode.const("const MaxLatin1 = '\\u00FF'")
unicode.const('const Version = "17.0.0"')
for _number, _case in enumerate(("UpperCase", "LowerCase", "TitleCase")):
    unicode.const(f"const {_case} = {_number}")
unicode.const("const MaxCase = 3")

assert MAX_RUNE == 0x10FFFF
assert RUNE_ERROR == 0xFFFD


# --- kinds -------------------------------------------------------------------------------------------------------

for _name, _test in (
    ("IsLetter", letters.is_letter),
    ("IsDigit", letters.is_digit),
    ("IsNumber", letters.is_number),
    ("IsSpace", letters.is_space),
    ("IsUpper", letters.is_upper),
    ("IsLower", letters.is_lower),
    ("IsTitle", letters.is_title),
    ("IsPunct", letters.is_punct),
    ("IsSymbol", letters.is_symbol),
    ("IsMark", letters.is_mark),
    ("IsControl", letters.is_control),
    ("IsPrint", letters.is_print),
    ("IsGraphic", letters.is_graphic),
):
    unicode.row(f"func {_name}(r rune) bool", _test)


# --- cases -------------------------------------------------------------------------------------------------------


unicode.row("func ToUpper(r rune) rune", letters.to_upper)
unicode.row("func ToLower(r rune) rune", letters.to_lower)
unicode.row("func ToTitle(r rune) rune", letters.to_title)


@unicode.func("func To(_case int, r rune) rune")
def to(case: int, r: int) -> int:
    changes = (letters.to_upper, letters.to_lower, letters.to_title)
    return changes[case](r) if 0 <= case < len(changes) else RUNE_ERROR


unicode.row("func SimpleFold(r rune) rune", letters.simple_fold)


# --- tables ------------------------------------------------------------------------------------------------------

unicode.type("type Range16 struct { Lo uint16; Hi uint16; Stride uint16 }")
unicode.type("type Range32 struct { Lo uint32; Hi uint32; Stride uint32 }")
unicode.type("type RangeTable struct { R16 []Range16; R32 []Range32; LatinOffset int }")

_CODES = "C L M N P S Z Cc Cf Cn Co Cs Ll Lm Lo Lt Lu Mc Me Mn Nd Nl No Pc Pd Pe Pf Pi Po Ps Sc Sk Sm So Zl Zp Zs LC"
_LONG_NAMES = "Letter=L Lower=Ll Upper=Lu Title=Lt Mark=M Number=N Digit=Nd Other=C Punct=P Space=Z Symbol=S"
# name of a variable -> category
_CATEGORIES = {
    name: code or name for name, _, code in [word.partition("=") for word in f"{_CODES} {_LONG_NAMES}".split()]
}


def _table(ranges: Callable[[], tuple[Range, ...]]) -> Callable[[Run], Any]:
    """Returns a function that makes a *RangeTable once for each run."""

    def value(run: Run) -> Any:
        tables: dict[Any, Any] = run.services.setdefault("unicode.tables", {})
        if ranges not in tables:
            parts: tuple[list[Any], list[Any]] = [], []
            latin = 0
            for lo, hi, stride in ranges():
                parts[hi > 0xFFFF].append([lo, hi, stride])
                latin += hi <= 0xFF
            tables[ranges] = [slice_from(parts[0]), slice_from(parts[1]), latin]
        return tables[ranges]

    return value


def _tables(found: dict[str, Callable[[Run], Any]]) -> Callable[[Run], Any]:
    """Returns a function that makes a map from names to tables once for each run."""

    def value(run: Run) -> Any:
        maps: dict[int, Any] = run.services.setdefault("unicode.maps", {})
        if id(found) not in maps:
            run.charge(40 * len(found))
            run.alloc(2000 * len(found))
            maps[id(found)] = {name.encode(): table(run) for name, table in found.items()}
        return maps[id(found)]

    return value


_KIND_OF_TABLE = {"script": "Scripts", "prop": "Properties"}
_FOUND: dict[str, dict[str, Callable[[Run], Any]]] = {"Categories": {}, "Scripts": {}, "Properties": {}}
for _name, _category in _CATEGORIES.items():
    _made = _FOUND["Categories"].get(_category) or _table(partial(letters.category_ranges, _category))
    _FOUND["Categories"].setdefault(_category, _made)
    unicode.var(f"var {_name} *RangeTable", _made, run=True)
for _section in letters.sections():
    _kind, _, _name = _section.partition(" ")
    if _kind in _KIND_OF_TABLE:
        _made = _FOUND[_KIND_OF_TABLE[_kind]][_name] = _table(partial(letters.table_ranges, _kind, _name))
        unicode.var(f"var {_name} *RangeTable", _made, run=True)
for _name, _all in _FOUND.items():
    unicode.var(f"var {_name} map[string]*RangeTable", _tables(_all), run=True)


def _list(names: str) -> Callable[[Run], Any]:
    def value(run: Run) -> Any:
        return slice_from([_FOUND["Categories"][name](run) for name in names.split()])

    return value


unicode.var("var GraphicRanges []*RangeTable", _list("L M N P S Zs"), run=True)
unicode.var("var PrintRanges []*RangeTable", _list("L M N P S"), run=True)


@unicode.func("func Is(rangeTab *RangeTable, r rune) bool", cost="8")
def is_(rangeTab: list[Any], r: int) -> bool:
    ranges = (rangeTab[0] if r <= 0xFFFF else rangeTab[1]).view()
    low, high = 0, len(ranges)
    while low < high:
        middle = (low + high) // 2
        lo, hi, stride = ranges[middle]
        if lo <= r <= hi:
            return stride == 1 or (r - lo) % stride == 0
        if r < lo:
            high = middle
        else:
            low = middle + 1
    return False


@unicode.func("func In(r rune, ranges ...*RangeTable) bool", cost="8 * len(ranges)")
def in_(r: int, ranges: list[Any]) -> bool:
    return any(is_(table, r) for table in ranges)


unicode.row(
    "func IsOneOf(ranges []*RangeTable, r rune) bool", lambda ranges, r: in_(r, ranges.view()), "8 * len(ranges)"
)
