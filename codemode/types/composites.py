"""Literals: basic, function and composite."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from codemode.dsl.syntax import nodes
from codemode.types import assignments, bodies, constant, expressions, indexing, names, structure, typexprs
from codemode.types.checker import Checker, Environment
from codemode.types.expression_text import expr_text
from codemode.types.lookup import Found, lookup
from codemode.types.model import (
    ANY,
    INVALID,
    UNTYPED_COMPLEX,
    UNTYPED_FLOAT,
    UNTYPED_INT,
    UNTYPED_RUNE,
    UNTYPED_STRING,
    Array,
    Basic,
    Map,
    Pointer,
    Slice,
    Struct,
    Type,
    array_of,
)
from codemode.types.objects import Const, FuncInfo, Var
from codemode.types.operand import BAD, CONST, VALUE, Operand
from codemode.types.predicates import STRING_KIND, is_basic, is_interface
from codemode.types.typeset import common_under
from codemode.types.untyped import overflow
from codemode.types.wording import names_in

_LITERALS: Final[dict[str, Basic]] = {
    "INT": UNTYPED_INT,
    "FLOAT": UNTYPED_FLOAT,
    "IMAG": UNTYPED_COMPLEX,
    "CHAR": UNTYPED_RUNE,
    "STRING": UNTYPED_STRING,
}
_LONGEST = 10_000


def basic_lit(c: Checker, x: Operand, e: nodes.BasicLit, hint: Type | None) -> None:
    kind = e.kind
    if kind not in ("STRING", "CHAR") and len(e.raw) > _LONGEST:
        c.error(e, f"excessively long constant: {e.raw[:10]}... ({len(e.raw)} chars)", reason="constant_too_large")
        return
    x.mode, x.typ = CONST, _LITERALS[kind]
    value: Any = e.value
    if kind == "FLOAT":
        value = constant.trim(Fraction(value))
    elif kind == "IMAG":
        value = constant.trim((Fraction(0), Fraction(value)))
    x.val = value
    if kind in ("INT", "FLOAT", "IMAG"):
        x.expr = e
        overflow(c, x, e)


# --- functions -----------------------------------------------------------------------------------------------------


def func_lit(c: Checker, x: Operand, e: nodes.FuncLit, hint: Type | None) -> None:
    if structure.lacks_types(c, e.type) and c.read(e, x):
        return
    outer = c.open()
    made = structure.parameters(c, e.type)
    structure.declare_variables(c, made)
    env, _ = literal_body(c, e, made)
    c.scope = outer
    c.later(lambda: bodies.check_body(c, env, e.body))
    x.mode, x.typ = VALUE, made.signature


def literal_body(c: Checker, e: nodes.FuncLit, made: structure.Parameters) -> tuple[Environment, FuncInfo]:
    """Returns the environment in which the body of a literal is checked, and the record of the function. The parameters are in the current scope."""
    sig = made.signature
    fn = c.env.fn
    count = c.closures[fn] = c.closures.get(fn, 0) + 1
    info = FuncInfo(_closure_name(fn, count), sig, None, made.params, made.results, made.named_results, outer=fn)
    if fn is not None:
        info.visible_type_params = fn.visible_type_params
    for var in (*made.params, *made.results):
        var.owner = info
    e.info = info
    e.type.typ = sig
    c.words.bodies.setdefault(sig, names_in(e.type))
    c.infos.append(info)
    return Environment(c.scope, info, sig, c.env.iota, decl=c.env.decl), info


def _closure_name(fn: FuncInfo | None, count: int) -> str:
    """Names a function literal as Go's stack traces do."""
    if fn is None:
        return f"main.init.func{count}"
    nested = fn.outer is not None or fn.name.startswith("main.init.func")
    return f"{fn.name}.{count}" if nested else f"{fn.name}.func{count}"


# --- composite literals --------------------------------------------------------------------------------------------


