"""`codemode worker`: a host of submitted runs as a process."""

from __future__ import annotations

import asyncio
import re
import signal
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Final

from codemode.engine import Limits
from codemode.errors import ConfigError
from codemode.terminal.exits import DONE
from codemode.terminal.inputs import EngineRequest, limits_of
from codemode.terminal.render import tell
from codemode.terminal.serving import HISTORY

_RATE = re.compile(r"(\d+)/(\d+(?:\.\d+)?)s?")


@dataclass(slots=True, frozen=True, kw_only=True)
class WorkRequest(EngineRequest):
    """What `codemode worker` is asked for."""

    queue: str = "default"
    concurrency: int = 16
    in_all: int | None = None
    per_agent: int | None = None
    rate: str | None = None
    ttl: int | None = None
    languages: tuple[str, ...] = ("go",)
    record: Any = "none"

    def limits(self) -> Limits:
        """The limits of a run that a host drives: it may wait for its tools longer than a person would."""
        return limits_of(timeout_ms=60_000, max_suspended_runs=10_000, snapshot_ttl_seconds=self.ttl)


UNRELEASED: Final = "codemode worker could not release its runs, as the store does not answer: other workers take them over when their leases end"


async def work(request: WorkRequest) -> int:
    """Drives runs of the queue until SIGTERM or SIGINT; then it starts no others, parks those under way, and ends. Raises ConfigError."""
    if find_spec("dbos") is None:
        raise ConfigError('a worker needs dbos: pip install "codemode[scale]"')
    request.tools.needed()
    from codemode.scale import Limit, QueueLimits, Worker

    rate = _rate(request.rate)
    limits = QueueLimits(request.concurrency, request.in_all, request.per_agent, Limit(*rate) if rate else None)
    options: dict[str, Any] = {"history": HISTORY, "record": request.record, "languages": request.languages}
    async with request.made(request.limits(), **options) as engine, engine:
        worker = Worker(engine, str(request.store), request.queue, limits)
        stop, loop = asyncio.Event(), asyncio.get_running_loop()
        for signum in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(signum, stop.set)
        released = await worker.run(stop, lambda: tell(f"codemode worker drives the queue {request.queue}"))
        tell("codemode worker has released its runs" if released else UNRELEASED)
    return DONE


def _rate(rate: str | None) -> tuple[int, float] | None:
    if rate is None:
        return None
    found = _RATE.fullmatch(rate)
    if found is None or int(found[1]) < 1 or float(found[2]) <= 0:
        raise ConfigError(f"--rate must be RUNS/SECONDS, such as 100/60, not {rate!r}")
    return int(found[1]), float(found[2])
