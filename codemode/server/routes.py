"""One table of endpoints: paths, bodies, answers and scopes. The application and `/openapi.json` are made from it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Final, cast

from pydantic import BaseModel, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError, to_jsonable_python
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from codemode.engine.call_records import ToolCallRecord
from codemode.engine.json_data import decode
from codemode.errors import (
    CodeModeError,
    ConfigError,
    InputError,
    RunError,
    SourceRejected,
    ToolSourceError,
)
from codemode.server.access import Identity

RETRY_SECONDS: Final = 5
LEFT: Final = 499  # the status of an answer that nobody gets
MAX_PROBLEMS: Final = 5  # problems of a body that are reported

Handler = Callable[["ApiRequest"], Awaitable[Any]]

_STATUS: Final = {
    "run_not_found": 404,
    "run_scope_mismatch": 404,
    "run_busy": 409,
    "too_many_runs": 429,
    "runtime_unavailable": 503,
    "draining": 503,
    "timeout": 504,
    "snapshot_expired": 410,
}


class OtherRun(BaseModel):
    """The run of another program that the model wrote for a prompt: what was wrong with it, and the calls that it made."""

    run_id: str
    problem: str
    tool_calls: list[ToolCallRecord]


class RunsOfPrompt(BaseModel):
    """What was run for a prompt: the last run, in which session (attachments and cut results are looked up there), and its calls as in a reply;
    `other_runs` are those of programs that did not work. `run_id` is "" if nothing was run."""

    run_id: str = ""
    session: str = ""
    tool_calls: list[ToolCallRecord] = Field(default_factory=list[ToolCallRecord])
    omitted: dict[str, int] = Field(default_factory=dict[str, int])
    omitted_calls: dict[str, int] = Field(default_factory=dict[str, int])
    other_runs: list[OtherRun] = Field(default_factory=list[OtherRun])


class Problem(BaseModel):
    """What went wrong. `code` is one of the error codes, `message` says what to do about it."""

    code: str
    message: str
    hint: str = ""


class ProblemOfPrompt(RunsOfPrompt, Problem):
    """What went wrong with a prompt, after something was run for it."""


class ErrorAnswer(BaseModel):
    error: Problem | ProblemOfPrompt


class Refusal(Exception):
    """An error answer to a request. `runs` are those of a prompt, `retry_after` is in how many seconds the client may try again."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        hint: str = "",
        *,
        runs: RunsOfPrompt | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status, self.code, self.message, self.hint = status, code, message, hint
        self.runs, self.retry_after = runs, retry_after

    def answer(self) -> Response:
        made = failure(self.status, self.code, self.message, self.hint, runs=self.runs)
        if self.retry_after is not None:
            made.headers["retry-after"] = str(self.retry_after)
        return made


@dataclass(slots=True, frozen=True)
class ApiRequest:
    """A request that passed the gate: the caller, and the body."""

    request: Request
    who: Identity
    body: Any

    @property
    def path(self) -> dict[str, Any]:
        return self.request.path_params

    def query(self, name: str, default: str = "") -> str:
        return self.request.query_params.get(name, default)

    def one_of(self, name: str, known: Sequence[str]) -> str:
        text = self.query(name)
        if text and text not in known:
            raise Refusal(400, "invalid_input", f"{name} must be one of {', '.join(known)}, not {text[:40]!r}")
        return text

    def number(self, name: str, default: int, most: int) -> int:
        text = self.query(name, str(default))
        if not text.isdecimal() or len(text) > 9 or not 1 <= int(text) <= most:
            raise Refusal(400, "invalid_input", f"{name} must be a whole number from 1 to {most}, not {text[:40]!r}")
        return int(text)


@dataclass(slots=True, frozen=True)
class Endpoint:
    """One endpoint. `answer` is a model, or None if the answer is not JSON. `scope` is what the caller's token has to allow."""

    method: str
    path: str
    handler: Handler
    summary: str
    scope: str
    answer: Any = None
    body: type[BaseModel] | None = None
    parameters: tuple[tuple[str, str, str], ...] = ()  # name, type, meaning; of the query
    headers: tuple[tuple[str, str], ...] = ()  # name, meaning
    waits: bool = False  # whether it waits for a run; then it is cancelled when the client leaves
    media_type: str = "application/json"

    @property
    def operation(self) -> str:
        """The name of the endpoint in the OpenAPI document."""
        return self.path.removeprefix("/v1/").strip("/").replace("/", "_").replace("{", "").replace("}", "")


