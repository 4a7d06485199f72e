"""Hosts that drive submitted runs: DBOS says which host has which run, the journal says what happened."""

from codemode.engine.durable.jobs import Host
from codemode.scale.host import Worker
from codemode.scale.queues import Limit, QueueLimits

__all__ = ["Host", "Limit", "QueueLimits", "Worker"]
