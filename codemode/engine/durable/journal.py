"""The journal of a run: what entered its guest and what left it, in order, written before it takes effect.

Entries are JSON lists, tagged by their first item:

    ["event", event, ms]             a call ended, or an event came from outside; events are delivered in this order. ms: how long the call took
    ["turn", ticks, seen, steps, calls, closed]   the guest has received `seen` events in all and run for `ticks`; its new calls and closed streams
    ["begin", call_id, tool_id]      the call is about to be made, by the tool with this id: hooks and the policy have let it pass
    ["again", call_id]               the outcome of the call is unknown, and it can be repeated
    ["doubt", call_id]               the outcome of the call is unknown, and it cannot be repeated; the event before told the guest
    ["program", effects]             everything that the program can do, as shown to the person who approves it
    ["ask", call_id, arguments, schema, names, places, carries]   the call waits for approval, with these arguments; edited ones must fit the
                                     schema. Then the names of its tool, the effects it can be, and whether the approval is for the whole program
    ["approve_all"]                  no call of the run asks any more
    ["approve", call_id, arguments]  the call may be made; arguments: the edited ones, or null
    ["deny", call_id, reason]        the call may not be made; an event tells the guest
    ["grant", call_id, tools]        the program may do what was shown, with these tools where names are computed; the call may be made
    ["covered", call_id, arguments, names, places]   a call that the grant covers, and which therefore does not ask
    ["refuse", reason]               no call of the run that asks may be made; those that have asked get events
                                     who approved, denied, granted or refused is the last item of these four, if somebody was named
    ["park", reason, at, lag, owner]   the run waits; `at` is its clock, unix ns, `lag` its delay; `owner` is about to reply, "" if nobody is
    ["clock", lag]                   the run continues; that much time does not count
    ["replied"]                      the reply has arrived: output until here is not repeated
    ["saved"]                        the values that the ended program stored belong to the session
    ["said", [stream, text], ...]    output of the guest until here; only for history, if the engine has one
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from codemode.engine.cell_output import Decoding, OutputText
from codemode.engine.durable.jobs import python_of
from codemode.engine.durable.leases import Lease
from codemode.engine.durable.store import RunInfo, RunStore, Scope
from codemode.engine.guest import Turn
from codemode.engine.json_data import WireError, decode, encode
from codemode.engine.start import Start
from codemode.engine.wire import encode_start, event_parts, of_call, saved_bytes, to_start
from codemode.errors import RunError
from codemode.interpreter.machine.signals import Event, Failed, Finished, Sliced

FORMAT = 1
MAX_SAID = 64 << 10  # characters of printed output, for each process that drives the run


_Write = Callable[[Lease, int, list[bytes]], Awaitable[None]]


class Journal:
    """Collects notes and writes them to the store: before a call is made, and before a reply is returned.

    A run that does neither is never stored. Beyond `limit` bytes the journal is given up: the run continues, but cannot be suspended or restored. A
    caller may give up waiting for a write: the notes stay, and the next write includes what the store does not have. With `keeps_output` the journal
    also records the beginning of the output.
    """

    def __init__(
        self,
        store: RunStore,
        run_id: str,
        scope: Scope,
        owner: str,
        limit: int,
        ttl: float,
        *,
        keeps_output: bool = False,
    ) -> None:
        import asyncio  # a program that is run directly has no journal and needs none of this

        self.store = store
        self.run_id = run_id
        self.scope = scope
        self.owner = owner
        self.limit = limit
        self.ttl = ttl
        self.size = 0
        self.written = 0  # bytes in the store
        self.given_up = False
        self.ended = False  # the store knows that the journal was given up
        self.lease: Lease | None = None  # the position from which the journal is in the store
        self._head: tuple[Start, dict[str, Any]] | None = None
        self._notes: list[bytes] = []
        self._ticks = 0  # steps of turns without news, not noted yet
        self._seen = 0
        self._steps = 0
        self._decoding = Decoding() if keeps_output else None
        self._said: list[OutputText] = []  # printed and not noted yet
        self._room = MAX_SAID
        self._rests = False  # the last turn ended because the guest waits; a replay must end at the same point
        self._writing = asyncio.Lock()
        # the notes and bytes of a write whose caller gave up before the store answered, so that they may be in the store
        self._in_doubt: tuple[int, int] | None = None

    @property
    def created(self) -> bool:
        return self.lease is not None

    def reopen(self, notes: list[bytes], info: RunInfo | None) -> None:
        """Continues the journal of an earlier owner. Raises RunError if part of it is missing."""
        self.size = self.written = sum(map(len, notes))
        if info is None or info.size != self.size:
            told = "the journal of the run is damaged"
            raise RunError(told, code="snapshot_restore_failed", phase="host")
        self.lease = info.lease

    def go_on(self, seen: int) -> None:
        """The guest has been restored to the point where it has received `seen` events."""
        self._seen = seen

    # --- notes ----------------------------------------------------------------------------------------------------

    def begin(self, start: Start, version: str, *, under_policy: bool) -> None:
        """Writes the first note. A run that began under a policy is not continued without one."""
        self._head = (
            start,
            {"format": FORMAT, "version": version, "python": python_of(start.languages), "policy": under_policy},
        )
        self.size = len(start.encoded or b"")

    def event(self, event: Event, ms: float = 0.0) -> None:
        # earlier work of the guest must precede the note; turns without news need no line of their own
        if self.given_up:
            return
        parts = [b'["event",', *event_parts(event), b",%b]" % encode(ms)]
        if self.size + sum(map(len, parts)) > self.limit:
            self.give_up()
        else:
            self._append(b"".join(parts))

    def turn(self, turn: Turn, seen: int) -> None:
        """Notes the end of a turn; the guest has received `seen` events in all."""
        if seen != self._seen or self._rests:
            self._flush()
            self._seen = seen
        self._ticks += turn.ticks
        self._steps = turn.steps
        if turn.blocks and self._decoding is not None and self._room > 0:
            self._said += self._decoding.texts(turn.blocks)
        signal = turn.signal
        self._rests = type(signal) is not Sliced
        over = self.created and isinstance(signal, Finished | Failed)  # later events do not reach the guest
        if signal.calls or signal.closed or over:
            if self.size + sum(map(saved_bytes, signal.calls)) > self.limit:
                self.give_up()
            calls = [] if self.given_up else [of_call(call) for call in signal.calls]
            self._flush(calls, list(signal.closed))

    def note(self, *entry: Any) -> None:
        self._flush()
        self._add(list(entry))

    def _flush(self, calls: list[Any] | None = None, closed: list[str] | None = None) -> None:
        if self._ticks:
            self._add(["turn", self._ticks, self._seen, self._steps, calls or [], closed or []])
            self._ticks = 0
        if self._said:
            said, self._said = self._said, []
            shown = [[text.stream, str(text[: max(0, self._room)])] for text in said]
            self._room -= sum(len(text) for text in said)
            self._add(["said", *(each for each in shown if each[1])])

    def _add(self, entry: Any) -> None:
        if not self.given_up:
            self._append(encode(entry))

    def _append(self, note: bytes) -> None:
        self.size += len(note)
        self._notes.append(note)
        if self.size > self.limit:
            self.give_up()

    def give_up(self) -> None:
        self.given_up = True
        self._notes.clear()

    # --- the store ------------------------------------------------------------------------------------------------

    async def commit(self) -> None:
        """Writes the notes to the store. Raises RunError if another process has had the run since, InternalError if the store does not work."""
        if self._notes or self.given_up or self.lease is None:
            await self._write()

    async def write(self, *entry: Any) -> None:
        """Notes an entry and writes it. If writing fails, nothing of the entry is kept."""
        await self.write_all([list(entry)])

    async def write_all(self, entries: Sequence[list[Any]]) -> None:
        """Like `write`, for several entries."""
        self._flush()
        await self._write(last=[encode(entry) for entry in entries])

    async def park(self, reason: str, expires_at: float, *, free: bool) -> None:
        """Like `commit`, and the run waits from now on; with `free`, other processes may continue it."""
        await self._write(partial(self.store.park, reason=reason, expires_at=expires_at, free=free))

    async def resume(self) -> None:
        """Like `commit`, and the run continues; its time to live starts now."""
        await self._write(partial(self.store.resume, expires_at=time.time() + self.ttl))

    async def _write(self, write: _Write | None = None, last: Sequence[bytes] = ()) -> None:
        """Writes the notes by calling `write` instead of the store's `append`; `last` is noted if they are written."""
        async with self._writing:
            if self.given_up:
                await self._end()
                return
            if self._in_doubt is not None:
                self.agrees(await self.store.info(self.run_id))
            noted = len(self._notes)
            notes = [*self._notes, *last]
            size = sum(map(len, notes))
            if self.lease is None:
                await self._create(notes)
                if write is not None:
                    await write(self._leased(), self.written + size, [])
            elif notes or write is not None:
                try:
                    await (write or self.store.append)(self.lease, self.written, notes)
                except BaseException:
                    self._in_doubt = noted, size
                    raise
            self._are_written(noted, size)

    def _are_written(self, noted: int, size: int) -> None:
        """Called only when the store has them: a journal with a gap would be worse than none."""
        self.size += size - sum(map(len, self._notes[:noted]))
        self.written += size
        del self._notes[:noted]
        self._in_doubt = None

    def agrees(self, info: RunInfo | None) -> bool:
        """Whether the store, whose record `info` is, has what this journal has written, and nothing of another process."""
        if info is not None and self._in_doubt is not None and info.size == self.written + self._in_doubt[1]:
            self._are_written(*self._in_doubt)
        self._in_doubt = None
        return info is not None and info.size == self.written

    async def _create(self, notes: list[bytes]) -> None:
        assert self._head is not None
        start, about = self._head
        head = b'%b,"start":%b}' % (encode(about)[:-1], encode_start(start))
        until = time.time() + self.ttl
        self.lease = await self.store.create(
            self.run_id, self.scope, [head, *notes], owner=self.owner, expires_at=until
        )
        self.written = len(head)
        self._head = None  # the store has it, with all data

    def _leased(self) -> Lease:
        assert self.lease is not None
        return self.lease

    async def _end(self) -> None:
        if self.lease is not None and not self.ended:
            await self.store.end(self.lease, "failed")
            self.ended = True

    async def whole(self) -> list[bytes]:
        """The head, and everything that was noted after it."""
        self._flush()
        await self.commit()
        return await self.store.read(self.run_id)


