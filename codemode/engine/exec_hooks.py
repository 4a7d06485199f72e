"""Runs the hooks of `exec` and `wait` themselves: before a program runs, and before its reply is returned."""

from __future__ import annotations

from collections.abc import Sequence

from codemode.engine.call_hooks import call_hook
from codemode.engine.protocols import CallContext, Hook
from codemode.engine.replies import Completed, Failed, Waiting
from codemode.errors import CodeModeError, InternalError


async def before_exec(hooks: Sequence[Hook], code: str, context: CallContext) -> str:
    """Returns the program to run. Raises CodeModeError if a hook refuses it or fails."""
    for hook in hooks:
        changed = await call_hook(hook, "before_exec", code, context)
        if changed is not None:
            if not isinstance(changed, str):
                raise InternalError(f"before_exec must return a program as str, or None, not {type(changed).__name__}")
            code = changed
    return code


async def after_exec(
    hooks: Sequence[Hook], reply: Completed | Waiting | Failed, context: CallContext
) -> Completed | Waiting | Failed:
    """Returns the reply after the hooks. If a hook fails, the program's reply is withheld: it may have what the hook should have removed."""
    for hook in reversed(hooks):
        try:
            changed = await call_hook(hook, "after_exec", reply, context)
            if changed is not None and not isinstance(changed, Completed | Waiting | Failed):
                raise InternalError(f"after_exec must return a reply or None, not {type(changed).__name__}")
        except CodeModeError as error:
            return Failed(
                run_id=reply.run_id,
                code=error.code,
                error=f"the reply is withheld: {error.message}",
                phase="host",
                tool_calls=reply.tool_calls,
                telemetry=reply.telemetry,
            )
        reply = reply if changed is None else changed
    return reply
