"""path: slash-separated paths."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.run import Run
from codemode.interpreter.values import new_error
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import RUNE_ERROR, decode_rune

path = Package("path", "slash-separated paths")

_BAD_PATTERN = new_error("syntax error in pattern")
path.var("var ErrBadPattern error", _BAD_PATTERN, doc="ErrBadPattern indicates a pattern was malformed.")


def cleaned(p: bytes) -> bytes:
    rooted = p.startswith(b"/")
    kept: list[bytes] = []
    for element in p.split(b"/"):
        if element in (b"", b"."):
            continue
        if element != b"..":
            kept.append(element)
        elif kept and kept[-1] != b"..":
            kept.pop()
        elif not rooted:
            kept.append(element)
    return (b"/" if rooted else b"") + b"/".join(kept) or b"."


@path.func("func Clean(path string) string", cost="len(path) // 8")
def clean(path: bytes) -> bytes:
    """Clean returns the shortest path name equivalent to path by purely lexical processing."""
    return cleaned(path)


@path.func("func Join(elem ...string) string", run=True, cost="sum(map(len, elem)) // 8 + len(elem)")
def join(run: Run, elem: list[bytes]) -> bytes:
    """Join joins any number of path elements into a single path, separating them with slashes. Empty elements are ignored."""
    run.alloc(2 * (sum(map(len, elem)) + len(elem)))
    joined = b"/".join([e for e in elem if e])
    return cleaned(joined) if joined else b""


@path.func("func Split(path string) (dir, file string)", cost="len(path) // 64")
def split(path: bytes) -> tuple[bytes, bytes]:
    """Split splits path immediately following the final slash, separating it into a directory and file name component."""
    end = path.rfind(b"/") + 1
    return path[:end], path[end:]


@path.func("func Base(path string) string", cost="len(path) // 64")
def base(path: bytes) -> bytes:
    """Base returns the last element of path."""
    if not path:
        return b"."
    return path.rstrip(b"/").rpartition(b"/")[2] or b"/"


@path.func("func Dir(path string) string", cost="len(path) // 8")
def dir_(path: bytes) -> bytes:
    """Dir returns all but the last element of path, typically the path's directory."""
    return cleaned(split(path)[0])


@path.func("func Ext(path string) string", cost="len(path) // 64")
def ext(path: bytes) -> bytes:
    """Ext returns the file name extension used by path: the suffix beginning at the final dot in the final element."""
    name = path.rpartition(b"/")[2]
    dot = name.rfind(b".")
    return name[dot:] if dot >= 0 else b""


@path.func("func IsAbs(path string) bool")
def is_abs(path: bytes) -> bool:
    """IsAbs reports whether the path is absolute."""
    return path.startswith(b"/")


# --- matching ----------------------------------------------------------------------------------------------------


class _BadPatternError(Exception):
    pass


@path.func("func Match(pattern, name string) (matched bool, err error)", cost="len(pattern) * (1 + len(name)) // 4")
def match(pattern: bytes, name: bytes) -> tuple[bool, Any]:
    """Match reports whether name matches the shell pattern: *, ?, [character class], and \\\\c."""
    try:
        return _matches(pattern, name), None
    except _BadPatternError:
        return False, _BAD_PATTERN


def _matches(pattern: bytes, name: bytes) -> bool:
    while pattern:
        star, chunk, pattern = _chunk(pattern)
        if star and not chunk:
            return b"/" not in name
        rest = _match_chunk(chunk, name)
        if rest is None or (rest and not pattern):
            rest = _match_later(chunk, name, bool(pattern)) if star else None
        if rest is None:
            while pattern:
                # an answer of no is given only for a pattern that is well formed to its end
                _, chunk, pattern = _chunk(pattern)
                _match_chunk(chunk, b"")
            return False
        name = rest
    return not name


def _match_later(chunk: bytes, name: bytes, more: bool) -> bytes | None:
    """Match after skipping something with a star; what is left then."""
    for at, c in enumerate(name):
        if c == 0x2F:
            return None
        rest = _match_chunk(chunk, name[at + 1 :])
        if rest is not None and (more or not rest):
            return rest
    return None


def _chunk(pattern: bytes) -> tuple[bool, bytes, bytes]:
    """(whether a star precedes, the next part without stars, the rest)"""
    start = len(pattern) - len(pattern.lstrip(b"*"))
    in_class = False
    at = start
    while at < len(pattern):
        c = pattern[at]
        if c == 0x5C:
            at += 1
        elif c == 0x5B:
            in_class = True
        elif c == 0x5D:
            in_class = False
        elif c == 0x2A and not in_class:
            break
        at += 1
    return start > 0, pattern[start:at], pattern[at:]


def _match_chunk(chunk: bytes, s: bytes) -> bytes | None:
    """What is left of s after the chunk; None if it does not begin with it."""
    failed = False
    at = 0
    while at < len(chunk):
        failed = failed or not s
        c = chunk[at]
        if c == 0x5B:
            rune, width = decode_rune(s) if not failed else (0, 0)
            s = s[width:]
            found, at = _in_class(chunk, at + 1, rune)
            failed = failed or not found
            continue
        if c == 0x3F:
            if not failed:
                failed = s[0] == 0x2F
                s = s[decode_rune(s)[1] :]
            at += 1
            continue
        if c == 0x5C:
            at += 1
            if at >= len(chunk):
                raise _BadPatternError
        if not failed:
            failed = chunk[at] != s[0]
            s = s[1:]
        at += 1
    return None if failed else s


def _in_class(chunk: bytes, at: int, rune: int) -> tuple[bool, int]:
    """(whether the rune is in the character class that begins here, where the class ends)"""
    negated = chunk[at : at + 1] == b"^"
    at += negated
    found = False
    ranges = 0
    while not (chunk[at : at + 1] == b"]" and ranges):
        lo, at = _class_rune(chunk, at)
        hi = lo
        if chunk[at : at + 1] == b"-":
            hi, at = _class_rune(chunk, at + 1)
        found = found or lo <= rune <= hi
        ranges += 1
    return found != negated, at + 1


def _class_rune(chunk: bytes, at: int) -> tuple[int, int]:
    """A rune of a character class, possibly escaped."""
    if at >= len(chunk) or chunk[at] in b"-]":
        raise _BadPatternError
    if chunk[at] == 0x5C:
        at += 1
    rune, width = decode_rune(chunk, at)
    if (rune == RUNE_ERROR and width <= 1) or at + width >= len(chunk):
        raise _BadPatternError
    return rune, at + width
