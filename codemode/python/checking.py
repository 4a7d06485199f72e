"""Finds all errors of a program that are known before it runs: names, modules, tools and their arguments."""

from __future__ import annotations

import ast
import builtins
import re
import symtable
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from keyword import iskeyword
from typing import Any

from codemode.cancellation import check_cancelled
from codemode.python import words
from codemode.python.frames import Text
from codemode.python.library import GUEST_NAMES, MODULES, classes_with, inner_modules, is_module, known_names, offered
from codemode.python.refusals import LOOKED_AT, Refusals
from codemode.python.rewrite import bound_names
from codemode.python.scopes import place_of, shadows
from codemode.python.tool_imports import imports_in_classes, in_class, is_of_tools, names_of_modules, tool_import
from codemode.python.tool_lookup import is_value, letters_of, tool_of_path
from codemode.python.tool_names import NO_SPACES, Spaces, ToolNames, root_of

MAX_FAULTS = 20
MAX_NEAR = 1000  # names that are compared with a misspelt one
MAX_TOLD = 50  # names in a hint
MAX_DEPTH = 150  # nesting of expressions
_AWAIT = re.compile(r"\bawait\b")
_ASYNC = re.compile(r"\basync([ \t]++)(def|for|with)\b")
_ELSEWHERE = frozenset(("codemode", "functions", "default_api", "api", "client", "mcp", "tool", "namespace"))
_ANSWERS = frozenset(("final_answer", "display", "answer", "output", "show"))
_JSON = {"null": "None", "undefined": "None", "nil": "None", "true": "True", "false": "False"}
_ALL_ARGUMENTS = frozenset(("arguments", "args", "params", "parameters", "kwargs", "input", "inputs"))
_CHANGES = frozenset(("update", "setdefault", "pop", "popitem", "clear", "__setitem__"))  # methods of a dict
_INSTEAD = {
    "os": "there are no files and no environment; values of the host are in data",
    "subprocess": "there is no shell; call tools",
    "requests": "there is no network; call tools",
    "httpx": "there is no network; call tools",
    "urllib.request": "there is no network; call tools",
    "socket": "there is no network; call tools",
    "pathlib": "there are no files",
    "threading": "use parallel([...]), or asyncio",
    "multiprocessing": "use parallel([...]), or asyncio",
    "numpy": "use lists, math and statistics",
    "pandas": "use lists of dicts, collections and statistics",
    "pickle": "use json",
    "inspect": "",
    "ctypes": "",
}


_CHECKED = (ast.Name, ast.Subscript, *LOOKED_AT)  # the kinds of nodes that may be wrong


@dataclass(slots=True, frozen=True)
class Fault:
    """An error between two offsets of the text. It has the same fields as a problem in a Go program."""

    code: str
    message: str
    pos: int
    end: int
    hint: str = ""
    severity: str = "error"
    reason: str = ""


