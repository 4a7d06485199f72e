"""Async tests are marked `anyio` (the plugin of a package we depend on anyway) and run on asyncio."""

import logging
from collections.abc import Iterator

import pytest

from codemode.engine.workers import nursery

# UTCP's plugins set up logging of everything to standard error, unless somebody else has set it up before
logging.getLogger().addHandler(logging.NullHandler())


USE_WORKERS = {
    "contract",
    "engine",
    "orchestrator",
    "test_docs.py",
    "test_must_show.py",
    "test_attacks.py",
    "test_cli.py",
    "test_cli_runs.py",
    "test_mcp_cli.py",
    "test_examples.py",
}


@pytest.fixture(scope="session", autouse=True)
def kept_nursery(request: pytest.FixtureRequest) -> Iterator[None]:
    """One nursery for the worker processes of all engines: to start it for each of them would take most of the time."""
    if not any(USE_WORKERS & set(item.path.parts) for item in request.session.items):
        yield
        return
    held = nursery.borrow()
    yield
    if nursery.give_back(held):
        held.wait()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
