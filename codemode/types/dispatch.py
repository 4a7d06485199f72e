"""Fills the dispatch tables: which function checks which kind of node. They are filled here because these modules use each other."""

from __future__ import annotations

from codemode.dsl.syntax import nodes
from codemode.types import (
    branching,
    calls,
    composites,
    declaring,
    expressions,
    generics,
    indexing,
    loops,
    names,
    operators,
    resolving,
    simple_expressions,
    statements,
    structure,
    type_forms,
    typexprs,
)
from codemode.types.objects import Const, Func, TypeName, Var


def fill() -> None:
    """Fills the tables. Called once, when the checker is imported."""
    _expressions()
    _statements()
    _types()
    table = resolving.DECLARE
    table |= {
        Const: declaring.package_const,
        Var: declaring.package_var,
        TypeName: lambda c, obj, decl: declaring.type_decl(c, obj, decl.spec),
        Func: declaring.package_func,
    }


def _expressions() -> None:
    table = expressions.EXPRESSIONS
    table |= {
        nodes.Ident: names.ident,
        nodes.BasicLit: composites.basic_lit,
        nodes.CompositeLit: composites.composite_lit,
        nodes.FuncLit: composites.func_lit,
        nodes.ParenExpr: simple_expressions.paren_expr,
        nodes.SelectorExpr: names.selector,
        nodes.IndexExpr: indexing.index_expr,
        nodes.SliceExpr: indexing.slice_expr,
        nodes.TypeAssertExpr: simple_expressions.type_assert,
        nodes.CallExpr: calls.call_expr,
        nodes.StarExpr: simple_expressions.star_expr,
        nodes.UnaryExpr: operators.unary,
        nodes.BinaryExpr: operators.binary_expr,
        nodes.KeyValueExpr: simple_expressions.key_value,
        nodes.ArrayType: simple_expressions.type_literal,
        nodes.StructType: simple_expressions.type_literal,
        nodes.FuncType: simple_expressions.type_literal,
        nodes.InterfaceType: simple_expressions.type_literal,
        nodes.MapType: simple_expressions.type_literal,
        nodes.ChanType: simple_expressions.type_literal,
        nodes.Ellipsis: simple_expressions.ellipsis,
    }


def _statements() -> None:
    table = statements.STATEMENTS
    table |= {
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


def _types() -> None:
    table = typexprs.TYPES
    table |= {
        nodes.Expr: type_forms.not_a_type,
        nodes.Ident: type_forms.type_name,
        nodes.SelectorExpr: type_forms.type_name,
        nodes.IndexExpr: generics.instantiated_type,
        nodes.ParenExpr: lambda c, e: typexprs.typ(c, e.x),
        nodes.ArrayType: type_forms.array_type,
        nodes.StarExpr: type_forms.pointer_type,
        nodes.StructType: structure.struct_type,
        nodes.FuncType: structure.func_type,
        nodes.InterfaceType: structure.interface_type,
        nodes.MapType: type_forms.map_type,
        nodes.ChanType: type_forms.chan_type,
        nodes.Ellipsis: type_forms.ellipsis,
    }
