"""`codemode serve`, `codemode mcp` and `codemode token`: the server as a process."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import shlex
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address
from typing import Any, Final
from urllib.parse import urlsplit

from codemode.engine import Engine, Limits
from codemode.engine.durable.shown_urls import without_password
from codemode.errors import ConfigError
from codemode.terminal.exits import DONE, INTERRUPTED
from codemode.terminal.inputs import EngineRequest, limits_of
from codemode.terminal.render import tell

HISTORY = "7d"
NOBODY_DECIDES = (
    "codemode: the policy asks about calls, and without --store only the person at the client can decide; "
    "if the client shows no forms, nobody can"
)
CLOSE_SECONDS = 5.0  # for the runs to be parked after an interrupt
ANSWER_SECONDS = 300.0  # for a person at the page, or at an MCP client, to answer a tool's question

# the packages of the extra, and the modules that are imported from them
EXTRA: Final = {
    "jinja2": "jinja2",
    "mcp": "mcp",
    "opentelemetry-exporter-prometheus": "opentelemetry.exporter.prometheus",
    "python-multipart": "python_multipart",
    "sse-starlette": "sse_starlette",
    "starlette": "starlette",
    "uvicorn": "uvicorn",
}


@dataclass(slots=True, frozen=True, kw_only=True)
class ServeRequest(EngineRequest):
    """What `codemode serve` and `codemode mcp` are asked for."""

    timeout_ms: int | None = None
    ttl: int | None = None
    waiting: int | None = None
    host: str = "127.0.0.1"
    port: int = 8420
    tokens: str | None = None
    allowed_hosts: Sequence[str] = ()
    url: str | None = None
    model: str | None = None
    base_url: str | None = None
    record: Any = "none"
    languages: tuple[str, ...] = ("go",)

    def limits(self) -> Limits:
        return limits_of(timeout_ms=self.timeout_ms, snapshot_ttl_seconds=self.ttl, max_suspended_runs=self.waiting)

    def engine(self, on_event: Any = None) -> AbstractAsyncContextManager[Engine]:
        """Like `made`, with history and with time for people's answers. Raises ConfigError."""
        self.tools.needed()
        return self.made(
            self.limits(),
            on_event=on_event,
            history=HISTORY,
            record=self.record,
            answer_timeout=ANSWER_SECONDS,
            languages=self.languages,
        )


async def serve_http(request: ServeRequest) -> int:
    """Serves until SIGTERM or SIGINT."""
    _need_extra()
    from codemode.server.access import LOCAL, Tokens
    from codemode.server.app import create_app
    from codemode.server.events import Watch
    from codemode.server.serving import bound, serve

    tokens = Tokens.load(request.tokens) if request.tokens else None
    if tokens is None and not _is_loopback(request.host):
        told = "anybody who reaches it could run programs: name a file of tokens with --tokens, made by codemode token"
        raise ConfigError(f"--host {request.host} is reached from other machines, and {told}")
    _check_names(request)
    _set_up_logs()
    watch = Watch()
    async with request.engine(watch.hear) as engine:
        sock = bound(request.host, request.port)
        shown = f"[{request.host}]" if ":" in request.host else request.host
        url = (request.url or f"http://{shown}:{sock.getsockname()[1]}").rstrip("/")
        front = _front(request)
        server = create_app(engine, watch, tokens=tokens, front=front, hosts=request.allowed_hosts, url=url)

        def ready() -> None:
            page = url if tokens is not None else f"{url}/?key={server.keys.new_key(LOCAL)}"
            key = f"\n  key      {server.keys.secret}" if tokens is None else ""
            tell(
                f"codemode serves {url}\n  page     {page}\n  MCP      {url}/mcp\n  UTCP     {url}/utcp\n  OpenAPI  {url}/openapi.json{key}"
            )

        await serve(server, sock, ready, tell)
    return DONE


def _set_up_logs() -> None:
    """Writes every decision about a call, and who made it, to standard error, and leaves out what asyncio says of clients that are gone: lines
    without a time, as often as clients hang up."""
    logging.getLogger("asyncio").addFilter(lambda record: record.msg != "socket.send() raised exception.")
    audit = logging.getLogger("codemode.audit")
    audit.setLevel(logging.INFO)
    written = logging.StreamHandler()
    written.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    audit.handlers = [written]


