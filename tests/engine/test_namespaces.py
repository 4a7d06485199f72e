"""Registered namespaces, from registration to the call."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Any, Literal

import pytest

from codemode import Completed, Engine, Failed, FunctionSource, FunctionTool, Namespace, Policy, Rule, Session, Verb
from codemode.errors import ConfigError
from tests.engine.completed_runs import value

pytestmark = pytest.mark.anyio


class Shop:
    def __init__(self) -> None:
        self.refunds: list[tuple[str, float, str]] = []
        self.calls: list[Any] = []

    def refund(self, order_id: str, amount: float, note: str = "") -> dict[str, Any]:
        """Give money back."""
        self.refunds.append((order_id, amount, note))
        return {"order": order_id, "amount": amount}

    def ship(self, order_id: str, speed: Literal["slow", "fast"], boxes: int = 1, gift: bool = False) -> str:
        """Send an order."""
        self.calls.append((order_id, speed, boxes, gift))
        return f"{order_id} {speed} {boxes} {gift}"

    def tag(self, labels: dict[str, Any]) -> int:
        """Label things."""
        self.calls.append(labels)
        return len(labels)

    def source(self, owner: str = "shop") -> FunctionSource:
        return FunctionSource(
            [FunctionTool(f"{owner}.{fn.__name__}", fn) for fn in (self.refund, self.ship, self.tag)], owner=owner
        )


BILLING = Namespace(
    "Billing",
    owner="shop",
    description="Money back.",
    verbs={
        "Refund": Verb("shop.refund", ("order_id", "amount", "note"), "Refund gives money back for an order."),
        "refundMap": Verb("shop.refund"),
        "Currency": "EUR",
        "Max": 500,
        "Rate": 0.25,
        "Open": True,
        "Rates": {"EUR": 1.0, "USD": 1.5, "Days": [1, 2, 3]},
        "orders": {"Ship": Verb("shop.ship", ("order_id", "speed", "boxes", "gift")), "Label": Verb("shop.tag", ("labels",)), "Limit": 3},
    },
    required_tools=("shop.refund", "shop.ship", "shop.tag"),
)  # fmt: skip


@pytest.fixture
def shop() -> Shop:
    return Shop()


def session(shop: Shop, *more: Namespace, **options: Any) -> Session:
    engine = Engine(sources=[shop.source()], isolation="inline", **options)
    for each in (BILLING, *more):
        engine.register(each)
    return engine.session("a", "s")


async def problems(of: Session, code: str) -> str:
    reply = await of.exec(code)
    assert isinstance(reply, Failed), reply
    assert reply.code == "check_failed", reply
    return "\n".join(f"{d.message} | {d.hint}" for d in reply.diagnostics)


# --- calling -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "call",
    [
        'Billing.Refund("o-1", 5)',
        'Billing.Refund("o-1", 5.0)',
        'namespaces.Billing.Refund("o-1", 5)',
        'Billing.Refund(map[string]any{"order_id": "o-1", "amount": 5})',
        'Billing.Refund(struct{ OrderID string; Amount float64 }{"o-1", 5})',
        'Billing.refundMap(map[string]any{"order_id": "o-1", "amount": 5})',
        'namespaces.Billing.refundMap(map[string]any{"order_id": "o-1", "amount": 5})',
        'Billing.RefundMap(map[string]any{"order_id": "o-1", "amount": 5})',
    ],
)
async def test_the_ways_to_call_a_verb(shop: Shop, call: str) -> None:
    assert await value(session(shop), f"r, err := {call}\nif err != nil {{ return err }}\n__out = r") == {
        "order": "o-1",
        "amount": 5,
    }
    assert shop.refunds == [("o-1", 5, "")]


async def test_values_of_the_program_are_passed(shop: Shop) -> None:
    of = session(shop)
    code = """
