"""context, gathered from the modules that hold its parts."""

from __future__ import annotations

from codemode.stdlib import context_cancel, context_timers
from codemode.stdlib.context_base import context

__all__ = ["context", "context_cancel", "context_timers"]
