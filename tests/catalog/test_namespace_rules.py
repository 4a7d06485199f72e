"""What may be registered as a namespace, and who is offered it."""

from __future__ import annotations

from typing import Any

import pytest

from codemode.catalog import Catalog, Namespace, ToolEntry, Verb
from codemode.catalog.namespaces import Namespaces, offers_version
from codemode.errors import ConfigError


def space(verbs: Any = None, name: Any = "Billing", owner: Any = "shop", **more: Any) -> Namespace:
    return Namespace(name, owner, verbs={"Refund": Verb("shop.refund")} if verbs is None else verbs, **more)


@pytest.mark.parametrize(
    "name",
    [
        "for", "func", "len", "string", "error", "nil", "true", "any", "append", "MCP", "API", "tools", "codemode", "ALL_TOOLS", "results",
        "store", "data", "text", "json", "yield_control", "namespaces", "main", "init", "__proto__", "_x", "a__b",
        "constructor", "prototype", "2fa", "a-b",
        "a.b", "Büro", "", " x", "x\n", "x" * 65, 3, None,
    ],
)  # fmt: skip
def test_names_that_are_taken_or_unsafe(name: Any) -> None:
    with pytest.raises(ConfigError, match="namespace") as caught:
        space(name=name)
    assert caught.value.code == "invalid_config"


class Text(str):
    def __str__(self) -> str:
        raise AssertionError("called")


class Map(dict[str, Any]):
    pass


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = {"a": value}
    return value


LOOP: dict[str, Any] = {}
LOOP["a"] = [LOOP]


@pytest.mark.parametrize(
    ("verbs", "told"),
    [
        ({}, "verbs maps names"),
        ([("Refund", Verb("x"))], "verbs maps names"),
        (Map(Refund=Verb("x")), "verbs maps names"),
        ({"Refund": print}, "verbs.Refund: a Python function cannot be called"),
        ({"Refund": lambda: 1}, "verbs.Refund: a Python function cannot be called"),
        ({"A": {"B": [1, print]}}, "verbs.A.B[1]: a Python function"),
        ({"A": int}, "verbs.A: a Python function"),
        ({"A": object()}, "verbs.A: a member must be a Verb, a text, a number"),
        ({"A": None}, "not NoneType"),
        (
            {"A": iter([print])},
            "verbs.A: a member must be a Verb, a text, a number, a bool, or a dict or list of those",
        ),
        ({"A": range(10**9)}, "data of more than 65536 bytes"),
        ({"A": {frozenset({object()})}}, "the type object is not data"),
        ({"A": Text("x")}, "verbs.A: a member must be a Verb, a text"),
        ({"A": Map()}, "verbs.A: a member must be a Verb, a text"),
        ({"A": float("nan")}, "not a JSON number"),
        ({"A": 1 << 64}, "64 bits"),
        (LOOP, "verbs.a[0]: it contains itself"),
        ({"A": nested(9)}, "nested deeper than 8"),
        ({"A": nested(100_000)}, "nested deeper than 8"),
        ({"A": list(range(501))}, "more than 500 members"),
        ({f"A{i}": 1 for i in range(501)}, "more than 500 members"),
        ({"A": "x" * 70_000}, "constants are larger than"),
        ({"__init__": Verb("x")}, "verbs: '__init__' cannot be a name"),
        ({"A": {"__proto__": 1}}, "verbs.A: '__proto__' cannot be a name"),
        ({"A": {"constructor": 1}}, "has another meaning already"),
        ({"go": Verb("x")}, "has another meaning already"),
        ({"a b": 1}, "cannot be a name"),
        ({3: 1}, "cannot be a name"),
        ({"x" * 10_000_000: 1}, "cannot be a name"),
        ({"A": [Verb("x")]}, "verbs.A[0]: a list may contain only constants"),
        ({"A": [{"B": Verb("x")}]}, "verbs.A[0]: a list may contain only constants"),
        ({"A": Verb("")}, "verbs.A.tool"),
        ({"A": Verb(print)}, "verbs.A.tool"),  # type: ignore[arg-type]
        ({"A": Verb("x", "order_id")}, "verbs.A.params must be a tuple of names"),  # type: ignore[arg-type]
        ({"A": Verb("x", ("a", ""))}, "verbs.A.params[1]"),
        ({"A": Verb("x", ("a", "a"))}, "verbs.A.params[1]: 'a' is given twice"),
        ({"A": Verb("x", doc="x" * 3000)}, "verbs.A.doc"),
        ({"A": Verb("x", doc=3)}, "verbs.A.doc"),  # type: ignore[arg-type]
    ],
)
def test_what_may_not_be_in_a_namespace(verbs: Any, told: str) -> None:
    with pytest.raises(ConfigError) as caught:
        space(verbs)
    assert told in caught.value.message
    assert caught.value.message.startswith("namespace 'Billing': ")


