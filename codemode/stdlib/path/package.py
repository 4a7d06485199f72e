"""path: slash-separated paths."""

from __future__ import annotations

import re
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import RUNE_ERROR, decode_rune

path = Package("path")

_BAD_PATTERN = path.error("ErrBadPattern", "syntax error in pattern")
_MARK = re.compile(rb"\\.|[][*]", re.DOTALL)


@path.func("func Clean(path string) string", cost="len(path) // 16")
def clean(p: bytes) -> bytes:
    rooted = p[:1] == b"/"
    kept: list[bytes] = []
    for elem in p.split(b"/"):
        if elem in (b"", b"."):
            continue
        if elem != b"..":
            kept.append(elem)
        elif kept and kept[-1] != b"..":
            kept.pop()
        elif not rooted:
            kept.append(elem)
    return (b"/" if rooted else b"") + b"/".join(kept) or b"."


def joined(elem: list[bytes]) -> bytes:
    while elem and not elem[0]:
        elem = elem[1:]
    return clean(b"/".join(elem)) if elem else b""


@path.func("func Join(elem ...string) string", cost="sum(map(len, elem)) // 16 + len(elem)")
def join(elem: list[bytes]) -> bytes:
    return joined([e for e in elem if e])


@path.func("func Split(path string) (dir, file string)", cost="len(path) // 64")
def split(p: bytes) -> tuple[bytes, bytes]:
    cut = p.rfind(b"/") + 1
    return p[:cut], p[cut:]


@path.func("func Base(path string) string", cost="len(path) // 64")
def base(p: bytes) -> bytes:
    if not p:
        return b"."
    return p.rstrip(b"/").rpartition(b"/")[2] or b"/"


@path.func("func Dir(path string) string", cost="len(path) // 16")
def dir(p: bytes) -> bytes:
    return clean(split(p)[0])


@path.func("func Ext(path string) string", cost="len(path) // 64")
def ext(p: bytes) -> bytes:
    file = split(p)[1]
    dot = file.rfind(b".")
    return file[dot:] if dot >= 0 else b""


@path.func("func IsAbs(path string) bool")
def is_abs(p: bytes) -> bool:
    return p[:1] == b"/"


# --- matching ----------------------------------------------------------------------------------------------------


class _BadPattern(Exception):
    pass


@path.func("func Match(pattern, name string) (matched bool, err error)", run=True, cost="len(pattern) // 16")
def match(run: Run, pattern: bytes, name: bytes) -> tuple[bool, Any]:
    try:
        return _match(run, pattern, name), None
    except _BadPattern:
        return False, _BAD_PATTERN


def _match(run: Run, pattern: bytes, name: bytes) -> bool:
    at = 0  # an index into name
    while pattern:
        star, chunk, pattern = _scan_chunk(run, pattern)
        if star and not chunk:
            run.charge((len(name) - at) >> 6)
            return name.find(b"/", at) < 0
        end = _match_chunk(run, chunk, name, at)
        if end is None or not (end == len(name) or pattern):
            end = _after_star(run, chunk, name, at, not pattern) if star else None
        if end is None:
            while pattern:
                _, chunk, pattern = _scan_chunk(run, pattern)
                _match_chunk(run, chunk, b"", 0)
            return False
        at = end
    return at == len(name)


def _after_star(run: Run, chunk: bytes, name: bytes, at: int, last: bool) -> int | None:
    """Returns where the chunk's match ends if the star before it matches as few characters as possible, but at least one. The last chunk must reach
    the end."""
    while at < len(name) and name[at] != 0x2F:
        at += 1
        end = _match_chunk(run, chunk, name, at)
        if end is not None and (end == len(name) or not last):
            return end
    return None


def _scan_chunk(run: Run, pattern: bytes) -> tuple[bool, bytes, bytes]:
    """Returns (whether the pattern begins with stars, the chunk up to the next star, the rest)."""
    run.charge(1 + (len(pattern) >> 4))
    rest = pattern.lstrip(b"*")
    star = len(rest) < len(pattern)
    in_range = False
    for mark in _MARK.finditer(rest):
        c = mark[0]
        if c == b"*" and not in_range:
            at = mark.start()
            return star, rest[:at], rest[at:]
        in_range = c == b"[" or (in_range and c != b"]")
    return star, rest, b""


def _match_chunk(run: Run, chunk: bytes, s: bytes, at: int) -> int | None:
    """Returns where the chunk's match in s ends, or None. A bad pattern is reported even if the match has failed before."""
    run.charge(1 + (len(chunk) >> 2))
    failed = False
    i = 0
    while i < len(chunk):
        failed = failed or at >= len(s)
        c = chunk[i]
        if c == 0x5B:
            r, width = (0, 0) if failed else decode_rune(s, at)
            at += width
            matched, i = _match_class(chunk, i + 1, r)
            failed = failed or not matched
            continue
        if c == 0x3F:
            if not failed:
                failed = s[at] == 0x2F
                at += decode_rune(s, at)[1]
        else:
            if c == 0x5C:
                i += 1
                if i >= len(chunk):
                    raise _BadPattern
            if not failed:
                failed = chunk[i] != s[at]
                at += 1
        i += 1
    return None if failed else at


def _match_class(chunk: bytes, i: int, r: int) -> tuple[bool, int]:
    """Matches a character class; i is the index after its bracket. Returns (whether it contains r, the index after the class)."""
    negated = chunk[i : i + 1] == b"^"
    i += negated
    found = False
    first = True
    while first or chunk[i : i + 1] != b"]":
        first = False
        low, i = _class_char(chunk, i)
        high = low
        if chunk[i] == 0x2D:
            high, i = _class_char(chunk, i + 1)
        found = found or low <= r <= high
    return found != negated, i + 1


def _class_char(chunk: bytes, i: int) -> tuple[int, int]:
    if chunk[i : i + 1] in (b"", b"-", b"]"):
        raise _BadPattern
    if chunk[i] == 0x5C:
        i += 1
    r, width = decode_rune(chunk, i)
    i += width
    if (r == RUNE_ERROR and width <= 1) or i >= len(chunk):
        raise _BadPattern
    return r, i
