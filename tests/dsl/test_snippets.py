"""Code as models wrote it on the first try."""

from __future__ import annotations

from pathlib import Path

import pytest

from codemode.dsl import parse

SNIPPETS = Path(__file__).parent.parent / "corpus" / "snippets"

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


def text_of(name: str) -> str:
    """The program below the line that says which style it is."""
    return (SNIPPETS / name.split("_")[0] / f"{name}.go").read_text().split("\n", 1)[1]


@pytest.mark.parametrize("name", MENDED)
def test_snippet(name: str) -> None:
    parsed = parse(text_of(name))
    assert parsed.file.form == "snippet"
    assert [parsed.source.bind_mend(mend).line for mend in parsed.mends] == MENDED[name]
