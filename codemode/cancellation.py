"""Computations in threads end when nobody waits for them any more: their loops ask every so often. Nothing can end a thread from outside."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


class Cancelled(BaseException):
    """Nobody waits for the result. It is no failure of the work, so that no `except Exception` takes it for one."""


class CancelToken:
    """Somebody waits for the result of a computation, until it is `cancelled`."""

    __slots__ = ("cancelled",)

    def __init__(self) -> None:
        self.cancelled = False

    def run(self, work: Callable[[], T]) -> T:
        """Does the work, in a context of its own."""
        current_token.set(self)
        return work()


ALWAYS = CancelToken()
current_token: ContextVar[CancelToken] = ContextVar("codemode_cancel_token", default=ALWAYS)


def check_cancelled() -> None:
    """Raises Cancelled if nobody waits for what this thread computes."""
    if current_token.get().cancelled:
        raise Cancelled
