"""`@codemode.tool`: gives a function a name, tags and other properties as a tool."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar, cast, overload

from codemode.catalog.entries import Outputs
from codemode.errors import ConfigError

Function = TypeVar("Function", bound=Callable[..., Any])

_NOTE = "__codemode_tool__"


@overload
def tool(fn: Function, /) -> Function: ...
@overload
def tool(
    name: str = "",
    /,
    *,
    description: str = "",
    input_schema: Mapping[str, Any] | None = None,
    output_schema: Mapping[str, Any] | None = None,
    tags: Iterable[str] = (),
    read_only: bool = False,
    idempotent: bool = False,
    streaming: bool | None = None,
    label: str = "",
    outputs: Outputs | None = None,
) -> Callable[[Function], Function]: ...
def tool(
    fn: Any = "",
    /,
    *,
    description: str = "",
    input_schema: Mapping[str, Any] | None = None,
    output_schema: Mapping[str, Any] | None = None,
    tags: Iterable[str] = (),
    read_only: bool = False,
    idempotent: bool = False,
    streaming: bool | None = None,
    label: str = "",
    outputs: Outputs | None = None,
    **unknown: Any,
) -> Any:
    """Sets the name and other properties of a function as a tool: `@codemode.tool`, or `@codemode.tool("shop.get_stock", read_only=True)`.

    The function itself is unchanged. In `Engine([f])`, `FunctionSource([f])` or a file of `--functions` it becomes a `FunctionTool` with these
    properties; the keywords are those of `FunctionTool`. Raises ConfigError.
    """
    said: dict[str, Any] = {"description": description, "input_schema": input_schema, "output_schema": output_schema}
    said |= {"tags": tags, "read_only": read_only, "idempotent": idempotent, "streaming": streaming}
    said |= {"label": label, "outputs": outputs}
    if unknown:
        spare, known = ", ".join(map(repr, sorted(unknown))), ", ".join(sorted(said))
        raise ConfigError(f"@codemode.tool: unknown {spare}; the keywords are {known}")
    if isinstance(fn, str):

        def note(function: Function) -> Function:
            return _noted(function, {"name": fn} | said)

        return note
    return _noted(fn, said)


def _noted(function: Any, said: dict[str, Any]) -> Any:
    if not callable(function) or isinstance(function, type):
        raise ConfigError(f"@codemode.tool decorates a function, not {function!r}")
    try:
        setattr(function, _NOTE, {key: value for key, value in said.items() if value != ""})
    except AttributeError:
        raise ConfigError(
            f"@codemode.tool cannot set attributes of {function!r}; decorate a Python function, or give FunctionTool(name, fn)"
        ) from None
    return function


def said_of(function: object) -> dict[str, Any]:
    """The properties that `@codemode.tool` recorded on the function; empty for other functions."""
    return cast("dict[str, Any]", getattr(function, _NOTE, {}))


def is_decorated(function: object) -> bool:
    """Whether `@codemode.tool` decorates the function."""
    return hasattr(function, _NOTE)
