"""Repairs of what models get wrong. Each repair is reported as a mend at its place.

`codemode.dsl` repairs the form of the text; the repairs here need types and scopes.
"""

from __future__ import annotations

from typing import Any, Final, cast

from codemode.dsl.names import letters_of
from codemode.dsl.syntax import nodes
from codemode.types import composites, expressions, foreign, foreign_values, hints, names
from codemode.types.assignability import assignable_to
from codemode.types.checker import UNSET, Checker, Scope
from codemode.types.lookup import lookup
from codemode.types.model import (
    ANY,
    ERROR,
    FLOAT64,
    INT,
    STRING,
    Array,
    Basic,
    Map,
    Named,
    Pointer,
    Signature,
    Slice,
    Type,
)
from codemode.types.objects import Builtin, CallInfo, Func, Package, PkgName, Var
from codemode.types.operand import BAD, CONST, VALUE, Operand
from codemode.types.predicates import STRING_KIND, is_basic
from codemode.types.spelling import expr_text, unparen
from codemode.types.universe import BuiltinShape
from codemode.types.untyped import update_type

# --- calls that return (T, error) where one value is wanted -----------------------------------------------------------


def _call_with_error(c: Checker, e: nodes.Expr) -> nodes.CallExpr | None:
    """Returns the call if it returns a value and an error; else None."""
    call = unparen(e)
    if not c.repair or not isinstance(call, nodes.CallExpr) or not isinstance(call.info, CallInfo):
        return None
    sig = call.info.signature
    return call if sig is not None and len(sig.results) == 2 and sig.results[1] is ERROR else None


def _must(c: Checker, e: nodes.Expr, call: nodes.CallExpr) -> Type:
    typ = cast(Signature, call.info.signature).results[0]
    call.info.must = True
    inner = e
    while True:
        inner.typ = typ
        if not isinstance(inner, nodes.ParenExpr):
            break
        inner = inner.x
    func = call.info.func
    call.info.ends = typ is ANY and func is not None and func.native is not None and func.name == "Next"
    end = ", except for io.EOF at the end, where the value is nil" if call.info.ends else ""
    # the message has no function name, so that equal mends are reported once
    c.mend(f"the error of the call is not lost: if there is one, the run fails with it{end}", call)
    return typ


def must_value(c: Checker, x: Operand) -> bool:
    """Uses the T of a call with results (T, error) as a single value. The run fails if the error is not nil."""
    call = _call_with_error(c, x.expr)
    if call is None:
        return False
    x.typ = _must(c, x.expr, call)
    return True


def drop_error(c: Checker, values: list[Operand], e: nodes.Expr, wanted: int) -> list[Operand]:
    """Reads `x := f()`, where f returns (T, error), as taking the T. The run fails if the error is not nil."""
    if wanted != 1 or len(values) != 2:
        return values
    call = _call_with_error(c, e)
    return [Operand(VALUE, e, _must(c, e, call))] if call is not None else values


def fit_single(c: Checker, e: nodes.CallExpr, sig: Signature, args: list[Operand]) -> list[Operand]:
    """Reads `f(g())`, where g returns (T, error) and f takes one value, as passing the T."""
    if len(e.args) != 1 or len(args) != 2:
        return args
    if sig.variadic:
        elem = cast(Slice, sig.params[-1]).elem
        fits = len(sig.params) == 2 or assignable_to(c, args[1], elem)[0]
    else:
        fits = len(sig.params) != 1
    return args if fits else drop_error(c, args, e.args[0], 1)


def fit_builtin(c: Checker, e: nodes.CallExpr, shape: BuiltinShape, args: list[Operand]) -> list[Operand]:
    """Reads `len(f())`, where f returns (T, error), as the length of the T."""
    single = not shape.variadic or (isinstance(e.fun, nodes.Ident) and e.fun.name in ("max", "min"))
    if len(e.args) == 1 and len(args) == 2 and shape.nargs == 1 and single:
        return drop_error(c, args, e.args[0], 1)
    return args


def dropped_call(c: Checker, e: nodes.Expr) -> None:
    """Makes the run fail with the error of a tool call that is used as a statement. Its result may be ignored."""
    call = _call_with_error(c, e)
    if call is None:
        return
    func, sig = call.info.func, cast(Signature, call.info.signature)
    if func is not None and func.decl is None and sig.results[0] is ANY:
        _must(c, e, call)


# --- calls that were meant -----------------------------------------------------------------------------------------------


