"""Reads calls of Python and JavaScript that work on whole lists, where Go needs a loop: xs.map(f), xs.filter(f), sorted(xs, key=f), zip(a, b),
Object.entries(m).

Each call is replaced with a template written in Go. A template is parsed once; the parts of the call take the place of its parameters.
"""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any, Final, NamedTuple, cast

from codemode.dsl import parse
from codemode.dsl.dialect.lexicon import functions
from codemode.dsl.dialect.meaning import open_functions, values
from codemode.dsl.names import hidden, letters_of
from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.model import ANY, Array, Map, Slice, Type
from codemode.types.predicates import STRING_KIND, is_basic
from codemode.types.spelling import expr_text, unparen

# Parameters of the templates: XS is the list, F the function, A and B other arguments. F is called with as many arguments as it declares.
_MAP: Final = 'func() __infer { __r := __many("r"); for __i, __x := range __each(XS) { __r = append(__r, F(__x, __i)) }; return __r }()'
_FILTER: Final = 'func() __infer { __r := __many("r"); for __i, __x := range __each(XS) { if F(__x, __i) { __r = append(__r, __x) } }; return __r }()'
_FIND: Final = "func() __infer { for __i, __x := range __each(XS) { if F(__x, __i) { return __x } }; return nil }()"
_SOME: Final = "func() bool { for __i, __x := range __each(XS) { if F(__x, __i) { return true } }; return false }()"
_EVERY: Final = (
    "func() bool { for __i, __x := range __each(XS) { if F(__x, __i) {} else { return false } }; return true }()"
)
_INDEX: Final = "func() int { for __i, __x := range __each(XS) { if F(__x, __i) { return __i } }; return -1 }()"
_FOR_EACH: Final = "func() { for __i, __x := range __each(XS) { F(__x, __i) } }()"
_FLAT_MAP: Final = (
    'func() __infer { __r := __many("r"); for __i, __x := range __each(XS) '
    "{ for _, __y := range __list(F(__x, __i)) { __r = append(__r, __y) } }; return __r }()"
)
_REDUCE: Final = (
    "func() __infer { __a := A; for __i, __x := range __each(XS) { __a = F(__a, __x, __i) }; return __a }()"
)
_REDUCE_FIRST: Final = "func() __infer { __l := __each(XS); __a := __l[0]; for __i, __x := range __l[1:] { __a = F(__a, __x, __i) }; return __a }()"
_SORT: Final = "func() __infer { __l := XS; sort.SliceStable(__l, func(__i int, __j int) bool { return F(__l[__i], __l[__j]) < 0 }); return __l }()"
_SORT_SELF: Final = "func() __infer { __l := __texts(XS); __sort(__l, __l, false); return __l }()"
_REVERSE_SELF: Final = "func() __infer { __l := XS; slices.Reverse(__l); return __l }()"
_COPY: Final = 'func() __infer { __r := __many("r"); for __x in XS { __r = append(__r, __x) }; return __r }()'
_SET: Final = (
    'func() __infer { __r := __many("r"); __s := map[any]bool{}; '
    "for __x in XS { if !__s[any(__x)] { __s[any(__x)] = true; __r = append(__r, __x) } }; return __r }()"
)
_REVERSED: Final = (
    'func() __infer { __r := __many("r"); for __x in XS { __r = append(__r, __x) }; slices.Reverse(__r); return __r }()'
)
_SORTED: Final = (
    'func() __infer { __r := __many("r"); for __x in XS { __r = append(__r, __x) }; __sort(__r, __r, A); return __r }()'
)
_SORTED_BY: Final = (
    'func() __infer { __r := __many("r"); for __x in XS { __r = append(__r, __x) }; '
    '__k := __many("k"); for _, __y := range __r { __k = append(__k, F(__y)) }; __sort(__r, __k, A); return __r }()'
)
_SORT_BY: Final = 'func() { __l := XS; __k := __many("k"); for _, __y := range __each(__l) { __k = append(__k, F(__y)) }; __sort(__l, __k, A) }()'
_BEST: Final = (
    'func() __infer { __r := __many("r"); for __x in XS { __r = append(__r, __x) }; if len(__r) == 0 { panic("NAME of an empty list") }; '
    '__k := __many("k"); for _, __y := range __r { __k = append(__k, F(__y)) }; __sort(__r, __k, A); return __r[0] }()'
)
_BEST_OR: Final = (
    'func() __infer { __r := __many("r"); for __x in XS { __r = append(__r, __x) }; if len(__r) == 0 { return B }; '
    '__k := __many("k"); for _, __y := range __r { __k = append(__k, F(__y)) }; __sort(__r, __k, A); return __r[0] }()'
)
_ZIP: Final = (
    'func() __infer { __a := __each(XS); __b := __each(A); __r := __many("r"); '
    "for __i := range min(len(__a), len(__b)) { __r = append(__r, []any{__a[__i], __b[__i]}) }; return __r }()"
)
_ENUMERATE: Final = 'func() __infer { __r := __many("r"); for __i, __x := range __each(XS) { __r = append(__r, []any{__i + A, __x}) }; return __r }()'
_KEYS: Final = 'func() __infer { __r := __many("r"); for __k := range XS { __r = append(__r, __k) }; return __r }()'
_VALUES: Final = (
    'func() __infer { __r := __many("r"); for _, __v := range XS { __r = append(__r, __v) }; return __r }()'
)
_ENTRIES: Final = 'func() __infer { __r := __many("r"); for __k, __v := range XS { __r = append(__r, []any{__k, __v}) }; return __r }()'
_FROM_ENTRIES: Final = "__dict(XS)"
_CONCAT: Final = (
    'func() __infer { __r := __many("r"); for __x in XS { __r = append(__r, __x) }; '
    "for _, __y := range __list(A) { __r = append(__r, __y) }; return __r }()"
)
_PARSED: Final = (
    "func(__o any) any { if !__is_text(__o) { return __o }; var __v any; "
    "if __e := json.Unmarshal([]byte(string(__o)), &__v); __e != nil { panic(__e) }; return __v }(XS)"
)


