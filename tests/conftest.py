"""Async tests are marked `anyio` (the plugin of a package we depend on anyway) and run on asyncio."""

from __future__ import annotations

import gc
import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import count
from typing import TYPE_CHECKING

import pytest

from codemode.engine.workers import fork_server
from codemode.engine.workers.fork_server import ForkServer
from tests import browsers

if TYPE_CHECKING:
    from tests.postgres import Postgres

# UTCP's plugins set up logging of everything to standard error, unless somebody else has set it up before
logging.getLogger().addHandler(logging.NullHandler())

# to read the certificates of the machine takes longer than most tests, and each client of HTTP reads them
with suppress(ImportError):
    import httpcore2

    httpcore2.default_ssl_context = cache(httpcore2.default_ssl_context)


USE_WORKERS = {
    "contract",
    "engine",
    "python",
    "orchestrator",
    "test_docs.py",
    "test_prompts_over_http.py",
    "test_attacks.py",
    "test_cli.py",
    "test_cli_runs.py",
    "test_mcp_cli.py",
    "test_examples.py",
}


_kept: list[ForkServer] = []


@pytest.fixture(scope="session", autouse=True)
def kept_fork_server(request: pytest.FixtureRequest) -> Iterator[None]:
    """One fork server for the worker processes of all engines: to start it for each of them would take most of the time."""
    if not any(USE_WORKERS & set(item.path.parts) for item in request.session.items):
        yield
        return
    _kept.append(fork_server.borrow())
    yield
    held = _kept.pop()
    if fork_server.give_back(held):
        held.wait()


def pytest_runtest_logfinish() -> None:
    """A test that killed it leaves another one for those after it."""
    if _kept and not _kept[0].is_alive:
        fork_server.give_back(_kept[0])
        _kept[0] = fork_server.borrow()


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Python's collection of garbage leaves alone what lives as long as the tests: they themselves, some million objects."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_collectstart() -> None:
    gc.disable()  # next to nothing is garbage then


def pytest_configure() -> None:
    if browsers.is_required() and browsers.found() is None:
        raise pytest.UsageError(browsers.LEFT_OUT)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if browsers.found() is None:
        terminalreporter.write_line(browsers.LEFT_OUT)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """One server for all workers of a test run, started by the first test that needs it."""
    from tests.postgres import shared_postgres  # the environments of the ecosystem do not have it

    with shared_postgres(os.environ.get("PYTEST_XDIST_TESTRUNUID", f"pid{os.getpid()}")) as made:
        yield made


_schemas = count()


@pytest.fixture
def postgres_url(postgres: Postgres) -> Iterator[str]:
    """An empty schema of it."""
    with postgres.schema(f"t{os.getpid()}_{next(_schemas)}") as url:
        yield url
