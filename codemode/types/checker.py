"""The checker's state, and what all its parts share: scopes, problems, mends, and work that has to wait.

The parts are modules of functions that take the checker first: `expressions`, `statements`, `typexprs`, ... as go/types has them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

from codemode.dsl.diagnostics import Mend, Problem, Severity, Source
from codemode.dsl.syntax import nodes
from codemode.types.model import ANY, INVALID, Signature, Type, TypeParam
from codemode.types.objects import FuncInfo, Importer, Nil, Object, PkgName, ToolIndex, TypeName, Var
from codemode.types.operand import Operand
from codemode.types.spelling import unparen
from codemode.types.universe import UNIVERSE
from codemode.types.wording import Words

MAX_PROBLEMS: Final = 500  # errors, and as many warnings, that are reported of one text; the rest would be noise
UNSET: Final = cast(Type, None)  # the type of an object that is not declared yet


class TooManyErrors(Exception):
    """The check is over: finding more of them would take its time, and help nobody."""


class Scope:
    """Names of one block. `function` marks the outermost block of a function."""

    __slots__ = ("names", "parent")

    def __init__(self, parent: Scope | None, names: dict[str, Object] | None = None) -> None:
        self.parent = parent
        self.names: dict[str, Object] = names if names is not None else {}


@dataclass(slots=True, eq=False)
class Declared:
    """How a package-level object is declared; its type is found when it is first used. `deps` are package objects its value needs."""

    scope: Scope
    spec: Any = None  # ConstSpec, VarSpec, TypeSpec or FuncDecl
    type: nodes.Expr | None = None
    init: nodes.Expr | None = None
    lhs: list[Var] | None = None  # of `var a, b = f()`
    iota: int = 0
    inherited: bool = False  # a constant whose value is repeated from above
    deps: dict[Object, None] = field(default_factory=dict[Object, None])
    order: int = 0


@dataclass(slots=True)
class Environment:
    """What changes from body to body."""

    scope: Scope
    fn: FuncInfo | None = None
    sig: Signature | None = None
    iota: int | None = None
    iota_pos: nodes.Node | None = None  # where problems of a repeated constant value are placed
    decl: Declared | None = None
    declared: list[Var] = field(default_factory=list[Var])  # local variables, to find the unused ones
    top: bool = False  # the statements of a snippet's top level


# How often expressions are looked at, in all rounds: for each program, and for each character of it. Ordinary programs take less than one for two
# characters; repairs that look at an expression twice, in each other, would take a number that doubles.
WORK, WORK_EACH = 50_000, 4


class Checker:
    """One check of one file. `restart` brings it back to the beginning, over the same tree."""

    def __init__(
        self,
        file: nodes.File,
        *,
        importer: Importer | None = None,
        tools: ToolIndex | None = None,
        strict: bool = False,
        repair: bool = True,
        predeclared: Mapping[str, Object] | None = None,
        source: Source | None = None,
    ) -> None:
        self.file = file
        self.importer = importer
        self.tools = tools
        self.gradual = not strict
        self.repair = repair
        self.implicit_imports = repair or file.form != "program"  # a package needs no import to be used
        self.source = source
        self.predeclared = predeclared or {}
        self.work = WORK + WORK_EACH * (file.end - file.pos)  # expressions that may yet be looked at
        self.mends: dict[tuple[str, int], Mend] = {}
        self.loose_defines: set[nodes.AssignStmt] = set()  # := that a repair put in the place of =
        self.loose_names: dict[
            str, list[nodes.Stmt]
        ] = {}  # declared by such a :=, and the statements of the function around it
        self.durations: dict[int, Type] = {}  # those of floats that are durations
        self.floats: set[int] = set()  # places of int variables that are float64 variables after all
        self.anys: set[int] = set()  # places of int variables that take what an any holds
        self.nilled: set[int] = set()  # of these, and of string variables, those that are compared with nil
        self.loose_consts = False  # a constant is none: `const x = f()` declares a variable
        self.truths: dict[nodes.Expr, tuple[nodes.Expr, tuple[str, int]]] = {}  # conditions that were made, and of what
        self.lists_of_maps = False  # maps.Keys and maps.Values are those of old, which give lists
        self.iterated: set[nodes.Expr] = set()  # calls whose result is wanted as an iterator
        self.restart()

    def restart(self) -> None:
        self.fits: dict[int, Mend] = {}  # conversions that the lowering makes, by place
        self.undefined: set[str] = set()
        self.local_types: list[TypeName] = []
        self.piece_errors: set[Var] = set()  # errors of a stream's Next
        self.quotients: set[Object] = set()  # int variables that hold what is left of a division
        self.wanted_types: dict[nodes.Expr, tuple[tuple[Type, ...], Type | None]] = {}  # of open func literals
        self.returns: dict[FuncInfo, list[Operand]] = {}  # what functions with an open result return
        self.empty_lists: dict[bytes, list[nodes.CallExpr]] = {}  # calls of __many, by the name of the list
        self.settled: set[Var] = set()  # lists of repairs whose type is known
        self.probed: set[nodes.Node] = set()  # selectors whose operand was looked at before they were checked
        self.problems: list[Problem] = []
        self.counts: dict[Severity, int] = {"error": 0, "warning": 0}
        self.float_candidates: dict[int, Var] = {}
        self.any_candidates: set[int] = set()
        self.nil_candidates: set[int] = set()  # of such variables those that are compared with nil
        self.fed: set[int] = set()  # and those that are assigned what an any holds
        self.sequences: list[nodes.CallExpr] = []  # calls of maps.Keys and maps.Values that may be meant as lists
        self.not_constant = False  # the value of a constant declaration is not a constant
        self.words = Words(self.place)
        universe = Scope(None, UNIVERSE)
        self.out = Var("__out", ANY, kind="global", used=True)
        host = dict(self.predeclared)
        self.host = Scope(universe, {"__out": self.out, **host})
        self.globals = Scope(self.host)  # a snippet's top-level variables, once its statements are checked
        self.package = Scope(self.globals)
        self.env = Environment(self.package)
        self.scope = self.package
        self.objects: dict[Object, Declared] = {}
        self.path: list[Object] = []
        self.imports: list[PkgName] = []
        self.packages: dict[str, PkgName] = {}  # library packages used without an import
        self.delayed: list[Callable[[], None]] = []
        self.bodies: list[Callable[[], None]] = []  # of declared functions
        self.pending_types: dict[Type, Type] = {}  # `type A B` while B is being declared
        self.pending_interfaces: set[Type] = set()  # interfaces that embed a type that is being declared
        self.valid_types: set[Type] = set()  # types found to be of finite size
        self.has_call = False  # the expression just checked contains a call or receive
        self.in_type_params = False
        self.panics: set[nodes.CallExpr] = set()
        self.has_branches = False  # the file has a label, break, continue, goto or fallthrough
        self.untyped: list[nodes.Expr] = []  # expressions that had no type yet when they were checked
        self.shifted: set[nodes.Expr] = set()  # untyped left operands of non-constant shifts
        self.infos: list[FuncInfo] = []
        self.closures: dict[FuncInfo | None, int] = {}
        self.sets_out = False
        self.out_unless_printed = False
        self.prints = False  # a call of the program's prints something
        self.loose_result: nodes.ExprStmt | None = None  # a value as the last statement of a snippet
        self.top_env: Environment | None = None  # of a snippet's statements
        self.in_loop: set[Var] = set()  # declared inside a loop
        self.assigned: set[Var] = set()  # assigned after their declaration
        self.instantiations: list[tuple[TypeParam, Type]] = []  # type parameters, and arguments that mention some
        self.canonical: dict[TypeParam, TypeParam] = {}  # from a receiver's type parameters to those of its type
        self.constant_bytes = 0  # of the strings that constant expressions made
        self.validity_steps = 0
        self.implemented: set[tuple[Type, Type, bool]] = set()  # types, and interfaces that they are known to have
        self.compared = 0  # names, when looking for one that was meant
        self.text_sums: dict[nodes.Expr, bool] = {}  # sums, and whether they make text
        self.repeated_text = 0  # characters of the values that constants repeat
        self.method_count = 0  # of all interfaces together, with those of embedded ones
        self.loops = 0  # how many loops are around
        self.shadows: dict[Var, Var] = {}  # from a variable to one of the same function that it hides
        self.last_assigned: Var | None = None
        self.top_vars: dict[Var, None] = {}  # declared at the top level of a snippet
        self.float_vars: list[Var] = []  # those that are float64 because of it
        self.any_vars: list[Var] = []  # those that are any because of it
        self.range_keys: dict[Var, nodes.RangeStmt] = {}  # of loops with one variable, over a list or an any
        self.element_candidates: dict[
            nodes.RangeStmt, bool
        ] = {}  # loops whose variable is meant as the element, and if it can be no key
        self.zeros: set[Var] = set()  # those of number_vars that begin as 0
        self.number_vars: set[Var] = set()  # int variables that have their type from an untyped whole constant
        self.text_vars: set[Var] = set()  # string variables that have theirs from an untyped constant
        self.tool_calls: list[tuple[str, bool, int]] = []
        self.tested: set[Var] = set()  # whose programs look whether there is something in them
        self.kept_reads: list[tuple[Var, nodes.IndexExpr | nodes.SelectorExpr]] = []  # and what variables are given

    # --- problems ---

    def error(
        self, at: Operand | nodes.Node, message: str, hint: str = "", *, reason: str, code: str = "check_failed"
    ) -> None:
        """Something that Go refuses. `reason` is a row of engine/reasons.toml."""
        node = at.expr if isinstance(at, Operand) else at
        self.report(node.pos, node.end, message, hint, reason=reason, code=code)

    def warning(self, at: nodes.Node, message: str, hint: str = "", *, reason: str) -> None:
        self.report(at.pos, at.end, message, hint, reason=reason, severity="warning")

    def report(
        self,
        pos: int,
        end: int,
        message: str,
        hint: str = "",
        *,
        reason: str,
        code: str = "check_failed",
        severity: Severity = "error",
    ) -> None:
        consequence, self.words.unknown = self.words.unknown, False
        if self.problems and consequence:
            return  # of what was reported before
        self.counts[severity] += 1
        if self.counts[severity] > MAX_PROBLEMS:
            if severity == "error":
                self.problems.append(Problem(code, "too many errors", pos, end, reason=reason))
                raise TooManyErrors
            return
        place = self.env.iota_pos
        if place is not None:
            pos, end = place.pos, place.end
        self.problems.append(Problem(code, message, pos, end, hint, severity, reason))

    def add_hint(self, at: nodes.Node, hint: str) -> None:
        """Adds a hint to the last problem, if that stands at `at` and has none."""
        last = self.problems[-1] if self.problems else None
        if last is not None and last.pos == at.pos and not last.hint:
            self.problems[-1] = replace(last, hint=hint)

    def mend(self, message: str, at: nodes.Node, *, of_result: bool = False) -> None:
        self.mends.setdefault((message, at.pos), Mend(message, at.pos, at.end, of_result=of_result))

    def fitted(self, message: str, at: nodes.Node) -> None:
        """A mend that changes nothing in the tree: what another round finds stands in its place."""
        self.fits.setdefault(at.pos, Mend(message, at.pos, at.end))

    def place(self, pos: int) -> str:
        """A place for the inside of a message, or "" where the source is not known."""
        if self.source is None or pos < 0:
            return ""
        line, column = self.source.place(pos)
        return f"{line}:{column}"

    def skip_space(self, pos: int) -> int:
        """The place of what follows the white space at `pos`."""
        text = self.source.text if self.source is not None else ""
        while pos < len(text) and text[pos].isspace():
            pos += 1
        return pos

    def elsewhere(self, obj: Object) -> str:
        """A hint that says where an object is declared."""
        place = self.place(obj.pos)
        return f"{obj.name} is declared at {place}" if place else ""

    # --- scopes ---

    def lookup(self, name: str) -> Object | None:
        scope: Scope | None = self.scope
        while scope is not None:
            found = scope.names.get(name)
            if found is not None:
                return found
            scope = scope.parent
        return None

    def is_nil(self, e: nodes.Expr) -> bool:
        """Whether an expression is the predeclared nil."""
        inner = unparen(e)
        return isinstance(inner, nodes.Ident) and isinstance(self.lookup(inner.name), Nil)

    def open(self) -> Scope:
        """Opens a block; returns the scope to go back to."""
        outer = self.scope
        self.scope = Scope(outer)
        return outer

    def declare(self, scope: Scope, obj: Object, at: nodes.Node) -> None:
        if obj.name == "_":
            return
        other = scope.names.get(obj.name)
        if isinstance(other, PkgName) and not isinstance(obj, PkgName):
            path = other.package.path if other.package is not None else other.name
            shown = f'package {other.name} ("{path}")'
            self.error(
                at, f"{obj.name} already declared through import of {shown}", self.elsewhere(other), reason="redeclared"
            )
            return
        if other is not None:
            self.error(at, f"{obj.name} redeclared in this block", self.elsewhere(other), reason="redeclared")
            if isinstance(obj, Var):
                obj.used = True
            return
        scope.names[obj.name] = obj

    def new_var(self, name: nodes.Ident, typ: Type = UNSET) -> Var:
        """A local variable of the current function."""
        made = Var(name.name, typ, name.pos, owner=self.env.fn)
        name.obj = made
        if self.loops:
            self.in_loop.add(made)
        if name.name != "_":
            self.env.declared.append(made)
        return made

    # --- work that waits ---

    def later(self, work: Callable[[], None]) -> None:
        self.delayed.append(work)

    def work_off(self, start: int) -> None:
        """Does what was put off since there were `start` pieces of waiting work, and what that puts off."""
        delayed = self.delayed
        i = start
        while i < len(delayed):
            delayed[i]()
            i += 1
        del delayed[start:]

    def depends(self, obj: Object) -> None:
        """Notes that the declaration being checked needs a package-level object."""
        decl = self.env.decl
        if decl is not None and obj in self.objects:
            decl.deps[obj] = None


def is_valid(t: Type) -> bool:
    return t is not INVALID
