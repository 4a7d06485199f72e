"""Calls hooks before and after a nested call."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Sequence
from typing import Any, cast

from codemode.catalog import ToolEntry
from codemode.engine.protocols import CallContext, Hook
from codemode.errors import CodeModeError, InternalError, ToolError

log = logging.getLogger("codemode")

_BEFORE = ("before", "before_exec")


async def before_call(hooks: Sequence[Hook], tool: ToolEntry, arguments: dict[str, Any], context: CallContext) -> Any:
    """Returns the arguments after the hooks. Raises CodeModeError if a hook refuses the call or fails."""
    for hook in hooks:
        changed = await call_hook(hook, "before", tool, arguments, context)
        if changed is not None and not isinstance(changed, dict):
            raise InternalError(f"before must return the arguments as dict, or None, not {type(changed).__name__}")
        arguments = arguments if changed is None else cast("dict[str, Any]", changed)
    return arguments


async def after_call(
    hook: Hook, tool: ToolEntry, arguments: dict[str, Any], result: Any, context: CallContext
) -> list[Any]:
    """Returns [the other result], or [] if the hook keeps it. Raises CodeModeError if the hook fails: the call has been made then."""
    try:
        changed = await call_hook(hook, "after", tool, arguments, result, context)
        if changed is None:
            return []
        if isinstance(changed, list) and len(cast("list[Any]", changed)) == 1:
            return cast("list[Any]", changed)
        given = f"a list of {len(cast('list[Any]', changed))}" if isinstance(changed, list) else type(changed).__name__
        raise InternalError(f"after must return [result] or None, not {given}")
    except InternalError as failed:
        told = f"{tool.name}: the call was made, and its result is withheld: {failed.message}"
        raise InternalError(told) from failed


async def call_hook(hook: Hook, method: str, *given: Any) -> Any:
    """Calls a method of a hook; returns None if the hook does not have it. Raises CodeModeError, also where the method fails."""
    function = getattr(hook, method, None)
    if function is None:
        return None
    try:
        changed = function(*given)
        return await changed if inspect.isawaitable(changed) else changed
    except ToolError as refused:
        if method in _BEFORE and refused.code == ToolError.default_code:
            raise ToolError(refused.message, code="tool_denied") from refused  # nothing was made that could have failed
        raise
    except CodeModeError:
        raise
    except Exception as failure:
        log.error("a hook failed in %s: %s", method, type(hook).__name__, exc_info=failure)
        raise InternalError(f"a hook of the host failed in {method}") from failure
