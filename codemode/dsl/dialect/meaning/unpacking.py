"""Repairs assignments of one value to several names: unpacks a list, or adds the error nil if the function returns no error."""

from __future__ import annotations

import re
from typing import Final

from codemode.dsl.dialect.lexicon.templates import UNPACKED
from codemode.dsl.dialect.meaning import trees
from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import ANY, BOOL, ERROR, FLOAT64, INT, MAP_STRING_ANY, STRING, Array, Slice, Tuple, Type
from codemode.types.operand import BAD, NOVALUE, Operand

_ERROR: Final = re.compile(r"err|exc|fail|^e\d?$", re.IGNORECASE)
_ONE: Final = frozenset({"ok", "_", "found", "exists", "success"})  # a last name that is not an element of a list
_NAMED: Final = frozenset({ANY, BOOL, FLOAT64, INT, STRING})
_MOST: Final = 8


def read(c: Checker, names: list[str], rhs: list[nodes.Expr], value: Operand) -> bool:
    """Adds the missing values to `rhs`, if it is certain which are meant. Returns whether it did."""
    if not c.gradual or value.mode in (BAD, NOVALUE) or isinstance(value.typ, Tuple):
        return False
    e, count = rhs[0], len(names)
    at = {"pos": e.end, "end": e.end}
    is_call = isinstance(unparen(e), nodes.CallExpr)
    if count == 2 and is_call and value.typ is ERROR and names[0] == "_":
        rhs[:] = [nodes.BasicLit("INT", "0", 0, **at), e]
        c.mend("error_only", e, found=expr_text(e))
        return True
    if count == 2 and _ERROR.search(names[1]):
        if not is_call or value.typ is ERROR:
            return False
        rhs.append(nodes.Ident("nil", **at))
        c.mend("no_error", e, found=expr_text(e), meant=names[1])
        return True
    elem = _elem(value.typ)
    if elem is None or count > _MOST or not _ONE.isdisjoint(names[-1:]):
        return False
    rhs[0] = _parts(e, count, elem, c)
    c.mend("list_unpacked", e, found=", ".join(names), meant=str(count), other=expr_text(e))
    return True


def _elem(t: Type) -> Type | None:
    """The element type of a list, None for other types."""
    if t is ANY:
        return ANY
    under = t.underlying
    return under.elem if isinstance(under, (Array, Slice)) else None


def _parts(e: nodes.Expr, count: int, elem: Type, c: Checker) -> nodes.Expr:
    """Makes a call that returns the elements of the list, or panics if it does not have so many."""
    typ = c.words.type(elem) if elem in _NAMED or elem is MAP_STRING_ANY else "any"
    types, parts = ", ".join([typ] * count), ", ".join([f"__l[{i}]" for i in range(count)])
    return trees.template(UNPACKED.format(types=types, count=count, parts=parts), e, XS=e)
