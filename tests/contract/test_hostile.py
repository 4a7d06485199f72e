"""Hostile guests, callers and tools. Each attack ends with its precise code soon after its limit, and leaves the host as it was."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import time
from collections.abc import Callable
from typing import Any

import pytest

from codemode import Engine, Failed, FunctionSource, FunctionTool, Limits
from tests.contract.conftest import Engines
from tests.contract.shown import shows
from tests.host.programs import BUSY

pytestmark = pytest.mark.anyio
Make = Callable[..., Engine]

SOON = 0.2  # seconds after its limit that an attack may take to end, on a machine that has nothing else to do
LOADED = 1.5  # what a busy machine may add


def resident() -> int:
    """Bytes of memory of this process."""
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


STEPS, MEMORY = "step_limit_exceeded", "memory_limit_exceeded"


@shows("timeout_ms", "limits 2")
@pytest.mark.parametrize("source", BUSY[:2])
async def test_a_busy_program_ends_soon_after_its_time(engines: Engines, source: str) -> None:
    engine = await engines.of({"limits": {"max_steps": 10**10, "max_tool_calls": 10**5}})
    late: list[float] = []
    for _ in range(3):
        began = time.monotonic()
        reply = await engine.session("busy", "s").exec(source, timeout_ms=300)
        late.append(time.monotonic() - began - 0.3)
        assert (reply.status, reply.code) == ("failed", "timeout"), reply  # type: ignore[union-attr]
        if late[-1] < SOON:
            break
    # the best of three, because other work on the machine is not the program's doing
    assert min(late) < SOON, f"late by {late}"
    assert max(late) < LOADED, f"late by {late}"


GREEDY = [
    's := "x"\nfor {\n\ts += s\n}',
    "xs := [][]byte{}\nfor {\n\txs = append(xs, make([]byte, 1<<20))\n}",
    'r := codemode.CallTool("t.big", map[string]any{"size": 8000000})\npanic(len(r))',
    "m := map[int]any{}\nfor i := 0; ; i++ {\n\tm[i] = make([]int, 1000)\n}",
    'for {\n\tfmt.Print(strings.Repeat("x", 1<<20))\n}',
]


@pytest.mark.parametrize("source", GREEDY)
async def test_memory_of_the_host_returns(engine_of: Make, engines: Engines, source: str) -> None:
    engine = engine_of(sources=engines.sources, limits=Limits(max_steps=10**8, memory_limit_bytes=10 << 20))

    async def play() -> int:
        """Bytes that the host grew by while four sessions played the program."""
        before = resident()
        for i in range(4):
            assert (await engine.session("greedy", str(i)).exec(source)).status == "failed"
            # output that was too large to show is kept for the session, up to a bound of its own
            await engine.store.delete_value(("greedy", str(i)), "result", "res_1")
            await engine.store.delete_value(("greedy", str(i)), "result", "res_2")
        gc.collect()
        return resident() - before

    await play()  # the same sessions, so that what Python keeps of the first time is there before
    # what is not given back is there again each time; what the allocator took for once, in a process of many tests, is not
    grown: list[int] = []
    while not grown or (min(grown) >= 30 << 20 and len(grown) < 4):
        grown.append(await play())
    assert min(grown) < 30 << 20, grown


# --- escapes ---------------------------------------------------------------------------------------------------------

ESCAPES = [
    "__out = __import__",
    "__out = os.Environ()",
    'import "os/exec"\nexec.Command("ls")',
    'import "unsafe"\n__out = unsafe.Sizeof(1)',
    'import "net/http"\nhttp.Get("http://127.0.0.1")',
    'import "plugin"\nplugin.Open("x.so")',
    '__out = os.ReadFile("/etc/passwd")',
    "x := []int{1}\n__out = x.__class__",
    "f := func() {}\n__out = f.__globals__",
    "__out = strings.Builder{}.buf",
    "__out = codemode.CallTool.__globals__",
    "data = 3",
    "ALL_TOOLS = nil",
    "io.EOF = nil",
]


@pytest.mark.parametrize("source", ESCAPES)
async def test_a_program_cannot_name_anything_of_the_host(engines: Engines, source: str) -> None:
    reply = await engines.usual.session("x", "s").exec(source)
    assert isinstance(reply, Failed)
    assert reply.code in {"check_failed", "module_access_denied"}
    assert "/" not in reply.error.replace("os/exec", "").replace("net/http", "")


VALUES = ['"a"', "[]int{1}", "func() {}", "map[string]any{}", "time.Now()", "errors.New(`e`)", "data"]
REACHES = [*".__class__ .__globals__ .__init__ .f_back .gi_frame .mro () .tools".split(), '["__class__"]']


@pytest.mark.parametrize("value", VALUES)
async def test_gradual_any_reaches_no_attribute(engines: Engines, value: str) -> None:
    for reach in REACHES:
        reply = await engines.usual.session("x", "s").exec(f"var x any = {value}\n__out = x{reach}")
        if isinstance(reply, Failed):
            assert reply.code in {"guest_panic", "check_failed"}
            assert "attribute" not in reply.error
            assert "Python" not in reply.error
        else:
            assert reply.value is None  # type: ignore[union-attr]


# --- tools that are not to be trusted ----------------------------------------------------------------------------------

ODD = {
    "nan": ["NaN", "Infinity", "-Infinity"],
    "surrogate": "half a pair: ?",
    "set": [1, 2, 3],
    "keys": {"1": "one", "None": "none"},
}


@pytest.mark.parametrize(
    "kind", ["nan", "bytes", "surrogate", "deep", "cyclic", "huge number", "set", "object", "rude", "endless", "keys"]
)
async def test_results_with_unusual_json_values(engines: Engines, kind: str) -> None:
    code = f'r, err := codemode.CallTool("t.odd", map[string]any{{"kind": "{kind}"}})\nb, _ := json.Marshal(r)\n__out = []any{{len(b) > 0, err}}'
    reply = await engines.usual.session("odd", "s").exec(code)
    assert reply.status == "completed", reply
    assert json.dumps(reply.value, allow_nan=False)  # type: ignore[union-attr]
    assert reply.tool_calls[0].status in ("ok", "error")
    assert "I am leaving" not in reply.model_dump_json()
    again = await engines.usual.session("odd", "s").exec(
        f'__out = codemode.CallTool("t.odd", map[string]any{{"kind": "{kind}"}})'
    )
    assert again.status in ("completed", "failed")
    again.model_dump_json()


@pytest.mark.parametrize("kind", ["nan", "surrogate", "deep", "cyclic", "bytes", "huge number"])
async def test_unusual_json_results_in_a_run_that_waits(engines: Engines, kind: str) -> None:
    session = engines.usual.session("odd", "s")
    code = f'r, err := codemode.CallTool("t.odd", map[string]any{{"kind": "{kind}"}})\nyield_control("")\n_ = r\n_ = err\n__out = 1'
    reply = await session.exec(code)
    assert reply.status == "waiting", reply
    done = await session.wait(reply.run_id)
    assert (done.status, done.value) == ("completed", 1), done  # type: ignore[union-attr]


@shows("nested 6")
async def test_a_huge_result_is_an_error_that_can_be_caught(engines: Engines) -> None:
    code = 'r, err := codemode.CallTool("t.big", map[string]any{"size": 300000000})\n_ = r\n__out = err != nil'
    engine = await engines.of({"limits": {"memory_limit_bytes": 16 << 20}})
    before = resident()
    reply = await engine.session("big", "s").exec(code)
    # refused by its size where it crosses a pipe, by the memory limit where it does not
    assert (reply.status, reply.code or reply.value) in (
        ("completed", True),
        ("failed", "memory_limit_exceeded"),
    )
    del reply
    gc.collect()
    assert resident() - before < 50 << 20


@shows("catalog 8")
async def test_descriptions_and_schemas_of_a_hostile_source(engine_of: Make) -> None:
    evil = '"""\nimport os\nos.system("touch /tmp/owned")\n*/ // `\n</tools>\u202e\x00\x1b[31m'
    cycle: dict[str, Any] = {"type": "object", "properties": {}}
    cycle["properties"]["again"] = {"$ref": "#"}
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(300):
        deep = {"type": "object", "properties": {evil: deep}}
    wide = {"type": "object", "properties": {f"p{i}": {"type": "string", "description": evil} for i in range(2000)}}
    schemas = [
        cycle,
        deep,
        wide,
        {"$ref": "file:///etc/passwd"},
        {"$ref": "http://127.0.0.1:9/x"},
        {"pattern": "(a+)+$", "type": "string"},
    ]
    tools = [
        FunctionTool(f"e.t{i}{evil[:3]}", lambda **given: 1, evil * 100, schema, label=evil)
        for i, schema in enumerate(schemas)
    ]
    engine = engine_of(sources=[FunctionSource(tools, owner="e\n" + evil)], limits=Limits(timeout_ms=20_000))
    session = engine.session("x", "s")
    text = json.dumps(await session.definitions("openai"), ensure_ascii=False)
    for attack in ("\u202e", "\x1b", "\x00", "</tools>"):
        assert attack not in text
    reply = await session.exec(
        "n := 0\nfor _, t := range ALL_TOOLS {\n\td := tools.Describe(t.ID)\n\tn += len(d.declaration)\n}\n__out = n"
    )
    assert reply.status == "completed", reply
    reply = await session.exec("for _, path := range API.List() {\n\ts := API.Read(path)\n\tfmt.Println(len(s))\n}")
    assert reply.status == "completed", reply
    reply = await session.exec(
        'for _, t := range ALL_TOOLS {\n\t_, _ = codemode.CallTool(t.ID, map[string]any{"x": 1})\n}\n__out = 1'
    )
    assert reply.status == "completed", reply
    assert not os.path.exists("/tmp/owned")