def head_of(note: bytes, *, has_policy: bool) -> tuple[Start, str]:
    """Returns the start of a journal, and the codemode version that began it. Another version may continue the run if its replay agrees with the
    journal. Raises RunError for a journal of another format, for a program in Python that another Python version began, and for a run under a policy
    if this engine has none."""
    try:
        head = decode(note)
        begun_by = str(head["version"])
        if head["format"] != FORMAT:
            told = f"the run was begun by codemode {begun_by}, whose journals this version cannot read; that one can continue it"
            raise RunError(told, code="snapshot_restore_failed", phase="host")
        start = to_start(head["start"])
        here = python_of(start.languages)
        if head.get("python", "") != here:
            told = f"the run was begun by Python {head['python']}, this is {here}: only that version can continue a Python program"
            raise RunError(told, code="snapshot_restore_failed", phase="host")
        if head.get("policy") is True and not has_policy:
            told = "the run was begun under a policy, and this engine has none: its calls would be made without asking"
            raise RunError(f"{told}; give the engine its policy", code="snapshot_restore_failed", phase="host")
        return start, begun_by
    except (WireError, KeyError, TypeError) as odd:
        raise RunError("the journal of the run cannot be read", code="snapshot_restore_failed", phase="host") from odd


def refusal_of(unfit: RunError, begun_by: str, version: str) -> RunError:
    """The error of a replay that does not agree, with the versions if they differ."""
    if begun_by == version or unfit.code != "snapshot_restore_failed":
        return unfit
    told = f"{unfit.message} (it was begun by codemode {begun_by}, this is {version}: a host of that version can continue it)"
    return RunError(told, code=unfit.code, phase="host")
