"""Async tests are marked `anyio` (the plugin of a package we depend on anyway) and run on asyncio."""

import logging

import pytest

# UTCP's plugins set up logging of everything to standard error, unless somebody else has set it up before
logging.getLogger().addHandler(logging.NullHandler())


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
