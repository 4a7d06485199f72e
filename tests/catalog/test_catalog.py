"""Entries, collisions, shorthands, versions, policies."""

from __future__ import annotations

import datetime
import json
import random
from typing import Any

import pytest

from codemode.catalog import Catalog, Policy, Rule, ToolEntry, entry_id
from codemode.catalog.index import catalog_items, exec_index
from codemode.catalog.names import exported_name, snake_name
from codemode.errors import ConfigError


def tool(name: str, source: str = "utcp", owner: str = "", **more: Any) -> ToolEntry:
    owner = owner or name.partition(".")[0]
    return ToolEntry(entry_id(source, owner, name), name, source=source, source_name=owner, **more)


def test_ids_do_not_repeat_the_owner() -> None:
    assert entry_id("utcp", "math", "math.add") == "utcp:math:add"
    assert entry_id("function", "shop", "list_orders") == "function:shop:list_orders"
    assert entry_id("utcp", "we:ird", "a\nb:c") == "utcp:we_ird:a_b_c"
    assert entry_id("function", "", "") == "function:_:_"


def test_same_name_the_first_wins_and_all_are_callable_by_id() -> None:
    catalog = Catalog([tool("x.run", "utcp", "a"), tool("x.run", "mcp", "b")])
    assert catalog.get("x.run").id == "utcp:a:x.run"  # type: ignore[union-attr]
    assert catalog.get("mcp:b:x.run").id == "mcp:b:x.run"  # type: ignore[union-attr]
    assert len(catalog) == 2


def test_same_name_what_the_client_provides_wins() -> None:
    catalog = Catalog([tool("x.run", "utcp", "a"), tool("x.run", "function", "b", client_provided=True)])
    assert catalog.get("x.run").source == "function"  # type: ignore[union-attr]


def test_same_id_twice_gets_a_number() -> None:
    catalog = Catalog([tool("x.run"), tool("x.run"), tool("x.run")])
    assert [e.id for e in catalog.entries] == ["utcp:x:run", "utcp:x:run#2", "utcp:x:run#3"]
    assert all(catalog.get(e.id) is e for e in catalog.entries)
    told = "other tools have the same owner and name; give their sources different owners"
    assert catalog.warnings == [f"programs can call utcp:x:run#2, utcp:x:run#3 only by id: {told}"]
    assert Catalog([tool("run", "function", "a"), tool("run", "function", "b")]).warnings == []
    [many] = Catalog([tool("x.run")] * 1000).warnings
    assert "x:run#6 and 994 more only by id" in many


@pytest.mark.parametrize("name", ["exec", "wait", "tool_search", "codemode.run_code", "mine.codemode.run_code"])
def test_control_tools_are_never_in_it(name: str) -> None:
    catalog = Catalog([tool(name), tool("docker.exec"), tool("job.wait")])
    assert catalog.get(name) is None
    assert catalog.names() == ["docker.exec", "job.wait"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("math.add", "MathAdd"),
        ("list-orders", "ListOrders"),
        ("shop.listOrders", "ShopListOrders"),
        ("2fa.check", "X2faCheck"),
        ("ürün.ekle", "ÜrünEkle"),
        ("搜索", "X搜索"),
        ("`\n*/", "X"),
        ("", "X"),
    ],
)
def test_exported_names_are_go_identifiers(name: str, expected: str) -> None:
    assert exported_name(name) == expected
    assert expected.isidentifier()


def test_snake_names() -> None:
    assert snake_name("math.add-two") == "math_add_two"
    assert snake_name("func") == "_func"
    assert snake_name("2fa") == "_2fa"


def test_two_tools_with_one_shorthand_both_go_without() -> None:
    catalog = Catalog([tool("a.list_x"), tool("a.listX"), tool("a-list.x"), tool("math.add")])
    shorthands = catalog.shorthands()
    assert set(shorthands) == {"MathAdd", "math_add", "a_listX"}
    assert catalog.safe_name(catalog.get("a.list_x")) is None  # type: ignore[arg-type]
    assert catalog.safe_name(catalog.get("math.add")) == "MathAdd"  # type: ignore[arg-type]


def test_the_version_is_of_the_content() -> None:
    entries = [tool(f"t.n{i}", description=f"d{i}", input_schema={"a": 1, "b": 2}) for i in range(6)]
    version = Catalog(entries).version
    shuffled = [*entries]
    random.Random(1).shuffle(shuffled)
    assert Catalog(shuffled).version == version
    again = [tool(f"t.n{i}", description=f"d{i}", input_schema={"b": 2, "a": 1}) for i in range(6)]
    assert Catalog(again).version == version
    for change in [{"description": "other"}, {"read_only": True}, {"input_schema": {"a": 2}}, {"streaming": True}]:
        assert Catalog([*entries[:-1], tool("t.n5", **{"description": "d5", **change})]).version != version


