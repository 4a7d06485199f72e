"""The stories of docs/approvals.md that are typed in a shell: each command is given, and says what the document shows."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from codemode import Policy, Rule
from tests.commands import in_process
from tests.doc_examples import ROOT
from tests.server.conftest import serving

pytestmark = pytest.mark.anyio

TEXT = (ROOT / "docs" / "approvals.md").read_text()
SHOWN = "run_0b5c..."
RUN = re.compile("run_[0-9a-f]{16}")
BANK = '''
def pay(to: str, amount: float) -> str:
    """Pay somebody."""
    return f"paid {amount:g} to {to}"
'''
PAY = """paid := []any{}
for i := range 3 { p, _ := codemode.CallTool("bank.pay", map[string]any{"to": "ann", "amount": i * 10}); paid = append(paid, p) }
__out = paid
"""


def story(language: str) -> str:
    [found] = re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    return found


def test_the_command_line(tmp_path: Path) -> None:
    made = BANK + 'from codemode import FunctionTool\nTOOLS = [FunctionTool("bank.pay", pay)]\n'
    (tmp_path / "bank.py").write_text(made)
    (tmp_path / "pay.go").write_text(PAY)
    (tmp_path / "policy.json").write_text('{"rules": [{"action": "ask", "tool": "bank.pay"}], "ask": "program"}')
    run_id = SHOWN
    for part in story("console").split("$ ")[1:]:
        line, _, says = part.partition("\n")
        done = in_process(tmp_path, *shlex.split(line.replace(SHOWN, run_id))[1:])
        told = done.stdout + done.stderr
        run_id = next(iter(RUN.findall(told)), run_id)
        assert told.replace(run_id, SHOWN) == says


async def test_http() -> None:
    run_id = SHOWN
    async with serving(policy=Policy([Rule("ask", "bank.pay")], ask="program")) as running:
        for part in story("sh").split("curl ")[1:]:
            line, _, says = part.partition("\n# ")
            words = shlex.split(line.replace(SHOWN, run_id))
            path = words[words.index("-s") + 1].removeprefix("localhost:8420")
            body = json.loads(words[words.index("-d") + 1]) if "-d" in words else None
            answer = await (running.http.get(path) if body is None else running.post(path, body))
            found = answer.json()
            run_id = found.get("run_id", run_id)
            assert part_of(json.loads(says.replace(SHOWN, run_id)), found), found
        assert running.bank.paid == [("ann", 0), ("ann", 10), ("ann", 20)]


def part_of(shown: Any, found: Any) -> bool:
    """Whether a document shows nothing that is not so; it may leave things out of objects."""
    if isinstance(shown, dict):
        return isinstance(found, dict) and all(
            key in found and part_of(value, found[key]) for key, value in shown.items()
        )
    if isinstance(shown, list):
        return isinstance(found, list) and len(shown) == len(found) and all(map(part_of, shown, found))
    return bool(shown == found)
