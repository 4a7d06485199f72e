"""bytes: splits, cuts and trims. As in Go, results are parts of the argument and share its memory."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import NIL_SLICE, Slice, slice_from
from codemode.stdlib.bytes.text import bytes_, rune_pieces
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.strings import spans
from codemode.stdlib.strings.cut import fields_seq, lines_seq, split_seq
from codemode.stdlib.strings.spans import Span
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


bytes_.row("func Split(s, sep []byte) [][]byte", lambda run, s, sep: _split(run, s, sep, -1, 0), "len(s) // 32")
bytes_.row(
    "func SplitN(s, sep []byte, n int) [][]byte", lambda run, s, sep, n: _split(run, s, sep, n, 0), "len(s) // 32"
)
bytes_.row(
    "func SplitAfter(s, sep []byte) [][]byte", lambda run, s, sep: _split(run, s, sep, -1, sep.len), "len(s) // 32"
)
bytes_.row(
    "func SplitAfterN(s, sep []byte, n int) [][]byte",
    lambda run, s, sep, n: _split(run, s, sep, n, sep.len),
    "len(s) // 32",
)
bytes_.row("func Fields(s []byte) [][]byte", lambda run, s: _pieces(run, s, spans.fields(bytes_of(s))), "len(s) // 16")
bytes_.row(
    "func FieldsFunc(s []byte, f func(rune) bool) [][]byte",
    lambda run, s, f: _pieces(run, s, spans.fields_func(bytes_of(s), f)),
    "len(s) // 4",
)


# --- cutting -----------------------------------------------------------------------------------------------------


def _cut_at(s: Slice, sep: Slice, at: int) -> tuple[Slice, Slice, bool]:
    return (part(s, 0, at), part(s, at + sep.len, s.len), True) if at >= 0 else (s, NIL_SLICE, False)


bytes_.row(
    "func Cut(s, sep []byte) (before, after []byte, found bool)",
    lambda s, sep: _cut_at(s, sep, bytes_of(s).find(bytes_of(sep))),
    "len(s) // 64",
)
bytes_.row(
    "func CutLast(s, sep []byte) (before, after []byte, found bool)",
    lambda s, sep: _cut_at(s, sep, spans.last_index(bytes_of(s), bytes_of(sep))),
    "len(s) // 64",
)


@bytes_.func("func CutPrefix(s, prefix []byte) (after []byte, found bool)", cost="len(s) // 64")
def cut_prefix(s: Slice, prefix: Slice) -> tuple[Slice, bool]:
    found = bytes_of(s).startswith(bytes_of(prefix))
    return part(s, prefix.len, s.len) if found else s, found


@bytes_.func("func CutSuffix(s, suffix []byte) (before []byte, found bool)", cost="len(s) // 64")
def cut_suffix(s: Slice, suffix: Slice) -> tuple[Slice, bool]:
    found = bytes_of(s).endswith(bytes_of(suffix))
    return part(s, 0, s.len - suffix.len) if found else s, found


# --- trimming ----------------------------------------------------------------------------------------------------


def _part(s: Slice, span: Span) -> Slice:
    return part(s, *span)


def _trimmed(s: Slice, span: Span) -> Slice:
    """Returns the part, or nil if nothing is left."""
    return part(s, *span) if span[1] > span[0] else NIL_SLICE


bytes_.row("func TrimSpace(s []byte) []byte", lambda s: _trimmed(s, spans.trim_space(bytes_of(s))), "len(s) // 64")


def _register_trim(name: str) -> None:
    span, left, right = spans.TRIMS[name]
    made = _part if "Right" in name else _trimmed  # what TrimRight leaves of nothing is not nil

    def body(s: Slice, x: Any) -> Slice:
        return made(s, span(bytes_of(s), x, left, right))

    if name.endswith("Func"):
        bytes_.row(f"func {name}(s []byte, f func(r rune) bool) []byte", body, "len(s) // 4")
    else:
        bytes_.row(f"func {name}(s []byte, cutset string) []byte", body, "(len(s) + len(cutset)) // 32")


for _name in spans.TRIMS:
    _register_trim(_name)

bytes_.row("func TrimPrefix(s, prefix []byte) []byte", lambda s, prefix: cut_prefix(s, prefix)[0], "len(s) // 64")
bytes_.row("func TrimSuffix(s, suffix []byte) []byte", lambda s, suffix: cut_suffix(s, suffix)[0], "len(s) // 64")


# --- iterators ---------------------------------------------------------------------------------------------------


def _copy(run: Run, s: Slice) -> bytes:
    """What an iterator goes over: a text of its own."""
    run.alloc(s.len)
    return bytes_of(s)


bytes_.row("func Lines(s []byte) iter.Seq[[]byte]", lambda run, s: lines_seq(run, _copy(run, s), partial(capped, s)))
bytes_.row(
    "func SplitSeq(s, sep []byte) iter.Seq[[]byte]",
    lambda run, s, sep: split_seq(run, _copy(run, s), _copy(run, sep), 0, partial(capped, s)),
)
bytes_.row(
    "func SplitAfterSeq(s, sep []byte) iter.Seq[[]byte]",
    lambda run, s, sep: split_seq(run, _copy(run, s), _copy(run, sep), sep.len, partial(capped, s)),
)
bytes_.row(
    "func FieldsSeq(s []byte) iter.Seq[[]byte]",
    lambda run, s: fields_seq(run, _copy(run, s), letters.is_space, partial(capped, s)),
)
bytes_.row(
    "func FieldsFuncSeq(s []byte, f func(rune) bool) iter.Seq[[]byte]",
    lambda run, s, f: fields_seq(run, _copy(run, s), f, partial(capped, s)),
)
