"""Defines the shapes of answers that a model is asked for, and reads them. A missing plan is an error; it never counts as "no tools needed"."""

from __future__ import annotations

import asyncio
import json
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from reprlib import Repr
from typing import Annotated, Any, NamedTuple, TypeVar, cast

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from codemode.errors import ModelError
from codemode.orchestrator import loose_json

MAX_ANSWER = 1 << 19  # characters of an answer that are read
MAX_VALUES = 20_000  # values of an answer that are searched for the object
MAX_NAMES, MAX_NAME = 1000, 4096  # names of tools, or searches, in an answer, and characters of each
MAX_SHOWN = 2000  # characters that are looked at to show how an answer begins
MAX_BITS = 2000  # of an integer that is shown with its digits
SHORT = 8 << 10  # characters of an answer that is read on the event loop

# the words of yes and no that models use for a flag
_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_AROUND = " \t\r\n`'\"*."  # what models put around one word
_NAME_KEYS = ("name", "tool", "tool_name", "id")
_CODE_KEYS = ("code", "go", "golang", "python", "py", "snippet", "source", "value", "text")
_LANGUAGES = ("", "go", "golang", "py", "python", "python3")  # what a fence with a program may be marked as
_CHANGES = ("diff", "patch")  # what a fence with changes of a program is marked as
_CALL_KEYS = (
    "arguments",
    "args",
    "parameters",
    "params",
    "input",
)  # under these a model writes the arguments of a call
_BARE = re.compile(r"^[ \t]*+__out\b[^\n=]{0,40}=", re.MULTILINE)
SEVERAL = "the model's answer has several programs that differ: send one object, with the program that is meant, and nothing else"
_PLACEHOLDERS = ("...", "…")  # the code in the form that a prompt shows


def _flag(value: Any) -> Any:
    return _FLAGS.get(str(value).strip().lower(), value) if isinstance(value, (str, int)) else value


def _names(value: Any) -> Any:
    """Returns a list of names. It also takes objects with a name, a map with names as keys, and one text with commas."""
    if isinstance(value, str):
        return _names([part.strip() for part in value.split(",") if part.strip()])
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        named = next((fields[key] for key in _NAME_KEYS if isinstance(fields.get(key), str)), None)
        return _names(list(fields)) if named is None else [named]
    if isinstance(value, list):
        items = cast("list[Any]", value)
        if len(items) > MAX_NAMES or any(isinstance(item, str) and len(item) > MAX_NAME for item in items):
            raise ValueError("too many names, or too long ones")
        return [name for item in items for name in _one_name(item)]
    return [] if value is None else cast(object, value)


def _one_name(item: Any) -> list[Any]:
    return cast("list[Any]", _names(item)) if isinstance(item, dict) else [item]


def _code(value: Any) -> Any:
    """Returns source text. It also takes a list of lines, and an object with the text in one field."""
    if isinstance(value, list):
        lines = cast("list[Any]", value)
        return "\n".join(lines) if all(isinstance(line, str) for line in lines) else lines
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        texts = [fields[key] for key in _CODE_KEYS if key in fields] or list(fields.values())[:1]
        return _code(texts[0]) if texts else fields
    if isinstance(value, str) and len(value) > MAX_ANSWER:
        raise ValueError("too long for a program")
    return "" if value is None else value


Flag = Annotated[bool, BeforeValidator(_flag)]
Names = Annotated[list[str], BeforeValidator(_names)]
Code = Annotated[str, BeforeValidator(_code)]


class Answer(BaseModel):
    model_config = ConfigDict(extra="ignore", populate_by_name=True)


class Decision(Answer):
    """Are tools needed?"""

    needs: Flag = Field(validation_alias=AliasChoices("needs", "needs_tools", "tools_needed", "need", "use_tools"))


_TOOLS = AliasChoices("tools", "tool_names", "selected_tools", "selected")


class Selection(Answer):
    """Which tools?"""

    tools: Names = Field(validation_alias=_TOOLS)


class SelectionOrSearch(Answer):
    """Which tools, or which words to search for?"""

    tools: Names | None = Field(None, validation_alias=_TOOLS)
    search: Names = []

    @model_validator(mode="after")
    def _says_something(self) -> SelectionOrSearch:
        if self.tools is None and not self.search:
            raise ValueError("neither tools nor words to search for")
        return self


_CODE = AliasChoices("code", "snippet", "go", "python", "program")


