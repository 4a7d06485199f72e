"""Finds the variables that outlive their frame: those used by closures and those whose address is taken."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.model import Array
from codemode.types.objects import FuncInfo, Selection, Var


def use_var(c: Checker, var: Var) -> None:
    """Records that the current function uses a variable."""
    owner = var.owner
    fn = c.env.fn
    if owner is None or owner is fn:
        return
    between: list[FuncInfo] = []
    while fn is not None and fn is not owner:
        between.append(fn)
        fn = fn.outer
    if fn is None:
        # A function declared in a snippet uses a variable of the statements around it.
        var.kind = "global"
        var.owner = None
        return
    var.captured = True
    for info in between:
        if var not in info.captures:
            info.captures.append(var)


def mark_addressed(e: nodes.Expr) -> None:
    """Records that the address of `e`, or of a part of it, is taken: the variable that contains it cannot be a plain slot."""
    while True:
        if isinstance(e, nodes.ParenExpr):
            e = e.x
        elif isinstance(e, nodes.Ident):
            if isinstance(e.obj, Var):
                e.obj.addressed = True
            return
        elif isinstance(e, nodes.SelectorExpr):
            selection = e.selection
            if not isinstance(selection, Selection) or selection.kind != "field" or selection.indirect:
                return
            e = e.x
        elif isinstance(e, nodes.IndexExpr):
            if not isinstance(e.x.typ.underlying, Array):
                return
            e = e.x
        else:
            return


def settle(infos: list[FuncInfo]) -> None:
    """Removes variables that are globals from the captures. Some become globals only after their use was recorded."""
    for info in infos:
        if any(var.kind == "global" for var in info.captures):
            info.captures = [var for var in info.captures if var.kind != "global"]


def is_from_outside(e: nodes.Expr) -> bool:
    """Returns whether `e` is a variable of the host or of a library package. All runs share these, so a program must not assign to them."""
    obj = e.obj if isinstance(e, nodes.Ident) else None
    if isinstance(e, nodes.SelectorExpr) and isinstance(e.selection, Selection) and e.selection.kind == "package":
        obj = e.selection.obj
    return isinstance(obj, Var) and obj.native is not None
