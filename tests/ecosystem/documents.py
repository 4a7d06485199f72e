"""The examples of docs/integrations.md that need a framework: `<!-- in NAME; prints: ... -->` before the block."""

from __future__ import annotations

import contextlib
import io

from tests.doc_examples import Example, examples


def examples_in(name: str) -> list[Example]:
    found = [each for each in examples("python") if each.before.startswith(f"in {name};")]
    assert found
    return found


def prints_what_it_says(example: Example) -> None:
    with contextlib.redirect_stdout(io.StringIO()) as stdout:
        exec(compile(example.code, str(example), "exec", dont_inherit=True), {"__name__": "__main__"})
    assert stdout.getvalue().strip() == example.before.partition("prints: ")[2]
