"""bufio: Reader, Writer and ReadWriter."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.conversions import encode_rune
from codemode.interpreter.machine.dispatch import method_target
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import EOF, NIL_SLICE, GoPanic, Slice, bounds_panic, type_of
from codemode.stdlib.appending import byte_slice, byte_slice_or_nil, write_bytes
from codemode.stdlib.bufio.scan import bufio
from codemode.stdlib.runes import bytes_of, decode_rune
from codemode.stdlib.streams import NO_PROGRESS, SHORT_WRITE, Counted, Written, call, fast_writer, read, write
from codemode.stdlib.unicode.utf8 import full_rune_in_string
from codemode.types.model import pointer_to

READER = bufio.type("type Reader struct { r native }")
WRITER = bufio.type("type Writer struct { w native }")
bufio.type("type ReadWriter struct { *Reader; *Writer }")

_SIZE = 4096
_LEAST_SIZE = 16
_MAX_EMPTY = 100

_INVALID_UNREAD_BYTE = bufio.error("ErrInvalidUnreadByte", "bufio: invalid use of UnreadByte")
_INVALID_UNREAD_RUNE = bufio.error("ErrInvalidUnreadRune", "bufio: invalid use of UnreadRune")
BUFFER_FULL = bufio.error("ErrBufferFull", "bufio: buffer full")
_NEGATIVE_COUNT = bufio.error("ErrNegativeCount", "bufio: negative count")


# --- Reader ------------------------------------------------------------------------------------------------------


class _Reader:
    """The state of a Reader. `data[at:]` has been read from `source` but not by the guest. `last` is the last byte that was returned, and `rune`
    the width of the rune that the last operation read; -1 if it cannot be unread."""

    __slots__ = ("at", "data", "err", "last", "rune", "size", "source")

    def __init__(self, source: Any, size: int) -> None:
        self.source = source
        self.size = size
        self.data = b""
        self.at = 0
        self.err: Any = None
        self.last = -1
        self.rune = -1

    def buffered(self) -> int:
        return len(self.data) - self.at

    def fill(self, run: Run) -> None:
        """Reads from the source once into the buffer."""
        if self.buffered() >= self.size:
            raise GoPanic(b"bufio: tried to fill full buffer")
        self.data, self.at = self.data[self.at :], 0
        for _ in range(_MAX_EMPTY):
            chunk, err = read(run, self.source, self.size - len(self.data), "bufio")
            run.charge(1 + (len(chunk) >> 6))
            run.alloc(len(chunk))
            self.data += chunk
            if err is not None:
                self.err = err
                return
            if chunk:
                return
        self.err = NO_PROGRESS

    def take_error(self) -> Any:
        err, self.err = self.err, None
        return err

    def take(self, count: int) -> bytes:
        chunk = self.data[self.at : self.at + count]
        self.at += len(chunk)
        if chunk:
            self.last, self.rune = chunk[-1], -1
        return chunk

    def line(self, run: Run, delim: int) -> tuple[bytes, Any]:
        """Returns the data up to the delimiter, at most one full buffer, and the error."""
        searched = 0
        while True:
            found = self.data.find(delim, self.at + searched)
            if found >= 0:
                return self.take(found + 1 - self.at), None
            if self.err is not None:
                return self.take(self.buffered()), self.take_error()
            if self.buffered() >= self.size:
                return self.take(self.size), BUFFER_FULL
            searched = self.buffered()
            self.fill(run)

    def whole_line(self, run: Run, delim: int) -> tuple[bytes, Any]:
        parts: list[bytes] = []
        while True:
            part, err = self.line(run, delim)
            run.charge(1 + (len(part) >> 6))
            run.alloc(len(part))
            parts.append(part)
            if err is not BUFFER_FULL:
                return b"".join(parts), err


def _reading(b: list[Any]) -> _Reader:
    """Returns the state of a Reader. A zero value has no source, and no room in its buffer."""
    if b[0] is None:
        b[0] = _Reader(None, 0)
        b[0].last = b[0].rune = 0
    return b[0]


bufio.row("func NewReader(rd io.Reader) *Reader", lambda rd: new_reader_size(rd, _SIZE))


@bufio.func("func NewReaderSize(rd io.Reader, size int) *Reader")
def new_reader_size(rd: Any, size: int) -> list[Any]:
    if type_of(rd) is pointer_to(READER) and _reading(rd.v).size >= size:
        return rd.v
    return [_Reader(rd, max(size, _LEAST_SIZE))]


@bufio.method("func (b *Reader) Reset(r io.Reader)")
def reader_reset(b: list[Any], r: Any) -> None:
    b[0] = _Reader(r, _reading(b).size or _SIZE)


bufio.row("func (b *Reader) Size() int", lambda b: _reading(b).size)
bufio.row("func (b *Reader) Buffered() int", lambda b: _reading(b).buffered())


@bufio.method("func (b *Reader) Peek(n int) ([]byte, error)", run=True)
def peek(run: Run, b: list[Any], n: int) -> tuple[Slice, Any]:
    reader = _reading(b)
    if n < 0:
        return NIL_SLICE, _NEGATIVE_COUNT
    reader.last = reader.rune = -1
    while reader.buffered() < min(n, reader.size) and reader.err is None:
        reader.fill(run)
    chunk = reader.data[reader.at : reader.at + n]
    problem = None
    if n > reader.size:
        problem = BUFFER_FULL
    elif len(chunk) < n:
        problem = reader.take_error() or BUFFER_FULL
    return byte_slice(run, chunk), problem


@bufio.method("func (b *Reader) Discard(n int) (discarded int, err error)", run=True)
def discard(run: Run, b: list[Any], n: int) -> Counted:
    reader = _reading(b)
    if n < 0:
        return 0, _NEGATIVE_COUNT
    left = n
    while left:
        if not reader.buffered():
            reader.fill(run)
        skipped = min(left, reader.buffered())
        reader.at += skipped
        left -= skipped
        reader.last = reader.rune = -1
        if left and reader.err is not None:
            return n - left, reader.take_error()
    return n, None


@bufio.method("func (b *Reader) Read(p []byte) (n int, err error)", run=True, cost="len(p) // 64")
def reader_read(run: Run, b: list[Any], p: Slice) -> Counted:
    reader = _reading(b)
    if p.len == 0:
        return 0, None if reader.buffered() else reader.take_error()
    if not reader.buffered():
        if reader.err is not None:
            return 0, reader.take_error()
        size = p.len if p.len >= reader.size else reader.size
        reader.data, reader.err = read(run, reader.source, size, "bufio")
        reader.at = 0
        run.charge(1 + (len(reader.data) >> 6))
        if not reader.data:
            return 0, reader.take_error()
    chunk = reader.take(p.len)
    write_bytes(p, 0, chunk)
    return len(chunk), None


@bufio.method("func (b *Reader) ReadByte() (byte, error)", run=True)
def read_byte(run: Run, b: list[Any]) -> Counted:
    reader = _reading(b)
    while not reader.buffered():
        if reader.err is not None:
            return 0, reader.take_error()
        reader.fill(run)
    return reader.take(1)[0], None


@bufio.method("func (b *Reader) UnreadByte() error")
def unread_byte(b: list[Any]) -> Any:
    reader = _reading(b)
    if reader.last < 0 or (reader.at == 0 and reader.data):
        return _INVALID_UNREAD_BYTE
    if reader.at > 0:
        reader.at -= 1
    elif not reader.size:
        raise _no_place()
    else:
        reader.data = bytes([reader.last])
    reader.last = reader.rune = -1
    return None


@bufio.method("func (b *Reader) ReadRune() (r rune, size int, err error)", run=True)
def read_rune(run: Run, b: list[Any]) -> tuple[int, int, Any]:
    reader = _reading(b)
    while (
        reader.buffered() < 4
        and not full_rune_in_string(reader.data[reader.at :])
        and reader.err is None
        and reader.buffered() < reader.size
    ):
        reader.fill(run)
    reader.rune = -1
    if not reader.buffered():
        return 0, 0, reader.take_error()
    rune, width = decode_rune(reader.data, reader.at)
    reader.take(width)
    reader.rune = width
    return rune, width, None


@bufio.method("func (b *Reader) UnreadRune() error")
def unread_rune(b: list[Any]) -> Any:
    reader = _reading(b)
    if reader.rune < 0 or reader.at < reader.rune:
        return _INVALID_UNREAD_RUNE
    reader.at -= reader.rune
    reader.last = reader.rune = -1
    return None


@bufio.method("func (b *Reader) ReadSlice(delim byte) (line []byte, err error)", run=True)
def read_slice(run: Run, b: list[Any], delim: int) -> tuple[Slice, Any]:
    line, err = _reading(b).line(run, delim)
    return byte_slice(run, line), err


@bufio.method("func (b *Reader) ReadLine() (line []byte, isPrefix bool, err error)", run=True)
def read_line(run: Run, b: list[Any]) -> tuple[Slice, bool, Any]:
    reader = _reading(b)
    line, err = reader.line(run, 10)
    if err is BUFFER_FULL:
        if line.endswith(b"\r"):
            # the next byte may be the line feed of this end of line
            reader.at -= 1
            line = line[:-1]
        return byte_slice(run, line), True, None
    if not line:
        return byte_slice_or_nil(run, line) if err is not None else byte_slice(run, line), False, err
    if line.endswith(b"\n"):
        line = line[:-2] if line.endswith(b"\r\n") else line[:-1]
    return byte_slice(run, line), False, None


@bufio.method("func (b *Reader) ReadBytes(delim byte) ([]byte, error)", run=True)
def read_bytes(run: Run, b: list[Any], delim: int) -> tuple[Slice, Any]:
    line, err = _reading(b).whole_line(run, delim)
    return byte_slice(run, line), err


bufio.row(
    "func (b *Reader) ReadString(delim byte) (string, error)", lambda run, b, delim: _reading(b).whole_line(run, delim)
)


@bufio.method("func (b *Reader) WriteTo(w io.Writer) (n int64, err error)", run=True)
def write_to(run: Run, b: list[Any], w: Any) -> Counted:
    reader = _reading(b)
    if not reader.size:  # a zero value: Go lets the writer read from nil, if it can read
        kind = type_of(w)
        can_read = kind is not None and method_target(run.program, kind, "ReadFrom") is not None
        return call(run, w, "ReadFrom", None) if can_read else (0, None)
    reader.last = reader.rune = -1
    total = 0
    while True:
        if reader.buffered():
            count, err = write(run, w, reader.data[reader.at :])
            reader.at += count
            total += count
            if err is not None:
                return total, err
        if reader.err is not None:
            err = reader.take_error()
            return total, None if err is EOF else err
        reader.fill(run)


# --- Writer ------------------------------------------------------------------------------------------------------


class _Writer:
    """The state of a Writer. `data` has been written by the guest but not to `sink`. An error is kept."""

    __slots__ = ("data", "err", "sink", "size")

    def __init__(self, sink: Any, size: int) -> None:
        self.sink = sink
        self.size = size
        self.data = bytearray()
        self.err: Any = None

    def flush(self, run: Run) -> Any:
        if self.err is not None or not self.data:
            return self.err
        count, err = write(run, self.sink, bytes(self.data))
        if err is None and count < len(self.data):
            err = SHORT_WRITE
        del self.data[: count if err is not None else len(self.data)]
        self.err = err
        return err

    def write(self, run: Run, data: bytes) -> Written:
        done = 0
        run.alloc(len(data))
        while len(data) - done > self.size - len(self.data) and self.err is None:
            run.charge(1)
            if not self.data:
                count, self.err = write(run, self.sink, data[done:])
            else:
                count = self.size - len(self.data)
                self.data += data[done : done + count]
                self.flush(run)
            done += count
        if self.err is not None:
            return done, self.err
        self.data += data[done:]
        return len(data), None


def _writing(b: list[Any]) -> _Writer:
    """Returns the state of a Writer. A zero value has no sink, and no room in its buffer."""
    if b[0] is None:
        b[0] = _Writer(None, 0)
    return b[0]


def _no_place() -> GoPanic:
    """The panic of a zero value that looks for a place in its buffer."""
    return bounds_panic("index out of range [0] with length 0")


bufio.row("func NewWriter(w io.Writer) *Writer", lambda w: new_writer_size(w, _SIZE))


@bufio.func("func NewWriterSize(w io.Writer, size int) *Writer")
def new_writer_size(w: Any, size: int) -> list[Any]:
    if type_of(w) is pointer_to(WRITER) and _writing(w.v).size >= size:
        return w.v
    return [_Writer(w, size if size > 0 else _SIZE)]


@bufio.method("func (b *Writer) WriteString(s string) (int, error)", run=True, cost="len(s) // 64")
def write_string(run: Run, b: list[Any], s: bytes) -> Written:
    return _writing(b).write(run, s)


fast_writer(WRITER)(write_string)
bufio.row(
    "func (b *Writer) Write(p []byte) (nn int, err error)",
    lambda run, b, p: _writing(b).write(run, bytes_of(p)),
    "len(p) // 64",
)
bufio.row("func (b *Writer) WriteByte(c byte) error", lambda run, b, c: _placing(b).write(run, bytes([c]))[1])
bufio.row(
    "func (b *Writer) WriteRune(r rune) (size int, err error)", lambda run, b, r: _placing(b).write(run, encode_rune(r))
)


def _placing(b: list[Any]) -> _Writer:
    if not _writing(b).size:
        raise _no_place()
    return b[0]


@bufio.method("func (b *Writer) ReadFrom(r io.Reader) (n int64, err error)", run=True)
def read_from(run: Run, b: list[Any], r: Any) -> Counted:
    writer = _writing(b)
    total = empty = 0
    while writer.err is None and empty < _MAX_EMPTY:
        if len(writer.data) >= writer.size > 0:
            writer.flush(run)
            continue
        chunk, err = read(run, r, writer.size - len(writer.data))
        run.charge(1 + (len(chunk) >> 6))
        writer.data += chunk
        total += len(chunk)
        if err is not None:
            return total, None if err is EOF else err
        empty = 0 if chunk else empty + 1
    return total, writer.err or NO_PROGRESS


bufio.row("func (b *Writer) Flush() error", lambda run, b: _writing(b).flush(run))


@bufio.method("func (b *Writer) Reset(w io.Writer)")
def writer_reset(b: list[Any], w: Any) -> None:
    b[0] = _Writer(w, _writing(b).size or _SIZE)


bufio.row("func (b *Writer) Size() int", lambda b: _writing(b).size)
bufio.row("func (b *Writer) Buffered() int", lambda b: len(_writing(b).data))
bufio.row("func (b *Writer) Available() int", lambda b: _writing(b).size - len(b[0].data))
bufio.row(
    "func (b *Writer) AvailableBuffer() []byte",
    lambda b: Slice(bytearray(), 0, 0, 0) if _writing(b).size else NIL_SLICE,
)
bufio.row("func NewReadWriter(r *Reader, w *Writer) *ReadWriter", lambda r, w: [r, w])
