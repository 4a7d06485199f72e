"""How a command ends: its exit status, and errors as text instead of tracebacks."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from codemode.errors import CodeModeError, ConfigError, InputError
from codemode.terminal.json_output import only_json
from codemode.terminal.render import error_text, quoted, tell

DONE, FAILED, USAGE, WAITING, INTERRUPTED = 0, 1, 2, 3, 130


def finish(work: Callable[[], int | Coroutine[Any, Any, int]], *, json: bool = False) -> int:
    """Does the work of a command and returns its exit status; an interrupt is left to the entry point. With `json`, only what it `put`s goes to
    standard output."""
    try:
        with only_json(json):
            status = work()
            if not isinstance(status, int):
                status = asyncio.run(status)
        sys.stdout.flush()
        return status
    except CodeModeError as error:
        tell(error_text(error))
        return USAGE if isinstance(error, (ConfigError, InputError)) else FAILED
    except OSError as error:
        if not isinstance(error, BrokenPipeError):  # the reader of our output is gone
            tell(f"codemode: {quoted(error.strerror or str(error))}")
        # else Python reports the error again when it flushes at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
