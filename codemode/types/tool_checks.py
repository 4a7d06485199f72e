"""Checks of tool calls before the run: names, parameters and the types of constant arguments."""

from __future__ import annotations

import json
import re
from difflib import get_close_matches
from fractions import Fraction
from typing import Any, Final, cast

from codemode.dsl.syntax import nodes
from codemode.types import assignments, expressions, layouts, names, verbs
from codemode.types.checker import Checker
from codemode.types.hints import closest
from codemode.types.model import ANY, INT, SLICE_ANY, Map, Pointer, Struct
from codemode.types.objects import CallInfo, PkgName, ToolFunc, ToolIndex, ToolShape, Var, letters_of
from codemode.types.operand import BAD, Operand
from codemode.types.predicates import STRING_KIND, is_basic
from codemode.types.spelling import expr_text, unparen

_CALLS: Final = {"CallTool": False, "CallToolStream": True}
MCP_PREFIX: Final = "MCP."  # prefix of packages for MCP servers


# --- calls that are read as tool calls -----------------------------------------------------------------------------------


def call_by_name(c: Checker, e: nodes.CallExpr) -> None:
    """Reads `math.add(args)`, where math.add is a tool, as codemode.CallTool("math.add", args). Key-value arguments become a map."""
    if c.tools is None or not isinstance(e.fun, nodes.SelectorExpr | nodes.Ident):
        return
    base: nodes.Expr = e.fun
    while isinstance(base, nodes.SelectorExpr):
        base = base.x
    if not isinstance(base, nodes.Ident):
        return
    found = c.lookup(base.name)
    if found is not None and not isinstance(found, PkgName):
        return
    if base is not e.fun or (c.repair and names.package_named(c, base.name) is None):
        _rewrite_name(c, e, e.fun)
    if _called(e) is not None and len(e.args) > 2:
        _pairs_to_map(c, e)


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
    at = {"pos": fun.pos, "end": fun.end}
    wanted = "CallToolStream" if shape is not None and shape.streaming else "CallTool"
    e.fun = nodes.SelectorExpr(nodes.Ident("codemode", **at), nodes.Ident(wanted, **at), **at)
    e.args = [nodes.BasicLit("STRING", f'"{name}"', name.encode(), **at), *e.args]
    if len(e.args) == 1:
        e.args.append(_any_map([], fun.end))
    c.mend(f'{name} is a tool: read as codemode.{wanted}("{name}", ...)', fun)


def spelled(tools: ToolIndex, name: str) -> str:
    """Returns the only tool whose name equals `crm.getUser` but for case and separators, or ""."""
    letters = letters_of(name.removeprefix("tools.").removeprefix("codemode."))
    found = tools.of_letters(letters) or tools.of_letters(f"{letters_of(MCP_PREFIX)}{letters}")
    return found[0] if len(found) == 1 else ""


def for_undefined(c: Checker, e: nodes.CallExpr) -> None:
    """Adds a hint to the problem of an undefined call: the tool with the most similar name."""
    if (
        c.tools is None
        or not 0 < len(c.problems) < _SEARCHED
        or not isinstance(e.fun, nodes.SelectorExpr | nodes.Ident)
    ):
        return
    base: nodes.Expr = e.fun
    while isinstance(base, nodes.SelectorExpr):
        base = base.x
    last = c.problems[-1]
    if last.hint or last.pos != base.pos or last.reason != "undeclared_name":
        return
    name = expr_text(e.fun)
    near = get_close_matches(name, c.tools.suggest(name), 1, 0.6) if len(name) < _LONGEST else []
    if near:
        c.add_hint(base, f'did you mean the tool codemode.CallTool("{near[0]}", map[string]any{{...}})?')


_LONGEST: Final = 80  # longest name that is compared with others
_SEARCHED: Final = 40  # number of problems for which tools are searched


def _is_member(c: Checker, fun: nodes.Expr) -> bool:
    """Returns whether the selector names a member of a package."""
    if not isinstance(fun, nodes.SelectorExpr):
        return False
    if not isinstance(fun.x, nodes.Ident):
        return False
    found = c.lookup(fun.x.name) or names.package_named(c, fun.x.name)
    return isinstance(found, PkgName) and found.package.member(fun.sel.name) is not None


