"""What the checker asks a reader where it is about to refuse a program: what text that is not Go means, and what to write instead.

The checker knows Go only. A `Reader` is a table of functions; the functions of this module read nothing, so that a `Reader()` is the strict
checker of Go. `codemode.dsl.dialect` has the one that reads what models write.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from codemode.dsl.syntax import nodes
from codemode.types.model import Signature, Type
from codemode.types.objects import Func, Object, Package, Var
from codemode.types.operand import Operand

if TYPE_CHECKING:
    from codemode.types.checked import Checked
    from codemode.types.checker import Checker

CheckBuiltin = Callable[["Checker", Operand, nodes.CallExpr, list[Operand]], bool]
# The checker, the node that Go refuses, its operand and what else the checker knows. Returns whether the node is valid now, or replaced.
ReadNode = Callable[["Checker", Any, Any, Any], bool]


def _nothing(*_: object) -> None: ...


def _no(*_: object) -> bool:
    return False


def _last(*given: Any) -> Any:
    return given[-1]


class _Hint(Protocol):
    def __call__(self, kind: str, *facts: Any) -> str: ...


def _no_hint(kind: str, *facts: Any) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Reader:
    """The functions that the checker asks. They are asked only about code that Go refuses, except for the last group."""

    # Whether text that is not Go is read at all; __out is then one variable, wherever it is declared.
    reads: bool = False
    hint: _Hint = _no_hint  # what to write instead, for the problem that is about to be reported
    # Checks the whole file: check(c) is one round, and a round may find that another one is needed.
    rounds: Callable[[Checker, Callable[[Checker], Checked]], Checked] = lambda c, check: check(c)
    # --- refused ---
    nodes: Mapping[type[nodes.Node], ReadNode] = field(default_factory=dict[type[nodes.Node], ReadNode])
    # The object that an unknown name denotes: of an import, of an identifier, or of a member of the package.
    name: Callable[[Checker, nodes.Node, Package | None], Object | Package | None] = _nothing
    callee: Callable[[Checker, nodes.Expr], bool] = _no  # an unknown name begins the function of `c.calling`
    # A call with a wrong number of arguments, or with function literals without types; None: the literal is called itself.
    call: Callable[[Checker, nodes.CallExpr, Signature | None], None] = _nothing
    value: Callable[[Checker, Operand, Type], Type | None] = _nothing  # the type with which x fits where a `Type` goes
    # the one value of a call that returns a T and an error
    single: Callable[[Checker, nodes.Expr], Type | None] = _nothing
    parts: Callable[[Checker, list[str], list[nodes.Expr], Operand], bool] = _no  # fewer values than names
    mismatch: Callable[[Checker, Operand, Operand], None] = _nothing  # of types
    tool_name: Callable[[Checker, nodes.CallExpr, str], str] = _last  # of an unknown tool
    parameter: Callable[[Checker, nodes.KeyValueExpr, nodes.CompositeLit, str, dict[str, Any]], None] = _nothing
    # --- accepted ---
    builtins: Mapping[str, CheckBuiltin] = field(default_factory=dict[str, CheckBuiltin])  # that only readings call
    appended: Callable[[Checker, list[Operand]], None] = _nothing  # to a list that a reading made
    # The few functions whose calls are read although Go accepts them, by package and name. The package of a builtin is "".
    on_legal: Mapping[tuple[str, str], Callable[[Checker, nodes.CallExpr], None]] = field(
        default_factory=dict[Any, Any]
    )
    # The type of a variable that is declared with an untyped constant; for nil None is given, and None refuses it.
    variable: Callable[[Checker, Var, Operand, Type | None], Type | None] = _last
    fed: Callable[[Checker, nodes.Expr], None] = _nothing  # takes an any
    result: Callable[[Checker], None] = _nothing  # the end of a snippet, before its unused variables are reported
    # Values and calls that are probably a mistake.
    becomes_any: Callable[[Checker, Operand], None] = _nothing
    maybe_list: Callable[[Checker, Operand, nodes.Expr], None] = _nothing  # v, ok := x.([]T)
    # By package: calls of its functions.
    library: Mapping[str, Callable[[Checker, nodes.CallExpr, Func], None]] = field(default_factory=dict[Any, Any])


GO = Reader()
