"""Checks calls of the builtin functions. Each function here checks one builtin and turns the operand x into the call's result."""

from __future__ import annotations

from typing import Final

from codemode.dsl.names import HIDDEN
from codemode.dsl.syntax import nodes
from codemode.types import arguments, assignments, expressions, gradual, indexing, typexprs
from codemode.types.assignability import assignable_to
from codemode.types.builtin_numbers import extreme, make_complex, part_of
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.model import (
    ANY,
    INT,
    INVALID,
    SLICE_ANY,
    SLICE_BYTE,
    STRING,
    UINT8,
    Array,
    Chan,
    Map,
    Pointer,
    Slice,
    Type,
    pointer_to,
    signature_of,
    slice_of,
)
from codemode.types.operand import BAD, BUILTIN, CONST, NILVALUE, NOVALUE, TYPEXPR, Operand, gives, gives_nothing
from codemode.types.predicates import STRING_KIND, all_basic, is_basic, is_untyped
from codemode.types.reader import CheckBuiltin
from codemode.types.typeset import common_under, each
from codemode.types.universe import BUILTINS
from codemode.types.untyped import convert_untyped

_UNEVALUATED: Final = frozenset({"make", "new"})  # their first argument is a type


def builtin(c: Checker, x: Operand, e: nodes.CallExpr, name: str) -> bool:
    """Checks a call of a builtin and puts its result into x. Returns False after a problem."""
    shape = BUILTINS[name]
    if e.ellipsis and name != "append":
        c.error(e, f"invalid operation: invalid use of ... with built-in {name}", reason="invalid_spread")
        expressions.use(c, *e.args)
        return False
    outer_call = c.has_call
    c.has_call = False
    args: list[Operand] = []
    count = len(e.args)
    if name not in _UNEVALUATED:
        args = expressions.expr_list(c, e.args)
        if len(args) == 2 and len(e.args) == 1 == shape.nargs and (not shape.variadic or name in ("max", "min")):
            args = assignments.single(c, args, e.args[0], 1)
        count = len(args)
        if any(a.mode is BAD for a in args):
            return False
        if args:
            x.take(args[0])
    problem = "not enough" if count < shape.nargs else "too many" if count > shape.nargs and not shape.variadic else ""
    if problem:
        found = f"(expected {shape.nargs}, found {count})"
        c.error(e, f"invalid operation: {problem} arguments for {expr_text(e)} {found}", reason="wrong_argument_count")
        return False
    ok = (_BUILTINS.get(name) or c.reader.builtins[name])(c, x, e, args)
    c.has_call = outer_call or (c.has_call if name not in ("len", "cap") else False)
    return ok


# --- slices ----------------------------------------------------------------------------------------------------------


def slice_elem(c: Checker, x: Operand) -> tuple[Type | None, str]:
    """Returns the element type of a slice operand, or None with the cause."""
    elem: Type | None = None
    for _, under in each(x.typ):
        if not isinstance(under, Slice):
            what = "untyped nil" if x.mode is NILVALUE else c.words.operand(x)
            return None, f"argument must be a slice; have {what}"
        if elem is not None and under.elem is not elem:
            show = c.words.type
            return None, f"mismatched slice element types {show(elem)} and {show(under.elem)} in {c.words.operand(x)}"
        elem = under.elem
    return elem, ""


def _all_bytes(t: Type) -> bool | None:
    """Returns None if some type of `t` is neither []byte nor a string; otherwise whether some type is a string."""
    has_string = False
    for _, under in each(t):
        if isinstance(under, Slice) and under.elem.underlying is UINT8:
            continue
        if under is not None and is_basic(under, STRING_KIND):
            has_string = True
            continue
        return None
    return has_string


