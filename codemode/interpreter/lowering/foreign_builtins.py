"""The builtins that stand for what other languages write: `cond ? a : b` and the elements of an any (see dsl/dialect/lexicon/builtins.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.block import condition
from codemode.interpreter.lowering.body import Body
from codemode.interpreter.lowering.builtins import BUILTINS
from codemode.interpreter.lowering.evalorder import after
from codemode.interpreter.lowering.evalorder import in_order as in_go_order
from codemode.interpreter.machine import arithmetic, foreign_text, gradual, gradual_operators
from codemode.interpreter.machine.arithmetic import operation
from codemode.interpreter.machine.coercion import failure, text_key
from codemode.interpreter.machine.comparing import pay_for_key
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.map_keys import key_encoder
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.typeops import wrap, zero_const
from codemode.interpreter.machine.values import Slice, type_of, unbox
from codemode.types import model
from codemode.types.wording import expr_text


def _choose(b: Body, e: nodes.CallExpr) -> Code:
    """Evaluates only the branch that is taken."""
    cond = condition(b, e.args[0])
    then, otherwise = [_branch(b, branch, b.type_of(e)) for branch in e.args[1:]]

    def choose(f: Frame, at: int = e.pos) -> Any:
        return then(f) if cond(f) else otherwise(f)

    return choose


def _branch(b: Body, e: nodes.Expr, t: model.Type) -> Code:
    first, (e,) = in_go_order(b, [e])
    return after(first, b.value(e, t))


def _each(b: Body, e: nodes.CallExpr) -> Code:
    x, text = b.value(e.args[0], model.ANY), expr_text(e.args[0])

    def each(f: Frame, at: int = e.pos) -> Any:
        return gradual.elements(f[0], x(f), text)

    return each


def _text(b: Body, e: nodes.CallExpr) -> Code:
    x, text = b.value(e.args[0], model.ANY), expr_text(e.args[0])

    def shown(f: Frame, at: int = e.pos) -> Any:
        return gradual_operators.text(x(f), text)

    return shown


def _back(b: Body, e: nodes.CallExpr) -> Code:
    x, n, text = b.value(e.args[0], model.ANY), b.value(e.args[1], model.INT), expr_text(e.args[0])

    def back(f: Frame, at: int = e.pos) -> Any:
        return gradual.back(x(f), n(f), text)

    return back


def _end(b: Body, e: nodes.CallExpr) -> Code:
    x, n, text = b.value(e.args[0], model.ANY), b.value(e.args[1], model.INT), expr_text(e.args[0])

    def end(f: Frame, at: int = e.pos) -> Any:
        return foreign_text.end(x(f), n(f), text)

    return end


def _as_given(look: Callable[[Run, Any, str], Any]) -> Callable[[Body, nodes.CallExpr], Code]:
    """Gives the operand unchanged, or panics."""

    def lower(b: Body, e: nodes.CallExpr) -> Code:
        x, text = b.value(e.args[0], b.type_of(e)), expr_text(e.args[0])

        def given(f: Frame, at: int = e.pos) -> Any:
            return look(f[0], x(f), text)

        return given

    return lower


def _dict(b: Body, e: nodes.CallExpr) -> Code:
    t, text = b.type_of(e), expr_text(e)
    x = b.value(e.args[0], t if b.type_of(e.args[0]) is t else model.ANY)

    def copied(f: Frame, at: int = e.pos) -> Any:
        return foreign_text.dict_of(f[0], x(f), text)

    return copied


def _text_of(made: Callable[[Run, Any, str], bytes]) -> Callable[[Body, nodes.CallExpr], Code]:
    def lower(b: Body, e: nodes.CallExpr) -> Code:
        x, text = b.value(e.args[0], model.ANY), expr_text(e.args[0])

        def shown(f: Frame, at: int = e.pos) -> Any:
            return made(f[0], x(f), text)

        return shown

    return lower


def _of_text(b: Body, e: nodes.CallExpr) -> Code:
    name, x, text = b.value(e.args[0], model.STRING), b.value(e.args[1], model.ANY), expr_text(e.args[1])

    def method(f: Frame, at: int = e.pos) -> Any:
        return foreign_text.method(f[0], x(f), name(f), text)

    return method


def _lines(b: Body, e: nodes.CallExpr) -> Code:
    x = b.value(e.args[0], model.STRING)

    def lines(f: Frame, at: int = e.pos) -> Any:
        return foreign_text.lines(f[0], x(f))

    return lines


def _plain(function: Callable[..., Any], *types: model.Type) -> Callable[[Body, nodes.CallExpr], Code]:
    """A function of numbers."""

    def lower(b: Body, e: nodes.CallExpr) -> Code:
        args = [b.value(arg, t) for arg, t in zip(e.args, types, strict=True)]

        def call(f: Frame, at: int = e.pos) -> Any:
            return function(*[arg(f) for arg in args])

        return call

    return lower


def _abs(b: Body, e: nodes.CallExpr) -> Code:
    t, x, text = b.type_of(e), b.value(e.args[0]), expr_text(e)
    if t is not model.ANY:
        negate = operation("-", t)
        zero = zero_const(t)[1]

        def magnitude(f: Frame) -> Any:
            v = x(f)
            return negate(zero, v) if v < zero else v

        return magnitude

    def absolute(f: Frame, at: int = e.pos) -> Any:
        return gradual_operators.absolute(x(f), text)

    return absolute


def _filled(b: Body, e: nodes.CallExpr) -> Code:
    x = b.value(e.args[0], model.ANY)
    return lambda f: gradual_operators.filled(x(f))


def _of_two(plain: Callable[[Any, Any], Any], loose: Callable[[Any, Any, str], Any]) -> Callable[..., Code]:
    """An operation on two numbers for which Go has no operator. `loose` takes anys."""

    def lower(b: Body, e: nodes.CallExpr) -> Code:
        if len(e.args) == 1:  # x ** p is, in Go, a product with the value to which a pointer points
            return b.expr(e.args[0])
        t, text = b.type_of(e), expr_text(e)
        x, y = [b.value(arg, t if t in (model.ANY, model.FLOAT64) else None) for arg in e.args]
        narrow = wrap(t)

        def made(f: Frame, at: int = e.pos) -> Any:
            if t is model.ANY:
                return loose(x(f), y(f), text)
            result = plain(x(f), y(f))
            if narrow is None or narrow(result) == result or t.underlying is model.FLOAT32:
                return result if narrow is None else narrow(result)
            raise failure(f"{text} is too large for its type")

        return made

    return lower


def _sum(b: Body, e: nodes.CallExpr) -> Code:
    t, text = b.type_of(e), expr_text(e)
    x = b.value(e.args[0], model.ANY)
    adapt = b.adapter(model.ANY, t, e)

    def total(f: Frame, at: int = e.pos) -> Any:
        v = gradual_operators.total(f[0], x(f), text)
        return v if adapt is None else adapt(f[0], v)

    return total


def _get(b: Body, e: nodes.CallExpr) -> Code:
    t, text = b.type_of(e), expr_text(e.args[0])
    m, key, other = b.value(e.args[0], model.ANY), b.value(e.args[1], model.ANY), b.value(e.args[2], t)
    adapt = b.adapter(model.ANY, t, e)

    def get(f: Frame, at: int = e.pos) -> Any:
        v, found = gradual.index_ok(f[0], m(f), key(f), text)
        if not found:
            return other(f)
        return v if adapt is None else adapt(f[0], v)

    return get


def _is_text(b: Body, e: nodes.CallExpr) -> Code:
    x = b.value(e.args[0], model.ANY)

    def is_text(f: Frame) -> bool:
        v = x(f)
        return v is not None and (isinstance(unbox(v), bytes) or type_of(v) is model.SLICE_BYTE)

    return is_text


def _many(b: Body, e: nodes.CallExpr) -> Code:
    def many(f: Frame) -> Any:
        f[0].alloc(24)
        return Slice([], 0, 0, 0)

    return many


def _map(b: Body, e: nodes.CallExpr) -> Code:
    keys, values, t = b.expr(e.args[0]), b.expr(e.args[1]), cast(model.Map, b.type_of(e))
    held = cast(model.Slice, b.type_of(e.args[0])).elem
    adapt = text_key(expr_text(e.args[0])) if held is model.ANY else b.adapter(held, t.key, e)
    encode = key_encoder(t.key)

    def mapped(f: Frame, at: int = e.pos) -> Any:
        run, ks, vs = f[0], keys(f), values(f)
        run.charge(ks.len)
        run.alloc(_ENTRY * ks.len)
        made: dict[Any, Any] = {}
        for i in range(ks.len):
            k = ks.arr[ks.off + i]
            if adapt is not None:
                k = adapt(run, k)
            if encode is None:
                pay_for_key(k)
            made[k if encode is None else encode(k)] = vs.arr[vs.off + i]
        return made

    return mapped


_ENTRY = 100  # bytes of a key and its value


def _sort(b: Body, e: nodes.CallExpr) -> Code:
    """A stable sort by keys that have been computed."""
    xs, keys = [b.value(arg, model.ANY) for arg in e.args[:2]]
    reverse, text = b.value(e.args[2], model.BOOL), expr_text(e.args[0])

    def sort(f: Frame, at: int = e.pos) -> Any:
        gradual_operators.sort_by(f[0], xs(f), keys(f), reverse(f), text)

    return sort


def _caught(b: Body, e: nodes.CallExpr) -> Code:
    return lambda f: f[0].sched.current.caught


BUILTINS["__caught"] = _caught
BUILTINS["__many"] = _many
BUILTINS["__map"] = _map
BUILTINS["__sort"] = _sort
BUILTINS["__get"] = _get
BUILTINS["__is_text"] = _is_text
BUILTINS["__abs"] = _abs
BUILTINS["__filled"] = _filled
BUILTINS["__end"] = _end
BUILTINS["__pairs"] = _as_given(foreign_text.no_lists)
BUILTINS["__list"] = _as_given(foreign_text.any_list)
BUILTINS["__plain"] = _as_given(foreign_text.without_dollars)
BUILTINS["__ascii"] = _as_given(foreign_text.ascii_text)
BUILTINS["__object"] = _as_given(foreign_text.javascript_object)
BUILTINS["__locale"] = _plain(foreign_text.locale_compare, model.STRING, model.STRING)
BUILTINS["__dict"] = _dict
BUILTINS["__str"] = _text_of(foreign_text.python)
BUILTINS["__js"] = _text_of(foreign_text.javascript)
BUILTINS["__of_text"] = _of_text
BUILTINS["__round"] = _plain(foreign_text.rounded, model.FLOAT64, model.INT)
BUILTINS["__whole"] = _plain(foreign_text.whole, model.STRING, model.FLOAT64)
BUILTINS["__texts"] = _as_given(foreign_text.texts)
BUILTINS["__lines"] = _lines
BUILTINS["__fixed"] = _plain(foreign_text.fixed, model.FLOAT64, model.INT)
BUILTINS["__floor"] = _of_two(arithmetic.floor_quotient, gradual_operators.floor)
BUILTINS["__pow"] = _of_two(arithmetic.power, gradual_operators.power)
BUILTINS["__sum"] = _sum
BUILTINS["__back"] = _back
BUILTINS["__text"] = _text
BUILTINS["__choose"] = _choose
BUILTINS["__each"] = _each
