"""What we read of the answers of an OpenAI-compatible server. Lenient where servers differ, strict where an answer would be lost."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, Field

T = TypeVar("T")


def _absent(value: Any) -> Any:
    return {} if value is None else value


def _none_is_zero(value: Any) -> Any:
    return 0 if value is None else value


def _none_is_empty(value: Any) -> Any:
    return [] if value is None else value


def _joined(value: Any) -> Any:
    """Some servers send the parts of a text."""
    if not isinstance(value, list):
        return value
    parts = [cast("dict[str, Any]", part) for part in cast("list[Any]", value) if isinstance(part, dict)]
    return "".join(str(part.get("text") or "") for part in parts)


OrEmpty = Annotated[T, BeforeValidator(_absent)]
Count = Annotated[int, BeforeValidator(_none_is_zero)]
OrNothing = Annotated[list[T], BeforeValidator(_none_is_empty)]


class ChatUsage(BaseModel):
    prompt_tokens: Count = 0
    completion_tokens: Count = 0


class Message(BaseModel):
    content: Annotated[str | None, BeforeValidator(_joined)] = None
    refusal: str | None = None


class Choice(BaseModel):
    message: Message
    finish_reason: str | None = None


class ChatAnswer(BaseModel):
    choices: list[Choice] = Field(min_length=1)
    usage: OrEmpty[ChatUsage] = ChatUsage()


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


class Failure(BaseModel):
    message: str | None = None


class Incomplete(BaseModel):
    reason: str | None = None


class ResponsesAnswer(BaseModel):
    object: Literal["response"]
    status: str | None = None
    output: list[Item]
    usage: OrEmpty[ResponsesUsage] = ResponsesUsage()
    error: OrEmpty[Failure] = Failure()
    incomplete_details: OrEmpty[Incomplete] = Incomplete()

    @property
    def text(self) -> str:
        """What the model said, without its reasoning."""
        parts = [c for item in self.output if item.type == "message" for c in item.content]
        return "".join(c.text or "" for c in parts if c.type == "output_text")

    @property
    def refusal(self) -> str | None:
        return next((c.refusal for item in self.output for c in item.content if c.refusal), None)
