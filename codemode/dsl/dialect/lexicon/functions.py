"""Reads calls of functions that are built into Python and JavaScript but not into Go: str(x), parseFloat(s), Math.floor(x), sum(xs).

Each call is replaced with Go that does the same. A name that the program, the host or Go declares keeps its meaning.
"""

from __future__ import annotations

from typing import Final

from codemode.dsl.dialect import copies
from codemode.dsl.dialect.lexicon import templates
from codemode.dsl.dialect.meaning import trees
from codemode.dsl.syntax import nodes
from codemode.types import calls, expressions, names
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.model import ANY, SLICE_ANY, Slice
from codemode.types.objects import Func, PkgName
from codemode.types.operand import BAD, VALUE, Operand
from codemode.types.predicates import ORDERED, all_basic


def _read(names: str, go: str, *counts: int) -> dict[str, dict[int, str]]:
    """A row: the names, what they are read as, and the numbers of arguments, if not one."""
    return {name: dict.fromkeys(counts or (1,), go) for name in names.split()}


# Name -> number of arguments -> a template of X, or the name of a function that takes the same arguments.
NAMES: Final[dict[str, dict[int, str]]] = {
    **_read("str", "__str"),
    **_read("String", "__js"),
    **_read("float Number parseFloat", templates.NUMBER),
    **_read("parseInt", templates.INTEGER, 1, 2),
    **_read("abs", "__abs"),
    "round": {1: '__whole("round", X)', 2: "__round"},  # halves go to the even digit
    **_read("sum", "__sum"),
    **_read("JSON.stringify json.dumps", templates.JSON),
    **_read("base64.b64decode", "base64.StdEncoding.DecodeString"),
    **_read("base64.b64encode", "base64.StdEncoding.EncodeToString"),
    **_read("atob", "__ascii(string(base64.StdEncoding.DecodeString(X)))"),
    **_read("btoa", "base64.StdEncoding.EncodeToString(__ascii(X))"),
    **_read("Math.abs", "__abs"),
    **_read("Math.max", "max", 2, 3, 4),
    **_read("Math.min", "min", 2, 3, 4),
    **{f"Math.{name}": {1: f"math.{name.title()}"} for name in ("floor", "ceil", "trunc", "sqrt")},
    **{name: {1: f'__whole("{name}", X)'} for name in ("Math.round", "math.floor", "math.ceil", "math.trunc")},
    **_read("Math.pow", "math.Pow", 2),
    **_read("math.abs", "__abs"),
    **_read("math.fabs", "math.Abs"),
}


def known(c: Checker, e: nodes.CallExpr) -> None:
    """Replaces a call of one of these functions with the Go that it is read as."""
    fun = e.fun
    if not c.gradual or e.ellipsis or not isinstance(fun, (nodes.Ident, nodes.SelectorExpr)):
        return
    shown = expr_text(fun)
    go = NAMES.get(shown, {}).get(len(e.args), "")
    if not go or not is_free(c, fun):
        return
    if shown == "parseInt" and not all(isinstance(base, nodes.BasicLit) and base.raw == "10" for base in e.args[1:]):
        return
    sign = _infinite(e.args[0]) if go is templates.NUMBER else 0
    if sign:
        trees.rewrite(e, "math.Inf", [trees.whole(sign, e.args[0])])
    elif "(" not in go:
        e.fun = trees.name(go, fun)
    else:
        made = trees.template(go, nodes.Node(pos=fun.pos, end=fun.end), X=e.args[0])
        e.fun, e.args = made.fun, made.args
    c.mend("foreign_function", fun, found=shown, meant=SHOWN.get(shown, expr_text(e.fun)))


def _infinite(e: nodes.Expr) -> int:
    """Returns the sign of the infinity in float("-inf"), or 0 for another text."""
    text = e.value.strip().lower() if isinstance(e, nodes.BasicLit) and e.kind == "STRING" else b""
    return 0 if text.lstrip(b"+-") not in (b"inf", b"infinity") else -1 if text.startswith(b"-") else 1


SHOWN: Final = {
    **dict.fromkeys(("str", "String"), "its text"),
    "round": "Python's rounding, in which halves go to the even digit",
    "Math.round": "the nearest whole number, halves up",
    **{f"math.{name}": "a whole number" for name in ("floor", "ceil", "trunc")},
    **dict.fromkeys(("abs", "Math.abs", "math.abs"), "the absolute value"),
    "sum": "the sum of the elements",
    **dict.fromkeys(("JSON.stringify", "json.dumps"), "string(json.Marshal(x))"),
    "atob": "string(base64.StdEncoding.DecodeString(x))",
}


def is_free(c: Checker, fun: nodes.Ident | nodes.SelectorExpr) -> bool:
    """Returns whether the name is neither declared nor a member of a library package."""
    if isinstance(fun, nodes.Ident):
        return c.lookup(fun.name) is None
    if not isinstance(fun.x, nodes.Ident):
        return False
    found = c.lookup(fun.x.name)
    if found is None or (isinstance(found, Func) and found.package == "host"):  # the host has a json, too
        found = names.package_named(c, fun.x.name)
    return found is None or (isinstance(found, PkgName) and found.package.member(fun.sel.name) is None)


def of_list(c: Checker, x: Operand, e: nodes.CallExpr, name: str) -> bool:
    """Reads max(xs) and min(xs) of a list as its greatest or least element. Returns whether it did."""
    arg = e.args[0]
    if not c.gradual or not isinstance(x.typ.underlying, Slice):
        return False
    if x.typ is SLICE_ANY:
        c.mend("best_element", e, found=expr_text(e), meant="least" if name == "min" else "greatest")
        x.mode, x.typ = VALUE, ANY
        return True
    if copies.again(arg) is None:
        return False
    if not all_basic(x.typ.underlying.elem, ORDERED):
        return False
    e.fun = trees.name(f"slices.{name.capitalize()}", e.fun)
    c.mend("function_of_list", e, found=name, meant=expr_text(arg), other=expr_text(e))
    calls.call_expr(c, x, e, None)
    return x.mode is not BAD


def data_of_tool(c: Checker, e: nodes.CallExpr) -> None:
    """Reads json.Unmarshal([]byte(res), &v), where res is the result of a tool: already decoded data, or JSON text."""
    if not c.gradual or e.ellipsis or len(e.args) != 2 or expr_text(e.fun) != "json.Unmarshal":
        return
    written = given = e.args[0]
    if isinstance(given, nodes.CallExpr) and len(given.args) == 1 and expr_text(given.fun) == "[]byte":
        given = given.args[0]
    probe, text, data = [copies.again(given) for _ in range(3)]
    if probe is None or text is None or data is None:
        return
    x = expressions.looked_at(c, probe)
    if x.mode is not BAD and x.typ is ANY:
        e.args[0] = trees.template(templates.DATA, given, A=given, B=text, C=data)
        c.mend("tool_data", e.args[0], found=expr_text(written))
