"""The languages of programs. The engine knows a language only as a `Language`, which compiles and runs its text and describes failures."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from codemode.catalog import ToolEntry
from codemode.catalog.declarations import WHOLE, Shown
from codemode.dsl import Diagnostic, Repair, Source
from codemode.dsl.repairs import say
from codemode.engine.compiling import Compiled
from codemode.engine.failures import Failure
from codemode.engine.toolbox import Toolbox
from codemode.errors import ConfigError, InputError, InternalError, SourceRejected
from codemode.interpreter.machine.signals import Failed
from codemode.python.grammar import is_program
from codemode.types.objects import ToolIndex

if TYPE_CHECKING:
    from codemode.engine.effects import Effects
    from codemode.engine.guest import Start
    from codemode.interpreter.machine.machine import Machine


GO: Final = "go"  # the default language
PYTHON: Final = "python"
ONLY_IN_WORKERS: Final = frozenset({PYTHON})  # their programs run in this process only if the host trusts them


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


def _go() -> Language:
    from codemode.engine.languages.go import Go

    return Go()


def _python() -> Language:
    from codemode.engine.languages.python import Python

    return Python()


_MAKERS: Final[dict[str, Callable[[], Language]]] = {GO: _go, PYTHON: _python}
_MAX_NAME: Final = 100  # characters of a language that are looked at
_ALIASES: Final = {"golang": "go", "py": "python", "python3": "python"}


@cache
def language_of(name: str) -> Language:
    return _MAKERS[name]()


def checked_languages(given: Any) -> tuple[str, ...]:
    """Returns the names of an engine's languages, the default first. Raises ConfigError."""
    shown = repr(given)[:80]
    names = tuple(cast("Sequence[object]", given)) if isinstance(given, list | tuple) else ()
    known = tuple(name for name in names if isinstance(name, str) and name in _MAKERS)
    if not known or len(known) < len(names) or len({*known}) < len(known):
        told = ", ".join(map(repr, _MAKERS))
        raise ConfigError(f"languages must be a list of one or more of {told}, without repetition, not {shown}")
    return known


def checked_language(given: Any) -> str:
    """Returns the name of one language. Raises ConfigError."""
    if not isinstance(given, str) or given not in _MAKERS:
        told = " or ".join(f'"{name}"' for name in _MAKERS)
        raise ConfigError(f"language must be {told}, not {repr(given)[:80]}")
    return given


def wanted_language(given: object, known: Sequence[str]) -> str:
    """Returns the language of a program, one of the engine's. Raises InputError."""
    name = given[:_MAX_NAME].strip().lower() if isinstance(given, str) else given
    if name is None or name == "":
        return known[0]
    name = _ALIASES.get(name, name) if isinstance(name, str) else ""
    if name not in known:
        told = " or ".join(f'"{each}"' for each in known)
        shown = given[:_MAX_NAME] if isinstance(given, str) else given
        enabled = ""
        if name in _MAKERS:
            names = (*known, name)
            enabled = f"; to enable it: Engine(languages={names!r}) in Python, {' '.join(f'--language {n}' for n in names)} on the command line"
        raise InputError(f"the language must be {told}, not {shown!r:.200}{enabled}", code="unsupported_language")
    return name


def candidates(language: str, known: Sequence[str], *, strict: bool) -> tuple[str, ...]:
    """Returns the languages that a text may be in: the stated one first. Every engine can run Go."""
    return (language,) if strict else tuple(dict.fromkeys((language, *known, "go")))


def may_be_python(languages: Sequence[str], code: str, *, strict: bool) -> bool:
    """Whether the text is a program in Python and not in Go, though Python is not among its stated languages."""
    return not strict and PYTHON not in languages and is_program(code) and not language_of(GO).reads(code)


def here(languages: tuple[str, ...], *, trusted: bool) -> tuple[str, ...]:
    """Returns those of the languages whose programs may run in this process. Raises InternalError (`runtime_unavailable`)."""
    if trusted:
        return languages
    found = tuple(name for name in languages if name not in ONLY_IN_WORKERS)
    if not found or found[0] != languages[0]:
        told = f'programs in {languages[0]} run in worker processes: leave isolation="inline" out, or write trust_python=True'
        raise InternalError(f"{told} (docs/security.md says what that means)", code="runtime_unavailable")
    return found


def compile_as(languages: Sequence[str], code: str, toolbox: Toolbox, *, strict: bool) -> Compiled:
    """Compiles the program in the first language, else in another one that reads the whole text. Raises SourceRejected and InputError."""
    first = language_of(languages[0])
    made: Compiled | None = None
    refused: SourceRejected | None = None
    try:
        made = first.compile(code, toolbox, strict=strict)
    except SourceRejected as error:
        refused = error
    if made is None or made.prepared.repairs:
        for name in languages[1:]:
            other = language_of(name)
            if other.reads(code, repaired=True) and not first.reads(code):
                try:
                    return _told(other.compile(code, toolbox, strict=strict), first.name)
                except SourceRejected as error:
                    refused = error if refused is None or refused.phase == "parse" else refused
    if made is None:
        assert refused is not None
        raise refused
    return made


def _told(made: Compiled, asked: str) -> Compiled:
    """Adds a repair which tells that the program was meant to be in another language."""
    name = made.language.name.title()
    repair = Repair(say("other_language", (("found", name), ("meant", asked.title()))), 1, 1, "other_language")
    return replace(made, prepared=replace(made.prepared, repairs=(repair, *made.prepared.repairs)))
