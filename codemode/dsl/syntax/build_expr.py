"""Rules of go.lark that build expressions."""

from __future__ import annotations

from typing import Any, NamedTuple

from codemode.dsl.dialect.surface import powers
from codemode.dsl.names import HIDDEN
from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax.build_types import TypeRules
from codemode.dsl.syntax.tokens import Token

# Operands of one flat chain such as a + b + c. The chain becomes a left-deep tree, so walk its left side in a loop.
MAX_OPERANDS = 1000

_PRECEDENCE: dict[str, int] = {
    "??": 0,
    "||": 1,
    "&&": 2,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">=", "in", "not in"), 4),
    **dict.fromkeys(("+", "-", "|", "^"), 5),
    **dict.fromkeys(("*", "/", "//", "%", "<<", ">>", "&", "&^"), 6),
}
# `not a == b` is !(a == b), `not a and b` is !a && b.
_NOT_PRECEDENCE = 3

_LITERAL_TYPES = frozenset({n.Ident, n.SelectorExpr, n.IndexExpr, n.ArrayType, n.MapType, n.StructType})
_LITERAL_HINT = 'a literal needs its type: map[string]any{"a": 1} or []any{1, 2}'


class Args(NamedTuple):
    args: list[n.Expr]
    ellipsis: bool
    end: int


