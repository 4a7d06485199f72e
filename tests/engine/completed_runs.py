"""Programs that tests run to their end, and expect to complete."""

from __future__ import annotations

from typing import Any

from codemode import Completed, Session


async def completed(session: Session, code: str, **options: Any) -> Completed:
    reply = await session.exec(code, **options)
    assert isinstance(reply, Completed), reply
    return reply


async def value(session: Session, code: str) -> Any:
    return (await completed(session, code)).value
