"""runtime: the functions that make sense inside a run, and the types of run-time errors."""

from __future__ import annotations

from typing import Any

from codemode.interpreter.machine.values import (
    ASSERTION_ERROR,
    BOUNDS_ERROR,
    PANIC_NIL_ERROR,
    PLAIN_RUNTIME_ERROR,
    RUNTIME_ERROR,
    GoPanic,
)
from codemode.stdlib.registry import Package

runtime = Package("runtime")

runtime.type("type Error interface { error; RuntimeError() }")
for _hidden in (RUNTIME_ERROR, BOUNDS_ERROR, PLAIN_RUNTIME_ERROR):
    runtime.adopt(_hidden)
runtime.adopt(ASSERTION_ERROR, "type TypeAssertionError struct")
runtime.adopt(PANIC_NIL_ERROR, "type PanicNilError struct")
runtime.const('const GOOS = "linux"')
runtime.const('const GOARCH = "amd64"')
runtime.const('const Compiler = "gc"')
runtime.row("func Gosched()", lambda run: run.sched.gosched())


@runtime.func("func Goexit()")
def goexit() -> None:
    raise GoPanic(None, goexit=True)


runtime.row("func NumGoroutine() int", lambda run: len(run.sched.alive))
runtime.row("func NumCPU() int", lambda: 1)
runtime.row("func GOMAXPROCS(n int) int", lambda n: 1)


@runtime.func("func GC()")
def gc() -> None:
    """GC does nothing: memory is collected as needed."""


runtime.row("func Version() string", lambda: b"go1.27")


# --- errors --------------------------------------------------------------------------------------------------------


def _prefixed(e: bytes) -> bytes:
    return b"runtime error: " + e


def _plain(e: bytes) -> bytes:
    return e


def _assertion(e: list[Any]) -> bytes:
    return e[0]


def _panic_nil(e: list[Any]) -> bytes:
    return b"runtime error: panic called with nil argument"


def _marked(e: Any) -> None:
    """RuntimeError does nothing. The method distinguishes run-time errors from other errors."""


for _receiver, _text in (
    ("errorString", _prefixed),
    ("boundsError", _prefixed),
    ("plainError", _plain),
    ("*TypeAssertionError", _assertion),
    ("*PanicNilError", _panic_nil),
):
    runtime.method(f"func (e {_receiver}) Error() string")(_text)
    runtime.method(f"func (e {_receiver}) RuntimeError()")(_marked)
