"""Where a generator's choices come from: a seed, a recorded list (to make a program smaller), or hypothesis."""

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
    """Choices from a seed, remembered so that a program can be made again and made smaller."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self.made: list[int] = []

    def below(self, n: int) -> int:
        choice = self._random.randrange(n)
        self.made.append(choice)
        return choice


class Recorded:
    """Choices read from a list; 0 after its end and for what does not fit. Keeps what was really used."""

    def __init__(self, choices: Sequence[int]) -> None:
        self._choices = choices
        self.made: list[int] = []

    def below(self, n: int) -> int:
        at = len(self.made)
        choice = self._choices[at] if at < len(self._choices) else 0
        self.made.append(choice if choice < n else 0)
        return self.made[-1]


class Drawn:
    """Choices made by a function of n, such as one that draws from a hypothesis strategy."""

    def __init__(self, draw: Callable[[int], int]) -> None:
        self.below = draw


def pick(choices: Choices, options: Sequence[T]) -> T:
    return options[choices.below(len(options))]
