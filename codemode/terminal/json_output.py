"""`--json`: one JSON object on standard output and nothing else, whatever tools and modules print."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO

_kept: list[TextIO] = []


@contextmanager
def only_json(wanted: bool) -> Generator[None]:
    """Sends everything that is printed, except by `put`, to standard error."""
    if not wanted:
        yield
        return
    _kept.append(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _kept.pop()


def put(text: str) -> None:
    """Prints the object."""
    print(text, file=_kept[-1] if _kept else sys.stdout, flush=True)
