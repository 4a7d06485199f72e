"""`Idempotency-Key`: a request that is sent again does not run its program again.

The id of such a run is made of the key and of all that it runs, so every server over the same store finds the run again.
"""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Final

from codemode.catalog.schemas import canonical
from codemode.engine.durable.jobs import MAX_KEY, Task
from codemode.engine.inputs import encoded_data
from codemode.engine.languages import wanted_language
from codemode.engine.replies import Waiting
from codemode.engine.threads import aside
from codemode.errors import RunError
from codemode.server.hub import Hub, last_reply
from codemode.server.routes import ApiRequest, Refusal

if TYPE_CHECKING:
    from codemode.engine import Completed, Failed, Session
    from codemode.engine.durable.store import RunInfo

HEADER: Final = "idempotency-key"
MEANING: Final = "The same request with the same key runs its program once, and gets the reply of that run."
_KEY: Final = re.compile(rf"[!-~]{{1,{MAX_KEY}}}")


def key_of(asked: ApiRequest) -> str | None:
    """Returns the key of a request. Raises Refusal."""
    given = asked.request.headers.getlist(HEADER)
    if not given:
        return None
    if len(given) > 1 or not _KEY.fullmatch(given[0]):
        told = f"the header Idempotency-Key must be one text of 1 to {MAX_KEY} visible ASCII characters, such as a UUID"
        raise Refusal(422, "invalid_input", told)
    return given[0]


class KeyedRuns:
    """Runs that were begun with a key."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._open: set[str] = set()

    async def exec(self, asked: ApiRequest, session: Session, key: str) -> Completed | Waiting | Failed:
        """Begins the run of this key, or continues it, or returns its last reply. If the client leaves, the run waits. Raises Refusal."""
        body, who = asked.body, asked.who
        data, _ = await aside(body.data, lambda: encoded_data(body.data))
        language = wanted_language(body.language, self._hub.engine.languages)
        named = [key, *session.scope, body.code, language, data]
        run_id = f"run_{sha256((await aside(data, lambda: canonical(named))).encode()).hexdigest()[:32]}"
        async with self._alone(run_id):
            found = await self._hub.engine.store.info(run_id)
            if found is not None and (yielded := await self._yielded(asked, found)) is not None:
                return await session.after_hooks(yielded)
            if found is not None or await self._has_ended(asked, run_id):
                reply = await self._hub.wait(who, session, run_id, body.timeout_ms)
            else:
                task = Task(body.code, data, language)
                reply = await session.drive(run_id, task, timeout_ms=body.timeout_ms)
        assert reply is not None
        if reply.status == "failed" and reply.code == "run_busy":
            raise _busy()
        if reply.status == "failed" and reply.code == "run_not_found":
            raise RunError(reply.error, code=reply.code)
        return reply

    @asynccontextmanager
    async def _alone(self, run_id: str) -> AsyncGenerator[None]:
        if run_id in self._open:
            raise _busy()
        self._open.add(run_id)
        try:
            yield
        finally:
            self._open.discard(run_id)

    async def _has_ended(self, asked: ApiRequest, run_id: str) -> bool:
        """Whether the program was run, and the store never needed to know. A program that no host could start was not run: it made no calls."""
        with suppress(RunError):
            reply = last_reply(await self._hub.events(asked.who, run_id))
            if reply is not None:
                begun = any(call["status"] != "never_started" for call in reply["tool_calls"])
                return reply["status"] != "failed" or reply["phase"] != "host" or begun
        return False

    async def _yielded(self, asked: ApiRequest, found: RunInfo) -> Waiting | None:
        """The reply of a run whose program called `yield_control`. The client may not have received it, so only `wait` continues the run."""
        if (found.state, found.reason) != ("waiting", "yield"):
            return None
        events = await self._hub.events(asked.who, found.run_id)
        last = next((event for event in reversed(events) if event["type"] == "waiting"), None)
        return Waiting.model_validate(last["reply"]) if last is not None and last["reply"] is not None else None


def _busy() -> Refusal:
    told = "another request with this Idempotency-Key is being answered"
    return Refusal(409, "run_busy", told, "send it again later", retry_after=1)
