"""Tools with schemas that JSON Schema allows and few tools have: what the model is shown, a call that is right, a wrong one, and what is said to it.

All give back their arguments.
"""

# ruff: noqa: E501 - a declaration is compared as it is, line by line

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

S = {"type": "string"}
I = {"type": "integer"}  # noqa: E741 - as S is
N = {"type": "number"}


def obj(*needed: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(needed)}


@dataclass(frozen=True)
class Animal:
    """`shown` is the declaration without comment lines, arguments are Go."""

    name: str
    schema: dict[str, Any]
    shown: str
    good: str
    gives: Any
    bad: str
    told: str


NODE = obj("value", value=I, children={"type": "array", "items": {"$ref": "#/$defs/Node"}})
CIRCLE = obj("kind", "r", kind={"const": "circle"}, r=N)
RECT = obj("kind", "w", "h", kind={"const": "rect"}, w=N, h=N)
BASE = {"allOf": [obj("a", a=S), obj("z", z=S)]}
ODD_NAMES = dict.fromkeys(
    ("type", "my-key", "my.key", "two words", "größe", "日本", "2fa", "_x", "A", "a", "", 'q"'), S
)

ZOO = [
    Animal(
        "ref",
        {**obj("who", who={"$ref": "#/$defs/Person"}), "$defs": {"Person": obj("name", name=S, age=I)}},
        'func ZooRef(in struct {\n\tWho struct {\n\t\tName string `json:"name"`\n\t\tAge int `json:"age,omitempty"`\n\t} `json:"who"`\n}) (any, error)',
        '{"who": map[string]any{"name": "x", "age": 3}}',
        {"who": {"name": "x", "age": 3}},
        '{"who": map[string]any{"nam": "x", "age": "3"}}',
        'who.name is missing (string); who.age is "3" (string), must be integer',
    ),
    Animal(
        "definitions",
        {**obj("p", p={"$ref": "#/definitions/P"}), "definitions": {"P": obj("x", x=I)}},
        'func ZooDefinitions(in struct {\n\tP struct {\n\t\tX int `json:"x"`\n\t} `json:"p"`\n}) (any, error)',
        '{"p": map[string]any{"x": 1.0}}',
        {"p": {"x": 1}},
        '{"p": map[string]any{}}',
        "p.x is missing (integer)",
    ),
    Animal(
        "tree",
        {"$ref": "#/$defs/Node", "$defs": {"Node": NODE}},
        'type ZooTreeNode struct {\n\tValue int `json:"value"`\n\tChildren []*ZooTreeNode `json:"children,omitempty"`\n}\n'
        "func ZooTree(in ZooTreeNode) (any, error)",
        '{"value": 1, "children": []any{map[string]any{"value": 2}}}',
        {"value": 1, "children": [{"value": 2}]},
        '{"value": 1, "children": []any{map[string]any{"valu": 2}}}',
        "children[0].value is missing (integer)",
    ),
    Animal(
        "itself",
        obj("v", v=I, next={"$ref": "#"}),
        'type ZooItselfType struct {\n\tV int `json:"v"`\n\tNext *ZooItselfType `json:"next,omitempty"`\n}\n'
        "func ZooItself(in ZooItselfType) (any, error)",
        '{"v": 1, "next": map[string]any{"v": 2}}',
        {"v": 1, "next": {"v": 2}},
        '{"v": 1, "next": map[string]any{"v": "2"}}',
        'next.v is "2" (string), must be integer',
    ),
    Animal(
        "all_of",
        {"allOf": [{"$ref": "#/$defs/Base"}, {"properties": {"b": I}}], "$defs": {"Base": BASE}},
        'func ZooAllOf(in struct {\n\tA string `json:"a"`\n\tZ string `json:"z"`\n\tB int `json:"b,omitempty"`\n}) (any, error)',
        '{"a": "x", "b": 2.0, "z": "y"}',
        {"a": "x", "b": 2, "z": "y"},
        '{"a": 1, "z": "y"}',
        "a is 1 (integer), must be string",
    ),
    Animal(
        "any_of",
        obj("id", id={"anyOf": [S, I]}),
        'func ZooAnyOf(in struct {\n\tId any `json:"id"` // one of: string | int\n}) (any, error)',
        '{"id": 5.0}',
        {"id": 5},
        '{"id": true}',
        "id is true, which fits none of the allowed forms: must be string; or integer",
    ),
    Animal(
        "any_of_all",
        {"anyOf": [obj("id", id=I), obj("name", name=S)]},
        "func ZooAnyOfAll(in map[string]any) (any, error)",
        '{"name": "x"}',
        {"name": "x"},
        '{"nam": "x"}',
        'the value is {"nam": "x"}, which fits none of the allowed forms: id is missing; or name is missing',
    ),
    Animal(
        "one_of",
        obj("shape", shape={"oneOf": [CIRCLE, RECT]}),
        'func ZooOneOf(in struct {\n\tShape map[string]any `json:"shape"` // one of: {kind: "circle", r: float64} | {kind: "rect", w: float64, h: float64}\n'
        "}) (any, error)",
        '{"shape": map[string]any{"kind": "circle", "r": 2}}',
        {"shape": {"kind": "circle", "r": 2}},
        '{"shape": map[string]any{"kind": "circle", "w": 2}}',
        "shape.r is missing",
    ),
    Animal(
        "one_of_named",
        obj("shape", shape={"oneOf": [CIRCLE, RECT]}),
        'func ZooOneOfNamed(in struct {\n\tShape map[string]any `json:"shape"` // one of: {kind: "circle", r: float64} | {kind: "rect", w: float64, h: float64}\n'
        "}) (any, error)",
        '{"shape": map[string]any{"kind": "rect", "w": 2, "h": 1}}',
        {"shape": {"kind": "rect", "w": 2, "h": 1}},
        '{"shape": map[string]any{"kind": "oval", "r": 2}}',
        'shape.kind is "oval", must be one of "circle", "rect"',
    ),
    Animal(
        "nulls",
        obj(
            "n",
            n={"type": ["string", "null"]},
            m={"anyOf": [I, {"type": "null"}]},
            k={"type": "string", "nullable": True},
        ),
        'func ZooNulls(in struct {\n\tN *string `json:"n"` // or null\n\tM *int `json:"m,omitempty"` // or null\n\tK *string `json:"k,omitempty"` // or null\n}) (any, error)',
        '{"n": nil, "m": nil, "k": nil}',
        {"n": None, "m": None, "k": None},
        '{"n": 1, "m": "x"}',
        'm is "x", which fits none of the allowed forms: must be integer; or null; n is 1 (integer), must be null or string',
    ),
    Animal(
        "null_or_object",
        obj(f={"anyOf": [obj("x", x=I), {"type": "null"}]}),
        'func ZooNullOrObject(in struct {\n\tF *struct {\n\t\tX int `json:"x"`\n\t} `json:"f,omitempty"` // or null\n}) (any, error)',
        '{"f": map[string]any{"x": 1.0}}',
        {"f": {"x": 1}},
        '{"f": map[string]any{"x": "1"}}',
        'f.x is "1" (string), must be integer',
    ),
    Animal(
        "enum",
        obj("level", level={"enum": ["low", 1, None, True, 2.5]}),
        'func ZooEnum(in struct {\n\tLevel any `json:"level"` // boolean or integer or null or number or string; one of "low", 1, null, true, 2.5\n'
        "}) (any, error)",
        '{"level": 2.5}',
        {"level": 2.5},
        '{"level": "lo"}',
        'level is "lo", must be one of "low", 1, null, true, 2.5; did you mean "low"?',
    ),
    Animal(
        "const",
        obj("version", version={"const": 2}),
        'func ZooConst(in struct {\n\tVersion int `json:"version"` // always 2\n}) (any, error)',
        '{"version": 2.0}',
        {"version": 2},
        '{"version": 3}',
        "version is 3, must be 2",
    ),
    Animal(
        "other_keys",
        {**obj(a=S), "additionalProperties": I},
        'func ZooOtherKeys(in struct {\n\tA string `json:"a,omitempty"`\n\t// other keys: int\n}) (any, error)',
        '{"a": "x", "b": 2.0}',
        {"a": "x", "b": 2},
        '{"a": "x", "b": "2"}',
        'b is "2" (string), must be integer',
    ),
    Animal(
        "open",
        {**obj(a=S), "additionalProperties": True},
        'func ZooOpen(in struct {\n\tA string `json:"a,omitempty"`\n\t// other keys: any\n}) (any, error)',
        '{"a": "x", "b": []int{1}}',
        {"a": "x", "b": [1]},
        '{"a": 1}',
        "a is 1 (integer), must be string",
    ),
    Animal(
        "map",
        {"type": "object", "additionalProperties": {"type": "array", "items": I}},
        "func ZooMap(in map[string][]int) (any, error)",
        '{"a": []int{1}}',
        {"a": [1]},
        '{"a": []any{"x"}}',
        'a[0] is "x" (string), must be integer',
    ),
    Animal(
        "patterns",
        {"type": "object", "patternProperties": {"^x_": I}, "additionalProperties": False},
        "func ZooPatterns(in map[string]any) (any, error)",
        '{"x_a": 2}',
        {"x_a": 2},
        '{"y": 2}',
        'y is not known; allowed: keys that match "^x_": int',
    ),
    Animal(
        "tuple",
        obj("point", point={"type": "array", "prefixItems": [N, N, S], "minItems": 2}),
        'func ZooTuple(in struct {\n\tPoint []any `json:"point"` // in this order: float64, float64, string; at least 2 items\n}) (any, error)',
        '{"point": []any{1, 2.5, "a"}}',
        {"point": [1, 2.5, "a"]},
        '{"point": []any{1, "b"}}',
        'point[1] is "b" (string), must be number',
    ),
    Animal(
        "old_tuple",
        obj("point", point={"type": "array", "items": [N, S]}),
        'func ZooOldTuple(in struct {\n\tPoint []any `json:"point"` // in this order: float64, string\n}) (any, error)',
        '{"point": []any{1, "a"}}',
        {"point": [1, "a"]},
        '{"point": []any{"x", "a"}}',
        'point[0] is "x" (string), must be number',
    ),
    Animal(
        "old_bounds",
        obj("n", n={"type": "integer", "minimum": 3, "exclusiveMinimum": True}),
        'func ZooOldBounds(in struct {\n\tN int `json:"n"` // at least 3\n}) (any, error)',
        '{"n": 4}',
        {"n": 4},
        '{"n": 3}',
        "n: 3 is less than or equal to the minimum of 3",
    ),
    Animal(
        "untyped",
        obj("x", x={"description": "whatever"}, y={}),
        'func ZooUntyped(in struct {\n\tX any `json:"x"` // whatever\n\tY any `json:"y,omitempty"`\n}) (any, error)',
        '{"x": nil, "y": []any{1, "a"}}',
        {"x": None, "y": [1, "a"]},
        '{"y": 1}',
        "x is missing (any)",
    ),
    Animal(
        "types",
        obj("x", x={"type": ["string", "integer", "array"], "items": S}),
        'func ZooTypes(in struct {\n\tX any `json:"x"` // string or integer or array\n}) (any, error)',
        '{"x": []string{"a"}}',
        {"x": ["a"]},
        '{"x": 1.5}',
        "x is 1.5 (number), must be integer or string or array",
    ),
    Animal(
        "formats",
        obj(
            "at",
            at={"type": "string", "format": "date-time"},
            n={"type": "integer", "format": "int64", "minimum": 1, "maximum": 10},
        ),
        'func ZooFormats(in struct {\n\tAt string `json:"at"` // format date-time\n\tN int `json:"n,omitempty"` // format int64; 1 to 10\n}) (any, error)',
        '{"at": "2026-01-02T03:04:05Z", "n": 10}',
        {"at": "2026-01-02T03:04:05Z", "n": 10},
        '{"at": "2026-01-02T03:04:05Z", "n": 11}',
        "n: 11 is greater than the maximum of 10",
    ),
    Animal(
        "bounds",
        obj(
            "n",
            "s",
            n={"type": "number", "exclusiveMinimum": 0, "multipleOf": 0.5},
            s={"type": "string", "minLength": 2, "maxLength": 4, "pattern": "^[a-z]+$"},
            l={"type": "array", "items": I, "minItems": 1, "uniqueItems": True},
        ),
        'func ZooBounds(in struct {\n\tN float64 `json:"n"` // above 0; a multiple of 0.5\n\tS string `json:"s"` // 2 to 4 characters; matches "^[a-z]+$"\n'
        '\tL []int `json:"l,omitempty"` // not empty; no two alike\n}) (any, error)',
        '{"n": 1.5, "s": "abc", "l": []int{1}}',
        {"n": 1.5, "s": "abc", "l": [1]},
        '{"n": 0.3, "s": "A", "l": []int{1, 1}}',
        'n: 0.3 is not a multiple of 0.5; s: "A" is shorter than 2 characters; s: "A" does not match "^[a-z]+$"',
    ),
    Animal(
        "defaults",
        obj(
            a={"type": "string", "default": "x"},
            c={"type": "array", "items": S, "default": ["q"]},
            d={"type": "boolean", "default": False},
        ),
        'func ZooDefaults(in struct {\n\tA string `json:"a,omitempty"` // default "x"\n\tC []string `json:"c,omitempty"` // default ["q"]\n'
        '\tD bool `json:"d,omitempty"` // default false\n}) (any, error)',
        '{"a": nil}',
        {},
        '{"d": "no"}',
        'd is "no" (string), must be boolean',
    ),
    Animal(
        "odd_names",
        {**obj("type", "my-key", **ODD_NAMES), "additionalProperties": False},
        'func ZooOddNames(in struct {\n\tType string `json:"type"`\n\tMyKey string `json:"my-key"`\n\tMyKey2 string `json:"my.key,omitempty"`\n'
        '\tTwoWords string `json:"two words,omitempty"`\n\tGröße string `json:"größe,omitempty"`\n\tX日本 string `json:"日本,omitempty"`\n'
        '\tX2fa string `json:"2fa,omitempty"`\n\tX string `json:"_x,omitempty"`\n\tA string `json:"A,omitempty"`\n\tA2 string `json:"a,omitempty"`\n'
        '\tX2 string // JSON key ""\n\tQ string // JSON key "q\\""\n}) (any, error)',
        '{"type": "a", "my-key": "b", "größe": "c", "日本": "d", "": "e", "A": "f", "a": "g"}',
        {"type": "a", "my-key": "b", "größe": "c", "日本": "d", "": "e", "A": "f", "a": "g"},
        '{"type": "a", "my_kye": "b"}',
        '"my-key" is missing (string); my_kye is not known; did you mean "my-key"?',
    ),
    Animal(
        "depends",
        {**obj(card=S, address=S), "dependentRequired": {"card": ["address"]}},
        'func ZooDepends(in struct {\n\tCard string `json:"card,omitempty"`\n\tAddress string `json:"address,omitempty"`\n}) (any, error)',
        '{"card": "y", "address": "z"}',
        {"card": "y", "address": "z"},
        '{"card": "y"}',
        "address is missing (string)",
    ),
    Animal(
        "anchored",
        {**obj("p", p={"$ref": "#P"}), "$defs": {"P": {"$anchor": "P", **obj("x", x=I)}}},
        'func ZooAnchored(in struct {\n\tP any `json:"p"`\n}) (any, error)',
        '{"p": map[string]any{"x": 1}}',
        {"p": {"x": 1}},
        '{"p": map[string]any{"x": "1"}}',
        'p.x is "1" (string), must be integer',
    ),
]
