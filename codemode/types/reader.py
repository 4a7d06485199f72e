"""The points at which the checker asks a reader: what text that is not Go means, and what to write instead.

The checker knows Go only. A `Reader` is a table of functions, one for each point; the functions of this module read nothing, so that a `Reader()`
is the strict checker of Go. `codemode.dsl.dialect` has the one that reads what models write.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from codemode.dsl.syntax import nodes
from codemode.types.model import Map, Signature, Type
from codemode.types.objects import CallInfo, Func, FuncInfo, Object, Package, Var
from codemode.types.operand import Operand

if TYPE_CHECKING:
    from codemode.types.checked import Checked
    from codemode.types.checker import Checker

_T = TypeVar("_T")
CheckBuiltin = Callable[["Checker", Operand, nodes.CallExpr, list[Operand]], bool]


def _nothing(*_: object) -> None: ...


def _no(*_: object) -> bool:
    return False


def _same(c: Checker, it: _T, *_: object) -> _T:
    return it


def _last(*given: Any) -> Any:
    return given[-1]


class _Hint(Protocol):
    def __call__(self, kind: str, *facts: Any) -> str: ...


def _no_hint(kind: str, *facts: Any) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Reader:
    """What is asked, one function for each point. A point that gives a bool says whether it read the code, so that there is no problem."""

    reads: bool = (
        False  # whether text that is not Go is read at all; __out is then one variable, wherever it is declared
    )
    # what to write instead, for the problem that is about to be reported
    hint: _Hint = _no_hint
    # the whole file: check(c) is one round, and a round may find that another one is needed
    rounds: Callable[[Checker, Callable[[Checker], Checked]], Checked] = lambda c, check: check(c)
    result: Callable[[Checker], None] = _nothing  # the end of a snippet, before its unused variables are reported
    finished: Callable[[Checker], None] = _nothing  # and after that
    imported: Callable[[Checker, nodes.ImportSpec], Package | None] = _nothing  # a package that is not in the library
    constants: Callable[[Checker, nodes.DeclStmt], nodes.Stmt] = _same  # a declaration of constants in a snippet
    assumed: Callable[[], Any] = _nothing  # its own state over all rounds
    noted: Callable[[], Any] = _nothing  # and in one round
    # statements
    statement: Callable[[Checker, nodes.Stmt], nodes.Stmt] = _same
    assigns: Callable[[Checker, nodes.AssignStmt], None] = _nothing  # `=`, before it is checked
    nothing_new: Callable[[Checker, nodes.AssignStmt], bool] = _no  # := without a new variable
    amount: Callable[[Checker, Operand, Operand, nodes.AssignStmt], None] = _nothing  # x op= y
    unused_value: Callable[[Checker, nodes.ExprStmt], bool] = _no
    unused_call: Callable[[Checker, nodes.Expr], None] = _nothing
    suspended: Callable[[Checker, nodes.Expr, str], nodes.Expr] = _same  # the operand of go and defer
    returns: Callable[[Checker, FuncInfo, nodes.ReturnStmt], bool] = _no
    each: Callable[[Checker, nodes.RangeStmt, Operand], None] = _nothing  # a loop of another language
    ranges: Callable[[Checker, nodes.RangeStmt], None] = _nothing
    ranges_alone: Callable[[Checker, nodes.RangeStmt, Operand, nodes.Ident], None] = _nothing  # with one variable
    not_rangeable: Callable[[Checker, nodes.RangeStmt, Operand], bool] = _no
    # conditions
    truth: Callable[[Checker, Operand, object, str | int], None] = (
        _nothing  # the operand is in that attribute of a node
    )
    truth_of_python: Callable[[Checker, Operand, nodes.UnaryExpr], None] = _nothing
    tests: Callable[[Checker, nodes.Expr | None], None] = _nothing  # the program tests this value
    compares: Callable[[Checker, Operand, Operand], None] = _nothing
    # assignments
    not_assignable: Callable[[Checker, Operand, Type], bool] = _no
    untyped: Callable[[Checker, Operand, Type], Type | None] = _nothing  # the type to give a constant that does not fit
    becomes_any: Callable[[Checker, Operand, str], None] = _nothing
    nil_variable: Callable[[Checker, Var, Operand], bool] = _no
    variable_type: Callable[[Checker, Var, Operand, Type], Type] = _last
    initialized: Callable[[Checker, Var, Operand], None] = _nothing
    keeps: Callable[[Checker, object, nodes.Expr], None] = _nothing  # a variable takes this value
    keeps_pair: Callable[[Checker, Var | None, Var | None, nodes.Expr], None] = _nothing  # v, ok
    declares_pair: Callable[[Checker, list[Var], nodes.Expr], None] = _nothing
    single: Callable[[Checker, list[Operand], nodes.Expr, int], list[Operand]] = _same  # too many values
    parts: Callable[[Checker, list[str], list[nodes.Expr], Operand], bool] = _no  # too few values
    fed: Callable[[Checker, nodes.Expr], None] = _nothing  # takes an any
    misassigned: Callable[[Checker, nodes.Expr, Operand], None] = _nothing
    # names
    undeclared: Callable[[Checker, nodes.Ident], Object | None] = _nothing
    unknown_member: Callable[[Checker, nodes.SelectorExpr, Package], Object | None] = _nothing
    unknown_field: Callable[[Checker, Operand, nodes.SelectorExpr], bool] = _no
    has_parts: Callable[[Checker, nodes.Expr], None] = _nothing  # a key or field of it is read
    # calls
    # A call gets another function, `c.calling.fun`, and is checked again.
    literal_called: Callable[[Checker, nodes.CallExpr], None] = _nothing
    not_callable: Callable[[Checker, nodes.Expr], bool] = _no  # the first name of the called function
    not_a_method: Callable[[Checker, Operand, nodes.SelectorExpr], bool] = _no
    wrong_count: Callable[[Checker, nodes.CallExpr, Func | None], None] = _nothing  # of arguments
    arguments: Callable[[Checker, nodes.CallExpr, Signature], None] = _nothing  # with functions among them
    on_legal: Mapping[tuple[str, str], Callable[[Checker, nodes.CallExpr], None]] = field(
        default_factory=dict[Any, Any]
    )
    not_convertible: Callable[[Checker, Operand, nodes.CallExpr, Type], bool] = _no
    undeclared_call: Callable[[Checker, nodes.CallExpr], None] = _nothing
    to_any: Callable[[Checker, Operand, nodes.CallExpr], None] = _nothing
    as_map: Callable[[nodes.CallExpr, CallInfo, list[Operand]], bool] = _no
    passed: Callable[[Checker, nodes.CallExpr, Signature, list[Operand]], list[Operand]] = _last
    library_call: Callable[[Checker, nodes.CallExpr, Func], None] = _nothing
    tool_name: Callable[[Checker, nodes.CallExpr, str], str] = _last  # of an unknown tool
    tool_keys: Callable[[Checker, nodes.CompositeLit, str, dict[str, Any]], None] = _nothing
    tool_value: Callable[[Checker, nodes.KeyValueExpr, str, str, dict[str, Any]], None] = _nothing
    # builtins
    builtins: Mapping[str, CheckBuiltin] = field(default_factory=dict[str, CheckBuiltin])
    passed_to_builtin: Callable[[Checker, nodes.CallExpr, str, list[Operand]], list[Operand]] = _last
    appended: Callable[[Checker, list[Operand]], None] = _nothing
    extreme_of_list: Callable[[Checker, Operand, nodes.CallExpr, str], bool] = _no
    # operands
    multiple_value: Callable[[Checker, Operand], bool] = _no
    maybe_list: Callable[[Checker, Operand, nodes.Expr], None] = _nothing  # v, ok := x.([]T)
    own_type: Callable[[Checker, Operand, nodes.TypeAssertExpr], bool] = _no  # x.(T), where x is a T
    operands: Callable[[Checker, Operand, Operand, nodes.BinaryExpr, nodes.BinaryExpr], bool] = _no
    mismatch: Callable[[Checker, Operand, Operand], None] = _nothing
    mismatch_compared: Callable[[Checker, Operand, Operand], None] = _nothing
    meets_fraction: Callable[[Checker, Operand, Operand], None] = _nothing
    index: Callable[[Checker, Operand, nodes.IndexExpr], None] = _nothing
    dynamic_index: Callable[[Checker, nodes.IndexExpr], None] = _nothing
    character: Callable[[Checker, nodes.IndexExpr], bool] = _no
    slice: Callable[[Checker, Operand, nodes.SliceExpr], None] = _nothing
    # literals
    function_literal: Callable[[Checker, Operand, nodes.FuncLit], bool] = _no
    literal_type: Callable[[Checker, nodes.CompositeLit, Type | None], Type | None] = _nothing
    map_key: Callable[[Checker, nodes.KeyValueExpr, nodes.CompositeLit, Map], None] = _nothing
    field_literal: Callable[[Checker, nodes.CompositeLit, Type], bool] = _no


GO = Reader()
