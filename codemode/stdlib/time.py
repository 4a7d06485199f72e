"""time, in parts: time_instants, time_text, time_marshal, time_durations and time_timers register themselves on the package in time_base."""

from __future__ import annotations

from codemode.stdlib import time_durations, time_instants, time_marshal, time_text, time_timers
from codemode.stdlib.time_base import time

__all__ = ["time", "time_durations", "time_instants", "time_marshal", "time_text", "time_timers"]
