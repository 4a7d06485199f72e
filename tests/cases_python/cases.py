"""The cases: texts of programs, each after a line `# case: name`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
EXPECTED = HERE / "expected.json"
THEMES = tuple(sorted(path.stem for path in HERE.glob("*.txt")))


def cases() -> Iterator[tuple[str, str, str]]:
    """Theme, name and text of each."""
    for theme in THEMES:
        text = (HERE / f"{theme}.txt").read_text()
        for part in text.split("# case: ")[1:]:
            name, _, code = part.partition("\n")
            yield theme, name.strip(), code
