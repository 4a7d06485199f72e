"""Lowering of calls: guest functions and methods, library functions, func values, interface methods, conversions, calls of an any.

Every kind of call becomes a `Callee`: the code that finds the target (None if it is known now), and the code that calls it with the arguments.
Deferred and spawned calls use the same parts, evaluated early.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, expression
from codemode.interpreter.lowering.builtins import BUILTINS, suspended_builtin
from codemode.interpreter.lowering.callees import call_method, call_native, call_static, call_value, must_succeed
from codemode.interpreter.lowering.evalorder import after
from codemode.interpreter.lowering.evalorder import in_order as in_go_order
from codemode.interpreter.lowering.expr import interface_code, method_holder, receiver_code
from codemode.interpreter.machine import gradual
from codemode.interpreter.machine.calling import bound, call_with
from codemode.interpreter.machine.coercion import convert as convert_any
from codemode.interpreter.machine.conversions import converter, slice_head, text_width
from codemode.interpreter.machine.dispatch import method_target, native_target
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.long_text import SHORT
from codemode.interpreter.machine.typeops import is_byte, is_iface
from codemode.interpreter.machine.values import NIL_SLICE, Slice, nil_deref, type_of, unbox
from codemode.types import model
from codemode.types.expression_text import expr_text, unparen
from codemode.types.lookup import lookup
from codemode.types.model import Signature, Type
from codemode.types.objects import CallInfo, Func, Selection


@expression(nodes.CallExpr)
def _call(b: Body, e: nodes.CallExpr) -> Code:
    info: CallInfo = e.info
    first: Code | None = None
    if info.builtin != "__choose" and (len(e.args) > 1 or isinstance(e.fun, nodes.SelectorExpr)):
        first, e = _in_order(b, e)
    code = after(first, _KINDS[info.kind](b, e, info))
    return must_succeed(code, e.pos, info.ends) if info.must else code


def operands(b: Body, e: nodes.CallExpr) -> list[nodes.Expr]:
    """What is evaluated before a call: the receiver is an argument, too."""
    fun = unparen(e.fun)
    value = isinstance(fun, nodes.SelectorExpr) and fun.selection.kind in ("method", "interface_method")
    receiver = [fun.x] if value and isinstance(fun, nodes.SelectorExpr) and _by_value(b, fun) else []
    return [*receiver, *(e.args[1:] if e.info.builtin in ("make", "new") else e.args)]


def _in_order(b: Body, e: nodes.CallExpr) -> tuple[Code | None, nodes.CallExpr]:
    """Calls among the arguments run before other arguments are read."""
    first, found = in_go_order(b, operands(b, e))
    if first is None:
        return None, e
    made, fun = copy(e), unparen(e.fun)
    kept = 1 if e.info.builtin in ("make", "new") else 0
    has_receiver = len(found) + kept > len(e.args)
    made.args = [*e.args[:kept], *found[has_receiver:]]
    if has_receiver:
        made.fun = copy(fun)
        cast(nodes.SelectorExpr, made.fun).x = found[0]
    return first, made


def _by_value(b: Body, fun: nodes.SelectorExpr) -> bool:
    func = fun.selection.obj
    return not (isinstance(func, Func) and func.pointer_recv) or isinstance(b.type_of(fun.x), model.Pointer)


# --- conversions, builtins, calls of any ---------------------------------------------------------------------------


def _conversion(b: Body, e: nodes.CallExpr, info: CallInfo) -> Code:
    arg = e.args[0]
    target = b.type_of(e)
    source = b.type_of(arg)
    if b.is_nil(arg):
        return b.value(arg, target)
    if arg.const is not None and not is_iface(target):
        return _convert_constant(b, arg, source, target)
    if is_iface(target) or source is model.ANY:
        return _convert_any(b, arg, target, e.pos)
    code = b.expr(arg)
    convert = converter(source, target)
    if convert is None:
        return code
    width, head = text_width(source, target), slice_head(target)
    apply = convert
    if not width:

        def converted(f: Frame, at: int = e.pos) -> Any:
            return apply(code(f))

        return converted

    def converted_text(f: Frame, at: int = e.pos) -> Any:
        v = code(f)
        size = len(v) if isinstance(v, bytes) else v.len
        if head or size > SHORT:
            f[0].charge(size >> 6)
            f[0].alloc(head + size * width)
        return apply(v)

    if b.builder.escape is not None and isinstance(target.underlying, model.Slice):
        return _with_capacity(b, e, converted_text)
    return converted_text


_STACK = 32  # bytes, or runes, of a converted string that does not leave its function


def _with_capacity(b: Body, e: nodes.CallExpr, code: Code) -> Code:
    """[]byte(s) and []rune(s) in a program that uses capacities: small ones that do not leave their function have capacity 32."""
    escape = b.builder.escape
    assert escape is not None
    if not escape.stays(e):
        return code
    as_bytes = is_byte(cast(model.Slice, b.type_of(e).underlying).elem)
    shares = as_bytes and not escape.is_written(e)  # the bytes of a string need no copy if nothing writes them

    def convert(f: Frame, at: int = e.pos) -> Any:
        s = code(f)
        if shares:
            return Slice(s.arr, 0, s.len, s.len)
        return Slice(s.arr, 0, s.len, _STACK) if s.len <= _STACK else s

    return convert


def _convert_constant(b: Body, arg: nodes.Expr, source: Type, target: Type) -> Code:
    """A constant converted to a type without constants: []byte("x"), or to a type parameter."""
    code = b.expr(arg)
    convert = converter(source, target)
    if convert is None:
        return code
    apply = convert
    if not isinstance(target.underlying, model.Slice):
        return lambda f: apply(code(f))
    width, head = text_width(source, target), slice_head(target)

    def text(f: Frame) -> Any:
        v = code(f)
        f[0].alloc(head + len(v) * width)
        made = apply(v)
        return Slice(made.arr, 0, made.len, made.len)  # known to the compiler

    return text


def _convert_any(b: Body, arg: nodes.Expr, target: Type, pos: int) -> Code:
    """T(x) for an any x: numbers and text convert as their dynamic types do."""
    if is_iface(target):
        return b.value(arg, target)
    code, text = b.expr(arg), expr_text(arg)

    def convert(f: Frame, at: int = pos) -> Any:
        return convert_any(f[0], code(f), target, text)

    return convert


def _builtin(b: Body, e: nodes.CallExpr, info: CallInfo) -> Code:
    return BUILTINS[info.builtin](b, e)


def _dynamic(b: Body, e: nodes.CallExpr, info: CallInfo) -> Code:
    if isinstance(e.fun, nodes.SelectorExpr):
        return _dynamic_method(b, e, e.fun)
    fun, text = b.expr(e.fun), expr_text(e.fun)
    args = [b.value(a, model.ANY) for a in e.args]

    def call(f: Frame, at: int = e.pos) -> Any:
        return gradual.call(f[0], fun(f), [arg(f) for arg in args], text)

    return call


def _dynamic_method(b: Body, e: nodes.CallExpr, fun: nodes.SelectorExpr) -> Code:
    """x.f(...) on an any: a method of its value, or a function under that key."""
    x, name, text = b.expr(fun.x), fun.sel.name, expr_text(fun)
    args = [b.value(a, model.ANY) for a in e.args]

    def call(f: Frame, at: int = e.pos) -> Any:
        return gradual.call_method(f[0], x(f), name, [arg(f) for arg in args], text)

    return call


# --- arguments -----------------------------------------------------------------------------------------------------


def signature_of(b: Body, info: CallInfo) -> Signature:
    return cast(Signature, b.typ(cast(Signature, info.signature)))


def arguments(b: Body, e: nodes.CallExpr, sig: Signature, as_list: bool) -> list[Code]:
    """Returns one code for each parameter. A variadic tail becomes a slice, or a Python list for library functions."""
    params = list(sig.params)
    if not sig.variadic:
        return [b.value(a, t) for a, t in zip(e.args, params)]
    fixed = len(params) - 1
    codes = [b.value(a, t) for a, t in zip(e.args, params[:fixed])]
    rest = e.args[fixed:]
    tail_type = cast(model.Slice, params[-1].underlying if not isinstance(params[-1], model.Slice) else params[-1])
    if e.ellipsis:
        codes.append(_spread_slice(b, rest[0], params[-1], as_list))
        return codes
    items = [b.value(a, tail_type.elem) for a in rest]
    codes.append(_listed(items) if as_list else _packed(items, is_byte(tail_type.elem)))
    return codes


def _spread_slice(b: Body, e: nodes.Expr, t: Type, as_list: bool) -> Code:
    """f(xs...): passes the slice itself; library functions receive its elements. A string may be spread into bytes."""
    code = b.value(e, t if b.type_of(e) is model.ANY or b.is_nil(e) else None)
    source = b.type_of(e).underlying
    if isinstance(source, model.Basic):
        return lambda f: list(code(f))
    if not as_list:
        return code
    return lambda f: list(code(f).view())


def _listed(items: list[Code]) -> Code:
    return lambda f: [item(f) for item in items]


def _packed(items: list[Code], as_bytes: bool) -> Code:
    count = len(items)
    if not count:
        return lambda f: NIL_SLICE

    def pack(f: Frame) -> Any:
        values = [item(f) for item in items]
        return Slice(bytearray(values) if as_bytes else values, 0, count, count)

    return pack


def spread_arguments(b: Body, e: nodes.CallExpr, sig: Signature, as_list: bool) -> Code:
    """f(g()) where g has several results: returns the code of the list of all arguments."""
    code = b.expr(e.args[0])
    types = cast(model.Tuple, b.type_of(e.args[0])).types
    params = list(sig.params)
    fixed = len(params) - 1 if sig.variadic else len(params)
    elem = cast(model.Slice, params[-1]).elem if sig.variadic else None
    targets = [params[i] if i < fixed or elem is None else elem for i in range(len(types))]
    adapters = [b.adapter(source, t, e.args[0]) for source, t in zip(types, targets)]
    as_bytes = elem is not None and is_byte(elem)

    def all_arguments(f: Frame, at: int = e.pos) -> list[Any]:
        run = f[0]
        values = [v if adapt is None else adapt(run, v) for v, adapt in zip(code(f), adapters)]
        if elem is None:
            return values
        rest = values[fixed:]
        if as_list:
            return [*values[:fixed], rest]
        count = len(rest)
        packed = Slice(bytearray(rest) if as_bytes else rest, 0, count, count) if rest else NIL_SLICE
        return [*values[:fixed], packed]

    return all_arguments


# --- callees -------------------------------------------------------------------------------------------------------


def _function(b: Body, e: nodes.CallExpr, info: CallInfo) -> Code:
    fun = unparen(e.fun)
    if isinstance(fun, nodes.IndexExpr):
        fun = unparen(fun.x)
    selection = fun.selection if isinstance(fun, nodes.SelectorExpr) else None
    if isinstance(selection, Selection) and selection.kind in _SELECTED:
        return _SELECTED[selection.kind](b, e, info, cast(nodes.SelectorExpr, fun), selection)
    func = info.func
    if func is not None:
        return _static(b, e, info, func, [], tuple(b.typ(t) for t in info.type_args))
    return _value(b, e, info)


def _static(
    b: Body, e: nodes.CallExpr, info: CallInfo, func: Func, receiver: list[Code], type_args: tuple[Type, ...]
) -> Code:
    """A call of a function that is known now. The receiver of a method is its first argument."""
    sig = signature_of(b, info)
    native = func.native is not None
    if info.spread:
        spread = spread_arguments(b, e, sig, native)
        target = native_target(func, type_args) if native else b.builder.code(func, type_args).entry
        return _apply(target, receiver, spread, e.pos)
    args = receiver + arguments(b, e, sig, native)
    if native:
        return call_native(func, type_args, args, e.pos)
    return call_static(b.builder.code(func, type_args), args, e.pos)


def _apply(target: Callable[..., Any], receiver: list[Code], spread: Code, pos: int) -> Code:
    def call(f: Frame, at: int = pos) -> Any:
        first = [code(f) for code in receiver]
        return call_with(target, (f[0], *first, *spread(f)))

    return call


def _method(b: Body, e: nodes.CallExpr, info: CallInfo, fun: nodes.SelectorExpr, selection: Selection) -> Code:
    func = cast(Func, selection.obj)
    holder = method_holder(b.type_of(fun.x), selection.path)
    receive = receiver_code(b, fun.x, selection.path, func, holder)
    type_args = holder.type_args + tuple(b.typ(t) for t in info.type_args)
    return _static(b, e, info, func, [receive], type_args)


def _interface_method(
    b: Body, e: nodes.CallExpr, info: CallInfo, fun: nodes.SelectorExpr, selection: Selection
) -> Code:
    """The method is found by the dynamic type; a call site caches the last types."""
    t = b.typ(selection.recv) if selection.recv is not None else b.type_of(fun.x)
    if not is_iface(t) and not selection.path:
        return _method_of_argument(b, e, info, fun)
    code, name = interface_code(b, fun, selection), fun.sel.name
    sig = signature_of(b, info)
    if info.spread:
        spread = spread_arguments(b, e, sig, False)

        def call_spread(f: Frame, at: int = e.pos) -> Any:
            x = code(f)
            return call_with(_find(f, x, name), (f[0], unbox(x), *spread(f)))

        return call_spread
    args = arguments(b, e, sig, False)
    return call_method(name, b.builder.known_methods(name), code, args, e.pos)


def _find(f: Frame, x: Any, name: str) -> Any:
    t = type_of(x)
    if t is None:
        raise nil_deref()
    return method_target(f[0].program, t, name)


def _method_of_argument(b: Body, e: nodes.CallExpr, info: CallInfo, fun: nodes.SelectorExpr) -> Code:
    """A method of a type parameter's constraint: in an instance it is a method of the type argument."""
    t = b.type_of(fun.x)
    found = lookup(t, fun.sel.name)
    if found.kind == "interface_method":
        inner = Selection("interface_method", None, t, found.path)
        return _interface_method(b, e, info, fun, inner)
    func, holder = cast(Func, found.func), cast(model.Named, found.holder)
    receive = receiver_code(b, fun.x, found.path, func, holder)
    return _static(b, e, info, func, [receive], holder.type_args)


