"""Reads calls of tools: math.add(args), key-value arguments, keys and names that differ in case and separators."""

from __future__ import annotations

import json
import re
from difflib import get_close_matches
from typing import Any, Final, cast

from codemode.dsl.dialect.meaning import trees
from codemode.dsl.dialect.meaning.notes import noted
from codemode.dsl.dialect.meaning.variable_origins import loop_of
from codemode.dsl.names import letters_of
from codemode.dsl.syntax import nodes
from codemode.types import assignments, expressions, names
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import ANY, INT, Named, Pointer
from codemode.types.objects import PkgName, ToolIndex
from codemode.types.operand import Operand
from codemode.types.tool_checks import MCP_PREFIX


def call_by_name(c: Checker, e: nodes.CallExpr) -> None:
    """Reads `math.add(args)`, where math.add is a tool, as codemode.CallTool("math.add", args). Key-value arguments become a map."""
    if c.tools is None or not isinstance(e.fun, nodes.SelectorExpr | nodes.Ident):
        return
    base = trees.first_name(e.fun)
    if not isinstance(base, nodes.Ident):
        return
    found = c.lookup(base.name)
    if found is not None and not isinstance(found, PkgName):
        return
    if base is not e.fun or names.package_named(c, base.name) is None:
        _rewrite_name(c, e, e.fun)


def _rewrite_name(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr | nodes.Ident) -> None:
    assert c.tools is not None
    name = expr_text(fun)
    shape = c.tools.shape(name)
    if shape is None and (meant := spelled(c.tools, name)):
        name, shape = meant, c.tools.shape(meant)
    if shape is None and not (c.tools.absent_owner(name) and not name.startswith(MCP_PREFIX)):
        return
    if (shape is not None and not shape.by_name) or _is_member(c, fun):
        return
    wanted = "CallToolStream" if shape is not None and shape.streaming else "CallTool"
    trees.rewrite(e, f"codemode.{wanted}", [trees.text(name, fun), *e.args])
    if len(e.args) == 1:
        e.args.append(trees.any_map([], fun.end))
    c.mend("tool_called", fun, found=name, meant=wanted)
    noted(c).streams |= wanted == "CallToolStream"


def pieces(c: Checker, x: Operand) -> None:
    """Reads `__out = crm.events(day=1)`, where the tool streams, as the list of its pieces."""
    typ = x.typ.elem if isinstance(x.typ, Pointer) else None
    if not isinstance(typ, Named) or (typ.package, typ.name) != ("codemode", "Stream"):
        return
    e = unparen(x.expr)
    if not isinstance(e, nodes.CallExpr) or expr_text(e.fun) != "codemode.CallToolStream":
        shown = expr_text(e)
        hint = f"for its pieces write slices.Collect({shown}.All()), or range over {shown}.All()"
        c.warning(e, f"{shown} is a stream: here it becomes an empty map", hint, reason="streaming_tool")
        return
    c.mend("stream_as_list", e, found=trees.text_of(e.args[0]) or "")
    stream = nodes.CallExpr(e.fun, e.args, pos=e.pos, end=e.end)
    trees.rewrite(e, "slices.Collect", [trees.template("X.All()", e, X=stream)])
    outer = x.expr
    expressions.expr(c, x, e)
    while isinstance(outer, nodes.ParenExpr):
        outer.typ, outer = x.typ, outer.x


def spelled(tools: ToolIndex, name: str) -> str:
    """Returns the only tool whose name equals `crm.getUser` but for case and separators, or ""."""
    letters = letters_of(name.removeprefix("tools.").removeprefix("codemode."))
    found = tools.of_letters(letters) or tools.of_letters(f"{letters_of(MCP_PREFIX)}{letters}")
    return found[0] if len(found) == 1 else ""


def similar(c: Checker, name: str) -> str:
    """Returns a hint for an undeclared name: the tool that has this word in its name, or that looks like the called function; or ""."""
    call = c.calling
    base = trees.first_name(call.fun) if call is not None else None
    called = call is not None and isinstance(base, nodes.Ident) and base.name == name
    text = expr_text(call.fun) if call is not None and called else name
    if c.tools is None or len(text) >= _LONGEST:
        return ""
    found = c.tools.suggest(text)
    words = letters_of(name), letters_of(text)
    near = [tool for tool in found if any(letters_of(part) in words for part in tool.split("."))]
    if not near and called:
        near = get_close_matches(text, found, 1, 0.6)
    return f'did you mean the tool codemode.CallTool("{near[0]}", map[string]any{{...}})?' if near else ""


_LONGEST: Final = 80  # longest name that is compared with others


def _is_member(c: Checker, fun: nodes.Expr) -> bool:
    """Returns whether the selector names a member of a package."""
    if not isinstance(fun, nodes.SelectorExpr) or not isinstance(fun.x, nodes.Ident):
        return False
    found = c.lookup(fun.x.name) or names.package_named(c, fun.x.name)
    return isinstance(found, PkgName) and found.package.member(fun.sel.name) is not None


