"""UTCP tools over real HTTP, and the traps of UTCP's client."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from utcp.utcp_client import UtcpClient

from codemode import Completed, Engine, Failed
from codemode.engine.background import blocking
from codemode.engine.protocols import CallContext, ToolSource
from codemode.errors import CodeModeError, ConfigError, ToolError, ToolSourceError
from codemode.sources import UtcpSource
from codemode.sources.utcp_results import checked, reason
from tests.servers import UtcpServer, utcp_server

pytestmark = pytest.mark.anyio
HERE = CallContext()


@pytest.fixture(scope="module")
def shared() -> Iterator[UtcpServer]:
    with utcp_server() as server:
        yield server


@pytest.fixture
def server(shared: UtcpServer) -> UtcpServer:
    shared.requests.clear()
    shared.effects.clear()
    shared.failures.clear()
    return shared


async def source_of(server: UtcpServer) -> UtcpSource:
    return await UtcpSource.from_config(server.config())


def text_manual(*tools: dict[str, Any], name: str = "inline", **more: Any) -> dict[str, Any]:
    content = json.dumps({"utcp_version": "1.0.1", "manual_version": "1", "tools": list(tools)})
    return {"name": name, "call_template_type": "text", "content": content, **more}


# --- listing ---------------------------------------------------------------------------------------------------------


async def test_all_tools_are_listed_with_their_schemas(server: UtcpServer) -> None:
    source = await source_of(server)
    assert isinstance(source, ToolSource)
    entries = {e.name: e for e in await source.list_tools()}
    assert len(entries) == len(server.manual()["tools"])
    add = entries["demo.add"]
    assert (add.id, add.source, add.source_name) == ("utcp:demo:add", "utcp", "demo")
    assert add.input_schema == server.manual()["tools"][0]["inputs"]
    assert add.output_schema == {"type": "object", "properties": {"result": {"type": "number"}}, "required": []}
    assert not add.streaming
    assert entries["demo.count"].streaming
    assert entries["demo.echo"].output_schema is None
    assert source.known_tools() is None
    assert source.direct("demo.add") is None
    await source.close()


async def test_more_tools_than_any_search_limit(server: UtcpServer) -> None:
    many = [server.tool(f"t{i:03}", "Same words.", {"type": "object", "properties": {}}) for i in range(150)]
    source = await UtcpSource.from_config({"manual_call_templates": [text_manual(*many)]})
    names = [e.name for e in await source.list_tools()]
    assert len(names) == 150
    assert names == sorted(names)


async def test_tools_of_the_http_family_do_not_vanish(server: UtcpServer) -> None:
    # the manual is plain http and allows nothing; two of its tools are SSE
    source = await source_of(server)
    assert {"demo.count", "demo.ticks"} <= {e.name for e in await source.list_tools()}
    assert source.warnings == []


async def test_tools_that_utcp_leaves_out_are_told(server: UtcpServer) -> None:
    manual = server.template(allowed_communication_protocols=["http"])
    source = await UtcpSource.from_config({"manual_call_templates": [manual]})
    assert "demo.count" not in {e.name for e in await source.list_tools()}
    assert any("'count'" in w and "'sse'" in w for w in source.warnings)


async def test_a_client_of_the_hosts_own(server: UtcpServer) -> None:
    client = await UtcpClient.create(config={"manual_call_templates": [server.template()]})
    source = UtcpSource(client)
    assert "demo.add" in {e.name for e in await source.list_tools()}
    assert await source.call("demo.add", {"a": 1, "b": 2}, HERE) == {"result": 3.0}
    await source.close()
    assert await source.call("demo.add", {"a": 1, "b": 2}, HERE) == {"result": 3.0}  # not ours to close
    await client.close()


async def test_a_manual_that_failed_in_the_hosts_own_client_is_told(server: UtcpServer) -> None:
    bad = server.template("gone", url=f"{server.url}/nowhere")
    source = UtcpSource(await UtcpClient.create(config={"manual_call_templates": [bad, server.template()]}))
    assert await source.list_tools()
    [told] = source.warnings
    assert told.startswith(f"manual 'gone' at {server.url}/nowhere: ")
    source = UtcpSource(await UtcpClient.create(config={"manual_call_templates": [bad]}))
    with pytest.raises(ToolSourceError, match="'gone'"):
        await source.list_tools()


# --- configuration ---------------------------------------------------------------------------------------------------


async def test_a_config_file_with_variables(server: UtcpServer, tmp_path: Path) -> None:
    (tmp_path / "my.env").write_text(f"demo_BASE={server.url}\n")
    path = tmp_path / "utcp.json"
    path.write_text(
        json.dumps(
            {
                "load_variables_from": [{"variable_loader_type": "dotenv", "env_file_path": "my.env"}],
                "variables": {"demo_PAGE": "utcp"},
                "manual_call_templates": [server.template(url="${BASE}/$PAGE")],
            }
        )
    )
    source = await UtcpSource.from_config(path)
    assert await source.call("demo.add", {"a": 1, "b": 2}, HERE) == {"result": 3.0}


async def failing(config: Any) -> CodeModeError:
    with pytest.raises(CodeModeError) as caught:
        await UtcpSource.from_config(config)
    assert "Traceback" not in str(caught.value)
    assert len(str(caught.value)) < 1500
    return caught.value


async def test_bad_config_files(tmp_path: Path) -> None:
    assert "No such file" in str(await failing(tmp_path / "missing.json"))
    for content, told in [
        ("{", "is not JSON"),
        ("[]", "must be a JSON object"),
        ('{"manual_call_templates": 3}', "must be a list"),
    ]:
        path = tmp_path / "c.json"
        path.write_text(content)
        error = await failing(path)
        assert isinstance(error, ConfigError)
        assert told in str(error)
    (tmp_path / "b.json").write_bytes(b"\xff\xfe")
    assert "not UTF-8" in str(await failing(tmp_path / "b.json"))


@pytest.mark.parametrize(
    ("config", "told"),
    [
        ({"manual_call_templates": [3]}, "must be an object, not 3"),
        ({"manual_call_templates": [{"name": "x"}]}, "call_template_type None; there are"),
        (
            {"manual_call_templates": [{"name": "x", "call_template_type": "carrier_pigeon"}]},
            "'carrier_pigeon'; there are",
        ),
        ({"manual_call_templates": [{"name": "x", "call_template_type": "http"}]}, "manual 'x'"),
        ({"variables": [1]}, "not valid: variables: Input should be a valid dictionary"),
        ({"load_variables_from": [{"variable_loader_type": "psychic"}]}, "psychic"),
    ],
)
async def test_bad_configs(config: dict[str, Any], told: str) -> None:
    error = await failing(config)
    assert isinstance(error, ConfigError)
    assert told in str(error)


async def test_manuals_that_cannot_be_registered_are_all_named(server: UtcpServer) -> None:
    config = {
        "manual_call_templates": [
            server.template("absent", url=f"{server.url}/nowhere"),
            server.template("unreachable", url="http://ann:hunter2@127.0.0.1:9/utcp?key=hunter2"),
            server.template("garbled", url=f"{server.url}/bad/not-json"),
            server.template("malformed", url=f"{server.url}/bad/not-a-manual"),
            server.template("unset", url="${NOT_SET}/utcp"),
        ]
    }
    error = await failing(config)
    assert isinstance(error, ToolSourceError)
    told = str(error)
    for manual, why in [
        ("absent", "404"),
        ("unreachable", "127.0.0.1:9"),
        ("garbled", "Expecting value"),
        ("malformed", "tool 1 was left out: name: Field required"),
        ("unset", "the variable unset_NOT_SET is not set"),
    ]:
        part = next(p for p in told.split("; manual ") if f"'{manual}'" in p)
        assert why in part, part
    assert "'fine'" not in told
    assert "hunter2" not in told


async def test_an_unknown_address_family(server: UtcpServer) -> None:
    error = await failing({"manual_call_templates": [server.template(url="http://example.com/utcp")]})
    assert isinstance(error, ToolSourceError)
    assert "HTTPS" in str(error)


async def test_schema_words_in_an_inline_manual_are_no_variables(server: UtcpServer) -> None:
    inputs = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/N", "description": "costs $5"}},
        "$defs": {"N": {"type": "number"}},
    }
    tool = server.tool("echo", "Costs $10.", inputs)
    source = await UtcpSource.from_config({"manual_call_templates": [text_manual(tool, name="my-inline")]})
    (entry,) = await source.list_tools()
    assert entry.name == "my_inline.echo"
    assert entry.description == "Costs $10."
    assert entry.input_schema == inputs
    assert (await source.call("my_inline.echo", {"a": 1}, HERE))["query"] == [["a", "1"]]


# --- calling ---------------------------------------------------------------------------------------------------------


async def test_calls(server: UtcpServer) -> None:
    source = await source_of(server)
    assert await source.call("demo.multiply", {"a": 12, "b": 3}, HERE) == {"result": 36.0}
    assert (await source.call("demo.get_order", {"id": "O-3"}, HERE))["total"] == 31.5
    assert (await source.call("demo.create_order", {"body": {"sku": "K"}}, HERE))["id"] == "O-101"
    assert await source.call("demo.text", {}, HERE) == "just words"
    assert server.effects == ["K"]


async def test_values_that_no_query_can_hold_are_put_into_one(server: UtcpServer) -> None:
    source = await source_of(server)
    arguments = {
        "t": True,
        "f": False,
        "n": None,
        "d": {"k": [1, "ü"]},
        "l": [1, True, None, {"x": 1}],
        "i": 2**60,
        "s": "a&b",
        "e": [],
    }
    query = (await source.call("demo.echo", arguments, HERE))["query"]
    assert query == [
        ["t", "true"],
        ["f", "false"],
        ["d", '{"k":[1,"ü"]}'],
        ["l", "1"],
        ["l", "true"],
        ["l", '{"x":1}'],
        ["i", str(2**60)],
        ["s", "a&b"],
    ]
    assert arguments["n"] is None  # the caller's arguments stay as they were


async def test_arguments_are_checked_and_fitted_before_the_call(server: UtcpServer) -> None:
    source = await source_of(server)
    assert [n async for n in source.stream("demo.count", {"to": 2.0}, HERE)] == [1, 2]
    assert server.requests[-1] == ("count", {"to": "2"})
    for arguments, told in [
        ({"a": 1}, "demo.add: b is missing (number)"),
        ({"a": 1, "b": "two"}, 'demo.add: b is "two" (string), must be number'),
    ]:
        before = len(server.requests)
        with pytest.raises(ToolError) as caught:
            await source.call("demo.add", arguments, HERE)
        assert caught.value.message == told
        assert caught.value.code == "invalid_tool_input"
        assert len(server.requests) == before


async def error_of(
    source: UtcpSource, name: str, arguments: dict[str, Any] | None = None, context: CallContext = HERE
) -> ToolError:
    with pytest.raises(ToolError) as caught:
        await source.call(name, arguments or {}, context)
    assert "\n" not in caught.value.message
    return caught.value


async def test_an_http_error_keeps_what_the_server_said(server: UtcpServer) -> None:
    source = await source_of(server)
    error = await error_of(source, "demo.broken")
    assert error.message.startswith("demo.broken: HTTP 500 Internal Server Error: the shop is on fire please leave")
    assert len(error.message) < 2200
    assert error.code == "nested_tool_failed"
    assert getattr(error.__cause__, "status", None) == 500
    assert "HTTP 404 Not Found: no order O-99" in (await error_of(source, "demo.get_order", {"id": "O-99"})).message


async def test_a_temporary_error_is_temporary(server: UtcpServer) -> None:
    source = await source_of(server)
    server.failures["flaky"] = 1
    assert "503" in (await error_of(source, "demo.flaky")).message
    assert await source.call("demo.flaky", {}, HERE) == {"ok": True}


async def test_every_call_has_a_deadline(server: UtcpServer) -> None:
    source = await UtcpSource.from_config(server.config(), call_timeout=0.5)
    assert (await error_of(source, "demo.slow", {"seconds": 5})).message == "demo.slow: no answer within 0.5 s"
    source = await source_of(server)
    error = await error_of(source, "demo.slow", {"seconds": 5}, CallContext(timeout=0.05))
    assert error.message == "demo.slow: no answer within 0.05 s"


async def test_a_word_with_a_dollar_is_explained(server: UtcpServer) -> None:
    error = await error_of(await source_of(server), "demo.dollar")
    assert "the variable demo_filter is not set" in error.message
    assert "every $word" in error.message


async def test_an_unknown_tool(server: UtcpServer) -> None:
    source = await source_of(server)
    assert (await error_of(source, "demo.nothing")).code == "tool_not_found"


async def test_a_server_that_went_away() -> None:
    with utcp_server() as gone:
        source = await source_of(gone)
        await source.list_tools()
    error = await error_of(source, "demo.add", {"a": 1, "b": 2})
    assert "demo.add: " in error.message
    assert "connect" in error.message.lower()


def test_errors_that_look_like_results() -> None:
    with pytest.raises(ToolError, match=r"mcp\.x: no such file, sorry"):
        checked(
            {"isError": True, "content": [{"type": "text", "text": "no such file,"}, {"text": "sorry"}, 3]},
            "mcp.x",
            "mcp",
        )
    with pytest.raises(ToolError, match="exit status 2: bad flag"):
        checked({"exit_code": 2, "stderr": "bad\nflag"}, "cli.x", "cli")
    for fine in [{"isError": False, "content": []}, {"isError": True}, {"exit_code": 0}, [1], "text", None]:
        assert checked(fine, "x", "mcp") == fine
    assert checked({"exit_code": 2}, "x", "http") == {"exit_code": 2}


# --- streams ---------------------------------------------------------------------------------------------------------


async def test_streams(server: UtcpServer) -> None:
    source = await source_of(server)
    assert [n async for n in source.stream("demo.count", {"to": 3}, HERE)] == [1, 2, 3]
    assert await source.call("demo.count", {"to": 3}, HERE) == [1, 2, 3]
    assert [n async for n in source.stream("demo.text", {}, HERE)] == ["just words"]


async def test_a_stream_is_closed_with_its_reader(server: UtcpServer) -> None:
    source = await source_of(server)
    pieces: Any = source.stream("demo.ticks", {}, HERE)
    assert await anext(pieces) == {"tick": 1}
    await pieces.aclose()
    for _ in range(200):
        if server.effects:
            break
        await asyncio.sleep(0.01)
    assert server.effects == ["ticks stopped"]


async def test_a_stream_that_cannot_be_opened(server: UtcpServer) -> None:
    source = await source_of(server)
    with pytest.raises(ToolError) as caught:
        _ = [n async for n in source.stream("demo.broken", {}, HERE)]
    assert "HTTP 500" in caught.value.message


# --- loops -----------------------------------------------------------------------------------------------------------


async def test_calls_from_other_loops_are_made_on_the_clients_own(server: UtcpServer) -> None:
    source = await source_of(server)
    await source.list_tools()
    here, seen = threading.get_ident(), []
    original = source.client.call_tool

    async def watched(name: str, arguments: dict[str, Any]) -> Any:
        seen.append(threading.get_ident())
        return await original(name, arguments)

    source.client.call_tool = watched  # type: ignore[method-assign]

    async def elsewhere() -> Any:
        one = await source.call("demo.add", {"a": 1, "b": 2}, HERE)
        two = [n async for n in source.stream("demo.count", {"to": 40}, HERE)]
        with pytest.raises(ToolError, match="HTTP 500"):
            _ = [n async for n in source.stream("demo.broken", {}, HERE)]
        with pytest.raises(ToolError, match="HTTP 500"):
            await source.call("demo.broken", {}, HERE)
        return one, two

    one, two = await asyncio.to_thread(lambda: asyncio.run(elsewhere()))
    assert one == {"result": 3.0}
    assert two == list(range(1, 41))
    assert set(seen) == {here}


async def test_a_cancelled_call_from_another_loop_is_cancelled_here(server: UtcpServer) -> None:
    source = await source_of(server)
    before = asyncio.all_tasks()

    async def elsewhere() -> None:
        pieces: Any = source.stream("demo.ticks", {}, HERE)
        assert await anext(pieces)
        await pieces.aclose()
        async with asyncio.timeout(0.1):
            await source.call("demo.slow", {"seconds": 5}, HERE)

    with pytest.raises(TimeoutError):
        await asyncio.to_thread(lambda: asyncio.run(elsewhere()))
    for _ in range(200):
        if server.effects and asyncio.all_tasks() <= before:
            break
        await asyncio.sleep(0.01)
    assert server.effects == ["ticks stopped"]
    assert asyncio.all_tasks() <= before


async def test_a_loop_that_waits_for_the_call_is_not_asked(server: UtcpServer) -> None:
    source = await source_of(server)
    answers: list[Any] = []

    def elsewhere() -> None:
        answers.append(asyncio.run(source.call("demo.add", {"a": 1, "b": 2}, HERE)))

    thread = threading.Thread(target=elsewhere)
    with blocking(asyncio.get_running_loop()):
        thread.start()
        thread.join(5)  # this loop stands still meanwhile
    assert answers == [{"result": 3.0}]


def test_a_client_survives_its_loop(server: UtcpServer) -> None:
    source = asyncio.run(source_of(server))
    assert asyncio.run(source.call("demo.add", {"a": 1, "b": 2}, HERE)) == {"result": 3.0}
    assert asyncio.run(source.call("demo.add", {"a": 1, "b": 3}, HERE)) == {"result": 4.0}


def test_a_loop_that_does_not_run_is_an_error(server: UtcpServer) -> None:
    loop = asyncio.new_event_loop()
    source = loop.run_until_complete(source_of(server))
    with pytest.raises(ToolError, match="event loop that is not running"):
        asyncio.run(source.call("demo.add", {"a": 1, "b": 2}, HERE))
    loop.close()


# --- manners ---------------------------------------------------------------------------------------------------------


PROBE = """
import asyncio, logging, sys
from codemode.sources import UtcpSource
from codemode.errors import CodeModeError
async def go():
    await UtcpSource.from_config({})
    try:
        await UtcpSource.from_config({"manual_call_templates": [{"name": "x", "call_template_type": "http", "url": "http://127.0.0.1:9/x"}]})
    except CodeModeError as error:
        print(error.code)
