"""The LALR(1) tables of go.lark, built by Lark on first use and cached on disk.

Lark builds and checks the tables. `parser.drive` walks them and calls the builder, without Lark's tokens or trees, so with a warm cache lark
is not imported.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
import sys
from functools import cache
from typing import Any, NamedTuple, cast

# paths are text here: the import of pathlib takes as long as the tables
_GRAMMAR = os.path.join(os.path.dirname(__file__), "go.lark")

# Change this when the format of the cached file changes.
_FORMAT = "1"


class Reduction:
    """Replaces `size` values with one made by `build`, a method of the builder; the parser continues as if it had read `origin`.

    If `build` is None, the size is 1 and the value is kept.
    """

    __slots__ = ("build", "name", "origin", "size")

    def __init__(self, size: int, origin: str, build: Any, name: str) -> None:
        self.size = size
        self.origin = origin
        self.build = build
        self.name = name


class After(dict[str, tuple[int, Any]]):
    """Gives for the next terminal what follows a shift or a reduction: the state, and the action in that state. The action is a Reduction, the After
    of a shift, or None. Rules that only hand a value on are applied here, at the first use.

    `below` is the state before what was shifted or reduced, and `state` the next state if no further rule applies.
    """

    __slots__ = ("below", "state", "tables")

    def __init__(self, below: int, state: int, tables: Tables) -> None:
        self.below = below
        self.state = state
        self.tables = tables

    def __missing__(self, terminal: str) -> tuple[int, Any]:
        state, actions = self.state, self.tables.actions
        while isinstance(action := actions[state].get(terminal), Reduction) and action.build is None:
            state = self.tables.gotos[self.below][action.origin].state
        if isinstance(action, int):
            action = actions[state][terminal] = After(state, action, self.tables)
        self[terminal] = state, action
        return state, action


class Tables(NamedTuple):
    """For each state: the action for each terminal, which is a reduction or a shift, and what follows each reduction. A shift is the number of the
    next state until it is used, and an After from then on."""

    actions: list[dict[str, Reduction | After | int]]
    gotos: list[dict[str, After]]
    start: int
    end: int


def build_raw() -> dict[str, Any]:
    """Returns the tables as plain data, made by Lark. Raises lark's GrammarError if the grammar has a conflict."""
    from lark import Lark
    from lark.lexer import Lexer
    from lark.parsers.lalr_analysis import Shift

    class NoLexer(Lexer):
        """Satisfies Lark; the tokens come from lexer.py."""

        def __init__(self, lexer_conf: Any) -> None:
            pass

        def lex(self, lexer_state: Any, parser_state: Any) -> Any:
            return iter(())

    # `strict` makes a shift/reduce conflict an error instead of a silent choice.
    lark = Lark(grammar().decode(), start="file", parser="lalr", lexer=cast(Any, NoLexer), strict=True)
    table: Any = cast(Any, lark.parser).parser._parse_table
    rules: list[list[Any]] = []
    numbers: dict[Any, int] = {}
    actions: list[dict[str, int]] = []
    gotos: list[dict[str, int]] = []
    for state in range(len(table.states)):
        at: dict[str, int] = {}
        to: dict[str, int] = {}
        for symbol, (action, argument) in table.states[state].items():
            if action is not Shift:
                if argument not in numbers:
                    numbers[argument] = len(rules)
                    size = len(argument.expansion)
                    rules.append([size, str(argument.origin.name), str(argument.alias or "")])
                at[str(symbol)] = -1 - numbers[argument]
            elif symbol.isupper():
                at[str(symbol)] = argument
            else:
                to[str(symbol)] = argument
        actions.append(at)
        gotos.append(to)
    start, end = table.start_states["file"], table.end_states["file"]
    return {"rules": rules, "actions": actions, "gotos": gotos, "start": start, "end": end}


