"""A program that calls itself through the library meets its limit on depth, and not the end of the host's C stack."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.engine.deep_callbacks import PROGRAMS


@pytest.mark.parametrize("name", list(PROGRAMS))
def test_recursion_through_the_library(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.engine.deep_callbacks", name], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "call_depth_exceeded\n"), done.stderr[-2000:]
