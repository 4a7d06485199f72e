"""Rules of go.lark that build expressions."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax.build_types import TypeRules
from codemode.dsl.syntax.tokens import Token

# Operands of one flat chain such as a + b + c. The chain becomes a left-deep tree, so walk its left side in a loop.
MAX_OPERANDS = 1000

PRECEDENCE: dict[str, int] = {
    "||": 1,
    "&&": 2,
    **dict.fromkeys(("==", "!=", "<", "<=", ">", ">="), 4),
    **dict.fromkeys(("+", "-", "|", "^"), 5),
    **dict.fromkeys(("*", "/", "%", "<<", ">>", "&", "&^"), 6),
}
ORDERINGS = frozenset({"<", "<=", ">", ">="})

_LITERAL_TYPES = frozenset({n.Ident, n.SelectorExpr, n.IndexExpr, n.ArrayType, n.MapType, n.StructType})


# [ lo : hi : max ]
_Full = tuple[Token, n.Expr | None, Token, n.Expr | None, Token, n.Expr | None, Token]


class Args(NamedTuple):
    args: list[n.Expr]
    ellipsis: bool
    end: int


class ExprRules(TypeRules):
    precedence = PRECEDENCE

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

    def index(self, x: n.Expr, _lbrack: Token, indices: list[n.Expr], *ends: Token) -> n.IndexExpr:
        return n.IndexExpr(x, indices, pos=x.pos, end=ends[-1].end)

    def instance(self, x: n.Expr, _lbrack: Token, arg: n.Expr, *ends: Token) -> n.IndexExpr:
        return n.IndexExpr(x, [arg], pos=x.pos, end=ends[-1].end)

    def instance_more(
        self, x: n.Expr, _lbrack: Token, arg: n.Expr, _comma: Token, more: list[n.Expr], *ends: Token
    ) -> n.IndexExpr:
        return n.IndexExpr(x, [arg, *more], pos=x.pos, end=ends[-1].end)

    def slice(
        self, x: n.Expr, _lbrack: Token, lo: n.Expr | None, _colon: Token, hi: n.Expr | None, rbrack: Token
    ) -> n.SliceExpr:
        return n.SliceExpr(x, lo, hi, None, pos=x.pos, end=rbrack.end)

    def slice_full(self, x: n.Expr, *parts: Token | n.Expr | None) -> n.SliceExpr:
        _, lo, _, hi, colon, max, rbrack = cast(_Full, parts)
        if hi is None:
            hint = "a slice in Go has no step: slices.Reverse(xs) reverses a list; take every second element in a loop"
            raise self.refuse("syntax error: middle index required in 3-index slice", colon, hint)
        if max is None:
            raise self.refuse("syntax error: final index required in 3-index slice", rbrack)
        return n.SliceExpr(x, lo, hi, max, pos=x.pos, end=rbrack.end)

    # --- calls ---

    def call(self, fun: n.Expr, args: Args) -> n.CallExpr:
        return n.CallExpr(fun, args.args, args.ellipsis, pos=fun.pos, end=args.end)

    def args_none(self, _lpar: Token, rpar: Token) -> Args:
        return Args([], False, rpar.end)

    def args(self, _lpar: Token, args: list[n.Expr], *ends: Token) -> Args:
        return Args(args, False, ends[-1].end)

    def args_spread(self, _lpar: Token, args: list[n.Expr], *ends: Token) -> Args:
        return Args(args, True, ends[-1].end)

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

    # --- operators ---

    def unary(self, op: Token, x: n.Expr) -> n.UnaryExpr:
        return n.UnaryExpr(op.text, x, pos=op.pos, end=x.end)

    def star(self, op: Token, x: n.Expr) -> n.StarExpr:
        self.unlikely = self.unlikely or self.text[op.pos - 1 : op.pos] == "*"
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
        if len(chain) == 3:
            return self.binary(*chain)
        if len(chain) > 2 * MAX_OPERANDS:
            raise self.refuse(f"syntax error: more than {MAX_OPERANDS} operands in one expression", chain[-1])
        operands: list[n.Expr] = []
        waiting: list[tuple[int, Token]] = []  # precedence and operator
        for at, item in enumerate(chain):
            if at % 2 == 0:
                operands.append(item)
                continue
            precedence = self.precedence[item.text]
            while waiting and waiting[-1][0] >= precedence:
                self.apply(operands, waiting.pop()[1])
            waiting.append((precedence, item))
        while waiting:
            self.apply(operands, waiting.pop()[1])
        return operands[0]

    def apply(self, operands: list[n.Expr], op: Token) -> None:
        y = operands.pop()
        operands.append(self.binary(operands.pop(), op, y))

    def binary(self, x: n.Expr, op: Token, y: n.Expr) -> n.Expr:
        if op.text in ORDERINGS and type(x) is n.BinaryExpr and x.op in ORDERINGS:
            self.unlikely = True
        return n.BinaryExpr(op.text, x, y, op.pos, pos=x.pos, end=y.end)


# An inserted type has zero width, so the checker can tell it from a written one.


def any_map(pos: int) -> n.MapType:
    return n.MapType(n.Ident("string", pos=pos, end=pos), n.Ident("any", pos=pos, end=pos), pos=pos, end=pos)


def any_slice(pos: int) -> n.ArrayType:
    return n.ArrayType(None, n.Ident("any", pos=pos, end=pos), pos=pos, end=pos)
