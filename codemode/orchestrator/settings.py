"""The orchestrator's settings from the environment."""

from __future__ import annotations

import os

from codemode.errors import ConfigError

CANDIDATES_VARIABLE = "UTCP_CODEMODE_CANDIDATE_LIMIT"
SEARCH_VARIABLE = "utcp_search_tools_limit"


def candidate_limit() -> int:
    """How many of the best-ranked tools a model is shown."""
    return min(_number(CANDIDATES_VARIABLE, 16), search_limit())


def search_limit() -> int:
    """How many tools one search gives at most."""
    return _number(SEARCH_VARIABLE, 50)


def _number(name: str, default: int) -> int:
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    if not text.isdecimal():
        raise ConfigError(f"{name} must be a number of tools, not {text!r}")
    return int(text) or default  # 0 means the default, as in the Go original
