"""hash: the interfaces of hash functions."""

from __future__ import annotations

from codemode.stdlib.registry import Package

hash = Package("hash", doc="interfaces for hash functions")

hash.type(
    "type Hash interface { io.Writer; Sum(b []byte) []byte; Reset(); Size() int; BlockSize() int }",
    "Hash is the common interface implemented by all hash functions.",
)
hash.type("type Hash32 interface { Hash; Sum32() uint32 }", "Hash32 is implemented by all 32-bit hash functions.")
hash.type("type Hash64 interface { Hash; Sum64() uint64 }", "Hash64 is implemented by all 64-bit hash functions.")
hash.type("type Cloner interface { Hash; Clone() (Cloner, error) }", "A Cloner is a hash whose state can be cloned.")
