"""Models of every accepted form, and what happens when they fail."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from pydantic import BaseModel

from codemode.errors import ConfigError, ModelError
from codemode.orchestrator.answers import Decision
from codemode.orchestrator.chat import ChatAnswer
from codemode.orchestrator.models import AnyModel, Asker, Model, ScriptedModel
from codemode.orchestrator.openai_model import OpenAIModel
from codemode.orchestrator.usage import Usage, report

pytestmark = pytest.mark.anyio


class AsyncPlain:
    async def generate(self, prompt: str) -> str:
        return f"async {prompt}"


class SyncPlain:
    def generate(self, prompt: str) -> str:
        return f"sync {prompt}"


class WithSchema:
    async def generate(self, prompt: str, *, schema: type[BaseModel] | None = None) -> dict[str, Any]:
        return {"prompt": prompt, "schema": schema and schema.__name__}


class Called:
    def __call__(self, prompt: str) -> str:
        return f"called {prompt}"


class CalledAsync:
    async def __call__(self, prompt: str) -> str:
        return f"called async {prompt}"


class Chats:
    async def chat(self, messages: Any, tools: Any) -> ChatAnswer:
        return ChatAnswer(f"chat {messages[0].text}")


class ChatsBlocking:
    def chat(self, messages: Any, tools: Any) -> str:
        return f"chat {messages[0].text}"


async def plain_async(prompt: str) -> str:
    return f"function {prompt}"


FORMS: list[tuple[AnyModel, Any]] = [
    (AsyncPlain(), "async p"),
    (SyncPlain(), "sync p"),
    (WithSchema(), {"prompt": "p", "schema": "Decision"}),
    (Called(), "called p"),
    (CalledAsync(), "called async p"),
    (plain_async, "function p"),
    (lambda prompt: prompt.upper(), "P"),
    (lambda prompt: plain_async(prompt), "function p"),
    (lambda prompt: prompt.encode(), "p"),
    (lambda prompt, **named: sorted(named)[0], "schema"),
    (Chats(), "chat p"),
    (ChatsBlocking(), "chat p"),
]


@pytest.mark.parametrize(("model", "expected"), FORMS)
async def test_forms(model: AnyModel, expected: Any) -> None:
    usage = Usage()
    assert await Asker(model).ask("p", Decision, usage) == expected
    assert usage.requests == 1
    assert usage.ms >= 0


def test_our_own_models_keep_the_protocol() -> None:
    assert isinstance(ScriptedModel([]), Model)
    assert isinstance(OpenAIModel("m"), Model)


async def test_a_blocking_model_does_not_hold_up_the_loop() -> None:
    released = threading.Event()

    def slow(prompt: str) -> str:
        released.wait(5)
        return "late"

    task = asyncio.create_task(Asker(slow).ask("p", None, Usage()))
    await asyncio.sleep(0.01)
    released.set()
    assert await task == "late"


@pytest.mark.parametrize("model", [None, 3, "gpt", object()])
def test_an_invalid_model_is_refused(model: Any) -> None:
    with pytest.raises(ConfigError, match="is not a model"):
        Asker(model)


@pytest.mark.parametrize(("answer", "text"), [(None, "no answer"), (3, "with a int"), (object(), "with a object")])
async def test_an_invalid_answer_of_a_model_is_an_error(answer: Any, text: str) -> None:
    with pytest.raises(ModelError, match=text) as caught:
        await Asker(lambda prompt: answer).ask("p", None, Usage())
    assert caught.value.code == "model_answer_invalid"


async def test_an_exception_of_the_model_is_a_model_error_with_its_cause() -> None:
    with pytest.raises(ModelError, match="the model failed: OSError: gone") as caught:
        await Asker(ScriptedModel([OSError("gone")])).ask("p", None, Usage())
    assert isinstance(caught.value.__cause__, OSError)


async def test_a_plain_function_that_has_run_out_of_answers() -> None:
    answers = iter([""])
    next(answers)
    with pytest.raises(ModelError, match=r"the function raised StopIteration\(\)"):
        await Asker(lambda prompt: next(answers)).ask("p", None, Usage())


async def test_a_model_that_does_not_answer_in_time() -> None:
    async def never(prompt: str) -> str:
        await asyncio.sleep(60)
        return ""

    with pytest.raises(ModelError, match=r"within 0\.05 s") as caught:
        await Asker(never, timeout=0.05).ask("p", None, Usage())
    assert caught.value.code == "model_timeout"


async def test_tokens_are_counted_for_who_asks_also_at_the_same_time_and_in_threads() -> None:
    def counts(prompt: str) -> str:
        report(input_tokens=len(prompt), output_tokens=1)
        return "x"

    async def counts_async(prompt: str) -> str:
        await asyncio.sleep(0.001)
        return counts(prompt)

    usages = [Usage() for _ in range(20)]
    askers = [Asker(counts if i % 2 else counts_async) for i in range(20)]
    await asyncio.gather(*(asker.ask("p" * i, None, usage) for i, (asker, usage) in enumerate(zip(askers, usages))))
    assert [u.input_tokens for u in usages] == list(range(20))
    assert [u.output_tokens for u in usages] == [1] * 20


async def test_a_script() -> None:
    async def later(prompt: str) -> str:
        return f"later: {prompt}"

    model = ScriptedModel(
        ["text", {"an": "object"}, lambda prompt: f"made from {prompt}", later, ValueError("no"), KeyError]
    )
    assert await model.generate("1") == "text"
    assert await model.generate("2") == {"an": "object"}
    assert await model.generate("3") == "made from 3"
    assert await model.generate("4") == "later: 4"
    with pytest.raises(ValueError, match="no"):
        await model.generate("5")
    with pytest.raises(KeyError):
        await model.generate("6")
    with pytest.raises(ModelError, match="has 6 answers and was asked for one more: the seventh"):
        await model.generate("the seventh\nprompt")
    assert model.prompts == ["1", "2", "3", "4", "5", "6", "the seventh\nprompt"]
