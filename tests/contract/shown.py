"""Which sentences of the contract a test that is no case of the table shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Test = TypeVar("Test", bound=Callable[..., Any])

# shown where the parts are tested: (file, test)
ELSEWHERE: dict[str, tuple[str, str]] = {
    "limits 7": ("tests/host/test_gate.py", "test_attack"),
    "telemetry 5": ("tests/engine/test_tracing.py", "test_calls_are_children_of_their_cell"),
}

SHOWN: dict[str, set[str]] = {}


def shows(*what: str) -> Callable[[Test], Test]:
    """Marks a test; `what` are keys of SENTENCES, error codes, or limits."""

    def mark(test: Test) -> Test:
        for each in what:
            SHOWN.setdefault(each, set()).add(test.__name__)
        return test

    return mark
