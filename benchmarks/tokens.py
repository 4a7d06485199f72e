"""What a prompt costs in tokens: one `call_tool`, staged and single, beside giving a model all tool schemas and letting it call them one by one.

    python -m benchmarks.tokens

For every task of the corpus the model is a script that answers with the corpus' own program, in Go or in Python, so the prompts are the real ones.
`in` is what is sent to the model over all its turns, `out` what it writes. The two directions of the direct way, with the very calls that the program
made: "at best" all calls come in one turn (which no model can do where one call needs another's result), "one by one" each call is a turn that reads
everything before it again. Medians over the tasks of a world.
"""

from __future__ import annotations

import asyncio
import importlib
import json
import re
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from rich.console import Console
from rich.table import Table

from codemode import CodeModeUTCP, Engine, FunctionSource, FunctionTool, ScriptedModel
from codemode.catalog import Catalog, ToolEntry
from codemode.catalog.index import catalog_items, exec_index
from codemode.engine.definitions import INDEX_BUDGET, python_items
from codemode.engine.guide import agent_text, python_agent_text, python_snippet_guide, snippet_guide
from codemode.errors import CodeModeError
from codemode.orchestrator.reference import tool_reference
from tests.corpus import worlds
from tests.test_corpus import ENDLESS, MANIFEST, prepare
from tests.world_programs import programs, source_of

WAYS = ("staged", "single", "Python, staged", "Python, single", "at best", "one by one")
MESSAGE = 4  # tokens that a message costs besides its text, as OpenAI counts it


# what every request pays for, in tokens of o200k
BUDGETS = {
    "language guide": 900,
    "agent": 650,
    "exec": 250,
    "Python guide": 650,
    "Python agent": 650,
    "Python exec": 250,
    "exec with both": 350,
}
_PIECE = re.compile(r" ?[^\W\d_]+|\d{1,3}| ?[^\w\s]+\n*|\s*\n|\s+|_", re.ASCII)
WORD = 9  # letters of a word that are one token