def bind(raw: dict[str, Any], builder: type) -> Tables:
    """Returns the tables with the builder's functions inserted."""
    reductions: list[Reduction] = []
    for size, origin, alias in raw["rules"]:
        # a builder of Go alone has no methods for the rules of lists and maps without types, whose tokens its layout never makes
        build = getattr(builder, alias, _missing) if alias else None
        if build is None and size != 1:
            raise ValueError(f"a rule of {origin} has {size} symbols and no name")
        reductions.append(Reduction(size, sys.intern(origin), build, alias))
    actions: list[dict[str, Reduction | After | int]] = [
        {sys.intern(symbol): code if code >= 0 else reductions[-1 - code] for symbol, code in row.items()}
        for row in raw["actions"]
    ]
    tables = Tables(actions, [], raw["start"], raw["end"])
    for below, row in enumerate(raw["gotos"]):
        tables.gotos.append({sys.intern(symbol): After(below, to, tables) for symbol, to in row.items()})
    return tables


def rebound(tables: Tables, builder: type) -> Tables:
    """Returns the tables with the functions of another builder. This is several times faster than to read them again."""
    made: dict[Reduction, Reduction] = {}

    def action(old: Reduction | After | int) -> Reduction | After | int:
        if not isinstance(old, Reduction):
            return old.state if isinstance(old, After) else old
        if old not in made:
            build = getattr(builder, old.name, _missing) if old.name else None
            made[old] = Reduction(old.size, old.origin, build, old.name)
        return made[old]

    actions = [{terminal: action(old) for terminal, old in row.items()} for row in tables.actions]
    other = tables._replace(actions=actions, gotos=[])
    for below, row in enumerate(tables.gotos):
        other.gotos.append({symbol: After(below, after.state, other) for symbol, after in row.items()})
    return other


def _missing(*_: Any) -> Any:
    raise AssertionError("a rule without a method")


@cache
def load(builder: type) -> Tables:
    """Returns the tables, from the cache on disk if it can be trusted."""
    path = _cache_path()
    raw = _read(path) if path is not None else None
    if raw is not None:
        try:
            return bind(raw, builder)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            pass  # a damaged file is rebuilt
    raw = build_raw()
    if path is not None:
        _write(path, raw)
    return bind(raw, builder)


def grammar() -> bytes:
    """The text of the grammar."""
    with open(_GRAMMAR, "rb") as file:
        return file.read()


def _cache_path() -> str | None:
    """Returns where the tables of this grammar are cached, or None if there is no directory that only this user can write to."""
    named = os.environ.get("CODEMODE_CACHE_DIR")
    try:
        if named:
            directory = named
        elif os.environ.get("XDG_CACHE_HOME"):
            directory = os.path.join(os.environ["XDG_CACHE_HOME"], "codemode")
        elif (home := os.path.expanduser("~")) != "~":
            directory = os.path.join(home, ".cache", "codemode")
        else:
            return None
        os.makedirs(directory, mode=0o700, exist_ok=True)
        status = os.stat(directory)
        if hasattr(os, "getuid") and (status.st_uid != os.getuid() or stat.S_IMODE(status.st_mode) & 0o022):
            return None
        key = hashlib.sha256(grammar() + _FORMAT.encode())
        return os.path.join(directory, f"go-{key.hexdigest()[:24]}.json")
    except OSError:
        return None


def _read(path: str) -> dict[str, Any] | None:
    try:
        with open(path, "rb") as file:
            raw = json.loads(file.read())
    except (OSError, ValueError):
        return None
    return cast("dict[str, Any]", raw) if isinstance(raw, dict) else None


def _write(path: str, raw: dict[str, Any]) -> None:
    """Writes to a temporary file and renames it, so that no reader sees a partial file."""
    import tempfile

    try:
        handle, beside = tempfile.mkstemp(dir=os.path.dirname(path), prefix="go-", suffix=".tmp")
        try:
            with os.fdopen(handle, "w") as file:
                json.dump(raw, file, separators=(",", ":"))
            os.replace(beside, path)
        except OSError:
            os.unlink(beside)
    except OSError:
        return
