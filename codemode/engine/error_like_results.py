"""Results that say that they are failures, such as `{"error": "no such city"}`: the program gets them as values, and the reply lists them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from codemode.catalog.schemas import one_line

MAX_TEXT = 160  # characters of what a result says

_ERRORS = ("error", "Error", "errors", "Errors")
_FAILED = ("isError", "is_error", "IsError")
_SUCCEEDED = ("success", "Success", "succeeded", "ok")
_MESSAGES = ("message", "msg", "detail", "reason", "description", "error_message", "title", "code", "type")
# texts of an `error` that mean that there was no error
_NONE = frozenset("none null nil no false ok 0 - n/a na success".split()) | {""}


def reported_failure(result: Any) -> str:
    """Returns the failure that a result reports, such as `error: no such city`, or "". Only its outermost object is examined, and numbers are
    ignored: an `error` of 0.02 is a measurement."""
    if not isinstance(result, Mapping):
        return ""
    fields = cast("Mapping[str, Any]", result)
    for key in _ERRORS:
        told = _told(fields.get(key), fields)
        if told:
            return one_line(f"{key}: {told[: 2 * MAX_TEXT]}", MAX_TEXT)
    for key in _FAILED:
        if fields.get(key) is True:
            return _with_message(f"{key}: true", fields)
    for key in _SUCCEEDED:
        # `ok: false` alone may be the answer to a question
        if fields.get(key) is False and (key != "ok" or _message(fields)):
            return _with_message(f"{key}: false", fields)
    status = fields.get("status")
    if isinstance(status, str) and status.lower() == "error":
        return _with_message(f"status: {status}", fields)
    return ""


def _told(error: object, fields: Mapping[str, Any]) -> str:
    """The text of an `error`; "" if it means that there was no error."""
    if error is True:
        return _message(fields) or "true"
    if isinstance(error, str):
        begins = error[:20].strip().lower()
        return "" if begins.rstrip(".") in _NONE or begins.startswith("no error") else error
    if isinstance(error, Mapping) and error:
        members = cast("Mapping[str, Any]", error)
        return _message(members) or ", ".join(list(members)[:5])
    if isinstance(error, list) and error:
        first = cast("list[object]", error)[0]
        return _told(cast(object, first), fields) if isinstance(first, str | Mapping) else ""
    return ""


def _with_message(told: str, fields: Mapping[str, Any]) -> str:
    message = _message(fields)
    return one_line(f"{told}, {message}" if message else told, MAX_TEXT)


def _message(fields: Mapping[str, Any]) -> str:
    for key in _MESSAGES:
        found = fields.get(key)
        if isinstance(found, str) and found.strip():
            return found[: 2 * MAX_TEXT]
    content = fields.get("content")  # of a CallToolResult of MCP
    if isinstance(content, list) and content and isinstance(content[0], Mapping):
        text = cast("Mapping[str, Any]", content[0]).get("text")
        return text[: 2 * MAX_TEXT] if isinstance(text, str) else ""
    return ""
