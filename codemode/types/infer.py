"""Inference of type arguments: from arguments, from the type a function is assigned to, and from constraints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from codemode.dsl.syntax import nodes
from codemode.types import generics, typexprs
from codemode.types.assignability import missing_text
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.instances import mentions, parts
from codemode.types.lookup import missing_method
from codemode.types.model import ANY, STRING, Map, Signature, Term, Type, TypeParam, signature_of
from codemode.types.operand import BAD, NILVALUE, VALUE, Operand, Target
from codemode.types.predicates import default_type, is_untyped, wider_untyped
from codemode.types.substitute import rename, substitute, substitute_all
from codemode.types.typeset import common_under, constraint_of, terms_of
from codemode.types.unify import ASSIGN, EXACT, Unifier


class Failure(Exception):
    """Raised when inference fails, with the message and its place."""

    def __init__(self, at: Operand | nodes.Node, message: str) -> None:
        super().__init__(message)
        self.at = at
        self.message = message


def generic_arguments(args: list[Operand]) -> list[int]:
    """Returns which arguments are generic functions without all type arguments."""
    return [i for i, a in enumerate(args) if isinstance(a.typ, Signature) and a.typ.type_params]


def for_call(
    c: Checker,
    e: nodes.CallExpr,
    sig: Signature,
    given: list[Type],
    params: list[Type],
    args: list[Operand],
    partial: dict[int, list[Type]],
) -> tuple[Signature, list[Type]] | None:
    """Finds the type arguments of a call and of generic functions among its arguments; None after a problem."""
    own = len(sig.type_params)
    tparams, renamed = rename(sig.type_params, params) if own else ((), tuple(params))
    for old, new in zip(params, renamed):
        if isinstance(old, Signature) and isinstance(new, Signature) and new is not old:
            c.words.declared.setdefault(new, c.words.names_of(old))
    targs: list[Type | None] = [*given, *[None] * (own - len(given))]
    shapes: dict[int, Signature] = {}
    for i in generic_arguments(args):
        shapes[i] = generic = cast(Signature, args[i].typ)
        fresh, (plain,) = rename(generic.type_params, [_plain(generic)])
        args[i].typ = plain
        tparams = (*tparams, *fresh)
        known = partial.get(i, [])
        targs += [*known, *[None] * (len(fresh) - len(known))]
    try:
        inferred = infer(c, e, tparams, targs, renamed, args)
    except Failure as failure:
        for i, generic in shapes.items():
            args[i].typ = generic
        if failure.message:
            c.error(failure.at, f"in call to {expr_text(e.fun)}, {failure.message}", reason="cannot_infer")
        return None
    if own:
        xlist = e.fun.indices if isinstance(e.fun, nodes.IndexExpr) else []
        result = generics.instantiate_signature(c, e, e.fun, sig, inferred[:own], xlist)
        params = [substitute(p, dict(zip(tparams[:own], inferred[:own]))) for p in renamed]
    else:
        result = sig
    at = own
    for i, generic in shapes.items():
        count = len(generic.type_params)
        arg, given = args[i].expr, inferred[at : at + count]
        arg.typ = args[i].typ = generics.instantiate_signature(c, arg, arg, generic, given, [])
        at += count
    return result, params


def _plain(sig: Signature) -> Signature:
    return signature_of(sig.params, sig.results, sig.variadic)


def for_target(c: Checker, x: Operand, sig: Signature, given: list[Type], target: Target | None) -> list[Type] | None:
    """Returns the type arguments of a generic function value that is assigned to a function type."""
    params: list[Type] = []
    args: list[Operand] = []
    if target is not None:
        params = [_plain(sig)]
        args = [Operand(VALUE, x.expr, target[0], label=target[1])]
    tparams, renamed = rename(sig.type_params, params)
    names = c.words.function_names(x.expr)
    for shape in renamed:
        if isinstance(shape, Signature) and names is not None:
            c.words.declared.setdefault(shape, names)
    targs: list[Type | None] = [*given, *[None] * (len(tparams) - len(given))]
    try:
        return infer(c, x.expr, tparams, targs, renamed, args, reverse=True)
    except Failure as failure:
        if failure.message:
            c.error(failure.at, failure.message, reason="cannot_infer")
        return None


def infer(
    c: Checker,
    at: nodes.Node,
    tparams: Sequence[TypeParam],
    targs: list[Type | None],
    params: Sequence[Type],
    args: list[Operand],
    *,
    reverse: bool = False,
) -> list[Type]:
    """Returns the type arguments for `tparams`, some of which are given. Raises Failure."""
    if None not in targs:
        return cast("list[Type]", targs)
    if any(a.mode is BAD for a in args):
        raise Failure(at, "")
    known: dict[TypeParam, Type] = {p: t for p, t in zip(tparams, targs) if t is not None}
    params = substitute_all(params, known) if known else params
    u = Unifier(tparams, targs)
    members = frozenset(tparams)
    untyped: list[int] = []
    dynamic: list[TypeParam] = []
    for i, (param, arg) in enumerate(zip(params, args)):
        if not (mentions(param, members) or mentions(arg.typ, members)):
            continue
        if not is_untyped(arg.typ):
            if c.gradual and arg.typ is ANY:
                # The other arguments decide; the run time checks whether the value has that type.
                if isinstance(param, TypeParam):
                    dynamic.append(param)
                continue
            if not u.unify(param, arg.typ, ASSIGN):
                raise _no_match(c, u, tparams, param, arg, reverse)
        elif isinstance(param, TypeParam) and arg.mode is not NILVALUE:
            untyped.append(i)
    _use_constraints(c, at, u, tparams, members)
    if dynamic:
        _use_dynamic(u, dynamic, members)
        _use_constraints(c, at, u, tparams, members)
    _use_untyped(c, u, untyped, params, args)
    return _finish(c, at, u, tparams, members)


def _no_match(
    c: Checker, u: Unifier, tparams: Sequence[TypeParam], param: Type, arg: Operand, reverse: bool
) -> Failure:
    show = c.words.type
    have = c.words.type_of(arg) if not arg.label else show(arg.typ)
    what = arg.label or expr_text(arg.expr)
    found: dict[TypeParam, Type] = {}
    for p in tparams:
        t = u.at(p)
        if t is not None:
            found[p] = t
    if not found:
        listed = _names(tparams)
        return Failure(arg, f"type {have} of {what} does not match {show(param)} (cannot infer {listed})")
    inferred = substitute(param, found)
    instance = c.words.same_function(inferred, param)
    if inferred is param:
        return Failure(arg, f"type {have} of {what} does not match {show(param)}")
    if reverse:
        text = f"inferred type {instance} for {show(param)} does not match type {have} of {what}"
    else:
        text = f"type {have} of {what} does not match inferred type {instance} for {show(param)}"
    return Failure(arg, text)


def _names(tparams: Sequence[TypeParam]) -> str:
    names = [p.name for p in tparams]
    if len(names) < 3:
        return " and ".join(names)
    return f"{', '.join(names[:-1])}, and {names[-1]}"


def _core_term(param: TypeParam) -> tuple[Term | None, bool]:
    """Returns the core type of a constraint, and whether it is the constraint's only term."""
    terms = terms_of(param)
    if len(terms) == 1:
        return terms[0], True
    common, _ = common_under(param)
    return (Term(any(t.tilde for t in terms), common), False) if common is not None else (None, False)


