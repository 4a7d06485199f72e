"""The orchestrator's settings from the environment, and what a front door is made of."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from codemode.engine import Limits
from codemode.engine.given_sources import Source, checked_sources
from codemode.engine.limits import checked_limits
from codemode.engine.protocols import ToolSource
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


def all_sources(client: Any, sources: Sequence[Source]) -> list[ToolSource]:
    given = list(checked_sources(sources))
    if client is None:
        return given
    from codemode.sources import UtcpSource

    return [UtcpSource(client), *given]


def engine_limits(limits: Limits | None) -> Limits:
    limits = checked_limits(limits) or Limits()
    return replace(limits, max_search_limit=min(limits.max_search_limit, search_limit()))
