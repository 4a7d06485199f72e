"""Imports of tools, such as `from shop import get_stock`. Tools are there without; what the import binds is read as another name for them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from codemode.python.library import GUEST_NAMES, MODULES, is_module, known_names
from codemode.python.nodes import is_scope, nodes_of
from codemode.python.rewrite import bound_names
from codemode.python.tool_lookup import is_group
from codemode.python.tool_names import ToolNames

_HOLDERS = frozenset(("tools", "codemode"))  # what models think tools are in


@dataclass(slots=True, frozen=True)
class ToolImport:
    """`alias` binds `name` to the tool, group or function `path`, unless there is a `problem`."""

    alias: ast.alias
    name: str
    path: str
    problem: str = ""
    hint: str = ""


def is_of_tools(module: str, names: ToolNames) -> bool:
    """Returns whether an import of the module can only mean tools."""
    root = module.partition(".")[0]
    return root not in MODULES and (root in names.roots or root in _HOLDERS or root == "MCP")


def tool_import(alias: ast.alias, module: str, names: ToolNames, bound: Collection[str]) -> ToolImport:
    """Returns what an import of a tool from a module, or of a module if this is "", binds. `bound` are the names that the program binds otherwise.
    The name then stands for the tool in the whole program, so it may mean nothing else anywhere."""
    path = whole = _without_holder(f"{module}.{alias.name}" if module else alias.name, names)
    if not module and not alias.asname:
        path = alias.name.partition(".")[0]  # what Python binds
    made = ToolImport(alias, alias.asname or path.rpartition(".")[2], path)
    if alias.name == "*":
        return replace(
            made, problem="tools are not imported", hint=f"leave the import out, and write {module}.<tool>(...)"
        )
    if not _exists(whole, names):
        near = " or ".join(names.catalog.suggest(whole)[:3])
        return replace(made, problem=f"there is no tool {whole!r}", hint=f"did you mean {near}?" if near else "")
    if made.name in bound or path.partition(".")[0] in bound:
        told = f"tools are not imported: {path} is there already"
        return replace(made, problem=told, hint=f"leave the import out, and write {path}")
    other = names.aliases.get(made.name, path)
    is_taken = other != path or (made.name != path and _has_meaning(made.name, names))
    if is_taken or "__" in made.name:  # with __ a name in a class is another one
        told = f"{path} cannot be imported as {made.name}"
        told += f", which means {other if other != path else 'something else'} here" if is_taken else ""
        return replace(made, problem=told, hint=f"leave the import out, and write {path}")
    return made


def in_class(made: ToolImport) -> ToolImport:
    """Returns the import as one in the body of a class, whose variables are its attributes, which may be read in any way."""
    told = f"a class does not import tools: {made.path} is there already"
    return made if made.problem else replace(made, problem=told, hint=f"leave the import out, and write {made.path}")


def imports_in_classes(nodes: list[ast.AST]) -> set[ast.AST]:
    """Returns the imports that bind attributes of classes."""
    inside = [each for node in nodes if isinstance(node, ast.ClassDef) for each in nodes_of(node, is_scope)]
    return {each for each in inside if isinstance(each, ast.Import | ast.ImportFrom)}


def names_of_modules(imports: Sequence[ast.AST], names: ToolNames) -> frozenset[str]:
    """Returns the names that the imports of modules bind."""
    aliases: list[ast.AST] = []
    for node in imports:
        if isinstance(node, ast.Import):
            aliases += [alias for alias in node.names if not is_of_tools(alias.name, names)]
        elif isinstance(node, ast.ImportFrom) and not (node.level or is_of_tools(node.module or "", names)):
            aliases += node.names
    return bound_names(aliases)


def _has_meaning(name: str, names: ToolNames) -> bool:
    return name in names.roots | known_names() | _HOLDERS or name == "MCP" or is_module(name)


def _without_holder(path: str, names: ToolNames) -> str:
    holder, _, rest = path.partition(".")
    root = rest.partition(".")[0]
    is_inside = holder in _HOLDERS and (root in names.roots or root in GUEST_NAMES)
    return _without_holder(rest, names) if is_inside else path


def _exists(path: str, names: ToolNames) -> bool:
    catalog = names.catalog
    if path in names.roots or path in GUEST_NAMES or names.is_harmless(path) or names.is_call(path):
        return True
    found = names.named(path)
    if (found is not None and catalog.shape(found.tool) is not None) or catalog.absent_owner(path) is not None:
        return True
    return (
        is_group(catalog, path) or path.removeprefix("MCP.") in catalog.mcp_tools() or names.in_spaces(path) is not None
    )
