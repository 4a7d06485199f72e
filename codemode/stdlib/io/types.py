"""io: readers and writers that wrap other readers and writers."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import EOF, Box, Slice, slice_from, type_of
from codemode.stdlib.io.base import copy_all, io
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.streams import SHORT_WRITE, Counted, Written, call, write
from codemode.types.model import pointer_to


def _cut(p: Slice, size: int) -> Slice:
    """Returns p[:size]."""
    return Slice(p.arr, p.off, size, p.cap)


# --- limits ------------------------------------------------------------------------------------------------------

_LIMITED = pointer_to(io.type("type LimitedReader struct { R Reader; N int64 }"))


@io.func("func LimitReader(r Reader, n int64) Reader")
def limit_reader(r: Any, n: int) -> Box:
    return Box(_LIMITED, [r, n])


@io.method("func (l *LimitedReader) Read(p []byte) (n int, err error)", run=True)
def limited_read(run: Run, limited: list[Any], p: Slice) -> Counted:
    if limited[1] <= 0:
        return 0, EOF
    count, err = call(run, limited[0], "Read", _cut(p, min(p.len, limited[1])))
    limited[1] -= count
    return count, err


@io.func("func CopyN(dst Writer, src Reader, n int64) (written int64, err error)", run=True)
def copy_n(run: Run, dst: Any, src: Any, n: int) -> Counted:
    written, err = copy_all(run, dst, limit_reader(src, n))
    if written == n:
        return n, None
    return written, EOF if written < n and err is None else err


# --- several at once ---------------------------------------------------------------------------------------------

_MULTI_READER = pointer_to(io.type("type multiReader struct { readers []Reader }"))
_MULTI_WRITER = pointer_to(io.type("type multiWriter struct { writers []Writer }"))
_TEE_READER = pointer_to(io.type("type teeReader struct { r Reader; w Writer }"))

io.row("func MultiReader(readers ...Reader) Reader", lambda readers: Box(_MULTI_READER, [slice_from(list(readers))]))


@io.method("func (mr *multiReader) Read(p []byte) (n int, err error)", run=True)
def multi_read(run: Run, multi: list[Any], p: Slice) -> Counted:
    while multi[0].len:
        run.charge(1)
        readers: Slice = multi[0]
        count, err = call(run, readers.arr[readers.off], "Read", p)
        if err is EOF:
            multi[0] = Slice(readers.arr, readers.off + 1, readers.len - 1, readers.cap - 1)
        if count > 0 or err is not EOF:
            return count, None if err is EOF and multi[0].len else err
    return 0, EOF


@io.func("func MultiWriter(writers ...Writer) Writer")
def multi_writer(writers: list[Any]) -> Box:
    all_writers: list[Any] = []
    for w in writers:
        all_writers += w.v[0].view() if type_of(w) is _MULTI_WRITER else [w]
    return Box(_MULTI_WRITER, [slice_from(all_writers)])


@io.method("func (t *multiWriter) Write(p []byte) (n int, err error)", run=True)
def multi_write(run: Run, multi: list[Any], p: Slice) -> Written:
    for w in multi[0].view():
        run.charge(1 + (p.len >> 6))
        count, err = call(run, w, "Write", p)
        if err is not None:
            return count, err
        if count != p.len:
            return count, SHORT_WRITE
    return p.len, None


io.row("func TeeReader(r Reader, w Writer) Reader", lambda r, w: Box(_TEE_READER, [r, w]))


@io.method("func (t *teeReader) Read(p []byte) (n int, err error)", run=True)
def tee_read(run: Run, tee: list[Any], p: Slice) -> Counted:
    count, err = call(run, tee[0], "Read", p)
    if count > 0:
        written, write_error = write(run, tee[1], bytes_of(_cut(p, count)))
        if write_error is not None:
            return written, write_error
    return count, err


# --- nothing -----------------------------------------------------------------------------------------------------

_DISCARD = io.type("type discard struct {}")

io.row("func (discard) Write(p []byte) (int, error)", lambda _, p: (p.len, None))
io.row("func (discard) WriteString(s string) (int, error)", lambda _, s: (len(s), None))
io.var("var Discard Writer", Box(_DISCARD, []))

_NOP_CLOSER = io.type("type nopCloser struct { Reader }")
io.row("func (nopCloser) Close() error", lambda _: None)
io.row("func NopCloser(r Reader) ReadCloser", lambda r: Box(_NOP_CLOSER, [r]))
