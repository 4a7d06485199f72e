"""The ways to let a model use tools: what it is told, what it may call, and what a conversation cost.

`direct`: the schemas of all tools with every request. `search`: one tool that finds others, whose schemas go with the requests from then on.
`exec`: codemode's exec and wait. `auto`, `staged`, `single`: `CodeModeUTCP.call_tool`, for tasks of one turn.
"""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from benchmarks.agents.tasks import Task, World
from codemode import CodeModeUTCP, Engine, FunctionSource
from codemode.catalog import Catalog, ToolEntry
from codemode.engine.protocols import CallContext
from codemode.errors import CodeModeError
from codemode.orchestrator.chat import (
    AssistantMessage,
    ChatAnswer,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from codemode.orchestrator.openai_wire import chat_messages

MAX_TURNS = 40  # requests for one message of the user
MAX_RESULT = 200_000  # characters of a result that a direct call gives to the model
MESSAGE = 4  # tokens that a message costs besides its text
SYSTEM = (
    "You answer the user's requests with the tools that you are given. Call several at once where none needs another's result."
    " When you know the answer, say it in plain words, without calling a tool."
)
SEARCHING = " Tools are found with search_tools; those that it finds can be called from then on."
SEARCH_TOOL = {
    "type": "function",
    "function": {
        "name": "search_tools",
        "description": "Find tools by what they do. Those found can be called from the next turn on.",
        "parameters": {
            "type": "object",
            "properties": {"query": {"type": "string", "description": "what the tool shall do, in a few words"}},
            "required": ["query"],
        },
    },
}
FOUND = 5  # tools that one search gives

Count = Callable[[str], int]


@dataclass(slots=True)
class Outcome:
    """What one task cost in one arm. `failure` says why it did not get to its end."""

    task: str
    arm: str
    right: bool = False
    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0
    calls: int = 0
    failure: str = ""
    answers: list[str] = field(default_factory=list[str])


class Counted:
    """A model whose requests and answers are counted as they are sent. Chat models and prompts alike."""

    def __init__(self, model: Any, count: Count, outcome: Outcome) -> None:
        self._model = model
        self._count = count
        self._outcome = outcome

    async def chat(self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]]) -> ChatAnswer:
        sent = chat_messages(messages)
        self._asked(json.dumps(sent, ensure_ascii=False) + json.dumps(tools, ensure_ascii=False), len(sent))
        answer = await self._model.chat(messages, tools)
        called = [{"name": call.name, "arguments": call.arguments} for call in answer.tool_calls]
        self._outcome.tokens_out += self._count(
            answer.text + (json.dumps(called, ensure_ascii=False) if called else "")
        )
        return answer

    async def generate(self, prompt: str, *, schema: Any = None) -> Any:
        form = json.dumps(schema.model_json_schema()) if schema is not None else ""
        self._asked(prompt + form, 1)
        answer = await self._model.generate(prompt, schema=schema)
        self._outcome.tokens_out += self._count(answer if isinstance(answer, str) else json.dumps(answer))
        return answer

    def _asked(self, text: str, messages: int) -> None:
        self._outcome.requests += 1
        self._outcome.tokens_in += self._count(text) + MESSAGE * messages


async def run(task: Task, arm: str, model: Any, count: Count) -> Outcome:
    """One task in one arm, in a fresh world."""
    outcome = Outcome(task.id, arm)
    world = task.make()
    begun = time.perf_counter()
    try:
        await ARMS[arm](task, world, Counted(model, count, outcome), outcome)
        outcome.right = len(outcome.answers) == len(task.turns) and bool(task.right(world, outcome.answers))
    except CodeModeError as odd:
        outcome.failure = f"{type(odd).__name__}: {odd}"[:300]
    outcome.seconds = time.perf_counter() - begun
    return outcome


# --- direct calls ------------------------------------------------------------------------------------------------------


