"""What comes from public addresses does not lead to this machine or its network. Here 127.0.0.2 stands for a public address."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from ipaddress import ip_address
from typing import Any

import pytest
from aiohttp import web

from codemode.engine.protocols import CallContext
from codemode.errors import ToolError, ToolSourceError
from codemode.sources import UtcpSource, utcp_addresses

pytestmark = pytest.mark.anyio
HERE = CallContext()
PUBLIC, INSIDE = "127.0.0.2", "127.0.0.1"
REFUSED = "this machine or in a private network"


class Web:
    """One server at both addresses. `/to/HOST/...` sends on to the other address, all else answers with who was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.tools: list[dict[str, Any]] = []
        self.port = 0

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(f"{request.host.partition(':')[0]}{request.path}")
        if request.path.startswith("/to/"):
            _, _, host, *path = request.path.split("/")
            raise web.HTTPFound(self.at(host, "/".join(path)))
        if request.path == "/manual":
            return web.json_response({"utcp_version": "1.0.1", "manual_version": "1", "tools": self.tools})
        if request.path == "/openapi.json":
            paths = {"/x": {"get": {"operationId": "get"}}}
            return web.json_response({"openapi": "3.0.0", "servers": [{"url": self.at(INSIDE)}], "paths": paths})
        return web.json_response(request.host.partition(":")[0])

    def at(self, host: str, path: str = "") -> str:
        return f"http://{host}:{self.port}/{path}"

    async def source(self, manual: str, *urls: str) -> UtcpSource:
        self.tools = [
            {
                "name": f"t{number}",
                "description": "",
                "inputs": {"type": "object", "properties": {}},
                "tool_call_template": {"call_template_type": "http", "url": url},
            }
            for number, url in enumerate(urls)
        ]
        template = {"name": "m", "call_template_type": "http", "url": manual}
        return await UtcpSource.from_config({"manual_call_templates": [template]})


@pytest.fixture
async def net(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Web]:
    monkeypatch.setattr(utcp_addresses, "is_inside", lambda given: ip_address(given) != ip_address(PUBLIC))
    made = Web()
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", made.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    first = web.TCPSite(runner, PUBLIC, 0)
    await first.start()
    made.port = runner.addresses[0][1]
    await web.TCPSite(runner, INSIDE, made.port).start()
    yield made
    await runner.cleanup()


async def test_tools_of_a_public_manual_stay_outside(net: Web) -> None:
    source = await net.source(
        net.at(PUBLIC, "manual"), net.at(PUBLIC, "x"), net.at(INSIDE, "x"), net.at("localhost", "x")
    )
    assert await source.call("m.t0", {}, HERE) == PUBLIC
    for name, host in (("m.t1", INSIDE), ("m.t2", "localhost")):
        with pytest.raises(ToolError, match=f"it leads to {host}, which is {REFUSED}, and its manual is public"):
            await source.call(name, {}, HERE)
    assert [each for each in net.asked if not each.startswith(PUBLIC)] == []
    await source.close()


async def test_redirects_do_not_lead_inside(net: Web) -> None:
    """Whoever wrote the manual: the server that is asked decides about redirects."""
    source = await net.source(
        net.at(INSIDE, "manual"), net.at(PUBLIC, f"to/{INSIDE}/x"), net.at(PUBLIC, "to/localhost/x")
    )
    net.asked.clear()
    for name in ("m.t0", "m.t1"):
        with pytest.raises(ToolError, match=f"the server redirects to .*, which is {REFUSED}"):
            await source.call(name, {}, HERE)
    assert [each for each in net.asked if not each.startswith(PUBLIC)] == []
    with pytest.raises(ToolSourceError, match=f"the server redirects to {INSIDE}, which is {REFUSED}"):
        await net.source(net.at(PUBLIC, f"to/{INSIDE}/manual"), net.at(INSIDE, "x"))
    await source.close()


async def test_a_private_manual_may_lead_anywhere(net: Web) -> None:
    """A manual of this machine, and redirects between its servers."""
    urls = net.at(INSIDE, "x"), net.at(PUBLIC, "x"), net.at(INSIDE, "to/localhost/x"), net.at(INSIDE, f"to/{PUBLIC}/x")
    source = await net.source(net.at(INSIDE, "manual"), *urls)
    assert [await source.call(f"m.t{n}", {}, HERE) for n in range(4)] == [INSIDE, PUBLIC, "localhost", PUBLIC]
    await source.close()


async def test_a_public_openapi_document_does_not_lead_inside(net: Web) -> None:
    source = await net.source(net.at(PUBLIC, "openapi.json"))
    with pytest.raises(ToolError, match=f"which is {REFUSED}"):
        await source.call("m.get", {}, HERE)
    await source.close()


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "0.0.0.0", "10.1.2.3", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1",
        "::1", "::", "fd00::1", "fe80::1%eth0", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
    ],
)  # fmt: skip
def test_which_addresses_are_private(address: str) -> None:
    assert utcp_addresses.is_inside(address)


@pytest.mark.parametrize("address", ["93.184.215.14", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_which_addresses_are_public(address: str) -> None:
    assert not utcp_addresses.is_inside(address)


@pytest.mark.parametrize("host", ["127.1", "2130706433", "0x7f.1", "0177.0.0.1", "[::1]"])
async def test_addresses_in_other_spellings(host: str) -> None:
    assert not await utcp_addresses.is_public(f"http://{host}:80/utcp")


async def test_an_address_that_nobody_finds_is_public() -> None:
    assert await utcp_addresses.is_public("https://no-such-host.invalid/utcp")
    assert json.dumps(await utcp_addresses.is_public("")) == "false"
