"""What an operator meets: restarts, an orderly end, metrics of several servers, and texts of tools that no JSON can carry."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import codemode
from codemode import Engine, FunctionSource, FunctionTool, Limits
from tests.commands import in_process
from tests.server.conftest import Running, serving
from tests.server.test_gate import TOKENS, bearer

pytestmark = pytest.mark.anyio
PAY = {"code": '__out = bank.pay(to="ann", amount=1)'}


async def heard(running: Running, token: str, path: str = "/v1/events") -> list[str]:
    """The kinds of the events that a token's reader gets, until the run of the test has ended."""
    found: list[str] = []
    async with asyncio.timeout(20), running.http.stream("GET", path, headers=bearer(token)) as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data:"):
                found.append(json.loads(line.removeprefix("data:"))["type"])
                if found[-1] == "ended":
                    break
    return found


async def open_runs(running: Running) -> float:
    text = (await running.http.get("/metrics", headers=bearer("cm_boss"))).text
    found = [line.split()[-1] for line in text.splitlines() if line.startswith("codemode_runs_open{")]
    return float(found[0]) if found else 0.0


@pytest.mark.parametrize(("given", "named"), [("", "codemode"), ("shop-agents", "shop-agents")])
async def test_the_metrics_name_the_service(given: str, named: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_SERVICE_NAME", given)
    async with serving(tokens=TOKENS) as running:
        text = (await running.http.get("/metrics", headers=bearer("cm_boss"))).text
    told = next(line for line in text.splitlines() if line.startswith("target_info{"))
    assert (f'service_name="{named}"' in told, f'service_version="{codemode.__version__}"' in told) == (True, True)


async def test_runs_that_another_process_ended_are_not_open(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'runs.db'}"
    async with (
        serving(store=store, tokens=TOKENS, engine={"limits": Limits(snapshot_ttl_seconds=1)}) as running,
        Engine(store=store, isolation="inline") as other,
    ):
        waiting = (await running.post("/v1/exec", PAY, **bearer("cm_ci"))).json()
        assert await open_runs(running) == 1
        assert (await other.session("ci", "default").abort(waiting["run_id"])).is_abort
        deadline = time.monotonic() + 20
        while await open_runs(running) and time.monotonic() < deadline:
            await asyncio.sleep(0.1)
        assert await open_runs(running) == 0


async def test_after_a_restart_an_agent_sees_the_events_of_its_runs(tmp_path: Path) -> None:
    options: dict[str, Any] = {"store": f"sqlite:///{tmp_path / 'runs.db'}", "tokens": TOKENS}
    async with serving(**options) as running:
        waiting = (await running.post("/v1/exec", PAY, **bearer("cm_ci"))).json()
        assert (waiting["status"], await open_runs(running)) == ("waiting", 1)
    run_id = waiting["run_id"]
    async with serving(**options) as running:
        readers = [asyncio.create_task(heard(running, token)) for token in ("cm_ci", "cm_boss")]
        readers.append(asyncio.create_task(heard(running, "cm_ci", f"/v1/runs/{run_id}/events")))
        while running.server.watch.readers < 3:
            await asyncio.sleep(0.01)
        begun = asyncio.get_running_loop().time()
        approved = await running.post(f"/v1/runs/{run_id}/approve", {"call_id": "call_1"}, **bearer("cm_boss"))
        assert approved.status_code == 200, approved.text
        done = (await running.post("/v1/wait", {"run_id": run_id}, **bearer("cm_ci"))).json()
        assert done["status"] == "completed"
        own, everybody, of_run = await asyncio.gather(*readers)
        assert own == everybody
        assert {"call_ended", "ended"} <= {*own}
        assert {"started", "ended"} <= {*of_run}
        assert asyncio.get_running_loop().time() - begun < 4, "the end was told, not found out"
        assert await open_runs(running) == 0


async def test_readers_of_events_are_ended_with_the_server() -> None:
    async with serving(tokens=TOKENS) as running:

        async def read() -> list[str]:
            async with running.http.stream("GET", "/v1/events", headers=bearer("cm_ci")) as stream:
                return [line async for line in stream.aiter_lines()]

        reading = asyncio.create_task(read())
        while not running.server.watch.readers:
            await asyncio.sleep(0.01)
        await running.server.hub.drain()
        async with asyncio.timeout(5):
            assert not any(line.startswith("data") for line in await reading), "an end in order"
            assert not any(line.startswith("data") for line in await read()), "also of one that comes later"


async def test_half_a_pair_in_a_text_of_a_tool_does_not_break_answers() -> None:
    odd = "what \ud800?"
    schema = {"type": "object", "properties": {"to": {"type": "string", "default": odd, "description": odd}}}
    tool = FunctionTool("bank.pay", lambda to="": to, odd, input_schema=schema)
    async with serving(sources=[FunctionSource([tool], owner="bank")]) as running:
        for path in ("/v1/tools", "/v1/tools/bank.pay"):
            answer = await running.http.get(path)
            assert answer.status_code == 200, answer.text
            assert "\\ud800" in answer.text
        waiting = (await running.post("/v1/exec", {"code": '__out = bank.pay(to="a")'})).json()
        asked = await running.http.get(f"/v1/runs/{waiting['run_id']}/approvals")
        assert asked.status_code == 200, asked.text
        assert asked.json()["approvals"][0]["tool"] == "bank.pay"


async def test_forms_that_cannot_be_read_are_not_said_to_be_missing() -> None:
    async with serving(tokens=TOKENS) as running:
        many = {f"f{n}": "x" for n in range(1500)}
        answer = await running.http.post("/login", data=many)
        assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid_input")
        assert "fields" in answer.json()["error"]["message"]


@pytest.mark.parametrize("method", ["PUT", "PATCH", "HEAD"])
async def test_other_methods_make_no_session_of_mcp(method: str) -> None:
    async with serving() as running:
        answer = await running.http.request(method, "/mcp", json={})
        assert (answer.status_code, answer.headers.get("mcp-session-id")) == (405, None)


async def test_a_stream_of_mcp_that_is_taken_up_again_begins_anew() -> None:
    async with serving() as running:
        hello = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {
                "protocolVersion": "2025-06-18",
                "capabilities": {},
                "clientInfo": {"name": "test", "version": "1"},
            },
        }
        accept = {"accept": "application/json, text/event-stream"}
        made = await running.post("/mcp", hello, **accept)
        session = {
            "mcp-session-id": made.headers["mcp-session-id"],
            "accept": "text/event-stream",
            "last-event-id": "5",
        }
        async with asyncio.timeout(10), running.http.stream("GET", "/mcp", headers=session) as stream:
            assert stream.status_code == 200


