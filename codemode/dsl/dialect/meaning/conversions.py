"""Repairs operands whose types Go keeps apart, where only one conversion can be meant and it loses nothing: int with float64, text with a number,
'x' for "x".

Each repair inserts the conversion into the tree and reports a mend. A quotient of integers is not converted, because the checker cannot
know whether its fraction was intended.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from codemode.dsl.dialect import copies
from codemode.dsl.dialect.meaning import literals, times, trees, values, variable_origins
from codemode.dsl.dialect.meaning.notes import assumed, noted
from codemode.dsl.syntax import nodes
from codemode.types import expressions
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.model import (
    ANY,
    ERROR,
    FLOAT64,
    INT,
    INT8,
    INT16,
    INT32,
    INT64,
    SLICE_ANY,
    SLICE_BYTE,
    STRING,
    UINT8,
    UINT16,
    UINT32,
    UNTYPED_FLOAT,
    UNTYPED_INT,
    UNTYPED_RUNE,
    UNTYPED_STRING,
    Interface,
    Named,
    Slice,
    Type,
    TypeParam,
)
from codemode.types.objects import CallInfo, Var
from codemode.types.operand import BAD, CONST, NILVALUE, VALUE, Operand
from codemode.types.predicates import (
    BOOLEAN,
    FLOAT,
    INTEGER,
    STRING_KIND,
    all_basic,
    default_type,
    is_basic,
    is_untyped,
)
from codemode.types.untyped import COMPARISONS, update_type

_SMALL: Final = frozenset({INT8, INT16, INT32, UINT8, UINT16, UINT32})  # every value of these fits in an int
_MIXED: Final = frozenset({"+", "-", "*", "/", *COMPARISONS})
_SHOWN: Final = INTEGER | FLOAT | BOOLEAN
_LETTERS: Final = frozenset({INT32, UINT8})
_SHOWING: Final = frozenset({"Duration", "Month", "Weekday"})  # types of package time whose values have one usual text


# --- two operands ------------------------------------------------------------------------------------------------------


_Operation = nodes.BinaryExpr | nodes.AssignStmt


def operands(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr, whole: nodes.BinaryExpr) -> None:
    """Repairs `x op y` where Go refuses the types of the operands. `whole` is the chain of operators that contains `e`."""
    if x.mode is BAD or y.mode is BAD or not c.gradual:
        return
    if e.op == "+" and (isinstance(x.typ.underlying, Slice) or isinstance(y.typ.underlying, Slice)):
        _lists(c, x, y, e)
    if times.is_zero(c, x, y, e) or times.parts(c, x, y, e) or times.times(c, x, y, e):
        return
    if x.typ is y.typ or _text_is_nil(c, x, y, e):
        return
    if _letter(c, x, y, e.op) or _letter(c, y, x, e.op):
        return
    if _joins_bytes(x, y, e):
        _wrap(c, x, e, "string", STRING)
    elif _joins_bytes(y, x, e):
        _wrap(c, y, e, "string", STRING)
    if e.op in _MIXED and not is_untyped(x.typ) and not is_untyped(y.typ):
        _ = _numbers(c, x, y, e, e.op) or _numbers(c, y, x, e, e.op)
    if e.op == "*":
        _repeats(c, x, y, e)
    if e.op == "%" and is_basic(x.typ, STRING_KIND):
        _formats(c, x, y, e)
    if e.op == "+" and (_tells(c, x, y) or _tells(c, y, x)):
        e.x, e.y = x.expr, y.expr
    if e.op == "+" and _makes_text(c, whole):
        _ = _joins(c, x, y, e) or _joins(c, y, x, e)


def _joins_bytes(x: Operand, y: Operand, e: nodes.BinaryExpr) -> bool:
    """Returns whether the bytes x are added to the text y or compared with it."""
    return x.typ is SLICE_BYTE and (y.typ is STRING or y.typ is UNTYPED_STRING) and (e.op == "+" or e.op in COMPARISONS)


def nil_time(c: Checker, x: Operand, t: Type) -> bool:
    """Reads nil as the zero time.Time where a time.Time is expected. Returns whether it did."""
    if x.mode is not NILVALUE or not c.gradual or not isinstance(t, Named) or (t.package, t.name) != ("time", "Time"):
        return False
    c.fitted("nil_time", x.expr)
    return True


def _tells(c: Checker, x: Operand, y: Operand) -> bool:
    """Reads err in `"failed: " + err` as err.Error(). Returns whether it did."""
    if x.typ is not ERROR or not is_basic(y.typ, STRING_KIND):
        return False
    shown, made = expr_text(x.expr), trees.template("X.Error()", x.expr, X=x.expr)
    expressions.expr(c, x, made)
    c.mend("text_of_error", made, found=shown)
    return True


def _lists(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr) -> None:
    """Reads `xs + ys` of two lists as concatenation: both become `any`, and the run time joins them."""
    if not all(t is ANY or isinstance(t.underlying, Slice) for t in (x.typ, y.typ)):
        return
    c.mend("lists_joined", e, found=expr_text(e))
    for operand in (x, y):
        if operand.typ is not ANY:
            _wrap(c, operand, e, "any", ANY, silent=True)


def _text_is_nil(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr) -> bool:
    """Reads `line == nil`, where line is a string, as `line == ""`. Returns whether it did."""
    if e.op not in ("==", "!=") or NILVALUE not in (x.mode, y.mode):
        return False
    text, nil = (x, y) if y.mode is NILVALUE else (y, x)
    inner = unparen(text.expr)
    if text.typ is not STRING or (isinstance(inner, nodes.Ident) and inner.obj in noted(c).text_vars):
        return False  # the variable may have to become an any (see note_nil)
    shown, empty = expr_text(e), trees.text("", nil.expr)
    e.x, e.y = (e.x, empty) if nil is y else (empty, e.y)
    expressions.expr(c, nil, empty)
    c.mend("string_never_nil", e, found=shown, meant=expr_text(e))
    return True


def amount(c: Checker, x: Operand, y: Operand, s: nodes.AssignStmt) -> None:
    """Like `operands` for `x op= y`, where only y may be converted."""
    if x.typ is y.typ or x.mode is BAD or y.mode is BAD or not c.gradual:
        return
    op = s.op[:-1]
    if _letter(c, y, x, op) or (op in _MIXED and not is_untyped(y.typ) and _numbers(c, y, x, s, op)):
        return
    if op == "+":
        _joins(c, y, x, s)


def _numbers(c: Checker, x: Operand, y: Operand, at: _Operation, op: str) -> bool:
    """Converts x to the type of y if that type is wider. Returns whether it did."""
    have, want = x.typ, y.typ
    if times.is_duration(want) and have is INT:
        fits = op == "*"
    elif want is FLOAT64:
        fits = have is INT and not divides(c, x.expr)
    else:
        fits = (want is INT and have in _SMALL) or (want is INT64 and (have is INT or have in _SMALL))
    if fits:
        _wrap(c, x, at, c.words.type(want), want)
    return fits


def _makes_text(c: Checker, e: nodes.Expr) -> bool:
    """Returns whether a sum contains a text literal. Without one, a string in the sum may be meant as a number."""
    known = noted(c).text_sums.get(e)
    if known is None:
        parts = _operands_of(e)
        known = any(isinstance(part, nodes.BasicLit) and part.kind == "STRING" for part in parts)
        noted(c).text_sums[e] = known
    return known


def _operands_of(e: nodes.Expr) -> Iterator[nodes.Expr]:
    """Yields the operands of nested operations."""
    rest = [e]
    while rest:
        inner = unparen(rest.pop())
        if isinstance(inner, nodes.BinaryExpr):
            rest += [inner.x, inner.y]
        yield inner


def _joins(c: Checker, x: Operand, y: Operand, at: _Operation) -> bool:
    """Converts a number x to text where it is added to the text y. Returns whether it did."""
    if y.typ is not STRING and y.typ is not UNTYPED_STRING:
        return False
    if x.typ is ANY:
        _wrap(c, x, at, "__text", STRING, silent=True)
        return True
    if isinstance(x.typ, (Named, TypeParam)) or not all_basic(x.typ, _SHOWN):
        return False
    of_text = x.typ in _LETTERS or x.typ is UNTYPED_RUNE
    if of_text and not _is_letter(x.expr):
        return False
    _wrap(c, x, at, "string" if of_text else "__text", STRING)
    return True


def _repeats(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr) -> None:
    """Reads `"=" * 40` as strings.Repeat("=", 40)."""
    text, count = unparen(x.expr), unparen(y.expr)
    whole = y.typ is INT or y.typ is UNTYPED_INT or y.typ is ANY
    if not is_basic(x.typ, STRING_KIND) or not whole or x.typ.underlying is not x.typ:
        return
    text, count = copies.again(text), copies.again(count)
    if text is not None and count is not None:
        _text_made(c, x, y, e, trees.call("strings.Repeat", text, count, at=e), "text_repeated")


_VERB: Final = re.compile(r"%([-+ 0#]*\d*(?:\.\d+)?)(.?)", re.DOTALL)
_SAME_VERBS: Final = "fFeExXosd%"  # verbs of Python that Go has as well
_CONVERTED: Final = {"s": "__str", "d": "int", **dict.fromkeys("fFeE", "float64")}  # Python converts what they get


def _formats(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr) -> None:
    """Reads `"%d of %s" % (n, name)` as fmt.Sprintf("%d of %s", n, name). The parser has already read the tuple as a list."""
    text, given = unparen(e.x), unparen(e.y)
    if not isinstance(text, nodes.BasicLit):
        return
    args = [given]
    if isinstance(given, nodes.CompositeLit) and isinstance(given.type, nodes.ArrayType):
        args = given.elts
    verbs = [match[2] for match in _VERB.finditer(text.value.decode("utf-8", "replace")) if match[2] != "%"]
    if len(verbs) != len(args) or any(verb not in _SAME_VERBS or not verb for verb in verbs):
        return
    for i, verb in enumerate(verbs):
        if verb in _CONVERTED:
            args[i] = trees.call(_CONVERTED[verb], args[i])
    _text_made(c, x, y, e, trees.call("fmt.Sprintf", text, *args, at=e), "text_formatted")


def _text_made(c: Checker, x: Operand, y: Operand, e: nodes.BinaryExpr, made: nodes.Expr, code: str) -> None:
    """Puts a call that makes a text in the place of an operation, which becomes "" + call."""
    shown, e.op = expr_text(e), "+"
    times.put_operands(c, x, y, e, trees.text("", nodes.Node(pos=e.pos, end=e.pos)), made)
    c.mend(code, e, found=shown, meant=expr_text(made))


def _is_letter(e: nodes.Expr) -> bool:
    """Returns whether `e` is s[i] of a string s, which is a character rather than a number."""
    inner = unparen(e)
    return isinstance(inner, nodes.IndexExpr) and is_basic(inner.x.typ, STRING_KIND)


def _wrap(c: Checker, x: Operand, at: _Operation, name: str, typ: Type, *, silent: bool = False) -> None:
    """Replaces the operand x of an operation with the call `name(x)`, which is known to be valid, and reports the mend unless `silent`."""
    written = x.expr
    fun = nodes.Ident(name, pos=written.pos, end=written.pos)
    fun.typ = typ
    info = CallInfo("builtin", builtin=name) if name == "__text" else CallInfo("conversion")
    made = nodes.CallExpr(fun, [written], False, info, pos=written.pos, end=written.end)
    shown = expr_text(written)
    if is_untyped(x.typ):
        update_type(c, written, default_type(x.typ), final=True)
    x.mode, x.typ, x.expr, x.val = VALUE, typ, made, None
    expressions.record(c, x, made)
    meant = "fmt.Sprint" if name == "__text" else name
    place = (at.rhs, 0) if isinstance(at, nodes.AssignStmt) else (at, "x" if at.x is written else "y")
    c.edit(*place, made, None if silent else c.mend("wrapped", written, found=shown, meant=meant))


# --- characters --------------------------------------------------------------------------------------------------------


def _letter(c: Checker, x: Operand, y: Operand, op: str) -> bool:
    """Reads 'x' as a string if y is a string, and "x" as a character if y is one. Returns whether it did."""
    lit = unparen(x.expr)
    if not isinstance(lit, nodes.BasicLit) or x.mode is not CONST:
        return False
    if lit.kind == "CHAR" and (is_basic(y.typ, STRING_KIND)):
        to_text(c, x, lit)
        return True
    if lit.kind == "STRING" and op in COMPARISONS and y.typ in _LETTERS and y.mode is not CONST:
        text = lit.value.decode("utf-8", "replace")
        if len(text) != 1 or (y.typ is UINT8 and not text.isascii()):
            return False
        shown = lit.raw
        lit.kind, lit.raw, lit.value = "CHAR", f"'{text}'", ord(text)
        x.typ, x.val = UNTYPED_RUNE, lit.value
        c.mend("string_as_character", lit, found=shown, meant=lit.raw)
        expressions.record(c, x, lit)
        return True
    return False


def to_text(c: Checker, x: Operand, lit: nodes.BasicLit) -> None:
    """Reads a character literal as a string literal."""
    values.as_texts(c, [lit])
    x.typ, x.val = UNTYPED_STRING, lit.value
    expressions.record(c, x, lit)


def letter_as_text(c: Checker, x: Operand, target: Type) -> bool:
    """Reads 'x' as "x" where a string is expected. Returns whether it did."""
    lit = unparen(x.expr)
    if not c.gradual or not isinstance(lit, nodes.BasicLit) or lit.kind != "CHAR" or x.mode is not CONST:
        return False
    if isinstance(target, TypeParam) or not is_basic(target, STRING_KIND):
        return False
    to_text(c, x, lit)
    return True


# --- a value and the place it goes to --------------------------------------------------------------------------------------


def fits(c: Checker, x: Operand, t: Type) -> bool:
    """Returns whether exactly one conversion makes x a value of type `t`, and reports it. The lowering inserts the conversion (see Body.adapter)."""
    code = _conversion(c, x, t) if c.gradual else ""
    if code:
        c.fitted(code, x.expr, found=expr_text(x.expr), meant=c.words.type(t))
    return bool(code)


def _conversion(c: Checker, x: Operand, t: Type) -> str:
    """Returns the code of the repair that converts x to `t`, or ""."""
    have = x.typ
    if have in _SMALL or have is INT or have is INT64:
        wider = t is INT or t is INT64 or (t is FLOAT64 and have is not INT64 and not divides(c, x.expr))
        return "converted" if wider else ""
    if (have is SLICE_BYTE and t is STRING) or (have is STRING and t is SLICE_BYTE):
        return "converted"
    if have is SLICE_ANY and isinstance(t, Slice) and not isinstance(t.elem.underlying, Interface):
        return "elements_converted"
    if t is not STRING:
        return ""
    shows = isinstance(have, Named) and have.package == "time" and have.name in _SHOWING and x.mode is not CONST
    return "text_of_error" if have is ERROR else "text_of_value" if shows else ""


# --- quotients of integers ---------------------------------------------------------------------------------------------------


def divides(c: Checker, e: nodes.Expr) -> bool:
    """Returns whether the value of an int expression comes from an integer division, which cut off a fraction that other languages keep."""
    rest: list[nodes.Expr] = [e]
    seen: set[object] = set()
    while rest:
        inner = unparen(rest.pop())
        if isinstance(inner, nodes.Ident) and isinstance(inner.obj, Var) and inner.obj.typ is INT:
            value = variable_origins.value_of(c, inner.obj) if inner.obj not in seen else None
            seen.add(inner.obj)
            if value is not None:
                rest.append(value)
        elif isinstance(inner, nodes.BinaryExpr):
            if inner.op == "/" and inner.typ in (INT, UNTYPED_INT):
                return True
            rest += [inner.x, inner.y]
        elif isinstance(inner, nodes.UnaryExpr):
            rest.append(inner.x)
    return False


# --- int variables that should have been float64 -----------------------------------------------------------------------


def note_numbers(c: Checker, x: Operand, y: Operand) -> None:
    """Records an int variable that meets a float64 or a duration and got its type from an integer constant: it may have to be redeclared."""
    for a, b in ((x, y), (y, x)):
        if a.typ is INT and (b.typ is FLOAT64 or b.typ is UNTYPED_FLOAT):
            note_variable(c, a.expr)
        elif a.typ is INT:
            note_duration(c, a.expr, b.typ)


def note_variable(c: Checker, e: nodes.Expr) -> None:
    if not c.gradual:
        return
    for var in int_variables(e):
        if var in noted(c).number_vars:
            noted(c).float_candidates[var.pos] = var


def note_duration(c: Checker, e: nodes.Expr, typ: Type) -> None:
    """Records a variable such as `longest := 0` that meets a duration: it may have to be declared as a duration."""
    var = _variable(e)
    if c.gradual and times.is_duration(typ) and var is not None and var in noted(c).zeros:
        noted(c).float_candidates[var.pos] = var
        assumed(c).durations[var.pos] = typ


def note_dynamic(c: Checker, e: nodes.Expr) -> None:
    """Records a variable that takes a number from an any: as an int variable it would cut off its fraction, so it may have to be any."""
    var = _variable(e)
    if c.gradual and var is not None:
        noted(c).fed.add(var.pos)
        if var in noted(c).number_vars:
            noted(c).any_candidates.add(var.pos)


def note_nil(c: Checker, x: Operand, y: Operand) -> None:
    """Records a variable that began as 1 or "" and meets nil, as in `page = res["next_page"]`: it may have to be declared as any."""
    for a, b in ((x, y), (y, x)):
        var = _variable(a.expr)
        if b.mode is NILVALUE and var is not None and (var in noted(c).number_vars or var in noted(c).text_vars):
            noted(c).nil_candidates.add(var.pos)


def _variable(e: nodes.Expr) -> Var | None:
    inner = unparen(e)
    return inner.obj if isinstance(inner, nodes.Ident) and isinstance(inner.obj, Var) else None


def int_variables(e: nodes.Expr) -> list[Var]:
    """Returns the variables that determine the type of an arithmetic expression."""
    found: list[Var] = []
    rest: list[nodes.Expr] = [e]
    while rest:
        inner = unparen(rest.pop())
        if isinstance(inner, nodes.Ident) and isinstance(inner.obj, Var):
            found.append(inner.obj)
        elif isinstance(inner, nodes.BinaryExpr) and inner.op in ("+", "-", "*", "/"):
            rest += [inner.x, inner.y]
        elif isinstance(inner, nodes.UnaryExpr) and inner.op in ("+", "-"):
            rest.append(inner.x)
    return found


# --- what the checker asks -------------------------------------------------------------------------------------------------


def operation(c: Checker, e: nodes.BinaryExpr, x: Operand, known: tuple[Operand, nodes.BinaryExpr]) -> bool:
    """Reads `x op y`. Returns whether x is the result; otherwise the operands may be others."""
    y, whole = known
    if values.chosen(c, x, y, e):
        return True
    operands(c, x, y, e, whole)
    return False


def value(c: Checker, x: Operand, t: Type) -> Type | None:
    """Returns the type with which x fits where a `t` is expected, or None. An untyped constant then gets that type."""
    if is_untyped(x.typ):
        return _untyped(c, x, t)
    if literals.retype_literal(c, x, t) or fits(c, x, t):
        return t
    if t is FLOAT64 and x.typ is INT:  # the declaration of the variable may have to become float64
        note_variable(c, x.expr)
    return None


def _untyped(c: Checker, x: Operand, t: Type) -> Type | None:
    if letter_as_text(c, x, t):
        return t
    if nil_time(c, x, t):
        x.typ, x.mode = t, VALUE  # the zero time.Time
        return t
    is_text = c.gradual and x.typ is UNTYPED_STRING and x.mode is CONST
    return STRING if is_text and t is SLICE_BYTE else None  # a string is converted then, as in sha256.Sum256("abc")


def mismatch(c: Checker, x: Operand, y: Operand) -> None:
    note_numbers(c, x, y)
    note_nil(c, x, y)
