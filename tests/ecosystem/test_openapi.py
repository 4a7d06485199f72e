"""Real OpenAPI documents, as npm packages bring them: GitHub's (OpenAPI 3), Kubernetes' (Swagger 2.0), and ReadMe's collection of odd ones.

Every operation of each becomes a tool, or the source says why not; what a tool takes and gives can be read, declared and checked.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import codemode
from codemode import Engine, UtcpSource
from codemode.catalog import Catalog, Checker, ToolEntry
from codemode.catalog.declarations import declaration
from codemode.catalog.lazy_schemas import whole
from codemode.catalog.schemas import tame
from codemode.errors import ToolSourceError
from tests.sources.openapi_apis import asked, served

MODULES = Path(sys.prefix) / "node_modules"
METHODS = ("get", "put", "post", "delete", "patch")
GITHUB = MODULES / "@octokit/openapi/generated/api.github.com.json"
KUBERNETES = MODULES / "kubernetes-client/lib/specs/swagger-1.13.json.gz"
ODD = sorted((MODULES / "@readme/oas-examples").glob("*/json/**/*.json"))


def read(path: Path) -> Any:
    data = path.read_bytes()
    return json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)


def here(document: dict[str, Any]) -> dict[str, Any]:
    """The document as the server of the test would have it: calls go there."""
    if "swagger" in document:
        return {key: value for key, value in document.items() if key not in ("host", "schemes")}
    return {**document, "servers": [{"url": "@URL@"}]}


def operations(document: Any) -> list[tuple[str, str]]:
    """Also those of a path that is only referred to."""
    paths = document.get("paths") or {}
    found: list[tuple[str, str]] = []
    for path, item in paths.items():
        for name in str(item.get("$ref", "#"))[2:].split("/"):
            item = (document if item is paths[path] else item)[name.replace("~1", "/")] if name else item
        found += [(method, path) for method in METHODS if method in item]
    return found


async def source_of(url: str) -> UtcpSource:
    manual = {"name": "api", "call_template_type": "http", "url": f"{url}/spec"}
    config = {"manual_call_templates": [manual], "variables": {"api_API_KEY_0": "t"}}
    return await UtcpSource.from_config(config, needs_one=False)


def left_out(warnings: list[str]) -> int:
    more = (text.partition("and ")[2] for text in warnings if text.endswith("more of that kind"))
    return sum("operation " in text and "was left out: " in text for text in warnings) + sum(
        int(text.split()[0]) for text in more
    )


def reads(tools: list[ToolEntry]) -> Iterator[str]:
    """What is wrong with a tool: its schemas, its declaration."""
    catalog = Catalog(tools)
    for tool in catalog.entries:
        for schema in (tool.input_schema, tool.output_schema):
            if schema is not None:
                taken = whole(schema)
                text = json.dumps(taken)
                if '"enum": []' in text or '"anyOf": []' in text:
                    yield f"{tool.name}: nothing fits its schema"
                Checker(tame(taken))
        if "func " not in declaration(tool):
            yield f"{tool.name} has no declaration"


@pytest.mark.parametrize("path", [GITHUB, KUBERNETES, *ODD], ids=lambda path: path.name)
def test_every_operation_is_a_tool_or_is_told_of(path: Path) -> None:
    document = read(path)
    expected = operations(document)

    async def work() -> None:
        with served(here(document)) as url:
            source = await source_of(url)
            try:
                began, none = time.process_time(), False
                try:
                    tools = list(await source.list_tools()) if expected else []
                except ToolSourceError as none_of_them:  # may be called as the document is: each says why
                    tools, none = [], "was left out: " in none_of_them.message
                took = time.process_time() - began
                assert none or len(tools) + left_out(source.warnings) == len(expected), source.warnings
                assert took < 10, "the list is made in seconds, whatever the document"
                assert list(reads(tools)) == []
            finally:
                await source.close()

    asyncio.run(work())


def test_operations_of_both_are_called_as_the_documents_say() -> None:
    async def work() -> None:
        with served(here(read(GITHUB))) as url:
            source = await source_of(url)
            given = 'map[string]any{"owner": "o", "repo": "a b", "body": map[string]any{"title": "t"}}'
            told = await asked(source, "api.issues/create", given)
            assert (told["method"], told["path"], told["body"]) == ("POST", "/repos/o/a b/issues", {"title": "t"})
            async with Engine([source]) as engine:
                reply = await engine.session().exec('__out = tools.Search("create an issue", 3)[0].Name')
                assert reply.result() == "api.issues/create"
            assert codemode.check('codemode.CallTool("api.issues/create", map[string]any{"owner": "o"})', [source])
            await source.close()
        with served(here(read(KUBERNETES))) as url:
            source = await source_of(url)
            told = await asked(source, "api.listCoreV1NamespacedPod", 'map[string]any{"namespace": "n", "limit": 5}')
            assert (told["path"], told["query"]) == ("/api/v1/namespaces/n/pods", [["limit", "5"]])
            await source.close()

    asyncio.run(work())
