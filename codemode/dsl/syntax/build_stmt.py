"""Rules of go.lark that build statements."""

from __future__ import annotations

from typing import Any, NamedTuple

from codemode.dsl.syntax import nodes as n
from codemode.dsl.syntax.build_base import PackageClause, Placed
from codemode.dsl.syntax.build_expr import ExprRules
from codemode.dsl.syntax.tokens import Token


class Header(NamedTuple):
    """`init; last` of an if or a switch, and the semicolon if nothing follows it."""

    init: n.Stmt | None
    last: n.Stmt | None
    semi: Token | None = None


class StmtRules(ExprRules):
    # --- blocks ---

    def block(self, lbrace: Token, stmts: list[Any], rbrace: Token) -> n.BlockStmt:
        return n.BlockStmt(self.inner(stmts), pos=lbrace.pos, end=rbrace.end)

    def inner(self, stmts: list[Any]) -> list[n.Stmt]:
        """Returns statements inside a function. Declarations that Go allows at package level only are refused."""
        if not self.declared or not any(type(stmt) in (n.FuncDecl, n.GenDecl, PackageClause) for stmt in stmts):
            return stmts
        out: list[n.Stmt] = []
        for stmt in stmts:
            if type(stmt) is n.FuncDecl:
                out += self.inner_func(stmt)
            elif isinstance(stmt, n.Stmt):
                out.append(stmt)
            else:
                word = "package" if type(stmt) is PackageClause else "import"
                at = n.Node(pos=stmt.pos, end=stmt.pos + len(word))
                raise self.refuse(
                    f"syntax error: unexpected keyword {word}",
                    at,
                    f"write {word} at the top of the file, outside of functions",
                )
        return out

    def inner_func(self, decl: n.FuncDecl) -> list[n.Stmt]:
        """Refuses func name() { } inside a function."""
        hint = "methods and generic functions are declared at the top level; in a function write: name := func(...) { ... }"
        raise self.refuse(f"syntax error: unexpected name {decl.name.name}, expected (", decl.name, hint)

    # --- simple statements ---

    def expr_stmt(self, x: n.Expr) -> n.ExprStmt:
        return n.ExprStmt(x, pos=x.pos, end=x.end)

    def assign(self, lhs: list[n.Expr], op: Token, rhs: list[n.Expr]) -> n.AssignStmt:
        return n.AssignStmt(lhs, op.text, rhs, pos=lhs[0].pos, end=rhs[-1].end)

    def define(self, lhs: list[n.Expr], op: Token, rhs: list[n.Expr]) -> n.AssignStmt:
        self.unlikely = self.unlikely or type(lhs[0]) is not n.Ident
        return self.assign(lhs, op, rhs)

    def names_only(self, lhs: list[n.Expr]) -> None:
        for x in lhs:
            if type(x) is not n.Ident:
                hint = "declare the new names first, then assign with =" if len(lhs) > 1 else "assign with ="
                if type(x) is n.CompositeLit:
                    hint = "take its parts in the next statement: p := ...; a, b := p[0], p[1]; in a loop: "
                    hint += "for _, p := range xs { a, b := p[0], p[1] ... }"
                raise self.refuse(f"syntax error: non-name {self.source(x)} on left side of :=", x, hint)

    def op_assign(self, x: n.Expr, op: Token, y: n.Expr) -> n.AssignStmt:
        return n.AssignStmt([x], op.text, [y], pos=x.pos, end=y.end)

    def inc_dec(self, x: n.Expr, op: Token) -> n.IncDecStmt:
        return n.IncDecStmt(x, "++" if op.text == "++" else "--", pos=x.pos, end=op.end)

    def send(self, chan: n.Expr, _arrow: Token, value: n.Expr) -> n.SendStmt:
        return n.SendStmt(chan, value, pos=chan.pos, end=value.end)

    # --- jumps ---

    def go(self, word: Token, x: n.Expr) -> n.GoStmt:
        return n.GoStmt(self.unparenthesized(word, x), pos=word.pos, end=x.end)

    def defer(self, word: Token, x: n.Expr) -> n.DeferStmt:
        return n.DeferStmt(self.unparenthesized(word, x), pos=word.pos, end=x.end)

    def unparenthesized(self, word: Token, x: n.Expr) -> n.Expr:
        if type(x) is n.ParenExpr:
            raise self.refuse(f"expression in {word.text} must not be parenthesized", x)
        return x

    def return_none(self, word: Token) -> n.ReturnStmt:
        return n.ReturnStmt([], pos=word.pos, end=word.end)

    def return_some(self, word: Token, results: list[n.Expr]) -> n.ReturnStmt:
        return n.ReturnStmt(results, pos=word.pos, end=results[-1].end)

    def return_assign(self, word: Token, lhs: list[n.Expr], op: Token, results: list[n.Expr]) -> n.ReturnStmt:
        raise self.refuse(f"syntax error: unexpected {op.text} at end of statement", op)

    def branch(self, word: Token) -> n.BranchStmt:
        if word.text == "goto":
            raise self.refuse("syntax error: unexpected newline, expected name", word, "goto needs a label")
        return self.jump(word, None)

    def branch_label(self, word: Token, label: n.Ident) -> n.BranchStmt:
        if word.text == "fallthrough":
            raise self.refuse(f"syntax error: unexpected name {label.name} at end of statement", label)
        return self.jump(word, label)

    def jump(self, word: Token, label: n.Ident | None) -> n.BranchStmt:
        tok: Any = word.text
        return n.BranchStmt(tok, label, pos=word.pos, end=label.end if label else word.end)

    def label(self, name: n.Ident, _colon: Token, stmt: Any) -> n.LabeledStmt:
        inner = self.inner([stmt])
        if len(inner) != 1:
            raise self.refuse(f"syntax error: unexpected keyword func after label {name.name}", name)
        return n.LabeledStmt(name, inner[0], pos=name.pos, end=stmt.end)

    def label_end(self, name: n.Ident, colon: Token) -> n.LabeledStmt:
        empty = n.EmptyStmt(pos=colon.end, end=colon.end)
        return n.LabeledStmt(name, empty, pos=name.pos, end=colon.end)

    # --- if ---

    def header_none(self, _semi: Token | None = None) -> Header:
        return Header(None, None)

    def header_one(self, last: n.Stmt) -> Header:
        return Header(None, last)

    def header_init(self, init: n.Stmt, semi: Token) -> Header:
        return Header(init, None, semi)

    def header_last(self, _semi: Token, last: n.Stmt) -> Header:
        return Header(None, last)

    def header_both(self, init: n.Stmt, _semi: Token, last: n.Stmt) -> Header:
        return Header(init, last)

    def if_only(self, word: Token, header: Header, body: n.BlockStmt) -> n.IfStmt:
        return self.if_else(word, header, body, word, None)

    def if_else(
        self, word: Token, header: Header, body: n.BlockStmt, _else: Token, orelse: n.BlockStmt | n.IfStmt | None
    ) -> n.IfStmt:
        init, last, semi = header
        if last is None and semi is not None and semi.text != ";":
            hint = "write { at the end of the line of its header"
            raise self.refuse("syntax error: unexpected newline, expected { after if clause", semi, hint)
        if last is None:
            raise self.refuse("syntax error: missing condition in if statement", word)
        cond = self.value_of(last)
        return n.IfStmt(init, cond, body, orelse, pos=word.pos, end=(orelse or body).end)

    def value_of(self, stmt: n.Stmt) -> n.Expr:
        """Returns the expression in a place where a statement may be."""
        if type(stmt) is n.ExprStmt:
            return stmt.x
        if type(stmt) is n.AssignStmt and stmt.op == "=":
            hint = "compare with ==; or write ; and the condition after the assignment"
            raise self.refuse(f"syntax error: cannot use assignment {self.source(stmt)} as value", stmt, hint)
        raise self.refuse(
            f"syntax error: cannot use {self.source(stmt)} as value", stmt, "write ; and the condition after it"
        )

    # --- for ---

    def for_ever(self, word: Token, body: n.BlockStmt) -> n.ForStmt:
        return n.ForStmt(None, None, None, body, pos=word.pos, end=body.end)

    def for_cond(self, word: Token, cond: n.Stmt, body: n.BlockStmt) -> n.ForStmt:
        if type(cond) is not n.ExprStmt:
            raise self.refuse(
                "syntax error: expected for loop condition", cond, "a for loop is: for init; condition; post { ... }"
            )
        return n.ForStmt(None, cond.x, None, body, pos=word.pos, end=body.end)

    def for_clause(
        self,
        word: Token,
        init: n.Stmt | None,
        _first: Token,
        cond: n.Stmt | None,
        _second: Token,
        post: n.Stmt | None,
        body: n.BlockStmt,
    ) -> n.ForStmt:
        if type(post) is n.AssignStmt and post.op == ":=":
            raise self.refuse("syntax error: cannot declare in post statement of for loop", post)
        test = self.value_of(cond) if cond is not None else None
        return n.ForStmt(init, test, post, body, pos=word.pos, end=body.end)

    def range_none(self, word: Token, _range: Token, x: n.Expr, body: n.BlockStmt) -> n.RangeStmt:
        return n.RangeStmt(None, None, False, x, body, pos=word.pos, end=body.end)

    def range_some(
        self, word: Token, lhs: list[n.Expr], op: Token, _range: Token, x: n.Expr, body: n.BlockStmt
    ) -> n.RangeStmt:
        if len(lhs) > 2:
            raise self.refuse("range clause permits at most two iteration variables", lhs[2])
        if op.text != "=":
            self.names_only(lhs)
        value = lhs[1] if len(lhs) == 2 else None
        return n.RangeStmt(lhs[0], value, op.text != "=", x, body, pos=word.pos, end=body.end)

    # --- switch and select ---

    def switch(
        self, word: Token, header: Header, _lbrace: Token, clauses: list[n.CaseClause], rbrace: Token
    ) -> n.SwitchStmt | n.TypeSwitchStmt:
        init, last, semi = header
        # Go reads `switch x` and a brace on the next line as a statement x; the value would not be used
        if semi is not None and semi.text != ";" and type(init) is n.ExprStmt and type(init.x) is not n.CallExpr:
            self.unlikely = True
        bind, guard = self.guard_of(last)
        if guard is not None:
            self.guards.remove(guard)
            return n.TypeSwitchStmt(init, bind, guard.x, clauses, pos=word.pos, end=rbrace.end)
        tag = self.value_of(last) if last is not None else None
        return n.SwitchStmt(init, tag, clauses, pos=word.pos, end=rbrace.end)

    def guard_of(self, stmt: n.Stmt | None) -> tuple[n.Ident | None, n.TypeAssertExpr | None]:
        """Returns `v` and `x.(type)` of a type switch."""
        if type(stmt) is n.ExprStmt:
            x, bind = stmt.x, None
        elif type(stmt) is n.AssignStmt and stmt.op == ":=" and len(stmt.lhs) == len(stmt.rhs) == 1:
            x, bind = stmt.rhs[0], stmt.lhs[0]
        else:
            return None, None
        if type(x) is not n.TypeAssertExpr or x.type is not None:
            return None, None
        return (bind if type(bind) is n.Ident else None), x

    def case(
        self, clauses: list[n.CaseClause], word: Token, exprs: list[n.Expr], colon: Token, stmts: list[Any]
    ) -> list[n.CaseClause]:
        body = self.inner(stmts)
        clauses.append(n.CaseClause(exprs, body, pos=word.pos, end=_end(stmts, colon)))
        return clauses

    def default(self, clauses: list[n.CaseClause], word: Token, colon: Token, stmts: list[Any]) -> list[n.CaseClause]:
        body = self.inner(stmts)
        clauses.append(n.CaseClause(None, body, pos=word.pos, end=_end(stmts, colon)))
        return clauses

    def select(self, word: Token, _lbrace: Token, clauses: list[n.CommClause], rbrace: Token) -> n.SelectStmt:
        return n.SelectStmt(clauses, pos=word.pos, end=rbrace.end)

    def comm_case(
        self, clauses: list[n.CommClause], word: Token, comm: n.Stmt, colon: Token, stmts: list[Any]
    ) -> list[n.CommClause]:
        body = self.inner(stmts)
        clauses.append(n.CommClause(comm, body, pos=word.pos, end=_end(stmts, colon)))
        return clauses

    def comm_default(
        self, clauses: list[n.CommClause], word: Token, colon: Token, stmts: list[Any]
    ) -> list[n.CommClause]:
        body = self.inner(stmts)
        clauses.append(n.CommClause(None, body, pos=word.pos, end=_end(stmts, colon)))
        return clauses


def _end(stmts: list[Any], colon: Token) -> int:
    last: Placed = stmts[-1] if stmts else colon
    return last.end
