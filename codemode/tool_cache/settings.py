"""Settings from the environment."""

from __future__ import annotations

import math
import os
import re

from codemode.errors import ConfigError

SPECS_TTL = 300.0
SELECTION_TTL = 120.0
SPECS_TTL_VARIABLE = "UTCP_TOOL_SPECS_CACHE_TTL"
SELECTION_TTL_VARIABLE = "UTCP_TOOL_SELECTION_CACHE_TTL"

_UNITS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_PART = re.compile(r"(?<![\d.])(\d++(?:\.\d*+)?|\.\d++)(ns|us|µs|ms|s|m|h)", re.ASCII)


def parse_duration(text: str, name: str = "duration") -> float:
    """Seconds, from Go's notation ("5m", "1h30m", "90s") or a plain number of seconds. Not negative, finite."""
    text = text.strip()
    try:
        seconds = float(text)
    except ValueError:
        seconds = _sum_parts(text)
    if seconds is None or not math.isfinite(seconds) or seconds < 0:
        raise ConfigError(f'{name}: {text!r} is not a duration; write "5m", "90s" or a number of seconds')
    return seconds


def _sum_parts(text: str) -> float | None:
    parts = _PART.findall(text)
    if not parts or "".join(number + unit for number, unit in parts) != text:
        return None
    return sum(float(number) * _UNITS[unit] for number, unit in parts)


def ttl_from(name: str, default: float) -> float:
    """Returns the duration in the environment variable `name`; unset or blank means `default`."""
    text = os.environ.get(name, "")
    return parse_duration(text, name) if text.strip() else default
