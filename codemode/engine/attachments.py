"""Pictures and files: what a function gives and takes, and the handle by which a program knows one. The bytes never enter the guest."""

from __future__ import annotations

import re
import unicodedata
from base64 import b64decode
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Final, Self, cast

from codemode.catalog.schemas import NOTHING, Schema, alternatives, as_schema, is_binary, properties, resolve
from codemode.errors import ConfigError, ToolError
from codemode.interpreter.machine.outgoing import BYTES_URL

# a program that gives no pictures needs none of it
if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
    from pydantic.json_schema import JsonSchemaValue
    from pydantic_core import CoreSchema

MAX_NAME = 120  # characters
UNKNOWN_TYPE = "application/octet-stream"
ID: Final = re.compile(r"att_[0-9a-f]{20}")
MAX_DEPTH = 60  # of arguments in which handles are looked for
MAX_FILLED = 64 << 20  # bytes of attachments in the arguments of one call; a program names one as often as it likes
MAX_WALKED = 100_000  # values of the arguments of one call
FINDING = 4096  # bytes that looking for one counts

_TOKEN = r"[a-z0-9][a-z0-9!#$&^_.+-]{0,80}"
_MEDIA_TYPE = re.compile(rf"{_TOKEN}/{_TOKEN}")


class File:
    """Bytes with a name and a media type, for a function to give and to take. `media_type` is guessed from the name when it is left out.

    The name is made safe: what is left of it is the name of a file in some folder, never a path. Raises ConfigError for what is no bytes.
    """

    __slots__ = ("data", "media_type", "name")

    data: bytes
    media_type: str
    name: str
    _WORD: ClassVar[str] = "file"
    _WANTED: ClassVar[str] = ""  # how the media type has to begin

    def __init__(self, data: bytes, name: str, media_type: str = "") -> None:
        if not isinstance(cast(object, data), bytes | bytearray | memoryview):
            raise ConfigError(f"{type(self).__name__} is made of bytes, not of {type(data).__name__}")
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

        # itself: whoever writes the rest as JSON keeps it, and puts its handle there
        itself = core_schema.plain_serializer_function_ser_schema(lambda file: file)
        return core_schema.with_info_plain_validator_function(taken, serialization=itself)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handle_schema(cls._WORD)

    @classmethod
    def taken(cls, value: Any, find: Find | None) -> File:
        """What a function gets for an argument. Raises ValueError, for pydantic."""
        if isinstance(value, cls):
            return value
        id = id_of(value)
        found = find(id) if find is not None and id else None
        if found is None:
            raise ValueError(unknown(id) if id else f"want the handle of a {cls._WORD}, as a tool gave it")
        if not found.media_type.startswith(cls._WANTED):
            raise ValueError(f"want a picture; {id} is {found.media_type}")
        return _made(cls, *_content(found))


class Image(File):
    """A picture, for a function to give and to take. `media_type` may be short, as in "png". Raises ConfigError for one that is no picture's."""

    __slots__ = ()
    _WORD: ClassVar[str] = "picture"
    _WANTED: ClassVar[str] = "image/"

    def __init__(self, data: bytes, media_type: str, name: str = "") -> None:
        full = media_type if "/" in media_type else f"image/{media_type}"
        if not safe_media_type(full).startswith("image/"):
            raise ConfigError(f'the media type of a picture is such as "image/png", not {media_type[:80]!r}')
        super().__init__(data, name, full)


Find = Callable[[str], File | None]  # the attachment of an id, if this run or its session has it


def _set(target: File, name: str, value: object) -> None:
    object.__setattr__(target, name, value)


def _content(of: File) -> tuple[bytes, str, str]:
    return of.data, of.name, of.media_type


def _made(kind: type[File], data: bytes, name: str, media_type: str) -> File:
    return Image(data, media_type, name) if kind is Image else File(data, name, media_type)


