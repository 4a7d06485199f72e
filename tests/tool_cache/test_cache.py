"""ToolCache: lifetimes, copies, single flight."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest

from codemode.errors import ConfigError
from codemode.tool_cache import CacheStats, ToolCache, parse_duration, program_key, selection_key


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def run(coroutine: Any) -> Any:
    return asyncio.run(coroutine)


async def waiters(cache: ToolCache, count: int) -> None:
    """Returns when so many wait for specs, or load them."""
    while cache.stats().specs_misses < count:
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.001)


class Loader:
    """Counts loads; the n-th load gives version n."""

    def __init__(self, delay: float = 0.0, fail: bool = False) -> None:
        self.calls = 0
        self.delay = delay
        self.fail = fail

    async def __call__(self) -> dict[str, Any]:
        self.calls += 1
        count = self.calls
        await asyncio.sleep(self.delay)
        if self.fail:
            raise ValueError(f"load {count} failed")
        return {"version": str(count), "tools": ["a", "b"]}


def test_specs_live_as_long_as_their_ttl() -> None:
    clock, load = Clock(), Loader()
    cache = ToolCache(specs_ttl=300, clock=clock)

    async def go() -> None:
        assert (await cache.specs(load))["version"] == "1"
        clock.now = 299.9
        assert (await cache.specs(load))["version"] == "1"
        clock.now = 300.1
        assert (await cache.specs(load))["version"] == "2"

    run(go())
    assert cache.stats() == CacheStats(specs_hits=1, specs_misses=2)
    assert cache.stats().specs_hit_rate() == pytest.approx(1 / 3)


def test_values_are_copies_in_both_directions() -> None:
    cache = ToolCache(specs_ttl=300)
    given = {"version": "1", "tools": ["a"]}

    async def load() -> dict[str, Any]:
        return given

    async def go() -> None:
        first = await cache.specs(load)
        first["tools"].append("mine")
        given["tools"].append("yours")
        assert (await cache.specs(load))["tools"] == ["a"]

    run(go())


def test_specs_of_different_keys_are_apart() -> None:
    cache, one, two = ToolCache(), Loader(), Loader()

    async def go() -> None:
        await cache.specs(one, key="one")
        await cache.specs(two, key="two")
        await cache.specs(one, key="one")

    run(go())
    assert (one.calls, two.calls) == (1, 1)


def test_specs_invalidated_while_loading_are_not_kept() -> None:
    cache, load = ToolCache(), Loader(delay=0.02)

    async def go() -> None:
        early = asyncio.create_task(cache.specs(load))
        await asyncio.sleep(0.005)
        cache.invalidate_specs()
        late = await cache.specs(load)
        assert (await early)["version"] == "1"
        assert late["version"] == "2"
        assert (await cache.specs(load))["version"] == "2"

    run(go())


def test_fifty_concurrent_misses_load_once() -> None:
    cache, load = ToolCache(), Loader(delay=0.01)

    async def go() -> list[dict[str, Any]]:
        return await asyncio.gather(*(cache.specs(load) for _ in range(50)))

    values = run(go())
    assert load.calls == 1
    assert len({id(v) for v in values}) == 50
    assert cache.stats().specs_misses == 50


def test_fifty_concurrent_selections_load_once() -> None:
    cache, load = ToolCache(), Loader(delay=0.01)

    async def go() -> None:
        await asyncio.gather(*(cache.selection("key", load) for _ in range(50)))

    run(go())
    assert load.calls == 1
    assert cache.stats().selection_size == 1


def test_fifty_threads_load_once() -> None:
    cache, loads, got = ToolCache(), [], []

    def make() -> object:
        loads.append(1)
        time.sleep(0.05)
        return object()

    threads = [threading.Thread(target=lambda: got.append(cache.program("key", make))) for _ in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(loads) == 1
    assert len({id(g) for g in got}) == 1
    assert len(got) == 50


def test_loops_in_several_threads_share_one_load() -> None:
    cache, load, got = ToolCache(), Loader(delay=0.1), []

    def work() -> None:
        got.append(asyncio.run(cache.specs(load)))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert load.calls == 1
    assert len(got) == 8


def test_a_failed_load_fails_every_waiter_and_is_forgotten() -> None:
    cache, load = ToolCache(), Loader(delay=0.01, fail=True)

    async def go() -> None:
        results = await asyncio.gather(*(cache.specs(load) for _ in range(5)), return_exceptions=True)
        assert [str(r) for r in results] == ["load 1 failed"] * 5
        load.fail = False
        assert (await cache.specs(load))["version"] == "2"

    run(go())


def test_cancelling_the_first_caller_does_not_hurt_the_others() -> None:
    cache, load, ended = ToolCache(), Loader(), asyncio.Event()

    async def held() -> dict[str, Any]:
        await ended.wait()
        return await load()

    async def go() -> None:
        first = asyncio.create_task(cache.specs(held))
        second = asyncio.create_task(cache.specs(held))
        await waiters(cache, 2)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        assert first.cancelled()
        ended.set()
        assert (await second)["version"] == "1"

    run(go())
    assert load.calls == 1


def test_a_load_that_everybody_left_is_cancelled_and_started_anew() -> None:
    cache, load = ToolCache(), Loader(delay=60)

    async def go() -> None:
        only = asyncio.create_task(cache.specs(load))
        await waiters(cache, 1)
        only.cancel()
        await asyncio.gather(only, return_exceptions=True)
        load.delay = 0
        assert (await cache.specs(load))["version"] == "2"

    run(asyncio.wait_for(go(), 30))


def test_a_waiter_takes_over_when_the_loading_loop_goes_away() -> None:
    cache, load = ToolCache(), Loader(delay=60)
    begun = threading.Event()

    def leader() -> None:
        async def go() -> None:
            task = asyncio.create_task(cache.specs(load))
            await waiters(cache, 1)
            load.delay = 0
            begun.set()
            await waiters(cache, 2)
            del task

        asyncio.run(go())

    thread = threading.Thread(target=leader)
    thread.start()
    begun.wait()
    got = asyncio.run(cache.specs(load))
    thread.join()
    assert got["version"] == "2"


def test_selections_expire_and_are_bounded() -> None:
    clock, load = Clock(), Loader()
    cache = ToolCache(selection_ttl=120, max_selections=3, clock=clock)

    async def go() -> None:
        for i in range(5):
            await cache.selection(i, load)
        assert cache.stats().selection_size == 3
        clock.now = 121
        assert cache.stats().selection_size == 0
        await cache.selection(4, load)

    run(go())
    assert load.calls == 6
    assert cache.stats().selection_hit_rate() == 0.0


def test_a_remembered_none_is_a_hit() -> None:
    cache, calls = ToolCache(), []

    async def load() -> None:
        calls.append(1)

    async def go() -> None:
        assert await cache.selection("k", load) is None
        assert await cache.selection("k", load) is None

    run(go())
    assert calls == [1]
    assert cache.stats().selection_hits == 1


def test_sweep_drops_what_has_expired() -> None:
    clock, load = Clock(), Loader()
    cache = ToolCache(specs_ttl=10, selection_ttl=20, clock=clock)

    async def go() -> None:
        await cache.specs(load)
        await cache.selection("k", load)

    run(go())
    assert cache.sweep() == 0
    clock.now = 15
    assert cache.sweep() == 1
    clock.now = 25
    assert cache.sweep() == 1


def test_programs_are_kept_until_others_push_them_out() -> None:
    cache = ToolCache(max_programs=2)
    made = []

    def make() -> str:
        made.append(1)
        return "program"

    for name in ("a", "b", "a", "c", "a", "b"):
        cache.program(program_key(name, "v1"), make)
    assert len(made) == 4  # b was used longest ago when c came
    assert cache.stats().program_hits == 2
    cache.invalidate_all()
    cache.program(program_key("a", "v1"), make)
    assert len(made) == 5


def test_large_programs_count_as_several() -> None:
    cache = ToolCache(max_programs=100)
    made: list[str] = []

    def asked(name: str, size: int) -> None:
        cache.program(program_key(name, "v1"), lambda: made.append(name) or name, lambda _: size)

    for name in ("small", "a", "b", "small", "c", "small"):
        asked(name, 10 if name == "small" else 5000)
    assert made == ["small", "a", "b", "c"]
    asked("a", 5000)  # b and c are 78 of 100
    assert made == ["small", "a", "b", "c", "a"]
    for _ in range(2):
        asked("larger than all of the cache", 15_000)
    assert len(made) == 7
    asked("small", 10)
    assert len(made) == 7


def test_a_program_that_cannot_be_made_is_not_kept() -> None:
    cache = ToolCache()

    def broken() -> str:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        cache.program("k", broken)
    assert cache.program("k", lambda: "fine") == "fine"


def test_keys_keep_what_differs_apart() -> None:
    assert program_key("x", "v1") != program_key("x", "v2")
    assert program_key("x", "v1", (True,)) != program_key("x", "v1", (False,))
    assert selection_key("p", ["a", "b"], "v") == selection_key(" p ", ["b", "a"], "v")
    assert selection_key("p", ["a", "b"]) != selection_key("p", ["ab"])
    assert selection_key("p", ["a"], "v1") != selection_key("p", ["a"], "v2")


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("5m", 300), ("90s", 90), ("90", 90), ("1h30m", 5400), ("1.5s", 1.5), ("0", 0), ("250ms", 0.25)],
)
def test_durations(text: str, seconds: float) -> None:
    assert parse_duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize("text", ["", "soon", "5 minutes", "-3", "nan", "inf", "5m!", "m", "1e400"])
def test_bad_durations(text: str) -> None:
    with pytest.raises(ConfigError, match="is not a duration"):
        parse_duration(text)


def test_lifetimes_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("UTCP_TOOL_SPECS_CACHE_TTL", "5m")
    monkeypatch.setenv("UTCP_TOOL_SELECTION_CACHE_TTL", "7")
    cache = ToolCache()
    assert (cache.specs_ttl, cache.selection_ttl) == (300, 7)
    monkeypatch.setenv("UTCP_TOOL_SPECS_CACHE_TTL", "whenever")
    with pytest.raises(ConfigError, match="UTCP_TOOL_SPECS_CACHE_TTL: 'whenever'"):
        ToolCache()


def test_a_lifetime_of_nothing_keeps_nothing() -> None:
    cache, load = ToolCache(specs_ttl=0), Loader()

    async def go() -> None:
        await cache.specs(load)
        await cache.specs(load)

    run(go())
    assert load.calls == 2
