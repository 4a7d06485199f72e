"""Programs that use the library at length print what real Go printed (`TZ=UTC go run X.go > X.out` makes the expectation again)."""

from __future__ import annotations

from pathlib import Path

import pytest

import codemode
from codemode import Limits

FOLDER = Path(__file__).parent / "printed"
PROGRAMS = sorted(path for path in FOLDER.glob("*.go") if path.with_suffix(".out").exists())


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_prints_what_go_prints(program: Path) -> None:
    result = codemode.run(program.read_text(encoding="utf-8"), limits=Limits(timeout_ms=60_000))
    assert result.stdout == program.with_suffix(".out").read_bytes().decode()
