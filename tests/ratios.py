"""Time as a ratio: work on four times as much may take about four times as long, on any machine and under any load."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

SMALL = 16_384  # characters
LEAST = 0.02  # seconds: shorter times say nothing
TRIES = 3


def grows_with_the_size(work: Callable[[int], object]) -> bool:
    """Whether `work(4 * SMALL)` takes less than nine times as long as `work(SMALL)`; what grows with the square of the size takes sixteen times."""
    return any(seconds(work, 4 * SMALL) < 9 * max(seconds(work, SMALL), LEAST) for _ in range(TRIES))


def seconds(work: Callable[[int], object], size: int) -> float:
    """Of the processor, without the collector: what that takes grows with what other tests have left."""
    gc.disable()
    try:
        began = time.process_time()
        work(size)
        return time.process_time() - began
    finally:
        gc.enable()
