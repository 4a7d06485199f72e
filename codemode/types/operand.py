"""An operand: the checker's working record for one expression."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

from codemode.dsl.syntax import nodes
from codemode.types.model import EMPTY_TUPLE, INVALID, Signature, Type


class Mode(IntEnum):
    """What an expression denotes."""

    BAD = 0  # a problem was reported
    NOVALUE = 1  # a call without results
    BUILTIN = 2
    TYPEXPR = 3
    CONST = 4
    VARIABLE = 5  # addressable
    MAPINDEX = 6  # assignable, comma-ok
    VALUE = 7
    NILVALUE = 8
    COMMAOK = 9  # a value that may be used in a comma-ok form


BAD, NOVALUE, BUILTIN, TYPEXPR, CONST, VARIABLE, MAPINDEX, VALUE, NILVALUE, COMMAOK = Mode

MODE_TEXT: dict[Mode, str] = {
    BAD: "invalid operand",
    NOVALUE: "no value",
    BUILTIN: "built-in",
    TYPEXPR: "type",
    CONST: "constant",
    VARIABLE: "variable",
    MAPINDEX: "map index expression",
    VALUE: "value",
    NILVALUE: "nil",
    COMMAOK: "comma, ok expression",
}


class Operand:
    """One operand. `val` is the constant value in mode CONST (None if unknown because of an earlier problem), `name` a builtin's name.

    Messages show `label` instead of the expression's text if the operand is only part of one, such as a single result of a call.
    """

    __slots__ = ("expr", "label", "mode", "name", "typ", "val")

    def __init__(
        self, mode: Mode = BAD, expr: Any = None, typ: Type = INVALID, val: Any = None, label: str = ""
    ) -> None:
        self.mode: Mode = mode
        self.expr: nodes.Expr = expr
        self.typ: Type = typ
        self.val: Any = val
        self.name = ""
        self.label = label

    def take(self, other: Operand) -> None:
        self.mode, self.expr, self.typ, self.val = other.mode, other.expr, other.typ, other.val
        self.name, self.label = other.name, other.label

    def copy(self) -> Operand:
        made = Operand()
        made.take(self)
        return made

    @property
    def is_nil(self) -> bool:
        return self.mode == NILVALUE


def gives(x: Operand, typ: Type) -> bool:
    """Makes x a value of type `typ` and returns True."""
    x.mode, x.typ = VALUE, typ
    return True


def gives_nothing(x: Operand) -> bool:
    """Makes x the call of a function without results and returns True."""
    x.mode, x.typ = NOVALUE, EMPTY_TUPLE
    return True


# the function type that a generic function is assigned to, and its description for messages
Target = tuple[Signature, str]
