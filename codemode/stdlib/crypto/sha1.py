"""crypto/sha1."""

from __future__ import annotations

from codemode.interpreter.machine.values import Box, Slice
from codemode.stdlib.hash.digests import SUM_COST, hashlib_state, register_digest, whole
from codemode.stdlib.registry import Package

sha1 = Package("crypto/sha1", doc="the SHA-1 hash algorithm")

sha1.const("const Size = 20", "The size of a SHA-1 checksum in bytes.")
sha1.const("const BlockSize = 64", "The block size of SHA-1 in bytes.")

_new = register_digest(sha1, "digest", hashlib_state("sha1"), 20, 64)
_sum = whole("sha1")


@sha1.func("func New() hash.Hash")
def new() -> Box:
    """New returns a new hash.Hash computing the SHA-1 checksum."""
    return _new()


@sha1.func("func Sum(data []byte) [20]byte", cost=SUM_COST)
def sum(data: Slice) -> list[int]:
    """Sum returns the SHA-1 checksum of the data."""
    return _sum(data)