def route(endpoint: Endpoint) -> Route:
    async def answer(request: Request) -> Response:
        try:
            return await _answered(endpoint, request)
        except Refusal as refused:
            return refused.answer()
        except CodeModeError as error:
            return failure(status_of(error), error.code, error.message, error.hint)

    return Route(endpoint.path, answer, methods=[endpoint.method])


async def _answered(endpoint: Endpoint, request: Request) -> Response:
    who = cast(Identity, request.state.identity)
    if endpoint.scope and endpoint.scope not in who.scopes:
        raise Refusal(403, "forbidden", who.refusal(endpoint.scope))
    known = [name for name, _, _ in endpoint.parameters]
    _refuse_unknown("parameter", [each for each in request.query_params if each not in known], known)
    body = None
    if endpoint.body is not None:
        try:
            # `request.body()` would keep the bytes, and make a copy of them
            body = _body_of(endpoint.body, b"".join([part async for part in request.stream() if part]) or b"{}")
        except ValidationError as wrong:
            raise Refusal(422, "invalid_input", _told(wrong)) from None
    asked = endpoint.handler(ApiRequest(request, who, body))
    found = await (_while_there(request, asked) if endpoint.waits else asked)
    if isinstance(found, Response):
        return found
    if isinstance(found, BaseModel):
        return Response(as_json(found), media_type="application/json")
    return DataResponse(found)


async def _while_there(request: Request, asked: Awaitable[Any]) -> Any:
    """Returns the answer of a handler. Cancels the handler if the client leaves, because its run would stay locked for other clients."""
    answering = asyncio.ensure_future(asked)
    leaving = asyncio.create_task(_left(request))
    try:
        await asyncio.wait([answering, leaving], return_when=asyncio.FIRST_COMPLETED)
        if answering.cancelled():
            told = "the server ends, and the program has not ended in time: what its calls have done is not known"
            raise Refusal(503, "draining", told)
        if answering.done():
            return answering.result()
    finally:
        for task in (answering, leaving):
            task.cancel()
        await asyncio.gather(answering, leaving, return_exceptions=True)
    return Response(status_code=LEFT)


async def _left(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _body_of(model: type[BaseModel], data: bytes) -> BaseModel:
    """Raises ValidationError and Refusal."""
    try:
        found = decode(data)
        if b"NaN" in data or b"Infinity" in data:  # which our own processes may send each other
            json.loads(data, parse_constant=_no_constant)
    except ValueError:
        return model.model_validate_json(data)  # raises an error that names the place
    if isinstance(found, dict):
        # before pydantic makes an error for each
        keys = [*model.model_fields]
        _refuse_unknown("key", [str(key) for key in cast("dict[str, Any]", found) if key not in keys], keys)
        return model.model_validate(found)
    raise Refusal(422, "invalid_input", f"the body must be a JSON object with the keys {', '.join(model.model_fields)}")


def _no_constant(name: str) -> None:
    raise Refusal(422, "invalid_input", f"the body is not JSON: {name} is no value of JSON")


def _refuse_unknown(what: str, unknown: list[str], known: list[str]) -> None:
    """Raises Refusal, which names the unknown keys or parameters of a request, and what each may be meant for."""
    if not unknown:
        return
    told = [f"unknown {what} {name[:100]!r}" + _meant(name, known) for name in unknown[:MAX_PROBLEMS]]
    there = f"there are {', '.join(known)}" if known else "there are none here"
    raise Refusal(422 if what == "key" else 400, "invalid_input", f"{'; '.join(told)}; {there}")


def _meant(name: str, known: list[str]) -> str:
    near = get_close_matches(name[:100], known, 1)
    return f", did you mean {near[0]!r}?" if near else ""


def _told(wrong: ValidationError) -> str:
    told: list[str] = []
    for each in wrong.errors()[:MAX_PROBLEMS]:
        place = ".".join(map(str, each["loc"])) or "the body"
        told.append(f"{place} is missing" if each["type"] == "missing" else f"{place}: {each['msg']}")
    return "; ".join(told)[:1000]


def in_utf8(text: str) -> str:
    """Text as it can be sent: halves of surrogate pairs, which JSON of callers and tools may hold and UTF-8 has no bytes for, are escaped."""
    return text.encode(errors="backslashreplace").decode()


def as_json(answer: BaseModel) -> bytes:
    """Returns the answer as JSON, also if a text of a tool has half of a surrogate pair."""
    try:
        return answer.model_dump_json().encode()
    except PydanticSerializationError:
        data = json.loads(json.dumps(answer.model_dump(), default=to_jsonable_python), parse_constant=lambda _: None)
        return in_utf8(json.dumps(data, ensure_ascii=False, separators=(",", ":"))).encode()


class DataResponse(JSONResponse):
    """JSON, also of text with halves of surrogate pairs."""

    def render(self, content: Any) -> bytes:
        return in_utf8(json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))).encode()


