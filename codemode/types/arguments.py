"""Checks the arguments of calls."""

from __future__ import annotations

from typing import cast

from codemode.dsl.syntax import nodes
from codemode.types import assignments, expressions, indexing, infer
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.model import Signature, Slice, Tuple, Type
from codemode.types.operand import BAD, BUILTIN, NOVALUE, TYPEXPR, VALUE, Operand


def argument_list(c: Checker, exprs: list[nodes.Expr]) -> tuple[list[Operand], dict[int, list[Type]]]:
    """Checks the arguments, among which generic functions may be uninstantiated. Also returns the type arguments that were given for those."""
    partial: dict[int, list[Type]] = {}
    operands: list[Operand] = []
    for i, e in enumerate(exprs):
        x = Operand()
        if isinstance(e, nodes.IndexExpr):
            if indexing.indexed_operand(c, x, e):
                given = infer.instantiate_function(c, x, e, None, infer_rest=False)
                if given is not None:
                    partial[i] = given
            x.expr = e
            expressions.record(c, x, e)
            expressions.exclude(c, x) if x.mode in (NOVALUE, BUILTIN, TYPEXPR) else None
            expressions.single_value(c, x)
        elif len(exprs) == 1:
            expressions.raw_expr(c, x, e, generic=True)
            if x.mode in (NOVALUE, BUILTIN, TYPEXPR):
                expressions.exclude(c, x)
            if isinstance(x.typ, Tuple) and x.mode is not BAD:
                return [Operand(VALUE, e, t) for t in x.typ.types], partial
        else:
            expressions.generic_expr(c, x, e)
        operands.append(x)
    return operands, partial


def arguments(
    c: Checker,
    e: nodes.CallExpr,
    sig: Signature,
    type_args: list[Type],
    args: list[Operand],
    partial: dict[int, list[Type]],
) -> Signature | None:
    """Checks arguments against parameters. Returns the instantiated signature, or None after a problem."""
    params = list(sig.params)
    count = len(params)
    if sig.variadic:
        if e.ellipsis:
            if len(e.args) == 1 and len(args) > 1:
                c.error(e, f"cannot use ... with {len(args)}-valued {expr_text(e.args[0])}", reason="invalid_spread")
                return None
        elif len(args) >= count - 1:
            elem = cast(Slice, params[-1]).elem
            params[-1:] = [elem] * (len(args) - count + 1)
            count = len(params)
        else:
            count -= 1
    elif e.ellipsis:
        c.error(e, f"cannot use ... in call to non-variadic {expr_text(e.fun)}", reason="invalid_spread")
        return None
    if len(args) != count:
        _wrong_count(c, e, sig, args, count)
        return None
    if sig.type_params or infer.generic_arguments(args):
        solved = infer.for_call(c, e, sig, type_args, params, args, partial)
        if solved is None:
            return None
        sig, params = solved
    if args:
        context = f"argument to {expr_text(e.fun)}"
        for a, param in zip(args, params):
            assignments.assignment(c, a, param, context)
    return sig


def _wrong_count(c: Checker, e: nodes.CallExpr, sig: Signature, args: list[Operand], count: int) -> None:
    at: nodes.Node = e
    qualifier = "not enough"
    if len(args) > count:
        at = args[count].expr
        qualifier = "too many"
    elif args:
        at = args[-1].expr
    have = c.words.summary([a.typ for a in args], spread=e.ellipsis, shown=[c.words.type_of(a) for a in args])
    want = c.words.summary(sig.params, variadic=sig.variadic)
    message = f"{qualifier} arguments in call to {expr_text(e.fun)}\n\thave {have}\n\twant {want}"
    c.error(at, message, reason="wrong_argument_count")
