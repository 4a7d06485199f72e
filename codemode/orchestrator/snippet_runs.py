"""Runs the snippets of one request, each within the time of the request."""

from __future__ import annotations

from dataclasses import dataclass

from codemode.engine import Completed, Failed, Session, Waiting
from codemode.engine.codes import error_class
from codemode.engine.run_to_end import go_on_until_asked, run_to_end, run_until_asked, whole_value
from codemode.errors import RunError
from codemode.orchestrator.effect_ledger import Ledger
from codemode.orchestrator.parked_requests import past_what_was_approved
from codemode.orchestrator.request_time import RequestTime

Reply = Completed | Waiting | Failed


@dataclass(slots=True, frozen=True)
class SnippetRuns:
    """The runs of one request. With `parks`, a snippet may be left waiting for an approval."""

    session: Session
    ledger: Ledger
    time: RequestTime
    parks: bool

    async def run(self, code: str, *, park: bool) -> Reply:
        """Runs a snippet to its end; with `park`, it may also end waiting for an approval. Raises LimitError if the request has no time left."""
        limit = self.time.for_run()
        if not (park and self.parks):
            return await self._whole(await run_to_end(self.session, code, limit))
        reply = await run_until_asked(self.session, code, limit)
        return await self._whole(await past_what_was_approved(self.session, reply, self.ledger, limit))

    async def go_on(self, run_id: str) -> Reply:
        """Continues a run that waits for an approval. Raises RunError if it cannot be continued: another program would not change that."""
        limit = self.time.for_run()
        reply = await go_on_until_asked(self.session, run_id, limit)
        reply = await past_what_was_approved(self.session, reply, self.ledger, limit)
        if isinstance(reply, Failed) and issubclass(error_class(reply.code), RunError):
            raise reply.to_error()
        return await self._whole(reply)

    async def _whole(self, reply: Reply) -> Reply:
        if isinstance(reply, Completed):
            return reply.model_copy(update={"value": await whole_value(self.session, reply.value)})
        return reply