class Way(NamedTuple):
    """How a method or function is read: the template, its name in the mend, and the allowed numbers of arguments."""

    go: str
    meant: str
    args: tuple[int, ...] = (1,)


_LOOP: Final = "a loop over the elements"
# methods of lists that take a function
METHODS: Final[dict[str, Way]] = {
    "map": Way(_MAP, "a loop that makes a list"),
    "filter": Way(_FILTER, "a loop that keeps elements"),
    **dict.fromkeys(("find", "findfirst"), Way(_FIND, "a loop that finds the first, or nil")),
    **dict.fromkeys(("some", "any"), Way(_SOME, "a loop that asks for one")),
    **dict.fromkeys(("every", "all"), Way(_EVERY, "a loop that asks for all")),
    "findindex": Way(_INDEX, "a loop that finds the first"),
    "foreach": Way(_FOR_EACH, _LOOP),
    "flatmap": Way(_FLAT_MAP, "a loop that makes a list"),
    "reduce": Way(_REDUCE, _LOOP, (1, 2)),
    "sort": Way(_SORT, "a stable sort"),
}
PLAIN_METHODS: Final[dict[str, Way]] = {
    "sort": Way(_SORT_SELF, "the sorted list", (0,)),
    "reverse": Way(_REVERSE_SELF, "the list, turned around", (0,)),
    "concat": Way(_CONCAT, "both lists in one"),
    "slice": Way("", "a part of it", (0, 1, 2)),
    "keys": Way(_KEYS, "its keys", (0,)),
    "values": Way(_VALUES, "its values", (0,)),
    **dict.fromkeys(("items", "entries"), Way(_ENTRIES, "its keys and values", (0,))),
}
_NAMES: Final = frozenset({*METHODS, *PLAIN_METHODS})
# functions; the number of arguments includes the list
FUNCTIONS: Final[dict[str, Way]] = {
    "list": Way(_COPY, "a list of its elements"),
    "tuple": Way(_COPY, "a list of its elements"),
    "Array.from": Way(_COPY, "a list of its elements"),
    "__set": Way(_SET, "a list without what is in it twice"),
    "set": Way(_SET, "a list without what is in it twice"),
    "reversed": Way(_REVERSED, "a list that is turned around"),
    "zip": Way(_ZIP, "a list of pairs", (2,)),
    "enumerate": Way(_ENUMERATE, "a list of pairs", (1, 2)),
    "dict": Way(_FROM_ENTRIES, "a map of these entries"),
    "Object.fromEntries": Way(_FROM_ENTRIES, "a map of these entries"),
    "Object.keys": Way(_KEYS.replace("XS", "__object(XS)"), "its keys"),
    "Object.values": Way(_VALUES.replace("XS", "__object(XS)"), "its values"),
    "Object.entries": Way(_ENTRIES.replace("XS", "__object(XS)"), "its keys and values"),
    "JSON.parse": Way(_PARSED, "json.Unmarshal"),
    "json.loads": Way(_PARSED, "json.Unmarshal"),
}
_EMPTY: Final[dict[str, str]] = {"list": "[]any{}", "dict": "map[string]any{}"}
_WAITING: Final = frozenset({"Promise.all", "Promise.allSettled", "asyncio.gather"})
_NAMED: Final = frozenset({"__key", "__reverse", "__default", "__start"})  # named arguments, as foreign.py writes them


