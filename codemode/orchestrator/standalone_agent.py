"""Runs an agent for one prompt without a `CodeModeUTCP` object."""

from __future__ import annotations

from collections.abc import Sequence

from codemode.engine import Session
from codemode.engine.given_sources import Source
from codemode.engine.languages import GO
from codemode.errors import ConfigError
from codemode.orchestrator.agent import MAX_TURNS
from codemode.orchestrator.agent_outcome import AgentOutcome
from codemode.orchestrator.chat import AnyChatModel, Message
from codemode.orchestrator.codemode_utcp import MODEL_TIMEOUT, CodeModeUTCP
from codemode.orchestrator.events import Listener


async def run_agent(
    prompt: str,
    model: AnyChatModel,
    *,
    sources: Sequence[Source] = (),
    session: Session | None = None,
    max_turns: int = MAX_TURNS,
    transcript: Sequence[Message] = (),
    on_event: Listener | None = None,
    model_timeout: float | None = MODEL_TIMEOUT,
    language: str = GO,
) -> AgentOutcome:
    """Answers one prompt with an agent, over the tools of `sources`, or in a `session` of an existing engine; then the model writes the engine's
    first language. The other parameters are those of `CodeModeUTCP.run_agent`."""
    if session is not None and sources:
        raise ConfigError("run_agent takes session, whose engine has tools, or sources, not both")
    if session is not None and language != GO:
        raise ConfigError(
            "with session, the model writes the first language of its engine: leave language out, and set Engine(languages=...)"
        )
    cm = CodeModeUTCP(None, model, sources=sources, model_timeout=model_timeout, language=language)
    try:
        return await cm.run_agent(
            prompt, max_turns=max_turns, session=session, transcript=transcript, on_event=on_event
        )
    finally:
        # the caller closes a model object; a model given by its name was made here
        await (cm.close() if isinstance(model, str) else cm.engine.close())