class Snippet(Answer):
    """The program to run. `stream` says that it calls a streaming tool."""

    code: Code = Field(validation_alias=_CODE)
    stream: Flag = False


class Plan(Snippet):
    """A selection and a snippet in one answer. If `tools` is missing, the model declared nothing."""

    tools: Names | None = None

    @property
    def needs_none(self) -> bool:
        """Whether the answer says that no tool is needed."""
        return self.tools == [] and not self.code.strip()


class PlanOrSearch(Plan):
    """Code, or words to search for."""

    code: Code = Field("", validation_alias=_CODE)
    search: Names = []

    @model_validator(mode="after")
    def _says_something(self) -> PlanOrSearch:
        if "code" not in self.model_fields_set and not self.search:
            raise ValueError("neither code nor words to search for")
        return self


A = TypeVar("A", bound=Answer)


async def read_aside(answer: Any, shape: type[A]) -> A:
    """Like `read`, but reads a long answer in a thread, so that the event loop stays free."""
    if isinstance(answer, str) and len(answer) <= SHORT:
        return read(answer, shape)
    return await asyncio.to_thread(read, answer, shape)


def read(answer: Any, shape: type[A]) -> A:
    """Returns the answer as an object of the shape. Raises ModelError, which shows what was answered instead."""
    if isinstance(answer, BaseModel):
        answer = answer.model_dump()
    if isinstance(answer, (bytes, bytearray)):
        answer = bytes(answer[: 4 * MAX_ANSWER]).decode("utf-8", "replace")
    scanned = loose_json.scan(unwrapped(answer[:MAX_ANSWER])) if isinstance(answer, str) else None
    programs = _programs(scanned.fences) if scanned is not None and issubclass(shape, Snippet) else []
    found = _best(_objects(answer if scanned is None else scanned.values), shape, programs)
    if found is None and scanned is not None:
        found = _from_text(answer, scanned, programs, shape)
    if found is None:
        raise ModelError(
            f"the model's answer has no JSON object with {_wanted(shape)}: {_shown(answer)}",
            code="model_answer_invalid",
        )
    return found


def _wanted(shape: type[Answer]) -> str:
    if issubclass(shape, (SelectionOrSearch, PlanOrSearch)):
        return f'"{"tools" if issubclass(shape, SelectionOrSearch) else "code"}" or "search"'
    return " and ".join(f'"{name}"' for name, field in shape.model_fields.items() if field.is_required())


class _ShortRepr(Repr):
    def repr_int(self, x: int, level: int) -> str:
        # Python refuses to write out more than 4300 digits
        return super().repr_int(x, level) if x.bit_length() < MAX_BITS else f"<an integer of {x.bit_length()} bits>"


_SHORT_REPR = _ShortRepr()
_SHORT_REPR.maxstring = _SHORT_REPR.maxlong = _SHORT_REPR.maxother = 200
_SHORT_REPR.maxdict = _SHORT_REPR.maxlist = 20


def _shown(answer: Any) -> str:
    text = answer[:MAX_SHOWN] if isinstance(answer, str) else _SHORT_REPR.repr(answer)
    text = " ".join(text.split())
    if not text:
        return "it is empty"
    return f"{text[:200]}..." if len(text) > 200 else text


class _Object(NamedTuple):
    """An object of an answer; `depth` is the number of objects around it. `certain` tells that it is probably neither a literal of a program nor the
    arguments of a call."""

    fields: Mapping[str, Any]
    depth: int
    certain: bool


def _objects(answer: Any) -> Iterator[_Object]:
    """Yields the objects of an answer: first those at the top, in order, then those inside them. Stops after MAX_VALUES values."""
    waiting: deque[tuple[Any, int, bool]] = deque([(answer, 0, True)])
    for _ in range(MAX_VALUES):
        if not waiting:
            return
        value, depth, certain = waiting.popleft()
        if isinstance(value, loose_json.Found):
            value, certain = value.value, not value.in_code
        if isinstance(value, Mapping):
            fields = cast("Mapping[str, Any]", value)
            yield _Object(fields, depth, certain)
            waiting.extend((inner, depth + 1, certain and key not in _CALL_KEYS) for key, inner in fields.items())
        elif isinstance(value, list):
            waiting.extend((inner, depth, certain) for inner in cast("list[Any]", value))


def unwrapped(text: str) -> str:
    """Returns the JSON of a model that put it into a JSON string; other text unchanged."""
    if not text.lstrip().startswith('"'):
        return text
    try:
        inner = json.loads(text, strict=False)
    except ValueError:
        return text
    return inner if isinstance(inner, str) else text


