"""Converts transcripts of agents to the messages of an API, and back: for hosts that keep conversations, or continue those of another library."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, cast, overload

from codemode.errors import InputError
from codemode.orchestrator.chat import AssistantMessage, Message, SystemMessage, ToolCall, ToolMessage, UserMessage
from codemode.orchestrator.openai_wire import chat_messages, response_items

Api = Literal["openai", "openai_responses"]


@overload
def messages(transcript: Sequence[Message], api: Api = "openai") -> list[dict[str, Any]]: ...
@overload
def messages(transcript: Sequence[Mapping[str, Any]], api: Api = "openai") -> list[Message]: ...
def messages(transcript: Sequence[Message] | Sequence[Mapping[str, Any]], api: Api = "openai") -> list[Any]:
    """The messages of a transcript (`AgentOutcome.transcript`) in the form of an API; and those of an API as a transcript, for
    `run_agent(transcript=...)`.

    "openai" is Chat Completions, "openai_responses" the items of Responses. Texts, calls and their results go both ways; pictures only to the API,
    and reasoning items are left out. Raises InputError for what is neither.
    """
    if api not in _WAYS:
        raise InputError(f"api must be {' or '.join(_WAYS)}, not {api!r}")
    if all(isinstance(each, Message) for each in transcript):
        return _WAYS[api][0](cast("Sequence[Message]", transcript))
    names: dict[str, str] = {}  # of the tools, by the ids of their calls
    made: list[Message] = []
    for number, each in enumerate(transcript, 1):
        try:
            read = list(_WAYS[api][1](cast("Mapping[str, Any]", each), names))
        except (KeyError, TypeError, AttributeError, ValueError) as odd:
            raise InputError(f"message {number} is not one of {api}: {type(odd).__name__} {odd}") from odd
        for message in read:
            _add(made, message)
            names |= {call.id: call.name for call in getattr(message, "tool_calls", ())}
    return made


def _add(made: list[Message], message: Message) -> None:
    """Responses has what one turn says and calls as items of their own."""
    last = made[-1] if made else None
    if isinstance(last, AssistantMessage) and isinstance(message, AssistantMessage) and message.tool_calls:
        made[-1] = AssistantMessage(last.text + message.text, (*last.tool_calls, *message.tool_calls))
    else:
        made.append(message)


def _of_chat(message: Mapping[str, Any], names: dict[str, str]) -> Iterator[Message]:
    match message["role"]:
        case "system" | "developer":
            yield SystemMessage(_text(message["content"]))
        case "user":
            yield UserMessage(_text(message["content"]))
        case "assistant":
            calls = message.get("tool_calls") or ()
            wanted = tuple(ToolCall(c["id"], c["function"]["name"], c["function"]["arguments"]) for c in calls)
            yield AssistantMessage(_text(message.get("content")), wanted)
        case "tool":
            call_id = str(message["tool_call_id"])
            yield ToolMessage(call_id, names.get(call_id, ""), _text(message["content"]))
        case other:
            raise ValueError(f"unknown role {other!r}")


def _of_response(item: Mapping[str, Any], names: dict[str, str]) -> Iterator[Message]:
    match item.get("type", "message"):
        case "message":
            if item["role"] == "tool" or "tool_calls" in item:
                raise ValueError("calls and their results must be separate items")
            yield from _of_chat(item, names)
        case "function_call":
            yield AssistantMessage("", (ToolCall(item["call_id"], item["name"], item["arguments"]),))
        case "function_call_output":
            call_id = str(item["call_id"])
            yield ToolMessage(call_id, names.get(call_id, ""), _text(item["output"]))
        case "reasoning":
            return
        case other:
            raise ValueError(f"unknown type {other!r}")


def _text(content: object) -> str:
    """The text of a content; of a content in parts, the text of its text parts."""
    if content is None or isinstance(content, str):
        return content or ""
    parts = cast("Sequence[Mapping[str, Any]]", content)
    return "".join(str(part["text"]) for part in parts if "text" in part)


_Read = Callable[[Mapping[str, Any], dict[str, str]], Iterator[Message]]
_WAYS: Final[dict[str, tuple[Callable[[Sequence[Message]], list[dict[str, Any]]], _Read]]] = {
    "openai": (chat_messages, _of_chat),
    "openai_responses": (response_items, _of_response),
}
