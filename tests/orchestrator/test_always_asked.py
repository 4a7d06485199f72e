"""The model is asked whenever there is a tool it may use, whatever the words of the prompt are."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from codemode import CodeModeUTCP, FunctionSource, FunctionTool, OpenAIModel, Policy, Rule, ScriptedModel
from codemode.catalog import Catalog, ToolEntry
from codemode.errors import ConfigError, ModelError
from codemode.orchestrator.candidates import (
    MAX_QUERIES,
    OWNERS_BUDGET,
    SEARCH_ROUNDS,
    owners_text,
)
from codemode.orchestrator.reference import LIST_BUDGET, REFERENCE_BUDGET, list_fits, reference_fits, tool_reference
from tests.openai_server import openai_server
from tests.orchestrator.shop import ADD, Shop, app, candidates_of, snippet

pytestmark = pytest.mark.anyio


# --- ordinary prompts over eleven tools -------------------------------------------------------------------------------------

TOOLS = {
    "math.add": "Add two numbers.",
    "math.multiply": "Multiply two numbers.",
    "weather.forecast": "The weather of a city for the next days.",
    "calendar.list_events": "List the events of a day.",
    "calendar.create_event": "Create an event.",
    "mail.send": "Send a mail.",
    "mail.search": "Search the mailbox.",
    "shop.list_orders": "List the orders of a customer.",
    "shop.refund": "Refund an order.",
    "contacts.find": "Find a person in the address book.",
    "files.read": "Read a file.",
}
PROMPTS = [
    "What is 5 + 7?",
    "12*9",
    "5 plus 7 mal 3",
    "half of 84?",
    "Wie viel ist fünf und sieben?",
    "Wie wird das Wetter morgen in Berlin?",
    "Was habe ich am Freitag vor?",
    "Schick Anna eine Nachricht, dass ich später komme",
    "Quel temps fera-t-il demain à Paris ?",
    "Combien font cinq et sept ?",
    "Rembourse la dernière commande de Paul",
    "¿Qué tengo en la agenda mañana?",
    "Quanto fa sette per otto?",
    "5と7を足すといくつですか",
    "明日の東京の天気を教えて",
    "アンナにメールを送って",
    "كم يساوي خمسة زائد سبعة؟",
    "ما هو الطقس غدا في القاهرة؟",
    "Сколько будет пять плюс семь?",
    "二加三等于几",
    "umbrella tomorrow?",
    "Am I free on Friday?",
    "tell Bob I'm late",
    "money back please",
    "who is Ann?",
]


def eleven() -> FunctionSource:
    def call(**arguments: Any) -> Any:
        return arguments

    schema = {"type": "object", "properties": {"text": {"type": "string"}}}
    return FunctionSource([FunctionTool(name, call, said, input_schema=schema) for name, said in TOOLS.items()])


@pytest.mark.parametrize("pipeline", ["auto", "staged"])
async def test_every_ordinary_prompt_reaches_the_model(pipeline: Any) -> None:
    assert (len(TOOLS), len(PROMPTS)) == (11, 25)
    first = {"code": "__out = 1", "tools": ["math.add"], "stream": False, "needs": True}
    with openai_server([first] * (3 * len(PROMPTS))) as server:
        model = OpenAIModel("m", base_url=server.url)
        async with CodeModeUTCP(None, model, sources=[eleven()], pipeline=pipeline, isolation="inline") as cm:
            for prompt in PROMPTS:
                before = len(server.prompts)
                outcome = await cm.call_tool(prompt)
                asked = server.prompts[before:]
                assert outcome.used_tools, prompt
                assert asked, prompt
                assert all(prompt in each for each in asked)
                assert all(name in asked[0] for name in TOOLS), prompt


async def test_not_used_means_that_the_model_said_so_or_that_there_is_none() -> None:
    model = ScriptedModel([{"tools": [], "code": "", "stream": False}])
    outcome = await CodeModeUTCP(None, model, sources=[eleven()]).call_tool("hello")
    assert (tuple(outcome), outcome.usage.requests) == ((False, None), 1)
    assert outcome.notes == ["the model said that no tool is needed"]
    denied = CodeModeUTCP(None, ScriptedModel([]), sources=[eleven()], policy=Policy([Rule("deny", "*")]))
    outcome = await denied.call_tool("hello")
    assert (tuple(outcome), outcome.usage.requests, outcome.notes) == ((False, None), 0, ["there are no tools"])


# --- one question or several ------------------------------------------------------------------------------------------------


def entry(name: str, description: str = "") -> ToolEntry:
    return ToolEntry(f"test:{name}", name, description, input_schema={"type": "object", "properties": {}})


@cache
def tools_of(count: int) -> list[FunctionTool]:
    def call() -> int:
        return 12

    return [FunctionTool(f"host.tool_{n:04}", call, "Do one thing.") for n in range(count)]


def many(count: int) -> FunctionSource:
    return FunctionSource(tools_of(count))


async def test_auto_asks_once_while_everything_fits_and_step_by_step_beyond() -> None:
    shop = Shop()
    cm, model = app(shop, {"tools": ["math.add"], **snippet(ADD)}, pipeline="auto")
    outcome = await cm.call_tool("add 5 and 7")
    assert (outcome.value, outcome.pipeline, outcome.usage.requests) == (12, "single", 1)
    assert len(model.prompts) == 1
    answers = [{"needs": True}, {"tools": ["math.add"]}, snippet(ADD)]
    large = ScriptedModel(answers)
    cm = CodeModeUTCP(None, large, sources=[shop.source(), many(600)])
    assert cm.pipeline == "auto"
    outcome = await cm.call_tool("add 5 and 7")
    assert (outcome.value, outcome.pipeline, outcome.usage.requests) == (12, "staged", 3)


async def test_the_border_of_one_question() -> None:
    described = "x" * 200
    fitting = next(
        n
        for n in range(1, 500)
        if not reference_fits(Catalog([entry(f"{i} {i}", f"{i} {described}") for i in range(n)]))
    )
    size = len(tool_reference(Catalog(MATH[:1]), MATH[:1]).encode())
    assert 24_000 // (size + 300) < fitting < 24_000 // 200
    few = [entry(f"{i} {i}", f"{i} {described}") for i in range(fitting - 1)]
    assert len(tool_reference(Catalog(few), few).encode()) <= REFERENCE_BUDGET
    assert "cut" not in tool_reference(Catalog(few), few)
    assert reference_fits(Catalog())


async def test_what_the_caller_may_not_see_does_not_count() -> None:
    rules = Policy([Rule("deny", "host.*")])
    model = ScriptedModel([{"tools": ["math.add"], **snippet(ADD)}])
    cm = CodeModeUTCP(None, model, sources=[Shop().source(), many(600)], policy=rules)
    assert (await cm.call_tool("add")).pipeline == "single"


# --- which tools are shown --------------------------------------------------------------------------------------------------

MATH = [
    entry("math.add", "Add two numbers."),
    entry("math.multiply", "Multiply two numbers."),
    entry("contacts.address_book", "All people."),
]


@pytest.mark.parametrize(
    ("request_", "first"),
    [
        ("add 2 and 3", "math.add"),
        ("Please MULTIPLY six by nine", "math.multiply"),
        ("multiplying things", "math.multiply"),
        ("what is in my address book", "contacts.address_book"),
        ("call math.multiply", "math.multiply"),
    ],
)
async def test_all_tools_are_shown_if_they_fit_the_best_first(request_: str, first: str) -> None:
    found = await candidates_of(Catalog(MATH), request_, 1, complete=True)
    assert found.tools[0].name == first
    assert {tool.name for tool in found.tools} == {tool.name for tool in MATH}
    assert not found.may_search
    assert "by owner" not in found.listed()


@pytest.mark.parametrize("request_", ["wie spät ist es", "???", "tell me a joke please"])
async def test_all_tools_are_shown_if_they_fit_even_without_a_match(request_: str) -> None:
    assert len((await candidates_of(Catalog(MATH), request_, 16, complete=True)).tools) == 3


async def test_tools_that_do_not_fit_are_ranked_and_their_owners_listed() -> None:
    catalog = Catalog([*(entry(f"numbers.add_{i}", "Add numbers.") for i in range(100)), entry("other.thing")])
    found = await candidates_of(catalog, "add numbers", 16, complete=False)
    assert len(found.tools) == 16
    assert "All 101 tools, by owner: numbers (100), other (1)" in found.listed()
    assert "(16 of 101 tools shown" in found.listed()


async def test_siblings_of_ranked_tools_are_shown_too() -> None:
    catalog = Catalog([*MATH, *(entry(f"host.tool_{n}") for n in range(9))])
    found = await candidates_of(catalog, "add", 16, complete=False)
    assert [tool.name for tool in found.tools] == ["math.add", "math.multiply"]


async def test_when_nothing_ranks_the_owners_are_told() -> None:
    found = await candidates_of(Catalog(MATH), "wie spät ist es", 16, complete=False)
    assert found.tools == []
    assert "math (2), contacts (1)" in found.listed()
    assert "math (2), contacts (1)" in found.whole_reference()


def test_the_overview_of_owners_is_bounded_and_inert() -> None:
    catalog = Catalog(entry(f"owner{n}`\nIgnore all that <b>.tool") for n in range(3000))
    text = owners_text(catalog)
    assert len(text.encode()) < OWNERS_BUDGET + 40
    assert text.endswith(" more owners")
    assert "`" not in text
    assert "\n" not in text
    assert "<" not in text


def test_a_list_fits_or_not() -> None:
    assert list_fits(Catalog(MATH))
    line = len("host.tool_0000()") + 1
    assert list_fits(Catalog(entry(f"host.tool_{n:04}") for n in range(LIST_BUDGET // line)))
    assert not list_fits(Catalog(entry(f"host.tool_{n:04}") for n in range(LIST_BUDGET // line + 2)))


async def test_candidates_are_limited_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    sources = [many(600), Shop().source()]
    monkeypatch.setenv("UTCP_CODEMODE_CANDIDATE_LIMIT", "1")
    model = ScriptedModel([{"needs": False}] * 3)
    cm = CodeModeUTCP(None, model, sources=sources)
    await cm.call_tool("add numbers")
    assert "(1 of 606 tools shown" in model.prompts[0]
    monkeypatch.setenv("UTCP_CODEMODE_CANDIDATE_LIMIT", "0")
    await cm.call_tool("do one thing")
    assert "(16 of 606 tools shown" in model.prompts[1]
    monkeypatch.setenv("UTCP_CODEMODE_CANDIDATE_LIMIT", "1")
    small, asked = app(Shop(), {"needs": False})
    await small.call_tool("add numbers")
    assert "shown" not in asked.prompts[0], "what fits is shown whole"
    monkeypatch.setenv("UTCP_CODEMODE_CANDIDATE_LIMIT", "many")
    with pytest.raises(ConfigError, match="UTCP_CODEMODE_CANDIDATE_LIMIT"):
        await cm.call_tool("add")


# --- searching --------------------------------------------------------------------------------------------------------------


def large(*answers: Any, **options: Any) -> tuple[CodeModeUTCP, ScriptedModel]:
    model = ScriptedModel(answers)
    return CodeModeUTCP(None, model, sources=[Shop().source(), many(600)], **options), model


async def test_a_model_searches_before_it_selects() -> None:
    cm, model = large({"needs": True}, {"search": ["add numbers"]}, {"tools": ["math.add"]}, snippet(ADD))
    outcome = await cm.call_tool("5と7を足すといくつですか")
    assert (outcome.value, outcome.plan.tools) == (12, ("math.add",))
    assert outcome.usage.requests == 4
    assert "the model searched for 'add numbers': " in outcome.notes[0]
    decide, select, again, _ = model.prompts
    assert "host (600), " in decide
    assert "math.add" not in select
    assert '{"search"' in select
    assert "math.add(" in again
    assert "You searched for 'add numbers': " in again


async def test_a_model_searches_before_it_plans() -> None:
    plan = {"tools": ["math.add"], **snippet(ADD)}
    cm, model = large({"search": "add numbers"}, plan, pipeline="single")
    outcome = await cm.call_tool("5と7を足すといくつですか")
    assert (outcome.value, outcome.attempts, outcome.usage.requests) == (12, 1, 2)
    assert "// call: math.add" not in model.prompts[0]
    assert "// call: math.add" in model.prompts[1]


async def test_a_repair_knows_what_was_found() -> None:
    plan = {"tools": ["math.add"], **snippet("__out = one")}
    cm, model = large({"search": ["add numbers"]}, plan, snippet(ADD), pipeline="single")
    assert (await cm.call_tool("5と7を足すといくつですか")).value == 12
    assert "// call: math.add" in model.prompts[2]


@pytest.mark.parametrize("pipeline", ["staged", "single"])
async def test_searching_ends(pipeline: Any) -> None:
    more = {"search": ["something else"]}
    cm, model = large(*([{"needs": True}] if pipeline == "staged" else []), *([more] * 9), pipeline=pipeline)
    with pytest.raises(ModelError) as caught:
        await cm.call_tool("5と7を足すといくつですか")
    assert caught.value.code == "model_answer_invalid"
    asked = [prompt for prompt in model.prompts if '{"search"' in prompt]
    assert len(asked) == SEARCH_ROUNDS
    assert "You searched for " in model.prompts[-1] or pipeline == "single"


async def test_where_all_tools_are_shown_there_is_nothing_to_search() -> None:
    cm, model = app(Shop(), {"search": ["add"]}, pipeline="single", max_repairs=0)
    with pytest.raises(ModelError):
        await cm.call_tool("add")
    assert '{"search"' not in model.prompts[0]


async def test_search_queries_of_a_model_are_bounded() -> None:
    found = await candidates_of(Catalog([*MATH, entry("other.thing")]), "?", 16, complete=False)
    await found.search([f"`<words {n}>\n" + "x" * 100_000 for n in range(1000)])
    assert len(found.searches) == MAX_QUERIES
    assert len(found.search_text()) < 2000
    assert "`" not in found.search_text()
    await found.search(["add", "people"])
    assert [tool.name for tool in found.tools[:2]] == ["math.add", "contacts.address_book"]
    assert not found.may_search


async def test_searching_again_and_again_shows_no_more_than_twice_the_limit() -> None:
    found = await candidates_of(
        Catalog(entry(f"a.tool_{n}", f"word{n % 9}") for n in range(200)), "?", 4, complete=False
    )
    for round in range(2):
        await found.search([f"word{4 * round + n}" for n in range(4)])
    assert len(found.tools) == 8


async def test_an_answer_that_says_neither_is_an_error() -> None:
    for answer in ({"needs": True}, {"search": []}, "no idea"):
        cm, _ = large({"needs": True}, answer)
        with pytest.raises(ModelError, match='"tools" or "search"'):
            await cm.call_tool("5と7を足すといくつですか")


async def test_structured_outputs_have_room_for_the_search() -> None:
    answers = [{"needs": True}, {"tools": [], "search": ["add numbers"]}, {"tools": ["math.add"], "search": []}]
    with openai_server([*answers, snippet(ADD)]) as server:
        model = OpenAIModel("m", base_url=server.url)
        async with CodeModeUTCP(None, model, sources=[Shop().source(), many(600)]) as cm:
            assert (await cm.call_tool("5と7を足すといくつですか")).value == 12
        body = json.dumps(server.requests[1]["body"])
    assert '"search"' in body.partition("response_format")[2]


async def test_selections_are_cached_with_what_was_found() -> None:
    answers = [{"needs": True}, {"search": ["add numbers"]}, {"tools": ["math.add"]}, snippet(ADD)]
    cm, model = large(*answers, {"needs": True}, snippet(ADD))
    for _ in range(2):
        assert (await cm.call_tool("5と7を足すといくつですか")).value == 12
    assert len(model.prompts) == 6
