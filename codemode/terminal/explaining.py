"""`codemode explain`."""

from __future__ import annotations

from difflib import get_close_matches

from codemode.engine.reasons import document, everything
from codemode.errors import ConfigError


def explain(code: str | None, *, whole: bool) -> int:
    """Prints what a code or a reason means. Raises ConfigError for one that does not exist."""
    if whole:
        print(document(), end="")
        return 0
    rows = everything()
    if code is None:
        width = max(map(len, rows))
        print("\n".join(f"{name:{width}}  {_first_sentence(row.meaning)}" for name, row in sorted(rows.items())))
        return 0
    given, code = code, code.strip().lower().replace("-", "_")
    if code not in rows:
        near = get_close_matches(code, rows, 1, 0.6)
        raise ConfigError(f"there is no code {given!r}" + (f"; did you mean {near[0]}?" if near else ""))
    print(rows[code])
    return 0


def _first_sentence(text: str) -> str:
    return text.split(". ", 1)[0].rstrip(".") + "."
