"""Encodes and decodes base64 like encoding/base64."""

from __future__ import annotations

import re
from base64 import b64encode
from binascii import a2b_base64
from typing import Any

from codemode.interpreter.machine.values import Box
from codemode.stdlib.registry import Package

base64 = Package("encoding/base64")

CORRUPT = base64.type("type CorruptInputError int64")

STD_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
URL_ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
PADDING = ord("=")
NO_PADDING = -1

base64.row("func (e CorruptInputError) Error() string", lambda e: f"illegal base64 data at input byte {e}".encode())


class Alphabet:
    """A base64 encoding: its letters, and its padding (NO_PADDING for none)."""

    __slots__ = ("_backward", "_forward", "_groups", "_plain", "letters", "padding")

    def __init__(self, letters: bytes, padding: int = PADDING) -> None:
        self.letters = letters
        self.padding = padding
        self._forward = bytes.maketrans(STD_ALPHABET, letters)
        self._backward = bytes.maketrans(letters, STD_ALPHABET)
        letter = b"[" + re.escape(letters) + b"]"
        self._plain = re.compile(b"(?:" + letter + b"{4})*+")
        self._groups = re.compile(b"(?:(?:[\\r\\n]*+" + letter + b"){4})*+")

    def encoded_len(self, n: int) -> int:
        if self.padding == NO_PADDING:
            return n // 3 * 4 + (n % 3 * 8 + 5) // 6
        return (n + 2) // 3 * 4

    def decoded_len(self, n: int) -> int:
        return n // 4 * 3 + n % 4 * 6 // 8 if self.padding == NO_PADDING else n // 4 * 3

    def encode(self, data: bytes | bytearray) -> bytes:
        text = b64encode(data)
        body = text.rstrip(b"=")
        pads = len(text) - len(body)
        if self.letters != STD_ALPHABET:
            body = body.translate(self._forward)
        if self.padding == NO_PADDING or not pads:
            return body
        return body + chr(self.padding).encode("latin-1") * pads

    def decode(self, text: bytes) -> tuple[bytes, Any]:
        """Returns (data, error). With an error, the data ends before the first bad byte."""
        if self._plain.fullmatch(text):
            return a2b_base64(text.translate(self._backward)), None
        whole = self._groups.match(text)
        start = whole.end() if whole is not None else 0
        out = bytearray(a2b_base64(text[:start].translate(self._backward, b"\r\n")))
        data, bad = self._careful(text, start, out)
        return data, None if bad is None else Box(CORRUPT, bad)

    def _careful(self, text: bytes, at: int, out: bytearray) -> tuple[bytes, int | None]:
        """Decodes group by group as Go does: skip new lines, check padding. Returns the data and the offset of the first bad byte, or None."""
        values = {letter: i for i, letter in enumerate(self.letters)}
        size = len(text)
        while True:
            group: list[int] = []
            while len(group) < 4:
                if at == size:
                    if not group:
                        return bytes(out), None
                    if len(group) == 1 or self.padding != NO_PADDING:
                        return bytes(out), at - len(group)
                    return self._last(out, group, at)
                char = text[at]
                at += 1
                if char in (10, 13):
                    continue
                value = values.get(char)
                if value is not None:
                    group.append(value)
                    continue
                if char != self.padding or self.padding == NO_PADDING:
                    return bytes(out), at - 1
                return self._padded(out, group, text, at)
            bits = group[0] << 18 | group[1] << 12 | group[2] << 6 | group[3]
            out += bits.to_bytes(3, "big")

    def _padded(self, out: bytearray, group: list[int], text: bytes, at: int) -> tuple[bytes, int | None]:
        """Decodes the end of the text, after its first padding character."""
        size = len(text)
        if len(group) < 2:
            return bytes(out), at - 1
        if len(group) == 2:
            while at < size and text[at] in (10, 13):
                at += 1
            if at == size:
                return bytes(out), size
            if text[at] != self.padding:
                return bytes(out), at - 1
            at += 1
        while at < size and text[at] in (10, 13):
            at += 1
        data, bad = self._last(out, group, at)
        return (data, at) if bad is None and at < size else (data, bad)

    def _last(self, out: bytearray, group: list[int], at: int) -> tuple[bytes, int | None]:
        """Decodes the last, incomplete group."""
        bits = 0
        for value in group:
            bits = bits << 6 | value
        spare = len(group) * 6 % 8
        out += (bits >> spare).to_bytes(len(group) - 1, "big")
        return bytes(out), None


STANDARD = Alphabet(STD_ALPHABET)
