"""The reader of what models write: at each point where the checker asks, the function that answers."""

from __future__ import annotations

from typing import Final

from codemode.dsl.dialect.lexicon import builtins, functions, methods
from codemode.dsl.dialect.meaning import (
    arguments,
    conditions,
    conversions,
    declarations,
    doubts,
    dropped_errors,
    hints,
    iteration,
    literals,
    open_functions,
    packages,
    results,
    rounds,
    statements,
    tested_keys,
    tools,
    unpacking,
    values,
)
from codemode.types.reader import Reader

DIALECT: Final = Reader(
    reads=True,
    hint=hints.hint,
    rounds=rounds.run,
    result=results.finish_result,
    finished=doubts.finished,
    imported=packages.meant_package,
    constants=declarations.variables,
    # statements
    statement=statements.statement,
    assigns=declarations.declare_missing,
    nothing_new=declarations.define_to_assign,
    amount=conversions.amount,
    unused_value=results.result_expression,
    unused_call=dropped_errors.dropped_call,
    suspended=statements.suspended,
    returns=results.returns,
    each=iteration.each,
    not_rangeable=iteration.range_over_all,
    # conditions
    as_written=conditions.as_written,
    truth=conditions.truth,
    truth_of_python=conditions.truth_of_python,
    tests=tested_keys.note_test,
    compares=tested_keys.note_comparison,
    # assignments
    not_assignable=conversions.not_assignable,
    untyped=conversions.untyped,
    becomes_any=doubts.becomes_any,
    nil_variable=declarations.nil_variable,
    variable_type=declarations.number_type,
    initialized=conversions.note_quotient,
    keeps=tested_keys.note_kept,
    keeps_pair=tested_keys.note_pair,
    declares_pair=conditions.note_piece,
    single=dropped_errors.drop_error,
    parts=unpacking.read,
    fed=conversions.note_dynamic,
    misassigned=conversions.misassigned,
    # names
    undeclared=packages.alone,
    unknown_member=packages.member,
    unknown_field=methods.unknown_field,
    has_parts=iteration.note_element,
    # calls
    call=arguments.call,
    undeclared_call=tools.for_undefined,
    to_any=values.to_any,
    arguments=arguments.given,
    as_map=tools.given_as_map,
    passed=dropped_errors.fit_single,
    library_call=arguments.library_call,
    tool_name=tools.tool_name,
    tool_keys=tools.tool_keys,
    tool_value=tools.tool_value,
    # builtins
    builtins=builtins.TABLE,
    passed_to_builtin=dropped_errors.fit_builtin,
    appended=open_functions.settle,
    extreme_of_list=functions.of_list,
    # operands
    multiple_value=dropped_errors.must_value,
    maybe_list=doubts.maybe_list,
    own_type=iteration.own_type,
    operands=conversions.operation,
    mismatch=conversions.note_numbers,
    mismatch_compared=conversions.not_compared,
    meets_fraction=conversions.meets_fraction,
    index=values.index,
    dynamic_index=values.dynamic_index,
    character=values.character,
    slice=values.bounds,
    # literals
    function_literal=open_functions.checked,
    literal_type=literals.type_of,
    map_key=literals.map_key,
    field_literal=literals.field_literal,
)
