"""A busy event loop in another thread does not keep the host's event loop from running."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import Callable

from codemode.engine.yielding_loop import new_yielding_loop


def longest_gap(new_loop: Callable[[], asyncio.AbstractEventLoop], seconds: float = 1.0) -> float:
    """Seconds that this thread's event loop stood still beside one that reads messages from a pipe, and answers."""
    loop = new_loop()
    reading, writing = os.pipe()

    def turn() -> None:
        os.read(reading, 1)
        sum(range(30_000))  # the lock is free for a small part of the time only, and often
        os.write(writing, b"x")

    os.write(writing, b"x")
    loop.call_soon(loop.add_reader, reading, turn)
    beside = threading.Thread(target=loop.run_forever)
    beside.start()

    async def watch() -> float:
        gaps, last, end = [0.0], time.perf_counter(), time.perf_counter() + seconds
        while last < end:
            await asyncio.sleep(0.001)
            now = time.perf_counter()
            gaps.append(now - last)
            last = now
        return max(gaps)

    try:
        return asyncio.run(watch())
    finally:
        loop.call_soon_threadsafe(loop.stop)
        beside.join()
        loop.close()
        os.close(reading)
        os.close(writing)


def test_a_busy_loop_gives_way() -> None:
    # beside other work on the machine a short try is the likelier one to be left alone; asyncio's own loop stands still for all of it
    assert any(longest_gap(new_yielding_loop, 0.2) < 0.05 for _ in range(50))


if __name__ == "__main__":
    print([round(longest_gap(each), 3) for each in (asyncio.new_event_loop, new_yielding_loop) for _ in range(3)])
