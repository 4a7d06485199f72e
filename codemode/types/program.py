"""Checks a whole file: collects its declarations, checks them in order and gathers what the lowering needs."""

from __future__ import annotations

from codemode.dsl.diagnostics import Problem
from codemode.dsl.syntax import nodes
from codemode.types import (
    captures,
    declaring,
    flow,
    foreign_sequences,
    initorder,
    instances,
    repairs,
    result_keys,
    snippet_results,
    statements,
    tested_keys,
)
from codemode.types.checked import Checked
from codemode.types.checker import Checker, Environment, TooManyErrors
from codemode.types.collecting import Collector
from codemode.types.model import ANY, ERROR, INVALID, Named, signature_of
from codemode.types.objects import FuncInfo, TypeName
from codemode.types.spelling import expr_text, unparen
from codemode.types.untyped import finish_untyped

_ROUNDS = 4


NO_RESULT = "no_result"  # code of a warning
HIDDEN_VARIABLE = "hidden_variable"  # reason of a warning


def run(c: Checker) -> Checked:
    """Checks the file, in several rounds if the first one suggests changes to declarations, such as float64 for an int variable."""
    if c.file.form == "expression" or c.file.form == "json":
        _assign_expression(c)
    best = _check(c)
    if c.not_constant and c.repair and c.gradual:
        c.loose_consts = True
        c.restart()
        best = _check(c)
    behind = c.undefined & c.loose_names.keys()
    if best.errors and behind:
        repairs.hoist(c, behind)
        c.restart()
        best = _check(c)
    if best.errors and c.sequences and c.repair and c.gradual:
        best = _with_lists(c, best)
    if c.element_candidates:
        best = _with_elements(c, best)
    for _ in range(_ROUNDS):
        if not best.errors or not set(c.float_candidates) - c.floats:
            break
        kept = set(c.floats)
        c.floats |= set(c.float_candidates)
        before = len(best.errors)
        c.restart()
        best = _check(c)
        if best.errors and len(best.errors) >= before:
            c.floats = kept
            c.restart()
            best = _check(c)
            break
    if best.errors and c.nil_candidates & c.fed:
        best = _with_anys(c, best, c.nil_candidates & c.fed)
        c.nilled = set(c.anys)
    for _ in range(_ROUNDS):
        if best.errors or not c.any_candidates - c.anys:
            break
        best = _with_anys(c, best, c.any_candidates)
    repairs.report_numbers(c)
    tested_keys.settle(c)
    if not best.errors and (c.tool_calls or "tools" in c.packages):
        best.problems = sorted([*best.problems, *result_keys.check(c.file, c.tools)], key=lambda p: p.pos)
    best.mends = sorted([*c.mends.values(), *c.fits.values()], key=lambda m: m.pos)
    return best


def _with_anys(c: Checker, best: Checked, places: set[int]) -> Checked:
    """Checks again with the variables at these places declared as any. Keeps that if it leaves fewer errors or none."""
    before, kept = len(best.errors), set(c.anys)
    c.anys |= places
    c.restart()
    best = _check(c)
    if len(best.errors) < before or not best.errors:
        return best
    c.anys = kept
    c.restart()
    best = _check(c)
    c.any_candidates -= places
    return best


def _with_elements(c: Checker, best: Checked) -> Checked:
    """Reads `for day := range days`, where day is used as a string, as a loop over elements. Keeps that if it leaves fewer errors or none."""
    certain = dict(c.element_candidates)
    loops, before = list(certain), len(best.errors)
    lists = [s for s in loops if s.x.typ is not ANY]  # a loop over an any may go over keys
    for s in loops:
        s.each = "in"
    c.restart()
    best = _check(c)
    if len(best.errors) < max(before, 1):
        for s in loops:
            if s in lists or certain[s]:
                c.mend(f"{expr_text(s.value)} is wanted as an element: read as for _, {expr_text(s.value)} := range", s)
        return best
    for s in loops:
        if s.value is not None:
            s.key, s.value = s.value, None
    c.restart()
    return _check(c)


def _with_lists(c: Checker, best: Checked) -> Checked:
    """Checks again with maps.Keys and maps.Values read as lists. Keeps that if it leaves fewer errors."""
    sequences, before = c.sequences, len(best.errors)
    foreign_sequences.collect(c, sequences)
    c.restart()
    best = _check(c)
    if len(best.errors) < before:
        for e in sequences:
            c.mend(f"{expr_text(e.args[0])} used as a list: read as {expr_text(e)}", e)
        return best
    foreign_sequences.separate(sequences)
    c.restart()
    return _check(c)


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
        declaring.resolve(c, obj)
        c.work_off(0)
    main = _check_main(c) if c.file.form != "program" else None
    for body in c.bodies:
        body()
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
    snippet_results.finish_result(c)
    if c.top_env is not None:
        declaring.report_unused(c, c.top_env)
    _warn_of_hidden(c)
    if not c.sets_out and not c.prints and not c.problems and c.repair:
        end = c.file.end
        c.report(
            end,
            end,
            "__out is not set: there is no result",
            "assign the result to __out",
            code=NO_RESULT,
            severity="warning",
            reason="no_result",
        )
    c.env = before


def _warn_of_hidden(c: Checker) -> None:
    """Warns of `cursor := next` in a loop that probably was to change the cursor outside of the loop."""
    for var, outer in c.shadows.items():
        fixed = outer.used and outer not in c.assigned and outer not in c.in_loop
        if var in c.in_loop and fixed and var.typ is outer.typ and var.typ is not ERROR:
            hint = f"to change that one, write {var.name} = ... instead of {var.name} := ..."
            end = var.pos + len(var.name)
            c.report(
                var.pos,
                end,
                f"this {var.name} is a new variable: the {var.name} outside the loop never changes",
                hint,
                severity="warning",
                reason=HIDDEN_VARIABLE,
            )


def _unused_imports(c: Checker) -> None:
    for name in c.imports:
        if name.used or name.name == "_":
            continue
        path = name.package.path
        plain = name.name == path.rsplit("/", 1)[-1] or name.name == name.package.name
        message = f'"{path}" imported and not used' if plain else f'"{path}" imported as {name.name} and not used'
        c.report(name.pos, name.pos + max(len(path) + 2, 1), message, severity="warning", reason="unused")
