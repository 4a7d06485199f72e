"""Ctrl-C while a command is still imported, and while a server starts."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

# interrupts the process when the module is imported
BEGIN = """
import os, signal, sys
class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Interrupt())
sys.argv = ["codemode", *{arguments!r}]
from codemode.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("arguments", "module"),
    [
        (["run", "-c", "1"], "codemode.cli.reading"),
        (["run", "-c", "1"], "codemode.terminal.exits"),
        (["run", "-c", "1"], "codemode.engine.session"),
        (["serve", "--functions", "tools.py", "--port", "0"], "codemode.server.app"),
        (["serve", "--functions", "tools.py", "--port", "0"], "codemode.server.page"),
        (["mcp", "--functions", "tools.py"], "codemode.server.mcp"),
    ],
)
def test_an_interrupt_of_the_imports_is_quiet(tmp_path: Path, arguments: list[str], module: str) -> None:
    (tmp_path / "tools.py").write_text("def one() -> int:\n    return 1\n")
    done = subprocess.run(
        [sys.executable, "-c", BEGIN.format(module=module, arguments=arguments)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        # whoever runs the tests in the background has interrupts ignored, and children inherit that
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "codemode: interrupted\n")
