"""Tasks of other benchmarks, from folders that the user has fetched. Their code is run as it is, so fetch it from where you trust it."""

from __future__ import annotations

import ast
import contextlib
import copy
import importlib
import inspect
import io
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.agents.tasks import Task, World
from codemode import FunctionTool

WHERE = {
    "--bfcl": "the folder berkeley-function-call-leaderboard of https://github.com/ShishirPatil/gorilla",
    "--m3": "the folder scripts/eval/m3tooleval of https://github.com/xingyaoww/code-act",
}
BFCL_DATA = "bfcl_eval/data/BFCL_v4_multi_turn_base.json"
BFCL_ANSWERS = "bfcl_eval/data/possible_answer/BFCL_v4_multi_turn_base.json"
BFCL_DOCS = "bfcl_eval/data/multi_turn_func_doc"
BFCL_CODE = "bfcl_eval.eval_checker.multi_turn_eval.func_source_code"
# the file that each class lies in, and that documents it
BFCL_CLASSES = {
    "GorillaFileSystem": "gorilla_file_system",
    "MathAPI": "math_api",
    "MessageAPI": "message_api",
    "TwitterAPI": "posting_api",
    "TicketAPI": "ticket_api",
    "TradingBot": "trading_bot",
    "TravelAPI": "travel_booking",
    "VehicleControlAPI": "vehicle_control",
}
STATELESS = ("MathAPI",)
KINDS = {"dict": "object", "float": "number", "tuple": "array", "any": ""}


def bfcl(folder: Path) -> list[Task]:
    """The tasks of BFCL v4 multi-turn.

    Right is a task whose objects are, at the end, as its reference calls leave them, and whose calls gave all that these gave. BFCL's own checker
    compares both after each turn; it is the stricter one.
    """
    _needs(folder, "--bfcl", BFCL_DATA, BFCL_ANSWERS, BFCL_DOCS)
    answers = {found["id"]: found["ground_truth"] for found in _lines(folder / BFCL_ANSWERS)}
    with _importing(folder):
        return [_bfcl_task(folder, found, answers[found["id"]]) for found in _lines(folder / BFCL_DATA)]


@dataclass(slots=True)
class _BfclState:
    objects: dict[str, Any] = field(default_factory=dict[str, Any])
    results: list[Any] = field(default_factory=list[Any])  # of all calls


def _bfcl_task(folder: Path, told: dict[str, Any], reference: list[list[str]]) -> Task:
    turns = tuple("\n".join(message["content"] for message in turn) for turn in told["question"])
    make = partial(_bfcl_world, folder, told)

    def right(world: World, answers: list[str]) -> bool:
        wanted = make().state.objects
        results = [_make_call(wanted, call) for turn in reference for call in turn]
        missing = Counter(map(_shown, results)) - Counter(map(_shown, world.state.results))
        return not missing and all(
            _visible(made) == _visible(wanted[name]) for name, made in world.state.objects.items()
        )

    return Task(f"bfcl_{told['id']}", "BFCL multi-turn", make, turns, right)


def _bfcl_world(folder: Path, told: dict[str, Any]) -> World:
    state = _BfclState()
    tools: list[FunctionTool] = []
    left_out = set(told.get("excluded_function", ()))
    for name in told["involved_classes"]:
        with _importing(folder):
            made = getattr(_module(f"{BFCL_CODE}.{BFCL_CLASSES[name]}"), name)()
        if name not in STATELESS:
            made._load_scenario(copy.deepcopy(told["initial_config"].get(name, {})), long_context=False)
        state.objects[name] = made
        for doc in _lines(folder / BFCL_DOCS / f"{BFCL_CLASSES[name]}.json"):
            if doc["name"] not in left_out:
                schema = json_schema(doc["parameters"])
                call = _kept(getattr(made, doc["name"]), state.results)
                tools.append(FunctionTool(doc["name"], call, doc["description"], schema))
    return World("bfcl", tools, state)


def _kept(call: Callable[..., Any], results: list[Any]) -> Callable[..., Any]:
    """The same call, whose results are kept."""

    def kept(**arguments: Any) -> Any:
        try:
            result = call(**arguments)
        except Exception as odd:
            results.append(str(odd))
            raise
        results.append(copy.deepcopy(result))
        return result

    return kept


def _shown(result: Any) -> str:
    return json.dumps(result, sort_keys=True, default=str)


