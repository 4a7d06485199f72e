"""What workers do, done once in the process that they are forked from, for a worker could not open a file any more. `prepare` reads what is
needed for that; then workers can be forked. `warm_up` does what makes their first programs faster."""

from __future__ import annotations

import codecs
import os
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from types import ModuleType
from typing import Any

from codemode.catalog import ToolEntry
from codemode.dsl.syntax.parser import go_tables
from codemode.engine.json_data import decode, encode
from codemode.engine.limits import Limits
from codemode.engine.start import Start
from codemode.engine.wire import encode_start, of_entries, of_event
from codemode.engine.workers.frames import Line
from codemode.engine.workers.hardening import system
from codemode.engine.workers.lazy_modules import LazyModules
from codemode.engine.workers.system_calls import program
from codemode.engine.workers.worker import Work
from codemode.interpreter.machine.c_stack import is_nearly_full
from codemode.interpreter.machine.signals import TimerFired, ToolResult
from codemode.stdlib.time.zone import keep_zones
from codemode.stdlib.unicode.letters import sections

# what modules of ours import that are not ours: some have machine code, which has to be there, others wait until a program needs them
_MODULES = (
    *(f"encodings.{name}" for name in ("ascii", "latin_1", "utf_8", "utf_16_be", "unicode_escape")),
    *("_csv", "_locale", "hashlib", "random", "re2", "unicodedata", "zlib"),
)
_LATE = (
    *("_ast_unparse", "_strptime", "calendar", "csv", "encodings.idna", "hmac", "html", "html.entities", "ipaddress"),
    *("locale", "stringprep", *(f"codemode.catalog.{name}" for name in ("search", "search_fields", "words"))),
)
# where modules are that are executed when a program needs them
_ROOMS = ("dsl", "interpreter", "stdlib", "types")
_PACKAGE = os.path.abspath(os.path.join(os.path.dirname(__file__), *[os.pardir] * 2))
_PROGRAMS = (
    "for i := range 3 { __out = i }",
    """import ("fmt"; "math/rand"; "regexp"; "strings"; "time"; "unicode")
func twice(s string) string { return strings.Repeat(s, 2) }
func main() {
	x, err := codemode.CallTool("a.b", map[string]any{"n": 1.5})
	if err != nil { panic(err) }
	go func() { fmt.Println(x, twice("a"), regexp.MustCompile("a+").FindString("aa")) }()
	time.Sleep(1)
	text(fmt.Sprint(rand.New(rand.NewSource(1)).Intn(9), unicode.IsUpper('É'), strings.Title("é")))
	json([]any{x})
	__out = x
}""",
    'panic(fmt.Sprintf("%v", map[string]int{"a": 1}))',
    "for i := range 30000 { __out = i }",  # long enough to be compiled
    "__out = undefined + 1",
    "x := ",
)


def prepare() -> LazyModules:
    """Returns the modules that are not executed yet."""
    for name in _MODULES:
        import_module(name)
    _take_json()
    import_module("codemode.engine.languages.go")
    import_module("codemode.engine.natives.library")
    kept = LazyModules()
    for name in _LATE:
        kept.read_module(name)
    for room in _ROOMS:
        kept.read(f"codemode.{room}", os.path.join(_PACKAGE, room))
    sys.meta_path.insert(0, kept)
    keep_zones()
    program()
    with suppress(OSError):
        system()
        is_nearly_full()  # the stack of this thread is that of the workers
    go_tables()  # the tables for text that is not Go are made from these, without files
    sections()
    return kept


def _take_json() -> None:
    """Loads of pydantic_core only the machine code. Its schemas, which no guest uses, take as long as a sixth of all the rest,
    and the other modules that it wants half of that."""
    spec = find_spec("pydantic_core")
    if spec is None or "pydantic_core" in sys.modules:
        return
    package = sys.modules["pydantic_core"] = module_from_spec(spec)
    native = import_module("pydantic_core._pydantic_core")
    for name in native.__all__:
        setattr(package, name, getattr(native, name))
    # it looks for classes of these before it writes its first value, and what a guest sends has none of them
    absent = {name: ModuleType(name) for name in ("ipaddress", "pathlib", "uuid") if name not in sys.modules}
    for module in absent.values():
        vars(module)["__getattr__"] = _no_class
    sys.modules.update(absent)
    native.to_json(None)
    for name in absent:
        del sys.modules[name]


def _no_class(name: str) -> type:
    """A class of a module that is not there: it has no values."""
    return type(name, (), {})


def warm_up(kept: LazyModules) -> Iterator[None]:
    """Warms up in steps of some milliseconds, between which workers can be forked. The first one imports what every program needs."""
    yield from _played(_PROGRAMS, "go")
    for name in kept.names():
        import_module(name)
        yield


_PYTHON = """
import asyncio, json, re
from collections import Counter
from datetime import datetime
from zoneinfo import ZoneInfo
@dataclass
class Order:
    id: int
async def main():
    x = await call_tool("a.b", n=1.5)
    await asyncio.sleep(0.001)
    return [re.findall("a+", "aa"), json.dumps(x), Counter("ab"), Order(1), str(datetime.strptime("2024-01-02", "%Y-%m-%d").astimezone(ZoneInfo("Asia/Tokyo")))]
print(await main())
"é".encode().decode("latin-1")
"""  # noqa: E501


def warm_up_python() -> None:
    """The same for programs in Python: of processes that are forked from now on."""
    from codemode.engine.languages import language_of
    from codemode.python import library
    from codemode.python.library import timing
    from codemode.python.methods import CODECS

    language_of("python")
    library.offered()
    timing.keep_zones()
    for codec in CODECS:
        codecs.lookup(codec)
    for _ in _played((_PYTHON, "x = undefined", "1/0", "def"), "python"):
        pass


def _played(programs: Sequence[str], language: str) -> Iterator[None]:
    """Runs programs one after the other, as a worker does."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        work = Work(Line(ours))
        schema = {"type": "object", "properties": {"n": {"type": "number"}}}
        tools = of_entries((ToolEntry("function:a:b", "a.b", input_schema=schema),))
        version = _said(work, ["catalog", "warm", tools, [], [], None])[1]
        for code in programs:
            _play(work, version, Start(code, False, Limits(), 1, time.time_ns(), {"a": [1]}, (language,)))
            yield


def _play(work: Work, version: str, start: Start) -> None:
    kind, _ = _said(work, ["start", version, decode(encode_start(start)), None, {}])
    while kind == "started":
        turn = _said(work, ["move", 1.0, 0.1, None])[1]
        for call in turn.get("c", ()):
            _said(work, ["event", of_event(ToolResult(time.time_ns(), call[0], {"a": [1, 2.5, "ü", None, True]}))])
        if turn["s"][0] == "sleeping":
            _said(work, ["event", of_event(TimerFired(time.time_ns()))])
        if turn["s"][0] in ("finished", "failed"):
            break
    work.answer(["drop"])


def _said(work: Work, message: list[Any]) -> Any:
    return decode(encode(work.answer(decode(encode(message)))))
