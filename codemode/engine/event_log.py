"""Writes events to the log `codemode`: at INFO names, sizes, times and codes, at DEBUG also texts. INFO lines contain nothing secret."""

from __future__ import annotations

import logging

from codemode.catalog.schemas import one_line
from codemode.engine.events import (
    ApprovalAsked,
    ApprovalGiven,
    CallEnded,
    CallProgress,
    CallStarted,
    RunEnded,
    RunEvent,
    RunOutput,
    RunResumed,
    RunStarted,
    RunWaiting,
)

log = logging.getLogger("codemode")

MAX_NAME = 120  # characters of a tool's name


def log_event(event: RunEvent) -> None:
    id = event.run_id
    match event:
        case RunStarted():
            log.info("%s: a program of %d characters for %r, %r", id, len(event.code), event.agent, event.session)
            log.debug("%s: %s", id, event.code)
        case RunOutput():
            log.debug("%s: %s: %s", id, event.stream, event.text)
        case CallStarted():
            log.info("%s: %s begins: %s", id, event.call_id, one_line(event.tool, MAX_NAME))
        case CallProgress():
            log.debug("%s: %s: %s of %s %s", id, event.call_id, event.progress, event.total, event.message)
        case CallEnded():
            how = f"{event.status}, {event.code}" if event.code else event.status
            log.info("%s: %s ends: %s: %s, %.1f ms", id, event.call_id, one_line(event.tool, MAX_NAME), how, event.ms)
            if event.error:
                log.debug("%s: %s: %s", id, event.call_id, event.error)
        case ApprovalAsked():
            of_program = ", with the whole program" if event.effects is not None else ""
            log.info("%s: %s waits for approval%s: %s", id, event.call_id, of_program, one_line(event.tool, MAX_NAME))
            log.debug("%s: %s: %s", id, event.call_id, event.arguments)
        case ApprovalGiven():
            edited = " with other arguments" if event.edited else ""
            how = ("approved" if event.approved else "refused") + edited + (f" by {event.by!r}" if event.by else "")
            log.info("%s: %s is %s", id, event.call_id, how)
        case RunWaiting():
            log.info("%s: waits: %s", id, event.reason)
        case RunResumed():
            log.info("%s: goes on%s", id, ", restored from its journal" if event.restored else "")
        case RunEnded():
            _log_end(event)


def _log_end(event: RunEnded) -> None:
    reply = event.reply
    repairs = len(reply.repairs) if reply is not None else 0
    mended = f", {repairs} repairs" if repairs else ""
    log.info("%s: %s%s%s", event.run_id, event.status, f" with {event.code}" if event.code else "", mended)
    if reply is not None:
        for repair in reply.repairs:
            log.debug("%s: repaired: %d:%d: %s", event.run_id, repair.line, repair.column, repair.message)
    if event.error:
        log.debug("%s: %s", event.run_id, event.error)
