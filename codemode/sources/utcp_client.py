"""Makes a UTCP client from a configuration, and finds out what UTCP only logs: failed manuals and dropped tools."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
import sys
from collections import Counter
from collections.abc import Generator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, cast

from codemode.errors import ConfigError, ToolSourceError
from codemode.sources.answer_limits import GIVE_MORE, TOO_LARGE
from codemode.sources.utcp_commands import mend_commands
from codemode.sources.utcp_manuals import leaving_out, read_manuals_tool_by_tool
from codemode.sources.utcp_mcp import mend_mcp
from codemode.sources.utcp_parts import registered_name
from codemode.sources.utcp_protocols import mend_protocols
from codemode.sources.utcp_results import address, bare, reason, short, unset_variable
from codemode.sources.utcp_variables import keep_words, without_values
from codemode.sources.utcp_yaml import read_yaml_within_bounds

PATIENCE = 5.0  # seconds that a manual gets at once when there are others

# transports that reach nothing which a manual's own transport does not reach: UTCP drops their tools unless the manual allows them
_HTTP_FAMILY = ["http", "sse", "streamable_http"]
_IMPLIED = {"http": _HTTP_FAMILY, "text": ["text", *_HTTP_FAMILY], "file": ["file", *_HTTP_FAMILY]}


def _without_queries(record: logging.LogRecord) -> bool:
    """Takes users and queries, which may be secrets, out of the addresses in a record of UTCP's."""
    with suppress(Exception):  # if the record does not fit its arguments, the host's handlers say so
        record.msg, record.args = bare(record.getMessage()), ()
    if record.exc_info:
        record.exc_text = bare(logging.Formatter().formatException(record.exc_info))
    return True


@contextmanager
def quiet_import() -> Generator[None]:
    """Keeps UTCP's plugins from configuring logging: they call logging.basicConfig, which does nothing if the root logger has a handler."""
    root, nothing = logging.getLogger(), logging.NullHandler()
    root.addHandler(nothing)
    try:
        yield
    finally:
        root.removeHandler(nothing)
        for name in [name for name in sys.modules if name.startswith("utcp")]:
            logging.getLogger(name).addFilter(_without_queries)
        for name in {name.partition(".")[0] for name in sys.modules if name.startswith("utcp")}:
            logger = logging.getLogger(name)
            if not logger.handlers:
                # without any handler of the host's, their tracebacks would land on stderr
                logger.addHandler(logging.NullHandler())


def prepare_utcp() -> None:
    """Loads UTCP with all its plugins, and adds what its protocols lack. The host's own clients use the same plugins."""
    with quiet_import():
        import_module("utcp.plugins.plugin_loader").ensure_plugins_initialized()
        _register_unannounced()
        mend_protocols()
        read_yaml_within_bounds()
        read_manuals_tool_by_tool()
        import_module("codemode.sources.utcp_http_sessions").guard_sessions()
        mend_commands()
        mend_mcp()


@cache
def _register_unannounced() -> None:
    """Registers UTCP's plugin for GraphQL, which does not register itself."""
    if find_spec("utcp_gql") is not None:
        import_module("utcp_gql").register()


def load_config(config: str | Path | Mapping[str, Any]) -> tuple[dict[str, Any], Path]:
    """Returns the configuration, and the folder of its relative paths. Raises ConfigError."""
    if isinstance(config, Mapping):
        return json.loads(json.dumps(dict(config), default=str)), Path.cwd()
    path = Path(config)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as odd:
        told = odd.strerror if isinstance(odd, OSError) else "it is not UTF-8 text"
        raise ConfigError(f"UTCP configuration {path}: {told}") from odd
    try:
        loaded: object = json.loads(text)
    except ValueError as odd:
        raise ConfigError(f"UTCP configuration {path} is not JSON: {odd}") from odd
    if not isinstance(loaded, dict):
        raise ConfigError(f"UTCP configuration {path} must be a JSON object with manual_call_templates")
    return cast("dict[str, Any]", loaded), path.resolve().parent


