"""Compiles programs, or takes them from the cache, and finds the language of a text."""

from __future__ import annotations

from collections.abc import Sequence

from codemode.engine.inputs import source_text
from codemode.engine.languages import PYTHON, compile_as, may_be_python
from codemode.engine.languages.language import Compiled, OtherLanguage
from codemode.engine.toolbox import Toolbox
from codemode.errors import CodeModeError
from codemode.tool_cache import ToolCache, program_key

EXPRESSION = 4  # characters for each expression of ordinary programs


def compile_cached(
    code: str, toolbox: Toolbox, cache: ToolCache, *, strict: bool = False, languages: Sequence[str] = ("go",)
) -> Compiled:
    """Returns the program from the cache, or compiles and caches it. Raises InputError as `source_text` does, for shell commands and what is not
    text. `languages`: see `Start`."""
    if type(code) is not str:
        source_text(code, language=languages[0])

    def compiled() -> Compiled:
        return compile_as(languages, source_text(code, language=languages[0]), toolbox, strict=strict)

    return cache.program(
        program_key(code, toolbox.version, (strict, *languages)),
        compiled,
        lambda made: max(made.expressions, len(code) // EXPRESSION),
    )


def compile_given(
    code: str, toolbox: Toolbox, cache: ToolCache, *, strict: bool = False, languages: Sequence[str] = ("go",)
) -> Compiled:
    """Like `compile_cached`. Raises OtherLanguage if the program is in Python, which is none of the `languages`: its blocks are Python's, or Go
    refuses its operators."""
    made, refused = None, None
    try:
        made = compile_cached(code, toolbox, cache, strict=strict, languages=languages)
        if not made.prepared.repairs:
            return made
    except CodeModeError as error:
        refused = error

    from codemode.python.grammar import has_blocks

    if (made is None or has_blocks(code)) and may_be_python(languages, code, strict=strict):
        raise OtherLanguage(PYTHON)
    if made is None:
        assert refused is not None
        raise refused
    return made


def languages_of(
    code: str, toolbox: Toolbox, cache: ToolCache, *, strict: bool = False, languages: tuple[str, ...] = ("go",)
) -> tuple[str, ...]:
    """Returns the languages that a run of the program tries, the stated one first."""
    if not may_be_python(languages, code, strict=strict):
        return languages
    try:
        compile_given(code, toolbox, cache, strict=strict, languages=languages)
    except OtherLanguage as other:
        return (*languages, other.name)
    except CodeModeError:
        pass
    return languages
