"""encoding/csv: Go's reader, with its positions and messages, and its writer."""

from __future__ import annotations

import re
from operator import itemgetter
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import EOF, NIL_SLICE, Box, Slice, new_error, nil_deref, slice_from
from codemode.stdlib.errors import error_text
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import decode_rune
from codemode.stdlib.slices.base import appended_one_by_one
from codemode.stdlib.streams import read, write
from codemode.types import model

csv = Package("encoding/csv")

csv.type(
    "type Reader struct { Comma rune; Comment rune; FieldsPerRecord int; LazyQuotes bool; TrimLeadingSpace bool; ReuseRecord bool; "
    "TrailingComma bool; state native }"
)
csv.type("type Writer struct { Comma rune; UseCRLF bool; state native }")
PARSE_ERROR = csv.type("type ParseError struct { StartLine int; Line int; Column int; Err error }")
PARSE_ERROR_PTR = model.pointer_to(PARSE_ERROR)

ERR_BARE_QUOTE = csv.error("ErrBareQuote", 'bare " in non-quoted-field')
ERR_QUOTE = csv.error("ErrQuote", 'extraneous or missing " in quoted-field')
ERR_FIELD_COUNT = csv.error("ErrFieldCount", "wrong number of fields")
ERR_DELIM = new_error("csv: invalid field or comment delimiter")
csv.error("ErrTrailingComma", "extra delimiter at end of line")

Storage = list[Any]
COMMA, COMMENT, FIELDS, LAZY, TRIM = range(5)
_CHUNK = 4096
_LEADING = re.compile(
    rb"(?:[ \t\n\v\f\r]|\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80)*"
)
_SPACES = " \t\n\v\f\r\x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"


@csv.method("func (e *ParseError) Error() string", run=True)
def parse_error_error(run: Run, e: Storage) -> bytes:
    start, line, column, err = e
    text = error_text(run, err)
    if err is ERR_FIELD_COUNT:
        return b"record on line %d: " % line + text
    if start != line:
        return b"record on line %d; parse error on line %d, column %d: " % (start, line, column) + text
    return b"parse error on line %d, column %d: " % (line, column) + text


csv.method("func (e *ParseError) Unwrap() error")(itemgetter(3))


def _valid_delim(rune: int) -> bool:
    return rune not in (0, 0x22, 13, 10, 0xFFFD) and 0 <= rune <= 0x10FFFF and not 0xD800 <= rune <= 0xDFFF


