"""OpenAI's two APIs on the wire: how a conversation is written, and what we read of the answers.

Lenient where servers differ, strict where an answer would be lost.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from email.utils import parsedate_to_datetime
from typing import Annotated, Any, Literal, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, Field

from codemode.engine.attachments import Image
from codemode.engine.model_content import content_of
from codemode.orchestrator.chat import AssistantMessage, Message, SystemMessage, ToolCall, ToolMessage, UserMessage

T = TypeVar("T")


def _for_none(make: Callable[[], Any]) -> BeforeValidator:
    """Lets a null, which some servers send, stand for the empty value."""
    return BeforeValidator(lambda value: make() if value is None else value)


def _joined(value: Any) -> Any:
    """Joins the parts of a text, which some servers send."""
    if not isinstance(value, list):
        return value
    parts = [cast("dict[str, Any]", part) for part in cast("list[Any]", value) if isinstance(part, dict)]
    return "".join(str(part.get("text") or "") for part in parts)


OrEmpty = Annotated[T, _for_none(dict)]
Count = Annotated[int, _for_none(int)]
OrNothing = Annotated[list[T], _for_none(list)]


class ChatUsage(BaseModel):
    prompt_tokens: Count = 0
    completion_tokens: Count = 0


class Function(BaseModel):
    name: str
    arguments: str | dict[str, Any] = "{}"  # some servers send an object instead of text


class WantedCall(BaseModel):
    id: Annotated[str, _for_none(str)] = ""
    function: Function


class ChatMessage(BaseModel):
    content: Annotated[str | None, BeforeValidator(_joined)] = None
    refusal: str | None = None
    tool_calls: OrNothing[WantedCall] = []


class Choice(BaseModel):
    message: ChatMessage
    finish_reason: str | None = None


class ChatBody(BaseModel):
    """An answer of Chat Completions."""

    choices: list[Choice] = Field(min_length=1)
    usage: OrEmpty[ChatUsage] = ChatUsage()

    @property
    def text(self) -> str:
        return self.choices[0].message.content or ""

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        wanted = self.choices[0].message.tool_calls
        return tuple(ToolCall(call.id, call.function.name, call.function.arguments) for call in wanted)

    @property
    def refusal(self) -> str | None:
        return self.choices[0].message.refusal

    @property
    def stopped_by(self) -> str | None:
        return self.choices[0].finish_reason

    @property
    def tokens(self) -> tuple[int, int]:
        return self.usage.prompt_tokens, self.usage.completion_tokens


class ResponsesUsage(BaseModel):
    input_tokens: Count = 0
    output_tokens: Count = 0


class Content(BaseModel):
    type: str = ""
    text: str | None = None
    refusal: str | None = None


class Item(BaseModel):
    type: str = ""
    content: OrNothing[Content] = []
    call_id: str | None = None
    name: str | None = None
    arguments: str | dict[str, Any] | None = None


class Failure(BaseModel):
    message: str | None = None


class Incomplete(BaseModel):
    reason: str | None = None


class ResponsesBody(BaseModel):
    """An answer of Responses."""

    object: Literal["response"]
    status: str | None = None
    output: list[Item]
    usage: OrEmpty[ResponsesUsage] = ResponsesUsage()
    error: OrEmpty[Failure] = Failure()
    incomplete_details: OrEmpty[Incomplete] = Incomplete()

    @property
    def text(self) -> str:
        """Returns the text of the model, without its reasoning."""
        parts = [c for item in self.output if item.type == "message" for c in item.content]
        return "".join(c.text or "" for c in parts if c.type == "output_text")

    @property
    def refusal(self) -> str | None:
        return next((c.refusal for item in self.output for c in item.content if c.refusal), None)

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        wanted = [item for item in self.output if item.type == "function_call"]
        return tuple(ToolCall(item.call_id or "", item.name or "", item.arguments or "{}") for item in wanted)

    @property
    def stopped_by(self) -> str | None:
        return self.incomplete_details.reason

    @property
    def tokens(self) -> tuple[int, int]:
        return self.usage.input_tokens, self.usage.output_tokens


# --- a conversation as each of the two takes it -----------------------------------------------------------------------------


def _arguments(call: ToolCall) -> str:
    return call.arguments if isinstance(call.arguments, str) else json.dumps(call.arguments, ensure_ascii=False)


def chat_messages(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """Returns the messages for Chat Completions. Pictures of tools follow the tool messages of a turn, in a message of the user."""
    made: list[dict[str, Any]] = []
    pictures: list[str | Image] = []
    for message in messages:
        if pictures and not isinstance(message, ToolMessage):
            made.append({"role": "user", "content": content_of(pictures, "openai")})
            pictures = []
        made.append(_chat_message(message))
        pictures += message.pictures if isinstance(message, ToolMessage) else ()
    if pictures:
        made.append({"role": "user", "content": content_of(pictures, "openai")})
    return made


def pictures_in(messages: Sequence[Message]) -> frozenset[int]:
    """Returns a key that identifies the pictures of a conversation."""
    shown = (part for each in messages if isinstance(each, ToolMessage) for part in each.pictures)
    return frozenset(hash(part) for part in shown if isinstance(part, Image))


def without_pictures(messages: Sequence[Message], refused: Set[int]) -> Sequence[Message]:
    """Returns the messages without pictures, for a server that refuses them. The lines before the pictures remain."""
    return [
        replace(each, pictures=tuple(p for p in each.pictures if isinstance(p, str) or hash(p) not in refused))
        if isinstance(each, ToolMessage) and each.pictures
        else each
        for each in messages
    ]


def _chat_message(message: Message) -> dict[str, Any]:
    match message:
        case SystemMessage(text):
            return {"role": "system", "content": text}
        case UserMessage(text):
            return {"role": "user", "content": text}
        case ToolMessage(call_id, _, text, _):
            return {"role": "tool", "tool_call_id": call_id, "content": text}
        case AssistantMessage(text, ()):
            return {"role": "assistant", "content": text}
        case AssistantMessage(text, calls):
            wanted = [
                {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": _arguments(call)}}
                for call in calls
            ]
            return {"role": "assistant", "content": text or None, "tool_calls": wanted}


def response_items(messages: Sequence[Message]) -> list[dict[str, Any]]:
    """Returns the items for Responses."""
    return [item for message in messages for item in _response_items(message)]


def _response_items(message: Message) -> Iterator[dict[str, Any]]:
    match message:
        case SystemMessage(text):
            yield {"role": "developer", "content": text}
        case UserMessage(text):
            yield {"role": "user", "content": text}
        case ToolMessage(call_id, _, text, pictures):
            output = content_of([text, *pictures], "openai_responses") if pictures else text
            yield {"type": "function_call_output", "call_id": call_id, "output": output}
        case AssistantMessage(text, calls):
            if text:
                yield {"role": "assistant", "content": text}
            for call in calls:
                yield {"type": "function_call", "call_id": call.id, "name": call.name, "arguments": _arguments(call)}


def response_tools(tools: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Converts definitions from the form of Chat Completions to that of Responses: flat, and not strict, because strict forbids optional keys."""
    return [{"type": "function", "strict": False, **tool["function"]} for tool in tools]


def seconds_of(header: str) -> float | None:
    """Returns how many seconds a `Retry-After` header asks to wait: it is a number, or a date. None for anything else."""
    try:
        if header.strip().isdecimal():
            return float(header)
        at = parsedate_to_datetime(header)
        return max(0.0, at.timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
