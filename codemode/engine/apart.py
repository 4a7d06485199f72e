"""Runs a program directly in a worker process. `codemode.run` uses it for languages whose programs do not run in the host's process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from codemode.catalog.entries import Outputs
from codemode.engine.background import blocking, in_background, running_loop
from codemode.engine.draining import run_to_end, whole_result
from codemode.engine.engine import Engine
from codemode.engine.limits import Limits
from codemode.engine.printed import Listener, OutputText
from codemode.engine.protocols import ToolSource
from codemode.engine.replies import Failed
from codemode.engine.results import CodeModeResult
from codemode.tool_cache import ToolCache


def run_apart(
    code: str,
    sources: Sequence[ToolSource],
    language: str,
    *,
    data: Any,
    limits: Limits,
    budget: float,
    listener: Listener | None,
    strict: bool,
    cache: ToolCache,
    outputs: Outputs,
) -> CodeModeResult:
    """Does what `codemode.run` does, with the same parameters; `budget` is the time in milliseconds."""

    async def work() -> CodeModeResult:
        printed: list[OutputText] = []

        def hear(text: OutputText) -> None:
            printed.append(text)
            if listener is not None:
                listener(text)

        options: dict[str, Any] = {"strict": strict, "cache": cache, "outputs": outputs, "languages": (language,)}
        async with Engine(sources, limits, **options) as engine:
            session = engine.session("run", "run")
            reply = await run_to_end(session, code, budget, data=data, on_output=hear)
            if isinstance(reply, Failed):
                raise reply.to_error()
            return await whole_result(session, reply, printed)

    with blocking(running_loop()):
        return in_background(work()).result()
