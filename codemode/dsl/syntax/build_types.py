"""Rules of go.lark that build types, parameter lists and fields."""

from __future__ import annotations

from typing import NamedTuple

from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax.build_base import Base
from codemode.dsl.syntax.tokens import Token


class Params(NamedTuple):
    fields: list[n.Field]
    pos: int
    end: int


class TypeRules(Base):
    # --- type literals ---

    def slice_type(self, lbrack: Token, _rbrack: Token, elem: n.Expr) -> n.ArrayType:
        return n.ArrayType(None, elem, pos=lbrack.pos, end=elem.end)

    def array_type(self, lbrack: Token, length: n.Expr, _rbrack: Token, elem: n.Expr) -> n.ArrayType:
        return n.ArrayType(length, elem, pos=lbrack.pos, end=elem.end)

    def array_open(self, lbrack: Token, dots: Token, _rbrack: Token, elem: n.Expr) -> n.ArrayType:
        return n.ArrayType(n.Ellipsis(None, pos=dots.pos, end=dots.end), elem, pos=lbrack.pos, end=elem.end)

    def map_type(self, word: Token, _lbrack: Token, key: n.Expr, _rbrack: Token, value: n.Expr) -> n.MapType:
        return n.MapType(key, value, pos=word.pos, end=value.end)

    def chan_both(self, word: Token, elem: n.Expr) -> n.ChanType:
        return n.ChanType("both", elem, pos=word.pos, end=elem.end)

    def chan_send(self, word: Token, _arrow: Token, elem: n.Expr) -> n.ChanType:
        return n.ChanType("send", elem, pos=word.pos, end=elem.end)

    def chan_recv(self, arrow: Token, _word: Token, elem: n.Expr) -> n.ChanType:
        return n.ChanType("recv", elem, pos=arrow.pos, end=elem.end)

    def func_type(self, word: Token, signature: n.FuncType) -> n.FuncType:
        signature.pos = word.pos
        return signature

    # --- signatures ---

    def signature(self, params: Params) -> n.FuncType:
        return n.FuncType([], params.fields, [], pos=params.pos, end=params.end)

    def signature_result(self, params: Params, results: Params) -> n.FuncType:
        for field in results.fields:
            if type(field.type) is n.Ellipsis:
                raise self.refuse("invalid use of ...", field.type)
        return n.FuncType([], params.fields, results.fields, pos=params.pos, end=results.end)

    def result_one(self, result: n.Expr) -> Params:
        return Params([n.Field([], result, pos=result.pos, end=result.end)], result.pos, result.end)

    def params_none(self, lpar: Token, rpar: Token) -> Params:
        return Params([], lpar.pos, rpar.end)

    def params_some(self, lpar: Token, fields: list[n.Field], *ends: Token) -> Params:
        fields = self.distribute(fields, ends[-1])
        return Params(fields, lpar.pos, ends[-1].end)

    def param_type(self, typ: n.Expr) -> n.Field:
        return n.Field([], typ, pos=typ.pos, end=typ.end)

    def param_named(self, name: n.Ident, typ: n.Expr) -> n.Field:
        return n.Field([name], typ, pos=name.pos, end=typ.end)

    def param_variadic(self, dots: Token, elem: n.Expr) -> n.Field:
        return n.Field([], n.Ellipsis(elem, pos=dots.pos, end=elem.end), pos=dots.pos, end=elem.end)

    def param_named_variadic(self, name: n.Ident, dots: Token, elem: n.Expr) -> n.Field:
        return n.Field([name], n.Ellipsis(elem, pos=dots.pos, end=elem.end), pos=name.pos, end=elem.end)

    def distribute(self, fields: list[n.Field], close: Token, *, for_types: bool = False) -> list[n.Field]:
        """Gives `a` in `a, b int` the type that follows; the parser has read it as a type. Either all parameters are named or none."""
        if not for_types and not any(field.names for field in fields):
            return fields
        out: list[n.Field] = []
        waiting: list[n.Ident] = []
        for field in fields:
            if field.names:
                field.names[:0] = waiting
                field.pos = field.names[0].pos
                waiting = []
                out.append(field)
            elif type(field.type) is n.Ident:
                waiting.append(field.type)
            else:
                what = "type parameter name" if for_types else "parameter name"
                raise self.refuse(f"syntax error: missing {what}", field.type)
        if waiting:
            what = "type constraint" if for_types else "parameter type"
            raise self.refuse(f"syntax error: missing {what}", close, "either give all parameters a name or none")
        return out

    def type_params(self, _lbrack: Token, fields: list[n.Field], *ends: Token) -> list[n.Field]:
        return self.distribute(fields, ends[-1], for_types=True)

    # --- structs ---

    def struct_type(self, word: Token, _lbrace: Token, fields: list[n.Field], rbrace: Token) -> n.StructType:
        return n.StructType(fields, pos=word.pos, end=rbrace.end)

    def field_more(self, fields: list[n.Field], field: n.Field, tag: n.BasicLit | None, _semi: Token) -> list[n.Field]:
        if tag is not None:
            field.tag = tag.value
            field.end = tag.end
        fields.append(field)
        return fields

    def fields_named(self, first: n.Ident, _comma: Token, names: list[n.Ident], typ: n.Expr) -> n.Field:
        return n.Field([first, *names], typ, pos=first.pos, end=typ.end)

    def field_embedded(self, typ: n.Expr) -> n.Field:
        return n.Field([], typ, embedded=True, pos=typ.pos, end=typ.end)

    def field_embedded_star(self, star: Token, typ: n.Expr) -> n.Field:
        if type(typ) is n.ParenExpr:
            raise self.refuse("syntax error: cannot parenthesize embedded type", typ)
        if type(typ) not in (n.Ident, n.SelectorExpr, n.IndexExpr):
            raise self.refuse("syntax error: expected field name or embedded type", typ)
        return self.field_embedded(n.StarExpr(typ, pos=star.pos, end=typ.end))

    # --- interfaces ---

    def interface_type(self, word: Token, _lbrace: Token, elems: list[n.Field], rbrace: Token) -> n.InterfaceType:
        return n.InterfaceType(elems, pos=word.pos, end=rbrace.end)

    def union(self, left: n.Expr, bar: Token, right: n.Expr) -> n.BinaryExpr:
        return n.BinaryExpr("|", left, right, bar.pos, pos=left.pos, end=right.end)