def _method_expr(b: Body, e: nodes.CallExpr, info: CallInfo, fun: nodes.SelectorExpr, selection: Selection) -> Code:
    return _value(b, e, info)


def _package(b: Body, e: nodes.CallExpr, info: CallInfo, fun: nodes.SelectorExpr, selection: Selection) -> Code:
    if isinstance(selection.obj, Func):
        return _static(b, e, info, selection.obj, [], tuple(b.typ(t) for t in info.type_args))
    return _value(b, e, info)


def _value(b: Body, e: nodes.CallExpr, info: CallInfo) -> Code:
    """A call of a func value."""
    fun = b.expr(e.fun)
    sig = signature_of(b, info)
    if info.spread:
        spread = spread_arguments(b, e, sig, False)

        def call_spread(f: Frame, at: int = e.pos) -> Any:
            return call_with(fun(f), spread(f))

        return call_spread
    return call_value(fun, arguments(b, e, sig, False), e.pos)


_SELECTED: dict[str, Callable[..., Code]] = {
    "method": _method,
    "interface_method": _interface_method,
    "method_expr": _method_expr,
    "package": _package,
}

_KINDS: dict[str, Callable[[Body, nodes.CallExpr, CallInfo], Code]] = {
    "conversion": _conversion,
    "builtin": _builtin,
    "dynamic": _dynamic,
    "call": _function,
}


