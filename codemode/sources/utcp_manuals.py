"""Manuals and OpenAPI documents as UTCP reads them: one broken tool would take all the others away. Read for us, it is left out and told of."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from typing import Any, cast

from pydantic import ValidationError

from codemode.sources.listed import Problem, problems_in, shortened, sift
from codemode.sources.utcp_results import reason, short

_PROTOCOLS = (
    "utcp_http.http_communication_protocol",
    "utcp_http.sse_communication_protocol",
    "utcp_http.streamable_http_communication_protocol",
    "utcp_text.text_communication_protocol",
)
_NEEDED = frozenset({"name", "inputs", "tool_call_template"})

_left_out: ContextVar[list[str] | None] = ContextVar("codemode_utcp_left_out", default=None)


@contextmanager
def leaving_out() -> Generator[list[str]]:
    """Broken tools of manuals that are read meanwhile are left out; gives what they were, and why."""
    told: list[str] = []
    token = _left_out.set(told)
    try:
        yield told
    finally:
        _left_out.reset(token)
        told[:] = shortened(told)


def read_manuals_tool_by_tool() -> None:
    """Make UTCP's protocols do so. Done once, however often it is called."""
    plain: Any = import_module("utcp.data.utcp_manual").UtcpManualSerializer
    tools: Any = import_module("utcp.data.tool").ToolSerializer

    class Sifting(plain):
        def validate_dict(self, data: Any) -> Any:
            told = _left_out.get()
            items: Any = cast("dict[str, Any]", data).get("tools") if isinstance(data, dict) else None
            if told is not None and isinstance(items, list):
                kept, left = sift(cast("list[Any]", items), "tool", _NEEDED, lambda item: _problems(tools(), item))
                told += left
                data = {**cast("dict[str, Any]", data), "tools": kept}
            return plain.validate_dict(self, data)

    for name in _PROTOCOLS:
        module: Any = import_module(name)
        if module.UtcpManualSerializer is plain:
            module.UtcpManualSerializer = Sifting
    _convert_operation_by_operation(import_module("utcp_http.openapi_converter").OpenApiConverter)


def _convert_operation_by_operation(converter: Any) -> None:
    before = converter._create_tool
    if getattr(before, "leaves_out", False):
        return

    def create(self: Any, path: Any, method: Any, *args: Any, **named: Any) -> Any:
        told = _left_out.get()
        if told is None:
            return before(self, path, method, *args, **named)
        try:
            return before(self, path, method, *args, **named)
        except Exception as odd:
            # whatever a stranger's operation makes the converter stumble over
            why = reason([str(odd)]) if isinstance(odd, ValueError) else "it is not written as OpenAPI has it"
            told.append(f"operation {short(f'{method} {path}', 120)} was left out: {why}")
            return None

    create.leaves_out = True  # type: ignore[attr-defined]
    converter._create_tool = create


def _problems(serializer: Any, item: dict[str, Any]) -> Iterable[Problem]:
    try:
        serializer.validate_dict(item)
    except Exception as odd:
        # UTCP puts the whole traceback into its own error
        cause = odd.__cause__
        return list(problems_in(cause)) if isinstance(cause, ValidationError) else [_whole(cause or odd)]
    return ()


def _whole(odd: BaseException) -> Problem:
    return "", reason([str(odd)])
