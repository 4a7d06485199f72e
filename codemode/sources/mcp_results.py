"""What MCP servers answer: values for programs, attachments for hosts, errors in the words of one family."""

from __future__ import annotations

import base64
import binascii
import json
import secrets
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, NoReturn

from codemode.engine.protocols import CallContext
from codemode.errors import ToolError
from codemode.sources.utcp_results import short

MAX_KEPT = 64 << 20  # bytes of all attachments together; beyond that the oldest are dropped


@dataclass(slots=True, frozen=True)
class Attachment:
    """What a tool gave besides text: an image, a sound, the content of a resource. `type` is MCP's word for it."""

    id: str
    type: str
    mime_type: str
    data: bytes
    tool: str
    uri: str = ""
    agent: str = ""
    session: str = ""
    run_id: str = ""
    call_id: str = ""


class Attachments:
    """The attachments of one source, the newest `limit` bytes of them. Any thread may use it."""

    def __init__(self, limit: int = MAX_KEPT) -> None:
        self._limit = limit
        self._size = 0
        self._kept: OrderedDict[str, Attachment] = OrderedDict()
        self._lock = Lock()

    def get(self, id: str) -> Attachment | None:
        """The attachment that a result's `attachment` names, None when it was dropped."""
        return self._kept.get(id)

    def of(self, *, run_id: str | None = None, session: str | None = None) -> list[Attachment]:
        """Those of one run or session, the oldest first."""
        return [a for a in self if run_id in (None, a.run_id) and session in (None, a.session)]

    def __iter__(self) -> Iterator[Attachment]:
        with self._lock:
            return iter(list(self._kept.values()))

    def __len__(self) -> int:
        return len(self._kept)

    def keep(
        self, kind: str, mime_type: str | None, data: bytes, tool: str, context: CallContext, uri: str = ""
    ) -> dict[str, Any]:
        """Keep an attachment and give what a program sees of it."""
        made = Attachment(
            f"att_{secrets.token_hex(8)}",
            kind,
            mime_type or "application/octet-stream",
            data,
            tool,
            uri,
            context.agent,
            context.session,
            context.run_id,
            context.call_id,
        )
        with self._lock:
            self._kept[made.id] = made
            self._size += len(data)
            while self._size > self._limit and len(self._kept) > 1:
                _, dropped = self._kept.popitem(last=False)
                self._size -= len(dropped.data)
        seen = {"type": kind, "mimeType": made.mime_type, "bytes": len(data), "attachment": made.id}
        return {**seen, "uri": uri} if uri else seen


@dataclass(slots=True, frozen=True)
class Reader:
    """Turns one answer into a value."""

    tool: str
    context: CallContext
    attachments: Attachments
    max_answer: int

    def result(self, answer: Any) -> Any:
        """The value of a `CallToolResult`: its structured content, else its one content, else a list of its contents."""
        contents = [self.content(block) for block in answer.content]  # before all else: it keeps what is attached
        if answer.is_error:
            raise ToolError(f"{self.tool}: {_error_text(answer)}")
        if answer.structured_content is not None:
            return answer.structured_content
        if not contents:
            return None
        return contents[0] if len(contents) == 1 else contents

    def content(self, block: Any) -> Any:
        if block.type == "text":
            return json_or_text(block.text)
        if block.type in ("image", "audio"):
            return self._attached(block.type, block.mime_type, block.data)
        if block.type == "resource":
            return self.resource(block.resource)
        return block.model_dump(mode="json", by_alias=True, exclude_none=True)  # a link

    def resource(self, contents: Any) -> Any:
        """The text of a resource, or what is seen of one that is not text."""
        if hasattr(contents, "text"):
            told = {"type": "resource", "uri": str(contents.uri), "mimeType": contents.mime_type, "text": contents.text}
            return {key: value for key, value in told.items() if value is not None}
        return self._attached("resource", contents.mime_type, contents.blob, str(contents.uri))

    def _attached(self, kind: str, mime_type: str | None, encoded: str, uri: str = "") -> dict[str, Any]:
        try:
            data = base64.b64decode(encoded)
        except (binascii.Error, ValueError):
            data = encoded.encode()  # not what it claims to be, but not lost
        return self.attachments.keep(kind, mime_type, data, self.tool, self.context, uri)


def json_or_text(text: str) -> Any:
    """A text that is a JSON object or array as a whole is that, every other one is text."""
    if text.lstrip()[:1] not in ("{", "["):
        return text
    try:
        return json.loads(text, parse_constant=_no_json)
    except (ValueError, RecursionError):
        return text


def _no_json(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


def _error_text(answer: Any) -> str:
    texts: Sequence[str] = [block.text for block in answer.content if block.type == "text" and block.text.strip()]
    told = short(" ".join(texts))
    if not told and answer.structured_content is not None:
        told = short(json.dumps(answer.structured_content, ensure_ascii=False, default=str))
    return told or "the tool reports an error without words"