async def make_client(
    config: dict[str, Any], folder: Path, timeout: float, *, needs_one: bool = True
) -> tuple[Any, list[str]]:
    """Makes a client with all manuals of the configuration that can be registered, and returns it with warnings about dropped tools. Raises
    ConfigError for a wrong configuration, and, if it `needs_one`, ToolSourceError when no manual can be registered."""
    prepare_utcp()
    client_class = import_module("utcp.utcp_client").UtcpClient
    serializer = import_module("utcp.data.call_template").CallTemplateSerializer
    _has_known_keys(config)
    manuals = config.get("manual_call_templates", [])
    if not isinstance(manuals, list):
        raise ConfigError("UTCP configuration: manual_call_templates must be a list")
    plain = {key: value for key, value in config.items() if key != "manual_call_templates"}
    _resolve_env_files(plain, folder)
    templates = [_template(manual, serializer) for manual in cast("list[Any]", manuals)]
    _names_that_collide(templates)
    try:
        client: Any = await client_class.create(root_dir=str(folder), config=plain)
    except Exception as odd:
        raise ConfigError(f"UTCP configuration: {_told(odd)}") from odd
    keep_words(client)
    client.config.manual_call_templates = templates
    warnings: list[str] = []
    failed = await _register_all(client, templates, warnings, timeout)
    if needs_one and failed and len(failed) == len(templates):
        await client.close()
        raise ToolSourceError("; ".join(failed))
    # the others are tried again when the tools are listed, which tells of those that fail
    return client, warnings


def _has_known_keys(config: dict[str, Any]) -> None:
    """Raises ConfigError for a configuration that has keys, but none that UTCP knows."""
    known = [*import_module("utcp.data.utcp_client_config").UtcpClientConfig.model_fields]
    if config and not any(key in known for key in config):
        given = ", ".join(repr(key)[:80] for key in [*config][:5])
        raise ConfigError(f"UTCP configuration: it has {given}, and none of the keys {', '.join(sorted(known))}")


async def _register_all(client: Any, templates: list[Any], warnings: list[str], timeout: float) -> list[str]:
    """Registers manuals, and returns why some could not be. Once one is registered, the others get only a few seconds."""
    if not templates:
        return []
    tasks = [asyncio.create_task(register(client, template, warnings, timeout)) for template in templates]
    try:
        done, left = await asyncio.wait(tasks, timeout=PATIENCE)
        while left and not any(task.result() == "" for task in done):
            more, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
            done |= more
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    late = f"no answer within {PATIENCE:g} s"
    return [
        told
        for template, task in zip(templates, tasks)
        if (told := f"manual {template.name!r}: {late}" if task.cancelled() else task.result())
    ]


def _names_that_collide(templates: list[Any]) -> None:
    taken: dict[str, str] = {}
    for template in templates:
        name = registered_name(template)
        if name in taken:
            raise ConfigError(
                f"UTCP configuration: the manuals {taken[name]!r} and {template.name!r} are both called {name!r} in programs; rename one"
            )
        taken[name] = template.name


def _template(manual: object, serializer: Any) -> Any:
    if not isinstance(manual, dict):
        raise ConfigError(f"UTCP configuration: a manual call template must be an object, not {short(manual, 80)}")
    fields = dict(cast("dict[str, Any]", manual))
    kind = fields.get("call_template_type")
    known = sorted(serializer.call_template_serializers)
    if kind not in known:
        raise ConfigError(
            f"UTCP configuration: manual {fields.get('name', '')!r} has call_template_type {kind!r}; there are {', '.join(known)}"
        )
    if not fields.get("name"):  # UTCP would make up another one at each start, which no program and no policy can know
        fields["name"] = _stable_name(fields)
    if not fields.get("allowed_communication_protocols") and kind in _IMPLIED:
        fields["allowed_communication_protocols"] = _IMPLIED[kind]
    try:
        return serializer().validate_dict(fields)
    except Exception as odd:
        raise ConfigError(f"UTCP configuration: manual {fields.get('name', '')!r}: {_told(odd)}") from odd


