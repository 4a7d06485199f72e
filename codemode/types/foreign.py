"""Reads what Python and JavaScript allow and Go refuses, where the meaning is certain: truth values, loops over elements, methods of strings and
lists.

Each reading puts the equivalent Go into the tree and reports a mend.
"""

from __future__ import annotations

import re
from typing import Final

from codemode.dsl.names import letters_of
from codemode.dsl.syntax import nodes
from codemode.types import (
    assignments,
    expressions,
    foreign_values,
    gradual,
    lexicon,
    meant_pieces,
    operators,
    tested_keys,
)
from codemode.types.assignability import assignable_to
from codemode.types.checker import Checker
from codemode.types.foreign_sequences import note_sequences, rewrite
from codemode.types.lexicon import is_method
from codemode.types.lookup import lookup, method_names
from codemode.types.model import (
    ANY,
    BOOL,
    ERROR,
    FLOAT64,
    MAP_STRING_ANY,
    SLICE_ANY,
    SLICE_BYTE,
    UNTYPED_NIL,
    Array,
    Chan,
    Interface,
    Map,
    Named,
    Pointer,
    Signature,
    Slice,
    Type,
    TypeParam,
)
from codemode.types.objects import CallInfo, PkgName, TypeName, Var
from codemode.types.operand import BAD, BUILTIN, NOVALUE, TYPEXPR, VALUE, Operand
from codemode.types.predicates import (
    BOOLEAN,
    NUMERIC,
    ORDERED,
    STRING_KIND,
    all_basic,
    default_type,
    is_basic,
    is_untyped,
)
from codemode.types.spelling import expr_text, unparen
from codemode.types.untyped import convert_untyped

# --- truth -------------------------------------------------------------------------------------------------------------


_ERROR_NAME: Final = re.compile(r"err|exc|fail|^e\d?$", re.IGNORECASE)
_SUCCESS: Final = frozenset(
    {"ok", "found", "success", "exists", "valid"}
)  # an error variable with such a name is tested with == nil


def note_piece(c: Checker, variables: list[Var], call: nodes.Expr) -> None:
    """Records the second variable of `item, ok := stream.Next()`: it is an error, not a bool."""
    call = unparen(call)
    info = call.info if isinstance(call, nodes.CallExpr) else None
    if isinstance(info, CallInfo) and info.func is not None and info.func.name == "Next" and len(variables) == 2:
        c.piece_errors.add(variables[1])


def truth(c: Checker, x: Operand, e: nodes.Expr) -> nodes.Expr:
    """Reads `err`, `name` or `count` as a condition by comparing it with nil, "" or 0. The result is in x; returns `e` itself if it needs no mend.

    Python and JavaScript both treat nil, "" and 0 as false. They disagree on an empty list, so a list gets only a hint.
    """
    if not c.repair or not c.gradual or x.mode in (BAD, TYPEXPR, BUILTIN, NOVALUE) or all_basic(x.typ, BOOLEAN):
        return e
    tested_keys.note_test(c, e)
    foreign_values.refuse_any(c, x, e)
    if x.mode is BAD:
        return e
    zero = _zero_of(x.typ)
    if zero is None:
        return e
    shown, op = expr_text(e), "!="
    inner = unparen(e)
    if x.typ is ERROR and isinstance(inner, nodes.Ident) and not _ERROR_NAME.search(inner.name):
        of_piece = isinstance(inner.obj, Var) and inner.obj in c.piece_errors
        if of_piece and (inner.name in _SUCCESS or inner.name in meant_pieces.ENDED):
            return meant_pieces.is_there(c, x, e, inner)
        if of_piece or inner.name not in _SUCCESS:
            why = f"{shown} is an error, nil if there is none: write {shown} == nil or {shown} != nil"
            if of_piece:
                why = "Next gives an error, which is io.EOF at the end: item, err := stream.Next(); if err == io.EOF { break }"
            c.error(
                e,
                f"it is not certain what the condition {shown} means: {c.words.operand(x)}",
                why,
                reason="not_a_condition",
            )
            x.mode = BAD
            return e
        op = "=="
    test = nodes.BinaryExpr(op, e, zero, e.end, pos=e.pos, end=e.end)
    y = Operand()
    expressions.expr(c, y, zero)
    operators.binary(c, x, y, test, e, zero, op)
    x.expr = test
    expressions.record(c, x, test)
    message = f"`{shown}` as a condition read as `{shown} {op} {expr_text(zero)}`"
    c.mend(message, e)
    made = nodes.ParenExpr(test, pos=e.pos, end=e.end)
    c.truths[made] = e, (message, e.pos)
    expressions.record(c, x, made)
    x.expr = made
    return made


