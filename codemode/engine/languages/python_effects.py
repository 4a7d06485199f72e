"""Finds the effects of a program in Python: the values at each place from which it can call a tool."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, cast

from codemode.catalog import Catalog
from codemode.dsl import Source
from codemode.engine.effect_sites import COMPUTED, MAX_EFFECTS, facts_of, sorted_out
from codemode.engine.effects import MAX_NAME, Effect, Effects
from codemode.python.frames import Text
from codemode.python.reachable_calls import Site


def effects_of(sites: Sequence[Site], source: Source, catalog: Catalog) -> Effects:
    """Returns the effects of a program without errors, from the places in it."""
    text = Text(source.text)
    calls = tuple(_effect(site, source, text, catalog) for site in sites[:MAX_EFFECTS])
    return Effects(calls=calls, omitted=len(sites) - len(calls))


def _effect(site: Site, source: Source, text: Text, catalog: Catalog) -> Effect:
    at: Any = site.at
    pos, end = text.offset(at.lineno, at.col_offset), text.offset(at.end_lineno, at.end_col_offset)
    line, column = source.place(pos)
    given, computed, is_open = _arguments(site, catalog)
    return Effect(
        **facts_of(site.called.tool, catalog),
        name="" if site.called.tool else _computed_name(site),
        arguments=given,
        computed=computed,
        open=is_open,
        times=site.times,
        in_loop=site.in_loop,
        line=line,
        column=column,
        excerpt=source.excerpt(pos, end),
    )


def _computed_name(site: Site) -> str:
    """The expression that computes the name of the tool."""
    if site.call is not None and site.call.args:
        return ast.unparse(site.call.args[0])[:MAX_NAME]
    return f"{ast.unparse(site.at)[:MAX_NAME]} as a value"


def _arguments(site: Site, catalog: Catalog) -> tuple[dict[str, Any], tuple[str, ...], bool]:
    """Returns the constant arguments, the names of the computed ones, and whether there may be others."""
    call, args = site.call, site.called.args
    if call is None:
        return {}, (), True
    pairs = [(each.arg, each.value) for each in call.keywords if each.arg is not None]
    is_open = len(pairs) < len(call.keywords) or any(isinstance(each, ast.Starred) for each in args)
    shape = catalog.shape(site.called.tool) if site.called.tool else None
    names = site.called.params
    if names is None:
        names = tuple(shape.input_schema.get("properties") or {}) if shape is not None else ()
    in_dict = _pairs(args[0]) if len(args) == 1 else None
    if in_dict is not None and not (len(names) == 1 and names[0] not in [name for name, _ in in_dict]):
        pairs = [*in_dict, *pairs]
    elif len(args) == 1 and not isinstance(args[0], ast.Constant):
        is_open = True  # it may be a dict with all arguments
    elif len(args) == 1 and isinstance(args[0], ast.Constant) and args[0].value is None:
        pass  # no arguments
    else:
        is_open = is_open or len(args) > len(names)
        pairs = [*zip(names, args), *pairs]
    given, computed = sorted_out((name, _literal(e)) for name, e in pairs)
    return given, computed, is_open


def _pairs(e: ast.expr) -> list[tuple[str, ast.expr]] | None:
    """The keys and values of a dict in the program; None for any other expression."""
    if not isinstance(e, ast.Dict):
        return None
    pairs: list[tuple[str, ast.expr]] = []
    for key, value in zip(e.keys, e.values):
        if not isinstance(key, ast.Constant) or not isinstance(key.value, str):
            return None
        pairs.append((key.value, value))
    return pairs


def _literal(e: ast.expr) -> Any:
    """The value of an expression as JSON data, if it is the same in every run."""
    try:
        return _plain(ast.literal_eval(e))
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return COMPUTED


def _plain(value: object) -> Any:
    """The value as plain data. Raises ValueError if it is not JSON."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float) and value - value == 0:
        return value
    if isinstance(value, list | tuple):
        return [_plain(each) for each in cast("list[object]", value)]
    if isinstance(value, dict):
        found = cast("dict[object, object]", value)
        if all(isinstance(key, str) for key in found):
            return {cast(str, key): _plain(each) for key, each in found.items()}
    raise ValueError