def _called(e: nodes.CallExpr) -> str | None:
    """Returns CallTool or CallToolStream if one of them is called, else None."""
    fun = e.fun
    if isinstance(fun, nodes.SelectorExpr) and isinstance(fun.x, nodes.Ident) and fun.x.name == "codemode":
        return next((name for name in _CALLS if letters_of(name) == letters_of(fun.sel.name)), None)
    return None


def _pairs_to_map(c: Checker, e: nodes.CallExpr) -> None:
    """Reads codemode.CallTool("x", "a", 1, "b", 2) as a call with a map."""
    pairs = e.args[1:]
    keys = pairs[::2]
    if len(pairs) % 2 or not all(isinstance(k, nodes.BasicLit) and k.kind == "STRING" for k in keys):
        return
    name = e.args[0]
    shape = (
        c.tools.shape(name.value.decode("utf-8", "replace"))
        if isinstance(name, nodes.BasicLit) and c.tools is not None
        else None
    )
    known = shape.input_schema.get("properties") if shape is not None else None
    if isinstance(known, dict) and known and not any(cast(nodes.BasicLit, k).value.decode() in known for k in keys):
        return  # positional values rather than keys
    elts: list[nodes.Expr] = [
        nodes.KeyValueExpr(k, v, pos=k.pos, end=v.end) for k, v in zip(keys, pairs[1::2], strict=True)
    ]
    e.args = [e.args[0], _any_map(elts, pairs[0].pos)]
    c.mend("key-value arguments read as a map", pairs[0])


def _any_map(elts: list[nodes.Expr], pos: int) -> nodes.CompositeLit:
    end = elts[-1].end if elts else pos
    typ = nodes.MapType(nodes.Ident("string", pos=pos, end=pos), nodes.Ident("any", pos=pos, end=pos), pos=pos, end=pos)
    return nodes.CompositeLit(typ, elts, pos=pos, end=end)


# --- checks against the catalog --------------------------------------------------------------------------------------------


def check_call(c: Checker, e: nodes.CallExpr, info: CallInfo) -> None:
    func = info.func
    if func is None:
        return
    if isinstance(func, ToolFunc):
        _check_verb(c, e, func)
        return
    if func.package.startswith(MCP_PREFIX):
        _check_mcp_call(c, e, f"{func.package}.{func.name}")
        return
    if func.package == "time":
        layouts.check(c, e, func.name)
    if func.package in ("fmt", "log"):
        verbs.check(c, e, func)
    if func.package != "codemode" or func.name not in _CALLS or func.recv is not None or not e.args:
        return
    name = e.args[0].const
    if name.__class__ is not bytes:
        return
    tool = cast(bytes, name).decode("utf-8", "replace")
    streaming = _CALLS[func.name]
    c.tool_calls.append((tool, streaming, e.pos))
    if c.tools is None:
        return
    shape = c.tools.shape(tool)
    if shape is None:
        meant = spelled(c.tools, tool) if c.repair and isinstance(e.args[0], nodes.BasicLit) else ""
        shape = c.tools.shape(meant) if meant else None
        if shape is not None:
            literal = cast(nodes.BasicLit, e.args[0])
            literal.raw, literal.value = f'"{meant}"', meant.encode()
            literal.const = meant.encode()
            c.tool_calls[-1] = (meant, streaming, e.pos)
            c.mend(f'tool "{tool}" read as "{meant}"', literal)
            tool = meant
    if shape is None and c.tools.absent_owner(tool) is not None:
        return  # the call fails with the cause
    if shape is None:
        quoted = [_spelled(c.tools, name) for name in c.tools.suggest(tool)[:3]]
        hint = f"did you mean {' or '.join(quoted)}?" if quoted else ""
        c.error(e.args[0], f'unknown tool "{tool}"', hint, reason="unknown_tool")
        return
    if not shape.by_name:
        c.error(e.args[0], f'"{tool}" is a tool of an MCP server', f"call {shape.name}(args)", reason="unknown_tool")
        return
    if shape.streaming and not streaming:
        hint = f'use codemode.CallToolStream("{tool}", args) and read it with stream.Next()'
        c.error(e.fun, f'tool "{tool}" streams its result', hint, reason="streaming_tool")
    elif streaming and not (shape.streaming or shape.may_stream):
        c.error(
            e.fun, f'tool "{tool}" does not stream', f'use codemode.CallTool("{tool}", args)', reason="streaming_tool"
        )
    _check_arguments(c, e.args[0], e.args[1:], shape)


