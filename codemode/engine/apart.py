"""Runs a program directly in a worker process. `codemode.run` uses it for languages whose programs do not run in the host's process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from codemode.engine.background import blocking, in_background, running_loop
from codemode.engine.draining import run_to_end, whole_result
from codemode.engine.engine import Engine
from codemode.engine.limits import Limits
from codemode.engine.printed import Listener, OutputText
from codemode.engine.protocols import ToolSource
from codemode.engine.replies import Failed
from codemode.engine.results import CodeModeResult


def run_apart(
    code: str,
    data: Any,
    budget: float,
    listener: Listener | None,
    sources: Sequence[ToolSource],
    limits: Limits,
    options: dict[str, Any],
) -> CodeModeResult:
    """Does what `codemode.run` does; `budget` is the time in milliseconds, `options` are further ones of the Engine."""

    async def work() -> CodeModeResult:
        printed: list[OutputText] = []

        def hear(text: OutputText) -> None:
            printed.append(text)
            if listener is not None:
                listener(text)

        async with Engine(sources, limits, **options) as engine:
            session = engine.session("run", "run")
            reply = await run_to_end(session, code, budget, data=data, on_output=hear)
            if isinstance(reply, Failed):
                raise reply.to_error()
            return await whole_result(session, reply, printed)

    with blocking(running_loop()):
        return in_background(work()).result()
