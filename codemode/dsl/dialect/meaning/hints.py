"""Hints: what to write instead. A hint guesses what the program meant; it never decides whether something is a problem."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from codemode.dsl.dialect.meaning import conversions, times, tools
from codemode.dsl.dialect.meaning.similar import LONGEST, SEARCHED, closest, visible_names
from codemode.dsl.foreign_names import FOREIGN, HELPERS, hint_for, method_hint
from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text, unparen
from codemode.types.lookup import implements, lookup, method_names
from codemode.types.model import (
    BOOL,
    ERROR,
    FLOAT64,
    INT,
    INT32,
    INVALID,
    UINT8,
    UNTYPED_STRING,
    Array,
    Interface,
    Map,
    Named,
    Pointer,
    Signature,
    Slice,
    Struct,
    Type,
    TypeParam,
)
from codemode.types.objects import Package, TypeName, Var
from codemode.types.operand import CONST, NILVALUE, Operand
from codemode.types.predicates import (
    BOOLEAN,
    FLOAT,
    INTEGER,
    NUMERIC,
    REAL,
    STRING_KIND,
    all_basic,
    default_type,
    is_basic,
    is_interface,
    receiver_kind,
)


def for_name(c: Checker, name: str) -> str:
    found = _for_name(c, name) or (tools.similar(c, name) if len(c.problems) < SEARCHED else "")
    if not found and c.tools is not None and c.tools.absent_owner(name) is not None:
        return "if this is a tool: not all tools are known now, because a source did not answer; codemode.CallTool(...) says why"
    return found


def _for_name(c: Checker, name: str) -> str:
    if name in FOREIGN:
        return f"in Go that is {FOREIGN[name]}"
    package = c.importer.by_name(name) if c.importer is not None else None
    if package is not None:
        return f"{name} is a package: write {name}. and the name of a function in it"
    if len(c.problems) > SEARCHED:
        return ""
    close = closest(c, name, visible_names(c))
    if close is not None:
        return f"did you mean {close}?"
    for package in ("strings", "math", "strconv", "fmt", "sort", "slices", "maps", "codemode", "time"):
        found = c.importer.by_name(package) if c.importer is not None else None
        if found is not None and name in found.member_names():
            return f"did you mean {package}.{name}?"
    if c.tools is None or len(c.problems) > SEARCHED or len(name) > LONGEST:
        return ""
    dashed = [tool for tool in c.tools.suggest(name) if tool.startswith(f"{name}-")]
    if not dashed:
        return ""
    return f'a name in Go cannot contain a dash: codemode.CallTool("{dashed[0]}", map[string]any{{...}})'


def for_type_name(c: Checker, name: str) -> str:
    """Returns a hint for an undefined name in the place of a type, as in `func(i, j)`."""
    if name in FOREIGN:
        return f"in Go that is {FOREIGN[name]}"
    types = [n for n in visible_names(c) if isinstance(c.lookup(n), TypeName)]
    close = closest(c, name, types)
    if close is not None:
        return f"did you mean {close}?"
    if name[:1].isupper():
        return f"declare it, type {name} struct {{ ... }}, or use any for the result of a tool"
    return f"declare the type; a parameter has a name and a type: func({name} int)"


def for_member(c: Checker, package: Package, name: str) -> str:
    advice = package.advice(name)
    if advice:
        return advice
    names = package.member_names()
    lower = name.lower()
    if lower in HELPERS and closest(c, name, names) is None:
        return HELPERS[lower]
    close = closest(c, name, names)
    if close is not None:
        return f"did you mean {package.name}.{close}?"
    if lower in HELPERS:
        return HELPERS[lower]
    shown = ", ".join(sorted(names)[:12])
    return f"{package.name} has {shown}{', ...' if len(names) > 12 else ''}" if names else ""


def for_selector(c: Checker, x: Operand, name: str) -> str:
    base = x.typ.elem if isinstance(x.typ, Pointer) else x.typ
    under = base.underlying
    text = expr_text(x.expr)
    if isinstance(under, Map) and is_basic(under.key, STRING_KIND):
        way = hint_for(name, "map", text)
        entry = f'{text} is a map: write {text}["{name}"]'
        return f"{entry} for an entry; the method of other languages is {way}" if way else entry
    if receiver_kind(base) == "pattern" and (way := hint_for(name, "pattern", text)):
        return f"write {way}"
    names = method_names(base) if isinstance(base, Named) else []
    if isinstance(under, Struct):
        names += list(under.index)
    elif isinstance(under, Interface):
        names += list(under.methods)
    if isinstance(base, Named) and base.package:
        names = [n for n in names if n[:1].isupper()]
    close = closest(c, name, names)
    if close is not None:
        return f"did you mean {text}.{close}?"
    if isinstance(under, (Slice, Array)) or is_basic(under, STRING_KIND):
        return method_hint(name, receiver_kind(base), text)
    if base is ERROR:
        way = method_hint(name, "text", f"{text}.Error()")
        return way if way and name not in ("String", "toString") else f"write {text}.Error()"
    return f"{c.words.type(base)} has {', '.join(names[:12])}" if names else ""


def for_field(c: Checker, struct: Struct, name: str) -> str:
    close = closest(c, name, list(struct.index))
    if close is not None:
        return f"did you mean {close}?"
    return f"the fields are {', '.join(struct.index)}" if struct.index else ""


def for_field_key(key: nodes.Expr) -> str:
    if isinstance(key, nodes.BasicLit) and key.kind == "STRING":
        return f"struct fields are written without quotes: {key.raw[1:-1]}: value"
    return ""


def for_map_key(key: nodes.Expr) -> str:
    return f'write "{key.name}" for a string key' if isinstance(key, nodes.Ident) else ""


# --- types that do not fit ---------------------------------------------------------------------------------------------


def convert(c: Checker, text: str, have: Type, want: Type) -> str:
    """Returns Go that converts `text` from type `have` to type `want`; "" if there is no simple conversion."""
    if is_basic(want, STRING_KIND):
        if times.is_duration(have):
            return f"{text}.String()"
        if is_basic(have, INTEGER):
            return f"strconv.Itoa({text})" if have is INT else f"strconv.FormatInt(int64({text}), 10)"
        if is_basic(have, FLOAT) or is_basic(have, BOOLEAN):
            return f"fmt.Sprint({text})"
        if have is ERROR:
            return f"{text}.Error()"
    if is_basic(want, REAL) and is_basic(have, REAL):
        return f"{c.words.type(want)}({text})"
    if is_basic(have, STRING_KIND):
        if want is INT:
            return f"strconv.Atoi({text})"
        if want is FLOAT64:
            return f"strconv.ParseFloat({text}, 64)"
        if want is BOOL:
            return f'{text} != ""'
        if want is ERROR:
            return f"errors.New({text})"
        if is_basic(want, STRING_KIND):
            return f"{c.words.type(want)}({text})"
    if isinstance(want, Pointer) and want.elem is have:
        return f"&{text}"
    if isinstance(have, Pointer) and have.elem is want:
        return f"*{text}"
    if (
        is_interface(have)
        and not isinstance(want, TypeParam)
        and (is_interface(want) or implements(want, have) is None)
    ):
        return f"{text}.({c.words.type(want)})"
    return ""


def for_assignment(c: Checker, x: Operand, want: Type) -> str:
    text = x.label or expr_text(x.expr)
    if times.is_duration(want) and all_basic(x.typ, NUMERIC):
        return f"a time.Duration needs a unit: {_in_units(x, text)}"
    if x.mode is NILVALUE:
        zero = _zero(want)
        return f"{_a(c, want)} cannot be nil; its zero value is {zero}" if zero else ""
    if x.mode is CONST and x.typ is UNTYPED_STRING:
        raw = x.val.decode("utf-8", "replace") if x.val is not None else ""
        if is_basic(want, REAL) and raw.replace(".", "", 1).removeprefix("-").isdigit():
            return f"leave out the quotes: {raw}"
        return "" if want is not ERROR else f"write errors.New({text})"
    if want is FLOAT64 and x.typ is INT and conversions.divides(c, x.expr):
        return for_quotient(x.expr)
    made = convert(c, text, x.typ, want)
    if made:
        return f"write {made}"
    if isinstance(x.typ, Signature) and not isinstance(want, Signature) and want in x.typ.results:
        return f"call it: {text}()"
    if isinstance(x.typ.underlying, Slice) and isinstance(want.underlying, Slice):
        return "build it in a loop: the element types differ"
    return ""


def _in_units(x: Operand, text: str) -> str:
    if x.mode is CONST:
        return f"{text}*time.Second"
    is_float = is_basic(x.typ, FLOAT)
    return f"time.Duration({text} * float64(time.Second))" if is_float else f"time.Duration({text}) * time.Second"


def for_quotient(e: nodes.Expr) -> str:
    """Returns a hint for a quotient of integers where a float64 is expected: float64(a / b) would lose the fraction."""
    inner = unparen(e)
    if isinstance(inner, nodes.BinaryExpr) and inner.op == "/":
        shown = f"float64({expr_text(inner.x)}) / float64({expr_text(inner.y)})"
        return f"dividing integers drops the fraction: write {shown}"
    return "dividing integers drops the fraction: divide float64 values, float64(a) / float64(b)"


def _a(c: Checker, t: Type) -> str:
    text = c.words.type(t)
    return f"{'an' if text[0] in 'aeiou' else 'a'} {text}"


def _zero(t: Type) -> str:
    if is_basic(t, STRING_KIND):
        return '""'
    if is_basic(t, REAL):
        return "0"
    if isinstance(t, Named) and isinstance(t.underlying, Struct) and not t.package:
        return f"{t.name}{{}}"
    return "false" if is_basic(t, BOOLEAN) else ""


def for_mismatch(c: Checker, x: Operand, y: Operand, op: str) -> str:
    """Returns a hint for two operands of different types."""
    tx, ty = x.typ, y.typ
    ex, ey = expr_text(x.expr), expr_text(y.expr)
    for side in (x, y):
        if op in ("&&", "||") and isinstance(side.typ.underlying, (Slice, Map)):
            return f"write a condition, such as {_truth(side)}"
    if op in ("<", "<=", ">", ">=") and _compares(x.expr):
        left = cast(nodes.BinaryExpr, unparen(x.expr))
        return f"Go has no a < b < c: write {expr_text(left)} && {expr_text(left.y)} {op} {ey}"
    if op == "||":
        return f"|| takes only conditions; for a default value write: v := {ex}; if v == nil {{ v = {ey} }}"
    if op == "&&":
        return "&& takes only conditions; to choose a value write if cond { v = a } else { v = b }"
    if is_basic(tx, REAL) and is_basic(ty, REAL):
        if is_basic(tx, FLOAT) != is_basic(ty, FLOAT):
            whole = x.expr if is_basic(tx, INTEGER) else y.expr
            if conversions.divides(c, whole):
                return for_quotient(whole)
            side, wanted = (ex, ty) if is_basic(tx, INTEGER) else (ey, tx)
            return f"write {c.words.type(wanted)}({side})"
        return f"write {c.words.type(tx)}({ey})"
    if op == "+" and (is_basic(tx, STRING_KIND) or is_basic(ty, STRING_KIND)):
        side, typ = (ey, ty) if is_basic(tx, STRING_KIND) else (ex, tx)
        if typ.underlying in (INT32, UINT8):
            return f"for the character write string({side}), for its number fmt.Sprint({side})"
        text = ex if side == ey else ey
        return f"as text: write fmt.Sprint({side}); as numbers: strconv.ParseFloat({text}, 64) first"
    if op == "*" and is_basic(tx, STRING_KIND) and is_basic(ty, INTEGER):
        return f"write strings.Repeat({ex}, {ey})"
    if x.mode is NILVALUE or y.mode is NILVALUE:
        other = ty if x.mode is NILVALUE else tx
        zero = _zero(other)
        return f"{_a(c, other)} is never nil; compare with {zero}" if zero else ""
    made = convert(c, ey, ty, tx)
    return f"write {made}" if made else ""


def _compares(e: nodes.Expr) -> bool:
    inner = unparen(e)
    return isinstance(inner, nodes.BinaryExpr) and inner.op in ("<", "<=", ">", ">=")


def for_operator(c: Checker, op: str, x: Operand) -> str:
    if op in "+-" and c.words.type(x.typ) == "time.Time":
        return "t.Add(d) adds a duration to a time; t.Sub(u) is the duration between two times, in days: t.Sub(u).Hours() / 24"
    if op == "%" and is_basic(x.typ, FLOAT):
        return "use math.Mod for floating-point numbers, or convert to int"
    if op == "+" and isinstance(x.typ.underlying, (Slice, Map)):
        return "use append to join slices" if isinstance(x.typ.underlying, Slice) else "use maps.Copy"
    if op in ("&&", "||"):
        return f"write a condition, such as {_truth(x)}"
    return ""


def _truth(x: Operand) -> str:
    text = expr_text(x.expr)
    if is_basic(x.typ, STRING_KIND):
        return f'{text} != ""'
    if is_basic(x.typ, REAL):
        return f"{text} != 0"
    if isinstance(x.typ.underlying, (Slice, Map)):
        return f"len({text}) > 0"
    return f"{text} != nil"


def for_unary(c: Checker, op: str, x: Operand) -> str:
    if op != "!":
        return ""
    negated = _truth(x).replace("!=", "==").replace("> 0", "== 0")
    return f"write {negated}"


def for_condition(c: Checker, x: Operand) -> str:
    return f"write {_truth(x)}"


def for_constraint(why: str) -> str:
    """Returns a hint for a type argument that does not satisfy its constraint. Lists from tools have type []any."""
    if why.startswith("any does not satisfy cmp.Ordered"):
        return (
            "values of type any cannot be ordered: name their types, cmp.Compare(x.(float64), y.(float64)); "
            "for a list, var xs []string = list (or []float64), and sort xs; "
            "or sort.Slice(list, func(i, j int) bool { return list[i].(string) < list[j].(string) })"
        )
    return ""


def for_star(c: Checker, x: Operand) -> str:
    if all_basic(x.typ, NUMERIC):
        return f"Go has no ** operator: for a power write math.Pow(x, {expr_text(x.expr)}), a float64"
    return ""


def for_address(e: nodes.Expr) -> str:
    if isinstance(e, nodes.CallExpr):
        return "assign the result to a variable first"
    return "map elements have no address; copy the value to a variable" if isinstance(e, nodes.IndexExpr) else ""


def for_results(call: nodes.CallExpr, left: int, right: int) -> str:
    if right > left:
        names = ", ".join(["v"] * left + (["_"] * (right - left) if right - left > 1 else ["err"]))
        return f"assign all of them: {names} := {expr_text(call)}"
    if left == 3 and right == 2:
        return f"it returns a value and an error: v, err := {expr_text(call)}"
    return for_parts(left) if right == 1 else ""


def for_parts(left: int) -> str:
    """Returns a hint for `a, b := xs`."""
    names = ", ".join([f"x{i}" for i in range(left)][:4])
    parts = ", ".join([f"xs[{i}]" for i in range(left)][:4])
    return f"take the elements of a list by position: xs := ...; {names} := {parts}"


def for_return(c: Checker, values: list[Operand]) -> str:
    """Returns a hint for a function that returns a value but declares no result."""
    if any(v.typ is INVALID for v in values):
        return ""
    types = [c.words.type(default_type(v.typ)) for v in values]
    results = types[0] if len(types) == 1 else f"({', '.join(types)})"
    fn = c.env.fn
    if fn is None or fn.outer is None:
        return f"declare the result: func name(...) {results} {{ ... }}"
    way = f"declare the result: func(...) {results} {{ ... }}"
    if values[-1].typ is ERROR:
        return f"{way}; a goroutine has no results: set an outer variable, such as errs[i] = err, and return"
    return way


def for_call(c: Checker, x: Operand) -> str:
    if isinstance(x.typ.underlying, (Map, Slice, Array)):
        return f"use brackets to index: {expr_text(x.expr)}[...]"
    return ""


def for_range(c: Checker, x: Operand) -> str:
    base = x.typ.elem if isinstance(x.typ, Pointer) else x.typ
    under = base.underlying
    if isinstance(base, Named) and base.package and lookup(x.typ, "All").kind == "method":
        return f"it gives one value in each turn: for value := range {expr_text(x.expr)}"
    if isinstance(under, Struct):
        slices = [f.name for f in under.fields if isinstance(f.type.underlying, (Slice, Map))]
        return f"range over a field, such as {expr_text(x.expr)}.{slices[0]}" if slices else ""
    if is_basic(under, FLOAT):
        return f"write range int({expr_text(x.expr)})"
    if isinstance(x.typ, Pointer):
        return f"write range *{expr_text(x.expr)}"
    return ""


def for_index(c: Checker, x: Operand, e: nodes.IndexExpr) -> str:
    base = x.typ.elem if isinstance(x.typ, Pointer) else x.typ
    key = unparen(e.indices[0])
    if isinstance(base.underlying, Struct) and isinstance(key, nodes.BasicLit) and key.kind == "STRING":
        name = key.value.decode("utf-8", "replace")
        close = closest(c, name, list(base.underlying.index))
        return f"it is a struct: write {expr_text(x.expr)}.{close or name}"
    if isinstance(x.typ, Pointer) and isinstance(base.underlying, (Slice, Map)):
        return f"write (*{expr_text(x.expr)})[{expr_text(key)}]"
    if isinstance(x.typ, Signature):
        return f"call it first: {expr_text(x.expr)}()"
    return ""


def for_index_type(c: Checker, x: Operand) -> str:
    if is_basic(x.typ, FLOAT):
        return f"write int({expr_text(x.expr)})"
    if is_basic(x.typ, STRING_KIND):
        return "a slice is indexed by position; only maps have string keys"
    return ""


def for_length(c: Checker, x: Operand, name: str) -> str:
    if isinstance(x.typ, Pointer):
        return f"write {name}(*{expr_text(x.expr)})"
    if is_basic(x.typ, REAL):
        return f"for the digits of a number write {name}(fmt.Sprint({expr_text(x.expr)}))"
    return ""


def for_append(c: Checker, x: Operand) -> str:
    if isinstance(x.typ.underlying, Map):
        return f"store in a map with {expr_text(x.expr)}[key] = value"
    if is_basic(x.typ, STRING_KIND):
        return "join strings with +"
    return ""


def for_delete(c: Checker, x: Operand) -> str:
    if isinstance(x.typ.underlying, Slice):
        text = expr_text(x.expr)
        return f"to remove element i of a slice write {text} = append({text}[:i], {text}[i+1:]...)"
    return ""


def for_extreme(c: Checker, x: Operand, name: str) -> str:
    if isinstance(x.typ.underlying, Slice):
        return f"for a slice use slices.{name.capitalize()}({expr_text(x.expr)})"
    return ""


def for_conversion(c: Checker, x: Operand, want: Type) -> str:
    made = convert(c, expr_text(x.expr), x.typ, want)
    if made and not made.startswith(f"{c.words.type(want)}("):
        return f"write {made}"
    if is_basic(want, STRING_KIND) and isinstance(x.typ.underlying, (Map, Slice, Struct)):
        return f"use fmt.Sprint({expr_text(x.expr)}), or json.Marshal"
    return ""


def for_unused(e: nodes.Expr) -> str:
    inner = unparen(e)
    if isinstance(inner, nodes.BinaryExpr) and inner.op == "==":
        return f"to assign, write {expr_text(inner.x)} = {expr_text(inner.y)}"
    if isinstance(inner, nodes.CallExpr) and isinstance(inner.fun, nodes.Ident) and inner.fun.name == "append":
        target = expr_text(inner.args[0]) if inner.args else "s"
        return f"write {target} = {expr_text(inner)}"
    return ""


def for_unused_variable(c: Checker, var: Var) -> str:
    if var in c.shadows:
        return f"this {var.name} is a new variable that hides the outer {var.name}; to set the outer one, write = instead of :="
    if var.typ is ERROR:
        kinds = [ERROR] if c.env.top or c.env.sig is None else c.env.sig.results
        told = f"return {'..., ' * (len(kinds) > 1)}{var.name}" if ERROR in kinds else f"panic({var.name})"
        return f"look at it before you use the result: if {var.name} != nil {{ {told} }}"
    return f"use it, or assign to _ instead of {var.name}"


def for_parameter(c: Checker, key: str, known: list[str], called: str = "parameters") -> str:
    """Returns a hint for a parameter that a tool does not have, or for a field of one."""
    close = closest(c, key, known)
    if close is not None:
        return f'did you mean "{close}"?'
    return f"its {called} are {', '.join(known[:50])}" if known else "it takes no parameters"


_BY_KIND: Final[dict[str, Callable[..., str]]] = {
    name.removeprefix("for_"): made for name, made in list(globals().items()) if name.startswith("for_")
}


def hint(kind: str, *facts: Any) -> str:
    """Returns what to write instead, for a problem of that kind."""
    return _BY_KIND[kind](*facts)