def _spelled(tools: ToolIndex, name: str) -> str:
    shape = tools.shape(name)
    return f'"{name}"' if shape is None or shape.by_name else f"{name}(args)"


def _check_mcp_call(c: Checker, e: nodes.CallExpr, tool: str) -> None:
    c.tool_calls.append((tool, False, e.pos))
    shape = c.tools.shape(tool) if c.tools is not None else None
    if shape is not None and not e.ellipsis:
        _check_arguments(c, e.fun, e.args, shape)


def given_as_map(e: nodes.CallExpr, info: CallInfo, args: list[Operand]) -> bool:
    """Reads one map or struct passed to a function that takes a tool's parameters one by one as all its parameters. Returns whether it did."""
    func = info.func
    if not isinstance(func, ToolFunc) or func.by_map is None or len(args) != 1 or args[0].mode is BAD:
        return False
    wanted, given = func.signature, args[0].typ
    under = given.underlying
    if isinstance(under, Pointer):
        under = under.elem.underlying
    alone = len(wanted.params) - wanted.variadic == 1  # a single value may also be the single parameter
    if isinstance(under, Map | Struct):
        fits = not alone or wanted.params[0] is not ANY
    else:
        fits = given is ANY and not alone
    fun = unparen(e.fun)
    if fits and isinstance(fun, nodes.SelectorExpr):
        info.func = fun.sel.obj = fun.selection.obj = func.by_map
        return True
    return False


def _check_verb(c: Checker, e: nodes.CallExpr, func: ToolFunc) -> None:
    c.tool_calls.append((func.tool, False, e.pos))
    shape = c.tools.shape(func.tool) if c.tools is not None else None
    if shape is None or e.ellipsis:
        return
    if not func.params:
        _check_arguments(c, e.fun, e.args, shape)
        return
    if len(e.args) > len(func.params):
        text = expr_text(e.fun)
        c.error(
            e.args[len(func.params)],
            f"too many arguments in call to {text}",
            f"it takes {', '.join(func.params)}",
            reason="wrong_tool_arguments",
        )
        return
    properties = shape.input_schema.get("properties")
    for i, (name, arg) in enumerate(zip(func.params, e.args)):
        schema = cast("dict[str, Any]", properties).get(name) if isinstance(properties, dict) else None
        if isinstance(schema, dict):
            found = cast("dict[str, Any]", schema)
            # if the parameter has a static type, it is already checked
            _check_value(c, arg, shape.name, name, found if _is_any(func, i) else {"enum": found.get("enum")})


def _is_any(func: ToolFunc, i: int) -> bool:
    sig = func.signature
    if i >= len(sig.params) - sig.variadic:
        return sig.params[-1] is SLICE_ANY
    return sig.params[i] is ANY


def _check_arguments(c: Checker, at: nodes.Expr, args: list[nodes.Expr], shape: ToolShape) -> None:
    schema = shape.input_schema
    given = schema.get("properties")
    properties = cast("dict[str, Any]", given) if isinstance(given, dict) else {}
    if not args:
        _check_required(c, at, shape, set())
        return
    literal = unparen(args[0])
    if len(args) == 1 and literal.const is not None:
        alone = sole_parameter(schema)
        if alone is None:
            names = ", ".join(properties) or "none"
            hint = f"its parameters are {names}: write map[string]any{{...}}"
            c.error(literal, f'the arguments of tool "{shape.name}" are one map', hint, reason="wrong_tool_arguments")
        else:
            _check_value(
                c, literal, shape.name, alone, properties[alone] if isinstance(properties[alone], dict) else {}
            )
            c.mend(f"the one argument of {shape.name} read as its parameter {alone}", literal)
        return
    if len(args) > 1 and shape.by_name:
        _positional(c, args, shape.name, list(properties))
        return
    if len(args) != 1 or not isinstance(literal, nodes.CompositeLit) or not _is_string_map(literal):
        return
    keys: set[str] = set()
    constant = True
    _spell_keys(c, literal, shape.name, properties)
    for elt in literal.elts:
        if not isinstance(elt, nodes.KeyValueExpr):
            continue
        raw = elt.key.const
        if raw.__class__ is not bytes:
            constant = False
            continue
        key = cast(bytes, raw).decode("utf-8", "replace")
        keys.add(key)
        if key in properties:
            if isinstance(properties[key], dict):
                _number_for_text(c, elt, shape.name, key, properties[key])
                _position_for_text(c, elt.value, shape.name, key, properties[key])
                _check_value(c, elt.value, shape.name, key, properties[key])
        elif properties or schema.get("additionalProperties") is False:
            _unknown_key(c, elt.key, shape.name, key, list(properties), schema)
    if constant:
        _check_required(c, literal, shape, keys)


