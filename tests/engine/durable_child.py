"""The processes that `kill_runs` kills: each drives one run over a shared store and tells its parent every reply.

`python -m tests.engine.durable_child` imports everything once and then forks a child for every line of JSON on its standard input, so that a child
costs milliseconds. What a line says is in `Orders`.
"""

from __future__ import annotations

import asyncio
import ctypes
import json
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from codemode import Engine, FunctionSource, FunctionTool, Limits, Policy
from codemode.errors import ToolError

ASK = Policy([("ask", "k.pay")])
WRITES = ("create", "append", "lease", "release", "park", "resume", "end", "save_values", "save_result")

PROGRAM = """
one := func(tool, key string) any {
	v, err := codemode.CallTool(tool, map[string]any{"key": key})
	if err != nil {
		return "DOUBT " + err.Error()
	}
	return v
}
many := func(tool, prefix string, count int) []any {
	found := make([]any, count)
	var wg sync.WaitGroup
	for i := range count {
		wg.Add(1)
		go func() {
			defer wg.Done()
			found[i] = one(tool, fmt.Sprint(prefix, i))
		}()
	}
	wg.Wait()
	return found
}
pieces := func(tool, key string) []any {
	got := []any{}
	stream, err := codemode.CallToolStream(tool, map[string]any{"key": key, "count": 4})
	if err != nil {
		return append(got, "DOUBT " + err.Error())
	}
	for {
		piece, err := stream.Next()
		if err == io.EOF {
			return got
		}
		if err != nil {
			return append(got, "DOUBT " + err.Error())
		}
		got = append(got, piece)
	}
}
fmt.Println("line 1: begun")
found := map[string]any{"seed": rand.Int() >= 0}
ticks := 0
ticked := make(chan bool)
go func() {
	for range 5 {
		<-time.After(4 * time.Millisecond)
		ticks++
	}
	ticked <- true
}()
found["read"] = many("k.read", "r", 4)
fmt.Println("line 2: read")
store.Save("stage", "read")
found["once"] = many("k.once", "o", 3)
fmt.Println("line 3: once")
found["lines"] = pieces("k.lines", "s")
fmt.Println("line 4: lines")
found["feed"] = pieces("k.feed", "f")
fmt.Println("line 5: feed")
found["pay"] = many("k.pay", "p", 2)
fmt.Println("line 6: paid")
yield_control("half")
tool, _ := codemode.SearchTools("k.read", 1)
found["tool"] = tool[0].Name
for i := range 3 {
	found[fmt.Sprint("put", i)] = one("k.put", fmt.Sprint("u", i))
	fmt.Println("line", 7 + i)
}
select {
case <-ticked:
case <-time.After(5 * time.Second):
}
ctx, cancel := context.WithTimeout(context.Background(), 10 * time.Millisecond)
defer cancel()
<-ctx.Done()
found["ticks"], found["late"] = ticks, ctx.Err().Error()
stage, _ := store.Load("stage")
found["stage"] = stage
fmt.Println("line 10: ended")
go func() { one("k.put", "last") }()
time.Sleep(time.Millisecond)
__out = found
"""

PYTHON = """
import asyncio, random
async def one(tool, key):
    try:
        return await call_tool(tool, key=key)
    except ToolError as e:
        return f"DOUBT {e}"
async def many(tool, prefix, count):
    return await asyncio.gather(*[one(tool, f"{prefix}{i}") for i in range(count)])
async def pieces(tool, key):
    got = []
    try:
        async for piece in stream_tool(tool, key=key, count=4):
            got.append(piece)
    except ToolError as e:
        got.append(f"DOUBT {e}")
    return got
print("line 1: begun")
found = {"seed": random.getrandbits(60) >= 0}
ticks = 0
async def tick():
    global ticks
    for _ in range(5):
        await asyncio.sleep(0.004)
        ticks += 1
ticking = asyncio.create_task(tick())
found["read"] = await many("k.read", "r", 4)
print("line 2: read")
await store.save("stage", "read")
found["once"] = await many("k.once", "o", 3)
print("line 3: once")
found["lines"] = await pieces("k.lines", "s")
print("line 4: lines")
found["feed"] = await pieces("k.feed", "f")
print("line 5: feed")
found["pay"] = await many("k.pay", "p", 2)
print("line 6: paid")
yield_control("half")
found["tool"] = (await search_tools("k.read", 1))[0]["name"]
for i in range(3):
    found[f"put{i}"] = await one("k.put", f"u{i}")
    print("line", 7 + i)
await asyncio.wait_for(ticking, 5)
try:
    async with asyncio.timeout(0.01):
        await asyncio.sleep(10)
except TimeoutError:
    found["late"] = "context deadline exceeded"
found["ticks"] = ticks
found["stage"] = await store.load("stage")
print("line 10: ended")
last = asyncio.create_task(one("k.put", "last"))
await asyncio.sleep(0.001)
__out = found
"""
PROGRAMS = {"go": PROGRAM, "python": PYTHON}