def attachment_of(data: bytes, name: str, media_type: str) -> File:
    """An Image if its media type says that it is one, else a File. Whatever a stranger says of it, it can be made."""
    found = safe_media_type(media_type) if media_type else _guessed(safe_name(name))
    return _made(Image if found.startswith("image/") else File, data, name, found)


# --- what strangers say of them -----------------------------------------------------------------------------------------


def safe_media_type(text: str) -> str:
    """Type and subtype in lower case, without parameters; UNKNOWN_TYPE for what is none."""
    found = text[:300].partition(";")[0].strip(" \t").lower()
    return found if _MEDIA_TYPE.fullmatch(found) else UNKNOWN_TYPE


def safe_name(text: str) -> str:
    """The last part of a path, of what can be shown, without leading dots; "" if nothing is left."""
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
    """What a program sees of an attachment: plain data."""
    made: dict[str, Any] = {"attachment": id, "media_type": of.media_type, "bytes": len(of.data)}
    return {**made, "name": of.name} if of.name else made


def handle_schema(word: str) -> dict[str, Any]:
    """The JSON Schema of a handle."""
    members = {"attachment": "string", "media_type": "string", "bytes": "integer", "name": "string"}
    return {
        "type": "object",
        "description": f"handle of a {word}, as a tool gave it",
        "properties": {name: {"type": kind} for name, kind in members.items()},
        "required": ["attachment"],
    }


def id_of(value: object) -> str:
    """The id in a handle, or the id alone; "" for what is neither. Nothing else that the handle says counts."""
    if isinstance(value, dict):
        value = cast("dict[str, object]", value).get("attachment")
    return value if isinstance(value, str) and ID.fullmatch(value) else ""


def ids_in(arguments: object) -> Iterator[str]:
    """The ids of handles in the arguments of a call, among the first MAX_WALKED values; the same may come again."""
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
    return f"there is no attachment {id} in this session, or not any more"


# --- handles in arguments -----------------------------------------------------------------------------------------------


def filled(arguments: dict[str, Any], schema: Schema, find: Find, write: Callable[[File, bool], Any]) -> dict[str, Any]:
    """The arguments with the bytes that a handle, or a []byte of the program, stands for where the schema wants bytes, as `write` has it (for the
    URL alphabet of base64 or not).

    Raises ToolError when a handle is of no attachment of this run or its session, or all are more than MAX_FILLED.
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
            return value  # no []byte, but a text that only begins like one
    id = id_of(value)
    if id:
        binary = _binary(schema, root)
        if binary is None:
            return value
        found = find(id)
        if found is None:
            if isinstance(value, str):
                return value  # a text that only looks like one
            raise ToolError(unknown(id), code="invalid_tool_input")
        return write(found, binary)
    options = [schema, *(resolve(option, root) for option in alternatives(schema)[:8])]
    if isinstance(value, dict):
        members = {name: sub for option in reversed(options) for name, sub in properties(option).items()}
        extra = next((as_schema(o["additionalProperties"]) for o in options if o.get("additionalProperties")), NOTHING)
        given = cast("dict[str, Any]", value)
        return {k: _filled(v, members.get(k, extra), root, find, write, depth + 1) for k, v in given.items()}
    if isinstance(value, list):
        items = next((as_schema(o["items"]) for o in options if "items" in o), NOTHING)
        return [_filled(item, items, root, find, write, depth + 1) for item in cast("list[Any]", value)]
    return value


def _binary(schema: Schema, root: Schema) -> bool | None:
    """Whether bytes are wanted in the URL alphabet of base64; None if none are wanted."""
    for option in (schema, *(resolve(o, root) for o in alternatives(schema)[:8])):
        if is_binary(option):
            return "base64url" in (option.get("contentEncoding"), option.get("format"))
    return None


def raw_bytes(of: File, url: bool) -> bytes:
    """As functions take them."""
    return of.data


def base64_text(of: File, url: bool) -> str:
    """As tools of other processes take bytes."""
    from base64 import b64encode, urlsafe_b64encode

    return (urlsafe_b64encode if url else b64encode)(of.data).decode()