@pytest.mark.parametrize(
    "more", [{"owner": ""}, {"owner": 3}, {"description": 3}, {"description": "x" * 3000}, {"required_tools": "shop.refund"}]
)  # fmt: skip
def test_other_wrong_parts(more: Any) -> None:
    with pytest.raises(ConfigError, match="namespace 'Billing'"):
        space(**more)


def test_what_was_given_may_change_afterwards() -> None:
    rates = {"EUR": 1.0}
    made = space({"Rates": rates, "Refund": Verb("shop.refund", ["order_id"])})  # type: ignore[arg-type]
    rates["EUR"] = 2.0
    assert made.verbs["Rates"] == {"EUR": 1.0}
    assert made.verbs["Refund"] == Verb("shop.refund", ("order_id",))


# --- registering and offering ------------------------------------------------------------------------------------------


def tool(name: str, owner: str) -> ToolEntry:
    return ToolEntry(f"function:{owner}:{name.removeprefix(owner + '.')}", name, source_name=owner)


REFUND, CHARGE, PAY = tool("shop.refund", "shop"), tool("shop.charge", "shop"), tool("bank.pay", "bank")
WHOLE = Catalog([REFUND, CHARGE, PAY, tool("fake.refund", "fake"), tool("shop.hidden", "fake")])


def test_a_name_is_given_once_until_its_owner_is_gone() -> None:
    registry = Namespaces(lambda: frozenset({"strings"}))
    registry.register(space())
    for other in (space(owner="evil"), space(name="BILLING"), space(name="strings")):
        with pytest.raises(ConfigError, match=r"register|library"):
            registry.register(other)
    with pytest.raises(ConfigError, match="not a Namespace"):
        registry.register({"name": "X"})  # type: ignore[arg-type]
    registry.register(space(name="Orders"))
    registry.register(space({"Pay": Verb("bank.pay")}, name="Bank", owner="bank"))
    before = registry.version
    assert registry.unregister("shop") == 2
    assert registry.unregister("shop") == 0
    assert registry.version == before + 1
    assert [o.namespace.name for o in registry.offered(WHOLE, WHOLE)[0]] == ["Bank"]
    registry.register(space(owner="evil"))


@pytest.mark.parametrize(
    ("made", "visible", "told"),
    [
        (space(), [REFUND], ""),
        (space(), [], ""),  # offered, but the call is denied
        (space({"R": Verb("refund")}), [REFUND], "R calls 'refund', which is not a tool of 'shop'"),
        (space({"R": Verb("function:shop:refund")}), [REFUND], ""),
        (space(required_tools=("shop.refund",)), [REFUND], ""),
        (space(required_tools=("shop.refund", "shop.charge")), [REFUND], "it requires 'shop.charge', which the caller may not use"),
        (space(required_tools=("shop.refund", "bank.pay")), [REFUND, PAY], "it requires 'bank.pay', which is not a tool of 'shop'"),
        (space({"Pay": Verb("bank.pay")}), [REFUND, PAY], "Pay calls 'bank.pay', which is not a tool of 'shop'"),
        (space({"In": {"Pay": Verb("bank.pay")}}), [REFUND, PAY], "In.Pay calls 'bank.pay'"),
        (space({"H": Verb("shop.hidden")}), [REFUND], "H calls 'shop.hidden', which is not a tool of 'shop'"),
        (space({"A": 1}, owner="nobody"), [], ""),
    ],
)  # fmt: skip
def test_who_is_offered_a_namespace(made: Namespace, visible: list[ToolEntry], told: str) -> None:
    registry = Namespaces()
    registry.register(made)
    offers, withheld = registry.offered(WHOLE, Catalog(visible))
    if told:
        assert offers == ()
        assert list(withheld) == ["Billing"]
        assert withheld["Billing"].startswith(told)
    else:
        assert withheld == {}
        assert [o.namespace for o in offers] == [made]


def test_the_version_tells_namespaces_apart() -> None:
    def version(*made: Namespace) -> str:
        registry = Namespaces()
        for each in made:
            registry.register(each)
        return offers_version(registry.offered(WHOLE, WHOLE)[0])

    one = space({"Refund": Verb("shop.refund", ("a",)), "Max": 1})
    others = [
        space({"Refund": Verb("shop.refund", ("b",)), "Max": 1}),
        space({"Refund": Verb("shop.charge", ("a",)), "Max": 1}),
        space({"Refund": Verb("shop.refund", ("a",)), "Max": 1.0}),
        space({"Refund": Verb("shop.refund", ("a",)), "Max": True}),
        space({"Refund": Verb("shop.refund", ("a",)), "Max": "1"}),
    ]
    assert version() == ""
    assert len({version(one), *map(version, others)}) == 6
    two = space(name="Other")
    assert version(one, two) == version(two, one)
