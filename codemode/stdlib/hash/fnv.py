"""hash/fnv: the Fowler-Noll-Vo hashes."""

from __future__ import annotations

from codemode.stdlib.hash.digests import register_digest
from codemode.stdlib.registry import Package

fnv = Package("hash/fnv")

# bits -> (offset basis, prime)
_PARAMETERS = {32: (0x811C9DC5, 0x01000193), 64: (0xCBF29CE484222325, 0x100000001B3)}
_BYTES_PER_STEP = 2  # a loop over bytes in Python


class _Fnv:
    __slots__ = ("bits", "value", "xor_first")

    def __init__(self, bits: int, xor_first: bool) -> None:
        self.bits = bits
        self.xor_first = xor_first
        self.value = _PARAMETERS[bits][0]

    def update(self, data: bytes, /) -> None:
        prime, mask = _PARAMETERS[self.bits][1], (1 << self.bits) - 1
        value = self.value
        if self.xor_first:
            for b in data:
                value = (value ^ b) * prime & mask
        else:
            for b in data:
                value = value * prime & mask ^ b
        self.value = value

    def digest(self) -> bytes:
        return self.value.to_bytes(self.bits // 8, "big")


def _register(bits: int, xor_first: bool) -> None:
    suffix = f"{bits}{'a' if xor_first else ''}"
    new = register_digest(fnv, f"sum{suffix}", lambda: _Fnv(bits, xor_first), bits // 8, 1, _BYTES_PER_STEP)
    fnv.row(f"func (s *sum{suffix}) Sum{bits}() uint{bits}", lambda s: s[0].value)
    fnv.row(f"func New{suffix}() hash.Hash{bits}", new)


for _bits in _PARAMETERS:
    _register(_bits, False)
    _register(_bits, True)
