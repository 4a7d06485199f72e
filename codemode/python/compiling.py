# pyright: basic
"""From the text of a program to its code: parse, check, rewrite, compile."""

from __future__ import annotations

import ast
import time
import warnings
from dataclasses import dataclass, field
from typing import Any

from codemode.python.checking import MAX_DEPTH, MAX_FAULTS, Checking, Fault
from codemode.python.frames import FILE, Text
from codemode.python.program import Code
from codemode.python.rewrite import Rewrite, bound_names

MAX_NODES = 200_000


@dataclass(slots=True)
class Compiled:
    """What was found: a program that can run, or `faults`."""

    text: Text
    faults: list[Fault] = field(default_factory=list[Fault])
    code: Code | None = None
    calls: list[tuple[str, bool, int]] = field(default_factory=list[Any])
    mends: list[tuple[str, int, int]] = field(default_factory=list[Any])
    ms: dict[str, float] = field(default_factory=dict[str, float])


def is_python(text: str) -> bool:
    """Whether the whole text is Python by its grammar."""
    try:
        _parsed(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def compiled(given: str, catalog: Any) -> Compiled:
    began = time.perf_counter()
    text = Text(given)
    made = Compiled(text)
    try:
        tree = _parsed(given)
    except SyntaxError as wrong:
        made.faults.append(_syntax(wrong, text))
        return made
    except (ValueError, RecursionError, MemoryError) as wrong:
        deep = not isinstance(wrong, ValueError)
        told = "the program is nested too deeply" if deep else str(wrong)
        made.faults.append(Fault("parse_failed", told, 0, 0))
        return made
    parsed = time.perf_counter()
    if _too_deep(tree):
        made.faults.append(
            Fault(
                "check_failed",
                "the program is nested too deeply",
                0,
                0,
                "write it with fewer parentheses in each other",
            )
        )
        return made
    checking = Checking(tree, text, catalog)
    checking.check()
    is_async = checking.is_async
    rewrite = Rewrite(lambda node, message, hint: checking.report(node, message, hint), bound_names(tree))
    tree = ast.fix_missing_locations(rewrite.visit(tree))
    made.calls, made.mends = checking.calls, checking.mends
    made.faults = sorted({(f.pos, f.message): f for f in checking.faults}.values(), key=lambda f: f.pos)[:MAX_FAULTS]
    checked = time.perf_counter()
    if not made.faults:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                code = compile(tree, FILE, "exec", dont_inherit=True)
            made.code = Code(code, text, is_async, tuple(sorted(checking.free | _ALWAYS)))
        except SyntaxError as wrong:  # such as break outside of a loop
            made.faults.append(_syntax(wrong, text))
        except (RecursionError, MemoryError):
            made.faults.append(Fault("check_failed", "the program is nested too deeply", 0, 0))
    marks = (began, parsed, checked, time.perf_counter())
    made.ms = {name: (end - start) * 1000 for name, start, end in zip(("parse", "check", "lower"), marks, marks[1:])}
    return made


_ALWAYS = {"__build_class__", "BaseException", "super"}


def _parsed(text: str) -> ast.Module:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


def _too_deep(tree: ast.AST) -> bool:
    level: list[ast.AST] = [tree]
    count = depth = 0
    while level:
        count += len(level)
        depth += 1
        if depth > 2 * MAX_DEPTH or count > MAX_NODES:
            return True
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    return False


def _syntax(wrong: SyntaxError, text: Text) -> Fault:
    line = wrong.lineno or 1
    column = max(0, (wrong.offset or 1) - 1)
    start = text.offset(line, 0)
    pos = min(start + column, len(text.text))
    end = pos
    if wrong.end_lineno == wrong.lineno and wrong.end_offset:
        end = max(pos, start + wrong.end_offset - 1)
    return Fault("parse_failed", f"syntax error: {wrong.msg}", pos, min(end, len(text.text)))
