"""What the reader notes while a program is checked."""

from __future__ import annotations

from typing import Any

from codemode.dsl.syntax import nodes
from codemode.types.checker import Checker
from codemode.types.model import Type
from codemode.types.objects import FuncInfo, Var
from codemode.types.operand import Operand
from codemode.types.undo_log import UndoLog


class Assumed:
    """What was found out in earlier rounds, and is assumed in the next one."""

    def __init__(self) -> None:
        # names declared by a := that a reading wrote, and the body of the function around it
        self.loose_names: dict[str, nodes.File | nodes.BlockStmt] = {}
        self.durations: dict[int, Type] = {}  # types of the variables in `floats` that are durations
        self.floats: set[int] = set()  # positions of int variables that are redeclared as float64
        self.anys: set[int] = set()  # positions of int variables that are redeclared as any
        self.nilled: set[int] = set()  # positions of the variables in `anys` that are compared with nil
        self.trials = UndoLog()  # what the rounds of the check assume
        self.out_unless_printed = False  # of the `__out = x` that a round has written
        self.lists_of_maps = False  # maps.Keys and maps.Values return lists, as in golang.org/x/exp/maps
        self.iterated: set[nodes.Expr] = set()  # calls whose result is needed as an iterator


class Noted:
    """What is noted in one round."""

    def __init__(self) -> None:
        self.any_candidates: set[int] = set()
        self.any_vars: list[Var] = []  # variables redeclared as any
        self.compared = 0  # names compared in the search for similar names
        # loops to read as loops over elements, and whether a key is impossible
        self.element_candidates: dict[nodes.RangeStmt, bool] = {}
        self.empty_lists: dict[bytes, list[nodes.CallExpr]] = {}  # calls of __many, by the name of the list
        self.fed: set[int] = set()  # variables assigned from an any
        self.float_candidates: dict[int, Var] = {}
        self.float_vars: list[Var] = []  # variables redeclared as float64
        self.loose_result: nodes.ExprStmt | None = None  # a value as the last statement of a snippet
        self.nil_candidates: set[int] = set()  # candidates that are compared with nil
        self.number_vars: set[Var] = set()  # int variables whose type comes from an untyped integer constant
        self.returns: dict[FuncInfo, list[Operand]] = {}  # operands returned by functions with an open result type
        self.sequences: list[nodes.CallExpr] = []  # calls of maps.Keys and maps.Values that may be meant as lists
        self.settled: set[Var] = set()  # lists made by repairs whose element type is known
        self.streams = False  # a streaming tool is called like a function
        self.text_sums: dict[nodes.Expr, bool] = {}  # sums, and whether they contain a text literal
        self.text_vars: set[Var] = set()  # string variables whose type comes from an untyped constant
        self.wanted_types: dict[nodes.Expr, tuple[tuple[Type, ...], Type | None]] = {}  # types for open func literals
        self.zeros: set[Var] = set()  # variables of number_vars with the initial value 0
        self.origins: Any = None  # the declarations of the program, see `variable_origins`


def assumed(c: Checker) -> Assumed:
    return c.assumed


def noted(c: Checker) -> Noted:
    return c.noted
