"""Warns of keys that the declared result of a tool does not have: `r["lines"]`, where r is the result of shop.get_order.

The search walks the checked tree of a program that calls tools. A variable counts if everything assigned to it has the same declaration. Keys
that the program itself writes are ignored. An object is closed if its schema says so (`additionalProperties: false`). An open object may have
undeclared keys, so only a key that is similar to a declared one is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, cast

from codemode.dsl.diagnostics import Problem
from codemode.dsl.missing_keys import MISSING_KEY, key_letters, missing_text, nearest_key, shown_key
from codemode.dsl.names import letters_of
from codemode.dsl.syntax import nodes
from codemode.records import dataclass
from codemode.types.model import ANY, MAP_STRING_ANY, SLICE_ANY
from codemode.types.objects import CallInfo, ToolFunc, ToolIndex, Var

Schema = Mapping[str, Any]

MAX_TOLD: Final = 20
_MAX_REFS, _MAX_OPTIONS, _MAX_DEPTH = 20, 8, 4  # references in a row; alternatives of a schema; nested alternatives
_OF_ANY_OBJECT: Final = frozenset({"type", "additionalProperties"})  # words of a schema that names no key
_LOOSE = frozenset({ANY, MAP_STRING_ANY, SLICE_ANY})  # types of undecoded tool data


def check(tree: list[nodes.Node], tools: ToolIndex) -> list[Problem]:
    """Returns warnings for undeclared keys, in source order. `tree` has all nodes of a checked file."""
    return _Reads(tools).look(tree)


def names_keys(tools: ToolIndex, name: str) -> bool:
    """Returns whether the result of a tool may have declared keys. The schema of any object, such as that of a Python dict, names none."""
    shape = tools.shape(name)
    schema = shape.output_schema if shape is not None else None
    return bool(schema) and (
        not _OF_ANY_OBJECT.issuperset(schema) or schema.get("additionalProperties", True) is not True
    )


@dataclass(slots=True, frozen=True)
class _Declared:
    """What a tool declares at one place of its result: one of the `options`, which are schemas in the document `root`."""

    tool: str
    root: Schema
    options: tuple[Schema, ...]
    path: tuple[str, ...] = ()

    def same(self, other: _Declared | None) -> bool:
        return other is not None and self.root is other.root and self.path == other.path


class _Reads:
    def __init__(self, tools: ToolIndex) -> None:
        self.tools = tools
        self.given: dict[Var, list[tuple[nodes.Expr | None, bool]]] = {}  # values of variables; True: their elements
        self.reads: list[nodes.IndexExpr | nodes.SelectorExpr] = []
        self.written: set[str] = set()  # keys that the program writes, by their letters
        self.of_var: dict[Var, _Declared | None] = {}
        self.of_expr: dict[nodes.Expr, _Declared | None] = {}

    def look(self, tree: list[nodes.Node]) -> list[Problem]:
        for node in tree:
            if (look := _LOOKS.get(type(node))) is not None:
                look(self, node)
        found = [problem for read in self.reads if (problem := self.problem_of(read)) is not None]
        return sorted(found, key=lambda p: p.pos)[:MAX_TOLD]

    # --- what is given -------------------------------------------------------------------------------------------

    def ranged(self, s: nodes.RangeStmt) -> None:
        self.give(s.key, None)
        self.give(s.value, s.x, True)

    def addressed(self, e: nodes.UnaryExpr) -> None:
        if e.op == "&":
            self.give(e.x, None)

    def assigned(self, s: nodes.AssignStmt) -> None:
        for target in s.lhs:
            key = _key_of(target)
            if key is not None:
                self.written.add(key_letters(key))
        if s.op in ("=", ":="):
            self.gives(s.lhs, s.rhs)
        else:
            self.give(s.lhs[0], None)

    def gives(self, targets: Iterable[nodes.Expr], values: list[nodes.Expr]) -> None:
        """Assigns each value to its target. For a call with several results, the call counts as the value of the first target."""
        for i, target in enumerate(targets):
            self.give(target, values[i] if i < len(values) else None)

    def give(self, target: nodes.Expr | None, value: nodes.Expr | None, of_elements: bool = False) -> None:
        if isinstance(target, nodes.Ident) and isinstance(target.obj, Var):
            self.given.setdefault(target.obj, []).append((value, of_elements))

    # --- what is declared -----------------------------------------------------------------------------------------

    def declared(self, e: nodes.Expr | None) -> _Declared | None:
        if e is None:
            return None
        if e not in self.of_expr:
            self.of_expr[e] = None  # prevents endless recursion for a value that depends on itself
            self.of_expr[e] = self._declared(e)
        return self.of_expr[e]

    def _declared(self, e: nodes.Expr) -> _Declared | None:
        if isinstance(e, nodes.ParenExpr):
            return self.declared(e.x)
        if isinstance(e, nodes.TypeAssertExpr):
            return self.declared(e.x) if e.typ in _LOOSE else None
        if isinstance(e, nodes.Ident):
            return self.variable(e.obj) if isinstance(e.obj, Var) and e.obj.typ in _LOOSE else None
        if isinstance(e, nodes.CallExpr):
            return self.result_of(e)
        if isinstance(e, nodes.IndexExpr | nodes.SelectorExpr) and e.typ is ANY:
            of = self.declared(e.x)
            if of is None:
                return None
            key = _key_of(e)
            return elements(of) if key is None else member(of, key, isinstance(e, nodes.SelectorExpr))
        return None

    def variable(self, var: Var) -> _Declared | None:
        if var not in self.of_var:
            self.of_var[var] = None
            found = [
                elements(of) if of_elements and (of := self.declared(e)) is not None else self.declared(e)
                for e, of_elements in self.given.get(var, ())
            ]
            first = found[0] if found else None
            self.of_var[var] = first if first is not None and all(first.same(other) for other in found) else None
        return self.of_var[var]

    def result_of(self, e: nodes.CallExpr) -> _Declared | None:
        if isinstance(e.fun, nodes.Ident) and e.fun.name == "__each" and e.args:
            of = self.declared(e.args[0])  # __each goes over the keys of a map or the elements of a list
            return of if of is not None and all("items" in option for option in of.options) else None
        name = _tool_of(e, self.tools)
        shape = self.tools.shape(name) if name else None
        if shape is None or shape.streaming or not shape.output_schema:
            return None
        return _Declared(shape.name, shape.output_schema, options(shape.output_schema, shape.output_schema))

    # --- what is wrong --------------------------------------------------------------------------------------------

    def problem_of(self, e: nodes.IndexExpr | nodes.SelectorExpr) -> Problem | None:
        key = None if e.tested else _key_of(e)
        of = self.declared(e.x) if key is not None and key_letters(key) not in self.written else None
        if of is None or key is None:
            return None
        names = missing(of, key, isinstance(e, nodes.SelectorExpr))
        if names is None:
            return None
        near = nearest_key(key, names)
        closed = all(is_closed(option) for option in of.options)
        if not closed and near is None:
            return None
        at = e.sel if isinstance(e, nodes.SelectorExpr) else e.indices[0]
        text = missing_text(of.tool, key, of.path, names, len(names))
        if not closed:
            text = text.replace(" has no key ", " declares no key ", 1).replace("; it has ", "; it declares ", 1)
        hint = f'did you mean "{shown_key(near)}"?' if near is not None else ""
        return Problem(MISSING_KEY, text, at.pos, at.end, hint, "warning", MISSING_KEY)


def _read(reads: _Reads, e: nodes.IndexExpr | nodes.SelectorExpr) -> None:
    reads.reads.append(e)


_LOOKS: Final[dict[type[nodes.Node], Callable[[_Reads, Any], None]]] = {
    nodes.IndexExpr: _read,
    nodes.SelectorExpr: _read,
    nodes.AssignStmt: _Reads.assigned,
    nodes.VarSpec: lambda reads, spec: reads.gives(spec.names, spec.values),
    nodes.RangeStmt: _Reads.ranged,
    nodes.UnaryExpr: _Reads.addressed,
}


def _key_of(e: nodes.Expr) -> str | None:
    """Returns the key of `x["key"]` or `x.key` if it is constant, else None."""
    if isinstance(e, nodes.SelectorExpr):
        return e.sel.name if e.selection is not None and e.selection.kind == "dynamic" else None
    key = e.indices[0].const if isinstance(e, nodes.IndexExpr) else None
    return cast(bytes, key).decode("utf-8", "replace") if key.__class__ is bytes else None


def _tool_of(e: nodes.CallExpr, tools: ToolIndex) -> str:
    """Returns the name of the tool that a call calls, or "" if it is unknown."""
    func = e.info.func if isinstance(e.info, CallInfo) else None
    if isinstance(func, ToolFunc):
        return func.tool
    if func is None or func.recv is not None:
        return ""
    if func.package.startswith("MCP."):
        return f"{func.package}.{func.name}"
    if (func.package, func.name) in (("codemode", "CallTool"), ("tools", "Call")):
        name = e.args[0].const if e.args else None
        return cast(bytes, name).decode("utf-8", "replace") if name.__class__ is bytes else ""
    meant = tools.of_letters(letters_of(func.name)) if func.package == "tools" else []
    return meant[0] if len(meant) == 1 else ""


# --- schemas ---------------------------------------------------------------------------------------------------------


def options(schema: object, root: Schema, depth: int = 0) -> tuple[Schema, ...]:
    """Returns the alternatives of a schema without null, or () if they cannot be determined."""
    found = _resolved(schema, root)
    if found is None or "allOf" in found or "if" in found:
        return ()
    for word in ("anyOf", "oneOf"):
        given = found.get(word)
        if isinstance(given, list):
            made: list[Schema] = []
            for part in cast("list[object]", given):
                inside = options(part, root, depth + 1) if depth < _MAX_DEPTH else ()
                made += inside
                if (not inside and not _is_null(part)) or len(made) > _MAX_OPTIONS:
                    return ()
            return tuple(made)
    return () if _is_null(found) else (found,)


def _is_null(schema: object) -> bool:
    return isinstance(schema, Mapping) and cast(Schema, schema).get("type") == "null"


def _resolved(schema: object, root: Schema) -> Schema | None:
    for _ in range(_MAX_REFS):
        if not isinstance(schema, Mapping):
            return None
        found = cast(Schema, schema)
        ref = found.get("$ref")
        if ref is None:
            return found
        if not isinstance(ref, str) or not ref.startswith("#"):
            return None
        target: object = root
        for part in ref[1:].split("/")[1:]:
            target = _below(target, part.replace("~1", "/").replace("~0", "~"))
        schema = target
    return None


def _below(value: object, key: str) -> object:
    return cast(Schema, value).get(key) if isinstance(value, Mapping) else None


def _properties(option: Schema) -> Mapping[str, object]:
    given = option.get("properties")
    return cast("Mapping[str, object]", given) if isinstance(given, Mapping) else {}


def is_closed(option: Schema) -> bool:
    """Returns whether an object can have only declared keys."""
    return option.get("additionalProperties") is False or option.get("unevaluatedProperties") is False


def missing(of: _Declared, key: str, by_go_name: bool) -> list[str] | None:
    """Returns the declared keys if `key` is not among them; None if it is, or if other keys are possible."""
    names: dict[str, None] = {}
    for option in of.options:
        members = _properties(option)
        extra = option.get("additionalProperties")
        kind = option.get("type")
        is_object = kind == "object" or (isinstance(kind, list) and "object" in kind) or (kind is None and members)
        if not is_object or (not members and not is_closed(option)) or "patternProperties" in option:
            return None
        if extra is True or isinstance(extra, Mapping) or _named(members, key, by_go_name) is not None:
            return None
        names.update(dict.fromkeys(members))
    return list(names) if of.options else None


def _named(members: Mapping[str, object], key: str, by_go_name: bool) -> str | None:
    if key in members:
        return key
    if not by_go_name:
        return None
    wanted = key_letters(key)
    same = [n for n in members if key_letters(n) == wanted or (n[:1].isdigit() and f"x{key_letters(n)}" == wanted)]
    return same[0] if len(same) == 1 else None


def member(of: _Declared, key: str, by_go_name: bool = False) -> _Declared | None:
    """Returns what is declared under a key, or None."""
    found: list[Schema] = []
    step = key
    for option in of.options:
        name = _named(_properties(option), key, by_go_name)
        step = name if name is not None else step
        inside = _properties(option)[name] if name is not None else option.get("additionalProperties")
        if not isinstance(inside, Mapping):
            if name is None and is_closed(option):
                continue
            return None
        parts = options(cast(Schema, inside), of.root)
        if not parts:
            return None
        found += parts
    return _part(of, found, (*of.path, step))


def elements(of: _Declared) -> _Declared | None:
    """Returns what is declared for the elements of a list or the values of a map, or None."""
    found: list[Schema] = []
    for option in of.options:
        inside = option.get("items", option.get("additionalProperties"))
        parts = options(inside, of.root) if not _properties(option) else ()
        if not parts:
            return None
        found += parts
    return _part(of, found, of.path)


def _part(of: _Declared, found: list[Schema], path: tuple[str, ...]) -> _Declared | None:
    if not found or len(found) > _MAX_OPTIONS:
        return None
    return _Declared(of.tool, of.root, tuple(found), path)
