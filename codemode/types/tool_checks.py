"""Checks of tool calls before the run: names, parameters and the types of constant arguments."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, cast

from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import ANY, SLICE_ANY, Map, Pointer, Slice, Struct
from codemode.types.objects import CallInfo, ToolFunc, ToolIndex, ToolShape
from codemode.types.operand import BAD, Operand
from codemode.types.predicates import STRING_KIND, is_basic

_CALLS: Final = {"CallTool": False, "CallToolStream": True}
MCP_PREFIX: Final = "MCP."  # prefix of packages for MCP servers


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
    look = c.reader.library.get(func.package)
    if look is not None:
        look(c, e, func)
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
        tool = c.reader.tool_name(c, e, tool)
        shape = c.tools.shape(tool)
        c.tool_calls[-1] = (tool, streaming, e.pos)
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
        message = f'tool "{tool}" does not stream'
        c.error(e.fun, message, f'use codemode.CallTool("{tool}", args)', reason="streaming_tool")
    _check_arguments(c, e.args[0], e.args[1:], shape)


def _spelled(tools: ToolIndex, name: str) -> str:
    shape = tools.shape(name)
    return f'"{name}"' if shape is None or shape.by_name else f"{name}(args)"


def _check_mcp_call(c: Checker, e: nodes.CallExpr, tool: str) -> None:
    c.tool_calls.append((tool, False, e.pos))
    shape = c.tools.shape(tool) if c.tools is not None else None
    if shape is not None and not e.ellipsis:
        _check_arguments(c, e.fun, e.args, shape)


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
        message = f"too many arguments in call to {text}"
        c.error(e.args[len(func.params)], message, f"it takes {', '.join(func.params)}", reason="wrong_tool_arguments")
        return
    properties = shape.input_schema.get("properties")
    for i, (name, arg) in enumerate(zip(func.params, e.args)):
        schema = cast("dict[str, Any]", properties).get(name) if isinstance(properties, dict) else None
        if isinstance(schema, dict):
            found = cast("dict[str, Any]", schema)
            # if the parameter has a static type, it is already checked
            _check_value(c, arg, shape, name, found if _is_any(func, i) else {"enum": found.get("enum")})


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
            if isinstance(properties[alone], dict):
                _check_value(c, literal, shape, alone, properties[alone])
            c.mend("alone_argument", literal, found=shape.name, meant=alone)
        return
    if len(args) > 1 and shape.by_name:
        _positional(c, args, shape.name, list(properties))
        return
    if len(args) != 1 or not isinstance(literal, nodes.CompositeLit) or not _is_string_map(literal):
        return
    keys: set[str] = set()
    constant = True
    for elt in literal.elts:
        if not isinstance(elt, nodes.KeyValueExpr):
            continue
        key = _constant_key(elt)
        if key is None:
            constant = False
            continue
        if key not in properties or isinstance(elt.value, nodes.Ident) or _is_wrong(elt.value, properties[key]):
            c.reader.parameter(c, elt, literal, shape.name, properties)
            key = _constant_key(elt) or key
        keys.add(key)
        if key in properties:
            if isinstance(properties[key], dict):
                _check_value(c, elt.value, shape, key, properties[key])
        elif properties or schema.get("additionalProperties") is False:
            _unknown_key(c, elt.key, shape, key, list(properties))
    if constant:
        _check_required(c, literal, shape, keys)


def _constant_key(elt: nodes.KeyValueExpr) -> str | None:
    key = elt.key.const
    return cast(bytes, key).decode("utf-8", "replace") if key.__class__ is bytes else None


def given_as_map(e: nodes.CallExpr, info: CallInfo, args: list[Operand]) -> bool:
    """Takes one map or struct, given to a function that has a parameter for each one of a tool, as all of them. Returns whether it did."""
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


def sole_parameter(schema: dict[str, Any]) -> str | None:
    """Returns the name of a tool's only parameter, or of its only required one; else None."""
    given, needed = schema.get("properties"), schema.get("required")
    names = list(cast("dict[str, Any]", given)) if isinstance(given, dict) else []
    required = [n for n in cast("list[str]", needed) if n in names] if isinstance(needed, list) else []
    return names[0] if len(names) == 1 else required[0] if len(required) == 1 else None


def _positional(c: Checker, args: list[nodes.Expr], tool: str, names: list[str]) -> None:
    """Refuses positional arguments such as crm.move("a", 5), because it is not certain which is which."""
    texts = [expr_text(arg) for arg in args]
    others = iter(
        [text for text in texts if text not in names]
    )  # a variable with the name of a parameter is meant for it
    given = {name: name if name in texts else next(others, "...") for name in names[: len(args)]}
    pairs = ", ".join([f'"{name}": {text}' for name, text in given.items()])
    hint = f"write map[string]any{{{pairs}}}"
    last = args[-1]
    if isinstance(last, nodes.UnaryExpr) and last.op == "&":
        call = f'r, err := codemode.CallTool("{tool}", args)'
        hint = f"the result is what the call gives: {call}; to fill a struct: b, _ := json.Marshal(r); json.Unmarshal(b, {expr_text(last)})"
    message = f'the arguments of tool "{tool}" are one map, not {len(args)} values'
    c.error(args[0], message, hint, reason="wrong_tool_arguments")


