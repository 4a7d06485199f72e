"""The builtins that stand for what other languages write, such as `cond ? a : b` (see dsl/dialect/lexicon/builtins.py)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from codemode.dsl.syntax import nodes
from codemode.interpreter.lowering.block import condition
from codemode.interpreter.lowering.body import Body, constant_code, slot_code
from codemode.interpreter.lowering.builtins import BUILTINS, Builtin
from codemode.interpreter.lowering.evalorder import after
from codemode.interpreter.lowering.evalorder import in_order as in_go_order
from codemode.interpreter.machine import arithmetic, foreign_text, gradual, gradual_operators
from codemode.interpreter.machine.arithmetic import operation
from codemode.interpreter.machine.coercion import failure, text_key
from codemode.interpreter.machine.comparing import pay_for_key
from codemode.interpreter.machine.frames import Code, Frame
from codemode.interpreter.machine.map_keys import key_encoder
from codemode.interpreter.machine.typeops import wrap, zero_const
from codemode.interpreter.machine.values import Slice, type_of, unbox
from codemode.types import model
from codemode.types.expression_text import expr_text


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


def _function(
    function: Callable[..., Any], *types: model.Type | None, run: bool = False, text: int | None = None
) -> Builtin:
    """A function of the machine with these parameters; None stands for the type of the result. It takes the run before its arguments, and after them
    how the program writes the argument with the number `text`, if it asks for those.
    """

    def lower(b: Body, e: nodes.CallExpr) -> Code:
        args = [b.value(arg, t or b.type_of(e)) for arg, t in zip(e.args, types, strict=True)]
        if run:
            args.insert(0, slot_code(0))
        if text is not None:
            args.append(constant_code(expr_text(e.args[text])))

        def call(f: Frame, at: int = e.pos) -> Any:
            return function(*[arg(f) for arg in args])

        return call

    return lower


def _dict(b: Body, e: nodes.CallExpr) -> Code:
    t, text = b.type_of(e), expr_text(e)
    x = b.value(e.args[0], t if b.type_of(e.args[0]) is t else model.ANY)

    def copied(f: Frame, at: int = e.pos) -> Any:
        return foreign_text.dict_of(f[0], x(f), text)

    return copied


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


def _is_text(x: Any) -> bool:
    return x is not None and (isinstance(unbox(x), bytes) or type_of(x) is model.SLICE_BYTE)


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


def _caught(b: Body, e: nodes.CallExpr) -> Code:
    return lambda f: f[0].sched.current.caught


_ANY, _INT, _FLOAT, _STRING = model.ANY, model.INT, model.FLOAT64, model.STRING
BUILTINS.update(
    {
        "__abs": _abs,
        "__ascii": _function(foreign_text.ascii_text, None, run=True, text=0),
        "__back": _function(gradual.back, _ANY, _INT, text=0),
        "__caught": _caught,
        "__choose": _choose,
        "__contains": _function(gradual.contains, _ANY, _ANY, run=True, text=0),
        "__dict": _dict,
        "__each": _function(gradual.elements, _ANY, run=True, text=0),
        "__end": _function(foreign_text.end, _ANY, _INT, text=0),
        "__filled": _function(gradual_operators.filled, _ANY),
        "__fixed": _function(foreign_text.fixed, _FLOAT, _INT),
        "__floor": _of_two(arithmetic.floor_quotient, gradual_operators.floor),
        "__get": _get,
        "__is_text": _function(_is_text, _ANY),
        "__js": _function(foreign_text.javascript, _ANY, run=True, text=0),
        "__lines": _function(foreign_text.lines, _STRING, run=True),
        "__list": _function(foreign_text.any_list, None, run=True, text=0),
        "__locale": _function(foreign_text.locale_compare, _STRING, _STRING),
        "__many": _many,
        "__map": _map,
        "__object": _function(foreign_text.javascript_object, None, run=True, text=0),
        "__of_text": _function(foreign_text.method, _STRING, _ANY, run=True, text=1),
        "__pairs": _function(foreign_text.no_lists, None, run=True, text=0),
        "__plain": _function(foreign_text.without_dollars, None, run=True, text=0),
        "__pow": _of_two(arithmetic.power, gradual_operators.power),
        "__round": _function(foreign_text.rounded, _FLOAT, _INT),
        "__sort": _function(gradual_operators.sort_by, _ANY, _ANY, model.BOOL, run=True, text=0),
        "__str": _function(foreign_text.python, _ANY, run=True, text=0),
        "__sum": _sum,
        "__text": _function(gradual_operators.text, _ANY, text=0),
        "__texts": _function(foreign_text.texts, None, run=True, text=0),
        "__whole": _function(foreign_text.whole, _STRING, _FLOAT),
    }
)
