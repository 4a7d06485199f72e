"""The server as a UTCP manual: exec, wait and run_code are tools that a client on another machine calls over HTTP."""

from __future__ import annotations

from typing import Any

from codemode.engine import Engine
from codemode.server.api import ExecBody, WaitBody


def manual(engine: Engine, url: str) -> dict[str, Any]:
    """Returns the manual, with the addresses of this server."""
    return {
        "utcp_version": "1.0.1",
        "manual_version": engine.version,
        "tools": [
            _tool(
                "codemode.exec",
                "Run a program over the tools of this server; its reply may have the status waiting.",
                f"{url}/v1/exec",
                ExecBody,
            ),
            _tool(
                "codemode.run_code",
                "Run a program over the tools of this server to its end.",
                f"{url}/v1/run",
                ExecBody,
            ),
            _tool("codemode.wait", "Continue a run that waits.", f"{url}/v1/wait", WaitBody),
        ],
    }


def _tool(name: str, description: str, url: str, body: Any) -> dict[str, Any]:
    return {
        "name": name,
        "description": description,
        # in UTCP, one argument is the body
        "inputs": {"type": "object", "properties": {"body": body.model_json_schema()}, "required": ["body"]},
        "outputs": {"type": "object", "properties": {"status": {"type": "string"}, "value": {}}},
        "tool_call_template": {"call_template_type": "http", "url": url, "http_method": "POST", "body_field": "body"},
    }
