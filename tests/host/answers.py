"""Answers of models: floods of brackets, comments, escapes and fences, and programs that are attacks themselves."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from codemode import CodeModeUTCP, FunctionSource, ScriptedModel
from codemode.errors import CodeModeError
from codemode.orchestrator.answers import MAX_ANSWER
from tests.host.attacks import Attack
from tests.host.host import Host


def filled(unit: str, end: str = "") -> Callable[[], str]:
    return lambda: unit * (MAX_ANSWER // len(unit)) + end


def deep(levels: int) -> Any:
    value: Any = "x"
    for _ in range(levels):
        value = {"tools": [value], "code": value}
    return value


ANSWERS: dict[str, Callable[[], Any]] = {
    "brackets": filled("["),
    "100 KB of brackets": lambda: "[" * 100_000,
    "5 KB of brackets": lambda: "{" + "[" * 5000,
    "braces": filled("{"),
    "keys": filled('{"a":'),
    "keys without end": filled('{"'),
    "numbers": filled("[1,"),
    "open strings": filled('{"a":"'),
    "lists that are closed": filled("[]]"),
    "small lists": filled("[]"),
    "small objects": filled('{"code":"x"}'),
    "small plans": filled('{"code":"x","tools":["t.add"],"stream":false} '),
    "thoughts that begin": filled("<think>"),
    "thoughts": filled("<think></think>"),
    "thoughts that end": filled("</think>"),
    "fences": filled("```go\n"),
    "fences with code": filled("```go\nx\n```\n"),
    "comments of a line": filled("[//"),
    "comments": filled("[/*"),
    "comments with their end": filled("[/*", "*/"),
    "comments with brackets": filled("[/*]*"),
    "a comment after brackets": filled("[", "/*"),
    "keys before comments": filled('{"a"/*', "*/"),
    "escapes": lambda: "[" * 100 + '"' + r"\n" * 500_000,
    "escapes of half characters": lambda: '{"code": "' + r"\ud800" * 170_000 + '"}',
    "white space": lambda: " " * MAX_ANSWER,
    "white space in an object": lambda: "{" + "\n" * MAX_ANSWER + '"code": 1}',
    "a long number": lambda: '{"needs": ' + "9" * 1_000_000 + "}",
    "numbers with exponents": lambda: "[" + "1e999999999," * 80_000 + "1]",
    "one long list": lambda: "[" + "1," * 500_000 + "1]",
    "one long list of names": lambda: '{"tools": [' + '"a.b",' * 170_000 + '"a"], "code": ""}',
    "many keys": lambda: "{" + ",".join(f'"k{i}":1' for i in range(80_000)) + "}",
    "JSON in JSON in JSON": lambda: json.dumps(json.dumps(json.dumps("[" * 200_000))),
    "an object of many levels": lambda: deep(18),
    "an object in itself": lambda: _circle(),
    "50 MB of answer": lambda: "x" * 50_000_000,
    "50 MB of plan": lambda: {"code": "x" * 50_000_000, "tools": [], "stream": False},
    "a million tools": lambda: {"code": "__out = 1", "tools": [f"t{i}" for i in range(300_000)], "stream": False},
    "a tool of 10 MB of name": lambda: {"code": "__out = 1", "tools": ["t" * 10_000_000], "stream": False},
    "many near names": lambda: {"code": "__out = 1", "tools": [f"t.ad{i}" for i in range(3000)], "stream": False},
    "a program that does not end": lambda: {"code": "for {}", "tools": ["t.add"], "stream": False},
    "a program of brackets": lambda: {"code": "__out = " + "(" * 100_000, "tools": ["t.add"], "stream": False},
    "a program with much to repair": lambda: {"code": "x = 1\n" * 5000, "tools": ["t.add"], "stream": False},
    "a program that prints": lambda: {
        "code": "for i := range 100_000 {\n\tfmt.Println(i)\n}", "tools": ["t.add"], "stream": False,
    },
    "a search for 10 MB": lambda: {"search": ["add " * 2_500_000]},
    "searches": lambda: {"search": [f"add {i}" for i in range(100_000)]},
    "bytes": lambda: b"\xff{" * 400_000,
    "a list": lambda: [1] * 1_000_000,
    "a number": lambda: 10**5000,
    "nothing": lambda: None,
}  # fmt: skip


def _circle() -> Any:
    made: dict[str, Any] = {}
    made["tools"] = [made]
    return made


def add(a: float, b: float) -> float:
    """Add two numbers."""
    return a + b


def answered(pipeline: Any) -> Any:
    async def play(host: Host, answer: Any) -> None:
        source = FunctionSource.from_functions(add, owner="t")
        model = ScriptedModel([answer] * 12)
        app = CodeModeUTCP(None, model, sources=[source], pipeline=pipeline, isolation=host.isolation)  # type: ignore[arg-type]
        async with app as cm:
            try:
                await cm.call_tool("add one and two")
                host.ended("answered")
            except CodeModeError as refused:
                host.ended(refused.code)

    return play


ATTACKS = [
    Attack(
        f"a model answers with {name}{'' if pipeline == 'single' else ', in stages'}",
        "answers of models",
        make=make,
        play=answered(pipeline),
        isolations=("process",) if pipeline == "single" else ("inline",),
        seen=14,
        seldom=pipeline == "staged",
    )
    for name, make in ANSWERS.items()
    for pipeline in ("single", "staged")
]
