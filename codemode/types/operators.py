"""Unary and binary operators, shifts and comparisons."""

from __future__ import annotations

from typing import Final

from codemode.dsl.names import VALUES
from codemode.dsl.syntax import nodes
from codemode.types import constant, expressions, gradual
from codemode.types.assignability import assignable_to
from codemode.types.captures import is_from_outside, mark_addressed
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import (
    ANY,
    BOOL,
    INT,
    INVALID,
    UNTYPED_BOOL,
    UNTYPED_FLOAT,
    UNTYPED_INT,
    UNTYPED_RUNE,
    Basic,
    Chan,
    Map,
    Pointer,
    Signature,
    Slice,
    Type,
    TypeParam,
    pointer_to,
)
from codemode.types.operand import BAD, COMMAOK, CONST, NILVALUE, VALUE, VARIABLE, Operand
from codemode.types.predicates import (
    BOOLEAN,
    INTEGER,
    NUMERIC,
    NUMERIC_OR_STRING,
    ORDERED,
    STRING_KIND,
    Infos,
    all_basic,
    composite_kind,
    default_type,
    has_nil,
    is_basic,
    is_interface,
    is_untyped,
)
from codemode.types.shifts import shift
from codemode.types.typeset import common_under, comparable_cause
from codemode.types.universe import Kind
from codemode.types.untyped import COMPARISONS, SHIFTS, convert_untyped, overflow, update_type

_UNARY: Final[dict[str, Infos]] = {"+": NUMERIC, "-": NUMERIC, "^": INTEGER, "!": BOOLEAN}
_ARITHMETIC: Final = frozenset({"+", "-", "*", "/"})
_BINARY: Final[dict[str, Infos]] = {
    "+": NUMERIC_OR_STRING,
    **dict.fromkeys(("-", "*", "/"), NUMERIC),
    **dict.fromkeys(("%", "&", "|", "^", "&^"), INTEGER),
    **dict.fromkeys(("&&", "||"), BOOLEAN),
}


def unary(c: Checker, x: Operand, e: nodes.UnaryExpr, hint: Type | None) -> Kind | None:
    expressions.expr(c, x, e.x)
    if e.op == "not":
        c.read(e, x)
    if x.mode is BAD:
        return None
    op = e.op
    if op == "&":
        _address(c, x, e)
        return None
    if op == "<-":
        elem = chan_elem(c, x, x, receive=True)
        x.mode = BAD
        if elem is not None:
            x.mode, x.typ = COMMAOK, elem
            c.has_call = True
        return "statement"
    if op == "~":
        advice = " (use ^ for bitwise complement)" if all_basic(x.typ, INTEGER) else ""
        c.error(e, f"cannot use ~ outside of interface or type constraint{advice}", reason="misplaced")
        x.mode = BAD
        return None
    if op == "!" and not all_basic(x.typ, BOOLEAN):
        c.read(e, x)
        if x.mode is BAD:
            return None
    if gradual.dynamic(c, x):
        x.mode = VALUE
        if op == "!":
            x.typ = BOOL
        return None
    if not all_basic(x.typ, _UNARY[op]):
        why = c.reader.hint("unary", c, op, x)
        message = f"invalid operation: operator {op} not defined on {c.words.operand(x)}"
        c.refuse(x, message, why, reason="wrong_operands")
        return None
    if x.mode is CONST:
        if x.val is not None:
            basic = x.typ.underlying
            assert isinstance(basic, Basic)
            x.val = constant.unary(op, x.val, basic)
            x.expr = e
            overflow(c, x, e)
        return None
    x.mode = VALUE
    return None


def _address(c: Checker, x: Operand, e: nodes.UnaryExpr) -> None:
    inner = unparen(e.x)
    if x.mode is not VARIABLE and not isinstance(inner, nodes.CompositeLit):
        message = f"invalid operation: cannot take address of {c.words.operand(x)}"
        c.refuse(x, message, c.reader.hint("address", inner), reason="not_addressable")
        return
    if is_from_outside(inner):
        hint = "copy it into a variable of your own first: v := ..."
        message = f"cannot take the address of {expr_text(inner)}: it does not belong to the program"
        c.refuse(x, message, hint, reason="not_addressable")
        return
    mark_addressed(inner)
    if isinstance(inner, nodes.Ident) and inner.obj is c.out:
        c.sets_out = True  # __out can be set through the pointer
    x.mode, x.typ = VALUE, pointer_to(x.typ)


