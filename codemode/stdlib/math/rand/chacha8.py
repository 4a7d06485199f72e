"""The ChaCha8 generator of math/rand/v2: four interleaved blocks at a time, reseeded from its own output every sixteen."""

from __future__ import annotations

from struct import pack, unpack

_M = 0xFFFFFFFF
_CONSTANTS = (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574)
_LANES = 4
_COUNTER_MAX = 16
_RESEED = 4
_COLUMNS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))
_DIAGONALS = ((0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))


def _quarter(s: list[int], a: int, b: int, c: int, d: int) -> None:
    s[a] = (s[a] + s[b]) & _M
    x = s[d] ^ s[a]
    s[d] = (x << 16 | x >> 16) & _M
    s[c] = (s[c] + s[d]) & _M
    x = s[b] ^ s[c]
    s[b] = (x << 12 | x >> 20) & _M
    s[a] = (s[a] + s[b]) & _M
    x = s[d] ^ s[a]
    s[d] = (x << 8 | x >> 24) & _M
    s[c] = (s[c] + s[d]) & _M
    x = s[b] ^ s[c]
    s[b] = (x << 7 | x >> 25) & _M


def _lane(key: tuple[int, ...], counter: int) -> list[int]:
    state = [*_CONSTANTS, *key, counter, 0, 0, 0]
    for _ in range(4):
        for quarter in (*_COLUMNS, *_DIAGONALS):
            _quarter(state, *quarter)
    for i, word in enumerate(key, 4):
        state[i] = (state[i] + word) & _M
    return state


class ChaCha8:
    __slots__ = ("at", "buffer", "counter", "key", "limit", "rest")

    def __init__(self, seed: bytes) -> None:
        self.key: tuple[int, ...] = unpack("<8I", seed)
        self.rest = b""
        self._fill(0)

    def _fill(self, counter: int) -> None:
        self.counter = counter
        lanes = [_lane(self.key, counter + i) for i in range(_LANES)]
        words: list[int] = []
        for row in zip(*lanes):
            words += (row[0] | row[1] << 32, row[2] | row[3] << 32)
        self.buffer = words
        self.at = 0
        self.limit = len(words) - (_RESEED if counter == _COUNTER_MAX - _LANES else 0)

    def uint64(self) -> int:
        if self.at >= self.limit:
            counter = self.counter + _LANES
            if counter == _COUNTER_MAX:
                self.key = unpack("<8I", pack("<4Q", *self.buffer[-_RESEED:]))
                counter = 0
            self._fill(counter)
        self.at += 1
        return self.buffer[self.at - 1]

    def read(self, size: int) -> bytes:
        """Bytes; what is left of a number serves the next read."""
        data = bytearray(self.rest[:size])
        self.rest = self.rest[size:]
        while len(data) < size:
            number = pack("<Q", self.uint64())
            missing = size - len(data)
            data += number[:missing]
            self.rest = number[missing:]
        return bytes(data)
