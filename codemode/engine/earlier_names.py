"""The names that earlier programs of a session declared. A model that writes the next program often takes them for declared there, too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from codemode.dsl.diagnostics import Diagnostic

MOST: Final = 500  # names
MAX_CODE: Final = 64 << 10  # characters of a program that are looked at
MAX_NAME: Final = 60  # characters
_ASSIGNED: Final = re.compile(r"^[ \t]*+((?:\w++[ \t]*+,[ \t]*+)*+\w++)[ \t]*+(?::=|=(?!=))", re.MULTILINE)
_DECLARED: Final = re.compile(r"\b(var|const|type|func|def|class)[ \t]++(\w++)")
_UNKNOWN: Final = re.compile(r"(?:undefined: (\w+)|name '(\w+)' is not defined)")
_GO: Final = 'save it there with store.Save("{0}", {0}) and write {0}, err := store.Load("{0}") here, or make it again'
_PYTHON: Final = 'save it there with store.save("{0}", {0}) and write {0} = store.load("{0}") here, or make it again'


class EarlierNames:
    """The names of one session, as far as this process knows."""

    def __init__(self) -> None:
        self._names: dict[str, bool] = {}  # whether it is of a value; the latest last

    def note(self, code: str) -> None:
        """Notes the names that a program declares that begins to run."""
        code = code[:MAX_CODE]
        found = [(name.strip(), True) for names in _ASSIGNED.findall(code) for name in names.split(",")]
        found += [(name, word in ("var", "const")) for word, name in _DECLARED.findall(code)]
        for name, is_value in found[:MOST]:
            if len(name) <= MAX_NAME and name not in ("_", "err"):
                self._names.pop(name, None)
                self._names[name] = is_value
        while len(self._names) > MOST:
            del self._names[next(iter(self._names))]

    def explained(self, told: Sequence[Diagnostic]) -> list[Diagnostic]:
        """The problems of a program, with hints where it uses a name of an earlier one."""
        return [self._explained(each) for each in told]

    def _explained(self, told: Diagnostic) -> Diagnostic:
        found = _UNKNOWN.fullmatch(told.message)
        if found is None or (told.hint and not told.hint.startswith("did you mean")):
            return told
        name = found[1] or found[2]
        is_value = self._names.get(name)
        if is_value is None:
            return told
        way = (_GO if found[1] else _PYTHON).format(name) if is_value else "declare it here, too"
        return replace(told, hint=f"{name} is of an earlier program, and programs of a session share no names: {way}")
