"""Translates calls: functions of the program that are known by name, conversions of numbers, and some builtins."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.compiled.expressions import is_read, stored, translate
from codemode.interpreter.compiled.intervals import LENGTH, Interval, fits
from codemode.interpreter.compiled.operations import caller
from codemode.interpreter.compiled.units import Unsupported
from codemode.interpreter.compiled.writer import Value, Writer, expression, is_int
from codemode.interpreter.lowering.evalorder import is_late
from codemode.interpreter.machine.conversions import converter, text_width
from codemode.interpreter.machine.frames import FuncCode
from codemode.interpreter.machine.typeops import int_range
from codemode.types import model
from codemode.types.objects import CallInfo, Func
from codemode.types.spelling import unparen


@expression(nodes.CallExpr)
def _call(w: Writer, e: nodes.CallExpr, at: int) -> Value:
    info = cast(CallInfo, e.info)
    if info.must or info.spread or e.ellipsis:
        raise Unsupported("a call")
    if (len(e.args) > 1 or isinstance(e.fun, nodes.SelectorExpr)) and is_late(w.b, e.args):
        raise Unsupported("an order of calls")
    if info.kind == "conversion":
        return _conversion(w, e, at)
    if info.kind == "builtin":
        builtin = _BUILTINS.get(info.builtin)
        if builtin is None:
            raise Unsupported(info.builtin)
        return builtin(w, e, at)
    if info.kind != "call" or info.func is None:
        raise Unsupported("a call")
    return _static(w, e, info, info.func) if info.func.native is None else _native(w, e, info, info.func)


def _static(w: Writer, e: nodes.CallExpr, info: CallInfo, func: Func) -> Value:
    """A call of a function of the program, which is also compiled, or run by the tree-walker."""
    fun = unparen(e.fun)
    if isinstance(fun, nodes.IndexExpr):
        fun = unparen(fun.x)
    sig = cast(model.Signature, w.b.typ(cast(model.Signature, info.signature)))
    if not isinstance(fun, nodes.Ident) or sig.variadic or func.recv is not None:
        raise Unsupported("a call")
    w.loud()
    args = [stored(w, a, t, e.pos).tree for a, t in zip(e.args, sig.params)]
    w.place(e.pos)
    target = w.b.builder.code(func, tuple(w.b.typ(t) for t in info.type_args))
    t = w.b.type_of(e)
    name = w.compiled_name(target)
    if name is not None:
        tree = w.t.call(w.t.name(name), w.t.name("run"), w.t.name("e"), *args)
    else:
        tree = w.operate(_caller_of(target), *args)
    return Value(tree, int_range(t) if is_int(t) else None)


def _native(w: Writer, e: nodes.CallExpr, info: CallInfo, func: Func) -> Value:
    """A call of a library function that takes only values."""
    fun = unparen(e.fun)
    sig = cast(model.Signature, w.b.typ(cast(model.Signature, info.signature)))
    params = list(sig.params)
    selected = isinstance(fun, nodes.SelectorExpr) and fun.selection.kind == "package"
    if not selected or func.recv is not None or func.calls_tool or any(_is_func(t) for t in params):
        raise Unsupported("a call")
    w.loud()
    fixed = len(params) - 1 if sig.variadic else len(params)
    args: list[ast.expr] = []
    for a, t in zip(e.args[:fixed], params):
        looks = w.looks
        args.append(stored(w, a, t, e.pos).tree)
        if func.cost is not None and len(args) == 2 and w.looks != looks and not is_read(args[0]):
            raise Unsupported("a made value that waits")
    if sig.variadic:
        elem = cast(model.Slice, params[-1].underlying).elem
        items = [stored(w, a, elem, e.pos).tree for a in e.args[fixed:]]
        w.place(e.pos)
        args.append(w.t.list(items))
    w.place(e.pos)
    types = tuple(w.b.typ(t) for t in info.type_args)
    if len(args) in (1, 2) and func.cost is None and not func.wants_run and not func.wants_types:
        tree = w.t.call(w.bound(func.native), *args)
    else:
        tree = w.operate(w.program.native_caller(func, types, len(args)), *args)
    t = w.b.type_of(e)
    return Value(tree, int_range(t) if is_int(t) else None)


def _is_func(t: model.Type) -> bool:
    return isinstance(t.underlying, model.Signature)


def _caller_of(target: FuncCode) -> Callable[..., Any]:
    if target.caller is None:
        target.caller = caller(target)
    return target.caller


# --- conversions -----------------------------------------------------------------------------------------------------


def _conversion(w: Writer, e: nodes.CallExpr, at: int) -> Value:
    b, arg = w.b, e.args[0]
    source, target = b.type_of(arg), b.type_of(e)
    simple = isinstance(source.underlying, model.Basic) and isinstance(target.underlying, model.Basic)
    if arg.const is not None or b.is_nil(arg) or not simple or source is model.ANY:
        raise Unsupported("a conversion")
    convert = converter(source, target)
    if text_width(source, target):
        raise Unsupported("a conversion of text")
    x = translate(w, arg, at if convert is None else e.pos)
    w.place(e.pos)
    if is_int(source) and is_int(target):
        known = cast(Interval, x.known)
        if convert is None or fits(known, int_range(target)):
            return Value(x.tree, known)
        return Value(w.t.call(w.bound(convert), x.tree), int_range(target))
    tree = x.tree if convert is None else w.t.call(w.bound(convert), x.tree)
    return Value(tree, int_range(target) if is_int(target) else None)


# --- builtins --------------------------------------------------------------------------------------------------------


def _len(w: Writer, e: nodes.CallExpr, at: int) -> Value:
    x = e.args[0]
    t = w.b.type_of(x)
    under = t.underlying
    slot = w.plain(x)
    tree = translate(w, x, at).tree
    w.place(at)
    if isinstance(under, model.Slice):
        if slot is not None and w.has_parts(slot):
            return Value(w.t.name(f"n{slot}"), LENGTH)
        return Value(w.t.attr(tree, "len"), LENGTH)
    if t is not model.ANY and isinstance(under, model.Basic):
        return Value(w.t.call(w.bound(len), tree), LENGTH)
    if isinstance(under, model.Map):
        return Value(w.t.call(w.bound(len), w.t.either(tree, w.t.tuple([]))), LENGTH)
    raise Unsupported("len")


def _cap(w: Writer, e: nodes.CallExpr, at: int) -> Value:
    if not isinstance(w.b.type_of(e.args[0]).underlying, model.Slice):
        raise Unsupported("cap")
    tree = translate(w, e.args[0], at).tree
    w.place(at)
    return Value(w.t.attr(tree, "cap"), (0, 1 << 62))


def _extreme(w: Writer, e: nodes.CallExpr, op: str, at: int) -> Value:
    t = w.b.type_of(e)
    if not is_int(t) or len(e.args) != 2:
        raise Unsupported("an extreme")
    x, y = (stored(w, a, t, at) for a in e.args)
    w.place(at)
    if not all(isinstance(v.tree, ast.Name | ast.Constant) for v in (x, y)):
        raise Unsupported("an extreme")
    a, b = cast(Interval, x.known), cast(Interval, y.known)
    pick = min if op == "<=" else max
    known = pick(a[0], b[0]), pick(a[1], b[1])
    return Value(w.t.choose(w.t.compare(x.tree, (op, y.tree)), x.tree, y.tree), known)


_BUILTINS: dict[str, Callable[[Writer, nodes.CallExpr, int], Value]] = {
    "len": _len,
    "cap": _cap,
    "min": lambda w, e, at: _extreme(w, e, "<=", at),
    "max": lambda w, e, at: _extreme(w, e, ">=", at),
}
