"""Asks a chat model of any form."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from codemode.engine.threads import in_thread
from codemode.errors import ConfigError, ModelError
from codemode.orchestrator.chat import AnyChatModel, ChatAnswer, Message, ToolCall
from codemode.orchestrator.events import Emit, silent
from codemode.orchestrator.models import asking
from codemode.orchestrator.usage import Usage

log = logging.getLogger("codemode")


class ChatAsker:
    """Asks one chat model of any form, counts its usage, and turns its failures into `ModelError`."""

    def __init__(self, model: AnyChatModel, timeout: float | None = None) -> None:
        chat = getattr(model, "chat", None)
        if not callable(chat) and callable(getattr(model, "generate", None)):
            raise ConfigError(
                f"{type(model).__name__} answers prompts, but cannot chat: an agent needs a model with chat(messages, tools)"
            )
        chat = chat if callable(chat) else model
        if not callable(chat):
            raise ConfigError(
                f"{type(model).__name__} is no chat model: it has no chat(messages, tools) and cannot be called"
            )
        if not _takes_turns(chat):
            raise ConfigError(
                "the model cannot chat: an agent calls it with (messages, tools); a function of a prompt works with CodeModeUTCP.call_tool"
            )
        self._chat: Callable[..., Any] = chat
        self._is_async = inspect.iscoroutinefunction(chat if inspect.isroutine(chat) else chat.__call__)
        self._timeout = timeout

    async def ask(
        self, messages: Sequence[Message], tools: Sequence[Mapping[str, Any]], usage: Usage, emit: Emit = silent
    ) -> ChatAnswer:
        """Returns the model's next turn. Each of its calls has an id of its own."""
        log.info("the model is asked: a conversation of %d messages", len(messages))
        log.debug("the last message: %s", messages[-1] if messages else "")
        async with asking(usage, emit, self._timeout) as counted:
            if self._is_async:
                answer = await self._chat(tuple(messages), tools)
            else:
                answer = await in_thread(partial(self._chat, tuple(messages), tools))
                answer = await answer if inspect.isawaitable(answer) else answer
            checked = _checked(answer, len(messages))
            counted.add(input_tokens=checked.usage.input_tokens, output_tokens=checked.usage.output_tokens)
        return checked


def _takes_turns(chat: Callable[..., Any]) -> bool:
    try:
        inspect.signature(chat).bind((), ())
    except TypeError:
        return False
    except ValueError:  # a function in C without a signature
        return True
    return True


def _checked(answer: Any, turn: int) -> ChatAnswer:
    if isinstance(answer, str):
        answer = ChatAnswer(answer)
    if not isinstance(answer, ChatAnswer):
        raise ModelError(
            f"the model answered with a {type(answer).__name__}; it must be a ChatAnswer or text",
            code="model_answer_invalid",
        )
    if not answer.tool_calls and not answer.text.strip():
        raise ModelError("the model's answer is empty: it has neither text nor calls", code="model_answer_invalid")
    return ChatAnswer(answer.text, _identified(answer.tool_calls, turn), answer.usage, answer.cut)


def _identified(calls: Sequence[ToolCall], turn: int) -> tuple[ToolCall, ...]:
    # some servers leave ids out or give all calls one id; then results could not be matched
    ids = [call.id for call in calls]
    if "" not in ids and len(set(ids)) == len(ids):
        return tuple(calls)
    return tuple(ToolCall(f"call_{turn}_{n}", call.name, call.arguments) for n, call in enumerate(calls, 1))
