"""Who runs the benchmark programs: each peer makes a function of a program's name, or None where it is not installed."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import codemode
from benchmarks.tools import ASYNC_TOOLS, TOOLS
from codemode import Engine, FunctionSource, FunctionTool, Limits
from codemode.tool_cache import ToolCache

PROGRAMS = Path(__file__).parent / "programs"
SOURCE = FunctionSource(
    [FunctionTool(name.replace("_", ".", 1), fn, read_only=True) for name, fn in {**TOOLS, **ASYNC_TOOLS}.items()],
    owner="bench",
)
# as much at once as the peers do, which have no such limits
LIMITS = Limits(max_steps=10**9, timeout_ms=60_000, max_pending_tool_calls=128)
Run = Callable[[], Any]
Peer = Callable[[str, asyncio.Runner], Run | None]


def program(name: str, ending: str) -> str:
    return (PROGRAMS / f"{name.removesuffix('_timeout')}.{ending}").read_text()


def in_python(name: str) -> str:
    """The program in Python, for interpreters that have coroutines instead of threads."""
    is_async = (PROGRAMS / f"{name}.async.py").exists()
    return program(name, "async.py" if is_async else "py")


def as_cell(name: str) -> str:
    """The program as a cell: what functions are for the others are tools with an owner here."""
    text = re.sub(r"\bbench_(\w+)\(", r"bench.\1(", in_python(name)).replace("\nout = ", "\n__out = ")
    return f"__out = {text.removeprefix('out = ')}" if text.startswith("out = ") else text


def cpython(name: str, _: asyncio.Runner) -> Run:
    text = program(name, "py")

    def go() -> Any:
        scope: dict[str, Any] = dict(TOOLS)
        exec(compile(text, name, "exec"), scope)
        return scope["out"]

    return go


def direct(language: str, *, anew: bool) -> Peer:
    """`codemode.run` in this process. `anew`: the program is compiled each time, as exec, Monty and smolagents do."""

    def make(name: str, _: asyncio.Runner) -> Run:
        text = program(name, "go") if language == "go" else as_cell(name)
        # with one of these, functions run in another thread
        timeout_ms = 10_000 if name.endswith("_timeout") else None
        limits = LIMITS if name == "concurrent" else None

        def go() -> Any:
            cache = ToolCache() if anew else None
            how: dict[str, Any] = {"sources": [SOURCE], "timeout_ms": timeout_ms, "cache": cache, "limits": limits}
            return codemode.run(text, language=language, trust_python=True, **how).value

        return go

    return make


def session(language: str, isolation: str, *, anew: bool = False) -> Peer:
    """A session of an engine that is there already: with a journal, limits of replies, telemetry and an event loop."""

    def make(name: str, runner: asyncio.Runner) -> Run:
        text = program(name, "go") if language == "go" else as_cell(name)
        trust = language == "python" and isolation == "inline"
        engine = Engine([SOURCE], LIMITS, isolation=isolation, languages=(language,), trust_python=trust)
        at, numbers = engine.session("benchmark"), count()
        loop = runner.get_loop()  # Runner.run writes out each task, to set a handler for signals
        comment = "//" if language == "go" else "#"

        def go() -> Any:
            reply = loop.run_until_complete(at.exec(f"{text}\n{comment} {next(numbers)}" if anew else text))
            assert reply.status == "completed", reply
            return reply.value

        return go

    return make


def smolagents(name: str, _: asyncio.Runner) -> Run | None:
    try:
        from smolagents.local_python_executor import LocalPythonExecutor
    except ImportError:
        return None
    text = program(name, "py") + "\nout\n"

    def go() -> Any:
        executor = LocalPythonExecutor([], additional_functions=TOOLS)
        executor.send_tools({})
        return executor(text).output

    return go


def monty(name: str, runner: asyncio.Runner) -> Run | None:
    try:
        import pydantic_monty
    except ImportError:
        return None
    text = in_python(name) + "\nout\n"
    if "await" in text:
        return _awaited(pydantic_monty, text, runner)
    pool = pydantic_monty.Monty()
    pool.__enter__()

    def go() -> Any:
        with pool.checkout() as at:
            return at.feed_run(text, external_lookup=TOOLS)

    return go


def _awaited(monty: Any, text: str, runner: asyncio.Runner) -> Run:
    pool = monty.AsyncMonty()

    async def enter() -> None:
        await pool.__aenter__()

    runner.run(enter())

    async def once() -> Any:
        async with pool.checkout() as at:
            return await at.feed_run(text, external_lookup=ASYNC_TOOLS)

    return lambda: runner.get_loop().run_until_complete(once())


PEERS: dict[str, Peer] = {
    "CPython exec": cpython,
    "inline": direct("go", anew=False),
    "inline, anew": direct("go", anew=True),
    "worker": session("go", "process"),
    "worker, anew": session("go", "process", anew=True),
    "Python inline": direct("python", anew=False),
    "Python inline, anew": direct("python", anew=True),
    "Python, engine": session("python", "inline"),
    "Python, worker": session("python", "process"),
    "Monty": monty,
    "smolagents": smolagents,
}
