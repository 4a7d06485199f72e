"""Rules of go.lark as they are built for text that is not Go: lists and maps without types, comparisons in a row, operators of Python."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from codemode.dsl.diagnostics import Mend, mend_of
from codemode.dsl.dialect.copies import again
from codemode.dsl.dialect.surface import powers, strings
from codemode.dsl.dialect.surface.loops import MODES
from codemode.dsl.names import HIDDEN
from codemode.dsl.syntax import literals
from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax.build_base import Placed
from codemode.dsl.syntax.build_expr import ORDERINGS, PRECEDENCE, any_map, any_slice
from codemode.dsl.syntax.parser import Builder
from codemode.dsl.syntax.tokens import Token

_LABELS = frozenset({"try", "except", "catch", "finally"})
_NOT_PRECEDENCE = 3  # `not a == b` is !(a == b), `not a and b` is !a && b
_LITERAL_HINT = 'a literal needs its type: map[string]any{"a": 1} or []any{1, 2}'


class ForeignBuilder(Builder):
    precedence = {**PRECEDENCE, "??": 0, "in": 4, "not in": 4, "//": 6}

    def __init__(self, text: str, mends: list[Mend]) -> None:
        super().__init__(text)
        self.mends = mends
        self.negated: list[n.UnaryExpr] = []  # each `not x`, which binds looser than `!x`

    def mend(self, code: str, at: Placed, **facts: str) -> None:
        self.mends.append(mend_of(code, at.pos, at.end, **facts))

    # --- texts ---

    def string(self, token: Token) -> n.BasicLit:
        value = strings.value(token.text, token.pos, self.mends)
        return n.BasicLit("STRING", token.text, value, pos=token.pos, end=token.end)

    def literal(self, token: Token) -> n.BasicLit:
        if token.text[0] != "'" or literals.char(token.text, token.pos) is not None:
            return super().literal(token)
        made = self.string(token)
        self.mend("single_quotes", token)
        return made

    # --- lists and maps without types ---

    def bare_braces(self, lbrace: Token, elts: list[n.Expr], rbrace: Token) -> n.CompositeLit:
        lit = self.lit_body(lbrace, elts, rbrace)
        self.give_types(lit)
        self.mend("map_without_type", lit)
        return lit

    def bare_brackets(self, lbrack: Token, elts: list[n.Expr], *ends: Token) -> n.CompositeLit:
        lit = n.CompositeLit(None, elts, pos=lbrack.pos, end=ends[-1].end)
        for elt in elts:
            if type(elt) is n.KeyValueExpr:
                raise self.refuse("syntax error: unexpected :, expected comma or ]", elt, _LITERAL_HINT)
        lit.type = any_slice(lit.pos)
        for elt in elts:
            if type(elt) is n.CompositeLit and elt.type is None:
                self.give_types(elt)
        lit.elts = [self.text_for_letter(elt) for elt in elts]
        self.mend("list_of_any", lit)
        return lit

    def bare_brackets_none(self, lbrack: Token, rbrack: Token) -> n.CompositeLit:
        return self.bare_brackets(lbrack, [], rbrack)

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
        self.mend("literal_as_string", e, found=e.raw)
        return n.BasicLit("STRING", e.raw, chr(e.value).encode("utf-8", "replace"), pos=e.pos, end=e.end)

    # --- operators ---

    def unary(self, op: Token, x: n.Expr) -> n.UnaryExpr:
        made = super().unary(op, x)
        if op.text == "not":
            self.negated.append(made)
        return made

    def chain(self, chain: list[Any]) -> n.Expr:
        chain = powers.merged(chain)
        if self.negated:
            self.negate(chain)
        return super().chain(chain) if len(chain) > 1 else chain[0]

    def negate(self, chain: list[Any]) -> None:
        """Gives each `not` of a chain the operators that bind closer: not a == b."""
        for at in range(len(chain) - 3, -1, -2):
            end = at + 1
            while end < len(chain) and self.precedence[chain[end].text] > _NOT_PRECEDENCE:
                end += 2
            inner: list[n.UnaryExpr] = []
            operand = chain[at]
            while type(operand) is n.UnaryExpr and operand in self.negated:
                inner.append(operand)
                operand = operand.x
            if not inner or end == at + 1:
                continue
            inner[-1].x = super().chain([operand, *chain[at + 1 : end]])
            for each in inner:
                each.end = inner[-1].x.end
            del chain[at + 1 : end]

    def binary(self, x: n.Expr, op: Token, y: n.Expr) -> n.Expr:
        if op.text == "//":
            return n.CallExpr(n.Ident("__floor", pos=op.pos, end=op.end), [x, y], pos=x.pos, end=y.end)
        if op.text in ("in", "not in"):
            fun = n.Ident("__contains", pos=op.pos, end=op.end)
            call = n.CallExpr(fun, [y, self.text_for_letter(x)], pos=x.pos, end=y.end)
            return call if op.text == "in" else n.UnaryExpr("!", call, pos=x.pos, end=y.end)
        if op.text in ORDERINGS and type(x) is n.BinaryExpr and x.op in ORDERINGS:
            self.mend("chained_comparison", op, found=x.op, meant=op.text)
            return _both(x, op, y)
        return n.BinaryExpr(op.text, x, y, op.pos, pos=x.pos, end=y.end)

    # --- statements ---

    def inner_func(self, decl: n.FuncDecl) -> list[n.Stmt]:
        """Reads func name() { } inside a function as name := func() { }."""
        name = decl.name
        if decl.recv is not None or decl.type.type_params or decl.body is None:
            return super().inner_func(decl)
        self.mend("function_in_function", name, found=name.name)
        lit = n.FuncLit(decl.type, decl.body, pos=decl.pos, end=decl.end)
        if not re.search(rf"\b{re.escape(name.name)}\b", self.text[decl.body.pos : decl.body.end]):
            return [n.AssignStmt([name], ":=", [lit], pos=decl.pos, end=decl.end)]
        # A recursive function must be declared before its literal.
        spec = n.VarSpec([name], decl.type, [], pos=decl.pos, end=decl.end)
        variable = n.DeclStmt(n.GenDecl("var", [spec], pos=decl.pos, end=decl.end), pos=decl.pos, end=decl.end)
        again = n.Ident(name.name, pos=name.pos, end=name.end)
        return [variable, n.AssignStmt([again], "=", [lit], pos=decl.pos, end=decl.end)]

    def define(self, lhs: list[n.Expr], op: Token, rhs: list[n.Expr]) -> n.AssignStmt:
        made = super().define(lhs, op, rhs)
        if all(type(x) in (n.SelectorExpr, n.IndexExpr, n.StarExpr) for x in lhs):
            self.mend("define_place", op)
            made.op = "="
        return made

    def return_assign(self, word: Token, lhs: list[n.Expr], op: Token, results: list[n.Expr]) -> n.ReturnStmt:
        self.mend("return_of_assignment", op, found=op.text)
        return self.return_some(word, results)

    def label(self, name: n.Ident, colon: Token, stmt: Any) -> n.LabeledStmt:
        self.refuse_try(name)
        return super().label(name, colon, stmt)

    def label_end(self, name: n.Ident, colon: Token) -> n.LabeledStmt:
        self.refuse_try(name)
        return super().label_end(name, colon)

    @cached_property
    def _jumps(self) -> frozenset[str]:
        """The labels that statements of the text jump to."""
        return frozenset(re.findall(r"\b(?:break|continue|goto)[ \t]+(\w+)", self.text))

    def refuse_try(self, label: n.Ident) -> None:
        """Refuses `try:` and similar words, which would otherwise be labels."""
        if label.name in _LABELS and label.name not in self._jumps:
            hint = "Go has no exceptions: res, err := f(); if err != nil { ... }"
            raise self.refuse(f"syntax error: unexpected name {label.name}", label, hint)

    def range_some(
        self, word: Token, lhs: list[n.Expr], op: Token, range: Token, x: n.Expr, body: n.BlockStmt
    ) -> n.RangeStmt:
        made = super().range_some(word, lhs, op, range, x, body)
        made.each = op.text if op.text in MODES else ""
        return made

    # --- declarations ---

    def var_define(self, names: list[n.Ident], define: Token, values: list[n.Expr]) -> n.VarSpec:
        self.mend("var_define", define)
        return self.var_values(names, define, values)

    def const_define(self, names: list[n.Ident], define: Token, values: list[n.Expr]) -> n.ConstSpec:
        self.mend("const_define", define)
        return self.const_values(names, define, values)


def _both(x: n.BinaryExpr, op: Token, y: n.Expr) -> n.Expr:
    """Reads a < b < c as a < b && b < c."""
    middle, at = again(x.y), {"pos": x.y.pos, "end": x.y.end}
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
