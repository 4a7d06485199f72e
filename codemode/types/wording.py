"""Writes types and operands as the Go compiler does in its messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple, cast
from weakref import WeakKeyDictionary

from codemode.dsl.diagnostics import Source
from codemode.dsl.syntax import nodes
from codemode.types import constant
from codemode.types.expression_text import CHAN_TEXT, expr_text, unparen
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
from codemode.types.objects import Builtin, Func, Var
from codemode.types.operand import BAD, BUILTIN, CONST, MODE_TEXT, NILVALUE, NOVALUE, TYPEXPR, Operand
from codemode.types.predicates import NUMERIC, composite_kind, is_basic, is_generic, is_untyped
from codemode.types.typeset import constraint_of, type_set
from codemode.types.universe import UNIVERSE

# Packages whose name is also that of another standard package; the compiler quotes their paths.
MOST: Final = 30  # fields, methods or parameters of one type that are written
_QUALIFIERS: Final = {"json": '"encoding/json"', "strconv": '"strconv"', "sync": '"sync"', "atomic": '"sync/atomic"'}


class Names(NamedTuple):
    """The names of a function's parameters and results; empty if they have none."""

    params: tuple[str, ...] = ()
    results: tuple[str, ...] = ()


# Names for the function types in library declarations.
LIBRARY_NAMES: WeakKeyDictionary[Signature, Names] = WeakKeyDictionary()


def names_in(e: nodes.FuncType) -> Names:
    """Returns the names that a function type is written with."""
    return Names(
        tuple([n.name for f in e.params for n in f.names]), tuple([n.name for f in e.results for n in f.names])
    )


def _is_recovered(e: nodes.Expr) -> bool:
    return isinstance(e, nodes.CallExpr) and isinstance(e.fun, nodes.Ident) and isinstance(e.fun.obj, Builtin)


def _spelled_conversion(x: Operand) -> str | None:
    """Returns the name in a conversion such as byte(x) or rune(x), or None. byte and uint8 are one type with two names."""
    e = x.expr
    if isinstance(e, nodes.CallExpr) and isinstance(e.fun, nodes.Ident) and e.fun.typ is x.typ:
        return e.fun.name if e.fun.name in ("byte", "uint8", "rune", "int32") else None
    return None


def _rest(count: int) -> list[str]:
    return [f"... {count - MOST} more"] if count > MOST else []


