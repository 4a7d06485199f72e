"""Models: anything that answers a prompt."""

from __future__ import annotations

import asyncio
import inspect
import logging
import threading
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from copy import copy
from functools import partial
from typing import Any, Protocol, cast, runtime_checkable

from pydantic import BaseModel

from codemode.engine.threads import in_thread
from codemode.errors import CodeModeError, ConfigError, ModelError
from codemode.orchestrator.chat import ChatAnswer, Message, UserMessage
from codemode.orchestrator.events import Emit, ModelAnswered, ModelCalled, silent
from codemode.orchestrator.usage import Usage, counting, report

log = logging.getLogger("codemode")


@runtime_checkable
class Model(Protocol):
    """Answers a prompt with text, or with an object if it can follow `schema`.

    Also accepted wherever a model is needed: an object whose `generate` is not async or takes only the prompt, and a plain
    function of the prompt, async or not. Those that are not async run in a thread.
    """

    async def generate(self, prompt: str, *, schema: type[BaseModel] | None = None) -> str | dict[str, Any]:
        """Returns text, or the fields of `schema`. An exception becomes a ModelError."""
        ...


Answered = str | Mapping[str, Any] | BaseModel
Around = Callable[[Awaitable[Any]], Awaitable[Any]]
AnyModel = Model | Callable[[str], Any] | Any


def named_model(model: AnyModel) -> AnyModel:
    """Returns the model, or makes the `OpenAIModel` of that name. Raises ConfigError."""
    if not isinstance(model, str):
        return model
    # imports the wire formats of OpenAI's APIs
    from codemode.orchestrator.openai_model import OpenAIModel

    return OpenAIModel(model)


class Asker:
    """Asks one model of any form, counts its usage, and turns its failures into `ModelError`."""

    def __init__(self, model: AnyModel, timeout: float | None = None) -> None:
        self._timeout = timeout
        self._generate, self._takes_schema, self._is_async = _form_of(model)
        self._around: Around | None = None

    def inside(self, around: Around) -> Asker:
        """Returns an asker of the same model whose questions are awaited by `around`, which may cancel them, and raise another CodeModeError."""
        made = copy(self)
        made._around = around
        return made

    async def ask(self, prompt: str, schema: type[BaseModel] | None, usage: Usage, emit: Emit = silent) -> Answered:
        log.info("the model is asked: a prompt of %d characters", len(prompt))
        log.debug("prompt: %s", prompt)
        # a tool may have given half of a surrogate pair, for which UTF-8 has no bytes
        prompt = prompt.encode(errors="backslashreplace").decode()
        asked = self._asked(prompt, schema, usage, emit)
        return await (asked if self._around is None else self._around(asked))

    async def _asked(self, prompt: str, schema: type[BaseModel] | None, usage: Usage, emit: Emit) -> Answered:
        async with asking(usage, emit, self._timeout):
            answer = _checked(await self._answer(prompt, schema))
            log.debug("answer: %s", answer)
            return answer

    async def _answer(self, prompt: str, schema: type[BaseModel] | None) -> Any:
        named: dict[str, Any] = {"schema": schema} if self._takes_schema and schema is not None else {}
        if self._is_async:
            return await self._generate(prompt, **named)
        answer = await in_thread(partial(self._generate, prompt, **named))
        # a plain function may return a coroutine, as a lambda around an async call does
        return await answer if inspect.isawaitable(answer) else answer


@asynccontextmanager
async def asking(usage: Usage, emit: Emit = silent, timeout: float | None = None) -> AsyncGenerator[Usage]:
    """Surrounds one request to a model: applies its deadline, counts its usage, and turns its failures into ModelError."""
    began, own, problem = time.monotonic(), Usage(requests=1), ""
    usage.add(requests=1)
    request = usage.requests
    emit(ModelCalled(request))
    try:
        with counting(own):
            async with asyncio.timeout(timeout):
                yield own
    except CodeModeError as error:
        problem = error.code
        raise
    except TimeoutError as error:
        problem = "model_timeout"
        raise ModelError(f"the model did not answer within {timeout or 0:g} s", code=problem) from error
    except Exception as error:
        problem = ModelError.default_code
        failed = ModelError(f"the model failed: {type(error).__name__}: {error}")
        failed.public = f"the model failed ({type(error).__name__})"
        raise failed from error
    except BaseException:
        problem = "cancelled"
        raise
    finally:
        ms = (time.monotonic() - began) * 1000
        usage.add(input_tokens=own.input_tokens, output_tokens=own.output_tokens, ms=ms)
        log.info(
            "the model %s after %.0f ms: %d tokens in, %d out",
            f"failed with {problem}" if problem else "answered",
            ms,
            own.input_tokens,
            own.output_tokens,
        )
        emit(ModelAnswered(request, ms, own.input_tokens, own.output_tokens, problem))


