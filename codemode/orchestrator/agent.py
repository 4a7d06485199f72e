"""The agent loop: a chat model with the two tools exec and wait, until it answers."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from codemode.engine import Failed, Session, Waiting
from codemode.engine.attachments import Image
from codemode.engine.events import CallEnded, CallProgress, CallStarted, RunEvent, RunOutput
from codemode.engine.inputs import MAX_ARGUMENTS
from codemode.engine.languages import language_of
from codemode.engine.languages.language import Language
from codemode.engine.model_content import picture_parts
from codemode.engine.model_text import reply_text
from codemode.errors import CodeModeError, ModelError
from codemode.orchestrator import loose_json
from codemode.orchestrator.agent_outcome import AgentOutcome, Reply
from codemode.orchestrator.answers import unwrapped
from codemode.orchestrator.approvals import approvals_of
from codemode.orchestrator.chat import (
    AssistantMessage,
    ChatAnswer,
    Message,
    SystemMessage,
    ToolCall,
    ToolMessage,
    UserMessage,
)
from codemode.orchestrator.chat_asker import ChatAsker
from codemode.orchestrator.events import (
    ApprovalWanted,
    Emit,
    StageFinished,
    StageStarted,
    ToolCalled,
    ToolEnded,
    silent,
)
from codemode.orchestrator.outcome import StageName
from codemode.orchestrator.usage import Usage

MAX_TURNS = 20
MAX_SHOWN = 24_000_000  # bytes of pictures in one conversation; each request to the model sends all of them
OUT_OF_TURNS = "not run: this conversation has used all its turns"
NOT_CALLED = "Nothing of that was run: to run a program, call the tool exec with it. If you know the answer already, say it in plain words."


@dataclass(slots=True)
class Agent:
    """One conversation that is under way."""

    asker: ChatAsker
    session: Session
    max_turns: int = MAX_TURNS
    emit: Emit = silent
    usage: Usage = field(default_factory=Usage)
    _replies: list[Reply] = field(default_factory=list[Reply])
    _waiting: dict[str, Waiting] = field(default_factory=dict[str, Waiting])
    _room: int = MAX_SHOWN  # bytes of pictures that may still be shown
    _wanted: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])
    _reminded: bool = False  # that exec is to be called
    _kept: ChatAnswer | None = None  # the answer before that

    @property
    def _language(self) -> Language:
        return language_of(self.session.engine.languages[0])

    async def converse(self, prompt: str, transcript: Sequence[Message] = ()) -> AgentOutcome:
        """Answers the prompt. Afterwards only runs that wait for an approval are left; none if this is cancelled or fails. An error carries
        the outcome until then."""
        messages = _opening(prompt, transcript, self._language)
        outcome = AgentOutcome("failed", "", 0, messages, self.session, self._replies, usage=self.usage)
        try:
            await self._take_turns(outcome)
        except BaseException as error:
            await self._abort(list(self._waiting))
            if isinstance(error, CodeModeError) and error.outcome is None:
                error.outcome = outcome
            raise
        outcome.approvals = [wanted for reply in self._waiting.values() for wanted in approvals_of(reply)]
        await self._abort([id for id, reply in self._waiting.items() if not approvals_of(reply)])
        return outcome

    async def _take_turns(self, outcome: AgentOutcome) -> None:
        messages = outcome.transcript
        tools = await self.session.definitions("openai")
        for turn in range(1, self.max_turns + 1):
            answer = await self._next(messages, tools)
            outcome.turns, outcome.answer = turn, answer.text or outcome.answer
            messages.append(AssistantMessage(answer.text, tuple(answer.tool_calls)))
            if turn < self.max_turns and self._forgot(messages, answer):
                self._reminded, self._kept = True, answer
                messages.append(UserMessage(NOT_CALLED))
                continue
            if not answer.tool_calls:
                outcome.status, outcome.answer = "answered", loose_json.after_thinking(answer.text)
                outcome.notes += ["the answer was cut off at the model's token limit"] if answer.cut else []
                return
            for call in answer.tool_calls:
                # in the last turn nobody would read the results, so the calls are not made
                if turn == self.max_turns:
                    messages.append(ToolMessage(call.id, call.name, OUT_OF_TURNS))
                else:
                    cut = answer.cut and call is answer.tool_calls[-1]
                    messages.append(self._told(call, await self._handle(call, cut)))
        outcome.status = "out_of_turns"

    def _forgot(self, messages: Sequence[Message], answer: ChatAnswer) -> bool:
        """Whether the model wrote a program instead of calling exec with it. One that has called exec before may quote what was run."""
        has_called = any(isinstance(each, AssistantMessage) and each.tool_calls for each in messages)
        return not has_called and not self._reminded and _is_call(answer.text)

    async def _next(self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]]) -> ChatAnswer:
        """Returns the model's next turn. If it is no better than the answer before a reminder, that one stays."""
        kept, self._kept = self._kept, None
        try:
            answer = await self._turn(messages, tools)
        except ModelError:
            if kept is None:
                raise
            return kept
        if kept is None or answer.tool_calls:
            return answer
        says = loose_json.without_thinking(answer.text).strip()
        return answer if says and kept.text.lstrip().startswith(("{", "<", "`")) else kept

    async def _turn(self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]]) -> ChatAnswer:
        """Returns the model's next turn. Asks once more if it is empty, only thinks or cannot be read, because it would end the conversation."""
        thought: ChatAnswer | None = None
        try:
            answer = await self.asker.ask(messages, tools, self.usage, self.emit)
            if answer.tool_calls or loose_json.without_thinking(answer.text).strip():
                return answer
            thought = answer
        except ModelError as error:
            if error.code != "model_answer_invalid":
                raise
        try:
            return await self.asker.ask(messages, tools, self.usage, self.emit)
        except ModelError:
            if thought is None:
                raise
            return thought

    def _told(self, call: ToolCall, reply: Reply) -> ToolMessage:
        pictures = picture_parts(reply, self._room) if reply.attachments else ()
        self._room -= sum(len(part.data) for part in pictures if isinstance(part, Image))
        return ToolMessage(call.id, call.name, reply_text(reply), pictures)

    # --- calls ------------------------------------------------------------------------------------------------------

    async def _handle(self, call: ToolCall, cut: bool) -> Reply:
        """Makes a call. `cut`: the model reached its token limit before the end of it."""
        arguments = _arguments(call)
        if call.name not in ("exec", "wait"):
            reply = _refused(
                f"there is no tool {call.name[:80]!r} here; the tools are exec and wait",
                f"tools of the catalog are called by programs: exec with {json.dumps({'code': self._language.call})}",
            )
        elif cut and not isinstance(arguments, Mapping):
            how = "write a shorter program, or do one part of the task with each program"
            reply = _refused(f"your answer was cut off at its token limit, inside of the arguments of {call.name}", how)
        elif arguments is None:
            wanted = '{"code": "__out = 1 + 2"}' if call.name == "exec" else '{"run_id": "run_..."}'
            reply = _refused(f"the arguments of {call.name} are not a JSON object", f"write {wanted}")
        else:
            reply = await self._perform(call.name, arguments)
        self._replies.append(reply)
        return reply

    async def _perform(self, name: str, arguments: Mapping[str, Any] | str) -> Reply:
        stage, began = cast(StageName, name), time.monotonic()
        self.emit(StageStarted(stage))
        reply = await self.session.handle(name, arguments, on_event=None if self.emit is silent else self._hear)
        if isinstance(reply, Waiting):
            self._waiting[reply.run_id] = reply
            for wanted in approvals_of(reply):
                # a model that waits again is told again, a listener is told once
                if (wanted.run_id, wanted.call_id) not in self._wanted:
                    self._wanted.add((wanted.run_id, wanted.call_id))
                    self.emit(ApprovalWanted(wanted.run_id, wanted.call_id, wanted.tool))
        elif not (isinstance(reply, Failed) and reply.code == "run_busy"):
            self._waiting.pop(reply.run_id, None)
        error = reply.code if isinstance(reply, Failed) else ""
        self.emit(StageFinished(stage, (time.monotonic() - began) * 1000, error=error))
        return reply

    async def _hear(self, event: RunEvent) -> None:
        """Translates the events of a program to events of the conversation."""
        match event:
            case CallStarted(call_id=call_id, tool=tool):
                self.emit(ToolCalled(call_id, tool))
            case CallEnded(call_id=call_id, tool=tool, status=status, ms=ms):
                self.emit(ToolEnded(call_id, tool, "cancelled" if status == "in_doubt" else status, ms))
            case RunOutput() | CallProgress():
                self.emit(event)
            case _:
                pass

    async def _abort(self, runs: Sequence[str]) -> None:
        for run_id in runs:
            await self.session.abort(run_id)
            self._waiting.pop(run_id, None)


