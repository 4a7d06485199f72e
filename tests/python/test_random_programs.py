"""Random programs do what plain CPython does with them; `python -m tests.cases_python.generate` has more of them."""

from __future__ import annotations

import pytest

from tests.cases_python.generate import difference


@pytest.mark.parametrize("first", range(0, 100, 20))
def test_random_programs(first: int) -> None:
    assert [found for seed in range(first, first + 20) if (found := difference(seed))] == []
