"""Arrows point down: every import in the package, also the lazy ones inside functions, is one the table allows."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from codemode.python_ast import parsed

PACKAGE = Path(__file__).parent.parent / "codemode"
ALL = frozenset(
    """
    errors records cancellation python_ast prompts data tool_cache dsl types dialect interpreter python stdlib catalog sources engine orchestrator
    scale server demo terminal cli
    """.split()
)

# part: (parts of ours it may import, packages from outside it may import)
ARROWS: dict[str, tuple[frozenset[str], frozenset[str]]] = {
    part: (frozenset(ours.split()), frozenset(outside.split()))
    for part, ours, outside in [
        ("errors", "", ""),
        ("records", "", ""),
        ("cancellation", "", ""),
        ("python_ast", "", ""),
        ("prompts", "errors records", ""),
        ("data", "cancellation", "pydantic_core"),
        ("tool_cache", "errors records", "cachetools opentelemetry"),
        ("dsl", "errors records cancellation", "lark"),
        ("types", "errors records cancellation dsl", ""),
        ("dialect", "errors records cancellation dsl types", ""),
        ("interpreter", "errors records cancellation python_ast dsl types", "greenlet"),
        ("stdlib", "errors records dsl types interpreter", "re2"),
        ("catalog", "errors records python_ast data types", "jsonschema_rs pydantic RestrictedPython"),
        ("python", "data cancellation python_ast interpreter", "RestrictedPython greenlet re2"),
        (
            "engine",
            "errors records cancellation prompts data dsl types dialect interpreter python stdlib catalog tool_cache",
            "anyio opentelemetry psycopg pydantic pydantic_core jsonschema_rs typing_extensions",
        ),
        (
            "sources",
            "errors data catalog engine",
            "utcp utcp_http utcp_text aiohttp yarl mcp httpx2 pydantic pydantic_core anyio jsonschema_rs",
        ),
        (
            "orchestrator",
            "errors records prompts data tool_cache dsl types dialect interpreter stdlib catalog sources engine",
            "openai pydantic",
        ),
        ("scale", "errors engine", "dbos"),
        (
            "server",
            "errors engine orchestrator sources tool_cache catalog",
            "starlette sse_starlette uvicorn h11 jinja2 mcp mcp_types opentelemetry prometheus_client pydantic pydantic_core anyio cachetools",
        ),
        (
            "terminal",
            "errors dsl catalog engine orchestrator scale sources tool_cache server",
            "mcp rich starlette sse_starlette uvicorn",
        ),
        ("demo", "terminal errors catalog engine orchestrator sources tool_cache", "utcp utcp_http aiohttp rich"),
        (
            "cli",
            "errors dsl engine orchestrator sources tool_cache catalog server demo terminal",
            "argcomplete",
        ),
    ]
}
FACE = {"__init__", "__main__"}  # the face may name everything of ours, and nothing else

# the language and its machine never wait, open, log or read a clock
WORLD = frozenset("asyncio logging multiprocessing os selectors signal socket subprocess time urllib".split())
SANS_IO = ("dsl", "types", "dialect", "interpreter")
# the part of dsl that lies above types: the readings that need types, and the door to the checker with them
DIALECT = ("codemode.dsl.check", *(f"codemode.dsl.dialect.{room}" for room in ("reader", "meaning", "lexicon")))
DISK = "codemode.dsl.syntax.tables"  # keeps the parser's tables on disk; no guest program is involved


def sources() -> Iterator[tuple[str, str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        module = "codemode." + ".".join(parts)
        yield "dialect" if module.startswith(DIALECT) else parts[0], module, path


@dataclass
class Contents:
    """What these tests ask of a file, which is parsed once for all of them."""

    lines: int
    imports: list[ast.Import | ast.ImportFrom] = field(default_factory=list)
    functions: list[tuple[str, int, int]] = field(default_factory=list)  # name in its classes, lines, parameters

    def walk(self, node: ast.AST, name: str = "") -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):  # most of a file, and no statement is in one
                continue
            inner = name
            if isinstance(child, ast.Import | ast.ImportFrom):
                self.imports.append(child)
            elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                inner = f"{name}.{child.name}".lstrip(".")
                if not isinstance(child, ast.ClassDef):
                    lines = (child.end_lineno or 0) - child.lineno + 1
                    self.functions.append((inner, lines, parameters(child)))
            self.walk(child, inner)


@cache
def contents(path: Path) -> Contents:
    text = path.read_text()
    found = Contents(len(text.splitlines()))
    found.walk(parsed(text))
    return found


def imported(path: Path, module: str) -> Iterator[tuple[str, int]]:
    """Absolute dotted names of everything a file imports, relative imports resolved."""
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    if path.name == "__init__.py":
        package = package[:-1]
    for node in contents(path).imports:
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        else:
            base = package[: len(package) - node.level + 1] if node.level else []
            name = ".".join([*base, *(node.module or "").split(".")]).strip(".")
            if name == "codemode":
                for alias in node.names:
                    if alias.name != "__version__":  # no part, and there before the parts are
                        yield f"codemode.{alias.name}", node.lineno
            else:
                yield name, node.lineno


def problems(part: str, module: str, path: Path) -> Iterator[str]:
    ours, outside = (ALL, frozenset[str]()) if part in FACE else ARROWS.get(part, (frozenset[str](), frozenset[str]()))
    for name, line in imported(path, module):
        top, _, rest = name.partition(".")
        where = f"{path.relative_to(PACKAGE.parent)}:{line}: "
        if top == "codemode":
            target = "dialect" if name.startswith(DIALECT) else rest.split(".")[0]
            if target != part and target not in ours and part not in FACE:
                yield where + f"{part} may not import {name}"
        elif top in sys.stdlib_module_names:
            if part in SANS_IO and top in WORLD and module != DISK:
                yield where + f"{part} is sans-I/O and may not import {name}"
        elif top not in outside:
            yield where + f"{part} may not import {name} from outside"


# arrows inside and between parts that have folders of their own: (where, what it may not import)
ROOMS = [
    ("codemode.interpreter.machine", "codemode.interpreter.lowering"),
    ("codemode.interpreter.machine", "codemode.dsl.syntax"),
    ("codemode.dsl.dialect.surface", "codemode.dsl.dialect.meaning"),
    ("codemode.dsl.dialect.surface", "codemode.dsl.dialect.lexicon"),
]
# who may know the readings: what parses, and what checks
DOORS = {
    "dsl/front.py": "codemode.dsl.dialect",
    "dsl/check.py": "codemode.dsl.dialect",
    "engine/languages/go.py": "codemode.dsl.check",
}


def crossings() -> Iterator[tuple[str, str]]:
    """The files that import what their room may not, each with what it imports."""
    for _, module, path in sources():
        for name, _ in imported(path, module):
            for room, other in ROOMS:
                if module.startswith(f"{room}.") and (name == other or name.startswith(f"{other}.")):
                    yield path.relative_to(PACKAGE).as_posix(), other


def test_folders_import_only_what_they_may() -> None:
    assert set(crossings()) == set()


def test_only_two_modules_import_the_dialect() -> None:
    found = {
        (path.relative_to(PACKAGE).as_posix(), known)
        for _, module, path in sources()
        for name, _ in imported(path, module)
        for known in ("codemode.dsl.dialect", "codemode.dsl.check")
        if name.startswith(known) and not module.startswith("codemode.dsl.dialect.")
    }
    assert found == set(DOORS.items())


def test_the_driver_of_a_database_is_for_its_store_alone() -> None:
    """It is an extra: nothing else may need it."""
    users = {
        path.name
        for _, module, path in sources()
        if any(name.startswith("psycopg") for name, _ in imported(path, module))
    }
    assert users == {"postgres_database.py", "postgres_notifications.py", "postgres_schema.py"}


def test_arrows_point_down() -> None:
    assert [problem for source in sources() for problem in problems(*source)] == []


def test_every_part_is_in_the_table() -> None:
    parts = {part for part, _, _ in sources()} - FACE
    assert parts <= set(ARROWS)


def test_the_table_has_no_cycle() -> None:
    order: list[str] = []
    left = {part: set(ours) for part, (ours, _) in ARROWS.items()}
    while left:
        free = [part for part, needs in left.items() if needs <= set(order)]
        assert free, f"a cycle among {sorted(left)}"
        order += free
        left = {part: needs for part, needs in left.items() if part not in free}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("from codemode.engine import Engine", "dsl may not import codemode.engine"),
        ("def f():\n    import openai", "dsl may not import openai from outside"),
        ("def f():\n    from codemode import cli", "dsl may not import codemode.cli"),
        ("from ..interpreter import values", "dsl may not import codemode.interpreter"),
        ("import socket", "dsl is sans-I/O and may not import socket"),
        ("from codemode.errors import ParseError\nimport lark", ""),
        ("from . import nodes", ""),
    ],
)
def test_the_guard_sees_what_it_must(
    tmp_path: Path, source: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "codemode" / "dsl" / "wrong.py"
    path.parent.mkdir(parents=True)
    path.write_text(source)
    monkeypatch.setattr(sys.modules[__name__], "PACKAGE", tmp_path / "codemode")
    found = list(problems("dsl", "codemode.dsl.wrong", path))
    assert (expected in found[0]) if expected else found == []


# what each part keeps to
MAX_FILE, MAX_FUNCTION, MAX_PARAMETERS = 500, 50, 7
# public faces: their keywords are the API, and each is documented where it stands
MANY_KEYWORDS = frozenset(
    """
    engine/engine.py:Engine.__init__ engine/engine.py:Engine.submit engine/inline.py:run engine/functions/decorator.py:tool
    engine/functions/tools.py:FunctionTool.__init__ orchestrator/codemode_utcp.py:CodeModeUTCP.__init__ orchestrator/standalone_agent.py:run_agent
    orchestrator/openai_model.py:OpenAIModel.__init__
    """.split()
)


def parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    args = function.args
    named = [arg for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs) if arg.arg not in ("self", "cls")]
    return len(named) + (args.vararg is not None) + (args.kwarg is not None)


def too_large(path: Path, where: str) -> Iterator[str]:
    found = contents(path)
    if found.lines > MAX_FILE:
        yield f"{where} has more than {MAX_FILE} lines"
    for name, lines, parameters in found.functions:
        if lines > MAX_FUNCTION:
            yield f"{where}:{name} has more than {MAX_FUNCTION} lines"
        if parameters > MAX_PARAMETERS:
            yield f"{where}:{name}"


def test_files_functions_and_parameter_lists_stay_small() -> None:
    found = [problem for _, _, path in sources() for problem in too_large(path, path.relative_to(PACKAGE).as_posix())]
    assert set(found) == MANY_KEYWORDS


def test_the_guard_of_sizes_sees_what_it_must(tmp_path: Path) -> None:
    path = tmp_path / "large.py"
    path.write_text(
        "class A:\n    def f(self, a, b, c, d, *, e, f, g, h): ...\n\n    def g(self):\n" + "        1\n" * 500
    )
    assert list(too_large(path, "large.py")) == [
        "large.py has more than 500 lines",
        "large.py:A.f",
        "large.py:A.g has more than 50 lines",
    ]


def needs(path: Path, modules: Collection[str]) -> set[str]:
    """The modules of ours that a file imports: when it is imported, later in a function, or for types."""
    found: set[str] = set()
    for node in contents(path).imports:
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif node.module:
            inside = [f"{node.module}.{alias.name}" for alias in node.names]
            found.update(name if name in modules else node.module for name in inside)
    return found & set(modules)


# a reader is a table of functions that take the checker, which has one
TYPES_ONLY = ("codemode.types.reader", "codemode.types.checker")


def test_no_file_needs_itself_by_way_of_others() -> None:
    """Also not by imports that are left to functions, or for types."""
    files = {module.removesuffix(".__init__"): path for part, module, path in sources() if part not in FACE}
    left = {module: needs(path, files) - {module} for module, path in files.items()}
    left[TYPES_ONLY[0]].remove(TYPES_ONLY[1])
    while free := [module for module, needed in left.items() if not needed & left.keys()]:
        for module in free:
            del left[module]
    assert left == {}


HEAVY = ["openai", "utcp", "mcp", "pydantic_settings", "starlette", "pydantic", "asyncio"]
PROBE = f"""
import sys, time
began = time.perf_counter()
import codemode
took = time.perf_counter() - began
print(took * 1000, *[name for name in {HEAVY!r} if name in sys.modules])
"""


def test_importing_the_package_is_quick_and_pulls_in_nothing_heavy() -> None:
    times: list[float] = []
    while len(times) < 5 or (len(times) < 20 and min(times) >= 150):  # the machine may be busy
        out = subprocess.run([sys.executable, "-c", PROBE], check=True, capture_output=True, text=True).stdout.split()
        assert out[1:] == []
        times.append(float(out[0]))
    assert min(times) < 150, times


# what programs need, which run elsewhere when the isolation is "process"
LANGUAGE = "codemode.dsl.front codemode.types.checker codemode.interpreter.machine.run codemode.stdlib greenlet"
IN_A_WORKER = """
import asyncio
from codemode import Engine
async def main():
    async with Engine() as engine:
        assert (await engine.session().exec("__out = 1")).value == 1
