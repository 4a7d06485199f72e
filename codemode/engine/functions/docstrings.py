"""Reads the descriptions of a function and its parameters from a docstring in Google, NumPy or Sphinx style."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

_GOOGLE = re.compile(r"^(Args|Arguments|Parameters|Params):\s*$")
_ANY_SECTION = re.compile(
    r"^(Args|Arguments|Parameters|Params|Returns?|Raises|Yields?|Examples?|Notes?|See Also|Attributes|Warnings?|References|Todo):\s*$"
)
_GOOGLE_ENTRY = re.compile(r"^\*{0,2}(\w++)\s*+(?:\([^)]*+\)\s*+)?:\s*+(.*)$")
_NUMPY_RULE = re.compile(r"^-{3,}\s*$")
_NUMPY_ENTRY = re.compile(r"^\*{0,2}(\w++)\s*+(?::.*)?$")
_SPHINX = re.compile(r"^:(?:param|parameter|arg|argument)(\s[^:]*+):\s*+(.*)$")
_SPHINX_NAME = re.compile(r"\*{0,2}(\w+)")  # the last word before the colon
_SPHINX_ANY = re.compile(r"^:\w[^:]*+:")


def describe(fn: Callable[..., Any]) -> tuple[str, dict[str, str]]:
    """Returns the description of a function, and those of its parameters by name."""
    lines = (inspect.getdoc(fn) or "").splitlines()
    end = next((i for i in range(len(lines)) if _begins_section(lines, i)), len(lines))
    return " ".join("\n".join(lines[:end]).split()), _google(lines) | _numpy(lines) | _sphinx(lines)


def _begins_section(lines: list[str], i: int) -> bool:
    line = lines[i]
    ruled = i + 1 < len(lines) and bool(_NUMPY_RULE.match(lines[i + 1])) and bool(line.strip())
    return ruled or bool(_ANY_SECTION.match(line)) or bool(_SPHINX_ANY.match(line))


def _google(lines: list[str]) -> dict[str, str]:
    start = next((i for i, line in enumerate(lines) if _GOOGLE.match(line)), None)
    if start is None:
        return {}
    body: list[str] = []
    for line in lines[start + 1 :]:
        if line.strip() and not line[:1].isspace():
            break
        body.append(line)
    return _entries(body, _GOOGLE_ENTRY)


def _numpy(lines: list[str]) -> dict[str, str]:
    for i in range(len(lines) - 1):
        if lines[i].strip() in ("Parameters", "Other Parameters") and _NUMPY_RULE.match(lines[i + 1]):
            end = next((j for j in range(i + 2, len(lines)) if _begins_section(lines, j)), len(lines))
            return _entries(lines[i + 2 : end], _NUMPY_ENTRY)
    return {}


def _entries(body: list[str], pattern: re.Pattern[str]) -> dict[str, str]:
    """Entries begin at the smallest indentation; lines that are indented more continue the entry before."""
    indents = [len(line) - len(line.lstrip()) for line in body if line.strip()]
    if not indents:
        return {}
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    for line in body:
        if not line.strip():
            continue
        entry = pattern.match(line.strip()) if len(line) - len(line.lstrip()) == min(indents) else None
        if entry is not None:
            current = found.setdefault(entry[1], [])
            current += [entry[2]] if entry.re.groups > 1 and entry[2] else []
        elif current is not None:
            current.append(line.strip())
    return {name: " ".join(parts) for name, parts in found.items() if parts}


def _sphinx(lines: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    name = ""
    for line in lines:
        entry = _SPHINX.match(line)
        named = _SPHINX_NAME.fullmatch("".join(entry[1].split()[-1:])) if entry is not None else None
        if entry is not None and named is not None:
            name = named[1]
            found[name] = entry[2].strip()
        elif name and line[:1].isspace() and line.strip():
            found[name] += " " + line.strip()
        else:
            name = ""
    return {key: text for key, text in found.items() if text}
