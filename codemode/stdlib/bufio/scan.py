"""bufio: Scanner and its split functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.big_values import pay
from codemode.interpreter.machine.comparing import LONG
from codemode.interpreter.machine.conversions import encode_rune
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import EOF, NIL_SLICE, GoPanic, Slice, runtime_panic, slice_from
from codemode.stdlib.appending import byte_slice
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import RUNE_ERROR, bytes_of, decode_rune
from codemode.stdlib.streams import NO_PROGRESS, read_counted
from codemode.stdlib.unicode import letters
from codemode.stdlib.unicode.utf8 import full_rune_in_string

bufio = Package("bufio")

bufio.const("const MaxScanTokenSize = 64 * 1024")
TOO_LONG = bufio.error("ErrTooLong", "bufio.Scanner: token too long")
_NEGATIVE_ADVANCE = bufio.error("ErrNegativeAdvance", "bufio.Scanner: SplitFunc returns negative advance count")
_ADVANCE_TOO_FAR = bufio.error("ErrAdvanceTooFar", "bufio.Scanner: SplitFunc returns advance count beyond input")
_BAD_READ_COUNT = bufio.error("ErrBadReadCount", "bufio.Scanner: Read returned impossible count")
_FINAL_TOKEN = bufio.error("ErrFinalToken", "final token")
bufio.type("type SplitFunc func(data []byte, atEOF bool) (advance int, token []byte, err error)")
bufio.type("type Scanner struct { s native }")

_MAX_TOKEN = 64 * 1024
_START_SIZE = 4096
_MAX_EMPTY = 100

Step = tuple[int, bytes | None, Any]  # bytes consumed, token, error
Split = Callable[[bytes, bool], Step]


# --- split functions ---------------------------------------------------------------------------------------------


def _lines(data: bytes, at_eof: bool) -> Step:
    end = data.find(b"\n")
    if end >= 0:
        return end + 1, data[:end].removesuffix(b"\r"), None
    return (len(data), data.removesuffix(b"\r"), None) if at_eof and data else (0, None, None)


def _words(data: bytes, at_eof: bool) -> Step:
    start = 0
    while start < len(data):
        rune, width = decode_rune(data, start)
        if not letters.is_space(rune):
            break
        start += width
    at = start
    while at < len(data):
        rune, width = decode_rune(data, at)
        if letters.is_space(rune):
            _pay_for_runes(at)
            return at + width, data[start:at], None
        at += width
    _pay_for_runes(at)
    return (len(data), data[start:], None) if at_eof and len(data) > start else (start, None, None)


def _pay_for_runes(size: int) -> None:
    if size > LONG:
        pay(size >> 1)


def _runes(data: bytes, at_eof: bool) -> Step:
    if not data:
        if at_eof:
            return 0, None, None
        raise runtime_panic("index out of range [0] with length 0")
    _, width = decode_rune(data)
    if width > 1 or data[0] < 0x80:
        return width, data[:width], None
    return (1, encode_rune(RUNE_ERROR), None) if at_eof or full_rune_in_string(data[:4]) else (0, None, None)


def _bytes(data: bytes, at_eof: bool) -> Step:
    return (0, None, None) if at_eof and not data else (1, data[:1], None)


def _register_split(name: str, split: Split) -> None:
    def body(run: Run, data: Slice, at_eof: bool) -> tuple[int, Slice, Any]:
        advance, token, err = split(bytes_of(data), at_eof)
        run.charge(advance >> 4)
        return advance, NIL_SLICE if token is None else byte_slice(run, token), err

    text = f"func {name}(data []byte, atEOF bool) (advance int, token []byte, err error)"
    bufio.func(text, run=True, cost="len(data) // 64")(body)


_register_split("ScanLines", _lines)
_register_split("ScanWords", _words)
_register_split("ScanRunes", _runes)
_register_split("ScanBytes", _bytes)


# --- Scanner -----------------------------------------------------------------------------------------------------


class _Scanner:
    """The state of a Scanner. `data[start:]` is input that is not part of a token yet. `size` is the size of Go's buffer, which limits a token."""

    __slots__ = ("called", "data", "done", "empties", "err", "max", "reader", "size", "split", "start", "token")

    def __init__(self, reader: Any) -> None:
        self.reader = reader
        self.split: Split = _lines
        self.max = _MAX_TOKEN
        self.size = 0
        self.data = b""
        self.start = 0
        self.token: bytes | None = None
        self.err: Any = None
        self.empties = 0
        self.called = False
        self.done = False

    def fail(self, err: Any) -> bool:
        if self.err is None or self.err is EOF:
            self.err = err
        return False

    def scan(self, run: Run) -> bool:
        """Advances to the next token. Returns False at the end or after an error."""
        if self.done:
            return False
        self.called = True
        while True:
            if self.start < len(self.data) or self.err is not None:
                found = self._split(run)
                if found is not None:
                    return found
            if self.err is not None:
                self.data, self.start = b"", 0
                return False
            if not self._read(run):
                return False

    def _split(self, run: Run) -> bool | None:
        """Looks for a token in the data. Returns whether there is one, or None if more input is needed."""
        rest = self.data[self.start :]
        run.charge(1 + (len(rest) >> 7))
        advance, token, err = self.split(rest, self.err is not None)
        if err is not None:
            if err is _FINAL_TOKEN:
                self.token, self.done = token, True
                return token is not None
            return self.fail(err)
        if advance < 0:
            return self.fail(_NEGATIVE_ADVANCE)
        if advance > len(rest):
            return self.fail(_ADVANCE_TOO_FAR)
        self.start += advance
        self.token = token
        if token is None:
            return None
        self.empties = 0 if self.err is None or advance > 0 else self.empties + 1
        if self.empties > _MAX_EMPTY:
            raise GoPanic(b"bufio.Scan: too many empty tokens without progressing")
        run.charge(len(token) >> 6)
        return True

    def _read(self, run: Run) -> bool:
        """Reads more input. Returns False if the token would be too long."""
        if self.start > 0:
            self.data, self.start = self.data[self.start :], 0
        if len(self.data) >= self.size:
            if self.size >= self.max:
                return self.fail(TOO_LONG)
            self.size = min(self.size * 2 or _START_SIZE, self.max)
        for _ in range(_MAX_EMPTY + 1):
            room = self.size - len(self.data)
            chunk, count, err = read_counted(run, self.reader, room)
            if not 0 <= count <= room:
                self.fail(_BAD_READ_COUNT)
                return True
            run.charge(1 + (len(chunk) >> 6))
            run.alloc(len(chunk))
            self.data += chunk
            if err is not None:
                self.fail(err)
                return True
            if chunk:
                self.empties = 0
                return True
        self.fail(NO_PROGRESS)
        return True


