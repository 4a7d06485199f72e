"""Calls with an argument list. Python 3.11 runs `f(a, b)` without C stack, but not `f(*args)` or functools.partial: guest recursion through those
would overflow the C stack long before the guest's own depth limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def call_with(target: Callable[..., Any], args: Sequence[Any]) -> Any:
    """target(*args)"""
    count = len(args)
    if not count:
        return target()
    if count == 1:
        return target(args[0])
    if count == 2:
        return target(args[0], args[1])
    if count == 3:
        return target(args[0], args[1], args[2])
    if count == 4:
        return target(args[0], args[1], args[2], args[3])
    if count == 5:
        return target(args[0], args[1], args[2], args[3], args[4])
    if count == 6:
        return target(args[0], args[1], args[2], args[3], args[4], args[5])
    if count == 7:
        return target(args[0], args[1], args[2], args[3], args[4], args[5], args[6])
    if count == 8:
        return target(args[0], args[1], args[2], args[3], args[4], args[5], args[6], args[7])
    if count == 9:
        return target(args[0], args[1], args[2], args[3], args[4], args[5], args[6], args[7], args[8])
    if count == 10:
        return target(args[0], args[1], args[2], args[3], args[4], args[5], args[6], args[7], args[8], args[9])
    return target(*args)


def bound(target: Callable[..., Any], *first: Any) -> Callable[..., Any]:
    """Like functools.partial."""
    if len(first) == 1:
        only = first[0]

        def call_after_one(*rest: Any) -> Any:
            if len(rest) == 1:
                return target(only, rest[0])
            return call_with(target, (only, *rest))

        return call_after_one
    if len(first) == 2:
        one, two = first

        def call_after_two(*args: Any) -> Any:
            if len(args) == 2:
                return target(one, two, args[0], args[1])
            if not args:
                return target(one, two)
            return call_with(target, (one, two, *args))

        return call_after_two

    def call(*rest: Any) -> Any:
        return call_with(target, (*first, *rest))

    return call
