"""Limits the large answers of one run that are read at the same time: the size of an answer is known only when the first one has arrived, and a
program may have made a hundred calls."""

from __future__ import annotations

from collections import OrderedDict, deque
from contextlib import suppress
from threading import Lock
from typing import Any

from codemode.errors import ToolError

ROOM = 16 << 20  # bytes that the large answers of a run may have together before the guest has them
LARGE = 256 << 10  # bytes from which an answer is large
UNKNOWN = 4 << 20  # bytes that an answer of unknown size counts
SMALL = 32 << 10  # bytes below which an answer's size is not recorded
MAX_SIZES = 4000  # pairs of agent and tool that are remembered


def too_large_result(tool: str, size: int, most: int) -> ToolError:
    told = (
        f"its result has {size} bytes of JSON; the limit is {most}: ask the tool for less, such as one page at a time"
    )
    return ToolError(f"{tool}: {told}", code="invalid_tool_output")


class LargeAnswers:
    """A call with a large answer has a place from when the answer is read until the guest has received it. Calls may be on any event loop."""

    def __init__(self) -> None:
        self._free = ROOM
        self._inside: dict[str, int] = {}
        self._waiting: deque[tuple[str, int, Any, Any]] = deque()  # call, size, and the future of its event loop
        self._lock = Lock()

    async def enter(self, call_id: str, size: int = UNKNOWN) -> None:
        """Waits for a place; a call that has one keeps it."""
        import asyncio  # imported here, because a program that is run directly needs none of it

        size = min(size, ROOM)
        with self._lock:
            if call_id in self._inside:
                return
            if size <= self._free and not self._waiting:
                self._free -= size
                self._inside[call_id] = size
                return
            loop = asyncio.get_running_loop()
            place: asyncio.Future[None] = loop.create_future()
            self._waiting.append((call_id, size, loop, place))
        try:
            await place
        except BaseException:
            self.leave(call_id)
            raise

    def leave(self, call_id: str) -> None:
        """Releases the place of a call: the guest has the answer, or the call is over. A call without a place may be given, too."""
        if not self._waiting and call_id not in self._inside:
            return
        with self._lock:
            if call_id not in self._inside:
                self._waiting = deque(each for each in self._waiting if each[0] != call_id)
            else:
                self._free += self._inside.pop(call_id)
            while self._waiting and self._waiting[0][1] <= self._free:
                next_id, size, loop, place = self._waiting.popleft()
                with suppress(RuntimeError):  # its loop has been closed
                    loop.call_soon_threadsafe(_come, place)
                    self._free -= size
                    self._inside[next_id] = size


def _come(place: Any) -> None:
    if not place.done():
        place.set_result(None)


class Sizes:
    """The sizes of recent results, by agent and tool, so that no agent learns anything of another, not even from the speed of calls."""

    def __init__(self) -> None:
        self._of: OrderedDict[tuple[str, str], int] = OrderedDict()

    def __len__(self) -> int:
        return len(self._of)

    def of(self, agent: str, tool: str) -> int:
        """Returns the expected bytes of the next result, 0 if unknown."""
        return self._of.get((agent, tool), 0)

    def note(self, agent: str, tool: str, size: int) -> None:
        """Records the size of a result. A large size decays with smaller results; small sizes are not recorded."""
        before = self._of.pop((agent, tool), 0)
        kept = max(size, before - before // 4)
        if kept < SMALL:
            return
        self._of[agent, tool] = kept
        if len(self._of) > MAX_SIZES:
            with suppress(KeyError):
                self._of.popitem(last=False)