def _use_constraints(
    c: Checker, at: nodes.Node, u: Unifier, tparams: Sequence[TypeParam], members: frozenset[TypeParam]
) -> None:
    show = c.words.type
    while True:
        before = u.unknowns()
        for param in tparams:
            found = u.at(param)
            core, single = _core_term(param)
            if core is not None:
                if found is not None:
                    if not u.unify(found, core.type, 0):
                        bound = show(param.constraint)
                        raise Failure(at, f"{param.name} (type {show(found)}) does not satisfy {bound}")
                elif single and not core.tilde:
                    u.set(param, core.type)
            if found is not None and not mentions(found, members):
                _unify_methods(c, at, u, param, found)
        if u.unknowns() == before:
            return


def _unify_methods(c: Checker, at: nodes.Node, u: Unifier, param: TypeParam, found: Type) -> None:
    """Unifies the methods of a type argument with those of its constraint, which may mention other type parameters."""
    missing = missing_method(found, constraint_of(param), same=lambda x, y: u.unify(x, y, EXACT))
    if missing is not None:
        cause = missing_text(c, missing, found)
        show = c.words.type
        raise Failure(at, f"{param.name} (type {show(found)}) does not satisfy {show(param.constraint)} {cause}")


def _use_dynamic(u: Unifier, dynamic: list[TypeParam], members: frozenset[TypeParam]) -> None:
    """Infers any, or a type built with any that the constraint requires, for type parameters whose only arguments are anys."""
    for param in dynamic:
        if u.at(param) is None:
            core, _ = _core_term(param)
            if core is None:
                u.set(param, ANY)
                continue
            key = core.type.key if isinstance(core.type, Map) else None
            if isinstance(key, TypeParam) and key in members and u.at(key) is None:
                u.set(key, STRING)
            for part in parts(core.type):
                if isinstance(part, TypeParam) and part in members and u.at(part) is None:
                    u.set(part, ANY)
            u.set(param, core.type)


