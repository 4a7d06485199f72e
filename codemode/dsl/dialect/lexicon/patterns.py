r"""Regular expressions in interpreted strings: Go reads "\b" in "\bword\b" as a backspace, but a pattern means a word boundary.

`codemode.dsl.syntax.literals` repairs escapes that are unknown to Go. It cannot repair this one, because Go knows it; the pattern's use decides.
"""

from __future__ import annotations

import re
from typing import Final

from codemode.dsl.syntax import nodes
from codemode.types import names
from codemode.types.checker import Checker
from codemode.types.expression_text import unparen
from codemode.types.objects import PkgName

TAKES_PATTERN: Final = frozenset({"Compile", "MustCompile", "MatchString", "Match"})
_ESCAPE: Final = re.compile(r"\\([\s\S])")


def word_boundaries(c: Checker, e: nodes.CallExpr) -> None:
    r"""Repairs regexp.MustCompile("\bword\b"), also if the pattern is a sum of parts or made by fmt.Sprintf."""
    if not e.args or not _is_call_of(c, e, "regexp", TAKES_PATTERN):
        return
    rest: list[nodes.Expr] = [e.args[0]]
    while rest:
        part = unparen(rest.pop())
        if isinstance(part, nodes.BinaryExpr):
            rest += [part.x, part.y]
        elif isinstance(part, nodes.CallExpr) and part.args and _is_call_of(c, part, "fmt", frozenset({"Sprintf"})):
            rest.append(part.args[0])
        elif isinstance(part, nodes.BasicLit) and part.kind == "STRING" and part.raw.startswith('"'):
            _read_literal(c, part)


def _is_call_of(c: Checker, e: nodes.CallExpr, package: str, functions: frozenset[str]) -> bool:
    fun = e.fun
    if not isinstance(fun, nodes.SelectorExpr) or fun.sel.name not in functions or not isinstance(fun.x, nodes.Ident):
        return False
    found = c.lookup(fun.x.name) or names.package_named(c, fun.x.name)
    return isinstance(found, PkgName) and found.package.path == package


def _read_literal(c: Checker, lit: nodes.BasicLit) -> None:
    if all(match[1] != "b" for match in _ESCAPE.finditer(lit.raw)) or b"\b" not in lit.value:
        return
    lit.value = lit.value.replace(b"\b", rb"\b")
    c.mend("pattern_edge", lit)
