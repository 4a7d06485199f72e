"""The figures of the last measurement, and the table that docs/security.md makes of them."""

from __future__ import annotations

import json
from pathlib import Path

from tests.doc_examples import ROOT
from tests.host.attacks import ISOLATIONS, Attack, table

FIGURES = Path(__file__).with_name("figures.json")
DOCUMENT = ROOT / "docs/security.md"
BEGIN, END = "<!-- figures of attacks: python -m tests.host --write -->\n", "<!-- end of the figures -->\n"
HEAD = "| attacks | how many | isolation | gap, ms | growth, MiB | reply, KiB | late, ms |\n|---|---|---|---|---|---|---|\n"


def measured() -> dict[str, list[float]]:
    return json.loads(FIGURES.read_text())


def keep(found: dict[str, list[float]]) -> None:
    """Write the figures down, a line each, those of attacks that are gone no more, and make the table of the document of them."""
    attacks = table()
    known = {f"{attack.name} | {isolation}" for attack in attacks.values() for isolation in attack.isolations}
    kept = {key: each for key, each in sorted((measured() | found).items()) if key in known}
    FIGURES.write_text("{\n" + ",\n".join(f"{json.dumps(key)}: {json.dumps(kept[key])}" for key in kept) + "\n}\n")
    DOCUMENT.write_text(written())


def rows(attacks: dict[str, Attack], found: dict[str, list[float]]) -> str:
    """One for each group of attacks and isolation, with the worst of each figure."""
    text = ""
    for group in dict.fromkeys(attack.group for attack in attacks.values()):
        of_group = [attack for attack in attacks.values() if attack.group == group]
        for isolation in ISOLATIONS:
            each = [found[key] for attack in of_group if (key := f"{attack.name} | {isolation}") in found]
            if each:
                worst = [max(figures) for figures in zip(*each)]
                text += f"| {group} | {len(each)} | {isolation} | {' | '.join(f'{figure:g}' for figure in worst)} |\n"
    return text


def written() -> str:
    """The document with its table as the figures have it."""
    text = DOCUMENT.read_text()
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}{HEAD}{rows(table(), measured())}{END}{after}"
