"""Index and slice expressions."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.types import assignments, constant, expressions, generics, gradual, infer, typexprs
from codemode.types.captures import mark_addressed
from codemode.types.checker import Checker
from codemode.types.expression_text import unparen
from codemode.types.model import (
    ANY,
    INT,
    INVALID,
    SLICE_BYTE,
    STRING,
    UINT8,
    Array,
    Basic,
    Map,
    Pointer,
    Signature,
    Slice,
    Type,
    TypeParam,
    slice_of,
)
from codemode.types.operand import BAD, CONST, MAPINDEX, TYPEXPR, VALUE, VARIABLE, Operand, Target
from codemode.types.predicates import INTEGER, STRING_KIND, all_basic, is_basic, is_untyped
from codemode.types.typeset import each
from codemode.types.untyped import convert_untyped


def index_expr(c: Checker, x: Operand, e: nodes.IndexExpr, hint: Type | None, target: Target | None = None) -> None:
    if indexed_operand(c, x, e):
        infer.instantiate_function(c, x, e, target)


def indexed_operand(c: Checker, x: Operand, e: nodes.IndexExpr) -> bool:
    """Checks x[i], or T[A] as a type. Returns True for a generic function with type arguments; the caller handles those."""
    if generics.generic_alias(c, e.x) is not None:
        x.mode = TYPEXPR
    else:
        expressions.expr_or_type(c, x, e.x, generic=True)
    x.expr = e.x
    if x.mode is BAD:
        expressions.use(c, *e.indices)
        return False
    if x.mode is TYPEXPR:
        x.typ = typexprs.var_type(c, e)
        x.mode = TYPEXPR if x.typ is not INVALID else BAD
        return False
    if x.mode is VALUE and isinstance(x.typ, Signature) and x.typ.type_params:
        return True
    under = x.typ.underlying
    if not typexprs.is_complete(c, x.typ) or (isinstance(under, Pointer) and not typexprs.is_complete(c, under.elem)):
        x.mode = BAD
        return False
    dynamic = gradual.dynamic(c, x)
    if (dynamic or _counts_back(e.indices[0])) and len(e.indices) == 1 and c.read(e, x):
        return False
    if dynamic:
        _dynamic(c, x, e)
        return False
    length = _element(c, x, e)
    if length is None:
        return False
    at = _single(c, e)
    index(c, at, length)
    x.expr = e
    return False


def _dynamic(c: Checker, x: Operand, e: nodes.IndexExpr) -> None:
    """Checks an index into an any. The run time decides whether it is a key or a position."""
    c.reads_keys = True
    key = Operand()
    expressions.expr(c, key, _single(c, e))
    assignments.assignment(c, key, ANY, "map index")
    x.mode, x.typ = MAPINDEX, ANY
    x.expr = e


def _element(c: Checker, x: Operand, e: nodes.IndexExpr) -> int | None:
    """Makes x its element. Returns the length for the check of a constant index (-1: unknown), or None if the index is already checked."""
    under = x.typ.underlying
    if isinstance(under, Map):
        _map_index(c, x, e, under.key, under.elem)
        return None
    if isinstance(under, Slice):
        x.mode, x.typ = VARIABLE, under.elem
        return -1
    if isinstance(under, Basic) and is_basic(under, STRING_KIND):
        length = len(x.val) if x.mode is CONST and x.val is not None else -1
        if is_untyped(x.typ):
            convert_untyped(c, x, STRING)
        x.mode, x.typ = VALUE, UINT8
        return length
    if isinstance(under, Array):
        x.mode = VARIABLE if x.mode is VARIABLE else VALUE
        x.typ = under.elem
        return under.len
    if isinstance(under, Pointer) and isinstance(under.elem.underlying, Array):
        array = under.elem.underlying
        x.mode, x.typ = VARIABLE, array.elem
        return array.len
    if isinstance(x.typ, TypeParam):
        return _param_element(c, x, e)
    return _cannot_index(c, x, e)


def _counts_back(e: nodes.Expr | None) -> bool:
    inner = unparen(e) if e is not None else None
    return isinstance(inner, nodes.UnaryExpr) and inner.op == "-"


def _cannot_index(c: Checker, x: Operand, e: nodes.IndexExpr) -> None:
    if c.read(e, x):
        return
    c.error(e, f"cannot index {c.words.operand(x)}", c.reader.hint("index", c, x, e), reason="not_indexable")
    expressions.use(c, *e.indices)
    x.mode = BAD


def _map_index(c: Checker, x: Operand, e: nodes.IndexExpr, key: Type, elem: Type) -> None:
    operand = Operand()
    expressions.generic_expr(c, operand, _single(c, e))
    assignments.assignment(c, operand, key, "map index")
    c.reads_keys = c.reads_keys or operand.mode is CONST
    x.mode, x.typ, x.expr = MAPINDEX, elem, e


def _param_element(c: Checker, x: Operand, e: nodes.IndexExpr) -> int | None:
    """Makes x the element of a type parameter's value. All types of its type set must have the same element type and the same kind of index."""
    key: Type | None = None
    elem: Type | None = None
    length = -1
    mode = VARIABLE
    for n, (_, under) in enumerate(each(x.typ)):
        k: Type | None = None
        found: Type | None = None
        size = -1
        if isinstance(under, Basic) and is_basic(under, STRING_KIND):
            found, mode = UINT8, VALUE
        elif isinstance(under, Array):
            found, size = under.elem, under.len
            mode = mode if x.mode is VARIABLE else VALUE
        elif isinstance(under, Pointer) and isinstance(under.elem.underlying, Array):
            found, size = under.elem.underlying.elem, under.elem.underlying.len
        elif isinstance(under, Slice):
            found = under.elem
        elif isinstance(under, Map):
            k, found = under.key, under.elem
        if found is None or (n and (k is not key or found is not elem)):
            return _cannot_index(c, x, e)
        key, elem = k, found
        if size >= 0 and (length < 0 or size < length):
            length = size
    if elem is None:
        return _cannot_index(c, x, e)
    if key is not None:
        _map_index(c, x, e, key, elem)
        return None
    x.mode, x.typ = mode, elem
    return length


