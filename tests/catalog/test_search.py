"""Search over the catalog: what a model asks for comes first, and always in the same order."""

from __future__ import annotations

import random

import pytest

from codemode.catalog import Catalog, ToolEntry, entry_id
from codemode.catalog.words import query_terms, stem, terms, words


def tool(name: str, description: str = "", tags: tuple[str, ...] = (), /, **params: str) -> ToolEntry:
    owner = name.partition(".")[0]
    schema = {"type": "object", "properties": {k: {"type": "string", "description": v} for k, v in params.items()}}
    return ToolEntry(
        entry_id("function", owner, name), name, description, tags=tags, input_schema=schema, source_name=owner
    )


CATALOG = Catalog(
    [
        tool("address_book.lookup", "Find an address in the address book.", name="whose address"),
        tool("math.add", "Add two numbers and return the sum.", a="first", b="second"),
        tool("math.multiply", "Multiply two numbers.", a="first", b="second"),
        tool("shop.list_orders", "List orders, oldest first, one page at a time.", status="pending or shipped"),
        tool("shop.getOrder", "Full order: line items and the customer's note.", order_id="the order"),
        tool("shop.refundPayment", "Give money back.", payment_id="of the payment"),
        tool("weather.forecast", "Forecast for a city.", ("meteo",), city="name of the city"),
        tool("notes.top3", "The 3 newest notes."),
        tool("wetter.vorhersage", "Wettervorhersage für eine Stadt in Österreich.", stadt="Name der Stadt"),
        tool("search.web", "在网络上搜索信息"),
    ]
)


def found(query: str, limit: int = 5) -> list[str]:
    return [e.name for e in CATALOG.search(query, limit)]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("add 2 and 3", "math.add"),
        ("Get sum of 5 and 7", "math.add"),
        ("multiplying", "math.multiply"),
        ("order details", "shop.getOrder"),
        ("listOrders", "shop.list_orders"),
        ("refund a payment", "shop.refundPayment"),
        ("METEO", "weather.forecast"),
        ("which city", "weather.forecast"),
        ("shop.getOrder", "shop.getOrder"),
        ("getorder", "shop.getOrder"),
        ("function:math:multiply", "math.multiply"),
        ("Österreich", "wetter.vorhersage"),
        ("addresses", "address_book.lookup"),
        ("搜索", "search.web"),
        ("multi", "math.multiply"),
    ],
)
def test_the_tool_that_was_meant_comes_first(query: str, first: str) -> None:
    assert found(query)[0] == first


def test_a_word_is_not_the_beginning_of_another() -> None:
    assert "address_book.lookup" not in found("add 2 and 3")


def test_numbers_in_a_prompt_are_not_topics() -> None:
    assert "notes.top3" not in found("add 3 to it")
    assert found("top3")[0] == "notes.top3"


def test_what_nothing_fits_finds_nothing() -> None:
    assert found("zzz unheard of quux") == []
    assert found("!!! ???") == []


def test_blank_lists_everything_in_order_of_id() -> None:
    everything = [e.id for e in CATALOG.search("  ", 100)]
    assert everything == sorted(everything)
    assert len(everything) == len(CATALOG)


def test_limits() -> None:
    assert len(found("numbers", 1)) == 1
    assert found("numbers", 0) == []
    assert found("numbers", -3) == []


def test_the_order_does_not_depend_on_how_tools_were_listed() -> None:
    entries = list(CATALOG.entries)
    expected = [e.id for e in CATALOG.search("order", 10)]
    for seed in range(5):
        random.Random(seed).shuffle(entries)
        assert [e.id for e in Catalog(entries).search("order", 10)] == expected


def test_ties_go_by_id() -> None:
    twins = Catalog([tool(f"t.same_{c}", "Does the same thing.") for c in "cab"])
    assert [e.name for e in twins.search("thing", 3)] == ["t.same_a", "t.same_b", "t.same_c"]


def test_a_rare_word_says_more_than_a_common_one() -> None:
    many = [tool(f"crm.thing{i}", "customer record") for i in range(30)] + [tool("crm.export", "customer archive")]
    assert Catalog(many).search("customer archive", 1)[0].name == "crm.export"


def test_a_long_description_does_not_win_by_repeating() -> None:
    stuffed = tool("spam.tool", "order " * 2000)
    assert Catalog([*CATALOG.entries, stuffed]).search("get order", 1)[0].name == "shop.getOrder"


def test_long_queries_are_bounded() -> None:
    assert isinstance(found("word " * 50_000), list)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("listOrders", ["list", "orders"]),
        ("HTTPServer_v2", ["http", "server", "v2"]),
        ("sha256Sum", ["sha256", "sum"]),
        ("café-straße", ["café", "strasse"]),
        ("a.b/c d", ["a", "b", "c", "d"]),
        ("網路搜索", ["網路", "路搜", "搜索"]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert list(words(text)) == expected


@pytest.mark.parametrize(
    "forms",
    [
        ["order", "orders", "ordered", "ordering"],
        ["multiply", "multiplies", "multiplied", "multiplying"],
        ["plan", "plans", "planned", "planning"],
        ["add", "adds", "added", "adding"],
        ["price", "prices", "priced", "pricing"],
        ["address", "addresses", "addressed"],
        ["box", "boxes"],
    ],
)
def test_forms_of_a_word_have_one_stem(forms: list[str]) -> None:
    assert len({stem(f) for f in forms}) == 1, [stem(f) for f in forms]


def test_different_words_keep_different_stems() -> None:
    assert len({stem(w) for w in ["add", "address", "status", "state", "news", "new"]}) >= 5
    assert query_terms("please add it to my list") == terms("add list")
