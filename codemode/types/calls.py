"""Checks calls of functions and conversions, and records on the tree what kind of call each is."""

from __future__ import annotations

from typing import cast

from codemode.dsl.syntax import nodes
from codemode.types import (
    arguments,
    assignments,
    builtin_calls,
    conversions,
    expressions,
    generics,
    gradual,
    indexing,
    structure,
    tool_checks,
    typexprs,
)
from codemode.types.assignability import assignable_to
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, named_function, unparen
from codemode.types.instances import mentions
from codemode.types.model import ANY, ERROR, Basic, Interface, Signature, Slice, Tuple, Type, TypeParam, tuple_of
from codemode.types.objects import CallInfo, Func
from codemode.types.operand import BAD, BUILTIN, NOVALUE, TYPEXPR, VALUE, Operand
from codemode.types.predicates import default_type, is_untyped
from codemode.types.typeset import common_under
from codemode.types.universe import BUILTINS, Kind
from codemode.types.untyped import update_type


def call_expr(c: Checker, x: Operand, e: nodes.CallExpr, hint: Type | None) -> Kind:
    e.info = None
    if _lacks_types(c, e.fun):
        c.reader.call(c, e, None)
    fun, outer, c.calling = e.fun, c.calling, e
    inst: nodes.IndexExpr | None = None
    if isinstance(e.fun, nodes.IndexExpr):
        if indexing.indexed_operand(c, x, e.fun):
            inst = e.fun
        x.expr = e.fun
        expressions.record(c, x, e.fun)
    else:
        expressions.expr_or_type(c, x, e.fun, generic=True)
        x.expr = e.fun
    c.calling = outer
    if e.fun is not fun:
        return call_expr(c, x, e, hint)  # the reader has put another function there
    if x.mode is BAD:
        expressions.use(c, *e.args)
        return "statement"
    if x.mode is TYPEXPR:
        return _conversion(c, x, e)
    if x.mode is BUILTIN:
        name = x.name
        if _reads_legal(c, e, ("", name)):
            return call_expr(c, x, e, hint)
        e.info = CallInfo("builtin", builtin=name)
        if not builtin_calls.builtin(c, x, e, name):
            x.mode = BAD
        x.expr = e
        if x.mode is not BAD and x.mode is not builtin_calls.CONST:
            c.has_call = True
        return BUILTINS[name].kind
    if gradual.dynamic(c, x):
        return _dynamic(c, x, e)
    return _function(c, x, e, inst)


def _conversion(c: Checker, x: Operand, e: nodes.CallExpr) -> Kind:
    expressions.non_generic(c, x, None)
    if x.mode is BAD:
        return "conversion"
    t = x.typ
    x.mode = BAD
    if not typexprs.is_complete(c, t):
        return "conversion"
    e.info = CallInfo("conversion")
    if not e.args:
        c.error(e, f"missing argument in conversion to {_converted_to(c, e)}", reason="wrong_argument_count")
    elif len(e.args) > 1:
        expressions.use(c, *e.args)
        c.error(e.args[-1], f"too many arguments in conversion to {_converted_to(c, e)}", reason="wrong_argument_count")
    else:
        expressions.expr(c, x, e.args[0], target=assignments.target_of(t, "conversion"))
        if x.mode is not BAD and t is ANY and isinstance(x.typ.underlying, Slice):
            c.read(e, x, t)
        arg = e.args[0]
        if x.mode is not BAD:
            _convert(c, x, e, t)
        if e.args[0] is not arg:
            return call_expr(c, x, e, None)  # the reader has put another value there
    x.expr = e
    return "conversion"


def _converted_to(c: Checker, e: nodes.CallExpr) -> str:
    plain = isinstance(e.fun, nodes.Ident) and isinstance(e.fun.typ, Basic)
    return expr_text(e.fun) if plain else c.words.type(e.fun.typ)


def _convert(c: Checker, x: Operand, e: nodes.CallExpr, t: Type) -> None:
    under = t.underlying
    if isinstance(under, Interface) and not isinstance(t, TypeParam) and under.is_constraint_only:
        why = "contains specific type constraints or is comparable"
        c.error(e, f"cannot use interface {c.words.type(t)} in conversion ({why})", reason="constraint_as_type")
        x.mode = BAD
    elif e.ellipsis:
        c.error(e.args[0], f"invalid use of ... in conversion to {c.words.type(t)}", reason="invalid_spread")
        x.mode = BAD
    else:
        conversions.conversion(c, x, e, t, _converted_to(c, e))


def _dynamic(c: Checker, x: Operand, e: nodes.CallExpr) -> Kind:
    """Checks a call of an `any`. The run time calls the function in it, or fails if the value is not a function."""
    for arg in e.args:
        a = Operand()
        expressions.expr(c, a, arg)
        if a.mode is not BAD and is_untyped(a.typ):
            update_type(c, arg, default_type(a.typ), final=True)
    e.info = CallInfo("dynamic")
    x.mode, x.typ = VALUE, ANY
    x.expr = e
    c.has_call = True
    return "statement"


# --- functions -------------------------------------------------------------------------------------------------------


def _signature_of(c: Checker, x: Operand) -> Signature | None:
    """Returns the signature of the value that is called; None after a problem."""

    def callable_(t: Type, under: Type | None) -> str | None:
        fine = under is None or isinstance(under, Signature)
        return None if fine else f"{c.words.type(t)} is not a function"

    under, cause = common_under(x.typ, callable_, c.words.type)
    if isinstance(under, Signature):
        return under
    hint = c.reader.hint("call", c, x)
    c.error(x, f"invalid operation: cannot call {c.words.operand(x)}: {cause}", hint, reason="not_callable")
    return None


