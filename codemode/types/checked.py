"""The result of the checker and the input of the lowering."""

from __future__ import annotations

from dataclasses import field

from codemode.dsl.diagnostics import Mend, Problem
from codemode.dsl.syntax import nodes
from codemode.records import dataclass
from codemode.types.objects import Func, FuncInfo, Var


@dataclass(slots=True)
class Checked:
    """A checked file. It may be lowered only if no problem has severity "error".

    The tree carries the rest: `Expr.typ` (final type: untyped constants already have the type they are used at), `Expr.const`,
    `Ident.obj`, `SelectorExpr.selection`, `CallExpr.info`, `FuncLit.info`, `FuncDecl.info`, `CaseClause.obj`.
    Conversions at assignments (to an interface, and with gradual any from an `any` to a concrete type) are not marked in the tree.
    The lowering finds them: it compares `Expr.typ` with the type of the variable, parameter or element that is assigned to.
    """

    file: nodes.File
    problems: list[Problem] = field(default_factory=list[Problem])
    mends: list[Mend] = field(default_factory=list[Mend])
    # package variables, and snippet variables that top-level funcs use
    globals: list[Var] = field(default_factory=list[Var])
    init_order: list[nodes.VarSpec] = field(default_factory=list[nodes.VarSpec])  # of a program's package variables
    # declared functions and methods, including init functions, in source order
    funcs: list[Func] = field(default_factory=list[Func])
    main: FuncInfo | None = None  # the snippet's top level, or func main of a program
    out: Var | None = None  # the predeclared __out (a global of type any)
    sets_out: bool = False  # something assigns __out (a repair counts)
    out_unless_printed: bool = False  # a repair assigns __out; ignored if the program prints something
    uses_cap: bool = False  # the program asks for the capacity of a slice
    has_goto: bool = False
    # constant name, streaming, offset
    tool_calls: list[tuple[str, bool, int]] = field(default_factory=list[tuple[str, bool, int]])

    @property
    def errors(self) -> list[Problem]:
        return [p for p in self.problems if p.severity == "error"]
