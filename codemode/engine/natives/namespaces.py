"""Registered namespaces, as guest code sees them: `Billing.Refund(...)`, and the same under `namespaces.Billing`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final, cast

from codemode.catalog import Catalog, ToolEntry
from codemode.catalog.declarations import verb_declaration
from codemode.catalog.index import IndexItem, result_text
from codemode.catalog.names import nearest, snake_name
from codemode.catalog.namespaces import Offered, Verb, has_calls
from codemode.catalog.schemas import GO, NOTHING, PYTHON, kinds, one_line, properties, required, resolve
from codemode.catalog.stubs import VerbNames, verb_stub
from codemode.catalog.validation import outline
from codemode.engine.natives import host_requests
from codemode.engine.natives.calling import BY_MAP, arguments_of
from codemode.engine.natives.calling import in_order as arguments_in_order
from codemode.engine.natives.mcp import spelled
from codemode.interpreter.machine.host_to_guest import to_guest
from codemode.interpreter.machine.run import Run
from codemode.interpreter.machine.signals import MCP_CALL
from codemode.interpreter.machine.values import new_error
from codemode.types import model
from codemode.types.objects import Const, Object, PkgName, ToolFunc, Var

FOLDER: Final = "namespaces/"

_TYPES: Final[dict[str, model.Type]] = {
    "string": model.STRING,
    "integer": model.INT,
    "number": model.FLOAT64,
    "boolean": model.BOOL,
}
_CONSTANTS: Final[dict[type, tuple[model.Type, Callable[[Any], Any]]]] = {
    str: (model.UNTYPED_STRING, lambda value: value.encode("utf-8", "replace")),
    int: (model.UNTYPED_INT, int),
    float: (model.UNTYPED_FLOAT, Fraction),
    bool: (model.UNTYPED_BOOL, bool),
}


class NamespacesPackage:
    """Package namespaces; its members are packages."""

    name = path = "namespaces"

    def __init__(self, packages: Sequence[NamespacePackage]) -> None:
        self._members = {p.name: PkgName(p.name, model.INVALID, package=p, used=True) for p in packages}

    def member(self, name: str) -> Object | None:
        found = spelled(self._members, name)
        return None if found is None else self._members[found]

    def member_names(self) -> list[str]:
        return list(self._members)

    def advice(self, name: str) -> str:
        if not self._members:
            return "no namespaces are registered here; codemode.SearchTools(query) finds tools"
        near = nearest(name, self._members, 2) or list(self._members)[:12]
        return f"there is {', '.join(f'namespaces.{each}' for each in near)}"


class NamespacePackage:
    """One namespace, or a map inside it that holds verbs."""

    def __init__(self, name: str, members: Mapping[str, Any], tools: Mapping[str, str], catalog: Catalog) -> None:
        self.name = self.path = name
        self.doc = ""
        self._members = members
        self._tools = tools
        self._catalog = catalog
        self._made: dict[str, Object] = {}

    def member(self, name: str) -> Object | None:
        wanted = spelled(self._members, name)
        if wanted is None:
            return None
        found = self._made.get(wanted)
        if found is None:
            found = self._made[wanted] = self._make(wanted, self._members[wanted])
        return found

    def _make(self, name: str, member: Any) -> Object:
        if isinstance(member, Verb):
            return _function(self.name, name, member, self._tools[member.tool], self._catalog)
        if has_calls(member):
            inner = NamespacePackage(f"{self.name}.{name}", member, self._tools, self._catalog)
            return PkgName(name, model.INVALID, package=inner, used=True)
        if type(member) in _CONSTANTS:
            typ, convert = _CONSTANTS[type(member)]
            return Const(name, typ, value=convert(member))
        return Var(name, model.ANY, kind="global", used=True, native=_copies_of(member))

    def member_names(self) -> list[str]:
        return list(self._members)

    def advice(self, name: str) -> str:
        near = nearest(name, self._members, 2)
        if near:
            return f"did you mean {' or '.join(f'{self.name}.{each}' for each in near)}?"
        return f"it has {', '.join(f'{self.name}.{each}' for each in list(self._members)[:12])}"


def _copies_of(constant: Any) -> Callable[[Run], Any]:
    """A copy for each use: what a program does to it stays its own."""

    def copy(run: Run) -> Any:
        return to_guest(run, constant)

    return copy


def packages_of(offers: Sequence[Offered], catalog: Catalog) -> tuple[Any, ...]:
    """The packages for some namespaces; `catalog` holds the tools that the caller may see."""
    made = [NamespacePackage(o.namespace.name, o.namespace.verbs, o.tools, catalog) for o in offers]
    return (*made, NamespacesPackage(made))


# --- verbs -------------------------------------------------------------------------------------------------------------


class _Signature:
    """How a verb takes its arguments in order: the parameters that may be left out come last, as a variadic tail."""

    def __init__(self, verb: Verb, entry: ToolEntry) -> None:
        root = entry.input_schema
        schema = resolve(root, root)
        members, needed = properties(schema), required(schema)
        self.names = verb.params
        self.types = [_type_of(resolve(members.get(name, NOTHING), root)) for name in verb.params]
        fixed = len(verb.params)
        while fixed > 0 and verb.params[fixed - 1] not in needed:
            fixed -= 1
        self.fixed = fixed
        self.optional = fixed < len(verb.params)

    def go(self) -> model.Signature:
        params = self.types[: self.fixed]
        if self.optional:
            params = [*params, model.slice_of(self.rest())]
        return model.signature_of(params, (model.ANY, model.ERROR), variadic=self.optional)

    def rest(self) -> model.Type:
        tail = self.types[self.fixed :]
        return tail[0] if all(each is tail[0] for each in tail) else model.ANY

    def shown(self) -> str:
        """order_id string, amount float64, note ...string"""
        texts = [f"{snake_name(name)} {typ}" for name, typ in zip(self.names[: self.fixed], self.types)]
        tail = self.names[self.fixed :]
        if tail:
            texts.append(f"{'_'.join(snake_name(name) for name in tail)[:60]} ...{self.rest()}")
        return ", ".join(texts)


def _type_of(schema: Mapping[str, Any]) -> model.Type:
    named = kinds(schema)
    return _TYPES.get(named[0], model.ANY) if len(named) == 1 else model.ANY


def _function(package: str, name: str, verb: Verb, id: str, catalog: Catalog) -> ToolFunc:
    # by id, because another owner may have a tool of the same name; what the caller may not see keeps its shape for itself
    entry = catalog.by_id(id)
    kind, tool = (MCP_CALL if entry.is_mcp else "tool", entry.name) if entry is not None else ("tool", id)

    def by_map(run: Run, input: list[Any]) -> tuple[Any, Any]:
        if entry is None:
            return host_requests.call(run, id, {})  # is denied, whatever the arguments
        arguments, problem = arguments_of(run, id, input)
        return (None, problem) if arguments is None else host_requests.call(run, id, arguments, kind=kind, name=tool)

    doc = verb.doc or (entry.description if entry is not None else "")
    whole = ToolFunc(
        name, BY_MAP, native=by_map, wants_run=True, package=package, param_names=("input",), doc=doc, tool=id
    )
    if not verb.params or entry is None:
        return whole
    signature = _Signature(verb, entry)
    spread = signature.optional

    def in_order(run: Run, *values: Any) -> tuple[Any, Any]:
        given = [*values[:-1], *values[-1]] if spread else list(values)
        if len(given) > len(verb.params):
            told = f"{package}.{name} takes at most {len(verb.params)} arguments ({', '.join(verb.params)}), not {len(given)}"
            return None, new_error(told)
        arguments, problem = arguments_in_order(run, id, verb.params, given)
        return (None, problem) if arguments is None else host_requests.call(run, id, arguments, kind=kind, name=tool)

    names = tuple(snake_name(param) for param in verb.params[: signature.fixed + spread])
    made = ToolFunc(name, signature.go(), native=in_order, wants_run=True, package=package, param_names=names, doc=doc)
    made.tool, made.params, made.by_map = id, verb.params, whole
    return made


# --- showing -----------------------------------------------------------------------------------------------------------


def file_of(offered: Offered) -> str:
    """The path of the virtual file that declares a namespace."""
    return f"{FOLDER}{offered.namespace.name}.go"


def file_text(offered: Offered, catalog: Catalog) -> str:
    """The Go declarations of a namespace."""
    space = offered.namespace
    told = f" {one_line(space.description, 600)}" if space.description.strip() else ""
    how = f"Call {space.name}.<name>(...), with the arguments in order or with one map or struct."
    parts = [f"// Package {space.name}.{told} {how}\npackage {space.name}"]
    parts += [_declared(path, verb, catalog.by_id(offered.tools[verb.tool])) for path, verb in space.calls()]
    parts += [f"// constant: {space.name}.{name} = {one_line(text, 600)}" for name, text in _constants(space.verbs, "")]
    return "\n\n".join(parts) + "\n"


def stub_text(offered: Offered, catalog: Catalog) -> str:
    """The stubs of a namespace, for programs in Python."""
    space = offered.namespace
    told = f" {one_line(space.description, 600)}" if space.description.strip() else ""
    parts = [f"# Namespace {space.name}.{told} Arguments are given in order, by name, or as one dict."]
    for path, verb in space.calls():
        entry = catalog.by_id(offered.tools[verb.tool])
        if entry is None:
            parts.append(f"# {space.name}.{path} may not be called here.")
        else:
            doc = verb.doc or entry.description
            parts.append(verb_stub(entry, VerbNames(f"{space.name}.{path}", verb.params), doc))
    parts += [f"# constant: {space.name}.{name} = {one_line(text, 600)}" for name, text in _constants(space.verbs, "")]
    return "\n\n".join(parts) + "\n"


def _declared(path: str, verb: Verb, entry: ToolEntry | None) -> str:
    name = path.rpartition(".")[2]
    doc = verb.doc or (entry.description if entry is not None else "")
    comment = [one_line(doc, 600)] if doc.strip() else []
    if path != name:
        comment.append(f"call: {path}")
    if entry is None:
        return verb_declaration(ToolEntry("", path), name, "input ...any", [*comment, "This may not be called here."])
    return verb_declaration(entry, name, _Signature(verb, entry).shown() if verb.params else None, comment)


def _constants(members: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, str]]:
    for name, member in members.items():
        if has_calls(member):
            yield from _constants(cast("dict[str, Any]", member), f"{prefix}{name}.")
        elif not isinstance(member, Verb):
            yield f"{prefix}{name}", repr(member)


def index_items(offered: Offered, catalog: Catalog, *, python: bool = False) -> Iterator[IndexItem]:
    """The verbs for the index: `Billing.Refund(order_id string, amount float64): Give money back.`"""
    space = offered.namespace
    for path, verb in space.calls():
        entry = catalog.by_id(offered.tools[verb.tool])
        name, told = f"{space.name}.{path}", verb.doc or space.description
        result = partial(result_text, entry, PYTHON if python else GO) if entry is not None else None
        params = partial(_python_params if python else _shown_params, verb, entry)
        yield IndexItem(f"namespace:{space.owner}", name, params, told, result=result)


def _python_params(verb: Verb, entry: ToolEntry | None) -> str:
    """`(order_id: str, amount: float, note?: str)`"""
    root = entry.input_schema if entry is not None else NOTHING
    schema = resolve(root, root)
    members, needed = properties(schema), required(schema)
    shown = [
        f"{one_line(name, 40)}{'' if name in needed else '?'}: {outline(members.get(name, NOTHING), root, PYTHON)}"
        for name in (verb.params or members)
    ]
    return f"({', '.join(shown)})"


def _shown_params(verb: Verb, entry: ToolEntry | None) -> str:
    params = _Signature(verb, entry).shown() if verb.params and entry is not None else "map"
    return f"({params})"
