"""Checks func literals with open types, as repairs write them for `x => x.price` and comprehensions (see dsl/dialect/surface/nested.py).

The parameters get the types that the context of the literal expects, or else any. The result type is the common type of the return statements.
A list that begins as `·many()` gets the type of the first element appended to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from codemode.dsl.dialect.meaning import trees
from codemode.dsl.dialect.meaning.notes import noted
from codemode.dsl.names import HIDDEN
from codemode.dsl.syntax import nodes
from codemode.dsl.syntax.depth import children
from codemode.types import assignments, bodies, composites, expressions, flow, structure
from codemode.types.checker import Checker
from codemode.types.expression_text import unparen
from codemode.types.model import (
    ANY,
    EMPTY_TUPLE,
    FLOAT64,
    SLICE_ANY,
    UNTYPED_NIL,
    Signature,
    Slice,
    Type,
    TypeParam,
    signature_of,
    slice_of,
)
from codemode.types.objects import Func, FuncInfo, TypeName, Var
from codemode.types.operand import BAD, VALUE, Operand
from codemode.types.predicates import NUMERIC, all_basic, default_type, is_untyped

_RESULT: Final = f"{HIDDEN}infer"
_LISTS: Final = frozenset({f"{HIDDEN}r", f"{HIDDEN}k", f"{HIDDEN}v"})


def _has_open_result(e: nodes.FuncLit) -> bool:
    results = e.type.results
    return len(results) == 1 and isinstance(results[0].type, nodes.Ident) and results[0].type.name == _RESULT


def is_open(e: nodes.Node) -> bool:
    """Returns whether this is a func literal with open types."""
    if not isinstance(e, nodes.FuncLit):
        return False
    params = e.type.params
    return _has_open_result(e) or any(isinstance(p.type, nodes.Ident) and p.type.name[:1] == HIDDEN for p in params)


def leave_open(c: Checker, e: nodes.Node) -> None:
    """Opens the types of `func(a, b) { return a + b }`, where a and b do not denote types: they become parameters with open types."""
    if not c.gradual or not isinstance(e, nodes.FuncLit):
        return
    params = e.type.params
    words = [p.type.name for p in params if not p.names and isinstance(p.type, nodes.Ident)]
    if not words or len(words) != len(params) or len(set(words)) != len(words):
        return
    if any(not word[:1].islower() or isinstance(c.lookup(word), TypeName) for word in words):
        return
    for i, p in enumerate(params):
        at = {"pos": p.type.pos, "end": p.type.end}
        p.names, p.type = [nodes.Ident(words[i], **at)], nodes.Ident(f"{HIDDEN}{i}", **at)
    if not e.type.results and _returns_value(e.body.stmts):
        end = e.type.end
        e.type.results = [nodes.Field([], nodes.Ident(_RESULT, pos=end, end=end), pos=end, end=end)]
    shown = f"parameter {words[0]} has no type: it gets the type" if len(words) == 1 else ""
    shown = shown or f"parameters {', '.join(words)} have no types: they get the types"
    c.mend("types_by_use", e.type, found=shown)


def _returns_value(stmts: Sequence[nodes.Node]) -> bool:
    """Returns whether a return statement has a value; nested function literals are not searched."""
    rest: list[nodes.Node] = list(stmts)
    while rest:
        each = rest.pop()
        if isinstance(each, nodes.ReturnStmt) and each.results:
            return True
        rest += [child for child in children(each) if isinstance(child, nodes.Stmt)]
    return False


def literal(c: Checker, x: Operand, e: nodes.FuncLit) -> None:
    """Checks a literal together with its body, because its type depends on the body."""
    given, wanted = noted(c).wanted_types.get(e, ((), None))
    outer = c.open()
    for i in range(len(e.type.params)):
        name = f"{HIDDEN}{i}"
        c.scope.names[name] = TypeName(name, given[i] if i < len(given) else ANY, alias=True)
    c.scope.names[_RESULT] = TypeName(_RESULT, wanted or ANY, alias=True)
    made = structure.parameters(c, e.type)
    structure.declare_variables(c, made)
    env, info = composites.literal_body(c, e, made)
    c.scope = outer
    sig = made.signature
    if _has_open_result(e):
        returns = noted(c).returns[info] = []
        info.open_result = True
        if not _ends(c, e.body.stmts):
            at = e.body.end
            e.body.stmts.append(nodes.ReturnStmt([nodes.Ident("nil", pos=at, end=at)], pos=at, end=at))
        bodies.check_body(c, env, e.body)
        typ = wanted or _in_common(returns)
        for operand in returns:
            assignments.assignment(c, operand, typ, "return statement")
        made.results[0].typ = e.type.results[0].type.typ = typ
        sig = signature_of(sig.params, (typ,))
    else:
        bodies.check_body(c, env, e.body)
    info.signature = sig
    e.type.typ = sig
    x.mode, x.typ = VALUE, sig


def _ends(c: Checker, stmts: list[nodes.Stmt]) -> bool:
    if flow.terminates_list(c, stmts):
        return True
    last = stmts[-1] if stmts else None
    call = unparen(last.x) if isinstance(last, nodes.ExprStmt) else None
    return isinstance(call, nodes.CallExpr) and isinstance(call.fun, nodes.Ident) and call.fun.name == "panic"


def returned(c: Checker, info: FuncInfo, s: nodes.ReturnStmt) -> None:
    """Checks a return statement of a function whose result type is open."""
    at = {"pos": s.end, "end": s.end}
    if not s.results:
        s.results = [nodes.Ident("nil", **at)]
    elif len(s.results) > 1:
        c.mend("values_as_list", s)
        s.results = [trees.any_list(s.results, s)]
    x = Operand()
    expressions.expr(c, x, s.results[0])
    noted(c).returns[info].append(x)


def _in_common(returns: list[Operand]) -> Type:
    """Returns the type that all these operands have or can be converted to, else any."""
    found = [x for x in returns if x.mode is not BAD]
    typed = {x.typ for x in found if not is_untyped(x.typ)}
    if len(typed) > 1 or any(x.typ is UNTYPED_NIL for x in found):
        return ANY
    if typed:
        typ = typed.pop()
        loose = [x for x in found if x.typ is not typ]
        fine = all(all_basic(typ, NUMERIC) == all_basic(x.typ, NUMERIC) for x in loose)
        return typ if fine and (not loose or not all_basic(typ, NUMERIC) or typ is FLOAT64) else ANY
    types = {default_type(x.typ) for x in found}
    if len(types) == 1:
        return types.pop()
    return FLOAT64 if types and all(all_basic(t, NUMERIC) for t in types) else ANY


# --- types that the context of a literal expects -------------------------------------------------------------------------


def give(c: Checker, e: nodes.Expr, params: Sequence[Type], result: Type | None = None) -> None:
    """Records the types that the context of a literal expects."""
    inner = unparen(e)
    if is_open(inner):
        noted(c).wanted_types[inner] = tuple(params), result


def called(c: Checker, e: nodes.CallExpr) -> None:
    """Gives the parameters of `(x => x.id)(y)` the types of the arguments, as far as these are simple expressions."""
    fun = unparen(e.fun)
    leave_open(c, fun)
    if not is_open(fun) or not e.args:
        return
    types: list[Type] = []
    for arg in e.args:
        x = expressions.looked_at(c, arg) if _is_plain(arg) else Operand()
        usable = x.mode is not BAD and x.typ is not UNTYPED_NIL
        types.append((default_type(x.typ) if is_untyped(x.typ) else x.typ) if usable else ANY)
    give(c, fun, types)


def _is_plain(e: nodes.Expr) -> bool:
    e = unparen(e)
    if isinstance(e, nodes.IndexExpr):
        return isinstance(e.x, nodes.Ident) and all(isinstance(i, nodes.Ident) for i in e.indices)
    return isinstance(e, (nodes.Ident, nodes.BasicLit))


def arguments(c: Checker, e: nodes.CallExpr, sig: Signature) -> None:
    """Gives the literals in slices.SortFunc(xs, (a, b) => ...) the types that the function expects; its type parameter E is xs's element type."""
    func = e.fun.sel.obj if isinstance(e.fun, nodes.SelectorExpr) else None
    elem: Type | None = None
    for arg, wanted in zip(e.args, sig.params):
        under = wanted.underlying
        leave_open(c, unparen(arg))
        if not is_open(unparen(arg)) or not isinstance(under, Signature):
            continue
        params, results = list(under.params), list(under.results)
        if sig.type_params and elem is None:
            elem = _held(c, e.args[0]) if isinstance(func, Func) and func.package == "slices" else None
        if elem is not None:
            params = [elem if isinstance(p, TypeParam) else p for p in params]
        if any(isinstance(p, TypeParam) for p in params):
            continue
        result = results[0] if len(results) == 1 and not isinstance(results[0], TypeParam) else None
        give(c, arg, params, result)


