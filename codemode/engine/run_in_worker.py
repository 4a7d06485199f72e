"""Runs a program directly in a worker process. `codemode.run` uses it for languages whose programs do not run in the host's process."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from codemode.engine.background import blocking, in_background, running_loop
from codemode.engine.cell_output import Listener
from codemode.engine.engine import Engine
from codemode.engine.limits import Limits
from codemode.engine.protocols import ToolSource
from codemode.engine.results import CodeModeResult
from codemode.engine.run_to_end import result_of


def run_in_worker(
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
        async with Engine(sources, limits, **options) as engine:
            return await result_of(engine.session("run", "run"), code, budget, data=data, on_output=listener)

    with blocking(running_loop()):
        return in_background(work()).result()
