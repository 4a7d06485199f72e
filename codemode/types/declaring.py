"""Declarations of constants, variables, types and functions, each checked on first use; also reports forbidden cycles."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from codemode.dsl.names import HIDDEN
from codemode.dsl.syntax import nodes
from codemode.types import assignments, expressions, generics, structure, typexprs, validity
from codemode.types.checker import UNSET, Checker, Declared, Environment
from codemode.types.limits import TooComplex
from codemode.types.model import INVALID, Interface, Named, Pointer, Struct, Type, TypeParam, signature_of
from codemode.types.objects import Const, Func, FuncInfo, Object, TypeName, Var
from codemode.types.operand import Operand
from codemode.types.predicates import CONSTANT, is_basic, is_generic
from codemode.types.wording import names_in

_MAX_REPEATED: Final = 1 << 18  # characters; the limit is that of a whole source


def resolve(c: Checker, obj: Object) -> None:
    """Finds the type of a package-level object, unless it is known. If the object is already being resolved, it is part of a cycle."""
    if obj in c.path:
        _in_progress(c, obj)
        return
    if obj.typ is not UNSET:
        return
    decl = c.objects.get(obj)
    if decl is None:
        obj.typ = INVALID
        return
    c.path.append(obj)
    env, scope = c.env, c.scope
    c.env, c.scope = Environment(decl.scope), decl.scope
    try:
        _DECLARE[obj.__class__](c, obj, decl)
    except TooComplex as stop:
        stop.at = stop.at or (obj.pos, obj.pos + len(obj.name))
        raise
    finally:
        c.env, c.scope = env, scope
        c.path.pop()


def _in_progress(c: Checker, obj: Object) -> None:
    if isinstance(obj, Func):
        valid_cycle(c, obj)
        if obj.typ is UNSET:
            obj.typ = signature_of((), ())
    elif not valid_cycle(c, obj) or obj.typ is UNSET:
        obj.typ = INVALID


def valid_cycle(c: Checker, obj: Object) -> bool:
    cycle = c.path[c.path.index(obj) :]
    values = definitions = 0
    for member in cycle:
        if isinstance(member, (Const, Var)):
            values += 1
        elif isinstance(member, TypeName):
            if c.in_type_params and member.typ is not UNSET and is_generic(member.typ):
                return True
            definitions += not member.alias
    if values == len(cycle) or (values == 0 and definitions > 0):
        return True
    cycle_error(c, cycle)
    return False


def cycle_error(c: Checker, cycle: list[Object], start: int | None = None, shown: str = "") -> None:
    """Reports a cycle of declarations at `start`, or at the object that comes first in the source. `shown` is the name to show for that object."""
    if start is None:
        start = min(range(len(cycle)), key=lambda i: cycle[i].pos)
    obj = cycle[start]
    name = shown or obj.name
    what = "invalid recursive type" if isinstance(obj, TypeName) else "invalid cycle in declaration"
    if len(cycle) == 1:
        c.error(_ObjectPlace(obj), f"{what}: {name} refers to itself", reason="cycle")
        return
    ring = cycle[start:] + cycle[:start]
    hint = ", ".join([f"{a.name} refers to {b.name}" for a, b in zip(ring, [*ring[1:], ring[0]])])
    c.error(
        _ObjectPlace(obj), f"{what} {name}" if isinstance(obj, TypeName) else f"{what} of {name}", hint, reason="cycle"
    )


class _ObjectPlace(nodes.Node):
    """A place in the source: the name of an object."""

    def __init__(self, obj: Object) -> None:
        super().__init__(pos=obj.pos, end=obj.pos + len(obj.name))


# --- constants and variables ---------------------------------------------------------------------------------------


def _package_const(c: Checker, obj: Const, decl: Declared) -> None:
    c.env.decl = decl
    name = decl.spec if decl.inherited else None
    const_decl(c, obj, decl.type, decl.init, decl.iota, name)


def const_decl(
    c: Checker, obj: Const, typ: nodes.Expr | None, init: nodes.Expr | None, iota: int, inherited_at: nodes.Node | None
) -> None:
    """Declares one constant. If its value is repeated from a specification above, problems are reported at `inherited_at`."""
    env = c.env
    before = env.iota, env.iota_pos
    env.iota = iota
    try:
        if typ is not None:
            found = typexprs.typ(c, typ)
            if not is_basic(found, CONSTANT):
                if found.underlying is not INVALID:
                    c.error(typ, f"invalid constant type {c.words.type(found)}", reason="not_constant")
                obj.typ = INVALID
                return
            obj.typ = found
        env.iota_pos = inherited_at
        x = Operand()
        if inherited_at is not None and init is not None:
            c.repeated_text += init.end - init.pos
        if c.repeated_text > _MAX_REPEATED:
            c.error(
                _ObjectPlace(obj),
                "too many constants repeat a long value",
                "write a shorter value",
                reason="constant_too_large",
            )
        elif init is not None:
            expressions.expr(c, x, init)
        assignments.init_const(c, obj, x)
    finally:
        env.iota, env.iota_pos = before


def _package_var(c: Checker, obj: Var, decl: Declared) -> None:
    c.env.decl = decl
    var_decl(c, obj, decl.lhs, decl.type, decl.init)


def var_decl(c: Checker, obj: Var, lhs: list[Var] | None, typ: nodes.Expr | None, init: nodes.Expr | None) -> None:
    """Declares one variable, or all of `lhs` if one call gives their values."""
    if typ is not None:
        found = typexprs.var_type(c, typ)
        for var in lhs or [obj]:
            if var.typ is UNSET:
                var.typ = found
    if init is None:
        if typ is None and obj.typ is UNSET:
            obj.typ = INVALID
        return
    if lhs is None or len(lhs) == 1:
        x = Operand()
        target = assignments.target_of(obj.typ, obj.name)
        expressions.expr(c, x, init, target=target)
        assignments.init_var(c, obj, x, "variable declaration")
        return
    assignments.init_vars(c, lhs, [init])


# --- types -----------------------------------------------------------------------------------------------------------


def _package_type(c: Checker, obj: TypeName, decl: Declared) -> None:
    type_decl(c, obj, decl.spec)


def type_decl(c: Checker, obj: TypeName, spec: nodes.TypeSpec) -> None:
    outer = c.open()
    try:
        if spec.alias:
            _alias(c, obj, spec)
        else:
            _defined(c, obj, spec)
    finally:
        c.scope = outer


def _alias(c: Checker, obj: TypeName, spec: nodes.TypeSpec) -> None:
    obj.alias = True
    if spec.type_params:
        generics.declare_type_params(c, spec.type_params, obj)
    typ = typexprs.typ(c, spec.type)
    if isinstance(typ, TypeParam) and typ in obj.type_params:
        c.error(
            spec.type, "cannot use type parameter declared in alias declaration as RHS", reason="wrong_type_declaration"
        )
        typ = INVALID
    if obj.typ is UNSET:
        obj.typ = typ


def _defined(c: Checker, obj: TypeName, spec: nodes.TypeSpec) -> None:
    named = Named(obj.name)
    named.obj = obj
    obj.typ = named
    if c.env.fn is not None:
        c.local_types.append(obj)
    if spec.type_params:
        generics.declare_type_params(c, spec.type_params, named)
    elif c.env.fn is not None:
        named.outer_params = c.env.fn.visible_type_params
    c.later(lambda: validity.valid_type(c, named))
    rhs = typexprs.typ(c, spec.type)
    if isinstance(rhs, TypeParam):
        c.error(spec.type, "cannot use a type parameter as RHS in type declaration", reason="wrong_type_declaration")
        rhs = INVALID
    if isinstance(rhs, Named) and rhs.settled() is None:
        _defer_underlying(c, named, rhs)
    else:
        named.underlying = rhs.underlying


def _defer_underlying(c: Checker, named: Named, rhs: Named) -> None:
    """Declares `type A B` while B is still being declared."""
    seen: set[Named] = {named}
    follow: Type = rhs
    while isinstance(follow, Named) and follow.settled() is None:
        if follow in seen:
            cycle_error(c, [t.obj for t in seen])
            named.underlying = named.obj.typ = INVALID
            return
        seen.add(follow)
        follow = c.pending_types.get(follow, INVALID)
    c.pending_types[named] = rhs

    def take(n: Named) -> None:
        under = rhs.settled()
        if under is None:
            n.resolve = take
        else:
            n.underlying = under

    named.resolve = take


# --- functions -------------------------------------------------------------------------------------------------------


def _package_func(c: Checker, obj: Func, decl: Declared) -> None:
    func_decl(c, obj, decl, cast(nodes.FuncDecl, decl.spec))


def func_decl(c: Checker, obj: Func, decl: Declared, node: nodes.FuncDecl) -> None:
    """Finds the signature of a declared function. Its body is checked later."""
    outer = c.open()
    scope = c.scope
    recv: Var | None = None
    recv_params: tuple[TypeParam, ...] = ()
    if node.recv is not None:
        recv, recv_params = receiver(c, obj, node.recv)
        obj.recv_params = recv_params
    made = structure.parameters(c, node.type)
    if recv is not None and recv.name:
        c.declare(scope, recv, node.recv.names[0] if node.recv is not None else node)
    structure.declare_variables(c, made)
    c.scope = outer
    sig = made.signature
    obj.typ = sig
    c.words.bodies.setdefault(sig, names_in(node.type))
    info = FuncInfo(_trace_name(obj, made.type_params), sig, recv, made.params, made.results, made.named_results)
    info.type_params = (*recv_params, *made.type_params)
    info.visible_type_params = info.type_params
    for var in [recv, *made.params, *made.results]:
        if var is not None:
            var.owner = info
    obj.info = node.info = info
    c.infos.append(info)
    if node.body is None:
        if node.type.type_params:
            c.error(node, "generic function is missing function body", reason="missing_body")
        else:
            c.error(node.name, "missing function body", reason="missing_body")
        return
    body = node.body
    c.bodies.append(lambda: check_body(c, Environment(scope, info, sig, decl=decl), body))


def _trace_name(obj: Func, type_params: tuple[TypeParam, ...]) -> str:
    dots = "[...]" if type_params else ""
    if obj.recv is None:
        return f"main.{obj.name}{dots}"
    base = obj.recv.name + ("[...]" if obj.recv.type_params else "")
    return f"main.(*{base}).{obj.name}{dots}" if obj.pointer_recv else f"main.{base}.{obj.name}{dots}"


def check_body(c: Checker, env: Environment, body: nodes.BlockStmt) -> None:
    """Checks the statements of a function in the scope of its parameters."""
    from codemode.types import flow, statements

    outer_env, outer_scope = c.env, c.scope
    c.env, c.scope = env, env.scope
    statements.stmt_list(c, body.stmts)
    flow.check_branches(c, body.stmts, body.pos)
    if env.sig is not None and env.sig.results and not flow.terminates_list(c, body.stmts):
        c.report(
            max(body.end - 1, body.pos),
            body.end,
            "missing return",
            "every path has to end in a return statement",
            reason="missing_return",
        )
    report_unused(c, env)
    c.env, c.scope = outer_env, outer_scope


def report_unused(c: Checker, env: Environment) -> None:
    for var in env.declared:
        if not var.used and var.name[:1] != HIDDEN:
            end = var.pos + len(var.name)
            c.report(
                var.pos,
                end,
                f"declared and not used: {var.name}",
                c.reader.hint("unused_variable", c, var),
                severity="warning",
                reason="unused",
            )


def receiver(c: Checker, obj: Func, node: nodes.Field) -> tuple[Var, tuple[TypeParam, ...]]:
    """Returns the receiver's variable and its type parameters; the type parameters are declared in the current scope."""
    base = node.type
    pointer = False
    while isinstance(base, (nodes.ParenExpr, nodes.StarExpr)):
        pointer = pointer or isinstance(base, nodes.StarExpr)
        base = base.x
    params: tuple[TypeParam, ...] = ()
    if isinstance(base, nodes.IndexExpr):
        typ, params = generics.generic_receiver(c, base, pointer)
    else:
        typ = typexprs.var_type(c, node.type)
        named = typ.elem if isinstance(typ, Pointer) else typ
        if isinstance(named, Named) and named.origin is not None:
            c.error(
                base, f"cannot define new methods on instantiated type {c.words.type(named)}", reason="wrong_receiver"
            )
            typ = INVALID
    name = node.names[0] if node.names else None
    var = Var(name.name if name else "", typ, name.pos if name else node.pos, kind="param", used=True)
    if name is not None:
        name.obj = var
    c.later(lambda: _valid_receiver(c, base, typ))
    return var, params