def range_over_all(c: Checker, s: nodes.RangeStmt, x: Operand) -> bool:
    """Reads `for piece := range stream` as a loop over stream.All(), if the library type has such a method. Returns whether it did."""
    base = x.typ.elem if isinstance(x.typ, Pointer) else x.typ
    if not c.repair or not isinstance(base, Named) or not base.package or s.value is not None:
        return False
    found = lookup(x.typ, "All")
    if found.kind != "method" or not isinstance(found.typ, Signature) or found.typ.params:
        return False
    text = expr_text(s.x)
    pos, end = s.x.pos, s.x.end
    all_ = nodes.SelectorExpr(s.x, nodes.Ident("All", pos=pos, end=end), pos=pos, end=end)
    s.x = nodes.CallExpr(all_, [], pos=pos, end=end)
    c.mend(f"range over {text} read as range over {text}.All()", s.x)
    expressions.expr(c, x, s.x)
    return x.mode is not BAD


def round_to_digits(c: Checker, e: nodes.CallExpr) -> None:
    """Reads math.Round(x, 2), which other languages have, as codemode.Round(x, 2)."""
    fun = e.fun
    if not isinstance(fun, nodes.SelectorExpr) or not isinstance(fun.x, nodes.Ident) or len(e.args) != 2:
        return
    if (fun.x.name, fun.sel.name) != ("math", "Round"):
        return
    math, ours = c.lookup("math") or names.package_named(c, "math"), names.package_named(c, "codemode")
    if (
        not isinstance(math, PkgName)
        or math.package.path != "math"
        or ours is None
        or ours.package.member("Round") is None
    ):
        return
    fun.x = nodes.Ident("codemode", pos=fun.x.pos, end=fun.x.end)
    c.mend("math.Round takes one number: read as codemode.Round(x, digits)", fun)


_EXPERIMENTS: Final = "golang.org/x/exp/"  # former home of packages that Go has included since


def meant_package(c: Checker, spec: nodes.ImportSpec) -> Package | None:
    """Returns the library package that `import "json"` or "golang.org/x/exp/slices" means, or None."""
    if not c.repair or c.importer is None:
        return None
    name = spec.path.removeprefix(_EXPERIMENTS)
    package = c.importer.by_name(name) if "/" not in name and "." not in name else None
    if package is not None and name != "rand":
        c.mend(f'import "{spec.path}" read as "{package.path}"', spec)
        c.lists_of_maps |= spec.path == f"{_EXPERIMENTS}maps"
        return package
    return None


def member_name(package: Package, name: str) -> str:
    """Returns the only member whose name equals `name` (`call_tool`, `callTool`, `println`) but for case and underscores, or ""."""
    wanted = letters_of(name)
    found = [each for each in package.member_names() if letters_of(each) == wanted]
    return found[0] if len(found) == 1 else ""


_OURS: Final = {"calltool": "CallTool", "calltoolstream": "CallToolStream", "searchtools": "SearchTools"}


def parameters(c: Checker, e: nodes.CallExpr, sig: Signature) -> None:
    """Adds the types to sort.Slice(xs, func(i, j) { ... }), whose function has none: the called function declares them."""
    if not c.repair or not c.gradual:
        return
    for arg, wanted in zip(e.args, sig.params):
        under = wanted.underlying
        if not isinstance(arg, nodes.FuncLit) or not isinstance(under, Signature):
            continue
        fields, types = arg.type.params, under.params
        if len(fields) != len(types) or not fields or not all(isinstance(t, Basic) for t in (*types, *under.results)):
            continue
        words = [f.type.name for f in fields if not f.names and isinstance(f.type, nodes.Ident)]
        if len(words) != len(fields) or any(c.lookup(word) is not None for word in words):
            continue
        for f, typ in zip(fields, types):
            at = {"pos": f.type.pos, "end": f.type.end}
            f.names, f.type = [cast(nodes.Ident, f.type)], nodes.Ident(c.words.type(typ), **at)
        if under.results and not arg.type.results:
            end = arg.type.end
            arg.type.results = [
                nodes.Field([], nodes.Ident(c.words.type(t), pos=end, end=end), pos=end, end=end) for t in under.results
            ]
        c.mend(
            f"the parameters {', '.join(words)} have the types that {expr_text(e.fun)} wants: {c.words.type(wanted)}",
            arg.type,
        )


