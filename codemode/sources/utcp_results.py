"""Reads the answers of UTCP servers, and turns failures into ToolError."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from typing import Any, cast
from urllib.parse import urlsplit, urlunsplit

from codemode.errors import ToolError
from codemode.sources.answer_limits import ASK_FOR_LESS, too_large_in

log = logging.getLogger("codemode")

MAX_TEXT = 2000
LONGEST = 10_000  # characters of an error that are looked at
UNEXPECTED = "the tool failed unexpectedly"
_CLASS_PREFIX = re.compile(r"^(?:[A-Za-z_]\w*+\.)*+[A-Z]\w*+: ")

_USER = re.compile(r"""(\b(?:https?|wss?)://)[^\s/?#'"@]{1,300}@""")
_QUERY = re.compile(r"""(\b(?:https?|wss?)://[^\s?#'"]{0,2000})\?[^\s'"]*""")
_STUMBLED = re.compile(r"(?:AttributeError|TypeError|KeyError|IndexError): ")
# what aiohttp adds for those who know Python
_CLASS_SHOWN = {">": re.compile(r":? ?<\w+: "), "]": re.compile(r" ssl:\S+ \[")}  # to the end of a text with that end


def short(text: object, limit: int = MAX_TEXT) -> str:
    """Returns a foreign text on one line, cut."""
    seen = str(text)[: 4 * limit + 1000]  # only the beginning of a text of megabytes is read
    line = " ".join("".join(c if c.isprintable() else " " for c in seen).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def both_ends(text: object) -> str:
    """Returns the beginning and the end of an error text, because the cause is often at the end."""
    line = short(text, 100 * MAX_TEXT)
    if len(line) <= MAX_TEXT:
        return line
    half = MAX_TEXT // 2
    return f"{line[:half]} … ({len(line) - 2 * half} characters) … {line[-half:]}"


def address(url: str) -> str:
    """Returns an address for messages, without its user and its query, which may be secrets."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "an invalid address"
    return short(urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, "", "")), 300)


def bare(text: str) -> str:
    """Removes users and queries from the addresses in a text of a client."""
    return _QUERY.sub(r"\1", _USER.sub(r"\1", text))


def failure(error: BaseException, tool: str, timeout: float, hidden: Callable[[str], str]) -> ToolError:
    """Returns the ToolError for an exception of a client; `hidden` takes secrets out of its text."""
    if isinstance(error, TimeoutError):
        return ToolError(f"{tool}: no answer within {timeout:g} s")
    variable = getattr(error, "variable_name", None)
    if isinstance(variable, str):
        return ToolError(f"{tool}: {unset_variable(variable)}")
    too_large = too_large_in(error)
    if too_large is not None:
        return ToolError(f"{tool}: {too_large}: {ASK_FOR_LESS}", code="invalid_tool_output")
    status = getattr(error, "status", None)
    if type(error.__cause__).__module__ == "aiohttp.http_exceptions":
        # aiohttp makes it a 400 that no server sent
        why = re.split(r"[:.`]", short(getattr(error.__cause__, "message", "")))[0]
        return ToolError(f"{tool}: its answer is not valid HTTP: {why}")
    if isinstance(status, int) and status >= 400:
        reason = short(hidden(str(getattr(error, "message", "") or error)[:LONGEST]))
        later = ""
        if status in (429, 503):
            headers = cast("Mapping[str, str]", getattr(error, "headers", None) or {})
            later = short(hidden(headers.get("Retry-After", "")[:LONGEST]), 40)
        return ToolError(f"{tool}: HTTP {status} {reason}".rstrip() + (f" (Retry-After: {later})" if later else ""))
    if isinstance(error, UnicodeError):
        return ToolError(f"{tool}: its answer is not text in the encoding that it declares")
    if isinstance(error, TypeError | LookupError | AttributeError):
        log.error("the client of tool %s failed", tool, exc_info=error)
        return ToolError(f"{tool}: {UNEXPECTED}")
    told = short(bare(hidden(_without_class(str(error)[:LONGEST].rstrip())))) or UNEXPECTED
    code = "tool_not_found" if told.startswith("Tool not found") else None
    return ToolError(f"{tool}: {told}", code=code)


def _without_class(text: str) -> str:
    shown = _CLASS_SHOWN.get(text[-1:])
    found = shown.search(text) if shown is not None else None
    return text[: found.start()] if found is not None else text


def unset_variable(name: str) -> str:
    return (
        f"the variable {name} is not set; give it under `variables`, `load_variables_from` or in the environment "
        "(UTCP reads every $word of a call template as a variable)"
    )


def reason(errors: list[str]) -> str:
    """Returns the reason in the error texts of a registration, which may have whole tracebacks."""
    told = [short(_CLASS_PREFIX.sub("", _last_words(text)), 500) for text in errors if text.strip()]
    return "; ".join(dict.fromkeys(told)) or "no reason given"


def _last_words(text: str) -> str:
    lines = [line for line in text.strip().splitlines() if line.strip()]
    starts = [i for i, line in enumerate(lines) if "Traceback (most recent call last)" in line]
    if starts:
        # the exception's own lines begin where the indented ones end
        lines = lines[starts[-1] + 1 :]
        lines = lines[next((i for i, line in enumerate(lines) if not line[0].isspace()), 0) :]
    # pydantic: "n validation errors for X", then a place and a problem in turns, then a link
    if lines and "validation error" in lines[0]:
        told = [line.strip() for line in lines[1:] if "errors.pydantic.dev" not in line]
        pairs = [f"{place}: {problem.partition(' [')[0]}" for place, problem in zip(told[::2], told[1::2])]
        return "not valid: " + ", ".join(pairs[:6])
    told = lines[0].strip() if lines else ""
    # what UTCP stumbles over
    return "it is neither a UTCP manual nor an OpenAPI document" if _STUMBLED.match(told) else told


def checked(result: Any, tool: str, kind: str) -> Any:
    """Returns the result. Raises ToolError if the result reports an error: MCP's isError, a command's exit status."""
    if not isinstance(result, Mapping):
        return result
    fields = cast("Mapping[str, Any]", result)
    if fields.get("isError") is True and isinstance(fields.get("content"), list):
        raise ToolError(f"{tool}: {_mcp_text(cast('list[Any]', fields['content']))}")
    if kind == "cli":
        for key in ("exit_code", "return_code", "returncode"):
            status = fields.get(key)
            if isinstance(status, int) and status != 0:
                told = both_ends(fields.get("stderr") or fields.get("output") or fields.get("stdout") or "")
                raise ToolError(f"{tool}: exit status {status}{': ' + told if told else ''}")
    return cast(Any, result)


def _mcp_text(content: list[Any]) -> str:
    texts = [str(cast("Mapping[str, Any]", c).get("text", "")) for c in content if isinstance(c, Mapping)]
    return both_ends(" ".join(t for t in texts if t)) or "the tool reports an error without a message"
