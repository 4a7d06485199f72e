"""docs/readings.md, from the lexicon and the tables beside it: `python -m tests.readings` writes it."""

from __future__ import annotations

from codemode.dsl import foreign_names
from codemode.dsl.dialect.lexicon import functions, lists

HEAD = """# What is read as what

A program is Go. Where Go refuses it, and a word of Python or JavaScript has one certain meaning, it is read as the Go with that meaning, and the
reply says so in `repairs`. Where the meaning is not certain, the program is refused with a hint that says what to write. What Go accepts is not
changed, but for the few things that docs/differences.md lists. With `strict` nothing of this page is read.

Names are the same with and without capital letters and underscores: `toUpperCase` and `to_upper_case` are one. In the columns x is what stands
before the dot, and "any" is a value whose kind is known only when the program runs. `python -m tests.readings` writes this page.
"""


def _code(text: str) -> str:
    return f"`{text}`" if "`" not in text else f"`` {text} ``"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in line)} |" for line in lines) + "\n"


def _meant(function: str) -> str:
    """A function of Go's, or what a function of ours does."""
    return (
        _code(function)
        if "." in function or function == "len"
        else _OURS.get(function, f"{function}, by the rules of its language")
    )


_OURS = {
    "__contains": "a test for a key, an element or a part",
    "__lines": "the list of its lines",
    "__locale": "a text order that compares letters before case",
    "__js": "its text",
}


def _named(names: tuple[str, ...]) -> str:
    return ", ".join(map(_code, names))


def page() -> str:
    read = [(_named(row.names), ", ".join(row.of), str(row.args), _meant(row.go)) for row in foreign_names.READ]
    loops = [(_code(name), "/".join(map(str, way.args)), way.meant) for name, way in lists.METHODS.items()]
    plain = [(_code(name), "/".join(map(str, way.args)), way.meant) for name, way in lists.PLAIN_METHODS.items()]
    calls = [(_code(name), functions.SHOWN.get(name, "Go's function for it")) for name in functions.NAMES]
    calls += [(_code(name), way.meant) for name, way in lists.FUNCTIONS.items() if name[0] != "_"]
    hints = [(_named(row.names), ", ".join(row.of), row.hint) for row in foreign_names.HINTS]
    names = [(_code(name), hint) for name, hint in foreign_names.FOREIGN.items()]
    parts = [
        HEAD,
        "## Methods that are read\n",
        _table(("method", "of", "arguments", "read as"), read),
        "## Methods of lists and maps that are read as loops\n",
        _table(("method", "arguments", "read as"), loops + plain),
        "## Functions that are read\n",
        _table(("function", "read as"), calls),
        "## Methods with a hint\n\nOf a kind, or with arguments, that the tables above do not have.\n",
        _table(("method", "of", "write"), hints),
        "## Names with a hint\n",
        _table(("name", "in Go"), names),
    ]
    return "\n".join(parts)
