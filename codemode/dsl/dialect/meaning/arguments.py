"""Repairs calls of existing functions with missing or wrong arguments: strconv.ParseFloat(s), time.Date(2026, 5, 1), int("42"), s.TrimRight("/").

Only calls with one possible meaning are repaired; Go's rules refuse the others.
"""

from __future__ import annotations

import dataclasses
from typing import Final, cast

from codemode.dsl.dialect.lexicon import functions, lists, methods
from codemode.dsl.dialect.meaning import layouts, open_functions, positional, tools, values, verbs
from codemode.dsl.syntax import nodes
from codemode.types import expressions, names
from codemode.types.checker import Checker
from codemode.types.model import FLOAT64, STRING, Basic, Map, Signature, Slice, Type
from codemode.types.objects import Func, PkgName, TypeName
from codemode.types.operand import BAD, Operand
from codemode.types.predicates import FLOAT, INTEGER, is_basic
from codemode.types.spelling import expr_text, unparen


def read(c: Checker, e: nodes.CallExpr) -> None:
    """Replaces a call with the one that was meant, if that is certain."""
    if not c.gradual or e.ellipsis:
        return
    fun = unparen(e.fun)
    if isinstance(fun, nodes.Ident):
        _bare(c, e, fun)
    elif isinstance(fun, nodes.SelectorExpr):
        package = _package(c, fun)
        if package:
            _function(c, e, fun, f"{package}.{fun.sel.name}")
        else:
            _method(c, e, fun)


def _package(c: Checker, fun: nodes.SelectorExpr) -> str:
    """Returns the path of the package that a function is selected from, or ""."""
    if not isinstance(fun.x, nodes.Ident):
        return ""
    found = c.lookup(fun.x.name)
    if found is None or (isinstance(found, Func) and found.package == "host"):  # the host has a json, too
        found = names.package_named(c, fun.x.name)
    return found.package.path if isinstance(found, PkgName) and found.package is not None else ""


def _whole(value: int, at: nodes.Node) -> nodes.Expr:
    return nodes.BasicLit("INT", str(value), value, pos=at.end, end=at.end)


def _text(value: str, at: nodes.Node) -> nodes.Expr:
    shown = value.encode("unicode_escape").decode()
    return nodes.BasicLit("STRING", f'"{shown}"', value.encode(), pos=at.end, end=at.end)


def _selected(name: str, at: nodes.Node) -> nodes.SelectorExpr:
    place = {"pos": at.pos, "end": at.end}
    package, _, member = name.partition(".")
    return nodes.SelectorExpr(nodes.Ident(package, **place), nodes.Ident(member, **place), **place)


# --- functions with too few arguments ------------------------------------------------------------------------------

_SPACE: Final = " \t\r\n"
_FORMAT: Final = ("'f'", "-1", "64")

# function -> number of given arguments -> the arguments to append
_MISSING: Final[dict[str, dict[int, tuple[int | str, ...]]]] = {
    "strconv.ParseFloat": {1: (64,)},
    "strconv.ParseInt": {1: (10, 64), 2: (64,)},
    "strconv.ParseUint": {1: (10, 64), 2: (64,)},
    "strconv.FormatInt": {1: (10,)},
    "strconv.FormatUint": {1: (10,)},
    "time.Unix": {1: (0,)},
    "strings.TrimLeft": {1: (_SPACE,)},
    "strings.TrimRight": {1: (_SPACE,)},
    "encoding/json.MarshalIndent": {1: ("", "  ")},
}
# function -> number of given arguments -> the function to call instead
_OTHER: Final[dict[str, dict[int, str]]] = {
    "strings.Trim": {1: "strings.TrimSpace"},
    "strings.Split": {1: "strings.Fields"},
    "strings.Replace": {3: "strings.ReplaceAll"},
    "errors.New": dict.fromkeys(range(2, 10), "fmt.Errorf"),
}
_DATE: Final = "time.Date"  # year, month, day, hour, minute, second, nanosecond, location


