"""io, in parts: io_base registers the interfaces and functions, io_types and io_pipe the readers and writers that io makes."""

from __future__ import annotations

from codemode.stdlib import io_base, io_pipe, io_types
from codemode.stdlib.io_base import io

__all__ = ["io", "io_base", "io_pipe", "io_types"]