def chan_elem(c: Checker, at: Operand | nodes.Node, x: Operand, *, receive: bool) -> Type | None:
    """Returns the element type of a channel that can be received from (or sent to), or None after reporting a problem."""

    def unfit(t: Type, under: Type | None) -> str | None:
        if under is None:
            return "no specific channel type"
        if not isinstance(under, Chan):
            return f"non-channel {c.words.type(t)}"
        if receive and under.dir == "send":
            return f"send-only channel {c.words.type(t)}"
        if not receive and under.dir == "recv":
            return f"receive-only channel {c.words.type(t)}"
        return None

    under, cause = common_under(x.typ, unfit, c.words.type)
    if isinstance(under, Chan):
        return under.elem
    verb = "receive from" if receive else "send to"
    shown = c.words.operand(x)
    told = f"{shown}: {cause}" if isinstance(x.typ, TypeParam) else f"{cause} {shown}"
    c.error(at, f"invalid operation: cannot {verb} {told}", reason="wrong_channel")
    return None


# --- binary --------------------------------------------------------------------------------------------------------


def binary_expr(c: Checker, x: Operand, e: nodes.BinaryExpr, hint: Type | None) -> None:
    """Checks a binary expression. A chain such as a + b + c leans left and may be long, so a loop walks it."""
    chain = [e]
    left = e.x
    while isinstance(left, nodes.BinaryExpr):
        chain.append(left)
        left = left.x
    expressions.expr(c, x, left)
    while chain:
        node = chain.pop()
        y = Operand()
        expressions.expr(c, y, node.y)
        if are_plain(x, y, node.op) or not c.read(node, x, (y, e)):
            binary(c, x, y, node, node.x, node.y, node.op)
        if chain:
            x.expr = node
            expressions.record(c, x, node)


_CHOOSING: Final = VALUES | {"&&", "||"}
_CONSTANTS: Final = frozenset({UNTYPED_INT, UNTYPED_RUNE, UNTYPED_FLOAT})
_OF_TEXTS: Final = COMPARISONS | {"+"}


def are_plain(x: Operand, y: Operand, op: str) -> bool:
    """Returns whether the types of the operands fit each other in an obvious way, so that there is nothing to ask a reader."""
    tx, ty = x.typ, y.typ
    if op in _CHOOSING:
        return all_basic(tx, BOOLEAN) and all_basic(ty, BOOLEAN)
    if tx is ty:
        return tx.underlying.__class__ is Basic or isinstance(tx, TypeParam) or op in ("==", "!=")
    if op in SHIFTS:
        return True
    if tx in _CONSTANTS or ty in _CONSTANTS:
        named = tx.__class__ is not Basic or ty.__class__ is not Basic
        if named and (tx is UNTYPED_FLOAT or ty is UNTYPED_FLOAT):
            return False
        return all_basic(tx, NUMERIC) and all_basic(ty, NUMERIC)
    if op in ("==", "!=") and NILVALUE in (x.mode, y.mode):
        return has_nil(tx if y.mode is NILVALUE else ty)
    return op in _OF_TEXTS and is_basic(tx, STRING_KIND) and is_basic(ty, STRING_KIND)


def binary(
    c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr | None, lhs: nodes.Expr, rhs: nodes.Expr, op: str
) -> None:
    """Checks `x op y` into x. `e` is None for an assignment operation."""
    if x.mode is BAD or y.mode is BAD:
        x.mode = BAD
        return
    if op in SHIFTS:
        shift(c, x, y, e, op)
        return
    if op == "??":
        _coalescing(c, x, lhs, rhs)
        return
    if gradual.either_dynamic(c, x, y) and _dynamic(c, x, y, op):
        return
    match_types(c, x, y)
    if x.mode is BAD:
        return
    if op in COMPARISONS:
        comparison(c, x, y, op)
        return
    if x.typ is not y.typ:
        if x.typ is not INVALID and y.typ is not INVALID:
            _mismatched(c, x, y, e, lhs, rhs, op)
        x.mode = BAD
        return
    if not all_basic(x.typ, _BINARY[op]):
        shown = c.words.operand(x)
        message = f"invalid operation: operator {op} not defined on {shown}"
        c.refuse(x, message, c.reader.hint("operator", c, op, x), reason="wrong_operands")
        return
    if op in "/%" and _divides_by_zero(x, y):
        c.error(y, "invalid operation: division by zero", reason="constant_division")
        x.mode = BAD
        return
    if x.mode is CONST and y.mode is CONST:
        _constant(c, x, y, e, lhs, op)
        return
    x.mode = VALUE


