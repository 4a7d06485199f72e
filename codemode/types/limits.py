"""How large a type, and the work of the checker, may become."""

from __future__ import annotations

from codemode.dsl.diagnostics import Problem

# Longest text of a type, in characters. Without a limit, types nested in each other could make it exponential in the length of a program.
MAX_TEXT = 1 << 16


class TooComplex(Exception):
    """Raised for a type whose text would be longer than MAX_TEXT. The limit also bounds the number of a type's parts for code that walks them."""

    MESSAGE = "this makes a type that is too complex"
    HINT = "declare a named type for its parts, and do not nest types so often"
    CODE = "program_too_complex"
    at: tuple[int, int] | None = None  # the statement or declaration that needs it

    def problem(self, pos: int, end: int) -> Problem:
        return Problem(self.CODE, self.MESSAGE, pos, end, self.HINT, reason=self.CODE)


class TooMuchWork(TooComplex):
    """Raised for a program whose nested repairs would check its expressions too often."""

    MESSAGE = "the program is too complex to be compiled"
    HINT = "assign parts of this expression to variables: part := ..."
