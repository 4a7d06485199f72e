"""JSON values inside JSON strings: the `string` option of field tags, and map keys that are numbers."""

from __future__ import annotations

from typing import Any

from codemode.stdlib.encoding.json.input import Input
from codemode.stdlib.encoding.json.scan import JsonSyntaxError, check, inner_string_error, text_of_string
from codemode.stdlib.encoding.json.types import syntax_error
from codemode.stdlib.strconv.package import ERR_SYNTAX, read_float, read_int, read_uint
from codemode.stdlib.strconv.quoting import quote
from codemode.types import model
from codemode.types.model import Type


def unquoted(source: Input, t: Type, under: model.Basic, text: bytes) -> Any:
    """Returns the Python value inside the string. If it has another type, record the error and return None."""
    if under.info == "string":
        try:
            if text[:1] != b'"':
                raise inner_string_error(text)
            check(text)
            return text_of_string(text)
        except JsonSyntaxError as failure:
            source.mismatch(t, "", err=syntax_error(failure))
            return None
    if under.info == "boolean":
        if text not in (b"true", b"false"):
            source.mismatch(t, "", quote(text), ERR_SYNTAX)
            return None
        return text == b"true"
    value, reason = from_text(under, text)
    if reason is not None:
        source.mismatch(t, 0, text)
        return None
    return value


def from_text(under: model.Basic, text: bytes) -> tuple[Any, Any]:
    """Reads a number as strconv does: return (value, error)."""
    if under.info == "float":
        return read_float(text, under.bits)
    return (read_uint if under.info == "unsigned" else read_int)(text, 10, under.bits or 64)
