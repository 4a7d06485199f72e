"""strings: searching, comparing and changing. Splitting, joining and trimming are in cut.py."""

from __future__ import annotations

from collections.abc import Callable

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import GoPanic
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import rune_count
from codemode.stdlib.strings import spans
from codemode.stdlib.strings.spans import Predicate
from codemode.stdlib.unicode import letters

strings = Package("strings", "functions to manipulate UTF-8 encoded strings")

_SCAN = "len(s) // 64"  # steps for one pass over s in C code
_BY_RUNE = "len(s) // 4"  # steps for one pass rune by rune


# --- searching ---------------------------------------------------------------------------------------------------


@strings.func("func Contains(s, substr string) bool", cost=_SCAN)
def contains(s: bytes, substr: bytes) -> bool:
    """Contains reports whether substr is within s."""
    return substr in s


@strings.func("func ContainsAny(s, chars string) bool", cost="(len(s) + len(chars)) // 16")
def contains_any(s: bytes, chars: bytes) -> bool:
    """ContainsAny reports whether any Unicode code points in chars are within s."""
    return spans.index_any(s, chars) >= 0


@strings.func("func ContainsRune(s string, r rune) bool", cost=_SCAN)
def contains_rune(s: bytes, r: int) -> bool:
    """ContainsRune reports whether the Unicode code point r is within s."""
    return spans.index_rune(s, r) >= 0


@strings.func("func ContainsFunc(s string, f func(rune) bool) bool", cost=_BY_RUNE)
def contains_func(s: bytes, f: Predicate) -> bool:
    """ContainsFunc reports whether any Unicode code points r within s satisfy f(r)."""
    return spans.index_func(s, f) >= 0


@strings.func("func Count(s, substr string) int", cost=_SCAN)
def count(s: bytes, substr: bytes) -> int:
    """Count counts the number of non-overlapping instances of substr in s, or one more than the runes of s if substr is empty."""
    return s.count(substr) if substr else rune_count(s) + 1


@strings.func("func HasPrefix(s, prefix string) bool", cost="len(prefix) // 64")
def has_prefix(s: bytes, prefix: bytes) -> bool:
    """HasPrefix reports whether the string s begins with prefix."""
    return s.startswith(prefix)


@strings.func("func HasSuffix(s, suffix string) bool", cost="len(suffix) // 64")
def has_suffix(s: bytes, suffix: bytes) -> bool:
    """HasSuffix reports whether the string s ends with suffix."""
    return s.endswith(suffix)


@strings.func("func Index(s, substr string) int", cost=_SCAN)
def index(s: bytes, substr: bytes) -> int:
    """Index returns the index of the first instance of substr in s, or -1 if substr is not present in s."""
    return s.find(substr)


@strings.func("func IndexByte(s string, c byte) int", cost=_SCAN)
def index_byte(s: bytes, c: int) -> int:
    """IndexByte returns the index of the first instance of c in s, or -1 if c is not present in s."""
    return s.find(c)


@strings.func("func IndexRune(s string, r rune) int", cost=_SCAN)
def index_rune(s: bytes, r: int) -> int:
    """IndexRune returns the index of the first instance of the Unicode code point r, or -1 if it is not present in s."""
    return spans.index_rune(s, r)


@strings.func("func IndexAny(s, chars string) int", cost="(len(s) + len(chars)) // 16")
def index_any(s: bytes, chars: bytes) -> int:
    """IndexAny returns the index of the first instance of any Unicode code point from chars in s, or -1."""
    return spans.index_any(s, chars)


@strings.func("func IndexFunc(s string, f func(rune) bool) int", cost=_BY_RUNE)
def index_func(s: bytes, f: Predicate) -> int:
    """IndexFunc returns the index into s of the first Unicode code point satisfying f(c), or -1 if none do."""
    return spans.index_func(s, f)


@strings.func("func LastIndex(s, substr string) int", cost=_SCAN)
def last_index(s: bytes, substr: bytes) -> int:
    """LastIndex returns the index of the last instance of substr in s, or -1 if substr is not present in s."""
    return s.rfind(substr)


@strings.func("func LastIndexByte(s string, c byte) int", cost=_SCAN)
def last_index_byte(s: bytes, c: int) -> int:
    """LastIndexByte returns the index of the last instance of c in s, or -1 if c is not present in s."""
    return s.rfind(c)


