"""The languages of programs, by name, and which of them a text is in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final, cast

from codemode.dsl import Repair
from codemode.dsl.repairs import say
from codemode.engine.languages.language import Compiled, Language
from codemode.engine.toolbox import Toolbox
from codemode.errors import ConfigError, InputError, InternalError, SourceRejected
from codemode.python.grammar import is_program

GO: Final = "go"  # the default language
PYTHON: Final = "python"
ONLY_IN_WORKERS: Final = frozenset({PYTHON})  # their programs run in this process only if the host trusts them


def _go() -> Language:
    from codemode.engine.languages.go import Go

    return Go()


def _python() -> Language:
    from codemode.engine.languages.python import Python

    return Python()


_MAKERS: Final[dict[str, Callable[[], Language]]] = {GO: _go, PYTHON: _python}
_MAX_NAME: Final = 100  # characters of a language that are looked at
_ALIASES: Final = {"golang": "go", "py": "python", "python3": "python"}


def known_languages() -> tuple[str, ...]:
    return tuple(_MAKERS)


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
                    # what neither reads as it stands is in the stated language
                    if refused is None or (refused.phase == "parse" and other.reads(code)):
                        refused = error
    if made is None:
        assert refused is not None
        raise refused
    return made


def _told(made: Compiled, asked: str) -> Compiled:
    """Adds a repair which tells that the program was meant to be in another language."""
    name = made.language.name.title()
    repair = Repair(say("other_language", (("found", name), ("meant", asked.title()))), 1, 1, "other_language")
    return replace(made, prepared=replace(made.prepared, repairs=(repair, *made.prepared.repairs)))
