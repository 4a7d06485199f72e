"""Whatever a library function is asked to do, it ends with the budget, and soon."""

from __future__ import annotations

import pytest

import codemode
from codemode.errors import DeadlockError


def test_a_timer_that_nobody_hears_is_forgotten() -> None:
    """Otherwise the program would wait an hour before it is known to be stuck."""
    source = """
    done := make(chan int, 1)
    done <- 1
    select {
    case <-done:
    case <-time.After(time.Hour):
    }
    <-make(chan int)
    """
    with pytest.raises(DeadlockError):
        codemode.run(source)
