"""Variables of UTCP in call templates. In queries, commands, messages and inline manuals a `$word` that is not a variable is kept."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import quote

_TEXTS = frozenset({"query", "command", "message", "content"})  # GraphQL, shells, JSON Schema have words of their own
SHORTEST = 8  # characters of a value that may be a secret
_WORD = re.compile(r"\$\{([a-zA-Z0-9_]+)}|\$([a-zA-Z0-9_]+)")


class Words:
    """Wraps a client's substitutor, which it uses except for such texts."""

    def __init__(self, plain: Any) -> None:
        self._plain = plain
        self._values: dict[str, str] = {}  # of the variables that were used, with their names

    def __getattr__(self, name: str) -> Any:
        return getattr(self._plain, name)

    def substitute(self, obj: Any, config: Any, variable_namespace: str | None = None) -> Any:
        if isinstance(obj, Mapping):
            fields = cast("Mapping[str, Any]", obj)
            return {
                key: (self._filled if key in _TEXTS else self.substitute)(value, config, variable_namespace)
                for key, value in fields.items()
            }
        if isinstance(obj, list):
            return [self.substitute(item, config, variable_namespace) for item in cast("list[Any]", obj)]
        made = self._plain.substitute(obj, config, variable_namespace)
        if made != obj and isinstance(obj, str):
            for found in _WORD.finditer(obj):
                self._note(found, self._plain.substitute(found[0], config, variable_namespace))
        return made

    def _note(self, found: re.Match[str], value: object) -> None:
        for spelled in (str(value), quote(str(value), safe="")):
            if len(spelled) >= SHORTEST:
                self._values[spelled] = found[0]

    def hidden(self, text: str) -> str:
        """Returns a text with the names of variables in place of their values."""
        for value in sorted(self._values, key=len, reverse=True):
            text = text.replace(value, self._values[value])
        return text

    def _filled(self, obj: Any, config: Any, space: str | None) -> Any:
        """Returns the text with its variables replaced."""
        if isinstance(obj, Mapping):
            return {key: self._filled(value, config, space) for key, value in cast("Mapping[str, Any]", obj).items()}
        if isinstance(obj, list):
            return [self._filled(item, config, space) for item in cast("list[Any]", obj)]
        if not isinstance(obj, str):
            return obj

        def replaced(found: re.Match[str]) -> str:
            try:
                value = self._plain.substitute(f"${{{found[1] or found[2]}}}", config, space)
                self._note(found, value)
                return value
            except Exception as odd:
                if not hasattr(odd, "variable_name"):
                    raise
                return found[0]

        return _WORD.sub(replaced, obj)


def without_values(client: Any, text: str) -> str:
    """Removes the values of variables from a text of a client, so that programs, models and logs do not get them."""
    words = getattr(client, "variable_substitutor", None)
    return words.hidden(text) if isinstance(words, Words) else text


def keep_words(client: Any) -> None:
    """Makes a client do so. Further calls do nothing."""
    plain = getattr(client, "variable_substitutor", None)
    if plain is not None and not isinstance(plain, Words):
        client.variable_substitutor = Words(plain)
