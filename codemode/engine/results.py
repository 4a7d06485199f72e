"""What a program gives to a host that called it directly."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

from codemode.dsl.diagnostics import Diagnostic, Repair
from codemode.engine.call_records import ToolCallRecord
from codemode.records import dataclass

# imported by whoever makes one: most programs give no pictures
if TYPE_CHECKING:
    from codemode.engine.replies import Attachment


@dataclass(slots=True)
class CodeModeResult:
    """What a program did.

    `value` is its result as plain JSON data, None also when it set none (`has_value`). `stdout` and `stderr` are all it printed.
    `repairs` lists the repairs of its text, `steps` is the number of steps that it used. `attachments` are the pictures and files whose handles
    are in the value or in what it printed.
    """

    value: Any = None
    stdout: str = ""
    stderr: str = ""
    exit_code: int = 0
    has_value: bool = False
    repairs: list[Repair] = field(default_factory=list[Repair])
    warnings: list[Diagnostic] = field(default_factory=list[Diagnostic])
    tool_calls: list[ToolCallRecord] = field(default_factory=list[ToolCallRecord])
    steps: int = 0
    attachments: list[Attachment] = field(default_factory=lambda: [])

    def _repr_html_(self) -> str:
        """The card that a notebook shows."""
        from codemode.engine.card import Card  # few results are shown in notebooks

        return Card(
            status="completed",
            value=self.value,
            has_value=self.has_value,
            stdout=self.stdout,
            calls=self.tool_calls,
            warnings=self.warnings,
            attachments=self.attachments,
        ).html()
