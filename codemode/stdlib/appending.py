"""Helpers that read and write guest byte slices in Python bodies."""

from __future__ import annotations

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.slice_growth import appended
from codemode.interpreter.machine.values import NIL_SLICE, Slice
from codemode.types.model import UINT8


def append_bytes(run: Run, dst: Slice, data: bytes | bytearray) -> Slice:
    """Returns append(dst, data...), charged to the run."""
    run.charge(len(data) >> 6)
    return appended(run, dst, data, UINT8)


def write_bytes(dst: Slice, at: int, data: bytes | bytearray) -> None:
    """Writes `data` to dst[at:]. Bytes between the end of the backing array and dst[at] become zero."""
    start = dst.off + at
    if start > len(dst.arr):
        dst.arr.extend(bytes(start - len(dst.arr)))
    dst.arr[start : start + len(data)] = data


def byte_slice(run: Run, data: bytes | bytearray) -> Slice:
    """Returns a new []byte with this data, charged to the run."""
    run.alloc(len(data))
    store = bytearray(data)
    return Slice(store, 0, len(store), len(store))


def byte_slice_or_nil(run: Run, data: bytes | bytearray) -> Slice:
    """Returns a new []byte with this data, or nil if the data is empty."""
    return byte_slice(run, data) if data else NIL_SLICE
