"""Reads names of packages and of their members: import "json", EOF, fmt.println."""

from __future__ import annotations

from typing import Final

from codemode.dsl.dialect.meaning.notes import assumed
from codemode.dsl.names import letters_of
from codemode.dsl.syntax import nodes
from codemode.types import names
from codemode.types.checker import Checker
from codemode.types.expression_text import expr_text
from codemode.types.objects import Object, Package


def name(c: Checker, at: nodes.Node, package: Package | None) -> Object | Package | None:
    """Returns what an unknown name denotes: a package of an import, a member of the package, or a member whose package is left out."""
    if isinstance(at, nodes.ImportSpec):
        return _meant_package(c, at)
    if isinstance(at, nodes.SelectorExpr):
        return _member(c, at, package) if package is not None else None
    return _alone(c, at) if isinstance(at, nodes.Ident) else None


_EXPERIMENTS: Final = "golang.org/x/exp/"  # former home of packages that Go has included since


def _meant_package(c: Checker, spec: nodes.ImportSpec) -> Package | None:
    """Returns the library package that `import "json"` or "golang.org/x/exp/slices" means, or None."""
    if c.importer is None:
        return None
    name = spec.path.removeprefix(_EXPERIMENTS)
    package = c.importer.by_name(name) if "/" not in name and "." not in name else None
    if package is not None and name != "rand":
        c.mend("import_path", spec, found=spec.path, meant=package.path)
        assumed(c).lists_of_maps |= spec.path == f"{_EXPERIMENTS}maps"
        return package
    return None


def _member(c: Checker, e: nodes.SelectorExpr, package: Package) -> Object | None:
    """Returns the only member whose name equals the selected one (`call_tool`, `callTool`, `println`) but for case and underscores, or None."""
    if not c.gradual:
        return None
    wanted = letters_of(e.sel.name)
    found = [each for each in package.member_names() if letters_of(each) == wanted]
    meant = package.member(found[0]) if len(found) == 1 else None
    if meant is not None:
        c.mend("renamed_name", e.sel, found=expr_text(e), meant=package.name, other=found[0])
        e.sel.name = found[0]
    return meant


def _alone(c: Checker, e: nodes.Ident) -> Object | None:
    """Reads `EOF` and `RFC3339` as io.EOF and time.RFC3339, if only one package has a member of that name."""
    package = names.package_named(c, _PACKAGES[e.name]) if e.name in _PACKAGES and c.gradual else None
    if package is None or package.package is None:
        return None
    c.mend("name_without_package", e, found=e.name, meant=package.name)
    return package.package.member(e.name)


_PACKAGES: Final = {
    "EOF": "io",
    **dict.fromkeys(("RFC3339", "DateOnly", "Millisecond", "Second", "Minute", "Hour", "UTC"), "time"),
}