def _append(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    if args[0].typ is SLICE_ANY and isinstance(args[0].expr, nodes.Ident) and args[0].expr.name[:1] == HIDDEN:
        c.reader.appended(c, args)
    x.typ = args[0].typ
    if gradual.dynamic(c, x):
        for a in args[1:]:
            assignments.assignment(c, a, ANY if not (e.ellipsis and a is args[-1]) else None, "argument to append")
        return gives(x, ANY)
    elem, why = slice_elem(c, x)
    if elem is None:
        return c.error(x, f"invalid append: {why}", c.reader.hint("append", c, x), reason="wrong_builtin_argument")
    typ = x.typ
    if len(args) == 2 and e.ellipsis and assignable_to(c, x, SLICE_BYTE)[0] and _all_bytes(args[1].typ):
        if is_untyped(args[1].typ):
            convert_untyped(c, args[1], STRING)
        return gives(x, typ)
    sig = signature_of((typ, slice_of(elem)), (typ,), variadic=True)
    arguments.arguments(c, e, sig, [], args, {})
    return gives(x, typ)


def _copy(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    y = args[1]
    target, why = slice_elem(c, x)
    if target is None:
        return c.error(x, f"invalid copy: {why}", reason="wrong_builtin_argument")
    if gradual.dynamic(c, y):
        return gives(x, INT)
    if not (assignable_to(c, x, SLICE_BYTE)[0] and _all_bytes(y.typ) is not None):
        source, why = slice_elem(c, y)
        if source is None:
            if not all_basic(y.typ, STRING_KIND):
                return c.error(y, f"invalid copy: {why}", reason="wrong_builtin_argument")
            source = UINT8
        if source is not target:
            shown = f"{c.words.operand(x)} and {c.words.operand(y)}"
            types = f"{c.words.type(target)} and {c.words.type(source)}"
            c.error(x, f"invalid copy: arguments {shown} have different element types {types}", reason="wrong_operands")
            return False
    if is_untyped(y.typ):
        convert_untyped(c, y, STRING)
    return gives(x, INT)


def _cap_len(c: Checker, x: Operand, name: str) -> bool:
    if name == "len" and gradual.dynamic(c, x):
        return gives(x, INT)
    c.uses_cap = c.uses_cap or name == "cap"
    ok = True
    for _, under in each(x.typ):
        ok = ok and _has_length(under, name)
    if not ok:
        if x.typ.underlying is not INVALID:
            message = f"invalid argument: {c.words.operand(x)} for built-in {name}"
            c.error(x, message, c.reader.hint("length", c, x, name), reason="wrong_builtin_argument")
        return False
    under = x.typ.underlying
    if x.mode is CONST and is_basic(under, STRING_KIND):
        x.val = len(x.val) if x.val is not None else None
        x.typ = INT
        return True
    array = under.elem.underlying if isinstance(under, Pointer) else under
    if isinstance(array, Array) and not c.has_call:
        x.mode, x.typ, x.val = CONST, INT, array.len
        return True
    if is_untyped(x.typ):
        convert_untyped(c, x, STRING)
    return gives(x, INT)


def _has_length(under: Type | None, name: str) -> bool:
    if isinstance(under, Pointer):
        under = under.elem.underlying
        return isinstance(under, Array)
    if isinstance(under, (Array, Slice, Chan)):
        return True
    return name == "len" and under is not None and (isinstance(under, Map) or is_basic(under, STRING_KIND))


def _clear(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    if not gradual.dynamic(c, x) and not all(isinstance(u, (Map, Slice)) for _, u in each(x.typ)):
        shown = c.words.operand(x)
        message = f"invalid argument: cannot clear {shown}: argument must be (or constrained by) map or slice"
        return c.error(x, message, reason="wrong_builtin_argument")
    return gives_nothing(x)


def _make(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    first = e.args[0]
    typ = typexprs.var_type(c, first)
    if typ is INVALID:
        expressions.use(c, *e.args[1:])
        return False

    def unfit(t: Type, under: Type | None) -> str | None:
        if isinstance(under, (Slice, Map, Chan)):
            return None
        return "no specific type" if under is None else "type must be slice, map, or channel"

    under, why = common_under(typ, unfit, c.words.type)
    if under is None:
        hint = f"use var v {expr_text(first)} or {expr_text(first)}{{}}"
        message = f"invalid argument: cannot make {expr_text(first)}: {why}"
        return c.error(first, message, hint, reason="wrong_builtin_argument")
    least = 2 if isinstance(under, Slice) else 1
    if not least <= len(e.args) <= least + 1:
        found = f"expects {least} or {least + 1} arguments; found {len(e.args)}"
        return c.error(e, f"invalid operation: {expr_text(e)} {found}", reason="wrong_builtin_argument")
    sizes = [indexing.index(c, arg, -1)[1] for arg in e.args[1:]]
    if len(sizes) == 2 and 0 <= sizes[1] < sizes[0]:
        c.error(e.args[1], "invalid argument: length and capacity swapped", reason="wrong_builtin_argument")
    x.expr = e
    return gives(x, typ)


def _new(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    first = e.args[0]
    expressions.expr_or_type(c, x, first)
    if x.mode in (NOVALUE, BUILTIN):
        expressions.exclude(c, x)
    if x.mode is BAD:
        return False
    if x.mode is TYPEXPR:
        typexprs.valid_var_type(c, first, x.typ)
    elif is_untyped(x.typ):
        assignments.assignment(c, x, None, "argument to new")
        if x.mode is BAD:
            return False
    return gives(x, pointer_to(x.typ))


# --- maps and channels -------------------------------------------------------------------------------------------------


def _delete(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    key: Type | None = None
    if gradual.dynamic(c, x):
        key = ANY
    else:
        for _, under in each(x.typ):
            if not isinstance(under, Map):
                message = f"invalid argument: {c.words.operand(x)} is not a map"
                return c.error(x, message, c.reader.hint("delete", c, x), reason="wrong_builtin_argument")
            if key is not None and under.key is not key:
                message = f"invalid argument: maps of {c.words.operand(x)} must have identical key types"
                return c.error(x, message, reason="wrong_builtin_argument")
            key = under.key
    x.take(args[1])
    assignments.assignment(c, x, key, "argument to delete")
    return x.mode is not BAD and gives_nothing(x)


def _close(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    for _, under in each(x.typ):
        if not isinstance(under, Chan):
            message = f"invalid operation: cannot close non-channel {c.words.operand(x)}"
            return c.error(x, message, reason="wrong_builtin_argument")
        if under.dir == "recv":
            message = f"invalid operation: cannot close receive-only channel {c.words.operand(x)}"
            return c.error(x, message, reason="wrong_builtin_argument")
    return gives_nothing(x)


# --- the rest --------------------------------------------------------------------------------------------------------------


def _panic(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    c.panics.add(e)
    assignments.assignment(c, x, ANY, "argument to panic")
    return x.mode is not BAD and gives_nothing(x)


def _print(c: Checker, x: Operand, args: list[Operand], name: str) -> bool:
    for a in args:
        assignments.assignment(c, a, None, f"argument to built-in {name}")
        if a.mode is BAD:
            return False
    c.prints = True
    return gives_nothing(x)


def _recover(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    return gives(x, ANY)


_BUILTINS: Final[dict[str, CheckBuiltin]] = {
    "append": _append,
    "cap": lambda c, x, e, args: _cap_len(c, x, "cap"),
    "clear": _clear,
    "close": _close,
    "complex": make_complex,
    "copy": _copy,
    "delete": _delete,
    "imag": lambda c, x, e, args: part_of(c, x, "imag"),
    "len": lambda c, x, e, args: _cap_len(c, x, "len"),
    "make": _make,
    "max": lambda c, x, e, args: extreme(c, x, e, args, "max"),
    "min": lambda c, x, e, args: extreme(c, x, e, args, "min"),
    "new": _new,
    "panic": _panic,
    "print": lambda c, x, e, args: _print(c, x, args, "print"),
    "println": lambda c, x, e, args: _print(c, x, args, "println"),
    "real": lambda c, x, e, args: part_of(c, x, "real"),
    "recover": _recover,
}
