"""Questions to the person at an MCP client about a run: a form for each waiting call, or one for the whole program."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, Final, cast

import mcp.types as t

from codemode.engine import Session
from codemode.engine.durable.approval_requests import PendingCall
from codemode.engine.durable.approvals import Approved, Denied, late, past_decision, waiting_calls
from codemode.errors import CodeModeError, RunError
from codemode.server.visible import visible

LOOK_SECONDS: Final = 2.0  # between two looks at whether an open question is still one
MAX_FORMS: Final = 50  # calls that one request asks a person about
MAX_SHOWN: Final = 1000  # characters of an argument in a question
MAX_NAMES: Final = 50  # arguments in a question
_FLAT: Final = ("string", "number", "integer", "boolean")
Decide = Callable[[str, str, Approved | Denied], Awaitable[object]]  # about a call of a run
PROGRAM, CALL = "the whole program", "only this call"


class Questions:
    """Questions about the calls of one run. `told` gets what the model should know about the decisions, `decide` makes them."""

    def __init__(self, session: Session, run_id: str, told: list[str], decide: Decide) -> None:
        self.run_id = run_id
        self._session = session
        self._told = told
        self._decide = decide

    async def open(self) -> list[PendingCall]:
        """Returns the calls to ask about: the one that asks for the whole program, else all."""
        asked = (await self._session.asked()).get(self.run_id, [])
        return [call for call in asked if call.effects is not None] or asked[:MAX_FORMS]

    async def take_all(self, answers: Mapping[str, Any]) -> bool:
        """Applies the person's answer to each call. Returns False if the person did not answer."""
        said, asked = True, (await self._session.asked()).get(self.run_id, [])
        for call in await self.open():
            answer = answers.get(call.call_id)
            if isinstance(answer, t.ElicitResult):
                said = await self.take(call, answer) and said
        await self._tell_late({*answers} - {call.call_id for call in asked})
        return said

    async def _tell_late(self, decided: Collection[str]) -> None:
        """Tells of answers to calls about which somebody else has decided meanwhile."""
        for call_id in list(decided)[:MAX_FORMS]:
            said = await past_decision(self._session.engine.runs, self._session.scope, self.run_id, call_id)
            self._told += [late(call_id, said).message] if said is not None else []

    async def settled(self, call: PendingCall) -> None:
        """Returns when the call no longer waits: somebody else has decided, perhaps on another host, or the run is over."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                asked = await waiting_calls(self._session.engine.runs, self.run_id)
            except RunError:
                return
            except CodeModeError:
                continue  # the store does not answer
            if all(each.call_id != call.call_id for each in asked):
                return

    async def take(self, call: PendingCall, answer: t.ElicitResult) -> bool:
        """Applies the person's answer. Returns False if there is none or it cannot be applied; then the call still waits."""
        try:
            if answer.action == "accept":
                await self._decide(self.run_id, call.call_id, _approval(call, answer.content or {}))
            elif answer.action == "decline":
                await self._decide(self.run_id, call.call_id, Denied("the person at the client declined"))
            else:
                return False
        except CodeModeError as refused:
            if refused.code == "run_not_found":
                return True  # it has ended meanwhile: its last reply tells more
            self._told.append(refused.message)
            return isinstance(refused, RunError)  # somebody else was first, or the run is over: wait tells which
        return True


def _approval(call: PendingCall, content: Mapping[str, Any]) -> Approved:
    if call.question:
        return Approved(dict(content))
    if call.effects is not None:
        tools = str(content.get("tools") or "").replace(",", " ").split()
        return Approved(program=content.get("approve", PROGRAM) == PROGRAM, tools=tuple(tools))
    given = {name: value for name, value in content.items() if name in call.arguments or value not in ("", None)}
    changed = any(call.arguments.get(name) != value for name, value in given.items())
    return Approved({**call.arguments, **given} if changed else None)


def form_of(call: PendingCall) -> t.ElicitRequestFormParams:
    """Returns the form for a call. Arguments with a simple type can be edited, the others are shown; for a whole program its effects are shown. A
    question of a tool is passed on as it is."""
    if call.question:
        message = visible(f"{call.tool} asks: {call.question}")
        return t.ElicitRequestFormParams(message=message, requested_schema=dict(call.input_schema))
    lines = [f"  {_written(name)}: {_written(value)}" for name, value in list(call.arguments.items())[:MAX_NAMES]]
    if len(call.arguments) > MAX_NAMES:
        lines.append(f"  and {len(call.arguments) - MAX_NAMES} more arguments that are not shown here")
    wants = "\n".join([f"A program wants to call {call.tool} with", *lines, ""])
    if call.effects is not None:
        fields: dict[str, Any] = {"approve": {"type": "string", "enum": [PROGRAM, CALL], "default": PROGRAM}}
        if any(not effect.tool for effect in call.effects.calls):
            about = "tools that calls with computed names may use"
            fields["tools"] = {"type": "string", "title": "Tools", "description": about, "default": ""}
        told = visible(str(call.effects))
        message = f"{wants}Everything that it can do:\n{told}\nAccept to allow all of it, decline to refuse every call that needs approval."
        return t.ElicitRequestFormParams(message=message, requested_schema={"type": "object", "properties": fields})
    known = cast("dict[str, Any]", call.input_schema.get("properties") or {})
    found = {name: _field(known[name], call.arguments[name]) for name in known if name in call.arguments}
    properties = {name: field for name, field in found.items() if field}
    message = f"{wants}Accept to make the call, decline to refuse it."
    return t.ElicitRequestFormParams(message=message, requested_schema={"type": "object", "properties": properties})


def _written(value: Any) -> str:
    """JSON of a value, with the middle of a long one left out. Characters that change how the others are shown are escaped."""
    text = visible(json.dumps(value, ensure_ascii=False))
    if len(text) <= MAX_SHOWN:
        return text
    return f"{text[: MAX_SHOWN // 2]} … ({len(text) - MAX_SHOWN} characters are not shown) … {text[-MAX_SHOWN // 2 :]}"


def _field(schema: Any, value: Any) -> dict[str, Any] | None:
    """Returns the field of a form for a parameter; None if it is not a single value."""
    if not isinstance(schema, dict):
        return None
    found = cast("dict[str, Any]", schema)
    kind = found.get("type")
    if kind not in _FLAT or not (isinstance(value, str | int | float | bool)):
        return None
    kept = {
        key: found[key]
        for key in ("title", "description", "minimum", "maximum", "minLength", "maxLength")
        if key in found
    }
    choices = found.get("enum")
    if (
        kind == "string"
        and isinstance(choices, list)
        and all(isinstance(each, str) for each in cast("list[object]", choices))
    ):
        kept["enum"] = choices
    return {"type": kind, "default": value, **kept}