class _Lines:
    """The input by lines. `data[at:]` has been read and not been given."""

    __slots__ = ("at", "data", "ended", "number", "reader")

    def __init__(self, reader: Any) -> None:
        self.reader = reader
        self.data: bytes = b""
        self.at = 0
        self.ended: Any = None
        self.number = 0

    def next(self, run: Run) -> tuple[bytes, Any]:
        """Returns a line with its end, \\r\\n replaced by \\n, or the reader's error if there are no more lines."""
        searched = self.at
        while True:
            end = self.data.find(b"\n", searched) + 1
            if end or self.ended is not None:
                break
            self.data, self.at = self.data[self.at :], 0
            searched = len(self.data)
            chunk, self.ended = read(run, self.reader, max(_CHUNK, searched), "bufio")
            run.charge(1 + len(chunk) // 64)
            run.alloc(len(chunk))
            self.data += chunk
        error = None
        if not end:
            line, self.data, self.at = self.data[self.at :], b"", 0
            error = None if line and self.ended is EOF else self.ended
            if error is None:
                line = line.removesuffix(b"\r")
        else:
            line, self.at = self.data[self.at : end], end
            run.charge(len(line) >> 6)
            run.alloc(len(line))
        self.number += 1
        return (line[:-2] + b"\n" if line.endswith(b"\r\n") else line), error


class _Record:
    """Reads one record. `line[at:]` is the rest of its current line."""

    def __init__(self, run: Run, r: Storage, lines: _Lines) -> None:
        self.run = run
        self.lines = lines
        self.comma = chr(r[COMMA]).encode()
        self.lazy: bool = r[LAZY]
        self.trim: bool = r[TRIM]
        self.fields: list[bytes] = []
        self.start = lines.number
        self.line_number = lines.number
        self.read_error: Any = None
        self.begin(b"")

    def begin(self, line: bytes) -> None:
        self.line = line
        self.at = 0
        self.end = len(line) - 1 if line.endswith(b"\n") else len(line)  # without its end

    @property
    def column(self) -> int:
        return self.at + 1

    def fail(self, line: int, column: int, error: Any) -> Box:
        return Box(PARSE_ERROR_PTR, [self.start, line, column, error])

    def parse(self, line: bytes, read_error: Any) -> Any:
        """Reads all fields. Returns the error, or None."""
        self.begin(line)
        self.read_error = read_error
        more, error = True, None
        while more and error is None:
            if self.trim:
                self.skip_space()
            quoted = self.line.startswith(b'"', self.at)
            more, error = self.quoted() if quoted else self.plain()
        return error if error is not None else self.read_error

    def skip_space(self) -> None:
        found = _LEADING.match(self.line, self.at)
        if found is not None:
            self.at = found.end()

    def add(self, field: bytes) -> None:
        self.run.charge(1)
        self.run.alloc(64 + len(field))
        self.fields.append(field)

    def plain(self) -> tuple[bool, Any]:
        """Reads a field without quotes. Returns (whether another one follows, error)."""
        comma = self.line.find(self.comma, self.at)
        stop = comma if comma >= 0 else max(self.at, self.end)
        if not self.lazy:
            bad = self.line.find(b'"', self.at, stop)
            if bad >= 0:
                return False, self.fail(self.lines.number, bad + 1, ERR_BARE_QUOTE)
        self.add(self.line[self.at : stop])
        if comma < 0:
            return False, None
        self.at = comma + len(self.comma)
        return True, None

    def quoted(self) -> tuple[bool, Any]:
        """Reads a quoted field, which may have many lines. Returns (whether another one follows, error)."""
        self.at += 1
        parts: list[bytes] = []
        while True:
            self.run.charge(1)
            self.run.alloc(48)
            quote = self.line.find(b'"', self.at)
            if quote >= 0:
                parts.append(self.line[self.at : quote])
                self.at = quote + 1
                if self.line.startswith(b'"', self.at):
                    parts.append(b'"')
                    self.at += 1
                elif self.line.startswith(self.comma, self.at):
                    self.at += len(self.comma)
                    self.add(b"".join(parts))
                    return True, None
                elif self.at >= self.end:
                    self.add(b"".join(parts))
                    return False, None
                elif self.lazy:
                    parts.append(b'"')
                else:
                    return False, self.fail(self.lines.number, self.column - 1, ERR_QUOTE)
            elif self.at < len(self.line):
                parts.append(self.line[self.at :])
                if self.read_error is not None:
                    return False, None
                line, self.read_error = self.lines.next(self.run)
                if line:
                    self.line_number += 1
                    self.begin(line)
                else:
                    self.at = len(self.line)
                if self.read_error is EOF:
                    self.read_error = None
            else:
                if not self.lazy and self.read_error is None:
                    return False, self.fail(self.line_number, self.column, ERR_QUOTE)
                self.add(b"".join(parts))
                return False, None


csv.row("func NewReader(r io.Reader) *Reader", lambda r: [ord(","), 0, 0, False, False, False, False, _Lines(r)])


def _lines(r: Storage) -> _Lines:
    if r[7] is None:
        r[7] = _Lines(None)
    return r[7]


def read_record(run: Run, r: Storage) -> tuple[list[bytes] | None, Any]:
    """Returns (fields, error). At the end of the input, fields is None."""
    comma, comment = r[COMMA], r[COMMENT]
    if comma == comment or not _valid_delim(comma) or (comment and not _valid_delim(comment)):
        return None, ERR_DELIM
    lines = _lines(r)
    line, error = b"", None
    while error is None:
        line, error = lines.next(run)
        run.charge(1 + len(line) // 32)
        is_comment = comment and line and decode_rune(line, 0)[0] == comment
        if is_comment or (error is None and not line.removesuffix(b"\n")):
            line = b""
            continue
        break
    if error is EOF:
        return None, EOF
    record = _Record(run, r, lines)
    error = record.parse(line, error)
    count = len(record.fields)
    if r[FIELDS] > 0:
        if count != r[FIELDS] and error is None:
            error = Box(PARSE_ERROR_PTR, [record.start, record.start, 1, ERR_FIELD_COUNT])
    elif r[FIELDS] == 0:
        r[FIELDS] = count
    return record.fields, error


@csv.method("func (r *Reader) Read() (record []string, err error)", run=True)
def reader_read(run: Run, r: Storage) -> tuple[Slice, Any]:
    fields, error = read_record(run, r)
    return (NIL_SLICE if fields is None else slice_from(fields)), error


@csv.method("func (r *Reader) ReadAll() (records [][]string, err error)", run=True)
def reader_read_all(run: Run, r: Storage) -> tuple[Slice, Any]:
    records: list[Any] = []
    while True:
        fields, error = read_record(run, r)
        if error is EOF:
            break
        if error is not None or fields is None:
            return NIL_SLICE, error
        run.alloc(96)
        records.append(slice_from(fields))
    return appended_one_by_one(model.SLICE_STRING, records), None


# --- Writer ----------------------------------------------------------------------------------------------------------


class _Pending:
    """Output that is not flushed yet."""

    __slots__ = ("data", "error", "writer")

    def __init__(self, writer: Any) -> None:
        self.writer = writer
        self.data = bytearray()
        self.error: Any = None

    def flush(self, run: Run) -> Any:
        if self.error is None and self.data:
            data, self.data = bytes(self.data), bytearray()
            _, self.error = write(run, self.writer, data)
        return self.error


csv.row("func NewWriter(w io.Writer) *Writer", lambda w: [ord(","), False, _Pending(w)])


def _pending(w: Storage) -> _Pending:
    if w[2] is None:  # a zero value
        raise nil_deref()
    return w[2]


def _needs_quotes(field: bytes, comma: bytes) -> bool:
    if not field:
        return False
    if field == b"\\.":
        return True
    if comma in field or b'"' in field or b"\n" in field or b"\r" in field:
        return True
    return chr(decode_rune(field, 0)[0]) in _SPACES


def _written(field: bytes, comma: bytes, crlf: bool) -> bytes:
    if not _needs_quotes(field, comma):
        return field
    field = field.replace(b'"', b'""')
    if crlf:
        field = field.replace(b"\r", b"").replace(b"\n", b"\r\n")
    return b'"' + field + b'"'


def _write(run: Run, w: Storage, record: Slice) -> Any:
    if not _valid_delim(w[0]):
        return ERR_DELIM
    comma, crlf, pending = chr(w[0]).encode(), w[1], _pending(w)
    size = sum(map(len, record.view()), record.len)
    run.charge(1 + 4 * record.len + size // 32)
    run.alloc(size)
    fields = run.paced(record.view(), record.len)
    line = comma.join([_written(field, comma, crlf) for field in fields]) + (b"\r\n" if crlf else b"\n")
    run.alloc(max(0, len(line) - size))  # quotes
    if pending.error is not None:
        return pending.error
    pending.data += line
    return pending.flush(run) if len(pending.data) >= _CHUNK else None


csv.row("func (w *Writer) Write(record []string) error", lambda run, w, record: _write(run, w, record))


@csv.method("func (w *Writer) WriteAll(records [][]string) error", run=True)
def writer_write_all(run: Run, w: Storage, records: Slice) -> Any:
    for record in records.view():
        error = _write(run, w, record)
        if error is not None:
            return error
    return _pending(w).flush(run)


@csv.method("func (w *Writer) Flush()", run=True)
def writer_flush(run: Run, w: Storage) -> None:
    _pending(w).flush(run)


csv.row("func (w *Writer) Error() error", lambda w: _pending(w).error)
