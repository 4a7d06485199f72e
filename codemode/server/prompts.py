"""POST /v1/call: a prompt, to which the server's model answers with a program."""

from __future__ import annotations

import logging
from collections.abc import Awaitable
from dataclasses import asdict
from math import ceil
from typing import Any, Final, NoReturn

from pydantic import BaseModel, ConfigDict, Field

from codemode.engine.escaping import escaped
from codemode.engine.replies import Attachment, Diagnostic
from codemode.errors import CodeModeError, ConfigError, InternalError, ModelError
from codemode.orchestrator import CallOutcome, CodeModeUTCP
from codemode.orchestrator.codemode_utcp import CALL_TIMEOUT
from codemode.server.events import Ended
from codemode.server.hub import Hub
from codemode.server.idempotency import key_of
from codemode.server.routes import ApiRequest, Endpoint, OtherRun, Refusal, RunsOfPrompt, status_of

MOST_RETRY: Final = 3600  # seconds that a client is told to wait at most

log = logging.getLogger("codemode")


class CallBody(BaseModel):
    """A prompt for the server's model. `timeout_ms` is the time for the whole request: questions to the model, runs and repairs. Without it, each run
    has 20 seconds and each answer of the model two minutes."""

    model_config = ConfigDict(extra="forbid", strict=True)

    prompt: str
    timeout_ms: float | None = Field(None, gt=0)


class Usage(BaseModel):
    """What asking the model cost: requests, tokens as its server counted them, milliseconds."""

    requests: int
    input_tokens: int
    output_tokens: int
    ms: float


class _Answer(BaseModel):
    status: str
    used_tools: bool
    value: Any = None
    exit_code: int = 0
    code: str = ""
    stdout: str = ""
    warnings: list[Diagnostic] = Field(default_factory=list[Diagnostic])
    attachments: list[Attachment] = Field(default_factory=list[Attachment])
    notes: list[str] = Field(default_factory=list[str])
    attempts: int = 0
    usage: Usage


class CallAnswer(RunsOfPrompt, _Answer):
    """The result of the model's program. `used_tools` is False if no tool was needed. If the program waits for a person, `status` is "waiting":
    decide about the calls of the run `run_id`, then wait for it. `code` is the program, `stdout` what it printed, `attempts` how many programs were
    tried, `notes` say what else there is to know. The other keys are those of a reply."""


class Prompts:
    """Answers prompts in the server's own engine, so that they have the same policy and limits as programs."""

    def __init__(self, hub: Hub, front: CodeModeUTCP | None) -> None:
        self._hub = hub
        self._front = front.over(hub.engine, self._question) if front is not None else None

    async def call(self, asked: ApiRequest) -> CallAnswer:
        body: CallBody = asked.body
        if key_of(asked) is not None:
            told = "the header Idempotency-Key is for programs (/v1/exec and /v1/run): a prompt that is sent again is answered again"
            raise Refusal(422, "invalid_input", told, "remove the header; /v1/runs shows what an earlier request did")
        if self._front is None:
            raise Refusal(
                501, "no_model", "this server has no model: start it with --model, or send a program to /v1/exec"
            )
        self._hub.refuse_if_draining()
        with self._hub.busy():
            front = self._front.on_behalf_of(asked.who.agent)
            try:
                outcome = await front.call_tool(
                    body.prompt, timeout=body.timeout_ms or CALL_TIMEOUT, total_timeout=body.timeout_ms
                )
            except CodeModeError as error:
                _refuse(error)
        return CallAnswer(
            **_runs(outcome),
            status=outcome.status,
            used_tools=outcome.used_tools,
            value=outcome.value,
            exit_code=outcome.exit_code,
            code=outcome.code,
            stdout=outcome.stdout,
            warnings=list(outcome.warnings),
            attachments=list(outcome.attachments),
            notes=outcome.notes,
            attempts=outcome.attempts,
            usage=Usage(**asdict(outcome.usage)),
        )

    async def _question(self, asked: Awaitable[Any]) -> Any:
        """Awaits the answer of the model, as long as the server does not end. What its server said, and its address, are for the log alone."""
        try:
            return await self._hub.before_end(asked)
        except Ended:
            told = "the server is shutting down and asks its model nothing more"
            hint = "send the prompt again when the server is back, if this answer names no calls that were made"
            ending = InternalError(told, code="draining")
            ending.hint = hint
            raise ending from None
        except ModelError as error:
            if not error.public:
                raise
            log.warning("the model did not answer a prompt: %s", escaped(error.message))
            shown = ModelError(error.public, code=error.code)
            shown.is_temporary, shown.retry_after = error.is_temporary, error.retry_after
            raise shown from error

    def endpoint(self) -> Endpoint:
        told = "Answer a prompt with a program."
        return Endpoint("POST", "/v1/call", self.call, told, "run", CallAnswer, CallBody, waits=True)


def _runs(outcome: CallOutcome) -> dict[str, Any]:
    others = [
        OtherRun(run_id=each.run_id, problem=each.problem, tool_calls=list(each.tool_calls))
        for each in outcome.history
        if each.run_id and each.run_id != outcome.run_id
    ]
    return {
        "run_id": outcome.run_id,
        "session": outcome.session if outcome.run_id else "",
        "tool_calls": list(outcome.tool_calls),
        "omitted": outcome.omitted,
        "omitted_calls": outcome.omitted_calls,
        "other_runs": others,
    }


def _refuse(error: CodeModeError) -> NoReturn:
    """Raises the answer to a prompt that failed."""
    outcome = error.outcome
    runs = RunsOfPrompt(**_runs(outcome)) if isinstance(outcome, CallOutcome) and outcome.run_id else None
    retry = error.retry_after if isinstance(error, ModelError) else None
    wait = None if retry is None else min(ceil(min(retry, MOST_RETRY)), MOST_RETRY)
    raise Refusal(_status_of(error), error.code, error.message, error.hint, runs=runs, retry_after=wait) from error


def _status_of(error: CodeModeError) -> int:
    if isinstance(error, ModelError):
        return 504 if error.code == "model_timeout" else 503 if error.is_temporary else 502
    # a setting is the server's own mistake
    return 500 if isinstance(error, ConfigError) else status_of(error)
