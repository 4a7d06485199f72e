"""Closures for `if x op constant { ... }`, where x is a local variable or any code: the test is part of the closure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.frames import Code, Frame


def _local_eq(i: int, k: Any, then: Code) -> Code:
    def when(f: Frame) -> Any:
        return then(f) if f[i] == k else None

    return when


def _local_ne(i: int, k: Any, then: Code) -> Code:
    def when(f: Frame) -> Any:
        return then(f) if f[i] != k else None

    return when


def _local_lt(i: int, k: Any, then: Code) -> Code:
    def when(f: Frame) -> Any:
        return then(f) if f[i] < k else None

    return when


def _local_gt(i: int, k: Any, then: Code) -> Code:
    def when(f: Frame) -> Any:
        return then(f) if f[i] > k else None

    return when


def _any_eq(x: Code, k: Any, then: Code, pos: int) -> Code:
    def when(f: Frame, at: int = pos) -> Any:
        return then(f) if x(f) == k else None

    return when


def _any_ne(x: Code, k: Any, then: Code, pos: int) -> Code:
    def when(f: Frame, at: int = pos) -> Any:
        return then(f) if x(f) != k else None

    return when


def _any_lt(x: Code, k: Any, then: Code, pos: int) -> Code:
    def when(f: Frame, at: int = pos) -> Any:
        return then(f) if x(f) < k else None

    return when


def _any_gt(x: Code, k: Any, then: Code, pos: int) -> Code:
    def when(f: Frame, at: int = pos) -> Any:
        return then(f) if x(f) > k else None

    return when


IF_LOCAL_CONST: dict[str, Callable[[int, Any, Code], Code]] = {
    "==": _local_eq,
    "!=": _local_ne,
    "<": _local_lt,
    ">": _local_gt,
}
IF_ANY_CONST: dict[str, Callable[[Code, Any, Code, int], Code]] = {
    "==": _any_eq,
    "!=": _any_ne,
    "<": _any_lt,
    ">": _any_gt,
}

# A choice between two codes on a local variable: the ends of a function.

CHOOSE_LOCAL_CONST: dict[str, Callable[[int, Any, Code, Code], Code]] = {
    "==": lambda i, k, then, other: lambda f: then(f) if f[i] == k else other(f),
    "!=": lambda i, k, then, other: lambda f: then(f) if f[i] != k else other(f),
    "<": lambda i, k, then, other: lambda f: then(f) if f[i] < k else other(f),
    "<=": lambda i, k, then, other: lambda f: then(f) if f[i] <= k else other(f),
    ">": lambda i, k, then, other: lambda f: then(f) if f[i] > k else other(f),
    ">=": lambda i, k, then, other: lambda f: then(f) if f[i] >= k else other(f),
}
