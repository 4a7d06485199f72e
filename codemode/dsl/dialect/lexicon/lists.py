"""Reads calls of Python and JavaScript that work on whole lists, where Go needs a loop: xs.map(f), xs.filter(f), sorted(xs, key=f), zip(a, b),
Object.entries(m).

Each call is replaced with a template written in Go. A template is parsed once; the parts of the call take the place of its parameters.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from codemode.dsl.dialect import copies
from codemode.dsl.dialect.lexicon import functions, templates
from codemode.dsl.dialect.meaning import open_functions, trees
from codemode.dsl.names import letters_of
from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import ANY, Array, Map, Slice, Type
from codemode.types.predicates import STRING_KIND, is_basic


class Way(NamedTuple):
    """How a method or function is read: the template, what the report calls it, and the allowed numbers of arguments."""

    go: str
    meant: str
    args: tuple[int, ...] = (1,)


_OVER_ALL: Final = "a loop over the elements"
# methods of lists that take a function
METHODS: Final[dict[str, Way]] = {
    "map": Way(templates.MAP, "a loop that makes a list"),
    "filter": Way(templates.FILTER, "a loop that keeps elements"),
    **dict.fromkeys(("find", "findfirst"), Way(templates.FIND, "a loop that finds the first, or nil")),
    **dict.fromkeys(("some", "any"), Way(templates.SOME, "a loop that tests whether one fits")),
    **dict.fromkeys(("every", "all"), Way(templates.EVERY, "a loop that tests whether all fit")),
    "findindex": Way(templates.INDEX, "a loop that finds the first"),
    "foreach": Way(templates.FOR_EACH, _OVER_ALL),
    "flatmap": Way(templates.FLAT_MAP, "a loop that makes a list"),
    "reduce": Way(templates.REDUCE, _OVER_ALL, (1, 2)),
    "sort": Way(templates.SORT, "a stable sort"),
}
PLAIN_METHODS: Final[dict[str, Way]] = {
    "sort": Way(templates.SORT_SELF, "the sorted list", (0,)),
    "reverse": Way(templates.REVERSE_SELF, "the list, reversed", (0,)),
    "concat": Way(templates.CONCAT, "both lists joined"),
    "slice": Way("", "a part of the list", (0, 1, 2)),
    "keys": Way(templates.KEYS, "its keys", (0,)),
    "values": Way(templates.VALUES, "its values", (0,)),
    **dict.fromkeys(("items", "entries"), Way(templates.ENTRIES, "its keys and values", (0,))),
}
# functions; the number of arguments includes the list
FUNCTIONS: Final[dict[str, Way]] = {
    **dict.fromkeys(("list", "tuple", "Array.from"), Way(templates.COPY, "a list of its elements")),
    **dict.fromkeys(("__set", "set"), Way(templates.SET, "a list without duplicates")),
    "reversed": Way(templates.REVERSED, "a reversed list"),
    "zip": Way(templates.ZIP, "a list of pairs", (2,)),
    "enumerate": Way(templates.ENUMERATE, "a list of pairs", (1, 2)),
    **dict.fromkeys(("dict", "Object.fromEntries"), Way(templates.FROM_ENTRIES, "a map of these entries")),
    "Object.keys": Way(templates.KEYS.replace("XS", "__object(XS)"), "its keys"),
    "Object.values": Way(templates.VALUES.replace("XS", "__object(XS)"), "its values"),
    "Object.entries": Way(templates.ENTRIES.replace("XS", "__object(XS)"), "its keys and values"),
    **dict.fromkeys(("JSON.parse", "json.loads"), Way(templates.PARSED, "json.Unmarshal")),
}
# calls without arguments
_EMPTY: Final[dict[str, str]] = {"list": "[]any{}", "dict": "map[string]any{}"}
# wait for several calls
_WAITING: Final = frozenset({"Promise.all", "asyncio.gather"})
# named arguments, as surface/arguments.py writes them
_NAMED: Final = frozenset({"__key", "__reverse", "__default", "__start"})


def function(c: Checker, e: nodes.CallExpr) -> None:
    """Replaces a call of one of these functions with Go that does the same."""
    fun = e.fun
    if not c.gradual or not isinstance(fun, (nodes.Ident, nodes.SelectorExpr)):
        return
    shown = expr_text(fun)
    if shown not in KNOWN:
        return
    args, named = _split(e.args)
    way = FUNCTIONS.get(shown)
    if not named and not functions.is_free(c, fun):
        return
    if shown in _WAITING:
        _all_of(c, e, shown)
    elif shown in ("map", "filter") and len(args) == 2 and not named:  # in Python the function comes first
        _loop(c, e, METHODS[shown], shown, XS=args[1], F=args[0])
    elif shown in ("sorted", "max", "min"):
        _by_key(c, e, shown, args, named)
    elif not args and not named and shown in _EMPTY:
        c.mend("empty_collection", e, found=shown, meant=_EMPTY[shown])
        _put(e, _EMPTY[shown])
    elif way is not None and len(args) in way.args and set(named) <= ({"__start"} if shown == "enumerate" else set()):
        zero = nodes.BasicLit("INT", "0", 0, pos=e.pos, end=e.pos)
        other = args[1] if len(args) > 1 else named.get("__start", zero)
        _loop(c, e, way, "a set" if shown == "__set" else shown, XS=args[0], A=other)


KNOWN: Final = frozenset({*FUNCTIONS, *_EMPTY, *_WAITING, "map", "filter", "sorted", "max", "min"})


def _split(args: list[nodes.Expr]) -> tuple[list[nodes.Expr], dict[str, nodes.Expr]]:
    """Returns the positional arguments, and the named ones (key=f) by name."""
    plain: list[nodes.Expr] = []
    named: dict[str, nodes.Expr] = {}
    for arg in args:
        if isinstance(arg, nodes.CallExpr) and isinstance(arg.fun, nodes.Ident) and arg.fun.name in _NAMED:
            named[arg.fun.name] = arg.args[0]
        else:
            plain.append(arg)
    return plain, named


def _by_key(c: Checker, e: nodes.CallExpr, name: str, args: list[nodes.Expr], named: dict[str, nodes.Expr]) -> None:
    """Reads sorted(xs, key=f, reverse=True) and max(xs, key=f, default=d)."""
    key, reverse, default = [named.get(word) for word in ("__key", "__reverse", "__default")]
    if len(args) != 1 or (name == "sorted" and default is not None) or (name != "sorted" and (reverse or not named)):
        return
    turned = reverse or nodes.Ident("true" if name == "max" else "false", pos=e.pos, end=e.pos)
    key = key or nodes.Ident("__same", pos=e.pos, end=e.pos)
    if name == "sorted":
        plain = "__key" not in named
        c.mend("sorted_copy", e)
        _put(e, templates.SORTED if plain else templates.SORTED_BY, XS=args[0], F=key, A=turned)
        return
    c.mend("best_by_key", e, found=name)
    if default is None:
        _put(e, templates.BEST.replace("NAME", name), XS=args[0], F=key, A=turned)
    else:
        _put(e, templates.BEST_OR, XS=args[0], F=key, A=turned, B=default)


def _all_of(c: Checker, e: nodes.CallExpr, shown: str) -> None:
    """Reads await Promise.all([f(), g()]) as the list of the results: calls in Go wait for their result."""
    if shown == "Promise.all" and len(e.args) != 1:
        return
    given = e.args[0] if len(e.args) == 1 else None
    if shown == "asyncio.gather":
        given = given.x if isinstance(given, nodes.StarExpr) else trees.any_list(e.args, e)
    c.mend("gathered_calls", e, found=shown)
    _put(e, templates.COPY, XS=given or e.args[0])


# --- methods -------------------------------------------------------------------------------------------------------------


def method(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr, typ: Type) -> bool:
    """Replaces a call of one of these methods with Go that does the same."""
    name = letters_of(fun.sel.name)
    args, named = _split(e.args)
    way = METHODS.get(name)
    wants_function = way is not None and bool(args) and _is_function(args[0])
    if e.ellipsis or not (wants_function or name in PLAIN_METHODS):
        return False
    list_ = typ is ANY or isinstance(typ.underlying, (Slice, Array))
    if name == "sort" and named and not args and list_:
        return _sort_by(c, e, fun, named)
    if wants_function and way is not None and list_ and len(args) in way.args and not named:
        return _with_function(c, e, fun, way, args)
    plain = PLAIN_METHODS.get(name)
    if plain is None or len(args) not in plain.args or named:
        return False
    if name == "slice":
        return _part(c, e, fun, typ, args)
    of_map = name in ("keys", "values", "items", "entries")
    if not (typ is ANY or isinstance(typ.underlying, Map)) if of_map else not list_:
        return False
    c.mend("method_of_list", e, found=expr_text(fun), meant=plain.meant)
    _put(e, plain.go, XS=fun.x, **({"A": args[0]} if args else {}))
    return True


def _is_function(e: nodes.Expr) -> bool:
    e = unparen(e)
    return isinstance(e, nodes.FuncLit) or (isinstance(e, nodes.Ident) and e.name not in ("nil", "true", "false"))


def _with_function(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr, way: Way, args: list[nodes.Expr]) -> bool:
    f, more = args[0], args[1:]
    if way.go is templates.SORT and _asks_order(f):
        return False
    if isinstance(unparen(f), nodes.Ident) and expr_text(f) == "parseInt":
        return False  # JavaScript passes the index as the base
    if way.go is templates.FOR_EACH:
        _for_effect(f)
    if way.go is templates.REDUCE and not more:
        way = way._replace(go=templates.REDUCE_FIRST)
    if more and isinstance(more[0], nodes.BasicLit) and more[0].kind == "INT":  # a float64 may be added to it
        more = [trees.call("any", more[0], at=nodes.Node(pos=e.pos, end=e.pos))]
    _loop(c, e, way, expr_text(fun), XS=fun.x, F=f, **({"A": more[0]} if more else {}))
    return True


def _asks_order(f: nodes.Expr) -> bool:
    """Returns whether `f` is a comparison such as (a, b) => a.x < b.x. JavaScript's sort expects a number, so the intended order is unclear."""
    stmts = f.body.stmts if isinstance(f, nodes.FuncLit) else []
    result = stmts[0].results[0] if len(stmts) == 1 and isinstance(stmts[0], nodes.ReturnStmt) else None
    return isinstance(result, nodes.BinaryExpr) and result.op in ("<", ">", "<=", ">=")


