"""Reads what Python and JavaScript write inside expressions: a default behind `||`, a position counted from the end.

Go has neither. The replacement keeps the order of evaluation, and it evaluates an expression twice only if the second result is the same.
"""

from __future__ import annotations

from typing import Final

from codemode.dsl.dialect.copies import again
from codemode.dsl.dialect.meaning import iteration, trees
from codemode.dsl.names import HIDDEN, VALUES
from codemode.dsl.syntax import nodes
from codemode.types import expressions
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import ANY, Array, Slice, Type
from codemode.types.objects import Builtin
from codemode.types.operand import BAD, NILVALUE, VALUE, Operand
from codemode.types.predicates import BOOLEAN, NUMERIC, STRING_KIND, all_basic, default_type, is_basic, is_untyped
from codemode.types.untyped import convert_untyped, update_type

# --- 'x' as a text -----------------------------------------------------------------------------------------------------


def as_texts(c: Checker, exprs: list[nodes.Expr]) -> None:
    """Reads 'x' as a string in constructs that only Python and JavaScript have."""
    for e in exprs:
        lit = unparen(e)
        if isinstance(lit, nodes.BasicLit) and lit.kind == "CHAR" and c.gradual:
            shown = lit.raw
            lit.kind, lit.value = "STRING", chr(lit.value).encode("utf-8", "replace")
            lit.raw = f'"{shown[1:-1]}"' if shown != "'\"'" else '`"`'
            c.mend("character_as_string", lit, found=shown, meant=lit.raw)


# --- a || b as a value -------------------------------------------------------------------------------------------------

WORDS: Final[dict[str, str]] = {"||": "or", "&&": "and"}


def one_of(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr) -> bool:
    """Reads `a || b` and `a && b` of operands that are not bools as the operand that decides, as in Python and JavaScript."""
    if e.op in VALUES:
        e.op = {"or": "||", "and": "&&"}.get(e.op, e.op)  # in another round the operands may be conditions
    if not c.gradual or BAD in (x.mode, y.mode) or y.mode is NILVALUE:
        return False
    if all_basic(x.typ, BOOLEAN) or all_basic(y.typ, BOOLEAN):
        return False
    typ = _type_of_both(x, y, e.op)
    if typ is None:
        _or_empty(c, x, e)
        return False
    written = expr_text(e)
    for operand in (x, y):
        if is_untyped(operand.typ):
            if typ is ANY:
                update_type(c, operand.expr, default_type(operand.typ), final=True)
            else:
                convert_untyped(c, operand, typ)
    if y.typ is not ANY or e.op == "??":
        meant = "unless that is nil" if e.op == "??" else 'unless that is nil, "", 0 or false'
        c.mend("value_or_default", e, found=written, meant=expr_text(e.x), other=meant, more=expr_text(e.y))
    e.op = WORDS.get(e.op, e.op)
    x.mode, x.typ = VALUE, typ
    return True


def _or_empty(c: Checker, x: Operand, e: nodes.BinaryExpr) -> None:
    """Reads `groups[k] || []` as groups[k]: in Go a nil list is an empty list."""
    empty = unparen(e.y)
    if e.op not in ("||", "??") or not isinstance(x.typ.underlying, Slice) or not isinstance(empty, nodes.CompositeLit):
        return
    if not empty.elts and isinstance(empty.type, nodes.ArrayType):
        c.mend("nil_map_is_empty", e, found=expr_text(e), meant=expr_text(e.x))
        e.op = "+"


def _type_of_both(x: Operand, y: Operand, op: str) -> Type | None:
    if x.typ is ANY:
        return ANY if y.typ is ANY or op != "&&" else None
    plain = is_basic(x.typ, STRING_KIND) or is_basic(x.typ, NUMERIC)
    alike = is_untyped(y.typ) and is_basic(y.typ, STRING_KIND) == is_basic(x.typ, STRING_KIND)
    same = x.typ is y.typ or (alike and y.mode is not BAD)
    return x.typ if plain and same and op == "||" and not is_untyped(x.typ) else None


# --- any(xs) -----------------------------------------------------------------------------------------------------------


def asks_of_list(e: nodes.Expr) -> bool:
    """Returns whether `e` is `any(xs)` of a list. Python tests for a true element; Go converts the list to any."""
    e = unparen(e)
    if not isinstance(e, nodes.CallExpr) or not isinstance(e.fun, nodes.Ident) or e.fun.name != "any" or not e.args:
        return False
    if e.fun.end > e.args[0].pos:
        return False  # written by a repair
    typ = e.args[0].typ
    return typ is not None and isinstance(typ.underlying, (Slice, Array))


def is_made(e: nodes.Expr) -> bool:
    """Returns whether `e` is a list in the form of Python or JavaScript, such as [x > 5 for x in xs] or [a, b]."""
    e = unparen(e)
    if isinstance(e, nodes.CompositeLit):
        return e.type is not None and e.type.pos == e.type.end
    first = e.fun.body.stmts[:1] if isinstance(e, nodes.CallExpr) and isinstance(e.fun, nodes.FuncLit) else []
    left = first[0].lhs[0] if first and isinstance(first[0], nodes.AssignStmt) else None
    return isinstance(left, nodes.Ident) and left.name[:1] == HIDDEN