def as_written(c: Checker, e: nodes.Expr) -> nodes.Expr:
    """Undoes `truth`: returns the condition as the program wrote it. In another round of the check it may have another type."""
    if e not in c.truths:
        return e
    written, mend = c.truths.pop(e)
    c.mends.pop(mend, None)
    return written


def _zero_of(t: Type) -> nodes.Expr | None:
    if isinstance(t, TypeParam) or t is UNTYPED_NIL or t is ANY:
        return None
    if isinstance(t.underlying, (Pointer, Signature, Chan, Interface)):
        return nodes.Ident("nil")
    if is_basic(t, STRING_KIND):
        return nodes.BasicLit("STRING", '""', b"")
    return nodes.BasicLit("INT", "0", 0) if is_basic(t, NUMERIC) else None


def choose(c: Checker, x: Operand, e: nodes.CallExpr, args: list[Operand]) -> bool:
    """Checks `cond ? a : b`, as a repair writes it. The result has the type that a and b share, or any. Returns False after a problem."""
    cond, a, b = args
    e.args[0] = truth(c, cond, e.args[0])
    if not all_basic(cond.typ, BOOLEAN) and not gradual.dynamic(c, cond):
        c.error(
            cond,
            "non-boolean condition in conditional expression",
            f"write {expr_text(cond.expr)} != nil",
            reason="not_a_condition",
        )
        return False
    if is_untyped(cond.typ):
        convert_untyped(c, cond, BOOL)
    typ = _common_type(c, a, b)
    for value in (a, b):
        assignments.assignment(c, value, typ, "conditional expression")
    x.mode, x.typ = VALUE, typ
    return a.mode is not BAD and b.mode is not BAD


def _common_type(c: Checker, a: Operand, b: Operand) -> Type:
    if is_untyped(a.typ) and is_untyped(b.typ):
        if a.typ is not UNTYPED_NIL and b.typ is not UNTYPED_NIL:
            if default_type(a.typ) is default_type(b.typ):
                return default_type(a.typ)
            if all_basic(a.typ, NUMERIC) and all_basic(b.typ, NUMERIC):
                return FLOAT64
        return ANY
    for value, other in ((a, b), (b, a)):
        if not is_untyped(value.typ) and assignable_to(c, other, value.typ)[0]:
            return value.typ
    return ANY


# --- loops ---------------------------------------------------------------------------------------------------------------


def each(c: Checker, s: nodes.RangeStmt, x: Operand) -> None:
    """Turns a loop of another language (see dsl/dialect/surface/loops.py) into a range loop, according to the type of the operand."""
    if x.mode is BAD:
        return  # another round of the check may find its type
    mode, s.each = s.each, ""
    base = x.typ.underlying
    if isinstance(base, Pointer) and isinstance(base.elem.underlying, Array):
        base = base.elem.underlying
    if gradual.dynamic(c, x):
        _each_dynamic(c, s, x, mode)
        return
    why = ""
    if (mode == "keys in" and isinstance(base, Map)) or (mode == "two in" and x.typ is SLICE_ANY):
        s.x = _call("__object" if mode == "keys in" else "__pairs", [s.x])
        expressions.expr(c, x, s.x)
    if isinstance(base, (Slice, Array)):
        if mode in ("in", "of"):
            _take_values(s)
        elif mode == "up to" or mode == "keys in":
            why = f"for elements write: for _, x := range {expr_text(s.x)}; for positions: for i := range {expr_text(s.x)}"
        elif mode in ("pairs", "two in") and isinstance(base.elem.underlying, (Slice, Array)):
            why = f"for index and element write: for i, x := range {expr_text(s.x)}; take a pair apart inside the loop"
    elif isinstance(base, Map) and mode in ("of", "counted"):
        why = f"write: for key, value := range {expr_text(s.x)}"
    elif isinstance(base, Map) and mode == "up to":
        why = f"write: for key := range {expr_text(s.x)}"
    elif is_basic(x.typ, STRING_KIND) and mode not in ("pairs", "two in"):
        why = f"for characters write: for _, r := range {expr_text(s.x)} {{ ch := string(r) ... }}"
    if why:
        c.error(
            s.x,
            f"it is not certain what this loop goes over: {expr_text(s.x)} is {c.words.operand(x)}",
            why,
            reason="uncertain_loop",
        )


def _take_values(s: nodes.RangeStmt) -> None:
    if s.key is not None and s.value is None:
        s.value, s.key = s.key, nodes.Ident("_", pos=s.key.pos, end=s.key.pos)


