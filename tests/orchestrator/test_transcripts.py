"""Transcripts as APIs have them, and back."""

from __future__ import annotations

from typing import Any

import pytest

import codemode
from codemode.errors import InputError
from codemode.orchestrator.chat import AssistantMessage, SystemMessage, ToolCall, ToolMessage, UserMessage
from tests.openai_server import Reply, openai_server

CALL = ToolCall("call_1", "exec", '{"code": "__out = 1"}')
TALK: list[Any] = [
    SystemMessage("Be brief."),
    UserMessage("How many?"),
    AssistantMessage("Let me see.", (CALL, ToolCall("call_2", "wait", '{"run_id": "run_1"}'))),
    ToolMessage("call_1", "exec", '{"value":1}'),
    ToolMessage("call_2", "wait", "{}"),
    AssistantMessage("One."),
    UserMessage("Thanks."),
    AssistantMessage("", (CALL,)),
    ToolMessage("call_1", "exec", '{"value":1}'),
]


@pytest.mark.parametrize("api", ["openai", "openai_responses"])
def test_there_and_back(api: Any) -> None:
    made = codemode.messages(TALK, api)
    assert all(isinstance(each, dict) for each in made)
    assert codemode.messages(made, api) == TALK


def test_messages_with_other_fields_of_the_apis() -> None:
    parts = [{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image_url", "image_url": {}}]}]
    assert codemode.messages(parts) == [UserMessage("a")]
    items = [
        {"type": "reasoning", "summary": []},
        {"role": "assistant", "content": [{"type": "output_text", "text": "b"}]},
    ]
    assert codemode.messages(items, "openai_responses") == [AssistantMessage("b")]
    assert codemode.messages([]) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"role": "judge", "content": ""},
        {"content": "x"},
        "text",
        {"role": "tool", "content": "x"},
        {"role": "user", "content": 3},
        {"role": "assistant", "tool_calls": [{"id": "1"}]},
        None,
    ],
)
@pytest.mark.parametrize("api", ["openai", "openai_responses"])
def test_an_invalid_message_is_reported_with_its_place(api: Any, wrong: Any) -> None:
    with pytest.raises(InputError, match=f"message 2 is not one of {api}"):
        codemode.messages([{"role": "user", "content": "a"}, wrong], api)
    with pytest.raises(InputError, match="not 'pigeon'"):
        codemode.messages(TALK, "pigeon")  # type: ignore[call-overload]


@pytest.mark.anyio
async def test_an_agent_continues_a_stored_conversation(monkeypatch: pytest.MonkeyPatch) -> None:
    with openai_server([Reply(calls=[("exec", {"code": "__out = 1"})]), "One.", "Still one."]) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        first = await codemode.run_agent("How many?", "m", sources=[])
        kept = codemode.messages(first.transcript)
        second = await codemode.run_agent("Sure?", "m", transcript=codemode.messages(kept))
    assert second.answer == "Still one."
    sent = [m["content"] for m in server.requests[-1]["body"]["messages"] if m["role"] == "user"]
    assert sent == ["How many?", "Sure?"]
