"""container/heap: does Go's steps in Go's order, because the guest's Less and Swap can observe them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from codemode.interpreter.machine.dispatch import find_method
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import nil_deref
from codemode.stdlib.registry import Package

heap = Package("container/heap")

heap.type("type Interface interface { sort.Interface; Push(x any); Pop() any }")

Call = Callable[..., Any]


def _methods(run: Run, h: Any, *names: str) -> list[Call]:
    found = [method for method in [find_method(run, h, name) for name in names] if method is not None]
    if len(found) != len(names):  # nil
        raise nil_deref()
    return found


def _up(run: Run, less: Call, swap: Call, j: int) -> None:
    while True:
        run.charge(1)
        i = (j - 1) // 2 if j > 0 else -((1 - j) // 2)  # Go rounds toward zero
        if i == j or not less(j, i):
            return
        swap(i, j)
        j = i


def _down(run: Run, less: Call, swap: Call, start: int, n: int) -> bool:
    i = start
    while True:
        run.charge(1)
        j = 2 * i + 1
        if j >= n or j < 0:
            break
        right = j + 1
        if right < n and less(right, j):
            j = right
        if not less(j, i):
            break
        swap(i, j)
        i = j
    return i > start


@heap.func("func Init(h Interface)", run=True)
def init(run: Run, h: Any) -> None:
    length, less, swap = _methods(run, h, "Len", "Less", "Swap")
    n = length()
    for i in range(n // 2 - 1, -1, -1):
        _down(run, less, swap, i, n)


@heap.func("func Push(h Interface, x any)", run=True)
def push(run: Run, h: Any, x: Any) -> None:
    append, length, less, swap = _methods(run, h, "Push", "Len", "Less", "Swap")
    append(x)
    _up(run, less, swap, length() - 1)


@heap.func("func Pop(h Interface) any", run=True)
def pop(run: Run, h: Any) -> Any:
    length, less, swap, remove_last = _methods(run, h, "Len", "Less", "Swap", "Pop")
    n = length() - 1
    swap(0, n)
    _down(run, less, swap, 0, n)
    return remove_last()


@heap.func("func Remove(h Interface, i int) any", run=True)
def remove(run: Run, h: Any, i: int) -> Any:
    length, less, swap, remove_last = _methods(run, h, "Len", "Less", "Swap", "Pop")
    n = length() - 1
    if n != i:
        swap(i, n)
        if not _down(run, less, swap, i, n):
            _up(run, less, swap, i)
    return remove_last()


@heap.func("func Fix(h Interface, i int)", run=True)
def fix(run: Run, h: Any, i: int) -> None:
    length, less, swap = _methods(run, h, "Len", "Less", "Swap")
    if not _down(run, less, swap, i, length()):
        _up(run, less, swap, i)
