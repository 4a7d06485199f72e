"""The server over real MCP: the official client, both transports, this revision of the protocol and the one before."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.shared.exceptions import MCPError
from mcp.types import ElicitResult, ErrorData

from codemode.engine.durable.approval_requests import PendingCall
from codemode.server.access import LOCAL, Tokens, hash_of
from codemode.server.mcp_questions import form_of
from tests.commands import own_process
from tests.server.conftest import Running, over_mcp, serving

pytestmark = pytest.mark.anyio

REVISIONS = ["legacy", "2026-07-28"]
PAY = {"code": '__out = bank.pay(to="ann", amount=12.5)'}

TOOLS = '''
import time
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b
def slow(seconds: float = 0.2) -> str:
    """Answer after a while."""
    time.sleep(seconds)
    return "done"
'''


@pytest.fixture(params=REVISIONS)
def mode(request: pytest.FixtureRequest) -> str:
    return request.param


@asynccontextmanager
async def connected(mode: str, **options: Any) -> AsyncGenerator[tuple[Client, Running]]:
    async with serving() as running, over_mcp(running, mode, running.key, **options) as client:
        yield client, running


def text(result: Any) -> dict[str, Any]:
    return json.loads(result.content[0].text)


async def test_two_tools_and_a_program(mode: str) -> None:
    async with connected(mode) as (client, _):
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"exec", "wait"}
        assert "math.add" in (tools["exec"].description or "")
        done = await client.call_tool("exec", {"code": "__out = math.add(a=1, b=2)"})
        assert (text(done)["value"], done.is_error) == (3, False)
        failed = await client.call_tool("exec", {"code": "x +"})
        assert (text(failed)["code"], failed.is_error) == ("parse_failed", True)
        unknown = await client.call_tool("nothing", {})
        assert unknown.is_error


async def test_over_standard_input(tmp_path: Path, mode: str) -> None:
    (tmp_path / "tools.py").write_text(TOOLS)
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "codemode", "mcp", "--functions", str(tmp_path / "tools.py")]
    )
    said: list[str] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        said.append(message or "")

    async with Client(stdio_client(command), mode=mode) as client:
        done = await client.call_tool(
            "exec", {"code": "slow(seconds=0.05)\n__out = add(a=1, b=2)"}, progress_callback=progress
        )
        assert text(done)["value"] == 3
    assert [line.split(" ")[0].strip(":") for line in said] == ["slow", "slow", "add", "add"]


async def test_progress_comes_while_the_program_runs(mode: str) -> None:
    came: list[float] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        came.append(asyncio.get_running_loop().time())

    async with connected(mode) as (client, _):
        code = "for range 3 { time.slow(seconds=0.2) }\n__out = 1"
        await client.call_tool("exec", {"code": code}, progress_callback=progress)
        assert asyncio.get_running_loop().time() - came[0] > 0.4


async def test_a_person_at_the_client_approves_with_other_arguments(mode: str) -> None:
    forms: list[Any] = []

    async def ask(context: Any, params: Any) -> ElicitResult:
        forms.append(params)
        return ElicitResult(action="accept", content={"to": "bob", "amount": 5})

    async with connected(mode, elicitation_callback=ask) as (client, running):
        done = await client.call_tool("exec", PAY)
        assert text(done)["value"] == "paid 5 to bob"
        assert running.bank.paid == [("bob", 5)]
    assert forms[0].requested_schema["properties"]["amount"] == {"type": "number", "default": 12.5}
    assert "bank.pay" in forms[0].message


async def test_a_person_at_the_client_declines(mode: str) -> None:
    async def ask(context: Any, params: Any) -> ElicitResult:
        return ElicitResult(action="decline")

    async with connected(mode, elicitation_callback=ask) as (client, running):
        done = await client.call_tool("exec", PAY)
        assert "declined" in done.content[0].text
        assert running.bank.paid == []


@pytest.mark.parametrize("waits", [False, True], ids=["", "and receives the reply"])
@pytest.mark.parametrize("action", ["accept", "decline"])
async def test_a_person_who_is_late_is_told(mode: str, action: Any, waits: bool) -> None:
    """Somebody else decides while the form is open."""

    async def ask(context: Any, params: Any) -> ElicitResult:
        [run] = place.server.watch.runs(LOCAL)
        decided = await place.post(
            f"/v1/runs/{run}/approve", {"call_id": "call_1", "arguments": {"to": "eve", "amount": 9}}
        )
        assert decided.status_code == 200, decided.text
        if waits:
            done = await place.post("/v1/wait", {"run_id": run})
            assert done.json()["status"] == "completed", done.text
        return ElicitResult(action=action, content={} if action == "accept" else None)

    async with connected(mode, elicitation_callback=ask) as (client, running):
        place = running
        done = await client.call_tool("exec", PAY)
        told = " ".join(each.text for each in done.content)
        assert "paid 9 to eve" in told
        assert ("already approved" in told) != waits
        assert not done.is_error
        assert running.bank.paid == [("eve", 9)]


async def test_a_client_that_shows_no_form_after_all_gets_the_waiting_run(mode: str) -> None:
    async def ask(context: Any, params: Any) -> ErrorData:
        return ErrorData(code=-32603, message="no window")

    if mode != "legacy":
        return  # the client itself raises its error, and asks no server
    async with connected(mode, elicitation_callback=ask) as (client, running):
        waiting = await client.call_tool("exec", PAY)
        assert text(waiting)["status"] == "waiting"
        assert running.bank.paid == []


async def test_many_decisions_one_after_the_other_are_no_lost_run(mode: str) -> None:
    async def ask(context: Any, params: Any) -> ElicitResult:
        return ElicitResult(action="accept", content={})

    async with connected(mode, elicitation_callback=ask) as (client, running):
        code = 'for i := range 12 { bank.pay(to="ann", amount=i) }\n__out = "all"'
        done = await client.call_tool("exec", {"code": code})
        if mode != "legacy":
            assert text(done)["status"] == "waiting"
            assert "call wait to go on" in done.content[1].text
            done = await client.call_tool("wait", {"run_id": text(done)["run_id"]})
        assert text(done)["value"] == "all"
        assert len(running.bank.paid) == 12


async def test_a_form_names_every_argument_and_shows_what_is_hidden() -> None:
    call = PendingCall("call_1", "mail.send", {"cc": ["x" * 3000], "meta": {"to": "eve"}, "to": "a\u202eb"}, {})
    message = form_of(call).message
    assert "eve" in message
    assert "characters are not shown" in message
    assert "a\\u202eb" in message
    assert len(message) < 1500


async def test_without_a_person_the_run_waits(mode: str) -> None:
    async with connected(mode) as (client, running):
        waiting = await client.call_tool("exec", PAY)
        run_id = text(waiting)["run_id"]
        assert (text(waiting)["status"], text(waiting)["reason"]) == ("waiting", "approval")
        assert f"{running.url}/runs/{run_id}" in waiting.content[1].text
        decided = await running.post(f"/v1/runs/{run_id}/approve", {"call_id": "call_1"})
        assert decided.json()["decision"] == "approved"
        done = await client.call_tool("wait", {"run_id": run_id})
        assert text(done)["value"] == "paid 12.5 to ann"


@pytest.mark.parametrize("store", [None, "sqlite:///runs.db"])
async def test_a_form_that_was_closed_is_shown_again(tmp_path: Path, mode: str, store: str | None) -> None:
    (tmp_path / "tools.py").write_text(TOOLS)
    (tmp_path / "policy.json").write_text('[{"action": "ask", "tool": "add"}]')
    given = ["--functions", "tools.py", "--policy", "policy.json", *(["--store", store] if store else [])]
    command = StdioServerParameters(command=sys.executable, args=["-m", "codemode", "mcp", *given], cwd=tmp_path)
    answers = [ElicitResult(action="cancel"), ElicitResult(action="accept", content={})]

    async def ask(context: Any, params: Any) -> ElicitResult:
        return answers.pop(0)

    async with Client(stdio_client(command), mode=mode, elicitation_callback=ask) as client:
        waiting = await client.call_tool("exec", {"code": "__out = add(a=1, b=2)"})
        told = " ".join(each.text for each in waiting.content)
        assert "closed the form without a decision; wait shows it again" in told
        assert "Nobody can approve" not in told
        assert ("A person decides with: codemode approve" in told) == (store is not None)
        assert text(await client.call_tool("wait", {"run_id": text(waiting)["run_id"]}))["value"] == 3


@pytest.mark.parametrize("store", [None, "sqlite:///runs.db"])
async def test_a_client_without_forms_is_told_who_decides(tmp_path: Path, mode: str, store: str | None) -> None:
    (tmp_path / "tools.py").write_text(TOOLS)
    (tmp_path / "policy.json").write_text('[{"action": "ask", "tool": "add"}]')
    given = ["--functions", "tools.py", "--policy", "policy.json", *(["--store", store] if store else [])]
    command = StdioServerParameters(command=sys.executable, args=["-m", "codemode", "mcp", *given], cwd=tmp_path)
    with (tmp_path / "said").open("w") as said:
        async with Client(stdio_client(command, errlog=said), mode=mode) as client:
            waiting = await client.call_tool("exec", {"code": "__out = add(a=1, b=2)"})
            run_id, told = text(waiting)["run_id"], waiting.content[-1].text
            if store is not None:
                shown = f"codemode approve {run_id} CALL_ID --store {store} --agent local --session mcp"
                assert told == f"A person decides with: {shown}; then call wait."
                approve = ["approve", run_id, "call_1", *shown.split()[4:]]
                approved = await asyncio.to_thread(own_process, tmp_path, *approve)
                assert approved.stdout == 'approved: add {"a": 1, "b": 2}\n'
                assert text(await client.call_tool("wait", {"run_id": run_id}))["value"] == 3
            else:
                assert told.startswith("Nobody can approve the call: ")
    warned = "without --store only the person at the client can decide" in (tmp_path / "said").read_text()
    assert warned == (store is None)


async def test_declarations_are_resources(mode: str) -> None:
    async with connected(mode) as (client, _):
        listed = (await client.list_resources()).resources
        assert [resource.name for resource in listed] == ["function/shop.go"]
        read = await client.read_resource(str(listed[0].uri))
        assert "func" in read.contents[0].text  # type: ignore[union-attr]
        with pytest.raises(MCPError):
            await client.read_resource("codemode://declarations/../secret")


async def test_fifty_clients_at_once() -> None:
    async with serving() as running:

        async def one(number: int) -> int:
            async with Client(f"{running.url}/mcp", mode=REVISIONS[number % 2]) as client:
                done = await client.call_tool("exec", {"code": f"__out = math.add(a={number}, b=1)"})
                return text(done)["value"]

        assert await asyncio.gather(*map(one, range(50))) == [number + 1 for number in range(50)]


def token_of(*scopes: str) -> Tokens:
    return Tokens.of_data({"tokens": [{"name": "t", "sha256": hash_of("cm_t"), "scopes": list(scopes)}]})


@asynccontextmanager
async def with_token(mode: str, *scopes: str) -> AsyncGenerator[Client]:
    headers = {"authorization": "Bearer cm_t"}
    async with serving(tokens=token_of(*scopes)) as running, over_mcp(running, mode, headers) as client:
        yield client


async def test_tools_and_declarations_are_for_tokens_that_read(mode: str) -> None:
    async with with_token(mode, "approve") as client:
        for ask in (client.list_tools, client.list_resources):
            with pytest.raises(MCPError, match="the token 't' does not have the scope"):
                await ask()
        with pytest.raises(MCPError, match="the token 't' does not have the scope read"):
            await client.read_resource("codemode://declarations/README.md")
    async with with_token(mode, "run") as client:
        assert len((await client.list_tools()).tools) == 2  # what may run needs to know how
        with pytest.raises(MCPError, match="the token 't' does not have the scope read"):
            await client.list_resources()
    async with with_token(mode, "read") as client:
        listed = await client.list_resources()
        assert (len((await client.list_tools()).tools), bool(listed.resources)) == (2, True)
        assert (await client.read_resource(listed.resources[0].uri)).contents
