"""A hole in the guards is no way out: the worker process holds by itself, and the host is well afterwards."""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from codemode import Completed, Engine, Failed, FunctionSource, Policy, Rule
from codemode.engine.workers import fork_server
from tests.python.holes import START

pytestmark = pytest.mark.anyio
REFUSED = {
    "OSError",
    "PermissionError",
    "BlockingIOError",
    "FileNotFoundError",
    "ProcessLookupError",
    "ModuleNotFoundError",
    "ValueError",
}
OS = "__import__('os')"
SOCKET = "__import__('socket')"
ATTEMPTS = {
    "read a file": "open('/etc/passwd').read()",
    "read what the package is made of": "open(__import__('codemode').__file__).read()",
    "write a file": "open('/tmp/from-a-hole', 'w')",
    "list a folder": f"{OS}.listdir('/')",
    "see the host's memory": "open('/proc/{host}/mem', 'rb')",
    "see the host's environment": "open('/proc/{host}/environ', 'rb').read()",
    "connect": f"{SOCKET}.create_connection(('127.0.0.1', {{port}}), 1)",
    "make a socket": f"{SOCKET}.socket({SOCKET}.AF_UNIX)",
    "ask for a name": f"{SOCKET}.getaddrinfo('example.org', 80)",
    "start a program": f"{OS}.posix_spawn('/bin/true', ['true'], {{{{}}}})",
    "become another program": f"{OS}.execv('/bin/true', ['true'])",
    "import what was not imported": "__import__('subprocess')",
    "fork": f"{OS}.fork()",
    "end the host": f"{OS}.kill({{host}}, 9)",
    "end its group": f"{OS}.killpg({OS}.getpgid({{host}}), 9)",
    "get rights": f"{OS}.setuid(0) or open('/etc/shadow')",
    "raise its limits": "__import__('resource').setrlimit(9, (-1, -1))",
}  # fmt: skip


def paid(to: str) -> str:
    return f"paid {to}"


@pytest.fixture(scope="module")
def forks() -> Iterator[None]:
    """One fork server with the hole for all engines: to start it takes most of the time of a test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SECRET_OF_THE_HOST", "s3cret-s3cret")
        patch.setattr(fork_server, "_START", START)
        patch.setattr(fork_server, "_shared", None)
        held = fork_server.borrow()
        yield
        if fork_server.give_back(held):
            held.wait()


@pytest.fixture
async def engine(forks: None) -> AsyncIterator[Engine]:
    bank = FunctionSource.from_functions(paid, owner="bank")
    rules = Policy([Rule("deny", tool="bank.*")])
    async with Engine([bank], languages=("python",), policy=rules, workers=1) as made:
        yield made


async def test_there_are_no_files_no_network_no_programs_and_no_host(engine: Engine) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        known = {"host": os.getpid(), "port": server.getsockname()[1]}
        texts = {name: text.format(**known) for name, text in ATTEMPTS.items()}
        reply = await engine.session().exec(
            "{name: hole(text) for name, text in data.items()}", data=texts, timeout_ms=60_000
        )
        assert isinstance(reply, Completed), reply
        with pytest.raises(BlockingIOError):
            server.accept()
    assert {
        name: told for name, told in reply.value.items() if told not in REFUSED and not told.startswith("gaierror")
    } == {}
    assert not Path("/tmp/from-a-hole").exists()
    environment = await engine.session().exec(f"hole({f'dict({OS}.environ)'!r})")
    assert isinstance(environment, Completed)
    assert "s3cret" not in environment.value


async def test_what_a_program_calls_is_decided_by_the_host(engine: Engine) -> None:
    """The policy is not in the worker: whatever a program does to its own guards, a call that is denied is denied."""
    code = """
hole("guest.api.catalog.__class__")
hole("[setattr(each, 'policy', None) for each in __import__('gc').get_objects() if hasattr(each, 'policy')]")
try:
    bank.paid(to="me")
except ToolError as e:
    print(e.code)
"""
    reply = await engine.session().exec(code)
    assert "paid me" not in repr(reply)


@pytest.mark.parametrize(
    "text",
    [
        f"[{OS}.write(fd, b'x' * 64) for fd in range(3, 20) if not isinstance(fd, str)]",
        f"{OS}._exit(0)",
        "__import__('ctypes').string_at(0)",
        "[each.close() for each in __import__('gc').get_objects() if type(each).__name__ == 'socket']",
    ],
)  # fmt: skip
async def test_whatever_a_worker_does_the_host_is_well(engine: Engine, text: str) -> None:
    reply = await engine.session().exec(f"hole({text!r})", timeout_ms=5_000)
    assert isinstance(reply, Completed | Failed)
    after = await engine.session().exec("1 + 1")
    assert isinstance(after, Completed), after
    assert after.value == 2
