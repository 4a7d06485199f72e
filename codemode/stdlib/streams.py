"""Reads from and writes to values of type io.Reader and io.Writer, for bodies of any package.

Library types register a `fast_writer`, which avoids the call through the interface.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.interpreter.machine.calling import call_with
from codemode.interpreter.machine.dispatch import implements, method_target
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import EOF as EOF
from codemode.interpreter.machine.values import GoPanic, Slice, bounds_panic, new_error, nil_deref, type_of, unbox
from codemode.types.model import Named, Type, pointer_to

UNEXPECTED_EOF = new_error("unexpected EOF")
SHORT_WRITE = new_error("short write")
NO_PROGRESS = new_error("multiple Read calls return no data or error")

Counted = tuple[int, Any]  # bytes read or written, error
Written = Counted
Writer = Callable[[Run, Any, bytes], Written]

_writers: dict[Type, Writer] = {}


def fast_writer(named: Named) -> Callable[[Writer], Writer]:
    """Returns a decorator that registers a function that writes to a value of type *named."""

    def add(write: Writer) -> Writer:
        _writers[pointer_to(named)] = write
        return write

    return add


def call(run: Run, x: Any, name: str, *args: Any) -> Any:
    """Calls a method of an interface value. The checker has proved that it exists. Panics for a nil value."""
    t = type_of(x)
    target = None if t is None else method_target(run.program, t, name)
    if target is None:
        raise nil_deref()
    return call_with(target, (run, unbox(x), *args))


def write(run: Run, w: Any, data: bytes) -> Written:
    """Calls w.Write(data) and returns (bytes written, error)."""
    fast = _writers.get(cast(Type, type_of(w)))
    if fast is not None and w.v is not None:
        depth = run.depth + 1  # a writer may write to another one, and so on
        if depth > run.room:
            run.deeper(depth, "Write")
        run.depth = depth
        written = fast(run, w.v, data)
        run.depth = depth - 1
        return written
    run.alloc(len(data))
    store = bytearray(data)
    return call(run, w, "Write", Slice(store, 0, len(store), len(store)))


def read(run: Run, r: Any, size: int, package: str = "") -> tuple[bytes, Any]:
    """Calls r.Read with a buffer of `size` bytes and returns (data, error).

    A count beyond the buffer panics as Go's slice expression does. A negative one is no data, or a panic that names `package`.
    """
    data, count, err = read_counted(run, r, size)
    if count > size:
        raise bounds_panic(f"slice bounds out of range [:{count}] with capacity {size}", "slice_range")
    if count < 0 and package:
        raise GoPanic(new_error(f"{package}: reader returned negative count from Read"))
    return data, err


def read_counted(run: Run, r: Any, size: int) -> tuple[bytes, int, Any]:
    """Calls r.Read with a buffer of `size` bytes and returns (data, its count, error). The guest's count may be any number."""
    run.alloc(size)
    run.charge(size >> 12)
    buffer = Slice(bytearray(size), 0, size, size)
    count, err = call(run, r, "Read", buffer)
    return bytes(buffer.arr[: max(count, 0)]), count, err


def has_method(x: Any, iface: Type) -> bool:
    """Returns whether the interface value also implements another interface."""
    t = type_of(x)
    return t is not None and implements(t, iface)