class Words:
    """Writes types and operands. It remembers which of two names the program uses for a type, and the names of parameters."""

    __slots__ = ("bodies", "declared", "functions", "main", "recovered", "seen", "source", "unknown")

    def __init__(self, source: Source | None) -> None:
        self.source = source
        self.main = ""  # prefix for the names of the program's own types
        self.seen: set[str] = set()  # which of byte, uint8, rune, int32, any, interface{} the program uses
        self.declared: dict[Signature, Names] = {}  # for function types that the program writes
        self.functions: dict[Var, Names] = {}  # for variables that are declared with a function
        self.recovered: set[Var] = set()  # variables that are declared with recover()
        self.bodies: dict[Signature, Names] = {}  # for its functions and function literals
        self.unknown = False  # whether an operand or type was written that is invalid because of an earlier problem

    def place(self, pos: int) -> str:
        """Returns `line:column` for use inside a message, or "" if the source is unknown."""
        if self.source is None or pos < 0:
            return ""
        line, column = self.source.place(pos)
        return f"{line}:{column}"

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
            return "uint8" if "uint8" in self.seen else "byte"
        if t is INT32:
            return "int32" if "int32" in self.seen else "rune"
        self.unknown |= t is INVALID
        return t.name

    def elem(self, t: Type) -> str:
        """Writes a type inside another; byte and rune are preferred there if the program uses them."""
        if t is UINT8 and "byte" in self.seen:
            return "byte"
        return "rune" if t is INT32 and "rune" in self.seen else self.type(t)

    def term(self, t: Type, ours: bool = True) -> str:
        """Writes a type in a union as uint8 or int32, unless the program (`ours`) uses byte or rune."""
        if isinstance(t, Basic) and not (ours and self.seen & {"byte", "rune"}):
            return t.name
        return self.qualified(t)

    def qualified(self, t: Type) -> str:
        """Writes a type with the program's own types as main.T, as the compiler does in unions."""
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
            return f"{name}[{self.types(t.type_args)}]"
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
        """Writes a signature without the word func."""
        return self.signature_as(t, self.names_of(t) if names else Names())

    def signature_as(self, t: Signature, names: Names) -> str:
        """Writes a signature with the names of one function that has it."""
        head = f"[{self.params(t.type_params)}]" if t.type_params else ""
        text = f"{head}({self.tuple(t.params, t.variadic, names.params)})"
        if len(t.results) == 1 and not names.results:
            return f"{text} {self.type(t.results[0])}"
        return f"{text} ({self.tuple(t.results, False, names.results)})" if t.results else text

    def tuple(self, types: Sequence[Type], variadic: bool, names: Sequence[str]) -> str:
        texts = [self.type(t) for t in types[:MOST]]
        if variadic and len(types) <= MOST:
            texts[-1] = "..." + self.type(cast(Slice, types[-1]).elem)
        if len(names) == len(types):
            texts = [f"{n} {t}" if n else t for n, t in zip(names, texts)]
        return ", ".join([*texts, *_rest(len(types))])

    def struct(self, t: Struct) -> str:
        fields: list[str] = []
        for f in t.fields[:MOST]:
            text = self.type(f.type) if f.embedded else f"{f.name} {self.type(f.type)}"
            fields.append(f"{text} {constant.quote(f.tag.encode())}" if f.tag else text)
        return f"struct{{{'; '.join([*fields, *_rest(len(t.fields))])}}}"

    def interface(self, t: Interface) -> str:
        if t is ANY:
            return "interface{}" if self.spells_out_any else "any"
        if t is COMPARABLE.underlying:
            return "interface{comparable}"
        parts = [name + self.signature(sig) for name, sig in islice(t.explicit.items(), MOST)]
        parts += [self.type(e) for e in t.embeds[: MOST - len(parts)]]
        parts += _rest(len(t.explicit) + len(t.embeds))
        if t.implicit and len(parts) == 1:
            return parts[0]
        return f"interface{{{'; '.join(parts)}}}"

    def union(self, t: Union) -> str:
        return " | ".join([("~" if term.tilde else "") + self.term(term.type) for term in t.terms])

    def chan(self, t: Chan) -> str:
        elem = self.elem(t.elem)
        if t.dir == "both" and isinstance(t.elem, Chan) and t.elem.dir == "recv":
            elem = f"({elem})"
        return CHAN_TEXT[t.dir] + elem

    # --- operands ---

    def operand(self, x: Operand) -> str:
        if x.mode == NILVALUE:
            if x.typ is UNTYPED_NIL:
                return "nil"
            return "nil (with invalid type)" if x.typ is INVALID else f"nil (of type {self.type(x.typ)})"
        text = x.label or expr_text(x.expr)
        described = self._described(x, text)
        return f"{text} ({described})" if text else described

    def same_function(self, t: Type, written: Type) -> str:
        """Writes a type like `written`: a function type gets the names of that one."""
        if not isinstance(t, Signature) or not isinstance(written, Signature):
            return self.type(t)
        return f"func{self.signature_as(t, self.names_of(written))}"

    def names_of(self, t: Signature) -> Names:
        return self.declared.get(t) or LIBRARY_NAMES.get(t) or self.bodies.get(t) or Names()

    def function_names(self, e: nodes.Expr) -> Names | None:
        """Returns the parameter names of the function that an expression denotes, or None if that is not obvious."""
        if isinstance(e, nodes.FuncLit):
            return names_in(e.type)
        if isinstance(e, nodes.IndexExpr):
            e = unparen(e.x)
        obj = e.obj if isinstance(e, nodes.Ident) else e.sel.obj if isinstance(e, nodes.SelectorExpr) else None
        if isinstance(obj, Var):
            return self.functions.get(obj)
        if not isinstance(obj, Func):
            return None
        return names_in(obj.decl.type) if obj.decl is not None else Names(obj.param_names, obj.result_names)

    def note_value(self, var: Var, x: Operand) -> None:
        """Remembers the parameter names of a function assigned to a variable without a type, or that the value is from recover()."""
        e = unparen(x.expr)
        if isinstance(x.typ, Signature):
            names = self.function_names(e)
            if names is not None:
                self.functions[var] = names
        elif x.typ is ANY and _is_recovered(e):
            self.recovered.add(var)

    def type_of(self, x: Operand) -> str:
        """Writes the type of an operand, with parameter names if it is a function."""
        return self._described_function(x) or self.type(x.typ)

    def _described_function(self, x: Operand) -> str | None:
        """Writes the type of a function, or of its results, with the function's own names; also the result of recover(). None for other operands."""
        e = unparen(x.expr)
        if x.typ is ANY:
            recovered = _is_recovered(e) or (isinstance(e, nodes.Ident) and e.obj in self.recovered)
            return "interface{}" if recovered else None
        if isinstance(x.typ, Signature):
            names = self.function_names(e)
            return f"func{self.signature_as(x.typ, names)}" if names is not None else None
        if isinstance(x.typ, Tuple) and isinstance(e, nodes.CallExpr):
            names = self.function_names(unparen(e.fun))
            return f"({self.tuple(x.typ.types, False, names.results)})" if names is not None else None
        return None

    def _described(self, x: Operand, text: str) -> str:
        mode = MODE_TEXT[x.mode]
        self.unknown |= x.mode is BAD
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
        exact = self._described_function(x) or _spelled_conversion(x)
        return f"{described} of type {exact}" if exact is not None else described + self._of_type(x.typ)

    def _of_type(self, t: Type) -> str:
        if t is INVALID:
            self.unknown = True
            return " with invalid type"
        kind = "generic " if is_generic(t) else ""
        if isinstance(t, TypeParam):
            empty = " with empty type set" if type_set(constraint_of(t)).empty else ""
            return f" of type {t.name} constrained by {self.type(t.constraint)}{empty}"
        if isinstance(t, Named) or (t is ANY and not self.spells_out_any):
            what = composite_kind(t)
            kind += (what or cast(Basic, t.underlying).name) + " "
        return f" of {kind}type {self.type(t)}"

    def summary(
        self, types: Sequence[Type], variadic: bool = False, spread: bool = False, shown: Sequence[str] = ()
    ) -> str:
        """Writes the types of arguments or results in parentheses, as in `have (number, string)`."""
        texts: list[str] = []
        for i, t in enumerate(types):
            if t is INVALID:
                text = "unknown type"
            elif is_untyped(t):
                text = "number" if is_basic(t, NUMERIC) else cast(Basic, t).name.replace("untyped ", "")
            else:
                text = shown[i] if shown else self.type(t)
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
    Pointer: lambda words, t: f"*{words.elem(t.elem)}",
    Slice: lambda words, t: f"[]{words.elem(t.elem)}",
    Array: lambda words, t: f"[{t.len}]{words.elem(t.elem)}",
    Map: lambda words, t: f"map[{words.elem(t.key)}]{words.elem(t.elem)}",
    Chan: Words.chan,
    Tuple: lambda words, t: f"({words.types(t.types)})",
    Signature: lambda words, t: "func" + words.signature(t),
    Struct: Words.struct,
    Interface: Words.interface,
    Union: Words.union,
}
