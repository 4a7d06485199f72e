"""A program as plain CPython runs it: what it printed, and how it ended."""

from __future__ import annotations

import contextlib
import io
import sys
import traceback
import types
import warnings
from typing import Any


def told(code: str) -> dict[str, Any]:
    """`out`: what it printed; `error`: the last line of its traceback and the line where it failed, if it failed."""
    out = io.StringIO()
    module = types.ModuleType("__main__")
    before = sys.modules["__main__"]
    sys.modules["__main__"] = module
    made: dict[str, Any] = {}
    try:
        with contextlib.redirect_stdout(out), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(code, "<case>", "exec", dont_inherit=True), module.__dict__)
    except Exception as failure:
        frames = [f for f in traceback.extract_tb(failure.__traceback__) if f.filename == "<case>"]
        text = str(failure)
        made["error"] = f"{type(failure).__qualname__}: {text}" if text else type(failure).__qualname__
        made["line"] = frames[-1].lineno if frames else 0
    finally:
        sys.modules["__main__"] = before
    return {"out": out.getvalue(), **made}
