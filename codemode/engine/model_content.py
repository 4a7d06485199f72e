"""A reply as the content of a message to a model, for each API: its text, and the pictures that the program gave out."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal, TypeAlias

from codemode.catalog.names import nearest
from codemode.engine.attachments import Image
from codemode.engine.model_text import reply_text
from codemode.engine.replies import Attachment, Completed, Failed, Waiting
from codemode.errors import CodeModeError, ConfigError

ContentDialect = Literal["openai", "openai_responses", "openai_freeform", "anthropic", "mcp", "gemini"]
Part: TypeAlias = str | Image

MAX_PICTURES: Final = 8  # of one reply
MAX_PICTURE_BYTES: Final = 3_900_000  # of one: as base64 it is what the strictest of the APIs takes
MAX_PICTURES_BYTES: Final = 12_000_000  # of one reply


def reply_content(reply: Completed | Waiting | Failed, dialect: ContentDialect = "openai") -> list[dict[str, Any]]:
    """Returns the answer to a model's call of exec or wait: the text of the reply, then its pictures, as parts of one message.

    Chat Completions ("openai") takes no pictures in a tool message: there the result is the text alone, and `reply_pictures` returns parts for a user
    message after all tool messages of the turn. Raises ConfigError for an unknown dialect.
    """
    parts = () if dialect == "openai" else picture_parts(reply)
    return content_of((reply_text(reply), *parts), dialect)


def reply_pictures(reply: Completed | Waiting | Failed, dialect: ContentDialect = "openai") -> list[dict[str, Any]]:
    """Returns only the pictures of a reply, each after a line that names it; [] if there are none. Raises ConfigError."""
    return content_of(picture_parts(reply), dialect)


def content_of(parts: Sequence[Part], dialect: ContentDialect) -> list[dict[str, Any]]:
    forms = _forms(dialect)
    return [_written(part, forms) for part in parts]


def picture_parts(reply: Completed | Waiting | Failed, room: int = MAX_PICTURES_BYTES) -> tuple[Part, ...]:
    """Returns the pictures, each after a line that names it, and a line for each that cannot be shown, in at most `room` bytes."""
    parts: list[Part] = []
    room, count = min(room, MAX_PICTURES_BYTES), 0
    for each in reply.attachments:
        if not each.media_type.startswith("image/"):
            continue
        problem = _too_much(each, count, room)
        picture = None if problem else _picture(each)
        named = f"{each.id} ({each.name})" if each.name else each.id
        if picture is None:
            parts.append(f"The picture {named} is not shown: {problem or 'it is not a PNG, JPEG, GIF or WebP'}.")
            if count >= MAX_PICTURES:
                break  # the same applies to all others
            continue
        parts += [f"The picture {named} of the reply:", picture]
        room, count = room - each.bytes, count + 1
    return tuple(parts)


def _too_much(picture: Attachment, count: int, room: int) -> str:
    if count >= MAX_PICTURES:
        return f"a reply shows at most {MAX_PICTURES} pictures"
    if picture.bytes > MAX_PICTURE_BYTES:
        return f"it has {picture.bytes} bytes; the limit is {MAX_PICTURE_BYTES}"
    return "there is no room for more pictures" if picture.bytes > room else ""


_SIGNATURES: Final = ((b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpeg"), (b"GIF87a", "gif"), (b"GIF89a", "gif"))


def _picture(of: Attachment) -> Image | None:
    """The picture with the media type of its bytes. A model's API refuses a whole conversation because of one wrong type."""
    try:
        data = of.data
    except CodeModeError:
        return None
    kind = next((kind for head, kind in _SIGNATURES if data.startswith(head)), "")
    kind = kind or ("webp" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else "")
    return Image(data, kind, of.name) if kind else None


# --- dialects ----------------------------------------------------------------------------------------------------------

_Forms: TypeAlias = tuple[Callable[[str], dict[str, Any]], Callable[[str, str], dict[str, Any]]]


def data_url(media_type: str, data: str) -> str:
    """The URL of a file that holds the file itself, as base64."""
    return f"data:{media_type};base64,{data}"


_RESPONSES: Final[_Forms] = (
    lambda text: {"type": "input_text", "text": text},
    lambda kind, data: {"type": "input_image", "detail": "auto", "image_url": data_url(kind, data)},
)
_DIALECTS: Final[dict[str, _Forms]] = {
    "openai": (
        lambda text: {"type": "text", "text": text},
        lambda kind, data: {"type": "image_url", "image_url": {"url": data_url(kind, data)}},
    ),
    "openai_responses": _RESPONSES,
    "openai_freeform": _RESPONSES,
    "anthropic": (
        lambda text: {"type": "text", "text": text},
        lambda kind, data: {"type": "image", "source": {"type": "base64", "media_type": kind, "data": data}},
    ),
    "mcp": (
        lambda text: {"type": "text", "text": text},
        lambda kind, data: {"type": "image", "data": data, "mimeType": kind},
    ),
    "gemini": (
        lambda text: {"text": text},
        lambda kind, data: {"inline_data": {"mime_type": kind, "data": data}},
    ),
}


def _forms(dialect: str) -> _Forms:
    forms = _DIALECTS.get(dialect)
    if forms is None:
        near = nearest(str(dialect), _DIALECTS, 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ConfigError(f"dialect must be one of {', '.join(_DIALECTS)}, not {dialect!r}{hint}")
    return forms


def _written(part: Part, forms: _Forms) -> dict[str, Any]:
    text, picture = forms
    return text(part) if isinstance(part, str) else picture(part.media_type, b64encode(part.data).decode())
