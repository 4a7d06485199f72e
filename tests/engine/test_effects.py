"""What a program may do is told before it runs, and a run never does more."""

from __future__ import annotations

import asyncio
import importlib
import json
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import codemode
from codemode import CodeModeError, Engine, FunctionSource, FunctionTool, Limits
from codemode.engine.effect_sites import MAX_EFFECTS, MAX_LITERAL
from codemode.engine.effects import Effects
from codemode.errors import SourceRejected
from tests.test_corpus import ENDLESS, MANIFEST, prepare
from tests.world_programs import programs, source_of

Times = int | None


def get(n: int) -> int:
    return n


def pay(to: str = "", amount: float = 0) -> str:
    return to


SHOP = FunctionSource([FunctionTool("shop.get", get, read_only=True), FunctionTool("shop.pay", pay)])
PAY = 'codemode.CallTool("shop.pay")'


def effects(code: str, source: FunctionSource = SHOP) -> Effects:
    async def look() -> Effects:
        async with Engine([source], isolation="inline") as engine:
            return await engine.effects(code)

    return asyncio.run(look())


@pytest.mark.parametrize(
    ("code", "times"),
    [
        ("{}", 1),
        ("for i := 0; i < 10; i += 3 {{ {} }}", 4),
        ("for i := 10; i >= 0; i-- {{ {} }}", 11),
        ("for i := 10; i < 5; i++ {{ {} }}", 0),
        ("for i := uint8(0); i < 250; i += 50 {{ {} }}", 5),
        ("for i := int8(3); i > -3; i-- {{ {} }}", 6),
        # at the end of its type a variable begins again at the other end
        ("for i := uint8(250); i < 255; i += 10 {{ {}; if i == 4 {{ break }} }}", None),
        ("for i := uint8(0); i <= 255; i++ {{ {}; break }}", None),
        ("for i := int8(-120); i > -128; i -= 10 {{ {}; break }}", None),
        ("for i := uint(3); i >= 0; i-- {{ {}; break }}", None),
        ("for x := 1e17; x < 100000000000000010; x++ {{ {}; break }}", None),
        ("for i := 0; i < 10; i++ {{ {}; i-- }}", None),
        ("for i := 0; i < 10; i++ {{ {}; p := &i; *p = 0 }}", None),
        ("n := 3\nn++\nfor i := 0; i < n; i++ {{ {} }}", None),
        ("for {{ {}; break }}", None),
        ("for range 7 {{ for range 2 {{ {} }} }}", 14),
        ("for range 1_000_000_000_000 {{ for range 1_000_000_000_000 {{ {} }} }}", 10**12),
        ("for range []int{{1, 2, 3}} {{ {} }}", 3),
        ('for range "abcd" {{ {} }}', 4),
        ("for range [5]int{{}} {{ {} }}", 5),
        ("for range map[string]int{{`a`: 1}} {{ {} }}", 1),
        ("xs := []int{{1, 2}}\nfor _, x := range xs {{ _ = x; {} }}", 2),
        ("xs := []int{{1, 2}}\nfor i := 0; i < len(xs); i++ {{ {} }}", 2),
        ("xs := []int{{1, 2}}\nxs = append(xs, 3)\nfor range xs {{ {} }}", None),
        ("xs := []int{{1, 2}}\nf := func() {{ xs = append(xs, 3) }}\nf()\nfor range xs {{ {} }}", None),
        ("xs := []int{{1, 2}}\np := &xs\n*p = append(*p, 3)\nfor range xs {{ {} }}", None),
        ("m := map[int]int{{1: 1}}\nfor k := range m {{ m[k+1] = 1; {} }}", None),
        ("ch := make(chan int, 1)\nch <- 1\nclose(ch)\nfor range ch {{ {} }}", None),
        ("func f() {{ {} }}\nf()\nfor range 4 {{ f() }}", 5),
        ("func f() {{ {} }}", 0),
        ("func f(n int) {{ if n > 0 {{ {}; f(n - 1) }} }}\nf(3)", None),
        ("func f(n int) {{ if n > 0 {{ {}; g(n - 1) }} }}\nfunc g(n int) {{ f(n) }}\nf(3)", None),
        ("func f() {{ {} }}\ng := f\nfor range 2 {{ g() }}", None),
        ("f := func() {{ {} }}\nf()\nf()", 2),
        ("f := func() {{ {} }}\ng := f\ng()", None),
        ("f := func() {{}}\nf = func() {{ {} }}\nf()", None),
        ("func() {{ {} }}()", 1),
        ("for range 3 {{ defer func() {{ {} }}() }}", 3),
        ("var wg sync.WaitGroup\nfor range 3 {{ wg.Go(func() {{ {} }}) }}\nwg.Wait()", 3),
        ("xs := []int{{3, 1, 2}}\nsort.Slice(xs, func(i, j int) bool {{ {}; return xs[i] < xs[j] }})", None),
        ("i := 0\nagain:\n{}\ni++\nif i < 3 {{ goto again }}", None),
        ("type T struct{{}}\nfunc (t T) Do() {{ {} }}\nT{{}}.Do()", None),
        ("package main\nvar x = f()\nfunc f() int {{ {}; return 1 }}\nfunc main() {{ f() }}", 2),
    ],
)
def test_how_often(code: str, times: Times) -> None:
    """The program makes the call as often as is told at most; where it is known, the bound is as tight as the program shows."""
    code = code.format(PAY)
    found = effects(code)
    assert [(call.tool, call.times) for call in found.calls] == [("shop.pay", times)]
    if times is not None and times < 100:
        assert len(codemode.run(code, [SHOP]).tool_calls) <= times


