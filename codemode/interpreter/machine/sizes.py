"""The size of a text outside of the guest, and the beginning of a text that is too long to show."""

from __future__ import annotations

MAX_TOLD = 16 << 10  # bytes of a message that are shown
_ASCII = bytes(range(128))
_NO_CONTROL = bytes({*range(256)} - {*range(32)} | {*b"\n\r\t"})


def told(data: bytes) -> str:
    """A Go string as the text of a message; a long one is cut, with the size of the missing part."""
    if len(data) <= MAX_TOLD:
        return data.decode("utf-8", "replace")
    return f"{data[:MAX_TOLD].decode('utf-8', 'ignore')}… ({len(data) - MAX_TOLD} bytes more)"


def json_size(data: bytes) -> int:
    """Estimates how many bytes a string takes as JSON: control characters and invalid UTF-8 take more bytes than in the string."""
    size = len(data)
    if not data.isascii():
        try:
            data.decode()
        except UnicodeDecodeError:
            size += 2 * len(data.translate(None, _ASCII))
    return size + 5 * len(data.translate(None, _NO_CONTROL))
