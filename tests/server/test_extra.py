"""The extra `codemode[server]` is needed by the server alone: without it everything else works, and the server says what to install."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

from codemode.terminal.serving import EXTRA

ROOT = Path(__file__).parents[2]
# as where they are not installed
WITHOUT = "import sys; sys.modules |= dict.fromkeys({names!r}); "
USE = """
import asyncio, importlib, pkgutil, codemode
async def main():
    async with codemode.Engine([], isolation="inline") as engine:
        assert (await engine.session().exec("__out = 6 * 7")).value == 42
asyncio.run(main())
for each in pkgutil.walk_packages(codemode.__path__, "codemode."):
    if not each.name.startswith(("codemode.server", "codemode.sources.mcp_", "codemode.__main__")):
        importlib.import_module(each.name)
print("all")
"""


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, cwd=ROOT)


def test_the_extra_is_the_packages_that_are_left_out_here() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]["server"]
    assert {Requirement(each).name for each in listed} == set(EXTRA)


def test_without_the_extra_everything_else_works() -> None:
    done = python(WITHOUT.format(names=list(EXTRA.values())) + USE)
    assert (done.stdout, done.stderr) == ("all\n", "")


ASK = """
import contextlib, io, json
from codemode.cli import main
told = {}
for package, module in names.items():
    sys.modules[module] = None
    for command in ("serve", "mcp"):
        with contextlib.redirect_stderr(io.StringIO()) as stderr:
            assert main([command, "--functions", "nowhere.py"]) == 2
        told.setdefault(package, []).append(stderr.getvalue())
    del sys.modules[module]
print(json.dumps(told))
"""


def test_the_server_says_what_to_install() -> None:
    done = python(f"import sys; names = {EXTRA!r}{ASK}")
    assert done.returncode == 0, done.stderr
    for package, told in json.loads(done.stdout).items():
        assert told == [f'codemode: the server needs {package}: pip install "codemode[server]"\n'] * 2


def test_the_server_says_that_it_needs_a_newer_mcp() -> None:
    done = python(f"import sys; names = {{'mcp': 'mcp.server.context'}}{ASK}")
    assert done.returncode == 0, done.stderr
    needs = 'the server needs version 2 of mcp: pip install "codemode[server]"'
    assert json.loads(done.stdout)["mcp"] == [f"codemode: {needs}\n"] * 2
