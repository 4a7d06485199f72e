"""io: the interfaces of readers and writers, and the functions over them. The types that io makes are in io_types.py."""

from __future__ import annotations

from codemode.stdlib import io_base, io_types
from codemode.stdlib.io_base import io

__all__ = ["io", "io_base", "io_types"]
