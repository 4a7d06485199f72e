"""bytes: Buffer and Reader."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.run import Run
from codemode.interpreter.values import NIL_SLICE, GoPanic, Slice, bounds_panic, new_error
from codemode.stdlib.appending import byte_slice, byte_slice_or_nil, write_bytes
from codemode.stdlib.byte_reader import ByteReader, register_reader
from codemode.stdlib.bytes_text import bytes_
from codemode.stdlib.runes import bytes_of, decode_rune, encode_rune
from codemode.stdlib.streams import EOF, SHORT_WRITE, Counted, Written, fast_writer, read, write

BUFFER = bytes_.type(
    "type Buffer struct { b native }", "A Buffer is a variable-sized buffer of bytes with Read and Write methods."
)
bytes_.const("const MinRead = 512", "the minimum slice size passed to a Read call by Buffer.ReadFrom")
bytes_.var("var ErrTooLarge error", new_error("bytes.Buffer: too large"), doc="memory cannot be allocated")

_INVALID, _READ = 0, -1  # kinds of the last operation; a positive one is the width of the rune that was read
_MIN_READ = 512
_SPENT = 4096  # how much of the front may be used up before it is thrown away


class _Contents:
    """`data` from `off` on is what has not been read yet."""

    __slots__ = ("data", "last", "off")

    def __init__(self, data: bytearray) -> None:
        self.data = data
        self.off = 0
        self.last = _INVALID

    def take(self, size: int, last: int = _READ) -> bytes:
        """Read up to `size` bytes."""
        if size < 0:
            raise bounds_panic(f"slice bounds out of range [{self.off}:{self.off + size}]")
        chunk = bytes(self.data[self.off : self.off + size])
        self.off += len(chunk)
        self.last = last if chunk else _INVALID
        return chunk

    def compact(self) -> None:
        # a new array, because slices of the old one may be in the guest's hands
        if self.off == len(self.data):
            self.data, self.off = bytearray(), 0
        elif self.off > _SPENT and self.off > len(self.data) // 2:
            self.data, self.off = self.data[self.off :], 0


def _contents(b: list[Any]) -> _Contents:
    if b[0] is None:
        b[0] = _Contents(bytearray())
    return b[0]


@bytes_.func("func NewBuffer(buf []byte) *Buffer", run=True, cost="len(buf) // 64")
def new_buffer(run: Run, buf: Slice) -> list[Any]:
    """NewBuffer creates and initializes a new Buffer using buf as its initial contents."""
    run.alloc(buf.len)
    return [_Contents(bytearray(bytes_of(buf)))]


@bytes_.func("func NewBufferString(s string) *Buffer", run=True, cost="len(s) // 64")
def new_buffer_string(run: Run, s: bytes) -> list[Any]:
    """NewBufferString creates and initializes a new Buffer using string s as its initial contents."""
    run.alloc(len(s))
    return [_Contents(bytearray(s))]


# --- writing -----------------------------------------------------------------------------------------------------


@bytes_.method("func (b *Buffer) WriteString(s string) (n int, err error)", run=True, cost="len(s) // 64")
def write_string(run: Run, b: list[Any], s: bytes) -> Written:
    """WriteString appends the contents of s to the buffer."""
    contents = _contents(b)
    contents.last = _INVALID
    contents.compact()
    run.alloc(len(s))
    contents.data += s
    return len(s), None


fast_writer(BUFFER)(write_string)


@bytes_.method("func (b *Buffer) Write(p []byte) (n int, err error)", run=True, cost="len(p) // 64")
def write_(run: Run, b: list[Any], p: Slice) -> Written:
    """Write appends the contents of p to the buffer."""
    return write_string(run, b, bytes_of(p))


@bytes_.method("func (b *Buffer) WriteByte(c byte) error", run=True)
def write_byte(run: Run, b: list[Any], c: int) -> None:
    """WriteByte appends the byte c to the buffer."""
    write_string(run, b, bytes([c]))


@bytes_.method("func (b *Buffer) WriteRune(r rune) (n int, err error)", run=True)
def write_rune(run: Run, b: list[Any], r: int) -> Written:
    """WriteRune appends the UTF-8 encoding of Unicode code point r to the buffer."""
    return write_string(run, b, encode_rune(r))


@bytes_.method("func (b *Buffer) ReadFrom(r io.Reader) (n int64, err error)", run=True)
def read_from(run: Run, b: list[Any], r: Any) -> Counted:
    """ReadFrom reads data from r until EOF and appends it to the buffer."""
    total = 0
    while True:
        chunk, err = read(run, r, _MIN_READ)
        run.charge(1 + (len(chunk) >> 6))
        total += write_string(run, b, chunk)[0]
        if err is not None:
            return total, None if err is EOF else err


@bytes_.method("func (b *Buffer) Grow(n int)", run=True)
def grow(run: Run, b: list[Any], n: int) -> None:
    """Grow grows the buffer's capacity, if necessary, to guarantee space for another n bytes."""
    if n < 0:
        raise GoPanic(b"bytes.Buffer.Grow: negative count")
    run.alloc(n)


