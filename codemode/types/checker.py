"""The checker's state and what its parts share: scopes, problems, mends and postponed work.

The parts are modules of functions with the checker as first parameter (`expressions`, `statements`, `typexprs`, ...), as in go/types.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from typing import Any, Final, Literal, cast

from codemode.dsl.diagnostics import Mend, MendKey, Problem, Severity, Source, mend_of
from codemode.dsl.syntax import nodes
from codemode.records import dataclass
from codemode.types.expression_text import unparen
from codemode.types.model import ANY, Signature, Type, TypeParam
from codemode.types.objects import FuncInfo, Importer, Nil, Object, PkgName, ToolIndex, TypeName, Var
from codemode.types.operand import BAD, Operand
from codemode.types.reader import GO, Reader
from codemode.types.undo_log import UndoLog
from codemode.types.universe import UNIVERSE
from codemode.types.wording import Words

MAX_PROBLEMS: Final = 500  # the most errors, and the most warnings, that are reported for one source
UNSET: Final = cast(Type, None)  # the type of an object that is not declared yet


class TooManyErrors(Exception):
    """Raised after MAX_PROBLEMS errors; the check stops."""


class Scope:
    """The names of one block."""

    __slots__ = ("names", "parent")

    def __init__(self, parent: Scope | None, names: dict[str, Object] | None = None) -> None:
        self.parent = parent
        self.names: dict[str, Object] = names if names is not None else {}


@dataclass(slots=True, eq=False)
class Declared:
    """The declaration of a package-level object. Its type is found at its first use. `deps` are the package objects that its value depends on."""

    scope: Scope
    spec: Any = None  # ConstSpec, VarSpec, TypeSpec or FuncDecl
    type: nodes.Expr | None = None
    init: nodes.Expr | None = None
    lhs: list[Var] | None = None  # of `var a, b = f()`
    iota: int = 0
    inherited: bool = False  # a constant that repeats the value of the specification above
    deps: dict[Object, None] = field(default_factory=dict[Object, None])
    order: int = 0


@dataclass(slots=True)
class Environment:
    """The part of the checker's state that belongs to one function body or declaration."""

    scope: Scope
    fn: FuncInfo | None = None
    sig: Signature | None = None
    iota: int | None = None
    iota_pos: nodes.Node | None = None  # where problems of a repeated constant value are reported
    decl: Declared | None = None
    declared: list[Var] = field(default_factory=list[Var])  # local variables, to find the unused ones
    top: bool = False  # the statements of a snippet's top level


# The limit on how many expressions are checked, over all rounds: WORK for the program and WORK_EACH for each character. Ordinary programs
# need less than one for two characters. Nested repairs that check an expression twice would need a number that doubles with each level.
WORK, WORK_EACH = 50_000, 4