ids := []string{"a", "b"}
total := 1.5
for _, id := range ids {
	if _, err := Billing.Refund(id, total, "because"); err != nil { return err }
}
r, err := Billing.Refund(map[string]any{"order_id": "c", "amount": 2})
if err != nil { return err }
m := map[string]any{"order_id": r["order"], "amount": r["amount"], "note": "again"}
Billing.Refund(m)
f := Billing.Refund
f("d", 4)
done := make(chan bool)
go func() { Billing.Refund("e", 5); done <- true }()
<-done
"""
    reply = await of.exec(code)
    assert isinstance(reply, Completed), reply
    assert shop.refunds == [
        ("a", 1.5, "because"),
        ("b", 1.5, "because"),
        ("c", 2, ""),
        ("c", 2, "again"),
        ("d", 4, ""),
        ("e", 5, ""),
    ]
    assert [call.tool for call in reply.tool_calls] == ["shop.refund"] * 6


async def test_namespaces_inside_and_optional_parameters(shop: Shop) -> None:
    of = session(shop)
    assert await value(of, '__out = Billing.orders.Ship("o", "fast")') == "o fast 1 False"
    assert await value(of, '__out = namespaces.Billing.orders.Ship("o", "slow", 2, true)') == "o slow 2 True"
    # the one parameter is a map itself
    assert await value(of, '__out = Billing.orders.Label(map[string]any{"a": 1, "b": 2})') == 2
    assert shop.calls[-1] == {"a": 1, "b": 2}


async def test_constants(shop: Shop) -> None:
    of = session(shop)
    assert await value(of, "const half = Billing.Max / 2\n__out = half") == 250
    assert await value(of, '__out = Billing.Currency + "!"') == "EUR!"
    assert await value(of, "__out = []any{Billing.Rate * 4, Billing.Open, Billing.orders.Limit}") == [1, True, 3]
    assert await value(of, '__out = Billing.Rates["USD"]') == 1.5
    assert await value(of, "__out = len(Billing.Rates.Days)") == 3


async def test_constants_are_read_only(shop: Shop) -> None:
    of = session(shop)
    code = 'm := Billing.Rates.(map[string]any)\nm["USD"] = 9.0\ndelete(m, "EUR")\n__out = Billing.Rates'
    assert await value(of, code) == {"EUR": 1, "USD": 1.5, "Days": [1, 2, 3]}
    assert await value(of, "__out = Billing.Rates") == {"EUR": 1, "USD": 1.5, "Days": [1, 2, 3]}
    assert "cannot assign to" in await problems(of, "Billing.Max = 3")
    assert "cannot assign to" in await problems(of, "Billing.Refund = nil")


async def test_a_name_of_the_program_wins(shop: Shop) -> None:
    assert await value(session(shop), 'Billing := map[string]any{"Max": 1}\n__out = Billing["Max"]') == 1


# --- checking before a single effect --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ('Billing.Refnd("o", 1)', "did you mean Billing.Refund or Billing.refundMap?"),
        ("Billing.Charge(1)", "undefined: Billing.Charge"),
        ("__out = namespaces.Biling.Max", "there is namespaces.Billing"),
        ("Billing.orders.Shipp(1)", "did you mean Billing.orders.Ship?"),
        ('Billing.Refund("o")', "not enough arguments in call to Billing.Refund"),
        ("Billing.Refund()", "not enough arguments in call to Billing.Refund"),
        ("Billing.Refund(5, 5)", "cannot use 5 (untyped int constant) as string value in argument to Billing.Refund"),
        ('Billing.Refund("o", "5")', 'cannot use "5" (untyped string constant) as float64 value in argument to Billing.Refund'),
        ('s := "5"\nBilling.Refund("o", s)', "cannot use s (variable of type string) as float64 value"),
        ('Billing.Refund("o", 5, 7)', "cannot use 7 (untyped int constant) as string value"),
        ('Billing.Refund("o", 5, "n", "m")', "too many arguments in call to Billing.Refund"),
        ('Billing.Refund(map[string]any{"order_id": "o"})', 'needs parameter "amount"'),
        ('Billing.Refund(map[string]any{"order_id": "o", "amout": 1})', 'did you mean "amount"?'),
        ('Billing.refundMap(map[string]any{"order_id": 1, "amount": 1})', 'parameter "order_id"'),
        ('Billing.orders.Ship("o", "medium")', 'it is one of "slow", "fast"'),
        ('Billing.orders.Ship("o", "fast", 1.5)', 'parameter "boxes" of tool "shop.ship" is an integer'),
        ("x := Billing", "Billing is a package: write Billing. and the name of a function in it"),
    ],
)  # fmt: skip
async def test_slips_are_found_before_the_program_runs(shop: Shop, code: str, told: str) -> None:
    found = await problems(session(shop), f'Billing.Refund("first", 1)\n{code}')
    assert told in found
    assert shop.refunds == []


async def test_what_only_the_run_can_know_is_an_error_value(shop: Shop) -> None:
    of = session(shop)
    found = await value(
        of, 'm := map[string]any{}\nm["order_id"] = 7\n_, err := Billing.Refund(m)\n__out = fmt.Sprint(err)'
    )
    assert "amount is missing" in found
    found = await value(
        of, 'more := []any{1, true, "x"}\n_, err := Billing.orders.Ship("o", "fast", more...)\n__out = fmt.Sprint(err)'
    )
    assert "Billing.orders.Ship takes at most 4 arguments (order_id, speed, boxes, gift), not 5" in found
    assert shop.refunds == shop.calls == []


# --- who gets them -----------------------------------------------------------------------------------------------------


async def test_a_namespace_is_withheld_from_who_may_not_use_what_it_requires(
    shop: Shop, caplog: pytest.LogCaptureFixture
) -> None:
    engine = Engine(
        sources=[shop.source()], isolation="inline", policy=Policy([Rule("deny", "shop.refund", agent="guest")])
    )
    engine.register(BILLING)
    assert await value(engine.session("admin", "s"), "__out = Billing.Max") == 500
    assert engine.warnings == []
    engine.register(Namespace("Gone", owner="shop", verbs={"X": Verb("shop.nope", ("q",))}))
    assert [w for w in engine.warnings if w.startswith("namespace Gone is not offered: ") and "'shop.nope'" in w]
    engine.unregister("shop", "Gone")
    with caplog.at_level(logging.INFO, "codemode"):
        found = await problems(engine.session("guest", "s"), "__out = Billing.Max")
    assert "undefined: Billing" in found
    assert "namespace Billing is not offered: it requires 'shop.refund', which the caller may not use" in caplog.text
    assert "no namespaces are registered here" in await problems(
        engine.session("guest", "s"), "__out = namespaces.Billing.Max"
    )
    assert await value(engine.session("guest", "s"), '__out = API.List("namespaces/")') == []
    reply = await engine.session("guest", "s").exec("__out = 1")
    assert "namespace_withheld Billing" in reply.telemetry.events
    assert "shop.refund" not in reply.model_dump_json()
    assert "namespace_withheld Billing" not in (await engine.session("admin", "s").exec("__out = 1")).telemetry.events


async def test_a_denied_tool_behind_a_verb_cannot_be_called(shop: Shop) -> None:
    """The namespace does not say that it requires the tool, so that it is offered without."""
    of = session(shop, policy=Policy([Rule("deny", "shop.ship")]))
    of.engine.unregister("shop", "Billing")
    of.engine.register(replace(BILLING, required_tools=()))
    for call in (
        'Billing.orders.Ship("o", "fast")',
        'Billing.orders.Ship(map[string]any{"order_id": "o", "speed": "fast", "x": 1, "y": 2})',
    ):
        reply = await of.exec(f"_, err := {call}\n__out = fmt.Sprint(err)")
        assert isinstance(reply, Completed), reply
        assert "may not be called here" in reply.value
        assert [c.status for c in reply.tool_calls] == ["denied"]
    assert shop.calls == []
    # nor is it described
    assert "Send an order" not in await value(of, '__out = API.Read("namespaces/Billing.go")')
    assert await value(of, '__out = Billing.Refund("o", 1)') == {"order": "o", "amount": 1}


async def test_a_verb_calls_its_owners_tool_and_no_other_of_that_name(shop: Shop) -> None:
    other = Shop()
    evil = FunctionSource([FunctionTool("shop.refund", other.refund)], owner="evil")
    engine = Engine(sources=[evil, shop.source()], isolation="inline")
    engine.register(BILLING)
    code = 'Billing.Refund("o", 1)\ncodemode.CallTool("shop.refund", map[string]any{"order_id": "x", "amount": 2})'
    assert isinstance(await engine.session("a", "s").exec(code), Completed)
    assert shop.refunds == [("o", 1, "")]
    assert other.refunds == [("x", 2, "")]


async def test_an_owner_that_leaves_takes_its_namespaces_along(shop: Shop) -> None:
    engine = Engine(sources=[shop.source()], isolation="inline")
    of = engine.session("a", "s")
    assert "undefined: Billing" in await problems(of, "__out = Billing.Max")
    engine.register(BILLING)
    assert await value(of, "__out = Billing.Max") == 500
    assert engine.unregister("other") == 0
    assert await value(of, "__out = Billing.Max") == 500
    assert engine.unregister("shop") == 1
    assert "undefined: Billing" in await problems(of, "__out = Billing.Max")
    engine.register(Namespace("Billing", owner="shop", verbs={"Max": 7}))
    assert await value(of, "__out = Billing.Max") == 7


@pytest.mark.parametrize("name", ["strings", "fmt", "rand", "tabwriter", "context", "url"])
def test_packages_of_the_library_keep_their_names(shop: Shop, name: str) -> None:
    with pytest.raises(ConfigError, match="the library has a package of that name"):
        Engine(sources=[shop.source()], isolation="inline").register(Namespace(name, owner="shop", verbs={"Max": 1}))


async def test_calls_by_verbs_count_for_conditions_of_the_policy(shop: Shop) -> None:
    of = session(shop, policy=Policy([Rule("deny", "shop.refund", when="args['amount'] > 100")]))
    code = '_, small := Billing.Refund("a", 100)\n_, large := Billing.Refund("b", 101)\n__out = []any{small, large}'
    small, large = await value(of, code)
    assert small is None
    assert "may not be called here" in large
    assert shop.refunds == [("a", 100, "")]


# --- showing -----------------------------------------------------------------------------------------------------------


FILE = """// Package Billing. Money back. Call Billing.<name>(...), with the arguments in order or with one map or struct.
package Billing