def _state(s: list[Any]) -> _Scanner:
    """Returns the state of a Scanner. A zero value has no reader, and no room for a token."""
    if s[0] is None:
        s[0] = _Scanner(None)
        s[0].max = 0
    return s[0]


bufio.row("func NewScanner(r io.Reader) *Scanner", lambda r: [_Scanner(r)])
bufio.row("func (s *Scanner) Scan() bool", lambda run, s: _state(s).scan(run))


@bufio.method("func (s *Scanner) Text() string")
def text(s: list[Any]) -> bytes:
    return _state(s).token or b""


bufio.row(
    "func (s *Scanner) Bytes() []byte",
    lambda run, s: NIL_SLICE if _state(s).token is None else byte_slice(run, s[0].token),
)


@bufio.method("func (s *Scanner) Err() error")
def err(s: list[Any]) -> Any:
    found = _state(s).err
    return None if found is EOF else found


@bufio.method("func (s *Scanner) Buffer(buf []byte, max int)")
def buffer(s: list[Any], buf: Slice, max: int) -> None:
    scanner = _state(s)
    if scanner.called:
        raise GoPanic(b"Buffer called after Scan")
    scanner.size, scanner.max = buf.cap, max


@bufio.method("func (s *Scanner) Split(split SplitFunc)", run=True)
def split(run: Run, s: list[Any], split: Callable[[Slice, bool], tuple[int, Slice, Any]]) -> None:
    scanner = _state(s)
    if scanner.called:
        raise GoPanic(b"Split called after Scan")

    def step(data: bytes, at_eof: bool) -> Step:
        run.charge(len(data) >> 6)
        advance, token, problem = split(slice_from(bytearray(data)), at_eof)
        return advance, None if token is NIL_SLICE else bytes_of(token), problem

    scanner.split = step
