"""Reads a JSON file of a host; errors name the file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from codemode.errors import ConfigError

T = TypeVar("T")


def from_json(path: str | Path, what: str, build: Callable[[Any], T]) -> T:
    """Returns what `build` makes of the JSON in a file. `what` names the content in messages. Raises ConfigError."""
    try:
        found: Any = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as wrong:
        raise ConfigError(f"{path}: {what} cannot be read: {wrong.strerror or wrong}") from wrong
    except (ValueError, RecursionError) as wrong:
        raise ConfigError(f"{path}: {what} cannot be read: {wrong}") from wrong
    try:
        return build(found)
    except ConfigError as wrong:
        raise ConfigError(f"{path}: {wrong.message}") from None