def _make_call(objects: Mapping[str, Any], text: str) -> Any:
    """What a reference call such as `mv(source='a', destination='b')` gives: its arguments are literals, or calls themselves."""
    try:
        return copy.deepcopy(_value(objects, ast.parse(text.strip(), mode="eval").body))
    except Exception as odd:  # the reference has calls that fail, and goes on
        return str(odd)


def _value(objects: Mapping[str, Any], node: ast.expr) -> Any:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        owner = next(made for made in objects.values() if hasattr(made, node.func.id))
        named = {keyword.arg: _value(objects, keyword.value) for keyword in node.keywords if keyword.arg}
        return getattr(owner, node.func.id)(*(_value(objects, each) for each in node.args), **named)
    return ast.literal_eval(node)


def _visible(made: Any) -> dict[str, Any]:
    return {key: value for key, value in vars(made).items() if not key.startswith("_")}


def json_schema(told: Any) -> Any:
    """A schema with Python's names of types in JSON Schema's."""
    if isinstance(told, list):
        return [json_schema(item) for item in told]
    if not isinstance(told, dict):
        return told
    fields = {key: json_schema(value) for key, value in told.items()}
    kind = fields.get("type")
    if isinstance(kind, str) and kind in KINDS:
        fields.pop("type")
        fields |= {"type": KINDS[kind]} if KINDS[kind] else {}
    return fields


def m3(folder: Path) -> list[Task]:
    """The tasks of M3ToolEval, judged by its own `check_answer`."""
    _needs(folder, "--m3", "tasks/__init__.py", "tasks/base.py", "tasks/impl")
    with _importing(folder), contextlib.redirect_stdout(io.StringIO()):
        _module("tasks")
        found = [task for tasks, _ in sys.modules["tasks.base"].task_iterators for task in tasks]
    return [_m3_task(task) for task in found]


def _m3_task(task: Any) -> Task:
    def make() -> World:
        with contextlib.redirect_stdout(io.StringIO()):
            task.reset()
        tools = [_m3_tool(name, tool) for name, tool in task.tools.items()]
        return World("m3", tools, task)

    def right(world: World, answers: list[str]) -> bool:
        return any(task.check_answer(said) for said in _said(answers[-1]))

    prompt = f"{task.instruction}\nAnswer with nothing but the result (for example a single number)."
    return Task(f"m3_{task.name}", "M3ToolEval", make, (prompt,), right)


def _m3_tool(name: str, tool: Any) -> FunctionTool:
    described = f"{tool.description} Signature: {tool.fn_signature}"
    try:
        parameters = list(inspect.signature(tool.function).parameters.values())
    except ValueError:  # a builtin, such as max
        parameters = None
    if parameters is None or any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters):
        values = {"type": "array", "description": "the arguments"}
        given = {"type": "object", "properties": {"values": values}}

        def spread(values: Sequence[Any] = ()) -> Any:
            return tool.function(*values)

        return FunctionTool(name, spread, described, given)
    needed = [parameter.name for parameter in parameters if parameter.default is parameter.empty]
    schema = {"type": "object", "properties": {each.name: {} for each in parameters}, "required": needed}
    return FunctionTool(name, tool.function, described, schema)


def _said(answer: str) -> Iterator[str]:
    yield answer.strip()
    with contextlib.suppress(ValueError):  # what a pipeline gives is JSON
        value = json.loads(answer)
        yield value if isinstance(value, str) else str(value)


def _needs(folder: Path, option: str, *paths: str) -> None:
    missing = [path for path in paths if not (folder / path).exists()]
    if missing:
        raise SystemExit(f"{option} {folder}: {', '.join(missing)} must lie there; it is {WHERE[option]}")


def _module(name: str) -> ModuleType:
    try:
        return importlib.import_module(name)
    except ImportError as odd:
        raise SystemExit(
            f"{name} cannot be imported ({odd}): BFCL needs the package mpmath, M3ToolEval tqdm and ipython"
        ) from odd


def _lines(path: Path) -> list[dict[str, Any]]:
    """A file with a JSON object in each line."""
    try:
        return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]
    except (OSError, ValueError) as odd:
        raise SystemExit(f"{path}: each of its lines must be a JSON object ({odd})") from odd


@contextlib.contextmanager
def _importing(folder: Path) -> Iterator[None]:
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
