"""crypto/hmac: keyed hashes, for example for signatures of webhooks."""

from __future__ import annotations

import hmac as host_hmac
from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import NIL_SLICE, Box, GoPanic, Slice
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.streams import Written, call, fast_writer, write
from codemode.types.model import pointer_to

hmac = Package("crypto/hmac")

Storage = list[Any]
_HMAC = hmac.type("type hmac struct { inner native; outer native; ipad native; opad native }")
_HMAC_PTR = pointer_to(_HMAC)
_INNER, _OUTER, _IPAD, _OPAD = range(4)
_MAX_BLOCK = 1 << 16  # a hash of the guest may return anything


@hmac.func("func New(h func() hash.Hash, key []byte) hash.Hash", run=True, cost="8 + len(key) // 64")
def new(run: Run, h: Callable[[], Any], key: Slice) -> Box:
    outer, inner = h(), h()
    block: int = call(run, inner, "BlockSize")
    secret = bytes_of(key)
    if len(secret) > block:
        write(run, outer, secret)
        secret = bytes_of(call(run, outer, "Sum", NIL_SLICE))
    if not len(secret) <= block <= _MAX_BLOCK:
        raise GoPanic(b"crypto/hmac: the hash has no usable block size")
    run.charge(block // 8)
    run.alloc(4 * block)
    padded = secret.ljust(block, b"\0")
    ipad, opad = bytes(c ^ 0x36 for c in padded), bytes(c ^ 0x5C for c in padded)
    write(run, inner, ipad)
    return Box(_HMAC_PTR, [inner, outer, ipad, opad])


hmac.row(
    "func Equal(mac1, mac2 []byte) bool",
    lambda mac1, mac2: host_hmac.compare_digest(bytes_of(mac1), bytes_of(mac2)),
    "(len(mac1) + len(mac2)) // 64",
)


def _write(run: Run, d: Storage, data: bytes) -> Written:
    return write(run, d[_INNER], data)


fast_writer(_HMAC)(_write)
hmac.row("func (h *hmac) Write(p []byte) (n int, err error)", lambda run, h, p: write(run, h[_INNER], bytes_of(p)))


@hmac.method("func (h *hmac) Sum(in []byte) []byte", run=True)
def sum_(run: Run, h: Storage, b: Slice) -> Slice:
    inside = bytes_of(call(run, h[_INNER], "Sum", NIL_SLICE))
    call(run, h[_OUTER], "Reset")
    write(run, h[_OUTER], h[_OPAD] + inside)
    return call(run, h[_OUTER], "Sum", b)


@hmac.method("func (h *hmac) Reset()", run=True)
def reset(run: Run, h: Storage) -> None:
    call(run, h[_INNER], "Reset")
    write(run, h[_INNER], h[_IPAD])


hmac.row("func (h *hmac) Size() int", lambda run, h: call(run, h[_OUTER], "Size"))
hmac.row("func (h *hmac) BlockSize() int", lambda run, h: call(run, h[_INNER], "BlockSize"))
