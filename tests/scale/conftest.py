from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from codemode import Engine
from tests.postgres import Postgres, own_postgres
from tests.scale.fleet import Fleet, fleet


@pytest.fixture(scope="module")
def database(postgres: Postgres, request: pytest.FixtureRequest) -> Iterator[str]:
    with postgres.database(f"{request.module.__name__.rpartition('.')[2]}_{os.getpid()}") as url:
        yield url


@pytest.fixture(scope="module")
def mortal() -> Iterator[Postgres]:
    """A Postgres that a test may kill."""
    with own_postgres() as made:
        yield made


@pytest.fixture(scope="module")
def hosts(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fleet]:
    """Two hosts of the queue "default", with a policy that asks before `shop.pay`; tests add others to queues of their own."""
    folder = tmp_path_factory.mktemp("fleet")
    (folder / "ask.json").write_text(json.dumps({"rules": [{"action": "ask", "tool": "shop.pay"}]}))
    with fleet(database, folder) as made:
        started = [made.start("--policy", str(folder / "ask.json"), wait=False) for _ in range(2)]
        for host in started:
            made.wait_for(host)
        yield made


@pytest.fixture
async def engine(database: str) -> AsyncIterator[Engine]:
    """Who submits: it has no tools."""
    async with Engine(store=database, isolation="inline") as made:
        yield made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