def refuse_any(c: Checker, x: Operand, e: nodes.Expr) -> None:
    """Refuses `any(xs)` of a list as a condition."""
    if x.mode is not BAD and asks_of_list(e):
        how = "write a loop with an if, or slices.ContainsFunc(xs, func(x T) bool { ... })"
        message = f"{expr_text(e)} does not test the elements of the list: in Go it converts the list"
        c.error(e, message, how, reason="uncertain_any")
        x.mode = BAD


# --- xs[-1] ------------------------------------------------------------------------------------------------------------


def from_end(c: Checker, x: Operand, holder: nodes.Expr, index: nodes.Expr, *, clamp: bool) -> nodes.Expr:
    """Returns the position that xs[-1] or xs[-3:] means. Returns `index` if it counts from the start or xs cannot be repeated."""
    number = _negative(index)
    if number is None or not c.gradual or not _has_positions(x.typ):
        return index
    if not isinstance(c.lookup("len"), Builtin):
        return index
    holder_again = again(holder)
    if holder_again is None:
        return index
    if is_basic(x.typ, STRING_KIND) and not clamp:
        what = f"a character of a string is a number in Go: {expr_text(holder)}[{expr_text(index)}:] is the end of the string"
        message = f"invalid argument: index {expr_text(index)} (constant of type int) must not be negative"
        c.error(index, message, what, reason="wrong_index")
        return number
    if x.typ is ANY and not clamp:
        go = "__end(X, N)"
    else:
        go = "__back(X, N)" if clamp else "len(X) - N"
    made = trees.template(go, index, X=holder_again, N=number)
    c.mend("index_from_end", index, found=expr_text(index), meant=expr_text(holder), other=number.raw)
    return made


def _has_positions(t: Type) -> bool:
    return t is ANY or isinstance(t.underlying, (Slice, Array)) or is_basic(t, STRING_KIND)


def _negative(e: nodes.Expr) -> nodes.BasicLit | None:
    inner = unparen(e)
    if not isinstance(inner, nodes.UnaryExpr) or inner.op != "-":
        return None
    number = unparen(inner.x)
    if isinstance(number, nodes.BasicLit) and number.kind == "INT" and number.value > 0:
        return nodes.BasicLit("INT", number.raw, number.value, pos=number.pos, end=number.end)
    return None


_CHOOSING: Final = VALUES | {"||", "&&"}


def chosen(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr) -> bool:
    """Reads `a || b`, `a && b` and `a ?? b` of operands that are not conditions. Returns whether x is the result."""
    if e.op not in _CHOOSING:
        return False
    if x.typ is ANY and isinstance(e.y, nodes.BasicLit) and e.y.kind == "CHAR":
        as_texts(c, [e.y])
        expressions.expr(c, y, e.y)
    refuse_any(c, x, e.x)
    refuse_any(c, y, e.y)
    return one_of(c, x, y, e)


# --- positions -----------------------------------------------------------------------------------------------------------


def index(c: Checker, e: nodes.IndexExpr, x: Operand, _: object) -> bool:
    """Reads positions from the end and, in an any, the key 'a'."""
    at = unparen(e.indices[0])
    if isinstance(at, nodes.BasicLit) and at.kind == "STRING":
        iteration.note_element(c, e.x)
    if x.typ is ANY:
        as_texts(c, e.indices)
    e.indices[0] = from_end(c, x, e.x, e.indices[0], clamp=False)
    return False


def bounds(c: Checker, e: nodes.SliceExpr, x: Operand, _: object) -> bool:
    """Reads bounds that count from the end, and bounds of a text that count characters."""
    if e.lo is not None:
        e.lo = from_end(c, x, e.x, e.lo, clamp=True)
    if e.hi is not None:
        e.hi = from_end(c, x, e.x, e.hi, clamp=True)
    if _counts_characters(x, e):
        e.x = trees.call("__ascii", e.x)
        expressions.expr(c, x, e.x)
    return False


def to_any(c: Checker, x: Operand, e: nodes.CallExpr) -> None:
    """Refuses any([x > 5 for x in xs]), which asks for an element in Python."""
    if is_made(e.args[0]):
        refuse_any(c, x, e)


def _counts_characters(x: Operand, e: nodes.SliceExpr) -> bool:
    """Returns whether the bounds of a text's slice may be meant as characters (Go counts bytes), as in s[1:-1]."""
    if x.typ is not ANY and not is_basic(x.typ, STRING_KIND):
        return False
    calls = [bound for bound in (e.x, e.lo, e.hi) if isinstance(bound, nodes.CallExpr)]
    names = [call.fun.name for call in calls if isinstance(call.fun, nodes.Ident)]
    if "__ascii" in names:
        return False  # another round has already handled it
    bounds = (e.lo, e.hi)
    from_start = any(bound is not None and bound not in calls for bound in bounds)
    return from_start and "__back" in names