@pytest.mark.parametrize(
    ("code", "arguments", "computed", "is_open"),
    [
        ('tools.ShopPay(map[string]any{"to": "bob", "amount": 12.5})', {"to": "bob", "amount": 12.5}, (), False),
        ('who := "b" + fmt.Sprint(1)\nshop.pay(to=who, amount=3)', {"amount": 3}, ("to",), False),
        ('const c = "x" + "y"\nshop.pay({"to": c})', {"to": "xy"}, (), False),
        ('args := map[string]any{"to": "bob"}\ntools.ShopPay(args)', {}, (), True),
        ("tools.ShopPay()", {}, (), False),
        ('nil := "eve"\ntools.ShopPay(map[string]any{"to": nil})', {}, ("to",), False),
        (f'tools.ShopPay(map[string]any{{"to": "{"x" * MAX_LITERAL}"}})', {}, ("to",), False),
    ],
)
def test_with_which_arguments(code: str, arguments: dict[str, Any], computed: tuple[str, ...], is_open: bool) -> None:
    [call] = effects(code).calls
    assert (call.tool, call.arguments, call.computed, call.open) == ("shop.pay", arguments, computed, is_open)


def test_nested_literals() -> None:
    def put(rows: list[dict[str, Any]]) -> int:
        return len(rows)

    source = FunctionSource([FunctionTool("t.put", put)])
    code = 'codemode.CallTool("t.put", map[string]any{"rows": []any{map[string]any{"a": []int{1, 2}, "b": nil, "c": true}}})'
    [call] = effects(code, source).calls
    assert call.arguments == {"rows": [{"a": [1, 2], "b": None, "c": True}]}


def test_reads_and_writes() -> None:
    found = effects(f"shop.get(n=1)\n{PAY}")
    assert [(call.tool, call.read_only) for call in found.calls] == [("shop.get", True), ("shop.pay", False)]
    assert [call.tool for call in found.writes] == ["shop.pay"]
    assert found.tools == ("shop.get", "shop.pay")
    assert [(call.line, call.column) for call in found.calls] == [(1, 1), (2, 1)]
    assert "shop.pay" in found.calls[1].excerpt


@pytest.mark.parametrize(
    "code",
    [
        'name := "shop." + fmt.Sprint("pay")\ncodemode.CallTool(name)',
        "f := codemode.CallTool\nf(`shop.pay`)",
        "fs := []any{codemode.CallTool}\n_ = fs",
        "(codemode.CallTool)(fmt.Sprint(`shop.pay`))",
        'tools.Call("shop" + fmt.Sprint(".pay"))',
        "func call(name string) { codemode.CallTool(name) }\ncall(`shop.pay`)",
    ],
)
def test_names_that_are_computed(code: str) -> None:
    found = effects(code)
    assert found.any_tool
    assert found.writes
    assert "any tool" in str(found)


