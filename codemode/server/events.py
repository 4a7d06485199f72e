"""Events of runs for watchers, over SSE. Watching does not affect the run."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Final, cast

from cachetools import LRUCache
from sse_starlette import ServerSentEvent

from codemode.engine.events import RunEnded, RunEvent
from codemode.engine.fair_eviction import Shares
from codemode.errors import CodeModeError
from codemode.server.access import Identity
from codemode.server.metrics import Metrics
from codemode.server.routes import in_utf8

if TYPE_CHECKING:
    from codemode.engine.durable.postgres_history import PostgresHistory

log = logging.getLogger("codemode")

MAX_WATCHED: Final = 500  # runs whose latest events are kept
MAX_KEPT: Final = 500  # events of one run
MAX_RUN_BYTES: Final = 1 << 20  # of the texts of these
MAX_BYTES: Final = 16 << 20  # of all runs together
MAX_BEHIND: Final = 500  # events that one reader may be behind; then it loses the oldest
MAX_BEHIND_BYTES: Final = 1 << 20  # of the texts of these
MAX_READERS: Final = 500
MAX_OWNERS: Final = 10_000  # runs whose agents are known
# events of other hosts that may have been numbered before those that were seen, and written after them
LATE: Final = 100
LOOK_SECONDS: Final = 5.0  # news of other hosts may be missed while a connection is broken
TOGETHER_SECONDS: Final = 0.05  # seconds for which events of other hosts are gathered
MAX_TOOLS: Final = 10_000  # tools whose calls are counted
MAX_WRITTEN: Final = 4  # events whose text is kept for the other readers
_EMPTY: Final = sys.getsizeof("")


class Ended(Exception):
    """A reader was ended, to make room for the readers of another token or because the server ends."""


class Reader:
    """One watcher. Events wait here until they are read; `lost` counts those that were dropped because it was too slow."""

    def __init__(self, who: Identity, run_id: str | None) -> None:
        self.who = who
        self.run_id = run_id
        self.lost = 0
        self._waiting: deque[tuple[dict[str, Any], int]] = deque()
        self._size = 0
        self._news = asyncio.Event()
        self._ended = False

    def end(self) -> None:
        self._ended = True
        self._news.set()

    def put(self, event: dict[str, Any], size: int | None = None) -> None:
        """`size` is that of the event, if it is known: of many readers each would count it again."""
        size = _size(event) if size is None else size
        while self._waiting and (len(self._waiting) >= MAX_BEHIND or self._size + size > MAX_BEHIND_BYTES):
            self._size -= self._waiting.popleft()[1]
            self.lost += 1
        self._waiting.append((event, size))
        self._size += size
        self._news.set()

    def begin_after(self, last: str) -> None:
        """Leaves out what a client that connects again has seen: all up to the event with the id `last`, the first one if there are several."""
        ids = [id_of(event) for event, _ in self._waiting]
        if last in ids:
            for _ in range(ids.index(last) + 1):
                self._size -= self._waiting.popleft()[1]

    def __len__(self) -> int:
        return len(self._waiting)

    def drain(self) -> list[dict[str, Any]]:
        """Returns all waiting events and removes them."""
        found = [event for event, _ in self._waiting]
        self._waiting.clear()
        self._size = 0
        return found

    async def next(self) -> dict[str, Any]:
        """Raises Ended."""
        while not self._waiting and not self._ended:
            self._news.clear()
            await self._news.wait()
        if self._ended:
            raise Ended
        event, size = self._waiting.popleft()
        self._size -= size
        if self.lost:
            event, self.lost = {**event, "lost": event.get("lost", 0) + self.lost}, 0
        return event


class Kept:
    """The latest events of one run."""

    def __init__(self) -> None:
        self.size = 0
        self._events: deque[tuple[dict[str, Any], int]] = deque()

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (event for event, _ in self._events)

    def sized(self) -> list[tuple[dict[str, Any], int]]:
        return list(self._events)

    def put(self, event: dict[str, Any], size: int) -> None:
        self._events.append((event, size))
        self.size += size
        while len(self._events) > MAX_KEPT or (self.size > MAX_RUN_BYTES and len(self._events) > 1):
            self.size -= self._events.popleft()[1]


def id_of(event: dict[str, Any]) -> str:
    """The id of an event in its stream."""
    return f"{event['at']:.6f}"


def _size(event: dict[str, Any]) -> int:
    """Returns about how many bytes an event needs."""
    size, left = 0, list[Any]([event])
    while left:
        each = left.pop()
        size += 64 + (_bytes(each) if isinstance(each, str) else 0)
        if isinstance(each, dict):
            known = cast("dict[str, Any]", each)
            size += sum(map(_bytes, known))  # a program chooses the keys of its values
            left += known.values()
        elif isinstance(each, list):
            left += cast("list[Any]", each)
    return size


def _bytes(text: str) -> int:
    """Returns the bytes that the characters of a text take: one, two or four each, depending on the widest character."""
    return sys.getsizeof(text) - _EMPTY


class Watch:
    """The latest events of the latest runs, and their watchers."""

    def __init__(self) -> None:
        self._agents: LRUCache[str, str] = LRUCache(MAX_OWNERS)
        self._closed = False
        # returns the agent of a run that another process began
        self.owner_of: Callable[[str], Awaitable[str | None]] | None = None
        self._kept: dict[str, Kept] = {}
        self._runs, self._sizes = Shares[str](), Shares[str]()  # of agents: how many, and how large
        self._readers: set[Reader] = set()
        self._reading = Shares[Reader]()  # of tokens
        self._counts: dict[str, tuple[int, int]] = {}
        self._written: deque[tuple[dict[str, Any], bytes]] = deque(maxlen=MAX_WRITTEN)
        self.metrics = Metrics()

    def written(self, event: dict[str, Any]) -> bytes:
        """An event as it is sent to readers. Hundreds of readers are woken by the same event, between two turns of the event loop: it is written once
        for all."""
        for known, text in self._written:
            if known is event:
                return text
        data = in_utf8(json.dumps(event, ensure_ascii=False))
        text = ServerSentEvent(data, event=event["type"], id=id_of(event)).encode()
        self._written.append((event, text))
        return text

    async def hear(self, event: RunEvent) -> None:
        """Takes an event of the engine."""
        self.metrics.hear(event)
        agent = getattr(event, "agent", None)
        if agent is None and event.run_id not in self._agents and self.owner_of is not None:
            self._agents[event.run_id] = await self.owner_of(event.run_id) or ""
        self.tell(event.as_dict(), agent)

    def tell(self, told: dict[str, Any], agent: str | None) -> None:
        """Takes an event as data, with the agent of its run if that is known. It may come from another host over the same store."""
        run_id = told["run_id"]
        if agent is not None:
            self._agents.setdefault(run_id, agent)
            self._kept.setdefault(run_id, Kept())
        kept, owner, size = self._kept.get(run_id), self._agents.get(run_id, ""), _size(told)
        if kept is not None:
            kept.put(told, size)
            self._runs.put(owner, run_id)
            self._sizes.put(owner, run_id, kept.size)
            self._make_room()
        if told["type"] == "call_ended":
            calls, failed = self._counts.get(told["tool"], (0, 0))
            if calls or len(self._counts) < MAX_TOOLS:
                self._counts[told["tool"]] = (calls + 1, failed + (told["status"] != "ok"))
        for reader in self._readers:
            if reader.run_id in (None, run_id) and reader.who.may_see(owner):
                reader.put(told, size)

    def _make_room(self) -> None:
        while len(self._kept) > 1 and (self._runs.size > MAX_WATCHED or self._sizes.size > MAX_BYTES):
            crowded = self._runs if self._runs.size > MAX_WATCHED else self._sizes
            agent, oldest = crowded.next_to_go()
            self._runs.drop(agent, oldest)
            self._sizes.drop(agent, oldest)
            del self._kept[oldest]

    def knows(self, run_id: str) -> bool:
        return run_id in self._kept

    def latest(self, run_id: str) -> list[dict[str, Any]]:
        return list(self._kept.get(run_id, ()))

    def runs(self, who: Identity) -> list[str]:
        """Returns the known runs that the caller may see, oldest first."""
        return [run_id for run_id in self._kept if who.may_see(self._agents.get(run_id, ""))]

    def tool_counts(self) -> dict[str, tuple[int, int]]:
        """For each tool, the number of ended calls, and the number of failed ones."""
        return dict(self._counts)

    def has_room(self, who: Identity) -> bool:
        """Whether the caller may read: if there are too many readers, the token that has the most makes room, but not for one that has as many."""
        return len(self._readers) < MAX_READERS or self._reading.largest > self._reading.of(who.name) + 1

    @contextmanager
    def reading(self, who: Identity, run_id: str | None, *, from_now: bool = False) -> Generator[Reader]:
        """Yields a reader. It gets the known events of the run first, except with `from_now`."""
        while len(self._readers) >= MAX_READERS and self.has_room(who):
            self._forget(self._reading.next_to_go()[1])
        reader = Reader(who, run_id)
        kept = self._kept.get(run_id) if run_id is not None and not from_now else None
        for event, size in kept.sized() if kept is not None else ():
            reader.put(event, size)
        self._readers.add(reader)
        self._reading.put(who.name, reader)
        if self._closed:
            reader.end()
        try:
            yield reader
        finally:
            self._forget(reader)

    def _forget(self, reader: Reader) -> None:
        reader.end()
        self._readers.discard(reader)
        self._reading.drop(reader.who.name, reader)

    def close(self) -> None:
        """Ends all readers, and later ones as soon as they come. A server that shuts down would wait for them."""
        self._closed = True
        for reader in self._readers:
            reader.end()

    @property
    def readers(self) -> int:
        return len(self._readers)

    @property
    def unread(self) -> int:
        """The number of events that wait for readers."""
        return sum(len(reader) for reader in self._readers)


async def tell_of_others(watch: Watch, history: PostgresHistory) -> None:
    """Sends the events of other hosts, from their history, to `watch`, until cancelled."""
    loop, news = asyncio.get_running_loop(), asyncio.Event()

    def heard(_: str) -> None:
        loop.call_soon_threadsafe(news.set)

    end = history.news.listen(heard)
    number: int | None = None
    seen: set[int] = set()
    try:
        while True:
            news.clear()
            try:
                first = number is None
                number = await asyncio.to_thread(history.latest) if number is None else number
                # earlier numbers are read again: the first to take a number may be the last to write
                for at, agent, event in await asyncio.to_thread(history.since, number - LATE):
                    if at not in seen and not first:
                        watch.tell(event, agent)
                        if event["type"] == RunEnded.type:
                            watch.metrics.end(event["run_id"])
                    seen.add(at)
                    number = max(number, at)
                seen = {at for at in seen if at > number - LATE}
            except CodeModeError as broken:
                log.warning("%s", broken.message)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_SECONDS):
                    await news.wait()
            await asyncio.sleep(TOGETHER_SECONDS)
    finally:
        end()
