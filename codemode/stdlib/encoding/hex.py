"""encoding/hex."""

from __future__ import annotations

import re
from typing import Any

from codemode.interpreter.machine.bounds import index_panic
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Box, Slice
from codemode.stdlib.appending import byte_slice, write_bytes
from codemode.stdlib.registry import Package

hex = Package("encoding/hex")

INVALID = hex.type("type InvalidByteError byte")
ERR_LENGTH = hex.error("ErrLength", "encoding/hex: odd length hex string")

_BAD = re.compile(rb"[^0-9a-fA-F]")  # a repeated group would store each of its digits


@hex.method("func (e InvalidByteError) Error() string")
def invalid_error(e: int) -> bytes:
    letter = chr(e)
    shown = f" '{letter}'" if letter.isprintable() else ""
    return f"encoding/hex: invalid byte: U+{e:04X}{shown}".encode()


def decoded(text: bytes) -> tuple[bytes, Any]:
    """Returns (data before the first bad byte, error)."""
    bad = _BAD.search(text)
    end = (bad.start() if bad is not None else len(text)) & ~1
    data = bytes.fromhex(text[:end].decode("ascii"))
    for byte in text[end : end + 2]:
        if byte not in b"0123456789abcdefABCDEF":
            return data, Box(INVALID, byte)
    return data, None if end == len(text) else ERR_LENGTH


hex.row("func EncodedLen(n int) int", lambda n: n * 2)
hex.row("func DecodedLen(x int) int", lambda x: x // 2 if x >= 0 else -(-x // 2))


@hex.func("func EncodeToString(src []byte) string", run=True, cost="len(src) // 32")
def encode_to_string(run: Run, src: Slice) -> bytes:
    run.alloc(2 * src.len)
    return bytes(src.view()).hex().encode()


@hex.func("func DecodeString(s string) ([]byte, error)", run=True, cost="len(s) // 32")
def decode_string(run: Run, s: bytes) -> tuple[Slice, Any]:
    data, error = decoded(s)
    return byte_slice(run, data), error


@hex.func("func Encode(dst, src []byte) int", cost="len(src) // 32")
def encode(dst: Slice, src: Slice) -> int:
    text = bytes(src.view()).hex().encode()
    if len(text) > dst.len:
        raise index_panic(dst.len // 2 * 2 + (dst.len % 2), dst.len)
    write_bytes(dst, 0, text)
    return len(text)


@hex.func("func Decode(dst, src []byte) (int, error)", cost="len(src) // 32")
def decode(dst: Slice, src: Slice) -> tuple[int, Any]:
    data, error = decoded(bytes(src.view()))
    if len(data) > dst.len:
        raise index_panic(dst.len, dst.len)
    write_bytes(dst, 0, data)
    return len(data), error


# --- dumps -----------------------------------------------------------------------------------------------------------


def _shown(data: bytes) -> str:
    return "".join(chr(b) if 32 <= b <= 126 else "." for b in data)


def dump_line(offset: int, data: bytes) -> str:
    """Returns one line of a hex dump, for up to 16 bytes."""
    pairs = [f"{b:02x}" for b in data] + ["  "] * (16 - len(data))
    return f"{offset & 0xFFFFFFFF:08x}  {' '.join(pairs[:8])}  {' '.join(pairs[8:])}  |{_shown(data)}|\n"


def dumped(data: bytes, offset: int = 0) -> bytes:
    return "".join(dump_line(offset + i, data[i : i + 16]) for i in range(0, len(data), 16)).encode()


@hex.func("func Dump(data []byte) string", run=True, cost="len(data)")
def dump(run: Run, data: Slice) -> bytes:
    run.alloc(6 * data.len)
    return dumped(bytes(data.view()))
