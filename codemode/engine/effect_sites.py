"""Finds the effects of a checked Go program: the values at each place from which it can call a tool."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from codemode.catalog import Catalog
from codemode.dsl import Source, nodes
from codemode.engine.effects import Effect, Effects
from codemode.types import Checked
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import Map
from codemode.types.objects import Nil, ToolFunc
from codemode.types.reachable_calls import Site, tool_sites

MAX_LITERAL = 1000  # characters of an argument as JSON; a longer one counts as computed
MAX_EFFECTS = 500  # places that are listed one by one
COMPUTED: Final = object()  # stands for a value that is not the same in every run
_BY_NAME = ("CallTool", "CallToolStream", "Call")


def effects_of(found: Checked, source: Source, catalog: Catalog) -> Effects:
    """The effects of a checked program without errors."""
    sites = tool_sites(found)
    calls = tuple(_effect(site, source, catalog) for site in sites[:MAX_EFFECTS])
    return Effects(calls=calls, omitted=len(sites) - len(calls))


def _effect(site: Site, source: Source, catalog: Catalog) -> Effect:
    place = source.place(site.at.pos)
    func, call = site.func, site.call
    args: list[nodes.Expr] = list(call.args) if call is not None else []
    name, shown = "", ""
    if isinstance(func, ToolFunc):
        name = func.tool
    elif func.package in ("codemode", "tools") and func.name in _BY_NAME:
        const = args[0].const if args else None
        if isinstance(const, bytes):
            name = const.decode("utf-8", "replace")
        else:
            shown = expr_text(args[0]) if args else f"{func.package}.{func.name} as a value"
        args = args[1:]
    elif func.package == "tools":
        name = func.name  # of a tool whose source is absent
    else:
        name = f"{func.package}.{func.name}"
    given: dict[str, Any] = {}
    computed: tuple[str, ...] = ()
    is_open = call is None or call.ellipsis
    if isinstance(func, ToolFunc) and func.params:
        given, computed = sorted_out((param, _literal(arg)) for param, arg in zip(func.params, args))
    elif len(args) == 1 and (pairs := _pairs(args[0])) is not None:
        given, computed = sorted_out((key, _literal(e)) for key, e in pairs)
    elif args:
        is_open = True
    return Effect(
        **facts_of(name, catalog),
        name=shown,
        arguments=given,
        computed=computed,
        open=is_open,
        times=site.times,
        in_loop=site.in_loop,
        line=place[0],
        column=place[1],
        excerpt=source.excerpt(site.at.pos, site.at.end),
    )


def _pairs(e: nodes.Expr) -> list[tuple[str, nodes.Expr]] | None:
    """The keys and values of a map literal; None for any other expression."""
    e = unparen(e)
    if not isinstance(e, nodes.CompositeLit):
        return None
    pairs: list[tuple[str, nodes.Expr]] = []
    for elt in e.elts:
        key = elt.key.const if isinstance(elt, nodes.KeyValueExpr) else None
        if not isinstance(elt, nodes.KeyValueExpr) or not isinstance(key, bytes):
            return None
        pairs.append((key.decode("utf-8", "replace"), elt.value))
    return pairs


def facts_of(tool: str, catalog: Catalog) -> dict[str, Any]:
    """What an effect says of the tool with a name, which may be unknown."""
    entry = catalog.get(tool) if tool else None
    return {"tool": tool} if entry is None else {"tool": entry.name, "id": entry.id, "read_only": entry.read_only}


def sorted_out(pairs: Iterable[tuple[str, Any]]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """Returns the arguments with constant values, and the names of those whose value is COMPUTED. Of two with one name, the last counts."""
    given: dict[str, Any] = {}
    computed: dict[str, None] = {}
    for name, value in pairs:
        given.pop(name, None)
        computed.pop(name, None)
        if value is COMPUTED or len(json.dumps(value)) > MAX_LITERAL:
            computed[name] = None
        else:
            given[name] = value
    return given, tuple(computed)


def _literal(e: nodes.Expr) -> Any:
    """The value of an expression as JSON data, if it is the same in every run."""
    e = unparen(e)
    const = e.const
    if isinstance(const, bytes):
        return const.decode("utf-8", "replace")
    if isinstance(const, bool | int | float):
        return const
    if isinstance(const, Fraction):
        return int(const) if const.denominator == 1 else float(const)
    if const is not None:
        return COMPUTED
    if isinstance(e, nodes.Ident) and isinstance(e.obj, Nil):
        return None
    if not isinstance(e, nodes.CompositeLit):
        return COMPUTED
    pairs = _pairs(e)
    if pairs:
        made: Any = {name: _literal(value) for name, value in pairs}
        return COMPUTED if any(value is COMPUTED for value in made.values()) else made
    if any(isinstance(elt, nodes.KeyValueExpr) for elt in e.elts):
        return COMPUTED
    values = [_literal(elt) for elt in e.elts]
    if not values:
        return {} if isinstance(getattr(e.typ, "underlying", None), Map) else []
    return COMPUTED if any(value is COMPUTED for value in values) else values
