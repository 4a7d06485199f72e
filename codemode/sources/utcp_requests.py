"""Puts arguments into an HTTP request: path, query, headers and body."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from codemode.catalog.schemas import NOTHING, Schema, as_schema, properties, resolve
from codemode.engine.attachments import UNKNOWN_TYPE, File
from codemode.errors import ToolError
from codemode.sources.openapi_operations import AS_JSON, CONTENT_TYPE, FORM, MULTIPART, is_json

IN_URL = frozenset({"http", "sse", "streamable_http"})

if TYPE_CHECKING:
    from aiohttp import FormData

JSON = "application/json"
_BETWEEN = {"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}
_PARAMETER = re.compile(r"\{([^{}]+)\}")
MAX_ADDRESS = 8 << 10  # characters; UTCP looks for the parameters of an address at each call
_NOT_IN_NAME = re.compile(r'[\x00-\x1f\x7f"]')  # the default of a field, as in browsers
_UNKNOWN = {"content_type": UNKNOWN_TYPE}
_SEPARATOR = re.compile(r"[/\\\\]")
# what says where a request goes and where it ends is not for arguments to say
FRAMING = frozenset(
    "host content-length transfer-encoding connection keep-alive upgrade te trailer expect proxy-authorization".split()
)


def address_problem(url: str) -> str:
    """Returns why an address cannot be called, or "". UTCP looks for the end of each brace, and again for that of each brace in it."""
    if len(url) > MAX_ADDRESS:
        return f"its address has more than {MAX_ADDRESS} characters"
    return "its address has a { without a matching }" if "{" in _PARAMETER.sub("", url).replace("{}", "") else ""


def for_request(tool: str, arguments: dict[str, Any], template: Any, schema: Schema = NOTHING) -> dict[str, Any]:
    """Arguments as UTCP's HTTP protocols can send them. Raises ToolError for those that would make it another request.

    What is not the body goes into the URL or a header, where the client takes only strings and numbers: booleans become true and false, objects JSON,
    lists many parameters of a query or else one text with commas, and null is left out, as no URL can say it. Where the schema of an argument has
    OpenAPI's `style` or `explode`, that is how it is written.
    """
    told = properties(resolve(schema, schema))
    body = getattr(template, "body_field", None)
    in_path = set(_PARAMETER.findall(template.url))
    in_headers = set(cast("Iterable[str]", getattr(template, "header_fields", None) or ()))
    shaped: dict[str, Any] = {}
    problems: list[str] = []
    for key, value in arguments.items():
        if key == body:
            kind = getattr(template, "content_type", "") or JSON
            shaped[key] = body_for(kind, value, resolve(told.get(key, NOTHING), schema))
        elif value is not None and key in in_path | in_headers:
            shaped[key] = _text(key, value, told.get(key, NOTHING))
        else:
            made = _in_query(key, value, told.get(key, NOTHING))
            others = {*in_path, *in_headers, *arguments, *shaped, body} - {key}
            problems += [
                f"{key} has a member that would be sent as another argument, {n}" for n in sorted(made.keys() & others)
            ]
            shaped |= made
    problems += [*_path_problems(template.url, shaped), *_header_problems(in_headers, shaped)]
    if problems:
        raise ToolError(f"{tool}: {'; '.join(problems)}", code="invalid_tool_input")
    return shaped


def _in_query(key: str, value: Any, told: Schema) -> dict[str, Any]:
    style, explode = told.get("style"), told.get("explode")
    if value is None:
        return {}
    if style == AS_JSON:
        return {key: _json(value)}
    if isinstance(value, dict) and (style == "deepObject" or (style and explode is True)):
        return {f"{key}[{name}]" if style == "deepObject" else name: member for name, member in _members(value)}
    if not isinstance(value, list) and not (isinstance(value, dict) and style):
        return {key: _plain(value)}
    items = _items(value)
    return {key: _BETWEEN.get(str(style), ",").join(map(str, items)) if explode is False else items}


def _text(key: str, value: Any, told: Schema) -> Any:
    """An argument in a path or a header."""
    style, explode = told.get("style"), told.get("explode") is True
    if style == AS_JSON:
        return _json(value)
    is_object = isinstance(value, dict) and style is not None
    if not is_object and not isinstance(value, list):
        return {"label": f".{_plain(value)}", "matrix": f";{key}={_plain(value)}"}.get(str(style), _plain(value))
    pairs = [f"{name}={member}" for name, member in _members(value)] if is_object and explode else None
    items = [str(item) for item in (_items(value) if pairs is None else pairs)]
    if style == "label":
        return "." + ("." if explode else ",").join(items)
    if style == "matrix" and explode:
        return "".join(f";{item}" if is_object else f";{key}={item}" for item in items)
    return (f";{key}=" if style == "matrix" else "") + _BETWEEN.get(str(style), ",").join(items)


def _members(value: Any) -> list[tuple[str, Any]]:
    members = cast("dict[str, Any]", value).items()
    return [(name, _plain(member)) for name, member in members if member is not None]


def _items(value: Any) -> list[Any]:
    """The elements of a list, or the names and the members of an object in turn."""
    if isinstance(value, dict):
        return [each for pair in _members(value) for each in pair]
    return [_plain(item) for item in cast("list[Any]", value) if item is not None]


# --- bodies ------------------------------------------------------------------------------------------------------------


@dataclass(slots=True, frozen=True)
class Multipart:
    """The parts of a form with files. A form of aiohttp can be sent only once, and a request may be redirected."""

    parts: tuple[tuple[str, Any, dict[str, str]], ...]

    def form(self) -> FormData:
        from aiohttp import FormData

        made = FormData(quote_fields=False, default_to_multipart=True)
        for name, value, how in self.parts:
            safe = _NOT_IN_NAME.sub(lambda found: f"%{ord(found[0]):02X}", name)
            made.add_field(safe, value, **cast("Any", how))
        return made


def takes_files(template: Any) -> bool:
    """Whether the body has raw bytes. JSON has bytes as base64, and a form as text."""
    kind = getattr(template, "content_type", "") or JSON
    return getattr(template, "body_field", None) is not None and JSON not in kind and not kind.startswith(FORM)


def body_for(content_type: str, value: Any, schema: Schema) -> Any:
    """Returns the body for the client: the value for JSON, else text, bytes or the fields of a form."""
    if JSON in content_type:
        return value
    fields = cast("dict[str, Any]", value) if isinstance(value, dict) else {}
    if content_type.startswith(FORM):
        told = properties(schema)
        shaped = [_in_query(name, each, told.get(name, NOTHING)) for name, each in fields.items()]
        return [(name, str(one)) for each in shaped for name, many in each.items() for one in _each(many)]
    if content_type.startswith(MULTIPART):
        told = properties(schema)
        named = [(name, one) for name, many in fields.items() for one in _each(many) if one is not None]
        return Multipart(tuple(_part(name, one, told.get(name, NOTHING)) for name, one in named))
    if isinstance(value, File):
        return value.data
    return (value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)).encode()


def _each(value: Any) -> list[Any]:
    return cast("list[Any]", value) if isinstance(value, list) else [value]


def _part(name: str, value: Any, schema: Schema) -> tuple[str, Any, dict[str, str]]:
    told = schema.get(CONTENT_TYPE)
    said = {"content_type": told} if isinstance(told, str) and _NOT_IN_NAME.search(told) is None else {}
    if isinstance(value, File):
        own = {"content_type": value.media_type}
        return name, value.data, {"filename": value.name or name} | (said or own if own == _UNKNOWN else own)
    if isinstance(value, str) and "binary" in (schema.get("format"), as_schema(schema.get("items")).get("format")):
        # the text of a file
        return name, value.encode(), {"filename": name, "content_type": "text/plain; charset=utf-8"} | said
    if isinstance(value, dict | list):
        return name, json.dumps(value, ensure_ascii=False), said if is_json(str(told)) else {"content_type": JSON}
    return name, str(_plain(value)), said


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str | int | float) else _json(value)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _path_problems(url: str, shaped: dict[str, Any]) -> Iterable[str]:
    """Yields problems of a path: a part that is empty, `.` or `..`, in any spelling, leads to another address."""
    for part in url.partition("?")[0].split("/"):
        names = [name for name in _PARAMETER.findall(part) if name in shaped]
        filled = _PARAMETER.sub(lambda found: str(shaped.get(found[1], found[0])), part)
        if not names:
            continue
        told = " and ".join(f"{name} is {json.dumps(shaped[name], ensure_ascii=False)}" for name in names)
        if not filled:
            yield f"{told}, and a part of an address cannot be empty"
        elif any(each.partition(";")[0].strip() in (".", "..") for each in _SEPARATOR.split(filled)):
            yield f"{told}, which would lead to another address"


def _header_problems(in_headers: Iterable[str], shaped: dict[str, Any]) -> Iterable[str]:
    for name in sorted(set(in_headers) & shaped.keys()):
        if name.lower() in FRAMING:
            yield f"{name} cannot be set: this header controls how the request is sent"
        elif any((c < " " and c != "\t") or c == "\x7f" for c in str(shaped[name])):
            yield f"{name} has a control character, and a header cannot have one"
