"""Checks what callers give to `CodeModeUTCP` and to models. Each error says what the value must be."""

from __future__ import annotations

from typing import cast, get_args

from codemode.errors import ConfigError, InputError
from codemode.orchestrator.outcome import CallOutcome, PipelineName

MAX_PROMPT = 1 << 18  # characters


def checked_pipeline(pipeline: str) -> PipelineName:
    if pipeline in get_args(PipelineName):
        return cast("PipelineName", pipeline)
    raise ConfigError(f'pipeline must be "auto", "staged" or "single", not {pipeline!r}')


def checked_number(name: str, given: object, low: int, high: int) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not low <= given <= high:
        raise ConfigError(f"{name} must be a number from {low} to {high}, not {given!r}")
    return given


def checked_seconds(timeout: object) -> float | None:
    return None if timeout is None else checked_duration("model_timeout", timeout)


def checked_duration(name: str, given: object) -> float:
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not 0 < given < float("inf"):
        raise ConfigError(f"{name} must be a number of seconds above 0, not {given!r}")
    return given


def checked_prompt(prompt: object) -> str:
    if not isinstance(prompt, str):
        raise InputError(f"the prompt must be text, not {type(prompt).__name__}")
    if not prompt.strip():
        raise InputError("the prompt is empty")
    if len(prompt) > MAX_PROMPT:
        raise InputError(f"the prompt has {len(prompt)} characters; the limit is {MAX_PROMPT}")
    try:
        prompt.encode()
    except UnicodeEncodeError as error:
        told = "half of a surrogate pair cannot be sent to a model"
        raise InputError(f"the prompt is not valid Unicode at offset {error.start}: {told}") from None
    return prompt.strip()


def id_of_run(run: CallOutcome | str) -> str:
    if isinstance(run, CallOutcome):
        run_id = run.run_id if run.status == "waiting" else ""
    else:
        run_id = run
    if not isinstance(run_id, str) or not run_id:  # pyright: ignore[reportUnnecessaryIsInstance] - from outside
        raise InputError("resume needs a waiting outcome, or a run_id")
    return run_id
