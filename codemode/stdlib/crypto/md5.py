"""crypto/md5."""

from __future__ import annotations

from codemode.interpreter.machine.values import Box, Slice
from codemode.stdlib.hash.digests import SUM_COST, hashlib_state, register_digest, whole
from codemode.stdlib.registry import Package

md5 = Package("crypto/md5", doc="the MD5 hash algorithm")

md5.const("const Size = 16", "The size of a MD5 checksum in bytes.")
md5.const("const BlockSize = 64", "The block size of MD5 in bytes.")

_new = register_digest(md5, "digest", hashlib_state("md5"), 16, 64)
_sum = whole("md5")


@md5.func("func New() hash.Hash")
def new() -> Box:
    """New returns a new hash.Hash computing the MD5 checksum."""
    return _new()


@md5.func("func Sum(data []byte) [16]byte", cost=SUM_COST)
def sum(data: Slice) -> list[int]:
    """Sum returns the MD5 checksum of the data."""
    return _sum(data)
