"""The cost of asking models. A model reports its usage to the code that asks, without having to return it."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Usage:
    """Requests to a model, tokens as the server counted them (0 where it does not), and milliseconds spent waiting for answers."""

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    ms: float = 0.0

    @property
    def total_tokens(self) -> int:
        return self.input_tokens + self.output_tokens

    def add(self, *, requests: int = 0, input_tokens: int = 0, output_tokens: int = 0, ms: float = 0.0) -> None:
        self.requests += requests
        self.input_tokens += input_tokens
        self.output_tokens += output_tokens
        self.ms += ms


_asking: ContextVar[Usage | None] = ContextVar("codemode_usage", default=None)


@contextmanager
def counting(usage: Usage) -> Generator[None]:
    """While this is open, what models of this task (and of threads it starts) report is added to `usage`."""
    token = _asking.set(usage)
    try:
        yield
    finally:
        _asking.reset(token)


def report(*, input_tokens: int = 0, output_tokens: int = 0) -> None:
    """For models: the tokens of one answer."""
    usage = _asking.get()
    if usage is not None:
        usage.add(input_tokens=input_tokens, output_tokens=output_tokens)