@strings.func("func LastIndexAny(s, chars string) int", cost="(len(s) + len(chars)) // 16")
def last_index_any(s: bytes, chars: bytes) -> int:
    """LastIndexAny returns the index of the last instance of any Unicode code point from chars in s, or -1."""
    return spans.last_index_any(s, chars)


@strings.func("func LastIndexFunc(s string, f func(rune) bool) int", cost=_BY_RUNE)
def last_index_func(s: bytes, f: Predicate) -> int:
    """LastIndexFunc returns the index into s of the last Unicode code point satisfying f(c), or -1 if none do."""
    return spans.last_index_func(s, f)


# --- comparing ---------------------------------------------------------------------------------------------------


@strings.func("func Compare(a, b string) int", cost="min(len(a), len(b)) // 64")
def compare(a: bytes, b: bytes) -> int:
    """Compare returns an integer comparing two strings lexicographically."""
    return (a > b) - (a < b)


@strings.func("func EqualFold(s, t string) bool", cost="(len(s) + len(t)) // 16")
def equal_fold(s: bytes, t: bytes) -> bool:
    """EqualFold reports whether s and t are equal under simple Unicode case-folding."""
    return spans.equal_fold(s, t)


@strings.func("func Clone(s string) string")
def clone(s: bytes) -> bytes:
    """Clone returns a fresh copy of s."""
    return s


# --- changing ----------------------------------------------------------------------------------------------------


@strings.func("func ToUpper(s string) string", run=True, cost="len(s) // 16")
def to_upper(run: Run, s: bytes) -> bytes:
    """ToUpper returns s with all Unicode letters mapped to their upper case."""
    run.alloc(len(s))
    return s.upper() if s.isascii() else spans.change_case(s, letters.upper_char)


@strings.func("func ToLower(s string) string", run=True, cost="len(s) // 16")
def to_lower(run: Run, s: bytes) -> bytes:
    """ToLower returns s with all Unicode letters mapped to their lower case."""
    run.alloc(len(s))
    return s.lower() if s.isascii() else spans.change_case(s, letters.lower_char)


@strings.func("func ToTitle(s string) string", run=True, cost="len(s) // 16")
def to_title(run: Run, s: bytes) -> bytes:
    """ToTitle returns a copy of the string s with all Unicode letters mapped to their Unicode title case."""
    run.alloc(len(s))
    return s.upper() if s.isascii() else spans.change_case(s, letters.title_char)


@strings.func("func Title(s string) string", run=True, cost="len(s) // 8")
def title(run: Run, s: bytes) -> bytes:
    """Title returns a copy of the string s with all letters that begin words mapped to their title case."""
    run.alloc(len(s))
    return spans.titled(s)


@strings.func("func Map(mapping func(rune) rune, s string) string", run=True, cost="len(s) // 4")
def map_(run: Run, mapping: Callable[[int], int], s: bytes) -> bytes:
    """Map returns a copy of the string s with all its characters modified according to the mapping function; a negative result drops one."""
    run.alloc(4 * len(s))
    return spans.mapped(s, mapping)


@strings.func("func Repeat(s string, count int) string", run=True)
def repeat(run: Run, s: bytes, count: int) -> bytes:
    """Repeat returns a new string consisting of count copies of the string s."""
    if count < 0:
        raise GoPanic(b"strings: negative Repeat count")
    if len(s) * count >= 1 << 63:
        raise GoPanic(b"strings: Repeat output length overflow")
    run.charge(len(s) * count >> 11)
    run.alloc(len(s) * count)
    return s * count


@strings.func("func Replace(s, old, new string, n int) string", run=True, cost="len(s) // 32")
def replace(run: Run, s: bytes, old: bytes, new: bytes, n: int) -> bytes:
    """Replace returns a copy of the string s with the first n non-overlapping instances of old replaced by new; all if n < 0."""
    if old == new or n == 0:
        return s
    return replaced(run, s, old, new, n)


@strings.func("func ReplaceAll(s, old, new string) string", run=True, cost="len(s) // 32")
def replace_all(run: Run, s: bytes, old: bytes, new: bytes) -> bytes:
    """ReplaceAll returns a copy of the string s with all non-overlapping instances of old replaced by new."""
    return replaced(run, s, old, new, -1) if old != new else s


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
    """ToValidUTF8 returns a copy of the string s with each run of invalid UTF-8 byte sequences replaced by the replacement string."""
    size = len(s) + spans.invalid_runs(s) * len(replacement)
    run.charge(size >> 6)
    run.alloc(size)
    return spans.to_valid(s, replacement)