def _is_string_map(literal: nodes.CompositeLit) -> bool:
    under = literal.typ.underlying
    return isinstance(under, Map) and is_basic(under.key, STRING_KIND)


def _unknown_key(c: Checker, at: nodes.Expr, shape: ToolShape, key: str, known: list[str]) -> None:
    extra = shape.input_schema.get("additionalProperties")
    if extra is True or isinstance(extra, dict) or "patternProperties" in shape.input_schema:
        return
    holder = shape.holder_of(key)
    inside = f'put it into "{holder}": map[string]any{{"{key}": ...}}' if holder else ""
    hint = inside or c.reader.hint("parameter", c, key, known)
    c.error(at, f'tool "{shape.name}" has no parameter "{key}"', hint, reason="unknown_parameter")


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


def _check_value(c: Checker, e: nodes.Expr, shape: ToolShape, key: str, schema: Any) -> None:
    value = e.const
    have = _PYTHON.get(value.__class__)
    if have is None:
        literal = unparen(e)
        if isinstance(literal, nodes.CompositeLit) and isinstance(schema, dict):
            _check_inside(c, literal, shape, key, schema)
        return
    tool = shape.name
    if _is_wrong(e, schema):
        types = _types(schema)
        hint = _type_hint(have, value, types)
        message = f'parameter "{key}" of tool "{tool}" is {_article(types)}, not {_article([have])}'
        c.error(e, message, hint, reason="wrong_parameter")
        return
    options = cast("dict[str, Any]", schema).get("enum") if isinstance(schema, dict) else None
    if isinstance(options, list) and have in ("string", "integer", "boolean"):
        plain = value.decode("utf-8", "replace") if have == "string" else value
        allowed = cast("list[Any]", options)
        if not any(option == plain and isinstance(option, bool) == isinstance(plain, bool) for option in allowed):
            listed = ", ".join([f'"{o}"' if isinstance(o, str) else str(o) for o in allowed[:12]])
            message = f'parameter "{key}" of tool "{tool}" cannot be {expr_text(e)}'
            c.error(e, message, f"it is one of {listed}", reason="wrong_parameter")


def _check_inside(c: Checker, literal: nodes.CompositeLit, shape: ToolShape, path: str, schema: Any) -> None:
    """Checks a map or a list that is written as a part of the arguments."""
    if isinstance(literal.typ.underlying, Slice):
        inner = shape.item_of(schema)
        for i, elt in enumerate(literal.elts):
            if inner and not isinstance(elt, nodes.KeyValueExpr):
                _check_value(c, elt, shape, f"{path}[{i}]", inner)
        return
    fields = shape.fields_of(schema, _texts(literal)) if _is_string_map(literal) else None
    if fields is None:
        return
    keys: list[str | None] = []
    for elt in literal.elts:
        key = _constant_key(elt) if isinstance(elt, nodes.KeyValueExpr) else None
        keys.append(key)
        if not isinstance(elt, nodes.KeyValueExpr) or key is None:
            continue
        if key in fields.known:
            _check_value(c, elt.value, shape, f"{path}.{key}", fields.known[key])
        elif fields.others in (None, False):
            hint = c.reader.hint("parameter", c, key, list(fields.known), "fields")
            # a schema that says nothing about others allows them
            report = c.error if fields.others is False else c.warning
            report(elt.key, f'"{path}" of tool "{shape.name}" has no field "{key}"', hint, reason="unknown_parameter")
    missing = [] if None in keys else [name for name in fields.required if name not in keys]
    if missing:
        listed = ", ".join([f'"{name}"' for name in missing])
        message = f'"{path}" of tool "{shape.name}" needs field{"s" * (len(missing) > 1)} {listed}'
        c.error(literal, message, reason="missing_parameter")


def _texts(literal: nodes.CompositeLit) -> dict[str, object]:
    """Returns the constant texts in a map, by their key."""
    pairs = [elt for elt in literal.elts if isinstance(elt, nodes.KeyValueExpr) and elt.value.const.__class__ is bytes]
    return {
        key: each.value.const.decode("utf-8", "replace") for each in pairs if (key := _constant_key(each)) is not None
    }


def _types(schema: Any) -> list[str]:
    wanted = cast("dict[str, Any]", schema).get("type") if isinstance(schema, dict) else None
    return cast("list[str]", wanted) if isinstance(wanted, list) else [wanted] if isinstance(wanted, str) else []


def _is_wrong(e: nodes.Expr, schema: Any) -> bool:
    """Returns whether a constant has another type than the schema."""
    have, types = _PYTHON.get(e.const.__class__), _types(schema)
    return have is not None and bool(types) and not any(_fits(have, e.const, t) for t in types)


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
