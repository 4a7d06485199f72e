"""Explicit conversions T(x)."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.types import constant, gradual
from codemode.types.assignability import assignable_to
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.model import INT32, INVALID, UINT8, UNTYPED_NIL, Basic, Type, TypeParam
from codemode.types.operand import BAD, CONST, VALUE, Operand
from codemode.types.predicates import (
    CONSTANT,
    INTEGER,
    STRING_KIND,
    all_basic,
    convertible_concrete,
    default_type,
    is_basic,
    is_bytes_or_runes,
    is_interface,
    is_untyped,
)
from codemode.types.typeset import each, terms_of
from codemode.types.untyped import update_type

_REPLACEMENT = "\ufffd".encode()


def conversion(c: Checker, x: Operand, e: nodes.CallExpr, t: Type, shown: str) -> None:
    """Converts x to type `t` in the conversion `e`; messages call the type `shown`."""
    if t is INVALID:
        x.mode = BAD
        return
    constant_arg = x.mode is CONST
    if gradual.dynamic(c, x) and not is_interface(t) and not isinstance(t, TypeParam):
        x.mode, x.typ = VALUE, t
        return
    cause = ""
    if constant_arg and is_basic(t, CONSTANT):
        ok, value = _constant(x, t)
        if not ok and is_basic(t, INTEGER):
            whole = constant.to_int(x.val)
            x.val = x.val if whole is None else whole
        if not ok and is_basic(x.typ, INTEGER) and is_basic(t, INTEGER):
            c.refuse(x, f"constant {constant.text(x.val)} overflows {shown}", reason="constant_too_large")
            return
        if ok and value is not None:
            x.val = value
    elif constant_arg and isinstance(t, TypeParam):
        ok, cause = _constant_to_param(c, x, t)
        x.mode = VALUE
    else:
        ok, cause = convertible_to(c, x, t)
        if ok:
            x.mode = VALUE
            _warn_of_character(c, x, t)
    if not ok and c.read(e, x, t):
        return
    if not ok:
        message = f"cannot convert {c.words.operand(x)} to type {shown}"
        hint = c.reader.hint("conversion", c, x, t)
        c.refuse(x, f"{message}: {cause}" if cause else message, hint, reason="wrong_conversion")
        return
    if is_untyped(x.typ):
        update_type(c, x.expr, _final(x, t, constant_arg), final=True)
    x.typ = t


def _final(x: Operand, t: Type, constant_arg: bool) -> Type:
    """Returns the type that an untyped operand gets when it is converted to `t`."""
    if x.typ is UNTYPED_NIL:
        return t
    if is_interface(t) or (constant_arg and not is_basic(t, CONSTANT)):
        return default_type(x.typ)
    return x.typ if x.mode is CONST and is_basic(x.typ, INTEGER) and all_basic(t, STRING_KIND) else t


def _warn_of_character(c: Checker, x: Operand, t: Type) -> None:
    """Warns of string(n), as go vet does: the result is the character with number n."""
    if is_basic(t, STRING_KIND) and is_basic(x.typ, INTEGER) and x.typ.underlying not in (INT32, UINT8):
        shown = expr_text(x.expr)
        message = f"conversion from {c.words.type(x.typ)} to string yields a string of one rune, not a string of digits"
        hint = f"write strconv.Itoa({shown}); for the character string(rune({shown}))"
        c.warning(x.expr, message, hint, reason="number_to_text")


def _constant(x: Operand, t: Type) -> tuple[bool, object]:
    """Converts a constant to a basic type, including its value."""
    under = t.underlying
    if not isinstance(under, Basic):
        return False, None
    if x.val is None:
        return True, None
    value = constant.represent(x.val, under)
    if value is not None:
        return True, value
    if is_basic(x.typ, INTEGER) and is_basic(under, STRING_KIND):
        code = x.val
        valid = 0 <= code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF
        return True, chr(code).encode() if valid else _REPLACEMENT
    return False, None


def _constant_to_param(c: Checker, x: Operand, t: TypeParam) -> tuple[bool, str]:
    show = c.words.type
    for _, under in each(t):
        if under is None:
            return False, f"{show(t)} does not contain specific types"
        if is_basic(x.typ, STRING_KIND) and is_bytes_or_runes(under):
            continue
        if not _constant(x, under)[0]:
            if is_basic(x.typ, INTEGER) and is_basic(under, INTEGER):
                return False, f"constant {constant.text(x.val)} overflows {show(under)} (in {show(t)})"
            return False, f"cannot convert {c.words.operand(x)} to type {show(under)} (in {show(t)})"
    return True, ""


def convertible_to(c: Checker, x: Operand, t: Type) -> tuple[bool, str]:
    ok, cause = assignable_to(c, x, t)
    if ok:
        return True, ""
    v = x.typ
    v_param, t_param = isinstance(v, TypeParam), isinstance(t, TypeParam)
    if not v_param and not t_param:
        return (True, "") if convertible_concrete(v, t) else (False, cause)
    return _param_conversion(c, x, v, t)


def _param_conversion(c: Checker, x: Operand, v: Type, t: Type) -> tuple[bool, str]:
    """Converts between type parameters: every type of one must be convertible to every type of the other."""
    show = c.words.type
    sources = [term.type for term in terms_of(v)] if isinstance(v, TypeParam) else [v]
    targets = [term.type for term in terms_of(t)] if isinstance(t, TypeParam) else [t]
    if not sources or not targets:
        return False, ""
    for source in sources:
        for target in targets:
            part = x.copy()
            part.typ = source
            ok, why = convertible_to(c, part, target)
            if not ok:
                from_text = f"{show(source)} (in {show(v)})" if isinstance(v, TypeParam) else show(source)
                to_text = f"{show(target)} (in {show(t)})" if isinstance(t, TypeParam) else show(target)
                text = f"cannot convert {from_text} to type {to_text}"
                return False, f"{text}\n\t{why}" if why else text
    return True, ""
