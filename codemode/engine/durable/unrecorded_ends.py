"""Runs that have ended, until the store has recorded how."""

from __future__ import annotations

import logging

from codemode.engine.durable.leases import Lease
from codemode.engine.durable.store import Fate, RunStore, Unanswered
from codemode.errors import CodeModeError

log = logging.getLogger("codemode")


class UnrecordedEnds:
    """How the runs of one process ended. Their last replies may still be on their way, so the store is told later."""

    def __init__(self, store: RunStore, owner: str) -> None:
        self._store = store
        self._owner = owner
        self.waiting: dict[str, tuple[Lease, Fate]] = {}  # by run id

    async def record(self, run_id: str) -> None:
        """Records in the store how a run ended, if that is not done yet. Raises Unanswered."""
        ended = self.waiting.get(run_id)
        if ended is None:
            return
        lease, fate = ended
        try:
            await self._store.end(await self._leased_again(lease), fate)
        except Unanswered:
            raise
        except CodeModeError as lost:
            log.warning("run %s: %s", run_id, lost.message)
        self.waiting.pop(run_id, None)

    async def _leased_again(self, lease: Lease) -> Lease:
        """The lease, or a new one if it was released and nobody has had the run since."""
        info = await self._store.info(lease.run_id) if self._store.durable else None
        if info is None or info.owner or info.fence != lease.fence:
            return lease
        taken = await self._store.lease(lease.run_id, self._owner)
        return taken.lease if taken is not None and taken.fence == lease.fence + 1 else lease
