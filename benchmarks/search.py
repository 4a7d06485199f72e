"""How well and how fast search finds tools.

    python -m benchmarks.search [--documents DIR] [--livemcp DIR]

Without a folder it measures a catalog of its own, made of resources and what one does with them. `--documents` is a folder of OpenAPI documents
(.json, .yaml), read as a UTCP configuration reads them; for each tool with a short description that description is the query, and
once more nearly that: its telling words from the last to the first. `--livemcp` is a
checkout of LiveMCPBench (`tools/LiveMCPTool/tools.json`, `annotated_data/all_annotations.json`); the queries are the annotators' steps, of tasks
with as many steps as tools, so that each step has its tool. docs/benchmarks.md says where to get both.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from codemode.catalog import Catalog, ToolEntry, entry_id
from codemode.catalog.words import STOP_WORDS, words
from codemode.sources.utcp import UtcpSource

MAX_SHORT = 120  # characters of a short description
MAX_DOCUMENT = 64_000_000  # bytes
RESOURCES = (
    "invoice,deploy key,pull request,user,user group,webhook,access token,organization secret,repository secret,shared link,retention policy,"
    "file version,upload session,calendar event,chat message,scheduled message,payment method,refund,customer,subscription,coupon,dispute,"
    "shipping label,warehouse,support ticket,canned response,mailing list,phone number,call recording,build artifact,test run,feature flag"
).split(",")
ACTIONS = {
    "list": "List {many}",
    "get": "Get {one}",
    "create": "Create {one}",
    "delete": "Delete {one}",
    "update": "Update {one}",
    "list_for_org": "List {many} of an organization",
    "remove_all": "Remove all {many} from an archived project",
    "export": "Export {many} to a spreadsheet",
}


@dataclass(slots=True, frozen=True)
class Finding:
    """What a set of queries found: `first` and `in_five` are shares of the queries, the times are milliseconds."""

    queries: int
    first: float
    in_five: float
    median: float
    slowest: float  # of 99 in 100


def own_catalog() -> Catalog:
    """Operations whose descriptions differ from each other in one or two words."""
    return Catalog(_own_entries())


def _own_entries() -> Iterator[ToolEntry]:
    for resource in RESOURCES:
        snake = resource.replace(" ", "_")
        one, many = (
            f"{'an' if resource[0] in 'aeio' else 'a'} {resource}",
            resource.removesuffix("y")
            + ("ies" if resource.endswith("cy") else "ys" if resource.endswith("y") else "s"),
        )
        for action, told in ACTIONS.items():
            schema = {"type": "object", "properties": {f"{snake}_id": {"type": "string"}}}
            name = f"api.{action}_{snake}"
            yield ToolEntry(
                entry_id("utcp", "api", name), name, told.format(one=one, many=many), input_schema=schema, source="utcp"
            )


def documents(folder: Path) -> Catalog:
    """The operations of the OpenAPI documents in a folder."""
    files = sorted(path for path in folder.iterdir() if path.suffix in (".json", ".yaml", ".yml"))
    if not files:
        raise SystemExit(f"{folder}: no .json or .yaml file lies here; put OpenAPI documents into it")
    manuals = [
        {"name": re.sub(r"\W+", "_", path.stem), "call_template_type": "text", "content": path.read_text()}
        for path in files
    ]
    return Catalog(asyncio.run(_listed(manuals)))


async def _listed(manuals: list[dict[str, Any]]) -> Sequence[ToolEntry]:
    source = await UtcpSource.from_config({"manual_call_templates": manuals}, max_answer_bytes=MAX_DOCUMENT)
    try:
        return await source.list_tools()
    finally:
        await source.close()


def by_description(catalog: Catalog, said: Callable[[str], str] = str) -> Finding:
    """Each short description, as `said`, as a query. Where several tools have just these words, any of them is right."""
    asked = [entry for entry in catalog.entries if 0 < len(entry.description.strip()) <= MAX_SHORT]
    spoken: dict[tuple[str, ...], set[str]] = {}
    for entry in catalog.entries:
        spoken.setdefault(tuple(words(entry.description)), set()).add(entry.id)
    return _find(catalog, [(said(e.description), spoken[tuple(words(e.description))]) for e in asked])


def in_other_words(description: str) -> str:
    """Nearly the description: without the words that say nothing, the last of the others first."""
    telling = [word for word in words(description) if word not in STOP_WORDS]
    return f"please {' '.join(reversed(telling))}"


def livemcp(folder: Path) -> tuple[Catalog, Finding]:
    """The tools of LiveMCPBench, and what its steps find among them."""
    servers = _read(folder / "tools/LiveMCPTool/tools.json")
    tasks = _read(folder / "annotated_data/all_annotations.json")
    catalog = Catalog(_of_servers(servers))
    bare = {entry.id: entry.name.removeprefix(f"{entry.source_name}.") for entry in catalog.entries}
    asked: list[tuple[str, set[str]]] = []
    for task in tasks:
        told = task["Annotator Metadata"]
        steps, tools = _items(told["Steps"]), _items(told["Tools"])
        if len(steps) == len(tools):
            right = ((step, {id for id, name in bare.items() if name == tool}) for step, tool in zip(steps, tools))
            asked += [(step, ids) for step, ids in right if ids]
    return catalog, _find(catalog, asked)


def _of_servers(servers: list[Any]) -> Iterator[ToolEntry]:
    for listed in servers:
        for server, told in listed["tools"].items():
            for tool in told["tools"]:
                id, name = entry_id("mcp", server, tool["name"]), f"{server}.{tool['name']}"
                schema = tool.get("inputSchema") or {}
                yield ToolEntry(
                    id, name, tool.get("description") or "", input_schema=schema, source="mcp", source_name=server
                )


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError) as odd:
        raise SystemExit(f"{path} cannot be read ({odd}); --livemcp is a checkout of LiveMCPBench") from odd


def _items(text: str) -> list[str]:
    """The lines of a numbered list."""
    return [re.sub(r"^\s*\d+\s*[.)]\s*", "", line).strip() for line in text.splitlines() if line.strip()]


def _find(catalog: Catalog, asked: Sequence[tuple[str, set[str]]]) -> Finding:
    catalog.search("the index is made with the first search")
    times: list[float] = []
    first = in_five = 0
    for query, right in asked:
        begun = time.perf_counter()
        found = catalog.search(query, 5)
        times.append(1000 * (time.perf_counter() - begun))
        ids = [entry.id for entry in found]
        first += bool(ids) and ids[0] in right
        in_five += not right.isdisjoint(ids)
    count = len(asked) or 1
    times = sorted(times) or [0.0]
    return Finding(
        len(asked), first / count, in_five / count, statistics.median(times), times[int(len(times) * 0.99) - 1]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--documents", type=Path, metavar="DIR", help="a folder of OpenAPI documents")
    parser.add_argument("--livemcp", type=Path, metavar="DIR", help="a checkout of LiveMCPBench")
    options = parser.parse_args()
    table = Table(title="Search")
    for column in ("catalog", "tools", "queries", "first", "among five", "median ms", "99 % ms"):
        table.add_column(column, justify="left" if column == "catalog" else "right")

    def add(name: str, catalog: Catalog, found: Finding) -> None:
        shares = f"{found.first:.1%}", f"{found.in_five:.1%}"
        times = f"{found.median:.2f}", f"{found.slowest:.2f}"
        table.add_row(name, str(len(catalog)), str(found.queries), *shares, *times)

    own = own_catalog()
    add("our own", own, by_description(own))
    add("our own, nearly", own, by_description(own, in_other_words))
    if options.documents:
        found = documents(options.documents)
        add("documents", found, by_description(found))
        add("documents, nearly", found, by_description(found, in_other_words))
    if options.livemcp:
        add("LiveMCPBench", *livemcp(options.livemcp))
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
