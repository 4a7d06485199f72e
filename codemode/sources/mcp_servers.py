"""The addresses of MCP servers, from a caller or from a configuration file."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import urlsplit

from codemode.errors import ConfigError
from codemode.sources.utcp_results import address

Configured = Literal["stdio", "http", "sse"]
Kind = Configured | Literal["inside"]

_KINDS: dict[str, Configured] = {
    "stdio": "stdio",
    "local": "stdio",
    "http": "http",
    "streamable-http": "http",
    "streamable_http": "http",
    "streamablehttp": "http",
    "sse": "sse",
}
_VARIABLE = re.compile(r"\$\{(?:env:)?([A-Za-z_]\w*)(?::-([^}]*))?\}")


@dataclass(slots=True, frozen=True)
class ServerSpec:
    """One server. `env` is added to the few variables that it inherits; `headers` are sent with every request; `server` is of this process."""

    name: str
    kind: Kind
    command: str = ""
    args: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    cwd: str | None = None
    url: str = ""
    headers: Mapping[str, str] = field(default_factory=dict[str, str], repr=False)
    server: Any = field(default=None, repr=False)

    def __str__(self) -> str:
        """Describes the server in messages, without secrets: no headers, no variables, no user or query of an address."""
        where = {"stdio": self.command, "inside": "in this process"}.get(self.kind) or address(self.url)
        return f"MCP server {self.name!r} ({where})"


def stdio_spec(
    name: object, command: object, args: object = (), env: object = None, cwd: object = None, *, where: str = ""
) -> ServerSpec:
    """A server that is started as a process. Raises ConfigError."""
    where = where or f"MCP server {name!r}"
    if not isinstance(command, str) or not command.strip():
        raise ConfigError(f"{where}: command must be the program to start, not {command!r}")
    if isinstance(args, str) or not isinstance(args, Iterable):
        raise ConfigError(f"{where}: args must be a list of strings, not {type(args).__name__}")  # it may hold secrets
    given = [str(a) if isinstance(a, Path | int | float) else a for a in cast("Iterable[object]", args)]
    if not all(isinstance(a, str) for a in given):
        odd = next(type(a).__name__ for a in given if not isinstance(a, str))
        raise ConfigError(f"{where}: args must be a list of strings, without a {odd}")
    if cwd is not None and not isinstance(cwd, str | Path):
        raise ConfigError(f"{where}: cwd must be a folder, not {cwd!r}")
    return ServerSpec(
        _name(name),
        "stdio",
        command=command,
        args=tuple(cast("list[str]", given)),
        env=_strings(env, "env", where),
        cwd=str(cwd) if cwd is not None else None,
    )


def http_spec(
    name: object, url: object, headers: object = None, kind: Literal["http", "sse"] = "http", *, where: str = ""
) -> ServerSpec:
    """A server that is reached by HTTP. Raises ConfigError."""
    where = where or f"MCP server {name!r}"
    if not isinstance(url, str) or not _is_http(url):
        told = repr(address(url)) if isinstance(url, str) else type(url).__name__
        raise ConfigError(f"{where}: url must be an address such as http://localhost:8000/mcp, not {told}")
    # a secret that is read from a file has a line break behind it
    given = {key: value.strip() for key, value in _strings(headers, "headers", where).items()}
    for key, value in given.items():
        if not value.replace("\t", " ").isprintable() or not value.isascii():
            raise ConfigError(f"{where}: the header {key!r} has a character that no header can have")
    return ServerSpec(_name(name), kind, url=url, headers=given)


def _is_http(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


def inside_spec(name: object, server: Any) -> ServerSpec:
    """A server of this process. Raises ConfigError."""
    return ServerSpec(_name(name), "inside", server=server)


def specs_of(config: str | Path | Mapping[str, Any]) -> list[ServerSpec]:
    """Returns the servers of `{"mcpServers": {name: {...}}}`, a dict or a JSON file, without the disabled ones.

    A server has `command`, `args`, `env`, `cwd`, or `url` and `headers`; `type` (stdio, http, sse) is only needed for SSE. `${NAME}` and
    `${NAME:-default}` stand for variables of the environment. Raises ConfigError.
    """
    loaded, folder, where = _loaded(config)
    servers = next((loaded[key] for key in ("mcpServers", "servers") if key in loaded), None)
    if not isinstance(servers, dict):
        raise ConfigError(f'{where} must be an object with "mcpServers": {{"name": {{"command": ...}}}}')
    found: list[ServerSpec] = []
    for name, entry in cast("dict[str, object]", servers).items():
        place = f"{where}: server {name!r}"
        if not isinstance(entry, dict):
            raise ConfigError(f"{place} must be an object with command or url")
        fields = cast("dict[str, Any]", _expanded(cast(object, entry), place))
        if fields.get("disabled") is not True and fields.get("enabled") is not False:
            found.append(_spec(name, fields, folder, place))
    return found


_KEYS = frozenset("command args env cwd url serverUrl httpUrl headers type transport disabled enabled".split())


def _spec(name: str, fields: dict[str, Any], folder: Path | None, where: str) -> ServerSpec:
    url = next((fields[key] for key in ("url", "serverUrl", "httpUrl") if fields.get(key)), None)
    stated = fields.get("type", fields.get("transport"))
    kind = _KINDS.get(stated.lower()) if isinstance(stated, str) else ("stdio" if url is None else "http")
    if kind is None:
        raise ConfigError(f"{where}: type must be stdio, http or sse, not {stated!r}")
    if kind != "stdio":
        return http_spec(name, url, fields.get("headers"), kind, where=where)
    if "command" not in fields:
        spare = [repr(key)[:80] for key in fields if key not in _KEYS]
        told = f"; unknown: {', '.join(spare[:5])}" if spare else ""
        raise ConfigError(f"{where}: needs command, the program to start, or url{told}")
    spec = stdio_spec(
        name, fields.get("command"), fields.get("args") or (), fields.get("env"), fields.get("cwd"), where=where
    )
    # a folder is relative to the file
    return replace(spec, cwd=str(folder / spec.cwd)) if folder is not None and spec.cwd is not None else spec


def _loaded(config: str | Path | Mapping[str, Any]) -> tuple[dict[str, Any], Path | None, str]:
    if isinstance(config, Mapping):
        return dict(config), None, "MCP configuration"
    if not isinstance(cast(object, config), str | Path):
        raise ConfigError(
            f"an MCP configuration must be a dict or the path of a JSON file, not {type(config).__name__}"
        )
    path = Path(config)
    where = f"MCP configuration {path}"
    try:
        loaded: object = json.loads(path.read_text(encoding="utf-8"))
    except OSError as odd:
        raise ConfigError(f"{where}: {odd.strerror}") from odd
    except ValueError as odd:
        raise ConfigError(f"{where} is not JSON: {odd}") from odd
    if not isinstance(loaded, dict):
        raise ConfigError(f'{where} must be an object with "mcpServers"')
    return cast("dict[str, Any]", loaded), path.resolve().parent, where


def _expanded(value: object, where: str) -> object:
    if isinstance(value, str):
        return _VARIABLE.sub(lambda found: _variable(found, where), value)
    if isinstance(value, list):
        return [_expanded(item, where) for item in cast("list[object]", value)]
    if isinstance(value, dict):
        return {key: _expanded(item, where) for key, item in cast("dict[str, object]", value).items()}
    return value


def _variable(found: re.Match[str], where: str) -> str:
    default = cast("str | None", found[2])
    value = os.environ.get(found[1], default)
    if value is None:
        raise ConfigError(f"{where}: the variable {found[1]} is not set in the environment")
    return value


def _strings(given: object, what: str, where: str) -> dict[str, str]:
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise ConfigError(f"{where}: {what} must be an object of strings, not {type(given).__name__}")
    fields = cast("Mapping[object, object]", given)
    for key, value in fields.items():
        # the value may be a secret
        if not isinstance(key, str) or not isinstance(value, str | int | float | Path):
            raise ConfigError(f"{where}: {what} must be an object of strings; {key!r} is not")
    return {str(key): str(value) for key, value in fields.items()}


def _name(name: object) -> str:
    if not isinstance(name, str) or not name.strip():
        raise ConfigError(f"an MCP server needs a name, not {name!r}")
    return name.strip()