def composite_lit(c: Checker, x: Operand, e: nodes.CompositeLit, hint: Type | None) -> None:
    element = False
    typ: Type
    unclear = hint is ANY if e.type is None else _is_mended(e)
    wanted = hint if unclear and c.read(e, x, hint) else None
    if e.type is not None:
        if wanted is not None:
            typ = base = wanted
        elif isinstance(e.type, nodes.ArrayType) and isinstance(e.type.len, nodes.Ellipsis):
            _open_array(c, x, e, e.type)
            return
        else:
            typ = base = typexprs.typ(c, e.type)
    elif hint is not None:
        typ = base = hint
        under, _ = common_under(base)
        if isinstance(under, Pointer):
            base = under.elem
        element = True
    else:
        message = "missing type in composite literal"
        c.error(e, message, "write the type before the brace, as in map[string]any{...}", reason="wrong_literal")
        typ = base = INVALID
    if not typexprs.is_complete(c, base):
        x.mode = BAD
        _use_elements(c, e)
        return
    under, _ = common_under(base)
    if isinstance(under, Struct):
        _struct(c, x, e, under, base)
    elif isinstance(under, Array):
        indexed(c, e.elts, under.elem, under.len)
    elif isinstance(under, Slice):
        indexed(c, e.elts, under.elem, -1)
    elif isinstance(under, Map):
        _map(c, x, e, under)
    else:
        _use_elements(c, e)
        if under is not INVALID:
            what = " element" if element else ""
            why = " (no common underlying type)" if under is None else ""
            c.error(e, f"invalid composite literal{what} type {c.words.type(typ)}{why}", reason="wrong_literal")
            x.mode = BAD
            return
    x.mode, x.typ = VALUE, typ


def _use_elements(c: Checker, e: nodes.CompositeLit) -> None:
    for elt in e.elts:
        expressions.use(c, elt.value if isinstance(elt, nodes.KeyValueExpr) else elt)


def _open_array(c: Checker, x: Operand, e: nodes.CompositeLit, node: nodes.ArrayType) -> None:
    """[...]T{...}"""
    elem = typexprs.var_type(c, node.elem)
    length = indexed(c, e.elts, elem, -1)
    x.typ = node.typ = array_of(elem, length)
    x.mode = VALUE


def indexed(c: Checker, elts: list[nodes.Expr], elem: Type, length: int) -> int:
    """Checks the elements of a slice literal, or of an array literal of `length` (negative if unknown). Returns the number of elements."""
    visited: set[int] = set()
    index = size = 0
    for e in elts:
        valid = True
        value = e
        if isinstance(e, nodes.KeyValueExpr):
            typ, at = indexing.index(c, e.key, length)
            value = e.value
            valid = typ is not INVALID and at >= 0
            if valid:
                index = at
            elif typ is not INVALID:
                c.error(e, f"index {expr_text(e.key)} must be integer constant", reason="wrong_index")
        elif 0 <= length <= index:
            c.error(e, f"index {index} is out of bounds (>= {length})", reason="wrong_index")
            valid = False
        if valid:
            if index in visited:
                c.error(e, f"duplicate index {index} in array or slice literal", reason="duplicate_key")
            visited.add(index)
        index += 1
        size = max(size, index)
        x = Operand()
        expressions.generic_expr(c, x, value, elem)
        assignments.assignment(c, x, elem, "array or slice literal")
    return size


def _map(c: Checker, x: Operand, e: nodes.CompositeLit, under: Map) -> None:
    visited: dict[Any, list[Type]] = {}
    any_key, of_texts = is_interface(under.key), is_basic(under.key, STRING_KIND)
    for elt in e.elts:
        if not isinstance(elt, nodes.KeyValueExpr):
            c.error(elt, "missing key in map literal", reason="wrong_literal")
            continue
        if of_texts and isinstance(elt.key, nodes.Ident) and not _is_key(c, elt.key, e, under.key):
            c.read(elt, x, (e, under))
        expressions.generic_expr(c, x, elt.key, under.key)
        assignments.assignment(c, x, under.key, "map literal")
        if x.mode is BAD:
            hint_key = c.reader.hint("map_key", elt.key)
            if hint_key:
                c.add_hint(elt.key, hint_key)
            continue
        if x.mode is CONST and _duplicate(x, visited, any_key):
            c.error(x, f"duplicate key {constant.text(x.val)} in map literal", reason="duplicate_key")
            continue
        expressions.generic_expr(c, x, elt.value, under.elem)
        assignments.assignment(c, x, under.elem, "map literal")


def _is_key(c: Checker, name: nodes.Ident, e: nodes.CompositeLit, key: Type) -> bool:
    """Returns whether a name is a key in Go: a constant, or a variable of that type in a literal with a type."""
    found = c.lookup(name.name)
    return isinstance(found, Const) or (isinstance(found, Var) and found.typ is key and not _is_mended(e))


def _is_mended(e: nodes.CompositeLit) -> bool:
    """Returns whether a reading wrote the type of a literal."""
    return e.type is None or e.type.pos == e.type.end


_KEY_KINDS: Final[dict[type, str]] = {bool: "bool", bytes: "string", type(None): "unknown"}


def _duplicate(x: Operand, visited: dict[Any, list[Type]], any_key: bool) -> bool:
    kind = _KEY_KINDS.get(x.val.__class__, "number")
    whole = constant.to_int(x.val) if kind == "number" else None
    types = visited.setdefault((kind, x.val if whole is None else whole), [])
    found = bool(types) and (not any_key or x.typ in types)
    types.append(x.typ)
    return found


