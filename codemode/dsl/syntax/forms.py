"""Forms of input: finds the code in the text and decides what kind of file it is."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from codemode.dsl.diagnostics import Mend
from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax.build_base import Base, PackageClause

_FENCE = re.compile(r"^[ \t]*+(`{3,}+|~{3,}+)[ \t]*+([\w+#.-]*+)[^\n`]*+$", re.MULTILINE)
_TAG = re.compile(r"\s*(?:go|golang)[ \t\r]*(?:\n|$)", re.IGNORECASE)
_GO_TAGS = frozenset({"go", "golang"})


def code_span(text: str) -> tuple[int, int]:
    """Returns where the code begins and ends: inside the Markdown fence if there is one, after a language tag on a line of its own."""
    start, end = (1 if text.startswith("\ufeff") else 0), len(text)
    if "```" in text or "~~~" in text:
        start, end = _fenced(text, start, end)
    tag = _TAG.match(text, start, end)
    if tag is not None and text[tag.end() : end].strip():
        start = tag.end()
    return start, end


def _fenced(text: str, start: int, end: int) -> tuple[int, int]:
    """Returns the first block that is tagged as Go, else the first block."""
    first: tuple[int, int] | None = None
    opening: re.Match[str] | None = None
    fences = [*_FENCE.finditer(text, start, end), None]
    for fence in fences:
        if opening is None:
            opening = fence
            continue
        if fence is not None and not _closes(fence, opening):
            continue
        block = min(opening.end() + 1, end), fence.start() if fence is not None else end
        if opening[2].lower() in _GO_TAGS:
            return block
        if first is None and text[block[0] : block[1]].strip():
            first = block
        if first is None and fence is None and text[start : opening.start()].strip():
            first = start, opening.start()  # the text has only the closing fence
        opening = None
    return first or (start, end)


def _closes(fence: re.Match[str], opening: re.Match[str]) -> bool:
    return not fence[2] and fence[1].startswith(opening[1])


class Form(NamedTuple):
    """Where the code is in the text, and whether repairs are on: then a program may lack its package clause."""

    span: tuple[int, int]
    mends: list[Mend] | None


def make_file(stmts: list[Any], builder: Base, form: Form) -> n.File:
    """Returns the file for the top-level statements: a program, an expression or a snippet."""
    span, mends = form
    clauses = [stmt for stmt in stmts if type(stmt) is PackageClause]
    declared = [stmt for stmt in stmts if type(stmt) in (n.FuncDecl, n.GenDecl)]
    others = [stmt for stmt in stmts if isinstance(stmt, n.Stmt)]
    loose = [stmt for stmt in others if type(stmt) is not n.DeclStmt]
    main = next((d for d in declared if type(d) is n.FuncDecl and d.recv is None and d.name.name == "main"), None)
    package = clauses[0].name if clauses else None
    if mends is None:
        _as_in_go(stmts, clauses, loose, builder)
    if not loose and (clauses or (main is not None and mends is not None)):
        if not clauses and main is not None and mends is not None:
            mends.append(Mend("package_added", main.name.pos, main.name.end))
        decls = [stmt.decl if type(stmt) is n.DeclStmt else stmt for stmt in stmts if type(stmt) is not PackageClause]
        return n.File("program", package, decls, [], pos=span[0], end=span[1])
    if main is not None and loose and mends is not None and not any(_calls_main(stmt) for stmt in loose):
        problem = "syntax error: non-declaration statement outside function body"
        raise builder.refuse(
            problem, loose[0], "func main would not run: put these statements into it, or leave func main out"
        )
    if clauses and main is not None and mends is not None:
        mends.append(Mend("program_as_snippet", loose[0].pos, loose[0].end))
    if len(others) == 1 and type(others[0]) is n.ExprStmt and not declared and not clauses:
        return n.File("expression", None, [], others, pos=span[0], end=span[1])
    return n.File("snippet", package, declared, others, pos=span[0], end=span[1])


def _calls_main(stmt: n.Node) -> bool:
    call = stmt.x if type(stmt) is n.ExprStmt else None
    return type(call) is n.CallExpr and type(call.fun) is n.Ident and call.fun.name == "main"


def _as_in_go(stmts: list[Any], clauses: list[PackageClause], loose: list[n.Stmt], builder: Base) -> None:
    """Checks the order of declarations by Go's rules, without repairs: a package clause comes first and makes the input a Go file."""
    if not clauses:
        return
    late = clauses[0] if stmts[0] is not clauses[0] else clauses[1] if len(clauses) > 1 else None
    if late is not None:
        raise builder.refuse("syntax error: package statement must be first", late)
    if loose:
        raise builder.refuse("syntax error: non-declaration statement outside function body", loose[0])
    others = False
    for stmt in stmts[1:]:
        if type(stmt) is not n.GenDecl:
            others = True
        elif others:
            raise builder.refuse("syntax error: imports must appear before other declarations", stmt)
