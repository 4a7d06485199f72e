"""fmt: Sscan, Fscan and related functions. A program has no standard input, so there is no Scan."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.calling import call_with
from codemode.interpreter.machine.run import Run
from codemode.stdlib.fmt.print import fmt
from codemode.stdlib.fmt.scanning import HUGE, RuneScannerSource, ScanError, ScanState, Source, TextSource
from codemode.stdlib.io.base import RUNE_SCANNER
from codemode.stdlib.runes import decode_rune
from codemode.stdlib.streams import Counted, has_method, read
from codemode.stdlib.unicode.letters import is_space
from codemode.stdlib.unicode.utf8 import full_rune_in_string

_END = -1
_DIGITS = re.compile(rb"[0-9]+")
_MOST = 1_000_000


class _ReaderSource:
    """Reads any other reader one byte at a time, so that it reads no more than the operands need."""

    def __init__(self, run: Run, reader: Any) -> None:
        self.run = run
        self.reader = reader
        self.pending = b""  # bytes after an invalid UTF-8 byte
        self.last = 0
        self.put_back = False

    def _byte(self) -> tuple[bytes, Any]:
        if self.pending:
            first, self.pending = self.pending[:1], self.pending[1:]
            return first, None
        while True:
            chunk, err = read(self.run, self.reader, 1)
            self.run.charge(1)
            if chunk or err is not None:
                return chunk, None if chunk else err

    def read(self) -> tuple[int, Any]:
        if self.put_back:
            self.put_back = False
            return self.last, None
        data, err = self._byte()
        if err is not None:
            return 0, err
        while not full_rune_in_string(data):
            more, err = self._byte()
            if err is not None:
                break
            data += more
        rune, width = decode_rune(data)
        self.pending = data[width:] + self.pending
        self.last = rune
        return rune, None

    def unread(self) -> None:
        self.put_back = True


def _source(run: Run, r: Any) -> Source:
    return RuneScannerSource(run, r) if has_method(r, RUNE_SCANNER) else _ReaderSource(run, r)


# --- without a format --------------------------------------------------------------------------------------------


def _scan(state: ScanState, args: list[Any]) -> Counted:
    done = 0
    try:
        for x in args:
            state.one("v", x)
            done += 1
        if state.newline_ends:
            while True:
                rune = state.next()
                if rune in (10, _END):
                    break
                if not is_space(rune):
                    state.fail("expected newline")
    except ScanError as failure:
        return done, failure.error
    return done, None


def _register(name: str, scan: Callable[..., Counted], params: str) -> None:
    def sscan(run: Run, text: bytes, *args: Any) -> Counted:
        return call_with(scan, (run, TextSource(text), *args))

    def fscan(run: Run, r: Any, *args: Any) -> Counted:
        return call_with(scan, (run, _source(run, r), *args))

    fmt.func(f"func S{name}(str string, {params}a ...any) (n int, err error)", run=True, cost="2 * len(a)")(sscan)
    fmt.func(f"func F{name}(r io.Reader, {params}a ...any) (n int, err error)", run=True, cost="2 * len(a)")(fscan)


def _scan_words(run: Run, source: Source, a: list[Any]) -> Counted:
    return _scan(ScanState(run, source, newline_is_space=True), a)


def _scan_line(run: Run, source: Source, a: list[Any]) -> Counted:
    return _scan(ScanState(run, source, newline_ends=True), a)


_register("scan", _scan_words, "")
_register("scanln", _scan_line, "")


# --- with a format -----------------------------------------------------------------------------------------------


def _scan_format(run: Run, source: Source, format: bytes, args: list[Any]) -> Counted:
    reader = _FormatReader(ScanState(run, source), format, args)
    try:
        reader.read()
    except ScanError as failure:
        return reader.done, failure.error
    return reader.done, None


class _FormatReader:
    """Reads input along with a format, like Go's doScanf."""

    def __init__(self, state: ScanState, format: bytes, args: list[Any]) -> None:
        self.state = state
        self.format = format
        self.args = args
        self.at = 0
        self.done = 0

    def read(self) -> None:
        state, format = self.state, self.format
        while self.at < len(format):
            moved = self._advance()
            if moved:
                continue
            if format[self.at] != 0x25:
                if moved is None:
                    state.fail("input does not match format")
                break
            self._directive()
        if self.done < len(self.args):
            state.fail("too many operands")

    def _directive(self) -> None:
        state = self.state
        self.at += 1
        width = _DIGITS.match(self.format, self.at, len(self.format) - 1)
        most = HUGE
        if width:
            self.at = width.end()
            most = int(width[0]) if len(width[0]) <= 7 and int(width[0]) <= _MOST else HUGE
        start = self.at
        rune, size = decode_rune(self.format, start)
        self.at += size
        verb = chr(rune)
        if verb != "c":
            state.skip_space()
        if verb == "%":
            state.skip_space()
            state.not_end()
            if not state.accept("%"):
                state.fail("missing literal %")
            return
        state.limit = min(HUGE, state.count + most)
        if self.done >= len(self.args):
            state.fail(f"too few operands for format '%{self.format[start:].decode('utf-8', 'replace')}'")
        state.one(verb, self.args[self.done])
        self.done += 1
        state.limit = HUGE

    def _advance(self) -> bool | None:
        """Matches text of the format with the input. Returns True if something matched, None if the input does not match, and False at a directive or
        at the end of the input."""
        start = self.at
        while self.at < len(self.format):
            rune, width = decode_rune(self.format, self.at)
            if is_space(rune):
                self._spaces()
                continue
            if rune == 0x25:
                if self.at + width == len(self.format):
                    self.state.fail("missing verb: % at end of format string")
                if self.format[self.at + width] != 0x25:
                    return self.at > start
                self.at += width
            found = self.state.must_next()
            if found != rune:
                self.state.unread()
                return None
            self.at += width
        return self.at > start

    def _spaces(self) -> None:
        """Matches a run of space in the format: newlines match newlines, other space matches any space."""
        newlines, trailing = 0, False
        while self.at < len(self.format):
            rune, width = decode_rune(self.format, self.at)
            if not is_space(rune):
                break
            newlines += rune == 10
            trailing = rune != 10
            self.at += width
        state = self.state
        for _ in range(newlines):
            found = self._skip_blanks(state.next())
            if found not in (10, _END):
                state.fail("newline in format does not match input")
        if trailing:
            found = state.next()
            if newlines == 0:
                if found != _END and not is_space(found):
                    state.fail("expected space in input to match format")
                if found == 10:
                    state.fail("newline in input does not match format")
            if self._skip_blanks(found) != _END:
                state.unread()

    def _skip_blanks(self, rune: int) -> int:
        while rune != 10 and is_space(rune):
            rune = self.state.next()
        return rune


_register("scanf", _scan_format, "format string, ")
