"""Records what the snippets of one request did, so that a repaired snippet does not do it again.

A model that repairs its snippet usually sends the whole of it, the calls that already worked included. A call that worked in an earlier attempt, with
the same tool and the same arguments, is therefore answered from the record, once for each time it worked; only tools declared read-only or idempotent
are really called again. One that was started and whose end is not known is refused. The model is told so, with everything that happened.
"""

from __future__ import annotations

import copy
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, Literal

from codemode.catalog import ToolEntry
from codemode.engine.call_records import ToolCallRecord
from codemode.engine.listing import Whole, parts_of
from codemode.engine.protocols import CallContext, SourcePart, ToolSource
from codemode.errors import ToolError
from codemode.orchestrator.events import Emit, ToolCalled, ToolEnded

Status = Literal["ok", "error", "in doubt"]
IN_DOUBT = (
    "an earlier program of this request started this call with the same arguments, and how it ended is not known: it may have had its effect and "
    "is not made again; find out with other tools what became of it"
)
REPLAYED = "answered from the record of an earlier run, and not called again"
MAX_SHOWN = 400  # characters of one argument list or result in a prompt


@dataclass(slots=True)
class CallRecord:
    """One call that was sent to its tool. It is in doubt until its end is known."""

    attempt: int
    tool: str
    arguments: dict[str, Any]
    repeatable: bool
    status: Status = "in doubt"
    answer: Any = None  # the result, or the text of the error

    @property
    def had_effect(self) -> bool:
        """Whether it had an effect, or may have had one."""
        return self.status != "error" and not self.repeatable

    def __str__(self) -> str:
        ended = {
            "ok": f"worked and gave {_shown(self.answer)}",
            "error": f"failed: {_line(str(self.answer))}",
            "in doubt": "was started; how it ended is not known",
        }
        return f"{self.tool}({_shown(self.arguments)}) {ended[self.status]}"


def _shown(value: Any) -> str:
    # a text in quotes: a program cannot use a text that holds JSON as the data it looks like
    return _line(json.dumps(value, ensure_ascii=False, default=str))


def _line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= MAX_SHOWN else f"{text[:MAX_SHOWN]}... ({len(text)} characters)"


