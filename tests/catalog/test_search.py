"""Search over the catalog: what a model asks for comes first, and always in the same order."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from codemode.catalog import Catalog, ToolEntry, entry_id
from codemode.catalog.search import MAX_PREFIXED
from codemode.catalog.search_fields import weigh
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
def test_the_best_match_comes_first(query: str, first: str) -> None:
    assert found(query)[0] == first


def test_a_word_is_not_the_beginning_of_another() -> None:
    assert "address_book.lookup" not in found("add 2 and 3")


def test_numbers_in_a_prompt_are_not_topics() -> None:
    assert "notes.top3" not in found("add 3 to it")
    assert found("top3")[0] == "notes.top3"


def test_a_query_without_matches_finds_nothing() -> None:
    assert found("zzz unheard of quux") == []
    assert found("!!! ???") == []
    assert Catalog([tool("--.--")]).search("!!! ???") == []


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


# --- descriptions in their own words ------------------------------------------------------------------------------------

KEYS = Catalog(
    [
        tool("git.delete_deploy_key", "Delete a deploy key"),
        tool("git.keys", "List deploy keys"),
        tool("git.set_key_title", "Set the title of a deploy key. Give keys to deploy with, or delete keys."),
        tool("git.deploy", "Deploy."),
        tool("admin.users_session_list", "Lists all sessions of a user in an Enterprise organization."),
        tool("users.list", "Lists all users in an organization."),
        tool("notes.list_notes", "List notes"),
        tool("notes.spam", "notes notes notes notes notes notes"),
    ]
)


@pytest.mark.parametrize("entry", KEYS.entries, ids=lambda entry: entry.name)
def test_a_tool_is_first_for_its_own_description(entry: ToolEntry) -> None:
    assert KEYS.search(entry.description, 1) == [entry]
    assert KEYS.search(entry.description.upper().rstrip(".") + "!", 1) == [entry]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("please list the deploy keys", "git.keys"),
        ("deploy keys list", "git.keys"),
        ("list all the users of an organization", "users.list"),
        ("list my notes", "notes.list_notes"),
        ("remove deploy key", "git.delete_deploy_key"),
        ("set title of deploy key", "git.set_key_title"),
    ],
)
def test_a_tool_is_first_for_nearly_its_own_description(query: str, first: str) -> None:
    assert KEYS.search(query, 1)[0].name == first


def test_the_first_sentence_of_a_description_is_enough() -> None:
    assert KEYS.search("Set the title of a deploy key", 1)[0].name == "git.set_key_title"


@pytest.mark.parametrize("query", ["javascript", "JavaScript", "java script", "java_script"])
def test_capitals_inside_words_split_names_descriptions_and_queries(query: str) -> None:
    tools = [
        tool("a.eval", "Evaluate JavaScript on a page."),
        tool("b.run_java_script", "Evaluate it."),
        tool("c.minify", "Make javascript smaller."),
        tool("d.print", "Print a page."),
    ]
    assert {e.name for e in Catalog(tools).search(query, 10)} == {"a.eval", "b.run_java_script", "c.minify"}
    assert {e.name for e in Catalog(tools[:2]).search(query, 10)} == {"a.eval", "b.run_java_script"}
    assert [e.name for e in Catalog(tools[1:2]).search(query, 10)] == ["b.run_java_script"]


@pytest.mark.parametrize("query", ["caculate", "multipy it", "mulitply it", "forecazt", "foreccast"])
def test_a_letter_too_much_or_too_little_does_no_harm(query: str) -> None:
    catalog = Catalog([*CATALOG.entries, tool("calculator.calculate", "Calculates.")])
    right = {"c": "calculator.calculate", "m": "math.multiply", "f": "weather.forecast"}[query[0]]
    assert [e.name for e in catalog.search(query, 5)] == [right]


def test_short_words_are_not_taken_for_others() -> None:
    assert found("adds") == ["math.add"]
    assert found("nope") == []
    assert found("fort") == []


def test_paths_and_addresses_in_a_prompt_are_no_topics() -> None:
    files = Catalog(
        [
            tool("files.open", "Open a file."),
            tool("shop.list_orders", "List orders."),
            tool("files.unzip", "Take apart a zip file."),
            tool("mail.send", "Send a mail."),
        ]
    )
    assert files.search("open /orders/list/list_orders", 1)[0].name == "files.open"
    assert files.search("what is in ~/orders/old.zip", 1)[0].name == "files.unzip"
    assert [e.name for e in files.search("send it to list@orders.example", 5)] == ["mail.send"]


def test_return_values_count() -> None:
    order = {"type": "object", "properties": {"tracking_code": {"type": "string", "description": "of the carrier"}}}
    listed = {"type": "array", "items": {"$ref": "#/$defs/Order"}, "$defs": {"Order": order}}
    shipped = replace(tool("shop.orders", "Orders."), output_schema=listed)
    catalog = Catalog([tool("shop.customers", "Customers."), shipped])
    assert [e.name for e in catalog.search("tracking code", 3)] == ["shop.orders"]
    assert [e.name for e in catalog.search("which carrier", 3)] == ["shop.orders"]


def test_what_a_tool_says_of_itself_comes_before_what_it_returns() -> None:
    schema = {"type": "object", "properties": {"invoice": {"type": "string", "description": "invoice of the order"}}}
    returns = replace(tool("shop.orders", "Orders."), output_schema=schema)
    catalog = Catalog([returns, tool("shop.send", "Send an invoice by mail to the customer who gave the order.")])
    assert catalog.search("invoice", 1)[0].name == "shop.send"


VERBS = ("archive", "assign", "count", "create", "delete", "export", "list", "update")
THINGS = (
    "alert",
    "channel",
    "dataset",
    "invoice",
    "job",
    "page",
    "parcel",
    "rule",
    "secret",
    "ticket",
    "vehicle",
    "volume",
)
TIMES = {"type": "object", "properties": {name: {"type": "string"} for name in ("id", "created_at", "updated_at")}}


def services(*names: str) -> list[ToolEntry]:
    """The same operations for each service, the later ones with more parameters. All results tell when the thing was created and updated."""
    named = [(service, verb, thing) for service in names for verb in VERBS for thing in THINGS]
    params = {verb: {f"field_{i}": "of it" for i in range(VERBS.index(verb))} for verb in VERBS}
    made = (tool(f"{s}.{v}_{t}", f"Part of the {s} service.", id=t, **params[v]) for s, v, t in named)
    return [replace(each, output_schema=TIMES) for each in made]


@pytest.mark.parametrize(
    "query", ["{service} {verb} {thing}", "{verb} the {thing} of {service}", "{verb} {thing} quickly in {service}"]
)
def test_what_all_results_have_does_not_make_a_verb_worthless(query: str) -> None:
    entries = services("billing", "crm", "wiki")
    catalog = Catalog(entries)
    for entry in entries:
        service, verb, thing = re.split(r"[._]", entry.name)
        assert catalog.search(query.format(service=service, verb=verb, thing=thing), 1) == [entry]


@pytest.mark.parametrize("query", ["list for org", "Org lists", "org: list it, please"])
def test_the_words_of_a_name_come_before_parts_of_others(query: str) -> None:
    named = tool("list.for_org", "Gives what is there.", page="which one")
    others = [tool(f"x.list_org_{i}_list", "List. List the orgs of an org.", ("org", "list")) for i in range(9)]
    catalog = Catalog([named, *others])
    assert catalog.search(query, 1) == [named]
    assert catalog.search("List. List the orgs of an org.", 9) == others  # their own description in its own words


@pytest.mark.parametrize(("params", "repeated"), [(0, 0), (20, 5), (60, 12), (200, 60)])
def test_long_texts_do_not_hide_what_a_tool_says(params: int, repeated: int) -> None:
    filling = "This operation follows the conventions of the service for paging, errors and rate limits. "
    described = {f"field_{i}": filling for i in range(params)}
    wide = tool("erp.v2_submit", f"Submits a requisition to a buyer. {filling * repeated}", **described)
    catalog = Catalog([*services(*(f"service{i}" for i in range(20))), wide])
    assert catalog.search("submit requisitions", 1) == [wide]
    assert catalog.search("export requisitions", 1) == [wide]
    assert catalog.search("create a requisition for an invoice", 1) == [wide]


def test_tags_count() -> None:
    assert found("meteo") == ["weather.forecast"]


def test_texts_without_end_do_not_keep_the_index_busy() -> None:
    hostile = ToolEntry(
        "function:x:y",
        "x.y" * 10_000,
        "aB" * 200_000,
        tags=tuple(f"tag{i}" * 50 for i in range(1000)),
        input_schema={"properties": {f"param{i}": {"description": f"word{i} " * 500} for i in range(3000)}},
        output_schema={"properties": {f"field{i}": {"description": f"text{i} " * 500} for i in range(3000)}},
    )
    read = 0

    def counted(text: str) -> list[str]:
        nonlocal read
        read += len(text)
        return terms(text)

    weigh(hostile, counted)
    assert read < 60_000


def test_recursive_schemas_end() -> None:
    node = {"properties": {f"child{i}": {"$ref": "#"} for i in range(50)}, "items": {"$ref": "#"}, "oneOf": [{}] * 100}
    catalog = Catalog([replace(tool("a.b"), input_schema=node, output_schema=node)])
    assert [e.name for e in catalog.search("child7", 3)] == ["a.b"]


def test_one_word_does_not_match_thousands_of_longer_ones() -> None:
    tools = [tool(f"t.t{i}", " ".join(f"aaaa{i * 40 + j:06}" for j in range(40))) for i in range(200)]
    catalog = Catalog(tools)
    assert 0 < len(catalog.search(" ".join(["aaaa", "aaaa0", "aaaa00"]), 1000)) <= 3 * MAX_PREFIXED


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
