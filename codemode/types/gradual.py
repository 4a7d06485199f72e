"""Gradual any: what an operand of type `any` may be used for when the check is not strict. The run time does the checking then.

Everything here only allows what Go refuses, so a program that Go accepts means the same.
"""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.model import ANY, INVALID, Type, TypeParam
from codemode.types.objects import Var
from codemode.types.operand import CONST, NILVALUE, Operand
from codemode.types.predicates import is_untyped


def is_dynamic(t: Type) -> bool:
    """Exactly the empty interface: neither a named interface nor a type parameter."""
    return t is ANY


def dynamic(c: Checker, x: Operand) -> bool:
    return c.gradual and x.typ is ANY


def either_dynamic(c: Checker, x: Operand, y: Operand) -> bool:
    return c.gradual and (x.typ is ANY or y.typ is ANY)


def arithmetic_type(x: Operand, y: Operand) -> Type:
    """The type of `x op y` where at least one operand is an any: that of the other if it is a typed one, else any."""
    other = y.typ if x.typ is ANY else x.typ
    if other is ANY or other is INVALID or is_untyped(other):
        return ANY
    mixed = x if x.typ is not ANY else y
    return ANY if mixed.mode == CONST and is_untyped(mixed.typ) else other


def may_operate(x: Operand, y: Operand) -> bool:
    """The operand that is not an any is one that arithmetic or ordering is defined on."""
    other = y if x.typ is ANY else x
    return other.mode != NILVALUE and not isinstance(other.typ, TypeParam)


def note_element(c: Checker, e: nodes.Expr) -> None:
    """`for item := range items` where item["sku"] or item.sku is read: a position has no such part, and neither has a key."""
    loop = c.range_keys.get(e.obj) if isinstance(e, nodes.Ident) and isinstance(e.obj, Var) else None
    if loop is not None and c.repair and c.gradual:
        c.element_candidates[loop] = True
