"""bytes: searching, comparing and changing, with the bodies of package strings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from codemode.interpreter.machine.calling import call_with
from codemode.interpreter.machine.conversions import decode_runes
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import NIL_SLICE, GoPanic, Slice, slice_from
from codemode.stdlib.appending import byte_slice, byte_slice_or_nil
from codemode.stdlib.registry import LibraryFunc, Package
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.strings import spans
from codemode.stdlib.strings.text import replaced, strings

bytes_ = Package("bytes")


# --- as in strings -----------------------------------------------------------------------------------------------

_MIRRORED = (
    "func Contains(b, subslice []byte) bool",
    "func ContainsAny(b []byte, chars string) bool",
    "func ContainsRune(b []byte, r rune) bool",
    "func ContainsFunc(b []byte, f func(rune) bool) bool",
    "func Count(s, sep []byte) int",
    "func HasPrefix(s, prefix []byte) bool",
    "func HasSuffix(s, suffix []byte) bool",
    "func Index(s, sep []byte) int",
    "func IndexByte(b []byte, c byte) int",
    "func IndexRune(s []byte, r rune) int",
    "func IndexAny(s []byte, chars string) int",
    "func IndexFunc(s []byte, f func(r rune) bool) int",
    "func LastIndex(s, sep []byte) int",
    "func LastIndexByte(s []byte, c byte) int",
    "func LastIndexAny(s []byte, chars string) int",
    "func LastIndexFunc(s []byte, f func(r rune) bool) int",
    "func Compare(a, b []byte) int",
    "func EqualFold(s, t []byte) bool",
    "func ToUpper(s []byte) []byte",
    "func ToLower(s []byte) []byte",
    "func ToTitle(s []byte) []byte",
    "func Title(s []byte) []byte",
    "func Map(mapping func(r rune) rune, s []byte) []byte",
    "func ToValidUTF8(s, replacement []byte) []byte",
)


def _mirror(declaration: str) -> None:
    """Registers the function of package strings with this name, for byte slices."""
    func = cast(LibraryFunc, strings.lookup(declaration.removeprefix("func ").partition("(")[0]))
    body: Any = func.native
    wants_run, makes_bytes = func.wants_run, declaration.endswith(" []byte")

    def mirrored(run: Run, *args: Any) -> Any:
        given = [bytes_of(arg) if type(arg) is Slice else arg for arg in args]
        result = call_with(body, [run, *given] if wants_run else given)
        return byte_slice(run, result) if makes_bytes else result

    def cost(*args: Any) -> int:
        return sum([arg.len for arg in args if type(arg) is Slice]) // 8

    bytes_.func(declaration, run=True, cost=cost)(mirrored)


for _declaration in _MIRRORED:
    _mirror(_declaration)


# --- its own -----------------------------------------------------------------------------------------------------


bytes_.row("func Equal(a, b []byte) bool", lambda a, b: a.len == b.len and bytes_of(a) == bytes_of(b), "len(a) // 64")
bytes_.row(
    "func Clone(b []byte) []byte", lambda run, b: b if b is NIL_SLICE else byte_slice(run, bytes_of(b)), "len(b) // 64"
)


@bytes_.func("func Runes(s []byte) []rune", run=True, cost="len(s) // 8")
def runes_(run: Run, s: Slice) -> Slice:
    run.alloc(8 * s.len)
    return slice_from(decode_runes(bytes_of(s)))


@bytes_.func("func Repeat(b []byte, count int) []byte", run=True)
def repeat(run: Run, b: Slice, count: int) -> Slice:
    if count < 0:
        raise GoPanic(b"bytes: negative Repeat count")
    if b.len * count >= 1 << 63:
        raise GoPanic(b"bytes: Repeat output length overflow")
    run.charge(b.len * count >> 11)
    run.alloc(b.len * count)
    return slice_from(bytearray(bytes_of(b) * count))


@bytes_.func("func Replace(s, old, new []byte, n int) []byte", run=True, cost="len(s) // 32")
def replace(run: Run, s: Slice, old: Slice, new: Slice, n: int) -> Slice:
    data, what = bytes_of(s), bytes_of(old)
    if n == 0 or (what and what not in data):
        return byte_slice_or_nil(run, data)
    return byte_slice(run, replaced(run, data, what, bytes_of(new), n))


bytes_.row(
    "func ReplaceAll(s, old, new []byte) []byte", lambda run, s, old, new: replace(run, s, old, new, -1), "len(s) // 32"
)


@bytes_.func("func Join(s [][]byte, sep []byte) []byte", run=True, cost="len(s) // 4")
def join(run: Run, s: Slice, sep: Slice) -> Slice:
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
