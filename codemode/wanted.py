"""Computations in threads end when nobody waits for them any more: their loops ask every so often. Nothing can end a thread from outside."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


class Unwanted(BaseException):
    """Nobody waits for the result. It is no failure of the work, so that no `except Exception` takes it for one."""


class Wish:
    """Somebody waits for the result of a computation, until `over`."""

    __slots__ = ("over",)

    def __init__(self) -> None:
        self.over = False

    def served(self, work: Callable[[], T]) -> T:
        """Does the work, in a context of its own."""
        wish.set(self)
        return work()


ALWAYS = Wish()
wish: ContextVar[Wish] = ContextVar("codemode_wish", default=ALWAYS)


def still_wanted() -> None:
    """Raises Unwanted if nobody waits for what this thread computes."""
    if wish.get().over:
        raise Unwanted
