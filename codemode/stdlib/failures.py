"""The exception by which a body of the library leaves its work with an error of the guest."""

from __future__ import annotations

from typing import Any


class Failed(Exception):
    """Something failed. `error` is Go's error value."""

    def __init__(self, error: Any) -> None:
        super().__init__()
        self.error = error
