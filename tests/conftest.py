"""Async tests are marked `anyio` (the plugin of a package we depend on anyway) and run on asyncio."""

import pytest


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
