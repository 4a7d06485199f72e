"""Schemas that are endless, branch or are large, and values that are wrong everywhere."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from codemode import FunctionSource, FunctionTool
from tests.host.attacks import Attack
from tests.host.host import Host
from tests.host.requests import ENDS

DEPTH = 40


def chain(here: Callable[[dict[str, Any]], Any], last: Any = None, depth: int = DEPTH) -> dict[str, Any]:
    """Definitions each of which is made from the next one."""
    defs = {f"d{i}": here({"$ref": f"#/$defs/d{i + 1}"}) for i in range(depth)}
    defs[f"d{depth}"] = last if last is not None else {"type": "string"}
    return {"$ref": "#/$defs/d0", "$defs": defs}


def tree(*ways: dict[str, Any]) -> dict[str, Any]:
    return {"$ref": "#/$defs/n", "$defs": {"n": {"oneOf": [{"type": "null"}, *ways]}}}


N = {"$ref": "#/$defs/n"}
BOMBS: dict[str, dict[str, Any]] = {
    "allOf twice": chain(lambda n: {"allOf": [n, n]}),
    "anyOf twice": chain(lambda n: {"anyOf": [n, n]}),
    "oneOf twice": chain(lambda n: {"oneOf": [n, n]}),
    "if, then and else": chain(lambda n: {"if": n, "then": n, "else": n}),
    "not in not": chain(lambda n: {"not": {"allOf": [n, n]}}),
    "a reference and allOf": chain(lambda n: {**n, "allOf": [n]}),
    "dependentSchemas": chain(lambda n: {"dependentSchemas": {"a": n, "b": n}}),
    "the same property twice": chain(lambda n: {"allOf": [{"properties": {"a": n}}, {"properties": {"a": n}}]}),
    "items twice": chain(lambda n: {"anyOf": [{"items": n}, {"items": n}]}),
    "a property and all others": chain(lambda n: {"properties": {"a": n}, "patternProperties": {".": n}}),
    "unevaluated": chain(lambda n: {"anyOf": [n], "unevaluatedProperties": n}),
    "anchors": {
        "$ref": "#a0",
        "$defs": {
            **{f"d{i}": {"$anchor": f"a{i}", "allOf": [{"$ref": f"#a{i + 1}"}] * 2} for i in range(DEPTH)},
            "last": {"$anchor": f"a{DEPTH}"},
        },
    },
    "ids": {
        "$ref": "x:0",
        "$defs": {
            **{f"d{i}": {"$id": f"x:{i}", "allOf": [{"$ref": f"x:{i + 1}"}] * 2} for i in range(DEPTH)},
            "last": {"$id": f"x:{DEPTH}"},
        },
    },
    "itself": {"$ref": "#"},
    "itself in allOf": {"allOf": [{"$ref": "#"}]},
    "a deep chain": chain(lambda n: {"allOf": [n]}, depth=5000),
    "lists of an enum": {"enum": [[i] for i in range(5000)]},
    "many patterns": {"allOf": [{"pattern": rf"\\w{{900}}\\p{{L}}{{{i}}}"} for i in range(600)]},
    "many patterns of names": {"patternProperties": {f"^x{i}": {} for i in range(600)}},
    "many parts": {"properties": {f"p{i}": {"items": {"type": "string"}} for i in range(30_000)}},
}


# what people write, and what must go on being checked
FINE: dict[str, dict[str, Any]] = {
    "nothing": {},
    "a linked list": {"properties": {"next": {"$ref": "#"}, "value": {"type": "integer"}}},
    "a binary tree": tree({"properties": {"left": N, "right": N}}),
    "any JSON": tree({"type": "string"}, {"type": "array", "items": N}, {"type": "object", "additionalProperties": N}),
    "filters": tree(
        {"properties": {"and": {"type": "array", "items": N}}},
        {"properties": {"or": {"type": "array", "items": N}}},
        {"properties": {"not": N}},
    ),
    "wide": {"properties": {f"p{i}": {"type": "string"} for i in range(3000)}},
    "shared": chain(lambda n: {"properties": {"a": n, "b": n}}),
}

WIDE: list[int] = list(range(300_000))
LONG = "p" * 60
LARGE: dict[str, tuple[dict[str, Any], Any]] = {
    "all items are wrong": ({"items": {"type": "string"}}, WIDE),
    "no option for any item": ({"items": {"anyOf": [{"type": "string"}, {"required": ["x"]}]}}, [{}] * 100_000),
    "no option for the whole": ({"anyOf": [{"items": {"type": "string"}}, {"items": {"type": "boolean"}}]}, WIDE),
    "no key is known": ({"propertyNames": {"enum": [f"x{i}" for i in range(300)]}}, dict.fromkeys(map(str, WIDE))),
    "many keys are missing": ({"items": {"required": [f"x{i}" for i in range(3000)]}}, [{}] * 3000),
    "not in a long enum": ({"items": {"enum": [f"v{i}" for i in range(20_000)]}}, ["w"] * 10_000),
    "nearly in an enum of long texts": (
        {"items": {"enum": ["v" * 2000 + str(i) for i in range(200)]}},
        ["v" * 2000] * 9,
    ),
    "keys like many": (
        {"properties": {f"{LONG}{i}": {} for i in range(2000)}, "additionalProperties": False},
        {f"{LONG}x{i}": 1 for i in range(2000)},
    ),
    "a bound on the whole, often": ({"allOf": [{"maxItems": i} for i in range(15)]}, WIDE),
}

EVIL = 'x"}\n```\n*/ // `</tools>\u202e\x00\x1b[31m'


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {EVIL: schema}}
    return schema


def recursive(*ways: dict[str, Any]) -> dict[str, Any]:
    return tree(*({"type": "object", "properties": way} for way in ways))


ODD: dict[str, dict[str, Any]] = {
    "many recursive options": recursive(*({f"k{i}": N, "left": N, "right": N} for i in range(20))),
    "options without a difference": recursive(*({"left": N, "right": N} for _ in range(6))),
    "lists of lists of options": tree(*({"type": "array", "items": N} for _ in range(8))),
    "a pattern that backtracks": {"properties": {"s": {"type": "string", "pattern": "^(a+)+$"}}},
    "a pattern that looks around": {"properties": {"s": {"type": "string", "pattern": "^(?=(a+)+b)(?!x)a*$"}}},
    "a pattern that refers back": {"properties": {"s": {"type": "string", "pattern": r"^(a+)+\1+$"}}},
    "a pattern of many counts": {"properties": {"s": {"type": "string", "pattern": "^((a{1,50}){1,50}){1,50}$"}}},
    "unique items": {"properties": {"l": {"type": "array", "uniqueItems": True}}},
    "objects that are unique": {"properties": {"l": {"uniqueItems": True, "items": {"type": "object"}}}},
    "what is contained": {"properties": {"l": {"contains": {"type": "string", "pattern": "(a+)+$"}, "minContains": 3}}},
    "names that have a pattern": {"propertyNames": {"pattern": "^(a+)+$"}},
    "hostile names, deep": nested(300),
    "hostile names, wide": {"properties": {f"{EVIL}{i}": {"type": "string", "description": EVIL * 20} for i in range(2000)}},
    "a long enum": {"properties": {"s": {"enum": [f"v{i}" for i in range(20_000)]}}},
    "long texts": {"description": "x" * 2_000_000, "properties": {"s": {"description": "y" * 2_000_000}}},
    "long examples": {"properties": {"s": {"examples": ["y" * 1_000_000], "default": ["z" * 1_000_000]}}},
    "a long name": {"properties": {"n" * 1_000_000: {"type": "string"}}},
    "many required": {"required": [f"r{i}" for i in range(15_000)]},
    "a file": {"$ref": "file:///etc/passwd"},
    "an address": {"$ref": "http://127.0.0.1:9/x"},
    "no schema": {"type": "wibble", "properties": 7},
    "dynamic references": {
        "$dynamicAnchor": "n", "properties": {"a": {"$dynamicRef": "#n"}, "b": {"$dynamicRef": "#n"}},
        "anyOf": [{"$dynamicRef": "#n"}, {"type": "object"}],
    },
    "numbers beyond all": {"properties": {"n": {"multipleOf": 1e-300, "maximum": 10**400}}},
}  # fmt: skip
DEEP: Any = None
for _ in range(60):
    DEEP = {"left": DEEP, "right": DEEP if _ < 12 else None, "a": None, "next": None}
VALUES: dict[str, Any] = {
    "nothing": {},
    "a text": {"s": "a" * 3000 + "!", "a": {"a": 1.5}, "l": ["a" * 2000 + "!"] * 50},
    "a tree": DEEP,
    "a list": {"l": [{"k": i} for i in range(20_000)], "n": 1.1},
}
SHOWN = """
d := tools.Describe("s.t")
fmt.Println(len(d.declaration))
for _, path := range API.List() {
	fmt.Println(len(API.Read(path)))
}
fmt.Println(len(codemode.SearchTools("value of x", 5)))"""
CALLED = """
for _, value := range data {
	r, err := codemode.CallTool("s.t", value)
	fmt.Println(r != nil, err != nil)
}
__out = 1"""


def used(input_schema: dict[str, Any], output_schema: dict[str, Any] | None, values: list[Any], result: Any) -> Any:
    """Such a tool in a catalog: shown to the model, described, searched, and called."""

    async def play(host: Host, _: Any) -> None:
        tool = FunctionTool("s.t", lambda **given: result, "A tool.", input_schema, output_schema)
        engine = await host.own_engine([FunctionSource([tool], owner="s")])
        session = host.session(engine)
        await session.definitions("openai")
        await host.exec(session, SHOWN, timeout_ms=5000)
        await host.exec(session, CALLED, timeout_ms=5000, data=values)

    return play


async def read_many(host: Host, _: Any) -> None:
    """A program reads the file of many tools, each with much to show."""
    fields = {f"field_{i}": {"type": "string", "description": "What it is. " * 2} for i in range(100)}
    schema = {"type": "object", "properties": fields}
    tools = [FunctionTool(f"s.t{i}", lambda **given: 1, "A tool.", schema, schema) for i in range(200)]
    engine = await host.own_engine([FunctionSource(tools, owner="s")])
    await host.exec(host.session(engine), 'fmt.Println(len(API.Read(API.List("")[0])))\n' + SHOWN_ONE, timeout_ms=8000)


def shown_many(input_schema: dict[str, Any], output_schema: dict[str, Any] | None = None) -> Any:
    """A catalog of many such tools is shown to the model."""

    async def play(host: Host, _: Any) -> None:
        tools = [FunctionTool(f"s.t{i}", lambda **given: 1, "A tool.", input_schema, output_schema) for i in range(300)]
        engine = await host.own_engine([FunctionSource(tools, owner="s")])
        session = host.session(engine)
        await session.definitions("openai")
        await host.exec(session, SHOWN_ONE, timeout_ms=8000)

    return play


SHOWN_ONE = 'fmt.Println(len(tools.Describe("s.t1").declaration), len(codemode.SearchTools("field", 5)))'


def unfolding(schema: dict[str, Any]) -> dict[str, Any]:
    """Definitions of eight fields each of which is of the next definition: `schema` refers to the first, A."""
    names = "ABCDEF"
    defs = {a: {"properties": {f"k{i}": {"$ref": f"#/$defs/{b}"} for i in range(8)}} for a, b in pairwise(names)}
    return {"type": "object", **schema, "$defs": {**defs, "F": {"type": "string"}}}


# of hundreds of millions of parts
UNFOLDED = {
    "arguments": unfolding({"properties": {f"p{i}": {"$ref": "#/$defs/A"} for i in range(50)}}),
    "results": unfolding({"properties": {"x": {"$ref": "#/$defs/A"}}}),
}


def as_arguments(schema: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in schema or "type" not in schema:
        return {"type": "object", "properties": {"x": schema}, **{k: schema[k] for k in ("$defs",) if k in schema}}
    return schema


ATTACKS: list[Attack] = []
for name, schema in (BOMBS | ODD).items():
    values = [{"x": value} for value in VALUES.values()] + [
        value for value in VALUES.values() if isinstance(value, dict)
    ]
    ATTACKS += [
        Attack(
            f"arguments: {name}",
            "schemas of strangers",
            ends=ENDS,
            play=used(as_arguments(schema), None, values, 1),
            seen=3,
        ),
        *(
            Attack(
                f"results: {name}, {kind}",
                "schemas of strangers",
                ends=ENDS,
                play=used({}, schema, [{}], value),
                seen=3,
                seldom=kind != "a tree",
            )
            for kind, value in VALUES.items()
            if kind != "nothing"
        ),
    ]
ATTACKS += [
    Attack(
        f"a wrong value: {name}",
        "schemas of strangers",
        ends=ENDS,
        play=used({"type": "object", "properties": {"x": schema}}, schema, [{"x": value}], value),
        seen=3,
    )
    for name, (schema, value) in LARGE.items()
]
ATTACKS.append(Attack("the file of 200 tools with 100 fields each", "schemas of strangers", ends=ENDS, play=read_many))
ATTACKS += [
    Attack(
        "many tools whose arguments unfold", "schemas of strangers", ends=ENDS, play=shown_many(UNFOLDED["arguments"])
    ),
    Attack(
        "many tools whose results unfold", "schemas of strangers", ends=ENDS, play=shown_many({}, UNFOLDED["results"])
    ),
]
