"""JSON of data that the faster encoder refuses: it is written in parts, and is what Python's own encoder writes at once."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from codemode.engine.json_data import WireError, decode, encode

HALF = "\ud800"


def made(random: Random, depth: int = 0) -> Any:
    kind = random.randrange(7)
    if depth > 5 or kind < 3:
        return random.choice([1, 1.5, None, True, f"x{HALF}", "é", float("inf"), ""])
    if kind < 5:
        return [made(random, depth + 1) for _ in range(random.randrange(6))]
    return {
        random.choice(["a", HALF, "é", f"k{random.randrange(99)}"]): made(random, depth + 1)
        for _ in range(random.randrange(6))
    }


@pytest.mark.parametrize("size", [0, 1, 3, 700, 5000])
def test_parts_are_the_whole(size: int) -> None:
    random = Random(size)
    for value in ([made(random) for _ in range(size)], {f"{n}{HALF}": made(random) for n in range(size)}):
        whole = [HALF, value, {HALF: value}]
        written = encode(whole)
        assert written == json.dumps(whole, separators=(",", ":")).encode()
        assert decode(written) == whole


def test_a_large_text_is_one_part() -> None:
    value = {HALF * 300_000: {"a": [HALF * 300_000, []]}}
    assert encode(value) == json.dumps(value, separators=(",", ":")).encode()


def test_depth_without_end_is_no_data() -> None:
    value: Any = [HALF * 300_000]
    for _ in range(100_000):
        value = [value]
    with pytest.raises(WireError, match="not JSON data"):
        encode(value)
