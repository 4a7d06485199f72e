"""Endpoints about runs and about the server itself."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from dataclasses import fields
from functools import partial
from typing import Any, Final, get_args

from pydantic import BaseModel
from sse_starlette import EventSourceResponse
from starlette.responses import Response

from codemode.engine.durable.history import RunRecord
from codemode.engine.events import EndStatus, RunEnded
from codemode.engine.threads import in_few
from codemode.errors import RunError
from codemode.server.access import Identity
from codemode.server.answers import Pieces
from codemode.server.events import LOOK_SECONDS, Ended, id_of
from codemode.server.hub import Hub
from codemode.server.routes import ApiRequest, Endpoint, Refusal, in_utf8
from codemode.server.run_list import time_of


class RunsAnswer(BaseModel):
    """A list of runs, the latest first."""

    runs: list[RunRecord]


def _seconds(text: str) -> float:
    found = time_of(text)
    if found is None:
        raise Refusal(400, "invalid_input", f"before must be seconds since 1970, not {text[:40]!r}")
    return found


END_SECONDS: Final = 0.2  # seconds after which an end that the store has was recorded by another process
STATUSES: Final = ("running", "waiting", *get_args(EndStatus))


BATCH: Final = 20  # runs of a list that are read at once
LISTED: Final = 8 << 20  # bytes that these are counted as


def _written(runs: Sequence[RunRecord]) -> bytes:
    """Runs as JSON, with commas between them. Call it in a thread."""
    texts = [json.dumps(run, default=_fields_of, ensure_ascii=False, separators=(",", ":")) for run in runs]
    return in_utf8(",".join(texts)).encode()


def _fields_of(record: Any) -> dict[str, Any]:
    """Of a record, but not of what it holds: `asdict` copies all data."""
    return {each.name: getattr(record, each.name) for each in fields(record)}


class About:
    """The endpoints about runs and about the server."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._watch = hub.watch

    def endpoints(self) -> list[Endpoint]:
        stream = "text/event-stream"
        after = "The id of the last event that the client has; with an unknown one it gets all of them."
        of_run = "/v1/runs/{run_id}/events"
        return [
            Endpoint("GET", "/healthz", self.healthz, "Whether the process answers.", ""),
            Endpoint("GET", "/readyz", self.readyz, "Whether programs can run.", ""),
            Endpoint(
                "GET",
                "/v1/runs",
                self.runs,
                "Runs, the latest first.",
                "read",
                RunsAnswer,
                parameters=(
                    ("agent", "string", "Only those of this agent."),
                    ("status", "string", f"Only those in this state: {', '.join(STATUSES)}."),
                    ("limit", "integer", "At most 200."),
                    (
                        "before",
                        "number",
                        "Only those that began before: the started_at of the last one gives the next page.",
                    ),
                ),
            ),
            Endpoint("GET", "/v1/runs/{run_id}", self.run, "One run: program, calls, replies.", "read", RunRecord),
            Endpoint("GET", "/metrics", self.metrics, "Counts in Prometheus's form.", "read", media_type="text/plain"),
            Endpoint(
                "GET", "/v1/events", self.events, "Events of all runs, as they happen.", "read", media_type=stream
            ),
            Endpoint(
                "GET",
                of_run,
                self.events,
                "Events of one run.",
                "read",
                headers=(("Last-Event-ID", after),),
                media_type=stream,
            ),
        ]

    async def healthz(self, _: ApiRequest) -> Any:
        return {"status": "ok"}

    async def readyz(self, _: ApiRequest) -> Any:
        if self._hub.draining:
            raise Refusal(503, "draining", "the server is shutting down")
        await self._hub.engine.ready()
        await self._hub.engine.store.list(("", ""))
        return {"status": "ready"}

    async def metrics(self, asked: ApiRequest) -> Any:
        if not asked.who.sees_all:
            told = "the metrics name the tools and count the runs of all agents: they need a token whose agent is *"
            raise Refusal(403, "forbidden", told)
        await self._hub.find_ended()
        return Response(self._watch.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")

    async def runs(self, asked: ApiRequest) -> Any:
        before = asked.query("before")
        wanted = asked.query("agent"), asked.one_of("status", STATUSES)
        pieces = partial(
            self._listed, asked.who, *wanted, asked.number("limit", 50, 200), _seconds(before) if before else None
        )
        return self._hub.answers.make(asked.who.name, LISTED, pieces, "application/json")

    async def _listed(self, who: Identity, agent: str, status: str, limit: int, before: float | None) -> Pieces:
        """The list in parts: runs are read and written a few at a time, because 200 of them with all their replies need hundreds of megabytes."""
        begin = b'{"runs":['
        while True:
            found = await self._hub.runs(who, agent, status, min(limit, BATCH), before)
            if found or begin != b",":  # after a full batch there may be none
                yield begin + await in_few(partial(_written, found))
            limit -= BATCH
            if limit <= 0 or len(found) < BATCH:
                break
            before = found[-1].started_at
            begin = b","
        yield b"]}"

    async def run(self, asked: ApiRequest) -> Any:
        who, run_id = asked.who, asked.path["run_id"]

        async def pieces() -> Pieces:
            found = await self._hub.record(who, run_id)
            yield await in_few(partial(_written, [found]))

        return self._hub.answers.make(who.name, LISTED, pieces, "application/json")

    async def events(self, asked: ApiRequest) -> Any:
        run_id, last = asked.path.get("run_id"), asked.request.headers.get("last-event-id", "")
        if run_id is not None:
            known = await self._hub.events(asked.who, run_id)  # raises an error for a run that is unknown, or another's
            seen = [event["type"] for event in known if id_of(event) == last]
            if seen == [RunEnded.type]:
                return Response(status_code=204)  # a browser would connect again and again
        if not self._watch.has_room(asked.who):
            raise Refusal(503, "busy", "there are too many readers of events; try again later")
        return EventSourceResponse(_sse(self._hub, asked.who, run_id, last), ping=15, send_timeout=30)


async def _sse(hub: Hub, who: Identity, run_id: str | None, last: str) -> AsyncGenerator[bytes]:
    """Yields the events of a run until it has ended, after the one with the id `last`, or those of all runs that the caller may see, without end. If
    another process ends the run without telling this one, the store tells it."""
    with suppress(Ended, RunError), hub.watch.reading(who, run_id) as reader:
        if run_id is not None and not hub.watch.knows(run_id):
            for event in await hub.events(who, run_id):
                reader.put(event)
        reader.begin_after(last)
        over, seconds = False, 0.0 if run_id is not None else None
        while True:
            try:
                async with asyncio.timeout(seconds):
                    event = await reader.next()
            except TimeoutError:
                if not over:
                    over = await hub.is_over(run_id or "")
                    seconds = END_SECONDS if over else LOOK_SECONDS
                    continue
                [*_, event] = await hub.events(who, run_id or "")
                over = event["type"] == RunEnded.type
                if not over:
                    continue
            yield hub.watch.written(event)
            if run_id is not None and event["type"] == RunEnded.type:
                return
