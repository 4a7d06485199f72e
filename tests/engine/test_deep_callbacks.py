"""A program that calls itself through the library meets its limit on depth, and not the end of the host's C stack."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.engine.deep_callbacks import PROGRAMS


@pytest.fixture(scope="module", params=[1 << 20, 8 << 20], ids=["1 MiB", "8 MiB"])
def ended(request: pytest.FixtureRequest) -> dict[str, str]:
    """How each program ended, in a thread with a stack of this size of a process of their own; one that meets the end of the C stack and all after
    it are missing."""
    command = [sys.executable, "-m", "tests.engine.deep_callbacks", str(request.param), *PROGRAMS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return dict(line.split(": ") for line in done.stdout.splitlines())


@pytest.mark.parametrize("name", list(PROGRAMS))
def test_recursion_through_the_library(ended: dict[str, str], name: str) -> None:
    assert ended.get(name) == "call_depth_exceeded"