def _valid_receiver(c: Checker, at: nodes.Expr, typ: Type) -> None:
    base = typ.elem if isinstance(typ, Pointer) else typ
    if base is INVALID:
        return
    text = c.words.type(base)
    if not isinstance(base, Named):
        local = not is_basic(base, CONSTANT)
        message = "invalid receiver type" if local else "cannot define new methods on non-local type"
        c.error(at, f"{message} {c.words.type(typ) if local else text}", reason="wrong_receiver")
    elif base.package or (base.obj not in c.objects and (base.origin or base).obj not in c.objects):
        c.error(at, f"cannot define new methods on non-local type {text}", reason="wrong_receiver")
    elif isinstance(base.underlying, (Pointer, Interface)):
        c.error(at, f"invalid receiver type {text} (pointer or interface type)", reason="wrong_receiver")


def attach_methods(c: Checker, base: TypeName, methods: list[Func]) -> None:
    """Adds methods to a type. The signature of each is found when the method is first looked up."""
    named = base.typ
    seen: dict[str, Func] = {}
    for method in methods:
        other = seen.get(method.name)
        if other is not None:
            place = c.place(other.pos)
            at = f" at {place}" if place else ""
            c.error(_ObjectPlace(method), f"method {base.name}.{method.name} already declared{at}", reason="redeclared")
            continue
        seen[method.name] = method
        if isinstance(named, Named):
            named.methods[method.name] = _on_demand(c, method)
    if isinstance(named, Named):
        c.later(lambda: _distinct_from_fields(c, named, seen))


def _on_demand(c: Checker, method: Func) -> Callable[[], Func]:
    def give() -> Func:
        resolve(c, method)
        return method

    return give


def _distinct_from_fields(c: Checker, named: Named, methods: dict[str, Func]) -> None:
    under = named.underlying
    if isinstance(under, Struct):
        for name, method in methods.items():
            if name in under.index:
                c.error(_ObjectPlace(method), f"field and method with the same name {name}", reason="redeclared")


def settle_methods(named: Named) -> None:
    """Replaces methods that are found on demand with the methods themselves."""
    for name, method in named.methods.items():
        if not isinstance(method, Func):
            named.methods[name] = method()


_DECLARE: Final[dict[type[Object], Callable[[Checker, Any, Declared], None]]] = {
    Const: _package_const,
    Var: _package_var,
    TypeName: _package_type,
    Func: _package_func,
}
