"""Unions of types in constraints."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.types import typexprs
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.model import COMPARABLE, INVALID, Interface, Term, Type, TypeParam, union_of
from codemode.types.typeset import MAX_TERMS, disjoint, type_set


def union(c: Checker, e: nodes.Expr) -> Type:
    """Reads an embedded element: a type, ~T, or a union of such terms."""
    parts: list[nodes.Expr] = []
    rest: nodes.Expr = e
    while isinstance(rest, nodes.BinaryExpr) and rest.op == "|":
        parts.append(rest.y)
        rest = rest.x
    parts.append(rest)
    parts.reverse()
    terms: list[Term] = []
    for part in parts:
        term = _term(c, part)
        if len(parts) == 1 and not term.tilde:
            return term.type
        if len(terms) == MAX_TERMS:
            message = f"cannot handle more than {MAX_TERMS} union terms (implementation limitation)"
            c.error(part, message, reason="wrong_type_declaration")
            return INVALID
        terms.append(term)
    _check_terms(c, parts, terms)
    made = union_of(terms)
    e.typ = made
    return made


def _term(c: Checker, e: nodes.Expr) -> Term:
    tilde = isinstance(e, nodes.UnaryExpr) and e.op == "~"
    inner = e.x if isinstance(e, nodes.UnaryExpr) and tilde else e
    typ = typexprs.typ(c, inner)
    if isinstance(typ, TypeParam):
        if tilde:
            c.error(inner, f"type in term {expr_text(e)} cannot be a type parameter", reason="wrong_type_declaration")
        else:
            c.error(inner, "term cannot be a type parameter", reason="wrong_type_declaration")
        typ = INVALID
    return Term(tilde, typ)


def _check_terms(c: Checker, parts: list[nodes.Expr], terms: list[Term]) -> None:
    def check() -> None:
        for i, (part, term) in enumerate(zip(parts, terms)):
            if term.type is not INVALID:
                _check_term(c, part, term, terms[:i])

    c.later(check)


def _check_term(c: Checker, at: nodes.Expr, term: Term, before: list[Term]) -> None:
    show = c.words.type
    under = term.type.underlying
    text = ("~" if term.tilde else "") + c.words.qualified(term.type)
    if term.tilde:
        if isinstance(under, Interface):
            c.error(at, f"invalid use of ~ ({show(term.type)} is an interface)", reason="wrong_type_declaration")
            return
        if under is not term.type:
            message = f"invalid use of ~ (underlying type of {show(term.type)} is {show(under)})"
            c.error(at, message, reason="wrong_type_declaration")
            return
    if isinstance(under, Interface):
        if under.methods:
            c.error(at, f"cannot use {text} in union ({text} contains methods)", reason="wrong_type_declaration")
        elif term.type is COMPARABLE:
            c.error(at, "cannot use comparable in union", reason="wrong_type_declaration")
        elif type_set(under).comparable:
            c.error(at, f"cannot use {text} in union ({text} embeds comparable)", reason="wrong_type_declaration")
        return
    for other in before:
        if not isinstance(other.type.underlying, Interface) and not disjoint(other, term):
            first = ("~" if other.tilde else "") + c.words.qualified(other.type)
            c.error(at, f"overlapping terms {text} and {first}", reason="wrong_type_declaration")
            return
