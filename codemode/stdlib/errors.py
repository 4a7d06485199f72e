"""errors, and the methods of the error types that the run time itself raises."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.values import PLAIN_ERROR, RUNTIME_ERROR
from codemode.stdlib.registry import Package

errors = Package("errors")
errors.adopt(PLAIN_ERROR)
errors.adopt(RUNTIME_ERROR)


@errors.method("func (e *errorString) Error() string")
def error_string_error(e: list[Any]) -> bytes:
    return e[0]


@errors.method("func (e Error) Error() string")
def runtime_error_error(e: bytes) -> bytes:
    return b"runtime error: " + e


@errors.method("func (e Error) RuntimeError()")
def runtime_error_mark(e: bytes) -> None:
    pass