class ExprRules(TypeRules):
    # --- operands ---

    def paren(self, lpar: Token, x: n.Expr, rpar: Token) -> n.ParenExpr:
        return n.ParenExpr(x, pos=lpar.pos, end=rpar.end)

    def func_lit(self, word: Token, signature: n.FuncType, body: n.BlockStmt) -> n.FuncLit:
        signature.pos = word.pos
        return n.FuncLit(signature, body, pos=word.pos, end=body.end)

    def selector(self, x: n.Expr, _dot: Token, sel: n.Ident) -> n.SelectorExpr:
        return n.SelectorExpr(x, sel, pos=x.pos, end=sel.end)

    def type_assert(self, x: n.Expr, _dot: Token, _lpar: Token, typ: n.Expr, rpar: Token) -> n.TypeAssertExpr:
        return n.TypeAssertExpr(x, typ, pos=x.pos, end=rpar.end)

    def type_guard(self, x: n.Expr, _dot: Token, _lpar: Token, _word: Token, rpar: Token) -> n.TypeAssertExpr:
        guard = n.TypeAssertExpr(x, None, pos=x.pos, end=rpar.end)
        self.guards.append(guard)
        return guard

    def index(self, x: n.Expr, _lbrack: Token, indices: list[n.Expr], rbrack: Token) -> n.IndexExpr:
        return n.IndexExpr(x, indices, pos=x.pos, end=rbrack.end)

    def index_comma(self, x: n.Expr, lbrack: Token, indices: list[n.Expr], _comma: Token, rbrack: Token) -> n.IndexExpr:
        return self.index(x, lbrack, indices, rbrack)

    def instance(self, x: n.Expr, _lbrack: Token, arg: n.Expr, rbrack: Token) -> n.IndexExpr:
        return n.IndexExpr(x, [arg], pos=x.pos, end=rbrack.end)

    def instance_comma(self, x: n.Expr, lbrack: Token, arg: n.Expr, _comma: Token, rbrack: Token) -> n.IndexExpr:
        return self.instance(x, lbrack, arg, rbrack)

    def instance_more(
        self, x: n.Expr, _lbrack: Token, arg: n.Expr, _comma: Token, more: list[n.Expr], rbrack: Token
    ) -> n.IndexExpr:
        return n.IndexExpr(x, [arg, *more], pos=x.pos, end=rbrack.end)

    def instance_more_comma(
        self, x: n.Expr, lbrack: Token, arg: n.Expr, comma: Token, more: list[n.Expr], _last: Token, rbrack: Token
    ) -> n.IndexExpr:
        return self.instance_more(x, lbrack, arg, comma, more, rbrack)

    def slice(
        self, x: n.Expr, _lbrack: Token, lo: n.Expr | None, _colon: Token, hi: n.Expr | None, rbrack: Token
    ) -> n.SliceExpr:
        return n.SliceExpr(x, lo, hi, None, pos=x.pos, end=rbrack.end)

    def slice_full(
        self,
        x: n.Expr,
        _lbrack: Token,
        lo: n.Expr | None,
        _colon: Token,
        hi: n.Expr | None,
        colon: Token,
        max: n.Expr | None,
        rbrack: Token,
    ) -> n.SliceExpr:
        if hi is None:
            hint = "a slice has no step: slices.Reverse(xs) turns a list around; take every second in a loop"
            raise self.refuse("syntax error: middle index required in 3-index slice", colon, hint)
        if max is None:
            raise self.refuse("syntax error: final index required in 3-index slice", rbrack)
        return n.SliceExpr(x, lo, hi, max, pos=x.pos, end=rbrack.end)

    # --- calls ---

    def call(self, fun: n.Expr, args: Args) -> n.CallExpr:
        return n.CallExpr(fun, args.args, args.ellipsis, pos=fun.pos, end=args.end)

    def args_none(self, _lpar: Token, rpar: Token) -> Args:
        return Args([], False, rpar.end)

    def args(self, _lpar: Token, args: list[n.Expr], rpar: Token) -> Args:
        return Args(args, False, rpar.end)

    def args_comma(self, _lpar: Token, args: list[n.Expr], _comma: Token, rpar: Token) -> Args:
        return Args(args, False, rpar.end)

    def args_spread(self, _lpar: Token, args: list[n.Expr], _dots: Token, rpar: Token) -> Args:
        return Args(args, True, rpar.end)

    def args_spread_comma(self, _lpar: Token, args: list[n.Expr], _dots: Token, _comma: Token, rpar: Token) -> Args:
        return Args(args, True, rpar.end)

    # --- composite literals ---

    def composite(self, typ: n.Expr, lit: n.CompositeLit) -> n.CompositeLit:
        if type(typ) not in _LITERAL_TYPES:
            raise self.refuse(
                "syntax error: unexpected { at end of statement", lit, "a literal needs the name of a type before {"
            )
        lit.type = typ
        lit.pos = typ.pos
        return lit

    def lit_body(self, lbrace: Token, elts: list[n.Expr], rbrace: Token) -> n.CompositeLit:
        return n.CompositeLit(None, elts, pos=lbrace.pos, end=rbrace.end)

    def elided(self, lit: n.CompositeLit) -> n.CompositeLit:
        return lit

    def key_value(self, key: n.Expr, _colon: Token, value: n.Expr) -> n.KeyValueExpr:
        return n.KeyValueExpr(key, value, pos=key.pos, end=value.end)

    def bare_braces(self, lbrace: Token, elts: list[n.Expr], rbrace: Token) -> n.CompositeLit:
        lit = self.lit_body(lbrace, elts, rbrace)
        self.give_types(lit)
        self.mend("`{...}` without a type read as `map[string]any{...}`", lit)
        return lit

    def bare_brackets(self, lbrack: Token, elts: list[n.Expr], rbrack: Token) -> n.CompositeLit:
        lit = n.CompositeLit(None, elts, pos=lbrack.pos, end=rbrack.end)
        for elt in elts:
            if type(elt) is n.KeyValueExpr:
                raise self.refuse("syntax error: unexpected :, expected comma or ]", elt, _LITERAL_HINT)
        lit.type = any_slice(lit.pos)
        for elt in elts:
            if type(elt) is n.CompositeLit and elt.type is None:
                self.give_types(elt)
        lit.elts = [self.text_for_letter(elt) for elt in elts]
        self.mend("`[...]` without a type read as `[]any{...}`", lit)
        return lit

    def bare_brackets_none(self, lbrack: Token, rbrack: Token) -> n.CompositeLit:
        return self.bare_brackets(lbrack, [], rbrack)

    def bare_brackets_comma(self, lbrack: Token, elts: list[n.Expr], _comma: Token, rbrack: Token) -> n.CompositeLit:
        return self.bare_brackets(lbrack, elts, rbrack)

    def give_types(self, lit: n.CompositeLit) -> None:
        """Gives this literal, and nested literals without a type, the type map[string]any."""
        todo = [lit]
        while todo:
            lit = todo.pop()
            lit.type = any_map(lit.pos)
            for elt in lit.elts:
                if type(elt) is not n.KeyValueExpr:
                    raise self.refuse("syntax error: unexpected {, expected expression", lit, _LITERAL_HINT)
                elt.value = self.text_for_letter(elt.value)
                if type(elt.value) is n.CompositeLit and elt.value.type is None:
                    todo.append(elt.value)

    def text_for_letter(self, e: n.Expr) -> n.Expr:
        """Reads 'x' as a string in a literal in the form of JSON or Python, where single quotes mean strings."""
        if type(e) is not n.BasicLit or e.kind != "CHAR":
            return e
        self.mend(f"{e.raw} read as a string", e)
        return n.BasicLit("STRING", e.raw, chr(e.value).encode("utf-8", "replace"), pos=e.pos, end=e.end)

    # --- operators ---

    def unary(self, op: Token, x: n.Expr) -> n.UnaryExpr:
        if op.text == "not":
            node = n.UnaryExpr("not", x, pos=op.pos, end=x.end)
            self.negated.append(node)
            return node
        return n.UnaryExpr(op.text, x, pos=op.pos, end=x.end)

    def star(self, op: Token, x: n.Expr) -> n.StarExpr:
        return n.StarExpr(x, pos=op.pos, end=x.end)

    def receive(self, op: Token, x: n.Expr) -> n.UnaryExpr | n.ChanType:
        if type(x) is n.ChanType and x.dir == "both":
            return n.ChanType("recv", x.elem, pos=op.pos, end=x.end)
        return n.UnaryExpr("<-", x, pos=op.pos, end=x.end)

    def chain_first(self, x: n.Expr, op: Token, y: n.Expr) -> list[Any]:
        return [x, op, y]

    def chain_more(self, chain: list[Any], op: Token, y: n.Expr) -> list[Any]:
        chain.append(op)
        chain.append(y)
        return chain

    def chain(self, chain: list[Any]) -> n.Expr:
        """Builds the tree of a op b op c ... by precedence; all operators are left-associative."""
        if self.mends is not None:
            chain = powers.merged(chain)
            if len(chain) == 1:
                return chain[0]
        if len(chain) == 3 and not self.negated:
            return self.binary(*chain)
        if len(chain) > 2 * MAX_OPERANDS:
            raise self.refuse(f"syntax error: more than {MAX_OPERANDS} operands in one expression", chain[-1])
        operands: list[n.Expr] = []
        waiting: list[
            tuple[int, Any]
        ] = []  # precedence and operator; a UnaryExpr is a `not` whose operand is not read yet
        for at, item in enumerate(chain):
            if at % 2 == 0:
                while self.negated and type(item) is n.UnaryExpr and item in self.negated:
                    waiting.append((_NOT_PRECEDENCE, item))
                    item = item.x
                operands.append(item)
                continue
            precedence = _PRECEDENCE[item.text]
            while waiting and waiting[-1][0] >= precedence:
                self.apply(operands, waiting.pop()[1])
            waiting.append((precedence, item))
        while waiting:
            self.apply(operands, waiting.pop()[1])
        return operands[0]

    def apply(self, operands: list[n.Expr], op: Any) -> None:
        y = operands.pop()
        if type(op) is n.UnaryExpr:
            op.x, op.end = y, y.end
            operands.append(op)
        else:
            operands.append(self.binary(operands.pop(), op, y))

    def binary(self, x: n.Expr, op: Token, y: n.Expr) -> n.Expr:
        if op.text == "//":
            return n.CallExpr(n.Ident("__floor", pos=op.pos, end=op.end), [x, y], pos=x.pos, end=y.end)
        if op.text in ("in", "not in"):
            fun = n.Ident("__contains", pos=op.pos, end=op.end)
            call = n.CallExpr(fun, [y, self.text_for_letter(x)], pos=x.pos, end=y.end)
            return call if op.text == "in" else n.UnaryExpr("!", call, pos=x.pos, end=y.end)
        if op.text in _ORDERINGS and type(x) is n.BinaryExpr and x.op in _ORDERINGS and self.mends is not None:
            self.mend(f"`a {x.op} b {op.text} c` read as `a {x.op} b && b {op.text} c`", op)
            return _both(x, op, y)
        if self.of_python and op.text in _OF_PYTHON and not (type(x) is n.BasicLit and x.kind == "STRING"):
            return n.CallExpr(n.Ident(_OF_PYTHON[op.text], pos=op.pos, end=op.end), [x, y], pos=x.pos, end=y.end)
        made = n.BinaryExpr(op.text, x, y, op.pos, pos=x.pos, end=y.end)
        made.exact = self.of_python
        return made


