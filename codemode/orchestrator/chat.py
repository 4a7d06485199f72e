"""Chat with tools: the messages of a conversation, and the protocol of a chat model."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from codemode.engine.attachments import Image
from codemode.orchestrator.usage import Usage


@dataclass(slots=True, frozen=True)
class ToolCall:
    """A call that the model requests. `arguments` is the JSON text that the model wrote, or an object."""

    id: str
    name: str
    arguments: str | Mapping[str, Any] = "{}"


@dataclass(slots=True, frozen=True)
class SystemMessage:
    """Instructions for the model."""

    text: str


@dataclass(slots=True, frozen=True)
class UserMessage:
    """A message of the user."""

    text: str


@dataclass(slots=True, frozen=True)
class AssistantMessage:
    """A turn of the model: its text, and the tool calls that it requests."""

    text: str
    tool_calls: tuple[ToolCall, ...] = ()


@dataclass(slots=True, frozen=True)
class ToolMessage:
    """The result of one call. `pictures` are the pictures of its reply, each after a line that names it."""

    call_id: str
    name: str
    text: str
    pictures: tuple[str | Image, ...] = ()


Message = SystemMessage | UserMessage | AssistantMessage | ToolMessage


@dataclass(slots=True, frozen=True)
class ChatAnswer:
    """One turn of a model: its text, or the calls that it requests first. `usage` is what the turn cost, if the model reports it. `cut`: it was cut
    off at the model's token limit."""

    text: str = ""
    tool_calls: Sequence[ToolCall] = ()
    usage: Usage = field(default_factory=Usage)
    cut: bool = False


@runtime_checkable
class ChatModel(Protocol):
    """Continues a conversation. `tools` are definitions in the form of Chat Completions.

    Also accepted wherever a chat model is needed: an object whose `chat` is not async, and a function of messages and tools. Those that are
    not async run in a thread. A plain text is taken as an answer without calls.
    """

    async def chat(self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]]) -> ChatAnswer:
        """Returns the next turn after `messages`; the last message is the user's or the result of a call."""
        ...


AnyChatModel = ChatModel | Callable[..., Any] | Any
