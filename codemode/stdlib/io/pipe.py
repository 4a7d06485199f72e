"""io: Pipe, which connects a writer in one goroutine with a reader in another, without a buffer."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.channels import Channel, select
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Slice
from codemode.stdlib.appending import write_bytes
from codemode.stdlib.io.base import io
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.streams import CLOSED_PIPE, EOF, Counted, Written, fast_writer

_READER = io.type("type PipeReader struct { p native }", "A PipeReader is the read half of a pipe.")
_WRITER = io.type("type PipeWriter struct { p native }", "A PipeWriter is the write half of a pipe.")


def _nothing() -> None:
    return None


class _Pipe:
    """The state of a pipe. `data` passes what is written, and `taken` how much of it the reader took. `lock` has a token while no goroutine
    writes."""

    __slots__ = ("data", "done", "lock", "read_error", "taken", "write_error")

    def __init__(self) -> None:
        self.data = Channel(0, _nothing)
        self.taken = Channel(0, _nothing)
        self.lock = Channel(1, _nothing)
        self.lock.buffer.append(None)
        self.done = Channel(0, _nothing)
        self.read_error: Any = None  # set by the reader's Close, for writers
        self.write_error: Any = None  # set by the writer's Close, for readers

    def close(self, run: Run) -> None:
        if not self.done.closed:
            self.done.close(run)

    def read(self, run: Run, p: Slice) -> Counted:
        if self.done.closed:
            return 0, self._error_for_reader()
        index, data, _ = select(run, [("recv", self.data, None), ("recv", self.done, None)], False)
        if index == 1:
            return 0, self._error_for_reader()
        chunk = data[: p.len]
        write_bytes(p, 0, chunk)
        self.taken.send(run, len(chunk))
        return len(chunk), None

    def write(self, run: Run, data: bytes) -> Written:
        if self.done.closed:
            return 0, self._error_for_writer()
        self.lock.recv(run)
        total = 0
        while True:
            index, _, _ = select(run, [("send", self.data, data[total:]), ("recv", self.done, None)], False)
            if index == 1:
                self.lock.send(run, None)
                return total, self._error_for_writer()
            total += self.taken.recv(run)[0]
            if total >= len(data):
                self.lock.send(run, None)
                return total, None

    def _error_for_reader(self) -> Any:
        return self.write_error if self.read_error is None and self.write_error is not None else CLOSED_PIPE

    def _error_for_writer(self) -> Any:
        return self.read_error if self.write_error is None and self.read_error is not None else CLOSED_PIPE


@io.func("func Pipe() (*PipeReader, *PipeWriter)")
def pipe() -> tuple[list[Any], list[Any]]:
    """Pipe creates a synchronous in-memory pipe."""
    made = _Pipe()
    return [made], [made]


@io.method("func (r *PipeReader) Read(data []byte) (n int, err error)", run=True, cost="1 + len(data) // 64")
def reader_read(run: Run, r: list[Any], data: Slice) -> Counted:
    """Read reads data from the pipe, blocking until a writer arrives or the write end is closed."""
    return r[0].read(run, data)


@io.method("func (r *PipeReader) Close() error", run=True)
def reader_close(run: Run, r: list[Any]) -> None:
    """Close closes the reader; subsequent writes to the write half of the pipe will return the error ErrClosedPipe."""
    reader_close_with_error(run, r, None)


@io.method("func (r *PipeReader) CloseWithError(err error) error", run=True)
def reader_close_with_error(run: Run, r: list[Any], err: Any) -> None:
    """CloseWithError closes the reader; subsequent writes to the write half of the pipe will return the error err."""
    made: _Pipe = r[0]
    if made.read_error is None:
        made.read_error = CLOSED_PIPE if err is None else err
    made.close(run)


@io.method("func (w *PipeWriter) Write(data []byte) (n int, err error)", run=True, cost="1 + len(data) // 64")
def writer_write(run: Run, w: list[Any], data: Slice) -> Written:
    """Write writes data to the pipe, blocking until one or more readers have consumed all the data or the read end is closed."""
    return w[0].write(run, bytes_of(data))


@fast_writer(_WRITER)
def _write(run: Run, w: list[Any], data: bytes) -> Written:
    return w[0].write(run, data)


@io.method("func (w *PipeWriter) Close() error", run=True)
def writer_close(run: Run, w: list[Any]) -> None:
    """Close closes the writer; subsequent reads from the read half of the pipe will return no bytes and EOF."""
    writer_close_with_error(run, w, None)


@io.method("func (w *PipeWriter) CloseWithError(err error) error", run=True)
def writer_close_with_error(run: Run, w: list[Any], err: Any) -> None:
    """CloseWithError closes the writer; subsequent reads will return no bytes and the error err, or EOF if err is nil."""
    made: _Pipe = w[0]
    if made.write_error is None:
        made.write_error = EOF if err is None else err
    made.close(run)