def function(c: Checker, e: nodes.CallExpr) -> None:
    """Replaces a call of one of these functions with Go that does the same."""
    fun = e.fun
    if not c.gradual or not isinstance(fun, (nodes.Ident, nodes.SelectorExpr)):
        return
    shown = expr_text(fun)
    if shown not in KNOWN:
        return
    args, named = _split(e.args)
    if not named and not functions.is_free(c, fun):
        return
    if shown in _WAITING:
        _all_of(c, e, shown)
    elif shown in ("map", "filter") and len(args) == 2 and not named:  # in Python the function comes first
        way = METHODS[shown]
        c.mend("method_as_loop", e, found=shown, meant=way.meant)
        _put(c, e, way.go, XS=args[1], F=args[0])
    elif shown in ("sorted", "max", "min"):
        _by_key(c, e, shown, args, named)
    elif not args and not named and shown in _EMPTY:
        c.mend("empty_collection", e, found=shown, meant=_EMPTY[shown])
        _put(c, e, _EMPTY[shown])
    else:
        way = FUNCTIONS.get(shown)
        if way is not None and len(args) in way.args and not set(named) - {"__start"}:
            zero = nodes.BasicLit("INT", "0", 0, pos=e.pos, end=e.pos)
            other = args[1] if len(args) > 1 else named.get("__start", zero)
            if way.go is _ENUMERATE or not named:
                c.mend("method_as_loop", e, found=_written(shown), meant=way.meant)
                _put(c, e, way.go, XS=args[0], A=other)


def _written(name: str) -> str:
    return "a set" if name == "__set" else name


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
        _put(c, e, _SORTED if plain else _SORTED_BY, XS=args[0], F=key, A=turned)
        return
    c.mend("best_by_key", e, found=name)
    if default is None:
        _put(c, e, _BEST.replace("NAME", name), XS=args[0], F=key, A=turned)
    else:
        _put(c, e, _BEST_OR, XS=args[0], F=key, A=turned, B=default)


def _all_of(c: Checker, e: nodes.CallExpr, shown: str) -> None:
    """Reads await Promise.all([f(), g()]) as the list of the results: calls in Go wait for their result."""
    if shown == "Promise.allSettled" or (shown == "Promise.all" and len(e.args) != 1):
        return
    if shown == "asyncio.gather":
        first = e.args[0] if len(e.args) == 1 else None
        if isinstance(first, nodes.StarExpr):
            e.args = [first.x]
        else:
            at = {"pos": e.pos, "end": e.pos}
            typ = nodes.ArrayType(None, nodes.Ident("any", **at), **at)
            e.args = [nodes.CompositeLit(typ, e.args, pos=e.pos, end=e.end)]
    c.mend("gathered_calls", e, found=shown)
    _put(c, e, _COPY, XS=e.args[0])


# --- methods -------------------------------------------------------------------------------------------------------------


def method(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr, typ: Type) -> bool:
    """Replaces a call of one of these methods with Go that does the same."""
    name = letters_of(fun.sel.name)
    args, named = _split(e.args)
    way = METHODS.get(name)
    wants_function = way is not None and bool(args) and _is_function(c, args[0])
    if not wants_function and name not in PLAIN_METHODS and not (name == "sort" and named):
        return False
    if name not in _NAMES or e.ellipsis:
        return False
    list_ = typ is ANY or isinstance(typ.underlying, (Slice, Array))
    shown = expr_text(fun)
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
    c.mend("method_of_list", e, found=shown, meant=plain.meant)
    _put(c, e, plain.go, XS=fun.x, **({"A": args[0]} if args else {}))
    return True


def _is_function(c: Checker, e: nodes.Expr) -> bool:
    e = unparen(e)
    return isinstance(e, nodes.FuncLit) or (isinstance(e, nodes.Ident) and e.name not in ("nil", "true", "false"))