def _struct(c: Checker, x: Operand, e: nodes.CompositeLit, under: Struct, base: Type) -> None:
    if not e.elts:
        return
    if isinstance(e.elts[0], nodes.KeyValueExpr):
        _keyed(c, x, e, under, base)
    else:
        _positional(c, x, e, under, base)


def _keyed(c: Checker, x: Operand, e: nodes.CompositeLit, under: Struct, base: Type) -> None:
    visited: dict[tuple[int, ...], str] = {}
    for elt in e.elts:
        if not isinstance(elt, nodes.KeyValueExpr):
            c.error(elt, "mixture of field:value and value elements in struct literal", reason="wrong_literal")
            continue
        key = elt.key
        found = lookup(under, key.name) if isinstance(key, nodes.Ident) else None
        hint = found.typ if found is not None and found.kind == "field" else None
        expressions.generic_expr(c, x, elt.value, _hint(c, elt.value, hint))
        if not isinstance(key, nodes.Ident) or found is None:
            message = f"invalid field name {expr_text(key)} in struct literal"
            c.error(elt, message, c.reader.hint("field_key", key), reason="unknown_field")
            continue
        if not _field_found(c, key, found, under, base):
            continue
        key.obj = Var(found.name, found.typ, kind="field", used=True)
        key.typ = found.typ
        assignments.assignment(c, x, found.typ, "struct literal")
        _note_field(c, elt, key.name, found, visited)


def _hint(c: Checker, value: nodes.Expr, field: Type | None) -> Type | None:
    """Returns the field's type for a literal that needs one: `{...}`, for which Go requires a type here, or a literal whose type a repair made."""
    if not isinstance(value, nodes.CompositeLit) or field is None:
        return None
    if value.type is not None or field is ANY:
        return field
    return field if c.read(value, None, field) else None


def _field_found(c: Checker, key: nodes.Ident, found: Found, under: Struct, base: Type) -> bool:
    if found.kind != "field":
        alt = lookup(under, key.name, fold=True)
        message = names.lookup_error(c, base, key.name, alt, literal=True)
        if alt.field is not None and alt.field.hidden and alt.name == key.name:
            return c.error(key, message, reason="unexported")
        return c.error(key, message, c.reader.hint("field", c, under, key.name), reason="unknown_field")
    if found.indirect:
        return c.error(key, f"invalid implicit pointer indirection to reach {key.name}", reason="unknown_field")
    return True


def _note_field(
    c: Checker, elt: nodes.KeyValueExpr, name: str, found: Found, visited: dict[tuple[int, ...], str]
) -> None:
    """Reports a field that is given twice, or together with the embedded field through which it is promoted."""
    path = found.path
    if path in visited:
        c.error(elt, f"duplicate field name {name} in struct literal", reason="duplicate_key")
    for other, other_name in visited.items():
        if len(other) < len(path) and path[: len(other)] == other:
            message = f"cannot specify promoted field {name} and enclosing embedded field {other_name}"
            c.error(elt, message, reason="unknown_field")
        elif len(path) < len(other) and other[: len(path)] == path:
            message = f"cannot specify embedded field {name} and enclosed promoted field {other_name}"
            c.error(elt, message, reason="unknown_field")
    visited[path] = name


def _positional(c: Checker, x: Operand, e: nodes.CompositeLit, under: Struct, base: Type) -> None:
    fields = under.fields
    shown = c.words.type(base)
    for i, elt in enumerate(e.elts):
        if isinstance(elt, nodes.KeyValueExpr):
            c.error(elt, "mixture of field:value and value elements in struct literal", reason="wrong_literal")
            continue
        expressions.generic_expr(c, x, elt, _hint(c, elt, fields[i].type if i < len(fields) else None))
        if i >= len(fields):
            c.error(elt, f"too many values in struct literal of type {shown}", reason="wrong_field_count")
            return
        field = fields[i]
        if field.hidden:
            message = f"implicit assignment to unexported field {field.name} in struct literal of type {shown}"
            c.error(elt, message, reason="unexported")
            continue
        assignments.assignment(c, x, field.type, "struct literal")
    if len(e.elts) < len(fields):
        hidden = any(f.hidden for f in fields)
        advice = " (type has unexported fields - use key:value pairs)" if hidden else ""
        missing = ", ".join([f.name for f in fields[len(e.elts) :]])
        message = f"too few values in struct literal of type {shown}{advice}"
        c.report(max(e.end - 1, e.pos), e.end, message, f"missing: {missing}", reason="wrong_field_count")