def _each_dynamic(c: Checker, s: nodes.RangeStmt, x: Operand, mode: str) -> None:
    if mode in ("in", "of", "counted"):
        s.x = _call("__each", [s.x])
        if mode != "counted":
            _take_values(s)
    elif mode == "up to":
        s.x = _call("int", [s.x])
    elif mode in ("keys in", "two in"):
        s.x = _call("__object" if mode == "keys in" else "__pairs", [s.x])
    else:
        return
    expressions.expr(c, x, s.x)


def _call(name: str, args: list[nodes.Expr]) -> nodes.CallExpr:
    pos, end = args[0].pos, args[-1].end
    return nodes.CallExpr(nodes.Ident(name, pos=pos, end=end), args, pos=pos, end=end)


# --- methods and properties ------------------------------------------------------------------------------------------------

_GROWING: Final = frozenset({"push", "append", "extend", "addall"})
_ORDERING: Final[dict[str, str]] = {"sort": "slices.Sort", "reverse": "slices.Reverse"}
_NAMES: Final = lexicon.NAMES | {"get", "decode", "length", "tofixed"}
_LENGTHS: Final = frozenset({"length", "len", "size", "Length"})


def receiver(c: Checker, e: nodes.CallExpr, wanted: frozenset[str]) -> tuple[nodes.SelectorExpr, Type] | None:
    """Returns the selector and the receiver's type if `e` calls a method with one of these names and the type has no such method."""
    fun = e.fun
    if (
        not c.repair
        or not c.gradual
        or not isinstance(fun, nodes.SelectorExpr)
        or letters_of(fun.sel.name) not in wanted
    ):
        return None
    if fun in c.probed or (e.ellipsis and wanted is not _GROWING):
        return None
    base = fun.x
    while isinstance(base, nodes.SelectorExpr):
        base = base.x
    if isinstance(base, nodes.Ident):
        found = c.lookup(base.name)
        if found is None or isinstance(found, (PkgName, TypeName)):
            return None
    c.probed.add(fun)  # a chain of calls would otherwise be checked again for each of its links
    x = Operand()
    before = len(c.problems)
    expressions.expr_or_type(c, x, fun.x)
    failed = any(problem.severity == "error" for problem in c.problems[before:])
    del c.problems[before:]
    if x.mode in (BAD, TYPEXPR, BUILTIN, NOVALUE) or failed:
        return None
    if x.typ is not ANY and lookup(x.typ, fun.sel.name, addressable=True).typ is not None:
        return None
    typ = default_type(x.typ) if is_untyped(x.typ) else x.typ
    return fun, typ


def method(c: Checker, e: nodes.CallExpr) -> None:
    """Reads a method call such as `name.upper()` or `xs.includes(x)` as a call of the Go function that does the same."""
    note_sequences(c, e)
    if isinstance(e.fun, nodes.Ident) and e.fun.name == "__choose" and e.args:
        e.args[0] = as_written(c, e.args[0])
    if isinstance(e.fun, nodes.Ident) and e.fun.name == "__choose_if" and len(e.args) == 3:  # a if cond else b
        a, cond, b = e.args
        foreign_values.as_texts(c, [a, b])
        e.fun.name, e.args = "__choose", [cond, a, b]
        return
    found = receiver(c, e, _NAMES)
    if found is None:
        return
    fun, typ = found
    if typ is ANY or typ in (MAP_STRING_ANY, SLICE_ANY):
        foreign_values.as_texts(c, e.args)
    name, shown = letters_of(fun.sel.name), expr_text(fun)
    under = typ.underlying
    kind = lexicon.kind_of(typ)
    text, list_, map_ = kind in ("text", "any"), kind == "list", kind == "map"
    function = lexicon.read_as(name, kind, len(e.args))
    if name == "tostring":
        function = "" if e.args or isinstance(typ, (Named, TypeParam)) else "__js"
    joins = (
        name == "join" and len(e.args) == 1 and (kind == "text" or isinstance(unparen(e.args[0]), nodes.CompositeLit))
    )
    if function and not joins:
        _call_function(c, e, fun, function)
        return
    if name == "length" and not e.args and (text or list_):
        part = nodes.SelectorExpr(_call("any", [fun.x]), fun.sel, pos=fun.pos, end=fun.end)
        e.fun, e.args = nodes.Ident("int", pos=fun.pos, end=fun.end), [part]
        c.mend(f"{shown}() read as the length", fun)
    elif name == "decode" and (typ is SLICE_BYTE or is_basic(typ, STRING_KIND)) and len(e.args) < 2:  # of bytes
        e.fun, e.args = nodes.Ident("string", pos=fun.pos, end=fun.end), [fun.x]
        c.mend(f"{shown}(...) read as {expr_text(e)}", fun)
    elif joins:  # ",".join(xs)
        rewrite(e, "strings.Join", [e.args[0], fun.x])
        c.mend(f"{shown}(...) read as {_shown(e)}", fun)
    elif name == "get" and len(e.args) == 1 and (typ is ANY or (isinstance(under, Map) and under.elem is ANY)):
        shown, entry = expr_text(e), nodes.IndexExpr(fun.x, [e.args[0]], pos=e.pos, end=e.end)
        e.fun, e.args = nodes.Ident("any", pos=fun.pos, end=fun.end), [entry]
        c.mend(f"{shown} read as {expr_text(entry)}", fun)
    elif name == "get" and len(e.args) == 2 and (typ is ANY or map_):
        shown = expr_text(e)
        e.fun, e.args = nodes.Ident("__get", pos=fun.pos, end=fun.end), [fun.x, *e.args]
        c.mend(
            f"{shown} read as {expr_text(fun.x)}[{expr_text(e.args[1])}] if that is there, else {expr_text(e.args[2])}",
            fun,
        )
    elif name == "tofixed":
        _to_fixed(c, e, fun, typ)


