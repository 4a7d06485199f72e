"""What a worker process gives up before it runs guests."""

from __future__ import annotations

import os


def harden(memory: int, *, keep: int) -> list[str]:
    """Protect the system from this process, for good; `keep` is the only file descriptor that it still needs. Gives the names of what holds."""
    os.closerange(keep + 1, 65536)
    return []
