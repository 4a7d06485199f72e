"""examples/two_hosts: the script is played, and what the compose file starts are commands that there are."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from codemode.cli import parser
from tests.scale.fleet import PATIENCE

EXAMPLE = Path(__file__).parents[2] / "examples" / "two_hosts"


def test_two_workers_of_which_one_is_killed(database: str) -> None:
    played = subprocess.run(
        [sys.executable, str(EXAMPLE / "play.py")],
        env=os.environ | {"CODEMODE_STORE": database},
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
    )
    assert played.returncode == 0, played.stderr
    killed, *lines = played.stdout.splitlines()
    assert killed == "one worker is killed"
    assert [line.split(" ", 2)[1:] for line in lines] == [
        ["completed", f"paid {amount} to the shop"] for amount in ("4.5", "6") * 6
    ], played.stdout


def test_the_compose_file_starts_commands_that_there_are() -> None:
    compose = (EXAMPLE / "compose.yaml").read_text()
    commands = [found.split() for found in re.findall(r'exec codemode ([^"]+)"', compose)]
    assert [command[0] for command in commands] == ["worker", "serve"]
    for command in commands:
        parser().parse_args(command)


def test_each_fault_that_the_documents_name_has_its_test() -> None:
    tests = Path(__file__).parents[1]
    told = set(re.findall(r"`(test_\w+)`", (tests.parent / "docs" / "scaling.md").read_text()))
    files = [*(tests / "scale").glob("test_*.py"), tests / "engine" / "test_postgres_store.py"]
    there = {name for file in files for name in re.findall(r"def (test_\w+)", file.read_text())}
    assert told
    assert told <= there
