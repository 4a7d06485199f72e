"""The gauges measure what is attacked, and not themselves."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

from tests.host import gauges


def test_a_thread_that_computes_beside_many_that_wait_is_no_gap() -> None:
    """A gauge that lets go of Python's lock for each file that it reads measured 0.39 s here, and a plain clock 0.02 s."""
    over = threading.Event()

    def compute() -> None:
        while not over.is_set():
            sum(range(300))

    async def measured() -> float:
        ticker = gauges.Ticker()
        ticking = asyncio.create_task(ticker.tick())
        await asyncio.sleep(1)
        ticking.cancel()
        with suppress(asyncio.CancelledError):
            await ticking
        return ticker.largest_gap()

    threads = [threading.Thread(target=over.wait) for _ in range(20)] + [threading.Thread(target=compute)]
    for thread in threads:
        thread.start()
    try:
        assert any(asyncio.run(measured()) < 0.1 for _ in range(3))
    finally:
        over.set()
        for thread in threads:
            thread.join()


def test_time_that_others_had_is_known_of_all_threads() -> None:
    others = gauges.Others()
    began = threading.Event()
    over = threading.Event()

    def wait() -> None:
        began.set()
        over.wait()

    thread = threading.Thread(target=wait)
    thread.start()
    began.wait()
    first = others.seconds()
    over.set()
    thread.join()
    assert 0 <= first <= others.seconds()