def _function(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr, name: str) -> None:
    shown, count = expr_text(e), len(e.args)
    if _may_be_many(c, e):
        return
    last = e.args[-1] if e.args else e
    if name == _DATE and 3 <= count < 8:
        _date(c, e)
    elif name in _MISSING and count in _MISSING[name]:
        e.args += [_whole(v, last) if isinstance(v, int) else _text(v, last) for v in _MISSING[name][count]]
    elif name == "strconv.FormatFloat" and count == 1:
        verb = nodes.BasicLit("CHAR", "'f'", ord("f"), pos=last.end, end=last.end)
        e.args += [verb, nodes.UnaryExpr("-", _whole(1, last), pos=last.end, end=last.end), _whole(64, last)]
    elif count in _OTHER.get(name, {}):
        e.fun = _selected(_OTHER[name][count], fun)
    else:
        _ordering(c, e, name)
        return
    if expr_text(e) != shown:
        c.mend("call_with_other_arguments", fun, found=shown, meant=expr_text(e))


def _may_be_many(c: Checker, e: nodes.CallExpr) -> bool:
    """Returns whether the call has the form f(g()), where g has several results."""
    call = unparen(e.args[0]) if len(e.args) == 1 else None
    if not isinstance(call, nodes.CallExpr):
        return False
    found = c.lookup(call.fun.name) if isinstance(call.fun, nodes.Ident) else None
    return isinstance(found, Func) and isinstance(found.typ, Signature) and len(found.typ.results) > 1


def _date(c: Checker, e: nodes.CallExpr) -> None:
    """Reads time.Date(2026, 5, 1) as midnight, UTC."""
    place = e.args[-1]
    zone: nodes.Expr = _selected("time.UTC", nodes.Node(pos=place.end, end=place.end))
    inner = unparen(place)
    if isinstance(inner, nodes.SelectorExpr) and isinstance(inner.x, nodes.Ident) and inner.x.name == "time":
        if inner.sel.name not in ("UTC", "Local"):
            return
        zone = e.args.pop()
    e.args += [_whole(0, place) for _ in range(7 - len(e.args))]
    e.args.append(zone)


# --- sort functions with elements in place of positions -----------------------------------------------------------

_BY_POSITION: Final = {"sort.Slice": "sort.Slice", "sort.SliceStable": "sort.SliceStable"}
_BY_ELEMENT: Final = {"slices.SortFunc": "sort.Slice", "slices.SortStableFunc": "sort.SliceStable"}


def _ordering(c: Checker, e: nodes.CallExpr, name: str) -> None:
    """Repairs sort.Slice(xs, func(a, b T) bool { return a.x < b.x }), where the function takes elements instead of positions."""
    wanted = _BY_POSITION.get(name) or _BY_ELEMENT.get(name)
    less = unparen(e.args[1]) if wanted and len(e.args) == 2 else None
    if wanted is None or not isinstance(less, nodes.FuncLit):
        return
    params, results = less.type.params, less.type.results
    names_ = [n for p in params for n in p.names]
    if len(names_) != 2 or any(not p.names for p in params) or len(results) != 1:
        return
    result, types = expr_text(results[0].type), {expr_text(p.type) for p in params}
    positions = types == {"int"} and result == "bool"
    if (positions if name in _BY_POSITION else result == "int") or len(types) != 1 or result not in ("bool", "int"):
        return
    shown = expr_text(e)
    if result == "int":
        e.fun = _selected("slices.SortFunc" if wanted == "sort.Slice" else "slices.SortStableFunc", e.fun)
        c.mend("compares_elements", e, found=shown, meant=expr_text(e.fun))
        return
    lists = [values.again(e.args[0]) for _ in range(2)]
    if None in lists:
        return
    if _indexes(less.body, {n.name for n in names_}):
        for p in params if name in _BY_POSITION else ():
            p.type = nodes.Ident("int", pos=p.type.pos, end=p.type.end)
        c.mend("positions_as_int", less.type, found=", ".join([n.name for n in names_]))
        return
    at = {"pos": less.pos, "end": less.pos}
    places = [nodes.Ident(f"·{i}", **at) for i in range(2)]
    elements: list[nodes.Expr] = [
        nodes.IndexExpr(xs, [nodes.Ident(place.name, **at)], **at) for xs, place in zip(lists, places) if xs is not None
    ]
    spec = nodes.VarSpec(names_, params[0].type, elements, **at)
    body = nodes.BlockStmt(
        [nodes.DeclStmt(nodes.GenDecl("var", [spec], **at), **at), *less.body.stmts],
        pos=less.body.pos,
        end=less.body.end,
    )
    pos = less.pos
    typ = nodes.FuncType(
        [], [nodes.Field([p], nodes.Ident("int", **at), pos=pos, end=pos) for p in places], results, **at
    )
    e.args[1] = nodes.FuncLit(typ, body, pos=less.pos, end=less.end)
    e.fun = _selected(wanted, e.fun)
    c.mend("compares_elements_by_position", e, found=shown)


