"""Where a generator's choices come from: a seed, or hypothesis."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Choices(Protocol):
    """A source of numbers. Smaller numbers mean simpler programs."""

    def below(self, n: int) -> int:
        """A number from 0 up to, not including, n."""
        ...


class Seeded:
    """Choices from a seed."""

    def __init__(self, seed: int) -> None:
        self.below = random.Random(seed).randrange


class Drawn:
    """Choices made by a function of n, such as one that draws from a hypothesis strategy."""

    def __init__(self, draw: Callable[[int], int]) -> None:
        self.below = draw


def pick(choices: Choices, options: Sequence[T]) -> T:
    return options[choices.below(len(options))]
