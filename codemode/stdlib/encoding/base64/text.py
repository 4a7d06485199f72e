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

    __slots__ = ("_backward", "_before_bad", "_forward", "_plain", "letters", "padding")

    def __init__(self, letters: bytes, padding: int = PADDING) -> None:
        self.letters = letters
        self.padding = padding
        self._forward = bytes.maketrans(STD_ALPHABET, letters)
        self._backward = bytes.maketrans(letters, STD_ALPHABET)
        self._plain = re.compile(b"[%b]*" % re.escape(letters))
        self._before_bad = re.compile(b"[%b\r\n]*" % re.escape(letters))

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
        """Returns (data, error). With an error, the data ends before the group that is bad."""
        body = text.translate(None, b"\r\n")
        letters = body.rstrip(bytes([self.padding])) if self.padding != NO_PADDING else body
        if self._plain.fullmatch(letters) and self._is_whole(len(letters), len(body)):
            return self._data(letters), None
        found = self._before_bad.match(text)
        at = found.end() if found is not None else 0
        whole, rest = divmod(at - text.count(b"\n", 0, at) - text.count(b"\r", 0, at), 4)
        data = self._data(body[: 4 * whole])
        if at == len(text):
            at -= rest
        elif text[at] == self.padding and rest >= 2:
            at += 2 if rest == 2 and text[at + 1 : at + 2] == text[at : at + 1] else 1
        return data, Box(CORRUPT, at)

    def _is_whole(self, letters: int, size: int) -> bool:
        if self.padding == NO_PADDING:
            return letters % 4 != 1
        return size % 4 == 0 and size - letters == -letters % 4 < 3

    def _data(self, letters: bytes) -> bytes:
        return a2b_base64(letters.translate(self._backward) + b"=" * (-len(letters) % 4))


STANDARD = Alphabet(STD_ALPHABET)
