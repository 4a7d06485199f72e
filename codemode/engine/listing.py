"""Lists the tools of sources. Sources are listed outside of any run's time, part by part, so that a part that hangs or is down does not affect the
others.

The last good list of each part is kept; a failure is recorded with its time and the time of the next attempt.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from itertools import count
from typing import Any, cast

from codemode.catalog import ToolEntry
from codemode.dsl.names import letters_of
from codemode.engine.background import HOST_WAIT
from codemode.engine.protocols import SourcePart, ToolSource
from codemode.errors import CodeModeError, ToolSourceError
from codemode.records import dataclass

log = logging.getLogger("codemode")

DEADLINE = 120.0  # seconds for one listing, whatever its source allows
FIRST_WAIT = 5.0  # seconds that all programs together wait for a part that was never listed, at most half of their time
NAMED_WAIT = 0.8  # the share of its time that a program waits for a part that it needs
LEFT_OVER = 2.0  # seconds, or half of its time, that are left then, so that the program sees the error
REFRESH_WAIT = 0.3  # the same for a part that has a list already
# what failed is tried again after so many times the time that it took, at most so many seconds
PATIENCE, LONGEST_PAUSE = 10, 60.0
MAX_REASON = 500  # characters

# why a program needs all tools
_ASKS_FOR_ALL = re.compile(r"\b(?:ALL_TOOLS|SearchTools|Search|Describe|API|tools\s*\.\s*Call)\b")


@dataclass(slots=True, frozen=True)
class Unlisted:
    """Why a part could not be listed, and how many `times` in a row. `at` is in seconds since 1970; `again_at`, the next attempt, is monotonic."""

    why: str
    at: float
    again_at: float
    times: int

    def __str__(self) -> str:
        left = max(0.0, self.again_at - time.monotonic())
        again = f"it is tried again in {left:.0f} s" if left >= 1 else "the next program tries it again"
        since = time.strftime("%H:%M:%S", time.localtime(self.at))
        tries = f"{self.times} tries in a row failed, the last" if self.times > 1 else "the try"
        return f"{self.why} ({tries} at {since}; {again})"


# Numbers of listings. An `id` would not do as a key: lists are cached for longer than a part may live, and another part may get its `id`.
_numbers = count(1)


class _Listing:
    """One part of a source: its last list, and the outcome of the last attempt."""

    def __init__(self, part: SourcePart) -> None:
        self.part = part
        self.number = next(_numbers)
        self.entries: tuple[ToolEntry, ...] | None = None
        self.revision = 0  # increases with each new list or failure
        self.failed: Unlisted | None = None
        self.began = 0.0
        self.mark: object = None  # marks how fresh the list is
        self._task: asyncio.Task[None] | None = None
        self._ended: Future[None] = Future()
        self._generation: int | None = None

    @property
    def is_under_way(self) -> bool:
        task = self._task
        return task is not None and not task.done() and not task.get_loop().is_closed()

    def look(self) -> bool:
        """Takes the tools that are known without waiting, if there are any."""
        if self.is_under_way:
            return False
        try:
            known = self.part.known_tools()
            if known is not None and known is not self.entries:
                self._keep(known)
        except Exception as odd:
            self._fail(odd, 0.0)
            return False
        return known is not None

    def _is_known(self) -> bool:
        known = self.part.known_tools()
        return known is not None and _checked(known) == self.entries

    def is_due(self, is_fresh: Callable[[object], bool]) -> bool:
        if self.is_under_way:
            return False
        if self.failed is not None and time.monotonic() < self.failed.again_at:
            return False
        return self.entries is None or self._generation != _generation(self.part) or not is_fresh(self.mark)

    def begin(self, mark: object) -> None:
        """Starts to list the part on this event loop. Nobody has to wait for it."""
        self.began, self._ended = time.monotonic(), Future()
        self.mark, self._generation = mark, _generation(self.part)
        self._task = asyncio.create_task(self._list(self._ended))

    async def _list(self, ended: Future[None]) -> None:
        try:
            # not a plain timeout: a foreign source may not let itself be cancelled
            asking = asyncio.ensure_future(self.part.list_tools())
            try:
                done, _ = await asyncio.wait([asking], timeout=DEADLINE)
                if not done:
                    raise ToolSourceError(f"no answer within {DEADLINE:g} s")
                self._keep(asking.result())
                if self.failed is not None:
                    log.info("%s is available again", self.part.name)
                    self.failed, self.revision = None, self.revision + 1
                if self._is_known():  # the source itself reports its current list
                    self._generation = _generation(self.part)
            finally:
                if not asking.done():
                    asking.cancel()
                    asking.add_done_callback(lambda late: late.cancelled() or late.exception())
        except asyncio.CancelledError:
            self._generation = None
            raise
        except Exception as odd:
            self._fail(odd, time.monotonic() - self.began)
        finally:
            ended.set_result(None)

    def _keep(self, listed: Any) -> None:
        entries = _checked(listed)
        if entries != self.entries:  # otherwise what was made from the same list can be reused
            self.entries, self.revision = entries, self.revision + 1

    def _fail(self, odd: Exception, took: float) -> None:
        times = self.failed.times + 1 if self.failed is not None else 1
        why = odd.message if isinstance(odd, CodeModeError) else "its tools could not be listed"
        now = time.monotonic()
        again_at = now + min(PATIENCE * took, LONGEST_PAUSE)
        self.failed = Unlisted(why[:MAX_REASON], time.time(), again_at, times)
        self.revision += 1
        # an exception that is not a codemode error is a bug of a source
        surprise = odd if not isinstance(odd, CodeModeError) else None
        log.warning("%s", self.told, exc_info=surprise)

    @property
    def told(self) -> str:
        kept = "; the tools that it listed before stay available" if self.entries is not None else ""
        name = self.part.name
        told = str(self.failed)
        return f"{told if told.startswith(name) else f'{name}: {told}'}{kept}"

    def waits_until(self, code: str | None, seconds: float) -> float:
        """Returns until when (monotonic seconds) a program with `seconds` left waits for a listing. `code` None means a host that needs all tools."""
        if code is None:
            first = seconds
        elif self.part.prefix and letters_of(self.part.prefix.removeprefix("MCP.")) in letters_of(code):
            first = min(NAMED_WAIT * seconds, seconds - min(LEFT_OVER, seconds / 2))
        elif not self.part.prefix or _ASKS_FOR_ALL.search(code):
            first = min(FIRST_WAIT, seconds / 2)
        else:
            return 0.0
        return self.began + (first if self.entries is None else REFRESH_WAIT)

    async def ended(self, until: float) -> None:
        left = until - time.monotonic()
        if left > 0 and self.is_under_way:
            await asyncio.wait([asyncio.wrap_future(self._ended)], timeout=left)

    def stop(self) -> None:
        task = self._task
        if task is not None and self.is_under_way:
            task.get_loop().call_soon_threadsafe(task.cancel)


def _generation(part: SourcePart) -> int:
    return getattr(part, "generation", 0)


def _checked(listed: Any) -> tuple[ToolEntry, ...]:
    """Returns the entries that a source listed. Raises an error if they are not entries, because those would fail later, in a program."""
    if not isinstance(listed, Sequence):
        raise ToolSourceError(f"it must list ToolEntry objects, not return a {type(cast(object, listed)).__name__}")
    for each in cast("Sequence[Any]", listed):
        if not isinstance(each, ToolEntry):
            raise ToolSourceError(f"it must list ToolEntry objects, not a {type(each).__name__}")
    entries = tuple(cast("Sequence[ToolEntry]", listed))
    for entry in entries:
        for name in _TEXTS:
            if not isinstance(getattr(entry, name), str):
                kind = type(getattr(entry, name)).__name__
                raise ToolSourceError(f"the {name} of its tool {str(entry.id)[:80]!r} must be a text, not a {kind}")
    return entries


_TEXTS = ("id", "name", "description", "label", "source", "source_name")  # fields of an entry


class Whole:
    """A source without parts, seen as one part."""

    prefix = ""

    def __init__(self, source: ToolSource) -> None:
        self._source = source
        self.name = f"a {type(source).__name__}"
        self.known_tools, self.list_tools = source.known_tools, source.list_tools

    @property
    def generation(self) -> int:
        return getattr(self._source, "generation", 0)


def parts_of(source: ToolSource) -> Sequence[SourcePart]:
    """The parts of a source; empty if it has none."""
    parts: Callable[[], Sequence[SourcePart]] | None = getattr(source, "parts", None)
    return parts() if parts is not None else ()


class Listings:
    """The listings of one engine's sources. `mark` returns the mark of a list requested now, `is_fresh` tells whether it is still good."""

    def __init__(
        self,
        sources: Sequence[ToolSource],
        mark: Callable[[], object] = lambda: True,
        is_fresh: Callable[[object], bool] = bool,
    ) -> None:
        self._sources = [(source, Whole(source)) for source in sources]
        self._mark, self._is_fresh = mark, is_fresh
        self._above: Listings | None = None  # the index of the first of the sources
        self.known: Any = None  # what was last made from the lists
        self._made: dict[int, _Listing] = {}
        self._joined: list[tuple[list[Any], tuple[ToolEntry, ...]]] = [([], ()) for _ in sources]

    def extended(self, sources: Sequence[ToolSource]) -> Listings:
        """Returns these sources with additional ones, which only the holder of the result sees."""
        made = Listings((), self._mark, self._is_fresh)
        made._sources = [*self._sources, *((source, Whole(source)) for source in sources)]
        made._joined = [([], ()) for _ in made._sources]
        made._above = self
        return made

    def _is_above(self, at: int) -> bool:
        return self._above is not None and at < len(self._above._sources)

    def _parts(self, at: int) -> list[_Listing]:
        if self._above is not None and self._is_above(at):
            return self._above._parts(at)
        source, whole = self._sources[at]
        return [self._of(part) for part in parts_of(source) or [whole]]

    def _of(self, part: SourcePart) -> _Listing:
        found = self._made.get(id(part))
        if found is None:
            found = self._made[id(part)] = _Listing(part)
        return found

    def _all(self) -> list[_Listing]:
        return [listing for at in range(len(self._sources)) for listing in self._parts(at)]

    # --- asking -------------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """Takes what is known without waiting."""
        for listing in self._all():
            listing.look()

    async def ready(self, code: str | None = None, seconds: float = HOST_WAIT) -> None:
        """Starts to list parts whose lists are missing or old, and waits a while for those that the program needs, depending on its `seconds`."""
        pending: list[_Listing] = []
        for listing in self._all():
            listing.look()
            if listing.is_due(self._is_fresh):
                listing.begin(self._mark())
            if listing.is_under_way:
                pending.append(listing)
        if not pending:
            return
        await asyncio.gather(*(listing.ended(listing.waits_until(code, seconds)) for listing in pending))

    def close(self) -> None:
        """Cancels listings under way."""
        for listing in self._made.values():
            listing.stop()

    # --- what is known ------------------------------------------------------------------------------------------------

    @property
    def revisions(self) -> tuple[tuple[int, int], ...]:
        """A value that changes whenever a list changes or a listing fails."""
        return tuple((listing.number, listing.revision) for listing in self._all())

    @property
    def is_complete(self) -> bool:
        return all(listing.entries is not None for listing in self._all())

    def listing(self) -> tuple[tuple[ToolEntry, ...], ...]:
        """Returns for each source the tools that it listed last: the same tuple as long as its parts have the same lists."""
        return tuple(self._joined_of(at) for at in range(len(self._sources)))

    def _joined_of(self, at: int) -> tuple[ToolEntry, ...]:
        if self._above is not None and self._is_above(at):
            return self._above._joined_of(at)
        parts = [listing.entries or () for listing in self._parts(at)]
        if len(parts) == 1:
            return parts[0]
        before, joined = self._joined[at]
        if len(before) != len(parts) or any(a is not b for a, b in zip(before, parts)):
            joined = tuple(entry for part in parts for entry in part)
            self._joined[at] = parts, joined
        return joined

    def absent(self) -> tuple[str, ...]:
        """The prefixes of tool names that are not known, because their part was never listed."""
        return tuple(sorted({listing.part.prefix for listing in self._all() if listing.entries is None}))

    def notes(self) -> dict[str, str]:
        """The notes of parts, by the prefix of their tools' names."""
        found = {listing.part.prefix: getattr(listing.part, "notes", "") for listing in self._all()}
        return {prefix: text for prefix, text in found.items() if prefix and text}

    def why(self, prefix: str) -> str:
        """Returns why the tools of a part are not known."""
        for listing in self._all():
            if listing.part.prefix == prefix and listing.entries is None:
                if listing.failed is not None:
                    return listing.told
                took = time.monotonic() - listing.began
                return f"{listing.part.name} has not listed its tools yet; it was asked {took:.0f} s ago"
        return "its tools were not known when the program began"

    def failing(self, entry: ToolEntry) -> str:
        """Returns why the source of a tool that was listed before cannot be listed now; "" if it can, or nobody tried."""
        for listing in self._all():
            prefix = listing.part.prefix
            if listing.failed is not None and prefix and entry.name.startswith(f"{prefix}."):
                return listing.told
        return ""

    def warnings(self) -> list[str]:
        """The failures, one line each."""
        return [listing.told for listing in self._all() if listing.failed is not None]

    def none_listed(self) -> ToolSourceError | None:
        """The error with all failures, if they are the reason that there are no tools; else None."""
        failed = self.warnings()
        return ToolSourceError("; ".join(failed)) if failed and not any(each.entries for each in self._all()) else None
