"""Python's own parser, safe to use while other threads parse."""

from __future__ import annotations

import ast
from typing import Literal, overload

_TIMES = 20


@overload
def parsed(text: str, mode: Literal["exec"] = "exec", filename: str = "<unknown>") -> ast.Module: ...
@overload
def parsed(text: str, mode: Literal["eval"], filename: str = "<unknown>") -> ast.Expression: ...
def parsed(text: str, mode: str = "exec", filename: str = "<unknown>") -> ast.AST:
    """Like `ast.parse`, and raises what it raises.

    Python before 3.11.9 and 3.12.3 counts the depth of all trees that are being made in one place. If another thread, or a finalizer, makes a tree
    meanwhile (also to mark the place in a traceback), the parser raises SystemError for a correct text: the text is parsed again.
    """
    for _ in range(_TIMES):
        try:
            return ast.parse(text, filename, mode)
        except SystemError as failure:
            if "recursion depth mismatch" not in str(failure):
                raise
    return ast.parse(text, filename, mode)
