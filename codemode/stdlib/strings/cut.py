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
_ITERATOR = 250  # bytes of an iterator


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


strings.row("func Split(s, sep string) []string", lambda run, s, sep: _split(run, s, sep, -1, 0), "len(s) // 32")
strings.row(
    "func SplitN(s, sep string, n int) []string", lambda run, s, sep, n: _split(run, s, sep, n, 0), "len(s) // 32"
)
strings.row(
    "func SplitAfter(s, sep string) []string", lambda run, s, sep: _split(run, s, sep, -1, len(sep)), "len(s) // 32"
)
strings.row(
    "func SplitAfterN(s, sep string, n int) []string",
    lambda run, s, sep, n: _split(run, s, sep, n, len(sep)),
    "len(s) // 32",
)


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
    if s.isascii():
        # Python and Go agree on ASCII white space
        found: list[bytes] = []
        for piece in _blocks(s):
            words = piece.split()
            _pay(run, piece, len(words))
            found += words
        return slice_from(found)
    return _pieces(run, s, list(spans.fields(s)))


strings.row(
    "func FieldsFunc(s string, f func(rune) bool) []string",
    lambda run, s, f: _pieces(run, s, spans.fields_func(s, f)),
    "len(s) // 4",
)


@strings.func("func Join(elems []string, sep string) string", run=True, cost="len(elems) // 4")
def join(run: Run, elems: Slice, sep: bytes) -> bytes:
    items = elems.view()
    size = sum(map(len, items)) + len(sep) * max(len(items) - 1, 0)
    run.charge(size >> 6)
    run.alloc(size)
    return sep.join(items)


# --- cutting -----------------------------------------------------------------------------------------------------


@strings.func("func Cut(s, sep string) (before, after string, found bool)", cost="len(s) // 64")
def cut(s: bytes, sep: bytes) -> tuple[bytes, bytes, bool]:
    at = s.find(sep)
    return (s[:at], s[at + len(sep) :], True) if at >= 0 else (s, b"", False)


@strings.func("func CutLast(s, sep string) (before, after string, found bool)", cost="len(s) // 64")
def cut_last(s: bytes, sep: bytes) -> tuple[bytes, bytes, bool]:
    at = spans.last_index(s, sep)
    return (s[:at], s[at + len(sep) :], True) if at >= 0 else (s, b"", False)


strings.row(
    "func CutPrefix(s, prefix string) (after string, found bool)",
    lambda s, prefix: (s[len(prefix) :], True) if s.startswith(prefix) else (s, False),
    "len(s) // 64",
)
strings.row(
    "func CutSuffix(s, suffix string) (before string, found bool)",
    lambda s, suffix: (s[: len(s) - len(suffix)], True) if s.endswith(suffix) else (s, False),
    "len(s) // 64",
)


# --- trimming ----------------------------------------------------------------------------------------------------


@strings.func("func TrimSpace(s string) string", cost="len(s) // 64", of_ascii="strip")
def trim_space(s: bytes) -> bytes:
    start, end = spans.trim_space(s)
    return s[start:end]


def _register_trim(name: str) -> None:
    span, left, right = spans.TRIMS[name]

    def body(s: bytes, x: Any) -> bytes:
        start, end = span(s, x, left, right)
        return s[start:end]

    if name.endswith("Func"):
        strings.row(f"func {name}(s string, f func(rune) bool) string", body, "len(s) // 4")
    else:
        strings.row(f"func {name}(s, cutset string) string", body, "(len(s) + len(cutset)) // 32")


for _name in spans.TRIMS:
    _register_trim(_name)

strings.row("func TrimPrefix(s, prefix string) string", lambda s, prefix: s.removeprefix(prefix), "len(s) // 64")
strings.row("func TrimSuffix(s, suffix string) string", lambda s, suffix: s.removesuffix(suffix), "len(s) // 64")


# --- iterators ---------------------------------------------------------------------------------------------------


def lines_seq(run: Run, s: bytes, piece: Piece) -> Seq:
    """Returns an iterator over the lines of a text. `piece` makes the value of a span."""
    run.alloc(_ITERATOR)
    at = 0

    def each(yield_: Yield) -> None:
        nonlocal at  # a single-use iterator: a second loop continues where the first one stopped
        while at < len(s):
            start, found = at, s.find(b"\n", at)
            at = found + 1 if found >= 0 else len(s)
            run.charge(1 + (at - start >> 6))
            run.alloc(at - start)
            if not yield_(piece(start, at)):
                return

    return each


def split_seq(run: Run, s: bytes, sep: bytes, keep: int, piece: Piece) -> Seq:
    """Returns an iterator over the pieces between separators. The first `keep` bytes of each belong to the piece before it."""
    run.alloc(_ITERATOR)
    at = 0

    def each(yield_: Yield) -> None:
        nonlocal at
        while sep or at < len(s):
            start = at
            if sep:
                found = s.find(sep, at)
                if found < 0:
                    run.charge(1 + (len(s) - at >> 6))
                    run.alloc(len(s) - at)
                    break
                end, after = found + keep, found + len(sep)
            else:
                end = after = at + decode_rune(s, at)[1]
            run.charge(1 + (after - start >> 6))
            run.alloc(end - start)
            if not yield_(piece(start, end)):
                return
            at = after
        if sep:
            yield_(piece(at, len(s)))

    return each


def fields_seq(run: Run, s: bytes, f: Predicate, piece: Piece) -> Seq:
    """Returns an iterator over the runs of code points that do not satisfy f."""
    run.alloc(_ITERATOR)

    def each(yield_: Yield) -> None:
        start, at = -1, 0
        while at < len(s):
            run.charge(1)
            rune, width = decode_rune(s, at)
            if not f(rune):
                start = at if start < 0 else start
            elif start >= 0:
                run.alloc(at - start)
                if not yield_(piece(start, at)):
                    return
                start = -1
            at += width
        if start >= 0:
            run.alloc(len(s) - start)
            yield_(piece(start, len(s)))

    return each


def _piece(s: bytes) -> Piece:
    return lambda start, end: s[start:end]


strings.row("func Lines(s string) iter.Seq[string]", lambda run, s: lines_seq(run, s, _piece(s)))
strings.row("func SplitSeq(s, sep string) iter.Seq[string]", lambda run, s, sep: split_seq(run, s, sep, 0, _piece(s)))
strings.row(
    "func SplitAfterSeq(s, sep string) iter.Seq[string]",
    lambda run, s, sep: split_seq(run, s, sep, len(sep), _piece(s)),
)
strings.row("func FieldsSeq(s string) iter.Seq[string]", lambda run, s: fields_seq(run, s, letters.is_space, _piece(s)))
strings.row(
    "func FieldsFuncSeq(s string, f func(rune) bool) iter.Seq[string]",
    lambda run, s, f: fields_seq(run, s, f, _piece(s)),
)
