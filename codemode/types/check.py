"""The entry point of the checker."""

from __future__ import annotations

from collections.abc import Mapping

from codemode.dsl.deep_stack import DeepStack
from codemode.dsl.diagnostics import Problem, Source
from codemode.dsl.syntax import nodes
from codemode.types import dispatch, program
from codemode.types.checked import Checked
from codemode.types.checker import Checker
from codemode.types.limits import TooComplex
from codemode.types.objects import Importer, Object, ToolIndex
from codemode.types.reader import GO, Reader

dispatch.fill()


def check(
    file: nodes.File,
    *,
    importer: Importer | None = None,
    tools: ToolIndex | None = None,
    strict: bool = False,
    reader: Reader = GO,
    predeclared: Mapping[str, Object] | None = None,
    source: Source | None = None,
) -> Checked:
    """Checks a parsed file and records types, constants and objects on its tree.

    `predeclared` are the host's names; their scope lies between the universe and the file. `strict` turns gradual any off. `reader` reads what is
    not Go and reports that in `Checked.mends`; the default reads nothing, and `codemode.dsl.check` has the other one. `source` lets messages name
    other places. The check reports all problems, not only the first. The file may be lowered if none of them is an error.
    """
    checker = Checker(
        file, importer=importer, tools=tools, strict=strict, reader=reader, predeclared=predeclared, source=source
    )
    try:
        with DeepStack(0):
            return program.run(checker)
    except TooComplex as stop:
        pos, end = stop.at or (file.pos, file.end)
        return Checked(file, [stop.problem(pos, end)])
    except RecursionError:
        # a chain of thousands of declarations that depend on each other needs a deep stack
        return Checked(
            file, [Problem("check_failed", "the program is nested too deeply", file.pos, file.end, reason="too_deep")]
        )
