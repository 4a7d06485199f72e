"""Reads calls of functions that are built into Python and JavaScript but not into Go: str(x), parseFloat(s), Math.floor(x), sum(xs).

Each call is replaced with Go that does the same. A name that the program, the host or Go declares keeps its meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from codemode.dsl.dialect.lexicon import templates
from codemode.dsl.dialect.meaning import trees, values
from codemode.dsl.syntax import nodes
from codemode.types import calls, expressions, names
from codemode.types.checker import Checker
from codemode.types.model import ANY, SLICE_ANY, Slice
from codemode.types.objects import Func, PkgName
from codemode.types.operand import BAD, VALUE, Operand
from codemode.types.predicates import ORDERED, all_basic
from codemode.types.spelling import expr_text


def _number(c: Checker, e: nodes.CallExpr) -> bool:
    """float(x), parseFloat(s): the number that a text shows, or the number itself."""
    arg = e.args[0]
    infinite = arg.value.strip(b"+-").lower() if isinstance(arg, nodes.BasicLit) and arg.kind == "STRING" else b""
    if infinite in (b"inf", b"infinity"):
        sign = -1 if isinstance(arg, nodes.BasicLit) and arg.value.strip().startswith(b"-") else 1
        trees.rewrite(e, "math.Inf", [trees.whole(sign, arg)])
        return True
    return _as_template(templates.NUMBER)(c, e)


def _rounded(c: Checker, e: nodes.CallExpr) -> bool:
    """round(x), round(x, 2): halves go to the even digit"""
    if len(e.args) == 1:
        return _whole("round")(c, e)
    e.fun = trees.name("__round", e.fun)
    return True


def _whole(way: str) -> Callable[[Checker, nodes.CallExpr], bool]:
    """round(x), Math.round(x), math.floor(x): a whole number"""

    def read(c: Checker, e: nodes.CallExpr) -> bool:
        trees.rewrite(e, "__whole", [trees.text(way, e.fun), *e.args])
        return True

    return read


def _integer(c: Checker, e: nodes.CallExpr) -> bool:
    """parseInt(s) and parseInt(s, 10)"""
    base = e.args[1] if len(e.args) == 2 else None
    if base is not None and not (isinstance(base, nodes.BasicLit) and base.raw == "10"):
        return False
    return _as_template(templates.INTEGER)(c, e)


def _base64(name: str, made: str = "") -> Callable[[Checker, nodes.CallExpr], bool]:
    """base64.b64decode(s), atob(s)"""

    def read(c: Checker, e: nodes.CallExpr) -> bool:
        method = f"base64.StdEncoding.{name}"
        if not made:
            trees.rewrite(e, method, [trees.call("__ascii", *e.args)] if expr_text(e.fun) == "btoa" else e.args)
        else:
            trees.rewrite(e, "__ascii", [trees.call(made, trees.call(method, *e.args, at=e), at=e)])
        return True

    return read


def _unmarshal(c: Checker, e: nodes.CallExpr) -> bool:
    """json.Unmarshal([]byte(res), &v), where res is the result of a tool: already decoded data, or JSON text."""
    given = e.args[0]
    if isinstance(given, nodes.CallExpr) and len(given.args) == 1 and expr_text(given.fun) == "[]byte":
        given = given.args[0]
    probe, text, data = [values.again(given) for _ in range(3)]
    if probe is None or text is None or data is None:
        return False
    x = expressions.looked_at(c, probe)
    if x.mode is BAD or x.typ is not ANY:
        return False
    e.args[0] = trees.template(templates.DATA, given, A=given, B=text, C=data)
    return True


def _as(name: str) -> Callable[[Checker, nodes.CallExpr], bool]:
    def rename(c: Checker, e: nodes.CallExpr) -> bool:
        e.fun = trees.name(name, e.fun)
        return True

    return rename


def _as_template(go: str) -> Callable[[Checker, nodes.CallExpr], bool]:
    def read(c: Checker, e: nodes.CallExpr) -> bool:
        made = trees.template(go, nodes.Node(pos=e.fun.pos, end=e.fun.end), X=e.args[0])
        e.fun, e.args = made.fun, made.args
        return True

    return read


# name -> (number of arguments, how the call is read); -1 stands for any number
NAMES: Final[dict[str, tuple[tuple[int, ...], Callable[[Checker, nodes.CallExpr], bool]]]] = {
    "str": ((1,), _as("__str")),
    "String": ((1,), _as("__js")),
    **dict.fromkeys(("float", "Number", "parseFloat"), ((1,), _number)),
    "parseInt": ((1, 2), _integer),
    "abs": ((1,), _as("__abs")),
    "round": ((1, 2), _rounded),
    "sum": ((1,), _as("__sum")),
    "JSON.stringify": ((1,), _as_template(templates.JSON)),
    "json.dumps": ((1,), _as_template(templates.JSON)),
    "json.Unmarshal": ((2,), _unmarshal),
    "base64.b64decode": ((1,), _base64("DecodeString")),
    "base64.b64encode": ((1,), _base64("EncodeToString")),
    "atob": ((1,), _base64("DecodeString", "string")),
    "btoa": ((1,), _base64("EncodeToString")),
    "Math.abs": ((1,), _as("__abs")),
    "Math.max": ((2, 3, 4), _as("max")),
    "Math.min": ((2, 3, 4), _as("min")),
    **{f"Math.{name}": ((1,), _as(f"math.{name.title()}")) for name in ("floor", "ceil", "trunc", "sqrt")},
    **{name: ((1,), _whole(name)) for name in ("Math.round", "math.floor", "math.ceil", "math.trunc")},
    "Math.pow": ((2,), _as("math.Pow")),
    "math.abs": ((1,), _as("__abs")),
    "math.fabs": ((1,), _as("math.Abs")),
}


def known(c: Checker, e: nodes.CallExpr) -> None:
    """Replaces a call of one of these functions with the Go that it is read as."""
    fun = e.fun
    if not c.gradual or e.ellipsis or not isinstance(fun, (nodes.Ident, nodes.SelectorExpr)):
        return
    shown = expr_text(fun)
    found = NAMES.get(shown)
    if found is None or len(e.args) not in found[0]:
        return
    if is_free(c, fun) and found[1](c, e):
        c.mend("foreign_function", fun, found=shown, meant=SHOWN.get(shown, expr_text(e.fun)))


SHOWN: Final = {
    **dict.fromkeys(("str", "String"), "the text of it"),
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
    if values.again(arg) is None:
        return False
    if not all_basic(x.typ.underlying.elem, ORDERED):
        return False
    e.fun = trees.name(f"slices.{name.capitalize()}", e.fun)
    c.mend("function_of_list", e, found=name, meant=expr_text(arg), other=expr_text(e))
    calls.call_expr(c, x, e, None)
    return x.mode is not BAD


def data_of_tool(c: Checker, e: nodes.CallExpr) -> None:
    """Reads json.Unmarshal([]byte(res), &v), where res is the result of a tool."""
    if c.gradual and not e.ellipsis and len(e.args) == 2 and expr_text(e.fun) == "json.Unmarshal":
        given = expr_text(e.args[0])
        if _unmarshal(c, e):
            c.mend("tool_data", e.args[0], found=given)