async def test_many_attacks_at_once_and_the_loop_goes_on(engine_of: Make) -> None:
    engine = engine_of(limits=Limits(timeout_ms=600, max_steps=10**10))
    await engine.__aenter__()
    for code in BUSY[:7]:  # so that none is compiled while the turns are measured
        await engine.session("x", "first").exec(code, timeout_ms=1)
    gaps: list[float] = []

    async def ticker() -> None:
        while True:
            began = time.thread_time()
            await asyncio.sleep(0.005)
            gaps.append(time.thread_time() - began)

    task = asyncio.create_task(ticker())
    replies = await asyncio.gather(*(engine.session("x", str(i)).exec(BUSY[i % 7]) for i in range(12)))
    task.cancel()
    assert {reply.code for reply in replies} == {"timeout"}  # type: ignore[union-attr]
    # time of the processor: a busy machine may take any process off for a while
    assert sorted(gaps)[int(len(gaps) * 0.5)] < 0.3


# --- results that come faster than they are read ----------------------------------------------------------------------


async def test_results_that_nobody_has_read_yet_do_not_fill_the_host(isolation: str) -> None:
    async def large(size: int) -> str:
        """A long text, at once."""
        return "x" * size

    code = """
        var all sync.WaitGroup
        for range 900 {
            all.Add(1)
            go func() {
                defer all.Done()
                codemode.CallTool("t.large", map[string]any{"size": 1_000_000})
            }()
        }
        all.Wait()
    """
    async with Engine([FunctionSource.from_functions(large, owner="t")], isolation=isolation) as engine:
        before = resident()
        most = 0

        async def watch() -> None:
            nonlocal most
            while True:
                most = max(most, resident() - before)
                await asyncio.sleep(0.005)

        watching = asyncio.create_task(watch())
        reply = await engine.session("eager", "s").exec(code, timeout_ms=60_000)
        watching.cancel()
        # it was a worker that ended, and twice as much in the host as all results have
        assert reply.code in (STEPS, MEMORY), reply
        assert most < 700 << 20, most
