"""strings: splitting, joining, cutting and trimming, and the iterators that split lazily."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import NIL_SLICE, Slice, slice_from
from codemode.stdlib.runes import decode_rune, each_rune
from codemode.stdlib.strings import spans
from codemode.stdlib.strings.spans import Predicate, Span
from codemode.stdlib.strings.text import strings
from codemode.stdlib.unicode import letters

Yield = Callable[[Any], bool]
Seq = Callable[[Yield], None]
Piece = Callable[[int, int], Any]

_BLOCK = 1 << 16
_SPACE = re.compile(rb"[\t\n\v\f\r ]")
_PIECE = 50  # bytes of a piece without its text


def _pay(run: Run, s: bytes, pieces: int) -> None:
    run.charge(pieces)
    run.alloc(len(s) + _PIECE * pieces)


def _pieces(run: Run, s: bytes, found: list[Span]) -> Slice:
    _pay(run, s, len(found))
    return slice_from([s[start:end] for start, end in found])


# --- splitting ---------------------------------------------------------------------------------------------------


def _split(run: Run, s: bytes, sep: bytes, most: int, keep: int) -> Slice:
    if most == 0:
        return NIL_SLICE
    if not sep:
        _pay(run, s, len(s) if most < 0 else min(len(s), most))
        if most < 0:
            return slice_from([s[at : at + width] for at, _, width in each_rune(s)])
        return slice_from([s[start:end] for start, end in spans.rune_spans(s, most)])
    _pay(run, s, s.count(sep) + 1)
    if keep:
        return slice_from([s[start:end] for start, end in spans.split_spans(s, sep, most, keep)])
    return slice_from(s.split(sep, most - 1 if most > 0 else -1))


@strings.func("func Split(s, sep string) []string", run=True, cost="len(s) // 32")
def split(run: Run, s: bytes, sep: bytes) -> Slice:
    """Split slices s into all substrings separated by sep and returns a slice of the substrings between those separators."""
    return _split(run, s, sep, -1, 0)


@strings.func("func SplitN(s, sep string, n int) []string", run=True, cost="len(s) // 32")
def split_n(run: Run, s: bytes, sep: bytes, n: int) -> Slice:
    """SplitN slices s into at most n substrings separated by sep; the last is the unsplit remainder."""
    return _split(run, s, sep, n, 0)


@strings.func("func SplitAfter(s, sep string) []string", run=True, cost="len(s) // 32")
def split_after(run: Run, s: bytes, sep: bytes) -> Slice:
    """SplitAfter slices s into all substrings after each instance of sep and returns a slice of those substrings."""
    return _split(run, s, sep, -1, len(sep))


@strings.func("func SplitAfterN(s, sep string, n int) []string", run=True, cost="len(s) // 32")
def split_after_n(run: Run, s: bytes, sep: bytes, n: int) -> Slice:
    """SplitAfterN slices s into at most n substrings after each instance of sep."""
    return _split(run, s, sep, n, len(sep))


def _blocks(s: bytes) -> Iterator[bytes]:
    """Splits the text into pieces of about equal size that end with white space."""
    at = 0
    while len(s) - at > _BLOCK:
        space = _SPACE.search(s, at + _BLOCK)
        if space is None:
            break
        yield s[at : space.end()]
        at = space.end()
    yield s[at:]


@strings.func("func Fields(s string) []string", run=True, cost="len(s) // 16")
def fields(run: Run, s: bytes) -> Slice:
    """Fields splits the string s around each instance of one or more consecutive white space characters."""
    if s.isascii():
        # Python and Go agree on ASCII white space
        found: list[bytes] = []
        for piece in _blocks(s):
            words = piece.split()
            _pay(run, piece, len(words))
            found += words
        return slice_from(found)
    return _pieces(run, s, list(spans.fields(s)))


@strings.func("func FieldsFunc(s string, f func(rune) bool) []string", run=True, cost="len(s) // 4")
def fields_func(run: Run, s: bytes, f: Predicate) -> Slice:
    """FieldsFunc splits the string s at each run of Unicode code points c satisfying f(c)."""
    return _pieces(run, s, spans.fields_func(s, f))


@strings.func("func Join(elems []string, sep string) string", run=True, cost="len(elems) // 4")
def join(run: Run, elems: Slice, sep: bytes) -> bytes:
    """Join concatenates the elements of its first argument to create a single string, with sep between them."""
    items = elems.view()
    size = sum(map(len, items)) + len(sep) * max(len(items) - 1, 0)
    run.charge(size >> 6)
    run.alloc(size)
    return sep.join(items)


# --- cutting -----------------------------------------------------------------------------------------------------


@strings.func("func Cut(s, sep string) (before, after string, found bool)", cost="len(s) // 64")
def cut(s: bytes, sep: bytes) -> tuple[bytes, bytes, bool]:
    """Cut slices s around the first instance of sep, returning the text before and after sep."""
    at = s.find(sep)
    return (s[:at], s[at + len(sep) :], True) if at >= 0 else (s, b"", False)


@strings.func("func CutLast(s, sep string) (before, after string, found bool)", cost="len(s) // 64")
def cut_last(s: bytes, sep: bytes) -> tuple[bytes, bytes, bool]:
    """CutLast slices s around the last instance of sep, returning the text before and after sep."""
    at = s.rfind(sep)
    return (s[:at], s[at + len(sep) :], True) if at >= 0 else (s, b"", False)


@strings.func("func CutPrefix(s, prefix string) (after string, found bool)", cost="len(s) // 64")
def cut_prefix(s: bytes, prefix: bytes) -> tuple[bytes, bool]:
    """CutPrefix returns s without the provided leading prefix string and reports whether it found the prefix."""
    return (s[len(prefix) :], True) if s.startswith(prefix) else (s, False)


@strings.func("func CutSuffix(s, suffix string) (before string, found bool)", cost="len(s) // 64")
def cut_suffix(s: bytes, suffix: bytes) -> tuple[bytes, bool]:
    """CutSuffix returns s without the provided ending suffix string and reports whether it found the suffix."""
    return (s[: len(s) - len(suffix)], True) if s.endswith(suffix) else (s, False)


# --- trimming ----------------------------------------------------------------------------------------------------


@strings.func("func TrimSpace(s string) string", cost="len(s) // 64")
def trim_space(s: bytes) -> bytes:
    """TrimSpace returns a slice of the string s, with all leading and trailing white space removed."""
    start, end = spans.trim_space(s)
    return s[start:end]


def _register_trim(
    name: str, side: str, span: Callable[[bytes, Any, bool, bool], Span], left: bool, right: bool
) -> None:
    def body(s: bytes, x: Any) -> bytes:
        start, end = span(s, x, left, right)
        return s[start:end]

    by_func = name.endswith("Func")
    what = "satisfying f(c)" if by_func else "contained in cutset"
    body.__doc__ = f"{name} returns a slice of the string s with all {side} Unicode code points {what} removed."
    declaration = (
        f"func {name}(s string, f func(rune) bool) string" if by_func else f"func {name}(s, cutset string) string"
    )
    strings.func(declaration, cost="len(s) // 4" if by_func else "(len(s) + len(cutset)) // 32")(body)


for _trim in spans.TRIMS:
    _register_trim(*_trim)


@strings.func("func TrimPrefix(s, prefix string) string", cost="len(s) // 64")
def trim_prefix(s: bytes, prefix: bytes) -> bytes:
    """TrimPrefix returns s without the provided leading prefix string."""
    return s.removeprefix(prefix)


@strings.func("func TrimSuffix(s, suffix string) string", cost="len(s) // 64")
def trim_suffix(s: bytes, suffix: bytes) -> bytes:
    """TrimSuffix returns s without the provided trailing suffix string."""
    return s.removesuffix(suffix)


# --- iterators ---------------------------------------------------------------------------------------------------


def lines_seq(run: Run, s: bytes, piece: Piece) -> Seq:
    """Returns an iterator over the lines of a text. `piece` makes the value of a span."""
    at = 0

    def each(yield_: Yield) -> None:
        nonlocal at  # a single-use iterator: a second loop continues where the first one stopped
        while at < len(s):
            start, found = at, s.find(b"\n", at)
            at = found + 1 if found >= 0 else len(s)
            run.charge(1 + (at - start >> 6))
            if not yield_(piece(start, at)):
                return

    return each


def split_seq(run: Run, s: bytes, sep: bytes, keep: int, piece: Piece) -> Seq:
    """Returns an iterator over the pieces between separators. The first `keep` bytes of each belong to the piece before it."""
    at = 0

    def each(yield_: Yield) -> None:
        nonlocal at
        while sep or at < len(s):
            start = at
            if sep:
                found = s.find(sep, at)
                if found < 0:
                    break
                end, after = found + keep, found + len(sep)
            else:
                end = after = at + decode_rune(s, at)[1]
            run.charge(1 + (end - start >> 6))
            if not yield_(piece(start, end)):
                return
            at = after
        if sep:
            yield_(piece(at, len(s)))

    return each


def fields_seq(run: Run, s: bytes, f: Predicate, piece: Piece) -> Seq:
    """Returns an iterator over the runs of code points that do not satisfy f."""

    def each(yield_: Yield) -> None:
        start, at = -1, 0
        while at < len(s):
            run.charge(1)
            rune, width = decode_rune(s, at)
            if not f(rune):
                start = at if start < 0 else start
            elif start >= 0:
                if not yield_(piece(start, at)):
                    return
                start = -1
            at += width
        if start >= 0:
            yield_(piece(start, len(s)))

    return each


def _piece(s: bytes) -> Piece:
    return lambda start, end: s[start:end]


@strings.func("func Lines(s string) iter.Seq[string]", run=True)
def lines(run: Run, s: bytes) -> Seq:
    """Lines returns an iterator over the newline-terminated lines in the string s."""
    return lines_seq(run, s, _piece(s))


@strings.func("func SplitSeq(s, sep string) iter.Seq[string]", run=True)
def split_seq_(run: Run, s: bytes, sep: bytes) -> Seq:
    """SplitSeq returns an iterator over all substrings of s separated by sep."""
    return split_seq(run, s, sep, 0, _piece(s))


@strings.func("func SplitAfterSeq(s, sep string) iter.Seq[string]", run=True)
def split_after_seq(run: Run, s: bytes, sep: bytes) -> Seq:
    """SplitAfterSeq returns an iterator over substrings of s split after each instance of sep."""
    return split_seq(run, s, sep, len(sep), _piece(s))


@strings.func("func FieldsSeq(s string) iter.Seq[string]", run=True)
def fields_seq_(run: Run, s: bytes) -> Seq:
    """FieldsSeq returns an iterator over substrings of s split around runs of whitespace characters."""
    return fields_seq(run, s, letters.is_space, _piece(s))


@strings.func("func FieldsFuncSeq(s string, f func(rune) bool) iter.Seq[string]", run=True)
def fields_func_seq(run: Run, s: bytes, f: Predicate) -> Seq:
    """FieldsFuncSeq returns an iterator over substrings of s split around runs of Unicode code points satisfying f(c)."""
    return fields_seq(run, s, f, _piece(s))