def _call_function(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr, function: str) -> None:
    """Turns the call of a method into a call of the function that the lexicon names."""
    shown, given = expr_text(fun), [fun.x, *e.args]
    if function == "strings.ReplaceAll":
        given[2] = _call("__plain", [given[2]])
    if function == "__lines":
        rewrite(e, function, given)
        c.mend(f"{shown}() read as the list of its lines", fun)
        return
    if function.isalpha() and function != "len":  # Go has no such method, or one that differs
        given.insert(0, nodes.BasicLit("STRING", f'"{function}"', function.encode(), pos=fun.pos, end=fun.pos))
        function = "__of_text"
    empty = function == "strings.Fields" and letters_of(fun.sel.name) == "split"
    rewrite(e, function, given)
    c.mend(f"{shown}({'' if empty else '...'}) read as {_shown(e)}", fun)


_MEANT: Final = {"__js": "the text of it", "__locale": "an order of texts in which letters go before their case"}


def _shown(e: nodes.CallExpr) -> str:
    if isinstance(e.fun, nodes.Ident) and e.fun.name == "__contains":
        return "a test for a key, an element or a part"
    if isinstance(e.fun, nodes.Ident) and e.fun.name in ("__of_text", "__locale", "__js"):
        return _MEANT.get(e.fun.name) or f"the text in the way of {expr_text(e.args[0])}"
    return expr_text(e)


def _to_fixed(c: Checker, e: nodes.CallExpr, fun: nodes.SelectorExpr, typ: Type) -> None:
    digits = e.args[0] if len(e.args) == 1 else None
    if not isinstance(digits, nodes.BasicLit) or digits.kind != "INT" or not 0 <= digits.value <= 20:
        return
    if typ is not ANY and not all_basic(typ, NUMERIC):
        return
    shown = expr_text(fun)
    rewrite(e, "__fixed", [_call("float64", [fun.x]), digits])
    c.mend(f"{shown}({digits.raw}) read as the number with {digits.raw} digits behind the point", fun)


def grow(c: Checker, s: nodes.Stmt) -> nodes.Stmt:
    """Reads the statement `xs.push(x)` as xs = append(xs, x). Returns the statement to check."""
    call = unparen(s.x) if isinstance(s, nodes.ExprStmt) else None
    if not isinstance(call, nodes.CallExpr):
        return s
    if not call.args:
        _order(c, call)
        return s
    found = receiver(c, call, _GROWING)
    if found is None:
        return s
    fun, typ = found
    if typ is ANY or (isinstance(typ.underlying, Slice) and typ.underlying.elem is ANY):
        foreign_values.as_texts(c, call.args)
    spread = letters_of(fun.sel.name) in ("extend", "addall") or call.ellipsis
    if spread and len(call.args) != 1:
        return s
    if (typ is not ANY and not isinstance(typ.underlying, Slice)) or not isinstance(
        fun.x, (nodes.Ident, nodes.IndexExpr, nodes.SelectorExpr)
    ):
        return s
    shown = expr_text(fun.x)
    c.mend(f"{shown}.{fun.sel.name}(...) read as {shown} = append({shown}, ...)", fun)
    grown = _call("append", [fun.x, *call.args])
    grown.ellipsis = spread
    return nodes.AssignStmt([fun.x], "=", [grown], pos=s.pos, end=s.end)


