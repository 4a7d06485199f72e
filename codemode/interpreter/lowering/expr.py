"""Lowering of operands, selectors, pointers, type assertions and func literals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.body import Body, constant_code, expression, nil_of, slot_code
from codemode.interpreter.machine import gradual, gradual_operators
from codemode.interpreter.machine.calling import bound, call_with
from codemode.interpreter.machine.channels import recv
from codemode.interpreter.machine.coercion import text_key
from codemode.interpreter.machine.dispatch import field_type, generic_method, method_target, native_callable, receiver
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.map_keys import key_encoder, may_be_unhashable
from codemode.interpreter.machine.typeops import footprint, is_comparable, is_storage, wrap
from codemode.interpreter.machine.values import PLAIN_RUNTIME_ERROR, Box, GoPanic, Ptr, nil_deref, type_of, unbox
from codemode.types import model
from codemode.types.expression_text import expr_text, unparen
from codemode.types.lookup import lookup
from codemode.types.model import Type
from codemode.types.objects import Func, Nil, Selection, Var

# --- operands ----------------------------------------------------------------------------------------------------


@expression(nodes.ParenExpr)
def _paren(b: Body, e: nodes.ParenExpr) -> Code:
    return b.expr(e.x)


@expression(nodes.Ident)
def _ident(b: Body, e: nodes.Ident) -> Code:
    obj = e.obj
    if isinstance(obj, Var):
        return load_var(b, obj)
    if isinstance(obj, Func):
        return func_value(b, obj, e.inst or ())
    if isinstance(obj, Nil):
        return constant_code(nil_of(b.type_of(e)))
    raise AssertionError(f"{e.name} is not a value")


def load_var(b: Body, var: Var) -> Code:
    if var.native is not None:
        native = var.native
        return lambda f: native(f[0])
    if var.kind == "global":
        i = b.builder.global_slot(var)
        return lambda f: f[0].globals[i]
    i = b.slot(var)
    if b.is_cell(var):
        return lambda f: f[i][0]
    return slot_code(i)


def func_value(b: Body, func: Func, type_args: tuple[Type, ...]) -> Code:
    """A declared function used as a value."""
    args = tuple(b.typ(t) for t in type_args)
    if func.native is not None:
        if not (func.wants_run or func.wants_types or func.cost is not None or func.signature.variadic):
            native = func.native
            return lambda f: native
        target = native_callable(func, args)
        return lambda f: bound(target, f[0])
    code = b.builder.code(func, args)
    return lambda f: code.bind(f[0], code.pad)


# --- selectors ---------------------------------------------------------------------------------------------------


@expression(nodes.SelectorExpr)
def _selector(b: Body, e: nodes.SelectorExpr) -> Code:
    selection = cast(Selection, e.selection)
    return _SELECTORS[selection.kind](b, e, selection)


def _package(b: Body, e: nodes.SelectorExpr, selection: Selection) -> Code:
    obj = selection.obj
    if isinstance(obj, Func):
        return func_value(b, obj, e.inst or ())
    assert isinstance(obj, Var)
    return load_var(b, obj)


def _field(b: Body, e: nodes.SelectorExpr, selection: Selection) -> Code:
    """Nested fields are read in one closure."""
    path = selection.path
    x = unparen(e.x)
    while isinstance(x, nodes.SelectorExpr) and x.selection.kind == "field":
        path = (*x.selection.path, *path)
        x = unparen(x.x)
    return walk_code(b, x, path)


def walk_code(b: Body, x: nodes.Expr, path: tuple[int, ...]) -> Code:
    """The part of `x` to which the path leads."""
    code = b.expr(x)
    if not path:
        return code
    if len(path) == 1:
        i = path[0]
        return lambda f: code(f)[i]

    def walk(f: Frame) -> Any:
        v = code(f)
        for index in path:
            v = v[index]
        return v

    return walk


def _method_value(b: Body, e: nodes.SelectorExpr, selection: Selection) -> Code:
    """x.M: the receiver is evaluated now, and copied if it is a value."""
    receive, target = method_parts(b, e, selection)
    call = target

    def bind(f: Frame, at: int = e.pos) -> Any:
        f[0].alloc(_BOUND)
        return bound(call, f[0], receive(f))

    return bind


def method_parts(b: Body, e: nodes.SelectorExpr, selection: Selection) -> tuple[Code, Any]:
    """Returns the code of the receiver of `x.M` in the form that M needs, and the target that takes it."""
    func = cast(Func, selection.obj)
    holder = method_holder(b.type_of(e.x), selection.path)
    receive = receiver_code(b, e.x, selection.path, func, holder)
    args = holder.type_args + tuple(b.typ(t) for t in e.inst or ())
    if func.native is not None:
        return receive, native_callable(func, args)
    return receive, b.builder.code(func, args).entry


def method_holder(t: Type, path: tuple[int, ...]) -> model.Named:
    """The named type, as an instance, that declares the method reached through `path`."""
    held = field_type(t, path)
    if isinstance(held, model.Pointer):
        held = held.elem
    return cast(model.Named, held)


def receiver_code(b: Body, x: nodes.Expr, path: tuple[int, ...], func: Func, holder: Type) -> Code:
    t = b.type_of(x)
    held = field_type(t, path)
    if func.pointer_recv and not path and not isinstance(held.underlying, model.Pointer):
        return address_code(b, x)  # x.M() stands for (&x).M()
    if func.pointer_recv and not path:
        return b.expr(x)
    adapt = receiver(t, path, func, holder, static=True)
    if not path and adapt is not None and b.is_fresh(x) and held is holder:
        adapt = None  # a copy of a value without another owner
    code = b.expr(x)
    if adapt is None:
        return code
    adapted = adapt
    return lambda f: adapted(code(f))


def _interface_method_value(b: Body, e: nodes.SelectorExpr, selection: Selection) -> Code:
    t = b.type_of(e.x)
    if selection.recv is not None and isinstance(selection.recv, model.TypeParam):
        found = lookup(t, e.sel.name)
        if found.func is not None:
            return _method_value(b, e, Selection("method", found.func, t, found.path))
    code, name = interface_code(b, e, selection), e.sel.name

    def bind(f: Frame, at: int = e.pos) -> Any:
        x = code(f)
        t = type_of(x)
        if t is None:
            raise nil_deref()
        run = f[0]
        return bound(cast(Any, method_target(run.program, t, name)), run, unbox(x))

    return bind


def interface_code(b: Body, e: nodes.SelectorExpr, selection: Selection) -> Code:
    """The interface value whose method is selected, which may be an embedded field."""
    return walk_code(b, e.x, selection.path)


def _method_expr(b: Body, e: nodes.SelectorExpr, selection: Selection) -> Code:
    """T.M or (*T).M: a function that takes the receiver first."""
    t = b.typ(cast(Type, selection.recv))
    name = e.sel.name
    if isinstance(t.underlying, model.Interface):

        def through(run: Any, x: Any, *args: Any) -> Any:
            dynamic = type_of(x)
            if dynamic is None:
                raise nil_deref()
            return call_with(cast(Any, method_target(run.program, dynamic, name)), (run, unbox(x), *args))

        return lambda f: bound(through, f[0])
    type_args = tuple(b.typ(arg) for arg in e.inst or ())
    if type_args:
        return lambda f: bound(generic_method(f[0].program, t, name, type_args), f[0])
    return lambda f: bound(cast(Any, method_target(f[0].program, t, name)), f[0])


def _dynamic(b: Body, e: nodes.SelectorExpr, selection: Selection) -> Code:
    code, name, text = b.expr(e.x), e.sel.name.encode(), expr_text(e.x)
    told = None if e.tested else (e.sel.pos, e.sel.end)

    def select(f: Frame, at: int = e.pos) -> Any:
        return gradual.select(f[0], code(f), name, text, told)

    return select


_SELECTORS = {
    "package": _package,
    "field": _field,
    "method": _method_value,
    "interface_method": _interface_method_value,
    "method_expr": _method_expr,
    "dynamic": _dynamic,
}


# --- pointers ----------------------------------------------------------------------------------------------------


@expression(nodes.StarExpr)
def _star(b: Body, e: nodes.StarExpr) -> Code:
    code = b.expr(e.x)
    if is_storage(b.type_of(e)):

        def load_storage(f: Frame, at: int = e.pos) -> Any:
            v = code(f)
            if v is None:
                raise nil_deref()
            return v

        return load_storage

    def load(f: Frame, at: int = e.pos) -> Any:
        p = code(f)
        return p.obj[p.idx]

    return load


def address_code(b: Body, x: nodes.Expr) -> Code:
    """&x for an addressable x or a composite literal."""
    x = unparen(x)
    if isinstance(x, nodes.CompositeLit):
        return allocated(b.expr(x), b.type_of(x))
    if isinstance(x, nodes.StarExpr):
        return b.expr(x.x)
    if is_storage(b.type_of(x)):
        return b.expr(x)
    return ADDRESSES[x.__class__](b, x)


def allocated(code: Code, t: Type) -> Code:
    """A pointer to a new variable with the value of `code`; a variable that outlives its function is charged."""
    size = footprint(t)
    if is_storage(t):

        def storage(f: Frame) -> Any:
            f[0].alloc(size)
            return code(f)

        return storage

    def pointer(f: Frame) -> Any:
        f[0].alloc(size + _POINTER)
        return Ptr([code(f)], 0)

    return pointer


_POINTER = 120  # of a pointer and the cell it points to
_BOUND = 400  # of a method bound to its receiver


def _address_of_var(b: Body, e: nodes.Ident) -> Code:
    var = cast(Var, e.obj)
    if var.kind == "global":
        i = b.builder.global_slot(var)
        return lambda f: Ptr(f[0].globals, i)
    i = b.slot(var)
    return lambda f: Ptr(f[i], 0)


def _address_of_field(b: Body, e: nodes.SelectorExpr) -> Code:
    *path, last = e.selection.path
    owner = walk_code(b, e.x, tuple(path))

    def pointer(f: Frame, at: int = e.pos) -> Any:
        v = owner(f)
        if v is None:
            raise nil_deref()
        return Ptr(v, last)

    return pointer


# &x by the kind of x; index.py adds that of elements
ADDRESSES: dict[type, Callable[[Body, Any], Code]] = {
    nodes.Ident: _address_of_var,
    nodes.SelectorExpr: _address_of_field,
}


# --- unary operators ---------------------------------------------------------------------------------------------


@expression(nodes.UnaryExpr)
def _unary(b: Body, e: nodes.UnaryExpr) -> Code:
    if e.op == "&":
        return address_code(b, e.x)
    code = b.expr(e.x)
    t = b.type_of(e)
    if b.type_of(e.x) is model.ANY and e.op != "<-":
        op, text = e.op, expr_text(e.x)

        def dynamic(f: Frame, at: int = e.pos) -> Any:
            return gradual_operators.unary(op, code(f), text)

        return dynamic
    return _UNARY[e.op](code, t, e.pos)


def _not(code: Code, t: Type, pos: int) -> Code:
    return lambda f: not code(f)


def _plus(code: Code, t: Type, pos: int) -> Code:
    return code


def _minus(code: Code, t: Type, pos: int) -> Code:
    narrow = wrap(t)
    if narrow is None or not cast(model.Basic, t.underlying).info.endswith(("integer", "unsigned")):
        return lambda f: -code(f)
    wrapped = narrow
    return lambda f: wrapped(-code(f))


def _complement(code: Code, t: Type, pos: int) -> Code:
    under = cast(model.Basic, t.underlying)
    if under.info == "integer":
        return lambda f: ~code(f)
    mask = (1 << (under.bits or 64)) - 1
    return lambda f: code(f) ^ mask


def _receive(code: Code, t: Type, pos: int) -> Code:
    def receive(f: Frame, at: int = pos) -> Any:
        return recv(f[0], code(f))[0]

    return receive


_UNARY = {"!": _not, "+": _plus, "-": _minus, "^": _complement, "<-": _receive}


def read_key(b: Body, e: nodes.Expr, m: model.Map) -> Callable[[Frame, Any], Any] | None:
    """Returns (frame, entries) -> the key, for key types that may turn out to be unhashable; None for all others.

    Go has another message for that if it reads from an empty map.
    """
    if not may_be_unhashable(m.key):
        return None
    key = map_key(b, e, m)

    def read(f: Frame, entries: Any) -> Any:
        try:
            return key(f)
        except GoPanic as panic:
            if entries or not isinstance(panic.value, Box):
                raise
            text: Any = panic.value.v
            if not isinstance(text, bytes) or not text.startswith(UNHASHABLE):
                raise
            raise GoPanic(Box(PLAIN_RUNTIME_ERROR, text.replace(UNHASHABLE, UNHASHABLE[:-1] + b": "))) from None

    return read


UNHASHABLE = b"hash of unhashable type "


def map_key(b: Body, e: nodes.Expr, m: model.Map) -> Code:
    """A key expression, encoded for the Python dict."""
    if m.key is model.STRING and b.type_of(e) is model.ANY and e.const is None:
        held, as_text = b.expr(e), text_key(expr_text(e))
        return lambda f: as_text(f[0], held(f))
    code = b.value(e, m.key)
    encode = key_encoder(m.key)
    if encode is None or not is_comparable(m.key):
        return code
    encode_it = encode
    return lambda f: encode_it(code(f))
