"""The events that wait for a guest's next move."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate

from codemode.interpreter.machine.signals import Chunk, Event, ToolResult


class Inbox:
    """Events in the order in which they came. `most_at_once` is how many bytes of results the guest can take in one move."""

    def __init__(self, most_at_once: int) -> None:
        self.most_at_once = most_at_once
        self.held = 0  # bytes of results
        self.unread: dict[str, int] = {}  # pieces of streams, by call id
        self._events: list[Event] = []

    def __len__(self) -> int:
        return len(self._events)

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events)

    def put(self, event: Event) -> None:
        self._events.append(event)
        self.held += size_of(event)
        if isinstance(event, Chunk):
            self.unread[event.call_id] = self.unread.get(event.call_id, 0) + 1

    def next(self) -> list[Event]:
        """The events to deliver now: as many as the guest's memory can take."""
        if self.held <= self.most_at_once:
            return self._events
        sizes = accumulate(map(size_of, self._events))
        return self._events[: 1 + sum(size <= self.most_at_once for size in sizes)]

    def delivered(self, count: int) -> list[str]:
        """Removes the first events. Returns the calls whose results were among them, if results of a known size were."""
        events, had_results = self._events[:count], self.held > 0
        del self._events[:count]
        if self.unread:
            for event in events:
                if isinstance(event, Chunk):
                    self.unread[event.call_id] -= 1
        if not had_results:
            return []
        self.held -= sum(map(size_of, events))
        return [event.call_id for event in events if isinstance(event, ToolResult)]

    def clear(self) -> None:
        self._events, self.held = [], 0
        self.unread.clear()


def size_of(event: Event) -> int:
    """Bytes of a result, 0 if unknown."""
    return len(event.encoded) if isinstance(event, ToolResult | Chunk) and event.encoded else 0