def _check_names(request: ServeRequest) -> None:
    names = [("--url", request.url or ""), *(("--allowed-host", host) for host in request.allowed_hosts if host != "*")]
    for option, given in filter(lambda name: name[1], names):
        try:
            parts = urlsplit(given if "//" in given else f"//{given}")
        except ValueError as wrong:
            raise ConfigError(f"{option} {given}: {wrong}") from wrong
        if option == "--url" and (parts.scheme not in ("http", "https") or not parts.hostname):
            raise ConfigError(f"--url {given} is no address that a browser opens: it begins with http:// or https://")
        if option == "--allowed-host" and given.lower().strip("[]") != parts.hostname:
            hint = f"write {parts.hostname}" if parts.hostname else "write a name"
            raise ConfigError(
                f"--allowed-host {given} can never be the name in a request: {hint}, without scheme and port"
            )


async def serve_stdio(request: ServeRequest) -> int:
    """Serves MCP over standard input and output, until the input ends."""
    _need_extra()
    from mcp.server.stdio import stdio_server

    from codemode.server import mcp
    from codemode.server.events import Watch
    from codemode.server.hub import Hub

    async with request.engine() as engine, engine, stdio_server() as (reading, writing):
        if request.store is None and engine.policy is not None and engine.policy.asks:
            tell(NOBODY_DECIDES)
        elsewhere = _decided_with(request.store) if request.store is not None else mcp.nobody
        server = mcp.build(Hub(engine, Watch()), elsewhere=elsewhere)
        await _until_interrupted(server.run(reading, writing, server.create_initialization_options()), engine)
    return DONE


async def _until_interrupted(serving: Coroutine[Any, Any, None], engine: Engine) -> None:
    """Serves until the input ends. An interrupt ends the process, because the thread that reads the input ends with its next line only."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    with suppress(NotImplementedError, RuntimeError):  # where there are no such handlers, or not in this thread
        loop.add_signal_handler(signal.SIGINT, stop.set)
    tasks = [asyncio.ensure_future(serving), asyncio.ensure_future(stop.wait())]
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    if stop.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(engine.close(), CLOSE_SECONDS)
        tell("codemode: interrupted")
        os._exit(INTERRUPTED)
    tasks[1].cancel()
    await tasks[0]


def _decided_with(store: str) -> Callable[[str], str]:
    """Returns what the model is told of a run in a store whose calls wait for a person."""
    from codemode.server.access import LOCAL
    from codemode.server.mcp import SESSION

    flags = shlex.join(["--store", without_password(store), "--agent", LOCAL.agent, "--session", SESSION])
    return lambda run_id: f"A person decides with: codemode approve {run_id} CALL_ID {flags}; then call wait."


def show_entry(host: str, arguments: list[str]) -> int:
    """Prints the entry for the configuration of an MCP host."""
    entry = {"command": "codemode", "args": ["mcp", *arguments]}
    where = {
        "claude": (
            "claude_desktop_config.json, or for Claude Code: claude mcp add-json codemode '<the inner object>'",
            "mcpServers",
        ),
        "cursor": ("~/.cursor/mcp.json, or .cursor/mcp.json of a project", "mcpServers"),
        "vscode": (".vscode/mcp.json", "servers"),
    }
    file, key = where[host]
    print(f"Write this into {file}:", file=sys.stderr)
    print(json.dumps({key: {"codemode": entry}}, indent=2))
    return DONE


def make_token(file: str, name: str, scopes: list[str], agent: str) -> int:
    from codemode.server.access import add_token

    secret = add_token(file, name, scopes, agent)
    print(f"{file} has a new token for {name}. It is shown only now:", file=sys.stderr)
    print(secret)
    return DONE


def _front(request: ServeRequest) -> Any:
    if request.model is None:
        return None
    from codemode.orchestrator import CodeModeUTCP, OpenAIModel

    # the server's engine runs its programs; its own would only start a process
    return CodeModeUTCP(None, OpenAIModel(request.model, base_url=request.base_url), isolation="inline")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _need_extra() -> None:
    missing = [package for package, module in EXTRA.items() if not _is_there(module)]
    if missing:
        raise ConfigError(f'the server needs {", ".join(missing)}: pip install "codemode[server]"')
    if not _is_there("mcp.server.context"):  # other packages still need version 1
        raise ConfigError('the server needs version 2 of mcp: pip install "codemode[server]"')


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # its parent package is missing
        return False