def bare_call(c: Checker, e: nodes.CallExpr) -> None:
    """Reads `call_tool("x", args)` and `console.log(x)` as functions of codemode and fmt, if the names are not declared."""
    fun = e.fun
    if not c.gradual:
        return
    if isinstance(fun, nodes.Ident):
        wanted, package = _OURS.get(letters_of(fun.name), ""), "codemode"
        known = c.lookup(fun.name) is not None
    elif isinstance(fun, nodes.SelectorExpr) and isinstance(fun.x, nodes.Ident) and fun.x.name == "console":
        wanted, package = "Println" if fun.sel.name in ("log", "info", "warn", "error") else "", "fmt"
        known = c.lookup("console") is not None
    else:
        return
    if wanted and not known and names.package_named(c, package) is not None:
        pos, end, shown = fun.pos, fun.end, expr_text(fun)
        e.fun = nodes.SelectorExpr(
            nodes.Ident(package, pos=pos, end=end), nodes.Ident(wanted, pos=pos, end=end), pos=pos, end=end
        )
        c.mend(f"{shown} read as {package}.{wanted}", e.fun)


# --- declarations ------------------------------------------------------------------------------------------------------


def nil_variable(c: Checker, var: Var, x: Operand) -> bool:
    """Declares the variable of `cursor := nil` as any. Returns whether it did."""
    if not c.repair or not c.gradual:
        return False
    var.typ = x.typ = ANY
    update_type(c, x.expr, ANY)
    x.expr.typ = ANY
    c.mend(f"{var.name} starts as nil: declared as any", x.expr)
    return True


def number_type(c: Checker, var: Var, x: Operand, typ: Type) -> Type:
    """Returns the type that a variable gets from a constant. An integer gives int, unless an earlier round found that its uses need another type."""
    if (typ is not INT and typ is not STRING) or x.mode is not CONST or not c.repair or not c.gradual:
        return typ
    if typ is INT and var.pos in c.floats:
        c.float_vars.append(var)
        return c.durations.get(var.pos, FLOAT64)
    if var.pos in c.anys:
        c.any_vars.append(var)
        return ANY
    (c.number_vars if typ is INT else c.text_vars).add(var)
    if typ is INT and not x.val:
        c.zeros.add(var)
    return typ


def report_numbers(c: Checker) -> None:
    for var in c.float_vars:
        at = nodes.Node(pos=var.pos, end=var.pos + len(var.name))
        typ = c.words.type(c.durations.get(var.pos, FLOAT64))
        c.mend(f"{var.name} is used with {typ} values: declared as {typ}", at)
    for var in c.any_vars:
        at = nodes.Node(pos=var.pos, end=var.pos + len(var.name))
        why = "is compared with nil" if var.pos in c.nilled else "takes numbers out of values of type any"
        c.mend(f"{var.name} {why}: declared as any", at)


def define_to_assign(c: Checker, s: nodes.AssignStmt) -> bool:
    """Reads `:=` without a new variable as `=`."""
    if not all(isinstance(left, nodes.Ident) for left in s.lhs):
        return False
    s.op = "="
    names = ", ".join([expr_text(left) for left in s.lhs])
    why = "assigns the one __out" if names == "__out" else "declares nothing new"
    c.mend(f"`{names} :=` {why}: read as `{names} =`", s)
    return True


def declare_missing(c: Checker, s: nodes.AssignStmt) -> None:
    """Reads `=` to undeclared names as `:=`."""
    missing: list[str] = []
    for left in s.lhs:
        if not isinstance(left, nodes.Ident):
            return
        if left.name != "_" and _is_free(c, left.name):
            missing.append(left.name)
    if missing:
        s.op = ":="
        foreign_values.as_texts(c, s.rhs)
        c.loose_defines.add(s)
        c.mend(_loose_mend(missing), s)
        body = _body_around(c)
        if body is not None:
            c.loose_names.update(dict.fromkeys(missing, body))


def _is_free(c: Checker, name: str) -> bool:
    """Returns whether a name is undeclared, or denotes only a predeclared or host function such as `max` and `text`."""
    found = c.lookup(name)
    if isinstance(found, (Builtin, Func)):
        scope: Scope | None = c.scope
        while scope is not None and scope is not c.host:
            if name in scope.names:
                return False
            scope = scope.parent
        return True
    return found is None


def _loose_mend(names: list[str]) -> str:
    return f"{', '.join(names)} was not declared: `=` read as `:=`"