@dataclass(slots=True)
class Ledger:
    """All calls of one request, over all its attempts."""

    attempt: int = 1
    records: list[CallRecord] = field(default_factory=list[CallRecord])
    answered: list[CallRecord] = field(default_factory=list[CallRecord])  # in this attempt, from the record
    replayed: set[str] = field(default_factory=set[str])  # the ids of those calls
    stale: bool = False  # one of them was made before a call that came before it in this attempt
    _replayable: dict[tuple[str, str], list[int]] = field(default_factory=dict[tuple[str, str], list[int]])
    _doubted: dict[tuple[str, str], CallRecord] = field(default_factory=dict[tuple[str, str], CallRecord])
    _newest: int = -1  # the last record that this attempt has used or made
    _lock: Lock = field(default_factory=Lock)

    @classmethod
    def of(cls, attempt: int, records: Sequence[CallRecord], replayable: Sequence[int]) -> Ledger:
        """Restores a ledger. `replayable` are the numbers of the records that still answer calls."""
        ledger = cls(attempt, list(records))
        ledger._replay([number for number in replayable if 0 <= number < len(records)])
        return ledger

    @property
    def replayable(self) -> list[int]:
        """The numbers of the records that still answer calls of this attempt."""
        with self._lock:
            return sorted(number for worked in self._replayable.values() for number in worked)

    def known(self, calls: Sequence[tuple[str, dict[str, Any]]]) -> list[bool]:
        """Returns which of these calls would be answered from the record if all were made now."""
        with self._lock:
            left = {key: len(worked) for key, worked in self._replayable.items()}
        found: list[bool] = []
        for tool, arguments in calls:
            key = _key(tool, arguments)
            found.append(left.get(key, 0) > 0)
            left[key] = left.get(key, 0) - 1
        return found

    @property
    def in_doubt(self) -> bool:
        """Whether there is a call that may have had its effect and must not be repeated."""
        with self._lock:
            return any(record.status == "in doubt" and not record.repeatable for record in self.records)

    @property
    def only_reads(self) -> bool:
        """Whether all calls may be made again. One that failed may have had its effect, too."""
        with self._lock:
            return all(record.repeatable for record in self.records)

    @property
    def untouched(self) -> bool:
        """Whether this attempt has made no call, and has been given no answer from the record."""
        with self._lock:
            return not self.answered and all(record.attempt < self.attempt for record in self.records)

    def mark(self, calls: Iterable[ToolCallRecord]) -> None:
        """Notes at the calls of a reply which of them were answered from the record: they were made once only."""
        for call in calls:
            if call.id in self.replayed and not call.note:
                call.note = REPLAYED

    def notes(self) -> list[str]:
        """Says which calls of this attempt were answered from the record."""
        with self._lock:
            told = _counted(self.answered)
        if not told:
            return []
        made = f"answered from the record of an earlier attempt, and not called again: {told}"
        if not self.stale:
            return [made]
        old = "some of these answers are older than calls that came before them; tools declared read_only are called again"
        return [f"{made}; {old}"]

    def effects(self, besides: int = 0) -> list[str]:
        """Says which calls with effects the attempts made, besides those that the attempt of that number made or was answered."""
        with self._lock:
            seen = set(map(id, self.answered)) if besides else ()
            made = [
                each for each in self.records if each.had_effect and each.attempt != besides and id(each) not in seen
            ]
        who = "another attempt made calls" if besides else "calls were made"
        return [f"{who} that had an effect, or may have had one: {_counted(made)}"] if made else []

    def next_attempt(self) -> None:
        """Starts another attempt, in which calls that already worked are answered from the record."""
        with self._lock:
            self.attempt += 1
            self.answered, self.replayed, self.stale, self._newest = [], set(), False, -1
            worked = (n for n, record in enumerate(self.records) if record.status == "ok" and not record.repeatable)
            self._replay(worked)

    def _replay(self, numbers: Iterable[int]) -> None:
        doubted = (record for record in self.records if record.status == "in doubt" and record.attempt < self.attempt)
        self._doubted = {_key(record.tool, record.arguments): record for record in doubted if not record.repeatable}
        self._replayable = {}
        for number in numbers:
            record = self.records[number]
            self._replayable.setdefault(_key(record.tool, record.arguments), []).append(number)

    def begin(self, tool: str, arguments: dict[str, Any], repeatable: bool) -> tuple[CallRecord, bool]:
        """Returns the record of a call that is about to be made, and whether it already has the answer. Raises ToolError if the call must not be
        made, because an earlier attempt started it and its end is not known."""
        key = _key(tool, arguments)
        with self._lock:
            worked = self._replayable.get(key)
            if worked:
                number = worked.pop(0)
                self.stale = self.stale or number < self._newest
                self._newest = max(self._newest, number)
                self.answered.append(self.records[number])
                return self.records[number], True
            doubted = self._doubted.get(key)
            if not repeatable and doubted is not None and doubted.status == "in doubt":
                raise ToolError(f"{tool}: {IN_DOUBT}")
            record = CallRecord(self.attempt, tool, copy.deepcopy(arguments), repeatable)
            self._newest = len(self.records) if not repeatable else self._newest
            self.records.append(record)
            return record, False


def _counted(records: Sequence[CallRecord]) -> str:
    """Lists the tools of the records, with how often each was called."""
    counts = Counter(record.tool for record in records)
    return ", ".join(f"{tool} ({count} times)" if count > 1 else tool for tool, count in counts.items())


def _key(tool: str, arguments: dict[str, Any]) -> tuple[str, str]:
    return tool, json.dumps(arguments, sort_keys=True, default=str)


@dataclass(slots=True, frozen=True)
class Observer:
    """The observer of the calls of one session: `emit` hears of them, `ledger` records them."""

    emit: Emit
    ledger: Ledger


@dataclass(slots=True)
class _Call:
    """A call under way. `known` tells that its record already has the answer."""

    known: bool = False
    answer: Any = None