def _single(c: Checker, e: nodes.IndexExpr) -> nodes.Expr:
    if len(e.indices) > 1:
        c.error(e.indices[1], "invalid operation: more than one index", reason="wrong_index")
    return e.indices[0]


def index(c: Checker, e: nodes.Expr, limit: int) -> tuple[Type, int]:
    """Checks an index. Returns its type (INVALID after a problem) and its constant value (-1 if it is not constant)."""
    x = Operand()
    expressions.expr(c, x, e)
    if not valid_index(c, x, "index"):
        return INVALID, -1
    if x.mode is not CONST:
        return x.typ, -1
    if x.val is None:
        return INVALID, -1
    if 0 <= limit <= x.val:
        c.error(x, f"invalid argument: index {constant.text(x.val)} out of bounds [0:{limit}]", reason="wrong_index")
        return INVALID, -1
    return x.typ, x.val


def valid_index(c: Checker, x: Operand, what: str) -> bool:
    if x.mode is BAD:
        return False
    key = x.mode is CONST and is_untyped(x.typ) and is_basic(x.typ, STRING_KIND)
    convert_untyped(c, x, INT)
    if x.mode is BAD:
        if key:
            c.add_hint(x.expr, "a list is indexed by position; only a map has keys, such as map[string]any")
        return False
    if gradual.dynamic(c, x):
        return True
    if not all_basic(x.typ, INTEGER):
        message = f"invalid argument: {what} {c.words.operand(x)} must be integer"
        return c.error(x, message, c.reader.hint("index_type", c, x), reason="wrong_index")
    if x.mode is CONST and x.val is not None:
        if x.val < 0:
            hint = "the last element is xs[len(xs)-1]" if what == "index" else ""
            message = f"invalid argument: {what} {c.words.operand(x)} must not be negative"
            return c.error(x, message, hint, reason="wrong_index")
        if constant.represent(x.val, INT) is None:
            return c.error(x, f"invalid argument: {what} {c.words.operand(x)} overflows int", reason="wrong_index")
    return True


# --- slices --------------------------------------------------------------------------------------------------------


def slice_expr(c: Checker, x: Operand, e: nodes.SliceExpr, hint: Type | None) -> None:
    expressions.expr(c, x, e.x)
    if x.mode is BAD:
        expressions.use(c, e.lo, e.hi, e.max)
        return
    if _counts_back(e.lo) or _counts_back(e.hi):
        c.read(e, x)
    if gradual.dynamic(c, x):
        for bound in (e.lo, e.hi, e.max):
            if bound is not None:
                index(c, bound, -1)
        x.mode = VALUE
        return
    under = _sliced(c, x)
    if under is None:
        x.mode = BAD
        return
    length = -1
    if isinstance(under, Basic):
        if e.max is not None:
            c.error(e.max, "invalid operation: 3-index slice of string", reason="not_sliceable")
            x.mode = BAD
            return
        if x.mode is CONST and x.val is not None:
            length = len(x.val)
        if is_untyped(x.typ):
            convert_untyped(c, x, STRING)
            x.typ = STRING
    elif isinstance(under, Array):
        length = under.len
        if x.mode is not VARIABLE:
            c.refuse(x, f"cannot slice unaddressable value {c.words.operand(x)}", reason="not_sliceable")
            return
        mark_addressed(e.x)
        x.typ = slice_of(under.elem)
    elif isinstance(under, Pointer):
        array = under.elem.underlying
        assert isinstance(array, Array)
        length = array.len
        x.typ = slice_of(array.elem)
    x.mode = VALUE
    _bounds(c, e, length)


def _sliced(c: Checker, x: Operand) -> Type | None:
    """Returns the common underlying type of the sliced operand, or None after reporting that it cannot be sliced."""
    show = c.words.type
    first: Type | None = None
    common: Type | None = None
    has_string = False
    for member, under in each(x.typ):
        if under is None or member is None:
            c.error(x, f"cannot slice {c.words.operand(x)}: no specific type in {show(x.typ)}", reason="not_sliceable")
            return None
        if is_basic(under, STRING_KIND):
            under = SLICE_BYTE
            has_string = True
        if common is None or first is None:
            first, common = member, under
        elif common is not under:
            why = f"{show(first)} and {show(member)} have different underlying types"
            c.error(x, f"cannot slice {c.words.operand(x)}: {why}", reason="not_sliceable")
            return None
    if has_string:
        return STRING
    if isinstance(common, (Slice, Array)):
        return common
    if isinstance(common, Pointer) and isinstance(common.elem.underlying, Array):
        return common
    c.error(x, f"cannot slice {c.words.operand(x)}", reason="not_sliceable")
    return None


def _bounds(c: Checker, e: nodes.SliceExpr, length: int) -> None:
    values: list[int] = []
    for i, bound in enumerate((e.lo, e.hi, e.max)):
        value = -1
        if bound is not None:
            value = index(c, bound, length + 1 if length >= 0 else -1)[1]
        elif i == 0:
            value = 0
        elif length >= 0:
            value = length
        values.append(value)
    for i, low in enumerate(values[:2]):
        for j in range(i + 1, 3):
            bound = (e.lo, e.hi, e.max)[j]
            if low > 0 and 0 <= values[j] < low and bound is not None:
                c.error(bound, f"invalid slice indices: {values[j]} < {low}", reason="wrong_index")
                return
