"""Programs of printed/ that use one package thoroughly, and what real Go printed for them.

`python -m tests.stdlib.printed_programs NAME...` runs printed/NAME.go with the Go toolchain and writes printed/NAME.txt.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.interpreter.running import run
from tests.oracle.toolchain import find_go, go_environment

FOLDER = Path(__file__).parent / "printed"


def assert_prints_the_same(name: str) -> None:
    outcome = run((FOLDER / f"{name}.go").read_text(encoding="utf-8"), max_steps=50_000_000)
    wanted = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    for number, (got, want) in enumerate(zip(outcome.stdout.splitlines(), wanted.splitlines()), 1):
        assert got == want, f"line {number} of printed/{name}.txt"
    assert outcome.stdout == wanted, outcome.end


def regenerate(name: str) -> None:
    path = FOLDER / f"{name}.go"
    done = subprocess.run(
        [find_go(), "run", str(path)], capture_output=True, check=False, env=go_environment(), cwd=FOLDER
    )
    assert done.returncode == 0, done.stderr.decode()
    path.with_suffix(".txt").write_bytes(done.stdout)


if __name__ == "__main__":
    for each in sys.argv[1:]:
        regenerate(each)
