"""The reader of what models write: at each point where the checker asks, the function that answers."""

from __future__ import annotations

from typing import Final

from codemode.dsl.dialect.lexicon import builtins
from codemode.dsl.dialect.meaning import (
    arguments,
    conditions,
    conversions,
    declarations,
    dropped_errors,
    format_verbs,
    hints,
    iteration,
    layouts,
    likely_mistakes,
    literals,
    open_functions,
    packages,
    repeated_checks,
    results,
    statements,
    tools,
    unpacking,
    values,
)
from codemode.dsl.syntax import nodes
from codemode.types.reader import Reader

DIALECT: Final = Reader(
    reads=True,
    hint=hints.hint,
    rounds=repeated_checks.run,
    nodes={
        nodes.ArrayType: statements.empty_list,
        nodes.AssignStmt: statements.assigned,
        nodes.BinaryExpr: conversions.operation,
        nodes.CallExpr: arguments.converted,
        nodes.CompositeLit: literals.literal,
        nodes.DeclStmt: statements.out_declared,
        nodes.DeferStmt: statements.suspended,
        nodes.ExprStmt: statements.unused,
        nodes.ForStmt: conditions.condition,
        nodes.FuncLit: open_functions.checked,
        nodes.GoStmt: statements.suspended,
        nodes.IfStmt: conditions.condition,
        nodes.IndexExpr: values.index,
        nodes.KeyValueExpr: literals.map_key,
        nodes.MapType: statements.empty_list,
        nodes.RangeStmt: iteration.loop,
        nodes.ReturnStmt: results.returns,
        nodes.SelectorExpr: arguments.selected,
        nodes.SliceExpr: values.bounds,
        nodes.TypeAssertExpr: iteration.own_type,
        nodes.UnaryExpr: conditions.negation,
    },
    name=packages.name,
    callee=arguments.callee,
    call=arguments.call,
    value=conversions.value,
    single=dropped_errors.single,
    parts=unpacking.read,
    mismatch=conversions.mismatch,
    tool_name=tools.tool_name,
    parameter=tools.parameter,
    builtins=builtins.TABLE,
    appended=open_functions.settle,
    on_legal=arguments.ON_LEGAL,
    variable=declarations.variable,
    fed=conversions.note_dynamic,
    result=results.finish_result,
    becomes_any=likely_mistakes.becomes_any,
    maybe_list=likely_mistakes.maybe_list,
    library={"fmt": format_verbs.check, "log": format_verbs.check, "time": layouts.check},
)
