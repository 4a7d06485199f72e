"""Type parameters, instances of generic types and functions, and the check of type arguments against their constraints."""

from __future__ import annotations

from collections.abc import Sequence

from codemode.dsl.syntax import nodes
from codemode.types import instances, resolving, typexprs, unions
from codemode.types.assignability import implements_cause
from codemode.types.checker import UNSET, Checker
from codemode.types.expression_text import expr_text, named_function, unparen
from codemode.types.model import INVALID, Interface, Named, Signature, Type, TypeParam, interface_of, pointer_to
from codemode.types.objects import TypeName
from codemode.types.substitute import instantiate, substitute
from codemode.types.substitute import instantiate_signature as substitute_signature

# --- type parameters ------------------------------------------------------------------------------------------------


def declare_type_params(
    c: Checker, fields: list[nodes.Field], of: Named | TypeName | None = None
) -> tuple[TypeParam, ...]:
    """Declares type parameters in the current scope, then reads their constraints. A constraint may mention the parameters and the type `of`."""
    made: list[TypeParam] = []
    for field in fields:
        for name in field.names:
            made.append(_type_param(c, name, len(made)))
    if of is not None:
        of.type_params = tuple(made)
    before = c.in_type_params
    c.in_type_params = True
    rest = iter(made)
    for field in fields:
        bound = constraint(c, field.type)
        if isinstance(bound, TypeParam):
            c.error(field.type, "cannot use a type parameter as constraint", reason="wrong_type_declaration")
            bound = INVALID
        for _ in field.names:
            next(rest).constraint = bound
    c.in_type_params = before
    return tuple(made)


def _type_param(c: Checker, name: nodes.Ident, index: int) -> TypeParam:
    param = TypeParam(name.name, index)
    obj = TypeName(name.name, param, name.pos)
    param.pos = name.pos
    name.obj = obj
    c.declare(c.scope, obj, name)
    return param


def constraint(c: Checker, e: nodes.Expr) -> Type:
    inner = unparen(e)
    union = isinstance(inner, nodes.BinaryExpr) or (isinstance(inner, nodes.UnaryExpr) and inner.op == "~")
    if union:
        element = unions.union(c, inner)
        return interface_of({}, [element], implicit=True) if element is not INVALID else INVALID
    return typexprs.typ(c, e)


def generic_receiver(c: Checker, e: nodes.IndexExpr, pointer: bool) -> tuple[Type, tuple[TypeParam, ...]]:
    """Returns the type of a receiver such as `s *Stack[T]` and declares T."""
    alias = generic_alias(c, e.x)
    if alias is not None:
        shown = f"{alias.name}[{c.words.params(alias.type_params)}]"
        c.error(e.x, f"cannot define new methods on generic alias type {shown}", reason="wrong_receiver")
        typ, why = INVALID, ""
    else:
        typ, why = typexprs.generic_type(c, e.x)
    params: list[TypeParam] = []
    for arg in e.indices:
        if isinstance(arg, nodes.Ident):
            param = _type_param(c, arg, len(params))
            arg.typ = param
        else:
            c.error(arg, f"receiver type parameter {expr_text(arg)} must be an identifier", reason="wrong_receiver")
            param = TypeParam("_", len(params))
        params.append(param)
    if not isinstance(typ, Named):
        if why:
            c.error(e.x, why, reason="unsatisfied_constraint")
        return INVALID, tuple(params)
    if len(params) != len(typ.type_params):
        count = f"{len(params)} type parameter{'s' if len(params) != 1 else ''}"
        message = f"receiver declares {count}, but receiver base type declares {len(typ.type_params)}"
        c.error(e.x, message, reason="wrong_receiver")
        return INVALID, tuple(params)
    mapping = dict(zip(typ.type_params, params))
    c.canonical.update(zip(params, typ.type_params))
    for param, base in mapping.items():
        base.constraint = substitute(param.constraint, mapping)
    received: Type = instantiate(typ, params)
    e.typ = received
    return (pointer_to(received) if pointer else received), tuple(params)


# --- instances --------------------------------------------------------------------------------------------------------


def instantiated_type(c: Checker, e: nodes.IndexExpr) -> Type:
    """Returns the type that `Pair[string, int]` denotes."""
    alias = generic_alias(c, e.x)
    if alias is not None:
        return _alias_instance(c, e, alias)
    typ, why = typexprs.generic_type(c, e.x)
    if why:
        listed = ", ".join([expr_text(i) for i in e.indices])
        c.error(e.x, f"invalid operation: {expr_text(e.x)}[{listed}] ({why})", reason="wrong_type_arguments")
    if not isinstance(typ, Named):
        return INVALID
    args = typexprs.type_list(c, e.indices)
    if args is None:
        return INVALID
    if not _count(c, e, typ.name, len(typ.type_params), len(args)):
        return INVALID
    made = instantiate(typ, args)
    c.later(lambda: verify(c, e.x, e.indices, typ.type_params, args))
    return made


def generic_alias(c: Checker, e: nodes.Expr) -> TypeName | None:
    if not isinstance(e, nodes.Ident):
        return None
    obj = c.lookup(e.name)
    if not isinstance(obj, TypeName):
        return None
    if obj.typ is UNSET and obj in c.objects and not obj.type_params:
        resolving.resolve(c, obj)
    e.obj = obj
    return obj if obj.type_params else None


def _alias_instance(c: Checker, e: nodes.IndexExpr, alias: TypeName) -> Type:
    args = typexprs.type_list(c, e.indices)
    if args is None or not _count(c, e, alias.name, len(alias.type_params), len(args)):
        return INVALID
    c.later(lambda: verify(c, e.x, e.indices, alias.type_params, args))
    return substitute(alias.typ, dict(zip(alias.type_params, args)))


def _count(c: Checker, e: nodes.IndexExpr, name: str, want: int, got: int) -> bool:
    if got == want:
        return True
    qualifier = "not enough" if got < want else "too many"
    c.error(e.x, f"{qualifier} type arguments for type {name}: have {got}, want {want}", reason="wrong_type_arguments")
    return False


def verify(
    c: Checker, at: nodes.Node, exprs: Sequence[nodes.Expr], params: Sequence[TypeParam], args: Sequence[Type]
) -> None:
    """Reports the first type argument that does not satisfy its constraint."""
    mapping = dict(zip(params, args))
    for i, (param, arg) in enumerate(zip(params, args)):
        why = implements_cause(c, arg, substitute(_bound(param), mapping), constraint=True)
        if why:
            hint = c.reader.hint("constraint", why)
            c.error(exprs[i] if i < len(exprs) else at, why, hint, reason="unsatisfied_constraint")
            return
    instances.record(c, params, args)


def _bound(param: TypeParam) -> Type:
    under = param.underlying
    return param.constraint if isinstance(under, Interface) else under


def instantiate_signature(
    c: Checker, at: nodes.Node, named: nodes.Expr, sig: Signature, args: Sequence[Type], exprs: Sequence[nodes.Expr]
) -> Signature:
    """Returns a generic function's signature for its type arguments and records them on the name of the function."""
    made = substitute_signature(sig, args)
    where = named_function(named)
    if where is not None:
        where.inst = tuple(args)
    c.later(lambda: verify(c, at, exprs, sig.type_params, args))
    return made
