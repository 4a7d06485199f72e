"""Reads the answers of MCP servers: values for programs, with handles of pictures and files, and errors."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn
from urllib.parse import unquote

from codemode.data.gc_pause import no_collections
from codemode.engine.attachments import attachment_of
from codemode.engine.protocols import CallContext
from codemode.errors import ToolError
from codemode.sources.mcp_wrapping import is_wrapped, unwrapped
from codemode.sources.utcp_results import both_ends

Heard = Callable[[float, float | None, str | None], Awaitable[None]]


@dataclass(slots=True, frozen=True)
class Reader:
    """Turns one answer into a value."""

    tool: str
    context: CallContext
    max_answer: int
    wraps: bool = False
    heard: Heard | None = None  # of the progress of the call

    def result(self, answer: Any) -> Any:
        """Returns the value of a `CallToolResult`: its structured content, else its only content, else a list of its contents."""
        if answer.is_error:
            raise ToolError(f"{self.tool}: {_error_text(answer)}")
        structured = answer.structured_content
        if structured is not None:
            # texts only repeat structured content, but pictures and files do not
            attached = [self.content(block) for block in answer.content if _is_attached(block)]
            if attached:
                return _with(structured, attached)
            return unwrapped(structured) if self.wraps or is_wrapped(answer) else structured
        contents = [self.content(block) for block in answer.content]
        if not contents:
            return None
        return contents[0] if len(contents) == 1 else contents

    def content(self, block: Any) -> Any:
        if block.type == "text":
            return json_or_text(block.text)
        if block.type in ("image", "audio"):
            return self._attached(block.mime_type, block.data)
        if block.type == "resource":
            return self.resource(block.resource)
        return block.model_dump(mode="json", by_alias=True, exclude_none=True)  # a link

    def resource(self, contents: Any) -> Any:
        """Returns a resource with its text, or with a handle if it is not text."""
        if hasattr(contents, "text"):
            told = {"type": "resource", "uri": str(contents.uri), "mimeType": contents.mime_type, "text": contents.text}
            return {key: value for key, value in told.items() if value is not None}
        uri = str(contents.uri)
        name = uri.partition("?")[0].partition("#")[0].rpartition("/")[2]
        return self._attached(contents.mime_type, contents.blob, unquote(name[:1000])) | {"uri": uri}

    def _attached(self, media_type: str | None, encoded: str, name: str = "") -> dict[str, Any]:
        try:
            data = base64.b64decode(encoded, validate=True)
        except (binascii.Error, ValueError):
            # it is not base64 as declared; the text is kept
            media_type, data = "", encoded.encode(errors="replace")
        return self.context.keep(attachment_of(data, name, media_type or ""))


def _is_attached(block: Any) -> bool:
    return block.type in ("image", "audio") or (block.type == "resource" and not hasattr(block.resource, "text"))


def _with(structured: dict[str, Any], attached: list[Any]) -> dict[str, Any]:
    if "attachments" in structured:
        return {"result": structured, "attachments": attached}
    return {**structured, "attachments": attached}


def json_or_text(text: str) -> Any:
    """Returns the value of a text that is a JSON object or array; any other text is returned unchanged."""
    if text.lstrip()[:1] not in ("{", "["):
        return text
    try:
        with no_collections():
            return json.loads(text, parse_constant=_no_json)
    except (ValueError, RecursionError):
        return text


def _no_json(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


def _error_text(answer: Any) -> str:
    texts: Sequence[str] = [block.text for block in answer.content if block.type == "text" and block.text.strip()]
    told = both_ends(" ".join(texts))
    if not told and answer.structured_content is not None:
        told = both_ends(json.dumps(answer.structured_content, ensure_ascii=False, default=str))
    return told or "the tool reports an error without a message"