def _spell_keys(c: Checker, literal: nodes.CompositeLit, tool: str, properties: dict[str, Any]) -> None:
    """Reads the key in `"memberId": 3` as member_id, if only that parameter has the same letters."""
    if not c.repair or not c.gradual:
        return
    written = {elt.key.const for elt in literal.elts if isinstance(elt, nodes.KeyValueExpr)}
    for elt in literal.elts:
        key = elt.key if isinstance(elt, nodes.KeyValueExpr) else None
        if not isinstance(key, nodes.BasicLit) or key.kind != "STRING":
            continue
        name = key.value.decode("utf-8", "replace")
        if name in properties:
            continue
        same = [p for p in properties if letters_of(p) == letters_of(name)]
        if len(same) == 1 and letters_of(name) and same[0].encode() not in written:
            key.raw, key.value = json.dumps(same[0]), same[0].encode()
            key.const = key.value
            written.add(key.value)
            c.mend(f'parameter "{name}" of tool "{tool}" read as "{same[0]}"', key)


def sole_parameter(schema: dict[str, Any]) -> str | None:
    """Returns the name of a tool's only parameter, or of its only required one; else None."""
    given, needed = schema.get("properties"), schema.get("required")
    names = list(cast("dict[str, Any]", given)) if isinstance(given, dict) else []
    required = [n for n in cast("list[str]", needed) if n in names] if isinstance(needed, list) else []
    return names[0] if len(names) == 1 else required[0] if len(required) == 1 else None


def _positional(c: Checker, args: list[nodes.Expr], tool: str, names: list[str]) -> None:
    """Refuses positional arguments such as crm.move("a", 5), because it is not certain which is which."""
    pairs = ", ".join([f'"{name}": {expr_text(arg)}' for name, arg in zip(names, args)])
    hint = f"write map[string]any{{{pairs}}}"
    last = args[-1]
    if isinstance(last, nodes.UnaryExpr) and last.op == "&":
        call = f'r, err := codemode.CallTool("{tool}", args)'
        hint = f"the result is what the call gives: {call}; to fill a struct: b, _ := json.Marshal(r); json.Unmarshal(b, {expr_text(last)})"
    c.error(
        args[0],
        f'the arguments of tool "{tool}" are one map, not {len(args)} values',
        hint,
        reason="wrong_tool_arguments",
    )


def _is_string_map(literal: nodes.CompositeLit) -> bool:
    under = literal.typ.underlying
    return isinstance(under, Map) and is_basic(under.key, STRING_KIND)


def _unknown_key(c: Checker, at: nodes.Expr, tool: str, key: str, known: list[str], schema: dict[str, Any]) -> None:
    extra = schema.get("additionalProperties")
    if extra is True or isinstance(extra, dict) or "patternProperties" in schema:
        return
    close = closest(c, key, known)
    if close is not None:
        hint = f'did you mean "{close}"?'
    else:
        hint = f"its parameters are {', '.join(known)}" if known else "it takes no parameters"
    c.error(at, f'tool "{tool}" has no parameter "{key}"', hint, reason="unknown_parameter")


def _check_required(c: Checker, at: nodes.Node, shape: ToolShape, keys: set[str]) -> None:
    required = shape.input_schema.get("required")
    if not isinstance(required, list) or shape.filled_in:
        return
    missing = [name for name in cast("list[str]", required) if name not in keys]
    if missing:
        listed = ", ".join([f'"{name}"' for name in missing])
        what = "parameter" if len(missing) == 1 else "parameters"
        c.error(at, f'tool "{shape.name}" needs {what} {listed}', reason="missing_parameter")


