"""hash/crc32: the checksum of the IEEE polynomial."""

from __future__ import annotations

import zlib

from codemode.stdlib.hash.digests import register_digest
from codemode.stdlib.registry import Package
from codemode.stdlib.runes import bytes_of

crc32 = Package("hash/crc32")

crc32.const("const Size = 4")
crc32.const(f"const IEEE = {0xEDB88320}")


class _Crc:
    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value = 0

    def update(self, data: bytes, /) -> None:
        self.value = zlib.crc32(data, self.value)

    def digest(self) -> bytes:
        return self.value.to_bytes(4, "big")


_new = register_digest(crc32, "digest", _Crc, 4, 1)

crc32.row("func NewIEEE() hash.Hash32", lambda: _new())
crc32.row("func ChecksumIEEE(data []byte) uint32", lambda data: zlib.crc32(bytes_of(data)), "1 + len(data) // 64")
crc32.row("func (d *digest) Sum32() uint32", lambda d: d[0].value)