class Checker:
    """One check of one file. `restart` resets the state for another round over the same tree."""

    def __init__(
        self,
        file: nodes.File,
        *,
        importer: Importer | None = None,
        tools: ToolIndex | None = None,
        strict: bool = False,
        reader: Reader = GO,
        predeclared: Mapping[str, Object] | None = None,
        source: Source | None = None,
    ) -> None:
        self.file = file
        self.importer = importer
        self.tools = tools
        self.gradual = not strict
        self.reader = reader
        self.calling: nodes.CallExpr | None = None  # the call whose function is being checked
        self.listed: nodes.Stmt | None = None  # the statement of a list that is being checked
        self.instead: dict[nodes.Stmt, nodes.Stmt] = {}  # checked statements to put in the places of others
        self.implicit_imports = reader.reads or file.form != "program"  # packages may be used without an import
        self.source = source
        self.predeclared = predeclared or {}
        self.work = WORK + WORK_EACH * (file.end - file.pos)  # how many more expressions may be checked
        self.mends: dict[MendKey, Mend] = {}
        self.loose_defines: set[nodes.AssignStmt] = set()  # statements in which a repair replaced = by :=
        self.edits = UndoLog()  # changes of the tree that the next round makes anew, as the types may be others
        self.round_mends: list[MendKey] = []  # the mends of these changes
        self.assumed: Any = None  # what the reader keeps over the rounds
        self.restart()

    def restart(self) -> None:
        self.edits.undo()
        for key in self.round_mends:
            self.mends.pop(key, None)
        self.round_mends.clear()
        self.fits: dict[int, Mend] = {}  # mends for conversions that the lowering inserts, by position
        self.undefined: set[str] = set()
        self.noted: Any = None  # what the reader notes in a round
        self.local_types: list[TypeName] = []
        self.problems: list[Problem] = []
        self.counts: dict[Severity, int] = {"error": 0, "warning": 0}
        self.not_constant = False  # the value of a constant declaration is not a constant
        self.words = Words(self.source)  # not a method of the checker: the two would refer to each other
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
        self._forget_bodies()

    def _forget_bodies(self) -> None:
        """Forgets what the last round found inside declarations and statements."""
        self.delayed: list[Callable[[], None]] = []
        self.bodies: list[tuple[Environment, nodes.BlockStmt]] = []  # of declared functions
        self.pending_types: dict[Type, Type] = {}  # `type A B` while B is being declared
        self.pending_interfaces: set[Type] = set()  # interfaces that embed a type that is being declared
        self.valid_types: set[Type] = set()  # types found to be of finite size
        self.has_call = False  # the expression just checked contains a call or receive
        self.in_type_params = False
        self.panics: set[nodes.CallExpr] = set()
        self.reads_keys = False  # the program reads constant keys of maps, or keys or fields of values of type any
        self.has_branches = False  # the file has a label, break, continue, goto or fallthrough
        self.has_goto = False
        self.uses_cap = False  # the program calls cap
        self.untyped: list[nodes.Expr] = []  # expressions that had no type yet when they were checked
        self.shifted: set[nodes.Expr] = set()  # untyped left operands of non-constant shifts
        self.infos: list[FuncInfo] = []
        self.closures: dict[FuncInfo | None, int] = {}
        self.sets_out = False
        self.out_unless_printed = False
        self.prints = False  # the program calls a function that prints
        self.top_env: Environment | None = None  # of a snippet's statements
        self.in_loop: set[Var] = set()  # declared inside a loop
        self.assigned: set[Var] = set()  # assigned after their declaration
        self.instantiations: list[tuple[TypeParam, Type]] = []  # parameters, and arguments that mention parameters
        self.canonical: dict[TypeParam, TypeParam] = {}  # from a receiver's type parameters to those of its type
        self.constant_bytes = 0  # total length of the strings that constant expressions made
        self.validity_steps = 0
        self.implemented: set[tuple[Type, Type, bool]] = set()  # types, and interfaces that they are known to implement
        self.repeated_text = 0  # total length of the text of values that constants repeat
        self.method_count = 0  # methods of all interfaces together, including those of embedded interfaces
        self.loops = 0  # number of enclosing loops
        self.shadows: dict[Var, Var] = {}  # from a variable to the variable of the same function that it hides
        self.last_assigned: Var | None = None
        self.top_vars: dict[Var, None] = {}  # declared at the top level of a snippet
        self.tool_calls: list[tuple[str, bool, int]] = []

    # --- problems ---

    def error(
        self, at: Operand | nodes.Node, message: str, hint: str = "", *, reason: str, code: str = "check_failed"
    ) -> Literal[False]:
        """Reports a violation of Go's rules. `reason` is a row of engine/reasons.toml. Returns False, what most checks answer then."""
        node = at.expr if isinstance(at, Operand) else at
        self.report(node.pos, node.end, message, hint, reason=reason, code=code)
        return False

    def refuse(self, x: Operand, message: str, hint: str = "", *, reason: str) -> Literal[False]:
        """Reports what is wrong with an operand, which is bad from then on. Returns False."""
        self.error(x, message, hint, reason=reason)
        x.mode = BAD
        return False

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
        """Adds a hint to the last problem if that problem is at `at` and has no hint."""
        last = self.problems[-1] if self.problems else None
        if last is not None and last.pos == at.pos and not last.hint:
            self.problems[-1] = replace(last, hint=hint)

    def mend(self, code: str, at: nodes.Node, *, of_result: bool = False, **facts: str) -> MendKey:
        """Records a repair. Returns its key in `mends`."""
        mend = Mend(code, at.pos, at.end, tuple(facts.items()), of_result=of_result)
        self.mends.setdefault(mend.key, mend)
        return mend.key

    def edit(self, holder: object, key: str | int, new: nodes.Expr, mend: MendKey | None) -> None:
        """Replaces a part of the tree until the next round, which forgets the mend, too."""
        self.edits.put(holder, key, new)
        if mend is not None:
            self.round_mends.append(mend)

    def fitted(self, code: str, at: nodes.Node, **facts: str) -> None:
        """Records a mend that does not change the tree. Each round starts without these mends and finds them again."""
        self.fits.setdefault(at.pos, mend_of(code, at.pos, at.end, **facts))

    def read(self, node: nodes.Node, x: Operand | None = None, known: Any = None) -> bool:
        """Asks the reader about a node that Go refuses. Returns whether there is no problem, or the reader has reported one."""
        read = self.reader.nodes.get(node.__class__)
        return read is not None and read(self, node, x, known)

    @contextmanager
    def aside(self) -> Generator[list[Problem]]:
        """Keeps the problems of what is checked inside apart from the others."""
        outer, counts = self.problems, self.counts
        self.problems, self.counts = [], dict(counts)
        try:
            yield self.problems
        finally:
            self.problems, self.counts = outer, counts

    def place(self, pos: int) -> str:
        return self.words.place(pos)

    def skip_space(self, pos: int) -> int:
        """Returns the position of the first character at or after `pos` that is not white space."""
        text = self.source.text if self.source is not None else ""
        while pos < len(text) and text[pos].isspace():
            pos += 1
        return pos

    def elsewhere(self, obj: Object) -> str:
        """Returns a hint that names the place where an object is declared, or "" if that is unknown."""
        place = self.place(obj.pos)
        return f"{obj.name} is declared at {place}" if place else ""

    # --- scopes ---

    def lookup(self, name: str) -> Object | None:
        scope: Scope | None = self.scope
        while scope is not None:
            names = scope.names
            if name in names:
                return names[name]
            scope = scope.parent
        return None

    def is_nil(self, e: nodes.Expr) -> bool:
        """Whether an expression is the predeclared nil."""
        inner = unparen(e)
        return isinstance(inner, nodes.Ident) and isinstance(self.lookup(inner.name), Nil)

    def open(self) -> Scope:
        """Opens a block and returns the scope to restore at its end."""
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
            message = f"{obj.name} already declared through import of {shown}"
            self.error(at, message, self.elsewhere(other), reason="redeclared")
            return
        if other is not None:
            self.error(at, f"{obj.name} redeclared in this block", self.elsewhere(other), reason="redeclared")
            if isinstance(obj, Var):
                obj.used = True
            return
        scope.names[obj.name] = obj

    def new_var(self, name: nodes.Ident, typ: Type = UNSET) -> Var:
        """Makes a local variable of the current function."""
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
        """Does the postponed work from index `start` on, including work that is postponed meanwhile."""
        delayed = self.delayed
        i = start
        while i < len(delayed):
            delayed[i]()
            i += 1
        del delayed[start:]

    def depends(self, obj: Object) -> None:
        """Records that the declaration being checked depends on a package-level object."""
        decl = self.env.decl
        if decl is not None and obj in self.objects:
            decl.deps[obj] = None
