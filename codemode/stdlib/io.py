"""io: readers and writers."""

from __future__ import annotations

from codemode.interpreter.values import new_error
from codemode.stdlib.registry import Package

io = Package("io", "readers and writers")

EOF_ERROR = new_error("EOF")
UNEXPECTED_EOF = new_error("unexpected EOF")
io.type("type Writer interface { Write(p []byte) (n int, err error) }")