asyncio.run(main())
"""


@pytest.mark.parametrize(
    ("work", "unneeded"),
    [
        ("import codemode; codemode.run('__out = 1')", "asyncio jsonschema_rs pydantic pydantic_core rich subprocess"),
        (
            "import codemode.terminal.programs",
            f"codemode.orchestrator codemode.sources jsonschema_rs openai rich {LANGUAGE}",
        ),
        (IN_A_WORKER, f"codemode.orchestrator codemode.sources jsonschema_rs openai rich {LANGUAGE}"),
        (
            "from codemode.engine.workers import warm_up; [*warm_up.warm_up(warm_up.prepare())]",
            "asyncio codemode.engine.session codemode.python.compiling jsonschema_rs pydantic rich subprocess ssl",
        ),
    ],
)
def test_modules_that_are_not_needed_are_not_imported(work: str, unneeded: str) -> None:
    code = f"import sys\n{work}\nprint(*[name for name in {unneeded.split()!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.split() == []


def test_the_face_names_what_it_has() -> None:
    import codemode

    assert codemode.__all__
    for name in codemode.__all__:
        assert getattr(codemode, name) is not None
    assert set(codemode.__all__) <= set(dir(codemode))
    with pytest.raises(AttributeError, match="no_such_name"):
        _ = codemode.no_such_name  # type: ignore[attr-defined]


def test_type_checkers_of_users_read_our_types() -> None:
    assert (PACKAGE / "py.typed").is_file()  # without it, all that a user's checker sees is Unknown
