"""Pictures and files that functions return and take. A program sees only a handle; the bytes never enter the guest."""

from __future__ import annotations

import re
import unicodedata
from base64 import b64decode
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, cast

from codemode.catalog.schemas import NOTHING, Schema, alternatives, as_schema, is_binary, properties, resolve
from codemode.errors import ConfigError, ToolError
from codemode.interpreter.machine.request_limits import BYTES_URL

# a program without attachments needs none of these imports
if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema

MAX_NAME = 120  # characters
UNKNOWN_TYPE = "application/octet-stream"
BEGINS: Final = "att_"
ID: Final = re.compile(BEGINS + r"[0-9a-f]{20}")
MAX_DEPTH = 60  # of arguments in which handles are looked for
# bytes of attachments in the arguments of one call; a program may use the same attachment many times
MAX_FILLED = 64 << 20
MAX_WALKED = 100_000  # values that are searched in the arguments of one call
FINDING = 4096  # bytes that each lookup counts

_TOKEN = r"[a-z0-9][a-z0-9!#$&^_.+-]{0,80}"
_MEDIA_TYPE = re.compile(rf"{_TOKEN}/{_TOKEN}")


class File:
    """Bytes with a name and a media type, which a function can return or take. `media_type` is guessed from the name if it is omitted.

    The name is sanitized: it becomes a plain file name without folders. Raises ConfigError if `data` is not bytes.
    """

    __slots__ = ("data", "media_type", "name")

    data: bytes
    media_type: str
    name: str
    _WORD: ClassVar[str] = "file"
    _WANTED: ClassVar[str] = ""  # what the media type must begin with

    def __init__(self, data: bytes, name: str, media_type: str = "") -> None:
        if not isinstance(cast(object, data), bytes | bytearray | memoryview):
            raise ConfigError(f"{type(self).__name__} needs data as bytes, not as {type(data).__name__}")
        safe = safe_name(name)
        _set(self, "data", bytes(data))
        _set(self, "name", safe)
        _set(self, "media_type", safe_media_type(media_type) if media_type else _guessed(safe))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and _content(cast(Self, other)) == _content(self)

    def __hash__(self) -> int:
        return hash(_content(self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self.data)} bytes, {self.media_type!r}, {self.name!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (type(self), *_content(self))

    # --- as a type of parameters and results --------------------------------------------------------------------------

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        def taken(value: Any, info: Any) -> File:
            return cls.taken(value, info.context)

        # the object itself: the code that writes the result as JSON stores it and writes its handle
        itself = core_schema.plain_serializer_function_ser_schema(lambda file: file)
        return core_schema.with_info_plain_validator_function(taken, serialization=itself)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handle_schema(cls._WORD)

    @classmethod
    def taken(cls, value: Any, find: Find | None) -> File:
        """Converts an argument to what the function receives. Raises ValueError, as pydantic expects."""
        if isinstance(value, cls):
            return value
        id = id_of(value)
        found = find(id) if find is not None and id else None
        if found is None:
            raise ValueError(unknown(id) if id else f"must be the handle of a {cls._WORD} that a tool gave")
        if not found.media_type.startswith(cls._WANTED):
            raise ValueError(f"must be a picture; {id} is {found.media_type}")
        return _made(cls, *_content(found))


class Image(File):
    """A picture that a function returns or takes. `media_type` may be short, such as "png". Raises ConfigError if it is not that of a picture."""

    __slots__ = ()
    _WORD: ClassVar[str] = "picture"
    _WANTED: ClassVar[str] = "image/"

    def __init__(self, data: bytes, media_type: str, name: str = "") -> None:
        full = media_type if "/" in media_type else f"image/{media_type}"
        if not safe_media_type(full).startswith("image/"):
            raise ConfigError(f'the media type of a picture is such as "image/png", not {media_type[:80]!r}')
        super().__init__(data, name, full)


Find = Callable[[str], File | None]  # returns the attachment with an id, if this run or its session has it


def _set(target: File, name: str, value: object) -> None:
    object.__setattr__(target, name, value)


def _content(of: File) -> tuple[bytes, str, str]:
    return of.data, of.name, of.media_type


def _made(kind: type[File], data: bytes, name: str, media_type: str) -> File:
    return Image(data, media_type, name) if kind is Image else File(data, name, media_type)


def attachment_of(data: bytes, name: str, media_type: str) -> File:
    """Returns an Image if the media type begins with "image/", else a File. Accepts any name and media type; an invalid one is replaced."""
    found = safe_media_type(media_type) if media_type else _guessed(safe_name(name))
    return _made(Image if found.startswith("image/") else File, data, name, found)


# --- names and media types from outside --------------------------------------------------------------------------------


def safe_media_type(text: str) -> str:
    """Returns type and subtype in lower case, without parameters; UNKNOWN_TYPE if the text is not a media type."""
    found = text[:300].partition(";")[0].strip(" \t").lower()
    return found if _MEDIA_TYPE.fullmatch(found) else UNKNOWN_TYPE


def safe_name(text: str) -> str:
    """Returns the last part of a path without unprintable characters and leading dots; "" if nothing is left."""
    last = re.split(r"[/\\]", str(text)[-1000:])[-1]
    shown = "".join(c for c in last if unicodedata.category(c)[0] not in "CZ" or c == " ")
    kept = " ".join(shown.split()).lstrip(". ")
    if len(kept) <= MAX_NAME:
        return kept
    stem, dot, ending = kept.rpartition(".")
    return f"{stem[: MAX_NAME - 1 - len(ending)]}.{ending}" if dot and len(ending) <= 10 else kept[:MAX_NAME]


def _guessed(name: str) -> str:
    import mimetypes

    return safe_media_type(mimetypes.guess_type(f"x/{name}", strict=False)[0] or UNKNOWN_TYPE)


# --- handles ------------------------------------------------------------------------------------------------------------


def handle(id: str, of: File) -> dict[str, Any]:
    """Returns the handle of an attachment: the plain data that a program sees."""
    made: dict[str, Any] = {"attachment": id, "media_type": of.media_type, "bytes": len(of.data)}
    return {**made, "name": of.name} if of.name else made


def handle_schema(word: str) -> dict[str, Any]:
    """The JSON Schema of a handle."""
    members = {"attachment": "string", "media_type": "string", "bytes": "integer", "name": "string"}
    return {
        "type": "object",
        "description": f"handle of a {word} that a tool gave",
        "properties": {name: {"type": kind} for name, kind in members.items()},
        "required": ["attachment"],
    }


def id_of(value: object) -> str:
    """Returns the id in a handle, or the text itself if it is an id; "" for anything else. Other fields of the handle are ignored."""
    if isinstance(value, dict):
        value = cast("dict[str, object]", value).get("attachment")
    return value if isinstance(value, str) and ID.fullmatch(value) else ""


def ids_in(arguments: object) -> Iterator[str]:
    """Yields the ids of handles in the arguments of a call, among the first MAX_WALKED values. An id may be yielded more than once."""
    left: list[object] = [arguments]
    for _ in range(MAX_WALKED):
        if not left:
            return
        value = left.pop()
        if isinstance(value, dict):
            left += cast("dict[str, object]", value).values()
        elif isinstance(value, list):
            left += cast("list[object]", value)
        elif isinstance(value, str) and ID.fullmatch(value):
            yield value


def unknown(id: str) -> str:
    return f"there is no attachment {id} in this session, or it is no longer kept"


# --- handles in arguments -----------------------------------------------------------------------------------------------


def filled(arguments: dict[str, Any], schema: Schema, find: Find, write: Callable[[File, bool], Any]) -> dict[str, Any]:
    """Returns the arguments with bytes in place of handles and of the program's []byte values, wherever the schema takes bytes. `write` converts the
    bytes; its second argument tells whether the schema takes the URL alphabet of base64.

    Raises ToolError if a handle names no attachment of this run or its session, or if the attachments are larger than MAX_FILLED together.
    """
    left = MAX_FILLED

    def found(id: str) -> File | None:
        nonlocal left
        of = find(id)
        left -= FINDING + (len(of.data) if of is not None else 0)
        if left < 0:
            raise ToolError(f"its attachments are more than {MAX_FILLED} bytes together", code="invalid_tool_input")
        return of

    return cast("dict[str, Any]", _filled(arguments, schema, schema, found, write, 0))


def _filled(
    value: Any, schema: Schema, root: Schema, find: Find, write: Callable[[File, bool], Any], depth: int
) -> Any:
    schema = resolve(schema, root)
    if depth > MAX_DEPTH:
        return value
    if isinstance(value, str) and value.startswith(BYTES_URL) and (url := _binary(schema, root)) is not None:
        try:
            return write(File(b64decode(value[len(BYTES_URL) :], validate=True), ""), url)
        except ValueError:
            return value  # not a []byte, but a text with the same beginning
    id = id_of(value)
    if id:
        binary = _binary(schema, root)
        if binary is None:
            return value
        found = find(id)
        if found is None:
            if isinstance(value, str):
                return value  # a text that happens to look like an id
            raise ToolError(unknown(id), code="invalid_tool_input")
        return write(found, binary)
    options = [schema, *(resolve(option, root) for option in alternatives(schema, 8))]
    if isinstance(value, dict):
        members = [properties(option) for option in options]
        extra = next((as_schema(o["additionalProperties"]) for o in options if o.get("additionalProperties")), NOTHING)
        given = cast("dict[str, Any]", value)
        of = {k: next((each[k] for each in members if k in each), extra) for k in given}
        return {k: _filled(v, of[k], root, find, write, depth + 1) for k, v in given.items()}
    if isinstance(value, list):
        items = next((as_schema(o["items"]) for o in options if "items" in o), NOTHING)
        return [_filled(item, items, root, find, write, depth + 1) for item in cast("list[Any]", value)]
    return value


def _binary(schema: Schema, root: Schema) -> bool | None:
    """Whether the schema takes bytes: True for the URL alphabet of base64, False for the standard one, None if it takes no bytes."""
    for option in (schema, *(resolve(o, root) for o in alternatives(schema, 8))):
        if is_binary(option):
            return "base64url" in (option.get("contentEncoding"), option.get("format"))
    return None


def raw_bytes(of: File, url: bool) -> bytes:
    """The bytes as functions receive them."""
    return of.data


def base64_text(of: File, url: bool) -> str:
    """The bytes as tools of other processes receive them: base64 text."""
    from base64 import b64encode, urlsafe_b64encode

    return (urlsafe_b64encode if url else b64encode)(of.data).decode()
