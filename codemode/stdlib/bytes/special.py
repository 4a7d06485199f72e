"""bytes: upper, lower and title case by the rules of a language."""

from __future__ import annotations

from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.values import Slice
from codemode.stdlib.appending import byte_slice
from codemode.stdlib.bytes.text import bytes_
from codemode.stdlib.runes import bytes_of
from codemode.stdlib.strings.special import CASES, changed


def _register(name: str, case: int, words: str) -> None:
    def body(run: Run, c: Slice, s: Slice) -> Slice:
        return byte_slice(run, changed(run, c, bytes_of(s), case))

    body.__doc__ = f"{name} returns a copy of the byte slice s with all letters mapped to their {words} case, special mappings first."
    bytes_.func(f"func {name}(c unicode.SpecialCase, s []byte) []byte", run=True, cost="2 * len(s)")(body)


for _name, _case, _words in CASES:
    _register(_name, _case, _words)
