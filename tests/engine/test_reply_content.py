"""A reply as parts of a message: its text, and the pictures that a model can be shown."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from mcp.types import CallToolResult
from openai.types.chat import ChatCompletionContentPartParam
from openai.types.responses import ResponseFunctionCallOutputItemListParam
from pydantic import TypeAdapter

import codemode
from codemode import Completed, Engine, FunctionSource, Image, Limits, reply_content, reply_pictures, reply_text
from codemode.engine import model_content as module
from codemode.errors import ConfigError

pytestmark = pytest.mark.anyio

PNG = b"\x89PNG\r\n\x1a\n1"
WEBP = b"RIFF\0\0\0\0WEBPx"
TEXT = base64.b64encode(PNG).decode()


def chart(name: str = "") -> Image:
    """Draw."""
    return Image(PNG, "png", name)


def odd() -> list[Image]:
    """Pictures that are none, and one that says that it is another."""
    return [Image(b"<html>", "png"), Image(b"", "jpeg"), Image(WEBP, "gif", "w.gif"), Image(b"<svg/>", "svg+xml")]


def flood(count: int, size: int) -> list[Image]:
    """So many."""
    return [Image(PNG + bytes(size), "png") for _ in range(count)]


async def replied(code: str) -> Completed:
    source = FunctionSource.from_functions(chart, odd, flood, owner="t")
    async with Engine([source], Limits(max_attachments=50), isolation="inline") as engine:
        reply = await engine.session("a", "s").exec(code)
        assert isinstance(reply, Completed), reply
        return reply


async def test_in_the_form_of_each_api() -> None:
    reply = await replied('c := tools.t_chart(map[string]any{"name": "c.png"})\n__out = c')
    text = reply_text(reply)
    line = f"The picture {reply.attachments[0].id} (c.png) of the reply:"
    url = f"data:image/png;base64,{TEXT}"
    chat = [{"type": "text", "text": line}, {"type": "image_url", "image_url": {"url": url}}]
    assert reply_content(reply) == [{"type": "text", "text": text}]
    assert reply_pictures(reply) == chat
    TypeAdapter(list[ChatCompletionContentPartParam]).validate_python(chat)
    for dialect in ("openai_responses", "openai_freeform"):
        found = reply_content(reply, dialect)
        assert found == [
            {"type": "input_text", "text": text},
            {"type": "input_text", "text": line},
            {"type": "input_image", "detail": "auto", "image_url": url},
        ]
        TypeAdapter(ResponseFunctionCallOutputItemListParam).validate_python(found)
    assert reply_content(reply, "anthropic")[1:] == [
        {"type": "text", "text": line},
        {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": TEXT}},
    ]
    content = reply_content(reply, "mcp")
    assert content[2] == {"type": "image", "data": TEXT, "mimeType": "image/png"}
    assert CallToolResult.model_validate({"content": content}).content[2].type == "image"
    assert reply_content(reply, "gemini")[0] == {"text": text}
    assert reply_content(reply, "gemini")[2] == {"inline_data": {"mime_type": "image/png", "data": TEXT}}
    with pytest.raises(ConfigError, match="did you mean 'anthropic'"):
        reply_content(reply, "antropic")  # type: ignore[arg-type]


async def test_without_pictures_there_is_the_text_alone() -> None:
    reply = await replied("c := tools.t_chart()\n__out = 5\n_ = c")
    for dialect in ("openai", "anthropic", "mcp"):
        assert len(reply_content(reply, dialect)) == 1
        assert reply_pictures(reply, dialect) == []


async def test_bytes_say_what_a_picture_is() -> None:
    reply = await replied("__out = tools.t_odd()")
    parts: list[Any] = list(module.picture_parts(reply))
    assert [part for part in parts if isinstance(part, Image)] == [Image(WEBP, "webp", "w.gif")]
    assert sum("is not shown: it is not a PNG, JPEG, GIF or WebP" in str(part) for part in parts) == 3


async def test_a_model_is_shown_only_so_many() -> None:
    reply = await replied('__out = tools.t_flood(map[string]any{"count": 40, "size": 1})')
    parts: list[Any] = list(module.picture_parts(reply))
    assert sum(isinstance(part, Image) for part in parts) == module.MAX_PICTURES
    assert parts[-1].endswith("is not shown: a reply shows at most 8 pictures.")
    assert len(parts) == 2 * module.MAX_PICTURES + 1


async def test_a_model_is_shown_only_so_large_ones() -> None:
    code = 'json(tools.t_flood(map[string]any{"count": 1, "size": 3900000}))\n__out = tools.t_flood(map[string]any{"count": 4, "size": 3899000})'
    reply = await replied(code)
    parts: list[Any] = list(module.picture_parts(reply))
    assert sum(isinstance(part, Image) for part in parts) == 3
    told = [part for part in parts if "is not shown" in str(part)]
    assert "3900009 bytes; the limit is 3900000" in "".join(told)
    assert "no room for more pictures" in "".join(told)
    assert not [part for part in module.picture_parts(reply, room=10) if isinstance(part, Image)]


async def test_pictures_that_are_gone_are_told() -> None:
    reply = await replied("__out = tools.t_chart()")
    read = Completed.model_validate_json(reply.model_dump_json())
    [part] = reply_pictures(read)
    assert "is not shown" in part["text"]


def test_names_are_public() -> None:
    assert codemode.reply_content is reply_content
