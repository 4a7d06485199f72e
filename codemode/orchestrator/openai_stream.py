"""Joins a streamed answer into the body that an answer without streaming would have."""

from __future__ import annotations

import inspect
import logging
from collections.abc import AsyncIterable, Awaitable, Callable
from typing import Any, cast

from pydantic import BaseModel

from codemode.errors import ModelError
from codemode.orchestrator.openai_wire import OrEmpty, OrNothing

log = logging.getLogger("codemode")

TextListener = Callable[[str], Awaitable[object] | object]


class Delta(BaseModel):
    content: str | None = None
    refusal: str | None = None


class ChunkChoice(BaseModel):
    delta: OrEmpty[Delta] = Delta()
    finish_reason: str | None = None


class Chunk(BaseModel):
    """The fields that are read of one piece of a Chat Completions answer."""

    choices: OrNothing[ChunkChoice] = []
    usage: Any = None


async def gather_chat(chunks: AsyncIterable[Any], hear: TextListener) -> dict[str, Any]:
    """Returns the body of a Chat Completions answer, joined from its chunks. `hear` gets the text as it arrives. Raises ValidationError."""
    message = {"content": "", "refusal": ""}
    usage: Any = None
    finish: str | None = None
    async for sent in chunks:
        chunk = Chunk.model_validate(_plain(sent))
        usage = chunk.usage or usage
        for choice in chunk.choices[:1]:
            finish = choice.finish_reason or finish
            message["refusal"] += choice.delta.refusal or ""
            if choice.delta.content:
                message["content"] += choice.delta.content
                await _tell(hear, choice.delta.content)
    if finish is None:
        raise broke_off()
    return {"choices": [{"message": message, "finish_reason": finish}], "usage": usage}


async def gather_response(events: AsyncIterable[Any], hear: TextListener) -> Any:
    """Returns the body of a Responses answer, joined from its events."""
    body: Any = None
    async for event in events:
        if event.type == "response.output_text.delta":
            await _tell(hear, event.delta)
        elif event.type in ("response.completed", "response.incomplete", "response.failed"):
            body = event.response
    if body is None:
        raise broke_off()
    return _plain(body)


def broke_off() -> ModelError:
    return ModelError("the model's answer broke off before its end", code="model_answer_invalid")


def _plain(value: Any) -> Any:
    dump = getattr(value, "model_dump", None)
    return cast(Any, dump(warnings=False)) if callable(dump) else value


async def _tell(hear: TextListener, text: str) -> None:
    try:
        heard = hear(text)
        if inspect.isawaitable(heard):
            await heard
    except Exception:
        # a failing listener must not break the request
        log.exception("on_text failed")
