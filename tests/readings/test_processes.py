"""In a worker process each reading gives what it gives here."""

from __future__ import annotations

import asyncio
from typing import Any

from codemode import CodeModeError, Completed, Engine
from tests.readings import cases
from tests.readings.cases import Case, load, same


def _here(case: Case) -> tuple[Any, str]:
    try:
        return cases.ours(case.code, case.data).value, ""
    except CodeModeError as error:
        return None, error.code


async def _there(all_cases: list[Case]) -> dict[tuple[str, str], tuple[Any, str]]:
    found: dict[tuple[str, str], tuple[Any, str]] = {}
    async with Engine(cases.SOURCES, isolation="process") as engine:
        session = engine.session("a", "s")
        for case in all_cases:
            reply = await session.exec(case.code, data=case.data)
            ended = isinstance(reply, Completed)
            found[case.language, case.name] = (reply.value, "") if ended else (None, getattr(reply, "code", "waiting"))
    return found


def test_the_same_in_worker_processes() -> None:
    all_cases = [case for language in ("python", "javascript", "go") for case in load(language)]
    there = asyncio.run(_there(all_cases))
    differ: dict[str, tuple[Any, Any]] = {}
    for case in all_cases:
        here = _here(case)
        found = there[case.language, case.name]
        if here[1] != found[1] or not same(here[0], found[0]):
            differ[f"{case.language} {case.name}"] = (here, found)
    assert len(all_cases) > 400
    assert differ == {}