def _indexes(node: object, used: set[str]) -> bool:
    """Returns whether one of the names is used as an index: xs[i]."""
    rest = [node]
    while rest:
        each = rest.pop()
        if isinstance(each, list):
            rest += cast("list[object]", each)
        elif isinstance(each, nodes.Node):
            at = each.indices[0] if isinstance(each, nodes.IndexExpr) else None
            if isinstance(at, nodes.Ident) and at.name in used:
                return True
            rest += [getattr(each, f.name) for f in dataclasses.fields(each) if f.name not in values.NOTES]
    return False


# --- names without their package -------------------------------------------------------------------------------------------


def _bare(c: Checker, e: nodes.CallExpr, fun: nodes.Ident) -> None:
    found, count, shown = c.lookup(fun.name), len(e.args), expr_text(e)
    if isinstance(found, TypeName):
        _number_of_text(c, e, found.typ)
        return
    made = unparen(e.args[0]) if fun.name == "make" and count == 1 else None
    if isinstance(made, nodes.ArrayType):
        if made.len is None:
            e.args.append(_whole(0, e.args[0]))
            c.mend("call_with_other_arguments", fun, found=shown, meant=expr_text(e))
        return
    if found is not None and not isinstance(found, PkgName):
        return
    place = {"pos": fun.pos, "end": fun.end}
    if fun.name.lower() in ("contains", "includes") and found is None and count == 2:
        e.fun = nodes.Ident("__contains", **place)
        c.mend("test_for_part", fun, found=shown)
    elif fun.name == "sort" and count in (1, 2):
        e.fun = _selected("slices.Sort" if count == 1 else "sort.Slice", fun)
        c.mend("call_with_other_arguments", fun, found=shown, meant=expr_text(e))
    elif found is None and fun.name in ("Sprintf", "Sprint", "Println", "Printf", "Errorf") and _free(c, "fmt"):
        e.fun = _selected(f"fmt.{fun.name}", fun)
        c.mend("call_with_other_arguments", fun, found=shown, meant=expr_text(e))


def _free(c: Checker, package: str) -> bool:
    found = c.lookup(package)
    return (found is None or isinstance(found, PkgName)) and names.package_named(c, package) is not None


def _number_of_text(c: Checker, e: nodes.CallExpr, want: Type) -> None:
    """Reads int(s), where s is a string, as the number in the text."""
    if len(e.args) != 1 or not isinstance(want, Basic) or not (is_basic(want, INTEGER) or is_basic(want, FLOAT)):
        return
    arg = e.args[0]
    if not _free(c, "strconv") or _type_of(c, arg) is not STRING:
        return
    shown = expr_text(e)
    trimmed = _call("strings.TrimSpace", arg, arg)
    made = _call("strconv.Atoi", arg, trimmed)
    if is_basic(want, FLOAT):
        made = _call("strconv.ParseFloat", arg, trimmed, _whole(64, arg))
    e.args[0] = made
    c.mend("number_of_text", e, found=shown, meant=expr_text(e.args[0]))


