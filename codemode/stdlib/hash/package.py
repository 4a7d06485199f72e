"""hash: the interfaces of hash functions."""

from __future__ import annotations

from codemode.stdlib.registry import Package

hash = Package("hash")

hash.type("type Hash interface { io.Writer; Sum(b []byte) []byte; Reset(); Size() int; BlockSize() int }")
hash.type("type Hash32 interface { Hash; Sum32() uint32 }")
hash.type("type Hash64 interface { Hash; Sum64() uint64 }")
