"""Plays every case of the table."""

from __future__ import annotations

import itertools

import pytest

from tests.contract.cases import CASES
from tests.contract.conftest import Engines
from tests.contract.table import Case, Play

pytestmark = pytest.mark.anyio

_numbers = itertools.count(1)


@pytest.mark.parametrize("case", CASES, ids=[case["case"] for case in CASES])
async def test_case(case: Case, engines: Engines) -> None:
    # every time another session, because engines are shared
    await Play(case, await engines.of(case), engines.world, f"s{next(_numbers)}").play()
