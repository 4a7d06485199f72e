"""What a program asks of the host, hands over or leaves behind is bounded before the host works, and refused in words that teach."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from codemode import Completed, Engine, Failed, FunctionSource, Limits, Session, Waiting
from codemode.engine.languages.go import LARGE
from codemode.engine.rejections import MAX_TOLD, MAX_TOLD_CHARS
from codemode.interpreter.machine.request_limits import REQUEST_STEPS, TEXTS
from tests.engine.completed_runs import value as value_of

pytestmark = pytest.mark.anyio

MIB = 1 << 20


@pytest.fixture(params=["inline", "process"], scope="module")
def isolation(request: pytest.FixtureRequest) -> str:
    return request.param


class World:
    """Counts how many calls run at the same time, and how many bytes of arguments they have together."""

    def __init__(self) -> None:
        self.bytes = self.most = 0

    async def take(self, x: str) -> int:
        """Take a text."""
        self.bytes += len(x)
        self.most = max(self.most, self.bytes)
        await asyncio.sleep(0.01)
        self.bytes -= len(x)
        return len(x)

    async def hold(self, x: str) -> int:
        """Take a text and keep it for a while."""
        await asyncio.sleep(0.4)
        return len(x)

    async def give(self, n: int) -> str:
        """Give a text."""
        self.bytes += n
        self.most = max(self.most, self.bytes)
        await asyncio.sleep(0.02)
        self.bytes -= n
        return "x" * n


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
async def of(isolation: str, world: World) -> AsyncIterator[Session]:
    source = FunctionSource.from_functions(world.take, world.hold, world.give, owner="t")
    async with Engine([source], Limits(memory_limit_bytes=8 * MIB), isolation=isolation) as engine:
        yield engine.session()


async def failure_of(of: Session, code: str) -> Failed:
    reply = await of.exec(code)
    assert isinstance(reply, Failed), reply
    assert await value_of(of, "__out = 1") == 1
    return reply


LONG = 'n := strings.Repeat("n", 1_000_000)\n'
ASKED = {
    "_, err := codemode.CallTool(n)": "the name of a tool has 1000000 bytes; the limit is 1000",
    "_, err := codemode.CallToolStream(n)": "the name of a tool has 1000000 bytes; the limit is 1000",
    "_, err := tools.Call(n)": "the name of a tool has 1000000 bytes; the limit is 1000",
    "_, err := codemode.SearchTools(n)": "a search query has 1000000 bytes; the limit is 4000",
    "_, err := tools.Search(n, 3)": "a search query has 1000000 bytes; the limit is 4000",
    "_, err := tools.Describe(n)": "the name of a tool has 1000000 bytes; the limit is 1000",
    "_, err := API.Read(n)": "a path has 1000000 bytes; the limit is 1000",
    "_, err := results.Load(n)": "the id of a result has 1000000 bytes; the limit is 1000",
    "err := results.Delete(n)": "the id of a result has 1000000 bytes; the limit is 1000",
    "err := store.Save(n, 1)": "a key of the store has 1000000 bytes; the limit is 1000",
    "_, err := store.Load(n)": "a key of the store has 1000000 bytes; the limit is 1000",
}


@pytest.mark.parametrize("ask", ASKED)
async def test_a_name_a_query_and_a_key_that_are_too_long_are_errors(of: Session, ask: str) -> None:
    assert await value_of(of, f"{LONG}{ask}\n__out = err.Error()") == ASKED[ask]


@pytest.mark.parametrize("ask", ["API.List(n)", "yield_control(n)"])
async def test_without_an_error_result_it_is_a_panic(of: Session, ask: str) -> None:
    failed = await failure_of(of, LONG + ask)
    assert failed.code == "guest_panic"
    assert "has 1000000 bytes; " in failed.error


def test_every_text_of_a_request_has_its_bound() -> None:
    from codemode.engine.requests import Requests

    without = {("search", "all"), ("results", "save")}
    assert {*Requests._answers} | {*getattr(Requests, "_keeping", {})} == {*TEXTS} | without


async def test_requests_spend_the_budget_of_steps(of: Session) -> None:
    one, many = [await of.exec(f'for range {count} {{ store.Load("k") }}') for count in (1, 101)]
    assert many.telemetry.steps - one.telemetry.steps >= 100 * REQUEST_STEPS


@pytest.mark.parametrize("save", ["store.Save(fmt.Sprint(i), v)", "results.Save(v)"])
async def test_saved_values_of_a_run_are_bounded(of: Session, save: str) -> None:
    code = f'v := strings.Repeat("v", 1_000_000)\nfor i := range 40 {{\n\tif err := {save}; err != nil {{ return err }}\n}}'
    if "results" in save:
        code = f'v := strings.Repeat("v", 1_000_000)\nfor range 40 {{\n\t{save}\n}}'
    failed = await failure_of(of, code)
    assert "one run can save at most 33554432 bytes; save a summary instead" in failed.error


async def test_a_value_that_was_refused_is_not_lost_in_silence(of: Session) -> None:
    failed = await failure_of(of, "for i := range 300 { store.Save(fmt.Sprint(i), i) }")
    assert failed.code == "nested_tool_failed"
    assert "at most 256 values" in failed.error


async def test_saved_values_come_back_unchanged(of: Session) -> None:
    given = '[]any{map[string]any{"ä": "\\x01\\"😀"}, 1.5, nil, strings.Repeat("é", 100_000)}'
    code = f'x := {given}\nstore.Save("k", x)\nid := results.Save(x)\ny := results.Load(id)\nz := store.Load("k")\n'
    assert await value_of(of, f"{code}__out = []any{{len(y[3]), y[0], z[0], z[1], z[2]}}") == [
        200_000,
        {"ä": '\x01"😀'},
        {"ä": '\x01"😀'},
        1.5,
        None,
    ]
    assert await value_of(of, '__out = store.Load("k")[0]') == {"ä": '\x01"😀'}


@pytest.mark.parametrize("end", ["panic(n)", "panic(errors.New(n))", "return errors.New(n)", "__out = errors.New(n)"])
async def test_the_message_of_a_failure_is_bounded(of: Session, end: str) -> None:
    of.engine.limits = Limits(max_output_bytes=10 * MIB, memory_limit_bytes=64 * MIB)
    failed = await failure_of(of, f'n := strings.Repeat("n", 2_000_000)\n{end}')
    assert len(failed.error) < 20_000
    assert len(failed.model_dump_json()) < 100_000


async def test_a_text_in_a_message_is_bounded(of: Session) -> None:
    of.engine.limits = Limits(max_output_bytes=10 * MIB, memory_limit_bytes=64 * MIB)
    reply = await of.exec("x := 1\n" + "_ = `a` + x + x\n" * 2_000 + "__out = 1")
    assert isinstance(reply, Completed), reply
    assert len(reply.repairs) + reply.omitted["repairs"] == MAX_TOLD
    fields = "; ".join(f"{'f' * 1_500}{number} int" for number in range(40))
    failed = await failure_of(of, f"type A = struct{{ {fields} }}\nvar x A\n" + "x = 1\n" * 300)
    assert 1 < len(failed.diagnostics) < 100
    assert len(failed.model_dump_json()) < 3 * MAX_TOLD_CHARS


async def test_a_stack_of_long_names_is_told_shortly(of: Session) -> None:
    name = "f" * 30_000
    code = f"func {name}(n int) int {{ if n == 0 {{ panic(`x`) }}; return {name}(n-1) + 1 }}\n__out = {name}(3000)"
    failed = await failure_of(of, code)
    assert len(failed.trace) < 30_000
    assert f"main.{'f' * 195}(...)" in failed.trace


@pytest.mark.parametrize(
    "out",
    [
        'strings.Repeat("\\x01", 1_000_000)',
        "[]any{s, s, s, s, s, s, s, s, s, s, s, s}",
        "map[string]any{s: s, s + s: s + s}",
    ],
)
async def test_a_result_that_is_too_much_is_refused_and_says_how_much(of: Session, out: str) -> None:
    failed = await failure_of(of, f's := strings.Repeat("s", 400_000)\n__out = {out}')
    assert failed.code == "memory_limit_exceeded"
    assert "the limit is 2097152" in failed.error


@pytest.mark.parametrize("odd", [None, b""], ids=["plain", "converted"])
async def test_a_result_has_so_many_lists_at_most(isolation: str, odd: object) -> None:
    """Python's collector of garbage looks at all of them at once, whatever their JSON takes, and nothing else runs meanwhile."""
    limits = Limits(memory_limit_bytes=8 * MIB)
    most = limits.memory_limit_bytes // 256

    def lists(count: int) -> list[object]:
        return [odd, *([] for _ in range(count))]

    source = FunctionSource.from_functions(lists, owner="t")
    async with Engine([source], limits, isolation=isolation) as engine:
        code = 'r, err := codemode.CallTool("t.lists", map[string]any{"count": %d})\n__out = err == nil ? len(r) : err.Error()'
        kept = await engine.session().exec(code % (most - 1))
        assert isinstance(kept, Completed), kept
        assert kept.value == most
        refused = await engine.session().exec(code % most)
    assert isinstance(refused, Completed)
    assert "so many parts or digits" in str(refused.value)