def pairs_to_map(c: Checker, e: nodes.CallExpr) -> None:
    """Reads codemode.CallTool("x", "a", 1, "b", 2) as a call with a map."""
    pairs = e.args[1:]
    keys = [trees.text_of(key) for key in pairs[::2]]
    if c.tools is None or len(pairs) < 2 or len(pairs) % 2 or None in keys:
        return
    shape = c.tools.shape(trees.text_of(e.args[0]) or "")
    known = shape.input_schema.get("properties") if shape is not None else None
    if isinstance(known, dict) and known and not any(key in known for key in keys):
        return  # positional values rather than keys
    elts = [nodes.KeyValueExpr(k, v, pos=k.pos, end=v.end) for k, v in zip(pairs[::2], pairs[1::2])]
    e.args = [e.args[0], trees.any_map([*elts], pairs[0].pos)]
    c.mend("pairs_as_map", pairs[0])


def parameter(
    c: Checker, elt: nodes.KeyValueExpr, literal: nodes.CompositeLit, tool: str, properties: dict[str, Any]
) -> None:
    """Reads an element of a tool's arguments that the tool does not accept."""
    if not c.gradual:
        return
    key = elt.key
    name = trees.text_of(key)
    if name is not None and name not in properties:
        name = _parameter_name(c, cast(nodes.BasicLit, key), literal, tool, properties)
    elif name is None and isinstance(key.const, bytes):
        name = key.const.decode("utf-8", "replace")
    schema = properties.get(name) if name is not None else None
    if name is not None and isinstance(schema, dict):
        _number_for_text(c, elt, tool, name, cast("dict[str, Any]", schema))
        _position_for_text(c, elt.value, tool, name, cast("dict[str, Any]", schema))


def _parameter_name(
    c: Checker, key: nodes.BasicLit, literal: nodes.CompositeLit, tool: str, properties: dict[str, Any]
) -> str:
    """Reads the key in `"memberId": 3` as member_id, if only that parameter has the same letters. Returns the name."""
    written = {elt.key.const for elt in literal.elts if isinstance(elt, nodes.KeyValueExpr)}
    name = key.value.decode("utf-8", "replace")
    same = [p for p in properties if letters_of(p) == letters_of(name)]
    if len(same) != 1 or not letters_of(name) or same[0].encode() in written:
        return name
    key.raw, key.value = json.dumps(same[0]), same[0].encode()
    key.const = key.value
    c.mend("parameter_name", key, found=name, meant=tool, other=same[0])
    return same[0]


def _number_for_text(c: Checker, elt: nodes.KeyValueExpr, tool: str, key: str, schema: dict[str, Any]) -> None:
    """Reads "18" in `"week": "18"` as a number if the tool expects a number."""
    text = trees.text_of(unparen(elt.value))
    if text is not None and schema.get("type") in ("integer", "number") and _WHOLE.fullmatch(text):
        x = Operand()
        number = elt.value = trees.template(text, unparen(elt.value))
        expressions.expr(c, x, number)
        assignments.assignment(c, x, ANY, "map literal")
        c.mend("parameter_number", number, found=key, meant=tool, other=text)


def _position_for_text(c: Checker, e: nodes.Expr, tool: str, key: str, schema: dict[str, Any]) -> None:
    """Refuses a loop's index where the tool expects a string, as in `for day := range days`. The loop may then be read as one over elements."""
    loop = loop_of(c, e) if schema.get("type") == "string" else None
    if loop is None:
        return
    noted(c).element_candidates.setdefault(loop, False)
    if e.typ is INT:
        name = expr_text(e)
        hint = f"for elements write: for _, {name} := range {expr_text(loop.x)}"
        message = f'parameter "{key}" of tool "{tool}" is a string, and {name} is a position'
        c.error(e, message, hint, reason="position_as_text")


_WHOLE: Final = re.compile(r"-?(0|[1-9]\d{0,14})")


_OURS: Final = {"calltool": "CallTool", "calltoolstream": "CallToolStream", "searchtools": "SearchTools"}


def bare_call(c: Checker, e: nodes.CallExpr) -> None:
    """Reads `call_tool("x", args)` and `console.log(x)` as functions of codemode and fmt, if the names are not declared."""
    fun = e.fun
    if not c.gradual:
        return
    if isinstance(fun, nodes.Ident):
        wanted, package = _OURS.get(letters_of(fun.name), ""), "codemode"
        known = c.lookup(fun.name) is not None
    elif isinstance(fun, nodes.SelectorExpr) and isinstance(fun.x, nodes.Ident) and fun.x.name == "console":
        wanted, package = "Println" if fun.sel.name in ("log", "info", "warn", "error") else "", "fmt"
        known = c.lookup("console") is not None
    else:
        return
    if wanted and not known and names.package_named(c, package) is not None:
        shown, e.fun = expr_text(fun), trees.name(f"{package}.{wanted}", fun)
        c.mend("renamed_call", e.fun, found=shown, meant=package, other=wanted)


def tool_name(c: Checker, e: nodes.CallExpr, tool: str) -> str:
    """Returns the name of the only tool whose name equals `tool` but for case and separators; else `tool`."""
    literal = e.args[0]
    if c.tools is None or not isinstance(literal, nodes.BasicLit):
        return tool
    meant = spelled(c.tools, tool)
    if not meant or c.tools.shape(meant) is None:
        return tool
    literal.raw, literal.value = f'"{meant}"', meant.encode()
    literal.const = meant.encode()
    c.mend("tool_name", literal, found=tool, meant=meant)
    return meant
