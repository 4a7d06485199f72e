"""strings: searching, comparing and changing. Splitting, joining and trimming are in cut.py."""

from __future__ import annotations

from collections.abc import Callable

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import GoPanic
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import rune_count
from codemode.stdlib.strings import spans
from codemode.stdlib.unicode import letters

strings = Package("strings")

_SCAN = "len(s) // 64"  # steps for one pass over s in C code
_BY_RUNE = "len(s) // 4"  # steps for one pass rune by rune


# --- searching ---------------------------------------------------------------------------------------------------


strings.row("func Contains(s, substr string) bool", lambda s, substr: substr in s, _SCAN)
strings.row(
    "func ContainsAny(s, chars string) bool",
    lambda s, chars: spans.index_any(s, chars) >= 0,
    "(len(s) + len(chars)) // 16",
)
strings.row("func ContainsRune(s string, r rune) bool", lambda s, r: spans.index_rune(s, r) >= 0, _SCAN)
strings.row("func ContainsFunc(s string, f func(rune) bool) bool", lambda s, f: spans.index_func(s, f) >= 0, _BY_RUNE)


@strings.func("func Count(s, substr string) int", cost=_SCAN)
def count(s: bytes, substr: bytes) -> int:
    return s.count(substr) if substr else rune_count(s) + 1


strings.row("func HasPrefix(s, prefix string) bool", lambda s, prefix: s.startswith(prefix), "len(prefix) // 64")
strings.row("func HasSuffix(s, suffix string) bool", lambda s, suffix: s.endswith(suffix), "len(suffix) // 64")
strings.row("func Index(s, substr string) int", lambda s, substr: s.find(substr), _SCAN)
strings.row("func IndexByte(s string, c byte) int", lambda s, c: s.find(c), _SCAN)
strings.row("func IndexRune(s string, r rune) int", lambda s, r: spans.index_rune(s, r), _SCAN)
strings.row(
    "func IndexAny(s, chars string) int", lambda s, chars: spans.index_any(s, chars), "(len(s) + len(chars)) // 16"
)
strings.row("func IndexFunc(s string, f func(rune) bool) int", lambda s, f: spans.index_func(s, f), _BY_RUNE)
strings.row("func LastIndex(s, substr string) int", lambda s, substr: spans.last_index(s, substr), _SCAN)
strings.row("func LastIndexByte(s string, c byte) int", lambda s, c: s.rfind(c), _SCAN)
strings.row(
    "func LastIndexAny(s, chars string) int",
    lambda s, chars: spans.last_index_any(s, chars),
    "(len(s) + len(chars)) // 16",
)
strings.row("func LastIndexFunc(s string, f func(rune) bool) int", lambda s, f: spans.last_index_func(s, f), _BY_RUNE)


# --- comparing ---------------------------------------------------------------------------------------------------


strings.row("func Compare(a, b string) int", lambda a, b: (a > b) - (a < b), "min(len(a), len(b)) // 64")
strings.row("func EqualFold(s, t string) bool", lambda s, t: spans.equal_fold(s, t), "(len(s) + len(t)) // 16")
strings.row("func Clone(s string) string", lambda s: s)


# --- changing ----------------------------------------------------------------------------------------------------


def _register_case(name: str, ascii_case: Callable[[bytes], bytes], change: Callable[[str], str]) -> None:
    def to_case(run: Run, s: bytes) -> bytes:
        if len(s) >= 16:
            run.alloc(len(s))
        return ascii_case(s) if s.isascii() else spans.change_case(s, change)

    text, method = f"func {name}(s string) string", ascii_case.__name__
    strings.func(text, run=True, cost="len(s) // 16", of_ascii=method)(to_case)


_register_case("ToUpper", bytes.upper, letters.upper_char)
_register_case("ToLower", bytes.lower, letters.lower_char)
_register_case("ToTitle", bytes.upper, letters.title_char)


@strings.func("func Title(s string) string", run=True, cost="len(s) // 8")
def title(run: Run, s: bytes) -> bytes:
    run.alloc(len(s))
    return spans.titled(s)


@strings.func("func Map(mapping func(rune) rune, s string) string", run=True, cost="len(s) // 4")
def map_(run: Run, mapping: Callable[[int], int], s: bytes) -> bytes:
    run.alloc(4 * len(s))
    return spans.mapped(s, mapping)


@strings.func("func Repeat(s string, count int) string", run=True)
def repeat(run: Run, s: bytes, count: int) -> bytes:
    if count < 0:
        raise GoPanic(b"strings: negative Repeat count")
    if len(s) * count >= 1 << 63:
        raise GoPanic(b"strings: Repeat output length overflow")
    run.charge(len(s) * count >> 11)
    run.alloc(len(s) * count)
    return s * count


strings.row(
    "func Replace(s, old, new string, n int) string",
    lambda run, s, old, new, n: s if old == new or n == 0 else replaced(run, s, old, new, n),
    "len(s) // 32",
)
strings.row(
    "func ReplaceAll(s, old, new string) string",
    lambda run, s, old, new: replaced(run, s, old, new, -1) if old != new else s,
    "len(s) // 32",
)


def replaced(run: Run, s: bytes, old: bytes, new: bytes, most: int) -> bytes:
    """Returns s with at most `most` (negative: all) instances of old replaced. It charges before it replaces."""
    found = s.count(old) if old else rune_count(s) + 1
    times = found if most < 0 else min(most, found)
    size = len(s) + times * (len(new) - len(old))
    run.charge((times >> 3) + (size >> 6))
    run.alloc(size)
    if old:
        return s.replace(old, new, times)
    # before each rune and after the last one
    out = bytearray()
    for number, (start, end) in enumerate(spans.rune_spans(s)):
        if number < times:
            out += new
        out += s[start:end]
    return bytes(out + new if found <= times else out)


@strings.func("func ToValidUTF8(s, replacement string) string", run=True, cost="len(s) // 16")
def to_valid_utf8(run: Run, s: bytes, replacement: bytes) -> bytes:
    size = len(s) + spans.invalid_runs(s) * len(replacement)
    run.charge(size >> 6)
    run.alloc(size)
    return spans.to_valid(s, replacement)
