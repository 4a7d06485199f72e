"""sync, gathered from the modules that hold its parts."""

from __future__ import annotations

from codemode.stdlib import sync_once, sync_shared, sync_wait
from codemode.stdlib.sync_locks import sync

__all__ = ["sync", "sync_once", "sync_shared", "sync_wait"]