def _held(c: Checker, e: nodes.Expr) -> Type | None:
    if not isinstance(unparen(e), (nodes.Ident, nodes.SelectorExpr)):
        return None
    x = expressions.looked_at(c, e)
    under = x.typ.underlying
    return under.elem if x.mode is not BAD and isinstance(under, Slice) else None


# --- lists that begin empty ----------------------------------------------------------------------------------------------


def settle(c: Checker, args: list[Operand]) -> None:
    """Sets the element type of a list made by a repair from the first append to it."""
    held = args[0].expr
    if len(args) != 2 or not isinstance(held, nodes.Ident) or held.name not in _LISTS:
        return
    var = held.obj
    if not isinstance(var, Var) or var.typ is not SLICE_ANY or var in noted(c).settled:
        return
    noted(c).settled.add(var)
    begun = noted(c).empty_lists.get(var.name[1:].encode())
    typ = args[1].typ
    if args[1].mode is BAD or typ is EMPTY_TUPLE:
        return
    typ = ANY if typ is UNTYPED_NIL else default_type(typ) if is_untyped(typ) else typ
    var.typ = args[0].typ = held.typ = slice_of(typ)
    if begun:
        begun.pop().typ = var.typ


def checked(c: Checker, e: nodes.FuncLit, x: Operand, _: object) -> bool:
    """Checks a literal if it has open types. Returns whether it has."""
    leave_open(c, e)
    if not is_open(e):
        return False
    literal(c, x, e)
    return True
