"""No regular expression of the package takes time that grows with the square of the length of its text.

Texts come from guests, models, servers and schemas. For each pattern texts are made of what it looks for, repeated; what then is slow is measured at
growing lengths. Where the pattern is used with `search` or the like it is tried at each place of the text, as `finditer` does.
"""

from __future__ import annotations

import ast
import importlib
import math
import pkgutil
import re
import time
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from re import _constants as sre  # pyright: ignore - the parts of a pattern, as the standard library reads it
from re import _parser as parser  # pyright: ignore
from typing import Any, cast

import pytest

import codemode
from codemode.python_ast import parsed

SCANS = frozenset({"search", "findall", "finditer", "sub", "subn", "split"})
COUNT, SLOW = 300, 100e-9  # repetitions, and seconds for each character from which a text is measured
FEW, FEW_SLOW = 18, 1e-3  # of what doubles with each repetition
TEXTS = 1000  # about so many for one pattern
MOST = 8  # characters of a pattern that are put together
ROOT = Path(codemode.__file__).parent
# those that read what the host or the package has written
TRUSTED = {"codemode.prompts.templates._COMMENT", "codemode.sources.mcp_servers._VARIABLE"}


# --- the patterns ---


@cache
def patterns() -> dict[str, tuple[re.Pattern[Any], bool]]:
    """By the place: each with whether it is used to scan."""
    found: dict[tuple[Any, int], tuple[str, re.Pattern[Any], bool]] = {}
    for name in ["codemode", *(info.name for info in pkgutil.walk_packages(codemode.__path__, "codemode."))]:
        file = ROOT.parent / (name.replace(".", "/") + ".py")
        file = file if file.is_file() else file.with_suffix("") / "__init__.py"
        text = file.read_text()
        for where, pattern, scans in [*_bound(name, text), *_written(name, text)]:
            old = found.get((pattern.pattern, pattern.flags))
            found[pattern.pattern, pattern.flags] = (where, pattern, scans or (old is not None and old[2]))
    return {
        f"{where} {pattern.pattern!r:.60}": (pattern, scans)
        for where, pattern, scans in found.values()
        if where not in TRUSTED
    }


def _bound(name: str, text: str) -> Iterator[tuple[str, re.Pattern[Any], bool]]:
    """Those of a module's names."""
    if name.endswith("__main__"):
        return
    scanned = set(re.findall(rf"(\w+)\.(?:{'|'.join(SCANS)})\(", text))
    for key, value in vars(importlib.import_module(name)).items():
        for pattern in _in(value, 3):
            direct = isinstance(value, re.Pattern)
            yield f"{name}.{key}", pattern, key in scanned or not direct


def _in(value: Any, depth: int) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, (tuple, list, frozenset, set)):
        for each in value:
            yield from _in(each, depth - 1)
    elif depth and isinstance(value, dict):
        yield from _in([*value.values()], depth)
    elif depth and type(value).__module__.startswith("codemode.") and hasattr(value, "__dict__"):
        yield from _in([*vars(value).values()], depth - 1)


def _written(name: str, text: str) -> Iterator[tuple[str, re.Pattern[Any], bool]]:
    """Those that are written where they are used: re.sub("...", ...)"""
    for node in ast.walk(parsed(text)) if re.search(r"\bre\.(?!compile\()\w+\(", text) else ():
        match node:
            case ast.Call(ast.Attribute(ast.Name("re"), way), [ast.Constant(pattern), *_]) if way != "compile":
                yield f"{name}:{node.lineno}", re.compile(cast("str | bytes", pattern)), way in SCANS
            case _:
                pass


# --- texts for them ---


def texts(pattern: re.Pattern[Any]) -> Iterator[tuple[str, str, str]]:
    """What comes first, what is repeated, what comes last."""
    tree = parser.parse(pattern.pattern, pattern.flags)
    heads: list[str] = [""]
    bodies: list[str] = []
    _walk(tree, "", heads, bodies)
    heads = list(dict.fromkeys(heads))
    tails = ["", "\x01", *dict.fromkeys(re.findall(r"\[\^.*?([`>)}])", str(pattern.pattern)))]
    chars = sorted(dict.fromkeys("".join([*heads, *bodies])), key=str.isalnum)[:MOST]
    begun = [each for head in heads if head for each in (head, f"{head}a")]
    pieces = dict.fromkeys([*bodies, *begun, *chars, *("".join(p) for p in product(chars, repeat=2) if p[0] != p[1])])
    for piece in pieces:
        for head in heads if piece in bodies or piece in chars else [""]:
            for tail in tails:
                yield head, piece, tail


def _walk(tree: Any, before: str, heads: list[str], bodies: list[str]) -> str:
    """A text that the tree matches, after `before`."""
    for op, arg in tree:
        if op in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            heads.append(before)
            least, most, inner = arg
            made = _walk(inner, before, heads, bodies)[len(before) :]
            bodies.append(made)
            if len(inner) == 1 and inner[0][0] in (sre.IN, sre.ANY, sre.NOT_LITERAL):
                bodies += _chars(inner[0])
            before += made * max(least, 1 if least == most else 0) if least < 1000 else made
            heads.append(before)
        elif op is sre.SUBPATTERN:
            before = _walk(arg[-1], before, heads, bodies)
        elif op is sre.ATOMIC_GROUP:
            before = _walk(arg, before, heads, bodies)
        elif op is sre.BRANCH:
            ends = [_walk(each, before, heads, bodies) for each in arg[1]]
            bodies += [end[len(before) :] for end in ends if end != before]
            before = next((end for end in ends if end != before), before)
        elif op in (sre.ASSERT, sre.ASSERT_NOT):
            _walk(arg[1], before, heads, bodies)
        elif op in (sre.LITERAL, sre.NOT_LITERAL, sre.IN, sre.ANY):
            before += _chars((op, arg))[0]
    return before