def failure(status: int, code: str, message: str, hint: str = "", *, runs: RunsOfPrompt | None = None) -> JSONResponse:
    told = Problem(code=code, message=message, hint=hint).model_dump(exclude_defaults=True)
    if runs is not None:
        told |= json.loads(as_json(runs))
    later = {"retry-after": str(RETRY_SECONDS)} if status in (429, 503) else None
    return DataResponse({"error": told}, status, later)


def status_of(error: CodeModeError) -> int:
    if error.code in _STATUS:
        return _STATUS[error.code]
    if isinstance(error, InputError | SourceRejected | ConfigError):
        return 422
    if isinstance(error, RunError):
        return 409
    return 502 if isinstance(error, ToolSourceError) else 500


# --- the document ----------------------------------------------------------------------------------------------------------


def openapi(endpoints: list[Endpoint], version: str) -> dict[str, Any]:
    """Returns the endpoints as an OpenAPI document."""
    inputs = [(each.operation, "validation", TypeAdapter(each.body)) for each in endpoints if each.body is not None]
    answers = [
        (each.operation, "serialization", TypeAdapter(each.answer)) for each in endpoints if each.answer is not None
    ]
    wanted: Any = [*inputs, *answers, ("error", "serialization", TypeAdapter(ErrorAnswer))]
    found, defined = TypeAdapter.json_schemas(wanted, ref_template="#/components/schemas/{model}")
    schemas: dict[str, Any] = defined.get("$defs", {})
    told = cast("dict[tuple[str, str], dict[str, Any]]", found)
    paths: dict[str, dict[str, Any]] = {}
    for each in endpoints:
        paths.setdefault(each.path, {})[each.method.lower()] = _operation(each, told)
    return {
        "openapi": "3.1.0",
        "info": {"title": "codemode", "version": version, "description": "Programs over tools: run, wait, approve."},
        "security": [{"bearer": []}],
        "paths": paths,
        "components": {"schemas": schemas, "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}}},
    }


def _operation(endpoint: Endpoint, schemas: dict[tuple[str, str], dict[str, Any]]) -> dict[str, Any]:
    names = [part[1:-1] for part in endpoint.path.split("/") if part.startswith("{")]
    answer = schemas.get((endpoint.operation, "serialization"), {})
    found: dict[str, Any] = {
        "operationId": endpoint.operation,
        "summary": endpoint.summary,
        "parameters": [
            *({"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in names),
            *(
                {"name": name, "in": "query", "description": text, "schema": {"type": kind}}
                for name, kind, text in endpoint.parameters
            ),
            *(
                {"name": name, "in": "header", "description": text, "schema": {"type": "string"}}
                for name, text in endpoint.headers
            ),
        ],
        "responses": {
            "200": {"description": "Done.", "content": {endpoint.media_type: {"schema": answer}}},
            "default": {
                "description": "What went wrong.",
                "content": {"application/json": {"schema": schemas["error", "serialization"]}},
            },
        },
    }
    if endpoint.scope:
        found["description"] = f"Needs a token with the scope `{endpoint.scope}`."
    else:
        found["security"] = []
    if endpoint.body is not None:
        schema = schemas[endpoint.operation, "validation"]
        found["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return found