// Refund gives money back for an order.
func Refund(order_id string, amount float64, note ...string) (map[string]any, error)
"""


async def test_the_file_of_a_namespace(shop: Shop) -> None:
    of = session(shop)
    assert await value(of, '__out = API.List("namespaces/")') == ["namespaces/Billing.go"]
    assert "namespaces/Billing.go" in await value(of, "__out = API.List()")
    text = await value(of, '__out = API.Read("namespaces/Billing.go")')
    assert text.startswith(FILE)
    assert "// call: orders.Ship\nfunc Ship(order_id string, speed string, boxes_gift ...any) (string, error)" in text
    assert "func refundMap(in struct {" in text
    assert "// constant: Billing.Currency = 'EUR'" in text
    assert "// constant: Billing.orders.Limit = 3" in text


async def test_hostile_words_stay_in_their_comment(shop: Shop) -> None:
    bad = "x\n*/ func Evil() {}\r\n\u2028\u202e package main\x00"
    more = Namespace(
        "Odd", owner="shop", description=bad, verbs={"R": Verb("shop.refund", ("order_id",), bad), "C": bad}
    )
    text = await value(session(shop, more), '__out = API.Read("namespaces/Odd.go")')
    code = [line for line in text.splitlines() if line and not line.startswith("//")]
    assert code == ["package Odd", "func R(order_id string) (map[string]any, error)"]
    assert not set("\r\x00\u2028\u202e") & set(text)


# --- worker processes --------------------------------------------------------------------------------------------------

SAME = [
    'Billing.Refund("o", 5)\n__out = Billing.Refund(map[string]any{"order_id": "o", "amount": 1, "note": "n"})',
    'm := map[string]any{"order_id": "p", "amount": 2}\n__out = namespaces.Billing.Refund(m)',
    '__out = Billing.orders.Ship("o", "fast", 2, true)',
    '__out = []any{Billing.Currency, Billing.Max / 3, Billing.Rate, Billing.Open, Billing.Rates, Billing.orders.Limit}',
    '__out = API.Read("namespaces/Billing.go")',
    'more := []any{1, true, "x"}\n_, err := Billing.orders.Ship("o", "fast", more...)\n__out = fmt.Sprint(err)',
    'Billing.Refund("o", "5")',
    "Billing.Refnd()",
    'go func() { Billing.Refund("late", 1) }()\n__out = namespaces.Billing.Max',
]  # fmt: skip


async def test_a_worker_process_has_the_same_namespaces(shop: Shop) -> None:
    inside = session(shop)
    outside = Engine(sources=[shop.source()], isolation="process", workers=1)
    outside.register(BILLING)
    async with outside:
        of = outside.session("a", "s")
        for code in SAME:
            shop.refunds.clear()
            here, effects = await inside.exec(code), list(shop.refunds)
            shop.refunds.clear()
            there = await of.exec(code)
            assert shop.refunds == effects
            assert there.status == here.status
            if isinstance(here, Completed) and isinstance(there, Completed):
                assert there.value == here.value
            else:
                assert isinstance(here, Failed)
                assert isinstance(there, Failed)
                assert (there.code, there.error) == (here.code, here.error)
        outside.unregister("shop")
        assert "undefined: Billing" in await problems(of, "__out = Billing.Max")
