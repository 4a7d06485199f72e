"""Handles what an MCP server sends by itself: log messages, and questions to the user."""

from __future__ import annotations

import json
import logging
from typing import Any

from mcp import types
from mcp.client.session import ElicitationFnT, LoggingFnT

from codemode.sources.mcp_elicitation import OpenCalls
from codemode.sources.utcp_results import short


def asking(calls: OpenCalls) -> ElicitationFnT:
    """Sends a server's questions to the person behind its call. Requests to open an address are declined."""

    async def ask(context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        if not isinstance(params, types.ElicitRequestFormParams):
            return types.ElicitResult(action="decline")
        answer = await calls.answer(params.message, params.requested_schema)
        content = dict(answer.content) if answer.action == "accept" else None
        return types.ElicitResult(action=answer.action, content=content)

    return ask


_LEVELS = {
    "debug": logging.DEBUG,
    "info": logging.INFO,
    "notice": logging.INFO,
    "warning": logging.WARNING,
    "error": logging.ERROR,
    "critical": logging.CRITICAL,
    "alert": logging.CRITICAL,
    "emergency": logging.CRITICAL,
}
MAX_LOGGED = 2000  # characters of one message


def level_of(logger: logging.Logger) -> types.LoggingLevel:
    """Returns the level from which a server should send log messages: that of the logger."""
    wanted = logger.getEffectiveLevel()
    return "debug" if wanted <= logging.DEBUG else "info" if wanted <= logging.INFO else "warning"


def logging_to(logger: logging.Logger) -> LoggingFnT:
    """Sends a server's log messages to the logger of its name. Their number is limited together with its other notifications."""

    async def log(params: types.LoggingMessageNotificationParams) -> None:
        level = _LEVELS.get(params.level, logging.INFO)
        if logger.isEnabledFor(level):
            text = params.data if isinstance(params.data, str) else json.dumps(params.data, default=str)
            told = f"{short(params.logger, 80)}: " if params.logger else ""
            logger.log(level, "%s%s", told, short(text, MAX_LOGGED))

    return log
