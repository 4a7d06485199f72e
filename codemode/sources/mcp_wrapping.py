"""`{"result": x}` around the value of a tool: MCP requires an object, so the Python SDKs wrap all other values and declare it in the schema."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast

from codemode.catalog.schemas import as_schema

_MARK = "x-fastmcp-wrap-result"  # FastMCP's own
_TITLE = re.compile(r"[a-z_]\w*Output")  # the official SDK uses the name of the function, which no class has


def unwrapped_schema(schema: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """Returns the schema of the value inside; None if the schema does not wrap a value."""
    if schema is None:
        return None
    members = as_schema(schema.get("properties"))
    if list(members) != ["result"] or schema.get("required") != ["result"]:
        return None
    title = schema.get("title")
    # a reference to a class, or one that may be null, has no title
    inner_title = as_schema(members["result"]).get("title", "Result")
    by_sdk = isinstance(title, str) and _TITLE.fullmatch(title) and inner_title == "Result"
    if schema.get(_MARK) is not True and not by_sdk:
        return None
    inner = {key: value for key, value in as_schema(members["result"]).items() if key != "title"}
    return inner | {word: schema[word] for word in ("$defs", "definitions") if word in schema}


def is_wrapped(answer: Any) -> bool:
    """Whether an answer declares that it is wrapped, as newer FastMCP servers do."""
    meta: object = getattr(answer, "meta", None)
    mark = cast("Mapping[str, Any]", meta).get("fastmcp") if isinstance(meta, Mapping) else None
    return isinstance(mark, Mapping) and cast("Mapping[str, Any]", mark).get("wrap_result") is True


def unwrapped(structured: Any) -> Any:
    """Returns the value inside, or the value itself if it is not wrapped."""
    if isinstance(structured, dict) and list(fields := cast("dict[str, Any]", structured)) == ["result"]:
        return fields["result"]
    return cast(Any, structured)