def _opening(prompt: str, transcript: Sequence[Message], language: Language) -> list[Message]:
    if any(isinstance(message, SystemMessage) for message in transcript):
        return [*transcript, UserMessage(prompt)]
    return [SystemMessage(language.agent_text()), *transcript, UserMessage(prompt)]


def _refused(error: str, hint: str) -> Failed:
    return Failed(code="invalid_input", error=error, phase="input", hint=hint)


def _is_call(text: str) -> bool:
    """Whether a text has a call of exec, or a program for it, which the model wrote instead of calling exec."""
    if "__out" not in text and '"code"' not in text:
        return False
    scanned = loose_json.scan(text[:MAX_ARGUMENTS])
    objects = [
        cast("dict[str, Any]", each.value) for each in scanned.values if isinstance(cast(object, each.value), dict)
    ]
    called = any(fields.get("name") == "exec" or "__out" in str(fields.get("code")) for fields in objects)
    return called or any("__out" in block for _, block in scanned.fences)


def _arguments(call: ToolCall) -> Mapping[str, Any] | str | None:
    """Returns the arguments of a call. Their JSON may have raw newlines, and may be inside a fence, a text or a JSON string. Any other text of
    `exec` is a program. Returns None if it is neither."""
    given = call.arguments
    if not isinstance(given, str):
        return given
    text = unwrapped(given[:MAX_ARGUMENTS]).strip()
    if not text:
        return {}
    objects = [each for each in loose_json.scan(text).values if isinstance(each.value, dict)]
    wanted = ("code", "command") if call.name == "exec" else ("run_id",)
    meant = [e for e in objects if not e.in_code and (text.startswith("{") or any(name in e.value for name in wanted))]
    if meant:
        return cast("dict[str, Any]", meant[0].value)
    return given if call.name == "exec" and not text.startswith(('{"', "{\n")) else None
