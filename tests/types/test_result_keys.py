"""Keys that the declared result of a tool cannot have are warned of before anything runs."""

from __future__ import annotations

from typing import Any

import pytest

from codemode.types.objects import ToolShape
from tests.types.library import FakeTools
from tests.types.support import Result, run

TEXT = {"type": "string"}
ITEM = {"type": "object", "properties": {"name": TEXT, "price": {"type": "number"}}, "additionalProperties": False}
ORDER = {
    "type": "object",
    "properties": {
        "id": {"type": "integer"},
        "order_id": TEXT,
        "items": {"type": "array", "items": {"$ref": "#/$defs/Item"}},
        "customer": {"anyOf": [ITEM, {"type": "null"}]},
        "meta": {"type": "object", "additionalProperties": ITEM},
        "extra": {"type": "object"},
        "2fa": {"type": "boolean"},
    },
    "additionalProperties": False,
    "$defs": {"Item": ITEM},
}
OPEN = {"type": "object", "properties": {"timezone": TEXT, "country": TEXT}}
LIST = {"type": "array", "items": OPEN}
EITHER = {"oneOf": [{**ITEM}, {"type": "object", "properties": {"error": TEXT}, "additionalProperties": False}]}
HAS = "it has id, order_id, items, customer, meta, extra, 2fa"


def catalog(**outputs: Any) -> FakeTools:
    made = FakeTools()
    made.shapes = {
        name.replace("__", "."): ToolShape(name.replace("__", "."), {}, output_schema=schema)
        for name, schema in outputs.items()
    }
    return made


TOOLS = catalog(
    shop__get=ORDER,
    city__get=OPEN,
    city__list=LIST,
    any__get={},
    either__get=EITHER,
    text__get=TEXT,
    circle__get={"$ref": "#"},
)


def told(text: str, tool: str = "shop.get", **more: Any) -> Result:
    return run(f'r, err := codemode.CallTool("{tool}")\n_ = err\n_ = r\n{text}', tools=TOOLS, **more)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('__out = r["lines"]', f'no key "lines"; {HAS}'),
        ("__out = r.lines", f'no key "lines"; {HAS}'),
        ('const k = "lines"\n__out = r[k]', f'no key "lines"; {HAS}'),
        ('m := r.(map[string]any)\n__out = m["lines"]', f'no key "lines"; {HAS}'),
        ('x := r\ny := x\n__out = y["lines"]', f'no key "lines"; {HAS}'),
        ('__out = r["items"][0]["nmae"]', 'no key "nmae" in "items"; it has name, price'),
        ('for _, x := range r["items"] { fmt.Println(x["nmae"]) }', 'no key "nmae" in "items"; it has name, price'),
        ("for _, x := range r.Items { fmt.Println(x.Nmae) }", 'no key "Nmae" in "items"; it has name, price'),
        (
            'xs := r["items"].([]any)\nfor _, x := range xs { m := x.(map[string]any); fmt.Println(m["nmae"]) }',
            'no key "nmae"',
        ),
        ('__out = r["customer"]["age"]', 'no key "age" in "customer"; it has name, price'),
        ('__out = r["meta"]["anything"]["age"]', 'no key "age" in "meta.anything"; it has name, price'),
        ('for _, v := range r["meta"] { fmt.Println(v["age"]) }', 'no key "age" in "meta"; it has name, price'),
        ('var name string = r["nmae"]\n__out = name', 'no key "nmae"'),
        ('name, _ := r["nmae"].(string)\n__out = name', 'no key "nmae"'),
    ],
)
def test_a_key_that_a_closed_result_cannot_have_is_warned_of(text: str, message: str) -> None:
    found = told(text)
    assert [p for p in found.warnings if message in p], found.problems
    assert [(p.code, p.severity) for p in found.checked.problems] == [("missing_key", "warning")]


def test_the_call_may_be_written_in_other_ways() -> None:
    for call in ('codemode.CallTool("shop.get")', "shop.get()"):
        found = run(f'__out = {call}["lines"]', tools=TOOLS)
        assert any(f'no key "lines"; {HAS}' in w for w in found.warnings), found.problems


@pytest.mark.parametrize(
    "text",
    [
        '__out = []any{r["id"], r.OrderID, r.order_id, r.X2fa, r["items"][0]["name"], r["customer"].name}',
        '__out = r["extra"]["anything"]',
        '__out = r["meta"]["anything"]["name"]',
        'v, ok := r["lines"]\n__out = []any{v, ok}',
        'if r["lines"] != nil { __out = 1 }',
        'lines := r["lines"]\nif lines == nil { __out = 1 }',
        'm := r.(map[string]any)\nm["total"] = 1\n__out = m["total"]',
        'for _, x := range r["items"] { x["sum"] = 1 }\nfor _, x := range r["items"] { fmt.Println(x["sum"]) }',
        'r = map[string]any{"lines": 1}\n__out = r["lines"]',
        'r, err = codemode.CallTool("any.get")\n__out = r["lines"]',
        'f := func(r any) any { return r["lines"] }\n__out = f(r)',
        'p := &r\n*p = map[string]any{"lines": 1}\n__out = r["lines"]',
        'key := "lines"\n__out = r[key]',
    ],
)
def test_keys_that_are_declared_tested_or_written_give_no_warning(text: str) -> None:
    assert told(text).problems == []


@pytest.mark.parametrize(
    ("text", "tool", "hint"),
    [
        ('__out = r["timezon"]', "city.get", 'did you mean "timezone"?'),
        ('__out = r["Timezone"]', "city.get", 'did you mean "timezone"?'),
        ('for _, c := range r { fmt.Println(c["contry"]) }', "city.list", 'did you mean "country"?'),
    ],
)
def test_for_an_open_result_only_likely_slips_give_a_warning(text: str, tool: str, hint: str) -> None:
    found = told(text, tool)
    assert found.hints == [hint]
    assert "declares no key" in found.warnings[0]


@pytest.mark.parametrize(
    ("text", "tool"),
    [
        ('__out = r["population"]', "city.get"),
        ("__out = r.Timezone", "city.get"),
        ('__out = r["x"]["y"]', "any.get"),
        ('__out = []any{r["name"], r["error"]}', "either.get"),
        ('__out = r["x"]', "text.get"),
        ('__out = r["x"]["x"]["x"]', "circle.get"),
    ],
)
def test_keys_that_are_not_certain_give_no_warning(text: str, tool: str) -> None:
    assert told(text, tool).problems == []


def test_no_alternative_has_it() -> None:
    assert 'no key "lines"; it has name, price, error' in told('__out = r["lines"]', "either.get").warnings[0]


def test_a_variable_made_of_itself_ends() -> None:
    assert told('for r != nil { r = r["next"] }').errors == []


def test_hostile_schemas_end() -> None:
    deep: Any = {"type": "object", "additionalProperties": False, "properties": {}}
    wide = {"anyOf": [{"anyOf": [{"anyOf": [deep] * 50}] * 50}] * 50}
    loop = {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}}
    odd = {"type": "object", "properties": ["x"], "anyOf": "x", "$ref": 3}
    names = {"type": "object", "properties": {f"key{i}\n\x1b": {} for i in range(5000)}, "additionalProperties": False}
    tools = catalog(a__a=wide, b__b=loop, c__c=odd, d__d=names)
    for name in tools.shapes:
        reads = "\n".join(f'_ = r["nothing{i}"]' for i in range(100))
        found = run(f'r, err := codemode.CallTool("{name}")\n_ = err\n{reads}', tools=tools)
        assert len(found.problems) <= 20
        assert all(len(p) < 1000 and p.isprintable() for p in found.problems)
