"""Code as models wrote it on the first try."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemode.dsl import parse

SNIPPETS = Path(__file__).with_name("snippets")

# The lines where something is mended.
MENDED: dict[str, list[int]] = {
    "devhub_05": [],
    "devhub_06": [38],
    "devhub_08": [29],
    "devhub_12": [],
    "finance_12": [10, 14, 17, 19, 23, 29, 35],
    "shop_03": [43],
    "shop_04": [2, 6, 15, 16, 22],
    "shop_11": [],
    "travel_02": [],
    "travel_10": [17],
}


def test_all_are_here() -> None:
    assert {path.stem for path in SNIPPETS.glob("*.go")} == set(MENDED)


@pytest.mark.parametrize("name", MENDED)
def test_snippet(name: str) -> None:
    text = (SNIPPETS / f"{name}.go").read_text()
    parsed = parse(text)
    assert parsed.file.form == "snippet"
    assert [parsed.source.bind_mend(mend).line for mend in parsed.mends] == MENDED[name]


def test_forty_lines_are_read_in_a_few_milliseconds() -> None:
    import time

    text = (SNIPPETS / "devhub_12.go").read_text()
    parse(text)
    times: list[float] = []
    for _ in range(5):
        began = time.process_time()
        parse(text)
        times.append(time.process_time() - began)
    assert min(times) < 0.02