class _Direct:
    """Tools by the names that OpenAI's protocol allows."""

    def __init__(self, source: FunctionSource, entries: Sequence[ToolEntry], *, searching: bool) -> None:
        self._source = source
        self._entries = {_plain_name(entry.name): entry for entry in entries}
        self._catalog = Catalog(entries)
        self.shown = {} if searching else dict(self._entries)
        self.searching = searching

    def definitions(self) -> list[dict[str, Any]]:
        made = [
            {
                "type": "function",
                "function": {"name": name, "description": entry.description, "parameters": dict(entry.input_schema)},
            }
            for name, entry in self.shown.items()
        ]
        return [SEARCH_TOOL, *made] if self.searching else made

    async def call(self, call: ToolCall) -> str:
        try:
            arguments = json.loads(call.arguments) if isinstance(call.arguments, str) else call.arguments
            if call.name == "search_tools" and self.searching:
                return self._search(str(arguments["query"]))
            entry = self.shown.get(call.name)
            if entry is None:
                return f"error: there is no tool {call.name}"
            result = await self._source.call(entry.name, dict(arguments), CallContext())
        except (CodeModeError, KeyError, TypeError, ValueError) as odd:
            return f"error: {odd}"
        return json.dumps(result, ensure_ascii=False)[:MAX_RESULT]

    def _search(self, query: str) -> str:
        found = {_plain_name(entry.name): entry for entry in self._catalog.search(query, FOUND)}
        self.shown |= found
        return ", ".join(found) or "nothing was found"


def _plain_name(name: str) -> str:
    return name.replace(".", "_")


async def _directly(world: World, model: Counted, turns: Sequence[str], outcome: Outcome, *, searching: bool) -> None:
    source = FunctionSource(world.functions, owner=world.owner)
    tools = _Direct(source, await source.list_tools(), searching=searching)
    messages: list[Message] = [SystemMessage(SYSTEM + (SEARCHING if searching else ""))]
    for turn in turns:
        messages.append(UserMessage(turn))
        for _ in range(MAX_TURNS):
            answer = await model.chat(messages, tools.definitions())
            messages.append(AssistantMessage(answer.text, tuple(answer.tool_calls)))
            if not answer.tool_calls:
                outcome.answers.append(answer.text)
                break
            for call in answer.tool_calls:
                outcome.calls += 1
                messages.append(ToolMessage(call.id, call.name, await tools.call(call)))
        else:
            outcome.failure = f"no answer after {MAX_TURNS} requests"
            return


async def _direct(task: Task, world: World, model: Counted, outcome: Outcome) -> None:
    await _directly(world, model, task.turns, outcome, searching=False)


async def _search(task: Task, world: World, model: Counted, outcome: Outcome) -> None:
    await _directly(world, model, task.turns, outcome, searching=True)


# --- programs ----------------------------------------------------------------------------------------------------------


async def _exec(task: Task, world: World, model: Counted, outcome: Outcome) -> None:
    async with Engine([FunctionSource(world.functions, owner=world.owner)], isolation="inline") as engine:
        from codemode import run_agent

        session = engine.session("benchmark")
        transcript: Sequence[Message] = ()
        for turn in task.turns:
            found = await run_agent(turn, model, session=session, transcript=transcript, max_turns=MAX_TURNS)
            transcript = found.transcript
            outcome.calls += len(found.tool_calls)
            outcome.answers.append(found.answer)
            if found.status != "answered":
                outcome.failure = f"no answer after {MAX_TURNS} requests"
                return


def _pipeline(name: Any) -> Callable[[Task, World, Counted, Outcome], Awaitable[None]]:
    async def ask(task: Task, world: World, model: Counted, outcome: Outcome) -> None:
        source = FunctionSource(world.functions, owner=world.owner)
        async with CodeModeUTCP(None, model, sources=[source], pipeline=name, isolation="inline") as cm:
            found = await cm.call_tool(task.turns[0])
        outcome.calls = len(found.tool_calls)
        outcome.answers.append(json.dumps(found.value, ensure_ascii=False, default=str))

    return ask


CHAT_ARMS = ("direct", "search", "exec")
PROMPT_ARMS = ("auto", "staged", "single")  # of tasks with one turn
ARMS: dict[str, Callable[[Task, World, Counted, Outcome], Awaitable[None]]] = {
    "direct": _direct,
    "search": _search,
    "exec": _exec,
    **{name: _pipeline(name) for name in PROMPT_ARMS},
}
