"""How large a text becomes outside, and the beginning of one that is too long to be read."""

from __future__ import annotations

MAX_TOLD = 16 << 10  # bytes of a message that somebody gets to read
_ASCII = bytes(range(128))
_NO_CONTROL = bytes({*range(256)} - {*range(32)} | {*b"\n\r\t"})


def told(data: bytes) -> str:
    """A Go string as the text of a message: of a long one the beginning, and how much is missing."""
    if len(data) <= MAX_TOLD:
        return data.decode("utf-8", "replace")
    return f"{data[:MAX_TOLD].decode('utf-8', 'ignore')}… ({len(data) - MAX_TOLD} bytes more)"


def json_size(data: bytes) -> int:
    """About how many bytes a string takes as JSON: control characters and what is no UTF-8 take more than they have."""
    size = len(data)
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError:
            size += 2 * len(data.translate(None, _ASCII))
    return size + 5 * len(data.translate(None, _NO_CONTROL))
