"""Gradual any: rules for operands of type `any` when the check is not strict. The run time then does the checking.

These rules only allow what Go refuses, so they do not change the meaning of a program that Go accepts.
"""

from __future__ import annotations

from codemode.types.checker import Checker
from codemode.types.model import ANY, INVALID, Type, TypeParam
from codemode.types.operand import CONST, NILVALUE, Operand
from codemode.types.predicates import is_untyped


def dynamic(c: Checker, x: Operand) -> bool:
    return c.gradual and x.typ is ANY


def either_dynamic(c: Checker, x: Operand, y: Operand) -> bool:
    return c.gradual and (x.typ is ANY or y.typ is ANY)


def arithmetic_type(x: Operand, y: Operand) -> Type:
    """Returns the type of `x op y` where at least one operand is an any: the type of the other operand if that is typed, else any."""
    other = y.typ if x.typ is ANY else x.typ
    if other is ANY or other is INVALID or is_untyped(other):
        return ANY
    mixed = x if x.typ is not ANY else y
    return ANY if mixed.mode == CONST and is_untyped(mixed.typ) else other


def may_operate(x: Operand, y: Operand) -> bool:
    """Returns whether the operand that is not an any supports arithmetic or ordering."""
    other = y if x.typ is ANY else x
    return other.mode != NILVALUE and not isinstance(other.typ, TypeParam)
