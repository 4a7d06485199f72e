"""The reader over a fixed string behind strings.Reader and bytes.Reader."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import EOF, Slice, new_error
from codemode.stdlib.appending import write_bytes
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import decode_rune
from codemode.stdlib.streams import SHORT_WRITE, Counted, write

_START, _CURRENT, _END = 0, 1, 2  # io.SeekStart, ...


class ByteReader:
    """The state of a reader. `at` is the offset of the next byte. `before_rune` is where the last operation, a ReadRune, began; otherwise -1."""

    __slots__ = ("at", "before_rune", "data")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        self.before_rune = -1

    def read(self, size: int) -> bytes:
        chunk = self.data[self.at : self.at + size]
        self.at += len(chunk)
        self.before_rune = -1
        return chunk


def _state(r: list[Any]) -> ByteReader:
    """Returns the state of a reader. A zero Reader is empty."""
    if r[0] is None:
        r[0] = ByteReader(b"")
    return r[0]


def register_reader(package: Package) -> None:
    """Registers the methods of the package's type Reader."""
    _register_reading(package)
    _register_stepping(package)
    _register_seeking(package)


def _register_reading(package: Package) -> None:
    prefix = f"{package.name}.Reader."
    method = package.method

    @method("func (r *Reader) Len() int")
    def length(r: list[Any]) -> int:
        reader = _state(r)
        return max(len(reader.data) - reader.at, 0)

    @method("func (r *Reader) Size() int64")
    def size(r: list[Any]) -> int:
        return len(_state(r).data)

    @method("func (r *Reader) Read(b []byte) (n int, err error)", cost="len(b) // 64")
    def read(r: list[Any], b: Slice) -> Counted:
        reader = _state(r)
        if reader.at >= len(reader.data):
            return 0, EOF
        chunk = reader.read(b.len)
        write_bytes(b, 0, chunk)
        return len(chunk), None

    @method("func (r *Reader) ReadAt(b []byte, off int64) (n int, err error)", cost="len(b) // 64")
    def read_at(r: list[Any], b: Slice, off: int) -> Counted:
        if off < 0:
            return 0, new_error(prefix + "ReadAt: negative offset")
        chunk = _state(r).data[off : off + b.len]
        write_bytes(b, 0, chunk)
        return len(chunk), None if len(chunk) == b.len and off < len(_state(r).data) else EOF


def _register_stepping(package: Package) -> None:
    """Registers the methods that read or unread one byte or rune."""
    prefix = f"{package.name}.Reader."
    method = package.method

    @method("func (r *Reader) ReadByte() (byte, error)")
    def read_byte(r: list[Any]) -> Counted:
        chunk = _state(r).read(1)
        return (chunk[0], None) if chunk else (0, EOF)

    @method("func (r *Reader) UnreadByte() error")
    def unread_byte(r: list[Any]) -> Any:
        reader = _state(r)
        if reader.at <= 0:
            return new_error(prefix + f"UnreadByte: at beginning of {_what(package)}")
        reader.before_rune = -1
        reader.at -= 1
        return None

    @method("func (r *Reader) ReadRune() (ch rune, size int, err error)")
    def read_rune(r: list[Any]) -> tuple[int, int, Any]:
        reader = _state(r)
        if reader.at >= len(reader.data):
            reader.before_rune = -1
            return 0, 0, EOF
        reader.before_rune = reader.at
        rune, width = decode_rune(reader.data, reader.at)
        reader.at += width
        return rune, width, None

    @method("func (r *Reader) UnreadRune() error")
    def unread_rune(r: list[Any]) -> Any:
        reader = _state(r)
        if reader.at <= 0:
            return new_error(prefix + f"UnreadRune: at beginning of {_what(package)}")
        if reader.before_rune < 0:
            return new_error(prefix + "UnreadRune: previous operation was not ReadRune")
        reader.at, reader.before_rune = reader.before_rune, -1
        return None


def _what(package: Package) -> str:
    return "string" if package.name == "strings" else "slice"


def _register_seeking(package: Package) -> None:
    prefix = f"{package.name}.Reader."

    @package.method("func (r *Reader) Seek(offset int64, whence int) (int64, error)")
    def seek(r: list[Any], offset: int, whence: int) -> Counted:
        reader = _state(r)
        reader.before_rune = -1
        starts = {_START: 0, _CURRENT: reader.at, _END: len(reader.data)}
        if whence not in starts:
            return 0, new_error(prefix + "Seek: invalid whence")
        place = starts[whence] + offset
        if place < 0:
            return 0, new_error(prefix + "Seek: negative position")
        reader.at = place
        return place, None

    @package.method("func (r *Reader) WriteTo(w io.Writer) (n int64, err error)", run=True)
    def write_to(run: Run, r: list[Any], w: Any) -> Counted:
        reader = _state(r)
        rest = reader.data[reader.at :]
        reader.before_rune = -1
        if not rest:
            return 0, None
        run.charge(len(rest) >> 6)
        count, err = write(run, w, rest)
        reader.at += count
        return count, SHORT_WRITE if count != len(rest) and err is None else err