def _form_of(model: AnyModel) -> tuple[Callable[..., Any], bool, bool]:
    kinds: tuple[type, ...] = type(cast("object", model)).__mro__
    if any(kind.__module__.startswith("langchain_core.") for kind in kinds):  # their `generate` takes a list
        how = "pass a function of the prompt: lambda prompt: model.invoke(prompt).text"
        raise ConfigError(f"{type(model).__name__} is an object of LangChain, not a model: {how}")
    generate, chat = getattr(model, "generate", None), getattr(model, "chat", None)
    if not callable(generate):
        generate = _by_chat(chat) if callable(chat) else model
    if not callable(generate):
        lacks = "it has no generate(prompt) and cannot be called"
        raise ConfigError(f"{type(model).__name__} is not a model: {lacks}; pass a function of the prompt")
    target = generate if inspect.isroutine(generate) else generate.__call__
    return generate, _takes_schema(generate), inspect.iscoroutinefunction(target)


def _by_chat(chat: Callable[..., Any]) -> Callable[[str], Any]:
    """Lets a chat model answer a prompt, in a conversation of one turn."""
    is_async = inspect.iscoroutinefunction(chat)

    async def generate(prompt: str) -> Any:
        messages = (UserMessage(prompt),)
        answer = await chat(messages, ()) if is_async else await in_thread(partial(chat, messages, ()))
        if not isinstance(answer, ChatAnswer):
            return answer
        report(input_tokens=answer.usage.input_tokens, output_tokens=answer.usage.output_tokens)
        return answer.text

    return generate


def _takes_schema(generate: Callable[..., Any]) -> bool:
    try:
        parameters = inspect.signature(generate).parameters.values()
    except (TypeError, ValueError):
        return False
    return any(p.name == "schema" or p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters)


def _checked(answer: Any) -> Answered:
    if isinstance(answer, (bytes, bytearray)):
        return bytes(answer).decode("utf-8", "replace")
    if isinstance(answer, (str, Mapping, BaseModel)):
        return cast(Answered, answer)
    if answer is None:
        raise ModelError("the model gave no answer", code="model_answer_invalid")
    raise ModelError(
        f"the model answered with a {type(answer).__name__}; it must be text or an object", code="model_answer_invalid"
    )


Scripted = str | Mapping[str, Any] | ChatAnswer | BaseException | type[BaseException] | Callable[[Any], Any]


class ScriptedModel:
    """Answers from a list, in order: text, objects, exceptions to raise, or functions of the prompt. `prompts` are the prompts that it received.

    It also chats: then answers are `ChatAnswer`s or text, functions get the messages, and `chats` are the conversations that it received.
    """

    def __init__(self, answers: Sequence[Scripted]) -> None:
        self.answers = list(answers)
        self.prompts: list[str] = []
        self.chats: list[tuple[Message, ...]] = []
        self._turn = 0
        self._lock = threading.Lock()

    async def generate(self, prompt: str, *, schema: type[BaseModel] | None = None) -> str | dict[str, Any]:
        """Returns the next answer. Raises ModelError when there is none left."""
        self.prompts.append(prompt)
        return cast("str | dict[str, Any]", await self._next(prompt, prompt.strip().partition("\n")[0]))

    async def chat(self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]]) -> ChatAnswer:
        """Returns the next answer as a turn. Raises ModelError when there is none left."""
        self.chats.append(tuple(messages))
        answer = await self._next(messages, f"to go on after {type(messages[-1]).__name__}")
        return answer if isinstance(answer, ChatAnswer) else ChatAnswer(str(answer))

    async def _next(self, asked: Any, opening: str) -> Any:
        with self._lock:
            turn = self._turn
            self._turn += 1
        if turn >= len(self.answers):
            raise ModelError(f"the script has {len(self.answers)} answers and was asked for one more: {opening[:120]}")
        answer = self.answers[turn]
        if isinstance(answer, (BaseException, type)):
            raise cast("BaseException", answer)
        if not callable(answer):
            return answer
        made = answer(asked)
        return await made if inspect.isawaitable(made) else made
