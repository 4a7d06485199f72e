"""Models behind OpenAI's protocol: OpenAI itself, and any server that speaks Chat Completions or Responses."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeVar, cast
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

from pydantic import BaseModel, ValidationError

from codemode.errors import ConfigError, ModelError
from codemode.orchestrator.answers import Answer, read_aside, strict_schema
from codemode.orchestrator.chat import ChatAnswer, Message
from codemode.orchestrator.checks import checked_duration, checked_number
from codemode.orchestrator.openai_stream import TextListener, gather_chat, gather_response
from codemode.orchestrator.openai_wire import (
    ChatBody,
    ResponsesBody,
    chat_messages,
    pictures_in,
    response_items,
    response_tools,
    seconds_of,
    without_pictures,
)
from codemode.orchestrator.usage import Usage, report

if TYPE_CHECKING:
    from openai import APIStatusError, AsyncOpenAI

Body = TypeVar("Body", bound=BaseModel)
Sent = TypeVar("Sent")
_Create = Callable[..., Awaitable[Any]]  # the client's overloads do not allow schemas made at run time
Api = Literal["auto", "responses", "chat"]
MAX_REFUSALS = 3  # of requests with pictures; then a model is taken for one that reads text only
_CUT = ("length", "max_output_tokens")  # what servers call the end of an answer at its token limit
# status codes of servers that refuse a response format, or pictures
_REFUSES_FORMAT = (400, 404, 415, 422, 501)
_TEMPORARY = (408, 409, 429)  # and 5xx


@dataclass(slots=True)
class _Connection:
    """The client of one event loop, and the number of its requests under way."""

    client: AsyncOpenAI
    in_use: int = 0
    closing: bool = False


class OpenAIModel:
    """A model of OpenAI, or of any compatible server at `base_url`. Answers prompts, and chats with tools.

    `api_key` defaults to OPENAI_API_KEY; a server at a `base_url` may need none. `timeout` is seconds for one request;
    `max_retries` are for requests that the server did not answer (connection lost, 408, 409, 429, 5xx), and all tries together have
    `timeout` times their number. `api` chooses between Responses and Chat Completions; "auto" is Responses on OpenAI's own server and Chat
    Completions elsewhere. `usage` sums up all requests of this object. `options` are sent unchanged with every request (`temperature`,
    `reasoning`, ...). `on_text` (async or not) receives the answers to prompts as they are written: they are then streamed.
    """

    def __init__(
        self,
        model: str,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 60.0,
        api: Api = "auto",
        max_retries: int = 2,
        options: dict[str, Any] | None = None,
        on_text: TextListener | None = None,
    ) -> None:
        if not _text("the name of the model", model).strip():
            raise ConfigError("the model needs a name, for example gpt-5-mini")
        if api not in ("auto", "responses", "chat"):
            raise ConfigError(f'api must be "auto", "responses" or "chat", not {api!r}')
        self.model = model
        self.base_url = (_text("base_url", base_url or "") or os.environ.get("OPENAI_BASE_URL") or "").strip() or None
        if self.base_url and urlsplit(self.base_url).scheme not in ("http", "https"):
            raise ConfigError(
                f"{self.base_url!r} is not the address of a server: it must begin with http:// or https://"
            )
        self.timeout = checked_duration("timeout", timeout)
        self.max_retries = checked_number("max_retries", max_retries, 0, 100)
        if not isinstance(cast(object, options), dict | None):
            raise ConfigError(f"options must be a dict, not {type(options).__name__}")
        self.options = dict(options or {})
        if on_text is not None and not callable(on_text):
            raise ConfigError(
                f"on_text must be a function that takes a str, async or not, not {type(on_text).__name__}"
            )
        self.on_text = on_text
        self.usage = Usage()
        host = urlsplit(self.base_url).hostname if self.base_url else "api.openai.com"
        self.api: Literal["responses", "chat"] = (
            api if api != "auto" else ("responses" if host == "api.openai.com" else "chat")
        )
        self._api_key = api_key
        self._formats = True  # until the server refuses a response format
        self._refusals = 0  # of requests with pictures
        self._not_taken: set[int] = set()
        self._connections: WeakKeyDictionary[asyncio.AbstractEventLoop, _Connection] = WeakKeyDictionary()

    async def generate(self, prompt: str, *, schema: type[BaseModel] | None = None) -> str | dict[str, Any]:
        """Returns the text of the model's answer. With `schema`, the server is asked for an answer of that schema, if it can do that."""
        async with self._client() as client:
            if schema is not None and self._formats:
                try:
                    return await self._request(client, prompt, schema, with_format=True)
                except _FormatRefused:
                    text = await self._request(client, prompt, schema, with_format=False)
                    self._formats = False  # this server accepts plain text only
                    return text
            return await self._request(client, prompt, schema, with_format=False)

    async def chat(self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]]) -> ChatAnswer:
        """Returns the model's next turn in a conversation: its text, and the calls that it requests."""
        async with self._client() as client:
            body = await self._turned(client, messages, tools)
        sent, received = self._account(body)
        if not body.text and not body.calls:
            self._explain_empty(body)
        usage = Usage(input_tokens=sent, output_tokens=received)
        return ChatAnswer(body.text, body.calls, usage, body.stopped_by in _CUT)

    async def _turned(
        self, client: AsyncOpenAI, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]]
    ) -> ChatBody | ResponsesBody:
        pictures = pictures_in(messages)
        refused = pictures if self._refusals >= MAX_REFUSALS else self._not_taken
        if pictures <= refused:
            plain = without_pictures(messages, pictures)
            return await self._guarded(lambda: self._turn(client, plain, tools), with_format=False)
        shown = without_pictures(messages, refused)
        try:
            return await self._guarded(lambda: self._turn(client, shown, tools), with_format=True)
        except _FormatRefused:
            # the model reads only text, or the picture is not valid: the handles in the text are still there
            plain = without_pictures(messages, pictures)
            body = await self._guarded(lambda: self._turn(client, plain, tools), with_format=False)
        self._refusals += 1
        self._not_taken |= pictures
        return body

    async def aclose(self) -> None:
        """Closes the connections of this event loop, when their last request is done. A later request opens new ones."""
        connection = self._connections.get(asyncio.get_running_loop())
        if connection is not None:
            connection.closing = True
            await self._close_if_idle(connection)

    # --- requests -------------------------------------------------------------------------------------------------

    async def _request(
        self, client: AsyncOpenAI, prompt: str, schema: type[BaseModel] | None, *, with_format: bool
    ) -> str:
        send = self._responses if self.api == "responses" else self._chat
        asked = schema if with_format else None
        body = await self._guarded(lambda: send(client, prompt, asked), with_format=with_format)
        sent, received = self._account(body)
        report(input_tokens=sent, output_tokens=received)
        if body.text and not (body.stopped_by in _CUT and await _is_unreadable(body.text, schema)):
            return body.text
        return self._explain_empty(body)

    async def _chat(self, client: AsyncOpenAI, prompt: str, schema: type[BaseModel] | None) -> ChatBody:
        extra = dict(self.options)
        if schema is not None:
            shape = {"name": schema.__name__.lower(), "schema": strict_schema(schema), "strict": True}
            extra["response_format"] = {"type": "json_schema", "json_schema": shape}
        create = cast(_Create, client.chat.completions.create)
        extra |= {"model": self.model, "messages": [{"role": "user", "content": prompt}]}
        if self.on_text is None:
            return self._parse(await create(**extra), ChatBody)
        extra |= {"stream": True, "stream_options": {"include_usage": True}}
        async with await create(**extra) as chunks:
            return self._parse(await gather_chat(chunks, self.on_text), ChatBody)

    async def _responses(self, client: AsyncOpenAI, prompt: str, schema: type[BaseModel] | None) -> ResponsesBody:
        extra = dict(self.options)
        if schema is not None:
            shape = {"type": "json_schema", "name": schema.__name__.lower(), "schema": strict_schema(schema)}
            extra["text"] = {"format": {**shape, "strict": True}}
        create = cast(_Create, client.responses.create)
        extra |= {"model": self.model, "input": prompt}
        if self.on_text is None:
            return self._parse(await create(**extra), ResponsesBody)
        async with await create(**extra, stream=True) as events:
            return self._parse(await gather_response(events, self.on_text), ResponsesBody)

    async def _turn(
        self, client: AsyncOpenAI, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]]
    ) -> ChatBody | ResponsesBody:
        if self.api == "responses":
            respond = cast(_Create, client.responses.create)
            items, flat = response_items(messages), response_tools(tools)
            return self._parse(await respond(model=self.model, input=items, tools=flat, **self.options), ResponsesBody)
        create = cast(_Create, client.chat.completions.create)
        sent = await create(model=self.model, messages=chat_messages(messages), tools=list(tools), **self.options)
        return self._parse(sent, ChatBody)

    def _parse(self, sent: Any, shape: type[Body]) -> Body:
        # the client does not validate what a server sends; with a wrong content type it is not even an object
        plain = sent.model_dump(warnings=False) if isinstance(sent, BaseModel) else sent
        try:
            return shape.model_validate(plain)
        except ValidationError as error:
            told = cast("dict[str, Any]", plain).get("error") if isinstance(plain, dict) else None
            if told:
                reason = cast("dict[str, Any]", told).get("message") if isinstance(told, dict) else told
                raise self._failed(f"failed: {' '.join(str(reason).split())[:300]}", "failed") from error
            raise self._nonsense(str(error.errors()[0]["msg"])) from error

    def _explain_empty(self, body: ChatBody | ResponsesBody) -> NoReturn:
        if body.refusal:
            raise ModelError(f"the model refused: {body.refusal}")
        why = "is empty"
        if body.stopped_by in _CUT:
            why = "was cut off at its token limit: a shorter one is needed"
        elif body.stopped_by == "content_filter":
            why = "was stopped by the server's content filter"
        elif body.calls:
            why = "is a call of a tool, and it was asked for text"
        raise ModelError(f"the model's answer {why}", code="model_answer_invalid")

    def _account(self, body: ChatBody | ResponsesBody) -> tuple[int, int]:
        sent, received = body.tokens
        self.usage.add(input_tokens=sent, output_tokens=received)
        if isinstance(body, ResponsesBody) and body.status == "failed":
            raise self._failed(f"failed: {body.error.message or 'it does not say why'}", "failed")
        return sent, received

    # --- failures -------------------------------------------------------------------------------------------------

    async def _guarded(self, send: Callable[[], Awaitable[Sent]], *, with_format: bool) -> Sent:
        """Sends a request and raises failures as ModelError."""
        import openai

        began = time.monotonic()
        try:
            # the client's timeout is for each wait; a server that sends a byte now and then would never run into it
            async with asyncio.timeout(self.timeout * (self.max_retries + 1)):
                return await send()
        except (openai.APITimeoutError, TimeoutError) as error:
            late = f"did not answer within {self.timeout:g} s"
            raise self._failed(late, late, code="model_timeout") from error
        except openai.APIConnectionError as error:
            reason = error.__cause__ or error
            raise self._failed(f"cannot be reached: {reason}", "cannot be reached", is_temporary=True) from error
        except openai.APIStatusError as error:
            if with_format and error.status_code in _REFUSES_FORMAT:
                raise _FormatRefused from error
            raise self._refused(error) from error
        except (openai.APIResponseValidationError, ValidationError, json.JSONDecodeError, UnicodeDecodeError) as error:
            raise self._nonsense(str(error)) from error
        except openai.OpenAIError as error:
            raise self._failed(f"failed: {error}", "failed") from error
        finally:
            self.usage.add(requests=1, ms=(time.monotonic() - began) * 1000)

    def _refused(self, error: APIStatusError) -> ModelError:
        status = error.status_code
        reason = " ".join(str(error.message).split())[:300]
        known = {
            401: "did not accept the API key in OPENAI_API_KEY (in Python also api_key=)",
            403: "does not allow this",
            404: f"does not know the model {self.model!r}, or has no such API at this address",
            429: "says that the quota or rate limit is used up",
        }
        said = f"{known.get(status, 'failed' if status >= 500 else 'refused the request')} (HTTP {status})"
        failed = self._failed(f"{said}: {reason}", said, is_temporary=status in _TEMPORARY or status >= 500)
        failed.retry_after = seconds_of(error.response.headers.get("retry-after", ""))
        return failed

    def _nonsense(self, why: str) -> ModelError:
        said = "does not speak OpenAI's protocol"
        return self._failed(f"{said}: {why}"[:400], said, code="model_answer_invalid")

    def _failed(self, said: str, public: str, *, code: str = "model_failed", is_temporary: bool = False) -> ModelError:
        """Returns the error about the model server; `public` is said without its address and words."""
        failed = ModelError(f"{self._server()} {said}", code=code)
        failed.public, failed.is_temporary = f"the model server {public}", is_temporary
        return failed

    def _server(self) -> str:
        parts = urlsplit(self.base_url or "https://api.openai.com")
        # without the user name and password that an address may have
        return f"the model server at {parts.scheme}://{parts.hostname}{f':{parts.port}' if parts.port else ''}"

    # --- connections ----------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def _client(self) -> AsyncGenerator[AsyncOpenAI]:
        loop = asyncio.get_running_loop()
        connection = self._connections.get(loop)
        if connection is None or connection.closing:
            connection = self._connections[loop] = _Connection(await self._connect())
        connection.in_use += 1
        try:
            yield connection.client
        finally:
            connection.in_use -= 1
            await self._close_if_idle(connection)

    async def _close_if_idle(self, connection: _Connection) -> None:
        if connection.closing and not connection.in_use:
            await connection.client.close()

    async def _connect(self) -> AsyncOpenAI:
        key = self._api_key or os.environ.get("OPENAI_API_KEY")
        if not key:
            if self.base_url is None:
                raise ConfigError(
                    "there is no API key: set OPENAI_API_KEY (in Python also api_key=), or name a server that needs none: "
                    "--base-url on the command line, base_url= in Python"
                )
            key = "none"  # the client requires a key, many compatible servers do not
        # the import takes half a second, too long for the event loop
        openai = await asyncio.to_thread(__import__, "openai")
        return openai.AsyncOpenAI(
            api_key=key, base_url=self.base_url, timeout=self.timeout, max_retries=self.max_retries
        )


def _text(name: str, given: object) -> str:
    if not isinstance(given, str):
        raise ConfigError(f"{name} must be text, not {given!r}")
    return given


async def _is_unreadable(text: str, schema: type[BaseModel] | None) -> bool:
    """Whether an answer that was cut off does not contain the whole object of the schema."""
    if schema is None or not issubclass(schema, Answer):
        return False
    try:
        await read_aside(text, schema)
    except ModelError:
        return True
    return False


class _FormatRefused(Exception):
    """The server refused a request with a response format. The request is repeated as plain text, which shows whether the format was the reason."""
