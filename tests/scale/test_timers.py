"""A submitted run that sleeps is with no host meanwhile, and whichever host is there goes on with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemode import Engine, Failed, Waiting
from tests.scale.fleet import PATIENCE, fleet
from tests.scale.test_worker import until, value_of

pytestmark = pytest.mark.anyio

# hosts that look often, and rest for moments; and one whose clock is five minutes behind
OFTEN = (
    "import codemode.engine.driver_policy as policy, codemode.scale.host as host\n"
    "host.BEAT_SECONDS = 0.2\npolicy.REST_SECONDS = 0.3, 60.0\n"
)
BEHIND = "import time\n_now, _ns = time.time, time.time_ns\ntime.time = lambda: _now() - 300\ntime.time_ns = lambda: _ns() - 300 * 10**9\n"
GO = """
began := time.Now()
codemode.CallTool("shop.put", map[string]any{"key": "before"})
select {
case <-time.After(1500 * time.Millisecond):
case <-time.After(time.Hour):
}
codemode.CallTool("shop.put", map[string]any{"key": "after"})
__out = time.Since(began).Seconds()
"""
PYTHON = """
import asyncio, time
began = time.time()
await call_tool("shop.put", key="before")
await asyncio.sleep(1.5)
await call_tool("shop.put", key="after")
time.time() - began
"""


@pytest.mark.parametrize(("language", "code"), [("go", GO), ("python", PYTHON)])
async def test_a_run_that_sleeps_rests_and_any_host_wakes_it(
    database: str, folder: Path, engine: Engine, language: str, code: str
) -> None:
    """The host that it began on is killed meanwhile, and the clock of the other one is wrong."""
    options = (
        "--queue",
        f"timers_{language}",
        "--language",
        language,
        "--isolation",
        "inline" if language == "go" else "process",
    )
    with fleet(database, folder) as made:
        first = made.start(*options, prelude=OFTEN)
        run = await engine.submit(code, queue=f"timers_{language}", language=language)
        assert (await until(run, "resting", "ended")).reason == "timer", made.logs()
        made.kill(first)
        second = made.start(*options, prelude=BEHIND + OFTEN)
        slept = await value_of(run)
        assert 1.5 <= slept < 60, made.logs()
        assert [(key, pid) for _, key, pid in made.effects()] == [("before", first.pid), ("after", second.pid)]


async def test_waiting_for_a_sleeping_run_does_not_end_it(database: str, folder: Path, engine: Engine) -> None:
    """It can be aborted, and a sleep that is longer than any rest is a timeout."""
    with fleet(database, folder) as made:
        made.start("--queue", "waited", prelude=OFTEN + "host.MAX_BUDGET = 300\n")
        waited, hour, for_ever = [
            await engine.submit(f"time.Sleep({time})\n__out = 1", queue="waited", agent=str(number))
            for number, time in enumerate(("time.Second", "30 * time.Second", "100000 * time.Hour"))
        ]
        await until(waited, "resting")
        reply = await engine.session("0").wait(waited.run_id, timeout_ms=200)
        assert isinstance(reply, Waiting) or (isinstance(reply, Failed) and reply.code == "run_busy"), reply
        assert (await until(hour, "resting", "ended")).reason == "timer"
        await engine.session("1").abort(hour.run_id)
        assert await value_of(waited) == 1, made.logs()
        for run, code in ((hour, "aborted"), (for_ever, "timeout")):
            reply = await run.reply(PATIENCE)
            assert isinstance(reply, Failed), reply
            assert reply.code == code
