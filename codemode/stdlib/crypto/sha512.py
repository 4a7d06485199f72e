"""crypto/sha512."""

from __future__ import annotations

from codemode.interpreter.machine.values import Box, Slice
from codemode.stdlib.hash.digests import SUM_COST, hashlib_state, register_digest, whole
from codemode.stdlib.registry import Package

sha512 = Package("crypto/sha512", doc="the SHA-384 and SHA-512 hash algorithms")

sha512.const("const Size = 64", "The size of a SHA-512 checksum in bytes.")
sha512.const("const Size384 = 48", "The size of a SHA-384 checksum in bytes.")
sha512.const("const BlockSize = 128", "The block size of SHA-512 and SHA-384 in bytes.")

_new = register_digest(sha512, "Digest", hashlib_state("sha512"), 64, 128)
_new384 = register_digest(sha512, "Digest384", hashlib_state("sha384"), 48, 128)
_sum512, _sum384 = whole("sha512"), whole("sha384")


@sha512.func("func New() hash.Hash")
def new() -> Box:
    """New returns a new hash.Hash computing the SHA-512 checksum."""
    return _new()


@sha512.func("func New384() hash.Hash")
def new384() -> Box:
    """New384 returns a new hash.Hash computing the SHA-384 checksum."""
    return _new384()


@sha512.func("func Sum512(data []byte) [64]byte", cost=SUM_COST)
def sum512(data: Slice) -> list[int]:
    """Sum512 returns the SHA-512 checksum of the data."""
    return _sum512(data)


@sha512.func("func Sum384(data []byte) [48]byte", cost=SUM_COST)
def sum384(data: Slice) -> list[int]:
    """Sum384 returns the SHA-384 checksum of the data."""
    return _sum384(data)
