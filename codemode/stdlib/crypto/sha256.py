"""crypto/sha256."""

from __future__ import annotations

from codemode.interpreter.machine.values import Box, Slice
from codemode.stdlib.hash.digests import SUM_COST, hashlib_state, register_digest, whole
from codemode.stdlib.registry import Package

sha256 = Package("crypto/sha256", doc="the SHA-224 and SHA-256 hash algorithms")

sha256.const("const Size = 32", "The size of a SHA-256 checksum in bytes.")
sha256.const("const Size224 = 28", "The size of a SHA-224 checksum in bytes.")
sha256.const("const BlockSize = 64", "The block size of SHA-256 and SHA-224 in bytes.")

_new = register_digest(sha256, "Digest", hashlib_state("sha256"), 32, 64)
_new224 = register_digest(sha256, "Digest224", hashlib_state("sha224"), 28, 64)
_sum256, _sum224 = whole("sha256"), whole("sha224")


@sha256.func("func New() hash.Hash")
def new() -> Box:
    """New returns a new hash.Hash computing the SHA-256 checksum."""
    return _new()


@sha256.func("func New224() hash.Hash")
def new224() -> Box:
    """New224 returns a new hash.Hash computing the SHA-224 checksum."""
    return _new224()


@sha256.func("func Sum256(data []byte) [32]byte", cost=SUM_COST)
def sum256(data: Slice) -> list[int]:
    """Sum256 returns the SHA-256 checksum of the data."""
    return _sum256(data)


@sha256.func("func Sum224(data []byte) [28]byte", cost=SUM_COST)
def sum224(data: Slice) -> list[int]:
    """Sum224 returns the SHA-224 checksum of the data."""
    return _sum224(data)
