"""Attacks that nobody thought of: programs, schemas, results and answers of models that are made or spoiled at random, each by its seed."""

from __future__ import annotations

import random
import re
from functools import cache
from typing import Any

from tests.doc_examples import ROOT
from tests.host import answers, schemas
from tests.host.attacks import Attack, table
from tests.host.mutations import mutated, value
from tests.host.requests import ENDS

LIMITS = {"max_steps": 100_000, "memory_limit_bytes": 16 << 20}
TIME = 2000  # milliseconds
LONGEST = 20_000  # characters of a program that is spoiled

_TOKEN = re.compile(r"\s+|\w+|\"[^\"\n]*\"|`[^`]*`|[^\w\s]")
_CALLED = ["len", "make", "append", "cap", "copy", "delete", "panic", "recover", "new", "min", "max", "text", "json"]
PIECES = [
    *"( ) [ ] { } ; , . := = == != <- & * + - / % << >> && || ! ... : ? ?? => // /* */ ` \" '".split(),
    *"0 1 -1 63 64 1e308 1e309 0x7fffffffffffffff 9223372036854775808 1<<62 1_000_000 0.5 nil true '\\x00' \"\" 2i".split(),
    *"for range func go defer select switch case default if else return break continue goto var const type struct".split(),
    *"interface map chan import package fallthrough any int string error []int map[string]any func() T comparable".split(),
    *'not and or in is None True while elif try except lambda await async new class print f"{x}" ${x} x?.y x!'.split(),
    *_CALLED,
    *(f"{name}(" for name in _CALLED),
    'codemode.CallTool("t.echo", x)',
    'codemode.CallToolStream("t.count", map[string]any{"to": 3})',
    "yield_control()",
    "tools.Search(x, 5)",
    'store.Save("k", x)',
    "results.Save(x)",
    "fmt.Sprintf(x, x)",
    'strings.Repeat("ab", 1<<30)',
    "json.Marshal(x)",
    "regexp.MustCompile(x)",
    "time.Sleep(1)",
    "sort.Slice(x, func(i, j int) bool { return true })",
    "go func() { panic(1) }()",
    "select {}",
    "__out = x",
    "x := 1",
    "\n",
    "\0",
    "é",
    "\ud800",
]


@cache
def texts() -> list[str]:
    """Programs to begin with: the cases of the language, and the attacks."""
    cases = [path.read_text() for path in sorted((ROOT / "tests/cases").rglob("*.go"))]
    cases += [path.read_text() for path in sorted((ROOT / "tests/corpus/snippets").rglob("*.go"))]
    codes = [attack.code for attack in table().values() if attack.code]
    return [text for text in cases + codes if len(text) <= LONGEST]


def program(seed: int) -> str:
    from tests.oracle.choices import Seeded
    from tests.oracle.generate import program_from

    dice = random.Random(f"program {seed}")
    if dice.random() < 0.1:
        return program_from(Seeded(seed))
    tokens = _TOKEN.findall(dice.choice(texts()))
    for _ in range(dice.choice([1, 1, 2, 3, 6, 15])):
        tokens = _spoiled(tokens, dice)
    return "".join(tokens)[:300_000]