_PYTHON: Final[dict[type, str]] = {bool: "boolean", int: "integer", Fraction: "number", bytes: "string"}


def _check_value(c: Checker, e: nodes.Expr, tool: str, key: str, schema: dict[str, Any]) -> None:
    value = e.const
    have = _PYTHON.get(value.__class__)
    if have is None:
        return
    wanted = schema.get("type")
    types = cast("list[str]", wanted) if isinstance(wanted, list) else [wanted] if isinstance(wanted, str) else []
    if types and not any(_fits(have, value, t) for t in types):
        hint = _type_hint(have, value, types)
        c.error(
            e,
            f'parameter "{key}" of tool "{tool}" is {_article(types)}, not {_article([have])}',
            hint,
            reason="wrong_parameter",
        )
        return
    options = schema.get("enum")
    if isinstance(options, list) and have in ("string", "integer", "boolean"):
        plain = value.decode("utf-8", "replace") if have == "string" else value
        allowed = cast("list[Any]", options)
        if not any(option == plain and isinstance(option, bool) == isinstance(plain, bool) for option in allowed):
            listed = ", ".join([f'"{o}"' if isinstance(o, str) else str(o) for o in allowed[:12]])
            c.error(
                e,
                f'parameter "{key}" of tool "{tool}" cannot be {expr_text(e)}',
                f"it is one of {listed}",
                reason="wrong_parameter",
            )


def _number_for_text(c: Checker, elt: nodes.KeyValueExpr, tool: str, key: str, schema: dict[str, Any]) -> None:
    """Reads "18" in `"week": "18"` as a number if the tool expects a number."""
    lit = unparen(elt.value)
    if not c.repair or not c.gradual or not isinstance(lit, nodes.BasicLit) or lit.kind != "STRING":
        return
    text = lit.value.decode("utf-8", "replace")
    wanted = schema.get("type")
    if wanted not in ("integer", "number") or not _WHOLE.fullmatch(text):
        return
    x = Operand()
    number: nodes.Expr = nodes.BasicLit("INT", text.lstrip("-"), int(text.lstrip("-")), pos=lit.pos, end=lit.end)
    if text.startswith("-"):
        number = nodes.UnaryExpr("-", number, pos=lit.pos, end=lit.end)
    elt.value = number
    expressions.expr(c, x, number)
    assignments.assignment(c, x, ANY, "map literal")
    c.mend(f'parameter "{key}" of tool "{tool}" is a number: "{text}" read as {text}', number)


def _position_for_text(c: Checker, e: nodes.Expr, tool: str, key: str, schema: dict[str, Any]) -> None:
    """Refuses a loop's index where the tool expects a string, as in `for day := range days`. The loop may then be read as one over elements."""
    var = e.obj if isinstance(e, nodes.Ident) else None
    loop = c.range_keys.get(var) if isinstance(var, Var) else None
    if loop is None or schema.get("type") != "string" or not c.repair or not c.gradual:
        return
    c.element_candidates.setdefault(loop, False)
    if var is not None and var.typ is INT:
        hint = f"for elements write: for _, {var.name} := range {expr_text(loop.x)}"
        c.error(
            e,
            f'parameter "{key}" of tool "{tool}" is a string, and {var.name} is a position',
            hint,
            reason="position_as_text",
        )


_WHOLE: Final = re.compile(r"-?(0|[1-9]\d{0,14})")


def _fits(have: str, value: Any, wanted: str) -> bool:
    if wanted == "number":
        return have in ("integer", "number")
    if wanted == "integer":
        return have == "integer" or (have == "number" and value.denominator == 1)
    return wanted == have or wanted not in ("string", "boolean", "array", "object", "null")


def _article(types: list[str]) -> str:
    return " or ".join([f"an {t}" if t[0] in "aeio" else f"a {t}" for t in types])


def _type_hint(have: str, value: Any, types: list[str]) -> str:
    if "array" in types:
        return "write a slice: []any{...}"
    if have == "string" and ("integer" in types or "number" in types):
        text = value.decode("utf-8", "replace")
        return f"leave out the quotes: {text}" if text.replace(".", "", 1).isdigit() else ""
    if "string" in types and have in ("integer", "number"):
        return "write it as a string, in quotes"
    return ""
