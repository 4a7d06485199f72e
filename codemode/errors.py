"""The family of errors. Every failure the package raises is one of these.

CodeModeError                 .code .phase .diagnostics
├── ConfigError               invalid_config
├── InputError                invalid_input, unsupported_language
├── SourceRejected            the text of the guest program was refused
│   ├── ParseError            parse_failed
│   ├── CheckError            check_failed
│   └── ModuleAccessError     module_access_denied
├── LimitError                timeout, *_exceeded, too_many_*: a budget is used up; guest code never sees it
├── GuestError                guest_error: the program returned an error
├── GuestPanic                guest_panic: the program panicked
├── DeadlockError             deadlock
├── RunError                  run_not_found, run_busy, run_scope_mismatch, already_decided, snapshot_*, too_many_runs, aborted
├── ToolError                 tool_not_found, tool_denied, invalid_tool_input, invalid_tool_output, nested_tool_failed
├── ToolSourceError           source_unavailable: a server cannot be reached or its tool list cannot be read
├── ModelError                model_failed, model_timeout, model_answer_invalid
└── InternalError             internal_error: a bug in codemode, runtime_unavailable

Which code has which class and phase is one table, `codemode.engine.codes.ERRORS`; what each means is in docs/contract.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Literal

Phase = Literal["input", "parse", "check", "guest", "tool", "host"]


class CodeModeError(Exception):
    """The base class of all errors that codemode raises.

    `code` is one of the error codes of docs/contract.md, `phase` says how far the program had got,
    `diagnostics` are problems with their places (`codemode.dsl.Diagnostic`), if the failure has places in the source.

    The error of a program that failed while it ran also has its printed output, its exit status, its own stack in Go's format
    (`trace`), and its nested calls. An error of `CodeModeUTCP.call_tool` or `resume` has an `outcome` (a `CallOutcome`) with all that was
    tried until then: code, history, usage.
    """

    hint: str = ""
    trace: str = ""
    stdout: str = ""
    stderr: str = ""
    exit_code: int = 1
    tool_calls: Sequence[Any] = ()
    steps: int = 0
    outcome: Any = None

    default_code: ClassVar[str] = "internal_error"
    default_phase: ClassVar[Phase] = "host"

    def __init__(
        self,
        message: str,
        *,
        code: str | None = None,
        phase: Phase | None = None,
        diagnostics: Sequence[Any] = (),
    ) -> None:
        super().__init__(message)
        self.message = message
        self.code: str = code or self.default_code
        self.phase: Phase = phase or self.default_phase
        self.diagnostics: tuple[Any, ...] = tuple(diagnostics)


class ConfigError(CodeModeError):
    default_code = "invalid_config"
    default_phase = "input"


class InputError(CodeModeError):
    default_code = "invalid_input"
    default_phase = "input"


class SourceRejected(CodeModeError):
    default_code = "parse_failed"
    default_phase = "parse"


class ParseError(SourceRejected):
    default_code = "parse_failed"
    default_phase = "parse"


class CheckError(SourceRejected):
    default_code = "check_failed"
    default_phase = "check"


class ModuleAccessError(SourceRejected):
    default_code = "module_access_denied"
    default_phase = "check"


class LimitError(CodeModeError):
    default_code = "step_limit_exceeded"
    default_phase = "guest"


class GuestError(CodeModeError):
    default_code = "guest_error"
    default_phase = "guest"


class GuestPanic(CodeModeError):
    default_code = "guest_panic"
    default_phase = "guest"


class DeadlockError(CodeModeError):
    default_code = "deadlock"
    default_phase = "guest"


class RunError(CodeModeError):
    default_code = "run_not_found"
    default_phase = "input"


class ToolError(CodeModeError):
    default_code = "nested_tool_failed"
    default_phase = "tool"


class ToolSourceError(CodeModeError):
    default_code = "source_unavailable"
    default_phase = "host"


class ModelError(CodeModeError):
    """`public` is what may be shown to others than the owner of the model: the message can name the model server and quote it. Without one it is the
    message. `is_temporary` tells that the model may answer later, `retry_after` in how many seconds, if its server said so."""

    public: str = ""
    is_temporary: bool = False
    retry_after: float | None = None

    default_code = "model_failed"
    default_phase = "host"


class InternalError(CodeModeError):
    default_code = "internal_error"
    default_phase = "host"
