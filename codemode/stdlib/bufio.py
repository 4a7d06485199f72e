"""bufio, in parts: bufio_scan registers Scanner and the split functions, bufio_io Reader and Writer."""

from __future__ import annotations

from codemode.stdlib import bufio_io, bufio_scan
from codemode.stdlib.bufio_scan import bufio

__all__ = ["bufio", "bufio_io", "bufio_scan"]