def _order(c: Checker, call: nodes.CallExpr) -> None:
    """Reads the statements `names.sort()` and `names.reverse()` as calls of package slices; a list of type any is sorted at run time."""
    found = receiver(c, call, frozenset(_ORDERING))
    if found is None:
        return
    fun, typ = found
    name, under = letters_of(fun.sel.name), typ.underlying
    if name == "sort" and (typ is ANY or (isinstance(under, Slice) and under.elem is ANY)):
        place = {"pos": fun.pos, "end": fun.end}
        other = foreign_values.again(fun.x)
        if other is not None:
            c.mend(f"{expr_text(fun)}() read as the list, sorted in place", fun)
            call.fun, call.args = nodes.Ident("__sort", **place), [fun.x, other, nodes.Ident("false", **place)]
        return
    if not isinstance(under, Slice) or not (name == "reverse" or all_basic(under.elem, ORDERED)):
        return
    rewrite(call, _ORDERING[name], [fun.x])
    c.mend(f"{expr_text(fun)}() read as {expr_text(call)}", fun)


def spelled_method(c: Checker, x: Operand, e: nodes.SelectorExpr) -> bool:
    """Reads `stream.next` as stream.Next if exactly one method of the library type has that name but for case and underscores."""
    base = x.typ.elem if isinstance(x.typ, Pointer) else x.typ
    if not c.repair or not c.gradual or not isinstance(base, Named) or base.package in ("", "regexp"):
        return False
    wanted = letters_of(e.sel.name).removeprefix("to")
    same = [name for name in method_names(base) if letters_of(name) == wanted and name[:1].isupper()]
    if len(same) != 1 or same[0] == e.sel.name:
        return False
    c.mend(f"{expr_text(e)} read as {expr_text(e.x)}.{same[0]}", e.sel)
    e.sel.name = same[0]
    return True


def length(c: Checker, x: Operand, e: nodes.SelectorExpr) -> bool:
    """Reads `xs.length` as len(xs), `err.message` as err.Error() and `m.key` as m["key"]; the run time evaluates them. Returns whether it did."""
    under = x.typ.underlying
    if not c.repair or not c.gradual or x.mode is TYPEXPR:
        return False
    if x.typ is MAP_STRING_ANY and not is_method(e.sel.name):
        c.mend(f'{expr_text(e)} read as {expr_text(e.x)}["{e.sel.name}"]', e.sel)
        e.x = _call("any", [e.x])
        expressions.expr(c, x, e)
        return True
    if x.typ is ERROR and e.sel.name == "message":
        c.mend(f"{expr_text(e)} read as {expr_text(e.x)}.Error()", e.sel)
        e.x = _call("any", [e.x])
        expressions.expr(c, x, e)
        return True
    if e.sel.name not in _LENGTHS:
        return False
    if not isinstance(under, (Slice, Array)) and not is_basic(x.typ, STRING_KIND):
        return False
    c.mend(f"{expr_text(e)} read as len({expr_text(e.x)})", e.sel)
    e.x = _call("any", [e.x])
    expressions.expr(c, x, e)
    return True


# --- declarations ------------------------------------------------------------------------------------------------------------


def variables(c: Checker, s: nodes.DeclStmt) -> nodes.Stmt:
    """Turns `const x = f()`, whose value is not a constant, into a variable declaration."""
    if not c.loose_consts or s.decl.tok != "const" or len(s.decl.specs) != 1:
        return s
    spec = s.decl.specs[0]
    if not isinstance(spec, nodes.ConstSpec) or not spec.values or all(_is_plain(v) for v in spec.values):
        return s
    c.mend(f"const {', '.join([n.name for n in spec.names])} is no constant of Go: read as a variable", s)
    if spec.type is None:
        left: list[nodes.Expr] = [*spec.names]
        return nodes.AssignStmt(left, ":=", spec.values, pos=s.pos, end=s.end)
    made = nodes.VarSpec(spec.names, spec.type, spec.values, pos=spec.pos, end=spec.end)
    return nodes.DeclStmt(nodes.GenDecl("var", [made], pos=s.pos, end=s.end), pos=s.pos, end=s.end)


def _is_plain(e: nodes.Expr) -> bool:
    e = unparen(e)
    if isinstance(e, nodes.UnaryExpr):
        return _is_plain(e.x)
    return isinstance(e, nodes.BasicLit)
