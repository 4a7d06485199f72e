"""Work on the loop in the background."""

from __future__ import annotations

import asyncio
import gc
import logging
import threading

import pytest

from codemode.engine.background import in_background


def test_a_failure_that_nobody_waits_for_any_more_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    begun, dropped, ended = threading.Event(), threading.Event(), threading.Event()

    async def work() -> None:
        begun.set()
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            raise ValueError("broken") from None
        finally:
            asyncio.get_running_loop().call_later(0.05, ended.set)

    with caplog.at_level(logging.ERROR, "asyncio"):
        future = in_background(work())
        future.add_done_callback(lambda _: dropped.set())
        assert begun.wait(10)
        future.cancel()
        assert dropped.wait(10)
        assert ended.wait(10)
        del future
        gc.collect()
    assert caplog.messages == []