def _with_function(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr, way: Way, args: list[nodes.Expr]) -> bool:
    f, shown, go = args[0], expr_text(fun), way.go
    if go is _REDUCE and len(args) == 1:
        go = _REDUCE_FIRST
    if go is _SORT and _asks_order(f):
        return False
    if isinstance(unparen(f), nodes.Ident) and expr_text(f) == "parseInt":
        return False  # JavaScript passes the index as the base
    if go is _FOR_EACH:
        _for_effect(f)
    if go is _REDUCE and len(args) == 2 and isinstance(args[1], nodes.BasicLit) and args[1].kind == "INT":
        zero = {"pos": e.pos, "end": e.pos}  # a float64 may be added to it
        args[1] = nodes.CallExpr(nodes.Ident("any", **zero), [args[1]], pos=e.pos, end=e.pos)
    c.mend("method_as_loop", e, found=shown, meant=way.meant)
    _put(c, e, go, XS=fun.x, F=f, **({"A": args[1]} if len(args) > 1 else {}))
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
    _put(c, e, _SORT_BY, XS=fun.x, F=key, A=reverse)
    return True


def _part(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr, typ: Type, args: list[nodes.Expr]) -> bool:
    """xs.slice(1, 3)"""
    if not (typ is ANY or isinstance(typ.underlying, Slice) or is_basic(typ, STRING_KIND)):
        return False
    lo, hi = [*args, None, None][:2]
    shown = expr_text(e)
    at = {"pos": e.pos, "end": e.end}
    part = nodes.SliceExpr(fun.x, lo, hi, None, **at)
    other, of_list = values.again(fun.x), isinstance(typ.underlying, Slice)
    if other is None and not of_list:
        return False
    c.mend("slice_method", e, found=shown, meant=expr_text(part))
    if of_list or other is None:
        _put(c, e, "func() __infer { return XS }()", XS=part)
    else:
        _put(c, e, "func() __infer { _ = __ascii(A); return XS }()", XS=part, A=other)
    return True


# --- the Go that is put in ------------------------------------------------------------------------------------------------


@cache
def _parsed(go: str) -> nodes.Expr:
    """Returns the tree of a template. Callers copy it before use."""
    stmt = parse(go).file.stmts[0]
    assert isinstance(stmt, nodes.ExprStmt)
    return stmt.x


def _put(c: Checker, e: nodes.CallExpr, go: str, **given: nodes.Expr) -> None:
    made = _copied(_parsed(go), given, e.pos, e.end)
    if not isinstance(made, nodes.CallExpr):
        made = nodes.CallExpr(nodes.Ident("any", pos=e.pos, end=e.pos), [made], pos=e.pos, end=e.end)
    e.fun, e.args, e.ellipsis = made.fun, made.args, False


_NOTES: Final = frozenset({"typ", "const", "obj", "inst", "selection", "info", "pos", "end"})


def _copied(node: Any, given: dict[str, nodes.Expr], pos: int, end: int) -> Any:
    """Copies a template's tree to another place and replaces its parameters with the `given` expressions."""
    if isinstance(node, nodes.Ident):
        if node.name in given:
            return given[node.name]
        return nodes.Ident(hidden(node.name), pos=pos, end=end)
    if isinstance(node, list):
        return [_copied(part, given, pos, end) for part in cast("list[Any]", node)]
    if not isinstance(node, nodes.Node):
        return node
    if isinstance(node, nodes.CallExpr) and isinstance(node.fun, nodes.Ident) and node.fun.name == "F":
        return _called(node, given, pos, end)
    fields = [f.name for f in dataclasses.fields(node) if f.init and f.name not in _NOTES]
    values = {name: _copied(getattr(node, name), given, pos, end) for name in fields}
    if isinstance(node, nodes.BinaryExpr):
        values["op_pos"] = pos
    return cast(Any, type(node))(**values, pos=pos, end=end)


def _called(node: nodes.CallExpr, given: dict[str, nodes.Expr], pos: int, end: int) -> nodes.Expr:
    """Makes a call of F with as many arguments as it declares. For Boolean, bool and None it returns the argument itself."""
    f = given["F"]
    inner = unparen(f)
    count = sum(max(1, len(p.names)) for p in inner.type.params) if isinstance(inner, nodes.FuncLit) else 1
    if not isinstance(inner, nodes.FuncLit) and len(node.args) == 3:
        count = 2  # reduce passes the result so far and the element
    args = [_copied(arg, given, pos, end) for arg in node.args[:count]]
    if isinstance(inner, nodes.Ident) and inner.name in ("Boolean", "None", "bool") and len(args) == 1:
        return args[0]
    return nodes.CallExpr(f, args, pos=pos, end=end)