async def test_a_large_result_is_kept_whole_under_an_id(of: Session) -> None:
    reply = await of.exec('__out = map[string]any{"a": strings.Repeat("\\x01ü", 100_000), "b": []int{1, 2}}')
    assert isinstance(reply, Completed)
    assert reply.value["truncated"] is True
    assert reply.value["prefix"].startswith('{"a":"\\u0001ü')
    whole = of.result(reply.value["result_id"])
    if asyncio.iscoroutine(whole):
        whole = await whole
    assert whole == {"a": "\x01ü" * 100_000, "b": [1, 2]}


async def test_a_large_result_that_fits_is_whole(isolation: str) -> None:
    async with Engine(limits=Limits(max_output_bytes=MIB), isolation=isolation) as engine:
        reply = await engine.session().exec(f'__out = []any{{strings.Repeat("x", {LARGE}), 7}}')
        assert reply.result() == ["x" * LARGE, 7]


async def test_arguments_that_are_too_much_are_an_error_of_the_call(of: Session) -> None:
    code = (
        's := strings.Repeat("s", %s)\n_, err := codemode.CallTool("t.take", map[string]any{%s})\n__out = err.Error()'
    )
    for made in (code % ("3_000_000", '"x": s'), code % ("400_000", '"x": []any{s, s, s, s, s, s, s, s}')):
        told = await value_of(of, made)
        assert told.startswith("t.take: its arguments are more than 2097152 bytes at once: keep less data")


