"""Text -> tree: the syntax of Go, what models get wrong about it, and problems with their places."""

from codemode.dsl import nodes
from codemode.dsl.diagnostics import Diagnostic, Mend, Problem, Repair, Source
from codemode.dsl.parser import Parsed, parse

__all__ = ["Diagnostic", "Mend", "Parsed", "Problem", "Repair", "Source", "nodes", "parse"]
