"""text/tabwriter: columns of text, with Go's elastic tabstops algorithm. A stack replaces its recursion over columns."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.panics import as_panic, guest_trace
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import GoPanic, type_of
from codemode.stdlib.fmt.values import Printer
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import bytes_of, rune_count
from codemode.stdlib.streams import SHORT_WRITE, Written, fast_writer, write
from codemode.types import model

tabwriter = Package("text/tabwriter")

Storage = list[Any]
Cell = tuple[int, int, bool]  # size in bytes, width in runes, whether a tab ended it
Layout = tuple[int, ...]  # minwidth, tabwidth, padding, padchar, flags

FILTER_HTML, STRIP_ESCAPE, ALIGN_RIGHT, DISCARD_EMPTY, TAB_INDENT, DEBUG = (1 << i for i in range(6))
for _i, _name in enumerate(("FilterHTML", "StripEscape", "AlignRight", "DiscardEmptyColumns", "TabIndent", "Debug")):
    tabwriter.const(f"const {_name} uint = {1 << _i}")
tabwriter.const("const Escape = '\\xff'")

WRITER = tabwriter.type("type Writer struct { state native }")

_ESCAPE, _TAB, _NEWLINE, _FORM_FEED = 0xFF, 0x09, 0x0A, 0x0C
_END_OF = {_ESCAPE: _ESCAPE, ord("<"): ord(">"), ord("&"): ord(";")}
_SPECIAL = re.compile(rb"[\t\v\n\f\xff]")
_SPECIAL_HTML = re.compile(rb"[\t\v\n\f\xff<&]")
_CELL_SIZE = 100


class _WriteFailed(Exception):
    def __init__(self, error: Any) -> None:
        super().__init__()
        self.error = error


class _Table:
    """The state of a Writer. `pos` is the offset in `buf` up to which the width of the unfinished cell is counted."""

    __slots__ = (
        *("cell_size", "cell_width", "buf", "end_char", "flags", "lines", "minwidth", "out", "output"),
        *("padchar", "padding", "pos", "run", "tabwidth", "taken", "whole", "widths"),
    )

    def __init__(self, run: Run, output: Any, layout: Layout) -> None:
        self.run = run
        self.output = output
        self.minwidth, self.tabwidth, self.padding, padchar, flags = layout
        self.padchar = bytes([padchar])
        self.flags = flags & ~ALIGN_RIGHT if padchar == _TAB else flags
        self.taken = 0  # bytes of the current Write that are already in the table
        # a writer of the guest receives the same small writes as in Go
        t = type_of(output)
        named = t.elem if isinstance(t, model.Pointer) else t
        self.whole = isinstance(named, model.Named) and bool(named.package)
        self.out = bytearray()
        self.reset()

    def reset(self) -> None:
        self.buf = bytearray()
        self.pos = 0
        self.cell_size = self.cell_width = 0
        self.end_char = -1
        self.lines: list[list[Cell]] = [[]]
        self.widths: list[int] = []

    # --- output -----------------------------------------------------------------------------------------------

    def emit(self, data: bytes | bytearray) -> None:
        if self.whole:
            self.run.alloc(len(data))
            self.out += data
        else:
            self.send(bytes(data))

    def send(self, data: bytes) -> None:
        count, error = write(self.run, self.output, data)
        if count != len(data) and error is None:
            error = SHORT_WRITE
        if error is not None:
            raise _WriteFailed(error)

    def settle(self) -> None:
        """Writes the collected output to a library writer."""
        if self.out:
            data, self.out = bytes(self.out), bytearray()
            self.send(data)

    def repeat(self, char: bytes, count: int) -> None:
        if self.whole:
            self.run.alloc(max(count, 0))
            self.run.charge(1 + max(count, 0) // 64)
            self.out += char * count
            return
        while count > 8:
            self.send(char * 8)
            count -= 8
        self.send(char * count)

    def pad(self, text_width: int, cell_width: int, use_tabs: bool) -> None:
        if self.padchar != b"\t" and not use_tabs:
            self.repeat(self.padchar, cell_width - text_width)
        elif self.tabwidth:
            tab = self.tabwidth
            cell_width = (cell_width + tab - 1) // tab * tab
            if cell_width < text_width:
                raise GoPanic(b"internal error")
            self.repeat(b"\t", (cell_width - text_width + tab - 1) // tab)

    # --- cells ------------------------------------------------------------------------------------------------

    def append(self, text: bytes) -> None:
        self.buf += text
        self.cell_size += len(text)

    def update_width(self) -> None:
        self.cell_width += rune_count(self.buf[self.pos :])
        self.pos = len(self.buf)

    def end_escape(self) -> None:
        if self.end_char == _ESCAPE:
            self.update_width()
            if not self.flags & STRIP_ESCAPE:
                self.cell_width -= 2
        elif self.end_char == 0x3B:
            self.cell_width += 1  # an entity is one rune
        self.pos = len(self.buf)
        self.end_char = -1

    def end_cell(self, tab: bool) -> int:
        self.run.alloc(_CELL_SIZE)
        line = self.lines[-1]
        line.append((self.cell_size, self.cell_width, tab))
        self.cell_size = self.cell_width = 0
        return len(line)

    def write(self, data: bytes) -> None:
        run = self.run
        run.charge(1 + len(data) // 64)
        run.alloc(len(data))
        special = _SPECIAL_HTML if self.flags & FILTER_HTML else _SPECIAL
        self.taken = 0
        at = 0
        while True:
            run.charge(1)
            if self.end_char < 0:
                found = special.search(data, at)
                if found is None:
                    break
                at = found.start()
                self.append(data[self.taken : at])
                self.update_width()
                self.take(data[at], at)
            else:
                at = data.find(self.end_char, at)
                if at < 0:
                    break
                strip = self.end_char == _ESCAPE and self.flags & STRIP_ESCAPE
                self.append(data[self.taken : at if strip else at + 1])
                self.taken = at + 1
                self.end_escape()
            at += 1
        self.append(data[self.taken :])

    def take(self, char: int, at: int) -> None:
        """Handles a special character outside of escapes."""
        self.taken = at + 1
        if char in _END_OF:
            if char != _ESCAPE or not self.flags & STRIP_ESCAPE:
                self.taken = at
            self.end_char = _END_OF[char]
            return
        cells = self.end_cell(char == _TAB)
        if char in (_NEWLINE, _FORM_FEED):
            self.run.alloc(_CELL_SIZE)
            self.lines.append([])
            # the last cell of a line is not part of a column: a line with one cell ends all columns
            if char == _FORM_FEED or cells == 1:
                self.flush()
                if char == _FORM_FEED and self.flags & DEBUG:
                    self.emit(b"---\n")
                    self.settle()

    # --- formatting -------------------------------------------------------------------------------------------

    def flush(self) -> None:
        if self.cell_size > 0:
            if self.end_char >= 0:
                self.end_escape()
            self.end_cell(False)
        self.format()
        self.settle()
        self.reset()

    def format(self) -> None:
        lines, widths = self.lines, self.widths
        at = 0  # offset in buf
        # a block of lines with a cell in the column: first unprinted line, end of the block, current line
        blocks = [[0, len(lines), 0]]
        while blocks:
            block = blocks[-1]
            first, end, this = block
            column = len(widths)
            while this < end and column >= len(lines[this]) - 1:
                self.run.charge(1)
                this += 1
            at = self.write_lines(at, first, this)
            if this >= end:
                blocks.pop()
                if widths:
                    widths.pop()
                continue
            inner = this
            width, this = self.measure(column, this, end)
            block[0] = block[2] = this
            widths.append(width)
            blocks.append([inner, this, inner])

    def measure(self, column: int, this: int, end: int) -> tuple[int, int]:
        """Returns the width of a column, and the end of the block of lines that have it."""
        width, discardable = self.minwidth, True
        while this < end and column < len(self.lines[this]) - 1:
            self.run.charge(1)
            _, cell_width, tab = self.lines[this][column]
            width = max(width, cell_width + self.padding)
            if cell_width > 0 or tab:
                discardable = False
            this += 1
        return 0 if discardable and self.flags & DISCARD_EMPTY else width, this

    def write_lines(self, at: int, first: int, end: int) -> int:
        for i in range(first, end):
            at = self.write_line(at, self.lines[i])
            if i + 1 < len(self.lines):
                self.emit(b"\n")
            else:  # there is no newline yet
                self.emit(self.buf[at : at + self.cell_size])
                at += self.cell_size
        return at

    def write_line(self, at: int, line: list[Cell]) -> int:
        flags, widths = self.flags, self.widths
        use_tabs = bool(flags & TAB_INDENT)
        self.run.charge(1 + len(line))
        for j, (size, cell_width, _) in enumerate(line):
            if j > 0 and flags & DEBUG:
                self.emit(b"|")
            if size == 0:
                if j < len(widths):
                    self.pad(cell_width, widths[j], use_tabs)
                continue
            use_tabs = False
            if not flags & ALIGN_RIGHT:
                self.emit(self.buf[at : at + size])
            if j < len(widths):
                self.pad(cell_width, widths[j], False)
            if flags & ALIGN_RIGHT:
                self.emit(self.buf[at : at + size])
            at += size
        return at


def _guarded(run: Run, op: str, work: Callable[[], None]) -> Any:
    """Runs `work`. Returns the output's error, and wrap panics as Go does."""
    try:
        work()
    except _WriteFailed as failed:
        return failed.error
    except Exception as exc:
        panic = as_panic(exc)
        if panic is None or panic.goexit:
            raise
        printer = Printer(run)
        printer.argument(panic.value, "v")
        wrapped = GoPanic(f"tabwriter: panic during {op} (".encode() + bytes(printer.out) + b")")
        wrapped.link, panic.recovered = panic, True
        wrapped.trace = guest_trace(panic)
        raise wrapped from None
    return None


