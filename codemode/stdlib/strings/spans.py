"""Searches and cuts byte strings for packages strings and bytes. It returns offsets and (start, end) spans; runes are Go's.

Operations that Python's bytes already have (find, count, split at a separator) are not here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

from codemode.interpreter.machine.big_values import pay
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.conversions import decode_runes, encode_rune
from codemode.stdlib.runes import (
    RUNE_ERROR,
    decode_last_rune,
    decode_rune,
    each_rune,
    paid_pieces,
    pieces,
    rune_of,
    rune_width,
    to_bytes,
    to_text,
    valid_rune,
    valid_utf8,
)
from codemode.stdlib.unicode import letters

Predicate = Callable[[int], bool]
Span = tuple[int, int]

_SHORT_PART = 32  # bytes
_SPACE = b"\t\n\v\f\r "
_WORD = re.compile(rb"[^\t\n\v\f\r ]+")


# --- one place ---------------------------------------------------------------------------------------------------


def index_rune(s: bytes, r: int) -> int:
    if r == RUNE_ERROR:
        return next((at for at, rune, _ in each_rune(s) if rune == RUNE_ERROR), -1)
    return s.find(encode_rune(r)) if valid_rune(r) else -1


def index_any(s: bytes, chars: bytes) -> int:
    if not chars:
        return -1
    if s.isascii() and chars.isascii():
        return min((at for at in [s.find(bytes([c])) for c in set(chars)] if at >= 0), default=-1)
    wanted = _rune_set(chars)
    return next((at for at, rune, _ in each_rune(s) if rune in wanted), -1)


def last_index(s: bytes, part: bytes) -> int:
    """The last place of `part`. Python searches from the end in quadratic time, and from the beginning in linear time."""
    if len(part) < _SHORT_PART:
        return s.rfind(part)
    at = s[::-1].find(part[::-1])
    return len(s) - at - len(part) if at >= 0 else -1


def last_index_any(s: bytes, chars: bytes) -> int:
    if not chars:
        return -1
    if s.isascii() and chars.isascii():
        return max(s.rfind(bytes([c])) for c in set(chars))
    wanted = _rune_set(chars)
    last = -1
    for at, rune, _ in each_rune(s):
        if rune in wanted:
            last = at
    return last


def _rune_set(s: bytes) -> set[int]:
    """The runes of a text, which may be megabytes of a few, piece by piece: nothing else runs while Python looks at one of them."""
    found: set[int] = set()
    for piece in paid_pieces(s, 3):
        found.update(decode_runes(piece))
    return found


def index_func(s: bytes, f: Predicate, wanted: bool = True) -> int:
    at = 0
    while at < len(s):
        rune, width = decode_rune(s, at)
        if f(rune) == wanted:
            return at
        at += width
    return -1


def last_index_func(s: bytes, f: Predicate, wanted: bool = True) -> int:
    end = len(s)
    while end > 0:
        rune, width = decode_last_rune(s[max(0, end - 4) : end])
        end -= width
        if f(rune) == wanted:
            return end
    return -1


def equal_fold(s: bytes, t: bytes) -> bool:
    if s.isascii() and t.isascii():
        return s.lower() == t.lower()
    return all(a == b for a, b in zip_longest(_folded(s), _folded(t)))


def _folded(s: bytes) -> Iterator[str]:
    for piece in paid_pieces(s, 1):
        for c in to_text(piece):
            yield letters.fold_key(c) if not "\ud800" <= c <= "\udfff" else "\ufffd"


# --- trimming ----------------------------------------------------------------------------------------------------


def trim_func(s: bytes, f: Predicate, left: bool = True, right: bool = True) -> Span:
    start, end = 0, len(s)
    if left:
        start = index_func(s, f, False)
        if start < 0:
            return end, end
    if right:
        last = last_index_func(s, f, False)
        end = last + decode_rune(s, last)[1] if last >= 0 else 0
    return (start, end) if end > start else (start, start)


def trim(s: bytes, cutset: bytes, left: bool = True, right: bool = True) -> Span:
    if not cutset or not s:
        return 0, len(s)
    if s.isascii() and cutset.isascii():
        start = len(s) - len(s.lstrip(cutset)) if left else 0
        end = len(s.rstrip(cutset)) if right else len(s)
        return (start, end) if end > start else (start, start)
    wanted = _rune_set(cutset)
    start, end = trim_func(s, wanted.__contains__, left, right)
    if len(s) - (end - start) > LONG:
        pay(len(s) - (end - start))
    return start, end


def trim_space(s: bytes) -> Span:
    end = len(s.rstrip(_SPACE))
    start = len(s) - len(s.lstrip(_SPACE))
    if end <= start:
        return start, start
    if s[start] < 0x80 and s[end - 1] < 0x80:
        return start, end
    return trim_func(s, letters.is_space)


# name -> the function that finds what is left, and whether it trims on the left and on the right
TRIMS: dict[str, tuple[Callable[[bytes, Any, bool, bool], Span], bool, bool]] = {
    "Trim": (trim, True, True),
    "TrimLeft": (trim, True, False),
    "TrimRight": (trim, False, True),
    "TrimFunc": (trim_func, True, True),
    "TrimLeftFunc": (trim_func, True, False),
    "TrimRightFunc": (trim_func, False, True),
}


# --- cutting -----------------------------------------------------------------------------------------------------


def rune_spans(s: bytes, most: int = -1) -> Iterator[Span]:
    """Iterates over the spans of the runes, at most `most` (negative: all). The last span has the rest."""
    left = most
    for at, _, width in each_rune(s):
        left -= 1
        yield at, at + width if left else len(s)
        if not left:
            return


def split_spans(s: bytes, sep: bytes, most: int, keep: int) -> Iterator[Span]:
    """Iterates over the spans between separators. The first `keep` bytes of each separator belong to the span before it."""
    at = 0
    while most != 1:
        found = s.find(sep, at)
        if found < 0:
            break
        yield at, found + keep
        at = found + len(sep)
        most -= 1
    yield at, len(s)


def fields(s: bytes) -> Iterator[Span]:
    """Iterates over the runs without white space."""
    if s.isascii():
        for found in _WORD.finditer(s):
            yield found.span()
    else:
        yield from fields_func(s, letters.is_space)


def fields_func(s: bytes, f: Predicate) -> list[Span]:
    """Returns the runs of runes that do not satisfy f."""
    spans: list[Span] = []
    start = -1
    at = 0
    for piece in paid_pieces(s, 2):
        for char in to_text(piece):
            if f(rune_of(char)):
                if start >= 0:
                    spans.append((start, at))
                    start = -1
            elif start < 0:
                start = at
            at += rune_width(char)
    if start >= 0:
        spans.append((start, at))
    return spans


# --- changing ----------------------------------------------------------------------------------------------------


def mapped(s: bytes, mapping: Callable[[int], int]) -> bytes:
    """Replaces each rune by mapping(rune). A negative result drops it. Invalid UTF-8 bytes are mapped as U+FFFD."""
    out = bytearray()
    for piece in pieces(s):
        out += b"".join([encode_rune(r) for r in [mapping(rune) for rune in decode_runes(piece)] if r >= 0])
    return bytes(out)


def change_case(s: bytes, change: Callable[[str], str]) -> bytes:
    """Changes the case of each character with a case mapping."""
    out = bytearray()
    for piece in paid_pieces(s, 3):
        chars = [change(c) if c < "\ud800" or c > "\udfff" else "\ufffd" for c in to_text(piece)]
        out += "".join(chars).encode()
    return bytes(out)


def titled(s: bytes) -> bytes:
    """Returns the text with the first letter of each word in title case."""
    out = bytearray()
    previous = " "
    for piece in paid_pieces(s, 2):
        chars: list[str] = []
        for c in to_text(piece):
            if "\ud800" <= c <= "\udfff":
                c = "\ufffd"
            chars.append(letters.title_char(c) if _is_separator(previous) else c)
            previous = c
        out += "".join(chars).encode()
    return bytes(out)


def _is_separator(c: str) -> bool:
    r = ord(c)
    if r < 0x80:
        return not (c.isalnum() or c == "_")
    return not (letters.is_letter(r) or letters.is_digit(r)) and letters.is_space(r)


def to_valid(s: bytes, replacement: bytes) -> bytes:
    """Replaces each run of invalid UTF-8 bytes."""
    if valid_utf8(s):
        return s
    return to_bytes(_INVALID.sub(lambda _: to_text(replacement), to_text(s)))


def invalid_runs(s: bytes) -> int:
    """Returns the number of runs of invalid UTF-8 bytes."""
    return 0 if valid_utf8(s) else sum(1 for _ in _INVALID.finditer(to_text(s)))


_INVALID = re.compile("[\udc80-\udcff]+")
