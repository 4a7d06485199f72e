"""What models really write: every snippet of the corpus, against the tool world it was written for."""

from __future__ import annotations

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import codemode
from codemode import CodeModeError, Limits
from tests.corpus import worlds
from tests.world_programs import source_of

SNIPPETS = Path(__file__).parent / "corpus" / "snippets"
MANIFEST: dict[str, dict[str, Any]] = json.loads((SNIPPETS / "manifest.json").read_text())

# wrong in logic: it pages for ever
ENDLESS = {"finance_03": {"tool_call_limit_exceeded", "step_limit_exceeded", "timeout"}}


def prepare(task_id: str) -> tuple[ModuleType, dict[str, Any], str]:
    world = worlds.load(MANIFEST[task_id]["world"])
    world.reset()
    task = next(t for t in world.TASKS if t["id"] == task_id)
    text = (SNIPPETS / MANIFEST[task_id]["world"] / f"{task_id}.go").read_text()
    return world, task, text.split("\n", 1)[1]


@pytest.mark.parametrize("task_id", sorted(set(MANIFEST) - set(ENDLESS)))
def test_snippet_gives_the_expected_value(task_id: str):
    world, task, code = prepare(task_id)
    result = codemode.run(code, sources=[source_of(world)])
    assert worlds.matches(world, task, result.value), result.value
    if MANIFEST[task_id]["style"] == "strong":
        assert list(result.repairs) == []


@pytest.mark.parametrize("task_id", sorted(ENDLESS))
def test_an_endless_program_ends_at_a_clear_limit(task_id: str):
    world, _, code = prepare(task_id)
    with pytest.raises(CodeModeError) as caught:
        codemode.run(code, sources=[source_of(world)], limits=Limits(max_tool_calls=200))
    assert caught.value.code in ENDLESS[task_id]
    assert "to change that one, write cursor = ... instead of cursor := ..." in [
        d.hint for d in caught.value.diagnostics
    ]
