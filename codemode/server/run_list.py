"""Finds the runs that the page lists: those that match, from the newest, or from where the last page ended; and those that wait for a person."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import Final

from codemode.engine.durable.history import RunRecord
from codemode.engine.durable.store import RunInfo
from codemode.engine.threads import in_turn
from codemode.server.access import Identity
from codemode.server.hub import Hub
from codemode.server.views import Event, RunView, view_of, view_of_record

BATCH: Final = 200  # runs that are read at once
MOST_READ: Final = 2000  # for one page; the next one goes on from there


@dataclass(slots=True, frozen=True)
class Found:
    """Runs, the newest first. `older` is where the next page begins, None if there is none; `read` is the number of runs that were examined."""

    runs: list[RunView]
    older: float | None
    read: int


def fits(run: RunView, wanted: Mapping[str, str]) -> bool:
    """Whether a run has this agent, state, tool and text; "" matches any."""
    text = wanted.get("text", "").lower()
    return (
        wanted.get("agent", "") in ("", run.agent)
        and wanted.get("state", "") in ("", run.state)
        and (not wanted.get("tool") or wanted["tool"] in run.tools)
        and (not text or text in run.code.lower() or text in run.run_id)
    )


def time_of(text: str) -> float | None:
    """A place in the list, read from a URL; None if it is not valid."""
    try:
        found = float(text)
    except ValueError:
        return None
    return found if isfinite(found) else None


async def _views(records: Sequence[RunRecord]) -> list[RunView]:
    return await in_turn(lambda: [*map(view_of_record, records)])


async def waiting(hub: Hub, who: Identity) -> list[RunInfo]:
    """Returns the runs that wait for a person and that the caller may see; first those whose time is over first."""
    now = time.time()
    found = [
        info
        for info in await hub.engine.store.list()
        if info.state == "waiting"
        and not info.is_over(now)
        and who.may_see(info.scope[0])
        and _asks(hub.watch.latest(info.run_id), info.reason == "approval")
    ]
    return sorted(found, key=lambda info: (info.expires_at or inf, info.created_at))


def _asks(events: Sequence[Event], told: bool) -> bool:
    """Whether a run that waits has asked something that nobody has decided. `told` is whether it waits for that, as the store has it: there may be
    no events, and a run whose client has left waits for other calls, too."""
    open = set[str]()
    for event in events:
        kind = event["type"]
        if kind == "approval_asked":
            open.add(event["call_id"])
        elif kind == "approval_given":
            open.discard(event["call_id"])
            told = False
        elif kind == "waiting":
            told = event["reason"] == "approval"
    return told or bool(open)


async def find(hub: Hub, who: Identity, wanted: Mapping[str, str], before: float | None, most: int) -> Found:
    """Returns matching runs that the caller may see, up to a number, all begun before a time (seconds since 1970) if one is given."""
    if hub.engine.history is None:
        watch = hub.watch
        known = await in_turn(lambda: [view_of(id, watch.latest(id)) for id in reversed(watch.runs(who))])
        runs = [run for run in known if (before is None or run.began < before) and fits(run, wanted)]
        return Found(runs[:most], runs[most - 1].began if len(runs) > most else None, len(known))
    runs, read = list[RunView](), 0
    agent, state = wanted.get("agent", ""), wanted.get("state", "")
    while read < MOST_READ:
        batch = await _views(await hub.runs(who, agent, state, BATCH, before))
        read += len(batch)
        for run in batch:
            if len(runs) == most:  # there is one more, for the next page
                return Found(runs, runs[-1].began, read)
            if fits(run, wanted):
                runs.append(run)
        if len(batch) < BATCH:
            return Found(runs, None, read)
        before = batch[-1].began
    return Found(runs, before, read)
