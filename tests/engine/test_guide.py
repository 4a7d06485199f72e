"""What models read of the language: short where every request pays for it, whole on demand, and true."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

import codemode
from benchmarks.tokens import BUDGETS, estimate, over_budget, texts
from codemode import Engine, FunctionSource, FunctionTool, Limits, prompts
from codemode.engine.guide import ALSO, OFTEN, agent_text, snippet_guide, whole_guide
from codemode.engine.natives.library import guest_entries
from codemode.stdlib.registry import library

BOTH = pytest.mark.parametrize("isolation", ["inline", "process"])


def test_the_texts_are_within_their_budgets() -> None:
    # a tokenizer is not needed: the estimate is above what o200k counts for each of these texts, which `make tokens` checks
    for name, text in texts().items():
        assert estimate(text) <= BUDGETS[name], name


def test_parts_over_budget_are_named() -> None:
    assert over_budget(estimate) == []
    assert over_budget(lambda text: 10_000) == [
        f"{name}: 10000 tokens, {most} at most" for name, most in BUDGETS.items()
    ]


def test_the_guides_name_what_the_tables_hold() -> None:
    paths = library().paths()
    assert set(OFTEN) <= set(paths)
    assert {entry.name for entry in guest_entries()} >= ALSO
    assert all(path in snippet_guide() for path in OFTEN)
    assert all(path in whole_guide() for path in paths)
    assert "func codemode.SearchTools(query string, limit ...int)" in snippet_guide()


def test_the_guide_mentions_streams_only_where_tools_stream() -> None:
    with_streams, without = snippet_guide(streams=True), snippet_guide(streams=False)
    assert "stream.All()" in with_streams
    assert "func (s *Stream) Next" in with_streams
    assert "stream.All()" not in without
    assert "*Stream" not in without
    assert "\n\n\n" not in with_streams + without
    assert f"and {len(library().paths()) - len(OFTEN)} more of Go's" in without


@pytest.mark.parametrize("text", [agent_text(), whole_guide(), texts()["exec"]], ids=["agent", "whole", "exec"])
def test_no_text_refers_to_missing_parts(text: str) -> None:
    assert not re.search(r"\b(above|below|declarations? shown)\b", text)
    assert "{{" not in text


def test_prompts_say_above_only_if_something_is_above() -> None:
    for name in prompts.names():
        text = prompts.load(name).text
        for found in re.finditer(r"\babove|below\b", text):
            told = any(slot in text for slot in ("{{tools}}", "{{reference}}", "{{head}}"))
            assert told or name == "search", (name, found)


def test_no_guide_speaks_of_mcp() -> None:
    # who has tools of MCP servers reads how to call them where they are listed: with exec, and in the reference of a prompt
    assert not any("MCP" in text for text in (snippet_guide(), agent_text(), whole_guide()))


def test_every_guide_answers_what_models_asked() -> None:
    for text in (snippet_guide(), agent_text(), whole_guide()):
        for told in (
            "key gives nil",
            "!= nil",
            "Functions see",
            "`return nil`",
            "time.LoadLocation",
            "leave it out when",
        ):
            assert told in " ".join(text.split()), told
    assert "look first with a short program" in agent_text()


def go(code: str, **more: Any) -> Any:
    return codemode.run(
        code, more.pop("sources", [FunctionSource([FunctionTool("t.list", lambda: [{"a": {"b": 1}}])])]), **more
    )


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ('r, err := codemode.CallTool("t.list")\nif err != nil {\n\treturn err\n}\n__out = r[0]["a"]["b"] * 2', 2),
        ('r, _ := codemode.CallTool("t.list")\n__out = r[0]["nope"] == nil', True),
        ("func f() int { return n + 1 }\nn := 3\ng := func() int { return n }\n__out = []int{f(), g()}", [4, 3]),
        ("__out = 1\nreturn nil\n__out = 2", 1),
        ("return nil", None),
        (
            'z, err := time.LoadLocation("Europe/Berlin")\n__out = time.Date(2026, 7, 1, 12, 0, 0, 0, z).UTC().Hour()',
            10,
        ),
    ],
)
def test_the_claims_of_the_guide_are_true(code: str, value: Any) -> None:
    assert go(code).value == value


# --- looking ------------------------------------------------------------------------------------------------------------


def replies(isolation: Any, *codes: str) -> list[Any]:
    async def run() -> list[Any]:
        source = FunctionSource(
            [FunctionTool("t.list", lambda: [{"mail": "ann@example.org", "ann@example.org": 3}], "List it.")]
        )
        async with Engine([source], Limits(), isolation) as engine:
            session = engine.session()
            return [await session.exec(code) for code in codes]

    return asyncio.run(run())


def printed(reply: Any) -> str:
    return "".join(item.text for item in reply.output)


@BOTH
def test_a_description_prints_as_text_and_stays_a_map(isolation: str) -> None:
    fields = 'd, err := tools.Describe("t.list")\nif err != nil {\n\treturn err\n}\n'
    shown, kept, said = replies(
        isolation,
        'fmt.Println(tools.Describe("t.list"))',
        fields
        + '__out = []any{d["name"], d.call, d.(map[string]any)["streaming"], len(d) > 5, fmt.Sprint(d) == d["declaration"]}',
        fields + 'print(d)\ntext(d)\nswitch m := d.(type) {\ncase map[string]any:\n\t__out = m["description"]\n}',
    )
    declaration = "// List it.\n// call: t.list\n// The tool does not say what it returns.\nfunc TList() (any, error)"
    assert printed(shown) == f"{declaration} <nil>\n"
    assert kept.value == ["t.list", "TList", False, True, True]
    assert printed(said) == declaration * 2
    assert said.value == "List it."


@BOTH
def test_the_whole_guide_and_the_guest_api_are_read_on_demand(isolation: str) -> None:
    guide, file, listed = replies(
        isolation,
        'fmt.Print(tools.Describe("language"))',
        'text, err := API.Read("codemode.go")\nif err != nil {\n\treturn err\n}\nfmt.Print(text)',
        "__out = API.List()",
    )
    assert printed(guide).startswith(whole_guide())
    for entry in guest_entries():
        assert entry.doc in printed(file)
    assert "func store.Save(key string, value any) error" in printed(file)
    assert listed.value == ["function/t.go"]  # those of tools


def test_a_tool_called_language_wins() -> None:
    source = FunctionSource([FunctionTool("language", lambda: 1, "Languages of the world.")])
    assert "Languages of the world." in go('__out = fmt.Sprint(tools.Describe("language"))', sources=[source]).value


@BOTH
def test_observed_shapes_have_no_values(isolation: str) -> None:
    found = replies(
        isolation,
        'codemode.CallTool("t.list")\nfmt.Println(tools.Describe("t.list"))\nfmt.Println(API.Read("function/t.go"))',
    )[0]
    assert printed(found).count('Mail string `json:"mail"` // mail address') == 2
    assert "its results so far looked like this" in printed(found)
    assert "ann" not in printed(found)


# --- print ----------------------------------------------------------------------------------------------------------------


@BOTH
def test_print_shows_what_a_value_holds(isolation: str) -> None:
    found = replies(
        isolation,
        'r, err := codemode.CallTool("t.list")\nif err != nil {\n\treturn err\n}\nprintln(r, r[0]["mail"], err, r[0]["nope"])',
        'type P struct {\n\tX int `json:"x"`\n}\nprintln(P{1}, []int{1, 2}, map[string]any{"a": nil}, &P{2} != nil, 1.5, "s")',
        'f := func() {}\nvar c chan int\nvar e error = errors.New("bad")\nprintln(f, c, e)',
        'm := map[string]any{}\nm["m"] = m\nprintln(m)',
    )
    assert printed(found[0]) == '[{"ann@example.org":3,"mail":"ann@example.org"}] ann@example.org nil nil\n'
    assert printed(found[1]) == '{"x":1} [1,2] {"a":null} true 1.5 s\n'
    assert printed(found[2]) == "(func()) nil bad\n"
    assert found[3].status == "completed"


def test_printing_large_values_is_charged() -> None:
    with pytest.raises(codemode.CodeModeError):
        go("xs := make([]any, 100000)\nfor {\n\tprint(xs)\n}", limits=Limits(max_steps=2_000_000))