def _for_effect(f: nodes.Expr) -> None:
    """Turns the result expression of x => out.push(x) into a statement, because forEach ignores results."""
    if not isinstance(f, nodes.FuncLit) or not open_functions.is_open(f) or len(f.body.stmts) != 1:
        return
    only = f.body.stmts[0]
    if isinstance(only, nodes.ReturnStmt) and len(only.results) == 1:
        f.body.stmts[0] = nodes.ExprStmt(only.results[0], pos=only.pos, end=only.end)
        f.type.results = []


def _sort_by(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr, named: dict[str, nodes.Expr]) -> bool:
    """xs.sort(key=f, reverse=True)"""
    reverse = named.get("__reverse") or nodes.Ident("false", pos=e.pos, end=e.pos)
    key = named.get("__key")
    if key is None or "__default" in named:
        return False
    c.mend("sorted_by_key", e, found=expr_text(fun))
    _put(e, templates.SORT_BY, XS=fun.x, F=key, A=reverse)
    return True


def _part(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr, typ: Type, args: list[nodes.Expr]) -> bool:
    """xs.slice(1, 3)"""
    if not (typ is ANY or isinstance(typ.underlying, Slice) or is_basic(typ, STRING_KIND)):
        return False
    lo, hi = [*args, None, None][:2]
    part = nodes.SliceExpr(fun.x, lo, hi, None, pos=e.pos, end=e.end)
    other, of_list = copies.again(fun.x), isinstance(typ.underlying, Slice)
    if other is None and not of_list:
        return False
    c.mend("slice_method", e, found=expr_text(e), meant=expr_text(part))
    if of_list or other is None:
        _put(e, "func() __infer { return XS }()", XS=part)
    else:
        _put(e, "func() __infer { _ = __ascii(A); return XS }()", XS=part, A=other)
    return True


# --- the Go that is put in ------------------------------------------------------------------------------------------------


def _loop(c: Checker, e: nodes.CallExpr, way: Way, found: str, **given: nodes.Expr) -> None:
    c.mend("method_as_loop", e, found=found, meant=way.meant)
    _put(e, way.go, **given)


def _put(e: nodes.CallExpr, go: str, **given: nodes.Expr) -> None:
    made = trees.template(go, e, **given)
    if not isinstance(made, nodes.CallExpr):
        made = trees.call("any", made, at=nodes.Node(pos=e.pos, end=e.end))
    e.fun, e.args, e.ellipsis = made.fun, made.args, False
