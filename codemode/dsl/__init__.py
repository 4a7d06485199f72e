"""Text -> tree: the syntax of Go, what models get wrong about it, and problems with their places."""

from codemode.dsl.diagnostics import Diagnostic, Mend, Problem, Repair, Source
from codemode.dsl.front import Parsed, parse
from codemode.dsl.syntax import nodes

__all__ = ["Diagnostic", "Mend", "Parsed", "Problem", "Repair", "Source", "nodes", "parse"]
