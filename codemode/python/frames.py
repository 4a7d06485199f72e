"""Finds the place where a program runs or failed. Only frames of the program count."""

from __future__ import annotations

import sys
from bisect import bisect_right
from itertools import islice
from types import CodeType, FrameType, TracebackType

from codemode.interpreter.machine.signals import Frame

FILE = "<program>"  # the file name in the program's code objects
MAX_FRAMES = 50


class Text:
    """The text of a program, with the offset of each line."""

    __slots__ = ("_lines", "_starts", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self._lines = text.splitlines(keepends=True) or [""]
        self._starts = [0]
        for line in self._lines:
            self._starts.append(self._starts[-1] + len(line))

    def offset(self, line: int | None, column: int | None) -> int:
        """Returns the offset in characters for a line (from 1) and a column (in bytes, from 0), which is how Python reports places."""
        if line is None or not 1 <= line <= len(self._lines):
            return -1 if line is None else len(self.text)
        before = self._lines[line - 1].encode("utf-8", "surrogatepass")[: column or 0]
        return self._starts[line - 1] + len(before.decode("utf-8", "ignore"))

    def line_at(self, offset: int) -> int:
        """Returns the number of the line with an offset, from 1."""
        return min(max(bisect_right(self._starts, offset), 1), len(self._lines))

    def place_in(self, code: CodeType, lasti: int) -> int:
        """Returns the offset of the expression that an instruction was compiled from, or -1 if it has none."""
        at = lasti // 2
        found = next(islice(code.co_positions(), at, None), None) if at >= 0 else None
        return self.offset(found[0], found[2]) if found is not None else -1

    def stack(self, frame: FrameType | None = None) -> list[Frame]:
        """Returns the program's frames on this stack, innermost first."""
        found: list[Frame] = []
        at = frame or sys._getframe(1)  # pyright: ignore[reportPrivateUsage] - CPython's own way to its frames
        while at is not None and len(found) < MAX_FRAMES:
            if at.f_code.co_filename == FILE:
                found.append(Frame(at.f_code.co_name, self.place_in(at.f_code, at.f_lasti)))
            at = at.f_back
        return found

    def traced(self, traceback: TracebackType | None) -> list[Frame]:
        """Returns the program's frames that an exception passed through, innermost first."""
        found: list[tuple[CodeType, int]] = []
        while traceback is not None:
            code = traceback.tb_frame.f_code
            if code.co_filename == FILE:
                found.append((code, traceback.tb_lasti))
                if len(found) > 2 * MAX_FRAMES:
                    del found[MAX_FRAMES:-1]
            traceback = traceback.tb_next
        return [Frame(code.co_name, self.place_in(code, lasti)) for code, lasti in found[::-1][:MAX_FRAMES]]
