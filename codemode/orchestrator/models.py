"""Who writes the code: anything that answers a prompt."""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar, cast, runtime_checkable

from pydantic import BaseModel

from codemode.errors import CodeModeError, ConfigError, ModelError
from codemode.orchestrator.usage import Usage, counting


@runtime_checkable
class Model(Protocol):
    """Answers a prompt with text, or with an object where it can be held to `schema`.

    Also accepted wherever a model is wanted: an object whose `generate` is not async or takes the prompt alone, and a plain
    function of the prompt, async or not. Those that are not async run in a thread.
    """

    async def generate(self, prompt: str, *, schema: type[BaseModel] | None = None) -> str | dict[str, Any]: ...


Answered = str | Mapping[str, Any] | BaseModel
AnyModel = Model | Callable[[str], Any] | Any
T = TypeVar("T")


class Asker:
    """Asks one model, whatever its form, accounts for it, and turns what goes wrong into `ModelError`."""

    def __init__(self, model: AnyModel, timeout: float | None = None) -> None:
        self.model = model
        self.timeout = timeout
        self._generate, self._takes_schema, self._is_async = _form_of(model)

    async def ask(self, prompt: str, schema: type[BaseModel] | None, usage: Usage) -> Answered:
        began = time.monotonic()
        usage.add(requests=1)
        try:
            with counting(usage):
                async with asyncio.timeout(self.timeout):
                    answer = await self._answer(prompt, schema)
        except CodeModeError:
            raise
        except TimeoutError as error:
            raise ModelError(
                f"the model did not answer within {self.timeout or 0:g} s", code="model_timeout"
            ) from error
        except Exception as error:
            raise ModelError(f"the model failed: {type(error).__name__}: {error}") from error
        finally:
            usage.add(ms=(time.monotonic() - began) * 1000)
        return _checked(answer)

    async def _answer(self, prompt: str, schema: type[BaseModel] | None) -> Any:
        named: dict[str, Any] = {"schema": schema} if self._takes_schema and schema is not None else {}
        if self._is_async:
            return await self._generate(prompt, **named)
        answer = await asyncio.to_thread(self._generate, prompt, **named)
        # a plain function may still hand back a coroutine, as a lambda around an async call does
        return await answer if inspect.isawaitable(answer) else answer


def _form_of(model: AnyModel) -> tuple[Callable[..., Any], bool, bool]:
    generate = getattr(model, "generate", None)
    if not callable(generate):
        generate = model
    if not callable(generate):
        raise ConfigError(f"{type(model).__name__} is not a model: it has no generate(prompt) and cannot be called")
    target = generate if inspect.isroutine(generate) else generate.__call__
    return generate, _takes_schema(generate), inspect.iscoroutinefunction(target)


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


Scripted = str | Mapping[str, Any] | BaseException | type[BaseException] | Callable[[str], Any]


class ScriptedModel:
    """Answers from a list, in order: text, objects, exceptions to raise, or functions of the prompt. `prompts` is what it was asked."""

    def __init__(self, answers: Sequence[Scripted]) -> None:
        self.answers = list(answers)
        self.prompts: list[str] = []
        self._lock = threading.Lock()

    async def generate(self, prompt: str, *, schema: type[BaseModel] | None = None) -> str | dict[str, Any]:
        with self._lock:
            turn = len(self.prompts)
            self.prompts.append(prompt)
        if turn >= len(self.answers):
            opening = prompt.strip().partition("\n")[0][:120]
            raise ModelError(f"the script has {len(self.answers)} answers and was asked for one more: {opening}")
        answer = self.answers[turn]
        if isinstance(answer, (BaseException, type)):
            raise cast("BaseException", answer)
        if not callable(answer):
            return cast("str | dict[str, Any]", answer)
        made = answer(prompt)
        return cast("str | dict[str, Any]", await made if inspect.isawaitable(made) else made)