def _constant(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr | None, lhs: nodes.Expr, op: str) -> None:
    if x.val is None or y.val is None:
        x.val = None
        return
    if x.val.__class__ is bytes and not _room_for(c, x, y):
        return
    x.val = constant.binary(op, x.val, y.val, is_basic(x.typ, INTEGER))
    if e is not None:
        x.expr = e
    overflow(c, x, nodes.Node(pos=e.op_pos, end=e.end) if e is not None else lhs)


def _coalescing(c: Checker, x: Operand, lhs: nodes.Expr, rhs: nodes.Expr) -> None:
    never = x.typ is not ANY and not has_nil(x.typ)
    instead = f"write: v := {expr_text(lhs)}; if v == nil {{ v = {expr_text(rhs)} }}"
    hint = f"{expr_text(lhs)} is never nil" if never else instead
    c.refuse(x, "Go has no ?? operator", hint, reason="wrong_operands")


def _room_for(c: Checker, x: Operand, y: Operand) -> bool:
    """Limits the length of constant strings, which are made before the run and its memory limit begin. Returns False after a problem."""
    c.constant_bytes += len(x.val) + len(y.val)
    if c.constant_bytes <= constant.MAX_STRING:
        return True
    told = f"{c.constant_bytes} bytes with those before it > {constant.MAX_STRING} bytes"
    hint = "join strings while the program runs: strings.Repeat, strings.Join"
    c.error(y, f"constant string too long ({told})", hint, reason="constant_too_large")
    x.val = None
    return False


def _mismatched(
    c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr | None, lhs: nodes.Expr, rhs: nodes.Expr, op: str
) -> None:
    text = expr_text(e) if e is not None else f"{expr_text(lhs)} {op}= {expr_text(rhs)}"
    show = c.words.type_of
    c.reader.mismatch(c, x, y)
    message = f"invalid operation: {text} (mismatched types {show(x)} and {show(y)})"
    c.error(x, message, c.reader.hint("mismatch", c, x, y, op), reason="wrong_operands")


def _divides_by_zero(x: Operand, y: Operand) -> bool:
    if y.mode is not CONST or y.val is None:
        return False
    if x.mode is not CONST and not all_basic(x.typ, INTEGER):
        return False
    return constant.sign(y.val) == 0


def _dynamic(c: Checker, x: Operand, y: Operand, op: str) -> bool:
    """Checks an operation with an any, which the run time decides. Returns False if Go's own rules apply."""
    if op in ("==", "!=") or not gradual.may_operate(x, y):
        return False
    known = y if x.typ is ANY else x
    kinds = ORDERED if op in COMPARISONS else _BINARY[op]
    if known.typ is not ANY and not all_basic(known.typ, kinds):
        return False
    typ = gradual.arithmetic_type(x, y)
    if op in _ARITHMETIC and typ is INT:
        typ = ANY  # numbers of a tool's result are not Go ints: 7 / 2 is 3.5, and 9.99 * n has a fraction
    for operand in (x, y):
        if is_untyped(operand.typ):
            update_type(c, operand.expr, default_type(operand.typ), final=True)
    x.mode = VALUE
    if op in COMPARISONS:
        x.typ = UNTYPED_BOOL
    elif op in ("&&", "||"):
        x.typ = BOOL
    else:
        x.typ = typ
    return True


