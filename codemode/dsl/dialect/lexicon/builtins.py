"""Checks the builtins that only repairs call, for operations of Python and JavaScript: `__contains` for `x in xs`, `__pow` for `x ** y`.

The functions work like those of builtin_calls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from codemode.dsl.dialect.meaning import conditions
from codemode.dsl.dialect.meaning.notes import noted
from codemode.dsl.syntax import nodes
from codemode.types import assignments, expressions, gradual
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.model import (
    ANY,
    BOOL,
    ERROR,
    FLOAT64,
    INT,
    MAP_STRING_ANY,
    SLICE_ANY,
    SLICE_STRING,
    STRING,
    Array,
    Map,
    Pointer,
    Slice,
    Type,
    TypeParam,
    map_of,
)
from codemode.types.operand import BAD, CONST, Operand, gives, gives_nothing
from codemode.types.predicates import INTEGER, REAL, STRING_KIND, all_basic, comparable, is_basic, is_untyped
from codemode.types.untyped import convert_untyped

Check = Callable[[Checker, Operand, nodes.CallExpr, "list[Operand]"], bool]


def _contains(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    """Checks `x in m`: the result is a bool."""
    y, under = args[1], x.typ.underlying
    if gradual.dynamic(c, x):
        typ = ANY
    elif isinstance(under, Map):
        typ = under.key
    elif isinstance(under, (Slice, Array)):
        typ = under.elem
    elif is_basic(under, STRING_KIND):
        typ = STRING
        if is_untyped(x.typ):
            convert_untyped(c, x, STRING)
    else:
        message = f"cannot look for a value in {c.words.operand(x)}"
        return c.error(x, message, "use a map, a slice or a string", reason="wrong_operands")
    assignments.assignment(c, y, typ, "membership test")
    return y.mode is not BAD and gives(x, BOOL)


def _many(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    """Checks a new empty list, named by its argument. The first append decides its element type (see open_functions.settle)."""
    convert_untyped(c, x, STRING)
    noted(c).empty_lists.setdefault(bytes(args[0].val or b""), []).append(e)
    return gives(x, SLICE_ANY)


def _map(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    """Checks a map made from keys and values. If the keys are anys, the key type is string."""
    keys, values = [a.typ.elem if isinstance(a.typ, Slice) else ANY for a in args]
    key = STRING if keys is ANY else keys
    if not comparable(key):
        c.error(e, f"invalid map key type {c.words.type(key)}", "keys are strings or numbers", reason="not_comparable")
        return False
    return gives(x, map_of(key, values))


def _sort(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    assignments.assignment(c, args[2], BOOL, "argument reverse")
    for a in args[:2]:
        assignments.assignment(c, a, ANY, "argument")
    return BAD not in [a.mode for a in args] and gives_nothing(x)


def _get(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    """Checks `m.get(key, default)`: the result has the element type of the map."""
    under = x.typ.underlying
    key, elem = (under.key, under.elem) if isinstance(under, Map) else (ANY, ANY)
    assignments.assignment(c, args[1], key, "map index")
    assignments.assignment(c, args[2], elem, "default")
    return BAD not in [a.mode for a in args] and gives(x, elem)


def _abs(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    if is_untyped(x.typ):
        assignments.assignment(c, x, None, "argument to abs")
    if x.mode is BAD or gradual.dynamic(c, x):
        return x.mode is not BAD and gives(x, ANY)
    if isinstance(x.typ, TypeParam) or not all_basic(x.typ, REAL):
        return c.error(x, f"abs of {c.words.operand(x)}, which is not a number", reason="wrong_operands")
    return gives(x, x.typ)


def _given(result: Type, *wanted: Type, context: str = "argument") -> Check:
    """Returns a check for a function with these parameter types and this result type. Messages call the place of an argument `context`."""

    def check(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
        for operand, typ in zip(args, wanted, strict=True):
            assignments.assignment(c, operand, typ, context)
        return BAD not in [operand.mode for operand in args] and gives(x, result)

    return check


def _as_given(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    """Checks a call whose result has the type of its argument. The run time refuses arguments of the wrong kind."""
    if is_untyped(x.typ):
        assignments.assignment(c, x, None, "argument")
    return x.mode is not BAD and gives(x, x.typ)


def _kind_of(kinds: tuple[type[Type], ...], what: str, way: str) -> Check:
    """Returns a check for a function of one kind of collection, whose result has the type of its argument."""

    def check(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
        if x.mode is not BAD and not isinstance(x.typ.underlying, kinds) and not gradual.dynamic(c, x):
            hint = way.replace("X", expr_text(x.expr))
            return c.error(x, f"{c.words.operand(x)} is not a {what}", hint, reason="wrong_operands")
        return x.mode is not BAD and gives(x, x.typ)

    return check


def _dict(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    if isinstance(x.typ.underlying, Map):
        return gives(x, x.typ)
    assignments.assignment(c, x, ANY, "argument to dict")
    return x.mode is not BAD and gives(x, MAP_STRING_ANY)


def _pow(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    """Checks a power; two integers give an integer, but float64 for a negative exponent. Before a pointer, `**` multiplies by what it points to."""
    if isinstance(args[1].typ.underlying, Pointer):
        at = {"pos": e.args[1].pos - 1, "end": e.args[1].end}
        e.args = [nodes.BinaryExpr("*", e.args[0], nodes.StarExpr(e.args[1], **at), e.fun.pos, pos=e.pos, end=e.end)]
        expressions.expr(c, x, e.args[0])
        return x.mode is not BAD and gives(x, x.typ)
    c.mend("python_power", e.fun)
    typ = _of_numbers(c, args, "power")
    whole = typ is not None and typ is not ANY and all_basic(typ, INTEGER)
    below = args[1].mode is CONST and isinstance(args[1].val, int) and args[1].val < 0
    return typ is not None and gives(x, args[0].typ if whole and not below else FLOAT64 if whole else typ)


def _floor(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    typ = _of_numbers(c, args, "division")
    return typ is not None and gives(x, typ)


def _of_numbers(c: Checker, args: list[Operand], what: str) -> Type | None:
    """Returns the result type for two numbers: any if one is an any, an integer type for two integers, else float64. None after a problem."""
    whole = True
    for operand in args:
        if is_untyped(operand.typ):
            assignments.assignment(c, operand, None, what)
        if operand.mode is BAD or gradual.dynamic(c, operand):
            continue
        if isinstance(operand.typ, TypeParam) or not all_basic(operand.typ, REAL):
            hint = "for a power write math.Pow(x, y) with two float64 values" if what == "power" else ""
            message = f"{what} of {c.words.operand(operand)}, which is not a number"
            c.error(operand, message, hint, reason="wrong_operands")
            return None
        whole = whole and all_basic(operand.typ, INTEGER)
    if any(operand.mode is BAD for operand in args):
        return None
    if any(gradual.dynamic(c, operand) for operand in args):
        return ANY
    if not whole:
        return FLOAT64
    return args[0].typ if args[0].typ is args[1].typ or args[1].expr.const is not None else INT


def _sum(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    if gradual.dynamic(c, x):
        return gives(x, ANY)
    under = x.typ.underlying
    elem = under.elem if isinstance(under, Slice) else None
    if elem is None or (elem is not ANY and (isinstance(elem, TypeParam) or not all_basic(elem, REAL))):
        message = f"sum of {c.words.operand(x)}"
        return c.error(x, message, "write a loop: for _, v := range xs { total += v }", reason="wrong_operands")
    return gives(x, elem)


TABLE: Final[dict[str, Check]] = {
    "__contains": _contains,
    "__choose": conditions.choose,  # cond ? a : b
    "__each": _given(SLICE_ANY, ANY, context="range clause"),  # the elements of a list or the keys of a map
    "__try": lambda c, x, e, args: gives(x, BOOL),
    "__caught": lambda c, x, e, args: gives(x, ERROR),
    "__many": _many,
    "__map": _map,
    "__sort": _sort,
    "__text": _given(STRING, ANY, context="string"),
    "__back": _given(INT, ANY, INT, context="slice index"),  # a position counted from the end
    "__get": _get,
    "__is_text": _given(BOOL, ANY),
    "__abs": _abs,
    "__filled": _given(BOOL, ANY, context="condition"),
    "__floor": _floor,
    "__str": _given(STRING, ANY),
    "__js": _given(STRING, ANY),
    "__of_text": _given(STRING, STRING, ANY),
    "__round": _given(FLOAT64, FLOAT64, INT),
    "__whole": _given(ANY, STRING, FLOAT64),
    "__texts": _as_given,
    "__lines": _given(SLICE_STRING, STRING),
    "__fixed": _given(STRING, FLOAT64, INT),
    "__end": _given(INT, ANY, INT),
    "__pairs": _as_given,
    "__ascii": _as_given,
    "__plain": _as_given,
    "__list": _kind_of((Slice, Array), "list", "to add one element write append(xs, X)"),
    "__object": _kind_of((Map,), "map", "for positions write: for i := range X"),
    "__locale": _given(INT, STRING, STRING),
    "__dict": _dict,
    "__pow": _pow,
    "__sum": _sum,
}
