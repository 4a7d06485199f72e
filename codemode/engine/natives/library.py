"""All names that guest code finds without declaring them: the library, the guest API over one catalog, the host's own names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, cast

from codemode.catalog import Catalog
from codemode.catalog.namespaces import Offered
from codemode.engine.natives import state
from codemode.engine.natives.calling import codemode
from codemode.engine.natives.catalog import ALL_TOOLS_TYPE, ToolsPackage, all_tools, api
from codemode.engine.natives.mcp import McpPackage
from codemode.engine.natives.namespaces import packages_of
from codemode.stdlib.registry import Entry, Library
from codemode.types import model
from codemode.types.objects import Object, Var

_HOST_FUNCS = ("text", "json", "yield_control")
_ALL_TOOLS = Entry("var", "ALL_TOOLS", "var ALL_TOOLS []codemode.Tool", "All tools, without their schemas.")
_DATA = Entry("var", "data", "var data any", "What the host passed in.")


class GuestLibrary(Library):
    """The library with the guest API over one catalog, registered namespaces, and the predeclared names."""

    def __init__(self, catalog: Catalog, offers: Sequence[Offered] = ()) -> None:
        self.tools_package = ToolsPackage(catalog)
        mcp = McpPackage(catalog)
        packages = (
            codemode,
            cast(Any, self.tools_package),
            cast(Any, mcp),
            api,
            state.results,
            state.store,
            *packages_of(offers, catalog),
        )
        super().__init__(packages)

    def predeclared(self) -> dict[str, Object]:
        """Names that no package holds."""
        return predeclared()


@cache
def predeclared() -> dict[str, Object]:
    names: dict[str, Object] = {}
    for name in _HOST_FUNCS:
        found = state.globals_.lookup(name)
        assert found is not None
        names[name] = found
    names["ALL_TOOLS"] = Var("ALL_TOOLS", ALL_TOOLS_TYPE, kind="global", used=True, native=all_tools)
    names["data"] = Var("data", model.ANY, kind="global", used=True, native=state.data)
    return names


@cache
def library_names() -> frozenset[str]:
    """The names of all packages, which no namespace may have."""
    return frozenset(GuestLibrary(Catalog()).names())


def guest_entries() -> list[Entry]:
    """The guest API for prompts and documents: one entry for each call, with the name it is called by."""
    found: list[Entry] = []
    tools = ToolsPackage(Catalog())
    for package in (codemode, tools, api, state.results, state.store):
        for entry in package.entries():
            if entry.kind == "func":
                text = entry.text.replace(f"func {entry.name}", f"func {package.name}.{entry.name}", 1)
                found.append(Entry("func", f"{package.name}.{entry.name}", text, entry.doc))
            else:
                found.append(entry)
    found += [Entry("func", name, *_host_text(name)) for name in _HOST_FUNCS]
    return [*found, _ALL_TOOLS, _DATA]


def _host_text(name: str) -> tuple[str, str]:
    func = cast(Any, state.globals_.lookup(name))
    return func.text, (func.native.__doc__ or "").strip()