@dataclass(slots=True)
class Orders:
    """What a child has to do."""

    store: str
    tools: str  # the socket of the tools
    replies: str  # the socket of the parent
    run_id: str = ""  # "" is exec
    repeatable: bool = True
    timeout_ms: float = 20_000
    isolation: str = "inline"
    program: str = ""  # another than PROGRAM
    leaves: bool = False  # whether another process is forked off it, which lives on
    kill_before: int = 0  # the number of the write to the store before (after) which the child kills itself; 0 is never
    kill_after: int = 0
    kill_after_line: str = ""  # the output whose record is the last write of the child; "" is none
    language: str = "go"
    kill_reply: bool = False  # whether it kills itself when it has a reply and has not told it


class Tools:
    """Tools that another process serves."""

    def __init__(self, path: str, repeatable: bool) -> None:
        self.path = path
        self.repeatable = repeatable

    async def _ask(self, tool: str, key: str, count: int = 0) -> AsyncIterator[Any]:
        reader, writer = await asyncio.open_unix_connection(self.path)
        try:
            writer.write(json.dumps([tool, key, count]).encode() + b"\n")
            while line := await reader.readline():
                yield json.loads(line)
        finally:
            writer.close()

    def _call(self, tool: str) -> Any:
        async def call(key: str) -> str:
            async for answer in self._ask(tool, key):
                return answer
            raise ToolError("the connection ended")

        return call

    def _stream(self, tool: str) -> Any:
        async def stream(key: str, count: int) -> AsyncIterator[str]:
            async for piece in self._ask(tool, key, count):
                yield piece

        return stream

    def source(self) -> FunctionSource:
        once = {"idempotent": self.repeatable}
        kinds: list[tuple[str, Any, dict[str, bool]]] = [
            ("read", self._call("read"), {"read_only": True}),
            ("put", self._call("put"), {"idempotent": True}),
            ("once", self._call("once"), once),
            ("pay", self._call("pay"), once),
            ("lines", self._stream("lines"), {"read_only": True}),
            ("feed", self._stream("feed"), once),
        ]
        return FunctionSource([FunctionTool(f"k.{name}", fn, **flags) for name, fn, flags in kinds], owner="k")


class Mortal:
    """A run store that kills its process before or after the n-th write."""

    def __init__(self, store: Any, orders: Orders) -> None:
        self._store = store
        self._orders = orders
        self._writes = 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._store, name)
        if name not in WRITES:
            return found

        async def write(*args: Any, **named: Any) -> Any:
            self._writes += 1
            if self._writes == self._orders.kill_before:
                os.kill(os.getpid(), signal.SIGKILL)
            done = await found(*args, **named)
            if self._writes == self._orders.kill_after or self._says(args):
                os.kill(os.getpid(), signal.SIGKILL)
            return done

        return write

    def _says(self, given: tuple[Any, ...]) -> bool:
        entries = (entry for each in given if isinstance(each, list) for entry in each)
        said, line = b'["said"', self._orders.kill_after_line.encode()
        return bool(line) and any(entry.startswith(said) and line in entry for entry in entries)


def engine_of(store: str, tools: str, repeatable: bool, **options: Any) -> Engine:
    options = {"isolation": "inline", "history": "1h", "languages": ("go", "python"), "trust_python": True} | options
    return Engine([Tools(tools, repeatable).source()], Limits(), store=store, policy=ASK, **options)


async def live(orders: Orders) -> None:
    """Drive the run, tell each reply, and go on as often as the parent says so."""
    with socket.socket(socket.AF_UNIX) as parent:
        engine = engine_of(orders.store, orders.tools, orders.repeatable, isolation=orders.isolation, workers=1)
        engine.store = engine.runs.store = Mortal(engine.store, orders)  # type: ignore[assignment]
        async with engine:
            await engine.ready()
            if orders.leaves and os.fork() == 0:
                time.sleep(60)
                os._exit(0)
            parent.connect(orders.replies)
            session = engine.session("a", "s")
            run_id = orders.run_id
            while True:
                if run_id:
                    reply = await session.wait(run_id, timeout_ms=orders.timeout_ms)
                else:
                    program = orders.program or PROGRAMS[orders.language]
                    reply = await session.exec(program, timeout_ms=orders.timeout_ms, language=orders.language)
                if orders.kill_reply:
                    os.kill(os.getpid(), signal.SIGKILL)
                parent.sendall(reply.model_dump_json().encode() + b"\n")
                run_id = reply.run_id
                if parent.recv(1) != b"w":
                    return


def main() -> None:
    """Fork a child for every order. Its pid is the answer. What children leave behind becomes a child of this process."""
    ctypes.CDLL(None).prctl(36, 1, 0, 0, 0)  # PR_SET_CHILD_SUBREAPER
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who is dead is buried at once
    for line in sys.stdin:
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            code = 1
            try:
                asyncio.run(live(Orders(**json.loads(line))))
                code = 0
            finally:
                sys.stderr.flush()
                os._exit(code)
        print(pid, flush=True)


if __name__ == "__main__":
    main()
