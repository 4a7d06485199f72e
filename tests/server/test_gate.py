"""What every request has to pass."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from typing import Any

import httpx2
import pytest

from codemode import FunctionSource, FunctionTool
from codemode.server.access import LOCAL, Tokens, hash_of
from codemode.server.gate import COOKIE
from tests.server.conftest import Bank, Running, serving

pytestmark = pytest.mark.anyio

TOKENS = Tokens.of_data(
    {
        "tokens": [
            {"name": "ci", "sha256": hash_of("cm_ci"), "scopes": ["run", "read"]},
            {"name": "boss", "sha256": hash_of("cm_boss"), "agent": "*", "scopes": ["approve", "read"]},
            {
                "name": "guest",
                "sha256": hash_of("cm_guest"),
                "scopes": ["run"],
                "policy": [{"action": "deny", "tool": "bank.*"}],
            },
        ]
    }
)
CODE = {"code": "__out = math.add(a=1, b=2)"}


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


@pytest.mark.parametrize(
    "headers", [{}, bearer("cm_nobody"), {"authorization": "Bearer"}, {"authorization": "Basic Y206Y20="}]
)
async def test_without_a_known_token_nothing_is_done(headers: dict[str, str]) -> None:
    async with serving(tokens=TOKENS) as running:
        for method, path in [
            ("POST", "/v1/exec"),
            ("GET", "/v1/tools"),
            ("GET", "/openapi.json"),
            ("GET", "/utcp"),
            ("POST", "/mcp"),
        ]:
            answer = await running.http.request(method, path, json=CODE if method == "POST" else None, headers=headers)
            assert (answer.status_code, answer.json()["error"]["code"]) == (401, "unauthorized"), path
        page = await running.http.get("/", headers=headers)
        assert page.status_code == 401
        assert "Tokens are made by" in page.text


async def test_scopes_are_kept() -> None:
    async with serving(tokens=TOKENS) as running:
        done = await running.post("/v1/exec", CODE, **bearer("cm_ci"))
        assert done.json()["value"] == 3
        refused = await running.post("/v1/exec", CODE, **bearer("cm_boss"))
        assert (refused.status_code, refused.json()["error"]["message"]) == (
            403,
            "the token 'boss' does not have the scope run",
        )
        assert (await running.http.get("/v1/tools", headers=bearer("cm_guest"))).status_code == 403
        denied = await running.post("/v1/exec", {"code": "bank.pay(to=`x`, amount=1)"}, **bearer("cm_guest"))
        assert denied.json()["status"] == "failed"
        assert running.bank.paid == []


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "evil.example:80", "", "localhost.", "127.0.0.1@evil.example"]
)
async def test_a_name_that_points_here_is_not_ours(host: str) -> None:
    """DNS rebinding: a page of another site whose name leads to this machine."""
    async with serving() as running:
        answer = await running.post("/v1/exec", CODE, host=host)
        assert answer.status_code in (400, 421)
        assert "value" not in answer.text


async def test_other_sites_cannot_send_requests() -> None:
    async with serving() as running:
        for origin in (
            "http://evil.example",
            "null",
            "https://127.0.0.1",
            "http://[",
            "http://[x]",
            running.url.replace("127.0.0.1", "localhost"),
        ):
            answer = await running.post("/v1/exec", CODE, origin=origin)
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "wrong_origin")
        # what a form of another site could send
        form = await running.http.post(
            "/v1/exec", content=b'{"code": "__out = 1"}', headers={"content-type": "text/plain"}
        )
        assert form.status_code == 415
        own = await running.post("/v1/exec", CODE, origin=running.url)
        assert own.json()["value"] == 3


async def test_a_key_is_good_once_and_forms_need_their_token() -> None:
    async with serving() as running:
        key = running.server.keys.new_key(LOCAL)
        assert (await running.http.get(f"/?key={key}")).status_code == 303
        assert (await running.http.get("/")).status_code == 200
        again = await running.http.get(f"/?key={key}")
        assert again.headers["location"].startswith("/login")
        forged = await running.http.post("/try", data={"code": "__out = 1"})
        assert (forged.status_code, forged.json()["error"]["code"]) == (403, "forged")
        forged = await running.http.post("/try?csrf=x", data={"code": "__out = 1"})
        assert forged.status_code == 403


@pytest.mark.parametrize("size", [5 << 20, 200 << 20])
async def test_large_bodies_are_refused(size: int) -> None:
    async def parts() -> Any:
        sent = 0
        while sent < size:
            yield b" " * 65536
            sent += 65536

    async with serving() as running:
        told = await running.http.post(
            "/v1/exec", content=b" " * (5 << 20), headers={"content-type": "application/json"}
        )
        assert (told.status_code, told.json()["error"]["code"]) == (413, "too_large")
        with suppress(httpx2.TransportError):  # where the server has hung up in the middle
            headers = {"content-type": "application/json"}
            assert (await running.http.post("/v1/exec", content=parts(), headers=headers)).status_code == 413
        assert (await running.post("/v1/exec", CODE)).json()["value"] == 3


async def test_a_body_that_does_not_come_is_given_up() -> None:
    async with serving(max_body_seconds=0.3) as running:
        host, port = running.url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        head = f"POST /v1/exec HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
        writer.write(head.encode() + b"{")
        await writer.drain()
        async with asyncio.timeout(5):
            assert b" 408 " in await reader.readline()
        writer.close()
        assert (await running.post("/v1/exec", CODE)).json()["value"] == 3


async def test_more_requests_than_may_be_are_told_to_come_again() -> None:
    async with serving(max_requests=2) as running:
        slow = {"code": "time.Sleep(500 * time.Millisecond)\n__out = 1"}
        answers = await asyncio.gather(*(running.post("/v1/exec", slow) for _ in range(5)))
        codes = sorted(answer.status_code for answer in answers)
        assert codes[:2] == [200, 200]
        assert codes[-1] == 503


@pytest.mark.parametrize(
    "path",
    [
        "/static/../access.py",
        "/static/%2e%2e/access.py",
        "/static/..%2faccess.py",
        "/static//etc/passwd",
        "/runs/../../etc/passwd",
        "/v1/results/..%2f..",
    ],
)
async def test_paths_lead_nowhere_else(path: str) -> None:
    async with serving() as running:
        host, port = running.url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n\r\n".encode())
        answer = await asyncio.wait_for(reader.read(), 5)
        writer.close()
        assert b" 200 " not in answer.split(b"\r\n")[0]
        assert b"StrictestPolicy" not in answer
        assert b"root:" not in answer


async def test_answers_say_how_browsers_have_to_treat_them() -> None:
    async with serving() as running:
        headers = (await running.http.get("/login")).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


async def approved(running: Running, **headers: str) -> Any:
    waiting = (
        await running.post("/v1/exec", {"code": "__out = bank.pay(to=`ann`, amount=3)"}, **bearer("cm_ci"))
    ).json()
    call = waiting["pending_tool_calls"][0]
    return (
        waiting,
        call,
        await running.post(f"/v1/runs/{waiting['run_id']}/approve", {"call_id": call["id"]}, **headers),
    )


async def test_a_token_without_the_scope_cannot_approve() -> None:
    async with serving(tokens=TOKENS) as running:
        waiting, call, answer = await approved(running, **bearer("cm_ci"))
        assert answer.status_code == 403
        other = await running.post("/v1/wait", {"run_id": waiting["run_id"]}, **bearer("cm_guest"))
        assert (other.status_code, other.json()["error"]["code"]) == (404, "run_not_found")
        path = f"/v1/runs/{waiting['run_id']}/approve"
        first = await running.post(path, {"call_id": call["id"]}, **bearer("cm_boss"))
        assert first.json()["decision"] == "approved"
        replayed = await running.post(
            path, {"call_id": call["id"], "arguments": {"to": "eve", "amount": 9}}, **bearer("cm_boss")
        )
        assert replayed.status_code == 409
        done = await running.post("/v1/wait", {"run_id": waiting["run_id"]}, **bearer("cm_ci"))
        assert done.json()["value"] == "paid 3 to ann"
        assert running.bank.paid == [("ann", 3)]


async def test_without_tokens_a_decision_needs_the_key() -> None:
    """Any program of this machine reaches the server, and so may a guest's tool that makes requests."""
    async with serving() as running:
        waiting = (await running.post("/v1/exec", {"code": "__out = bank.pay(to=`ann`, amount=3)"})).json()
        for decision in ("approve", "deny"):
            path = f"/v1/runs/{waiting['run_id']}/{decision}"
            answer = await running.http.post(path, json={"call_id": "call_1"})
            assert answer.status_code == 403
            assert "Authorization: Bearer" in answer.json()["error"]["message"]
            for wrong in ("x", "cm_", running.server.keys.secret[:-1], running.server.keys.new_key(LOCAL), "ü"):
                headers = {"authorization": f"Bearer {wrong}".encode("latin-1")}
                assert (await running.http.post(path, json={"call_id": "call_1"}, headers=headers)).status_code == 401
        decided = await running.http.post(
            f"/v1/runs/{waiting['run_id']}/approve",
            json={"call_id": "call_1"},
            headers=bearer(running.server.keys.secret),
        )
        assert decided.json()["decision"] == "approved"


