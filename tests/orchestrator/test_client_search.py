"""A UTCP client's own search strategy ranks the tools, where `search="client"` asks for it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from utcp.interfaces.tool_search_strategy import ToolSearchStrategy
from utcp.utcp_client import UtcpClient

from codemode import CodeModeUTCP, FunctionTool, Policy, Rule, ScriptedModel
from codemode.catalog import Catalog, ToolEntry
from codemode.errors import ConfigError
from codemode.orchestrator.tool_search import Searches

pytestmark = pytest.mark.anyio


class ByNumber(ToolSearchStrategy):
    """Finds what no words find: the tools whose numbers the host names."""

    tool_search_strategy_type: str = "by_number"
    gives: Callable[[str], list[str]]

    async def search_tools(self, tool_repository: Any, query: str, limit: int = 10, **_: Any) -> list[Any]:
        found = [await tool_repository.get_tool(name) for name in self.gives(query)]
        return [tool for tool in found if tool is not None][:limit]


def manual(count: int) -> dict[str, Any]:
    """So many tools that a model cannot be shown all."""
    template = {"call_template_type": "http", "url": "http://127.0.0.1:1/", "http_method": "GET"}
    tools = [
        {"name": f"t{n}", "description": f"Paint wall {n}. {'x ' * 60}", "tool_call_template": template}
        for n in range(count)
    ]
    content = json.dumps({"utcp_version": "1.0.1", "manual_version": "1", "tools": tools})
    return {
        "name": "walls",
        "call_template_type": "text",
        "content": content,
        "allowed_communication_protocols": ["text", "http"],
    }


async def asked(
    gives: Callable[[str], list[str]], *answers: dict[str, Any], count: int = 400, **options: Any
) -> tuple[ScriptedModel, list[str]]:
    """What a model is shown of `count` tools, and the notes of the outcome."""
    client = await UtcpClient.create(config={"manual_call_templates": [manual(count)]})
    client.config.tool_search_strategy = ByNumber(gives=gives)
    model = ScriptedModel([*answers, {"tools": [], "code": "__out = 1"}])
    cm = CodeModeUTCP(client, model, isolation="inline", pipeline="single", search="client", **options)
    try:
        notes = (await cm.call_tool("paint wall 3", timeout=10_000)).notes
    finally:
        await cm.close()
    return model, notes


def shown(prompt: str) -> list[str]:
    return [
        word.rstrip(":") for word in prompt.split() if word.startswith("walls.t") and word.rstrip(":")[7:].isdigit()
    ]


async def test_the_strategy_ranks_and_answers_the_models_searches() -> None:
    found = {"paint wall 3": ["walls.t300", "walls.t17"], "other": ["walls.t42"]}
    model, notes = await asked(lambda query: found[query], {"search": ["other"]})
    first, second = model.prompts
    assert first.index("walls.t300") < first.index("walls.t17")
    assert "walls.t42" not in first
    assert second.index("walls.t42") < second.index("walls.t300")
    assert "the model searched for 'other': 1 found" in notes


async def test_what_the_caller_may_not_use_is_not_found_and_functions_are_found_as_ever() -> None:
    policy = Policy([Rule("deny", "walls.t300")])

    def paint_wall_at_once(number: int) -> int:
        """Paint wall at once."""
        return number

    model, _ = await asked(
        lambda _: ["walls.t300", "walls.t17"], policy=policy, sources=[FunctionTool("paint.wall", paint_wall_at_once)]
    )
    assert "walls.t300" not in model.prompts[0]
    assert "walls.t17" in model.prompts[0]
    assert "paint.wall" in model.prompts[0]


def broken(query: str) -> list[str]:
    raise RuntimeError("the vectors are gone\nand more")


async def test_a_search_that_fails_is_told_and_the_catalogs_is_used() -> None:
    model, notes = await asked(broken)
    assert "walls.t3" in model.prompts[0]
    assert "the client's search failed (the vectors are gone): the catalog's own search was used" in notes


async def test_a_search_that_hangs_is_given_up() -> None:
    class Hanging:
        def searches(self, tool: ToolEntry) -> bool:
            return True

        async def search(self, query: str, limit: int) -> list[str]:
            await asyncio.sleep(60)
            return []

    searches = Searches(Catalog([ToolEntry(id="a:b:paint", name="paint", description="Paint.")]), [Hanging()], 0.01)
    assert [tool.name for tool in await searches("paint", 8)] == ["paint"]
    assert searches.notes == ["the client's search failed (no answer within 0.01 s): the catalog's own search was used"]


@pytest.mark.parametrize(
    ("search", "told"),
    [("vectors", '"catalog" or "client", not \'vectors\''), ("client", "none of the sources has a search of its own")],
)
def test_invalid_settings_are_refused(search: Any, told: str) -> None:
    with pytest.raises(ConfigError, match=told):
        CodeModeUTCP(None, "gpt-5-mini", sources=[broken], search=search)