def _function(c: Checker, x: Operand, e: nodes.CallExpr, inst: nodes.IndexExpr | None) -> Kind:
    under = _signature_of(c, x)
    if under is None:
        x.mode = BAD
        x.expr = e
        return "statement"
    sig: Signature | None = under
    type_args: list[Type] = []
    if inst is not None:
        explicit = _explicit_arguments(c, e, inst, under)
        if explicit is None:
            x.mode = BAD
            return "statement"
        type_args = explicit
        if len(type_args) == len(under.type_params):
            sig = generics.instantiate_signature(c, inst.indices[0], inst, under, type_args, inst.indices)
    if _read_otherwise(c, e, under):
        return call_expr(c, x, e, None)
    args, partial = arguments.argument_list(c, e.args)
    info = e.info = CallInfo("call", func=static_callee(e.fun))
    c.prints = c.prints or (info.func is not None and info.func.prints)
    if tool_checks.given_as_map(e, info, args):
        assert info.func is not None
        sig = under = info.func.signature
    info.spread = len(e.args) == 1 and len(args) > 1
    if len(args) == 2 and len(e.args) == 1 and _takes_one(c, under, args[1]):
        args = assignments.single(c, args, e.args[0], 1)
    info.spread = info.spread and len(args) > 1
    assert sig is not None
    final = arguments.arguments(c, e, sig, type_args if sig is under else [], args, partial)
    if final is None:
        # The problem is reported. Checking continues with the result type, which is known unless it depends on type arguments.
        if any(mentions(t, frozenset(sig.type_params)) for t in sig.results):
            x.mode = BAD
            x.expr = e
            return "statement"
        final = sig
    e.fun.typ = final
    info.signature = final
    info.type_args = tuple(_instance_of(e.fun) or ())
    _result(c, x, e, final)
    c.has_call = True
    tool_checks.check_call(c, e, info)
    return "statement"


def _read_otherwise(c: Checker, e: nodes.CallExpr, sig: Signature) -> bool:
    """Returns whether the reader has put another function there, because of how this one is called."""
    fun, func = e.fun, static_callee(e.fun)
    if func is not None and _reads_legal(c, e, (func.package, func.name)):
        return True
    given = _values_given(c, e, sig) + (sig.variadic and not e.ellipsis)
    count = len(sig.params)
    wrong = given < count or (given > count and not sig.variadic)
    if wrong or any(_lacks_types(c, arg) for arg in e.args):
        c.reader.call(c, e, sig)
    return e.fun is not fun


def _lacks_types(c: Checker, e: nodes.Expr) -> bool:
    literal = unparen(e)
    return isinstance(literal, nodes.FuncLit) and structure.lacks_types(c, literal.type)


def _values_given(c: Checker, e: nodes.CallExpr, sig: Signature) -> int:
    """Returns how many arguments a call has. In f(g()), these are the results of g if there are as many as f takes."""
    if len(e.args) != 1 or len(sig.params) == 1 or not isinstance(unparen(e.args[0]), nodes.CallExpr):
        return len(e.args)
    typ = expressions.looked_at(c, e.args[0], many=True).typ
    many = typ.types if isinstance(typ, Tuple) else ()
    if len(many) < 2 or not (len(many) >= len(sig.params) - 1 if sig.variadic else len(many) == len(sig.params)):
        return 1
    # an error where f takes something else is not meant for f
    return 1 if many[-1] is ERROR and not isinstance(sig.params[-1].underlying, Interface | Slice) else len(many)


def _takes_one(c: Checker, sig: Signature, second: Operand) -> bool:
    """Returns whether a function takes one value where it is given two: f(g()), where g returns an error, too."""
    if not sig.variadic:
        return len(sig.params) == 1
    return len(sig.params) != 2 and not assignable_to(c, second, cast(Slice, sig.params[-1]).elem)[0]


def _reads_legal(c: Checker, e: nodes.CallExpr, name: tuple[str, str]) -> bool:
    """Asks the reader about one of the few functions whose calls are read although Go accepts them."""
    fun, read = e.fun, c.reader.on_legal.get(name)
    if read is not None:
        read(c, e)
    return e.fun is not fun


def _explicit_arguments(c: Checker, e: nodes.CallExpr, inst: nodes.IndexExpr, sig: Signature) -> list[Type] | None:
    found = typexprs.type_list(c, inst.indices)
    if found is None:
        expressions.use(c, *e.args)
        return None
    got, want = len(found), len(sig.type_params)
    if got > want:
        c.error(inst.indices[want], f"got {got} type arguments but want {want}", reason="wrong_type_arguments")
        expressions.use(c, *e.args)
        return None
    return found


def _result(c: Checker, x: Operand, e: nodes.CallExpr, sig: Signature) -> None:
    results = sig.results
    x.expr = e
    if not results:
        x.mode = NOVALUE
    elif len(results) == 1:
        x.mode = VALUE if typexprs.is_complete(c, results[0]) else BAD
        x.typ = results[0]
    else:
        x.mode, x.typ = VALUE, tuple_of(results)


def static_callee(fun: nodes.Expr) -> Func | None:
    """Returns the function or method that a call expression names, or None if it is only known at run time."""
    fun = unparen(fun)
    if isinstance(fun, nodes.IndexExpr):
        fun = unparen(fun.x)
    obj = fun.obj if isinstance(fun, nodes.Ident) else fun.sel.obj if isinstance(fun, nodes.SelectorExpr) else None
    return obj if isinstance(obj, Func) else None


def _instance_of(fun: nodes.Expr) -> tuple[Type, ...] | None:
    named = named_function(fun)
    return named.inst if named is not None else None
