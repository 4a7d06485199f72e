"""Reads literals whose type or quotes are missing: {"a": 1} in a list, {page: page}."""

from __future__ import annotations

from codemode.dsl.dialect.meaning.similar import closest, visible_names
from codemode.dsl.syntax import nodes
from codemode.types import composites, expressions
from codemode.types.checker import Checker
from codemode.types.expression_text import unparen
from codemode.types.model import ANY, Array, Map, Slice, Struct, Type
from codemode.types.objects import Func, Var
from codemode.types.operand import Operand
from codemode.types.predicates import STRING_KIND, is_basic


def is_mended_literal(e: nodes.Node | None) -> bool:
    """Returns whether `e` is a literal whose type, map[string]any or []any, was added by the parser."""
    return isinstance(e, nodes.CompositeLit) and e.type is not None and e.type.pos == e.type.end


def _object_key(c: Checker, elt: nodes.KeyValueExpr, under: Map, *, mended: bool) -> None:
    """Reads the key of `{page: page}` as "page", as in JavaScript. A name that can be a key in Go stays a variable."""
    key = elt.key
    if not c.gradual or not isinstance(key, nodes.Ident) or not is_basic(under.key, STRING_KIND):
        return
    found = c.lookup(key.name)
    itself = mended and isinstance(elt.value, nodes.Ident) and elt.value.name == key.name
    if isinstance(found, Var) and (found.typ is ANY or is_basic(found.typ, STRING_KIND)) and not itself:
        return
    if found is None and not mended and closest(c, key.name, visible_names(c)) is not None:
        return
    if found is None or isinstance(found, (Var, Func)):
        elt.key = nodes.BasicLit("STRING", f'"{key.name}"', key.name.encode(), pos=key.pos, end=key.end)
        c.mend("key_as_string", key, found=key.name)


def _untyped_literal(c: Checker, e: nodes.CompositeLit, wanted: Type | None) -> None:
    """Reads `{"a": 1}` as map[string]any{"a": 1} among elements of type any. Go requires the type there."""
    if e.type is not None or wanted is not ANY or not c.gradual:
        return
    word, at = nodes.Ident("any", pos=e.pos, end=e.pos), {"pos": e.pos, "end": e.pos}
    if e.elts and not isinstance(e.elts[0], nodes.KeyValueExpr):
        e.type = nodes.ArrayType(None, word, **at)
        c.mend("list_without_type", e)
    else:
        e.type = nodes.MapType(nodes.Ident("string", **at), word, **at)
        c.mend("map_without_type", e)


def literal_type(e: nodes.CompositeLit, hint: Type | None) -> Type | None:
    """Returns the type that the context of a mended literal expects, if it fits the literal; else None."""
    if hint is None or not is_mended_literal(e):
        return None
    under = hint.underlying
    if isinstance(e.type, nodes.MapType):
        return hint if isinstance(under, Map) else None
    return hint if isinstance(under, (Slice, Array)) else None


def retype_literal(c: Checker, x: Operand, t: Type) -> bool:
    """Gives the literal in `m[k] = {"count": 0}` the element type of m, if that is not map[string]any. Returns whether it did."""
    e = unparen(x.expr)
    if not isinstance(e, nodes.CompositeLit) or literal_type(e, t) is None:
        return False
    composites.composite_lit(c, x, e, t)
    x.expr = e
    expressions.record(c, x, e)
    return True


def _field_literal(c: Checker, value: nodes.CompositeLit, field: Type) -> bool:
    """Reads `{...}` as the value of a field of that type. Returns whether it did."""
    if not c.gradual or not isinstance(field.underlying, (Map, Slice, Array, Struct)):
        return False
    c.mend("literal_of_field", value, found=c.words.type(field))
    return True


def literal(c: Checker, e: nodes.CompositeLit, _: object, t: Type | None) -> bool:
    """Reads a literal without a type of its own. Returns whether it has the type `t` that is expected there."""
    if e.type is None and t is not None and t is not ANY:
        return _field_literal(c, e, t)
    _untyped_literal(c, e, t)
    return literal_type(e, t) is not None


def map_key(c: Checker, elt: nodes.KeyValueExpr, _: object, known: tuple[nodes.CompositeLit, Map]) -> bool:
    """Reads the key of `{page: page}` as "page", as in JavaScript."""
    e, under = known
    _object_key(c, elt, under, mended=is_mended_literal(e))
    return True
