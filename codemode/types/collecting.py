"""Collects the declarations of a file before anything is checked."""

from __future__ import annotations

from typing import cast

from codemode.dsl.syntax import nodes
from codemode.types import declaring, resolving, statements
from codemode.types.checker import UNSET, Checker, Declared
from codemode.types.expression_text import unparen
from codemode.types.model import INVALID, Named
from codemode.types.objects import Const, Func, FuncInfo, Object, Package, PkgName, TypeName, Var


class Collector:
    """Declares everything in a file that may be used before its declaration."""

    def __init__(self, c: Checker) -> None:
        self.c = c
        self.funcs: list[Func] = []
        self.variables: list[Var] = []
        self.var_specs: list[nodes.VarSpec] = []  # with values; `var a, b = 1, 2` becomes one for each variable
        self.var_specs_written: list[nodes.VarSpec] = []
        self.methods: dict[str, list[Func]] = {}
        self.objects: list[Object] = []

    def collect(self) -> None:
        c = self.c
        for decl in c.file.decls:
            if isinstance(decl, nodes.FuncDecl):
                self.func(decl)
            else:
                self.group(decl)
        if c.file.form != "program":
            for stmt in c.file.stmts:
                if not isinstance(stmt, nodes.DeclStmt) or stmt.decl.tok not in ("const", "type"):
                    continue
                self.group(stmt.decl)
        by_base: dict[TypeName, list[Func]] = {}
        for name, methods in self.methods.items():
            base = self.base(name, methods)
            if base is not None:
                by_base.setdefault(base, []).extend(methods)
        for base, methods in by_base.items():
            self.attach(base, methods)

    def group(self, decl: nodes.GenDecl) -> None:
        for spec in decl.specs:
            if isinstance(spec, nodes.ImportSpec):
                self.imports(spec)
            elif isinstance(spec, nodes.ConstSpec):
                self.consts(spec)
            elif isinstance(spec, nodes.TypeSpec):
                obj = TypeName(spec.name.name, UNSET, spec.name.pos, alias=spec.alias)
                self.add(spec.name, obj, Declared(self.c.package, spec))
            else:
                self.vars(spec)

    def add(self, name: nodes.Ident, obj: Object, declared: Declared) -> None:
        c = self.c
        if name.name == "init" or (name.name == "main" and c.file.form == "program"):
            c.error(name, f"cannot declare {name.name} - must be func", reason="wrong_main")
            return
        name.obj = obj
        self.note(obj, declared)
        c.declare(c.package, obj, name)

    def note(self, obj: Object, declared: Declared) -> None:
        declared.order = len(self.c.objects)
        self.c.objects[obj] = declared
        self.objects.append(obj)

    def imports(self, spec: nodes.ImportSpec) -> None:
        c = self.c
        package = c.importer.package(spec.path) if c.importer is not None else None
        if package is None:
            package = cast("Package | None", c.reader.name(c, spec, None))
        if package is None:
            hint = c.importer.hint(spec.path) if c.importer is not None else ""
            message = f'import "{spec.path}" is not in the library'
            c.error(spec, message, hint, code="module_access_denied", reason="unknown_package")
            self.denied(spec)
            return
        name = spec.name.name if spec.name is not None else package.name
        if name == "init":
            c.error(spec, "cannot import package as init - init must be a func", reason="wrong_main")
            return
        made = PkgName(name, INVALID, spec.pos, package=package)
        c.imports.append(made)
        if spec.name is not None:
            spec.name.obj = made
        if name == ".":
            self.dot_import(made)
        elif name != "_":
            c.declare(c.package, made, spec)

    def denied(self, spec: nodes.ImportSpec) -> None:
        """Declares the name of a package that cannot be imported, so that its uses are not reported as further problems."""
        name = spec.name.name if spec.name is not None else spec.path.rsplit("/", 1)[-1]
        if name.isidentifier() and name != "_":
            c = self.c
            c.package.names.setdefault(name, PkgName(name, INVALID, spec.pos, used=True))

    def dot_import(self, made: PkgName) -> None:
        made.used = True
        for name in made.package.member_names():
            member = made.package.member(name)
            if member is not None:
                self.c.package.names.setdefault(name, member)

    def consts(self, spec: nodes.ConstSpec) -> None:
        c = self.c
        inherited = statements.is_inherited(spec)
        for i, name in enumerate(spec.names):
            init = spec.values[i] if i < len(spec.values) else None
            declared = Declared(c.package, name, spec.type, init, None, spec.iota, inherited)
            self.add(name, Const(name.name, UNSET, name.pos), declared)
        statements.arity(c, spec, spec.names, spec.values, const=True, inherited=inherited)

    def vars(self, spec: nodes.VarSpec) -> None:
        c = self.c
        values = spec.values
        made: list[Var] = []
        together = len(values) == 1 and len(spec.names) > 1
        shared = Declared(c.package, spec, spec.type, values[0], made) if together else None
        for i, name in enumerate(spec.names):
            if name.name == "__out" and c.reader.reads:
                var = c.out
                c.sets_out = True
            else:
                var = Var(name.name, UNSET, name.pos, kind="global", used=True)
            made.append(var)
            init = values[i] if i < len(values) else None
            declared = shared or Declared(c.package, spec, spec.type, init)
            if var is c.out:
                name.obj = var
                self.note(var, declared)
            else:
                self.add(name, var, declared)
        self.variables += made
        self.var_specs_written.append(spec)
        if values:
            self.var_specs += _split(spec)
        if spec.type is None or values:
            statements.arity(c, spec, spec.names, values, const=False, inherited=False)

    def func(self, decl: nodes.FuncDecl) -> None:
        c = self.c
        name = decl.name
        obj = Func(name.name, UNSET, name.pos, decl=decl, package="")
        name.obj = obj
        self.funcs.append(obj)
        self.note(obj, Declared(c.package, decl))
        if decl.recv is not None:
            self.method(obj, decl.recv.type)
            return
        if name.name == "init" or (name.name == "main" and c.file.form == "program"):
            self.entry(decl)
        if name.name != "init":
            c.declare(c.package, obj, name)

    def entry(self, decl: nodes.FuncDecl) -> None:
        name = decl.name.name
        if decl.type.type_params:
            self.c.error(decl.type.type_params[0], f"func {name} must have no type parameters", reason="wrong_main")
        if decl.type.params or decl.type.results:
            self.c.error(decl.name, f"func {name} must have no arguments and no return values", reason="wrong_main")

    def method(self, obj: Func, base: nodes.Expr) -> None:
        base = unparen(base)
        if isinstance(base, nodes.StarExpr):
            obj.pointer_recv = True
            base = unparen(base.x)
        if isinstance(base, nodes.IndexExpr):
            base = base.x
        if isinstance(base, nodes.Ident) and obj.name != "_":
            self.methods.setdefault(base.name, []).append(obj)

    def base(self, name: str, methods: list[Func]) -> TypeName | None:
        """Returns the type that a receiver's name denotes; aliases are followed."""
        c = self.c
        seen: set[str] = set()
        while name not in seen:
            seen.add(name)
            base = c.package.names.get(name)
            if not isinstance(base, TypeName) or base not in c.objects:
                return None
            spec = cast(nodes.TypeSpec, c.objects[base].spec)
            if not spec.alias:
                return base
            target = unparen(spec.type)
            if isinstance(target, nodes.StarExpr):
                target = unparen(target.x)
                for method in methods:
                    method.pointer_recv = True
            if not isinstance(target, nodes.Ident):
                return None
            name = target.name
        return None

    def attach(self, base: TypeName, methods: list[Func]) -> None:
        c = self.c
        resolving.resolve(c, base)
        if isinstance(base.typ, Named):
            for method in methods:
                method.recv = base.typ
        methods.sort(key=lambda m: m.pos)
        declaring.attach_methods(c, base, methods)

    def in_order(self) -> list[Object]:
        """Returns the objects in the order of their check: types first, aliases after the types they may denote, then everything else."""
        types = [o for o in self.objects if isinstance(o, TypeName)]
        others = [o for o in self.objects if not isinstance(o, TypeName)]
        return [*[t for t in types if not t.alias], *[t for t in types if t.alias], *others]

    def program_main(self) -> FuncInfo | None:
        c = self.c
        found = c.package.names.get("main")
        if isinstance(found, Func):
            return found.info
        package = c.file.package
        if package is None or package.name == "main":
            at = c.file.end
            message = "function main is undeclared in the main package"
            c.report(at, at, message, "write func main() { ... }", reason="wrong_main")
        return None


def _split(spec: nodes.VarSpec) -> list[nodes.VarSpec]:
    """Splits `var a, b = 1, 2` into one specification for each variable, because each is initialized separately."""
    if len(spec.names) == 1 or len(spec.values) != len(spec.names):
        return [spec]
    return [
        nodes.VarSpec([name], spec.type, [value], pos=name.pos, end=value.end)
        for name, value in zip(spec.names, spec.values)
    ]
