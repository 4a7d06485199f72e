"""bytes, in parts: bytes_text registers the functions that mirror strings, bytes_cut those that give parts of their argument."""

from __future__ import annotations

from codemode.stdlib import bytes_buffer, bytes_cut, bytes_text, strings_special
from codemode.stdlib.bytes_text import bytes_

__all__ = ["bytes_", "bytes_buffer", "bytes_cut", "bytes_text", "strings_special"]
