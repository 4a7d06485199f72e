"""strings: Builder, Reader and Replacer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import setitem
from typing import Any

from codemode.interpreter.machine.conversions import encode_rune
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.slice_growth import grown_cap, round_up
from codemode.interpreter.machine.values import GoPanic
from codemode.stdlib.byte_reader import ByteReader, register_reader
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.streams import Written, fast_writer, write
from codemode.stdlib.strings.text import strings
from codemode.types.model import UINT8

# --- Builder -----------------------------------------------------------------------------------------------------

BUILDER = strings.type("type Builder struct { buf native }")
_BUFFER_SIZE = 200  # bytes of memory of an empty one


class _Buffer:
    """The contents of a Builder. `owner` is the storage of the Builder that started it, `cap` the capacity that Go would have."""

    __slots__ = ("cap", "data", "owner")

    def __init__(self, owner: list[Any]) -> None:
        self.data = bytearray()
        self.cap = 0
        self.owner = owner

    def capacity(self) -> int:
        if len(self.data) > self.cap:
            self.cap = grown_cap(len(self.data), self.cap, UINT8)
        return self.cap


def _buffer(run: Run, b: list[Any]) -> _Buffer:
    """Returns the buffer of a Builder for writing. Panics for a copy of a Builder that is in use."""
    buffer = b[0]
    if buffer is None:
        run.alloc(_BUFFER_SIZE)
        buffer = b[0] = _Buffer(b)
    elif buffer.owner is not b:
        raise GoPanic(b"strings: illegal use of non-zero Builder copied by value")
    return buffer


@strings.method("func (b *Builder) WriteString(s string) (int, error)", run=True, cost="len(s) // 64")
def builder_write_string(run: Run, b: list[Any], s: bytes) -> Written:
    buffer = _buffer(run, b)
    run.alloc(len(s))
    buffer.data += s
    return len(s), None


fast_writer(BUILDER)(builder_write_string)
strings.row(
    "func (b *Builder) Write(p []byte) (int, error)",
    lambda run, b, p: builder_write_string(run, b, bytes_of(p)),
    "len(p) // 64",
)


@strings.method("func (b *Builder) WriteByte(c byte) error", run=True)
def builder_write_byte(run: Run, b: list[Any], c: int) -> None:
    run.alloc(1)
    _buffer(run, b).data.append(c)


strings.row(
    "func (b *Builder) WriteRune(r rune) (int, error)", lambda run, b, r: builder_write_string(run, b, encode_rune(r))
)


@strings.method("func (b *Builder) String() string", run=True)
def builder_string(run: Run, b: list[Any]) -> bytes:
    if b[0] is None:
        return b""
    size = len(b[0].data)
    run.charge(size >> 8)
    run.alloc(size)
    return bytes(b[0].data)


strings.row("func (b *Builder) Len() int", lambda b: len(b[0].data) if b[0] is not None else 0)
strings.row("func (b *Builder) Cap() int", lambda b: b[0].capacity() if b[0] is not None else 0)
strings.row("func (b *Builder) Reset()", lambda b: setitem(b, 0, None))


@strings.method("func (b *Builder) Grow(n int)", run=True)
def builder_grow(run: Run, b: list[Any], n: int) -> None:
    buffer = _buffer(run, b)
    if n < 0:
        raise GoPanic(b"strings.Builder.Grow: negative count")
    run.alloc(n)
    if buffer.capacity() - len(buffer.data) < n:
        buffer.cap = round_up(2 * buffer.cap + n, False)


# --- Reader ------------------------------------------------------------------------------------------------------

strings.type("type Reader struct { r native }")
register_reader(strings)
strings.row("func NewReader(s string) *Reader", lambda s: [ByteReader(s)])
strings.row("func (r *Reader) Reset(s string)", lambda r, s: setitem(r, 0, ByteReader(s)))


# --- Replacer ----------------------------------------------------------------------------------------------------

strings.type("type Replacer struct { r native }")


class _Pairs:
    """Old and new strings of a Replacer. If several old strings match, the first one in the arguments is replaced."""

    __slots__ = ("empty", "new", "pattern")

    def __init__(self, oldnew: list[bytes]) -> None:
        self.new: dict[bytes, bytes] = {}
        for old, new in zip(oldnew[::2], oldnew[1::2]):
            self.new.setdefault(old, new)
        self.empty = b"" in self.new
        self.pattern = re.compile(b"|".join([re.escape(old) for old in self.new])) if self.new else None

    def matches(self, s: bytes) -> Iterator[tuple[int, bytes]]:
        """Iterates over (offset, old) of all replacements."""
        if self.pattern is None:
            return iter(())
        if not self.empty:
            return ((found.start(), found[0]) for found in self.pattern.finditer(s))
        return self._matches_with_empty(self.pattern, s)

    def _matches_with_empty(self, pattern: re.Pattern[bytes], s: bytes) -> Iterator[tuple[int, bytes]]:
        """Like matches, with an empty old string. It matches where no other one does, but not twice in a row at one offset."""
        rest = re.compile(b"|".join([re.escape(old) for old in self.new if old])) if len(self.new) > 1 else None
        at, was_empty = 0, False
        while at <= len(s):
            tried = rest if was_empty else pattern
            found = tried.match(s, at) if tried is not None else None
            was_empty = found is not None and not found[0]
            if found is not None:
                yield at, found[0]
                at += len(found[0])
            if found is None:
                at += 1


_NO_PAIRS = _Pairs([])  # of a zero value


@strings.func("func NewReplacer(oldnew ...string) *Replacer", run=True, cost="sum(map(len, oldnew)) // 16")
def new_replacer(run: Run, oldnew: list[bytes]) -> list[Any]:
    if len(oldnew) % 2:
        raise GoPanic(b"strings.NewReplacer: odd argument count")
    run.charge(8 * len(oldnew))
    run.alloc(4 * sum(map(len, oldnew)) + 100 * len(oldnew))
    return [_Pairs(oldnew)]


@strings.method("func (r *Replacer) Replace(s string) string", run=True)
def replacer_replace(run: Run, r: list[Any], s: bytes) -> bytes:
    pairs: _Pairs = r[0] or _NO_PAIRS
    # every old string is tried at every offset
    run.charge(len(s) * (1 + len(pairs.new) // 4) // 16)
    out = bytearray()
    last = paid = 0
    for at, old in pairs.matches(s):
        new = pairs.new[old]
        run.charge(1)
        needed = len(out) + at - last + len(new)
        if needed > paid:
            run.alloc(needed + _CHUNK - paid)
            paid = needed + _CHUNK
        out += s[last:at]
        out += new
        last = at + len(old)
    if not last and not out:
        return s
    size = len(out) + len(s) - last
    run.charge(size >> 6)
    run.alloc(2 * size - len(out))
    out += s[last:]
    return bytes(out)


_CHUNK = 4096  # bytes charged at once

strings.row(
    "func (r *Replacer) WriteString(w io.Writer, s string) (n int, err error)",
    lambda run, r, w, s: write(run, w, replacer_replace(run, r, s)),
)
