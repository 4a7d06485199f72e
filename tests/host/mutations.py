"""Data that is made or spoiled at random."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

KEYS = [
    "",
    "a",
    "x",
    "$ref",
    "type",
    "properties",
    "items",
    "é",
    "a.b",
    "k" * 5000,
    "\x00",
    "\ud800",
    "__class__",
    "name",
    "id",
]
WORDS = (
    "type properties items required enum const allOf anyOf oneOf not if then else pattern format minItems maxItems uniqueItems $ref $defs"
    " additionalProperties patternProperties propertyNames prefixItems contains multipleOf minimum maxLength dependentSchemas"
    " unevaluatedProperties description title default examples $id $anchor $schema"
).split()
REFS = [
    "#",
    "#/$defs/n",
    "#/properties/x",
    "#/$defs/d0",
    "#a",
    "http://127.0.0.1:9/x",
    "file:///etc/passwd",
    "#/%",
    "\x00",
]
KINDS = ["string", "integer", "number", "object", "array", "null", "boolean", "wibble", "", ["string", "null"], 7, None]
PATTERNS = ["^(a+)+$", "(?=x)", "[", r"\p{L}{900}", "a{1000}{1000}", "^.*$", r"(\w+\s?)*$", ""]


SCALARS = [
    None, True, False, 0, -1, 1.0, 1.5, -0.0, 1 << 63, 1 << 64, 10**400, 10**5000, math.nan, math.inf, "", "x", "é" * 100, "\ud800",
    "a" * 3000 + "!", "\x01" * 5000, "x" * 300_000, "2026-01-01T00:00:00Z", "null", "{}", "[" * 2000, "2" * 5000, b"\xff\x00",
]  # fmt: skip


def scalar(dice: random.Random) -> Any:
    return dice.choice(SCALARS)


def value(dice: random.Random, depth: int = 0) -> Any:
    """Some data, nearly always such as JSON has it."""
    chance = dice.random()
    if depth > 5 or chance < 0.4:
        return scalar(dice)
    if chance < 0.5:
        made: Any = scalar(dice)
        for _ in range(dice.choice([3, 50, 150, 250, 3000])):
            made = [made] if dice.random() < 0.5 else {dice.choice(KEYS): made}
        return made
    if chance < 0.55:
        return [scalar(dice)] * dice.choice([10, 5000, 200_000])
    if chance < 0.6:
        return {f"{dice.choice(KEYS)[:50]}{i}": scalar(dice) for i in range(dice.choice([5, 500, 20_000]))}
    count = dice.randrange(6)
    if chance < 0.8:
        return [value(dice, depth + 1) for _ in range(count)]
    return {dice.choice(KEYS): value(dice, depth + 1) for _ in range(count)}


def part(dice: random.Random) -> Any:
    """A piece of a schema."""
    word = dice.choice(WORDS)
    inner: Any = {"type": dice.choice(KINDS)} if dice.random() < 0.5 else {"$ref": dice.choice(REFS)}
    match word:
        case "type":
            return {word: dice.choice(KINDS)}
        case "$ref":
            return {word: dice.choice(REFS)}
        case "pattern":
            return {word: dice.choice(PATTERNS)}
        case "properties" | "$defs" | "dependentSchemas" | "patternProperties":
            return {word: {dice.choice([*KEYS, *PATTERNS, "n"]): inner for _ in range(dice.choice([1, 3, 300]))}}
        case "allOf" | "anyOf" | "oneOf" | "prefixItems":
            return {word: [inner] * dice.choice([1, 2, 8, 300])}
        case "required" | "enum" | "examples":
            return {word: [scalar(dice) for _ in range(dice.choice([1, 5, 2000]))]}
        case "description" | "title" | "default" | "const" | "format" | "$id" | "$anchor" | "$schema":
            return {word: scalar(dice)}
        case "minItems" | "maxItems" | "maxLength" | "minimum" | "multipleOf" | "uniqueItems":
            return {word: dice.choice([0, 1, -1, 1e-300, 1e308, 10**400, True, "x", None])}
        case _:
            return {word: inner}


def mutated(given: Any, dice: random.Random, others: Sequence[Any]) -> Any:
    """With other things in some places, or nothing, or a piece of another one."""
    made = _copy(given)
    for _ in range(dice.choice([1, 1, 2, 4, 10])):
        places = [path for path, _ in zip(_places(made), range(3000))]
        if not places:
            return value(dice)
        path = dice.choice(places)
        *before, key = path
        inside = made
        for step in before:
            inside = inside[step]
        match dice.randrange(5):
            case 0:
                del inside[key]
            case 1:
                inside[key] = part(dice)
            case 2:
                inside[key] = value(dice)
            case 3 if others:
                inside[key] = _copy(dice.choice(others))
            case _:
                if isinstance(inside[key], dict):
                    inside[key] |= part(dice)
                else:
                    inside[key] = [inside[key]] * dice.choice([1, 2, 40])
    return made


def _copy(given: Any) -> Any:
    """A copy of its plain lists and objects; what is in them besides is shared, for it may be endless."""
    try:
        return _copied(given, {})
    except RecursionError:  # what is nested so deep is not changed inside
        return given


def _copied(given: Any, made: dict[int, Any]) -> Any:
    if type(given) not in (list, dict):
        return given
    if id(given) not in made:
        copy = made[id(given)] = type(given)()
        if type(given) is list:
            copy += [_copied(item, made) for item in given]
        else:
            copy.update({key: _copied(item, made) for key, item in given.items()})
    return made[id(given)]


def _places(given: Any, *path: Any, depth: int = 0) -> Iterator[tuple[Any, ...]]:
    if depth > 60:
        return
    inside = (
        enumerate(given) if type(given) is list else given.items() if type(given) is dict else ()
    )  # others may be endless
    for key, each in [*islice(inside, 500)]:
        yield (*path, key)
        yield from _places(each, *path, key, depth=depth + 1)
