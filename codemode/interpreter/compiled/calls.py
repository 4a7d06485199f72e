"""Translates calls: functions of the program that are known by name, conversions of numbers, and some builtins."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.compiled.elements import is_read_place
from codemode.interpreter.compiled.expressions import address, stored, translate
from codemode.interpreter.compiled.intervals import LENGTH, Interval, fits
from codemode.interpreter.compiled.operations import (
    allocate,
    append_value,
    append_values,
    call_found,
    call_value,
    caller,
    convert_text,
    from_any,
    make_slice,
)
from codemode.interpreter.compiled.trees import SIGNS
from codemode.interpreter.compiled.units import Unsupported
from codemode.interpreter.compiled.writer import Value, Writer, expression, is_float64, is_int, is_private
from codemode.interpreter.lowering.callees import method_finder
from codemode.interpreter.lowering.calls import operands
from codemode.interpreter.lowering.evalorder import is_late
from codemode.interpreter.lowering.expr import method_holder
from codemode.interpreter.lowering.literals import MAP_HEAD
from codemode.interpreter.machine import big_values
from codemode.interpreter.machine.conversions import converter, slice_head, text_width
from codemode.interpreter.machine.dispatch import field_type, receiver
from codemode.interpreter.machine.extremes import highest, lowest
from codemode.interpreter.machine.frames import FuncCode
from codemode.interpreter.machine.typeops import footprint, int_range, is_byte, is_iface, is_storage
from codemode.interpreter.machine.values import NIL_SLICE, Slice
from codemode.python_ast import parsed
from codemode.types import model
from codemode.types.expression_text import expr_text, unparen
from codemode.types.objects import CallInfo, Func


@expression(nodes.CallExpr)
def _call(w: Writer, e: nodes.CallExpr, at: int) -> Value:
    info = cast(CallInfo, e.info)
    if info.must or info.spread or e.ellipsis:
        raise Unsupported("a call")
    if (len(e.args) > 1 or isinstance(e.fun, nodes.SelectorExpr)) and is_late(w.b, operands(w.b, e)):
        raise Unsupported("an order of calls")
    if info.kind == "conversion":
        return _conversion(w, e, at)
    if info.kind == "builtin":
        builtin = _BUILTINS.get(info.builtin)
        if builtin is None:
            raise Unsupported(info.builtin)
        return builtin(w, e, at)
    if info.kind != "call":
        raise Unsupported("a call of any")
    w.loud()
    tree, t = _called(w, e, info), w.b.type_of(e)
    return Value(tree, int_range(t) if is_int(t) else None)


def _called(w: Writer, e: nodes.CallExpr, info: CallInfo) -> ast.expr:
    fun = unparen(e.fun)
    if isinstance(fun, nodes.IndexExpr):
        fun = unparen(fun.x)
    sig = cast(model.Signature, w.b.typ(cast(model.Signature, info.signature)))
    func, types = info.func, tuple(w.b.typ(t) for t in info.type_args)
    if isinstance(fun, nodes.SelectorExpr) and fun.selection.kind in ("method", "interface_method"):
        selection = fun.selection
        if selection.kind != "method":
            return _through_interface(w, e, fun, sig)
        func = cast(Func, selection.obj)
        holder = method_holder(w.b.type_of(fun.x), selection.path)
        receiver = _receiver(w, fun.x, selection.path, func, holder, e.pos)
        return _known(w, e, sig, func, [receiver], holder.type_args + types)
    if isinstance(fun, nodes.SelectorExpr) and fun.selection.kind == "package":
        func = fun.selection.obj if isinstance(fun.selection.obj, Func) else None
    elif isinstance(fun, nodes.SelectorExpr):
        func = None
    if func is not None:
        return _known(w, e, sig, func, [], types)
    target = translate(w, e.fun, e.pos).tree
    args = _arguments(w, e, sig, False)
    return w.operate(call_value(len(args)), target, *args)


def _known(
    w: Writer,
    e: nodes.CallExpr,
    sig: model.Signature,
    func: Func,
    receiver: list[ast.expr],
    types: tuple[model.Type, ...],
) -> ast.expr:
    """A call of a function that is known by name. One of the program is also compiled, or run by the tree-walker."""
    if func.calls_tool:
        raise Unsupported("a call of a tool")  # where its error is dropped, a warning says so
    args = [*receiver, *_arguments(w, e, sig, func.native is not None)]
    if func.native is None:
        target = w.b.builder.code(func, types)
        name = w.program.function(target)
        if name is None:
            return w.operate(_caller_of(target), *args)
        w.count_call()
        return w.t.call(w.t.name(name), w.t.name("run"), w.t.name("e"), *args)
    is_free = func.cost is None and not func.wants_run and not func.wants_types
    if is_free and not any(isinstance(t.underlying, model.Signature) for t in sig.params):
        return w.t.call(w.bound(func.native), *args)
    tree = w.operate(w.program.native_caller(func, types, len(args)), *args)
    cost = _cost_of_texts(w, func, args) if not receiver else None
    if cost is None:
        return tree
    run = [w.t.name("run")] if func.wants_run else []
    short = w.t.call(w.bound(func.native), *run, *args)
    if func.of_ascii:
        is_ascii, of_ascii = (w.t.call(w.t.attr(args[0], name)) for name in ("isascii", func.of_ascii))
        short = w.t.choose(is_ascii, of_ascii, short)
    return w.t.choose(cost, tree, short)


def _arguments(w: Writer, e: nodes.CallExpr, sig: model.Signature, as_list: bool) -> list[ast.expr]:
    """A variadic tail becomes a slice, or a list for library functions."""
    params = list(sig.params)
    fixed = len(params) - 1 if sig.variadic else len(params)
    args = [stored(w, a, t, e.pos).tree for a, t in zip(e.args[:fixed], params)]
    if sig.variadic:
        elem, n = cast(model.Slice, params[-1].underlying).elem, len(e.args) - fixed
        items = [stored(w, a, elem, e.pos).tree for a in e.args[fixed:]]
        w.place(e.pos)
        tail = w.t.list(items)
        if not as_list:
            if is_byte(elem):
                raise Unsupported("bytes as arguments")
            tail = w.t.call(w.bound(Slice), tail, w.t.const(0), w.t.const(n), w.t.const(n)) if n else w.bound(NIL_SLICE)
        args.append(tail)
    w.place(e.pos)
    return args


def _receiver(w: Writer, x: nodes.Expr, path: tuple[int, ...], func: Func, holder: model.Type, at: int) -> ast.expr:
    """The receiver of a method in the form that it needs (see lowering/expr)."""
    t = w.b.type_of(x)
    held = field_type(t, path)
    if func.pointer_recv and not path:
        return translate(w, x, at).tree if isinstance(held.underlying, model.Pointer) else address(w, x, at)
    adapt = receiver(t, path, func, holder, static=True)
    if not path and w.b.is_fresh(x) and held is holder:
        adapt = None  # a copy of a value without another owner
    if adapt is not None and big_values.weight(holder) > big_values.BIG:
        raise Unsupported("a large copy")
    tree = translate(w, x, at).tree
    w.place(at)
    return tree if adapt is None else w.t.call(w.bound(adapt), tree)


def _through_interface(w: Writer, e: nodes.CallExpr, fun: nodes.SelectorExpr, sig: model.Signature) -> ast.expr:
    recv, name = fun.selection.recv, fun.sel.name
    if fun.selection.path or not is_iface(w.b.typ(recv) if recv is not None else w.b.type_of(fun.x)):
        raise Unsupported("a method of a part")
    x = translate(w, fun.x, e.pos).tree
    if not isinstance(x, ast.Name):
        raise Unsupported("a method of a made value")
    found = w.t.call(w.bound(method_finder(name, w.b.builder.known_methods(name))), w.t.name("run"), x)
    return w.operate(call_found, found, x, *_arguments(w, e, sig, False))


def _cost_of_texts(w: Writer, func: Func, args: list[ast.expr]) -> ast.expr | None:
    """Whether a call costs any steps: mostly not where texts are short. None if that depends on more than the lengths of texts, or if the function
    could call code of the guest."""
    types = func.signature.params
    plain = all(isinstance(t.underlying, model.Basic) and t is not model.ANY for t in types)
    if not isinstance(func.cost_of, str) or not plain or not all(isinstance(a, ast.Name | ast.Constant) for a in args):
        return None
    texts = {name: arg for name, arg, t in zip(func.param_names, args, types) if t is model.STRING}

    def tree(node: ast.expr) -> ast.expr | None:
        if isinstance(node, ast.Constant):
            return w.t.const(node.value)
        if isinstance(node, ast.BinOp):
            x, y = tree(node.left), tree(node.right)
            return w.t.binary(x, SIGNS[type(node.op)], y) if x is not None and y is not None else None
        if isinstance(node, ast.Call) and cast(ast.Name, node.func).id == "len":
            text = texts.get(cast(ast.Name, node.args[0]).id)
            return w.t.call(w.bound(len), text) if text is not None else None
        return None

    cost = parsed(func.cost_of, "eval").body
    if not isinstance(cost, ast.BinOp) or not isinstance(cost.op, ast.FloorDiv):
        return None
    size, unit = tree(cost.left), tree(cost.right)
    return w.t.compare(size, (">=", unit)) if size is not None and unit is not None else None


def _caller_of(target: FuncCode) -> Callable[..., Any]:
    if target.caller is None:
        target.caller = caller(target)
    return target.caller


# --- conversions -----------------------------------------------------------------------------------------------------


def _conversion(w: Writer, e: nodes.CallExpr, at: int) -> Value:
    b, arg = w.b, e.args[0]
    source, target = b.type_of(arg), b.type_of(e)
    if arg.const is not None or b.is_nil(arg):
        raise Unsupported("a conversion")
    if is_iface(target):
        return stored(w, arg, target, at)
    if source is model.ANY:
        w.loud()
        x = translate(w, arg, e.pos).tree
        w.place(e.pos)
        tree = w.operate(from_any(target, expr_text(arg)), x)
        return Value(tree, int_range(target) if is_int(target) else None)
    convert, width = converter(source, target), text_width(source, target)
    if convert is not None and width:
        if b.builder.escape is not None:
            raise Unsupported("a conversion with a capacity")
        w.loud()
        x = translate(w, arg, e.pos).tree
        w.place(e.pos)
        return Value(w.operate(convert_text(convert, width, slice_head(target)), x))
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


def _make(w: Writer, e: nodes.CallExpr, at: int) -> Value:
    under = w.b.type_of(e).underlying
    w.loud()
    if isinstance(under, model.Map):
        w.place(e.pos)
        return Value(w.t.either(w.operate(allocate, w.t.const(MAP_HEAD)), w.t.dict([], [])))
    if not isinstance(under, model.Slice) or not all(is_int(w.b.type_of(a)) for a in e.args[1:]):
        raise Unsupported("make")
    sizes = [translate(w, a, e.pos).tree for a in e.args[1:]]
    w.place(e.pos)
    return Value(w.operate(make_slice(under.elem), *sizes))


def _append(w: Writer, e: nodes.CallExpr, at: int) -> Value:
    t = w.b.type_of(e)
    if w.b.builder.escape is not None or len(e.args) < 2 or t is model.ANY:
        raise Unsupported("append")
    elem = cast(model.Slice, t.underlying).elem
    w.loud()
    base = stored(w, e.args[0], t, e.pos).tree
    items = [stored(w, item, elem, e.pos).tree for item in e.args[1:]]
    w.place(e.pos)
    if len(items) == 1 and is_private(elem):
        return Value(w.operate(append_value(elem), base, *items))
    if len(items) > 1 or not is_storage(elem):
        return Value(w.operate(append_values(elem), base, w.t.list(items)))
    # the slice, the charge, then the value
    name = w.temp_read() if is_read_place(e.args[0]) else w.temp(None)
    paid = w.operate(allocate, w.t.const(footprint(elem)))
    made = w.operate(append_values(elem), w.t.name(name), w.t.list(items))
    return Value(w.t.item(w.t.tuple([w.t.named(name, base), paid, made]), w.t.const(2)))


def _extreme(w: Writer, e: nodes.CallExpr, smallest: bool, at: int) -> Value:
    t = w.b.type_of(e)
    if not is_int(t) and not is_float64(t):
        raise Unsupported("an extreme")
    values = [stored(w, a, t, at) for a in e.args]
    w.place(at)
    trees = [value.tree for value in values]
    if not is_int(t):
        return Value(w.t.call(w.bound(lowest if smallest else highest), *trees))
    pick = min if smallest else max
    lows, highs = zip(*(cast(Interval, value.known) for value in values))
    known = pick(lows), pick(highs)
    if len(trees) == 1:
        return values[0]
    if len(trees) == 2 and all(isinstance(tree, ast.Name | ast.Constant) for tree in trees):
        x, y = trees
        return Value(w.t.choose(w.t.compare(x, ("<=" if smallest else ">=", y)), x, y), known)
    return Value(w.t.call(w.bound(pick), *trees), known)


_BUILTINS: dict[str, Callable[[Writer, nodes.CallExpr, int], Value]] = {
    "append": _append,
    "len": _len,
    "cap": _cap,
    "make": _make,
    "min": lambda w, e, at: _extreme(w, e, True, at),
    "max": lambda w, e, at: _extreme(w, e, False, at),
}
