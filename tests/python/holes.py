"""Workers whose guard has a hole on purpose: programs in Python get the real `eval`, with everything that the worker's own Python has."""

from __future__ import annotations

import builtins
import sys
from typing import Any

from codemode.engine.workers import forking
from codemode.python.library import built_in

START = "import sys; sys.path[:] = sys.argv[3:]; from tests.python.holes import main; main()"


def _hole(guest: Any) -> Any:
    def tried(text: str) -> str:
        """What an expression gives, or the name of what it raises."""
        try:
            return f"done: {eval(text, vars(builtins) | {'sys': sys, 'guest': guest})!r}"
        except BaseException as refused:
            return type(refused).__name__

    return tried


def main() -> None:
    """A fork server of such workers."""
    built_in.NAMES["hole"] = _hole
    forking.main(*map(int, sys.argv[1:3]))
