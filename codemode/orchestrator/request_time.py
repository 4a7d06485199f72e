"""The time of one request: of each run of a snippet, and of everything together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from codemode.errors import LimitError


class RequestTime:
    """`run_ms` is the time of each run of a snippet, `whole_ms` that of the whole request, which begins now; None for as long as it takes."""

    def __init__(self, run_ms: float, whole_ms: float | None = None) -> None:
        self._run_ms = run_ms
        self._whole_ms = float("inf") if whole_ms is None else whole_ms
        self._began = time.monotonic()

    @property
    def left_ms(self) -> float:
        """Milliseconds that the request still has; below 0 when its time is over."""
        return self._whole_ms - (time.monotonic() - self._began) * 1000

    def for_run(self) -> float:
        """Returns the milliseconds of the next run. Raises LimitError when the request has none left."""
        left = self.left_ms
        if left <= 0:
            raise self._over()
        return min(self._run_ms, left)

    @asynccontextmanager
    async def bounded(self) -> AsyncGenerator[None]:
        """Cancels what is awaited inside when the time of the request is over, and raises LimitError. No run is to be inside: it ends by itself, and
        only then are its calls known."""
        left = self.left_ms
        if left <= 0:
            raise self._over()
        bound = asyncio.timeout(None if left == float("inf") else left / 1000)
        try:
            async with bound:
                yield
        except TimeoutError as error:
            if not bound.expired():
                raise
            raise self._over() from error

    def _over(self) -> LimitError:
        told = (
            f"the request did not end within {self._whole_ms:g} ms: questions to the model, runs and repairs together"
        )
        return LimitError(told, code="timeout", phase="host")
