"""The names that earlier programs of a session declared. A model that writes the next program often takes them for declared there, too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from codemode.dsl.diagnostics import UNDECLARED, Diagnostic
from codemode.errors import CodeModeError

MOST: Final = 40  # names of a session; there may be many sessions
MAX_CODE: Final = 64 << 10  # characters of a program that are looked at
MAX_NAME: Final = 60  # characters
_ASSIGNED: Final = re.compile(r"^[ \t]*+((?:\w++[ \t]*+,[ \t]*+)*+\w++)[ \t]*+(?::=|=(?!=))", re.MULTILINE)
_DECLARED: Final = re.compile(r"\b(var|const|type|func|def|class)[ \t]++(\w++)")
_WAY: Final = 'keep it there with store.Save("{0}", {0}) and read it here with store.Load("{0}"), or make it again'


class EarlierNames:
    """The names of one session, as far as this process knows."""

    def __init__(self) -> None:
        self._names: dict[str, bool] = {}  # whether it is of a value; the latest last
        self._noted = 0  # the hash of the last program: hosts run one again and again

    def note(self, code: str) -> None:
        """Notes the names that a program declares that begins to run."""
        if hash(code) == self._noted:
            return
        self._noted = hash(code)
        code = code[:MAX_CODE]
        found = [(name.strip(), True) for names in _ASSIGNED.findall(code) for name in names.split(",")]
        found += [(name, word in ("var", "const")) for word, name in _DECLARED.findall(code)]
        for name, is_value in found[:MOST]:
            if len(name) <= MAX_NAME and name not in ("_", "err"):
                self._names.pop(name, None)
                self._names[name] = is_value
        while len(self._names) > MOST:
            del self._names[next(iter(self._names))]

    def explain(self, error: CodeModeError, code: str) -> None:
        """Adds hints to the problems of a program that was refused, where it uses a name of an earlier one."""
        lines = code.split("\n")
        error.diagnostics = tuple(self._explained(each, lines) for each in error.diagnostics)

    def _explained(self, told: Diagnostic, lines: Sequence[str]) -> Diagnostic:
        if told.reason != UNDECLARED or not 0 < told.line <= len(lines):
            return told
        name = lines[told.line - 1][told.column - 1 : told.end_column - 1]
        is_value = self._names.get(name)
        if is_value is None:
            return told
        way = _WAY.format(name) if is_value else "declare it here, too"
        return replace(told, hint=f"{name} is of an earlier program, and programs of a session share no names: {way}")
