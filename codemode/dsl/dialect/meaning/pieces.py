"""Reads the error of `item, ok := stream.Next()` as a bool in a condition. Other languages return a bool there."""

from __future__ import annotations

from typing import Final

from codemode.dsl.syntax import nodes
from codemode.types import expressions
from codemode.types.checker import Checker
from codemode.types.operand import Operand

ENDED: Final = frozenset({"done", "end", "ended", "finished", "eof", "closed"})


def is_there(c: Checker, x: Operand, e: nodes.Expr, name: nodes.Ident, place: tuple[object, str | int]) -> None:
    """Replaces `ok` of `item, ok := stream.Next()` with a test whether there was an item. An error other than the end of the stream panics."""
    at = {"pos": e.pos, "end": e.pos}
    ended = name.name in ENDED

    def again() -> nodes.Ident:
        return nodes.Ident(name.name, **at)

    eof = nodes.SelectorExpr(nodes.Ident("io", **at), nodes.Ident("EOF", **at), **at)
    there = nodes.BinaryExpr("!=", again(), nodes.Ident("nil", **at), e.pos, **at)
    broken = nodes.BinaryExpr("&&", there, nodes.BinaryExpr("!=", again(), eof, e.pos, **at), e.pos, **at)
    fails = nodes.ExprStmt(nodes.CallExpr(nodes.Ident("panic", **at), [again()], pos=e.pos, end=e.pos), **at)
    asked = nodes.BinaryExpr("!=" if ended else "==", again(), nodes.Ident("nil", **at), e.pos, **at)
    body: list[nodes.Stmt] = []
    body.append(nodes.IfStmt(None, broken, nodes.BlockStmt([fails], **at), None, **at))
    body.append(nodes.ReturnStmt([asked], pos=e.pos, end=e.pos))
    result = nodes.Field([], nodes.Ident("bool", **at), pos=e.pos, end=e.pos)
    literal = nodes.FuncLit(nodes.FuncType([], [], [result], **at), nodes.BlockStmt(body, **at), pos=e.pos, end=e.end)
    made = nodes.CallExpr(literal, [], pos=e.pos, end=e.end)
    expressions.expr(c, x, made)
    meant = "whether the stream is at its end" if ended else "whether there was a piece"
    c.edit(*place, made, c.mend("condition_of_stream", e, found=name.name, meant=meant))
    x.expr = made