class RecordedSource:
    """A source that reports its calls to the observer of the calling session, if there is one."""

    def __init__(self, source: ToolSource, observers: dict[str, Observer]) -> None:
        self.source = source
        self._observers = observers
        self._repeatable: dict[str, bool] = {}
        self._remembered: Sequence[ToolEntry] = ()
        self._parts: dict[int, _RecordedPart] = {}

    @property
    def warnings(self) -> Sequence[str]:
        return getattr(self.source, "warnings", ())

    def parts(self) -> Sequence[SourcePart]:
        for part in parts_of(self.source) or ([] if self._parts else [Whole(self.source)]):
            if id(part) not in self._parts:
                self._parts[id(part)] = _RecordedPart(part, self.remember)
        return [*self._parts.values()]

    def known_tools(self) -> Sequence[ToolEntry] | None:
        known = self.source.known_tools()
        self.remember(known or ())
        return known

    async def list_tools(self) -> Sequence[ToolEntry]:
        listed = await self.source.list_tools()
        self.remember(listed)
        return listed

    def remember(self, entries: Sequence[ToolEntry]) -> None:
        """Remembers which tools may be repeated."""
        if entries is self._remembered:
            return
        self._remembered = entries
        for entry in entries:
            self._repeatable[entry.name] = entry.read_only or entry.idempotent

    async def call(self, name: str, arguments: dict[str, Any], context: CallContext) -> Any:
        with self._observed(name, arguments, context) as call:
            if not call.known:
                call.answer = await self.source.call(name, arguments, context)
        return call.answer

    def direct(self, name: str) -> Callable[[dict[str, Any], CallContext], Any] | None:
        make = self.source.direct(name)
        if make is None:
            return None

        def made(arguments: dict[str, Any], context: CallContext) -> Any:
            with self._observed(name, arguments, context) as call:
                if not call.known:
                    call.answer = make(arguments, context)
            return call.answer

        return made

    async def stream(self, name: str, arguments: dict[str, Any], context: CallContext) -> AsyncIterator[Any]:
        # a stream is recorded and never answered from the record
        with self._observed(name, arguments, context, repeatable=True) as call:
            call.answer = "its pieces"
            async for piece in self.source.stream(name, arguments, context):
                yield piece

    async def close(self) -> None:
        await self.source.close()

    @contextmanager
    def _observed(
        self, name: str, arguments: dict[str, Any], context: CallContext, *, repeatable: bool | None = None
    ) -> Generator[_Call]:
        observer = self._observers.get(context.session)
        if observer is None:
            yield _Call()
            return
        if repeatable is None:
            repeatable = self._repeatable.get(name, False)
        record, known = observer.ledger.begin(name, arguments, repeatable)
        if known:
            observer.ledger.replayed.add(context.call_id)
        call = _Call(known, copy.deepcopy(record.answer) if known else None)
        observer.emit(ToolCalled(context.call_id, name))
        began, status = time.monotonic(), "cancelled"
        try:
            yield call
            status = "ok"
            if not known:
                record.status, record.answer = "ok", copy.deepcopy(call.answer)
        except Exception as error:
            status = "error"
            record.status, record.answer = "error", str(error)
            raise
        finally:
            ms = (time.monotonic() - began) * 1000
            observer.emit(ToolEnded(context.call_id, name, status, ms, known))


class _RecordedPart:
    """A part of a recorded source; it remembers which tools may be repeated."""

    def __init__(self, part: SourcePart, remember: Callable[[Sequence[ToolEntry]], None]) -> None:
        self._part = part
        self._remember = remember
        self.name, self.prefix = part.name, part.prefix

    @property
    def generation(self) -> int:
        return getattr(self._part, "generation", 0)

    @property
    def notes(self) -> str:
        return getattr(self._part, "notes", "")

    def known_tools(self) -> Sequence[ToolEntry] | None:
        known = self._part.known_tools()
        self._remember(known or ())
        return known

    async def list_tools(self) -> Sequence[ToolEntry]:
        listed = await self._part.list_tools()
        self._remember(listed)
        return listed