def _call(name: str, at: nodes.Node, *args: nodes.Expr) -> nodes.CallExpr:
    return nodes.CallExpr(_selected(name, at), list(args), pos=at.pos, end=at.end)


def _type_of(c: Checker, e: nodes.Expr) -> Type | None:
    """Returns the type of an expression that can be checked twice, or of a call of a library function; None for others."""
    e = unparen(e)
    if isinstance(e, nodes.CallExpr) and isinstance(e.fun, nodes.SelectorExpr):
        package = (
            names.package_named(c, e.fun.x.name) if _package(c, e.fun) and isinstance(e.fun.x, nodes.Ident) else None
        )
        member = package.package.member(e.fun.sel.name) if package is not None else None
        results = member.typ.results if isinstance(member, Func) and isinstance(member.typ, Signature) else ()
        return results[0] if len(results) == 1 else None
    if isinstance(e, nodes.IndexExpr):
        held = _type_of(c, e.x)
        return held.underlying.elem if held is not None and isinstance(held.underlying, (Map, Slice)) else None
    copy = values.again(e)
    if copy is None:
        return None
    x, before = Operand(), len(c.problems)
    expressions.expr(c, x, copy)
    del c.problems[before:]
    return None if x.mode is BAD else x.typ


# --- functions that take something else ---


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
    c.mend("round_with_digits", fun)


def parameters(c: Checker, e: nodes.CallExpr, sig: Signature) -> None:
    """Adds the types to sort.Slice(xs, func(i, j) { ... }), whose function has none: the called function declares them."""
    if not c.gradual:
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
            "types_of_parameters", arg.type, found=", ".join(words), meant=expr_text(e.fun), other=c.words.type(wanted)
        )


# --- methods ---------------------------------------------------------------------------------------------------------------


def _method(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr) -> None:
    name, count = fun.sel.name, len(e.args)
    if name.startswith("FindAll") and count == 1 and not _declares(c, name):
        shown = expr_text(e)
        e.args.append(nodes.UnaryExpr("-", _whole(1, e.args[0]), pos=e.args[0].end, end=e.args[0].end))
        c.mend("call_with_other_arguments", fun, found=shown, meant=expr_text(e))
    elif name == "Round" and count <= 1:
        found = methods.receiver(c, e, frozenset({"round"}))
        if found is not None and found[1] is FLOAT64:
            shown = expr_text(e)
            e.fun, e.args = _selected("codemode.Round" if count else "math.Round", fun), [fun.x, *e.args]
            c.mend("call_with_other_arguments", fun, found=shown, meant=expr_text(e))


def _declares(c: Checker, name: str) -> bool:
    return any(isinstance(d, nodes.FuncDecl) and d.name.name == name for d in c.file.decls)


# --- what the checker asks ---------------------------------------------------------------------------------------------------


def call(c: Checker, e: nodes.CallExpr) -> None:
    """Reads a call before its function is checked."""
    tools.call_by_name(c, e)
    positional.read(c, e)
    tools.bare_call(c, e)
    round_to_digits(c, e)
    functions.known(c, e)
    methods.method(c, e)
    lists.read(c, e)
    open_functions.called(c, e)
    read(c, e)


def given(c: Checker, e: nodes.CallExpr, sig: Signature) -> None:
    """Gives the functions among the arguments the types that the called function expects."""
    parameters(c, e, sig)
    open_functions.arguments(c, e, sig)


def library_call(c: Checker, e: nodes.CallExpr, func: Func) -> None:
    if func.package == "time":
        layouts.check(c, e, func.name)
    if func.package in ("fmt", "log"):
        verbs.check(c, e, func)
