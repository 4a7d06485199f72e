"""The predeclared names."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from codemode.dsl.prelude import PRELUDE
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
    **{
        name: BuiltinShape(count, False, "statement" if name == "__sort" else "expression")
        for name, (count, _) in PRELUDE.items()
    },
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
