"""Types, expressions and operands as the Go compiler writes them in its messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, cast
from weakref import WeakKeyDictionary

from codemode.dsl import nodes
from codemode.types import constant
from codemode.types.model import (
    ANY,
    COMPARABLE,
    ERROR,
    INT32,
    INVALID,
    UINT8,
    UNTYPED_NIL,
    Array,
    Basic,
    Chan,
    Interface,
    Map,
    Named,
    Pointer,
    Signature,
    Slice,
    Struct,
    Tuple,
    Type,
    TypeParam,
    Union,
)
from codemode.types.operand import BAD, BUILTIN, CONST, MODE_TEXT, NILVALUE, NOVALUE, TYPEXPR, Operand
from codemode.types.predicates import NUMERIC, composite_kind, is_basic, is_generic, is_untyped
from codemode.types.typeset import constraint_of, type_set
from codemode.types.universe import UNIVERSE

# --- expressions ---------------------------------------------------------------------------------------------------


def expr_text(e: nodes.Node | None) -> str:
    """An expression on one line; bodies of literals are left out."""
    return _EXPRESSIONS[e.__class__](e) if e is not None else ""


def exprs_text(exprs: Iterable[nodes.Expr]) -> str:
    return ", ".join([expr_text(e) for e in exprs])


def unparen(e: Any) -> Any:
    while e.__class__ is nodes.ParenExpr:
        e = e.x
    return e


def _binary(e: nodes.BinaryExpr) -> str:
    parts: list[str] = []
    left: nodes.Expr = e
    while isinstance(left, nodes.BinaryExpr):
        parts.append(f" {left.op} {expr_text(left.y)}")
        left = left.x
    return expr_text(left) + "".join(reversed(parts))


def _slice(e: nodes.SliceExpr) -> str:
    last = f":{expr_text(e.max)}" if e.max is not None else ""
    return f"{expr_text(e.x)}[{expr_text(e.lo)}:{expr_text(e.hi)}{last}]"


def _composite(e: nodes.CompositeLit) -> str:
    return f"{expr_text(e.type)}{{{'…' if e.elts else ''}}}"


def _field(f: nodes.Field) -> str:
    names = ", ".join([n.name for n in f.names])
    text = expr_text(f.type)
    return f"{names} {text}" if names and not f.embedded else text


def _signature(e: nodes.FuncType) -> str:
    type_params = f"[{', '.join([_field(f) for f in e.type_params])}]" if e.type_params else ""
    text = f"{type_params}({', '.join([_field(f) for f in e.params])})"
    if len(e.results) == 1 and not e.results[0].names:
        return f"{text} {_field(e.results[0])}"
    return f"{text} ({', '.join([_field(f) for f in e.results])})" if e.results else text


def _method(f: nodes.Field) -> str:
    if f.names and isinstance(f.type, nodes.FuncType):
        return f.names[0].name + _signature(f.type)
    return expr_text(f.type)


def _array(e: nodes.ArrayType) -> str:
    return f"[{expr_text(e.len)}]{expr_text(e.elem)}"


_CHAN = {"both": "chan ", "recv": "<-chan ", "send": "chan<- "}


def _chan(e: nodes.ChanType) -> str:
    elem = expr_text(e.elem)
    if e.dir == "both" and isinstance(e.elem, nodes.ChanType) and e.elem.dir == "recv":
        elem = f"({elem})"
    return _CHAN[e.dir] + elem


_EXPRESSIONS: dict[type[nodes.Node], Callable[[Any], str]] = {
    nodes.Ident: lambda e: e.name,
    nodes.BasicLit: lambda e: e.raw,
    nodes.CompositeLit: _composite,
    nodes.FuncLit: lambda e: f"{expr_text(e.type)} {{{'…' if e.body.stmts else ''}}}",
    nodes.ParenExpr: lambda e: f"({expr_text(e.x)})",
    nodes.SelectorExpr: lambda e: f"{expr_text(e.x)}.{e.sel.name}",
    nodes.IndexExpr: lambda e: f"{expr_text(e.x)}[{exprs_text(e.indices)}]",
    nodes.SliceExpr: _slice,
    nodes.TypeAssertExpr: lambda e: f"{expr_text(e.x)}.({expr_text(e.type) if e.type else 'type'})",
    nodes.CallExpr: lambda e: f"{expr_text(e.fun)}({exprs_text(e.args)}{'...' if e.ellipsis else ''})",
    nodes.StarExpr: lambda e: f"*{expr_text(e.x)}",
    nodes.UnaryExpr: lambda e: e.op + expr_text(e.x),
    nodes.BinaryExpr: _binary,
    nodes.KeyValueExpr: lambda e: f"{expr_text(e.key)}: {expr_text(e.value)}",
    nodes.ArrayType: _array,
    nodes.StructType: lambda e: f"struct{{{'; '.join([_field(f) for f in e.fields])}}}",
    nodes.FuncType: lambda e: "func" + _signature(e),
    nodes.InterfaceType: lambda e: f"interface{{{'; '.join([_method(f) for f in e.elems])}}}",
    nodes.MapType: lambda e: f"map[{expr_text(e.key)}]{expr_text(e.value)}",
    nodes.ChanType: _chan,
    nodes.Ellipsis: lambda e: f"...{expr_text(e.elem)}",
}


def measure(count: int, unit: str) -> str:
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


# --- types and operands --------------------------------------------------------------------------------------------


# Packages whose name others of Go's own packages have too; the compiler quotes their paths.
_QUALIFIERS: Final = {"json": '"encoding/json"', "strconv": '"strconv"', "sync": '"sync"'}


# Parameter names of function types in library declarations.
LIBRARY_NAMES: WeakKeyDictionary[Signature, tuple[str, ...]] = WeakKeyDictionary()


class Words:
    """Writes types and operands. Remembers how the program spells what has two names, and the names of its parameters."""

    __slots__ = ("main", "place", "seen", "signatures", "unnamed")

    def __init__(self, place: Callable[[int], str]) -> None:
        self.place = place
        self.main = ""
        self.seen: set[str] = set()  # which of byte, uint8, rune, int32, any, interface{} the program writes
        self.signatures: dict[Signature, nodes.FuncType | tuple[str, ...]] = {}
        self.unnamed: set[Signature] = set()  # signatures that the program also writes without names

    @property
    def spells_out_any(self) -> bool:
        return "interface{}" in self.seen and "any" not in self.seen

    def type(self, t: Type | None) -> str:
        if t is None:
            return "nil"
        return _TYPES[t.__class__](self, t)

    def types(self, types: Iterable[Type]) -> str:
        return ", ".join([self.type(t) for t in types])

    def basic(self, t: Basic) -> str:
        if t is UINT8:
            return "uint8" if "uint8" in self.seen and "byte" not in self.seen else "byte"
        if t is INT32:
            return "int32" if "int32" in self.seen else "rune"
        return t.name

    def term(self, t: Type) -> str:
        """A type in a union, where the two names of byte and rune are told apart by what unions are made for: widths."""
        if isinstance(t, Basic) and not self.seen & {"byte", "rune"}:
            return t.name
        return self.qualified(t)

    def qualified(self, t: Type) -> str:
        """With the program's own types as main.T, as the compiler writes terms of unions."""
        self.main = "main."
        text = self.type(t)
        self.main = ""
        return text

    def named(self, t: Named) -> str:
        if t.package:
            name = f"{_QUALIFIERS.get(t.package, t.package)}.{t.name}"
        else:
            name = t.name if t is ERROR or t is COMPARABLE else self.main + t.name
        if t.type_args:
            return f"{name}[{','.join([self.type(a) for a in t.type_args])}]"
        if t.type_params:
            return f"{name}[{self.params(t.type_params)}]"
        return name

    def param(self, t: TypeParam) -> str:
        place = self.place(t.pos) if t.name in UNIVERSE else ""
        return f"{t.name} /* with {t.name} declared at {place} */" if place else t.name

    def params(self, params: Sequence[TypeParam]) -> str:
        text = ""
        for i, param in enumerate(params):
            if i:
                previous = params[i - 1].constraint
                text += ", " if previous is param.constraint else f" {self.type(previous)}, "
            text += param.name
        return f"{text} {self.type(params[-1].constraint)}" if params else ""

    def signature(self, t: Signature, names: bool = True) -> str:
        """Without the word func."""
        known = self.signatures.get(t) or LIBRARY_NAMES.get(t) if names and t not in self.unnamed else None
        return self.signature_as(t, known)

    def signature_as(self, t: Signature, known: nodes.FuncType | tuple[str, ...] | None) -> str:
        """With the parameter names of a function type as it is written."""
        if isinstance(known, nodes.FuncType):
            given = [n.name for f in known.params for n in f.names]
            results = [n.name for f in known.results for n in f.names]
        else:
            given, results = list(known or ()), []
        head = f"[{self.params(t.type_params)}]" if t.type_params else ""
        text = f"{head}({self.tuple(t.params, t.variadic, given)})"
        if len(t.results) == 1 and not results:
            return f"{text} {self.type(t.results[0])}"
        return f"{text} ({self.tuple(t.results, False, results)})" if t.results else text

    def tuple(self, types: Sequence[Type], variadic: bool, names: list[str]) -> str:
        texts = [self.type(t) for t in types]
        if variadic:
            texts[-1] = "..." + self.type(cast(Slice, types[-1]).elem)
        if len(names) == len(texts):
            texts = [f"{n} {t}" if n else t for n, t in zip(names, texts)]
        return ", ".join(texts)

    def struct(self, t: Struct) -> str:
        fields: list[str] = []
        for f in t.fields:
            text = self.type(f.type) if f.embedded else f"{f.name} {self.type(f.type)}"
            fields.append(f"{text} {constant.quote(f.tag.encode())}" if f.tag else text)
        return f"struct{{{'; '.join(fields)}}}"

    def interface(self, t: Interface) -> str:
        if t is ANY:
            return "interface{}" if self.spells_out_any else "any"
        if t is COMPARABLE.underlying:
            return "interface{comparable}"
        parts = [name + self.signature(sig) for name, sig in t.explicit.items()]
        parts += [self.type(e) for e in t.embeds]
        if t.implicit and len(parts) == 1:
            return parts[0]
        return f"interface{{{'; '.join(parts)}}}"

    def union(self, t: Union) -> str:
        return " | ".join([("~" if term.tilde else "") + self.term(term.type) for term in t.terms])

    def chan(self, t: Chan) -> str:
        elem = self.type(t.elem)
        if t.dir == "both" and isinstance(t.elem, Chan) and t.elem.dir == "recv":
            elem = f"({elem})"
        return _CHAN[t.dir] + elem

    # --- operands ---

    def operand(self, x: Operand) -> str:
        if x.mode == NILVALUE:
            if x.typ is UNTYPED_NIL:
                return "nil"
            return "nil (with invalid type)" if x.typ is INVALID else f"nil (of type {self.type(x.typ)})"
        text = x.label or expr_text(x.expr)
        described = self._described(x, text)
        return f"{text} ({described})" if text else described

    def _exact_names(self, x: Operand) -> nodes.FuncType | None:
        """The function type as written, where the operand is the function itself."""
        e = unparen(x.expr)
        if isinstance(e, nodes.FuncLit):
            return e.type
        decl = getattr(e.obj, "decl", None) if isinstance(e, nodes.Ident) else None
        return decl.type if isinstance(decl, nodes.FuncDecl) else None

    def _of_function(self, t: Type, written: nodes.FuncType) -> str:
        return f" of type func{self.signature_as(cast(Signature, t), written)}"

    def _described(self, x: Operand, text: str) -> str:
        mode = MODE_TEXT[x.mode]
        if x.mode in (BAD, NOVALUE, BUILTIN, TYPEXPR):
            return mode
        untyped = is_untyped(x.typ)
        described = f"{cast(Basic, x.typ).name} {mode}" if untyped else mode
        if x.mode == CONST:
            value = constant.text(x.val)
            if value != text:
                described += f" {value}"
        if untyped:
            return described
        exact = self._exact_names(x) if isinstance(x.typ, Signature) else None
        return described + (self._of_function(x.typ, exact) if exact is not None else self._of_type(x.typ))

    def _of_type(self, t: Type) -> str:
        if t is INVALID:
            return " with invalid type"
        kind = "generic " if is_generic(t) else ""
        if isinstance(t, TypeParam):
            empty = " with empty type set" if type_set(constraint_of(t)).empty else ""
            return f" of type {t.name} constrained by {self.type(t.constraint)}{empty}"
        if isinstance(t, Named) or (t is ANY and not self.spells_out_any):
            what = composite_kind(t)
            kind += (what or cast(Basic, t.underlying).name) + " "
        return f" of {kind}type {self.type(t)}"

    def summary(self, types: Sequence[Type], variadic: bool = False, spread: bool = False) -> str:
        """The types of arguments or results in parentheses, as in `have (number, string)`."""
        texts: list[str] = []
        for i, t in enumerate(types):
            if t is INVALID:
                text = "unknown type"
            elif is_untyped(t):
                text = "number" if is_basic(t, NUMERIC) else cast(Basic, t).name.replace("untyped ", "")
            else:
                text = self.type(t)
            if i == len(types) - 1:
                if variadic:
                    text = "..." + self.type(cast(Slice, t).elem)
                elif spread:
                    text += "..."
            texts.append(text)
        return f"({', '.join(texts)})"


_TYPES: dict[type[Type], Callable[[Words, Any], str]] = {
    Basic: Words.basic,
    Named: Words.named,
    TypeParam: Words.param,
    Pointer: lambda words, t: f"*{words.type(t.elem)}",
    Slice: lambda words, t: f"[]{words.type(t.elem)}",
    Array: lambda words, t: f"[{t.len}]{words.type(t.elem)}",
    Map: lambda words, t: f"map[{words.type(t.key)}]{words.type(t.elem)}",
    Chan: Words.chan,
    Tuple: lambda words, t: f"({words.types(t.types)})",
    Signature: lambda words, t: "func" + words.signature(t),
    Struct: Words.struct,
    Interface: Words.interface,
    Union: Words.union,
}
