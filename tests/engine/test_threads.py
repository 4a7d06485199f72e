"""Threads for functions that block: no more than work at once, and each job runs once."""

from __future__ import annotations

import threading
import time
from collections import Counter
from concurrent.futures import wait
from functools import partial
from typing import Any

import pytest

from codemode import Engine, FunctionSource
from codemode.engine import threads
from codemode.engine.threads import DaemonThreads

pytestmark = pytest.mark.anyio


def alive() -> int:
    return sum(thread.name == "codemode-tool" for thread in threading.enumerate())


def test_jobs_one_after_the_other_need_a_few_threads() -> None:
    before, pool = alive(), DaemonThreads()
    for n in range(3000):
        assert pool.submit(partial(int, n)).result() == n
    assert alive() - before <= 3


async def test_calls_one_after_the_other_need_a_few_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def get(n: int) -> int:
        return n

    monkeypatch.setattr("codemode.engine.functions.tools.tool_threads", DaemonThreads())
    monkeypatch.setattr(threads, "tool_threads", DaemonThreads())
    before = alive()
    async with Engine([FunctionSource.from_functions(get, owner="t")], isolation="inline") as engine:
        for _ in range(5):
            code = 'for i := range 200 { codemode.CallTool("t.get", map[string]any{"n": i}) }\n__out = 1'
            assert (await engine.session().exec(code)).status == "completed"
    assert alive() - before <= 4


def test_jobs_at_once_have_a_thread_each() -> None:
    pool, here = DaemonThreads(), threading.Barrier(41)
    futures = [pool.submit(partial(here.wait, 20)) for _ in range(40)]
    here.wait(20)
    assert len(wait(futures, 20).done) == 40


def test_no_more_than_the_limit_run_at_once() -> None:
    pool, running, most = DaemonThreads(3), [0], [0]
    lock = threading.Lock()

    def work() -> None:
        with lock:
            running[0] += 1
            most[0] = max(most[0], running[0])
        time.sleep(0.01)
        with lock:
            running[0] -= 1

    futures = [pool.submit(work) for _ in range(20)]
    assert len(wait(futures, 20).done) == 20
    assert most == [3]


@pytest.mark.parametrize("most", [1, 4])
def test_where_the_system_refuses_a_thread_jobs_wait_for_another(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    start, ran, begun = threading.Thread.start, Counter[int](), [0]

    def refused(thread: Any) -> None:
        if begun[0] >= most:
            raise RuntimeError("can't start new thread")
        begun[0] += 1
        start(thread)

    def job(n: int) -> None:
        time.sleep(0.001)
        ran[n] += 1

    monkeypatch.setattr(threading.Thread, "start", refused)
    pool = DaemonThreads()
    futures = [pool.submit(partial(job, n)) for n in range(200)]
    assert len(wait(futures, 20).done) == 200
    assert ran == Counter(range(200))
    assert begun == [most]


def test_without_any_thread_a_job_is_refused_and_does_not_run_later(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[int] = []
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", _fails)
        pool = DaemonThreads()
        with pytest.raises(RuntimeError, match="can't start new thread"):
            pool.submit(partial(ran.append, 1))
    pool.submit(partial(ran.append, 2)).result(20)
    assert ran == [2]


def _fails(_: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")
