"""Command lines as UTCP's own plugin runs them, for calls of ours: a failing exit status is an error, and a cancelled call ends its command.

The plugin forgets the status of a command: its script ends with an echo. Here the script ends with the status of its last command.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import Process
from contextlib import suppress
from contextvars import ContextVar
from functools import cache, wraps
from typing import Any

from codemode.errors import ToolError
from codemode.sources.answer_limits import bound
from codemode.sources.stand_ins import StandIn
from codemode.sources.utcp_manuals import reading
from codemode.sources.utcp_results import both_ends

_MODULE = "utcp_cli.cli_communication_protocol"
_STATUS = "CODEMODE_EXIT_STATUS"
_started: ContextVar[list[Process] | None] = ContextVar("codemode_cli_processes", default=None)


def _is_call() -> bool:
    """Whether the plugin runs a call of codemode, and not its search for tools."""
    return bound.get() is not None and reading.get() is None


@cache
def mend_commands() -> None:
    """Makes the plugin do so, if it is installed."""
    module: Any = sys.modules.get(_MODULE)
    if module is None:
        return
    protocol = module.CliCommunicationProtocol
    module.asyncio = StandIn(asyncio, create_subprocess_exec=_start)
    protocol._build_combined_shell_script = _with_status(protocol._build_combined_shell_script)
    protocol._execute_shell_script = _ended(protocol._execute_shell_script)
    protocol._parse_combined_output = _checked(protocol._parse_combined_output)


def _with_status(plain: Any) -> Any:
    @wraps(plain)
    def build(self: Any, commands: Any, tool_args: Any) -> Any:
        script, env = plain(self, commands, tool_args)
        if os.name == "nt" or not _is_call():
            return script, env
        lines = script.split("\n")
        last = len(commands) - 1
        shown = [step.append_to_final_output for step in commands]
        echoes = sum(bool(i == last if each is None else each) for i, each in enumerate(shown))
        at = len(lines) - echoes
        return "\n".join([*lines[:at], f"{_STATUS}=$?", *lines[at:], f'exit "${_STATUS}"']), env

    return build


def _ended(plain: Any) -> Any:
    @wraps(plain)
    async def execute(self: Any, *args: Any, **named: Any) -> Any:
        processes: list[Process] = []
        token = _started.set(processes)
        try:
            return await plain(self, *args, **named)
        finally:
            _started.reset(token)
            for process in processes:
                _end(process)

    return execute


def _end(process: Process) -> None:
    """Ends a command with all processes that it started, also those in the background."""
    with suppress(OSError):
        if os.name == "nt":
            if process.returncode is None:
                process.kill()
        else:
            os.killpg(process.pid, signal.SIGKILL)


def _checked(plain: Any) -> Any:
    @wraps(plain)
    def parse(self: Any, stdout: str, stderr: str, return_code: int, commands: Any, tool_name: str) -> Any:
        if return_code and _is_call():
            told = both_ends(stdout.strip() or stderr.strip())
            raise ToolError(f"{tool_name}: exit status {return_code}{f': {told}' if told else ''}")
        return plain(self, stdout, stderr, return_code, commands, tool_name)

    return parse


async def _start(*command: str, **options: Any) -> Process:
    """What the plugin starts is in a group of its own, which can be ended as a whole."""
    processes = _started.get()
    ours = processes is not None and bound.get() is not None
    process = await asyncio.create_subprocess_exec(*command, **options, start_new_session=ours and os.name != "nt")
    if ours and processes is not None:
        processes.append(process)
    return process