def _spoiled(tokens: list[str], dice: random.Random) -> list[str]:
    at = dice.randrange(len(tokens) + 1)
    end = min(len(tokens), at + dice.choice([1, 1, 2, 5, 20]))
    match dice.randrange(8):
        case 0:
            return tokens[:at] + tokens[end:]
        case 1:
            return [*tokens[:at], dice.choice(PIECES), *tokens[at:]]
        case 2:
            return [*tokens[:at], dice.choice(PIECES), *tokens[end:]]
        case 3:  # again and again
            return tokens[:at] + tokens[at:end] * dice.choice([2, 3, 50, 500]) + tokens[end:]
        case 4:  # a piece of another one
            other = _TOKEN.findall(dice.choice(texts()))
            begin = dice.randrange(len(other) + 1)
            return tokens[:at] + other[begin : begin + dice.choice([3, 20, 100])] + tokens[at:]
        case 5:  # two places change places
            if end < len(tokens) and at < end:
                tokens = tokens.copy()
                tokens[at], tokens[end] = tokens[end], tokens[at]
            return tokens
        case 6:  # a name becomes another one of the same program
            names = [token for token in tokens if token.isidentifier()]
            here = [n for n, token in enumerate(tokens) if token.isidentifier()]
            if here:
                tokens = tokens.copy()
                tokens[dice.choice(here)] = dice.choice(names)
            return tokens
        case _:  # a number becomes a large one
            here = [n for n, token in enumerate(tokens) if token.isdigit()]
            if here:
                tokens = tokens.copy()
                tokens[dice.choice(here)] = dice.choice(["0", "1000000", "1<<40", "9223372036854775807", "1e300"])
            return tokens


# --- schemas, results and answers --------------------------------------------------------------------------------------


@cache
def known_schemas() -> list[dict[str, Any]]:
    from tests.sources.schema_zoo import ZOO

    return [*(animal.schema for animal in ZOO), *schemas.FINE.values(), *schemas.ODD.values(), *schemas.BOMBS.values()]


def schema(dice: random.Random) -> dict[str, Any]:
    made = mutated(dice.choice(known_schemas()), dice, known_schemas())
    return made if isinstance(made, dict) else {"type": "object", "properties": {"x": made}}


def answer(dice: random.Random) -> Any:
    from tests.orchestrator.test_answers import NOT_AN_ANSWER, READ_AS

    given = dice.choice([case[2] for case in READ_AS + NOT_AN_ANSWER])
    if not isinstance(given, str):
        return mutated(given, dice, [case[2] for case in READ_AS])
    for _ in range(dice.choice([1, 2, 3, 6])):
        at, end = sorted(dice.randrange(len(given) + 1) for _ in range(2))
        match dice.randrange(4):
            case 0:
                given = given[:at] + given[end:]
            case 1:
                given = given[:at] + given[at:end] * dice.choice([2, 50, 2000]) + given[end:]
            case 2:
                given = given[:at] + dice.choice(MARKS) * dice.choice([1, 10, 5000]) + given[at:]
            case _:
                given += dice.choice([case[2] for case in READ_AS if isinstance(case[2], str)])
        given = given[:2_000_000]
    return given


MARKS = [
    *'{ } [ ] " : , \\ / // /* */ ``` <think> </think> \n \\u \\ud800 -1 1e999 true null NaN'.split(" "),
    "\0",
    "```go\n",
    '"code":',
]


def attack_of(name: str) -> Attack:
    """`program 7`, `schema 7`, `result 7` or `answer 7`: always the same."""
    kind, _, number = name.partition(" ")
    dice = random.Random(name)
    if kind == "program":
        return Attack(name, "random programs", program(int(number)), limits=LIMITS, timeout_ms=TIME)
    if kind == "schema":
        given = schema(dice)
        values: list[Any] = [{"x": value(dice)}, value(dice), {"x": value(dice)}]
        side = dice.random() < 0.5
        play = schemas.used(schemas.as_arguments(given) if side else {}, None if side else given, values, value(dice))
        return Attack(name, "random schemas", ends=ENDS, play=play)
    if kind == "result":
        from tests.host.results import RESULTS
        from tests.host.results import given as gives

        odd = value(dice) if dice.random() < 0.7 else mutated(dice.choice(list(RESULTS.values()))(), dice, [])
        return Attack(
            name, "random results", ends=ENDS, make=lambda: odd, play=gives(None, declared=dice.random() < 0.5)
        )
    made = answer(dice)
    return Attack(name, "random answers", make=lambda: made, play=answers.answered(dice.choice(["single", "staged"])))
