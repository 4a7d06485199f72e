"""A language of programs. The engine knows it only as a `Language`, which compiles and runs its text and describes failures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

from codemode.catalog import ToolEntry
from codemode.catalog.declarations import WHOLE, Shown
from codemode.dsl import Diagnostic, Repair, Source
from codemode.engine.failures import Failure
from codemode.engine.start import Start
from codemode.engine.toolbox import Toolbox
from codemode.interpreter.machine.signals import Failed
from codemode.records import dataclass
from codemode.types.objects import ToolIndex

if TYPE_CHECKING:
    from codemode.engine.effects import Effects
    from codemode.interpreter.machine.machine import Machine


@dataclass(slots=True, frozen=True)
class Prepared:
    """Facts about a program's text from before it ran. `result_repairs` count only if the program returns that result; `calls` are the tools that
    it calls by constant names; `ms` is the time of each phase: parse (with the repairs), check, lower."""

    repairs: tuple[Repair, ...]
    warnings: tuple[Diagnostic, ...]
    calls: tuple[tuple[str, bool, int], ...]
    ms: dict[str, float]
    result_repairs: tuple[Repair, ...] = ()


@dataclass(slots=True, frozen=True)
class Compiled:
    """A program that can run."""

    program: Any
    source: Source
    prepared: Prepared
    language: Language
    expressions: int = 0  # that were lowered


class OtherLanguage(Exception):
    """The program is in this language, which is not one of its stated languages."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class Language(Protocol):
    """One language of programs."""

    name: str
    title: str  # its name in texts, "Go"
    comment: str  # what a comment begins with
    search: str  # how programs find tools
    call: str  # what a program in it is called

    def check(self, code: str, toolbox: Toolbox, *, strict: bool) -> list[Diagnostic]:
        """Returns everything that is wrong with a program, and warnings, in order of place. Raises SourceRejected if it cannot be parsed."""
        ...

    def compile(self, code: str, toolbox: Toolbox, *, strict: bool) -> Compiled:
        """Returns a program that can run. Raises SourceRejected."""
        ...

    def reads(self, code: str, *, repaired: bool = False) -> bool:
        """Whether the whole text is of this language. `repaired`: also with repairs, unless they are of words of another language."""
        ...

    def machine(self, compiled: Compiled, tools: ToolIndex, start: Start) -> Machine:
        """Returns the machine that runs a program of this language. Its `program` has the `encoded` JSON of a large result."""
        ...

    def failure(
        self, signal: Failed, source: Source, warnings: Sequence[Diagnostic], told: Sequence[Diagnostic]
    ) -> Failure:
        """Describes how a program failed; `warnings` came before it ran, `told` are those of its run."""
        ...

    def effects(self, code: str, toolbox: Toolbox, *, strict: bool) -> Effects:
        """Returns what a program may do, without running it. Raises SourceRejected."""
        ...

    def guide(self) -> str:
        """The complete guide to writing programs."""
        ...

    def snippet_guide(self, *, streams: bool) -> str:
        """A short guide, for a prompt that is answered with one program; `streams`: there are streaming tools."""
        ...

    def agent_text(self) -> str:
        """The system text of an agent that runs programs until it knows the answer."""
        ...

    def declaration(self, entry: ToolEntry, shown: Shown = WHOLE) -> str:
        """Declares a tool as a function of this language."""
        ...

    def mcp_call(self, tool: str) -> str:
        """One line with the call of a tool of an MCP server."""
        ...