def test_the_version_knows_who_wins_a_name() -> None:
    one, two = tool("x.run", "utcp", "a"), tool("x.run", "mcp", "b")
    assert Catalog([one, two]).version != Catalog([two, one]).version


def test_suggestions() -> None:
    catalog = Catalog([tool("github.create_issue"), tool("github.list_issues"), tool("math.add")])
    assert catalog.suggest("github.creat_issue")[0] == "github.create_issue"
    assert catalog.suggest("create_issue") == ["github.create_issue"]
    assert catalog.suggest("Math.Add") == ["math.add"]
    assert catalog.suggest("gitlab.createIssue")[0] == "github.create_issue"
    assert catalog.suggest("qqqqqq") == []
    assert catalog.suggest("x" * 100_000) == []


def test_shapes_for_the_checker() -> None:
    schema = {"type": "object", "properties": {"a": {"type": "number"}}}
    catalog = Catalog([tool("math.add", input_schema=schema, streaming=True)])
    shape = catalog.shape("utcp:math:add")
    assert shape is not None
    assert (shape.name, shape.input_schema, shape.streaming) == ("math.add", schema, True)
    assert catalog.shape("math.sub") is None


def schema_of(**kinds: str) -> dict[str, Any]:
    return {"type": "object", "properties": {k: {"type": v} for k, v in kinds.items()}, "required": ["b"]}


def test_schemas_beyond_all_use_are_dropped_with_a_warning() -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(500):
        deep = {"type": "array", "items": deep}
    wide = {"type": "object", "properties": {f"p{i}": {"type": "string"} for i in range(30_000)}}
    catalog = Catalog(
        [tool("a.deep", input_schema=deep), tool("a.wide", output_schema=wide), tool("a.odd", input_schema=[1])]
    )  # type: ignore[arg-type]
    assert len(catalog.warnings) == 2
    assert all(catalog.declaration(e) for e in catalog.entries)
    assert exec_index(catalog_items(catalog), 8000).count("- a.") == 3


@pytest.mark.parametrize(
    ("odd", "told"),
    [
        (b"\xff", '"/w=="'),
        (datetime.date(2026, 1, 2), '"2026-01-02"'),
        (10**5000, ""),
        (object(), ""),
        ({(1, 2): 3}, '{"1,2": 3}'),
        ({1: 2, "1": 3}, ""),
    ],
    ids=["bytes", "date", "number", "object", "keys", "keys that are one"],
)
def test_what_is_no_json_becomes_json_or_its_schema_is_dropped(odd: Any, told: str) -> None:
    schema = {"type": "object", "properties": {"x": {"type": "string", "default": odd}}}
    catalog = Catalog([tool("a.odd", input_schema=schema), tool("a.fine", output_schema=schema)])
    assert len(catalog.warnings) == (0 if told else 2)
    json.dumps([dict(entry.input_schema) for entry in catalog.entries])
    assert (f"default {told}" if told else "func AOdd() (any, error)") in catalog.declaration(catalog.entries[1])


# --- policy ----------------------------------------------------------------------------------------------------------


def test_the_first_rule_that_matches_decides() -> None:
    policy = Policy([Rule("allow", "shop.delete_draft"), Rule("deny", "*.delete_*"), Rule("deny", source="mcp")])
    assert policy.decide(tool("shop.delete_draft")) == "allow"
    assert policy.decide(tool("shop.delete_all")) == "deny"
    assert policy.decide(tool("shop.list")) == "allow"
    assert policy.decide(tool("x.y", "mcp")) == "deny"


def test_rules_by_id_owner_hint_and_scope() -> None:
    policy = Policy(
        [
            Rule("allow", "utcp:shop:*", read_only=True),
            Rule("allow", agent="admin-*"),
            {"action": "ask", "source": "bank"},
        ],
        default="deny",
    )
    assert policy.decide(tool("shop.list", read_only=True)) == "allow"
    assert policy.decide(tool("shop.list")) == "deny"
    assert policy.decide(tool("shop.list"), agent="admin-1") == "allow"
    assert policy.decide(tool("pay", owner="bank")) == "ask"
    assert policy.asks


def test_wildcards_do_not_match_case_insensitively() -> None:
    assert Policy([("deny", "Shop.*")]).decide(tool("shop.list")) == "allow"


@pytest.mark.parametrize(
    "rule", [("forbid", "*"), {"action": "deny", "tol": "*"}, {"tool": "*"}, ("deny", "*", "*", None, "a", "b", "c")]
)
def test_bad_rules(rule: Any) -> None:
    with pytest.raises(ConfigError):
        Policy([rule])


def test_bad_default() -> None:
    with pytest.raises(ConfigError, match="maybe"):
        Policy(default="maybe")  # type: ignore[arg-type]