# operators with another result in Python than in Go
_OF_PYTHON = {"/": "__quotient", "%": "__mod"}
_ORDERINGS = frozenset({"<", "<=", ">", ">="})


def _both(x: n.BinaryExpr, op: Token, y: n.Expr) -> n.Expr:
    """Reads a < b < c as a < b && b < c."""
    middle, at = _again(x.y), {"pos": x.y.pos, "end": x.y.end}
    if middle is not None:
        second = n.BinaryExpr(op.text, middle, y, op.pos, pos=x.y.pos, end=y.end)
        return n.BinaryExpr("&&", x, second, op.pos, pos=x.pos, end=y.end)
    # an operand that cannot be repeated becomes an argument: func(m) bool { return a < m && m < c }(b)
    name = f"{HIDDEN}m"
    second = n.BinaryExpr(op.text, n.Ident(name, **at), y, op.pos, pos=x.y.pos, end=y.end)
    first = n.BinaryExpr(x.op, x.x, n.Ident(name, **at), x.op_pos, pos=x.pos, end=x.end)
    both = n.BinaryExpr("&&", first, second, op.pos, pos=x.pos, end=y.end)
    body = n.BlockStmt([n.ReturnStmt([both], pos=x.pos, end=y.end)], pos=x.pos, end=y.end)
    param = n.Field([n.Ident(name, **at)], n.Ident(f"{HIDDEN}0", **at), pos=x.y.pos, end=x.y.end)
    result = n.Field([], n.Ident("bool", **at), pos=x.y.pos, end=x.y.end)
    made = n.FuncLit(n.FuncType([], [param], [result], **at), body, pos=x.pos, end=y.end)
    return n.CallExpr(made, [x.y], pos=x.pos, end=y.end)


def _again(e: n.Expr) -> n.Expr | None:
    """Returns a copy of an operand, or None if evaluating it twice could make a difference."""
    at = {"pos": e.pos, "end": e.end}
    if type(e) is n.Ident:
        return n.Ident(e.name, **at)
    if type(e) is n.BasicLit:
        return n.BasicLit(e.kind, e.raw, e.value, **at)
    if type(e) is n.SelectorExpr:
        x = _again(e.x)
        return n.SelectorExpr(x, n.Ident(e.sel.name, pos=e.sel.pos, end=e.sel.end), **at) if x is not None else None
    if type(e) is n.IndexExpr and len(e.indices) == 1:
        x, index = _again(e.x), _again(e.indices[0])
        return n.IndexExpr(x, [index], **at) if x is not None and index is not None else None
    return None


# An inserted type has zero width, so the checker can tell it from a written one.


def any_map(pos: int) -> n.MapType:
    return n.MapType(n.Ident("string", pos=pos, end=pos), n.Ident("any", pos=pos, end=pos), pos=pos, end=pos)


def any_slice(pos: int) -> n.ArrayType:
    return n.ArrayType(None, n.Ident("any", pos=pos, end=pos), pos=pos, end=pos)
