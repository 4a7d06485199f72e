"""Repairs calls of existing functions with missing or wrong arguments: strconv.ParseFloat(s), time.Date(2026, 5, 1), int("42"), s.TrimRight("/").

Only calls with one possible meaning are repaired; Go's rules refuse the others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from codemode.dsl.dialect import copies
from codemode.dsl.dialect.lexicon import functions, lists, methods, patterns, sequences, templates
from codemode.dsl.dialect.meaning import iteration, open_functions, positional, tools, trees, values
from codemode.dsl.syntax import nodes
from codemode.dsl.syntax.depth import walk
from codemode.types import names
from codemode.types.calls import static_callee
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import ANY, FLOAT64, STRING, Basic, Signature, Type
from codemode.types.objects import Func, PkgName
from codemode.types.operand import BAD, TYPEXPR, Operand
from codemode.types.predicates import FLOAT, INTEGER, default_type, is_basic, is_untyped

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
    "json.MarshalIndent": {1: ("", "  ")},
}
# function -> number of given arguments -> the function to call instead
_OTHER: Final[dict[str, dict[int, str]]] = {
    "strings.Trim": {1: "strings.TrimSpace"},
    "strings.Split": {1: "strings.Fields"},
    "strings.Replace": {3: "strings.ReplaceAll"},
    "errors.New": dict.fromkeys(range(2, 10), "fmt.Errorf"),
}
_DATE: Final = "time.Date"  # year, month, day, hour, minute, second, nanosecond, location


def call(c: Checker, e: nodes.CallExpr, sig: Signature | None) -> None:
    """Reads a call whose arguments do not fit. Without a signature, it is the call of a function literal."""
    fun = e.fun
    if sig is None:
        open_functions.called(c, e)
        return
    _wrong_count(c, e, static_callee(fun))
    if e.fun is fun:
        open_functions.arguments(c, e, sig)


def _wrong_count(c: Checker, e: nodes.CallExpr, func: Func | None) -> None:
    """Reads a call with too few or too many arguments, if it is certain which are meant."""
    fun = unparen(e.fun)
    if not isinstance(fun, nodes.SelectorExpr) or func is None or e.ellipsis:
        return
    shown, count, name = expr_text(e), len(e.args), f"{func.package}.{func.name}"
    if name == "math.Round" and count == 2:
        _round_to_digits(c, e, fun)
        return
    if not c.gradual:
        return
    last = e.args[-1] if e.args else e
    if name == _DATE and 3 <= count < 8:
        _date(e)
    elif name in _MISSING and count in _MISSING[name]:
        after = nodes.Node(pos=last.end, end=last.end)
        e.args += [trees.whole(v, last) if isinstance(v, int) else trees.text(v, after) for v in _MISSING[name][count]]
    elif name == "strconv.FormatFloat" and count == 1:
        verb = nodes.BasicLit("CHAR", "'f'", ord("f"), pos=last.end, end=last.end)
        e.args += [verb, trees.whole(-1, last), trees.whole(64, last)]
    elif func.recv is not None and func.package == "regexp" and func.name.startswith("FindAll") and count == 1:
        e.args.append(trees.whole(-1, last))
    elif count in _OTHER.get(name, {}):
        e.fun = trees.name(_OTHER[name][count], fun)
    if expr_text(e) != shown:
        c.mend("call_with_other_arguments", fun, found=shown, meant=expr_text(e))


def _date(e: nodes.CallExpr) -> None:
    """Reads time.Date(2026, 5, 1) as midnight, UTC."""
    place = e.args[-1]
    zone: nodes.Expr = trees.name("time.UTC", nodes.Node(pos=place.end, end=place.end))
    inner = unparen(place)
    if isinstance(inner, nodes.SelectorExpr) and isinstance(inner.x, nodes.Ident) and inner.x.name == "time":
        if inner.sel.name not in ("UTC", "Local"):
            return
        zone = e.args.pop()
    e.args += [trees.whole(0, place) for _ in range(7 - len(e.args))]
    e.args.append(zone)


# --- sort functions with elements in place of positions -----------------------------------------------------------

_BY_POSITION: Final = {"sort.Slice": "sort.Slice", "sort.SliceStable": "sort.SliceStable"}
_BY_ELEMENT: Final = {"slices.SortFunc": "sort.Slice", "slices.SortStableFunc": "sort.SliceStable"}


def _ordering(c: Checker, e: nodes.CallExpr) -> None:
    """Repairs sort.Slice(xs, func(a, b T) bool { return a.x < b.x }), where the function takes elements instead of positions."""
    func = static_callee(e.fun)
    if not c.gradual or e.ellipsis or func is None:
        return
    name = f"{func.package}.{func.name}"
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
        e.fun = trees.name("slices.SortFunc" if wanted == "sort.Slice" else "slices.SortStableFunc", e.fun)
        c.mend("compares_elements", e, found=shown, meant=expr_text(e.fun))
        return
    first, second = copies.again(e.args[0]), copies.again(e.args[0])
    if first is None or second is None:
        return
    words = [n.name for n in names_]
    indices = [unparen(node.indices[0]) for node in walk(less.body) if isinstance(node, nodes.IndexExpr)]
    if any(isinstance(index, nodes.Ident) and index.name in words for index in indices):
        for p in params if name in _BY_POSITION else ():
            p.type = nodes.Ident("int", pos=p.type.pos, end=p.type.end)
        c.mend("positions_as_int", less.type, found=", ".join(words))
        return
    e.args[1] = trees.template(templates.LESS, less, F=less, XS=first, YS=second)
    e.fun = trees.name(wanted, e.fun)
    c.mend("compares_elements_by_position", e, found=shown)


# --- names without their package -------------------------------------------------------------------------------------------


def bare(c: Checker, e: nodes.CallExpr) -> None:
    """Reads contains(xs, x), sort(xs) and Sprintf(...), whose names are not declared, as functions of packages."""
    fun = e.fun
    if not c.gradual or e.ellipsis or not isinstance(fun, nodes.Ident):
        return
    found, count, shown = c.lookup(fun.name), len(e.args), expr_text(e)
    if fun.name.lower() in ("contains", "includes") and found is None and count == 2:
        e.fun = trees.name("__contains", fun)
        c.mend("test_for_part", fun, found=shown)
    elif fun.name == "sort" and count in (1, 2):
        e.fun = trees.name("slices.Sort" if count == 1 else "sort.Slice", fun)
        c.mend("call_with_other_arguments", fun, found=shown, meant=expr_text(e))
    elif found is None and fun.name in ("Sprintf", "Sprint", "Println", "Printf", "Errorf") and _free(c, "fmt"):
        e.fun = trees.name(f"fmt.{fun.name}", fun)
        c.mend("call_with_other_arguments", fun, found=shown, meant=expr_text(e))


def sized(c: Checker, e: nodes.CallExpr) -> None:
    """Reads make([]T) as make([]T, 0)."""
    made = unparen(e.args[0]) if len(e.args) == 1 else None
    if c.gradual and not e.ellipsis and isinstance(made, nodes.ArrayType) and made.len is None:
        shown = expr_text(e)
        e.args.append(trees.whole(0, e.args[0]))
        c.mend("call_with_other_arguments", e.fun, found=shown, meant=expr_text(e))


def _free(c: Checker, package: str) -> bool:
    found = c.lookup(package)
    return (found is None or isinstance(found, PkgName)) and names.package_named(c, package) is not None


def converted(c: Checker, e: nodes.CallExpr, x: Operand, want: Type | None) -> bool:
    """Reads a conversion that Go refuses or that converts to any; without a type, it is max(xs) or min(xs)."""
    if want is None:
        return functions.of_list(c, x, e, expr_text(e.fun))
    if want is ANY:
        values.to_any(c, x, e)
        return False
    return _number_of_text(c, x, e, want)


def _number_of_text(c: Checker, x: Operand, e: nodes.CallExpr, want: Type) -> bool:
    """Reads int(s), where s is a string, as the number in the text. Returns whether it did."""
    floating = is_basic(want, FLOAT)
    if not c.gradual or x.typ is not STRING or not isinstance(want, Basic) or not (floating or is_basic(want, INTEGER)):
        return False
    if not _free(c, "strconv"):
        return False
    shown, arg = expr_text(e), e.args[0]
    go = "strconv.ParseFloat(strings.TrimSpace(X), 64)" if floating else "strconv.Atoi(strings.TrimSpace(X))"
    e.args[0] = trees.template(go, arg, X=arg)
    c.mend("number_of_text", e, found=shown, meant=expr_text(e.args[0]))
    return True


# --- functions that take something else ---


def _round_to_digits(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr) -> None:
    """Reads math.Round(x, 2), which other languages have, as codemode.Round(x, 2)."""
    ours = names.package_named(c, "codemode")
    if ours is not None and ours.package.member("Round") is not None:
        e.fun = trees.name("codemode.Round", fun)
        c.mend("round_with_digits", fun)


# --- what the checker asks ---------------------------------------------------------------------------------------------------


def callee(c: Checker, name: nodes.Expr) -> bool:
    """Reads the call of a function that Go does not have, such as str(x), console.log(x), or a tool. `name` is the unknown name in it."""
    call = c.calling
    if call is None or (name is not call.fun and name is not trees.first_name(call.fun)):
        return False
    fun = call.fun
    for read in (tools.call_by_name, tools.bare_call, functions.known, methods.chosen, lists.function, bare):
        read(c, call)
        if call.fun is not fun:
            return True
    return False


def selected(c: Checker, e: nodes.SelectorExpr, x: Operand, _: object) -> bool:
    """Reads a field or the call of a method that the type of x does not have. Returns whether it did."""
    iteration.note_element(c, e.x)
    call = c.calling
    if call is not None and call.fun is e and c.gradual and x.mode is not TYPEXPR and _method(c, call, e, x):
        x.mode = BAD  # the call is checked again
        return True
    return x.typ is not ANY and methods.unknown_field(c, x, e)


def _method(c: Checker, call: nodes.CallExpr, e: nodes.SelectorExpr, x: Operand) -> bool:
    typ = default_type(x.typ) if is_untyped(x.typ) else x.typ
    s = c.listed
    if isinstance(s, nodes.ExprStmt) and unparen(s.x) is call and methods.alone(c, s, call, e, typ):
        return True
    if not call.ellipsis and call.fun is e:
        methods.method(c, call, e, typ)
    if call.fun is e:
        lists.method(c, call, e, typ)
    if call.fun is e and e.sel.name == "Round" and len(call.args) <= 1 and typ is FLOAT64:
        shown = expr_text(call)
        call.fun, call.args = trees.name("codemode.Round" if call.args else "math.Round", e), [e.x, *call.args]
        c.mend("call_with_other_arguments", e, found=shown, meant=expr_text(call))
    return call.fun is not e


def _to_tool(c: Checker, e: nodes.CallExpr) -> None:
    positional.read(c, e)
    tools.pairs_to_map(c, e)


# The functions whose calls are read although Go accepts them, by package and name. The package of a builtin is "".
ON_LEGAL: Final[dict[tuple[str, str], Callable[[Checker, nodes.CallExpr], None]]] = {
    **{("regexp", name): patterns.word_boundaries for name in patterns.TAKES_PATTERN},
    **{(package, name): sequences.note_iterated for package in ("slices", "maps") for name in sequences.COLLECTING},
    **{("maps", name): sequences.note_sequence for name in ("Keys", "Values")},
    **{("codemode", name): _to_tool for name in ("CallTool", "CallToolStream")},
    **{("", name): lists.function for name in ("max", "min")},
    ("", "make"): sized,
    **{("sort", name): _ordering for name in ("Slice", "SliceStable")},
    **{("slices", name): _ordering for name in ("SortFunc", "SortStableFunc")},
    ("json", "Unmarshal"): functions.data_of_tool,
}