def _best(objects: Iterator[_Object], shape: type[A], programs: list[str]) -> A | None:
    """Returns the first object with all keys of the shape, else the first with the required keys. `programs` are those in fences.

    Raises ModelError if the answer has two programs that differ. An object that has only `code` may be meant for a tool: it counts if it is certain
    that it is not and there is no program in a fence, or if its code assigns the result.
    """
    is_program = issubclass(shape, Snippet)
    best: tuple[tuple[int, bool, bool, int], A] | None = None
    for fields, depth, certain in objects:
        said = not is_program or "tools" in fields or "stream" in fields
        rank = _missing(fields, shape), not said, not certain, depth
        if best is not None and rank > best[0]:
            continue
        try:
            made = shape.model_validate(fields)
        except ValidationError:
            continue
        code = made.code.strip() if isinstance(made, Snippet) else ""
        if code in _PLACEHOLDERS or not (said or (certain and not programs) or "__out" in code):
            continue
        others = [] if said else [program.strip() for program in programs if "__out" in program]
        if best is not None and rank == best[0] and is_program:
            others.append(cast("Snippet", best[1]).code.strip())
        if any(code != other for other in others):
            raise ModelError(SEVERAL, code="model_answer_invalid")
        best = (rank, made) if best is None or rank < best[0] else best
    return best[1] if best is not None else None


def _missing(fields: Mapping[str, Any], shape: type[Answer]) -> int:
    # models often leave the flag out if it is false, so it does not tell which object is the plan
    return sum(
        1 for name in shape.model_fields if name not in fields and name not in ("stream", "needs", "code", "search")
    )


def _programs(fences: Sequence[tuple[str, str]]) -> list[str]:
    """Returns the programs in fences, each once: those that assign the result, of those that are marked as programs if there are any; else those
    that are marked as programs, else the others."""
    blocks = [(info, block) for info, block in fences if info in _LANGUAGES]
    kinds = (
        [b for _, b in blocks if "__out" in b],
        [b for info, b in fences if "__out" in b and info not in _CHANGES],
        [b for info, b in blocks if info],
        [b for _, b in blocks],
    )
    return list(dict.fromkeys(next((kind for kind in kinds if kind), list[str]())))


def _from_text(text: str, scanned: loose_json.Scanned, programs: list[str], shape: type[A]) -> A | None:
    """Reads an answer that has no object: a bare list of names, one word for a decision, or a program, in a fence or bare. Raises ModelError if it
    has several programs."""
    if issubclass(shape, (Selection, SelectionOrSearch)):
        lists = [cast("list[Any]", each.value) for each in scanned.values if isinstance(cast(object, each.value), list)]
        named = [names for names in lists if all(isinstance(name, str) for name in names)]
        return shape(tools=named[0]) if named else None
    text = loose_json.without_thinking(text[:MAX_ANSWER])
    if issubclass(shape, Decision):
        needs = _FLAGS.get(text[:MAX_SHOWN].strip(_AROUND).lower())
        return shape(needs=needs) if needs is not None else None
    if not issubclass(shape, Snippet):
        return None
    if not programs and _BARE.search(text) and not text.lstrip().startswith(("{", "[", '"', "`", "~")):
        programs = [text]
    if not programs:
        return None
    if len(programs) > 1:
        raise ModelError(SEVERAL, code="model_answer_invalid")
    streams = any(word in programs[0] for word in ("CallToolStream", "stream_tool"))
    return shape(code=programs[0], stream=streams)


def strict_schema(shape: type[BaseModel]) -> dict[str, Any]:
    """Returns the JSON Schema of a shape for structured outputs: every key is required, no other key is allowed, there are no defaults."""
    return cast("dict[str, Any]", _strict(shape.model_json_schema(by_alias=False, mode="serialization")))


def _strict(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_strict(item) for item in cast("list[Any]", schema)]
    if not isinstance(schema, dict):
        return schema
    fields = cast("dict[str, Any]", schema)
    kept = {key: _strict(value) for key, value in fields.items() if key not in ("default", "title", "description")}
    members = kept.get("properties")
    if kept.get("type") == "object" and isinstance(members, dict):
        # a model writes the keys in this order: first the tools, as in the prompt
        kept["properties"] = dict(
            sorted(cast("dict[str, Any]", members).items(), key=lambda member: member[0] != "tools")
        )
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    return kept