@bytes_.method("func (b *Buffer) Truncate(n int)")
def truncate(b: list[Any], n: int) -> None:
    """Truncate discards all but the first n unread bytes from the buffer."""
    contents = _contents(b)
    contents.last = _INVALID
    if not 0 <= n <= len(contents.data) - contents.off:
        raise GoPanic(b"bytes.Buffer: truncation out of range")
    contents.data = contents.data[contents.off : contents.off + n]
    contents.off = 0


@bytes_.method("func (b *Buffer) Reset()")
def reset(b: list[Any]) -> None:
    """Reset resets the buffer to be empty."""
    b[0] = None


# --- looking -----------------------------------------------------------------------------------------------------


@bytes_.method("func (b *Buffer) String() string", run=True)
def string(run: Run, b: list[Any] | None) -> bytes:
    """String returns the contents of the unread portion of the buffer as a string."""
    if b is None:
        return b"<nil>"
    contents = _contents(b)
    size = len(contents.data) - contents.off
    run.charge(size >> 6)
    run.alloc(size)
    return bytes(contents.data[contents.off :])


@bytes_.method("func (b *Buffer) Bytes() []byte")
def bytes_unread(b: list[Any]) -> Slice:
    """Bytes returns a slice of length b.Len() holding the unread portion of the buffer."""
    contents = _contents(b)
    size = len(contents.data) - contents.off
    return Slice(contents.data, contents.off, size, size) if contents.data else NIL_SLICE


@bytes_.method("func (b *Buffer) AvailableBuffer() []byte")
def available_buffer(b: list[Any]) -> Slice:
    """AvailableBuffer returns an empty buffer, to be appended to and passed to an immediately succeeding Write call."""
    return Slice(bytearray(), 0, 0, 0)


@bytes_.method("func (b *Buffer) Len() int")
def length(b: list[Any]) -> int:
    """Len returns the number of bytes of the unread portion of the buffer."""
    contents = _contents(b)
    return len(contents.data) - contents.off


@bytes_.method("func (b *Buffer) Cap() int")
def capacity(b: list[Any]) -> int:
    """Cap returns the capacity of the buffer's underlying byte slice."""
    return max(64, 1 << (len(_contents(b).data) - 1).bit_length()) if _contents(b).data else 0


@bytes_.method("func (b *Buffer) Available() int")
def available(b: list[Any]) -> int:
    """Available returns how many bytes are unused in the buffer."""
    return capacity(b) - len(_contents(b).data)


@bytes_.method("func (b *Buffer) Peek(n int) ([]byte, error)", run=True)
def peek(run: Run, b: list[Any], n: int) -> tuple[Slice, Any]:
    """Peek returns the next n bytes without advancing the buffer."""
    contents = _contents(b)
    chunk = contents.data[contents.off : contents.off + max(n, 0)]
    run.charge(len(chunk) >> 6)
    return byte_slice(run, chunk), None if len(chunk) >= n else EOF


# --- reading -----------------------------------------------------------------------------------------------------


@bytes_.method("func (b *Buffer) Read(p []byte) (n int, err error)", cost="len(p) // 64")
def read_(b: list[Any], p: Slice) -> Counted:
    """Read reads the next len(p) bytes from the buffer or until the buffer is drained."""
    chunk = _contents(b).take(p.len)
    write_bytes(p, 0, chunk)
    return len(chunk), EOF if p.len and not chunk else None