async def test_with_tokens_there_is_no_other_key() -> None:
    async with serving(tokens=TOKENS) as running:
        answer = await running.post("/v1/exec", CODE, **bearer(running.server.keys.secret))
        assert answer.status_code == 401


ASKING = {"code": "__out = bank.pay(to=`eve`, amount=9)"}
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": {"name": "guest", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {"elicitation": {"form": {}}},
}


async def test_a_program_whose_tool_leads_here_does_not_approve_itself() -> None:
    """Neither over HTTP nor as a client of MCP that says it could show forms."""
    url: list[str] = []

    async def send(path: str, body: str, headers: dict[str, str]) -> str:
        """Send a request."""
        async with httpx2.AsyncClient(base_url=url[0]) as http:
            told = {"content-type": "application/json", "accept": "application/json, text/event-stream", **headers}
            return (await http.post(path, content=body, headers=told)).text

    bank = Bank()
    tools = FunctionSource([FunctionTool("web.send", send)], owner="web")
    async with serving(sources=[bank.source(), tools]) as running:
        url.append(running.url)

        async def sent(path: str, body: dict[str, Any], **headers: str) -> Any:
            call = {"path": path, "body": json.dumps(body), "headers": headers}
            code = '__out = codemode.CallTool("web.send", data)'
            return (await running.post("/v1/exec", {"code": code, "data": call})).json()["value"]

        waiting = (await running.post("/v1/exec", ASKING)).json()["run_id"]
        assert "forbidden" in await sent(f"/v1/runs/{waiting}/approve", {"call_id": "call_1"})
        params: dict[str, Any] = {"name": "exec", "arguments": ASKING, "_meta": MODERN}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        about = {"mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "exec"}
        asked = await sent("/mcp", call, **about)
        assert "A person decides at" in asked
        run_id = re.search(r"run_[0-9a-f]+", asked)
        assert run_id is not None
        answers = {"call_1": {"action": "accept", "content": {"to": "eve", "amount": 9}}}
        params |= {"inputResponses": answers, "requestState": json.dumps({"run_id": run_id[0]})}
        await sent("/mcp", call, **about)
        assert bank.paid == []


async def test_what_counts_for_all_agents_is_not_told_to_one() -> None:
    async with serving(tokens=TOKENS) as running:
        await running.post("/v1/exec", CODE, **bearer("cm_guest"))
        refused = await running.http.get("/metrics", headers=bearer("cm_ci"))
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "forbidden")
        assert (await running.http.get("/metrics", headers=bearer("cm_boss"))).status_code == 200
        assert (await running.http.get("/v1/stats", headers=bearer("cm_ci"))).json()["cache"] == {}
        assert (await running.http.get("/v1/stats", headers=bearer("cm_boss"))).json()["cache"]["program_misses"] == 1