def _chars(node: tuple[Any, Any]) -> list[str]:
    """Some characters that it matches."""
    op, arg = node
    if op is sre.LITERAL:
        return [chr(arg)]
    probe = re.compile(_class(op, arg), re.DOTALL)
    some = [chr(a) for kind, a in arg if kind is sre.LITERAL] if op is sre.IN else []
    found = [
        c
        for c in ["a", "1", " ", "_", "\n", '"', "/", "\\", "`", "A", "-", "\x01", ".", "é", *some]
        if probe.fullmatch(c)
    ]
    return found[:6] or ["a"]


def _class(op: Any, arg: Any) -> str:
    if op is sre.ANY:
        return "."
    if op is sre.NOT_LITERAL:
        return f"[^{re.escape(chr(arg))}]"
    names = {sre.CATEGORY_DIGIT: r"\d", sre.CATEGORY_NOT_DIGIT: r"\D", sre.CATEGORY_SPACE: r"\s"}
    names |= {sre.CATEGORY_NOT_SPACE: r"\S", sre.CATEGORY_WORD: r"\w", sre.CATEGORY_NOT_WORD: r"\W"}
    made = ""
    for kind, a in arg:
        if kind is sre.NEGATE:
            made += "^"
        elif kind is sre.LITERAL:
            made += re.escape(chr(a))
        elif kind is sre.RANGE:
            made += f"{re.escape(chr(a[0]))}-{re.escape(chr(a[1]))}"
        else:
            made += names[a]
    return f"[{made}]"


# --- the time ---


def seconds(pattern: re.Pattern[Any], scans: bool, text: Any) -> float:
    began = time.thread_time()
    if scans:
        pattern.sub(text[:0], text)
    else:
        pattern.match(text)
        pattern.fullmatch(text)
    return time.thread_time() - began


def is_slow(pattern: re.Pattern[Any], scans: bool, parts: tuple[str, str, str]) -> bool:
    """Whether eight times the length takes more than 18 times as long.

    A linear pattern takes 8 times as long, one that takes the square 64 times: each is more than twice away from
    the bound. What the machine does meanwhile makes tries slow, never fast: both lengths are tried in turn, the fastest
    of each counts, and a ratio near the bound is measured again.
    """
    head, piece, tail = parts

    def at(count: int) -> float:
        text: Any = head + piece * count + tail
        return seconds(pattern, scans, text.encode("utf-8") if isinstance(pattern.pattern, bytes) else text)

    if at(FEW) > FEW_SLOW and min(at(FEW) for _ in range(3)) > FEW_SLOW:
        return True  # it doubles with each repetition
    if at(COUNT) < SLOW * COUNT * len(piece) or at(8 * COUNT) < 2 * SLOW * 8 * COUNT * len(piece):
        return False
    short, long = math.inf, math.inf
    for tried in range(9):
        short, long = min(short, at(COUNT)), min(long, at(8 * COUNT))
        if tried >= 2 and not 12 < long / short < 40:
            break
    return long > 18 * short


def slow(pattern: re.Pattern[Any], scans: bool) -> tuple[str, str, str] | None:
    every = [*texts(pattern)]
    step = max(1, len(every) // TEXTS)
    return next((parts for parts in every[::step] if is_slow(pattern, scans, parts)), None)


def test_time_grows_with_the_length() -> None:
    assert len(patterns()) > 150
    found = {where: slow(pattern, scans) for where, (pattern, scans) in patterns().items()}
    assert {where: parts for where, parts in found.items() if parts is not None} == {}


# each was in the package, and a text of 20 KB made it take seconds or minutes
SLOW_ONES = [
    (r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|[^ ]', True),
    (r"/\*[\s\S]*?\*/|/\*|[^ ]", True),
    (r"^[ \t]*(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^\n`]*$", False),
    (r"\s*[-+]?\s*[\w(]", False),
    (r"//\s*[-(]*\w[\w.]*(?:\s*(?:[-+*/%()\[\],]|//)\s*[\w.\"']*)*\s*;?\s*", False),
    (r"\{([^}]+)\}", True),
    (r"^:(?:param|arg)\s+(?:[^:]*\s)?\*{0,2}(\w+)\s*:\s*(.*)$", False),
    (r"Tool '(.*?)' uses communication protocol '(.*?)'.*Tool will not be registered", True),
    (rb"[+-]?_*\.?_*[0-9]", False),
    (rb"[\r\n]*$", True),
    (r"(a|b|ab)*c", False),
]


@pytest.mark.parametrize(("pattern", "scans"), SLOW_ONES)
def test_slow_patterns_are_found(pattern: str, scans: bool) -> None:
    assert slow(re.compile(pattern, re.MULTILINE), scans) is not None
