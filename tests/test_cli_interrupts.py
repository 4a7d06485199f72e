"""Ctrl-C while a command is still imported, and while a server starts."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
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


@pytest.mark.parametrize("begun", [False, True], ids=["idle", "a run under way"])
def test_an_interrupt_ends_a_server_on_standard_input(tmp_path: Path, begun: bool) -> None:
    (tmp_path / "tools.py").write_text("import time\ndef nap() -> int:\n    time.sleep(30)\n    return 1\n")
    command = [sys.executable, "-m", "codemode", "mcp", "--functions", "tools.py"]
    quiet = signal.signal(signal.SIGINT, signal.SIG_DFL)
    server = subprocess.Popen(
        command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    signal.signal(signal.SIGINT, quiet)
    assert server.stdin is not None
    assert server.stdout is not None
    first = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    server.stdin.write(
        json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": first}).encode() + b"\n"
    )
    server.stdin.flush()
    assert b"result" in server.stdout.readline()
    if begun:
        call = {"name": "exec", "arguments": {"code": "__out = nap()"}}
        for message in (
            {"jsonrpc": "2.0", "method": "notifications/initialized"},
            {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call},
        ):
            server.stdin.write(json.dumps(message).encode() + b"\n")
        server.stdin.flush()
        time.sleep(1)
    server.send_signal(signal.SIGINT)
    try:
        assert server.wait(15) == 130
    finally:
        server.kill()
    assert server.communicate()[1].decode().splitlines()[-1] == "codemode: interrupted"
