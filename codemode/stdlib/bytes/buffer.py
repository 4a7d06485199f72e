"""bytes: Buffer and Reader."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.conversions import encode_rune
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.slice_growth import grown_cap
from codemode.interpreter.machine.values import EOF, NIL_SLICE, GoPanic, Slice, bounds_panic, new_error
from codemode.stdlib.appending import append_bytes, write_bytes
from codemode.stdlib.byte_reader import ByteReader, register_reader
from codemode.stdlib.bytes.text import bytes_
from codemode.stdlib.runes import bytes_of, decode_rune
from codemode.stdlib.streams import SHORT_WRITE, Counted, Written, fast_writer, read, write
from codemode.types.model import UINT8

BUFFER = bytes_.type("type Buffer struct { b native }")
bytes_.const("const MinRead = 512")
TOO_LARGE = bytes_.error("ErrTooLarge", "bytes.Buffer: too large")

_INVALID, _READ = 0, -1  # kinds of the last operation; a positive one is the width of the rune that was read
_MIN_READ = 512
_SMALL = 64  # the size that the first short write allocates
_TOO_LARGE = 1 << 48


class _Contents:
    """The contents of a Buffer: `size` bytes of `arr` from `base` on, with room for `cap`, of which `off` have been read.

    The guest may also have slices of the backing array, such as the one passed to NewBuffer. `owner` is the storage of the Buffer: a copy of a
    Buffer gets its own contents with the same backing array.
    """

    __slots__ = ("arr", "base", "cap", "last", "nil", "off", "owner", "size")

    def __init__(self, owner: list[Any], buf: Slice = NIL_SLICE) -> None:
        self.owner = owner
        self.hold(buf)
        self.last = _INVALID

    def for_copy(self, owner: list[Any]) -> _Contents:
        made = _Contents(owner)
        made.arr, made.base, made.size, made.cap = self.arr, self.base, self.size, self.cap
        made.off, made.last, made.nil = self.off, self.last, self.nil
        return made

    def hold(self, buf: Slice) -> None:
        self.arr: bytearray = buf.arr if buf.cap else bytearray()
        self.nil = buf is NIL_SLICE
        self.base, self.size, self.cap, self.off = buf.off, buf.len, buf.cap, 0
        missing = buf.off + buf.len - len(self.arr)
        if missing > 0:
            self.arr += bytes(missing)

    def unread(self) -> bytes:
        return bytes(self.arr[self.base + self.off : self.base + self.size])

    def part(self, start: int, end: int) -> Slice:
        """Returns buf[start:end]."""
        return Slice(self.arr, self.base + start, end - start, self.cap - start) if not self.nil else NIL_SLICE

    def clear(self) -> None:
        self.size = self.off = 0
        self.last = _INVALID

    def take(self, count: int, last: int = _READ) -> int:
        """Consumes up to `count` bytes and returns their offset."""
        start = self.off
        self.off = min(start + count, self.size)
        self.last = last if self.off > start else _INVALID
        return start

    def room(self, run: Run, count: int) -> int:
        """Makes room for `count` more bytes, as Go does, and returns their offset."""
        if count > self.cap - self.size:
            if self.off == self.size and self.off:
                self.clear()
            if count > self.cap - self.size:
                self._grow(run, count)
        at = self.size
        self.size += count
        return at

    def _grow(self, run: Run, count: int) -> None:
        unread = self.size - self.off
        if self.nil and count <= _SMALL:
            run.alloc(_SMALL)
            self.hold(Slice(bytearray(), 0, 0, _SMALL))
            return
        run.charge(unread >> 6)
        data = self.unread()
        if count <= self.cap // 2 - unread:
            # at least half has been read: move the rest down instead of allocating
            self.arr[self.base : self.base + unread] = data
            self.size, self.off = unread, 0
            return
        cap = max(unread + self.off + count, 2 * (self.cap - self.off))
        if cap > _TOO_LARGE:
            raise GoPanic(TOO_LARGE)
        cap = grown_cap(cap, 0, UINT8)
        run.alloc(cap)
        self.hold(Slice(bytearray(data), 0, unread, cap))

    def append(self, run: Run, data: bytes) -> None:
        self.last = _INVALID
        at = self.base + self.room(run, len(data))
        missing = at - len(self.arr)
        if missing > 0:
            self.arr += bytes(missing)
        self.arr[at : at + len(data)] = data


def _contents(b: list[Any]) -> _Contents:
    found = b[0]
    if found is None:
        found = b[0] = _Contents(b)
    elif found.owner is not b:
        found = b[0] = found.for_copy(b)
    return found


def _buffer(buf: Slice) -> list[Any]:
    b: list[Any] = [None]
    b[0] = _Contents(b, buf)
    return b


bytes_.row("func NewBuffer(buf []byte) *Buffer", lambda buf: _buffer(buf), "len(buf) // 64")
bytes_.row(
    "func NewBufferString(s string) *Buffer",
    lambda run, s: _buffer(append_bytes(run, Slice(bytearray(), 0, 0, 0), s)),
    "len(s) // 64",
)


# --- writing -----------------------------------------------------------------------------------------------------


@bytes_.method("func (b *Buffer) WriteString(s string) (n int, err error)", run=True, cost="len(s) // 64")
def write_string(run: Run, b: list[Any], s: bytes) -> Written:
    _contents(b).append(run, s)
    return len(s), None


fast_writer(BUFFER)(write_string)
bytes_.row(
    "func (b *Buffer) Write(p []byte) (n int, err error)",
    lambda run, b, p: write_string(run, b, bytes_of(p)),
    "len(p) // 64",
)
bytes_.row("func (b *Buffer) WriteByte(c byte) error", lambda run, b, c: _contents(b).append(run, bytes([c])))
bytes_.row(
    "func (b *Buffer) WriteRune(r rune) (n int, err error)", lambda run, b, r: write_string(run, b, encode_rune(r))
)


@bytes_.method("func (b *Buffer) ReadFrom(r io.Reader) (n int64, err error)", run=True)
def read_from(run: Run, b: list[Any], r: Any) -> Counted:
    contents = _contents(b)
    total = 0
    while True:
        contents.size = contents.room(run, _MIN_READ)
        free = contents.cap - contents.size
        run.charge(1 + (free >> 12))
        run.alloc(free)
        chunk, err = read(run, r, free, "bytes.Buffer")
        run.charge(len(chunk) >> 6)
        contents.append(run, chunk)
        total += len(chunk)
        if err is not None:
            return total, None if err is EOF else err


@bytes_.method("func (b *Buffer) Grow(n int)", run=True)
def grow(run: Run, b: list[Any], n: int) -> None:
    if n < 0:
        raise GoPanic(b"bytes.Buffer.Grow: negative count")
    contents = _contents(b)
    contents.size = contents.room(run, n)


@bytes_.method("func (b *Buffer) Truncate(n int)")
def truncate(b: list[Any], n: int) -> None:
    contents = _contents(b)
    if n == 0:
        contents.clear()
        return
    contents.last = _INVALID
    if not 0 <= n <= contents.size - contents.off:
        raise GoPanic(b"bytes.Buffer: truncation out of range")
    contents.size = contents.off + n


bytes_.row("func (b *Buffer) Reset()", lambda b: _contents(b).clear())


# --- looking -----------------------------------------------------------------------------------------------------


@bytes_.method("func (b *Buffer) String() string", run=True)
def string(run: Run, b: list[Any] | None) -> bytes:
    if b is None:
        return b"<nil>"
    size = length(b)
    run.charge(size >> 6)
    run.alloc(size)
    return _contents(b).unread()


@bytes_.method("func (b *Buffer) Bytes() []byte")
def bytes_unread(b: list[Any]) -> Slice:
    contents = _contents(b)
    return contents.part(contents.off, contents.size)


@bytes_.method("func (b *Buffer) Len() int")
def length(b: list[Any]) -> int:
    contents = _contents(b)
    return contents.size - contents.off


bytes_.row("func (b *Buffer) Cap() int", lambda b: _contents(b).cap)


def _end(contents: _Contents, count: int) -> int:
    """Returns the offset after the next `count` unread bytes. Panics if `count` is negative."""
    end = contents.off + count
    if count < 0:
        raise bounds_panic(f"slice bounds out of range [{contents.off if end >= 0 else ''}:{end}]", "slice_range")
    return end


# --- reading -----------------------------------------------------------------------------------------------------


@bytes_.method("func (b *Buffer) Read(p []byte) (n int, err error)", cost="len(p) // 64")
def read_(b: list[Any], p: Slice) -> Counted:
    contents = _contents(b)
    if contents.off == contents.size:
        contents.clear()
        return 0, EOF if p.len else None
    start = contents.take(p.len)
    write_bytes(p, 0, contents.arr[contents.base + start : contents.base + contents.off])
    return contents.off - start, None


@bytes_.method("func (b *Buffer) Next(n int) []byte")
def next_(b: list[Any], n: int) -> Slice:
    contents = _contents(b)
    _end(contents, n)
    start = contents.take(n)
    return contents.part(start, contents.off)


@bytes_.method("func (b *Buffer) ReadByte() (byte, error)")
def read_byte(b: list[Any]) -> Counted:
    contents = _contents(b)
    if contents.off == contents.size:
        contents.clear()
        return 0, EOF
    return contents.arr[contents.base + contents.take(1)], None


@bytes_.method("func (b *Buffer) ReadRune() (r rune, size int, err error)")
def read_rune(b: list[Any]) -> tuple[int, int, Any]:
    contents = _contents(b)
    if contents.off == contents.size:
        contents.clear()
        return 0, 0, EOF
    start = contents.base + contents.off
    rune, width = decode_rune(contents.arr[start : min(start + 4, contents.base + contents.size)], 0)
    contents.take(width, width)
    return rune, width, None


@bytes_.method("func (b *Buffer) UnreadRune() error")
def unread_rune(b: list[Any]) -> Any:
    contents = _contents(b)
    if contents.last <= _INVALID:
        return new_error("bytes.Buffer: UnreadRune: previous operation was not a successful ReadRune")
    contents.off = max(contents.off - contents.last, 0)
    contents.last = _INVALID
    return None


@bytes_.method("func (b *Buffer) UnreadByte() error")
def unread_byte(b: list[Any]) -> Any:
    contents = _contents(b)
    if contents.last == _INVALID:
        return new_error("bytes.Buffer: UnreadByte: previous operation was not a successful read")
    contents.last = _INVALID
    contents.off = max(contents.off - 1, 0)
    return None


def _line(b: list[Any], delim: int) -> tuple[bytes, Any]:
    contents = _contents(b)
    end = contents.base + contents.size
    found = contents.arr.find(delim, contents.base + contents.off, end) if contents.size else -1
    if found >= 0:
        end = found + 1
    start = contents.base + contents.off
    contents.take(end - start)
    contents.last = _READ
    return bytes(contents.arr[start:end]), None if found >= 0 else EOF


@bytes_.method("func (b *Buffer) ReadBytes(delim byte) (line []byte, err error)", run=True)
def read_bytes(run: Run, b: list[Any], delim: int) -> tuple[Slice, Any]:
    line, err = _line(b, delim)
    return append_bytes(run, NIL_SLICE, line), err


@bytes_.method("func (b *Buffer) ReadString(delim byte) (line string, err error)", run=True)
def read_string(run: Run, b: list[Any], delim: int) -> tuple[bytes, Any]:
    line, err = _line(b, delim)
    run.charge(len(line) >> 6)
    run.alloc(len(line))
    return line, err


@bytes_.method("func (b *Buffer) WriteTo(w io.Writer) (n int64, err error)", run=True)
def write_to(run: Run, b: list[Any], w: Any) -> Counted:
    contents = _contents(b)
    contents.last = _INVALID
    rest = contents.unread()
    count, err = 0, None
    if rest:
        run.charge(len(rest) >> 6)
        count, err = write(run, w, rest)
        if count > len(rest):
            raise GoPanic(b"bytes.Buffer.WriteTo: invalid Write count")
        contents.off += count
        if err is None and count != len(rest):
            err = SHORT_WRITE
    if err is None:
        contents.clear()
    return count, err


# --- Reader ------------------------------------------------------------------------------------------------------

bytes_.type("type Reader struct { r native }")
register_reader(bytes_)


@bytes_.func("func NewReader(b []byte) *Reader", run=True, cost="len(b) // 64")
def new_reader(run: Run, b: Slice) -> list[Any]:
    run.alloc(b.len)
    return [ByteReader(bytes_of(b))]


@bytes_.method("func (r *Reader) Reset(b []byte)", run=True, cost="len(b) // 64")
def reader_reset(run: Run, r: list[Any], b: Slice) -> None:
    run.alloc(b.len)
    r[0] = ByteReader(bytes_of(b))
