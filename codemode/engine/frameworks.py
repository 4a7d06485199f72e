"""`exec` and `wait` as tool objects of agent frameworks. A framework is imported only when its objects are requested."""

from __future__ import annotations

import asyncio
from base64 import b64encode
from collections.abc import Callable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from functools import cache
from importlib import import_module
from typing import Any, Final, Literal, Protocol, cast
from weakref import WeakKeyDictionary

from codemode.engine.background import running_loop, waited_for
from codemode.engine.inputs import arguments_of, read_json
from codemode.engine.model_content import Part, data_url, picture_parts
from codemode.engine.model_text import reply_text
from codemode.engine.replies import Failed, Reply
from codemode.engine.session_host import SessionHost
from codemode.errors import ConfigError, InputError

Framework = Literal["pydantic_ai", "langchain", "openai_agents"]
Tool = dict[str, Any]  # a definition as in MCP


class ToolSession(Protocol):
    """What these tools use of their session."""

    engine: SessionHost

    async def handle(self, name: str, arguments: Any) -> Reply: ...

    async def asked(self) -> Mapping[str, Any]: ...

    async def abort(self, run_id: str, *, elsewhere: bool = True) -> Failed: ...


def framework_tools(framework: Framework, session: ToolSession, definitions: list[Tool]) -> list[Any]:
    """Returns the two tools of a session as objects of a framework; they return a reply's text, and its pictures where the framework converts them
    for every model. Raises ConfigError if it is not installed."""
    package, make = _FRAMEWORKS[framework]
    answers = Answers(session)
    try:
        return [make(answers, each["name"], each["description"], each["inputSchema"]) for each in definitions]
    except ModuleNotFoundError as missing:
        raise ConfigError(f"tools for {framework} need {package}: pip install {package} ({missing})") from missing


_answering: ContextVar[frozenset[Answers]] = ContextVar("answering", default=frozenset())


class Answers:
    """Answers the model's calls one after the other. Frameworks make all calls of a turn at once, but a program reads what the one before it has
    saved."""

    def __init__(self, session: ToolSession) -> None:
        self._session = session
        self._turns: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()

    async def __call__(self, name: str, arguments: Any) -> Reply:
        inside = _answering.get()
        if self in inside:  # an agent that a program calls has the same tools, and the program waits for it
            return await self._session.handle(name, arguments)
        turn = self._turns.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        try:
            async with turn:
                token = _answering.set(inside | {self})
                try:
                    return await self._session.handle(name, arguments)
                finally:
                    _answering.reset(token)
        except asyncio.CancelledError:
            if name == "wait":
                self._session.engine.runs.background(self._abandon(arguments))
            raise

    async def _abandon(self, arguments: Any) -> None:
        """Ends the run of a cancelled `wait`, as a cancelled `exec` ends its own: the model's turn is over. One that waits for a person goes on."""
        with suppress(InputError):
            run_id = arguments_of("wait", arguments).get("run_id")
            if isinstance(run_id, str) and run_id not in await self._session.asked():
                await self._session.abort(run_id, elsewhere=False)


# --- frameworks ---------------------------------------------------------------------------------------------------------


def _pydantic_ai(answers: Answers, name: str, description: str, schema: dict[str, Any]) -> Any:
    module: Any = import_module("pydantic_ai")
    core: Any = import_module("pydantic_core")

    async def call(**arguments: Any) -> Any:
        reply = await answers(name, arguments)
        pictures = [
            part if isinstance(part, str) else module.BinaryContent(part.data, media_type=part.media_type)
            for part in picture_parts(reply)
        ]
        return module.ToolReturn(reply_text(reply), content=pictures) if pictures else reply_text(reply)

    def named(given: Any) -> Any:
        """Anything but an object would end the agent's run; so the model is told what is wrong with it."""
        return cast("Any", given) if isinstance(given, Mapping) else {schema["required"][0]: given}

    made = module.Tool.from_schema(call, name=name, description=description, json_schema=schema, sequential=True)
    made.function_schema.validator = core.SchemaValidator(core.core_schema.no_info_plain_validator_function(named))
    return made


def _langchain(answers: Answers, name: str, description: str, schema: dict[str, Any]) -> Any:
    failed: Any = import_module("langchain_core.tools").ToolException

    async def call(arguments: Mapping[str, Any]) -> str:
        reply = await answers(name, arguments)
        if isinstance(reply, Failed):
            raise failed(reply_text(reply))  # `handle_tool_error` makes it a message with the status "error"
        return reply_text(reply)

    def call_here(arguments: Mapping[str, Any]) -> str:
        if running_loop() is not None:
            raise ConfigError(f"{name} was called without await where an event loop runs: use ainvoke")
        return waited_for(lambda: call(arguments))

    made = {"name": name, "description": description, "args_schema": schema, "handle_tool_error": True}
    return _structured_tool()(**made, func=call_here, coroutine=call)


@cache
def _structured_tool() -> Any:
    base: Any = import_module("langchain_core.tools").StructuredTool

    class ExecTool(base):
        def _to_args_and_kwargs(
            self, tool_input: Any, tool_call_id: str | None
        ) -> tuple[tuple[Any, ...], dict[str, Any]]:
            """One argument with all of them: a model may use names of LangChain's own parameters, such as `self` or `config`."""
            args, given = base._to_args_and_kwargs(self, tool_input, tool_call_id)
            return args, {"arguments": given}

    return ExecTool


def _openai_agents(answers: Answers, name: str, description: str, schema: dict[str, Any]) -> Any:
    tool: Any = import_module("agents").FunctionTool

    async def call(_: Any, arguments: str) -> Any:
        # the call of a function always has JSON, which is a program only in a freeform call
        reply = await answers(name, read_json(arguments))
        parts = picture_parts(reply)
        return [_agents_part(part) for part in (reply_text(reply), *parts)] if parts else reply_text(reply)

    return tool(name=name, description=description, params_json_schema=schema, on_invoke_tool=call)


def _agents_part(part: Part) -> dict[str, str]:
    if isinstance(part, str):
        return {"type": "text", "text": part}
    return {"type": "image", "image_url": data_url(part.media_type, b64encode(part.data).decode())}


_FRAMEWORKS: Final[dict[str, tuple[str, Callable[[Answers, str, str, dict[str, Any]], Any]]]] = {
    "pydantic_ai": ("pydantic-ai-slim", _pydantic_ai),
    "langchain": ("langchain-core", _langchain),
    "openai_agents": ("openai-agents", _openai_agents),
}
