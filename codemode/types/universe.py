"""The predeclared names."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from codemode.types import model
from codemode.types.objects import Builtin, Const, Nil, Object, TypeName

Kind = Literal["conversion", "expression", "statement"]


class BuiltinShape(NamedTuple):
    """The least number of arguments of a builtin, whether it accepts more, and whether its call may be a statement."""

    nargs: int
    variadic: bool
    kind: Kind


BUILTINS: Final[dict[str, BuiltinShape]] = {
    "append": BuiltinShape(1, True, "expression"),
    "cap": BuiltinShape(1, False, "expression"),
    "clear": BuiltinShape(1, False, "statement"),
    "close": BuiltinShape(1, False, "statement"),
    "complex": BuiltinShape(2, False, "expression"),
    "copy": BuiltinShape(2, False, "statement"),
    "delete": BuiltinShape(2, False, "statement"),
    "imag": BuiltinShape(1, False, "expression"),
    "len": BuiltinShape(1, False, "expression"),
    "make": BuiltinShape(1, True, "expression"),
    "max": BuiltinShape(1, True, "expression"),
    "min": BuiltinShape(1, True, "expression"),
    "new": BuiltinShape(1, False, "expression"),
    "panic": BuiltinShape(1, False, "statement"),
    "print": BuiltinShape(0, True, "statement"),
    "println": BuiltinShape(0, True, "statement"),
    "real": BuiltinShape(1, False, "expression"),
    "recover": BuiltinShape(0, False, "statement"),
    "__contains": BuiltinShape(2, False, "expression"),  # `x in m`, as repairs write it; likewise below
    "__choose": BuiltinShape(3, False, "expression"),  # `cond ? a : b`
    "__back": BuiltinShape(2, False, "expression"),  # the -3 in xs[-3:]
    "__abs": BuiltinShape(1, False, "expression"),  # abs(x)
    "__filled": BuiltinShape(1, False, "expression"),  # the x in `not x`
    "__pow": BuiltinShape(2, False, "expression"),  # a ** b
    "__floor": BuiltinShape(2, False, "expression"),  # a // b
    "__sum": BuiltinShape(1, False, "expression"),  # sum(xs)
    "__get": BuiltinShape(3, False, "expression"),  # m.get(k, d)
    "__is_text": BuiltinShape(1, False, "expression"),  # the argument of json.Unmarshal
    "__text": BuiltinShape(1, False, "expression"),  # a number that is added to a string
    "__try": BuiltinShape(0, False, "expression"),  # `try { } catch { }`: an if with this condition
    "__caught": BuiltinShape(0, False, "expression"),  # the error of the catch
    "__many": BuiltinShape(1, False, "expression"),  # a new empty list
    "__map": BuiltinShape(2, False, "expression"),  # `{k: v for ...}`: the keys and the values
    "__sort": BuiltinShape(
        3, False, "statement"
    ),  # sorted(xs, key=f): the list, its sort keys, and whether it is reversed
    "__str": BuiltinShape(1, False, "expression"),  # str(x)
    "__js": BuiltinShape(1, False, "expression"),  # `${x}`
    "__of_text": BuiltinShape(2, False, "expression"),  # s.upper(): the name and the text
    "__round": BuiltinShape(2, False, "expression"),  # round(x, 2)
    "__whole": BuiltinShape(2, False, "expression"),  # round(x): the kind of rounding, and the number
    "__texts": BuiltinShape(1, False, "expression"),  # the xs in ys = xs.sort()
    "__lines": BuiltinShape(1, False, "expression"),  # s.splitlines()
    "__fixed": BuiltinShape(2, False, "expression"),  # x.toFixed(2)
    "__size": BuiltinShape(1, False, "expression"),  # len(s) in a Python program
    "__quotient": BuiltinShape(2, False, "expression"),  # a / b in a Python program
    "__mod": BuiltinShape(2, False, "expression"),  # a % b in a Python program
    "__end": BuiltinShape(2, False, "expression"),  # the -1 in xs[-1], where xs is an any
    "__pairs": BuiltinShape(1, False, "expression"),  # `for k, v in x`, where x is an any
    "__list": BuiltinShape(1, False, "expression"),  # the ys in xs.concat(ys)
    "__plain": BuiltinShape(1, False, "expression"),  # the b in s.replaceAll(a, b)
    "__object": BuiltinShape(1, False, "expression"),  # the m in Object.keys(m)
    "__ascii": BuiltinShape(1, False, "expression"),  # the s in s.slice(1, 2)
    "__locale": BuiltinShape(2, False, "expression"),  # a.localeCompare(b)
    "__dict": BuiltinShape(1, False, "expression"),  # dict(x)
    "__each": BuiltinShape(1, False, "expression"),  # `for x in xs`, where xs is an any
}

IOTA: Final = Const("iota", model.UNTYPED_INT, value=0)
NIL: Final = Nil("nil", model.UNTYPED_NIL)


def _universe() -> dict[str, Object]:
    names: dict[str, Object] = {}
    for value in vars(model).values():
        if isinstance(value, model.Basic) and not value.untyped and value.info not in ("invalid", "native"):
            names[value.name] = TypeName(value.name, value)
    names["byte"] = TypeName("byte", model.UINT8, alias=True)
    names["rune"] = TypeName("rune", model.INT32, alias=True)
    names["any"] = TypeName("any", model.ANY, alias=True)
    for named in (model.ERROR, model.COMPARABLE):
        named.obj = names[named.name] = TypeName(named.name, named)
    names["true"] = Const("true", model.UNTYPED_BOOL, value=True)
    names["false"] = Const("false", model.UNTYPED_BOOL, value=False)
    names["iota"] = IOTA
    names["nil"] = NIL
    for name in BUILTINS:
        names[name] = Builtin(name, model.INVALID)
    return names


UNIVERSE: Final[dict[str, Object]] = _universe()
