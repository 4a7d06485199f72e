"""Systems that are not POSIX: programs run in the process of the host, and what needs more says so. What they lack is taken away here; it is not
another system."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BEGIN = """
import asyncio
import json
import sys

from codemode import CodeModeUTCP, Engine, FunctionSource
from codemode.errors import ConfigError

def add(a: int, b: int) -> int:
    return a + b

tools = FunctionSource([add], owner="math")
store = f"sqlite:///{sys.argv[2]}/runs.db"
"""
WORK = {
    "a program and a cell": (
        """
async def main():
    async with Engine([tools], isolation="inline", store=store, languages=["go", "python"]) as engine:
        session = engine.session()
        print((await session.exec('__out = math.add(map[string]any{"a": 1, "b": 2})')).value)
        print((await session.exec("await math.add(a=1, b=3)")).value)

asyncio.run(main())
""",
        "3\n4\n",
    ),
    "a prompt": (
        """
def model(_):
    return json.dumps({"tools": ["math.add"], "code": '__out = math.add(map[string]any{"a": 1, "b": 2})', "stream": False})

print(asyncio.run(CodeModeUTCP(None, model, sources=[tools], isolation="inline").call_tool("add 1 and 2")).value)
""",
        "3\n",
    ),
    "worker processes": (
        """
try:
    Engine([tools])
except ConfigError as refused:
    print(refused)
""",
        'worker processes need Linux or macOS (on Windows: WSL); isolation="inline" runs programs that you trust '
        "in this process\n",
    ),
}


@pytest.mark.parametrize(("code", "told"), WORK.values(), ids=WORK)
def test_what_is_not_posix(code: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "work.py"
    file.write_text(BEGIN + code)
    command = [sys.executable, "-m", "tests.without_posix", str(file), str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ended.stdout + ended.stderr == told
