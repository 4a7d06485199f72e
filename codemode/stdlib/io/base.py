"""io: the interfaces, the errors, and reading, writing and copying."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import EOF, Slice, new_error
from codemode.stdlib.appending import byte_slice, write_bytes
from codemode.stdlib.registry import Package
from codemode.stdlib.streams import (
    NO_PROGRESS,
    SHORT_WRITE,
    UNEXPECTED_EOF,
    Counted,
    Written,
    call,
    has_method,
    read,
    write,
)

io = Package("io")

_CHUNK = 32 * 1024
_FIRST_READ = 512
_INVALID_WRITE = new_error("invalid write result")

io.var("var EOF error", EOF)
io.var("var ErrUnexpectedEOF error", UNEXPECTED_EOF)
io.var("var ErrShortWrite error", SHORT_WRITE)
io.var("var ErrNoProgress error", NO_PROGRESS)
SHORT_BUFFER = io.error("ErrShortBuffer", "short buffer")
io.error("ErrClosedPipe", "io: read/write on closed pipe")
io.const("const SeekStart = 0")
io.const("const SeekCurrent = 1")
io.const("const SeekEnd = 2")

_INTERFACES = """
Reader: Read(p []byte) (n int, err error)
Writer: Write(p []byte) (n int, err error)
Closer: Close() error
Seeker: Seek(offset int64, whence int) (int64, error)
ReaderFrom: ReadFrom(r Reader) (n int64, err error)
WriterTo: WriteTo(w Writer) (n int64, err error)
ReaderAt: ReadAt(p []byte, off int64) (n int, err error)
WriterAt: WriteAt(p []byte, off int64) (n int, err error)
ByteReader: ReadByte() (byte, error)
ByteScanner: ByteReader; UnreadByte() error
ByteWriter: WriteByte(c byte) error
RuneReader: ReadRune() (r rune, size int, err error)
RuneScanner: RuneReader; UnreadRune() error
StringWriter: WriteString(s string) (n int, err error)
ReadWriter: Reader; Writer
ReadCloser: Reader; Closer
WriteCloser: Writer; Closer
ReadWriteCloser: Reader; Writer; Closer
ReadSeeker: Reader; Seeker
ReadSeekCloser: Reader; Seeker; Closer
WriteSeeker: Writer; Seeker
ReadWriteSeeker: Reader; Writer; Seeker
"""
for _line in _INTERFACES.strip().splitlines():
    _name, _, _methods = _line.partition(": ")
    io.type(f"type {_name} interface {{ {_methods} }}")

RUNE_SCANNER = io.named("RuneScanner")
_STRING_WRITER = io.named("StringWriter")
_WRITER_TO = io.named("WriterTo")
_READER_FROM = io.named("ReaderFrom")


@io.func("func WriteString(w Writer, s string) (n int, err error)", run=True, cost="len(s) // 64")
def write_string(run: Run, w: Any, s: bytes) -> Written:
    if has_method(w, _STRING_WRITER):
        return call(run, w, "WriteString", s)
    return write(run, w, s)


def read_at_least(run: Run, r: Any, size: int, least: int) -> tuple[bytes, Any]:
    """Reads up to `size` bytes, and at least `least` unless an error comes first. Returns (data, error)."""
    data = bytearray()
    err: Any = None
    while len(data) < least and err is None:
        run.charge(1)
        chunk, err = read(run, r, size - len(data))
        data += chunk
    if len(data) >= least:
        err = None
    elif data and err is EOF:
        err = UNEXPECTED_EOF
    return bytes(data), err


@io.func("func ReadAtLeast(r Reader, buf []byte, min int) (n int, err error)", run=True)
def read_at_least_(run: Run, r: Any, buf: Slice, min: int) -> Counted:
    if buf.len < min:
        return 0, SHORT_BUFFER
    data, err = read_at_least(run, r, buf.len, min)
    write_bytes(buf, 0, data)
    return len(data), err


io.row(
    "func ReadFull(r Reader, buf []byte) (n int, err error)", lambda run, r, buf: read_at_least_(run, r, buf, buf.len)
)


@io.func("func ReadAll(r Reader) ([]byte, error)", run=True)
def read_all(run: Run, r: Any) -> tuple[Slice, Any]:
    data = bytearray()
    size = _FIRST_READ
    while True:
        chunk, err = read(run, r, size)
        run.charge(1 + (len(chunk) >> 6))
        run.alloc(len(chunk))
        data += chunk
        if err is not None:
            return byte_slice(run, data), None if err is EOF else err
        size = min(size + size // 2, _CHUNK)


def copy_all(run: Run, dst: Any, src: Any) -> Counted:
    """Copies until EOF or an error. Returns (bytes written, error)."""
    if has_method(src, _WRITER_TO):
        return call(run, src, "WriteTo", dst)
    if has_method(dst, _READER_FROM):
        return call(run, dst, "ReadFrom", src)
    written = 0
    while True:
        chunk, read_error = read(run, src, _CHUNK)
        run.charge(1 + (len(chunk) >> 6))
        if chunk:
            count, err = write(run, dst, chunk)
            if not 0 <= count <= len(chunk):
                count, err = 0, err or _INVALID_WRITE
            written += count
            if err is None and count != len(chunk):
                err = SHORT_WRITE
            if err is not None:
                return written, err
        if read_error is not None:
            return written, None if read_error is EOF else read_error


io.row("func Copy(dst Writer, src Reader) (written int64, err error)", lambda run, dst, src: copy_all(run, dst, src))
