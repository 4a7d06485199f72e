"""Ends computations in threads when nobody waits for their results any more. A thread cannot be ended from outside, so its loops call
`check_cancelled` from time to time."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from typing import TypeVar

T = TypeVar("T")


class Cancelled(BaseException):
    """Nobody waits for the result. It is a BaseException, so that `except Exception` does not take it for a failure of the work."""


class CancelToken:
    """Belongs to one computation; `cancelled` is set when nobody waits for its result any more."""

    __slots__ = ("cancelled",)

    def __init__(self) -> None:
        self.cancelled = False

    def run(self, work: Callable[[], T]) -> T:
        """Does the work with this token as the current one, until the end of the current context."""
        current_token.set(self)
        return work()


ALWAYS = CancelToken()
current_token: ContextVar[CancelToken] = ContextVar("codemode_cancel_token", default=ALWAYS)


def check_cancelled() -> None:
    """Raises Cancelled if nobody waits for what this thread computes."""
    if current_token.get().cancelled:
        raise Cancelled
