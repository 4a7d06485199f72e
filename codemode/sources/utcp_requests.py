"""Arguments in the places where a request of HTTP has them: path, query, headers and body."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, cast

from codemode.errors import ToolError

IN_URL = frozenset({"http", "sse", "streamable_http"})

_PARAMETER = re.compile(r"\{([^}]+)\}")
_SEPARATOR = re.compile(r"[/\\\\]")
# what says where a request goes and where it ends is not for arguments to say
_FRAMING = frozenset(
    "host content-length transfer-encoding connection keep-alive upgrade te trailer expect proxy-authorization".split()
)


def for_request(tool: str, arguments: dict[str, Any], template: Any) -> dict[str, Any]:
    """Arguments as UTCP's HTTP protocols can send them. Raises ToolError for those that would make it another request.

    What is not the body goes into the URL or a header, where the client takes only strings and numbers: booleans become true and false, objects JSON,
    lists many parameters of a query or else one text with commas, and null is left out, as no URL can say it.
    """
    body = getattr(template, "body_field", None)
    in_path = set(_PARAMETER.findall(template.url))
    in_headers = set(cast("Iterable[str]", getattr(template, "header_fields", None) or ()))
    shaped: dict[str, Any] = {}
    for key, value in arguments.items():
        if key == body:
            shaped[key] = value
        elif value is not None:
            shaped[key] = _text(value) if key in in_path | in_headers else _in_query(value)
    problems = [*_path_problems(template.url, shaped), *_header_problems(in_headers, shaped)]
    if problems:
        raise ToolError(f"{tool}: {'; '.join(problems)}", code="invalid_tool_input")
    return shaped


def _in_query(value: Any) -> Any:
    if isinstance(value, list):
        return [_plain(item) for item in cast("list[Any]", value) if item is not None]
    return _plain(value)


def _text(value: Any) -> Any:
    if isinstance(value, list):
        return ",".join(str(_plain(item)) for item in cast("list[Any]", value) if item is not None)
    return _plain(value)


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str | int | float):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _path_problems(url: str, shaped: dict[str, Any]) -> Iterable[str]:
    """A part of a path that is empty, `.` or `..` leads to another address, however it is written."""
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
        if name.lower() in _FRAMING:
            yield f"{name} cannot be given: it says how the request is sent"
        elif any((c < " " and c != "\t") or c == "\x7f" for c in str(shaped[name])):
            yield f"{name} has a control character, and a header cannot have one"
