"""strings and bytes: cases by the rules of a particular language."""

from __future__ import annotations

from codemode.interpreter.run import Run
from codemode.interpreter.values import Slice
from codemode.stdlib import spans
from codemode.stdlib.appending import byte_slice
from codemode.stdlib.bytes_text import bytes_
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.strings_text import strings
from codemode.stdlib.unicode_special import LOWER, TITLE, UPPER, changer


def _changed(run: Run, c: Slice, s: bytes, case: int) -> bytes:
    run.alloc(4 * len(s))
    return spans.mapped(s, changer(c, case))


def _register(name: str, case: int, words: str) -> None:
    def of_string(run: Run, c: Slice, s: bytes) -> bytes:
        return _changed(run, c, s, case)

    def of_bytes(run: Run, c: Slice, s: Slice) -> Slice:
        return byte_slice(run, _changed(run, c, bytes_of(s), case))

    for body, what in ((of_string, "string"), (of_bytes, "byte slice")):
        body.__doc__ = f"{name} returns a copy of the {what} s with all letters mapped to their {words} case, special mappings first."
    strings.func(f"func {name}(c unicode.SpecialCase, s string) string", run=True, cost="2 * len(s)")(of_string)
    bytes_.func(f"func {name}(c unicode.SpecialCase, s []byte) []byte", run=True, cost="2 * len(s)")(of_bytes)


_register("ToUpperSpecial", UPPER, "upper")
_register("ToLowerSpecial", LOWER, "lower")
_register("ToTitleSpecial", TITLE, "title")