async def test_open_calls_have_so_many_bytes_of_arguments_together_and_all_are_made(of: Session, world: World) -> None:
    code = """
s := strings.Repeat("s", 400_000)
var wg sync.WaitGroup
sum := 0
for range 15 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		got := codemode.CallTool("t.take", map[string]any{"x": s}).(int)
		sum += got
	}()
}
wg.Wait()
__out = sum"""
    assert await value_of(of, code) == 15 * 400_000
    assert 400_000 <= world.most <= 2 * MIB


async def test_calls_wait_while_their_arguments_exceed_the_limit(of: Session) -> None:
    code = """
for i := range 100 {
	go codemode.CallTool("t.take", map[string]any{"x": strings.Repeat("s", 1_000_000)})
}
select {}"""
    assert (await failure_of(of, code)).code == "memory_limit_exceeded"


async def test_calls_that_are_open_when_a_program_ends_are_made_all_the_same(of: Session, world: World) -> None:
    code = """
for range 4 {
	go codemode.CallTool("t.hold", map[string]any{"x": strings.Repeat("s", 700_000)})
}
time.Sleep(200 * time.Millisecond)
__out = 1"""
    reply = await of.exec(code)
    assert isinstance(reply, Completed), reply
    assert [call.status for call in reply.tool_calls] == ["ok"] * 4


async def test_a_tool_that_is_known_to_give_much_is_called_less_often_at_once(of: Session, world: World) -> None:
    code = """
var wg sync.WaitGroup
for range 8 {
	wg.Add(1)
	go func() {
		defer wg.Done()
		codemode.CallTool("t.give", map[string]any{"n": 900_000})
	}()
}
wg.Wait()"""
    await value_of(of, 'codemode.CallTool("t.give", map[string]any{"n": 900_000})\n__out = 1')
    world.most = 0
    await value_of(of, code + "\n__out = 1")
    assert world.most <= 2 * MIB


@pytest.mark.parametrize("code", [" " * 20_000_000, "```\n" * 5_000_000, "ls\n" * 5_000_000])
async def test_the_size_of_a_source_is_looked_at_first(of: Session, code: str) -> None:
    began = time.process_time()
    for reply in (await of.exec(code), await of.exec(command=code), await of.handle("exec", {"code": code})):
        assert isinstance(reply, Failed)
        assert (reply.code, reply.error) == ("invalid_input", "the code is too long: more than 256 KiB")
    assert time.process_time() - began < 1


async def test_a_run_that_waits_goes_on_with_what_it_had_saved(of: Session) -> None:
    reply = await of.exec('store.Save("k", []int{1, 2})\nyield_control("n")\n__out = store.Load("k")')
    assert isinstance(reply, Waiting)
    assert reply.note == "n"
    assert (await of.wait(reply.run_id)).result() == [1, 2]