@pytest.mark.parametrize("history", ["", "1d"])
async def test_a_client_of_mcp_is_not_told_what_was_decided_about_the_run_of_another(history: str) -> None:
    names = ("ann", "eve")
    tokens = [{"name": n, "sha256": hash_of(f"cm_{n}"), "scopes": ["run", "read", "approve"]} for n in names]
    options: dict[str, Any] = {"engine": {"history": history}} if history else {}
    async with serving(tokens=Tokens.of_data({"tokens": tokens}), **options) as running:
        run_id = (await running.post("/v1/exec", ASKING, **bearer("cm_ann"))).json()["run_id"]
        why = {"call_id": "call_1", "reason": "under investigation"}
        assert (await running.post(f"/v1/runs/{run_id}/deny", why, **bearer("cm_ann"))).status_code == 200
        state = {"requestState": json.dumps({"run_id": run_id}), "inputResponses": {"call_1": {"action": "decline"}}}
        params = {"name": "wait", "arguments": {}, "_meta": MODERN, **state}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        about = {"mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "wait"}
        about["accept"] = "application/json, text/event-stream"
        for _ in ("it waits", "it has ended"):
            other = await running.http.post("/mcp", json=call, headers={**about, **bearer("cm_eve")})
            assert "another agent" in other.text or "no run" in other.text, other.text
            assert "bank.pay" not in other.text
            assert "investigation" not in other.text
            await running.post("/v1/wait", {"run_id": run_id}, **bearer("cm_ann"))


@pytest.mark.parametrize("tokens", [None, TOKENS], ids=["", "with tokens"])
async def test_a_page_from_before_a_restart_says_what_to_do(tokens: Tokens | None) -> None:
    async with serving(tokens=tokens) as running:
        old = {"cookie": f"{COOKIE}=from-before", "content-type": "application/x-www-form-urlencoded"}
        answer = await running.http.post("/runs/run_1/approve?csrf=old", content="call_id=call_1", headers=old)
        assert answer.status_code == 401
        assert "started again: sign in at its page" in answer.json()["error"]["message"]
