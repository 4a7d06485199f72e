"""bytes: searching, comparing and changing, with the bodies of package strings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from codemode.interpreter.machine.calling import call_with
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import NIL_SLICE, GoPanic, Slice, slice_from
from codemode.stdlib import runes
from codemode.stdlib.appending import byte_slice, byte_slice_or_nil
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.strings import spans, text

bytes_ = Package("bytes", "functions to manipulate byte slices")


# --- as in strings -----------------------------------------------------------------------------------------------

# declaration, body of package strings, and which arguments are byte slices (b) or anything else (-)
_MIRRORED: list[tuple[str, Callable[..., Any], str]] = [
    ("func Contains(b, subslice []byte) bool", text.contains, "bb"),
    ("func ContainsAny(b []byte, chars string) bool", text.contains_any, "b-"),
    ("func ContainsRune(b []byte, r rune) bool", text.contains_rune, "b-"),
    ("func ContainsFunc(b []byte, f func(rune) bool) bool", text.contains_func, "b-"),
    ("func Count(s, sep []byte) int", text.count, "bb"),
    ("func HasPrefix(s, prefix []byte) bool", text.has_prefix, "bb"),
    ("func HasSuffix(s, suffix []byte) bool", text.has_suffix, "bb"),
    ("func Index(s, sep []byte) int", text.index, "bb"),
    ("func IndexByte(b []byte, c byte) int", text.index_byte, "b-"),
    ("func IndexRune(s []byte, r rune) int", text.index_rune, "b-"),
    ("func IndexAny(s []byte, chars string) int", text.index_any, "b-"),
    ("func IndexFunc(s []byte, f func(r rune) bool) int", text.index_func, "b-"),
    ("func LastIndex(s, sep []byte) int", text.last_index, "bb"),
    ("func LastIndexByte(s []byte, c byte) int", text.last_index_byte, "b-"),
    ("func LastIndexAny(s []byte, chars string) int", text.last_index_any, "b-"),
    ("func LastIndexFunc(s []byte, f func(r rune) bool) int", text.last_index_func, "b-"),
    ("func Compare(a, b []byte) int", text.compare, "bb"),
    ("func EqualFold(s, t []byte) bool", text.equal_fold, "bb"),
]
# these get the run and return a new byte slice
_MIRRORED_CHANGES: list[tuple[str, Callable[..., bytes], str]] = [
    ("func ToUpper(s []byte) []byte", text.to_upper, "b"),
    ("func ToLower(s []byte) []byte", text.to_lower, "b"),
    ("func ToTitle(s []byte) []byte", text.to_title, "b"),
    ("func Title(s []byte) []byte", text.title, "b"),
    ("func Map(mapping func(r rune) rune, s []byte) []byte", text.map_, "-b"),
    ("func ToValidUTF8(s, replacement []byte) []byte", text.to_valid_utf8, "bb"),
]


def _arguments(kinds: str, args: tuple[Any, ...]) -> list[Any]:
    return [bytes_of(arg) if kind == "b" else arg for kind, arg in zip(kinds, args)]


def _cost(kinds: str) -> Callable[..., int]:
    def cost(*args: Any) -> int:
        return sum([arg.len for kind, arg in zip(kinds, args) if kind == "b"]) // 8

    return cost


def _mirror(declaration: str, body: Callable[..., Any], kinds: str) -> None:
    def mirrored(*args: Any) -> Any:
        return call_with(body, _arguments(kinds, args))

    mirrored.__doc__ = (body.__doc__ or "").replace("string", "byte slice")
    bytes_.func(declaration, cost=_cost(kinds))(mirrored)


def _mirror_change(declaration: str, body: Callable[..., bytes], kinds: str) -> None:
    def mirrored(run: Run, *args: Any) -> Slice:
        return byte_slice(run, call_with(body, (run, *_arguments(kinds, args))))

    mirrored.__doc__ = (body.__doc__ or "").replace("string", "byte slice")
    bytes_.func(declaration, run=True, cost=_cost(kinds))(mirrored)


for _declaration, _body, _kinds in _MIRRORED:
    _mirror(_declaration, _body, _kinds)
for _declaration, _body, _kinds in _MIRRORED_CHANGES:
    _mirror_change(_declaration, _body, _kinds)


# --- its own -----------------------------------------------------------------------------------------------------


@bytes_.func("func Equal(a, b []byte) bool", cost="len(a) // 64")
def equal(a: Slice, b: Slice) -> bool:
    """Equal reports whether a and b are the same length and contain the same bytes."""
    return a.len == b.len and bytes_of(a) == bytes_of(b)


@bytes_.func("func Clone(b []byte) []byte", run=True, cost="len(b) // 64")
def clone(run: Run, b: Slice) -> Slice:
    """Clone returns a copy of b[:len(b)], nil if b is nil."""
    return b if b is NIL_SLICE else byte_slice(run, bytes_of(b))


@bytes_.func("func Runes(s []byte) []rune", run=True, cost="len(s) // 8")
def runes_(run: Run, s: Slice) -> Slice:
    """Runes interprets s as a sequence of UTF-8-encoded code points and returns a slice of runes equivalent to s."""
    run.alloc(8 * s.len)
    return slice_from(runes.runes(bytes_of(s)))


@bytes_.func("func Repeat(b []byte, count int) []byte", run=True)
def repeat(run: Run, b: Slice, count: int) -> Slice:
    """Repeat returns a new byte slice consisting of count copies of b."""
    if count < 0:
        raise GoPanic(b"bytes: negative Repeat count")
    if b.len * count >= 1 << 63:
        raise GoPanic(b"bytes: Repeat output length overflow")
    run.charge(b.len * count >> 11)
    run.alloc(b.len * count)
    return slice_from(bytearray(bytes_of(b) * count))


@bytes_.func("func Replace(s, old, new []byte, n int) []byte", run=True, cost="len(s) // 32")
def replace(run: Run, s: Slice, old: Slice, new: Slice, n: int) -> Slice:
    """Replace returns a copy of the slice s with the first n non-overlapping instances of old replaced by new; all if n < 0."""
    data, what = bytes_of(s), bytes_of(old)
    if n == 0 or (what and what not in data):
        return byte_slice_or_nil(run, data)
    return byte_slice(run, text.replaced(run, data, what, bytes_of(new), n))


@bytes_.func("func ReplaceAll(s, old, new []byte) []byte", run=True, cost="len(s) // 32")
def replace_all(run: Run, s: Slice, old: Slice, new: Slice) -> Slice:
    """ReplaceAll returns a copy of the slice s with all non-overlapping instances of old replaced by new."""
    return replace(run, s, old, new, -1)


@bytes_.func("func Join(s [][]byte, sep []byte) []byte", run=True, cost="len(s) // 4")
def join(run: Run, s: Slice, sep: Slice) -> Slice:
    """Join concatenates the elements of s to create a new byte slice, with sep between them."""
    items = s.view()
    if len(items) == 1:
        return byte_slice_or_nil(run, bytes_of(items[0]))
    size = sum([item.len for item in items]) + sep.len * max(len(items) - 1, 0)
    run.charge(size >> 6)
    run.alloc(size)
    return slice_from(bytearray(bytes_of(sep).join([bytes_of(item) for item in items])))


def rune_pieces(s: bytes, most: int) -> Iterator[spans.Span]:
    """Returns the spans of the runes. Unlike in strings, `most` of 0 also means all."""
    return spans.rune_spans(s, most if most > 0 else -1)
