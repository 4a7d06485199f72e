"""Checks the bodies of functions."""

from __future__ import annotations

from codemode.dsl.names import HIDDEN
from codemode.dsl.syntax import nodes
from codemode.types import flow, statements
from codemode.types.checker import Checker, Environment


def check_body(c: Checker, env: Environment, body: nodes.BlockStmt) -> None:
    """Checks the statements of a function in the scope of its parameters."""
    outer_env, outer_scope = c.env, c.scope
    c.env, c.scope = env, env.scope
    statements.stmt_list(c, body.stmts)
    flow.check_branches(c, body.stmts, body.pos)
    if env.sig is not None and env.sig.results and not flow.terminates_list(c, body.stmts):
        hint = "every path has to end in a return statement"
        c.report(max(body.end - 1, body.pos), body.end, "missing return", hint, reason="missing_return")
    report_unused(c, env)
    c.env, c.scope = outer_env, outer_scope


def report_unused(c: Checker, env: Environment) -> None:
    for var in env.declared:
        if not var.used and var.name[:1] != HIDDEN:
            end = var.pos + len(var.name)
            hint = c.reader.hint("unused_variable", c, var)
            c.report(var.pos, end, f"declared and not used: {var.name}", hint, severity="warning", reason="unused")
