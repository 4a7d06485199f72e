"""Shows the output of a program in the terminal as it arrives."""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Literal

from codemode.engine.cell_output import OutputText
from codemode.terminal.render import tell, value_text


class Printer:
    """Writes the guest's standard output and error; an item of `text` or `json` gets its own line. If writing fails, the run is cancelled."""

    def __init__(self) -> None:
        self._open: set[str] = set()  # streams in the middle of a line
        self.gone: OSError | None = None

    def write(self, said: OutputText) -> None:
        if said.stream == "text":
            self._line(said)
        elif said.stream == "json":
            self._line(value_text(json.loads(said)))
        else:
            self._write(said.stream, said)

    def _line(self, text: str) -> None:
        if "stdout" in self._open:
            text = f"\n{text}"
        self._write("stdout", f"{text}\n")

    def _write(self, name: str, text: str) -> None:
        stream = sys.stderr if name == "stderr" else sys.stdout
        try:
            stream.write(text)
            stream.flush()
        except OSError as gone:
            task = asyncio.current_task()
            if self.gone is None and task is not None:
                task.cancel()
            self.gone = gone
        if text.endswith("\n"):
            self._open.discard(name)
        else:
            self._open.add(name)

    def end_line(self, name: Literal["stdout", "stderr"] = "stdout") -> None:
        """Makes the next text on that stream begin a line."""
        if name in self._open:
            self._write(name, "\n")

    def tell(self, text: str) -> None:
        """Prints a message about the run on standard error, on a line after the program's output there."""
        if text:
            self.end_line("stderr")
            tell(text)
