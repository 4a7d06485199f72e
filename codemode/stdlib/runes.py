"""Strings as runes. A Go string is bytes, mostly UTF-8; each byte that is not part of valid UTF-8 counts as one rune U+FFFD of width 1.

Code that works on runes uses Python text from `to_text`: each invalid byte becomes one lone surrogate, so that offsets and bytes are kept, and
`to_bytes` returns the original bytes. `rune_of` returns the rune that the guest sees for a character.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from codemode.interpreter.machine.big_values import pay
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.conversions import decode_rune as rune_at
from codemode.interpreter.machine.values import Slice

if TYPE_CHECKING:
    from codemode.interpreter.machine.run import Run

RUNE_ERROR = 0xFFFD
MAX_RUNE = 0x10FFFF


def to_text(s: bytes | bytearray) -> str:
    return s.decode("utf-8", "surrogateescape")


def to_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def rune_of(char: str) -> int:
    r = ord(char)
    return RUNE_ERROR if 0xD800 <= r <= 0xDFFF else r


_PIECE = 1 << 16


def pieces(s: bytes) -> Iterator[bytes]:
    """Splits a string into pieces that end between runes, so that work on single characters needs little memory at a time."""
    at = 0
    while len(s) - at > _PIECE:
        end = at + _PIECE
        for back in range(4):
            if s[end - back] & 0xC0 != 0x80:
                end -= back
                break
        yield s[at:end]
        at = end
    yield s[at:]


def paid_pieces(s: bytes, shift: int) -> Iterator[bytes]:
    """Like `pieces`, each charged with a step for each 2**shift of its bytes: what is done rune by rune takes much longer than a scan."""
    for piece in pieces(s):
        if len(piece) > LONG:
            pay(len(piece) >> shift)
        yield piece


def paced_pieces(run: Run, s: bytes) -> Iterator[bytes]:
    """Like `pieces`, with a moment for the driver after each but the last."""
    for at, piece in enumerate(pieces(s)):
        if at:
            run.breathe()
        yield piece


def rune_count(s: bytes | bytearray) -> int:
    return len(s) if s.isascii() else len(to_text(s))


def rune_width(char: str) -> int:
    """Returns how many bytes a character of `to_text` stands for."""
    r = ord(char)
    if r < 0x80 or 0xD800 <= r <= 0xDFFF:
        return 1
    return 2 if r < 0x800 else 3 if r < 0x10000 else 4


def valid_rune(r: int) -> bool:
    return 0 <= r < 0xD800 or 0xDFFF < r <= MAX_RUNE


def valid_utf8(s: bytes | bytearray) -> bool:
    try:
        s.decode()
    except UnicodeDecodeError:
        return False
    return True


def decode_rune(s: bytes | bytearray, at: int = 0) -> tuple[int, int]:
    """Returns (rune, width) at a byte offset: (U+FFFD, 0) at the end, (U+FFFD, 1) for an invalid byte."""
    return rune_at(s, at) if at < len(s) else (RUNE_ERROR, 0)


def decode_last_rune(s: bytes | bytearray) -> tuple[int, int]:
    """Returns (rune, width) of the last rune."""
    if not s:
        return RUNE_ERROR, 0
    if s[-1] < 0x80:
        return s[-1], 1
    for width in (2, 3, 4):
        start = len(s) - width
        if start >= 0 and s[start] >= 0xC0:
            r, found = decode_rune(s, start)
            return (r, width) if found == width else (RUNE_ERROR, 1)
    return RUNE_ERROR, 1


def each_rune(s: bytes) -> Iterator[tuple[int, int, int]]:
    """Iterates over (byte offset, rune, width) of every rune."""
    at = 0
    for piece in paid_pieces(s, 2):
        for char in to_text(piece):
            width = rune_width(char)
            yield at, rune_of(char), width
            at += width


def bytes_of(x: Slice) -> bytes:
    """Returns the contents of a []byte."""
    data = bytes(x.view())
    return data if len(data) == x.len else data + bytes(x.len - len(data))