def _stable_name(fields: dict[str, Any]) -> str:
    """The name of a manual that was given none: the same for the same address or file, whoever asks."""
    known = {key: value for key, value in fields.items() if key not in ("name", "auth", "auth_tools", "headers")}
    text = json.dumps(known, sort_keys=True, default=str)
    return f"manual_{hashlib.sha256(text.encode(errors='surrogatepass')).hexdigest()[:8]}"


async def register(client: Any, template: Any, warnings: list[str], timeout: float) -> str:
    """Registers one manual, and returns its error or "". Messages about dropped tools are added to `warnings`."""
    own: list[str] = []  # others may be registered meanwhile
    where = f"manual {template.name!r}"
    if getattr(template, "url", ""):
        where += f" at {address(template.url)}"
    try:
        with _dropped_tools(own, registered_name(template)), leaving_out(template) as left_out:
            async with asyncio.timeout(timeout):
                result = await client.register_manual(template)
    except TimeoutError:
        return f"{where}: no answer within {timeout:g} s"
    except Exception as odd:
        return f"{where}: {bare(without_values(client, _told(odd)))}"
    tools = result.manual.tools
    if not result.success and not (left_out and not tools):
        told = bare(without_values(client, reason(list(result.errors))))
        return f"{where}: {told}{f'; {GIVE_MORE}' if TOO_LARGE in told else ''}"
    if not tools and (left_out or not own):
        if result.success:  # else it would count as registered, and would not be tried again
            await client.deregister_manual(registered_name(template))
        # UTCP reads something that is not a manual as an OpenAPI document without paths
        nothing = "it lists no tools, or is neither a UTCP manual nor an OpenAPI document"
        return f"{where}: {short('; '.join(left_out[:3]), 600) or nothing}"
    twice = [name for name, times in Counter(tool.name for tool in tools).items() if times > 1]
    warnings.extend(own)
    warnings.extend(f"{where}: {told}" for told in left_out)
    warnings.extend(f"tool {short(name, 80)!r} is listed more than once: the last one counts" for name in twice)
    return ""


def _told(odd: Exception) -> str:
    variable = getattr(odd, "variable_name", None)
    return unset_variable(variable) if isinstance(variable, str) else reason([str(odd)])


def _resolve_env_files(config: dict[str, Any], folder: Path) -> None:
    """Replaces names of .env files that are relative to the configuration by whole paths, so that they are found from any folder."""
    loaders = config.get("load_variables_from")
    for loader in cast("list[object]", loaders) if isinstance(loaders, list) else []:
        if isinstance(loader, dict):
            fields = cast("dict[str, Any]", loader)
            name = fields.get("env_file_path")
            if isinstance(name, str) and (folder / name).is_file():
                fields["env_file_path"] = str(folder / name)


@contextmanager
def _dropped_tools(warnings: list[str], manual: str) -> Generator[None]:
    """Collects the names of tools that UTCP drops, from its log."""

    class Listener(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            logged = record.getMessage()
            head, _, tail = logged.partition("' uses communication protocol '")
            if "Tool will not be registered" in tail and f"for manual '{manual}'" in logged:
                name, protocol = head.partition("Tool '")[2], tail.partition("'")[0]
                warnings.append(
                    f"tool {name!r} was left out: its protocol {protocol!r} is not among the manual's allowed_communication_protocols"
                )

    logger = logging.getLogger("utcp.implementations.utcp_client_implementation")
    listener = Listener(logging.WARNING)
    logger.addHandler(listener)
    try:
        yield
    finally:
        logger.removeHandler(listener)
