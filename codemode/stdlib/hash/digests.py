"""The methods of hash.Hash, shared by all hash functions."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from operator import setitem
from typing import Any, Protocol

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, Slice
from codemode.stdlib.appending import append_bytes
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.streams import Written, fast_writer
from codemode.types.model import pointer_to

Storage = list[Any]


class State(Protocol):
    """A running hash, with the interface of hashlib."""

    def update(self, data: bytes, /) -> None: ...
    def digest(self) -> bytes: ...


def register_digest(
    package: Package, name: str, start: Callable[[], State], size: int, block: int, bytes_per_step: int = 64
) -> Callable[[], Box]:
    """Registers the type of a hash function. Returns the function that makes its values."""
    named = package.type(f"type {name} struct {{ state native }}")
    pointer = pointer_to(named)

    def write(run: Run, d: Storage, data: bytes) -> Written:
        run.charge(1 + len(data) // bytes_per_step)
        d[0].update(data)
        return len(data), None

    fast_writer(named)(write)

    package.row(f"func (d *{name}) Write(p []byte) (n int, err error)", lambda run, d, p: write(run, d, bytes_of(p)))
    package.row(f"func (d *{name}) Sum(in []byte) []byte", lambda run, d, b: append_bytes(run, b, d[0].digest()))

    package.row(f"func (d *{name}) Reset()", lambda d: setitem(d, 0, start()))
    package.row(f"func (d *{name}) Size() int", lambda _: size)
    package.row(f"func (d *{name}) BlockSize() int", lambda _: block)

    return lambda: Box(pointer, [start()])


def hashlib_state(name: str) -> Callable[[], State]:
    """Returns a function that starts a hash of hashlib. Guests use these hashes as checksums."""
    return lambda: hashlib.new(name, usedforsecurity=False)


def register_hash(
    package: Package, name: str, size: int, block: int, type_name: str, sum_name: str, suffix: str = ""
) -> None:
    """Registers a hash of hashlib: its type, Size, New and Sum. `suffix` tells Size and New from those of the package's other hash."""
    start = hashlib_state(name.replace("-", "").lower())
    new = register_digest(package, type_name, start, size, block)
    package.func(f"func New{suffix}() hash.Hash")(new)
    package.const(f"const Size{suffix} = {size}")

    def whole(data: Slice) -> list[int]:
        state = start()
        state.update(bytes_of(data))
        return list(state.digest())

    package.func(f"func {sum_name}(data []byte) [{size}]byte", cost="8 + len(data) // 64")(whole)
