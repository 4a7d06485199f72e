"""Questions that a tool asks a person during its call, as in MCP elicitation.

The call is under way while the person thinks, only in this process: a question is in no journal, has a deadline, and ends with its call. If the
process dies, the call is in doubt like any other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, Final, cast

from codemode.catalog import Checker
from codemode.data import copied
from codemode.engine.json_data import WireError, encode
from codemode.engine.protocols import Answer
from codemode.errors import ConfigError, InputError
from codemode.records import dataclass

if TYPE_CHECKING:
    from codemode.engine.call_records import OpenCall, ToolCallRecord
    from codemode.engine.calls import Calls
    from codemode.engine.event_reporter import EventReporter

MAX_ASKED: Final = 20  # questions of one call
MAX_QUESTION: Final = 4000  # characters
MAX_SCHEMA: Final = 16 << 10  # bytes of the JSON Schema of an answer
MAX_SECONDS: Final = 86_400.0

DECLINED: Final = Answer("decline")
UNANSWERED: Final = Answer("cancel")

_BLANK: Final[dict[str, Any]] = {"string": "", "boolean": False, "number": 0, "integer": 0, "array": []}


@dataclass(slots=True, eq=False)
class Question:
    """An open question. `schema` is the JSON Schema of the answer."""

    id: str
    call: ToolCallRecord
    text: str
    schema: Mapping[str, Any]
    answer: asyncio.Future[Answer] = field(default_factory=lambda: asyncio.get_running_loop().create_future())

    @property
    def told(self) -> dict[str, Any]:
        """What an event tells of the question."""
        return {"call_id": self.id, "question": self.text, "answer_schema": dict(self.schema)}

    @property
    def form(self) -> dict[str, Any]:
        """The initial values of a form: the default of each field, or an empty value."""
        return {name: _initial(each) for name, each in _fields(self.schema).items()}

    def take(self, given: dict[str, Any] | None) -> None:
        """Takes the person's answer; None means all defaults of the schema. Raises InputError if it does not fit; the question then stays open."""
        content = self._defaults() if given is None else given
        problems = Checker(self.schema).problems(content)
        if problems:
            raise InputError(
                f"the answer does not fit the question of {self.call.tool}: {'; '.join(problems)}; the question is still open"
            )
        self.end(Answer("accept", content))

    def end(self, answer: Answer = UNANSWERED) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)

    def _defaults(self) -> dict[str, Any]:
        return {name: copied(each["default"]) for name, each in _fields(self.schema).items() if "default" in each}


def _fields(schema: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    known = schema.get("properties")
    found = cast("dict[str, Any]", known) if isinstance(known, dict) else {}
    return {name: cast("dict[str, Any]", each) for name, each in found.items() if isinstance(each, dict)}


def _initial(schema: dict[str, Any]) -> Any:
    if "default" in schema:
        return copied(schema["default"])
    choices = schema.get("enum")
    if isinstance(choices, list) and choices:
        return cast("list[Any]", choices)[0]
    kind = schema.get("type")
    return copied(_BLANK.get(kind)) if isinstance(kind, str) else None


class Questions:
    """The questions of one cell's `calls`, which are in `open` meanwhile, by their ids. `seconds` is how long a person has for each; `wake` is called
    when a question was asked or answered."""

    def __init__(
        self,
        calls: Calls,
        open: dict[str, Question],
        running: Mapping[str, OpenCall],
        reporter: EventReporter,
        seconds: float,
        wake: Callable[[], None],
    ) -> None:
        self._calls = calls
        self._open = open
        self._running = running
        self._reporter = reporter
        self._seconds = seconds
        self._wake = wake
        self._loop = asyncio.get_running_loop()
        self._asked: dict[str, int] = {}  # how many, by the id of their call

    async def ask(self, call_id: str, text: str, schema: Mapping[str, Any]) -> Answer:
        """Asks a question, on any event loop."""
        if asyncio.get_running_loop() is self._loop:
            return await self._ask(call_id, text, schema)
        asking = self._ask(call_id, text, schema)
        try:
            return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(asking, self._loop))
        except RuntimeError:  # the loop is closed: nobody is there
            asking.close()
            return DECLINED

    async def _ask(self, call_id: str, text: str, schema: Mapping[str, Any]) -> Answer:
        number, opened = self._asked.get(call_id, 0) + 1, self._running.get(call_id)
        if opened is None or number > MAX_ASKED or not _is_short(schema):
            return DECLINED
        self._asked[call_id] = number
        question = Question(f"{call_id}.{number}", opened.record, text[:MAX_QUESTION], schema)
        self._open[question.id] = question
        tool_id = self._calls.tool_id(opened.record.tool)
        self._reporter.asked(opened.record, tool_id, question.form, question=question.told)
        self._wake()
        try:
            async with asyncio.timeout(self._seconds):
                return await question.answer
        except TimeoutError:
            self._reporter.decided(question.id, opened.record.tool, approved=False, reason="nobody answered in time")
            return UNANSWERED
        finally:
            self._open.pop(question.id, None)
            self._wake()


def _is_short(schema: Mapping[str, Any]) -> bool:
    try:
        return len(encode(schema)) <= MAX_SCHEMA
    except WireError:
        return False


def checked_seconds(seconds: object) -> float | None:
    """Returns how many seconds a person has for an answer. Raises ConfigError."""
    if seconds is None:
        return None
    if isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 < seconds <= MAX_SECONDS:
        return float(seconds)
    raise ConfigError(
        f"answer_timeout must be the seconds that a person has to answer a question, up to {MAX_SECONDS:g}, or None, not {seconds!r}"
    )
