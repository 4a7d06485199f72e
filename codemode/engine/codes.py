"""The error codes of replies. They have their own module because `replies` is expensive to import."""

from __future__ import annotations

from codemode import errors
from codemode.errors import CodeModeError, Phase

# for each code: the exception class, and the phase of a cell in which it happens
ERRORS: dict[str, tuple[type[CodeModeError], Phase]] = {
    "runtime_unavailable": (errors.InternalError, "host"),
    "invalid_config": (errors.ConfigError, "input"),
    "invalid_input": (errors.InputError, "input"),
    "unsupported_language": (errors.InputError, "input"),
    "parse_failed": (errors.ParseError, "parse"),
    "check_failed": (errors.CheckError, "check"),
    "program_too_complex": (errors.CheckError, "check"),
    "module_access_denied": (errors.ModuleAccessError, "check"),
    "timeout": (errors.LimitError, "guest"),
    "step_limit_exceeded": (errors.LimitError, "guest"),
    "memory_limit_exceeded": (errors.LimitError, "guest"),
    "output_limit_exceeded": (errors.LimitError, "guest"),
    "call_depth_exceeded": (errors.LimitError, "guest"),
    "too_many_goroutines": (errors.LimitError, "guest"),
    "tool_call_limit_exceeded": (errors.LimitError, "guest"),
    "snapshot_limit_exceeded": (errors.RunError, "host"),
    "snapshot_expired": (errors.RunError, "input"),
    "snapshot_restore_failed": (errors.RunError, "host"),
    "run_not_found": (errors.RunError, "input"),
    "run_scope_mismatch": (errors.RunError, "input"),
    "run_busy": (errors.RunError, "input"),
    "already_decided": (errors.RunError, "input"),
    "too_many_runs": (errors.RunError, "host"),
    "aborted": (errors.RunError, "host"),
    "tool_not_found": (errors.ToolError, "tool"),
    "tool_denied": (errors.ToolError, "tool"),
    "invalid_tool_input": (errors.ToolError, "tool"),
    "invalid_tool_output": (errors.ToolError, "tool"),
    "nested_tool_failed": (errors.ToolError, "tool"),
    "source_unavailable": (errors.ToolSourceError, "host"),
    "guest_error": (errors.GuestError, "guest"),
    "guest_panic": (errors.GuestPanic, "guest"),
    "deadlock": (errors.DeadlockError, "guest"),
    "internal_error": (errors.InternalError, "host"),
}


def error_class(code: str) -> type[CodeModeError]:
    """The exception class for an error code."""
    return ERRORS.get(code, ERRORS["internal_error"])[0]


def phase_of(code: str) -> Phase:
    return ERRORS.get(code, ERRORS["internal_error"])[1]
