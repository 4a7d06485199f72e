"""Programs that get little time, on a machine that may be busy."""

from __future__ import annotations

from typing import Any

from codemode import Completed, Failed, Session, Waiting


async def exec_in(
    session: Session, code: str, timeout_ms: float | None, **options: Any
) -> Completed | Waiting | Failed:
    """Returns the reply of `session.exec`. A program that could not even be prepared in its time gets twice as much: it has not begun."""
    reply = await session.exec(code, timeout_ms=timeout_ms, **options)
    while timeout_ms is not None and isinstance(reply, Failed) and "could not be prepared within" in reply.error:
        timeout_ms *= 2
        reply = await session.exec(code, timeout_ms=timeout_ms, **options)
    return reply
