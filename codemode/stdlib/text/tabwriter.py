"""text/tabwriter: columns of text. A column is a run of lines that all have a cell there with a tab after it."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import GoPanic
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import bytes_of, rune_count
from codemode.stdlib.streams import SHORT_WRITE, Written, fast_writer, write

tabwriter = Package("text/tabwriter")

Storage = list[Any]
Line = list[bytes]  # the cells; the last one is not part of a column

_ALIGN_RIGHT, _DISCARD_EMPTY, _TAB_INDENT, _DEBUG = (1 << i for i in range(2, 6))
tabwriter.const(f"const AlignRight uint = {_ALIGN_RIGHT}")
# it changes nothing: it is about cells that end with \v
tabwriter.const(f"const DiscardEmptyColumns uint = {_DISCARD_EMPTY}")
tabwriter.const(f"const TabIndent uint = {_TAB_INDENT}")
tabwriter.const(f"const Debug uint = {_DEBUG}")
WRITER = tabwriter.type("type Writer struct { state native }")

_CELL_SIZE = 100


class _Table:
    """The state of a Writer: lines that are not written yet, and the text after the last one."""

    __slots__ = ("flags", "last", "lines", "minwidth", "output", "padchar", "padding", "run", "tabwidth")

    def __init__(self, run: Run, output: Any, layout: tuple[int, ...]) -> None:
        self.run = run
        self.output = output
        self.minwidth, self.tabwidth, self.padding, padchar, flags = layout
        self.padchar = bytes([padchar])
        self.flags = flags & ~_ALIGN_RIGHT if self.padchar == b"\t" else flags
        self.lines: list[Line] = []
        self.last = bytearray()

    def write(self, data: bytes) -> Any:
        """Takes text. A line without tabs ends all columns, so that they are written. Returns the output's error."""
        cells = data.count(b"\t") + data.count(b"\n")
        self.run.charge(1 + cells + len(data) // 64)
        self.run.alloc(len(data) + _CELL_SIZE * cells)
        first, *others = data.split(b"\n")
        self.last += first
        for following in others:
            self.lines.append(bytes(self.last).split(b"\t"))
            self.last = bytearray(following)
            if len(self.lines[-1]) == 1:
                error = self.flush(*self.lines, [])
                if error is not None:
                    return error
        return None

    def flush(self, *lines: Line) -> Any:
        """Writes the lines in columns. Returns the output's error."""
        out = bytearray()
        widths = self.widths(lines)
        for at, line in enumerate(lines):
            self.write_line(out, line, widths[at])
            if at + 1 < len(lines):
                out += b"\n"
        self.lines.clear()
        count, error = write(self.run, self.output, bytes(out)) if out else (0, None)
        return SHORT_WRITE if error is None and count != len(out) else error

    def finish(self) -> Any:
        """Writes everything. Returns the output's error."""
        cells = bytes(self.last).split(b"\t")
        self.last.clear()
        return self.flush(*self.lines, cells if cells[-1] else cells[:-1])

    def widths(self, lines: tuple[Line, ...]) -> list[list[int]]:
        """Returns the width of each cell that is part of a column."""
        found: list[list[int]] = [[] for _ in lines]
        column = 0
        rows = range(len(lines))
        while rows := [row for row in rows if column < len(lines[row]) - 1]:
            self.run.charge(len(rows))
            start = 0
            for end, row in enumerate(rows, 1):
                if end == len(rows) or rows[end] != row + 1:
                    block = rows[start:end]
                    width = max(self.minwidth, max(rune_count(lines[i][column]) for i in block) + self.padding)
                    for i in block:
                        found[i].append(width)
                    start = end
            column += 1
        return found

    def write_line(self, out: bytearray, line: Line, widths: list[int]) -> None:
        use_tabs = bool(self.flags & _TAB_INDENT)
        for at, cell in enumerate(line):
            if at and self.flags & _DEBUG:
                out += b"|"
            use_tabs = use_tabs and not cell
            pad = self.pad(rune_count(cell), widths[at], use_tabs) if at < len(widths) else b""
            out += pad + cell if self.flags & _ALIGN_RIGHT else cell + pad

    def pad(self, text_width: int, width: int, use_tabs: bool) -> bytes:
        char, count = self.padchar, width - text_width
        if use_tabs or char == b"\t":
            char, tab = b"\t", self.tabwidth
            count = (-(-width // tab) * tab - text_width + tab - 1) // tab if tab else 0
        self.run.alloc(count)
        self.run.charge(1 + count // 64)
        return char * count


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


def _table(run: Run, b: Storage) -> _Table:
    """Returns the state of a Writer. A zero value has no output: it can be flushed while it has no text."""
    if b[0] is None:
        b[0] = _Table(run, None, (0, 0, 0, 0, 0))
    return b[0]


@fast_writer(WRITER)
def write_text(run: Run, b: Storage, data: bytes) -> Written:
    table = _table(run, b)
    if data and table.output is None and not table.lines and not table.last:
        raise GoPanic(b"tabwriter: panic during Write (runtime error: index out of range [-1])")
    error = table.write(data)
    return (len(data) if error is None else 0), error


tabwriter.row(
    "func (b *Writer) Write(buf []byte) (n int, err error)", lambda run, b, p: write_text(run, b, bytes_of(p))
)
tabwriter.row("func (b *Writer) Flush() error", lambda run, b: _table(run, b).finish())