async def _events(running: Running, path: str, last: str = "") -> tuple[int, list[tuple[str, str]]]:
    """The status, and kind and id of each event that comes within a second."""
    headers = {"last-event-id": last} if last else {}
    found: list[str] = []
    with suppress(TimeoutError):
        async with asyncio.timeout(1), running.http.stream("GET", path, headers=headers) as answer:
            status = answer.status_code
            async for line in answer.aiter_lines():
                found += [line.partition(": ")[2]] if line.startswith(("event:", "id:")) else []
    ids, kinds = found[::2], found[1::2]
    return status, list(zip(kinds, ids, strict=True))


async def test_a_reader_that_connects_again_gets_what_it_has_not_seen() -> None:
    async with serving() as running:
        ended = (await running.post("/v1/exec", {"code": "__out = math.add(a=1, b=2)"})).json()["run_id"]
        path = f"/v1/runs/{ended}/events"
        status, events = await _events(running, path)
        assert (status, [kind for kind, _ in events]) == (200, ["started", "call_started", "call_ended", "ended"])
        assert await _events(running, path, events[1][1]) == (200, events[2:])
        # a browser that has seen the end would connect again and again
        assert await _events(running, path, events[-1][1]) == (204, [])
        assert await _events(running, path, "unknown") == (200, events)
        # of two events with one id, the second was perhaps not seen
        run_id = "run_1"
        for kind in ("started", "ended"):
            told = {
                "type": kind,
                "run_id": run_id,
                "at": 5.0,
                "agent": "local",
                "session": "",
                "code": "",
                "reply": None,
            }
            running.server.watch.tell(told, "local")
        status, both = await _events(running, f"/v1/runs/{run_id}/events")
        assert (status, [kind for kind, _ in both]) == (200, ["started", "ended"])
        assert await _events(running, f"/v1/runs/{run_id}/events", both[0][1]) == (200, both[1:])
        waits = (await running.post("/v1/exec", PAY)).json()["run_id"]
        status, events = await _events(running, f"/v1/runs/{waits}/events")
        assert await _events(running, f"/v1/runs/{waits}/events", events[-1][1]) == (200, [])