@bytes_.method("func (b *Buffer) Next(n int) []byte", run=True)
def next_(run: Run, b: list[Any], n: int) -> Slice:
    """Next returns a slice containing the next n bytes from the buffer, advancing the buffer as if the bytes had been read."""
    run.charge(max(n, 0) >> 6)
    return byte_slice(run, _contents(b).take(n))


@bytes_.method("func (b *Buffer) ReadByte() (byte, error)")
def read_byte(b: list[Any]) -> Counted:
    """ReadByte reads and returns the next byte from the buffer."""
    chunk = _contents(b).take(1)
    return (chunk[0], None) if chunk else (0, EOF)


@bytes_.method("func (b *Buffer) ReadRune() (r rune, size int, err error)")
def read_rune(b: list[Any]) -> tuple[int, int, Any]:
    """ReadRune reads and returns the next UTF-8-encoded Unicode code point from the buffer."""
    contents = _contents(b)
    rune, width = decode_rune(contents.data, contents.off)
    contents.take(width, width)
    return (rune, width, None) if width else (0, 0, EOF)


@bytes_.method("func (b *Buffer) UnreadRune() error")
def unread_rune(b: list[Any]) -> Any:
    """UnreadRune unreads the last rune returned by ReadRune."""
    contents = _contents(b)
    if contents.last <= _INVALID:
        return new_error("bytes.Buffer: UnreadRune: previous operation was not a successful ReadRune")
    contents.off -= contents.last
    contents.last = _INVALID
    return None


@bytes_.method("func (b *Buffer) UnreadByte() error")
def unread_byte(b: list[Any]) -> Any:
    """UnreadByte unreads the last byte returned by the most recent successful read operation that read at least one byte."""
    contents = _contents(b)
    if contents.last == _INVALID:
        return new_error("bytes.Buffer: UnreadByte: previous operation was not a successful read")
    contents.last = _INVALID
    contents.off -= 1
    return None


def _line(b: list[Any], delim: int) -> tuple[bytes, Any]:
    contents = _contents(b)
    found = contents.data.find(delim, contents.off)
    end = found + 1 if found >= 0 else len(contents.data)
    return contents.take(end - contents.off), None if found >= 0 else EOF


@bytes_.method("func (b *Buffer) ReadBytes(delim byte) (line []byte, err error)", run=True)
def read_bytes(run: Run, b: list[Any], delim: int) -> tuple[Slice, Any]:
    """ReadBytes reads until the first occurrence of delim in the input, returning a slice with the data up to and including it."""
    line, err = _line(b, delim)
    run.charge(len(line) >> 6)
    return byte_slice_or_nil(run, line), err


@bytes_.method("func (b *Buffer) ReadString(delim byte) (line string, err error)", run=True)
def read_string(run: Run, b: list[Any], delim: int) -> tuple[bytes, Any]:
    """ReadString reads until the first occurrence of delim in the input, returning a string with the data up to and including it."""
    line, err = _line(b, delim)
    run.charge(len(line) >> 6)
    run.alloc(len(line))
    return line, err


@bytes_.method("func (b *Buffer) WriteTo(w io.Writer) (n int64, err error)", run=True)
def write_to(run: Run, b: list[Any], w: Any) -> Counted:
    """WriteTo writes data to w until the buffer is drained or an error occurs."""
    contents = _contents(b)
    contents.last = _INVALID
    rest = bytes(contents.data[contents.off :])
    if not rest:
        return 0, None
    run.charge(len(rest) >> 6)
    count, err = write(run, w, rest)
    contents.off += count
    if err is not None:
        return count, err
    if count != len(rest):
        return count, SHORT_WRITE
    b[0] = None
    return count, None


# --- Reader ------------------------------------------------------------------------------------------------------

bytes_.type(
    "type Reader struct { r native }", "A Reader implements io.Reader and its relatives by reading from a byte slice."
)
register_reader(bytes_)


@bytes_.func("func NewReader(b []byte) *Reader", run=True, cost="len(b) // 64")
def new_reader(run: Run, b: Slice) -> list[Any]:
    """NewReader returns a new Reader reading from b."""
    run.alloc(b.len)
    return [ByteReader(bytes_of(b))]


@bytes_.method("func (r *Reader) Reset(b []byte)", run=True, cost="len(b) // 64")
def reader_reset(run: Run, r: list[Any], b: Slice) -> None:
    """Reset resets the Reader to be reading from b."""
    run.alloc(b.len)
    r[0] = ByteReader(bytes_of(b))
