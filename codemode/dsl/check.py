"""The door to the checker: Go, and what models write instead of it. `codemode.types.check` itself knows Go only."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from codemode.dsl.diagnostics import Mend, Problem
from codemode.dsl.dialect.reader import DIALECT
from codemode.dsl.dialect.surface.divisions import DOUBT, UNCERTAIN
from codemode.dsl.repairs import FOREIGN
from codemode.types.check import check as check_go

check = partial(check_go, reader=DIALECT)


def parser_problems(warnings: Sequence[Problem], mends: Iterable[Mend]) -> Sequence[Problem]:
    """Returns the parser's warnings. In a text that has more than Go, a `//` that may divide is an error: as a comment it would change a number."""
    if not warnings or not any(mend.code in FOREIGN for mend in mends):
        return warnings
    return [replace(each, message=DOUBT, severity="error") if each.reason == UNCERTAIN else each for each in warnings]