def _body_around(c: Checker) -> list[nodes.Stmt] | None:
    """Returns the statements of the function being checked if it is a snippet or a declared function, else None."""
    fn = c.env.fn
    if c.env.top:
        return c.file.stmts
    if fn is None or fn.outer is not None:
        return None
    found = [
        d for d in c.file.decls if isinstance(d, nodes.FuncDecl) and d.recv is None and fn.name == f"main.{d.name.name}"
    ]
    return found[0].body.stmts if len(found) == 1 and found[0].body is not None else None


def hoist(c: Checker, names: set[str]) -> None:
    """Declares variables that a block assigns first and later code uses at the start of the function, as they would be in Python."""
    for s in list(c.loose_defines):
        written = [left.name for left in s.lhs if isinstance(left, nodes.Ident)]
        if not names.isdisjoint(written):
            s.op = "="
            c.loose_defines.discard(s)
            c.mends.pop((_loose_mend(written), s.pos), None)
    bodies: dict[int, tuple[list[nodes.Stmt], list[Any]]] = {}
    for name in sorted(names):
        body = c.loose_names.pop(name)
        pos = body[0].pos
        spec = nodes.VarSpec(
            [nodes.Ident(name, pos=pos, end=pos)], nodes.Ident("any", pos=pos, end=pos), [], pos=pos, end=pos
        )
        bodies.setdefault(id(body), (body, []))[1].append(spec)
        c.mend(
            f"{name} is assigned in a block and used behind it: declared before, as any", nodes.Node(pos=pos, end=pos)
        )
    for body, specs in bodies.values():
        pos = body[0].pos
        body.insert(0, nodes.DeclStmt(nodes.GenDecl("var", specs, pos=pos, end=pos), pos=pos, end=pos))


def statement(c: Checker, s: nodes.Stmt) -> nodes.Stmt:
    """Returns the statement that `s` is read as: `var __out = x`, for example, becomes an assignment to __out."""
    if isinstance(s, nodes.ExprStmt):
        return foreign.grow(c, _kept(c, s))
    if isinstance(s, nodes.AssignStmt):
        _fill_types(c, s)
        _extend(c, s)
        return s
    if isinstance(s, nodes.DeclStmt) and s.decl.tok == "const":
        return foreign.variables(c, s)
    if not isinstance(s, nodes.DeclStmt) or s.decl.tok != "var" or len(s.decl.specs) != 1:
        return s
    spec = cast(nodes.VarSpec, s.decl.specs[0])
    if len(spec.names) != 1 or spec.names[0].name != "__out" or len(spec.values) > 1:
        return s
    c.mend("`var __out` read as an assignment: there is one __out", s)
    if not spec.values:
        return nodes.EmptyStmt(pos=s.pos, end=s.end)
    return nodes.AssignStmt([spec.names[0]], "=", spec.values, pos=s.pos, end=s.end)


def _kept(c: Checker, s: nodes.ExprStmt) -> nodes.Stmt:
    """Reads the statement `append(xs, x)` as xs = append(xs, x)."""
    call = unparen(s.x)
    if not isinstance(call, nodes.CallExpr) or not isinstance(call.fun, nodes.Ident) or call.fun.name != "append":
        return s
    if not c.gradual:
        return s
    target = call.args[0] if len(call.args) > 1 else None
    last = c.file.stmts[-1] if c.file.stmts else None
    if s is last or not isinstance(target, (nodes.Ident, nodes.SelectorExpr, nodes.IndexExpr)):
        return s
    if not isinstance(c.lookup("append"), Builtin) or foreign_values.again(target) is None:
        return s
    c.mend(f"{expr_text(call)} changes nothing by itself: read as {expr_text(target)} = {expr_text(call)}", s)
    return nodes.AssignStmt([target], "=", [call], pos=s.pos, end=s.end)


def _fill_types(c: Checker, s: nodes.AssignStmt) -> None:
    """Reads `out := []string` as out := []string{}."""
    for i, value in enumerate(s.rhs):
        if isinstance(value, nodes.MapType) or (isinstance(value, nodes.ArrayType) and value.len is None):
            s.rhs[i] = nodes.CompositeLit(value, [], pos=value.pos, end=value.end)
            c.mend(f"{expr_text(value)} read as {expr_text(value)}{{}}", value)


