"""The predeclared names."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from codemode.types import model
from codemode.types.objects import Builtin, Const, Nil, Object, TypeName

Kind = Literal["conversion", "expression", "statement"]


class BuiltinShape(NamedTuple):
    """How many arguments a builtin takes at least, whether it takes more, and whether its call may stand as a statement."""

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
    "__contains": BuiltinShape(2, False, "expression"),  # what the repairs make of `x in m`
    "__choose": BuiltinShape(3, False, "expression"),  # ... of `cond ? a : b`
    "__back": BuiltinShape(2, False, "expression"),  # ... of the -3 in xs[-3:]
    "__abs": BuiltinShape(1, False, "expression"),  # ... of abs(x)
    "__filled": BuiltinShape(1, False, "expression"),  # ... of the x in `not x`
    "__pow": BuiltinShape(2, False, "expression"),  # ... of a ** b
    "__floor": BuiltinShape(2, False, "expression"),  # ... of a // b
    "__sum": BuiltinShape(1, False, "expression"),  # ... of sum(xs)
    "__get": BuiltinShape(3, False, "expression"),  # ... of m.get(k, d)
    "__is_text": BuiltinShape(1, False, "expression"),  # ... of what json.Unmarshal is given
    "__text": BuiltinShape(1, False, "expression"),  # ... of a number that is joined to a string
    "__try": BuiltinShape(0, False, "expression"),  # ... of `try { } catch { }`: an if with this condition
    "__caught": BuiltinShape(0, False, "expression"),  # ... of what the catch is given
    "__many": BuiltinShape(1, False, "expression"),  # ... of a list before anything is in it
    "__map": BuiltinShape(2, False, "expression"),  # ... of `{k: v for ...}`: the keys and the values
    "__sort": BuiltinShape(
        3, False, "statement"
    ),  # ... of sorted(xs, key=f): the list, the keys, and whether it is turned around
    "__str": BuiltinShape(1, False, "expression"),  # ... of str(x)
    "__js": BuiltinShape(1, False, "expression"),  # ... of `${x}`
    "__of_text": BuiltinShape(2, False, "expression"),  # ... of s.upper(): the name and the text
    "__round": BuiltinShape(2, False, "expression"),  # ... of round(x, 2)
    "__whole": BuiltinShape(2, False, "expression"),  # ... of round(x): in which way, and the number
    "__texts": BuiltinShape(1, False, "expression"),  # ... of the xs in ys = xs.sort()
    "__lines": BuiltinShape(1, False, "expression"),  # ... of s.splitlines()
    "__fixed": BuiltinShape(2, False, "expression"),  # ... of x.toFixed(2)
    "__size": BuiltinShape(1, False, "expression"),  # ... of len(s) in a program of Python's
    "__quotient": BuiltinShape(2, False, "expression"),  # ... of a / b in a program of Python's
    "__mod": BuiltinShape(2, False, "expression"),  # ... of a % b in a program of Python's
    "__end": BuiltinShape(2, False, "expression"),  # ... of the -1 in xs[-1], where xs is an any
    "__pairs": BuiltinShape(1, False, "expression"),  # ... of `for k, v in x`, where x is an any
    "__list": BuiltinShape(1, False, "expression"),  # ... of the ys in xs.concat(ys)
    "__plain": BuiltinShape(1, False, "expression"),  # ... of the b in s.replaceAll(a, b)
    "__object": BuiltinShape(1, False, "expression"),  # ... of the m in Object.keys(m)
    "__ascii": BuiltinShape(1, False, "expression"),  # ... of the s in s.slice(1, 2)
    "__locale": BuiltinShape(2, False, "expression"),  # ... of a.localeCompare(b)
    "__dict": BuiltinShape(1, False, "expression"),  # ... of dict(x)
    "__each": BuiltinShape(1, False, "expression"),  # ... of `for x in xs`, where xs is an any
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