def estimate(text: str) -> int:
    """About the tokens of our prompts, and not fewer, without a tokenizer."""
    return sum(1 + (len(piece) - 1) // WORD for piece in _PIECE.findall(text))


def counter() -> tuple[Callable[[str], int], str]:
    """How tokens are counted, and what is to be said about it."""
    try:
        from rs_bpe.bpe import openai
    except ImportError:
        return estimate, "ESTIMATED: `pip install --group tokens` brings a tokenizer"
    return openai.o200k_base().count, "counted with o200k"


def texts() -> dict[str, str]:
    """The texts that have a budget."""

    def described(*languages: str) -> str:
        return Engine(languages=languages).session().tools("mcp")[0]["description"]

    return {
        "language guide": snippet_guide(),
        "agent": agent_text(),
        "exec": described("go"),
        "Python guide": python_snippet_guide(),
        "Python agent": python_agent_text(),
        "Python exec": described("python"),
        "exec with both": described("go", "python"),
    }


def over_budget(count: Callable[[str], int]) -> list[str]:
    """What costs more than it may, in words."""
    counted = {name: count(text) for name, text in texts().items()}
    return [
        f"{name}: {tokens} tokens, {BUDGETS[name]} at most"
        for name, tokens in counted.items()
        if tokens > BUDGETS[name]
    ]


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


def in_python() -> dict[str, str]:
    """The synchronous programs of the corpus by task."""
    found = programs(Path(worlds.__file__).parents[1] / "python")
    return {program.task: program.code for program in found if program.style == "sync"}


async def through_codemode(
    task_id: str, pipeline: Any, count: Callable[[str], int], language: str = "go"
) -> tuple[Cost, Recorded]:
    """The prompts of one `call_tool` and their answers."""
    world, task, code = prepare(task_id)
    if language == "python":
        code = in_python()[task_id]
    recorded = Recorded(world)
    plan = {"tools": _called(world, code), "code": code, "stream": "tream" in code}
    answers: list[Any] = [plan]
    if pipeline == "staged":
        answers = [{"needs": True}, {"tools": plan["tools"]}, {"code": code, "stream": plan["stream"]}]
    model = ScriptedModel(answers)
    options: dict[str, Any] = {"pipeline": pipeline, "max_repairs": 0, "language": language}
    async with CodeModeUTCP(None, model, sources=[recorded.source()], **options) as cm:
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
    return direct_schemas(source_of(world).known_tools() or ())


def direct_schemas(entries: Sequence[ToolEntry]) -> str:
    functions = [
        {"name": e.name.replace(".", "_"), "description": e.description, "parameters": e.input_schema} for e in entries
    ]
    return json.dumps([{"type": "function", "function": function} for function in functions])


def median(costs: Sequence[Cost], name: str) -> str:
    return f"{statistics.median(getattr(cost, name) for cost in costs):,.0f}"


async def measure(count: Callable[[str], int]) -> dict[str, dict[str, list[Cost]]]:
    """Costs by world and way."""
    found: dict[str, dict[str, list[Cost]]] = {}
    for task_id in sorted(set(MANIFEST) - set(ENDLESS)):
        world = MANIFEST[task_id]["world"]
        ways = found.setdefault(world, {way: [] for way in WAYS})
        staged, _ = await through_codemode(task_id, "staged", count)
        single, recorded = await through_codemode(task_id, "single", count)
        task = next(t for t in recorded.world.TASKS if t["id"] == task_id)
        value = "" if callable(task["expected"]) else json.dumps(task["expected"])
        ways["staged"].append(staged)
        ways["single"].append(single)
        for pipeline in ("staged", "single"):
            cost, _ = await through_codemode(task_id, pipeline, count, "python")
            ways[f"Python, {pipeline}"].append(cost)
        for way in ("at best", "one by one"):
            ways[way].append(directly(recorded, task["prompt"], value, way == "at best", count))
    return found


def budgets_table(count: Callable[[str], int]) -> Table:
    table = Table(title="What every request pays for")
    for column in ("text", "tokens", "budget"):
        table.add_column(column, justify="left" if column == "text" else "right")
    for name, text in texts().items():
        table.add_row(name, f"{count(text):,}", f"{BUDGETS[name]:,}")
    return table


def references_table(count: Callable[[str], int]) -> Table:
    table = Table(
        title="All tools of a world: for call_tool, in the description of exec, and as schemas of direct calls"
    )
    columns = ("world", "tools", "reference", "Python reference", "exec", "Python exec", "schemas")
    for column in columns:
        table.add_column(column, justify="left" if column == "world" else "right")
    for name, source in sources():
        entries = source.known_tools() or ()
        catalog = Catalog(entries)
        references = [tool_reference(catalog, catalog.entries, language=each) for each in ("go", "python")]
        indexes = [exec_index(items(catalog), INDEX_BUDGET) for items in (catalog_items, python_items)]
        told = (*references, *indexes, direct_schemas(entries))
        table.add_row(name, str(len(entries)), *(f"{count(text):,}" for text in told))
    return table


def sources() -> Iterator[tuple[str, FunctionSource]]:
    """The worlds of the tests."""
    for name in sorted({task["world"] for task in MANIFEST.values()}):
        yield name, source_of(worlds.load(name))
    for path in sorted(Path(worlds.__file__).parents[2].glob("worlds/*.txt")):
        yield path.stem, importlib.import_module(f"tests.worlds.{path.stem}").source()


def main() -> None:
    count, how = counter()
    console = Console(width=160)
    console.print(budgets_table(count), references_table(count))
    console.print(costs_table(count, how))
    wrong = over_budget(count)
    if wrong:
        raise SystemExit("; ".join(wrong))


def costs_table(count: Callable[[str], int], how: str) -> Table:
    table = Table(title=f"Tokens for one prompt, median over the tasks of a world; {how}")
    table.add_column("world")
    table.add_column("tools / tasks", justify="right")
    table.add_column("schemas alone", justify="right")
    for way in WAYS:
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
    return table


if __name__ == "__main__":
    main()