@tabwriter.method(
    "func (b *Writer) Init(output io.Writer, minwidth, tabwidth, padding int, padchar byte, flags uint) *Writer",
    run=True,
)
def init(run: Run, b: Storage, output: Any, *layout: int) -> Storage:
    if min(layout[:3]) < 0:
        raise GoPanic(b"negative minwidth, tabwidth, or padding")
    b[0] = _Table(run, output, layout)
    return b


@tabwriter.func(
    "func NewWriter(output io.Writer, minwidth, tabwidth, padding int, padchar byte, flags uint) *Writer", run=True
)
def new_writer(run: Run, output: Any, *layout: int) -> Storage:
    run.alloc(500)
    return init(run, [None], output, *layout)


@fast_writer(WRITER)
def write_text(run: Run, b: Storage, data: bytes) -> Written:
    table: _Table | None = b[0]
    if table is None:
        raise GoPanic(b"tabwriter: panic during Write (runtime error: index out of range [-1])")
    error = _guarded(run, "Write", lambda: table.write(data))
    return (len(data) if error is None else table.taken), error


tabwriter.row(
    "func (b *Writer) Write(buf []byte) (n int, err error)", lambda run, b, buf: write_text(run, b, bytes_of(buf))
)


@tabwriter.method("func (b *Writer) Flush() error", run=True)
def flush(run: Run, b: Storage) -> Any:
    table: _Table | None = b[0]
    if table is None:
        b[0] = _Table(run, None, (0, 0, 0, 0, 0))
        return None
    try:
        return _guarded(run, "Flush", table.flush)
    finally:
        table.out.clear()
        table.reset()