asyncio.run(go())
print(logging.getLogger().handlers, logging.getLogger().level)
"""


def test_the_hosts_logging_is_left_alone() -> None:
    done = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert done.stdout == "source_unavailable\n[] 30\n"


def test_a_host_that_listens_hears_utcp(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        asyncio.run(
            failing(
                {"manual_call_templates": [{"name": "x", "call_template_type": "http", "url": "http://127.0.0.1:9/x"}]}
            )
        )
    assert any(record.name.startswith("utcp") for record in caplog.records)


def test_an_object_that_is_not_a_client_is_refused() -> None:
    with pytest.raises(ConfigError, match=r"needs a utcp\.UtcpClient, not dict"):
        UtcpSource({})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("errors", "expected"),
    [
        ([], "no reason given"),
        (["Traceback (most recent call last):\n  x\naiohttp.ClientConnectorError: Cannot connect"], "Cannot connect"),
        (["plain words\nmore"], "plain words"),
        (["a", "a", "b"], "a; b"),
    ],
)
def test_reasons_are_one_line(errors: list[str], expected: str) -> None:
    assert reason(errors) == expected


@pytest.mark.parametrize("isolation", ["inline", "process"])
async def test_binary_answers_become_files(server: UtcpServer, isolation: str) -> None:
    async with Engine([await source_of(server)], isolation=isolation) as engine:
        session = engine.session("a", "s")

        async def downloaded(kind: str) -> Completed:
            reply = await session.exec(f'__out = tools.demo_download(map[string]any{{"kind": "{kind}"}})')
            assert isinstance(reply, Completed), reply
            return reply

        reply = await downloaded("image/png")
        [picture] = reply.attachments
        assert reply.value == {"attachment": picture.id, "media_type": "image/png", "bytes": 5}
        assert picture.data == b"\x89PNG\xff"
        assert (await downloaded("application/octet-stream")).attachments[0].data == b"\x89PNG\xff"
        assert (await downloaded("application/octet-streamwords")).value == "words"
        for text in ("text/csv", "application/vnd.x+xml", "application/yaml"):
            assert (await downloaded(text + "words")).value == "words"
        [report] = (await downloaded("named")).attachments
        assert (report.name, report.media_type) == ("report.pdf", "application/pdf")
        failed = await session.exec('__out = tools.demo_download(map[string]any{"kind": "failed"})')
        assert isinstance(failed, Failed)
        assert "HTTP 500" in failed.error
        code = """
        picture := tools.demo_download(map[string]any{"kind": "image/png"})
        __out = tools.demo_upload(map[string]any{"body": map[string]any{"data": picture}})
        """
        sent = await session.exec(code)
        assert isinstance(sent, Completed), sent
        assert sent.value == {"got": "iVBOR/8="}
