"""Fills the dispatch tables: which function checks which kind of node. They are filled here because these modules use each other."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.types import (
    branching,
    calls,
    composites,
    expressions,
    indexing,
    loops,
    names,
    operators,
    statements,
    structure,
    typexprs,
)


def fill() -> None:
    """Fills the tables. Called once, when the checker is imported."""
    _expressions()
    _statements()
    _types()


def _expressions() -> None:
    expressions.EXPRESSIONS.update(
        {
            nodes.Ident: names.ident,
            nodes.BasicLit: composites.basic_lit,
            nodes.CompositeLit: composites.composite_lit,
            nodes.FuncLit: composites.func_lit,
            nodes.ParenExpr: expressions.paren_expr,
            nodes.SelectorExpr: names.selector,
            nodes.IndexExpr: indexing.index_expr,
            nodes.SliceExpr: indexing.slice_expr,
            nodes.TypeAssertExpr: expressions.type_assert,
            nodes.CallExpr: calls.call_expr,
            nodes.StarExpr: expressions.star_expr,
            nodes.UnaryExpr: operators.unary,
            nodes.BinaryExpr: operators.binary_expr,
            nodes.KeyValueExpr: expressions.key_value,
            nodes.ArrayType: expressions.type_literal,
            nodes.StructType: expressions.type_literal,
            nodes.FuncType: expressions.type_literal,
            nodes.InterfaceType: expressions.type_literal,
            nodes.MapType: expressions.type_literal,
            nodes.ChanType: expressions.type_literal,
            nodes.Ellipsis: expressions.ellipsis,
        }
    )


def _statements() -> None:
    statements.STATEMENTS.update(
        {
            nodes.EmptyStmt: statements.empty_stmt,
            nodes.ExprStmt: statements.expr_stmt,
            nodes.SendStmt: statements.send_stmt,
            nodes.IncDecStmt: statements.inc_dec_stmt,
            nodes.AssignStmt: statements.assign_stmt,
            nodes.GoStmt: statements.go_stmt,
            nodes.DeferStmt: statements.defer_stmt,
            nodes.ReturnStmt: statements.return_stmt,
            nodes.BranchStmt: statements.branch_stmt,
            nodes.LabeledStmt: statements.labeled_stmt,
            nodes.BlockStmt: statements.block_stmt,
            nodes.IfStmt: statements.if_stmt,
            nodes.ForStmt: statements.for_stmt,
            nodes.RangeStmt: loops.range_stmt,
            nodes.SwitchStmt: branching.switch_stmt,
            nodes.TypeSwitchStmt: branching.type_switch_stmt,
            nodes.SelectStmt: branching.select_stmt,
            nodes.DeclStmt: statements.decl_stmt,
        }
    )


def _types() -> None:
    typexprs.TYPES.update(
        {
            nodes.Ident: typexprs.type_name,
            nodes.SelectorExpr: typexprs.type_name,
            nodes.IndexExpr: typexprs.instance,
            nodes.ParenExpr: lambda c, e: typexprs.typ(c, e.x),
            nodes.ArrayType: typexprs.array_type,
            nodes.StarExpr: typexprs.pointer_type,
            nodes.StructType: structure.struct_type,
            nodes.FuncType: structure.func_type,
            nodes.InterfaceType: structure.interface_type,
            nodes.MapType: typexprs.map_type,
            nodes.ChanType: typexprs.chan_type,
            nodes.Ellipsis: typexprs.ellipsis,
        }
    )