def _extend(c: Checker, s: nodes.AssignStmt) -> None:
    """Reads `xs += ys` of lists as xs = append(xs, ys...)."""
    target = s.lhs[0] if s.op == "+=" else None
    found = c.lookup(target.name) if isinstance(target, nodes.Ident) else None
    if not c.repair or not c.gradual or not isinstance(found, Var) or found.typ is UNSET:
        return
    if not isinstance(found.typ.underlying, Slice):
        return
    shown, value = f"{found.name} += {expr_text(s.rhs[0])}", s.rhs[0]
    pos, end = value.pos, value.end
    listed = nodes.Ident(found.name, pos=pos, end=pos)
    s.op = "="
    s.rhs = [nodes.CallExpr(nodes.Ident("append", pos=pos, end=pos), [listed, value], True, pos=pos, end=end)]
    c.mend(f"{shown} read as {found.name} = {expr_text(s.rhs[0])}", s)


def unused_hint(c: Checker, var: Var) -> str:
    if var in c.shadows:
        return f"this {var.name} hides the {var.name} outside; to set that one, write = instead of :="
    return f"use it, or assign to _ instead of {var.name}"


# --- literals ------------------------------------------------------------------------------------------------------------


def is_mended_literal(e: nodes.Node | None) -> bool:
    """Returns whether `e` is a literal whose type, map[string]any or []any, was added by the parser."""
    return isinstance(e, nodes.CompositeLit) and e.type is not None and e.type.pos == e.type.end


def object_key(c: Checker, elt: nodes.KeyValueExpr, under: Map, *, mended: bool) -> None:
    """Reads the key of `{page: page}` as "page", as in JavaScript. A name that can be a key in Go stays a variable."""
    key = elt.key
    if not c.repair or not c.gradual or not isinstance(key, nodes.Ident) or not is_basic(under.key, STRING_KIND):
        return
    found = c.lookup(key.name)
    itself = mended and isinstance(elt.value, nodes.Ident) and elt.value.name == key.name
    if isinstance(found, Var) and (found.typ is ANY or is_basic(found.typ, STRING_KIND)) and not itself:
        return
    if found is None and not mended and hints.closest(c, key.name, hints.visible_names(c)) is not None:
        return
    if found is None or isinstance(found, (Var, Func)):
        elt.key = nodes.BasicLit("STRING", f'"{key.name}"', key.name.encode(), pos=key.pos, end=key.end)
        c.mend(f'the key {key.name} read as "{key.name}"', key)


def untyped_literal(c: Checker, e: nodes.CompositeLit, wanted: Type | None) -> None:
    """Reads `{"a": 1}` as map[string]any{"a": 1} among elements of type any. Go requires the type there."""
    if e.type is not None or wanted is not ANY or not c.repair or not c.gradual:
        return
    word, at = nodes.Ident("any", pos=e.pos, end=e.pos), {"pos": e.pos, "end": e.pos}
    if e.elts and not isinstance(e.elts[0], nodes.KeyValueExpr):
        e.type = nodes.ArrayType(None, word, **at)
        c.mend("`{...}` without a type read as `[]any{...}`", e)
    else:
        e.type = nodes.MapType(nodes.Ident("string", **at), word, **at)
        c.mend("`{...}` without a type read as `map[string]any{...}`", e)


def literal_type(c: Checker, e: nodes.CompositeLit, hint: Type | None) -> Type | None:
    """Returns the type that the context of a mended literal expects, if it fits the literal; else None."""
    if hint is None or not is_mended_literal(e):
        return None
    under = hint.underlying
    if isinstance(e.type, nodes.MapType):
        return hint if isinstance(under, Map) else None
    return hint if isinstance(under, (Slice, Array)) else None


def retype_literal(c: Checker, x: Operand, t: Type) -> bool:
    """Gives the literal in `m[k] = {"count": 0}` the element type of m, if that is not map[string]any. Returns whether it did."""
    e = unparen(x.expr)
    if not c.repair or not isinstance(e, nodes.CompositeLit) or literal_type(c, e, t) is None:
        return False
    composites.composite_lit(c, x, e, t)
    x.expr = e
    expressions.record(c, x, e)
    return True


# --- tools -----------------------------------------------------------------------------------------------------------------


def names_tool(c: Checker, e: nodes.SelectorExpr) -> bool:
    """Returns whether `math.add` is a tool and its first name is not declared."""
    if c.tools is None or not isinstance(e.x, nodes.Ident) or c.lookup(e.x.name) is not None:
        return False
    return c.tools.shape(expr_text(e)) is not None