# --- go and defer ----------------------------------------------------------------------------------------------------


def suspended_call(b: Body, e: nodes.CallExpr) -> Code:
    """The code of a call whose function and arguments are evaluated now; it returns a callable without arguments."""
    info = cast(CallInfo, e.info)
    if info.kind == "builtin":
        return suspended_builtin(b, e)
    if info.kind == "dynamic":
        fun, text = b.expr(e.fun), expr_text(e.fun)
        values = [b.value(a, model.ANY) for a in e.args]

        def dynamic(f: Frame) -> Any:
            run, target, args = f[0], fun(f), [v(f) for v in values]
            return lambda: gradual.call(run, target, args, text)

        return dynamic
    sig = signature_of(b, info)
    native = _native_callee(b, e, info)
    if native is not None:
        callee = native
    else:
        callee = b.expr(e.fun)
    as_list = native is not None
    if info.spread:
        spread = spread_arguments(b, e, sig, as_list)
        return lambda f: bound(_callable(callee(f)), *spread(f))
    args = arguments(b, e, sig, as_list)
    if not args:
        return lambda f: _callable(callee(f))

    def thunk(f: Frame, at: int = e.pos) -> Any:
        target = callee(f)
        return bound(_callable(target), *[arg(f) for arg in args])

    return thunk


def _callable(target: Any) -> Any:
    """A nil func panics when the call is made, not when it is deferred."""
    if target is None:
        return _call_nil
    return target


def _call_nil(*_: Any) -> Any:
    raise nil_deref()


def _native_callee(b: Body, e: nodes.CallExpr, info: CallInfo) -> Code | None:
    """A library function that receives its variadic tail as a list, bound to the run (and receiver)."""
    func = info.func
    if func is None or func.native is None:
        return None
    fun = unparen(e.fun)
    if isinstance(fun, nodes.SelectorExpr) and fun.selection.kind == "method":
        selection = fun.selection
        holder = method_holder(b.type_of(fun.x), selection.path)
        receive = receiver_code(b, fun.x, selection.path, func, holder)
        target = native_target(func, holder.type_args)
        return lambda f: bound(target, f[0], receive(f))
    if isinstance(fun, nodes.SelectorExpr) and fun.selection.kind == "method_expr":
        return None
    target = native_target(func, tuple(b.typ(t) for t in info.type_args))
    return lambda f: bound(target, f[0])