def _use_untyped(c: Checker, u: Unifier, untyped: list[int], params: Sequence[Type], args: list[Operand]) -> None:
    """Infers the default type of the widest constant for type parameters whose only arguments are untyped constants."""
    widest: dict[TypeParam, Type] = {}
    for i in untyped:
        param = cast(TypeParam, params[i])
        if u.at(param) is not None:
            continue
        arg = args[i]
        wider = wider_untyped(widest.get(param, arg.typ), arg.typ)
        if wider is None:
            show = c.words.type
            types = f"mismatched types {show(widest[param])} and {show(arg.typ)}"
            raise Failure(arg, f"{types} (cannot infer {param.name})")
        widest[param] = wider
    for param, typ in widest.items():
        u.set(param, default_type(typ))


def _finish(
    c: Checker, at: nodes.Node, u: Unifier, tparams: Sequence[TypeParam], members: frozenset[TypeParam]
) -> list[Type]:
    """Substitutes inferred types in each other until none mentions a type parameter."""
    inferred = [u.at(p) for p in tparams]
    for _ in tparams:
        mapping: dict[TypeParam, Type] = {p: t for p, t in zip(tparams, inferred) if t is not None}
        inferred = [substitute(t, mapping) if t is not None and mentions(t, members) else t for t in inferred]
    for param, typ in zip(tparams, inferred):
        if typ is None or mentions(typ, members):
            place = c.place(param.pos)
            raise Failure(at, f"cannot infer {param.name}" + (f" (declared at {place})" if place else ""))
    return cast("list[Type]", inferred)


def instantiate_function(
    c: Checker, x: Operand, inst: nodes.IndexExpr | None, target: Target | None, *, infer_rest: bool = True
) -> list[Type] | None:
    """Instantiates a generic function value by its index (`f[int]`) and by the function type it is assigned to.

    Without `infer_rest`, the type arguments given so far are returned if some are missing, and x stays generic.
    """
    sig = cast(Signature, x.typ)
    given: list[Type] = []
    xlist = inst.indices if inst is not None else []
    if inst is not None:
        found = typexprs.type_list(c, inst.indices)
        x.expr = inst
        if found is None:
            x.mode = BAD
            return None
        given = found
    got, want = len(given), len(sig.type_params)
    if got > want:
        c.error(xlist[want], f"got {got} type arguments but want {want}", reason="wrong_type_arguments")
        x.mode = BAD
        return None
    if got < want:
        if not infer_rest:
            return given
        inferred = for_target(c, x, sig, given, target)
        if inferred is None:
            x.mode = BAD
            return None
        given = inferred
    x.typ = generics.instantiate_signature(c, x.expr, x.expr, sig, given, xlist)
    x.mode = VALUE
    return None
