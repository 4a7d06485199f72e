"""Single flight: of many that miss the same key at once, one loads and the others wait for its result.

Flights are shared by threads and by event loops. A flight belongs to nobody: when the caller that began it is cancelled, the load goes
on for those who wait. A failed load is every waiter's failure, and is forgotten.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import Future
from threading import Lock, get_ident
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    import asyncio

T = TypeVar("T")


class _Abandoned(Exception):
    """The loop or thread that was loading ended without a result; one of the waiting callers loads instead."""


class _Flight:
    __slots__ = ("future", "leader", "task", "waiters")

    def __init__(self) -> None:
        self.future: Future[Any] = Future()
        self.task: asyncio.Task[None] | None = None
        self.leader = get_ident()
        self.waiters = 0

    @property
    def stranded(self) -> bool:
        """Its event loop was closed in the middle of the load."""
        return self.task is not None and self.task.get_loop().is_closed()


def _seen(result: asyncio.Future[Any]) -> None:
    """Marks a failure as seen, so that asyncio does not log it when its waiter was cancelled before."""
    if not result.cancelled():
        result.exception()


class Flights:
    """The loads in progress, by key."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._threaded: dict[Hashable, _Flight] = {}
        self._tasks: dict[Hashable, _Flight] = {}

    # --- threads --------------------------------------------------------------------------------------------------

    def run(self, key: Hashable, load: Callable[[], T]) -> T:
        """Returns the result of `load()`, or of the same load if another thread is busy with it."""
        while True:
            with self._lock:
                flight = self._threaded.get(key)
                leads = flight is None
                if flight is None:
                    flight = self._threaded[key] = _Flight()
            if leads:
                return self._lead(key, flight, load)
            if flight.leader == get_ident():
                return load()  # load() itself asked for its own key: waiting would never end
            try:
                return cast(T, flight.future.result())
            except _Abandoned:
                continue

    def _lead(self, key: Hashable, flight: _Flight, load: Callable[[], T]) -> T:
        try:
            value = load()
        except BaseException as failure:
            self._land(self._threaded, key, flight)
            flight.future.set_exception(failure if isinstance(failure, Exception) else _Abandoned())
            raise
        self._land(self._threaded, key, flight)
        flight.future.set_result(value)
        return value

    # --- event loops ----------------------------------------------------------------------------------------------

    async def run_async(self, key: Hashable, load: Callable[[], Awaitable[T]]) -> T:
        """Like `run`, for coroutines; the callers may live on different event loops."""
        import asyncio  # here, because worker processes have no event loop

        while True:
            with self._lock:
                flight = self._tasks.get(key)
                if flight is None or flight.stranded:
                    flight = self._tasks[key] = _Flight()
                    flight.task = asyncio.create_task(self._load(key, flight, load))
                flight.waiters += 1
            result = asyncio.wrap_future(flight.future)
            result.add_done_callback(_seen)
            try:
                await asyncio.wait((result,))  # a cancelled caller must not cancel the load of all
                return cast(T, result.result())
            except _Abandoned:
                continue
            finally:
                self._leave(key, flight)

    async def _load(self, key: Hashable, flight: _Flight, load: Callable[[], Awaitable[Any]]) -> None:
        try:
            value = await load()
        except BaseException as failure:
            self._land(self._tasks, key, flight)
            if isinstance(failure, Exception):
                flight.future.set_exception(failure)
                return
            flight.future.set_exception(_Abandoned())
            raise
        self._land(self._tasks, key, flight)
        flight.future.set_result(value)

    def _leave(self, key: Hashable, flight: _Flight) -> None:
        with self._lock:
            flight.waiters -= 1
            if flight.waiters or flight.future.done():
                return
            # nobody needs the result any more, and later callers must not wait for a load that is being cancelled
            if self._tasks.get(key) is flight:
                del self._tasks[key]
        if flight.task is not None and not flight.stranded:
            flight.task.get_loop().call_soon_threadsafe(flight.task.cancel)

    def _land(self, flights: dict[Hashable, _Flight], key: Hashable, flight: _Flight) -> None:
        with self._lock:
            if flights.get(key) is flight:
                del flights[key]
