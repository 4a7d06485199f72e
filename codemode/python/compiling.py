"""Turns the text of a program into code: parse, check, rewrite, compile."""

from __future__ import annotations

import ast
import json
import re
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

from codemode.python import words
from codemode.python.checking import MAX_DEPTH, MAX_FAULTS, Checking, Fault
from codemode.python.frames import FILE, Text
from codemode.python.grammar import bare, tree_of
from codemode.python.library import ALL_GUARDS
from codemode.python.nodes import is_scope, nodes_of, shallow_nodes
from codemode.python.program import Code
from codemode.python.reachable_calls import Reach, Site
from codemode.python.rewrite import Rewrite, bound_names
from codemode.python.tool_names import NO_SPACES, Spaces

MAX_NODES = 200_000
_DEEP = "the program is nested too deeply"


@dataclass(slots=True)
class Compiled:
    """The result of compiling: `code` if the program can run; then `faults` are warnings, else errors."""

    text: Text
    faults: list[Fault] = field(default_factory=list[Fault])
    code: Code | None = None
    calls: list[tuple[str, bool, int]] = field(default_factory=list[Any])
    mends: list[tuple[str, int, int]] = field(default_factory=list[Any])
    ms: dict[str, float] = field(default_factory=dict[str, float])
    reach: Callable[[], list[Site]] = list  # returns the places from which the program can call tools


def compiled(given: str, catalog: Any, spaces: Spaces = NO_SPACES) -> Compiled:
    began = time.perf_counter()
    given = _as_python(bare(given))
    text = Text(given)
    made = Compiled(text)
    try:
        tree = tree_of(given)
    except SyntaxError as wrong:
        made.faults.append(_syntax(wrong, text))
        return made
    except (ValueError, RecursionError, MemoryError) as wrong:
        made.faults.append(Fault("parse_failed", str(wrong) if isinstance(wrong, ValueError) else _DEEP, 0, 0))
        return made
    parsed = time.perf_counter()
    nodes = shallow_nodes(tree, 2 * MAX_DEPTH, MAX_NODES)
    if nodes is None:
        made.faults.append(Fault("check_failed", _DEEP, 0, 0, "nest fewer parentheses"))
        return made
    try:
        checking = Checking(nodes, text, catalog, spaces)
    except SyntaxError as wrong:  # such as two parameters of one name
        made.faults.append(_syntax(wrong, text))
        return made
    checking.check()
    is_async = checking.is_async
    made.reach = lambda: Reach(tree_of(given), checking.names).sites()
    unsaid = _unsaid(tree, nodes, checking.free)
    rewrite = Rewrite(checking.report, bound_names(nodes), checking.tool_paths)
    try:
        tree = rewrite.visit(tree)
    except SyntaxError as wrong:  # such as a pattern that binds a name twice
        made.faults = [_syntax(wrong, text)]
        return made
    made.calls, made.mends = checking.calls, checking.mends
    found = sorted({(f.pos, f.message): f for f in checking.faults}.values(), key=lambda f: f.pos)
    errors = [fault for fault in found if fault.severity == "error"]
    made.faults = (errors or found)[:MAX_FAULTS]
    checked = time.perf_counter()
    if not errors:
        try:
            code = _code_of(tree)
            names = tuple(sorted(checking.free | _ALWAYS))
            made.code = Code(code, text, is_async, names, tuple(sorted(_guards_of(code))), unsaid, spaces)
        except SyntaxError as wrong:  # such as break outside of a loop
            made.faults = [_syntax(wrong, text)]
        except (RecursionError, MemoryError):
            made.faults = [Fault("check_failed", _DEEP, 0, 0)]
    marks = (began, parsed, checked, time.perf_counter())
    made.ms = {name: (end - start) * 1000 for name, start, end in zip(("parse", "check", "lower"), marks, marks[1:])}
    return made


def _code_of(tree: ast.Module) -> CodeType:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return compile(tree, FILE, "exec", dont_inherit=True)


def _as_python(text: str) -> str:
    """Returns a JSON value as the Python that has this value. Other text is returned unchanged."""
    data = text.strip()
    if not data.startswith(("{", "[")) or not data.endswith(("}", "]")):
        return text
    try:
        value = json.loads(data)
        json.dumps(value, allow_nan=False)
    except (ValueError, RecursionError):
        return text
    return repr(value)


_SAYING = {"print", "text", "json_output", "store", "results", "sys", "logging", "pprint"}
_ALWAYS = {"__build_class__", "BaseException", "super"}


def _unsaid(tree: ast.Module, nodes: list[ast.AST], free: set[str]) -> tuple[str, str]:
    """Returns why the program may show no result, and what its result may be: the variable that the last statement sets, if the program shows a
    result in no other way, or a call of the function that it defines and nothing uses. Otherwise empty texts."""
    match tree.body[-1] if tree.body else None:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            if free & _SAYING or any(isinstance(node, ast.Name) and node.id == "__out" for node in nodes):
                return "", ""
            returns = any(isinstance(node, ast.Return) for node in nodes_of(tree, is_scope))
            return ("", "") if returns else (f"{name} is lost", name)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) as last:
            needs = (
                len(last.args.posonlyargs + last.args.args) > len(last.args.defaults) or None in last.args.kw_defaults
            )
            if needs or any(isinstance(node, ast.Name) and node.id == name for node in nodes):
                return "", ""
            awaited = "await " if isinstance(last, ast.AsyncFunctionDef) else ""
            return f"{name} is never called", f"{awaited}{name}()"
        case _:
            return "", ""


def _guards_of(code: CodeType) -> set[str]:
    """Returns the guards that the code calls, without their mark."""
    inner = (_guards_of(each) for each in code.co_consts if isinstance(each, CodeType))
    found = {name[1:] for name in code.co_names if name.startswith(words.MARK)}
    return found.union(*inner) & ALL_GUARDS.keys()


# what only newer versions read
_NEWER = re.compile(r"[ \t]*(?:type[ \t]+\w+[ \t]*[=\[]|(?:async[ \t]+)?(?:def|class)[ \t]+\w+\[)")

_ESCAPED = re.compile(r"""\\["'nrt]""")


def _syntax(wrong: SyntaxError, text: Text) -> Fault:
    line = wrong.lineno or 1
    column = max(0, (wrong.offset or 1) - 1)
    start = text.offset(line, 0)
    pos = min(start + column, len(text.text))
    end = pos
    if wrong.end_lineno == wrong.lineno and wrong.end_offset:
        end = max(pos, start + wrong.end_offset - 1)
    hint = ""
    if isinstance(wrong, IndentationError) and not wrong.msg.startswith("expected"):
        hint = "the statements of a block begin in the same column, those outside of blocks in the first one"
    elif wrong.msg.startswith("f-string: ") and ("unmatched" in wrong.msg or "expecting '}'" in wrong.msg):
        hint = "inside of the braces of an f-string use the other quotes: f\"{x['a']}\""
    elif _ESCAPED.search(text.text, max(0, pos - 1), pos + 2):
        hint = "the program is escaped twice: send it with plain quotes and real line breaks, without the backslashes"
    elif sys.version_info < (3, 12) and _NEWER.match(wrong.text or ""):
        hint = f"this is Python 3.{sys.version_info[1]}, and type parameters came with 3.12: write X = list[int], def f(x), class A"
    return Fault("parse_failed", f"syntax error: {wrong.msg}", pos, min(end, len(text.text)), hint)