def match_types(c: Checker, x: Operand, y: Operand) -> None:
    """Converts an untyped operand to the type of the other operand."""
    for constant_, other in ((x, y), (y, x)):
        if constant_.typ is UNTYPED_FLOAT and other.typ is INT and not _is_whole(constant_):
            c.reader.mismatch(c, other, constant_)
    if _may_convert(x, y):
        convert_untyped(c, x, y.typ)
        if x.mode is BAD:
            return
        convert_untyped(c, y, x.typ)
        if y.mode is BAD:
            x.mode = BAD


def _is_whole(x: Operand) -> bool:
    return x.val is None or constant.to_int(x.val) is not None


def _may_convert(x: Operand, y: Operand) -> bool:
    tx, ty = x.typ, y.typ
    if not is_untyped(tx) and not is_untyped(ty):
        return False
    if all_basic(tx, NUMERIC) != all_basic(ty, NUMERIC):
        return False
    if is_interface(tx) or is_interface(ty):
        return True
    if all_basic(tx, BOOLEAN) != all_basic(ty, BOOLEAN):
        return False
    if all_basic(tx, STRING_KIND) != all_basic(ty, STRING_KIND):
        return False
    if x.mode is NILVALUE:
        return has_nil(ty)
    if y.mode is NILVALUE:
        return has_nil(tx)
    return not (isinstance(tx.underlying, Pointer) or isinstance(ty.underlying, Pointer))


# --- comparison ----------------------------------------------------------------------------------------------------


def comparison(c: Checker, x: Operand, y: Operand, op: str, case: bool = False) -> None:
    """Checks the comparison `x op y` into x, an untyped bool. In a switch, `case` words the problem for a case x and the tag y."""
    if x.typ is INVALID or y.typ is INVALID:
        x.mode = BAD
        return
    ok = assignable_to(c, x, y.typ)[0] or assignable_to(c, y, x.typ)[0]
    at, cause = x, None
    if not ok:
        at = y
        cause = f"mismatched types {c.words.type_of(x)} and {c.words.type_of(y)}"
        c.reader.mismatch(c, x, y)
    elif op in ("==", "!="):
        at, cause = _equality(c, x, y)
    elif not all_basic(x.typ, ORDERED):
        cause = ""
    elif not all_basic(y.typ, ORDERED):
        at, cause = y, ""
    if cause is not None:
        _not_compared(c, x, y, op, at, cause, case)
        return
    if x.mode is CONST and y.mode is CONST:
        x.val = None if x.val is None or y.val is None else constant.compare(op, x.val, y.val)
    else:
        x.mode = VALUE
        update_type(c, x.expr, default_type(x.typ), final=True)
        update_type(c, y.expr, default_type(y.typ), final=True)
    x.typ = UNTYPED_BOOL


def _equality(c: Checker, x: Operand, y: Operand) -> tuple[Operand, str | None]:
    if x.mode is NILVALUE or y.mode is NILVALUE:
        typ = y.typ if x.mode is NILVALUE else x.typ
        return (x, None) if has_nil(typ) else (y, "")
    for side in (x, y):
        cause = comparable_cause(side.typ, show=c.words.type)
        if cause is not None:
            if isinstance(side.typ.underlying, (Slice, Signature, Map)):
                cause = f"{composite_kind(side.typ)} can only be compared to nil"
            return side, cause
    return x, None


def _not_compared(c: Checker, x: Operand, y: Operand, op: str, at: Operand, cause: str, case: bool) -> None:
    if not cause:
        if isinstance(x.typ, TypeParam) or isinstance(y.typ, TypeParam):
            if not isinstance(x.typ, TypeParam):
                at = y
            cause = f"type parameter {c.words.type(at.typ)} cannot use operator {op}"
        else:
            what = composite_kind(at.typ) or c.words.type(at.typ)
            cause = f"operator {op} not defined on {what}"
    hint = c.reader.hint("mismatch", c, x, y, op)
    if case:
        message = f"invalid case {expr_text(x.expr)} in switch on {expr_text(y.expr)} ({cause})"
        c.error(x, message, hint, reason="wrong_comparison")
    else:
        message = f"invalid operation: {expr_text(x.expr)} {op} {expr_text(y.expr)} ({cause})"
        c.error(at, message, hint, reason="wrong_comparison")
    x.mode = BAD
