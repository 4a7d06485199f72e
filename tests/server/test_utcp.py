"""The server as a UTCP manual: a client of that protocol calls it as any tool."""

from __future__ import annotations

from typing import Any

import pytest
from utcp.utcp_client import UtcpClient

from tests.server.conftest import serving

pytestmark = pytest.mark.anyio


async def test_a_utcp_client_runs_programs_here() -> None:
    async with serving() as running:
        config: dict[str, Any] = {
            "manual_call_templates": [
                {"name": "remote", "call_template_type": "http", "url": f"{running.url}/utcp", "http_method": "GET"}
            ]
        }
        client = await UtcpClient.create(config=config)
        done = await client.call_tool("remote.codemode.run_code", {"body": {"code": "__out = math.add(a=20, b=22)"}})
        assert done["value"] == 42
        waiting = await client.call_tool(
            "remote.codemode.exec", {"body": {"code": "__out = bank.pay(to=`ann`, amount=1)"}}
        )
        assert (waiting["status"], waiting["reason"]) == ("waiting", "approval")
        await client.close()