async def test_the_document_says_which_endpoints_need_no_token() -> None:
    async with serving() as running:
        paths = (await running.http.get("/openapi.json")).json()["paths"]
        assert [path for path, each in paths.items() if each.get("get", {}).get("security") == []] == [
            "/healthz",
            "/readyz",
        ]


async def test_the_document_has_headers_and_limits() -> None:
    async with serving() as running:
        document = (await running.http.get("/openapi.json")).json()
        events = document["paths"]["/v1/runs/{run_id}/events"]["get"]["parameters"]
        assert [(each["name"], each["in"]) for each in events] == [("run_id", "path"), ("Last-Event-ID", "header")]
        for body in ("ExecBody", "WaitBody"):
            [limits, _] = document["components"]["schemas"][body]["properties"]["timeout_ms"]["anyOf"]
            assert limits == {"type": "number", "exclusiveMinimum": 0, "maximum": 60_000}


@pytest.mark.parametrize("last", ["abc", "1", "nan", "9" * 400])
async def test_an_unknown_last_event_gives_all_events(last: str) -> None:
    async with serving() as running:
        run_id = (await running.post("/v1/exec", {"code": "__out = 1"})).json()["run_id"]
        status, events = await _events(running, f"/v1/runs/{run_id}/events", last)
        assert (status, [kind for kind, _ in events]) == (200, ["started", "ended"])


@pytest.mark.parametrize(
    ("method", "path", "body", "told"),
    [
        ("GET", "/v1/runs?limit=0", None, "limit must be a whole number from 1 to 200"),
        ("GET", "/v1/runs?before=nan", None, "before must be seconds since 1970"),
        ("POST", "/v1/exec", '{"code": "__out = 1", "data": NaN}', "NaN is no value of JSON"),
        ("POST", "/v1/exec", '{"code": "__out = 1", "timeout_ms": true}', "timeout_ms: Input should be a valid number"),
        ("POST", "/v1/exec", '{"code": "__out = 1", "timeout_ms": 1e30}', "timeout_ms: Input should be less than"),
        ("POST", "/v1/run", '{"code": "__out = 1", "timeout_ms": 60001}', "timeout_ms: Input should be less than"),
        ("POST", "/v1/wait", '{"run_id": "run_1", "timeout_ms": 60001}', "timeout_ms: Input should be less than"),
        (
            "POST",
            "/v1/runs/run_1/approve",
            '{"call_id": "call_1", "program": "no"}',
            "program: Input should be a valid boolean",
        ),
    ],
)
async def test_values_that_are_nearly_right_are_refused(method: str, path: str, body: str | None, told: str) -> None:
    async with serving() as running:
        headers = running.key | {"content-type": "application/json"}
        answer = await running.http.request(method, path, content=body, headers=headers)
        assert answer.status_code in (400, 422)
        assert told in answer.json()["error"]["message"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--url", "ftp://x"], "begins with http:// or https://"),
        (["--allowed-host", "http://Tools.example.com"], "write tools.example.com"),
        (["--allowed-host", "tools.example.com:80"], "write tools.example.com"),
    ],
)
def test_names_that_no_request_can_have_are_refused(tmp_path: Path, words: list[str], told: str) -> None:
    done = in_process(tmp_path, "serve", "--port", "0", *words)
    assert done.returncode == 2
    assert told in done.stderr


async def test_a_short_wait_leaves_the_store_its_time(tmp_path: Path) -> None:
    async with serving(store=f"sqlite:///{tmp_path / 'runs.db'}") as running:
        run_id = (await running.post("/v1/exec", PAY)).json()["run_id"]
        for _ in range(5):
            answer = await running.post("/v1/wait", {"run_id": run_id, "timeout_ms": 0.001})
            assert answer.status_code == 200, answer.text
