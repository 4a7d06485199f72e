"""Rules of go.lark that build declarations."""

from __future__ import annotations

from typing import Any

from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax.build_base import PackageClause
from codemode.dsl.syntax.build_stmt import StmtRules
from codemode.dsl.syntax.build_types import Params
from codemode.dsl.syntax.tokens import Token


class DeclRules(StmtRules):
    # --- var, const, type ---

    def decl_one(self, word: Token, spec: Any) -> n.DeclStmt:
        return self.decl(word, [spec], spec.end)

    def decl_group(self, word: Token, _lpar: Token, specs: list[Any], rpar: Token) -> n.DeclStmt:
        return self.decl(word, specs, rpar.end)

    def decl(self, word: Token, specs: list[Any], end: int) -> n.DeclStmt:
        if word.text == "const":
            self.repeat_constants(specs)
        tok: Any = word.text
        return n.DeclStmt(n.GenDecl(tok, specs, pos=word.pos, end=end), pos=word.pos, end=end)

    def repeat_constants(self, specs: list[n.ConstSpec]) -> None:
        """Repeats the values of the specification above for one without values: the same nodes, with another iota."""
        last: n.ConstSpec | None = None
        for iota, spec in enumerate(specs):
            spec.iota = iota
            if spec.values:
                last = spec
            elif spec.type is not None or last is None:
                raise self.refuse("missing init expr for const declaration", spec)
            else:
                spec.type = last.type
                spec.values = last.values

    def var_typed(self, names: list[n.Ident], typ: n.Expr) -> n.VarSpec:
        return n.VarSpec(names, typ, [], pos=names[0].pos, end=typ.end)

    def var_full(self, names: list[n.Ident], typ: n.Expr, _assign: Token, values: list[n.Expr]) -> n.VarSpec:
        return n.VarSpec(names, typ, values, pos=names[0].pos, end=values[-1].end)

    def var_values(self, names: list[n.Ident], _assign: Token, values: list[n.Expr]) -> n.VarSpec:
        return n.VarSpec(names, None, values, pos=names[0].pos, end=values[-1].end)

    def var_define(self, names: list[n.Ident], define: Token, values: list[n.Expr]) -> n.VarSpec:
        raise self.refuse("syntax error: unexpected :=, expected type", define)

    def const_bare(self, names: list[n.Ident]) -> n.ConstSpec:
        return n.ConstSpec(names, None, [], 0, pos=names[0].pos, end=names[-1].end)

    def const_typed(self, names: list[n.Ident], typ: n.Expr) -> n.ConstSpec:
        return n.ConstSpec(names, typ, [], 0, pos=names[0].pos, end=typ.end)

    def const_full(self, names: list[n.Ident], typ: n.Expr, _assign: Token, values: list[n.Expr]) -> n.ConstSpec:
        return n.ConstSpec(names, typ, values, 0, pos=names[0].pos, end=values[-1].end)

    def const_values(self, names: list[n.Ident], _assign: Token, values: list[n.Expr]) -> n.ConstSpec:
        return n.ConstSpec(names, None, values, 0, pos=names[0].pos, end=values[-1].end)

    def const_define(self, names: list[n.Ident], define: Token, values: list[n.Expr]) -> n.ConstSpec:
        raise self.refuse("syntax error: unexpected :=, expected type", define)

    def type_def(self, name: n.Ident, params: list[n.Field], typ: n.Expr) -> n.TypeSpec:
        return n.TypeSpec(name, params, typ, False, pos=name.pos, end=typ.end)

    def type_alias(self, name: n.Ident, params: list[n.Field], _assign: Token, typ: n.Expr) -> n.TypeSpec:
        return n.TypeSpec(name, params, typ, True, pos=name.pos, end=typ.end)

    # --- package, import ---

    def package(self, word: Token, name: n.Ident) -> PackageClause:
        clause = PackageClause(name, word.pos, name.end)
        self.declared.append(clause)
        return clause

    def import_one(self, word: Token, spec: n.ImportSpec) -> n.GenDecl:
        return self.imports(word, [spec], spec.end)

    def import_group(self, word: Token, _lpar: Token, specs: list[n.ImportSpec], rpar: Token) -> n.GenDecl:
        return self.imports(word, specs, rpar.end)

    def imports(self, word: Token, specs: list[n.ImportSpec], end: int) -> n.GenDecl:
        decl = n.GenDecl("import", list[Any](specs), pos=word.pos, end=end)
        self.declared.append(decl)
        return decl

    def import_plain(self, path: n.BasicLit) -> n.ImportSpec:
        return n.ImportSpec(None, self.path(path), pos=path.pos, end=path.end)

    def import_named(self, name: n.Ident, path: n.BasicLit) -> n.ImportSpec:
        return n.ImportSpec(name, self.path(path), pos=name.pos, end=path.end)

    def import_dot(self, dot: Token, path: n.BasicLit) -> n.ImportSpec:
        return n.ImportSpec(n.Ident(".", pos=dot.pos, end=dot.end), self.path(path), pos=dot.pos, end=path.end)

    def path(self, path: n.BasicLit) -> str:
        text = bytes(path.value).decode("utf-8", "replace")
        if not text or any(c.isspace() or c in "!\"#$%&'()*,:;<=>?[\\]^`{|}\ufffd" for c in text):
            raise self.refuse(f"invalid import path: {path.raw}", path)
        return text

    # --- functions ---

    def func_decl(
        self, word: Token, name: n.Ident, type_params: list[n.Field], signature: n.FuncType, body: n.BlockStmt | None
    ) -> n.FuncDecl:
        return self.function(word, None, name, type_params, signature, body)

    def method_decl(
        self,
        word: Token,
        recv: Params,
        name: n.Ident,
        type_params: list[n.Field],
        signature: n.FuncType,
        body: n.BlockStmt | None,
    ) -> n.FuncDecl:
        place = n.Node(pos=recv.pos, end=recv.end)
        if not recv.fields:
            raise self.refuse("method has no receiver", place)
        if len(recv.fields) > 1 or len(recv.fields[0].names) > 1:
            raise self.refuse("method has multiple receivers", place)
        return self.function(word, recv.fields[0], name, type_params, signature, body)

    def function(
        self,
        word: Token,
        recv: n.Field | None,
        name: n.Ident,
        type_params: list[n.Field],
        signature: n.FuncType,
        body: n.BlockStmt | None,
    ) -> n.FuncDecl:
        signature.type_params = type_params
        signature.pos = word.pos
        self.unlikely = self.unlikely or body is None
        decl = n.FuncDecl(recv, name, signature, body, pos=word.pos, end=(body or signature).end)
        self.declared.append(decl)
        return decl