class Checking:
    """One check of a program. `faults` are the errors, `calls` the tools that are called by constant names, `free` the names that the program
    reads but does not bind. To make one raises SyntaxError if a name is used as Python does not allow."""

    def __init__(self, nodes: list[ast.AST], source: Text, catalog: Any, spaces: Spaces = NO_SPACES) -> None:
        self.source = source
        self.catalog = catalog
        self.faults: list[Fault] = []
        self.calls: list[tuple[str, bool, int]] = []
        self.mends: list[tuple[str, int, int]] = []
        self.nodes = nodes
        kinds = {*map(type, nodes)}
        self.is_async = not kinds.isdisjoint((ast.Await, ast.AsyncFor, ast.AsyncWith, ast.AsyncFunctionDef))
        self._bound, self.free, read = _names_of(source.text, nodes)
        self.names = ToolNames(catalog, spaces, self.free)
        self._roots: set[str] = self.names.roots
        self.tool_paths: dict[ast.alias, str] = {}  # what imports of tools bind
        self._read = read
        self._modules: dict[str, str] = {}  # the modules that imports at the top level bind to names

    def _find_shadows(self) -> None:
        """Adds to `free` the names that the program binds, but reads before that."""
        tree: Any = self.nodes[0]
        taken = (self._read & bound_names(self.nodes) & (known_names() | self._roots)) - self.names.aliases.keys()
        self.names.shadows = found = shadows(tree, taken) if taken else {}
        reads = [node for node in self.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)]
        self.free |= {node.id for node in reads if node.id in taken and found.get(place_of(node)) is not True}

    def _is_free(self, node: ast.AST) -> bool:
        """Whether the name at the begin of a dotted name certainly means what it means without the program."""
        root = root_of(node)
        return isinstance(root, ast.Name) and root.id in self.free and place_of(root) not in self.names.shadows

    def report(
        self,
        node: Any,
        message: str,
        hint: str = "",
        code: str = "check_failed",
        severity: str = "error",
        reason: str = "",
    ) -> None:
        pos, end = self.place(node)
        self.faults.append(Fault(code, message, pos, end, hint, severity, reason))

    def place(self, node: Any) -> tuple[int, int]:
        line = getattr(node, "lineno", None)
        if line is None:
            return 0, 0
        pos = self.source.offset(line, node.col_offset)
        end = self.source.offset(node.end_lineno, node.end_col_offset) if node.end_lineno == line else pos
        return pos, max(end, pos)

    def check(self) -> None:
        self._imports()
        self._find_shadows()
        refusals = Refusals(self.nodes, self._is_free, self._roots)
        for node in self.nodes:
            check_cancelled()
            if not isinstance(node, _CHECKED):
                continue
            for refusal in refusals.of(node):
                self.report(*refusal)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self._name(node)
            elif isinstance(node, ast.Attribute):
                self._attribute(node)
                if node.attr in _CHANGES:
                    self._copy_changed(node, node.value)
            elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
                self._copy_changed(node, node.value)
            elif isinstance(node, ast.Call):
                self._gathered(node, refusals.meaning(node.func))
                self._call(node)

    # --- modules ----------------------------------------------------------------------------------------------------

    def _imports(self) -> None:
        imports = [node for node in self.nodes if isinstance(node, ast.Import | ast.ImportFrom)]
        others = [node for node in self.nodes if not isinstance(node, ast.alias)] if imports else []
        bound = bound_names(others) | names_of_modules(imports, self.names)
        in_classes = imports_in_classes(self.nodes) if imports else ()
        for node in imports:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if is_of_tools(alias.name, self.names):
                        self._import_tool(node, alias, "", bound, node in in_classes)
                    elif self._module(node, alias.name):
                        name = alias.asname or alias.name.partition(".")[0]
                        self._modules[name] = alias.name if alias.asname else name
            elif node.level:
                told = "there are no packages of your own here"
                self.report(node, told, "write all of it in this program", "module_access_denied")
            elif is_of_tools(node.module or "", self.names):
                for alias in node.names:
                    self._import_tool(node, alias, node.module or "", bound, node in in_classes)
            elif node.module != "__future__" and self._module(node, node.module or ""):
                self._members(node)

    def _import_tool(self, node: Any, alias: ast.alias, module: str, bound: frozenset[str], of_class: bool) -> None:
        found = tool_import(alias, module, self.names, bound)
        found = in_class(found) if of_class else found
        if found.problem:
            self.report(node, found.problem, found.hint, "module_access_denied")
            return
        self.tool_paths[found.alias] = found.path
        self.names.aliases[found.name] = found.path
        self.free |= {found.name, found.path.partition(".")[0]}
        read = f"read as {found.name} = {found.path}" if found.name != found.path else "left out: it is there already"
        self.mends.append((f"the import of {found.path} is {read}", *self.place(node)))

    def _module(self, node: Any, name: str) -> bool:
        if is_module(name):
            return True
        near = get_close_matches(name, MODULES, 1, 0.8)
        hint = _INSTEAD.get(name, _INSTEAD.get(name.partition(".")[0], f"did you mean {near[0]}?" if near else ""))
        self.report(
            node, f"the module {name} is not offered", hint or f"there are {', '.join(MODULES)}", "module_access_denied"
        )
        return False

    def _members(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        known = offered().get(module, frozenset()) | inner_modules(module)
        for alias in node.names:
            if alias.name == "*":
                self.report(
                    node, f"from {module} import * is not offered", "name what you need", "module_access_denied"
                )
            elif alias.name not in known:
                path = f"{module}.{alias.name}"
                is_tool = module in self._roots and tool_of_path(self.catalog, path) is not None
                hint = f"{path} is a tool: leave the import out" if is_tool else _near(alias.name, known)
                self.report(node, f"{module} has no {alias.name} here", hint, "module_access_denied")
            elif f"{module}.{alias.name}" in MODULES:
                self._modules[alias.asname or alias.name] = f"{module}.{alias.name}"

    # --- names ------------------------------------------------------------------------------------------------------

    def _name(self, node: ast.Name) -> None:
        name = node.id
        if name not in self.free or name in known_names() | self._roots | self.names.aliases.keys() | {"__name__"}:
            return
        if is_module(name):
            if not any(name in mend for mend, _, _ in self.mends):
                self.mends.append((f"import {name} is added", *self.place(node)))
            return
        if words.is_magic(name):
            self.report(node, f"the name {name} is not offered")
        elif name in words.REFUSED_NAMES:
            self.report(node, f"there is no {name} here", words.REFUSED_NAMES[name])
        else:
            known = self._bound | GUEST_NAMES | known_names() | self._roots
            hint = self._meant(name) or _near(name, known) or _near(name, self.catalog.python_names(), 0.6)
            self.report(node, f"name {name!r} is not defined", hint, reason="undeclared_name")

    def _meant(self, name: str) -> str:
        """Returns a hint for a name that models know from other systems, or for the name of a tool without its group."""
        spelled = self.catalog.python_names()
        if name in _ELSEWHERE and spelled:
            return f"tools are called by their names, such as {min(spelled)}(...), or call_tool(name, ...)"
        if name in _JSON:
            return f"Python writes {_JSON[name]}"
        if name == "__out":
            return "__out of a function is the function's own: return the value, and write __out = main()"
        if name in _ANSWERS:
            return "assign the answer to __out"
        if name.endswith("Error") and hasattr(builtins, name):
            return "a call that fails raises ToolError, whatever its tool raised"
        if name in self.catalog.mcp_tools():
            return f"it is an MCP server: MCP.{name}.<tool>(...)"
        owned = [each for each in spelled if each.rpartition(".")[2] == name]
        return f"did you mean {' or '.join(sorted(owned)[:3])}?" if owned else ""

    def _attribute(self, node: ast.Attribute) -> None:
        path = self.names.path_of(node)
        if path is None:
            return
        root, _, rest = path.partition(".")
        is_free = self._is_free(node)
        missing = self.names.missing(path) if is_free else None
        if missing is not None:
            self.report(node, *missing)
            return
        module = self._modules.get(root) or (root if is_free and root in MODULES else None)
        if module is not None and "." not in rest and not (is_free and tool_of_path(self.catalog, path)):
            known = offered().get(module, frozenset())
            if rest not in known | inner_modules(module):
                tool = tool_of_path(self.catalog, path)
                hint = _near(rest, known) or _in_class(module, rest)
                if tool is not None and not is_free:
                    hint = f"{path} is a tool: leave out the import of {root}, or write call_tool({tool!r}, ...)"
                self.report(node, f"{module} has no {rest} here", hint, "module_access_denied")

    def _copy_changed(self, node: ast.expr, changed: ast.expr) -> None:
        """Refuses what would change the attributes of an object, if a program had more than a copy of them."""
        called = changed.func if isinstance(changed, ast.Call) else None
        of_vars = isinstance(called, ast.Name) and called.id == "vars" and self._is_free(called)
        if of_vars or (isinstance(changed, ast.Attribute) and changed.attr == "__dict__"):
            told = (
                f"{'vars(obj)' if of_vars else 'obj.__dict__'} is a copy of the attributes: changing it changes nothing"
            )
            self.report(node, told, "write setattr(obj, name, value) for each, or del obj.name")

    # --- tools ------------------------------------------------------------------------------------------------------

    def _gathered(self, node: ast.Call, function: str) -> None:
        """Refuses `asyncio.gather(shop.get(...))` in a program that awaits nothing: the calls would all be made, and the gathering fail then."""
        if function != "asyncio.gather" or self.is_async:
            return
        calls = [each for each in node.args if isinstance(each, ast.Call) and self._is_free(each.func)]
        if any(map(self.names.called, calls)):
            told = "asyncio.gather takes calls that are not made yet, and without an await in the program they are"
            self.report(node, told, "write await asyncio.gather(...)")

    def _call(self, node: ast.Call) -> None:
        found = self.names.called(node) if self._is_free(node.func) else None
        if found is None or not found.tool:
            return
        name = found.tool
        shape = self.catalog.shape(name)
        if shape is None:
            path = self.names.path_of(node.func)
            told = path is not None and self.names.missing(path) is not None  # as an attribute
            if self.catalog.absent_owner(name) is None and not told:
                near = " or ".join(self.catalog.suggest(name)[:3])
                hint = f"did you mean {near}?" if near else "search_tools(query) finds tools"
                self.report(
                    node.func if not isinstance(node.func, ast.Name) else node.args[0],
                    f"there is no tool {name!r}",
                    hint,
                )
            return
        self.calls.append((shape.name, shape.streaming, self.place(node)[0]))
        path = self.names.path_of(node.func) or ""
        own = self.catalog.python_names().get(path) is not None or self.catalog.shape(path) is not None
        if path.partition(".")[0] in self.names.groups | {"MCP"} and not own:
            self.mends.append((f"{path} is read as {shape.name}", *self.place(node.func)))
        self._arguments(node, found.args, shape, found.params)

    def _arguments(self, node: ast.Call, args: list[ast.expr], shape: Any, params: tuple[str, ...] | None) -> None:
        schema = shape.input_schema
        known = list(schema.get("properties") or {})
        in_order = known if params is None else list(params)
        open_ended = schema.get("additionalProperties") not in (False, None) or any(
            word in schema for word in ("$ref", "allOf", "anyOf", "oneOf", "patternProperties")
        )
        given: dict[str, Any] = {}
        values: dict[str, ast.expr] = {}
        is_all = True
        for keyword in node.keywords:
            if keyword.arg is None:
                is_all = False
            else:
                given[keyword.arg] = keyword
                values[keyword.arg] = keyword.value
        only = args[0] if len(args) == 1 else None
        keys = [getattr(key, "value", key) for key in only.keys] if isinstance(only, ast.Dict) else []
        if isinstance(only, ast.Dict) and not is_value(shape, in_order, keys):
            for key, value in zip(only.keys, only.values):
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    given[key.value] = key
                    values[key.value] = value
                else:
                    is_all = False
        elif args:
            if len(args) == 1 and not isinstance(args[0], ast.Constant):
                is_all = False  # it may be a dict with all arguments
            elif not any(isinstance(each, ast.Starred) for each in args):
                for name in [each for each in in_order[: len(args)] if each in given]:
                    self.report(given[name], f"{shape.name} gets the argument {name!r} twice", "leave one of them out")
            given.update(zip(in_order, args))
            values.update(zip(in_order, args))
        for name, value in values.items():
            if name in known:
                self._inside(value, schema["properties"][name], name, shape)
        if known and not open_ended:
            self._unknown(given, known, shape)
        if is_all and not shape.filled_in:
            missing = [name for name in schema.get("required") or () if name not in given and name in known]
            unknown = known and not open_ended and any(name not in known for name in given)
            if missing and not unknown:  # else the name is probably misspelt
                told = ", ".join(map(repr, missing))
                self.report(
                    node,
                    f"{shape.name} needs the argument{'s' * (len(missing) > 1)} {told}",
                    _takes(known),
                )

    def _inside(self, value: ast.expr, schema: Any, path: str, shape: Any) -> None:
        """Checks dicts and lists that are written as a part of the arguments."""
        if isinstance(value, ast.List | ast.Tuple):
            inner = shape.item_of(schema)
            for i, each in enumerate(value.elts if inner else ()):
                self._inside(each, inner, f"{path}[{i}]", shape)
            return
        if not isinstance(value, ast.Dict):
            return
        keys = [key.value if isinstance(key, ast.Constant) else None for key in value.keys]
        texts = {
            key: at.value
            for key, at in zip(keys, value.values)
            if isinstance(at, ast.Constant) and at.value.__class__ is str
        }
        fields = shape.fields_of(schema, texts)
        if fields is None:
            return
        for key, at, inner in zip(keys, value.keys, value.values):
            if key in fields.known:
                self._inside(inner, fields.known[key], f"{path}.{key}", shape)
            elif isinstance(key, str) and fields.others in (None, False):
                # a schema that says nothing about others allows them
                severity = "error" if fields.others is False else "warning"
                hint = ""
                if len(self.faults) <= MAX_FAULTS:  # no more are shown, and to look for similar names takes time
                    hint = _near(key, fields.known) or f"its fields are {', '.join(list(fields.known)[:MAX_TOLD])}"
                self.report(
                    at,
                    f"{path} of {shape.name} has no field {key!r}",
                    hint,
                    severity=severity,
                    reason="unknown_parameter",
                )
        missing = [] if None in keys else [name for name in fields.required if name not in keys]
        if missing:
            told = ", ".join(map(repr, missing))
            self.report(value, f"{path} of {shape.name} needs the field{'s' * (len(missing) > 1)} {told}")

    def _unknown(self, given: dict[str, Any], known: list[str], shape: Any) -> None:
        """Reports arguments that the tool does not have. What has the letters of one that Python cannot write, ticket_id for ticket-id and from_ for
        from, is read as that one."""
        for name, at in list(given.items()):
            if name in known:
                continue
            same = [each for each in known if letters_of(each) == letters_of(name)]
            odd = len(same) == 1 and (not same[0].isidentifier() or iskeyword(same[0]))
            if odd and same[0] not in given and (isinstance(at, ast.keyword) or getattr(at, "value", None) == name):
                given[same[0]] = given.pop(name)
                # the compiler takes any text as the name of an argument
                setattr(at, "arg" if isinstance(at, ast.keyword) else "value", same[0])
                self.mends.append((f"the argument {name} of {shape.name} is read as {same[0]}", *self.place(at)))
                continue
            holder = shape.holder_of(name)
            inside = f"put it into {holder}: {{{name!r}: ...}}" if holder else ""
            if isinstance(at, ast.keyword) and isinstance(at.value, ast.Dict) and name in _ALL_ARGUMENTS:
                inside = f"give the dict without a name, or its entries by name; {_takes(known)}"
            hint = inside or _near(name, known) or _takes(known)
            self.report(at, f"{shape.name} has no argument {name!r}", hint)


def _takes(known: list[str]) -> str:
    return f"it takes {', '.join(known[:MAX_TOLD])}"


def _in_class(module: str, name: str) -> str:
    """Returns a hint for a name that a class of the module has, as datetime.datetime has now."""
    found = classes_with(module, name)
    if not found:
        return ""
    return f"write {module}.{found[0]}.{name}, or {found[0]}.{name} after from {module} import {found[0]}"


def _near(name: str, known: Any, cutoff: float = 0.7) -> str:
    near = get_close_matches(name, sorted(known)[:MAX_NEAR], 2, cutoff)
    return f"did you mean {' or '.join(near)}?" if near else ""


def _names_of(text: str, nodes: list[ast.AST]) -> tuple[set[str], set[str], set[str]]:
    """Returns the names that the program binds, those that it reads but never binds, and all that it reads outside of functions or as names of the
    module. Raises SyntaxError."""
    # Python 3.14 refuses a table for `await` outside of a function. A plus and the plain statement have the same names, at the same places.
    text = _ASYNC.sub(r"\2\1     ", _AWAIT.sub("+    ", text))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        top = symtable.symtable(text, "<program>", "exec")
    bound = {s.get_name() for s in top.get_symbols() if s.is_assigned() or s.is_imported() or s.is_namespace()}
    bound |= {n for each in nodes if isinstance(each, ast.Global) for n in each.names}
    tables = [(table, table.get_symbols()) for table in _tables(top)]
    for _, symbols in tables:
        bound |= {s.get_name() for s in symbols if s.is_assigned() and _is_global(s)}
    read: set[str] = set()
    in_classes: set[str] = set()  # which may be variables of the class
    for table, symbols in tables:
        names = {symbol for symbol in symbols if symbol.is_referenced()}
        read |= {symbol.get_name() for symbol in names if table is top or _is_global(symbol)}
        in_classes |= {symbol.get_name() for symbol in names if table.get_type() == "class"}
    return bound, read - bound, read | in_classes


def _is_global(symbol: symtable.Symbol) -> bool:
    """Whether a name in a function or class is the module's. Python's `is_global` takes a function that is called `top` for the module."""
    return symbol.is_global() and (symbol.is_declared_global() or not symbol.is_local())


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    yield table
    for child in table.get_children():
        yield from _tables(child)
