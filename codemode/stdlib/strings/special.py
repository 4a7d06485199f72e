"""strings: upper, lower and title case by the rules of a language."""

from __future__ import annotations

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Slice
from codemode.stdlib.strings import spans
from codemode.stdlib.strings.text import strings
from codemode.stdlib.unicode.special import LOWER, TITLE, UPPER, changer

# name of the function, its case, and the word for this case
CASES = (("ToUpperSpecial", UPPER, "upper"), ("ToLowerSpecial", LOWER, "lower"), ("ToTitleSpecial", TITLE, "title"))


def changed(run: Run, c: Slice, s: bytes, case: int) -> bytes:
    """Returns the text with its letters mapped to a case by the rules of `c`, a unicode.SpecialCase."""
    run.alloc(4 * len(s))
    return spans.mapped(run, s, changer(c, case))


def _register(name: str, case: int, words: str) -> None:
    def body(run: Run, c: Slice, s: bytes) -> bytes:
        return changed(run, c, s, case)

    body.__doc__ = (
        f"{name} returns a copy of the string s with all letters mapped to their {words} case, special mappings first."
    )
    strings.func(f"func {name}(c unicode.SpecialCase, s string) string", run=True, cost="2 * len(s)")(body)


for _name, _case, _words in CASES:
    _register(_name, _case, _words)
