"""Code as models wrote it on the first try."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemode.dsl import parse
from codemode.errors import ParseError

SNIPPETS = Path(__file__).with_name("snippets")

# The lines where something is mended; None: refused.
MENDED: dict[str, list[int] | None] = {
    "devhub_05": [],
    "devhub_06": [38],
    "devhub_08": [29],
    "devhub_12": [],
    "finance_12": None,
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
    lines = MENDED[name]
    if lines is None:
        with pytest.raises(ParseError) as error:
            parse(text)
        assert [diagnostic.line for diagnostic in error.value.diagnostics] == [14, 19, 29]
        return
    parsed = parse(text)
    assert parsed.file.form == "snippet"
    assert [parsed.source.bind_mend(mend).line for mend in parsed.mends] == lines


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
