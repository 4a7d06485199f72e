"""A model may be given by its name."""

from __future__ import annotations

import pytest

from codemode import CodeModeUTCP, OpenAIModel, run_agent
from codemode.errors import ConfigError
from tests.openai_server import openai_server

pytestmark = pytest.mark.anyio


def add(a: float, b: float) -> float:
    return a + b


PLAN = {
    "needs_tools": True,
    "tools": ["add"],
    "code": 'sum, err := codemode.CallTool("add", map[string]any{"a": 5, "b": 7})\n__out = sum',
    "stream": False,
}


async def test_a_model_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with openai_server([PLAN]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        async with CodeModeUTCP(None, "gpt-5-mini", sources=[add], isolation="inline") as cm:
            assert isinstance(cm.model, OpenAIModel)
            assert (await cm.call_tool("the sum of 5 and 7")).value == 12
    assert server.requests[0]["body"]["model"] == "gpt-5-mini"


async def test_an_agent_whose_model_is_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    with openai_server(["It is 12."]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        outcome = await run_agent("the sum of 5 and 7", "gpt-5-mini", sources=[add])
    assert outcome.answer == "It is 12."


def test_no_name() -> None:
    with pytest.raises(ConfigError, match="needs a name"):
        CodeModeUTCP(None, "  ", sources=[add])
