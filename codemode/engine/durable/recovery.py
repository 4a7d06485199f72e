"""Recovers the events that history lacks because a process was killed before it wrote them. They come from the journals of the runs, and from the
store's record of how runs ended. A journal is written before a call is made, and history a moment later, so the journal has every call, and all
output before it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import Any, cast, get_args

from codemode.engine.call_records import status_of
from codemode.engine.durable.history import HistoryStore
from codemode.engine.durable.leases import lapsed
from codemode.engine.durable.store import RunInfo, RunStore
from codemode.engine.effects import Effects
from codemode.engine.events import (
    ApprovalAsked,
    ApprovalGiven,
    CallEnded,
    CallStarted,
    EndStatus,
    RunEnded,
    RunEvent,
    RunOutput,
    RunStarted,
    RunWaiting,
)
from codemode.engine.grants import Fit
from codemode.engine.json_data import WireError, decode
from codemode.engine.limits import MAX_BUDGET
from codemode.errors import CodeModeError
from codemode.interpreter.machine.signals import TOOL_KINDS
from codemode.records import dataclass

log = logging.getLogger("codemode")

# seconds without events of a run that no store has, after which its process counts as dead
LOST_SECONDS = 2.5 * MAX_BUDGET / 1000
MAX_READ = 1000  # runs of a shared store up to which the journals of waiting runs are read, too
LOST = "the process that drove the run ended before the run did"


class Recovery:
    """Adds missing events to history. Errors are logged and fail no run."""

    def __init__(
        self,
        store: RunStore,
        history: HistoryStore | None,
        is_here: Callable[[RunInfo], bool],
        beside: Callable[[], HistoryStore | None] | None,
    ) -> None:
        """`is_here` tells whether this process drives or keeps a run, and so records its events itself. `beside` opens the history that other
        processes keep in the same file; None for a store that is not a file."""
        self._store = store
        self._beside = beside
        self._history = history if store.durable else None  # a store in memory dies together with its history
        self._is_here = is_here
        self._sizes: dict[str, int] = {}  # sizes of the journals that were read

    async def of_all(self) -> None:
        """Recovers events of every run that has not ended, according to history or the store."""
        if self._history is None:
            return
        try:
            live = {info.run_id: info for info in await self._store.list()}
            self._sizes = {run_id: size for run_id, size in self._sizes.items() if run_id in live}
            for info in live.values():
                # each process reads a journal once; with thousands of runs, those that wait are assumed to be complete
                if info.state != "waiting" or not self._history.shared or len(live) <= MAX_READ:
                    await self.of(info)
            for run_id, changed in await asyncio.to_thread(self._history.open_runs):
                if run_id not in live:
                    await self._end(run_id, changed)
        except CodeModeError as broken:
            log.warning("history: %s", broken.message)

    async def before(self, now: float) -> None:
        """Recovers events of expired runs before their journals are deleted; also for the history that other processes keep in the same store."""
        if self._beside is None or not self._store.durable:
            return
        over = [info for info in await self._store.list() if info.left(now) <= 0]
        if self._history is None and over:
            beside = await asyncio.to_thread(self._beside)
            if beside is None:
                return
            try:
                for info in over:
                    await self._told(beside, info)
            finally:
                await asyncio.to_thread(beside.close)
            return
        for info in over:
            await self.of(info)

    async def of(self, info: RunInfo, *, taken: bool = False) -> None:
        """Recovers events of one run if nobody drives it; `taken` means that this process has just taken it."""
        known = self._sizes.get(info.run_id) == info.size
        if self._history is not None and not known:
            await self._told(self._history, info, taken=taken)

    async def _told(self, history: HistoryStore, info: RunInfo, *, taken: bool = False) -> None:
        if self._is_here(info) or not (taken or lapsed(info.owner, info.lease_until, time.time())):
            return
        try:
            notes = await self._store.read(info.run_id)
            await asyncio.to_thread(
                lambda: history.recover(info.run_id, *info.scope, events_in(info, notes, self._store.ahead))
            )
            self._sizes[info.run_id] = info.size
        except CodeModeError as broken:
            log.warning("history of the run %s: %s", info.run_id, broken.message)

    async def _end(self, run_id: str, changed: float) -> None:
        """Records the end of a run that has no end in history and is no longer in the store, or never was."""
        assert self._history is not None
        info = await self._store.info(run_id)
        fate = info.state if info is not None else "aborted" if changed < time.time() - LOST_SECONDS else ""
        if (info is not None and self._is_here(info)) or fate not in get_args(EndStatus):
            return
        status = cast("EndStatus", fate)
        ended = RunEnded(run_id=run_id, at=max(changed, time.time()), status=status, error=LOST if info is None else "")
        scope = info.scope if info is not None else ("", "")
        await asyncio.to_thread(self._history.recover, run_id, *scope, [ended])


# --- what a journal tells -------------------------------------------------------------------------------------------------


def events_in(info: RunInfo, notes: Sequence[bytes], ahead: float = 0.0) -> list[RunEvent]:
    """Returns the events that a journal contains, without arguments and results of calls. Stops at an entry that cannot be read. `ahead` is that
    of the store, by whose clock the journal was written."""
    told = _Told(info.run_id, info.created_at, ahead)
    try:
        start = decode(notes[0])["start"]
        told.add(RunStarted, agent=info.scope[0], session=info.scope[1], code=str(start["code"]))
        for note in notes[1:]:
            told.note(decode(note))
    except (WireError, ValueError, TypeError, LookupError) as odd:
        log.warning("the journal of the run %s cannot be read: %s", info.run_id, odd)
    return told.events


@dataclass(slots=True)
class _Told:
    run_id: str
    now: float  # seconds since 1970, of the latest note with a time
    ahead: float
    events: list[RunEvent] = field(default_factory=list[RunEvent])
    _tools: dict[str, str] = field(default_factory=dict[str, str])  # by call id
    _effects: Effects | None = None
    _lag: float = 0.0  # seconds that the clock of the run is behind

    def add(self, kind: Callable[..., RunEvent], **told: Any) -> None:
        self.events.append(kind(run_id=self.run_id, at=self.now, **told))

    def note(self, entry: Any) -> None:
        match entry:
            case ["turn", _, _, _, calls, _]:
                self._tools |= {call[0]: call[1] for call in calls if call[4] in TOOL_KINDS}
            case ["begin", call_id, *_]:
                self.add(CallStarted, call_id=call_id, tool=self._tools[call_id])
            case ["event", [kind, at, *rest], ms]:
                self._clock(at)
                self._event(kind, rest, ms)
            case ["doubt", call_id]:
                self._doubt(call_id)
            case ["program", effects]:
                self._effects = Effects.model_validate(effects)
            case ["ask", call_id, arguments, _, *fit]:
                self._not_begun(call_id)
                effects = self._effects if Fit(*fit).carries else None
                self.add(
                    ApprovalAsked, call_id=call_id, tool=self._tools[call_id], arguments=arguments, effects=effects
                )
            case ["approve", call_id, arguments, *by]:
                self._decided(call_id, *by, approved=True, edited=arguments is not None)
            case ["deny", call_id, reason, *by]:
                self._decided(call_id, *by, approved=False, reason=reason)
            case ["grant", call_id, _, *by]:
                self._decided(call_id, *by, approved=True, program=True)
            case ["refuse", reason, *by]:
                for event in [each for each in self.events if isinstance(each, ApprovalAsked)]:
                    self._decided(event.call_id, *by, approved=False, reason=reason, program=True)
            case ["covered", call_id, *_]:
                self._not_begun(call_id)
            case ["park", reason, at, lag, _]:
                self._lag = lag / 1e9
                self._clock(at)
                self.add(RunWaiting, reason=reason)
            case ["clock", lag]:
                self._lag = lag / 1e9
            case ["said", *texts]:
                for stream, text in texts:
                    self.add(RunOutput, stream=stream, text=text)
            case _:
                pass

    def _decided(self, call_id: str, by: str = "", **how: Any) -> None:
        if not any(isinstance(each, ApprovalGiven) and each.call_id == call_id for each in self.events):
            self.add(ApprovalGiven, call_id=call_id, tool=self._tools[call_id], by=by, **how)

    def _clock(self, at: int) -> None:
        self.now = max(self.now, at / 1e9 + self._lag - self.ahead)

    def _event(self, kind: str, rest: list[Any], ms: float) -> None:
        match kind, rest:
            case (("result" | "end"), [call_id, *_]) if call_id in self._tools:
                self.add(CallEnded, call_id=call_id, tool=self._tools[call_id], status="ok", ms=ms)
            case "failure", [call_id, message, code] if call_id in self._tools:
                status = status_of(code)
                if status != "error":
                    self._not_begun(call_id)
                told = {"call_id": call_id, "tool": self._tools[call_id], "code": code, "error": message}
                self.add(CallEnded, status=status, ms=ms, **told)
            case _:
                pass

    def _doubt(self, call_id: str) -> None:
        """Marks the call of the event before as in doubt: that event was only what the program was told."""
        last = self.events[-1] if self.events else None
        if isinstance(last, CallEnded) and last.call_id == call_id:
            self.events[-1] = replace(last, status="in_doubt", code="", ms=0.0)

    def _not_begun(self, call_id: str) -> None:
        """Removes the start of a call that the program began but that never reached its tool."""
        self.events = [e for e in self.events if not (isinstance(e, CallStarted) and e.call_id == call_id)]
