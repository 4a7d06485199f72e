"""Checks a whole file: collects its declarations, checks them in order and gathers what the lowering needs."""

from __future__ import annotations

from codemode.dsl.diagnostics import Problem
from codemode.dsl.syntax import nodes
from codemode.types import bodies, captures, declaring, flow, initorder, instances, resolving, statements
from codemode.types.checked import Checked
from codemode.types.checker import Checker, Environment, TooManyErrors
from codemode.types.collecting import Collector
from codemode.types.expression_text import unparen
from codemode.types.model import INVALID, Named, signature_of
from codemode.types.objects import FuncInfo, TypeName
from codemode.types.untyped import finish_untyped


def run(c: Checker) -> Checked:
    """Checks the file, in as many rounds as the reader needs."""
    if c.file.form == "expression" or c.file.form == "json":
        _assign_expression(c)
    checked = c.reader.rounds(c, _check)
    checked.mends = sorted([*c.mends.values(), *c.fits.values()], key=lambda m: m.pos)
    return checked


def _assign_expression(c: Checker) -> None:
    """Assigns an input that is one expression to __out. A call may have no result, so `finish_result` handles it."""
    stmt = c.file.stmts[0] if c.file.stmts else None
    if isinstance(stmt, nodes.ExprStmt) and not isinstance(unparen(stmt.x), nodes.CallExpr):
        out = nodes.Ident("__out", pos=stmt.pos, end=stmt.pos)
        c.file.stmts[0] = nodes.AssignStmt([out], "=", [stmt.x], pos=stmt.pos, end=stmt.end)


def _check(c: Checker) -> Checked:
    try:
        return _whole(c)
    except TooManyErrors:
        return Checked(c.file, _in_order(c))


def _whole(c: Checker) -> Checked:
    collected = Collector(c)
    collected.collect()
    for obj in collected.in_order():
        resolving.resolve(c, obj)
        c.work_off(0)
    main = _check_main(c) if c.file.form != "program" else None
    for env, body in c.bodies:
        bodies.check_body(c, env, body)
        c.work_off(0)
    if main is None:
        main = collected.program_main()
    c.env.iota_pos = None
    if c.instantiations and not c.problems:
        instances.check(c)
    order = initorder.init_order(c, collected.var_specs)
    _unused_imports(c)
    if c.file.form != "program":
        _finish_snippet(c)
    for spec in collected.var_specs_written:
        for name in spec.names:
            name.typ = name.obj.typ if name.obj is not None else INVALID
    for number, obj in enumerate(sorted(c.local_types, key=lambda local: local.pos), 1):
        obj.number = number
    finish_untyped(c)
    captures.settle(c.infos)
    for obj in c.objects:
        if isinstance(obj, TypeName) and isinstance(obj.typ, Named):
            declaring.settle_methods(obj.typ)
    globals_ = [v for v in collected.variables if v is not c.out]
    globals_ += [v for v in c.top_vars if v.kind == "global"]
    return Checked(
        c.file,
        _in_order(c),
        globals=globals_,
        init_order=order,
        funcs=collected.funcs,
        main=main,
        out=c.out,
        sets_out=c.sets_out,
        out_unless_printed=c.out_unless_printed,
        uses_cap=c.uses_cap,
        has_goto=c.has_goto,
        tool_calls=c.tool_calls,
    )


def _in_order(c: Checker) -> list[Problem]:
    """Sorts the problems by place. Drops an error that repeats the last message for the same line, as Go does."""
    said: tuple[object, str] | None = None
    kept: dict[tuple[int, str], Problem] = {}
    for problem in c.problems:
        now = (c.place(problem.pos).partition(":")[0] or problem.pos, problem.message)
        if now != said or problem.severity != "error" or (problem.pos, problem.message) in kept:
            kept[problem.pos, problem.message] = problem
        said = now
    return sorted(kept.values(), key=lambda p: p.pos)


def _check_main(c: Checker) -> FuncInfo:
    """Checks the statements of a snippet as the body of main."""
    info = FuncInfo("main.main", signature_of((), ()))
    c.infos.append(info)
    outer = c.open()
    env = Environment(c.scope, info, info.signature, top=True)
    before, c.env = c.env, env
    stmts = c.file.stmts
    statements.stmt_list(c, stmts)
    flow.check_branches(c, stmts, c.file.pos)
    c.globals.names.update(env.scope.names)
    c.top_env = env
    c.env, c.scope = before, outer
    return info


def _finish_snippet(c: Checker) -> None:
    before, c.env = c.env, c.top_env or c.env
    c.reader.result(c)
    if c.top_env is not None:
        bodies.report_unused(c, c.top_env)
    c.env = before


def _unused_imports(c: Checker) -> None:
    for name in c.imports:
        if name.used or name.name == "_":
            continue
        path = name.package.path
        plain = name.name == path.rsplit("/", 1)[-1] or name.name == name.package.name
        message = f'"{path}" imported and not used' if plain else f'"{path}" imported as {name.name} and not used'
        c.report(name.pos, name.pos + max(len(path) + 2, 1), message, severity="warning", reason="unused")
