"""fmt, in parts: fmt_print registers formatting and printing, fmt_scan the reading of values from text."""

from __future__ import annotations

from codemode.stdlib import fmt_print, fmt_scan
from codemode.stdlib.fmt_print import errorf, fmt, sprint, sprintf, sprintln

__all__ = ["errorf", "fmt", "fmt_print", "fmt_scan", "sprint", "sprintf", "sprintln"]
