"""bytes: splits, cuts and trims. As in Go, results are parts of the argument and share its memory."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import NIL_SLICE, Slice, slice_from
from codemode.stdlib.bytes.text import bytes_, rune_pieces
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.strings import spans
from codemode.stdlib.strings.cut import Seq, fields_seq, lines_seq, split_seq
from codemode.stdlib.strings.spans import Predicate, Span
from codemode.stdlib.unicode import letters

_PIECE = 72  # bytes of a slice header


def part(s: Slice, start: int, end: int) -> Slice:
    """Returns s[start:end]."""
    return Slice(s.arr, s.off + start, end - start, s.cap - start) if s is not NIL_SLICE else s


def capped(s: Slice, start: int, end: int) -> Slice:
    """Returns s[start:end:end]."""
    return Slice(s.arr, s.off + start, end - start, end - start) if s is not NIL_SLICE else s


def _pieces(run: Run, s: Slice, found: Iterable[Span], open_last: bool = False) -> Slice:
    items: list[Slice] = []
    for start, end in found:
        run.charge(1)
        run.alloc(_PIECE)
        items.append(capped(s, start, end))
    if open_last and items:
        items[-1] = part(s, items[-1].off - s.off, s.len)
    return slice_from(items)


# --- splitting ---------------------------------------------------------------------------------------------------


def _split(run: Run, s: Slice, sep: Slice, most: int, keep: int) -> Slice:
    if most == 0:
        return NIL_SLICE
    data, separator = bytes_of(s), bytes_of(sep)
    found = spans.split_spans(data, separator, most, keep) if separator else rune_pieces(data, most)
    return _pieces(run, s, found, open_last=True)


@bytes_.func("func Split(s, sep []byte) [][]byte", run=True, cost="len(s) // 32")
def split(run: Run, s: Slice, sep: Slice) -> Slice:
    """Split slices s into all subslices separated by sep and returns a slice of the subslices between those separators."""
    return _split(run, s, sep, -1, 0)


@bytes_.func("func SplitN(s, sep []byte, n int) [][]byte", run=True, cost="len(s) // 32")
def split_n(run: Run, s: Slice, sep: Slice, n: int) -> Slice:
    """SplitN slices s into at most n subslices separated by sep; the last is the unsplit remainder."""
    return _split(run, s, sep, n, 0)


@bytes_.func("func SplitAfter(s, sep []byte) [][]byte", run=True, cost="len(s) // 32")
def split_after(run: Run, s: Slice, sep: Slice) -> Slice:
    """SplitAfter slices s into all subslices after each instance of sep."""
    return _split(run, s, sep, -1, sep.len)


@bytes_.func("func SplitAfterN(s, sep []byte, n int) [][]byte", run=True, cost="len(s) // 32")
def split_after_n(run: Run, s: Slice, sep: Slice, n: int) -> Slice:
    """SplitAfterN slices s into at most n subslices after each instance of sep."""
    return _split(run, s, sep, n, sep.len)


@bytes_.func("func Fields(s []byte) [][]byte", run=True, cost="len(s) // 16")
def fields(run: Run, s: Slice) -> Slice:
    """Fields splits the slice s around each instance of one or more consecutive white space characters."""
    return _pieces(run, s, spans.fields(bytes_of(s)))


@bytes_.func("func FieldsFunc(s []byte, f func(rune) bool) [][]byte", run=True, cost="len(s) // 4")
def fields_func(run: Run, s: Slice, f: Predicate) -> Slice:
    """FieldsFunc splits the slice s at each run of code points c satisfying f(c)."""
    return _pieces(run, s, spans.fields_func(bytes_of(s), f))


# --- cutting -----------------------------------------------------------------------------------------------------


def _cut_at(s: Slice, sep: Slice, at: int) -> tuple[Slice, Slice, bool]:
    return (part(s, 0, at), part(s, at + sep.len, s.len), True) if at >= 0 else (s, NIL_SLICE, False)


@bytes_.func("func Cut(s, sep []byte) (before, after []byte, found bool)", cost="len(s) // 64")
def cut(s: Slice, sep: Slice) -> tuple[Slice, Slice, bool]:
    """Cut slices s around the first instance of sep, returning the text before and after sep."""
    return _cut_at(s, sep, bytes_of(s).find(bytes_of(sep)))


@bytes_.func("func CutLast(s, sep []byte) (before, after []byte, found bool)", cost="len(s) // 64")
def cut_last(s: Slice, sep: Slice) -> tuple[Slice, Slice, bool]:
    """CutLast slices s around the last instance of sep, returning the text before and after sep."""
    return _cut_at(s, sep, bytes_of(s).rfind(bytes_of(sep)))


@bytes_.func("func CutPrefix(s, prefix []byte) (after []byte, found bool)", cost="len(s) // 64")
def cut_prefix(s: Slice, prefix: Slice) -> tuple[Slice, bool]:
    """CutPrefix returns s without the provided leading prefix byte slice and reports whether it found the prefix."""
    found = bytes_of(s).startswith(bytes_of(prefix))
    return part(s, prefix.len, s.len) if found else s, found


@bytes_.func("func CutSuffix(s, suffix []byte) (before []byte, found bool)", cost="len(s) // 64")
def cut_suffix(s: Slice, suffix: Slice) -> tuple[Slice, bool]:
    """CutSuffix returns s without the provided ending suffix byte slice and reports whether it found the suffix."""
    found = bytes_of(s).endswith(bytes_of(suffix))
    return part(s, 0, s.len - suffix.len) if found else s, found


# --- trimming ----------------------------------------------------------------------------------------------------


def _part(s: Slice, span: Span) -> Slice:
    return part(s, *span)


def _trimmed(s: Slice, span: Span) -> Slice:
    """Returns the part, or nil if nothing is left."""
    return part(s, *span) if span[1] > span[0] else NIL_SLICE


@bytes_.func("func TrimSpace(s []byte) []byte", cost="len(s) // 64")
def trim_space(s: Slice) -> Slice:
    """TrimSpace returns a subslice of s by slicing off all leading and trailing white space."""
    return _trimmed(s, spans.trim_space(bytes_of(s)))


def _register_trim(
    name: str, side: str, span: Callable[[bytes, Any, bool, bool], Span], left: bool, right: bool
) -> None:
    made = _part if "Right" in name else _trimmed  # what TrimRight leaves of nothing is not nil

    def body(s: Slice, x: Any) -> Slice:
        return made(s, span(bytes_of(s), x, left, right))

    by_func = name.endswith("Func")
    what = "that satisfy f(c)" if by_func else "contained in cutset"
    body.__doc__ = f"{name} returns a subslice of s by slicing off all {side} code points {what}."
    declaration = f"func {name}(s []byte, {'f func(r rune) bool' if by_func else 'cutset string'}) []byte"
    bytes_.func(declaration, cost="len(s) // 4" if by_func else "(len(s) + len(cutset)) // 32")(body)


for _trim in spans.TRIMS:
    _register_trim(*_trim)


@bytes_.func("func TrimPrefix(s, prefix []byte) []byte", cost="len(s) // 64")
def trim_prefix(s: Slice, prefix: Slice) -> Slice:
    """TrimPrefix returns s without the provided leading prefix byte slice."""
    return cut_prefix(s, prefix)[0]


@bytes_.func("func TrimSuffix(s, suffix []byte) []byte", cost="len(s) // 64")
def trim_suffix(s: Slice, suffix: Slice) -> Slice:
    """TrimSuffix returns s without the provided trailing suffix byte slice."""
    return cut_suffix(s, suffix)[0]


# --- iterators ---------------------------------------------------------------------------------------------------


@bytes_.func("func Lines(s []byte) iter.Seq[[]byte]", run=True)
def lines(run: Run, s: Slice) -> Seq:
    """Lines returns an iterator over the newline-terminated lines in the byte slice s."""
    return lines_seq(run, bytes_of(s), partial(capped, s))


@bytes_.func("func SplitSeq(s, sep []byte) iter.Seq[[]byte]", run=True)
def split_seq_(run: Run, s: Slice, sep: Slice) -> Seq:
    """SplitSeq returns an iterator over all subslices of s separated by sep."""
    return split_seq(run, bytes_of(s), bytes_of(sep), 0, partial(capped, s))


@bytes_.func("func SplitAfterSeq(s, sep []byte) iter.Seq[[]byte]", run=True)
def split_after_seq(run: Run, s: Slice, sep: Slice) -> Seq:
    """SplitAfterSeq returns an iterator over subslices of s split after each instance of sep."""
    return split_seq(run, bytes_of(s), bytes_of(sep), sep.len, partial(capped, s))


@bytes_.func("func FieldsSeq(s []byte) iter.Seq[[]byte]", run=True)
def fields_seq_(run: Run, s: Slice) -> Seq:
    """FieldsSeq returns an iterator over subslices of s split around runs of whitespace characters."""
    return fields_seq(run, bytes_of(s), letters.is_space, partial(capped, s))


@bytes_.func("func FieldsFuncSeq(s []byte, f func(rune) bool) iter.Seq[[]byte]", run=True)
def fields_func_seq(run: Run, s: Slice, f: Predicate) -> Seq:
    """FieldsFuncSeq returns an iterator over subslices of s split around runs of code points satisfying f(c)."""
    return fields_seq(run, bytes_of(s), f, partial(capped, s))
