"""The door to the checker: Go, and what models write instead of it. `codemode.types.check` itself knows Go only."""

from __future__ import annotations

from functools import partial

from codemode.dsl.dialect.reader import DIALECT
from codemode.types.check import check as check_go

check = partial(check_go, reader=DIALECT)