def test_a_tool_as_a_value_is_named() -> None:
    found = effects("f := tools.ShopPay\nf(map[string]any{})")
    assert ("shop.pay", None) in [(call.tool, call.times) for call in found.calls]
    assert not found.any_tool


def test_in_words() -> None:
    assert str(effects("__out = 1")) == "This program calls no tools."
    code = 'for i := range 2 { shop.get(n=i) }\nfor { shop.pay(to="bob") }'
    assert str(effects(code)).splitlines() == [
        "line 1: shop.get(n: computed), reads, up to 2 times",
        'line 2: shop.pay(to: "bob"), may write, any number of times',
    ]


def test_a_program_that_cannot_run_is_refused() -> None:
    with pytest.raises(SourceRejected, match="undefined: x"):
        effects("__out = x")


# --- never more than is told ---------------------------------------------------------------------------------------------

WORLDS = [p for p in programs(Path(__file__).parents[1] / "worlds") if p.style in ("strong", "weak")]


def covers(found: Effects, made: list[str], catalog_names: dict[str, str]) -> None:
    if found.any_tool:
        return
    allowed: Counter[str] = Counter()
    endless = {call.tool for call in found.calls if call.times is None}
    for call in found.calls:
        allowed[call.tool] += call.times or 0
    for tool, count in Counter(catalog_names.get(name, name) for name in made).items():
        assert tool in endless or count <= allowed[tool], (tool, count, str(found))


def look_and_run(code: str, source: FunctionSource) -> None:
    async def look() -> tuple[Effects, dict[str, str]]:
        async with Engine([source], isolation="inline", trust_python=True) as engine:
            catalog = await engine.catalog()
            return await engine.effects(code), {entry.id: entry.name for entry in catalog.entries}

    found, names = asyncio.run(look())
    try:
        made = codemode.run(code, [source], limits=Limits(max_tool_calls=300), timeout_ms=10_000).tool_calls
    except CodeModeError:
        return
    covers(found, [call.tool for call in made], names)


def test_programs_of_models_have_the_effects_that_were_found() -> None:
    for program in WORLDS[::5]:
        world = importlib.import_module(f"tests.worlds.{program.world}")
        world.reset()
        look_and_run(program.code, world.source())


def test_snippets_have_the_effects_that_were_found() -> None:
    for task in sorted(set(MANIFEST) - set(ENDLESS))[::3]:
        world, _, code = prepare(task)
        look_and_run(code, source_of(world))


# --- attacks ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "code",
    [
        "shop.pay()\n" * 3000,
        'const c = "' + "x" * 900 + '"\n' + 'shop.pay({"to": c})\n' * 1500,
        "\n".join(f"func f{i}() {{ f{i + 1}(); f{i + 1}() }}" for i in range(2000))
        + "\nfunc f2000() { shop.pay() }\nf0()",
        "for range 9 {" * 150 + "shop.pay()" + "}" * 150,
        "f := func() { shop.pay() }\n" + "f()\n" * 5000,
    ],
)
def test_large_programs_are_told_in_bounds(code: str) -> None:
    began = time.process_time()
    try:
        found = effects(code)
    except SourceRejected:
        return
    assert len(found.calls) <= MAX_EFFECTS
    assert len(found.calls) + found.omitted == code.count("shop.pay(")
    assert all(call.times is None or call.times <= 10**12 for call in found.calls)
    assert len(json.dumps(found.model_dump(mode="json"))) < 2_000_000
    assert time.process_time() - began < 30


def test_effects_that_take_too_long_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever may read may ask for the effects of any text."""
    monkeypatch.setattr("codemode.engine.engine.EFFECTS_SECONDS", 0.05)
    monkeypatch.setattr(Engine, "_effects", lambda *_: time.sleep(0.3))
    began = time.monotonic()
    with pytest.raises(SourceRejected, match="could not be determined within") as refused:
        effects("__out = 1")
    assert refused.value.code == "program_too_complex"
    assert time.monotonic() - began < 10
